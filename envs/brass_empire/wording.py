"""Actions in words, made from the card file so that text and rules cannot drift apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .options import BrassEmpireOptions
from .state import (
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
    ASK_MENU,
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
)

if TYPE_CHECKING:
    from ..table.game import Setup

ACTION_GROUPS = (
    (str(ACT_END), "end the turn; in the draft, finish the own reserve"),
    (str(ACT_PASS), "decline, or do not respond"),
    (str(ACT_REBUILD), "rebuild the Mining Platform for 1 construction"),
    (str(ACT_FOR_MATE), "buy a card for the teammate (team mode); then which one"),
    (f"{ACT_OPTION}-{ACT_OPTION + MAX_OPTIONS - 1}", "take the first, second, ... of several effects"),
    (f"{ACT_CORPORATION}-{ACT_CORPORATION + MAX_FACTIONS - 1}", "choose the corporation of this number in the file"),
    (f"{ACT_SEAT + 1}-{ACT_SEAT + MAX_SEATS - 1}", "the seat 1, 2, ... places to the left (attack it, take its Brass)"),
    (f"{ACT_PLACE}-{ACT_PLACE + 2 * ROW_PLACES - 1}", "of equal cards in a row (solitaire) the one at this place"),
    (f"{ACT_MINE}-{ACT_MINE + MAX_THINGS - 1}", "mine with the unit in this slot"),
    (f"{ACT_ATTACK}-{ACT_ATTACK + MAX_THINGS - 1}", "attack with the unit in this slot; then what"),
    (f"{ACT_ABILITY}-{ACT_ABILITY + MAX_THINGS - 1}", "use the ability of the unit or building in this slot"),
    (f"{ACT_DEMOLISH}-{ACT_DEMOLISH + MAX_THINGS - 1}", "demolish the building in this slot for its effect"),
    (
        f"{ACT_THING + MAX_THINGS}-{ACT_THING + MAX_SEATS * MAX_THINGS - 1}",
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
        return _with_card(setup, ask, action - ACT_KINDS)
    if action >= ACT_THING + MAX_THINGS:
        away, slot = divmod(action - ACT_THING, MAX_THINGS)
        other = (int(state.seat) + away) % int(setup.record[0]["places"])
        verb = "damage" if ask == ASK_DAMAGE else "attack"
        return f"{verb} {_thing(setup, state, other, slot)} of {_owner(setup, other)}"
    if action >= ACT_MINE:
        use, slot = divmod(action - ACT_MINE, MAX_THINGS)
        verb = ("mine with", "attack with", "use", "demolish")[use]
        return f"{verb} {_thing(setup, state, int(state.seat), slot)}"
    if action >= ACT_PLACE:
        row, place = divmod(action - ACT_PLACE, ROW_PLACES)
        return f"take the one at place {place + 1} of the {ROWS[row]} row"
    if action > ACT_SEAT:
        other = (int(state.seat) + action - ACT_SEAT) % int(setup.record[0]["places"])
        return f"choose {_owner(setup, other)}" if ask > ASK_WINDOW else f"attack {_owner(setup, other)} itself"
    if action >= ACT_CORPORATION:
        return f"run {setup.options.cards.corporations[action - ACT_CORPORATION]}"
    if action >= ACT_OPTION:
        return _option(setup, state, ask, action - ACT_OPTION)
    return {
        ACT_END: "finish the reserve" if ask == ASK_DRAFT else "end the turn",
        ACT_PASS: "do not respond" if ask == ASK_WINDOW else "decline",
        ACT_REBUILD: "rebuild the Mining Platform",
        ACT_FOR_MATE: "buy a card for the teammate",
    }[action]


def _with_card(setup: Setup, ask: int, number: int) -> str:
    block, kind = divmod(number, len(setup.options.cards.kinds))
    name = setup.options.cards.kinds[kind].name
    if block == BLOCK_HAND:
        return f"{({ASK_DISMISS: 'dismiss from hand', ASK_DISCARD: 'discard'}).get(ask, 'play')} {name}"
    if block == BLOCK_BUY:
        return f"{'acquire' if ask == ASK_ACQUIRE else 'buy'} {name}"
    if block == BLOCK_RESERVE:
        return f"add {name} to the reserve" if ask == ASK_DRAFT else f"buy {name} from the reserve"
    return f"dismiss from the discard {name}" if ask == ASK_DISMISS else f"take back {name}"


def _option(setup: Setup, state: Any, ask: int, number: int) -> str:
    if ask == ASK_DRAW:
        return "draw"
    from .card_text import program_text  # reads the card file's models

    frame = state.frames[int(state.depth) - 1]
    step = setup.record[0]["steps"][int(frame.program), int(frame.step)]
    for program in setup.options.cards.kinds[int(frame.card)].programs.values():
        for candidate in program:
            if candidate.do == "choose" and _is_step(setup, candidate, step):
                return program_text(candidate.options[number].steps)
    return setup.action_names[ACT_OPTION + number]


def _is_step(setup: Setup, candidate: Any, step: Any) -> bool:
    first = setup.record[0]["steps"][int(step["program"]), 0]
    options = candidate.options
    return len(options) == int(step["among"]) and options[0].steps[0].encoded().what == int(first["what"])


def _thing(setup: Setup, state: Any, seat: int, slot: int) -> str:
    return f"{setup.options.cards.kinds[int(state.things[seat, slot].kind)].name} ({slot + 1})"


def _owner(setup: Setup, seat: int) -> str:
    return "the automaton" if seat >= setup.num_seats else f"player {seat}"


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
