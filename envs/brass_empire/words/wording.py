"""Actions in words, made from the card file so that text and rules cannot drift apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..cards import Cost
from ..options import BrassEmpireOptions
from ..rules.state import (
    ACT_ABILITY,
    ACT_ATTACK,
    ACT_CORPORATION,
    ACT_DEMOLISH,
    ACT_END,
    ACT_FOR_MATE,
    ACT_KINDS,
    ACT_MINE,
    ACT_OPTION,
    ACT_PASS,
    ACT_PLACE,
    ACT_REBUILD,
    ACT_SEAT,
    ACT_THING,
    ASK_ACQUIRE,
    ASK_DAMAGE,
    ASK_DISCARD,
    ASK_DISMISS,
    ASK_DRAFT,
    ASK_DRAW,
    ASK_MATE,
    ASK_MENU,
    ASK_STEAL,
    ASK_WINDOW,
    BLOCK_BUY,
    BLOCK_DISCARD,
    BLOCK_HAND,
    BLOCK_RESERVE,
    MAX_FACTIONS,
    MAX_OPTIONS,
    MAX_SEATS,
    MAX_THINGS,
    ROW_PLACES,
    ROWS,
    TRIGGERS,
)
from .card_text import ROW_NAMES, cost_text, program_text

if TYPE_CHECKING:
    from ...table.game import Setup

ACTION_GROUPS = (
    (str(ACT_END), "end the turn; in the draft, finish the own reserve"),
    (str(ACT_PASS), "decline, or do not respond"),
    (str(ACT_REBUILD), "rebuild the Mining Platform for 1 construction"),
    (str(ACT_FOR_MATE), "buy a card for the teammate (team mode); then which one"),
    (f"{ACT_OPTION} to {ACT_OPTION + MAX_OPTIONS - 1}", "take the first, second, ... of several effects"),
    (f"{ACT_CORPORATION} to {ACT_CORPORATION + MAX_FACTIONS - 1}", "choose the corporation of this number in the file"),
    (f"{ACT_SEAT + 1} to {ACT_SEAT + MAX_SEATS - 1}", "the seat so many places to the left: attack it, rob it"),
    (f"{ACT_PLACE} to {ACT_PLACE + 2 * ROW_PLACES - 1}", "of equal cards in a row (solitaire) the one at this place"),
    (f"{ACT_MINE} to {ACT_MINE + MAX_THINGS - 1}", "mine with the unit in this slot"),
    (f"{ACT_ATTACK} to {ACT_ATTACK + MAX_THINGS - 1}", "attack with the unit in this slot; then what"),
    (f"{ACT_ABILITY} to {ACT_ABILITY + MAX_THINGS - 1}", "use the ability of the unit or building in this slot"),
    (f"{ACT_DEMOLISH} to {ACT_DEMOLISH + MAX_THINGS - 1}", "demolish the building in this slot for its effect"),
    (
        f"{ACT_THING + MAX_THINGS} to {ACT_THING + MAX_SEATS * MAX_THINGS - 1}",
        "what an attack or damage goes to: a slot of the seat 1, 2, ... places to the left",
    ),
    (f"{ACT_KINDS} + kind", "play this card from hand; dismiss or discard it from there"),
    (f"{ACT_KINDS} + kinds + kind", "buy this card from its row; acquire it by an effect"),
    (f"{ACT_KINDS} + 2 kinds + kind", "buy this card from the own reserve; in the draft, add it there"),
    (f"{ACT_KINDS} + 3 kinds + kind", "dismiss this card from the own discard; take it back from there"),
)
"""The action space in rows for people; ``kind`` is the number of a card in the file, ``kinds`` how many there are."""


def action_names(options: BrassEmpireOptions) -> list[str]:
    """Return the name of every action."""
    names = ["end", "pass", "rebuild", "for teammate"]
    names += [f"option {number}" for number in range(1, MAX_OPTIONS + 1)]
    known = options.cards.corporations
    names += [f"corporation {known[i] if i < len(known) else i + 1}" for i in range(MAX_FACTIONS)]
    names += [f"seat {away}" for away in range(1, MAX_SEATS)]
    names += [f"{row} place {place}" for row in ROWS for place in range(1, ROW_PLACES + 1)]
    for use in ("mine", "attack", "ability", "demolish"):
        names += [f"{use} {slot}" for slot in range(1, MAX_THINGS + 1)]
    names += [f"seat {away} slot {slot}" for away in range(1, MAX_SEATS) for slot in range(1, MAX_THINGS + 1)]
    for place in ("hand", "buy", "reserve", "discard"):
        names += [f"{place} {kind.name}" for kind in options.cards.kinds]
    return names


def describe_action(setup: Setup, state: Any, action: int, seat: int | None) -> str:
    """Return an action in words, in the position before it; everything is done in plain view."""
    ask = int(state.ask)
    if action >= ACT_KINDS:
        return _with_card(setup, state, ask, action - ACT_KINDS)
    if action >= ACT_THING + MAX_THINGS:
        away, slot = divmod(action - ACT_THING, MAX_THINGS)
        return _at_thing(setup, state, ask, clockwise(setup, int(state.seat), away), slot)
    if action >= ACT_MINE:
        use, slot = divmod(action - ACT_MINE, MAX_THINGS)
        return _with_thing(setup, state, use, slot)
    if action >= ACT_PLACE:
        row, place = divmod(action - ACT_PLACE, ROW_PLACES)
        return f"take the one at place {place + 1} of {ROW_NAMES[ROWS[row]]}"
    if action > ACT_SEAT:
        return _at_seat(setup, state, ask, clockwise(setup, int(state.seat), action - ACT_SEAT))
    if action >= ACT_CORPORATION:
        return _run(setup, action - ACT_CORPORATION)
    if action >= ACT_OPTION:
        return _option(setup, state, ask, action - ACT_OPTION)
    mate = player(setup, clockwise(setup, int(state.seat), int(setup.record[0]["sides"])))
    return {
        ACT_END: "finish the reserve" if ask == ASK_DRAFT else "end the turn",
        ACT_PASS: {ASK_WINDOW: "do not respond", ASK_DRAW: "do not draw"}.get(ask, "decline"),
        ACT_REBUILD: f"rebuild {setup.options.cards.start.platform} for 1 construction",
        ACT_FOR_MATE: f"buy a card for {mate}, the teammate, at 1 more of labor or construction",
    }[action]


def clockwise(setup: Setup, seat: int, away: int) -> int:
    """Return the place ``away`` places to the left of a seat."""
    return (seat + away) % int(setup.record[0]["places"])


def player(setup: Setup, seat: int) -> str:
    """Return the name of a place at the table."""
    return "the automaton" if seat >= setup.num_seats else f"player_{seat}"


def thing_text(setup: Setup, state: Any, seat: int, slot: int) -> str:
    """Return a thing in play: its name, its slot, its attack and the health that it has left."""
    thing = state.things[seat, slot]
    return f"{setup.options.cards.kinds[int(thing.kind)].name} #{slot + 1} ({strength_text(setup, thing)})"


def strength_text(setup: Setup, thing: Any) -> str:
    """Return attack and health left of a thing, and what its health was if it has wounds: ``2/1 of 3``."""
    kind, wounds = int(thing["kind"]), int(thing["wounds"])
    attack, health = int(setup.record[0]["attack"][kind]), int(setup.record[0]["health"][kind])
    return f"{attack}/{health - wounds}" + (f" of {health}" if wounds else "")


def step_being_asked(setup: Setup, frame: Any) -> Any:
    """Return the step of a card, as the card file has it, that a record on the stack has come to."""
    kind = setup.options.cards.kinds[int(frame.card)]
    return _program_of(setup, int(frame.card), int(frame.program), kind.programs)[int(frame.step)]


def _program_of(setup: Setup, card: int, wanted: int, programs: Mapping[str, tuple[Any, ...]]) -> tuple[Any, ...]:
    """Return a card's program by its number in the SETUP record: one of its own or an option of one of its choices."""
    record = setup.record[0]
    for trigger, program in programs.items():
        number = int(record["program"][card, TRIGGERS.index(trigger)])
        if number == wanted:
            return program
        for place, step in enumerate(program):
            option = wanted - int(record["steps"][number, place]["program"])
            if step.do == "choose" and 0 <= option < len(step.options):
                return step.options[option].steps
    raise AssertionError(f"no card {card} has program {wanted}")


def _plainly(program: tuple[Any, ...], corporation: str | None) -> str:
    """Return a program as a part of a sentence."""
    text = program_text(program, corporation).removesuffix(".")
    return text[0].lower() + text[1:]


def _with_card(setup: Setup, state: Any, ask: int, number: int) -> str:
    block, card = divmod(number, len(setup.options.cards.kinds))
    kind = setup.options.cards.kinds[card]
    if block == BLOCK_HAND:
        uses = {ASK_DISMISS: f"dismiss {kind.name} from the hand", ASK_DISCARD: f"discard {kind.name}"}
        return uses.get(ask) or _play(kind)
    if block == BLOCK_BUY:
        return f"acquire {kind.name}" if ask == ASK_ACQUIRE else _buy(setup, state, ask, kind)
    if block == BLOCK_RESERVE and ask == ASK_DRAFT:
        return f"add {kind.name} to the reserve (Brass Value {kind.value})"
    if block == BLOCK_RESERVE:
        return f"buy {kind.name} from the reserve for {cost_text(kind.cost)}"
    return f"dismiss {kind.name} from the discard" if ask == ASK_DISMISS else f"take back {kind.name}"


def _play(kind: Any) -> str:
    program = kind.program("play")
    does = f": {_plainly(program, kind.corporation)}" if program else ""
    if kind.type == "employee":
        return f"play {kind.name}{does}"
    later = ", built at the next turn start" if kind.type == "building" else ""
    return f"play {kind.name} ({kind.type} {kind.attack}/{kind.health}{later}){does}"


def _buy(setup: Setup, state: Any, ask: int, kind: Any) -> str:
    labor, construction = kind.cost.labor, kind.cost.construction
    if ask != ASK_MATE:
        return f"buy {kind.name} for {cost_text(kind.cost)}"
    employee = kind.type == "employee"
    cost = Cost.model_construct(labor=labor + employee, construction=construction + (not employee))
    mate = player(setup, clockwise(setup, int(state.seat), int(setup.record[0]["sides"])))
    return f"buy {kind.name} for {mate} at {cost_text(cost)}"


def _at_thing(setup: Setup, state: Any, ask: int, other: int, slot: int) -> str:
    target = f"{thing_text(setup, state, other, slot)} of {player(setup, other)}"
    if ask != ASK_DAMAGE:
        return f"attack {target}"
    damage = int(step_being_asked(setup, state.frames[int(state.depth) - 1]).amount)
    thing = state.things[other, slot]
    falls = int(thing.wounds) + damage >= int(setup.record[0]["health"][int(thing.kind)])
    return f"deal {damage} damage to {target}{', which destroys it' if falls else ''}"


def _with_thing(setup: Setup, state: Any, use: int, slot: int) -> str:
    seat = int(state.seat)
    thing, kind = thing_text(setup, state, seat, slot), setup.options.cards.kinds[int(state.things[seat, slot].kind)]
    if use == 0:
        return f"mine {kind.attack} Brass with {thing}"
    if use == 1:
        return f"attack with {thing}"
    program = kind.program("ability" if use == 2 else "demolish")
    verb = "use" if use == 2 else "demolish"
    return f"{verb} {thing}: {_plainly(program, kind.corporation)}" if program else f"{verb} {thing}"


def _at_seat(setup: Setup, state: Any, ask: int, other: int) -> str:
    has = int(state.brass[other])
    if ask != ASK_STEAL:
        return f"attack the company of {player(setup, other)} itself ({has} Brass left)"
    wanted = int(step_being_asked(setup, state.frames[int(state.depth) - 1]).brass)
    return f"take {min(has, wanted)} Brass from {player(setup, other)}, who has {has}"


def _run(setup: Setup, corporation: int) -> str:
    chosen = setup.options.cards.corporation[corporation]
    if setup.options.reserves != "stock":
        return f"run {chosen.name}"
    return f"run {chosen.name} (reserve: {', '.join(f'{copies} {name}' for name, copies in chosen.reserve.items())})"


def _option(setup: Setup, state: Any, ask: int, number: int) -> str:
    frame = state.frames[int(state.depth) - 1]
    step = step_being_asked(setup, frame)
    if ask == ASK_DRAW:
        return "draw a card" if step.count == 1 else f"draw {step.count} cards"
    corporation = setup.options.cards.kinds[int(frame.card)].corporation
    return _plainly(step.options[number].steps, corporation)


def card_use(setup: Setup, state: Any, action: int) -> tuple[str, str] | None:
    """Return the card that an action spends or gets, and how; for the balance report."""
    if action < ACT_KINDS:
        return None
    ask = int(state.ask)
    block, kind = divmod(action - ACT_KINDS, len(setup.options.cards.kinds))
    use = {
        (ASK_MENU, BLOCK_HAND): "play",
        (ASK_MENU, BLOCK_BUY): "buy",
        (ASK_MENU, BLOCK_RESERVE): "buy",
        (ASK_ACQUIRE, BLOCK_BUY): "acquire",
        (ASK_DRAFT, BLOCK_RESERVE): "draft",
        (ASK_DISMISS, BLOCK_HAND): "dismiss",
        (ASK_DISMISS, BLOCK_DISCARD): "dismiss",
        (ASK_DISCARD, BLOCK_HAND): "discard",
    }.get((ask, block))
    return (setup.options.cards.kinds[kind].name, use) if use else None
