"""Brass Empire's heuristic: legal and blind in every mode and with any card file, stronger than chance and parts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from heuristic_games import Shown, positions

from cogitable.agents.base import View
from cogitable.agents.heuristic import HeuristicAgent
from cogitable.agents.heuristics.brass_empire import USUAL, order
from cogitable.agents.heuristics.brass_empire.purchase import MAX_OFFERS, OFFER_ROWS, choose_purchase
from cogitable.agents.heuristics.brass_empire.worth import NUM_NOTES, WEIGHTS, judge
from cogitable.agents.random_agent import RandomAgent
from cogitable.envs.brass_empire import GAME
from cogitable.envs.brass_empire.rules.actions import Act
from cogitable.envs.brass_empire.rules.card_steps import NO_PROGRAM, Effect
from cogitable.envs.brass_empire.rules.state import MAX_SEATS, MAX_THINGS, NOBODY, Ask, Zone
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.compilation.uncompiled import as_compiled
from cogitable.envs.table.named import texts
from cogitable.envs.table.random import seed_words
from cogitable.envs.table.tables import determinized
from cogitable.training.measure.match import duplicate_seating, play_match

SMALL = Path(__file__).parents[1] / "cards" / "brass_empire_small.toml"
SETUPS = {
    "standard-2": GAME.setup(),
    "standard-5": GAME.setup(num_players=5, corporations="chosen"),
    "team-4": GAME.setup(mode="team", num_players=4),
    "battle-3": GAME.setup(mode="battle", num_players=3, max_decisions=3000),
    "solitaire": GAME.setup(mode="solitaire"),
    "strict": GAME.setup(phases="strict"),
    "draft": GAME.setup(num_players=3, reserves="draft", reserve_value=8),
    "other cards": GAME.setup(num_players=3, cards=str(SMALL)),
}
every_setup = pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)


def hidden(states: np.ndarray) -> np.ndarray:
    """Hands and decks of all seats and the order of all decks."""
    rows = len(states)
    return np.concatenate(
        [states["zones"][:, :, Zone.HAND].reshape(rows, -1), states["piles"].reshape(rows, -1)], axis=1
    )


@pytest.mark.often(3)
@every_setup
def test_it_is_legal_and_blind(setup):
    """Its choice is the same for the truth and for whatever the seat holds possible."""
    agent, words = HeuristicAgent(setup, 1), seed_words(5)[0]
    changed, asked = 0, set()
    for tables in positions(setup, 32, 260):
        altered = determinized(setup, tables.states, words)
        altered["rng"] = tables.states["rng"]
        changed += (hidden(altered) != hidden(tables.states)).any(axis=1).sum()
        true, other = agent.act(Shown(tables, tables.states)), agent.act(Shown(tables, altered))
        assert (true == other).all()
        assert (tables.masks[np.arange(32), true] == 1).all()
        asked |= set(np.array(texts(Ask))[tables.states["ask"]].tolist())
    assert changed > 4000
    assert {"own turn", "card to dismiss" if setup is not SETUPS["other cards"] else "own turn"} <= asked


def score(setup: Setup, deals: int, rival: type, team: bool = False) -> float:
    """Share of games that one seat (or one team) of the heuristic wins against a rival in all other seats."""
    n = setup.num_seats
    lineup = [seat % 2 for seat in range(n)] if team else [0] + [1] * (n - 1)
    seating, seeds = duplicate_seating(lineup, -(-deals // n), 8)
    return play_match(setup, [HeuristicAgent(setup, 1), rival(setup, 2)], seating, seeds, agent_seed=4).score(0)


@pytest.mark.parametrize("name", ["standard-2", "standard-5", "team-4", "battle-3", "draft", "other cards"])
def test_it_beats_random_play(name):
    assert score(SETUPS[name], 120, RandomAgent, name == "team-4") > 0.95


class Buyer(HeuristicAgent):
    """Plays like the heuristic, but buys in another way."""

    def act(self, view: View) -> np.ndarray:
        actions = super().act(view)
        kinds = int(self.setup.record[0]["kinds"])
        first = self.setup.num_actions - 3 * kinds
        wants = (view.masks[:, Act.END] == 1) & (actions >= first) & (actions < first + 2 * kinds)
        return np.where(wants, self.instead(view.masks[:, first : first + 2 * kinds], first), actions)

    def instead(self, offered: np.ndarray, first: int) -> np.ndarray:
        """Return what to do where the heuristic would buy something; ``offered`` is a mask of what can be bought."""
        raise NotImplementedError


class Idle(Buyer):
    """Buys nothing."""

    def instead(self, offered: np.ndarray, first: int) -> np.ndarray:
        return np.full(len(offered), Act.END)


class Careless(Buyer):
    """Buys the first card that it can."""

    def instead(self, offered: np.ndarray, first: int) -> np.ndarray:
        return first + offered.argmax(axis=1)


class Peaceful(HeuristicAgent):
    """Mines wherever the heuristic attacks."""

    def act(self, view: View) -> np.ndarray:
        actions = super().act(view)
        attacks = (actions >= Act.ATTACK) & (actions < Act.ATTACK + MAX_THINGS)
        return np.where(attacks, actions - Act.ATTACK + Act.MINE, actions)


@pytest.mark.parametrize(("rival", "least"), [(Idle, 0.95), (Careless, 0.8), (Peaceful, 0.55)])
def test_what_it_buys_and_attacks_pays(rival, least):
    assert score(SETUPS["standard-2"], 120, rival) > least


def bought_a_turn(setup: Setup) -> float:
    """How many cards the heuristic buys in a turn, over some games with itself."""
    tables, agent = Tables(setup, 40, seed=3), HeuristicAgent(setup, 1)
    kinds = int(setup.record[0]["kinds"])
    first, bought, ended = setup.num_actions - 3 * kinds, 0, 0
    for _ in range(400):
        actions = agent.act(View.of(tables))
        own_turn = tables.masks[:, Act.END] == 1
        bought += (own_turn & (actions >= first) & (actions < first + 2 * kinds)).sum()
        ended += (own_turn & (actions == Act.END)).sum()
        tables.step(actions)
    return bought / ended


def test_it_buys_before_its_units_act_where_nothing_may_be_bought_afterwards():
    assert bought_a_turn(SETUPS["strict"]) > 0.9 * bought_a_turn(SETUPS["standard-2"])


@pytest.mark.parametrize("agent", [HeuristicAgent, RandomAgent])
def test_solitaire_is_won_by_playing_well(agent):
    setup = SETUPS["solitaire"]
    result = play_match(setup, [agent(setup, 1)], np.zeros((100, 1), np.int64), np.arange(100), agent_seed=4)
    won = (result.returns > 0).mean()
    assert won > 0.35 if agent is HeuristicAgent else won < 0.1


@pytest.mark.parametrize("n", [3, MAX_SEATS])
def test_battles_among_itself_end(n):
    setup = GAME.setup(mode="battle", num_players=n)
    result = play_match(setup, [HeuristicAgent(setup, 1)], np.zeros((60, n), np.int64), np.arange(60), agent_seed=4)
    assert result.truncated.mean() < 0.02


def test_a_card_without_text_is_played_in_the_usual_place():
    record = SETUPS["standard-2"].record.copy()
    record["steps"][0, -1, 0]["what"] = Effect.DRAW  # what the number for "no program" would find from the end
    assert order(as_compiled(record)[0], NO_PROGRAM) == USUAL


def test_the_teammate_is_bought_for_where_nothing_is_worth_buying_for_oneself():
    setup = SETUPS["team-4"]
    record, state = as_compiled(setup.record)[0], as_compiled(Tables(setup, 1, seed=7).states)[0]
    seat, notes, offers = int(state.seat), np.zeros(NUM_NOTES), np.zeros((OFFER_ROWS, MAX_OFFERS))
    mask = np.zeros(setup.num_actions, np.int8)
    judge(WEIGHTS, record, state, seat, notes)
    assert choose_purchase(WEIGHTS, record, state, mask, notes, seat, offers) == NOBODY
    mask[Act.FOR_MATE] = 1
    assert choose_purchase(WEIGHTS, record, state, mask, notes, seat, offers) == NOBODY  # with nothing to pay with
    state.labor, state.construction = 9, 9
    assert choose_purchase(WEIGHTS, record, state, mask, notes, seat, offers) == Act.FOR_MATE


@every_setup
def test_what_it_notes_does_not_depend_on_what_was_in_memory(setup):
    tables = Tables(setup, 1, seed=7, auto_reset=False)
    tables.states["zones"][:, :, Zone.DISCARD, : int(setup.record[0]["kinds"])] = 1  # a deck of every card
    record, state = as_compiled(setup.record)[0], as_compiled(tables.states)[0]
    found = []
    for left_over in (0.0, 5.0, np.nan):
        notes = np.full(NUM_NOTES, left_over)
        judge(WEIGHTS, record, state, int(state.seat), notes)
        found.append(notes)
    np.testing.assert_array_equal(found[0], found[1])
    np.testing.assert_array_equal(found[0], found[2])
