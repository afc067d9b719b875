"use strict";
// A table

const READING = 350;  // milliseconds in which nobody has read a question
const ANSWER = 10_000;  // milliseconds after which a decision should have been answered, even on a slow line
const LOCAL = /^(localhost|127\.[\d.]+|\[::1\])$/;
const ASLEEP = 120_000;  // milliseconds without this page's clock, which a browser lets go once a minute at least

// What to say where the server has closed the connection and told why: for good, or for now.
const ENDED = {
  not_found: "This table cannot be shown: there is no such table any more.",
  outdated: "This table cannot be shown: the rules have changed since this game was played.",
  malformed: "This table cannot be shown: the server does not understand this page; load it anew.",
  too_many_errors: "This page has been sent away after too many errors; load it anew.",
  strange_host: "The server does not go by the name in this page's address; it can be told with --allow-host.",
  strange_origin: "The server knows this page by another name than your browser; a proxy before it must pass on Host.",
};
const WAITING = { too_many: "Too many pages are open from here; trying again …" };

function table() {
  const path = location.pathname.replace(/^\/table\//, "");
  const title = byId("table").dataset.title;
  let socket = null, state = null, patience = 500, picture = "", shown = "", waiting = 0, hinted = new Set();
  let gone = true, pending = null, unread = 0, overdue = 0;  // no connection; the number of a decision on its way; timers
  let inList = false;  // whether the focus was in the list of actions when it was drawn last, and has not left it since
  let thinking = "";  // the question for which a hint has been asked for; empty for none

  function connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const mine = socket = new WebSocket(`${scheme}//${location.host}/socket/${path}?ratio=${ratio()}`);
    socket.binaryType = "blob";
    socket.onmessage = (event) => {
      if (mine !== socket) return;
      clearTimeout(overdue);
      patience = 500;
      if (gone) pending = null;  // what had not come to the server is lost
      gone = false;
      if (event.data instanceof Blob) showPicture(event.data);
      else heed(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (mine !== socket) return;
      clearTimeout(overdue);
      gone = true;
      thinking = "";
      status("gone", ENDED[event.reason] ?? WAITING[event.reason] ?? "The server does not answer; trying again …");
      able();
      if (!(event.reason in ENDED)) setTimeout(connect, patience);
      patience = Math.min(5000, patience * 1.6);
    };
  }

  // A connection can be dead without being closed, as after a laptop has slept; closing it would take minutes.
  function connectAnew() {
    const dead = socket;
    gone = true;
    thinking = "";
    status("gone", "The server has not answered; connecting anew …");
    able();
    connect();
    dead.close();
  }

  function say(message) {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  // One decision at a time, and none on a question that nobody can have read yet: on a near server it comes between the
  // two presses of a double click, and its buttons lie where those of the last one lay.
  const held = () => gone || pending !== null || unread !== 0;

  function decide(message) {
    if (held()) return;
    pending = state.decision;
    closeMenu();
    able();
    say({ ...message, decision: pending });
    overdue = setTimeout(connectAnew, ANSWER);
  }

  function act(action) {
    if (state?.yours) decide({ do: "act", action });
  }

  function readFirst() {
    clearTimeout(unread);
    unread = setTimeout(() => { unread = 0; able(); }, READING);
  }

  function heed(message) {
    if (message.tell === "hint") return showHints(message);
    if (message.tell === "error") {
      pending = null;
      complain(message.text);
      return able();
    }
    complain(message.trouble);
    if (pending !== message.decision || !message.running) pending = null;
    const asked = !state || question(state) !== question(message);
    if (asked) readFirst();
    if (asked || !state.running) hinted = new Set();
    state = message;
    draw(asked);
  }

  const question = ({ decision, yours, asks, actions }) => JSON.stringify([decision, yours, asks, actions]);

  function noteFocus() {
    const here = document.activeElement;
    inList = byId("actions").contains(here) || (inList && here === document.body);
  }

  function draw(asked) {
    if (asked) closeMenu();
    noteFocus();
    const over = !state.running, others = state.you === null ? "Looking on."
      : state.seats[state.you].stands_in ? "An agent stands in for you." : "Waiting for the others …";
    status(over ? "" : state.yours ? "yours" : "waiting",
      over ? "The game is over." : state.yours ? `Your turn: ${state.asks}` : others);
    if (!state.yours || asked) waiting = Date.now();
    document.title = (state.yours ? "● " : "") + title;
    write(byId("text"), state.text);
    show(byId("words"), Boolean(state.text));
    if (!state.picture && changed("words", "open")) byId("words").open = true;
    show(byId("board"), Boolean(state.picture));
    fit();
    drawSpots();
    drawActions(asked);
    drawSeats();
    drawLog();
    drawResult();
    for (const name of ["hint", "undo", "return", "infer"]) show(byId(name), state.may.includes(name));
    byId("infer").setAttribute("aria-pressed", String(state.infers));
    show(byId("hints"), hinted.size > 0);
    show(byId("pace"), state.may.includes("pace"));
    for (const button of byId("pace").querySelectorAll("button"))
      button.setAttribute("aria-pressed", String(Number(button.dataset.pace) === state.pace));
    show(byId("seed-note"), state.seed_chosen);
    able();
  }

  function fit() {
    if (!state?.picture) return;
    const { width, height } = state.picture, room = Math.max(320, innerHeight - 110);
    byId("board").style.maxWidth = innerWidth > 900 ? `${Math.round(room * width / height)}px` : "none";
  }

  function status(kind, text) {
    byId("dot").className = `dot ${kind}`;
    write(byId("status"), text);
  }

  function able() {
    for (const button of document.querySelectorAll(".spot, .actions button, .menu button, #undo"))
      button.setAttribute("aria-disabled", String(held()));  // it keeps the focus, which one that is disabled loses
    const hint = byId("hint");
    hint.setAttribute("aria-disabled", String(!mayHint()));
    write(hint, thinking ? "Thinking …" : "Hint (H)");
  }

  // A picture comes after what is said of it, on a slow line long after; until then new spots would lie on the old one.
  function showPicture(blob) {
    const before = picture, { id } = state.picture;
    picture = URL.createObjectURL(blob);
    byId("picture").onload = () => { shown = id; uncover(); };
    byId("picture").src = picture;
    if (before) URL.revokeObjectURL(before);
  }

  function uncover() {
    const fits = shown === state.picture?.id;
    show(byId("spots"), fits);
    if (!fits) closeMenu();
  }

  function words(action) {
    return state.actions.find(([number]) => number === action)[1];
  }

  function drawSpots() {
    uncover();
    if (!changed("spots", state.picture, state.spots, state.actions, [...hinted])) return;
    const spots = state.spots.map(([left, top, wide, high, ...actions]) => {
      const spot = made("button", "", { class: "spot", type: "button", tabindex: "-1", title: actions.slice(0, 8).map(words).join("\n") });
      spot.dataset.actions = actions.join(" ");
      const { width, height } = state.picture;
      spot.style.left = `${100 * left / width}%`;
      spot.style.top = `${100 * top / height}%`;
      spot.style.width = `${100 * wide / width}%`;
      spot.style.height = `${100 * high / height}%`;
      spot.classList.toggle("hinted", actions.some((action) => hinted.has(action)));
      spot.onclick = (event) => actions.length === 1 ? act(actions[0]) : openMenu(actions, event.clientX, event.clientY);
      return spot;
    });
    byId("spots").replaceChildren(...spots);
    byId("picture").width = state.picture?.width ?? 0;
    byId("picture").height = state.picture?.height ?? 0;
  }

  function drawActions(asked) {
    show(byId("asked"), state.yours);
    write(byId("asks"), state.asks);
    if (asked) byId("filter").value = "";
    show(byId("filter"), state.actions.length > 9);
    if (asked) byId("actions").scrollTop = 0;
    if (!changed("actions", state.actions, [...hinted], byId("filter").value)) return;
    const before = document.activeElement?.dataset.action;
    const wanted = byId("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = state.actions.filter(([, text]) => wanted.every((word) => text.toLowerCase().includes(word)));
    const rows = shown.map(([action, text], place) => {
      const row = made("li");
      row.append(choice(action, text, place));
      return row;
    });
    noteFocus();
    byId("actions").replaceChildren(...rows);
    if (!inList || !rows.length) return;
    const same = !asked && byId("actions").querySelector(`[data-action="${before}"]`);
    (same || rows[0].firstChild).focus({ preventScroll: true });
  }

  // A button for an action; the first nine of a list have a key.
  function choice(action, text, place, more = {}) {
    const button = made("button", "", { type: "button", "data-action": action, "aria-disabled": String(held()), ...more });
    if (place < 9) button.append(made("kbd", String(place + 1), { "aria-hidden": "true" }));
    button.append(text);
    button.classList.toggle("hinted", hinted.has(action));
    button.onclick = () => act(action);
    return button;
  }

  function drawSeats() {
    state.seats.forEach((seat, number) => {
      const empty = seat.person && number !== state.you && !seat.present && !seat.stands_in;
      const replaceable = empty && state.may.includes("hand_over");
      if (!changed(`seat ${number}`, seat, state.you, replaceable)) return;
      const row = made("li", "", number === state.you ? { class: "you" } : {});
      const helps = [seat.hints && `${seat.hints} ${seat.hints === 1 ? "hint" : "hints"}`, seat.undone && `${seat.undone} taken back`,
        seat.inferred && "shown what can be worked out"].filter(Boolean);
      const away = seat.person && !seat.present ? " (away)" : "";
      row.append(`player_${number}: ${seat.name}${number === state.you ? " (you)" : ""}${away}${helps.length ? `, ${helps.join(", ")}` : ""}`);
      if (seat.invite) {
        const link = made("input", "", { readonly: "", "aria-label": `invitation for player_${number}`, "data-invite": number });
        link.value = `${location.origin}/join/${byId("table").dataset.table}/${number}/${seat.invite}`;
        link.onclick = () => link.select();
        row.append(made("div", "Send this link to whoever shall sit here:", { class: "faint" }), link);
        if (LOCAL.test(location.hostname))
          row.append(made("div", "It works on this computer alone. For others, open this page under the name or the "
            + "address by which they reach this computer.", { class: "faint" }));
      }
      if (replaceable) {
        const agent = made("select", "", { "aria-label": `an agent for player_${number}`, "data-hand-over": number });
        agent.append(made("option", "let an agent stand in …", { value: "" }), byId("levels").content.cloneNode(true));
        agent.onchange = () => agent.value && say({ do: "hand_over", seat: number, level: agent.value });
        row.append(agent);
      }
      const old = byId("seats").children[number];
      if (old) old.replaceWith(row); else byId("seats").append(row);
    });
  }

  // After a reconnection, or where something has been taken back, all lines come anew; those that stand there stay.
  function drawLog() {
    const log = byId("log"), atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 30, first = !log.children.length;
    let { lines } = state;
    if (state.fresh) {
      const there = [...log.children], apart = there.findIndex((row, place) => row.textContent !== lines[place]);
      const same = apart < 0 ? there.length : apart;
      there.slice(same).forEach((row) => row.remove());
      lines = lines.slice(same);
    }
    state.lines = [];
    if (!lines.length) return;
    if (first) log.setAttribute("aria-live", "off");  // nobody wants to be told a whole game
    for (const old of log.querySelectorAll(".new")) old.classList.remove("new");
    log.append(...lines.map((line) => made("li", line, first ? {} : { class: "new" })));
    if (first) setTimeout(() => log.setAttribute("aria-live", "polite"), 1000);
    if (atEnd || first) log.scrollTop = log.scrollHeight;
  }

  function drawResult() {
    show(byId("result"), Boolean(state.result));
    if (!state.result || !changed("result", state.result, state.seats)) return;
    const rows = state.result.seats.map(([word, paid], seat) =>
      made("li", `player_${seat}, ${state.seats[seat].name}: ${word} (${paid > 0 ? "+" : ""}${paid})`));
    if (state.result.cut_off) rows.push(made("li", "Cut off at the limit of decisions."));
    byId("results").replaceChildren(...rows);
    const base = path.includes("/") ? `/table/${path}` : `/watch/${path}`;
    byId("replay").href = `${base}/replay`;
    byId("replay-file").href = `${base}/replay.json`;
  }

  const mayHint = () => !gone && !thinking && state?.yours;

  function askHint() {
    if (!mayHint()) return;
    thinking = question(state);
    able();
    say({ do: "hint" });
  }

  function showHints({ decision, best, lines }) {
    const late = thinking !== question(state) || decision !== state.decision;
    thinking = "";
    if (late || !best.length) return able();
    hinted = new Set(best);
    byId("hints").replaceChildren(...lines.map((line) => made("li", line.trim())));
    draw(false);
  }

  function openMenu(actions, x, y) {
    const menu = byId("menu");
    menu.replaceChildren(...actions.map((action, place) => choice(action, words(action), place, { role: "menuitem" })));
    show(menu, true);
    menu.style.left = `${Math.max(4, Math.min(x, innerWidth - menu.offsetWidth - 8))}px`;
    menu.style.top = `${Math.max(4, Math.min(y, innerHeight - menu.offsetHeight - 8))}px`;
    menu.firstChild.focus();
  }

  function closeMenu() {
    show(byId("menu"), false);
  }

  addEventListener("resize", fit);
  byId("filter").oninput = () => { drawActions(false); able(); };
  byId("hint").onclick = askHint;
  byId("infer").onclick = () => say({ do: "infer", told: !state.infers });
  byId("undo").onclick = () => decide({ do: "undo" });
  byId("return").onclick = () => say({ do: "return" });
  byId("watch").href = `/table/${path.split("/")[0]}`;
  for (const button of byId("pace").querySelectorAll("button"))
    button.onclick = () => say({ do: "pace", seconds: Number(button.dataset.pace) });
  document.addEventListener("click", (event) => {
    if (!byId("menu").contains(event.target) && !event.target.closest(".spot")) closeMenu();
  });
  document.addEventListener("keydown", (event) => {
    if (!byId("drawer").hidden) return;  // who reads there does not play
    if (event.key === "Escape") return closeMenu();
    const menu = byId("menu");
    if (!menu.hidden && ["ArrowDown", "ArrowUp"].includes(event.key)) {
      const items = [...menu.children], here = items.indexOf(document.activeElement);
      items[(here + (event.key === "ArrowDown" ? 1 : items.length - 1)) % items.length].focus();
      return event.preventDefault();
    }
    if (event.repeat) {  // a key held down decides once
      if (event.key === "Enter" && event.target.closest("button")) event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey || typing()) return;
    const key = event.key.toLowerCase(), list = menu.hidden ? byId("actions") : menu;
    if (/^[1-9]$/.test(key)) list.querySelectorAll("button")[Number(key) - 1]?.click();
    else if (list === menu) return;
    else if (key === "h" && !byId("hint").hidden) byId("hint").click();
    else if (key === "u" && !byId("undo").hidden) byId("undo").click();
    else if (key === "b" && !byId("infer").hidden) byId("infer").click();
    else if (key === "/" && !byId("filter").hidden) { byId("filter").focus(); event.preventDefault(); }
  });
  let tick = Date.now();
  setInterval(() => {
    if (Date.now() - tick > ASLEEP && !gone) connectAnew();
    tick = Date.now();
    const seconds = Math.floor((tick - waiting) / 1000);
    byId("clock").textContent = state?.running && seconds > 2 ? `${seconds} s` : "";
  }, 1000);
  connect();
}

table();
