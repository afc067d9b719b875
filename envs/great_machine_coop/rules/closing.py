"""The Closing Phase: Security Protocol, Breakthrough, Master Plan, Missions, Directives, and on to the next round."""

from __future__ import annotations

import numpy as np

from ...city.rules.citizens import free_squares, number_of
from ...city.rules.hero_costs import forfeited
from ...city.rules.news import News
from ...city.rules.pledges import ask_next_pledge, begin_pledges, collect
from ...city.rules.state import ARRESTED, NOBODY, NUM_DISTRICTS, NUM_HEROES, Cause, Status
from ...city.rules.tracks import advance_plan, bring_trust, rise_by_itself, rise_to_come, total_trust
from ...table.compilation.compile import compiled
from ...table.events import UNKNOWN, tell
from ...table.records import Int
from ...table.sets import size
from .advantages import begin_last_mission, check_missions
from .automaton import stand_up
from .conditions import hero_districts, holds
from .directives import end_round
from .guards import execute_protocol, shaken_district
from .missions import place_orders
from .news import CoopNews
from .opening import begin_round
from .state import FIRST_EVENT, ClosingStep, Condition, Gain, Prepared, Purpose, State


@compiled
def go_on_closing(setup: Prepared, state: State) -> None:
    """Take the next step of the Closing Phase."""
    step = np.int64(state.step)
    if state.pledge_for:
        if not ask_next_pledge(state):
            purpose, state.pledge_for = np.int64(state.pledge_for), 0
            conclude(setup, state, purpose, collect(state))
        return
    state.step = step + 1
    if step == ClosingStep.MISSIONS:
        end_missions(setup, state)
    elif step == ClosingStep.DIRECTIVES:
        end_round(setup, state)
        stand_up(state)
    elif step == ClosingStep.ROUND:
        begin_round(setup, state)
    elif state.event != NOBODY:
        apply_event(setup, state, step, np.int64(state.event) - FIRST_EVENT)


@compiled
def end_missions(setup: Prepared, state: State) -> None:
    """Complete Missions; what follows waits until Guards have broken as the Heroes choose: C may be about Guards."""
    check_missions(setup, state)
    if shaken_district(state) != NOBODY:
        state.step = ClosingStep.MISSIONS
        return
    begin_last_mission(state)
    place_orders(state)


@compiled
def apply_event(setup: Prepared, state: State, step: Int, event: Int) -> None:
    """One of the three steps of the City Event."""
    if step == ClosingStep.PROTOCOL:
        check_protocol(setup, state, event)
    elif step == ClosingStep.BREAKTHROUGH:
        if state.prevented and setup.need[event, 0] != Condition.NOTHING:
            check(setup, state, Purpose.BREAKTHROUGH, np.int64(setup.need[event, 0]), np.int64(setup.need[event, 1]))
    else:
        check(setup, state, Purpose.PLAN, np.int64(setup.stops[event, 0]), np.int64(setup.stops[event, 1]))


@compiled
def check_protocol(setup: Prepared, state: State, event: Int) -> None:
    """Prevent the Security Protocol by being there or by Trust, or have it executed; the Countdown has none."""
    if setup.prevent_for[event] > 0:
        check(setup, state, Purpose.PROTOCOL, Condition.TRUST, np.int64(setup.prevent_for[event]))
    elif setup.prevent_at[event] != 0:
        conclude(setup, state, Purpose.PROTOCOL, setup.prevent_at[event] & hero_districts(state) != 0)


@compiled
def check(setup: Prepared, state: State, purpose: Int, what: Int, number: Int) -> None:
    """Find out whether a condition holds, asking for Trust where that is what it takes."""
    if what != Condition.TRUST:
        conclude(setup, state, purpose, holds(state, what, number))
    elif total_trust(state) < number:
        conclude(setup, state, purpose, False)
    else:
        state.pledge_for = purpose
        begin_pledges(state, number)


@compiled
def conclude(setup: Prepared, state: State, purpose: Int, met: Int) -> None:
    """Carry out what follows from a condition."""
    event = np.int64(state.event) - FIRST_EVENT
    if purpose == Purpose.PROTOCOL:
        state.prevented = met
        tell(state, CoopNews.PROTOCOL, UNKNOWN, met)
        if not met:
            execute_protocol(setup, state)
    elif purpose == Purpose.BREAKTHROUGH:
        what, number = np.int64(setup.gain[event, 0]), np.int64(setup.gain[event, 1])
        tell(state, CoopNews.BREAKTHROUGH, UNKNOWN, met, gain_to_come(setup, state, what, number), event)
        if met:
            break_through(setup, state, what, number)
    elif not met:
        advance_plan(state, Cause.EVENT)
    else:
        tell(state, News.PLAN_STAYS, UNKNOWN, UNKNOWN, state.plan, state.event)


@compiled
def gain_to_come(setup: Prepared, state: State, what: Int, number: Int) -> Int:
    """Return how much of what a Breakthrough brings can be had as things stand."""
    if what == Gain.DISCONTENT:
        return rise_to_come(state, number)
    most = np.int64(0)
    if what == Gain.BREAK or what == Gain.REVEAL:
        for district in range(NUM_DISTRICTS):
            covered = number_of(state, district, Status.UNIDENTIFIED)
            most += covered if what == Gain.REVEAL else np.int64(state.guards[district])
    elif what == Gain.CARD or what == Gain.TRUST:
        for hero in range(NUM_HEROES):
            room = np.int64(setup.limit[state.heroes[hero]]) - np.int64(state.trust[hero])
            most += size(forfeited(state, hero)) if what == Gain.CARD else room
    elif what == Gain.CANCEL:
        most = size(state.published)
    elif what == Gain.RELEASE:
        most = min(np.int64(state.crowd[ARRESTED]), free_squares(setup, state))
    return min(number, most)


@compiled
def break_through(setup: Prepared, state: State, what: Int, number: Int) -> None:
    """Give the benefit of a Breakthrough, which nobody may refuse."""
    if what == Gain.DISCONTENT:
        rise_by_itself(state, number, 0)
    elif what == Gain.REVEAL:
        state.finds, state.finder = number, 0
    elif what == Gain.BREAK:
        state.breaks = number
    elif what == Gain.TRUST:
        for hero in range(NUM_HEROES):
            bring_trust(setup, state, hero, number)
    elif what == Gain.CARD:
        state.retrieves = number
    elif what == Gain.CANCEL:
        state.cancels = number
    elif what == Gain.RELEASE:
        state.returning = number
