"""What search with a network wins with 50 ms a decision, in one table, read from the measured rows at every build."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from shipped_now import OLD, is_of_now

from cogitable.benchmarks.guided import TABLES
from cogitable.envs import get_game
from cogitable.envs.table.reference import markdown_table
from cogitable.training.measure.sides import is_one_team

ROWS = Path(__file__).resolve().parent / "results" / "guided.md"
AGAINST = {"`policy`": ("among policies", "the policies"), "`heuristic`": ("among heuristics", "the heuristics")}
PLAIN = "`search:simulations=10000`"

_ALWAYS = {"network=policy", "seconds=0.05"}


class _Row(NamedTuple):
    """A measured row: whose name it has, and all else as it is written there."""

    name: str
    search: str
    took: str
    against: str
    seats: str
    won: str
    others: str
    ahead: str
    policies: str


def guided_table(page: Path = ROWS) -> Iterator[str]:
    """Yield the table: a line for each kind of table and side, what the first search that was measured there wins.

    Among three and more where each seat plays for itself, how many times a fair share that is stands before it; behind
    what was measured with policies before those of now stands an asterisk.
    """
    found: dict[str, dict[str, _Row]] = {}
    for row in _rows(page.read_text(encoding="utf-8")):
        found.setdefault(row.name, {}).setdefault(row.against, row)
    heads = ["table", "search", *(head for pair in AGAINST.values() for head in pair), "against plain search"]
    yield from markdown_table(heads, [_line(name, rows) for name, rows in found.items()])


def _line(name: str, rows: dict[str, _Row]) -> list[str]:
    asked = [rows.get(against) for against in AGAINST]
    searches = dict.fromkeys(_told(row.search) for row in asked if row)
    shares = (share for row in asked for share in ((_share(row), _others(row)) if row else ("-", "-")))
    return [name, "; ".join(searches), *shares, _against_plain(rows[PLAIN], searches) if PLAIN in rows else "-"]


def _against_plain(row: _Row, searches: Collection[str]) -> str:
    """Return what was won of plain search; by which search, where it is none that the line names."""
    search = _told(row.search)
    return _share(row) if search in searches else f"{_share(row)}, by {search}"


def _share(row: _Row) -> str:
    return f"{_times(row)}{row.won} of {row.seats}{'' if is_of_now(row.policies) else OLD}"


def _others(row: _Row) -> str:
    """Return what the others won; where both played by themselves, by how much the search was ahead as well."""
    setups = (get_game(table.game).setup(**table.options) for table in TABLES if table.name == row.name)
    return f"{row.others}; {row.ahead} points ahead" if row.ahead and any(map(is_one_team, setups)) else row.others


def _rows(page: str) -> Iterator[_Row]:
    for line in page.splitlines():
        if line.startswith("|") and not line.startswith(("| table ", "| ---")):
            yield _Row(*(cell.strip() for cell in line.strip("|").split("|")))


def _times(row: _Row) -> str:
    """Return how many times a fair share was won; nothing for two seats, whole teams, and where sides differ."""
    for table in TABLES:
        if (table.name, table.seating) != (row.name, "one"):
            continue
        setup = get_game(table.game).setup(**table.options)
        if setup.num_seats > 2 and setup.game.sides is None:
            return f"{float(row.won.partition(' ')[0]) * setup.num_seats / 100:.1f} times: "
    return ""


def _told(search: str) -> str:
    """Return the values of a search's options, but for those that all have."""
    options = search.strip("`").partition(":")[2].split(",")
    return " ".join(option.partition("=")[2] for option in options if option not in _ALWAYS) or "value alone"
