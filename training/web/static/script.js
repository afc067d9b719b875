"use strict";
// The pages of Cogitable's tables. Nothing here knows a game: pictures, hot spots and words come from the server.

const byId = (name) => document.getElementById(name);

function made(tag, text, attributes = {}) {
  const element = document.createElement(tag);
  if (text) element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function show(element, wanted) {
  element.hidden = !wanted;
}

// How many pixels pictures shall have in place of one, each way: what this server draws, as far as the screen shows it.
const ratio = () => Math.min(2, Math.max(1, Math.round(devicePixelRatio)));

const typing = () => ["INPUT", "TEXTAREA", "SELECT"].includes(document.activeElement?.tagName);

// A table

function table() {
  const path = location.pathname.replace(/^\/table\//, "");
  const title = byId("table").dataset.title;
  let socket = null, state = null, patience = 500, busy = false, picture = "", waiting = 0, hinted = new Set();

  function connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(`${scheme}//${location.host}/socket/${path}?ratio=${ratio()}`);
    socket.binaryType = "blob";
    socket.onmessage = (event) => {
      patience = 500;
      if (event.data instanceof Blob) showPicture(event.data);
      else heed(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      busy = true;
      const final = ["not_found", "outdated", "too_many_errors"].includes(event.reason);
      status("gone", final ? "This table cannot be shown." : "The server does not answer; trying again …");
      able();
      if (!final) setTimeout(connect, patience);
      patience = Math.min(5000, patience * 1.6);
    };
  }

  function say(message) {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  function act(action) {
    if (busy || !state?.yours) return;
    busy = true;
    closeMenu();
    able();
    say({ do: "act", decision: state.decision, action });
  }

  function heed(message) {
    if (message.tell === "hint") return showHints(message);
    busy = false;
    if (message.tell === "error") {
      byId("error").textContent = message.text;
      show(byId("error"), true);
      return able();
    }
    show(byId("error"), Boolean(message.trouble));
    byId("error").textContent = message.trouble;
    const asked = !state || state.decision !== message.decision || state.yours !== message.yours;
    if (asked || !state.running) hinted = new Set();
    state = message;
    draw(asked);
  }

  function draw(asked) {
    closeMenu();
    const over = !state.running, others = state.you === null ? "Looking on." : "Waiting for the others …";
    status(over ? "" : state.yours ? "yours" : "waiting",
      over ? "The game is over." : state.yours ? `Your turn: ${state.asks}` : others);
    if (!state.yours || asked) waiting = Date.now();
    document.title = (state.yours ? "● " : "") + title;
    byId("text").textContent = state.text;
    show(byId("words"), Boolean(state.text));
    if (!state.picture) byId("words").open = true;
    show(byId("board"), Boolean(state.picture));
    fit();
    drawSpots();
    drawActions(asked);
    drawSeats();
    drawLog();
    drawResult();
    for (const name of ["hint", "undo", "return", "infer"]) show(byId(name), state.may.includes(name));
    byId("hint").disabled = !state.yours;
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
    byId("status").textContent = text;
  }

  function able() {
    for (const button of document.querySelectorAll(".spot, .actions button")) button.disabled = busy;
  }

  function showPicture(blob) {
    const before = picture;
    picture = URL.createObjectURL(blob);
    byId("picture").src = picture;
    if (before) URL.revokeObjectURL(before);
  }

  function words(action) {
    return state.actions.find(([number]) => number === action)[1];
  }

  function drawSpots() {
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
    byId("asks").textContent = state.asks;
    if (asked) byId("filter").value = "";
    show(byId("filter"), state.actions.length > 9);
    const wanted = byId("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
    const shown = state.actions.filter(([, text]) => wanted.every((word) => text.toLowerCase().includes(word)));
    const rows = shown.map(([action, text], place) => {
      const button = made("button", "", { type: "button", "data-action": action });
      if (place < 9) button.append(made("kbd", String(place + 1), { "aria-hidden": "true" }));
      button.append(text);
      if (hinted.has(action)) button.className = "hinted";
      button.onclick = () => act(action);
      const row = made("li");
      row.append(button);
      return row;
    });
    byId("actions").replaceChildren(...rows);
  }

  function drawSeats() {
    const rows = state.seats.map((seat, number) => {
      const row = made("li", "", number === state.you ? { class: "you" } : {});
      const helps = [seat.hints && `${seat.hints} hints`, seat.undone && `${seat.undone} taken back`,
        seat.inferred && "shown what can be worked out"].filter(Boolean);
      const away = seat.person && !seat.present ? " (away)" : "";
      row.append(`player_${number}: ${seat.name}${number === state.you ? " (you)" : ""}${away}${helps.length ? `, ${helps.join(", ")}` : ""}`);
      if (seat.invite) {
        const link = made("input", "", { readonly: "", "aria-label": `invitation for player_${number}`, "data-invite": number });
        link.value = `${location.origin}/join/${byId("table").dataset.table}/${number}/${seat.invite}`;
        link.onclick = () => link.select();
        row.append(made("div", "Send this link to whoever shall sit here:", { class: "faint" }), link);
      }
      if (state.may.includes("hand_over") && seat.person && number !== state.you && !seat.present && !seat.stands_in) {
        const choice = made("select", "", { "aria-label": `an agent for player_${number}`, "data-hand-over": number });
        choice.append(made("option", "let an agent stand in …", { value: "" }), byId("levels").content.cloneNode(true));
        choice.onchange = () => choice.value && say({ do: "hand_over", seat: number, level: choice.value });
        row.append(choice);
      }
      return row;
    });
    byId("seats").replaceChildren(...rows);
  }

  function drawLog() {
    const log = byId("log");
    if (state.fresh) log.replaceChildren();
    for (const old of log.querySelectorAll(".new")) old.classList.remove("new");
    for (const line of state.lines) log.append(made("li", line, state.fresh ? {} : { class: "new" }));
    log.scrollTop = log.scrollHeight;
    state.lines = [];
  }

  function drawResult() {
    show(byId("result"), Boolean(state.result));
    if (!state.result) return;
    const rows = state.result.seats.map(([word, paid], seat) =>
      made("li", `player_${seat}, ${state.seats[seat].name}: ${word} (${paid > 0 ? "+" : ""}${paid})`));
    if (state.result.cut_off) rows.push(made("li", "Cut off at the limit of decisions."));
    byId("results").replaceChildren(...rows);
    const base = path.includes("/") ? `/table/${path}` : `/watch/${path}`;
    byId("replay").href = `${base}/replay`;
    byId("replay-file").href = `${base}/replay.json`;
  }

  function showHints({ best, lines }) {
    hinted = new Set(best);
    byId("hints").replaceChildren(...lines.map((line) => made("li", line.trim())));
    byId("hint").textContent = "Hint (H)";
    draw(false);
  }

  function openMenu(actions, x, y) {
    const menu = byId("menu");
    menu.replaceChildren(...actions.map((action) => {
      const button = made("button", words(action), { type: "button", role: "menuitem", "data-action": action });
      button.onclick = () => act(action);
      return button;
    }));
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
  byId("hint").onclick = () => { byId("hint").textContent = "Thinking …"; byId("hint").disabled = true; say({ do: "hint" }); };
  byId("infer").onclick = () => say({ do: "infer", told: !state.infers });
  byId("undo").onclick = () => say({ do: "undo" });
  byId("return").onclick = () => say({ do: "return" });
  byId("watch").href = `/table/${path.split("/")[0]}`;
  for (const button of byId("pace").querySelectorAll("button"))
    button.onclick = () => say({ do: "pace", seconds: Number(button.dataset.pace) });
  document.addEventListener("click", (event) => {
    if (!byId("menu").contains(event.target) && !event.target.closest(".spot")) closeMenu();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return closeMenu();
    const menu = byId("menu");
    if (!menu.hidden && ["ArrowDown", "ArrowUp"].includes(event.key)) {
      const items = [...menu.children], here = items.indexOf(document.activeElement);
      items[(here + (event.key === "ArrowDown" ? 1 : items.length - 1)) % items.length].focus();
      return event.preventDefault();
    }
    if (event.ctrlKey || event.altKey || event.metaKey || typing()) return;
    const key = event.key.toLowerCase();
    if (/^[1-9]$/.test(key)) byId("actions").querySelectorAll("button")[Number(key) - 1]?.click();
    else if (key === "h" && !byId("hint").hidden && !byId("hint").disabled) byId("hint").click();
    else if (key === "u" && !byId("undo").hidden) byId("undo").click();
    else if (key === "b" && !byId("infer").hidden) byId("infer").click();
    else if (key === "/" && !byId("filter").hidden) { byId("filter").focus(); event.preventDefault(); }
  });
  setInterval(() => {
    const seconds = Math.floor((Date.now() - waiting) / 1000);
    byId("clock").textContent = state?.running && seconds > 2 ? `${seconds} s` : "";
  }, 1000);
  drawer();
  connect();
}

// Rules and cards beside the table: pages of this server, of which the content is taken over

function drawer() {
  const panel = byId("drawer"), content = byId("drawer-content"), find = byId("drawer-find");
  let before = null;

  function close() {
    show(panel, false);
    before?.focus();
  }

  function filter() {
    const wanted = find.value.toLowerCase();
    for (const part of content.querySelectorAll("tbody tr, article > *"))
      show(part, part.matches("h1, h2") || part.textContent.toLowerCase().includes(wanted));
  }

  for (const link of document.querySelectorAll("a.aside")) {
    link.onclick = async (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const answer = await fetch(link.href);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      content.replaceChildren(...document.importNode(page.getElementById("main"), true).childNodes);
      byId("drawer-page").href = link.href;
      before = link;
      find.value = "";
      show(panel, true);
      panel.focus();
    };
  }
  find.oninput = filter;
  byId("drawer-close").onclick = close;
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && !panel.hidden) close(); });
}

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

// What a replay's page asks for: from the server that shows it, or out of the page itself.

function fromServer(number) {
  const at = (seat, step) => `/replay/${number}/${seat}/${step}`;
  const asked = async (place) => { const answer = await fetch(place); return answer.ok ? answer.json() : null; };
  return {
    pictures: Boolean(byId("replay").dataset.pictures),
    told: (seat, step) => asked(at(seat, step)),
    draw: (seat, step) => { show(byId("picture"), true); byId("picture").src = `${at(seat, step)}/picture?ratio=${ratio()}`; },
    chances: () => asked(`/replay/${number}/chances`),
  };
}

async function fromPage(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const content = await new Response(unpacked).json();
  const views = [...byId("seat").options].map((option) => option.value);
  const pictures = content.pictures && album(content.pictures, views.length);
  return {
    pictures: Boolean(pictures),
    told: async (seat, step) => {
      const [text, lines] = content.told[seat][step], last = step === content.told[seat].length - 1;
      return { text: content.strings[text], lines: lines.map((line) => content.strings[line]),
        end: last ? content.end : "", returns: last ? content.returns : [] };
    },
    draw: (seat, step) => pictures(views.indexOf(seat), step),
    chances: async () => content.chances,
  };
}

// Pictures in the page: sheets of sprites, and for every picture which of them lie where, from the bottom up.

function album({ width, height, sheets, sprites, frames }, views) {
  const canvas = byId("canvas"), pen = canvas.getContext("2d");
  const images = Promise.all(sheets.map((sheet) => {
    const bytes = Uint8Array.from(atob(sheet), (letter) => letter.charCodeAt(0));
    return createImageBitmap(new Blob([bytes], { type: "image/webp" }));
  }));
  let latest = 0;
  canvas.width = width;
  canvas.height = height;
  show(canvas, true);
  return async (view, step) => {
    const asked = ++latest, frame = frames[view * frames.length / views + step], ready = await images;
    if (asked !== latest) return;
    for (let i = 0; i < frame.length; i += 3) {
      const [sheet, x, y, wide, high] = sprites[frame[i]];
      pen.drawImage(ready[sheet], x, y, wide, high, frame[i + 1], frame[i + 2], wide, high);
    }
  };
}

// Each seat's chances over a game

const drawing = (tag, attributes) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

const share = (chance) => `${Math.round(100 * chance)} %`;

function drawChances({ by, points, swings }, most, go) {
  const curve = byId("curve"), wide = 320, high = 150;
  const across = (number) => wide * number / Math.max(1, most), down = (chance) => high - 4 - (high - 8) * chance;
  const seats = points.length ? points[0].length - 1 : 0;
  curve.append(drawing("line", { class: "middle", x1: 0, x2: wide, y1: down(0.5), y2: down(0.5) }));
  for (let seat = 0; seat < seats; seat++) {
    const line = points.map((point) => `${across(point[0]).toFixed(1)},${down(point[seat + 1]).toFixed(1)}`).join(" ");
    curve.append(drawing("polyline", { class: `seat-${seat % 10}`, points: line }));
    const row = made("li", "", { class: `seat-${seat % 10}` });
    row.append(`player_${seat} `, made("output", "", { "data-seat": seat }));
    byId("legend").append(row);
  }
  const now = drawing("line", { class: "now", y1: 0, y2: high });
  curve.append(now);
  curve.addEventListener("click", (event) => {
    const box = curve.getBoundingClientRect();
    go(Math.round(most * (event.clientX - box.left) / box.width));
  });
  byId("chances-by").textContent = `By ${by}.`;
  byId("swings").replaceChildren(...swings.map(({ number, seat, before, after, line }) => {
    const button = made("button", `${number}. ${line}`, { type: "button", class: "swing" }), row = made("li");
    button.append(made("strong", ` player_${seat}: ${share(before)} → ${share(after)}`));
    button.onclick = () => go(number);
    row.append(button);
    return row;
  }));
  show(byId("chances"), seats > 0);
  return (step) => {
    now.setAttribute("x1", across(step));
    now.setAttribute("x2", across(step));
    const point = points.findLast(([number]) => number <= step) ?? points[0];
    for (const output of byId("legend").querySelectorAll("output"))
      output.textContent = point ? share(point[Number(output.dataset.seat) + 1]) : "";
  };
}

async function replay() {
  const packed = byId("content")?.textContent, most = Number(byId("replay").dataset.last), slider = byId("slider");
  const source = packed ? await fromPage(packed) : fromServer(byId("replay").dataset.replay);
  let timer = 0, wanted = 0, mark = () => {};

  async function go(step) {
    step = Math.max(0, Math.min(most, step));
    wanted = step;
    slider.value = step;
    byId("number").textContent = `${step} / ${most}`;
    mark(step);
    if (source.pictures) source.draw(byId("seat").value, step);
    const told = await source.told(byId("seat").value, step);
    if (wanted !== step || !told) return;
    byId("text").textContent = told.text;
    byId("log").replaceChildren(...told.lines.map((line) => made("li", line)));
    const paid = told.returns.map((value, seat) => `player_${seat} ${value > 0 ? "+" : ""}${value}`).join(", ");
    byId("outcome").textContent = told.end ? `${told.end}: ${paid}` : "";
  }

  function halt() {
    clearInterval(timer);
    timer = 0;
    byId("play").textContent = "Play";
  }

  function play() {
    if (timer) return halt();
    byId("play").textContent = "Stop";
    timer = setInterval(() => wanted >= most ? halt() : go(wanted + 1), Number(byId("speed").value));
  }

  show(byId("board"), source.pictures);
  byId("words").open = !source.pictures;
  slider.oninput = () => go(Number(slider.value));
  byId("seat").onchange = () => go(wanted);
  byId("speed").onchange = () => { if (timer) { halt(); play(); } };
  byId("first").onclick = () => go(0);
  byId("back").onclick = () => go(wanted - 1);
  byId("on").onclick = () => go(wanted + 1);
  byId("end").onclick = () => go(most);
  byId("play").onclick = play;
  document.addEventListener("keydown", (event) => {
    if (typing() && document.activeElement !== slider) return;
    const steps = { ArrowLeft: wanted - 1, ArrowRight: wanted + 1, Home: 0, End: most };
    if (event.key in steps) { go(steps[event.key]); event.preventDefault(); }
    else if (event.key === " " && document.activeElement.tagName !== "BUTTON") { play(); event.preventDefault(); }
  });
  go(0);
  const chances = await source.chances();
  if (chances) { mark = drawChances(chances, most, go); mark(wanted); }
}

// An arena that is being played

async function arena() {
  const answer = await fetch("/arena/now").catch(() => null);
  const now = answer?.ok ? await answer.json() : null;
  if (now) {
    byId("title").textContent = `Arena of ${now.title}`;
    byId("done").max = now.games;
    byId("done").value = now.done;
    byId("count").textContent = `${now.done} of ${now.games} games`;
    byId("head").replaceChildren(...["", ...now.head].map((head) => made("th", head, { scope: "col" })));
    byId("rows").replaceChildren(...now.rows.map((row, place) => {
      const line = made("tr");
      line.append(...[String(place + 1), ...row].map((cell) => made("td", cell)));
      return line;
    }));
    byId("games").replaceChildren(...now.recorded.map(({ number, seats, won, decisions }) => {
      const row = made("li"), told = seats.map((agent, seat) => `player_${seat}: ${agent}`).join(", ");
      row.append(made("a", `game ${number}`, { href: `/arena/games/${number}` }),
        ` ${told}; ${won ? `won by ${won}` : "a draw"} after ${decisions} decisions`);
      return row;
    }));
  } else {
    byId("count").textContent += byId("count").textContent.endsWith("…") ? "" : " … the arena does not answer …";
  }
  if (!now || now.done < now.games) setTimeout(arena, 1000);
}

const pages = { table, new: newTable, once, replays, replay, arena };
pages[document.body.dataset.page]?.();
