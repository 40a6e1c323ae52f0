// Lists of cards: read from a file, and cards added by their name.
"use strict";

const told = document.getElementById("told");
const list = document.querySelector("textarea[name=list]");

document.querySelector("[data-into]").addEventListener("change", async event => {
  const [file] = event.target.files;
  if (!file) return;
  const most = Number(event.target.dataset.most);
  if (file.size > most) { told.textContent = `This file has ${file.size} bytes; ${most} are the most.`; return; }
  list.value = await file.text();
  told.textContent = `${file.name} is in the list above.`;
});

// One more copy of a card: its count is raised, or it is added as a line of its own.
function add(id) {
  const lines = list.value.replace(/\s+$/, "").split("\n").filter(line => line.trim());
  if (!lines.some(line => /^cards\s*:/.test(line))) lines.push("cards:");
  const at = lines.findIndex(line => line.trim().startsWith(`${id}:`));
  const found = at < 0 ? null : lines[at].match(/^(\s*[^:]+:\s*)(\d+)(.*)$/);
  if (found) lines[at] = `${found[1]}${Number(found[2]) + 1}${found[3]}`;
  else lines.push(`  ${id}: 1`);
  list.value = lines.join("\n") + "\n";
  told.textContent = found ? `${id}: ${Number(found[2]) + 1}` : `${id}: 1`;
}

const search = document.querySelector("[data-add]");
for (const kind of ["change", "input"]) search.addEventListener(kind, () => {
  const option = [...document.querySelectorAll("#cards option")].find(each => each.value === search.value);
  if (!option) return;
  add(option.dataset.id);
  search.value = "";
});
