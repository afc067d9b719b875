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
  const chooser = byId("file");
  chooser.onchange = async () => {
    const file = chooser.files[0];
    if (!file) return;
    complain("");
    write(byId("busy"), `Playing ${file.name} through … (the first time, the rules are compiled: up to a minute)`);
    chooser.disabled = true;
    try {
      const answer = await fetched("/replays", { method: "POST", body: await file.arrayBuffer() });
      location.assign((await answer.json()).at);
    } catch (error) {
      complain(error.message);
    }
    write(byId("busy"), "");
    chooser.disabled = false;
    chooser.value = "";  // so that the same file can be chosen once more
  };
}

({ new: newTable, once, replays })[document.body.dataset.page]();
