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

function show(element, wanted) {
  element.hidden = !wanted;
}

// How many pixels pictures shall have in place of one, each way: what this server draws, as far as the screen shows it.
const ratio = () => Math.min(2, Math.max(1, Math.round(devicePixelRatio)));

const typing = () => ["INPUT", "TEXTAREA", "SELECT"].includes(document.activeElement?.tagName);
