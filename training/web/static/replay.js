"use strict";
// What a replay's page asks for: from the server that shows it, or out of the page itself.

function fromServer(number) {
  const at = (seat, step) => `/replay/${number}/${seat}/${step}`;
  const asked = async (place) => (await fetched(place)).json();
  let before = "";
  return {
    pictures: Boolean(byId("replay").dataset.pictures),
    told: (seat, step) => asked(at(seat, step)),
    draw: async (seat, step) => {
      const answer = await fetched(`${at(seat, step)}/picture?ratio=${ratio()}`);
      const picture = URL.createObjectURL(await answer.blob());
      byId("picture").src = picture;
      show(byId("picture"), true);
      if (before) URL.revokeObjectURL(before);
      before = picture;
    },
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
  canvas.width = width;
  canvas.height = height;
  show(canvas, true);
  return async (view, step) => {
    const frame = frames[view * frames.length / views + step], ready = await images;
    pen.fillRect(0, 0, width, height);  // black is what every picture begins with
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
    const row = made("li");
    row.append(made("span", "", { class: `swatch seat-${seat % 10}` }), `player_${seat} `, made("output", "", { "data-seat": seat }));
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

const TOO_MANY = 429;

async function replay() {
  const packed = byId("content")?.textContent, most = Number(byId("replay").dataset.last), slider = byId("slider");
  const source = packed ? await fromPage(packed) : fromServer(byId("replay").dataset.replay);
  let timer = 0, wanted = 0, asking = false, mark = () => {};

  function go(step) {
    wanted = Math.max(0, Math.min(most, step));
    slider.value = wanted;
    byId("number").textContent = `${wanted} / ${most}`;
    mark(wanted);
    ask();
  }

  // One position at a time, and then the one that is wanted last: a slider that is dragged passes by far more of them
  // than a server answers for.
  async function ask() {
    if (asking) return;
    asking = true;
    for (let seat = null, step = null; seat !== byId("seat").value || step !== wanted;) {
      seat = byId("seat").value;
      step = wanted;
      try {
        const [told] = await Promise.all([source.told(seat, step), source.pictures && source.draw(seat, step)]);
        tell(told);
        complain("");
      } catch (error) {
        complain(error.message);
        if (error.status !== TOO_MANY) continue;
        await new Promise((wake) => { setTimeout(wake, 1000); });
        seat = null;  // and once more
      }
    }
    asking = false;
  }

  function tell(told) {
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
  byId("seat").onchange = ask;
  byId("speed").onchange = () => { if (timer) { halt(); play(); } };
  byId("first").onclick = () => go(0);
  byId("back").onclick = () => go(wanted - 1);
  byId("on").onclick = () => go(wanted + 1);
  byId("end").onclick = () => go(most);
  byId("play").onclick = play;
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;  // those are the browser's own
    if (typing() && document.activeElement !== slider) return;
    const steps = { ArrowLeft: wanted - 1, ArrowRight: wanted + 1, Home: 0, End: most };
    if (event.key in steps) { go(steps[event.key]); event.preventDefault(); }
    else if (event.key === " " && !event.target.closest("button, summary, a")) { play(); event.preventDefault(); }
  });
  go(0);
  const chances = await source.chances().catch((error) => complain(error.message));
  if (chances) { mark = drawChances(chances, most, go); mark(wanted); }
}

replay();
