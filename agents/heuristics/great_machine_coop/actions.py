"""The team's rules of thumb for a Hero's Actions, planned for a District or chosen there."""

from __future__ import annotations

import numpy as np

from ....envs.city.rules.citizens import counted
from ....envs.city.rules.hero_costs import fewest_coins, price_of
from ....envs.city.rules.state import NOBODY, Act, District, HeroAction, Phase, is_special
from ....envs.city.rules.tracks import total_trust
from ....envs.great_machine_coop.rules.actions import rally_strength
from ....envs.great_machine_coop.rules.actions_open import change_for, guards_of
from ....envs.great_machine_coop.rules.missions import deliverable
from ....envs.great_machine_coop.rules.state import NUM_TOKENS, CoopAct, MissionAction, Support
from ....envs.table.compilation.compile import compiled
from ....envs.table.records import Int
from ....envs.table.sets import has
from ..city.heroes import NEVER, best_payment, could_do, number_known, riot_at_odds, turn_now, usual_worth
from ..city.worth import Note, Sheet, Weight, odds_at
from .events import HIT, PURSE_SHAPE, Effect, coming_districts, event_of, fill_purse, gains_of_event, worth_for_event
from .missions import worth_of_delivering
from .worth import worth_of_rise

NUM_KINDS = HIT + 1
REMOVED_GUARDS = 2.0


@compiled
def deed_worth(outlook, setup, state, turn, kind):
    """Return the worth of an Action, Trust paid taken off but City Events left aside, and the Trust paid."""
    weights, sheet, at = outlook.weights, outlook.sheet, turn.at
    price = sheet[Sheet.PRICE, at]
    if kind == HeroAction.ATTACK or kind == HIT:
        worth, payment, _ = best_attack(outlook, setup, state, turn, kind == HIT)
        return worth, np.float64(payment)
    if kind == HeroAction.RIOT:
        return worth_of_riot(outlook, setup, state, turn), price * sheet[Sheet.HIDDEN, at]
    if kind == MissionAction.DELIVER:
        far = np.float64(state.far[at, District.CITADEL])
        return worth_of_delivering(weights, setup) - weights[Weight.H_TRUST] * far, far
    if kind == MissionAction.SEND:
        gone = min(np.float64(state.guards[at]), REMOVED_GUARDS)
        return gone * (0.5 * weights[Weight.H_BREAK] + sheet[Sheet.PLUS, at]), 0.0
    if kind == HeroAction.INCITE:
        return worth_of_rise(outlook, state, 1.0) - weights[Weight.H_TRUST] * price, price
    if kind == HeroAction.AGITATE:
        rise = np.float64(counted(state, at) - np.int64(state.guards[at]))
        return worth_of_rise(outlook, state, rise) - weights[Weight.H_TRUST] * price, price
    worth = usual_worth(outlook, setup, state, turn, kind, -0.3, 0.4)
    if kind == HeroAction.IDENTIFY:
        return worth, number_known(sheet, at, turn.trust) * price
    if kind == HeroAction.MOVE:
        return worth, min(turn.trust, 2.0)
    if kind == HeroAction.GAIN:
        return worth * (2.0 if state.support == Support.GAIN else 1.0), -1.0
    if kind == HeroAction.TRUST:
        return worth, -3.0
    return worth, 0.0 if kind == HeroAction.CALL else price


@compiled
def worth_of_riot(outlook, setup, state, turn):
    """Return what a Riot promises; before the Servants have moved its odds are believed in part only."""
    weights, sheet, at = outlook.weights, outlook.sheet, turn.at
    taken = sheet[Sheet.HIDDEN, at] * sheet[Sheet.PRICE, at]
    if turn.trust < taken:
        return NEVER
    rally = np.float64(rally_strength(setup, state, turn.hero))
    chance = odds_at(outlook, at, -rally)
    if state.phase == Phase.ACCESS:
        sure = weights[Weight.H_SURE]
        chance = sure * chance + (1.0 - sure) * odds_at(outlook, at, 1.0 - rally)
    return riot_at_odds(outlook.notes, chance, sheet[Sheet.ACTIVE, at], riot_cost(weights, taken))


@compiled(inline=True)
def riot_cost(weights, trust):
    """Return what the Trust counts that a Riot may take."""
    return 0.5 * weights[Weight.H_TRUST] * trust


@compiled
def best_attack(outlook, setup, state, turn, special):
    """Return the worth of an attack, the payment that promises most, and its chance."""
    weights, sheet, at = outlook.weights, outlook.sheet, turn.at
    prize = weights[Weight.H_BREAK] + sheet[Sheet.PLUS, at] + (weights[Weight.C_SPECIAL] if special else 0.0)
    if at == District.SQUARE:
        prize += outlook.notes[Note.UPRISE] * (weights[Weight.C_SQUARE] + sheet[Sheet.COMING, at])
    if not special and has(state.cores, at):
        prize += weights[Weight.C_CORE] * weights[Weight.C_MISSION] / NUM_TOKENS / 6.0
    return best_payment(weights, setup, state, turn, change_for(state, at, special), prize)


# Planned for another District


@compiled
def would_do(setup, state, sheet, turn, kind):
    """Whether an Action could be taken in a turn."""
    at, trust = turn.at, turn.trust
    if kind == HeroAction.ATTACK or kind == HIT:
        least = price_of(fewest_coins(setup), change_for(state, at, kind == HIT))
        return guards_of(state, at, kind == HIT) > 0 and trust >= least
    if kind == MissionAction.DELIVER:
        return deliverable(setup, state, at, np.int64(trust)) != 0
    if kind == MissionAction.SEND:
        return state.controls > 0 and state.guards[at] > 0
    if kind > MissionAction.SEND or (kind == HeroAction.RIOT and state.riot_tokens == 0):
        return False
    remote = np.int64(state.remote)
    return could_do(setup, state, sheet, turn, kind, at) or (
        is_special(kind) and remote != NOBODY and could_do(setup, state, sheet, turn, kind, remote)
    )


@compiled
def effect_of(outlook, setup, state, turn, kind):
    """Return what an Action does that the City Event's conditions may lack (:class:`.events.Effect`)."""
    revealed, chance = 1.0, 1.0
    if kind == HeroAction.ATTACK or kind == HIT:
        revealed = 0.0
        _, _, chance = best_attack(outlook, setup, state, turn, kind == HIT)
    elif kind == HeroAction.IDENTIFY:
        revealed = number_known(outlook.sheet, turn.at, turn.trust)
    elif kind == HeroAction.RIOT:
        revealed = outlook.sheet[Sheet.HIDDEN, turn.at]
    return Effect(kind, turn.at, revealed, chance)


@compiled
def best_deeds(outlook, setup, state, gains, turn):
    """Return the worth of the most promising Action in a turn, its kind and price, and the second best's worth."""
    best, paid, total, second = 0.0, -1.0, -1.0, 0.0
    chosen: Int = HeroAction.GAIN
    for kind in range(NUM_KINDS):
        if would_do(setup, state, outlook.sheet, turn, kind):
            worth, price = deed_worth(outlook, setup, state, turn, kind)
            effect = effect_of(outlook, setup, state, turn, kind)
            with_event = worth + worth_for_event(outlook.notes, setup, state, gains, effect)
            if with_event > total:
                second = max(0.0, total)
                best, chosen, paid, total = worth, kind, price, with_event
            else:
                second = max(second, with_event)
    return best, chosen, paid, second


# Chosen on the spot


@compiled(allocates=True)
def choose_action(outlook, setup, state, mask):
    """Choose the Action that promises most; the turn ends where none promises anything."""
    turn, gains, purse = turn_now(state), gains_of_event(outlook, setup, state), np.empty(PURSE_SHAPE)
    fill_purse(outlook, setup, state, gains, purse)
    best, chosen = 0.0, Act.DONE
    for kind in range(NUM_KINDS):
        action = action_of(outlook, setup, state, mask, turn, kind)
        if action != Act.DONE:
            worth = worth_now(outlook, setup, state, gains, purse, turn, kind)
            if worth > best:
                best, chosen = worth, action
    return chosen


@compiled
def action_of(outlook, setup, state, mask, turn, kind):
    """Return the allowed action that begins a kind of Action, or the end of the turn."""
    action = np.int64(Act.KIND + kind - 1)
    if kind == HeroAction.ATTACK or kind == HIT:
        special = kind == HIT
        action = np.int64(CoopAct.ROLL_SPECIAL) if special else np.int64(Act.ROLL)
        if mask[action] == 0:
            _, payment, _ = best_attack(outlook, setup, state, turn, special)
            action = (np.int64(CoopAct.HIT) if special else np.int64(Act.ATTACK)) + payment - 1
    elif kind == MissionAction.DELIVER:
        action = np.int64(CoopAct.DELIVER)
    elif kind == MissionAction.SEND:
        action = np.int64(CoopAct.SEND)
    return action if mask[action] != 0 else np.int64(Act.DONE)


@compiled
def worth_now(outlook, setup, state, gains, purse, turn, kind):
    """Return the worth of an Action, with what it does for the City Event and takes from the Trust for it."""
    worth, paid = deed_worth(outlook, setup, state, turn, kind)
    worth += worth_for_event(outlook.notes, setup, state, gains, effect_of(outlook, setup, state, turn, kind))
    event = event_of(state)
    if event == NOBODY:
        return worth
    there = 1 if setup.prevent_at[event] & coming_districts(state) != 0 else 0
    total = total_trust(state)
    left = max(0, min(total - np.int64(paid), purse.shape[1] - 1))
    return worth + purse[there, left] - purse[there, min(total, purse.shape[1] - 1)]
