// The line to the server: what is sent over it is done once, and whoever sent it is told when that is not sure.
"use strict";

const link = document.body.dataset.link;
const base = `/t/${link}`;
const find = (selector, where = document) => where.querySelector(selector);
const all = (selector, where = document) => [...where.querySelectorAll(selector)];

const NO_LINE = "There is no connection just now, so nothing was sent. It is tried again all the time.";
const page = Math.random().toString(36).slice(2);
let socket = null;
let waiting = 300;
let run = null; // which run of the server this page spoke to last
let count = 0;
let underWay = []; // what was sent and is not answered yet, in its order

function connect() {
  const line = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${base}/live`);
  socket = line;
  line.addEventListener("open", () => {
    waiting = 300;
    for (const deed of underWay) if (deed.line === null) transmit(deed); // done while the page was opening
  });
  line.addEventListener("message", event => receive(JSON.parse(event.data)));
  line.addEventListener("close", event => {
    mark("off", "No connection: trying again");
    if (event.code === 4008) { tell("This page is open too often."); return; }
    setTimeout(connect, waiting);
    waiting = Math.min(waiting * 2, 5000);
  });
}

// How things stand with the line, in sight: a dot is enough while all is well.
let marking = 0;
function mark(state, said = "") {
  clearTimeout(marking);
  const line = find("#line");
  line.className = state;
  line.title = state === "on" ? "connected" : "not connected";
  line.textContent = said;
  if (state === "on" && said) marking = setTimeout(() => { line.textContent = ""; }, 8000);
}

const isOpen = () => socket !== null && socket.readyState === WebSocket.OPEN;
const isUnderWay = deed => underWay.some(each => each.message.do === deed);

// Whether it was sent: what nobody heeds now is not kept until later, when something else may be asked.
function send(message) {
  const isOpening = run === null && socket?.readyState === WebSocket.CONNECTING;
  if (!isOpen() && !isOpening) { tell(NO_LINE); return false; }
  count += 1;
  const deed = { message: { ...message, id: `${page}.${count}` }, line: null, again: false };
  underWay.push(deed);
  if (!isOpening) transmit(deed);
  return true;
}

function transmit(deed) {
  const again = deed.line !== null;
  [deed.line, deed.at] = [socket, Date.now()];
  socket.send(JSON.stringify(again ? { ...deed.message, again } : deed.message));
}

// What came is not done again. What was under way on another line waits for the greeting: the server may be another one.
setInterval(() => {
  if (!isOpen()) return;
  for (const deed of underWay) if (deed.line === socket && Date.now() - deed.at > 2500) transmit(deed);
}, 500);

function receive(message) {
  const anew = message.run !== undefined && run !== null && run !== message.run;
  const greeting = message.run !== undefined;
  if (greeting) {
    run = message.run;
    underWay = underWay.filter(each => each.line === socket || each.message.do !== "pick"); // asked anew of what is shown now
  }
  const deed = underWay.find(each => each.message.id === message.id);
  underWay = underWay.filter(each => each !== deed);
  if (greeting) mark("on");
  heed(deed || message.id === undefined ? message : { parts: message.parts }, anew);
  if (deed && !message.refused) arrived(deed.message);
  if (deed?.again && !message.refused) mark("on", "What you did has arrived");
  if (greeting) goOnAfterBreak(anew);
}

// What was under way when the line broke is sent again. A server that was started anew knows by the record of the game
// whether an answer had come, and nothing of the rest: that might be done twice.
function goOnAfterBreak(anew) {
  const before = underWay;
  const brokenOff = each => each.line !== socket;
  underWay = before.filter(each => !anew || !brokenOff(each) || each.message.do === "answer");
  for (const deed of underWay.filter(brokenOff)) { deed.again = true; transmit(deed); }
  if (underWay.length < before.length) {
    tell("The connection broke, and the server was started anew, before it was sure that what you did had arrived. If it is not done, do it again.");
  }
}
