"""Both games in the City of the Great Machine tell what a decision does: once, all of it, and nothing beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import great_machine.games as against
import great_machine_coop.games as together
import numpy as np
import pytest
from great_machine.told_once import faults, hides_from, misnamed, unseen_moves

from cogitable.agents.heuristic import choose_many
from cogitable.envs import get_game
from cogitable.envs.city.rules.state import Phase
from cogitable.envs.table import Setup
from cogitable.envs.table.events import TELLING
from cogitable.envs.table.log import Log

GAMES = {"great_machine": against, "great_machine_coop": together}
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("great_machine", {}),
    ("great_machine", {"num_players": 2, "heroes": "chosen", "city": "confrontation"}),
    ("great_machine", {"num_players": 3, "city": "random", "reconsider": True}),
    ("great_machine", {"help_heroes": True, "master_plan": 3}),
    ("great_machine_coop", {"num_players": 1, "missions": "none"}),
    ("great_machine_coop", {"num_players": 1, "missions": "I"}),
    ("great_machine_coop", {"num_players": 2, "missions": "II", "difficulty": "novice", "maintenance": "one leaves"}),
    ("great_machine_coop", {"num_players": 3, "missions": "III", "difficulty": "easy"}),
    ("great_machine_coop", {"missions": "IV", "reconsider": True, "heroes": "chosen"}),
    ("great_machine_coop", {"missions": "random", "city": "random", "maintenance": "all leave"}),
]
DECISIONS, MOST = 900, 3000
"""Decisions of a test, and of a game, which need not end where positions are stirred."""


def decisions(setup: Setup, seed: int, count: int, advised: float, stirred: bool) -> Iterator[tuple[Log, Any]]:
    """Yield the log after each of so many decisions, and the position before; some as the heuristic would decide."""
    games, rng, left = GAMES[setup.game.name], np.random.default_rng(seed), count
    eager, action = games.weights(setup), np.zeros(1, np.int64)
    while left:
        log = Log(setup, rng.integers(1, 2**32, 4).tolist())
        for _ in range(MOST):
            table = log.table
            if table.end != "running" or not left:
                break
            if rng.random() < advised:
                setup.game.kernel(choose_many)(setup.record, table.states, table.mask[None], action)
            else:
                action[:] = games.random_actions(table.mask[None], rng, eager)
            before = table.states[0].copy()
            log.take(int(action[0]))
            left -= 1
            yield log, before
            if stirred and before["phase"] > Phase.CHOOSING:
                games.stir(setup, table.states, rng)
                log.table = type(table).standing(setup, table.states, table.taken, telling=TELLING)


def all_faults(log: Log, before: Any) -> list[str]:
    entry, after = log.entries[-1], log.table.states[0]
    if after["phase"] <= Phase.CHOOSING:
        return []
    found = faults(before, after, entry.words[-1], log.told(len(log.entries) - 1, None))
    for seat in (*range(log.setup.num_seats), None):
        lines = log.at(len(log.entries) - 1, seat)
        found += [f"article: {line}" for line in misnamed(lines)]
        found += unseen_moves(before, after, seat, hides_from(log.setup, seat), lines)
    return found


@pytest.mark.often(4)
@pytest.mark.parametrize(
    ("stirred", "advised"),
    [(False, 0.0), (False, 0.9), (True, 0.0), (True, 0.5)],
    ids=["random", "advised", "stirred", "stirred, advised"],
)
@pytest.mark.parametrize(
    ("game", "options"), TABLES, ids=[f"{game}-{number}" for number, (game, _) in enumerate(TABLES)]
)
def test_what_a_decision_does_is_told_once(game, options, stirred, advised):
    for log, before in decisions(get_game(game).setup(**options), 5, DECISIONS, advised, stirred):
        assert not all_faults(log, before), log.at(len(log.entries) - 1, None)


@pytest.mark.parametrize("game", GAMES)
def test_places_have_their_articles_in_every_choice(game):
    setup = get_game(game).setup()
    for log, _ in decisions(setup, 8, 300, 0.3, False):
        table = log.table
        if table.end == "running":
            said = {setup.describe(table.states, int(action), seat=table.seat) for action in np.flatnonzero(table.mask)}
            assert not misnamed([*said])
