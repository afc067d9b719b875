"""Actions, claims and roles in words."""

from __future__ import annotations

from typing import Any

from ...table.game import Setup
from ..options import ComradeOptions
from ..rules.state import (
    ACT_CALL,
    ACT_CLAIM,
    ACT_FREEDOM,
    ACT_GIVE_COMRADE,
    ACT_GIVE_SPECIAL,
    ACT_INTERROGATE,
    ACT_PARTY,
    ACT_WORD,
    CLAIM_DISSIDENT,
    CLAIM_INFORMER,
    CLAIM_WORD,
    DISSIDENT,
    INFORMER,
    MAX_SEATS,
    NUM_CLAIMS,
    ROLES,
    WORDS,
)

ACTION_GROUPS = (
    ("0 to 8", "call the player 1 to 9 seats to the left to vote"),
    ("9 to 17", "look at the card of the player 1 to 9 seats to the left and give it one"),
    ("18 to 26", "hand a comrade card to the player 1 to 9 seats to the left"),
    ("27 to 35", "hand the dissident or the informer card to the player 1 to 9 seats to the left"),
    ("36 and 37", "vote for the party, for freedom"),
    ("38 and 39", "choose glasnost, perestroika in committee"),
    ("40 to 63", "claims, with the option of that name"),
)
_SEATS_LEFT = range(1, MAX_SEATS)


def action_names(options: ComradeOptions) -> tuple[str, ...]:
    """Return the name of every action, by number; seats are counted clockwise from the one that acts."""
    names = [
        *(f"call +{step}" for step in _SEATS_LEFT),
        *(f"interrogate +{step}" for step in _SEATS_LEFT),
        *(f"give a comrade to +{step}" for step in _SEATS_LEFT),
        *(f"give the special card to +{step}" for step in _SEATS_LEFT),
        *("vote for the party", "vote for freedom"),
        *WORDS,
    ]
    if options.claims:
        names += [f"claim: {claim_text(claim, _left)}" for claim in range(NUM_CLAIMS)]
    return tuple(names)


def _left(step: int) -> str:
    return f"+{step}" if step else "I"


def claim_text(claim: int, name: Any) -> str:
    """Return a claim in words; ``name`` turns a distance from the speaker into a word."""
    if claim >= CLAIM_DISSIDENT:
        role = INFORMER if claim >= CLAIM_INFORMER else DISSIDENT
        who = name(claim - (CLAIM_INFORMER if role == INFORMER else CLAIM_DISSIDENT))
        return f"{who} {'am' if who == 'I' else 'is'} the {ROLES[role]}"
    if claim >= CLAIM_WORD:
        return f"the word is {WORDS[claim - CLAIM_WORD]}"
    return "I am a comrade" if claim else "nothing"


def player(seat: int) -> str:
    """Return a seat's name."""
    return f"player_{seat}"


def describe_action(setup: Setup, state: Any, action: int, seat: int | None) -> str:
    """Return an action in words as far as ``seat`` may know it; None knows everything."""
    actor = int(state.seat)
    knows = seat in (None, actor)

    def at(step: int) -> str:
        return player((actor + step) % setup.num_seats)

    if action >= ACT_CLAIM:
        return f"claims: {claim_text(action - ACT_CLAIM, lambda step: at(step) if step else 'I')}"
    if action >= ACT_WORD:
        return f"chooses {WORDS[action - ACT_WORD]}" if knows else "chooses a word, covered"
    if action >= ACT_PARTY:
        return f"votes for {'freedom' if action == ACT_FREEDOM else 'the party'}" if knows else "votes, covered"
    if action > ACT_INTERROGATE + MAX_SEATS - 1:
        return _handing(state, action, knows or seat == _receiver(setup, actor, action), at)
    if action > ACT_INTERROGATE:
        return f"interrogates {at(action - ACT_INTERROGATE)}"
    return f"calls {at(action - ACT_CALL)} to vote"


def _receiver(setup: Setup, actor: int, action: int) -> int:
    step = action - (ACT_GIVE_SPECIAL if action > ACT_GIVE_SPECIAL else ACT_GIVE_COMRADE)
    return (actor + step) % setup.num_seats


def _handing(state: Any, action: int, knows: bool, at: Any) -> str:
    special = action > ACT_GIVE_SPECIAL
    who = at(action - (ACT_GIVE_SPECIAL if special else ACT_GIVE_COMRADE))
    role = INFORMER if special and state.informer == state.seat else DISSIDENT if special else 0
    return f"hands {f'the {ROLES[role]}' if role else 'a comrade'} to {who}" if knows else f"hands a card to {who}"
