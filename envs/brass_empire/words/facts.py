"""What both views say alike: who sees which cards, what is being asked, how things stand, how the game ended."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import numpy as np

from ...table.attributes import attributed
from ...table.game import RUNNING, TERMINATED, Setup
from ...table.named import texts
from ...table.sets import has
from ..options import pool_of
from ..rules.actions import CardAct, first_of
from ..rules.automaton import RICH
from ..rules.card_steps import NO_PROGRAM, Trigger
from ..rules.combat import is_announced
from ..rules.gains import is_worn_out, most_brass
from ..rules.reserves import allow_draft, copies_for
from ..rules.scoring import faction_value, owned_cards
from ..rules.stack import is_card_asking
from ..rules.state import AUTOMATON, MAX_THINGS, NOBODY, Ask, CardType, Phase, Row, Status, Zone
from ..rules.things import count_of_type
from .card_text import kind_text
from .wording import clockwise, player, thing_text

# Who and what


def places(setup: Setup, first: int) -> list[int]:
    """Return all places clockwise from ``first``, the automaton's among them."""
    return [clockwise(setup, first, away) for away in range(int(setup.record[0]["places"]))]


def is_out(state: Any, seat: int) -> bool:
    """Whether a company is bankrupt and out of the game."""
    return bool(has(state.gone, seat))


def is_automaton(setup: Setup, seat: int) -> bool:
    return seat >= setup.num_seats


def mate_of(setup: Setup, seat: int) -> int | None:
    """Return a seat's teammate; None where everybody plays alone."""
    return clockwise(setup, seat, setup.num_seats // 2) if setup.options.mode == "team" else None


def corporation_name(setup: Setup, state: Any, seat: int) -> str | None:
    """Return the name of a seat's corporation; None before it has one, and for the automaton."""
    number = int(state.corporation[seat])
    return None if number == NOBODY or is_automaton(setup, seat) else setup.options.cards.corporations[number]


def counted(counts: Any) -> list[tuple[int, int]]:
    """Return the kinds that a zone holds, with their numbers."""
    return [(int(kind), int(counts[kind])) for kind in np.flatnonzero(np.asarray(counts) > 0)]


def listed(setup: Setup, cards: Iterable[tuple[int, int]]) -> str:
    """Return cards with their numbers as a list in words."""
    return ", ".join(f"{copies} {setup.options.cards.kinds[kind].name}" for kind, copies in cards)


def contents(setup: Setup, counts: Any) -> str:
    """Return what a zone holds as a list in words."""
    return listed(setup, counted(counts))


def seen_hand(state: Any, seat: int, knower: int | None) -> list[tuple[int, int]]:
    """Return the cards of a hand that ``knower`` can tell, with their numbers: its own, all, or those known to all."""
    return counted(state.zones[seat, Zone.HAND if knower in (None, seat) else Zone.KNOWN])


# How things stand


def things_of(state: Any, seat: int) -> list[list[int]]:
    """Return the slots of a seat's things in play, those that are alike in everything together."""
    alike: dict[tuple[int, ...], list[int]] = {}
    for slot in range(MAX_THINGS):
        thing = state.things[seat, slot]
        if thing.status:
            alike.setdefault((int(thing.kind), int(thing.wounds), int(thing.status)), []).append(slot)
    return list(alike.values())


def thing_state(setup: Setup, state: Any, seat: int, slot: int) -> str:
    """Return whether a thing can be used now; empty where that means nothing.

    What has been used and what was dispatched in this turn wait alike for their owner's next turn.
    """
    thing, record = state.things[seat, slot], setup.record[0]
    kind = int(thing.kind)
    if not has(thing.status, Status.FACE_UP):
        return "turned over" if kind == record["platform"] else "under construction"
    has_ability = record["program"][kind, Trigger.ABILITY] != NO_PROGRAM and not record["by_itself"][kind]
    is_of_use = has_ability or (record["type"][kind] == CardType.UNIT and record["attack"][kind] > 0)
    has_say = seat == state.player or (has_ability and record["any_time"][kind])
    if not is_of_use or not has_say or is_automaton(setup, seat):
        return ""
    return "ready" if has(thing.status, Status.READY) else "waiting"


def still_does(setup: Setup, state: Any, seat: int, slot: int) -> str:
    """Return what a thing in play may still do; the automaton's things do nothing but fight."""
    thing = state.things[seat, slot]
    if is_automaton(setup, seat):
        return ""
    done = ("play", "built") if has(thing.status, Status.FACE_UP) else ("play",)
    left = [trigger for trigger in texts(Trigger) if trigger not in done]
    return card_says(setup, int(thing.kind), left)


def card_says(setup: Setup, kind: int, triggers: Collection[str] = texts(Trigger)) -> str:
    """Return what a card does by the rules of this game."""
    return kind_text(setup.options.cards.kinds[kind], triggers, setup.options.income == "chosen")


def mode_text(setup: Setup) -> str:
    options = setup.options
    if options.mode == "solitaire":
        return "solitaire, equal turns" if options.equal_turns else "solitaire"
    return {"standard": f"{options.num_players} players", "team": f"{options.num_players // 2} teams of two"}.get(
        options.mode, f"battle of {options.num_players}"
    )


def pool_text(setup: Setup, state: Any) -> str:
    """Return what is left in the Mining Pool; of a battle, which has none, whether Brass can still be restored."""
    if setup.options.mode == "battle":
        worn_out = state.phase != Phase.PREPARING and is_worn_out(attributed(setup.record)[0], state)
        return f"after {setup.options.restoring} rounds nothing restores Brass any more" if worn_out else ""
    if state.over != RUNNING and state.ending:
        return "the Mining Pool is exhausted"
    if state.ending:
        last = "this round is the last"
        if setup.options.mode == "solitaire":
            last = (
                "this turn is the last"
                if is_automaton(setup, int(state.player))
                else "the automaton still has its turn"
            )
        return f"the Mining Pool is exhausted, {last}"
    return f"{state.pool} of {pool_of(setup.options)} Brass left in the Mining Pool"


def brass_text(setup: Setup, state: Any, seat: int) -> str:
    """Return a seat's Brass and what its cards are worth, or what a company has left in a battle."""
    brass = f"{state.brass[seat]} {brass_unit(setup, state, seat)}"
    if setup.options.mode == "battle":
        return brass
    return f"{brass} + {state.worth[seat]} Brass Value = {score(state, seat)}"


def brass_unit(setup: Setup, state: Any, seat: int) -> str:
    """Return what stands behind a seat's number of Brass: of a company in a battle, to how much it is restored."""
    if setup.options.mode == "battle" and setup.options.brass_cap:
        return f"of {most_brass(attributed(setup.record)[0], state, seat)} Brass"
    return "Brass"


def score(state: Any, seat: int) -> int:
    return int(state.brass[seat]) + int(state.worth[seat])


def plan_of_automaton(setup: Setup, state: Any) -> tuple[str, str]:
    """Return what the automaton does, in what is left of its turn or in its next one; which it is before it."""
    names = [setup.options.cards.kinds[int(row[-1])].name if row[-1] != NOBODY else "nothing" for row in state.rows]
    takes = f"takes {names[Row.LABOR]}, with {RICH} Brass or more {names[Row.DESIGN]} too"
    if is_automaton(setup, int(state.player)):
        return "this turn", "has acted" if state.phase == Phase.TURN_END else takes
    gains, units = (1 + _face_up(setup, state, CardType.BUILDING), _face_up(setup, state, CardType.UNIT))
    does = ""
    if units:
        richer = (
            f"attacks the Mining Platform if player_0 has more than {int(state.brass[AUTOMATON]) + gains} Brass, else "
        )
        does = f"{richer if has(state.things[0, 0].status, Status.FACE_UP) else ''}mines; "
    return "next turn", f"gains {gains} Brass; {does}{takes}"


def _face_up(setup: Setup, state: Any, kind_of_card: CardType) -> int:
    return int(count_of_type(attributed(setup.record)[0], state, AUTOMATON, kind_of_card))


def not_offered(setup: Setup, state: Any, kind: int) -> str:
    """Return why a card of its corporation is not offered to the seat that drafts; empty for one that is."""
    seat, record = int(state.seat), attributed(setup.record)[0]
    reserve = state.zones[seat, Zone.RESERVE]
    mask = np.zeros(setup.num_actions, np.int8)
    allow_draft(record, state, mask)
    if mask[int(first_of(record, CardAct.RESERVE)) + kind]:
        return ""
    if (np.asarray(reserve[kind + 1 :]) > 0).any():
        return "Not offered: it comes before what has been drafted."
    if int(reserve[kind]) >= int(copies_for(record, state, seat, kind)):
        return "Not offered: there are no more."
    return "Not offered: the Brass Value could not be made up any more."


# What is being asked


def announced(state: Any) -> tuple[tuple[int, int], tuple[int, int | None] | None] | None:
    """Return the attack that is being made: attacker and target by seat and slot; no target before it is chosen.

    A target without a slot is the company itself. None when there is no attack.
    """
    if state.over != RUNNING:
        return None
    if state.ask == Ask.TARGET:
        return (int(state.player), int(state.attacker)), None
    if not is_announced(state):
        return None
    slot = None if state.target == NOBODY else int(state.target)
    return (int(state.attacker_seat), int(state.attacker)), (int(state.target_seat), slot)


def attack_text(setup: Setup, state: Any) -> str:
    """Return the announced attack in words; empty if there is none."""
    attack = announced(state)
    if attack is None or attack[1] is None:
        return ""
    (seat, slot), (other, target) = attack[0], attack[1]
    owner = player(setup, other)
    what = f"the company of {owner} itself" if target is None else f"{_still(setup, state, other, target)} of {owner}"
    return f"{player(setup, seat)} attacks {what} with {_still(setup, state, seat, slot)}"


def _still(setup: Setup, state: Any, seat: int, slot: int) -> str:
    return thing_text(setup, state, seat, slot) if state.things[seat, slot].status else "what has left play"


def card_asking(state: Any) -> int | None:
    """Return the kind of the card whose effect is being carried out, or of which one is being chosen."""
    if state.over != RUNNING:
        return None
    if state.depth > 0 and is_card_asking(state):
        return int(state.frames[int(state.depth) - 1].card)
    return int(state.wanted) if state.ask == Ask.COPY else None


# The end


def result(setup: Setup, state: Any) -> str:
    if state.over != TERMINATED:
        return "The game was cut off; nobody has won."
    won = [seat for seat in range(setup.num_seats) if has(state.winners, seat)]
    if setup.options.mode == "solitaire":
        return "player_0 has won against the automaton." if won else "The automaton has won."
    names = " and ".join(player(setup, seat) for seat in won)
    if setup.options.mode == "battle":
        return f"{names} is the last one standing and wins."
    if setup.options.mode == "team":
        return f"{names} {'win' if len(won) <= 2 else 'share the win'}."
    return f"{names} {'wins' if len(won) == 1 else 'share the win'}."


def final_table(setup: Setup, state: Any) -> tuple[list[str], list[list[str]]]:
    """Return headers and rows of the scores with what breaks ties, side by side in a team, the best first."""
    headers = ["", "score", "Brass", "Brass Value", "of corporations", "cards"]
    sides = int(setup.record[0]["sides"])
    teams = [[seat for seat in places(setup, 0) if seat % sides == side] for side in range(sides)]
    found = []
    for team in teams:
        numbers = [_tallies(setup, state, seat) for seat in team]
        total = [sum(column) for column in zip(*numbers, strict=True)]
        found.append((" + ".join(player(setup, seat) for seat in team), total))
    found.sort(key=lambda row: (row[1][0], row[1][3], -row[1][4], row[1][1]), reverse=True)
    return headers, [[name, *map(str, total)] for name, total in found]


def _tallies(setup: Setup, state: Any, seat: int) -> list[int]:
    of_factions = faction_value(attributed(setup.record)[0], state, seat)
    numbers = score(state, seat), state.brass[seat], state.worth[seat], of_factions, owned_cards(state, seat)
    return [int(number) for number in numbers]
