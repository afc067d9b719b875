"""The seven functions of a game, and an optional eighth, as generic loops call them.

Each game supplies a ``@compiled`` body for every one of :data:`RULES`, and for those of :data:`OPTIONAL` whose default
is not right for it; :mod:`.compilation.dispatch` finds it by the dtype of ``state``. ``setup`` is the game's read-only
SETUP record, ``state`` its STATE record, ``seat`` a number from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .compilation.compile import compiled
from .compilation.dispatch import generic


@generic
def deal(setup, state):
    """Set up a new game. ``state`` is all zeros but for its generator; leaves ``state.seat`` as the seat to move."""


@generic
def legal_actions(setup, state, mask):
    """Set ``mask[a] = 1`` for every legal action of the seat to move, at least one; ``mask`` arrives as zeros."""


@generic
def apply(setup, state, action):
    """Carry out a legal action of ``state.seat`` and everything that follows from it, up to the next decision.

    Sets ``state.over`` to 1 when the game has ended (2 where a limit in the game's own terms cuts it off), and the
    ``state.gone`` bits of seats that are out of it: their returns are final from then on, and ``state.seat`` is never
    one of them.
    """


@generic
def observe(setup, state, seat, out):
    """Write what ``seat`` may know into ``out`` (float32, all zeros on arrival), its own seat first, then clockwise."""


@generic
def reveal(setup, state, out):
    """Write everything, hidden cards included, into ``out`` (float32, all zeros on arrival)."""


@generic
def determinize(setup, state, seat):
    """Redraw, in place, all that ``seat`` cannot know, other seats' private knowledge included.

    The redrawn position follows the distribution that the game documents (uniform over all deals where the rules say
    no more): every position consistent with all that the seat knows has a chance, and no other has.
    """


@generic
def returns(setup, state, out):
    """Write each seat's sum of rewards since the deal into ``out`` (float32, all zeros on arrival)."""


@generic
def appearance(setup, state, action, seat):
    """Return what ``seat`` sees of ``action``, as any integer of 32 bits.

    ``action`` is a legal action of ``state.seat``, ``state`` the position before it. Numbers are compared among actions
    of one seat. Where ``seat`` cannot tell two actions apart (a secret vote, one of two cards handed over face down)
    they must be equal; where it can they should differ, and for the acting seat itself they must. A number may depend
    on hidden parts of ``state`` as far as the action shows them to ``seat`` at once (a card that is turned up or looked
    at, the count that the last vote makes public). It is UNPERCEIVED where ``seat`` does not notice that anything was
    decided; then ``describe_action`` says nothing. Without a body for it, every seat sees every action.
    """


UNPERCEIVED = -(2**31)
"""What :func:`appearance` returns for a decision that a seat does not notice."""


@compiled
def action_itself(setup, state, action, seat):
    """The default of :func:`appearance`: everything is done in plain view."""
    return action


RULES = ("deal", "legal_actions", "apply", "observe", "reveal", "determinize", "returns")

OPTIONAL: Mapping[str, Callable] = {"appearance": action_itself}
"""Rules functions that a game may leave out, with the bodies it then gets."""
