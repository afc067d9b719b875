"""How strong the shipped policies are at every kind of table, in one table, read from their cards at every build."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from itertools import takewhile
from pathlib import Path

from cogitable.agents.policy.agent import shipped_policy
from cogitable.agents.policy.file import load_info
from cogitable.envs import get_game
from cogitable.envs.table.reference import markdown_table
from cogitable.training.learn.config.training_config import validated
from cogitable.training.ship.card import BY_TABLE, SHARES, SHORT

POLICIES = Path(__file__).resolve().parent.parent / "agents" / "policies"
AMONG = {"`random`": "random players", "`heuristic`": "heuristics", "`policy:before.zip`": "policies before"}

_BY_TABLE = (*BY_TABLE, "mean return")  # those with sides have more columns
_SEATS = re.compile(r"num_players=(\d+)")


def strength_table(policies: Path = POLICIES) -> Iterator[str]:
    """Yield the table: a line for each kind of table at which a policy was measured alone among copies of an agent.

    Left out are games with sides or teams, where a share of wins is no measure of strength by itself, and games that
    are played alone; and tables that a policy has learned at, but at which another one plays.
    """
    rows = []
    for card in sorted(policies.glob("*.md"), key=lambda card: card.stem):
        text, seats = card.read_text(encoding="utf-8"), get_game(card.stem.partition("-")[0]).setup().num_seats
        if SHORT["one"] in text:
            rows += card_rows(text, seats, set(_of_others(card.with_suffix(".zip"))))
    yield from markdown_table(["game", "seats", "a fair share", *(f"among {other}" for other in AMONG.values())], rows)


def _of_others(policy: Path) -> Iterator[str]:
    """Yield kinds of table of a policy's training at which another policy is the shipped one."""
    for table, setup in validated(load_info(policy).config, str(policy)).setups().items():
        if shipped_policy(setup).name != policy.name:
            yield table


def card_rows(card: str, seats: int, others: Container[str] = ()) -> list[list[str]]:
    """Return a card's lines of the table, but for kinds of table that are ``others``.

    A kind of table that tells no number of seats has ``seats``.
    """
    found: dict[str, dict[str, str]] = {}
    for against, table, share in _shares(card):
        if against in AMONG and table != "all" and table not in others:
            found.setdefault(table, {})[against] = share
    counted = sorted((int((_SEATS.findall(table) or [seats])[0]), table) for table in found)
    title = card.partition(": the shipped policy")[0].removeprefix("# ")
    return [
        [title, _told(number, table), f"{100 / number:.1f} %", *(found[table].get(other, "-") for other in AMONG)]
        for number, table in counted
    ]


def _shares(card: str) -> Iterator[tuple[str, str, str]]:
    """Yield agent, kind of table (nothing where there is but one) and the policy's share."""
    heads = _BY_TABLE if _line(_BY_TABLE) in card else SHARES
    for line in takewhile(lambda line: line.startswith("|"), card.partition(_line(heads))[2].splitlines()[2:]):
        cells = dict(zip(heads, (cell.strip() for cell in line.strip("|").split("|")), strict=True))
        if heads == SHARES:
            yield cells[SHARES[0]], "", cells[SHARES[1]]
        else:
            yield cells["against"], cells["tables"], cells["share won"]


def _line(heads: Sequence[str]) -> str:
    """Return the first line of a table with these columns."""
    return next(markdown_table(heads, []))


def _told(seats: int, table: str) -> str:
    """Return a kind of table as people write it: ``4, leaders`` for ``num_players=4, leaders=True``."""
    options = (part for part in table.split(", ") if part and not _SEATS.match(part))
    return ", ".join([str(seats), *(part.removesuffix("=True").replace("=", ": ") for part in options)])
