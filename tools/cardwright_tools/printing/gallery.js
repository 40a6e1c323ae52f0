const cards = [...document.querySelectorAll("article")];
const boxes = [...document.querySelectorAll("input[type=checkbox]")];
const wanted = document.getElementById("wanted");
function show() {
  const words = wanted.value.toLowerCase().split(/\s+/).filter(Boolean);
  const sets = new Set(boxes.filter(box => box.checked).map(box => box.value));
  let shown = 0;
  for (const card of cards) {
    const text = card.textContent.toLowerCase();
    card.hidden = !(words.every(word => text.includes(word)) && (!boxes.length || sets.has(card.dataset.set)));
    shown += !card.hidden;
  }
  document.getElementById("count").textContent = `${shown} of ${cards.length}`;
}
wanted.addEventListener("input", show);
boxes.forEach(box => box.addEventListener("change", show));
show();
