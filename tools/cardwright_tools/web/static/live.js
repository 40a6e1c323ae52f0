// An open page: shows what the server sends, sends what is clicked or typed, and goes on where it was when it was cut off.
"use strict";

const still = matchMedia("(prefers-reduced-motion: reduce)");
const NOT_SHOWN = "The server could not show this. Try again, or reload the page.";

// ---------------------------------------------------------------- what the server says

function heed(message, anew = false) {
  const before = { asked: wording(), chosen, marked };
  if (message.parts) show(message.parts);
  if (anew && wording() === before.asked) ({ chosen, marked } = before); // a server that was started anew asks the same
  document.body.classList.toggle("sent", isUnderWay("answer"));
  if (message.refused) tell(message.refused);
  if (message.going_on && message.done === questionName()) goesOn = message.going_on;
  if (message.going_on || message.run !== undefined) paint();
  if (message.why) sheet(lines(message.why));
  if (message.sure) sheet(asked(message));
}

// ---------------------------------------------------------------- showing

let searching = false; // whether somebody types into the search of a question
function show(parts) {
  if (parts.edition !== undefined && parts.edition !== find("#edition").innerHTML) {
    loadFaces(); // the text of the game has changed
    const look = find("link[href$='look.css'], link[href*='look.css?']");
    look.href = `${base}/look.css?${Date.now()}`;
    fetched("icons").then(drawn => find("#icons").replaceChildren(...drawn.childNodes), () => {});
  }
  const name = questionName();
  const before = places();
  const active = document.activeElement;
  const focus = active && active.closest("#seats, #table, #tray, #question") ? key(active) : null;
  const sought = find("#question [data-search]");
  searching = sought !== null && document.activeElement === sought;
  const lastStory = parts.story === undefined && parts.earlier === undefined ? null : toldLines();
  const story = find("#told-so-far");
  const isAtEnd = story.scrollHeight - story.scrollTop - story.clientHeight < 4;
  const slid = new Map(all("#hand .held").map(each => [each.dataset.at, each.scrollLeft]));
  const unfolded = new Set(all("#told-so-far [open] > summary").map(each => each.textContent));
  for (const [name, html] of Object.entries(parts)) {
    const part = document.getElementById(name);
    if (!part) continue;
    const scroll = [part.scrollLeft, part.scrollTop];
    part.innerHTML = html;
    [part.scrollLeft, part.scrollTop] = scroll;
  }
  if (sought && questionName() === name) seekAgain(sought);
  if (parts.said !== undefined) hearChat(parts.said);
  if (parts.hand !== undefined) sortHand();
  if (parts.seats !== undefined) showTurn();
  if (parts.clock !== undefined) wound = performance.now();
  const lies = parts.table !== undefined || parts.own !== undefined || parts.hand !== undefined;
  if (parts.question !== undefined || lies) {
    if (questionName() !== name) { chosen = []; marked = []; goesOn = null; fold(false); find("#question").scrollTop = 0; }
    paint();
  }
  showAbout();
  if (parts.question !== undefined || lies) arrange();
  for (const each of all("#hand .held")) each.scrollLeft = slid.get(each.dataset.at) ?? 0;
  if (questionName() && questionName() !== name) { bringIntoView(); tellOfTurn(); goThrough(); }
  if (!over && (over = isOver())) [find("#question").scrollTop, find("#table").scrollTop] = [0, 0];
  rested = pointer;
  for (const each of unfolded.size ? all("#told-so-far summary") : []) each.parentElement.open = unfolded.has(each.textContent);
  if (lastStory) hear(lastStory);
  if (isAtEnd) story.scrollTop = story.scrollHeight; // what is asked may leave it less room
  if (parts.touched !== undefined) showNewest(find("#touched"));
  // what a card was answered with may lie elsewhere now: then on goes the keyboard from what is asked next
  if (focus) (find(focus) ?? find("#question")).focus({ preventScroll: true });
  glide(before);
  document.title = document.title.replace(/^(● )?/, questionName() ? "● " : "");
  if (!peek?.matches(".stays")) closePeek();
}

// What was typed into the search of a long question stays when the question is drawn again.
function seekAgain(before) {
  const field = find("#question [data-search]");
  if (!field || field === before) return;
  field.value = before.value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  if (searching) field.focus({ preventScroll: true });
}

// Who has won stands with the seats and what each of them has.
const isOver = () => find("#question .result") !== null;
let over = isOver();

// ---- how large cards are drawn

// The cards of a hand lie beside each other where there is room for that: in one row, or in two if the table leaves them
// room, and else over each other as little as can be. What remains, the cards on the table take.
const NATURAL = "--hand"; // how wide a card in hand is
const SMALL = 96; // how wide at least, where there is room
const MIN_EDGE = 15; // how much is seen at least of a card under another
let arranged = ""; // what lay where when it was last arranged
function arrange() {
  const [table, tray, own, hand] = [find("#table"), find("#tray"), find("#own"), find("#hand")];
  const lies = () => { clearEffects(); return [innerWidth, innerHeight, table.clientHeight + tray.offsetHeight, table.innerHTML, tray.innerHTML].join(); };
  if (lies() === arranged) { showEffects(); tellWhere(); return; }
  find("#below").hidden = true;
  document.body.classList.add("measured"); // faces are not drawn meanwhile, which takes most of the time
  // answers that are cards are given on the cards where all of these can be seen at once
  for (const there of [true, false]) {
    document.body.classList.toggle("at-table", there);
    showEffects();
    layOut(table, tray, own, hand);
    if (areAnswersInSight(table)) break;
  }
  document.body.classList.remove("measured");
  tellBelow();
  arranged = lies();
  showEffects();
  tellWhere();
}

// What comes of an answer that is given on a card stands at that card.
const isListed = choice => getComputedStyle(choice).display !== "none";
const given = () => all("#question .choice:not([hidden])").filter(each => !isListed(each));
const placeOf = choice => find(`:is(#table, #tray) [data-pick="${choice.dataset.choice}"]`);
const clearEffects = () => all(".effect").forEach(each => each.remove());
function showEffects() {
  clearEffects();
  for (const choice of given()) {
    const [place, effect] = [placeOf(choice), find(".lead.to", choice)?.cloneNode(true)];
    if (!place || !effect || place.closest(".squares")) continue; // there is no room for it on a square
    effect.className = "effect";
    (find(":scope > .state", place) ?? place).append(effect);
  }
}

// Where answers are given that do not stand in the list.
function tellWhere() {
  find("#question .elsewhere")?.remove();
  const places = given().map(placeOf).filter(Boolean);
  if (!places.length) return;
  const where = [["#table", "on the table"], ["#own", "before you"], ["#hand", "in your hand"]].filter(([part]) => places.some(each => each.closest(part)));
  const line = document.createElement("p");
  line.className = "elsewhere";
  const left = all("#question .choice:not(.declines)").some(isListed);
  line.textContent = `Choose ${where.map(([, words]) => words).join(" or ")}, where an edge is white${left ? ", or here:" : "."}`;
  find("#asked").after(line);
}

// What is done, one after the other, until all of the table is in sight. On a phone what cannot be answered with leaves
// the table its lower part, and what can be is smaller than its text; else the hand lies over itself beside what is open.
function layOut(table, tray, own, hand) {
  const fans = all(".fan", hand);
  const narrow = innerWidth <= 760;
  const sizes = narrow ? [44, 48, 52, 58, 64, 70, 76, 84, 92, 100] : [56, 60, 64, 68, 74, 80, 88, 100, 112, 124, 136, 150];
  document.body.classList.remove(...SPARING);
  for (const sparing of narrow ? ["", ...SPARING.slice(0, 2)] : ["", ...SPARING.slice(find("#table .card.can") ? 1 : 2)]) {
    if (sparing) document.body.classList.add(sparing);
    for (const fan of fans) fan.classList.remove("packed", "slides", "tucked");
    hand.style.removeProperty(NATURAL);
    for (const name of ["--base", "--others"]) table.style.removeProperty(name);
    table.classList.remove("crowded", "tight");
    stopGrowth(table);
    tray.classList.remove("beside");
    own.style.removeProperty("--base");
    if (innerHeight <= 600) break; // the page scrolls as a whole
    if (own.offsetHeight) layOwn(table, tray, own, hand, narrow);
    if (fans.length) layHand(table, hand, fans, narrow);
    if (!fillTable(table, sizes, sparing === "small" && !narrow ? 64 : 0)) continue;
    if (own.offsetHeight && !tray.matches(".beside")) shareOut(table, own, sizes);
    break;
  }
  for (const held of all(".held", hand)) edge(held);
}
const SPARING = ["strip", "small", "squeezed"];

function areAnswersInSight(table) {
  const meant = all("#question :is(.on-table, .shows)").map(each => find(`:is(#table, #tray) [data-pick="${each.dataset.choice}"]`));
  const boxes = meant.filter(each => each?.closest("#table")).map(each => each.getBoundingClientRect());
  const high = Math.max(...boxes.map(box => box.bottom)) - Math.min(...boxes.map(box => box.top));
  return meant.every(each => each?.offsetWidth > 36) && !(high > table.clientHeight);
}

// What lies before the player is seen whole: beside the hand where both have room in one row, else in a strip above it.
function layOwn(table, tray, own, hand, narrow) {
  const high = hand.offsetHeight;
  const set = wanted => own.style.setProperty("--base", `${wanted}px`);
  const natural = parseFloat(getComputedStyle(hand).getPropertyValue(NATURAL));
  const taken = high ? all(".slot", hand).length * (natural * 0.88 + 8) + 80 : 0;
  // of a hand that lies over itself the larger part of each card is seen
  const count = all(".slot", hand).length;
  const squeezed = document.body.matches(".squeezed");
  const least = narrow ? Math.max(count * 57, tray.clientWidth * 0.55) + 50 : SMALL * (1 + (count - 1) * 0.6) + 60;
  const beside = [[taken, high ? [112, 100, 88] : [120, 112, 100, 88]], ...(squeezed ? [[least, [88, 80, 72]]] : [])];
  tray.classList.add("beside");
  for (const [room, sizes] of narrow ? [[high ? least : Infinity, [60, 54]]] : beside) {
    for (const wanted of sizes) {
      set(wanted);
      if (own.offsetWidth + room <= tray.clientWidth && (!high || own.offsetHeight <= Math.max(high, natural * 1.4 + 32))) return;
    }
  }
  tray.classList.remove("beside");
  const room = table.clientHeight + own.offsetHeight;
  for (const [wanted, most] of narrow ? [[60, 0.18], [54, 0.2], [48, 0.22], [44, 0.25], [40, 0.28]] : [[88, 0.34], [80, 0.34], [72, 0.36], [64, 0.4], [56, 0.45]]) {
    set(wanted);
    if (own.offsetHeight <= room * most) return;
  }
}

function layHand(table, hand, fans, narrow) {
  const style = getComputedStyle(hand);
  const natural = parseFloat(style.getPropertyValue(NATURAL));
  const beside = find("#tray.beside") !== null;
  const wide = hand.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
    - (narrow ? 6 : 12) - (find("#sorting") && !(narrow && !beside && find("#own > *")) ? 44 : 0);
  const gap = narrow ? 7 : 8;
  const shares = fans.map(fan => all(".card", fan).map(card => card.matches(".landscape") ? 1.2 : card.matches(".token, .marker, .tile, .mini") ? 0.75 : 1));
  const widest = Math.max(...shares.flat());
  const count = shares.flat().length;
  const inOne = wanted => shares.flat().reduce((sum, share) => sum + share * wanted + gap, 16 * (fans.length - 1)) <= wide;
  const columns = Math.ceil(count / 2);
  const inTwo = wanted => fans.length === 1 && !beside && columns * (wanted * widest + gap) <= wide;
  const room = table.clientHeight + hand.offsetHeight;
  const high = (wanted, rows) => rows * (wanted * 1.4 + (narrow ? 34 : 20)) + 20;
  const left = (wanted, rows) => room - high(wanted, rows);
  const lying = [...table.children].map(each => each.getBoundingClientRect()).filter(box => box.height);
  const content = lying.length ? lying.at(-1).bottom - lying[0].top + 24 : 0;
  const enough = wanted => left(wanted, 2) >= board && (!narrow || find(".can", hand) !== null);
  const [least, board] = narrow ? [64, 300] : [SMALL, 230];
  const large = Math.floor(natural * 1.15);
  if (inOne(large) && left(large, 1) >= content) { hand.style.setProperty(NATURAL, `${large}px`); return; }
  if (inOne(natural)) return;
  const down = [natural, natural * 0.93, natural * 0.87, least];
  const options = [
    ...down.filter(wanted => inOne(wanted) && wanted > natural * 0.8).map(wanted => [wanted, 1]),
    ...down.filter(wanted => inTwo(wanted) && left(wanted, 2) >= content).map(wanted => [wanted, 2]),
    ...down.filter(wanted => inOne(wanted)).map(wanted => [wanted, 1]),
    ...[least].filter(wanted => inTwo(wanted) && enough(wanted)).map(wanted => [wanted, 2]),
    ...(narrow ? [62, 58, 54, 50, 46] : []).filter(wanted => inOne(wanted)).map(wanted => [wanted, 1]),
  ];
  // what cannot be answered with lies under the next card but for its edge where all that can be is seen whole then
  const slots = fans.length === 1 ? all(".slot", fans[0]) : [];
  const whole = slots.filter((slot, place) => find(".can", slot) || place === slots.length - 1).length;
  const tucked = narrow && !options.length ? [natural, natural * 0.87, 64, 58].find(wanted => whole * (wanted * widest + gap) + (slots.length - whole) * MIN_EDGE <= wide) : undefined;
  if (slots.length && tucked) {
    hand.style.setProperty(NATURAL, `${Math.floor(tucked)}px`);
    fans[0].classList.add("tucked");
    fans[0].style.setProperty("--tuck", `${Math.min(tucked * widest * 0.6, Math.floor((wide - whole * (tucked * widest + gap)) / Math.max(1, slots.length - whole)))}px`);
    return;
  }
  if (narrow && !options.length) { // a hand that is slid ends with a part of a card
    const seen = Math.max(1, Math.round(wide / (natural + gap) - 0.5)) + 0.5;
    hand.style.setProperty(NATURAL, `${Math.floor(wide / seen / widest - gap)}px`);
    for (const fan of fans) fan.classList.add("slides");
    return;
  }
  const over = fans.length === 1 && !beside && natural > least && enough(least) ? [least, 2] : [beside ? least : natural, 1];
  const [wanted, rows] = options[0] ?? over;
  hand.style.setProperty(NATURAL, `${Math.floor(wanted)}px`);
  if (rows === 1) return;
  const step = Math.min(Math.floor(wanted) * widest + gap, Math.floor((wide - wanted * widest) / (columns - 1)));
  fans[0].classList.add("packed");
  fans[0].style.setProperty("--columns", columns);
  fans[0].style.setProperty("--step", `${step}px`);
  if (table.clientHeight >= Math.min(content, board) - 4) return;
  fans[0].classList.remove("packed"); // what is known of the cards takes more room than they do
  hand.style.removeProperty(NATURAL);
}

// What of a hand lies beyond an edge is seen to go on there.
function edge(held) {
  held.classList.toggle("less", held.scrollLeft > 4);
  held.classList.toggle("more", held.scrollLeft + held.clientWidth < held.scrollWidth - 4);
}
document.addEventListener("scroll", event => { if (event.target.matches?.(".held")) edge(event.target); }, true);

// As large as all that lies on the table can be and still be seen at once; else what lies before nobody. Whether all is.
function fillTable(table, sizes, least) {
  const middle = find(".middle", table);
  const fits = (wanted, whole) => {
    table.style.setProperty("--base", `${wanted}px`);
    return whole ? table.scrollHeight <= table.clientHeight : middle !== null && middle.offsetHeight + 20 <= table.clientHeight;
  };
  // what lies beside rows lies below them where all of it is larger then
  const ways = find(":scope > .middle > .rows", table) ? [false, true] : [false];
  for (const whole of [true, false]) {
    for (const spare of whole ? ["", "crowded", "tight"] : ["", "crowded"]) {
      table.classList.toggle("tight", spare === "tight");
      table.classList.toggle("crowded", spare !== "");
      const found = ways.map(stacked => { middle?.classList.toggle("stacked", stacked); return findLargest(sizes, whole ? least : 0, wanted => fits(wanted, whole)); });
      let low = Math.max(...found);
      middle?.classList.toggle("stacked", found.length > 1 && found[1] > found[0]);
      if (low < 0) continue;
      // what has to be slid leaves room for what lies before the others
      if (!whole && find(".areas > *", table)) low = Math.min(low, 4);
      fits(sizes[low], whole);
      // what lies before the others takes what is left
      if (whole) { leaveOthers(table, OTHERS); growZones(table, sizes[low], sizes.at(-1)); }
      return whole;
    }
  }
  // what has to be slid in any case can be read
  fits(sizes[2], true);
  table.style.setProperty("--others", 1);
  return false;
}

// The place of the largest of some sizes, from a least one on, that fits; -1 if none does.
function findLargest(sizes, least, fits) {
  let [low, high] = [sizes.findIndex(each => each >= least), sizes.length];
  if (!fits(sizes[low])) return -1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(sizes[middle])) low = middle; else high = middle;
  }
  return low;
}

// What room is left, the zones of open pieces in the middle take, those of alike pieces together.
const [GROWTH, SMALLER] = [[1.1, 1.2, 1.35], [0.94, 0.88]];
const stopGrowth = table => all(".grown", table).forEach(each => { each.classList.remove("grown"); each.style.removeProperty("--base"); });
function growZones(table, base, most) {
  const groups = new Map();
  for (const zone of all(":is(.middle, .piles) > .zone:not(.squares)", table)) {
    const alike = find(":scope > :is(.laid, .discards) > .card, :scope > .collection .card", zone)?.classList[1];
    if (alike) groups.set(alike, [...(groups.get(alike) ?? []), zone]);
  }
  for (const zones of groups.values()) {
    const set = by => zones.forEach(zone => { zone.classList.add("grown"); zone.style.setProperty("--base", `${base * by}px`); });
    const fits = () => table.scrollHeight <= table.clientHeight && zones.every(zone => zone.scrollWidth <= zone.clientWidth + 1);
    const largest = [...GROWTH].reverse().find(by => { if (base * by > most) return false; set(by); return fits(); }) ?? 1;
    set(largest);
    const rows = () => new Set(zones.flatMap(zone => all(":scope > .laid > .card", zone)).map(each => each.getBoundingClientRect().bottom)).size;
    const many = rows(); // a little smaller, if they lie in fewer rows then
    if (many > 1 && !SMALLER.some(part => { set(largest * part); return rows() < many; })) set(largest);
  }
}

// How much larger the cards before the others are than those in the middle: the first that leaves all in sight.
const OTHERS = [1.6, 1.4, 1.2, 1, 0.85, 0.75];
function leaveOthers(table, parts) {
  return parts.find(part => { table.style.setProperty("--others", part); return table.scrollHeight <= table.clientHeight; });
}

// What lies before the player is as large as what lies before the others, who are further away.
function shareOut(table, own, sizes) {
  const sizeOf = (each, name) => parseFloat(getComputedStyle(each).getPropertyValue(name));
  const base = sizeOf(table, "--base");
  let [mine, theirs] = [sizeOf(own, "--base"), sizeOf(table, "--others")];
  const set = (wanted, part) => { own.style.setProperty("--base", `${wanted}px`); table.style.setProperty("--others", part); };
  for (const wanted of sizes.filter(each => each > mine)) {
    if (find(".areas > *", table) && wanted > base * theirs * 1.1) break;
    set(wanted, theirs);
    const part = leaveOthers(table, OTHERS.filter(each => each <= theirs));
    const isFull = [own, find("#play")].some(each => each.scrollHeight > each.clientHeight + 1);
    if (part === undefined || isFull || (part < theirs && wanted > base * part * 1.1)) break;
    [mine, theirs] = [wanted, part];
  }
  set(mine, theirs);
}

// What is asked about lies in sight: what can be clicked on the table, else the last that the question names, if there
// is one such thing. What is about nothing there goes back to where the page stood before.
let stood = null;
function bringIntoView() {
  const board = find("#table");
  const { top, bottom } = board.getBoundingClientRect();
  const seen = each => { const box = each.getBoundingClientRect(); return box.top >= top && box.bottom <= bottom; };
  const named = all("#question .named[data-id]").reverse().map(each => {
    const kind = each.closest("#asked, .purpose") ? "" : ".place"; // of what went before, a place is meant, and no card
    const found = all(`#table ${kind}[data-id="${CSS.escape(each.dataset.id)}"]`);
    const middle = found.filter(each => each.closest(".middle"));
    return [middle, found].find(some => some.length === 1) ?? [];
  }).flat().slice(0, 1);
  // of a row that slides, the first that is meant stands first where one of them is not in sight
  for (const row of all("#hand .held, #own")) {
    const [edges, meant] = [row.getBoundingClientRect(), all(".can, .topic", row)];
    const out = meant.some(each => { const box = each.getBoundingClientRect(); return box.right > edges.right + 2 || box.left < edges.left - 2 || box.bottom > edges.bottom + 2; });
    if (out) { row.scrollLeft += meant[0].getBoundingClientRect().left - edges.left - 8; row.scrollTop += meant[0].getBoundingClientRect().top - edges.top - 24; }
  }
  const there = all("#table :is([data-pick], .named-there)");
  const topic = all("#table .topic").map(each => each.closest(".place") ?? each);
  const meant = there.length ? there : topic.length ? topic : named;
  const boxes = meant.map(each => each.getBoundingClientRect());
  const [first, last] = [Math.min(...boxes.map(box => box.top)), Math.max(...boxes.map(box => box.bottom))];
  const fit = last - first <= bottom - top;
  if (meant.length && (meant.every(seen) || (!fit && meant.some(seen)))) return;
  if (meant.length) {
    stood ??= board.scrollTop;
    // no further than is needed where all of it can be seen
    const down = fit && last > bottom && first > top ? Math.min(last - bottom + 12, first - top) : first - top - 12;
    // and where it can be, so that at the top nothing is cut through
    const edges = all("#table :is(.zone, .area, .trick, .place)").map(each => each.getBoundingClientRect().top - top - 8);
    const whole = edges.filter(edge => edge >= down && edge <= first - top);
    board.scrollBy({ top: fit && whole.length ? Math.min(...whole) : down, behavior: "instant" });
  } else if (stood !== null) {
    board.scrollTo({ top: stood, behavior: "instant" });
    stood = null;
  }
}

// What lies below the edge of the table is named there, and a click goes on to it.
function tellBelow() {
  const [table, row] = [find("#table"), find("#below")];
  row.hidden = table.scrollHeight <= table.clientHeight + 12 || innerHeight <= 600;
  if (row.hidden) return;
  const low = table.getBoundingClientRect().bottom;
  const name = each => [...find("h3", each)?.childNodes ?? []].filter(part => !part.matches?.(".count")).map(part => part.textContent).join("").trim();
  const names = all(":scope > .middle > .zone, :scope > .middle > .piles > .zone, .area", table).filter(each => each.getBoundingClientRect().bottom > low + 12).map(name).filter(Boolean);
  row.dataset.way = names.length ? "down" : "up";
  row.textContent = names.length ? `▾ ${names.slice(0, 3).join(", ")}${names.length > 3 ? " and more" : ""}` : "▴ back up";
}
find("#table").addEventListener("scroll", tellBelow, { passive: true });

// What a question is about shines on the table; what an answer is about does while the answer is pointed at, and the
// answer while one points at that.
const lying = at => all(`:is(#seats, #table, #tray) [data-at="${CSS.escape(at)}"]`);
const split = positions => (positions ?? "").split(" ").filter(Boolean);
function showAbout() {
  for (const each of all(".topic")) each.classList.remove("topic");
  for (const each of split(form()?.dataset.about).flatMap(lying)) each.classList.add("topic");
  for (const each of all(".named-there")) each.classList.remove("named-there");
  for (const each of all("#question [data-where]").flatMap(each => split(each.dataset.where)).flatMap(lying)) each.classList.toggle("named-there", each.dataset.pick === undefined);
  // what is brought into sight on the table is not shown twice
  find("#question .stakes")?.toggleAttribute("hidden", find("#table .topic") !== null && !find("#table [data-pick]"));
}
function shine(target) {
  for (const each of all(".lit")) each.classList.remove("lit");
  const choice = target.closest("#question [data-where]");
  for (const each of split(choice?.dataset.where).flatMap(lying)) each.classList.add("lit");
  for (const each of answersAbout(target)) each.classList.add("lit");
}
// The answers that a place on the table means: the one that a click there gives, else all that are about it.
function answersAbout(target) {
  const there = target.closest(":is(#seats, #table, #tray) :is([data-pick], .named-there)");
  if (there?.dataset.pick !== undefined) return all(`#question [data-choice="${there.dataset.pick}"]`);
  return there ? all("#question [data-where]").filter(each => split(each.dataset.where).includes(there.dataset.at)) : [];
}
for (const name of ["pointerover", "focusin"]) document.addEventListener(name, event => shine(event.target));

// A card that was clicked for an answer after which such cards are chosen is chosen then, too.
let through = null;
function goThrough() {
  const { at, id } = through ?? {};
  through = null;
  const card = at && find(`#tray [data-pick][data-at="${CSS.escape(at)}"][data-id="${CSS.escape(id)}"]`);
  if (card) pick(Number(card.dataset.pick), at);
}

// The end of what is told, from the beginning of a line on.
function showNewest(told) {
  const left = told.scrollHeight - told.clientHeight;
  told.scrollTop = left > 8 ? left : 0;
}

function key(element) {
  const data = element.dataset;
  for (const name of ["choice", "at", "go"]) {
    if (data[name] !== undefined) return `[data-${name}="${CSS.escape(data[name])}"]`;
  }
  return null;
}

const toldLines = () => all("#told-so-far .deed").map(line => line.textContent);

// What is new in the story is said to those who listen: it goes on where it broke off, but may have lost its beginning,
// and its end may have grown.
function hear(before) {
  const now = toldLines();
  const end = before.pop();
  let lost = 0;
  while (before.slice(lost).some((line, place) => line !== now[place])) lost += 1;
  const fresh = now.slice(before.length - lost);
  if (fresh[0] === end) fresh.shift();
  find("#told").textContent = fresh.slice(-6).join(". ") + (questionName() ? `. ${find("#asked").textContent}` : "");
  const story = find("#told-so-far");
  story.scrollTop = story.scrollHeight;
}

const LYING = ":is(#table, #tray) [data-id][data-at]";
function places() {
  const found = new Map();
  if (still.matches) return found;
  for (const piece of all(LYING)) {
    found.set(piece.dataset.at, { id: piece.dataset.id, box: piece.getBoundingClientRect() });
  }
  return found;
}

// What lies elsewhere now than before glides there.
function glide(before) {
  if (!before.size) return;
  const now = all(LYING);
  const stayed = new Set(now.filter(p => before.get(p.dataset.at)?.id === p.dataset.id).map(p => p.dataset.at));
  const left = [...before.entries()].filter(([at]) => !stayed.has(at));
  for (const piece of now) {
    let old = stayed.has(piece.dataset.at) ? before.get(piece.dataset.at).box : null;
    if (!old) {
      const place = left.findIndex(([, was]) => was.id === piece.dataset.id);
      if (place < 0) continue;
      old = left.splice(place, 1)[0][1].box;
    }
    const box = piece.getBoundingClientRect();
    const [x, y] = [old.left - box.left, old.top - box.top];
    if (Math.abs(x) + Math.abs(y) < 4 || !piece.animate) continue;
    piece.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 420, easing: "ease-out" });
  }
}

// Whose turn it is stands in the strip of players where it can be seen.
function showTurn() {
  const [strip, turn] = [find(".seats"), find("#seats .turn")];
  if (turn) strip.scrollLeft = turn.offsetLeft - strip.offsetLeft - 8;
}

// A hand lies as its player wants it: by an attribute, or as its cards came: new ones last.
const SORTING = "cardwright-sorting";
const came = new Map(); // of each zone, the cards in the order in which they came
function keepArrivals(fan) {
  const slots = all(".slot", fan);
  const zone = fan.closest("[data-at]").dataset.at;
  const name = slot => find("[data-id]", slot)?.dataset.id ?? "";
  const before = came.get(zone) ?? JSON.parse(sessionStorageOf(`${link} ${zone}`) ?? "[]");
  const left = [...slots];
  const order = before.map(id => left.splice(left.findIndex(slot => name(slot) === id) >>> 0, 1)[0]).filter(Boolean);
  order.push(...left);
  order.forEach((slot, place) => { slot.dataset.came = place; });
  came.set(zone, order.map(name));
  try { sessionStorage.setItem(`${link} ${zone}`, JSON.stringify(came.get(zone))); } catch { /* kept in this page only */ }
}
function sortHand() {
  const control = find("[data-sort]");
  if (!control) return;
  const wanted = kept(SORTING) ?? control.value;
  if ([...control.options].some(each => each.value === wanted)) control.value = wanted;
  for (const fan of all("#hand .fan[data-sorted]")) {
    if (!find("[data-came]", fan)) keepArrivals(fan);
    const slots = all(".slot", fan);
    const [first, second] = control.value === "rank" ? ["rank", "group"] : ["group", "rank"];
    const by = control.value ? [first, second, "came"] : ["came"];
    slots.sort((one, other) => by.map(name => one.dataset[name] - other.dataset[name]).find(each => each) ?? 0);
    fan.append(...slots);
  }
}

// What this browser keeps for its person; it may forbid to keep anything.
function keep(name, value) { try { localStorage.setItem(name, value); } catch { /* not kept */ } }
function kept(name) { try { return localStorage.getItem(name); } catch { return null; } }

// The clock runs here between two messages of the server.
let wound = performance.now();
setInterval(() => {
  for (const hand of all("#clock .runs [data-left]")) {
    const left = Math.max(0, Math.ceil(hand.dataset.left - (performance.now() - wound) / 1000));
    hand.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    hand.closest("#clock > *").classList.toggle("late", left <= 10);
  }
}, 250);

// Whoever has no name yet is asked for one until they answer; later the menu takes it.
const NAME = "cardwright-name";
function askName() {
  const who = find("#who");
  if (!who) return;
  const unnamed = find(".seat.you .called")?.dataset.name === "";
  who.hidden = !unnamed || sessionStorageOf(`${link} named`) !== null || find("#earlier li") !== null;
  if (!who.hidden && !find("input", who).value) find("input", who).value = kept(NAME) ?? "";
}
function sessionStorageOf(name) { try { return sessionStorage.getItem(name); } catch { return null; } }
function stopAsking() {
  try { sessionStorage.setItem(`${link} named`, "yes"); } catch { /* asked again */ }
  find("#who").hidden = true;
}
find("#who")?.addEventListener("reset", stopAsking);

// ---------------------------------------------------------------- chat, and what is told when nobody looks

let lastSaid = find("#said").innerHTML;
function hearChat(html) {
  const isNew = find("#said").innerHTML !== lastSaid;
  lastSaid = find("#said").innerHTML;
  const said = find("#sheet[open] #said");
  if (said) said.innerHTML = html;
  else if (isNew && find("#side").offsetWidth < 10) document.body.classList.add("unread");
  find("#said").scrollTop = find("#said").scrollHeight;
  silence();
}
// Where the host has switched chat off, there is nothing to write it with.
const silence = () => document.body.classList.toggle("silent", find("#said [data-off]") !== null);

const TELLING = "cardwright-tell";
let sound = null;
function letTell(on) {
  keep(TELLING, on ? "yes" : "no");
  if (on && window.Notification?.permission === "default") Notification.requestPermission();
  if (on) beep(0.02); // a browser plays sounds once something was clicked
}
function beep(volume = 0.15) {
  if (!window.AudioContext) return;
  sound ??= new AudioContext();
  const [tone, gain] = [sound.createOscillator(), sound.createGain()];
  gain.gain.setValueAtTime(volume, sound.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.35);
  tone.frequency.value = 660;
  tone.connect(gain).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.35);
}
function tellOfTurn() {
  if (kept(TELLING) !== "yes" || !document.hidden) return;
  beep();
  if (window.Notification?.permission === "granted") new Notification(document.title, { body: find("#asked").textContent, tag: link });
}

// ---------------------------------------------------------------- answering

let chosen = []; // of several, what is picked so far: the number of each choice, alike ones again and again
let marked = []; // of alike pieces that are one choice, the places of those that were clicked

const form = () => find("#question form");
const wording = () => all("#asked, #question [data-choice]").map(each => each.textContent).join("\n");
function questionName() { return form()?.dataset.question ?? null; }

function answer(picks, hold = false) {
  const name = questionName();
  if (!name || isUnderWay("answer")) return;
  if (!send({ do: "answer", name, picks, hold })) return;
  document.body.classList.add("sent");
  if (find("#who")) stopAsking();
}

function pick(index, place) {
  const asked = form();
  if (!asked) return;
  if (asked.dataset.several === undefined) { answer([index]); return; }
  if (asked.dataset.together !== undefined && !canFollow(index)) return;
  const most = Number(asked.dataset.most);
  const count = Number(find(`[data-choice="${index}"]`, asked)?.dataset.count ?? 1);
  const times = chosen.filter(each => each === index).length;
  const alike = all(`[data-pick="${index}"]`);
  const back = alike.length > 1 && alike.some(each => each.dataset.at === place && each.classList.contains("picked"));
  marked = marked.filter(each => each !== place);
  if (back) chosen.splice(chosen.lastIndexOf(index), 1);
  else if (times < count && chosen.length < most) { chosen.push(index); if (place) marked.push(place); }
  else if (times) chosen = chosen.filter(each => each !== index);
  if (most === 1 && chosen.length === 1) { answer(chosen); return; }
  paint();
}

// What is picked so far is still picked when the page is loaded again; a browser may forbid to keep anything.
function keepPicks() {
  try { sessionStorage.setItem(link, JSON.stringify({ name: questionName(), chosen, marked })); } catch { /* not kept */ }
}
function takeUpPicks() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(link));
    if (kept?.name === questionName()) ({ chosen, marked } = kept);
  } catch { /* nothing was kept */ }
}

function setPicked(element, on) {
  element.classList.toggle("picked", on);
  element.setAttribute("aria-pressed", String(on));
}

function paint() {
  const asked = form();
  if (!asked || asked.dataset.several === undefined) return;
  keepPicks();
  // of alike pieces so many are shown as picked as are: those that were clicked before others
  const left = new Map();
  for (const index of chosen) left.set(index, (left.get(index) ?? 0) + 1);
  const clicked = each => marked.includes(each.dataset.at);
  for (const each of all("[data-pick]").sort((one, other) => clicked(other) - clicked(one))) {
    const index = Number(each.dataset.pick);
    setPicked(each, left.get(index) > 0);
    const stack = parseInt(find(":scope > .state > .times", each)?.textContent.slice(1) ?? 1);
    const taken = Math.min(stack, left.get(index) ?? 0);
    find(":scope > .taken", each)?.remove();
    if (stack > 1 && taken > 0) each.insertAdjacentHTML("beforeend", `<span class="taken">✓ ${taken}</span>`);
    left.set(index, (left.get(index) ?? 0) - Math.max(taken, 0));
  }
  for (const each of all("[data-choice]")) setPicked(each, chosen.includes(Number(each.dataset.choice)));
  if (asked.dataset.ordered !== undefined) numberPicks();
  const [least, most] = [Number(asked.dataset.least), Number(asked.dataset.most)];
  let enough = chosen.length >= least || (asked.dataset.passing !== undefined && !chosen.length);
  if (asked.dataset.together !== undefined) enough = goesTogether(asked);
  const go = find("[data-go]", asked);
  go.disabled = !enough;
  const before = Number(asked.dataset.picked ?? 0); // some may have been picked because there was nothing else to pick
  const count = before + chosen.length;
  // to pick none is to decline: it is labelled as that is elsewhere, and nobody does it by Enter
  const declines = enough && !count;
  go.classList.toggle("declines", declines);
  go.innerHTML = declines ? "<kbd>0</kbd> None" : count ? `Done: ${count}` : "Done";
  if (declines) go.dataset.label = "0"; else delete go.dataset.label;
  go.setAttribute("aria-keyshortcuts", declines ? "0" : "Enter");
  find("[data-progress]", asked).textContent = asked.dataset.ordered !== undefined
    ? chosen.length ? "in this order; take one out to put it elsewhere" : "put in order: what comes first, then the next" : least === most
    ? `${count} of ${before + most} picked`
    : `${count} picked (${before + least} to ${before + most}${least && declines ? ", or none" : ""})`;
}

// What is put in order has its place in it, wherever it is shown.
function numberPicks() {
  for (const each of all("[data-choice], [data-pick]")) {
    const index = Number(each.dataset.choice ?? each.dataset.pick);
    const places = chosen.flatMap((other, place) => (other === index ? [place + 1] : []));
    if (places.length) each.dataset.place = places.join(", "); else delete each.dataset.place;
  }
}

// Where not any things go together, the table tells what can come of those that are picked: what cannot be added is
// not offered, and to be done only once they are what is asked for.
let goesOn = null;
const isTold = () => goesOn !== null && JSON.stringify(goesOn.picks) === JSON.stringify(chosen);
const canFollow = index => !isTold() || goesOn.next.includes(index) || chosen.includes(index);
function goesTogether(asked) {
  for (const each of all("[data-choice]", asked)) each.disabled = !canFollow(Number(each.dataset.choice));
  for (const each of all("[data-pick]")) each.classList.toggle("can", canFollow(Number(each.dataset.pick)));
  const name = questionName();
  if (!isTold() && !isUnderWay("pick") && isOpen()) send({ do: "pick", name, picks: chosen });
  return isTold() && goesOn.enough;
}

// ---------------------------------------------------------------- what lies above the page

function sheet(content, newest = false) {
  const body = find("#sheet-body");
  body.replaceChildren(...(Array.isArray(content) ? content : [content]));
  const dialog = find("#sheet");
  if (!dialog.open) dialog.showModal();
  find("textarea, input", body)?.focus(); // what is to be filled in is, at once
  dialog.scrollTop = newest ? dialog.scrollHeight : 0;
  const said = find("#said", body);
  if (said) said.scrollTop = said.scrollHeight;
}

function lines(texts) {
  const list = document.createElement("ul");
  list.className = "why";
  for (const text of texts) {
    const line = document.createElement("li");
    line.textContent = text;
    list.append(line);
  }
  return list;
}

// What is being written is not taken away by what is told.
function tell(text) {
  const line = document.createElement("p");
  line.textContent = text;
  line.setAttribute("role", "alert");
  const written = find("#sheet[open] [data-send]");
  if (!written) { sheet(line); return; }
  find("[role=alert]", written)?.remove();
  written.prepend(line);
}

// What cannot be meant by accident is done when it is said again.
function asked({ sure, do: deed, seat }) {
  const question = document.createElement("p");
  question.textContent = sure;
  const yes = document.createElement("button");
  yes.textContent = "Yes";
  Object.assign(yes.dataset, { do: deed, yes: "yes" }, seat === undefined ? {} : { seat });
  return [question, yes];
}

// What is asked can be put aside, so that all of the table is seen; the next question comes up again.
function fold(away) {
  document.body.classList.toggle("folded", away);
  const handle = find("#fold");
  handle.textContent = away ? "Question" : "Table";
  handle.setAttribute("aria-expanded", String(!away));
}
find("#fold").addEventListener("click", () => fold(!document.body.classList.contains("folded")));

async function fetched(path) {
  const answer = await fetch(`${base}/${path}`, { credentials: "omit" });
  if (!answer.ok) throw new Error("gone");
  const holder = document.createElement("div");
  holder.innerHTML = await answer.text(); // made by our own server, in which every text is escaped
  return holder;
}

// The faces of all cards stand in the page once, and whatever shows one uses it.
async function loadFaces() {
  try { find("#faces").replaceChildren(...(await fetched("faces")).childNodes); } catch { setTimeout(loadFaces, 3000); }
}

// A face as large as it can be read in a height, with its words for those who listen.
function face(id, most = 420) {
  const symbol = document.getElementById(`face-${id}`);
  const words = find(`#faces [data-face="${CSS.escape(id)}"]`);
  if (!symbol || !words) return null;
  const found = document.createElement("div");
  found.className = "face";
  const [wide, high] = symbol.getAttribute("viewBox").split(" ").slice(2).map(Number);
  const drawn = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawn.setAttribute("viewBox", `0 0 ${wide} ${high}`);
  drawn.setAttribute("width", Math.round(wide * Math.min(5, 320 / wide, most / high)));
  drawn.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#face-${id}`);
  drawn.append(use);
  const said = document.createElement("div");
  said.className = "unseen";
  said.append(...words.cloneNode(true).childNodes);
  found.append(drawn, said);
  return found;
}

// The face of a piece that lies there, with all of its state.
function faceWithState(element, most) {
  const found = face(element.dataset.id, most);
  const state = element.querySelector(":scope > .state:has(*)")?.cloneNode(true);
  if (!found || !state) return found;
  for (const each of state.querySelectorAll("[data-pick]")) { each.removeAttribute("data-pick"); each.classList.remove("can"); }
  found.append(state);
  return found;
}

// The whole text of an answer.
function note(choice) {
  const text = find(".note", choice);
  if (!text) return null;
  const found = document.createElement("div");
  found.className = "face told";
  found.append(...text.cloneNode(true).childNodes);
  return found;
}

// A look at a card never covers the answers: beside it where a mouse points, and at the top of the page where a finger
// has touched, until it touches again.
let peek = null;
const CRAMPED = matchMedia("(max-width: 900px)");
function closePeek() { peek?.remove(); peek = null; }
function openPeek(element, touched = false) {
  const dock = find("#dock").getBoundingClientRect();
  const low = CRAMPED.matches && dock.height ? dock.top : innerHeight;
  const right = CRAMPED.matches || !dock.height ? innerWidth : dock.left;
  const found = element.dataset.id ? faceWithState(element, Math.max(200, Math.min(touched ? 520 : 420, low - 60))) : note(element);
  if (!found) return false;
  closePeek();
  peek = found;
  peek.id = "peek";
  peek.classList.toggle("stays", touched);
  if (touched) peek.setAttribute("role", "status");
  document.body.append(peek);
  const [wide, high, box] = [peek.offsetWidth, peek.offsetHeight, element.getBoundingClientRect()];
  const beside = box.right + 10 + wide < right ? box.right + 10 : Math.max(4, Math.min(box.left - 10, right) - wide);
  // above what is asked, so that the cards beside one of the hand can be seen
  const above = element.closest("#tray") ? find("#tray").getBoundingClientRect().top - high - 6 : -1;
  peek.style.left = `${touched ? (right - wide) / 2 : above >= 0 ? Math.max(4, Math.min(right - wide - 4, box.left)) : beside}px`;
  peek.style.top = `${touched ? Math.max(4, Math.min(50, low - high - 6)) : above >= 0 ? above : Math.max(4, Math.min(innerHeight - high - 4, box.top))}px`;
  return true;
}

// ---------------------------------------------------------------- what is clicked, pressed and typed

async function act(target) {
  const data = target.dataset;
  if (target.id === "below") { find("#table").scrollBy({ top: (find("#table").clientHeight - 60) * (data.way === "up" ? -9 : 1) }); return; }
  if (data.hold !== undefined) answer([Number(data.choice)], true);
  else if (data.choice !== undefined) pick(Number(data.choice));
  else if (data.pick !== undefined) {
    const where = find(`#question [data-choice="${data.pick}"]`)?.dataset.where;
    through = data.id !== undefined && where !== data.at && split(where).includes(data.at) ? { at: data.at, id: data.id } : null;
    pick(Number(data.pick), data.at);
  }
  else if (data.go !== undefined) answer(chosen);
  else if (data.spread !== undefined) sheet([...target.nextElementSibling.content.cloneNode(true).children]);
  else if (data.why !== undefined) send({ do: "why", rule: data.why });
  else if (data.counter !== undefined) send({ do: "why", counter: data.counter, word: data.word });
  else if (data.goTo !== undefined) { if (isOpen()) location.href = `${base}/${data.goTo}`; else tell(NO_LINE); }
  else if (data.open !== undefined) await open(data.open);
  else if (data.sure !== undefined) sheet(asked(data));
  else if (data.do !== undefined) {
    find("#sheet").close();
    const message = { do: data.do };
    if (data.yes !== undefined) message.yes = true;
    if (data.seat !== undefined) { message.seat = Number(data.seat); message.kind = data.kind ?? null; }
    send(message);
  } else if (data.id !== undefined) {
    answersAbout(target)[0]?.scrollIntoView({ block: "nearest" });
    if (fingered && !target.closest("dialog")) { openPeek(target, true); return; }
    const found = faceWithState(target);
    if (found) sheet(found);
    else if (!isOpen()) tell(NO_LINE);
  }
}

async function open(what) {
  const shown = find(`#${what}`);
  if (shown) { sheet([...shown.cloneNode(true).children], what === "chat"); document.body.classList.remove("unread"); return; }
  const template = document.getElementById(`${what}-form`);
  if (template) {
    sheet([...template.content.cloneNode(true).children]);
    const name = find("#sheet [data-send=call] input");
    if (name) name.value = find(".seat.you .called").dataset.name;
    const told = find("#sheet [data-tell]");
    if (told) told.checked = kept(TELLING) === "yes";
    return;
  }
  try { sheet(await fetched(what), what === "log"); } catch { tell(isOpen() ? NOT_SHOWN : NO_LINE); }
}

const DEEDS = "#below, [data-choice], [data-pick], [data-spread], [data-go], [data-why], [data-counter], [data-go-to], [data-open], [data-do]";
let held = false;

// What lies within an answer or a button is a part of it: only a card that is in neither is looked at by a click.
const meant = element => element.closest(DEEDS) ?? element.closest("[data-id]");

document.addEventListener("click", event => {
  const target = meant(event.target);
  if (held) { held = false; event.preventDefault(); return; }
  if (target) { event.preventDefault(); act(target); }
});

document.addEventListener("submit", event => {
  const sender = event.target.closest("[data-send]");
  if (!sender) { if (event.target.closest("#question")) event.preventDefault(); return; }
  event.preventDefault();
  const text = new FormData(sender).get("text");
  if (!send({ do: sender.dataset.send, text })) return;
  if (sender.dataset.send === "say") sender.reset();
});
// What was written in a form stays there until it has arrived.
function arrived(deed) {
  if (deed.do === "call") { keep(NAME, deed.text); if (find("#who")) stopAsking(); }
  if (find(`#sheet[open] [data-send="${deed.do}"]:not([data-send=say])`)) find("#sheet").close();
}

document.addEventListener("change", event => {
  if (event.target.dataset.tell !== undefined) { letTell(event.target.checked); return; }
  if (event.target.dataset.sort === undefined) return;
  keep(SORTING, event.target.value);
  const before = places();
  sortHand();
  glide(before);
});

// A long list of answers is narrowed by a part of their names; Enter takes the only one that is left.
const searched = () => all("#question .choices.many [data-choice]");
document.addEventListener("input", event => {
  if (event.target.dataset.search === undefined) return;
  const part = event.target.value.trim().toLowerCase();
  for (const each of searched()) each.hidden = !each.textContent.toLowerCase().includes(part);
  find("[data-no-match]", event.target.parentElement).textContent = searched().some(each => !each.hidden) ? "" : "No answer contains this.";
});

document.addEventListener("keydown", event => {
  if (event.key === "Enter" && event.target.dataset?.search !== undefined) {
    event.preventDefault();
    const left = searched().filter(each => !each.hidden);
    if (left.length === 1) act(left[0]);
    return;
  }
  const typing = event.target.closest("input, textarea, select");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") closePeek();
  const button = event.target.closest("[role=button]");
  if (button && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); act(button); return; }
  if (find("#sheet").open) return;
  const go = find("#question [data-go]");
  if (event.key === "Enter" && go && !go.matches(":disabled, .declines") && !event.target.closest("button, a, summary")) { act(go); return; }
  if (event.key === "?" && event.target.dataset?.id) { const found = faceWithState(event.target); if (found) sheet(found); return; }
  if (event.key.length === 1) typed(event.key);
});

// Labels of choices can be typed; a number of several digits while nothing longer could be meant.
let keys = "";
let keysEnd = 0;
function typed(sign) {
  clearTimeout(keysEnd);
  keys += sign;
  const labels = all("#question [data-label]");
  const fitting = labels.filter(each => each.dataset.label.startsWith(keys));
  const exact = fitting.find(each => each.dataset.label === keys);
  if (exact && fitting.length === 1) { keys = ""; act(exact); return; }
  if (!fitting.length) { keys = ""; return; }
  keysEnd = setTimeout(() => { keys = ""; if (exact) act(exact); }, 700);
}

const shownById = ":is(#table, #tray, #told-so-far) [data-id], #question :is(.named, .stake, .shows)[data-id]";
// What comes to lie under a mouse that rests was not pointed at.
let pointer = "";
let rested = null;
const spot = event => `${event.clientX} ${event.clientY}`;
document.addEventListener("pointermove", event => { pointer = spot(event); });
document.addEventListener("pointerover", event => {
  if (event.pointerType !== "mouse" || spot(event) === rested) return;
  const target = event.target.closest(shownById);
  if (target) setTimeout(() => target.matches(":hover") && openPeek(target), 350);
});
document.addEventListener("pointerout", event => { if (event.pointerType === "mouse" && event.target.closest(shownById)) closePeek(); });

let press = 0;
let fingered = false; // whether the page was last touched, and not clicked
document.addEventListener("pointerdown", event => {
  held = false;
  fingered = event.pointerType !== "mouse";
  if (fingered) closePeek();
  const target = event.target.closest(`${shownById}, #question .choice:has(> .note)`);
  if (!target || !fingered) return;
  press = setTimeout(() => { held = openPeek(target, true); }, 500);
});
for (const name of ["pointerup", "pointercancel", "pointermove"]) {
  document.addEventListener(name, event => { if (name !== "pointermove" || Math.abs(event.movementX) + Math.abs(event.movementY) > 6) clearTimeout(press); });
}
document.addEventListener("contextmenu", event => { if (held) event.preventDefault(); });

takeUpPicks();
sortHand();
showTurn();
askName();
find("#said").scrollTop = find("#said").scrollHeight;
silence();
paint();
showAbout();
arrange();
document.fonts.ready.then(() => { arranged = ""; find("#table").scrollTop = 0; arrange(); if (questionName()) bringIntoView(); });
if (questionName()) bringIntoView();
addEventListener("resize", arrange);
connect();
loadFaces();
