"""Actions by name and in words, and what a choice is about."""

from __future__ import annotations

from typing import Any

from ...city.words.terms import class_name
from ...table.game import Setup
from ..options import MachineOptions
from ..rules.state import (
    ACT_AMOUNT,
    ACT_ATTACK,
    ACT_CLASS,
    ACT_DEED,
    ACT_DETAIN,
    ACT_DIRECTIVE,
    ACT_DISTRICT,
    ACT_DONE,
    ACT_GUARD,
    ACT_HERO,
    ACT_KIND,
    ACT_PILE,
    ACT_PLAY,
    ACT_RESETTLE,
    ACT_ROLL,
    ACT_SERVANT_TO,
    ACT_WAY,
    ACT_YES,
    ASK_ACCESS,
    ASK_MACHINE,
    DEEDS,
    DIRECTIVES,
    DISTRICTS,
    HEROES,
    KINDS,
    MAX_AMOUNT,
    NUM_CLASSES,
    NUM_DEEDS,
    NUM_DISTRICTS,
    NUM_HEROES,
    NUM_PAYMENTS,
    NUM_SHARED_ACTIONS,
    SERVANTS,
)

_SIDES = ("long side A, shifted back", "long side A, flush", "long side A, shifted on")
WAYS = (
    *(f"alongside, {side}" for side in _SIDES),
    *(f"alongside, {side.replace('A', 'B')}" for side in _SIDES),
    *("alongside, end A", "alongside, end B"),
    *("across, long side A, first half", "across, long side A, second half"),
    *("across, long side B, first half", "across, long side B, second half"),
    *("across, end A, first half", "across, end A, second half"),
    *("across, end B, first half", "across, end B, second half"),
)
"""The ways of ``city.WAYS``. Sides A are the upper or left ones of the tile lain against, B the lower or right ones."""

SHARED_ACTION_GROUPS = (
    (f"{ACT_DONE} and {ACT_YES}", "end the phase, the turn or a list, decline; agree"),
    (f"{ACT_DISTRICT} to {ACT_WAY - 1}", "a District: " + ", ".join(DISTRICTS)),
    (f"{ACT_WAY} to {ACT_DIRECTIVE - 1}", "one of the 16 ways to lie against a District"),
    (f"{ACT_DIRECTIVE} to {ACT_HERO - 1}", "a Directive: " + ", ".join(DIRECTIVES)),
    (f"{ACT_HERO} to {ACT_HERO + NUM_HEROES - 1}", "a Hero, by place in the order of Initiative"),
    (f"{ACT_ATTACK + 1} to {ACT_ROLL - 1}", "attack a Guard with 1 to 5 Trust"),
    (f"{ACT_ROLL}", "attack a Guard rolling first (Veteran)"),
    (f"{ACT_KIND + 1} to {ACT_CLASS - 1}", f"a Hero's Action: {', '.join(KINDS[1:])}"),
    (
        f"{ACT_CLASS} to {ACT_AMOUNT - 1}",
        "a Citizen: unidentified; identified, type untold; identified by type (6); revealed by type (6)",
    ),
    (f"{ACT_AMOUNT} to {ACT_PLAY - 1}", f"an amount of Trust, 0 to {MAX_AMOUNT}"),
    (f"{ACT_PLAY} to {NUM_SHARED_ACTIONS - 1}", "choose a Hero to play: " + ", ".join(HEROES)),
)
"""The actions that both games on this board have."""

ACTION_GROUPS = (
    *SHARED_ACTION_GROUPS,
    (f"{ACT_DETAIN} to {ACT_PILE - 1}", "detain: advance the Master Plan; No Trust!; No Access!"),
    (f"{ACT_PILE} and {ACT_PILE + 1}", "draw a Minor, a Major District"),
    (f"{ACT_SERVANT_TO} to {ACT_DEED - 1}", "move a Servant (3) to a District (9)"),
    (f"{ACT_DEED} to {ACT_GUARD - 1}", f"a Servant (3) acts: {', '.join(DEEDS)}"),
    (f"{ACT_GUARD} to {ACT_RESETTLE - 1}", "move a Guard from a District (9) to another (9)"),
    (f"{ACT_RESETTLE}", "use Resettle"),
)


SHARED_ACTION_NAMES = (
    *("done", "yes"),
    *DISTRICTS,
    *WAYS,
    *DIRECTIVES,
    *(f"Hero {number}" for number in range(NUM_HEROES)),
    *(f"attack with {trust}" for trust in range(1, NUM_PAYMENTS + 1)),
    "attack, rolling first",
    *KINDS[1:],
    *(class_name(chosen) for chosen in range(NUM_CLASSES)),
    *(f"{trust} Trust" for trust in range(MAX_AMOUNT + 1)),
    *(f"play the {hero}" for hero in HEROES),
)


def action_names(options: MachineOptions) -> tuple[str, ...]:
    """Return the name of every action, by number."""
    return (
        *SHARED_ACTION_NAMES,
        *("detain: advance the plan", "detain: No Trust!", "detain: No Access!"),
        *("draw a Minor District", "draw a Major District"),
        *(f"{servant} to {district}" for servant in SERVANTS for district in DISTRICTS),
        *(f"{servant}: {deed}" for servant in SERVANTS for deed in DEEDS),
        *(f"Guard from {origin} to {district}" for origin in DISTRICTS for district in DISTRICTS),
        "resettle",
    )


def card_use(setup: Setup, state: Any, action: int) -> tuple[str, str] | None:
    """Return the Directive, District or Action that a choice is about; for the balance report."""
    if state.ask == ASK_MACHINE and ACT_DEED <= action < ACT_GUARD:
        return DEEDS[(action - ACT_DEED) % NUM_DEEDS], "deed"
    if state.ask == ASK_MACHINE and ACT_SERVANT_TO <= action < ACT_DEED:
        return DISTRICTS[(action - ACT_SERVANT_TO) % NUM_DISTRICTS], "Servant to"
    if ACT_ATTACK < action <= ACT_ROLL:
        return "attack", "Action"
    if ACT_KIND < action < ACT_CLASS:
        return KINDS[action - ACT_KIND], "Action"
    if state.ask == ASK_ACCESS:
        return DISTRICTS[action - ACT_DISTRICT], "Access card"
    return None
