"""What is asked and what answers say, by question; the rules of the same questions are in ``rules/questions.py``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...table.attributes import attributed
from ...table.game import Setup
from ...table.named import texts
from ..cards import Cost
from ..rules.gains import has_of
from ..rules.state import MAX_RESERVE, Ask, Row, Zone
from .card_text import ROW_NAMES, cost_text, step_text
from .facts import announced, counted, mate_of
from .wording import clockwise, is_of_a_destroyed_card, kept_of, plainly, player, step_being_asked, thing_text

Tell = str | Callable[..., str]


@dataclass(frozen=True)
class Words:
    """How a question is put to people.

    Attributes:
        asked: What is asked: a text, or a function of setup and state.
        answers: What an answer says, by its block of actions: a text, or a function of setup, state and the numbers of
            the things that the action names.
        uses: How an answer uses the card that it names, by its block, where that is counted for the balance of cards.
    """

    asked: Tell
    answers: Mapping[str, Tell]
    uses: Mapping[str, str] = field(default_factory=dict)


def question(setup: Setup, state: Any) -> str:
    """Return what the seat to move is asked, and by which card."""
    asked = WORDS[Ask(state.ask)].asked
    return asked if isinstance(asked, str) else asked(setup, state)


def describe_action(setup: Setup, state: Any, action: int, seat: int | None) -> str:
    """Return an action in words, in the position before it; everything is done in plain view."""
    meant = setup.actions.references[action]
    says = WORDS[Ask(state.ask)].answers[meant.block.name]
    return says if isinstance(says, str) else says(setup, state, *(number for _, number in meant.things))


def card_use(setup: Setup, state: Any, action: int) -> tuple[str, str] | None:
    """Return the card that an action spends or gets, and how; for the balance report."""
    meant = setup.actions.references[action]
    use = WORDS[Ask(state.ask)].uses.get(meant.block.name)
    card = None if use is None else meant.thing("card")
    return None if use is None or card is None else (setup.options.cards.kinds[card].name, use)


def _card(text: str) -> Tell:
    """Return what says a text about the card that an action names: ``"buy {0.name} for {cost}"``."""

    def say(setup: Setup, state: Any, card: int) -> str:
        kind = setup.options.cards.kinds[card]
        return text.format(kind, cost=cost_text(kind.cost))

    return say


# Before the game


def _run(setup: Setup, state: Any, corporation: int) -> str:
    chosen = setup.options.cards.corporation[corporation]
    if setup.options.reserves != "stock":
        return f"run {chosen.name}"
    return f"run {chosen.name} (reserve: {', '.join(f'{copies} {name}' for name, copies in chosen.reserve.items())})"


def _asked_to_draft(setup: Setup, state: Any) -> str:
    reserve = state.zones[int(state.seat), Zone.RESERVE]
    value = sum(setup.options.cards.kinds[kind].value * copies for kind, copies in counted(reserve))
    cards = int(state.amounts[int(state.seat), Zone.RESERVE])
    return (
        f"draft your reserve in the order of the card file, Brass Value {value} of {setup.options.reserve_value}, "
        f"{cards} of at most {MAX_RESERVE} cards"
    )


# The own turn


def _play(setup: Setup, state: Any, card: int) -> str:
    kind = setup.options.cards.kinds[card]
    program = kind.program("play")
    does = f": {plainly(program, kind.corporation)}" if program else ""
    if kind.type == "employee":
        return f"play {kind.name}{does}"
    later = ", built at the next turn start" if kind.type == "building" else ""
    return f"play {kind.name} ({kind.type} {kind.attack}/{kind.health}{later}){does}"


def _rebuild(setup: Setup, state: Any) -> str:
    return f"rebuild {setup.options.cards.start.platform} for 1 construction"


def _offer_mate(setup: Setup, state: Any) -> str:
    return f"buy a card for {_mate(setup, state)}, the teammate, at 1 more of labor or construction"


def _mate(setup: Setup, state: Any) -> str:
    mate = mate_of(setup, int(state.seat))
    assert mate is not None
    return player(setup, mate)


def _with(say: Callable[[str, Any], str]) -> Tell:
    """Return what says something about an own thing, given in words, and its card."""

    def tell(setup: Setup, state: Any, slot: int) -> str:
        seat = int(state.seat)
        kind = setup.options.cards.kinds[int(state.things[seat, slot].kind)]
        return say(thing_text(setup, state, seat, slot), kind)

    return tell


_USES: dict[str, Tell] = {
    "ABILITY": _with(lambda thing, kind: f"use {thing}: {plainly(kind.program('ability'), kind.corporation)}"),
    "DEMOLISH": _with(lambda thing, kind: f"demolish {thing}: {plainly(kind.program('demolish'), kind.corporation)}"),
}


# What the own turn asks further


def _asked_for_target(setup: Setup, state: Any) -> str:
    return f"choose what {thing_text(setup, state, int(state.player), int(state.attacker))} attacks"


def _there(setup: Setup, state: Any, away: int, slot: int) -> str:
    other = clockwise(setup, int(state.seat), away)
    return f"{thing_text(setup, state, other, slot)} of {player(setup, other)}"


def _attack(setup: Setup, state: Any, away: int, slot: int) -> str:
    return f"attack {_there(setup, state, away, slot)}"


def _attack_company(setup: Setup, state: Any, away: int) -> str:
    other = clockwise(setup, int(state.seat), away)
    return f"attack the company of {player(setup, other)} itself ({int(state.brass[other])} Brass left)"


def _asked_for_mate(setup: Setup, state: Any) -> str:
    return (
        f"choose a card to buy for {_mate(setup, state)}, your teammate: an employee costs 1 labor more, "
        "others 1 construction"
    )


def _buy_for_mate(setup: Setup, state: Any, card: int) -> str:
    kind = setup.options.cards.kinds[card]
    employee = kind.type == "employee"
    cost = Cost.model_construct(labor=kind.cost.labor + employee, construction=kind.cost.construction + (not employee))
    return f"buy {kind.name} for {_mate(setup, state)} at {cost_text(cost)}"


def _asked_for_copy(setup: Setup, state: Any) -> str:
    kind = setup.options.cards.kinds[int(state.wanted)]
    row = Row.LABOR if kind.type == "employee" else Row.DESIGN
    return f"choose which {kind.name} in {ROW_NAMES[row.text]} to take"


def _take_copy(setup: Setup, state: Any, row: int, place: int) -> str:
    return f"take the one at place {place + 1} of {ROW_NAMES[texts(Row)[row]]}"


def _asked_to_respond(setup: Setup, state: Any) -> str:
    if announced(state):
        return "respond before the attack is fought, or not"
    return f"respond before the turn of {player(setup, int(state.player))} ends, or not"


# What cards ask


def _asked_by_card(setup: Setup, state: Any) -> str:
    frame, step = state.frames[int(state.depth) - 1], step_being_asked(setup, state)
    owner = f" of {player(setup, int(frame.seat))}" if frame.seat != state.seat else ""
    times = getattr(step, "count", 1) if step.do in ("dismiss", "discard", "recover") else 1
    number = f" ({int(frame.count) + 1} of {times})" if times > 1 else ""
    used = state.ask != Ask.DISCARD and not is_of_a_destroyed_card(setup, state)
    where = ", used in another seat's turn" if used and frame.seat != state.player else ""
    return f"{setup.options.cards.kinds[int(frame.card)].name}{owner}{where}: {step_text(step)}{number}"


def _by_card(answers: Mapping[str, Tell], uses: Mapping[str, str] | None = None) -> Words:
    return Words(_asked_by_card, {"PASS": "decline", **answers}, uses or {})


def _damage(setup: Setup, state: Any, away: int, slot: int) -> str:
    damage = int(step_being_asked(setup, state).amount)
    thing = state.things[clockwise(setup, int(state.seat), away), slot]
    falls = int(thing.wounds) + damage >= int(setup.record[0]["health"][int(thing.kind)])
    target = _there(setup, state, away, slot)
    return f"deal {damage} damage to {target}{', which destroys it' if falls else ''}"


def _option(setup: Setup, state: Any, number: int) -> str:
    frame = state.frames[int(state.depth) - 1]
    corporation = setup.options.cards.kinds[int(frame.card)].corporation
    return plainly(step_being_asked(setup, state).options[number].steps, corporation)


def _steal(setup: Setup, state: Any, away: int) -> str:
    other = clockwise(setup, int(state.seat), away)
    has = int(state.brass[other])
    taken = min(has, int(step_being_asked(setup, state).brass))
    kept = int(has_of(attributed(setup.record)[0], state, int(state.frames[int(state.depth) - 1].seat), taken))
    return f"take {taken} Brass from {player(setup, other)}, who has {has}{kept_of(taken, kept)}"


def _draw(setup: Setup, state: Any, _: int) -> str:
    count = step_being_asked(setup, state).count
    return "draw a card" if count == 1 else f"draw {count} cards"


WORDS = {
    Ask.CORPORATION: Words("choose your corporation", {"CORPORATION": _run}),
    Ask.DRAFT: Words(
        _asked_to_draft,
        {"END": "finish the reserve", "RESERVE": _card("add {0.name} to the reserve (Brass Value {0.value})")},
        {"RESERVE": "draft"},
    ),
    Ask.MENU: Words(
        "your turn: play cards, buy, use what you have in play, or end the turn",
        {
            "END": "end the turn",
            "REBUILD": _rebuild,
            "FOR_MATE": _offer_mate,
            "MINE": _with(lambda thing, kind: f"mine {kind.attack} Brass with {thing}"),
            "ATTACK": _with(lambda thing, kind: f"attack with {thing}"),
            **_USES,
            "HAND": _play,
            "BUY": _card("buy {0.name} for {cost}"),
            "RESERVE": _card("buy {0.name} from the reserve for {cost}"),
        },
        {"HAND": "play", "BUY": "buy", "RESERVE": "buy"},
    ),
    Ask.TARGET: Words(
        _asked_for_target, {"PASS": "do not attack after all", "THING": _attack, "SEAT": _attack_company}
    ),
    Ask.MATE: Words(_asked_for_mate, {"PASS": "buy nothing for the teammate after all", "BUY": _buy_for_mate}),
    Ask.COPY: Words(_asked_for_copy, {"PLACE": _take_copy}),
    Ask.WINDOW: Words(_asked_to_respond, {"PASS": "do not respond", **_USES}),
    Ask.DAMAGE: _by_card({"THING": _damage}),
    Ask.DISMISS: _by_card(
        {"HAND": _card("dismiss {0.name} from the hand"), "DISCARD": _card("dismiss {0.name} from the discard")},
        {"HAND": "dismiss", "DISCARD": "dismiss"},
    ),
    Ask.OPTION: _by_card({"OPTION": _option}),
    Ask.DISCARD: _by_card({"HAND": _card("discard {0.name}")}, {"HAND": "discard"}),
    Ask.STEAL: _by_card({"SEAT": _steal}),
    Ask.ACQUIRE: _by_card({"BUY": _card("acquire {0.name}")}, {"BUY": "acquire"}),
    Ask.RECOVER: _by_card({"DISCARD": _card("take back {0.name}")}),
    Ask.DRAW: _by_card({"PASS": "do not draw", "OPTION": _draw}),
}
