"use strict";
// A form for a new table

function newTable() {
  const players = byId("option.num_players");
  const seats = () => {
    const count = Number(players?.value) || Infinity;
    for (const seat of document.querySelectorAll(".seat")) show(seat, Number(seat.dataset.seat) < count);
  };
  players?.addEventListener("input", seats);
  seats();
  document.querySelector("form").onsubmit = () => {
    const button = document.querySelector("button.main");
    button.textContent = "Opening … (the first time, the rules are compiled: up to a minute)";
    setTimeout(() => { button.disabled = true; });
  };
  for (const chooser of document.querySelectorAll("input[data-into]")) {
    chooser.onchange = async () => {
      if (chooser.files[0]) byId(chooser.dataset.into).value = await chooser.files[0].text();
    };
  }
}

// An invitation: it is used up by the first click, whose answer a second one would replace

function once() {
  const form = document.querySelector("form.once");
  form.addEventListener("submit", () => setTimeout(() => { form.querySelector("button").disabled = true; }));
}

// Replays

function replays() {
  byId("file").onchange = async () => {
    const answer = await fetch("/replays", { method: "POST", body: await byId("file").files[0].arrayBuffer() });
    const told = await answer.json();
    if (answer.ok) location.assign(told.at);
    byId("error").textContent = told.text ?? "";
    show(byId("error"), !answer.ok);
  };
}

({ new: newTable, once, replays })[document.body.dataset.page]();
