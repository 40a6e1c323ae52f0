"""Scripts that tell how a page looks: what is covered, what is torn apart, and what can be read."""

# What of the cards in hand lies under the card beside them: names, what they are, and what is written on them.
COVERED = """
const slots = [...document.querySelectorAll('#hand .fan > .slot')];
return slots.slice(0, -1).flatMap((slot, number) => {
  const beside = slots[number + 1].getBoundingClientRect();
  const edge = beside.top >= slot.getBoundingClientRect().bottom ? innerWidth : beside.left + 0.5;
  return [...slot.querySelectorAll('.name, .badge, .badge b, .icon, .text, .part')].filter(each => {
    if (each.closest('.unseen')) return false;  // what the face shows, for those who listen
    const range = document.createRange();
    range.selectNodeContents(each);
    return [...range.getClientRects(), ...(each.matches('.name, .text') ? [] : each.getClientRects())]
      .some(box => box.width > 1 && box.right > edge);
  }).map(each => each.outerHTML);
});
"""
# Icons that stand on another line than the word behind them, as their place becomes narrower.
PARTED = """
return [...document.querySelectorAll('#hand .badge, #parted')].flatMap(place => {
  const parted = [];
  place.style.display = 'block';
  for (let wide = 200; wide > 10; wide -= 7) {
    place.style.width = `${wide}px`;
    for (const icon of place.querySelectorAll('.icon')) {
      const [range, text] = [document.createRange(), document.createTreeWalker(place, NodeFilter.SHOW_TEXT)];
      text.currentNode = icon;
      let word = text.nextNode();
      while (word && !word.data.trim()) word = text.nextNode();
      const first = word.data.search(/[^\\s]/);
      range.setStart(word, first);
      range.setEnd(word, first + 1);
      const [below, above] = [range, icon].map(each => each.getBoundingClientRect());
      if (below.top >= above.bottom) parted.push(`${wide} ${place.innerText}`);
    }
  }
  return parted;
});
"""
# How much lighter the lighter of two colours is, of the text that is found and of the nearest background below it.
# Text within what is not wholly opaque is mixed with that background.
CONTRAST = """
const parsed = colour => colour.match(/[\\d.]+/g).map(Number);
const light = colour => parsed(colour).slice(0, 3).map(part => part / 255)
  .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
const below = each => {
  const colour = getComputedStyle(each).backgroundColor;
  return (parsed(colour)[3] ?? 1) > 0 ? colour : below(each.parentElement);
};
const opaque = each => each ? Number(getComputedStyle(each).opacity) * opaque(each.parentElement) : 1;
return [...document.querySelectorAll(arguments[0])].map(each => {
  const [ground, part] = [parsed(below(each)), opaque(each)];
  const seen = parsed(getComputedStyle(each).color).slice(0, 3).map((c, n) => c * part + ground[n] * (1 - part));
  const [one, other] = [light(`rgb(${seen})`), light(below(each))];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
});
"""
