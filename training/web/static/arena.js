"use strict";
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

arena();
