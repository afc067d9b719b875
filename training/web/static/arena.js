"use strict";
// An arena that is being played

async function arena() {
  const now = await fetched("/arena/now").then((answer) => answer.json()).catch(() => null);
  complain(now ? "" : "The arena does not answer; trying again …");
  if (now) {
    write(byId("title"), `Arena of ${now.title}`);
    byId("done").max = now.games;
    byId("done").value = now.done;
    write(byId("count"), `${now.done} of ${now.games} games`);
  }
  if (now && changed("ratings", now.head, now.rows)) {
    byId("head").replaceChildren(...["", ...now.head].map((head) => made("th", head, { scope: "col" })));
    byId("rows").replaceChildren(...now.rows.map((row, place) => {
      const line = made("tr");
      line.append(...[String(place + 1), ...row].map((cell) => made("td", cell)));
      return line;
    }));
  }
  if (now && changed("games", now.recorded)) {
    const here = byId("games").contains(document.activeElement) && document.activeElement.getAttribute("href");
    byId("games").replaceChildren(...now.recorded.map(({ number, seats, end, decisions }) => {
      const row = made("li"), told = seats.map((agent, seat) => `player_${seat}: ${agent}`).join(", ");
      row.append(made("a", `game ${number}`, { href: `/arena/games/${number}` }),
        ` ${told}; ${end} after ${decisions} decisions`);
      return row;
    }));
    if (here) byId("games").querySelector(`a[href="${here}"]`)?.focus();
  }
  if (!now || now.done < now.games) setTimeout(arena, 1000);
}

arena();
