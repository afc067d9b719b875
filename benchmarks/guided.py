"""What search with a network wins with 50 ms a decision, in every game: ``python -m cogitable.benchmarks.guided``.

A search ends sooner where nothing is left to be found out, so how long decisions with a choice took is told as well.
Every row is a kind of table. The search takes one seat among copies of the opponent, or all seats of a side or team,
and every deal is played from every seat (or as every side). What is found goes into a file line by line, so that a run
that is stopped goes on; the table is written from that file. What was measured with other policies, or rules, is
measured anew and replaced. Figures depend on the machine, because time does.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ..agents.base import Agent, View
from ..agents.factory import make_agent
from ..agents.levels import thinking
from ..envs.registry import get_game
from ..envs.table.errors import OptionError
from ..envs.table.files.atomic import write_atomically
from ..envs.table.reference import markdown_table
from ..training.measure.evaluate import Score, evaluate
from ..training.measure.intervals import Mean, Rate, in_points
from ..training.measure.match import Seating
from ..training.measure.policies_played import policies_played
from .arguments import at_least

_ALL = ("policy", "heuristic", "search:simulations=10000")
"""Whom the search meets where two play and plain search of so many playouts is quick enough to be met at all."""


@dataclass(frozen=True)
class Table:
    """A kind of table at which the search is measured.

    Attributes:
        name: What the row is called.
        game: The game.
        options: Its options.
        seating: Seats that the search takes, as for :func:`evaluate`.
        against: Opponents; at tables where all win together, who plays the same deals instead.
    """

    name: str
    game: str
    options: Mapping[str, Any] = field(default_factory=dict)
    seating: Seating = "one"
    against: tuple[str, ...] = ("policy", "heuristic")


def _by_seats(title: str, game: str, seats: Iterable[int], **more: Any) -> list[Table]:
    options = more.pop("options", {})
    return [Table(f"{title}, {n} seats", game, {"num_players": n, **options}, **more) for n in seats]


TABLES = [
    Table("CogDrive Neon", "cogdrive_neon", against=_ALL),
    *_by_seats("Cogs and Commissars", "cogs_and_commissars", (2,), against=_ALL),
    *_by_seats("Cogs and Commissars", "cogs_and_commissars", range(3, 7)),
    *_by_seats("Cogs and Commissars, leaders", "cogs_and_commissars", (2, 4), options={"leaders": True}),
    *_by_seats("Cogs and Commissars, drafted", "cogs_and_commissars", (2, 4), options={"decks": "drafted"}),
    *_by_seats("Cogs and Commissars, random decks", "cogs_and_commissars", (2, 4), options={"decks": "random"}),
    *_by_seats("Brass Empire", "brass_empire", (2,), against=_ALL),
    *_by_seats("Brass Empire", "brass_empire", range(3, 6)),
    *_by_seats("Brass Empire", "brass_empire", (6,), options={"reserves": "draft"}),
    *_by_seats("Brass Empire, battle", "brass_empire", (2, 4), options={"mode": "battle"}),
    *_by_seats("Brass Empire, teams", "brass_empire", (4, 6), options={"mode": "team"}, seating="team"),
    *_by_seats("City of the Great Machine", "great_machine", (2, 3, 4), seating="team"),
    *_by_seats("Comrade", "comrade", (5, 7, 10)),
    *(
        Table(
            f"City of the Great Machine, co-operative, normal, Missions: {missions}", "great_machine_coop",
            {"num_players": 1, "missions": missions}, seating="team",
        )
        for missions in ("none", "I", "II", "III", "IV")
    ),
    Table(
        "Brass Empire, solitaire, hardest level", "brass_empire",
        {"mode": "solitaire", "automaton_brass": "merciless"}, seating="team",
    ),
]  # fmt: skip


class Timed(Agent):
    """Plays as another agent does, and keeps how long its decisions with a choice took."""

    def __init__(self, agent: Agent) -> None:
        super().__init__(agent.setup)
        self.agent, self.recalls, self.reads_logs = agent, agent.recalls, agent.reads_logs
        self.seconds, self.choices = 0.0, 0

    def reseed(self, seed: np.random.SeedSequence) -> None:
        """Fix all that the other draws."""
        self.agent.reseed(seed)

    def act(self, view: View) -> np.ndarray:
        """Return what the other does."""
        start = time.perf_counter()
        actions = self.agent.act(view)
        self.seconds += time.perf_counter() - start
        self.choices += int(np.count_nonzero(np.count_nonzero(view.masks, axis=1) > 1))
        return actions


def described(table: Table, search: str, against: str, games: int, seed: int) -> dict[str, Any]:
    """Return what a measurement is of; a line that begins so need not be measured again.

    Raises:
        OptionError: There is no such agent, or none for the game.
        SaveFileError: A policy is damaged.
    """
    setup = get_game(table.game).setup(**table.options)
    return {
        "table": table.name,
        "agent": search,
        "against": against,
        "games": games,
        "seed": seed,
        "setup": setup.digest,
        "policies": ", ".join(map(str, policies_played([setup], [search, against]))),
    }


def _holds(line: Mapping[str, Any], what: Mapping[str, Any], *but: str) -> bool:
    """Return whether a line is of a measurement, some keys aside; lines written before some were known lack them."""
    return all(line.get(key) == value for key, value in what.items() if key not in but)


def measure(table: Table, what: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Play, and return a line for the whole and one for each side that seats held."""
    agent, against, games, seed = (what[key] for key in ("agent", "against", "games", "seed"))
    setup = get_game(table.game).setup(**table.options)
    timed = Timed(make_agent(agent, setup, seed=seed))
    found = evaluate({"": setup}, lambda _: timed, [against], games, seed, seating=table.seating)
    took = timed.seconds / max(1, timed.choices)
    return [{**what, "side": side, "took": took, **_figures(score)} for _, side, score in found[against].scores()]


def _figures(score: Score) -> dict[str, Any]:
    return {"taken": score.seats, "won": list(score.won), "others": list(score.opponents), "ahead": list(score.ahead)}


def rows(lines: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    """Return the table's rows: table and side, search and its time, opponent, seats, what both have won, policies."""
    order = {table.name: number for number, table in enumerate(TABLES)}
    found = []
    for line in sorted(lines, key=lambda line: order.get(line["table"], len(order))):
        name = line["table"] + (f", {line['side']}" if line["side"] else "")
        took = f"{1000 * line['took']:.0f} ms" if "took" in line else ""
        cells = [name, f"`{line['agent']}`", took, f"`{line['against']}`", f"{line['taken']:,}"]
        ahead = in_points(Mean(*line["ahead"])) if "ahead" in line else ""  # what was measured before does not tell
        found.append([*cells, str(Rate(*line["won"])), str(Rate(*line["others"])), ahead, line.get("policies", "")])
    return found


def markdown(lines: Sequence[Mapping[str, Any]]) -> str:
    """Return the page."""
    head = ["table", "search", "a decision took", "against", "seats taken"]
    table = markdown_table([*head, "of them won", "of the others' won", "points ahead", "policies"], rows(lines))
    return "\n".join(["# Search with a network, a fixed time a decision", "", *table, ""])


def main() -> None:
    """Measure what is not yet in the file, line by line; in the end, however it comes, write the table."""
    parser = argparse.ArgumentParser(prog="python -m cogitable.benchmarks.guided", description=__doc__)
    parser.add_argument("--lines", type=Path, default=Path("guided.jsonl"), help="what was found; a run goes on there")
    parser.add_argument("--markdown", type=Path, help="where the table goes")
    parser.add_argument("--seconds", type=float, default=0.05, help="a decision, at most (default: 0.05)")
    parser.add_argument("--search", help="a search without its time, in place of what does best in each game")
    parser.add_argument("--games", type=at_least(1), default=60, help="of each row (default: 60)")
    parser.add_argument("--seed", type=at_least(0), default=0)
    parser.add_argument("--only", nargs="*", default=[], help="rows whose names hold one of these words")
    args = parser.parse_args()
    for word in args.only:
        if not any(word in table.name for table in TABLES):
            parser.error(f"--only {word}: no row has it in its name; there are {'; '.join(one.name for one in TABLES)}")
    if args.lines.exists():
        lines = [json.loads(line) for line in args.lines.read_text().splitlines()]
    else:
        lines = []
    try:
        for table in TABLES:
            if not args.only or any(word in table.name for word in args.only):
                _try_table(table, args, lines)
    finally:
        if args.markdown:
            write_atomically(args.markdown, markdown(lines))


def _try_table(table: Table, args: argparse.Namespace, lines: list[dict[str, Any]]) -> None:
    """Measure what is missing at a table, or say why that cannot be."""
    try:
        _measure_missing(table, args, lines)
    except OptionError as error:  # a value that knows fewer seats, say
        print(f"{table.name}: left out: {error}", flush=True)


def _measure_missing(table: Table, args: argparse.Namespace, lines: list[dict[str, Any]]) -> None:
    """Measure the rows of a table that the file lacks, one by one, and write each down."""
    search = f"{args.search or thinking(table.game)},seconds={args.seconds:g}"
    for against in table.against:
        what = described(table, search, against, args.games, args.seed)
        if any(_holds(line, what) for line in lines):
            continue
        found = measure(table, what)
        lines[:] = [line for line in lines if not _holds(line, what, "setup", "policies")] + found
        write_atomically(args.lines, "".join(json.dumps(line) + "\n" for line in lines))
        for row in rows(found):
            print(*row, flush=True)


if __name__ == "__main__":
    main()
