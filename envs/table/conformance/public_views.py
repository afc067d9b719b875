"""Conformance of public views and logs: who holds no seat is shown the same in all worlds that any seat takes for
possible.
"""

from __future__ import annotations

import numpy as np

from .. import spots
from ..game import Setup
from ..log import Log
from ..random import pick_legal
from ..tables import determinized
from ..views import PUBLIC
from .looks import first_difference
from .play import RandomPlay

_ROUNDS = 2
_RULE = "public views show what every seat knows"


def elsewhere(setup: Setup, states: np.ndarray, words: np.ndarray) -> np.ndarray:
    """Return a world that differs in all that some seat cannot know: each in turn has the others' secrets redrawn.

    What every seat knows is the same in it, since no redraw for a seat changes what this one knows.
    """
    for seat in [*range(setup.num_seats)] * _ROUNDS:
        states = determinized(setup, states, words, np.array([seat]))
    return states


def check_log(play: RandomPlay, words: np.ndarray) -> None:
    """Demand that the public log of a decision tells no more than each seat's own: alike for one, alike for all."""
    setup, here = play.setup, play.tables.states
    action = pick_legal(words, play.tables.masks[0])
    one = Log.standing(setup, here, 0, "here")
    one.take(action)
    for seat in range(setup.num_seats):
        two = Log.standing(setup, determinized(setup, here, words, np.array([seat])), 0, "here")
        if not two.table.mask[action] or two.table.seat != one.entries[-1].seat:
            continue  # the seat to move has other cards there, or it is another one
        two.take(action)
        if one.lines(seat) == two.lines(seat):
            same = one.lines(PUBLIC) == two.lines(PUBLIC) and one.events(PUBLIC) == two.events(PUBLIC)
            play.demand(same, _RULE, f"the log tells of action {action} what seat {seat} has not perceived")


def check(play: RandomPlay, words: np.ndarray, pictures: bool) -> None:
    """Demand that texts, and perhaps pictures, are the same there as here, and that there is nothing to choose."""
    setup, here = play.setup, play.tables.states
    there = elsewhere(setup, here, words)
    one, two = (setup.text(states, PUBLIC) for states in (here, there))
    if one != two:
        play.demand(False, _RULE, f"the text tells hidden things: {first_difference(one, two)}")
    if not pictures or setup.game.render_picture is None:
        return
    drawn, other = (spots.draw(setup, states, PUBLIC) for states in (here, there))
    assert drawn is not None and other is not None
    same = drawn.pixels.shape == other.pixels.shape and (drawn.pixels == other.pixels).all()
    play.demand(bool(same), _RULE, "the picture shows hidden parts of the state")
    play.demand(not drawn.spots, _RULE, "the picture has hot spots")
