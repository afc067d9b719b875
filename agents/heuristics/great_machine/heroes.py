"""The Heroes' rules of thumb against a player: which District to go to, and which Action to take."""

from __future__ import annotations

import math

import numpy as np

from ....envs.city.rules import state as city
from ....envs.city.rules.citizens import counted
from ....envs.city.rules.hero_costs import fewest_coins, most_coins, price_of
from ....envs.city.rules.state import Act, Ask, Event, Hero, HeroAction, Phase, is_special
from ....envs.city.rules.tracks import total_trust
from ....envs.city.rules.variants import coin_change
from ....envs.great_machine.rules.closing import JUDGES_PRICE
from ....envs.great_machine.rules.machine_costs import DEED_PRICE, servant_price
from ....envs.table.compilation.compile import compiled
from ....envs.table.random import fraction
from ....envs.table.records import Int
from ....envs.table.sets import has
from ..city.hero_answers import SHARED_ANSWERS, choose_card, fair_pledge
from ..city.heroes import NEVER, WORKSHOPS, Turn, best_of, best_payment, could_do, riot_at_odds, turn_now, usual_worth
from ..city.worth import Note, Sheet, Weight, fill_costs, finish, odds_at
from .hunt import HUNT_SHAPE, expect_hunters
from .places import decides_the_plan

# Shares of a step of the Master Plan
_STRANDED = 0.5  # what it costs to set out without the Trust for the way
_OPPRESSED, _OPPRESSED_LATER = 0.4, 0.3  # going to a Major District for the event; more for each Hero before
_SPECIAL = 0.7  # the Special Action that the event asks for
_CALMED = 0.6  # a rise of Discontent, against Bread and Circuses
_READY = 0.3  # a broken Guard, against Ready for Emergency

_USUAL_STEP = 3.3  # worth of a step of the plan at which the weights of danger count as they are
_MORE_FEAR, _LESS_FEAR = 1.5, 0.3  # where the event makes the Machine look for Heroes, or forbids it to raid

SECOND_ACTION = 1.3
"""What the Fowler makes of a place, for another Hero's one Action."""


@compiled(allocates=True)
def choose_access(outlook, setup, state, mask):
    """Choose the District that promises most, by lots where several are nearly as good."""
    weights, worths = outlook.weights, outlook.sheet[Sheet.WORTH]
    hunt, costs, hero = np.empty(HUNT_SHAPE), np.empty(city.NUM_DISTRICTS), np.int64(state.hero)
    expect_hunters(weights, state, hunt)
    free = state.heroes[hero] == Hero.VAGABOND
    fill_costs(state, hero, free, 1.0 if state.event == Event.CHECKS else 0.0, costs)
    for district in range(city.NUM_DISTRICTS):
        if mask[Act.DISTRICT + district] != 0:
            worth = worth_of_going(outlook, setup, state, hero, district, costs[district])
            worth -= danger(outlook, state, hunt, hero, district)
            lot = math.log(-math.log(fraction(state.rng) * 0.999998 + 1e-6))
            worths[district] = worth - weights[Weight.H_HEAT] * lot
    return best_of(mask, Act.DISTRICT, worths)


@compiled
def worth_of_going(outlook, setup, state, hero, district, cost):
    """Return what a Hero can hope for in a District, on the way to which it pays ``cost``."""
    weights, notes, sheet = outlook.weights, outlook.notes, outlook.sheet
    trust = np.float64(state.trust[hero])
    worth = 0.0
    if cost > trust:
        worth -= _STRANDED * notes[Note.STEP] + weights[Weight.H_TRUST] * trust
        trust = np.float64(0.0)
    else:
        trust -= cost
        worth -= weights[Weight.H_TRUST] * cost
        if trust <= 0.0 < cost:
            worth -= weights[Weight.H_TIGHT] * notes[Note.STEP]
    if state.event == Event.SNEAKING and not city.is_minor(district):
        trust += 2.0
    if state.event == Event.LIBERTY and city.is_minor(district):
        trust += 1.0
    deed = best_deed(outlook, setup, state, Turn(hero, district, trust))
    if state.heroes[hero] == Hero.FOWLER:
        deed *= SECOND_ACTION
    worth += deed
    mates = mates_at(state, hero, district)
    income = sheet[Sheet.YIELD, district] / (1.0 + mates)
    if state.heroes[hero] == Hero.ARTIFICER and has(WORKSHOPS, district):
        income += 3.0
    worth += weights[Weight.H_NEXT] * income - weights[Weight.H_SHARED] * mates
    return worth + worth_of_event(state, notes, hero, district, trust >= sheet[Sheet.PRICE, district])


@compiled
def mates_at(state, hero, district):
    """Return how many others of the team have chosen a District."""
    mates = 0
    for other in range(city.NUM_HEROES):
        mates += other != hero and state.chosen[other] == district
    return mates


@compiled
def danger(outlook, state, hunt, hero, district):
    """Return what a Hero fears of Servants near a District, most where the Machine will look for it."""
    weights = outlook.weights
    near = 0.0
    for servant in range(city.NUM_SERVANTS):
        far = np.int64(state.far[state.servants[servant], district])
        if servant_price(state) * far + DEED_PRICE <= state.bonds:
            near += 1.0 / (1.0 + far * far)
    fear = near * (weights[Weight.H_RAID] + weights[Weight.H_HUNTED] * hunt[hero, district])
    if state.event == Event.SEARCHES or state.event == Event.STALKERS:
        fear *= _MORE_FEAR
    elif state.event == Event.DOWN_BY_LAW:
        fear *= _LESS_FEAR
    if state.at[hero] == district:
        fear += weights[Weight.H_STAY]
    return fear * outlook.notes[Note.STEP] / _USUAL_STEP


@compiled
def worth_of_event(state, notes, hero, district, pays):
    """Return what a choice changes about the City Event's condition for the Master Plan."""
    first_major = not city.is_minor(district) and not any_in_major(state, hero)
    if state.event == Event.NO_ONE_SAFE and first_major:
        return -notes[Note.STEP]
    if state.event == Event.CHECKS and state.at[hero] == district and not any_staying(state, hero):
        return -notes[Note.STEP]
    if state.event == Event.OPPRESSION and first_major and pays:
        return notes[Note.STEP] * (_OPPRESSED + _OPPRESSED_LATER * hero)
    return 0.0


@compiled
def any_in_major(state, hero):
    """Whether an earlier Hero has chosen a Major District."""
    for other in range(hero):
        if state.chosen[other] != city.NOBODY and not city.is_minor(state.chosen[other]):
            return True
    return False


@compiled
def any_staying(state, hero):
    """Whether an earlier Hero has chosen to stay."""
    for other in range(hero):
        if state.chosen[other] == state.at[other]:
            return True
    return False


@compiled
def choose_action(outlook, setup, state, mask):
    """Choose the Action that promises most; the turn ends where none promises anything."""
    turn, best = turn_now(state), 0.0
    chosen: Int = Act.DONE
    for kind in range(HeroAction.IDENTIFY, HeroAction.CALL + 1):
        if mask[Act.KIND + kind - 1] != 0:
            worth = deed_worth(outlook, setup, state, turn, kind)
            if worth > best:
                best, chosen = worth, Act.KIND + kind - 1
    if mask[Act.ROLL] != 0 or can_attack(setup, mask):
        worth, payment = best_attack(outlook, setup, state, turn)
        if worth > best:
            chosen = Act.ROLL if mask[Act.ROLL] != 0 else Act.ATTACK + payment - 1
    return chosen


@compiled
def can_attack(setup, mask):
    """Whether any payment for an attack is allowed."""
    for payment in range(1, most_coins(setup) + 2):
        if mask[Act.ATTACK + payment - 1] != 0:
            return True
    return False


@compiled
def best_deed(outlook, setup, state, turn):
    """Return the worth of the best Action in a turn."""
    best, at = NEVER, turn.at
    for kind in range(HeroAction.IDENTIFY, HeroAction.CALL + 1):
        if could_do(setup, state, outlook.sheet, turn, kind, at):
            best = max(best, deed_worth(outlook, setup, state, turn, kind))
    if state.guards[at] > 0 and turn.trust >= price_of(fewest_coins(setup), coin_change(state, at)):
        worth, _ = best_attack(outlook, setup, state, turn)
        best = max(best, worth)
    return best


@compiled
def deed_worth(outlook, setup, state, turn, kind):
    """Return the worth of an Action other than an attack, Trust paid taken off."""
    notes, at = outlook.notes, turn.at
    if kind == HeroAction.RIOT:
        return worth_of_riot(outlook, state, turn)
    price = outlook.weights[Weight.H_TRUST] * outlook.sheet[Sheet.PRICE, at]
    if kind == HeroAction.INCITE:
        return rise_worth(outlook, state, 1.0) - price
    if kind == HeroAction.AGITATE:
        worth = rise_worth(outlook, state, np.float64(counted(state, at) - np.int64(state.guards[at]))) - price
    else:
        worth = usual_worth(outlook, setup, state, turn, kind, 0.5, 0.25)
        if kind == HeroAction.REBUILD and decides_the_plan(state, False):
            worth += notes[Note.STEP]
    return worth + for_oppression(state, notes) if is_special(kind) and kind != HeroAction.TRUST else worth


@compiled
def rise_worth(outlook, state, steps):
    """Return the worth of steps of Discontent."""
    notes = outlook.notes
    if state.slot < city.TRACK_END:
        steps = min(steps, np.float64(city.TRACK_END - np.int64(state.slot)))
    worth = steps * notes[Note.UPRISE]
    if state.slot < city.TRACK_END - 1 and state.slot + steps >= city.TRACK_END:
        worth += finish(outlook)
    if state.event == Event.BREAD and state.slot < city.TRACK_END and state.slot <= state.slot_before:
        worth += _CALMED * notes[Note.STEP]
    return worth


@compiled
def for_oppression(state, notes):
    """Return what a Special Action is worth against the condition of Oppression and Opposition."""
    return _SPECIAL * notes[Note.STEP] if state.event == Event.OPPRESSION and not state.special else 0.0


@compiled
def worth_of_riot(outlook, state, turn):
    """Return what a Riot promises: the odds of what is known, and the plan's step where it fails."""
    weights, sheet, at = outlook.weights, outlook.sheet, turn.at
    if turn.trust < sheet[Sheet.HIDDEN, at] * sheet[Sheet.PRICE, at]:
        return NEVER
    chance = odds_at(outlook, at, 0.0)
    if state.phase == Phase.ACCESS:
        helped, sure = 1.0 if mates_at(state, turn.hero, at) > 0 else 0.0, weights[Weight.H_SURE]
        chance = sure * odds_at(outlook, at, -helped) + (1.0 - sure) * odds_at(outlook, at, 1.0 - helped)
    cost = 0.5 * weights[Weight.H_TRUST] * sheet[Sheet.HIDDEN, at] * sheet[Sheet.PRICE, at]
    return riot_at_odds(outlook.notes, chance, sheet[Sheet.ACTIVE, at], cost)


@compiled
def best_attack(outlook, setup, state, turn):
    """Return the worth of an attack and the payment that promises most."""
    weights = outlook.weights
    prize = weights[Weight.H_BREAK] + outlook.sheet[Sheet.PLUS, turn.at]
    if state.event == Event.READY:
        prize += _READY * outlook.notes[Note.STEP]
    worth, payment, _ = best_payment(weights, setup, state, turn, coin_change(state, turn.at), prize)
    return worth, payment


@compiled
def choose_to_pay(outlook, state):
    """Whether to pay what the die shows."""
    prize = outlook.weights[Weight.H_BREAK] + outlook.sheet[Sheet.PLUS, state.at[state.hero]]
    return Act.YES if prize > outlook.weights[Weight.H_TRUST] * state.die else Act.DONE


@compiled
def choose_to_appeal(outlook, state, mask):
    """Take a card back where it is cheap and leaves enough Trust to stop the plan."""
    weights = outlook.weights
    trust, price = total_trust(state), np.int64(state.guards[state.at[state.hero]])
    affordable = trust - price >= JUDGES_PRICE or trust < JUDGES_PRICE
    if affordable and weights[Weight.H_CARD] > weights[Weight.H_TRUST] * price:
        return choose_card(outlook, mask)
    return Act.DONE


@compiled
def choose_pledge(outlook, state):
    """Pledge a share of what is missing, where a step of the plan is worth it."""
    wanted = outlook.notes[Note.STEP] >= outlook.weights[Weight.H_TRUST] * JUDGES_PRICE
    return Act.AMOUNT + (fair_pledge(state) if wanted else 0)


HERO_ANSWERS = {
    **SHARED_ANSWERS,
    Ask.ACCESS: choose_access,
    Ask.ACTION: choose_action,
    Ask.PAY: choose_to_pay,
    Ask.JUDGE: choose_to_appeal,
    Ask.PLEDGE: choose_pledge,
}
"""What a Hero answers, by what is asked."""
