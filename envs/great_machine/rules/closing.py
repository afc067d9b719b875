"""The Closing Phase: failed Raids, the City Event's text, the Master Plan, and on to the next round."""

from __future__ import annotations

import numpy as np

from ...city.rules import state as city
from ...city.rules.asking import allow_districts, allow_each, ask_hero
from ...city.rules.citizens import (
    active_types,
    districts_with,
    free_squares,
    identify_one,
    number_of,
    pick_up,
    set_down,
    take_arrested,
)
from ...city.rules.hero_costs import forfeited
from ...city.rules.news import News
from ...city.rules.pledges import ask_next_pledge, begin_pledges, collect
from ...city.rules.state import Act, Ask, Cause, CitizenClass, Event, Status
from ...city.rules.tracks import advance_plan, beyond_track, heroes_in, raise_discontent, rise_to_come, total_trust
from ...table.compilation.compile import compiled
from ...table.events import UNKNOWN, tell
from ...table.records import Array, Int
from ...table.sets import add, has, remove, size
from .access import take_back
from .asking import ask_machine
from .machine import remove_from_hand
from .news import MachineNews
from .opening import begin_round
from .plan import comes_by_itself, is_for_sale, plan_price
from .state import ClosingStep, Prepared, State

JUDGES_PRICE = 5
SET_FREE = 2
TRADED = 2


@compiled
def go_on_closing(setup: Prepared, state: State) -> None:
    """Take the next step of the Closing Phase."""
    if state.step == ClosingStep.RAIDS:
        end_raids(state)
    elif state.step == ClosingStep.TEXT:
        apply_text(state)
    elif state.step == ClosingStep.PLAN:
        state.step = ClosingStep.ROUND
        check_plan(setup, state)
    elif state.returning > 0:
        set_free_next(state)
    elif state.pledge_open:
        go_on_pledging(state)
    else:
        begin_round(setup, state)


@compiled
def end_raids(state: State) -> None:
    """Failed Raids raise Discontent by 1 each."""
    bare = np.int64(0)
    for district in range(city.NUM_DISTRICTS):
        bare += state.guards[district] == 0 and not has(state.raids | state.riots, district)
    state.unguarded = bare > 0
    failed = np.int64(state.raids) & ~np.int64(state.caught)
    if failed != 0:
        slots = size(failed) + (state.event == Event.NO_ONE_SAFE)
        comes = rise_to_come(state, slots)
        tell(state, MachineNews.RAIDS_FAILED, UNKNOWN, beyond_track(state, comes), failed, comes)
        raise_discontent(state, slots, 0)
    state.raids, state.caught = 0, 0
    state.step = ClosingStep.TEXT


# Step 2: what happens at the end of this round only


@compiled
def apply_text(state: State) -> None:
    """Ask each Hero or Servant in turn for what the City Event lets it do now."""
    if state.event == Event.OPPRESSION:
        earned = np.int64(0)
        for servant in range(city.NUM_SERVANTS):
            earned += city.is_minor(state.servants[servant])
        state.bonds += earned
        if earned > 0:
            tell(state, MachineNews.BONDS, city.MACHINE, UNKNOWN, earned)
    elif state.event == Event.JOIN or state.event == Event.JUDGES or state.event == Event.OPEN_MIND:
        while state.cursor < city.NUM_HEROES:
            one = np.int64(state.cursor)
            state.cursor += 1
            if ask_end(state, one):
                return
    state.step, state.cursor = ClosingStep.PLAN, 0


@compiled
def ask_end(state: State, one: Int) -> bool:
    """Ask one Hero or Servant at the round's end, if it has a choice."""
    if state.event == Event.OPEN_MIND:
        at = np.int64(state.servants[one])
        covered = number_of(state, at, Status.UNIDENTIFIED) + number_of(state, at, Status.IDENTIFIED)
        if heroes_in(state, at) == 0 and covered > 0:
            state.choosing_in = at
            ask_machine(state, Ask.EXPOSE)
            return True
        return False
    at = np.int64(state.at[one])
    if state.event == Event.JOIN:
        if city.is_minor(at) and not state.detained[one] and number_of(state, at, Status.UNIDENTIFIED) > 0:
            ask_hero(state, one, Ask.JOIN)
            return True
    elif forfeited(state, one) != 0 and state.trust[one] >= state.guards[at]:
        ask_hero(state, one, Ask.JUDGE)
        return True
    return False


@compiled
def join_side(state: State, action: Int) -> None:
    if action == Act.YES:
        identify_one(state, np.int64(state.at[state.hero]))


@compiled
def appeal(state: State, action: Int) -> None:
    """Win over the Judges: pay for each Guard around and take a card back."""
    if action != Act.DONE:
        hero = np.int64(state.hero)
        state.trust[hero] -= state.guards[state.at[hero]]
        take_back(state, hero, action - Act.DISTRICT)


@compiled
def turn_up(state: State, action: Int) -> None:
    """Turn a Citizen of a class face up, of those whose type is not told any one; or none."""
    district, state.choosing_in = np.int64(state.choosing_in), city.NOBODY
    if action != Act.DONE:
        pick_up(state, district, action - Act.CLASS)
        state.carried_as = Status.REVEALED
        if action - Act.CLASS < CitizenClass.IDENTIFIED_AS:
            tell(state, News.FOUND, UNKNOWN, state.carried, 0, district)
        set_down(state, district)


# Step 3: the Master Plan


@compiled
def check_plan(setup: Prepared, state: State) -> None:
    """Advance the Master Plan where the condition holds, or ask whoever decides about it."""
    event = state.event
    if event == Event.AMNESTY:
        if state.crowd[city.ARRESTED] >= SET_FREE and free_squares(setup, state) >= SET_FREE:
            ask_machine(state, Ask.AMNESTY)
    elif event == Event.JUDGES:
        ask_judges_price(state)
    elif event == Event.SEARCHES:
        if any_identified(state):  # asked even where none of them is active: that is for the Heroes to know
            ask_hero(state, 0, Ask.SHOW)
        else:
            advance_plan(state, Cause.EVENT)
    elif event == Event.LIBERTY:
        if state.published != 0 or size(state.hand) >= TRADED:
            ask_machine(state, Ask.TRADE)
    elif is_for_sale(state):
        price = plan_price(state)
        if price == 0:
            advance_plan(state, Cause.EVENT)
        elif price <= state.bonds:
            ask_machine(state, Ask.PLAN)
    elif comes_by_itself(state):
        advance_plan(state, Cause.EVENT)
    else:
        tell(state, News.PLAN_STAYS, UNKNOWN, UNKNOWN, state.plan, event)


@compiled
def buy_plan(state: State, action: Int) -> None:
    if action == Act.YES:
        state.bonds -= plan_price(state)
        advance_plan(state, Cause.EVENT)


@compiled
def begin_freeing(state: State, action: Int) -> None:
    """Ostentatious Amnesty: two arrested Citizens go back to the city, unseen, and the plan advances."""
    if action == Act.YES:
        state.returning = SET_FREE


@compiled
def set_free_next(state: State) -> None:
    take_arrested(state, False)
    state.carried_as = Status.UNIDENTIFIED
    ask_machine(state, Ask.RETURN)


@compiled
def return_citizen(state: State, action: Int) -> None:
    """Put a Citizen that was arrested into a District; the second one of an amnesty advances the plan."""
    set_down(state, action - Act.DISTRICT)
    if state.returning:
        state.returning -= 1
        if state.returning == 0:
            advance_plan(state, Cause.EVENT)


@compiled
def ask_judges_price(state: State) -> None:
    """Win over the Judges: 5 Trust of all Heroes together stop the plan; each says what it gives."""
    if total_trust(state) < JUDGES_PRICE:
        advance_plan(state, Cause.EVENT)
    else:
        state.pledge_open = 1
        begin_pledges(state, JUDGES_PRICE)


@compiled
def go_on_pledging(state: State) -> None:
    if not ask_next_pledge(state):
        state.pledge_open = 0
        if not collect(state):
            advance_plan(state, Cause.EVENT)


@compiled
def any_identified(state: State) -> bool:
    """Whether a Citizen is identified."""
    return districts_with(state, Status.IDENTIFIED) != 0


@compiled
def districts_to_show(state: State) -> Int:
    """Return the Districts with an identified active Citizen."""
    found = np.int64(0)
    for district in range(city.NUM_DISTRICTS):
        if active_types(state, district, Status.IDENTIFIED) != 0:
            found = add(found, district)
    return found


@compiled
def choose_where_to_show(state: State, action: Int) -> None:
    """House-to-House Searches: the Heroes reveal an active Citizen, or let the plan advance."""
    if action == Act.DONE:
        advance_plan(state, Cause.EVENT)
    else:
        state.choosing_in = action - Act.DISTRICT
        ask_hero(state, 0, Ask.SHOW_TYPE)


@compiled
def allow_types_to_show(state: State, mask: Array) -> None:
    types = active_types(state, np.int64(state.choosing_in), Status.IDENTIFIED)
    allow_each(types, Act.CLASS + CitizenClass.IDENTIFIED_AS, mask)


@compiled
def allow_trades(state: State, mask: Array) -> None:
    """Liberty of Trade: one published Directive, or two of the hand."""
    if state.traded or size(state.hand) >= TRADED:
        allow_each(state.hand, Act.DIRECTIVE, mask)
    if state.traded == 0:
        allow_each(state.published, Act.DIRECTIVE, mask)
        mask[Act.DONE] = 1


@compiled
def trade(state: State, action: Int) -> None:
    """Remove a Directive from the game; the plan advances with a published one or the second of the hand."""
    if action == Act.DONE:
        return
    directive = action - Act.DIRECTIVE
    if has(state.published, directive):
        state.published = remove(state.published, directive)
        advance_plan(state, Cause.EVENT)
        return
    remove_from_hand(state, directive)
    state.traded += 1
    if state.traded == TRADED:
        state.traded = 0
        advance_plan(state, Cause.EVENT)
    else:
        ask_machine(state, Ask.TRADE)


@compiled
def allow_appeals(state: State, mask: Array) -> None:
    mask[Act.DONE] = 1
    allow_districts(forfeited(state, np.int64(state.hero)), mask)


@compiled
def allow_exposures(state: State, mask: Array) -> None:
    district = np.int64(state.choosing_in)
    mask[Act.DONE] = 1
    mask[Act.CLASS + CitizenClass.UNIDENTIFIED] = number_of(state, district, Status.UNIDENTIFIED) > 0
    mask[Act.CLASS + CitizenClass.IDENTIFIED] = number_of(state, district, Status.IDENTIFIED) > 0


@compiled
def allow_districts_to_show(state: State, mask: Array) -> None:
    mask[Act.DONE] = 1
    allow_districts(districts_to_show(state), mask)
