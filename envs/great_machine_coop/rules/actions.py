"""A Hero's Actions: what is paid, what happens, and what is asked on the way."""

from __future__ import annotations

import numpy as np

from ...city.rules.asking import ask_hero
from ...city.rules.attacks import hits, pay_for_roll, roll_first
from ...city.rules.citizens import reveal_all, supporters, take_arrested
from ...city.rules.hero_actions import begin_action, call_citizen, identify, identify_more, move_citizen, take_shared
from ...city.rules.hero_costs import riot_cost
from ...city.rules.news import News, packed_types
from ...city.rules.state import NOBODY, Act, Ask, Cause, CitizenType, Directive, HeroAction, Status, Turn
from ...city.rules.tracks import advance_plan, gain_trust, is_published
from ...table.compilation.compile import compiled
from ...table.events import UNKNOWN, tell
from ...table.records import Int
from ...table.sets import add, has, only
from .actions_open import change_for
from .automaton import arrest_lowest
from .guards import break_all, break_regular, break_special
from .missions import C, begin_delivery, begin_sending
from .news import CoopNews
from .pins import move_loose_pins
from .progress import succeed
from .state import NUM_SHARED_ACTIONS, CoopAct, Mission, MissionAction, Prepared, State, Support

SUPPORT_GAIN = 1


@compiled
def take_action(setup: Prepared, state: State, action: Int) -> None:
    """Begin an Action, or end the turn."""
    hero = np.int64(state.hero)
    if action == Act.DONE:
        state.step = Turn.DONE
        return
    kind = kind_of(action)
    begin_action(state, hero, kind)
    if kind == HeroAction.ATTACK:
        attack(setup, state, hero, action)
    elif kind == HeroAction.IDENTIFY:
        identify(state, hero)
        state.uncovered += 1
    elif kind == HeroAction.GAIN:
        gain_trust(setup, state, hero, 1 + (SUPPORT_GAIN if state.support == Support.GAIN else 0))
    elif kind == HeroAction.RIOT:
        riot(setup, state, hero, np.int64(state.at[hero]))
    elif kind == HeroAction.BURN:
        tell(state, CoopNews.REMOVED, UNKNOWN, only(state.hand))
        state.hand, state.hand_known = 0, 0
    elif kind == HeroAction.RELEASE:
        begin_return(state, hero)
    elif kind == MissionAction.DELIVER:
        begin_delivery(setup, state, hero)
    elif kind == MissionAction.SEND:
        begin_sending(setup, state, hero)
    else:
        take_shared(state, hero, kind)


@compiled
def kind_of(action: Int) -> Int:
    """Return the kind of Action that an action begins."""
    if action == CoopAct.DELIVER:
        return np.int64(MissionAction.DELIVER)
    if action == CoopAct.SEND:
        return np.int64(MissionAction.SEND)
    if action >= NUM_SHARED_ACTIONS or action <= Act.ROLL:
        return np.int64(HeroAction.ATTACK)
    return action - Act.KIND + 1


@compiled
def begin_return(state: State, hero: Int) -> None:
    """Turn up a random arrested Citizen and ask where it goes."""
    take_arrested(state, True)
    state.carried_as = Status.REVEALED
    state.uncovered += 1
    ask_hero(state, hero, Ask.RETURN)


# Attacks


@compiled
def attack(setup: Prepared, state: State, hero: Int, action: Int) -> None:
    """Attack a regular or a special Guard; the Veteran rolls first."""
    at, special = np.int64(state.at[hero]), action > Act.ROLL
    change = change_for(state, at, special)
    payment = action + 1 - (np.int64(CoopAct.HIT) if special else np.int64(Act.ATTACK))
    if action == Act.ROLL or action == CoopAct.ROLL_SPECIAL:
        roll_first(setup, state, hero, change)
        state.die_special = special and state.die > 0
    elif hits(setup, state, hero, payment, change):
        break_one(state, at, special)


@compiled
def break_one(state: State, at: Int, special: Int) -> None:
    if special:
        break_special(state, at)
    else:
        break_regular(state, at)


@compiled
def pay_die(state: State, action: Int) -> None:
    if pay_for_roll(state, action):
        break_one(state, np.int64(state.at[state.hero]), state.die_special)
    state.die_special = 0


# Riots


@compiled
def riot(setup: Prepared, state: State, hero: Int, at: Int) -> None:
    """Start a Riot: all Citizens are revealed, and the active ones must outnumber Guards and Traitors."""
    state.trust[hero] -= riot_cost(state, at)
    for type in range(CitizenType.TRAITOR + 1):
        state.uncovered += state.citizens[at, Status.UNIDENTIFIED, type]
    tell(state, News.TURNED_UP, UNKNOWN, at, packed_types(state, at))
    reveal_all(state, at)
    state.rioting_in = at
    missing = lacking(state, at)
    if 0 < missing <= rally_strength(setup, state, hero):
        ask_hero(state, hero, Ask.RALLY)
    else:
        decide_riot(setup, state, missing <= 0)


@compiled
def lacking(state: State, at: Int) -> Int:
    """Return how many active Citizens a Riot lacks to be successful."""
    opposed = np.int64(state.guards[at])
    if not (has(state.done, C) and state.missions[C] == Mission.CLASSES):
        opposed += np.int64(state.citizens[at, Status.REVEALED, CitizenType.TRAITOR])
    if is_published(state, Directive.REINFORCE):
        opposed += 1
    return opposed + 1 - supporters(state, at)


@compiled
def rally_strength(setup: Prepared, state: State, hero: Int) -> Int:
    """Return as how many Citizens the leader's Hero tokens can count in a Riot of its own."""
    return np.int64(state.held[hero]) * np.int64(setup.bonus[Mission.LEADER]) if state.leader == hero else np.int64(0)


@compiled
def answer_rally(setup: Prepared, state: State, action: Int) -> None:
    """The leader discards as many Hero tokens as the Riot lacks, or lets it fail."""
    if action == Act.YES:
        strength = np.int64(setup.bonus[Mission.LEADER])
        state.held[state.leader] -= (lacking(state, np.int64(state.rioting_in)) + strength - 1) // strength
    decide_riot(setup, state, action == Act.YES)


@compiled
def decide_riot(setup: Prepared, state: State, won: Int) -> None:
    at = np.int64(state.rioting_in)
    state.rioting_in = NOBODY
    ours = supporters(state, at)
    tell(state, News.RIOT_WON if won else News.RIOT_LOST, UNKNOWN, at, ours, lacking(state, at) - 1 + ours)
    if won:
        state.riots = add(state.riots, at)
        state.raids = add(state.raids, at)
        state.riot_tokens -= 1
        break_all(state, at)
        succeed(setup, state)
        return
    advance_plan(state, Cause.RIOT)
    while state.over == 0 and supporters(state, at) > 0:
        arrest_lowest(state, at)


@compiled
def find_more(state: State, action: Int) -> None:
    """Another Citizen is revealed, or the Action ends."""
    identify_more(state, action)
    state.uncovered += action == Act.YES


@compiled
def call(state: State, action: Int) -> None:
    call_citizen(state, action)
    state.uncovered += 1


@compiled
def put_down(setup: Prepared, state: State, action: Int) -> None:
    """A Citizen that is moved takes a token attached to it along."""
    origin, type, status = np.int64(state.carried_from), np.int64(state.carried), state.carried_as
    move_citizen(setup, state, action)
    if status == Status.REVEALED:
        move_loose_pins(state, origin, type, action - Act.DISTRICT)
