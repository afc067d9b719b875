"""Rules of thumb of the co-operative game: what the team does in plain situations, and how well with its levels."""

from __future__ import annotations

import numpy as np
import pytest

from cogitable.agents.factory import make_agent
from cogitable.agents.heuristics.city.heroes import Turn
from cogitable.agents.heuristics.city.worth import (
    NUM_NOTES,
    ODDS_SHAPE,
    SHEET_SHAPE,
    TEAM_WEIGHTS,
    Note,
    Outlook,
    Weight,
)
from cogitable.agents.heuristics.great_machine_coop.access import RISK_SHAPE, Risk, cost_of_detainment, fill_risk
from cogitable.agents.heuristics.great_machine_coop.worth import cost_of_marker, fill_team_notes, worth_of_rise
from cogitable.envs import get_game
from cogitable.envs.city.rules.state import NOBODY, RIOT_STAGE, District, Servant
from cogitable.envs.great_machine_coop.rules.state import MoveCard
from cogitable.envs.table import Tables
from cogitable.training.measure.match import play_match

GAME = get_game("great_machine_coop")


def win_rate(games: int = 300, agent: str = "heuristic", **options) -> float:
    setup = GAME.setup(num_players=1, **options)
    agents = [make_agent(agent, setup, seed=1)]
    result = play_match(setup, agents, np.zeros((games, 1), int), np.arange(games), 100)
    return float((result.returns[:, 0] > 0).mean())


@pytest.fixture
def state():
    """The first position of a game, as a record."""
    tables = Tables(GAME.setup(num_players=1), 1, seed=5)
    return tables.states.view(np.recarray)[0]


def outlook_at(state, **options) -> Outlook:
    """What the team makes of the tracks in a position; its sheet and odds are left empty."""
    outlook = Outlook(TEAM_WEIGHTS, np.zeros(NUM_NOTES), np.zeros(SHEET_SHAPE), np.zeros(ODDS_SHAPE))
    fill_team_notes(outlook, GAME.setup(num_players=1, **options).record.view(np.recarray)[0], state)
    return outlook


@pytest.mark.long
def test_levels_are_won_in_their_order():
    rates = [win_rate(difficulty=level) for level in ("novice", "normal", "hard", "insane")]
    assert rates == sorted(rates, reverse=True)
    assert rates[0] > 0.65 and 0.03 < rates[-1] < 0.4


@pytest.mark.often(2)
@pytest.mark.parametrize("missions", ["I", "II", "III", "IV", "random"])
def test_missions_are_completed_and_games_won(missions):
    assert win_rate(200, missions=missions) > 0.12
    assert win_rate(100, "random", missions=missions) < 0.03


def test_three_seats_are_one_team():
    setup = GAME.setup(num_players=3)
    result = play_match(setup, [make_agent("heuristic", setup, seed=1)], np.zeros((200, 3), int), np.arange(200), 100)
    assert (result.returns == result.returns[:, :1]).all()
    assert (result.returns > 0).mean() > 0.4


def test_where_servants_may_be_follows_from_the_cards_left(state):
    setup = GAME.setup(num_players=1).record.view(np.recarray)[0]
    risk = np.zeros(RISK_SHAPE)
    state.servants[:] = 0, 1, NOBODY
    state.moves = (
        1 << MoveCard.HEART | 1 << MoveCard.PATROL | 1 << MoveCard.MAINTENANCE_1 | 1 << (MoveCard.MAINTENANCE_1 + 1)
    )
    fill_risk(setup, state, risk)
    assert risk[0, District.SQUARE] == risk[0, 0] == risk[1, District.SQUARE] == risk[1, 1] == 1 / 4
    assert risk[2].sum() == 0, "it is deactivated"
    assert risk[Risk.DETAIN, District.SQUARE] == pytest.approx(1 - (3 / 4) ** 2)
    assert risk[Risk.DETAIN, 0] == pytest.approx(1 / 4), "who draws Maintenance does not detain"
    assert risk[Risk.WATCH, 0] == pytest.approx(3 / 4), "but it is there"


def test_the_marker_costs_a_step_of_the_plan_where_it_meets_discontent(state):
    outlook = outlook_at(state)
    step = outlook.notes[Note.STEP]
    state.slot, state.marker = 15, 1  # Stage 5, which is its second step
    assert cost_of_marker(outlook, state, 1) > 0.4 * step
    assert cost_of_marker(outlook, state, 3) > cost_of_marker(outlook, state, 1)
    state.slot, state.marker = 18, 0
    assert cost_of_marker(outlook, state, 3) > 2.5 * step, "every step meets the Riot Stage"


def test_a_last_access_card_is_worth_the_game(state):
    outlook, risk = outlook_at(state), np.zeros(RISK_SHAPE)
    risk[Servant.LEX_HECATE, District.ART] = 1.0
    costs = []
    for cards in (0b111, 0b11, 0b1):
        state.cards[0] = cards
        cost, goes_on = cost_of_detainment(outlook, state, risk, Turn(0, District.ART, 0.0), 0.0)
        costs.append(cost)
        assert goes_on == 0
    assert costs[0] == costs[1] < costs[2]
    assert costs[2] > TEAM_WEIGHTS[Weight.LAST_STEP]


def test_a_rise_to_the_riot_stage_that_wins_is_worth_most(state):
    state.slot, state.riots = RIOT_STAGE * 3 - 1, 0b11
    outlook = outlook_at(state)
    riot = outlook.notes[Note.RIOT]
    assert worth_of_rise(outlook, state, 1.0) > 0.3 * riot
    state.slot = 3
    assert worth_of_rise(outlook, state, 1.0) < 0.3 * riot


def test_a_riot_puts_the_plan_back_with_the_first_benefit(state):
    state.plan = 5
    with_it, without = outlook_at(state).notes, outlook_at(state, difficulty="ultra-hard").notes
    assert with_it[Note.RIOT] == pytest.approx(without[Note.RIOT] + with_it[Note.STEP])
