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

// Cards are searched on the server, as there can be too many for a page.
const search = document.querySelector("[data-find]"), cards = document.getElementById("cards");
let asked = 0, timer;

async function find() {
  const now = ++asked;
  const answer = await fetch(`${search.dataset.find}?q=${encodeURIComponent(search.value)}`).catch(() => null);
  const found = answer && answer.ok ? await answer.json() : null;
  if (!found) { told.textContent = "The search failed. Check the connection and try again."; return; }
  if (now !== asked) return;
  cards.replaceChildren(...found.map(([id, name]) => {
    const option = document.createElement("option");
    option.value = name;
    option.dataset.id = id;
    return option;
  }));
}

function take() {
  const option = [...cards.options].find(each => each.value === search.value);
  if (!option) return false;
  add(option.dataset.id);
  search.value = "";
  return true;
}

search.addEventListener("input", event => {
  clearTimeout(timer);
  // typing goes on after the name of a card that begins like others; a choice from the list is taken at once
  const chosen = !event.inputType || event.inputType === "insertReplacementText";
  if (!(chosen && take()) && search.value.trim()) timer = setTimeout(find, 150);
});
search.addEventListener("keydown", async event => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  if (take() || !search.value.trim()) return;
  await find();
  if (!take()) told.textContent = `No card is called ${search.value}.`;
});
