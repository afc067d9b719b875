"""A game that was cut off is foretold for those alone who might have got more."""

from __future__ import annotations

import numpy as np
import pytest
from games.treasure import GAME as TREASURE

from cogitable.agents.factory import make_agent
from cogitable.envs import get_game
from cogitable.training.learn.collecting.selfplay import Pool, SelfPlayVecEnv
from cogitable.training.learn.collecting.settled import are_settled
from connect_four import GAME as CONNECT_FOUR


class Anyone(Pool):
    """One opponent, at random."""

    def __init__(self, setups):
        self.others = [make_agent("random", setup, seed=3) for setup in setups]

    def draw(self, shape):
        return np.zeros(shape, np.int64)

    def agents(self, number):
        return self.others

    def record(self, numbers, scores, episodes):
        pass


class Watched(SelfPlayVecEnv):
    """Keeps of each game that was cut off whether the learner had left it, was paid, and what is said of it."""

    def _describe_ends(self, ended, infos):
        super()._describe_ends(ended, infos)
        cut = ended[self.tables.over[ended] == 2]
        said = are_settled(self.tables, self.learner, cut)
        for row, settled in zip(cut, said, strict=True):
            gone = int(self.tables.states["gone"][row]) >> int(self.learner[row]) & 1
            paid = self.tables.states["paid"][row, self.learner[row]] != 0
            self.ends.append((bool(gone), bool(paid), bool(settled), infos[row]["TimeLimit.truncated"]))
            assert self.tables.states["over"][row] == 2


def ends(setups, rounds):
    env, generator = Watched(setups, 16, Anyone(setups), seed=5), np.random.default_rng(5)
    env.ends = []
    env.reset()
    for _ in range(rounds):
        masks = env.action_masks()
        env.step((masks * generator.random(masks.shape)).argmax(axis=1))
    return env.ends


def test_who_has_left_has_what_it_got():
    """And rewards in mid-game are no reason to foretell nothing."""
    setups = [TREASURE.setup(num_players=players, max_decisions=24, lives=1) for players in (3, 5)]
    found = ends(setups, 120)
    assert {(gone, paid) for gone, paid, _, _ in found} >= {(False, True), (True, True)}
    assert all(settled is gone and is_open is not gone for gone, _, settled, is_open in found)


def test_who_is_paid_for_the_end_has_that():
    found = ends([get_game("brass_empire").setup(mode="battle", num_players=3, max_decisions=1300)], 900)
    assert {(gone, paid) for gone, paid, _, _ in found} >= {(False, False), (False, True)}
    assert all(settled is paid and is_open is not paid for _, paid, settled, is_open in found)


@pytest.mark.parametrize("game", [CONNECT_FOUR, get_game("brass_empire")], ids=lambda game: game.name)
def test_who_is_paid_nothing_might_have_got_more(game):
    found = ends([game.setup(max_decisions=5)], 20)
    assert len(found) > 10
    assert not any(gone or paid or settled for gone, paid, settled, _ in found)
    assert all(is_open for *_, is_open in found)
