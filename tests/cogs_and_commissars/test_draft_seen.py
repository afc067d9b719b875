"""What the next player sees of the last pick of a round: what is left of the pack, and not what was kept."""

from __future__ import annotations

import pytest
from cogs_and_commissars.positions import Position

from cogitable.envs.cogs_and_commissars.rules.appearance import appearance
from cogitable.envs.cogs_and_commissars.rules.state import Phase

LETTERS = "ABCD"


def seen(table: Position, seat: int, name: str) -> int:
    """Return what a seat sees of it that a card of this name is kept."""
    action = table.setup.action_names.index(f"take {name}")
    return int(appearance(table.record, table.state, action, seat))


def with_another_card(table: Position, kept: int) -> tuple[Position, int]:
    """Return a copy in which the pack of the seat to act has another kind, out of the box, in place of one."""
    other, seat = table.copy(), table.state.seat
    pack = table.state.packs[seat, : table.state.pack_size[seat]].tolist()
    new = next(kind for kind in range(len(table.kinds)) if table.state.unused[kind] > 0 and kind not in pack)
    other.state.packs[seat, pack.index(kept)] = new
    other.states["unused"][0, new] -= 1
    other.states["unused"][0, kept] += 1
    other.check()
    return other, new


def same_view(one: Position, two: Position, seat: str) -> bool:
    first, second = one.observed(seat), two.observed(seat)
    return all((first[part] == second[part]).all() for part in first)


@pytest.mark.parametrize("seats", [2, 4])
def test_what_was_kept_of_a_pack_not_seen_before_shows_nowhere(seats):
    table = Position(first="A", num_players=seats, decks="drafted", factions=("Plain", "Wide", "Rich", "Early")[:seats])
    last, met = seats - 1, 0
    while table.state.phase == Phase.PREPARING:
        choices = [name.removeprefix("take ") for name in table.legal()]
        if table.state.seat == last:
            assert len({seen(table, 0, name) for name in choices}) == len(choices)  # each leaves other cards
            assert all(seen(table, seat, choices[0]) == -1 for seat in range(1, last))
            if table.state.passes < seats - 1:
                kept = table.kinds.index(choices[0])
                other, new = with_another_card(table, kept)
                assert same_view(table, other, "A")
                assert seen(table, 0, choices[0]) == seen(other, 0, table.kinds[new])
                other.go(f"{LETTERS[last]}: take {table.kinds[new]}")
                assert same_view(table.copy().go(f"{LETTERS[last]}: take {choices[0]}"), other, "A")
                met += 1
        table.go(f"{LETTERS[table.state.seat]}: take {choices[-1]}")
    assert met == seats - 1
