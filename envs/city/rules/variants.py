"""What the shared rules of the city ask of the game that is played: one against many, or against the automaton.

Both games have a STATE of their own with the same names for the same things; the functions of this folder compile for
either. Where they differ inside such a function, each game supplies its answer here.
"""

from __future__ import annotations

from ...table.compilation.dispatch import generic
from ...table.records import Int
from .state import CityPrepared, CityState


@generic
def identified_as(state: CityState) -> Int:
    """Return the state that a Citizen gets when it is identified."""


@generic
def exit_price(state: CityState, first: Int, cost: Int) -> Int:
    """Return what an exit costs whose Guards ask for ``cost``; ``first`` says that it is the first of a turn."""


@generic
def coin_change(state: CityState, district: Int) -> Int:
    """Return by how much breaking a Guard costs more or less than the die shows."""


@generic
def district_in_question(state: CityState) -> Int:
    """Return the District that a question is about, NOBODY where it is about none."""


@generic
def can_act_again(setup: CityPrepared, state: CityState, hero: Int) -> Int:
    """Whether a Hero could take a second Action: any other than the first, and no Riot."""


@generic
def runner(setup: CityPrepared, state: CityState, number: Int) -> Int:
    """Return the seat that runs the Hero dealt or chosen as ``number``, from 0."""
