"""The claims that open a turn, with the option of that name."""

from __future__ import annotations

from ...table.compilation.compile import compiled
from ...table.records import Array, Int
from ...table.seats import clockwise, distance
from .state import ACT_CLAIM, MAX_SEATS, NUM_CLAIMS, Claim, Phase, Prepared, State


@compiled
def allow_claims(setup: Prepared, mask: Array) -> None:
    for claim in range(NUM_CLAIMS):
        mask[ACT_CLAIM + claim] = claim_is_possible(setup, claim)


@compiled
def claim_is_possible(setup: Prepared, claim: Int) -> bool:
    """Whether the claim is about a seat that exists, or about none."""
    from_dissident = claim - Claim.DISSIDENT
    return from_dissident < 0 or from_dissident % MAX_SEATS < setup.seats


@compiled
def seen_from(setup: Prepared, seat: Int, speaker: Int, claim: Int) -> Int:
    """Return the claim that ``seat`` would have to make to say the same as the speaker."""
    about = claim - Claim.DISSIDENT
    if about < 0:
        return claim
    meant = clockwise(setup.seats, speaker, about % MAX_SEATS)
    return claim - about % MAX_SEATS + distance(setup.seats, seat, meant)


@compiled
def claim(setup: Prepared, state: State, action: Int) -> None:
    """The seat makes its claim; after the chairman's, who is last, the voters are called."""
    state.turns[state.turn].claims[state.seat] = 1 + action - ACT_CLAIM
    state.cursor += 1
    if state.cursor == setup.seats:
        state.cursor = 0
        state.phase = Phase.CALL
        state.seat = state.chairman
    else:
        state.seat = clockwise(setup.seats, state.chairman, state.cursor + 1)
