"""The heuristic of Cogs and Commissars: legal and blind in every mode and with any card file, far from chance."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from heuristic_games import Shown, positions

from cogitable.agents.base import View
from cogitable.agents.heuristic import HeuristicAgent
from cogitable.agents.heuristics.cogs_and_commissars.worth import NUMBER_OF_NOTES, WEIGHTS, Note, judge
from cogitable.agents.random_agent import RandomAgent
from cogitable.envs.cogs_and_commissars import GAME
from cogitable.envs.cogs_and_commissars.rules.actions import Act, ByKind, by_kind
from cogitable.envs.cogs_and_commissars.rules.box import CardType
from cogitable.envs.cogs_and_commissars.rules.state import MAX_SEATS, Ask
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.random import seed_words
from cogitable.envs.table.tables import determinized
from cogitable.training.measure.match import duplicate_seating, play_match

SMALL = Path(__file__).parents[1] / "cards" / "cogs_small.toml"
SETUPS = {
    "two": GAME.setup(),
    "six with leaders": GAME.setup(num_players=MAX_SEATS, leaders=True),
    "factions chosen": GAME.setup(num_players=3, leaders=True, factions="chosen", windows="all"),
    "drafted": GAME.setup(num_players=3, decks="drafted"),
    "random": GAME.setup(num_players=4, decks="random", leaders=True),
    "other cards": GAME.setup(cards=str(SMALL), leaders=True),
}
every_setup = pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)


def hidden(states: np.ndarray) -> np.ndarray:
    """Hands and decks of all seats, and the order of all decks."""
    rows = len(states)
    return np.concatenate([states["zones"].reshape(rows, -1), states["piles"].reshape(rows, -1)], axis=1)


@pytest.mark.often(3)
@every_setup
def test_it_is_legal_and_blind(setup):
    """Its choice is legal, and the same for the true state as for any redrawing of what the seat cannot know."""
    agent, words = HeuristicAgent(setup, 1), seed_words(5)[0]
    changed = decisions = 0
    for tables in positions(setup, 40, 250):
        redrawn = determinized(setup, tables.states, words)
        redrawn["rng"] = tables.states["rng"]
        changed += (hidden(redrawn) != hidden(tables.states)).any(axis=1).sum()
        decisions += len(redrawn)
        true, other = agent.act(Shown(tables, tables.states)), agent.act(Shown(tables, redrawn))
        assert tables.masks[np.arange(40), true].all()
        assert (true == other).all()
    assert changed > decisions / 2


def test_it_is_asked_everything():
    seen = set()
    for setup in SETUPS.values():
        for tables in positions(setup, 60, 300):
            seen.update(tables.states["ask"].tolist())
    assert seen == set(range(len(Ask)))


def test_how_near_others_are_is_judged_by_their_own_need():
    """That leader's Revolution needs 14 points and not 15."""
    setup = GAME.setup(leaders=True, factions=("Artificial Stalintelligence", "Androidopov"))
    state, notes = as_compiled(Tables(setup, 1, seed=1).states)[0], np.zeros(NUMBER_OF_NOTES)
    for seat, late in ((1, 1.0), (0, 14 / 15)):
        state.points[:2] = 0
        state.points[1 - seat] = 14
        judge(WEIGHTS, as_compiled(setup.record)[0], state, seat, notes)
        assert notes[Note.LATE] == pytest.approx(late)


def score(setup: Setup, deals: int, rival: type) -> float:
    """Return the share of games that one heuristic among rivals wins, in all seats."""
    seating, seeds = duplicate_seating([0] + [1] * (setup.num_seats - 1), deals, 8)
    return play_match(setup, [HeuristicAgent(setup, 1), rival(setup, 2)], seating, seeds, agent_seed=4).score(0)


@pytest.mark.often(3)
@pytest.mark.parametrize("name", SETUPS)
def test_it_beats_random_play(name):
    setup = SETUPS[name]
    deals = 240 // setup.num_seats
    assert score(setup, deals, RandomAgent) > (0.9 if setup.num_seats == 2 else 2.5 / setup.num_seats)


class Changed(HeuristicAgent):
    """Plays like the heuristic, but for one thing that it does not do."""

    def act(self, view: View) -> np.ndarray:
        actions = super().act(view)
        states = view.determinized(self.words)
        left_out = self.left_out(states, actions) & (view.masks[:, Act.PASS] == 1)
        return np.where(left_out, Act.PASS, actions)

    def left_out(self, states: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """Return at which tables it passes instead."""
        raise NotImplementedError


class Silent(Changed):
    """Never responds."""

    def left_out(self, states: np.ndarray, actions: np.ndarray) -> np.ndarray:
        return (states["ask"] == Ask.WINDOW) & (states["depth"] > 0)


class Truthful(Changed):
    """Plays no Propaganda."""

    def left_out(self, states: np.ndarray, actions: np.ndarray) -> np.ndarray:
        cards = self.setup.record.view(np.recarray)[0]
        kinds = actions - by_kind(cards, ByKind.PLAY)
        plays = (kinds >= 0) & (kinds < cards.kinds)
        return (
            (states["ask"] == Ask.PROPAGANDA) & plays & (cards.type[np.where(plays, kinds, 0)] == CardType.PROPAGANDA)
        )


class Hoarder(Changed):
    """Discards nothing before drawing."""

    def left_out(self, states: np.ndarray, actions: np.ndarray) -> np.ndarray:
        return states["ask"] == Ask.HAND


@pytest.mark.parametrize("rival", [Silent, Truthful, Hoarder])
def test_what_it_plays_and_discards_pays(rival):
    assert score(SETUPS["two"], 150, rival) > 0.55


@pytest.mark.parametrize("n", [2, 4, MAX_SEATS])
def test_games_among_itself_end(n):
    setup = GAME.setup(num_players=n, leaders=True)
    result = play_match(setup, [HeuristicAgent(setup, 1)], np.zeros((60, n), np.int64), np.arange(60), agent_seed=4)
    assert not result.truncated.any()
