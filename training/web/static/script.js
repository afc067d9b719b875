"use strict";
// What all pages share; each has a script of its own beside this one, which is loaded first.
// Nothing in them knows a game: pictures, hot spots and words come from the server.

const byId = (name) => document.getElementById(name);

function made(tag, text, attributes = {}) {
  const element = document.createElement(tag);
  if (text) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

// Screen readers tell again what is written again.
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// Parts are drawn anew only where they have changed: the focus, a selection, an open menu stay as they are.
const drawn = new Map();

function changed(part, ...content) {
  const now = JSON.stringify(content), before = drawn.get(part);
  drawn.set(part, now);
  return now !== before;
}

function show(element, wanted) {
  element.hidden = !wanted;
}

// How many pixels pictures shall have in place of one, each way: what this server draws, as far as the screen shows it.
const ratio = () => Math.min(2, Math.max(1, Math.round(devicePixelRatio)));

// What this server answers, or an error that says why it does not.
async function fetched(place, options) {
  const answer = await fetch(place, options).catch(() => null);
  if (!answer) throw new Error("The server does not answer.");
  if (answer.ok) return answer;
  const told = await answer.json().catch(() => ({}));
  throw Object.assign(new Error(told.text ?? `The server answers with error ${answer.status}.`), { status: answer.status });
}

// Says what has not worked on a page's line for errors; nothing where all is well.
function complain(text) {
  write(byId("error"), text);
  show(byId("error"), Boolean(text));
}

const typing = () => ["INPUT", "TEXTAREA", "SELECT"].includes(document.activeElement?.tagName);
