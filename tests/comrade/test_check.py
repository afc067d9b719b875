"""Positions that no game leads to are refused, whichever number of the logs is another one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cogitable.envs.comrade import GAME
from cogitable.envs.comrade.rules.check import check_position
from cogitable.envs.comrade.rules.state import UNKNOWN, How, Phase, Role
from cogitable.envs.table import RUNNING, Setup, Tables
from cogitable.envs.table.attributes import attributed
from cogitable.envs.table.faces.aec import raw_env
from cogitable.envs.table.files.save import SaveFileError
from cogitable.envs.table.random import seed_words
from cogitable.envs.table.tables import determinized

SETUPS = [{"num_players": 5}, {"num_players": 6, "everyone_gives": True}, {"num_players": 9, "claims": True}]
OF_HANDOVERS = {
    "turn": range(9),
    "giver": range(9),
    "receiver": range(9),
    "how": range(1 << len(How)),
    "seen": range(UNKNOWN, len(Role)),
    "given": range(len(Role)),
    "handed": range(9),
}
OF_TURNS = {"chairman": range(9), "called": range(1 << 9), "voted": range(1 << 9), "party": range(UNKNOWN, 6),
            "committee": range(3), "dissident": range(UNKNOWN, 9), "informer": range(UNKNOWN, 9)}  # fmt: skip
OF_STATE = {"dissident": range(9), "informer": range(9), "dealt_dissident": range(9), "dealt_informer": range(9),
            "knowers": range(1 << 9), "chairman": range(9), "handed": range(9), "cards": range(3)}  # fmt: skip


def positions(setup: Setup, count: int) -> np.ndarray:
    """Return positions of random games, at all moments of them."""
    tables, rng, found = Tables(setup, count, seed=5), np.random.default_rng(5), []
    for number in range(120):
        tables.step((rng.random(tables.masks.shape) * tables.masks).argmax(axis=1))
        if number % 10 == 9:
            found.append(tables.states[(tables.over == RUNNING) & (tables.states["moves"] > 0)])
        tables.deal(tables.over != RUNNING)
    return np.concatenate(found)


def refused(setup: Setup, states: np.ndarray) -> bool:
    try:
        check_position(setup, attributed(states)[0])
    except AssertionError:
        return True
    return False


def another(rng: np.random.Generator, values: range, but: int) -> int:
    return int(rng.choice([value for value in values if value != but]))


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_every_number_of_the_logs_is_what_the_rules_make_of_those_before(options: dict[str, Any]) -> None:
    setup, rng = GAME.setup(**options), np.random.default_rng(1)
    taken = dict.fromkeys((*OF_HANDOVERS, *OF_TURNS, *OF_STATE), 0)
    for row in positions(setup, 4):
        assert not refused(setup, row[None])
        done, past = int(row["moves"]), int(row["turn"])
        complete = past > 0 or row["phase"] in (Phase.LOOK, Phase.GIVE, Phase.PASS)
        for part, wanted in (("handovers", OF_HANDOVERS), ("turns", OF_TURNS), ("", OF_STATE)):
            for name, values in wanted.items():
                changed = row[None].copy()
                entries = changed[part][0] if part else changed
                if part == "turns":
                    entries = entries[rng.integers(past) if past else 0 :]
                elif part:
                    entries = entries[rng.integers(done) :]
                place = entries[name][0:1] if entries[name].ndim == 1 else entries[name][0, : setup.num_seats]
                at = rng.integers(place.size)
                place[at] = another(rng, values, int(place[at]))
                if part != "turns" or complete:
                    assert refused(setup, changed), (part, name, row[name] if not part else row[part][name][:3])
                    taken[name] += 1
    assert min(taken.values()) > 20


@pytest.mark.parametrize("options", SETUPS, ids=str)
def test_what_has_been_redrawn_is_a_position(options: dict[str, Any]) -> None:
    setup, words = GAME.setup(**options), seed_words(3)[0]
    states = positions(setup, 3)
    for seat in range(setup.num_seats):
        for row in determinized(setup, states, words, np.full(len(states), seat)):
            check_position(setup, attributed(row[None])[0])


def test_a_save_in_which_a_seat_gives_itself_a_card_is_refused(tmp_path: Any) -> None:
    env = raw_env(GAME, num_players=6, everyone_gives=True)
    rng = np.random.default_rng(0)
    for seed in range(50):
        env.reset(seed)
        while env.agents and env.states["phase"][0] != Phase.GIVE and not any(env.terminations.values()):
            env.step(int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
        if env.agents and env.states["phase"][0] == Phase.GIVE:
            break
    env.save(tmp_path / "good.json")
    assert type(env).load(tmp_path / "good.json").states == env.states
    env.states["handovers"][0, int(env.states["moves"][0])]["receiver"] = env.states["seat"][0]
    env.save(tmp_path / "bad.json")
    with pytest.raises(SaveFileError, match="gives"):
        type(env).load(tmp_path / "bad.json")


def test_nobody_is_dealt_both_special_cards() -> None:
    """Also where a card that has changed hands hides it."""
    setup = GAME.setup(num_players=5)
    for row in positions(setup, 4):
        changed = row[None].copy()
        changed["dealt_informer"] = changed["dealt_dissident"]
        with pytest.raises(AssertionError, match="was dealt both special cards"):
            check_position(setup, attributed(changed)[0])
