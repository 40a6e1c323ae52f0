// Copying and sharing of links on the page of a host.
"use strict";

for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;

async function copy(text) {
  // without encryption a browser has no clipboard for pages: the old way still works
  if (navigator.clipboard) { await navigator.clipboard.writeText(text); return true; }
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

document.addEventListener("click", async event => {
  const { copy: copied, share, title } = event.target.dataset;
  try {
    if (copied !== undefined) event.target.textContent = await copy(copied) ? "Copied" : "Not copied";
    if (share !== undefined) await navigator.share({ title, url: share });
  } catch { event.target.textContent = "Not possible here"; }
});
