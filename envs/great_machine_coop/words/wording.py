"""Actions by name and in words, and what a choice is about."""

from __future__ import annotations

from typing import Any

from ...city.words.asking import answer_text
from ...great_machine.rules.state import (
    ACT_ATTACK,
    ACT_CLASS,
    ACT_DISTRICT,
    ACT_KIND,
    ACT_ROLL,
    ASK_ACCESS,
    DISTRICTS,
    KINDS,
    NUM_HEROES,
    NUM_SHARED_ACTIONS,
    SERVANTS,
)
from ...great_machine.words.wording import SHARED_ACTION_GROUPS, SHARED_ACTION_NAMES
from ...table.game import Setup
from ..options import CoopOptions
from ..rules.state import (
    ACT_BONDS,
    ACT_COLLECT,
    ACT_DELIVER,
    ACT_GIVE,
    ACT_HIT,
    ACT_ORDER,
    ACT_PLACE,
    ACT_PROGRAM,
    ACT_REGULAR,
    ACT_ROLL_SPECIAL,
    ACT_SEND,
    ACT_SPECIAL,
    ACT_SPEND,
    ACT_TAKE,
    NUM_SPECIAL_PAYMENTS,
)
from .facts import TEAM

ACTION_GROUPS = (
    *SHARED_ACTION_GROUPS,
    (f"{ACT_HIT + 1} to {ACT_ROLL_SPECIAL - 1}", "attack a special Guard with 1 to 4 Trust"),
    (f"{ACT_ROLL_SPECIAL}", "attack a special Guard rolling first (Veteran)"),
    (f"{ACT_DELIVER}", "deliver a Citizen with an Intel token (Falsification)"),
    (f"{ACT_SEND}", "send Guards away (Guard Control)"),
    (f"{ACT_REGULAR} and {ACT_SPECIAL}", "a regular, a special Guard"),
    (f"{ACT_PLACE} and {ACT_COLLECT}", "place, collect the own Hero token"),
    (f"{ACT_ORDER} to {ACT_PROGRAM - 1}", "collect a Servant Order token: " + ", ".join(SERVANTS)),
    (f"{ACT_PROGRAM}", "roll the Assault die for the Command Post"),
    (f"{ACT_TAKE} to {ACT_GIVE - 1}", "take a Hero token from a Hero (3)"),
    (f"{ACT_GIVE} to {ACT_BONDS - 1}", "give a Hero token to a Hero (3)"),
    (f"{ACT_BONDS}", "take Bonds, or put down all in the Control Nexus"),
    (f"{ACT_SPEND}", "discard a Hero token for Trust (leader of the rebellion)"),
)


def action_names(options: CoopOptions) -> tuple[str, ...]:
    """Return the name of every action, by number."""
    return (
        *SHARED_ACTION_NAMES,
        *(f"attack a special Guard with {trust}" for trust in range(1, NUM_SPECIAL_PAYMENTS + 1)),
        "attack a special Guard, rolling first",
        *("deliver a Citizen", "send Guards", "regular Guard", "special Guard"),
        *("place the Hero token", "collect the Hero token"),
        *(f"collect the Order token of {servant}" for servant in SERVANTS),
        "program the Command Post",
        *(f"take a Hero token from Hero {hero}" for hero in range(NUM_HEROES)),
        *(f"give a Hero token to Hero {hero}" for hero in range(NUM_HEROES)),
        *("handle Bonds", "discard a Hero token for Trust"),
    )


def describe_action(setup: Setup, state: Any, action: int, seat: int | None) -> str:
    """Return an action in words, in the position before it; all seats know the same."""
    return answer_text(setup, state, int(action), TEAM)


def card_use(setup: Setup, state: Any, action: int) -> tuple[str, str] | None:
    """Return the District or the Action that a choice is about; for the balance report."""
    if ACT_ATTACK < action <= ACT_ROLL or NUM_SHARED_ACTIONS <= action <= ACT_ROLL_SPECIAL:
        return "attack", "Action"
    if ACT_KIND < action < ACT_CLASS:
        return KINDS[action - ACT_KIND], "Action"
    if action in (ACT_DELIVER, ACT_SEND):
        return "deliver a Citizen" if action == ACT_DELIVER else "send Guards", "Action"
    if state.ask == ASK_ACCESS:
        return DISTRICTS[action - ACT_DISTRICT], "Access card"
    return None
