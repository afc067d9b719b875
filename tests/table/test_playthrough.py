"""Random playthroughs of every game are as they were when somebody last read them.

After a change of rules that is meant, write them anew and read the difference before you commit it:

    python -m pytest tests/table/test_playthrough.py --regenerate
    git diff tests/golden
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from games import kuhn_poker, treasure

import connect_four
from cogitable.envs import get_game
from cogitable.envs.table import Game, Setup, Tables
from cogitable.envs.table.conformance.playthrough import playthrough

GOLDEN = Path(__file__).parents[1] / "golden"
CASES: dict[str, tuple[Game, dict[str, Any], int]] = {
    "connect_four": (connect_four.GAME, {}, 25),
    "kuhn_poker": (kuhn_poker.GAME, {"num_players": 3}, 14),
    "treasure": (treasure.GAME, {"lives": 1}, 25),
    "cogdrive_neon": (get_game("cogdrive_neon"), {}, 22),
    "comrade": (get_game("comrade"), {"num_players": 6}, 40),
    "brass_empire": (get_game("brass_empire"), {}, 40),
    "cogs_and_commissars": (get_game("cogs_and_commissars"), {"num_players": 3, "leaders": True}, 40),
    "great_machine": (get_game("great_machine"), {"num_players": 3}, 40),
    "great_machine_coop": (get_game("great_machine_coop"), {"num_players": 2}, 40),
    "great_machine_coop_missions": (get_game("great_machine_coop"), {"num_players": 1, "missions": "II"}, 40),
}
"""What is played, by the name of its file."""


@pytest.mark.parametrize("name", CASES)
def test_playthrough_is_as_it_was(name: str, request: pytest.FixtureRequest) -> None:
    game, options, decisions = CASES[name]
    path = GOLDEN / f"{name}.txt"
    text = playthrough(game.setup(**options), 1, decisions)
    if request.config.getoption("--regenerate"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), f"if this is meant, see the head of {Path(__file__).name}"


def test_every_game_has_one() -> None:
    from cogitable.envs import GAMES

    assert {case[0].name for case in CASES.values()} >= set(GAMES)
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(CASES)


def test_another_seed_is_another_playthrough() -> None:
    setup = kuhn_poker.GAME.setup()
    assert playthrough(setup, 1, 5) == playthrough(setup, 1, 5) != playthrough(setup, 2, 5)


@pytest.mark.parametrize("what", ["observations", "masks", "words"])
def test_whatever_changes_shows(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One number or word for seat 1 after the first decision: one row of digests differs and nothing of the story."""
    observe, text = Tables.observe, Setup.text

    def other_observe(tables: Tables, seats: Any, observations: Any, masks: Any) -> None:
        observe(tables, seats, observations, masks)
        if seats[0] == 1 and tables.states["decisions"][0] == 1:
            (masks if what == "masks" else observations)[0, -1] += 1

    def other_text(setup: Setup, states: Any, seat: int | None, row: int = 0) -> str:
        mark = "!" if seat == 1 and states["decisions"][0] == 1 else ""
        return text(setup, states, seat, row) + mark

    setup = kuhn_poker.GAME.setup()
    before = playthrough(setup, 1, 2).splitlines()
    monkeypatch.setattr(*((Setup, "text", other_text) if what == "words" else (Tables, "observe", other_observe)))
    after = playthrough(setup, 1, 2).splitlines()
    head = "  words" if what == "words" else "  observations and masks"
    assert [i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b] == [before.index(head) + 1]
