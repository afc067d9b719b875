"""What a seat is now: the side it plays for, as far as the seat itself can see it, in compiled code too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from ..envs.table.attributes import attributed
from ..envs.table.compilation.compile import compiled
from ..envs.table.errors import OptionError, did_you_mean
from ..envs.table.game import Setup
from ..envs.table.tables import Tables
from .base import Agent, View

SHOWN: dict[str, dict[str, tuple[str, int]]] = {"comrade": {"informer": ("own", 1)}}
"""Where sides change hands: by game, the sides that a seat's observation shows, each with a part of the observation and
the number in it that is not zero for a seat of this side. A seat to which nothing is shown is on the side that is left.
Add an entry for a game of your own; where sides follow from seats none is needed."""

_DEALS = 16  # in which sides that follow from seats must be the same


class Sides(NamedTuple):
    """How to tell the side of the seat to move.

    Attributes:
        names: Names of the sides; sides are numbered in this order.
        of_seat: Number of the side of each seat to which nothing else is shown, int64, shape (seats,).
        places: Places in an observation; a number there that is not zero shows a side; int64, shape (k,).
        there: The side that each place shows, int64, shape (k,).
    """

    names: tuple[str, ...]
    of_seat: np.ndarray
    places: np.ndarray
    there: np.ndarray

    @property
    def are_fixed(self) -> bool:
        """Whether a seat's side is known before the deal."""
        return self.places.size == 0

    def now(self, observations: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """Return the side of the seat to move in every row, int64, shape (n,).

        Args:
            observations: What it sees, shape (n, size).
            seats: Its number, integers of shape (n,).
        """
        found = self.of_seat[seats]
        for place, side in zip(self.places, self.there, strict=True):
            found[observations[:, place] != 0] = side
        return found


@compiled
def side_now(of_seat, places, there, observation, seat):
    """Return the side of the seat that sees ``observation``; the arrays are those of :class:`Sides`."""
    side = of_seat[seat]
    for number in range(places.size):
        if observation[places[number]] != 0:
            side = there[number]
    return side


def has_sides(setup: Setup) -> bool:
    """Return whether the seats of a game belong to sides: it names them, or has teams of several seats."""
    return setup.game.sides is not None or 1 < len(set(setup.teams)) < setup.num_seats


def sides_of(setup: Setup) -> Sides:
    """Return how a seat of a game tells its side.

    Raises:
        OptionError: The game has no sides, or they change and :data:`SHOWN` does not say how a seat sees its own.
    """
    if not has_sides(setup):
        raise OptionError(f"{setup.game.title} has no sides with these options")
    shown = SHOWN.get(setup.game.name, {})
    hidden = _names_by_seat(setup, shown)
    names = tuple(dict.fromkeys([*shown, *hidden]))
    places = [setup.layout.start(part) + number for part, number in shown.values()]
    of_seat = np.array([names.index(name) for name in hidden], np.int64)
    return Sides(names, of_seat, np.array(places, np.int64), np.arange(len(shown), dtype=np.int64))


def _names_by_seat(setup: Setup, shown: Mapping[str, object]) -> list[str]:
    """Return the side of every seat to which none is shown."""
    if setup.game.sides is None:
        return [f"team {team}" for team in setup.teams]
    states = attributed(Tables(setup, _DEALS, seed=0).states)
    found = [dict.fromkeys(names) for names in zip(*(setup.game.sides(setup, state) for state in states), strict=True)]
    left = [[name for name in names if name not in shown] for names in found]
    if any(len(names) != 1 for names in left):
        raise OptionError(
            f"in {setup.game.title} a seat's side is not known before the deal; say in cogitable.agents.sides.SHOWN "
            "where an observation shows it"
        )
    return [names[0] for names in left]


class SidedAgent(Agent):
    """Plays each side with an agent of its own.

    Attributes:
        sides: How the side is told.
        agents: Who plays each of them, by its name.
    """

    def __init__(self, setup: Setup, agents: Mapping[str, Agent], seed: int | None = None) -> None:
        """Take an agent for every side.

        Raises:
            OptionError: A side has none, or the game has no such side.
        """
        super().__init__(setup, seed)
        self.sides, self.agents = sides_of(setup), dict(agents)
        check_sides(setup, self.sides, self.agents)
        self.reads_logs = any(agent.reads_logs for agent in self.agents.values())
        self.recalls = any(agent.recalls for agent in self.agents.values())
        self.redraws = all(agent.redraws for agent in self.agents.values())

    def reseed(self, seed: np.random.SeedSequence) -> None:
        """Fix all that the agents draw from here on."""
        super().reseed(seed)
        for agent, child in zip(self.agents.values(), seed.spawn(len(self.agents)), strict=True):
            agent.reseed(child)

    def act(self, view: View) -> np.ndarray:
        """Return one legal action a table: int64, shape (n,)."""
        actions = np.empty(len(view), np.int64)
        sides = self.sides.now(view.observations, view.seats)
        for number, name in enumerate(self.sides.names):
            rows = np.flatnonzero(sides == number)
            if rows.size:
                actions[rows] = self.agents[name].act(view.part(rows))
        return actions

    def usage(self) -> Mapping[str, float]:
        """Return what all of them have used up."""
        used: Any = Counter()  # some are numbers of seconds
        for agent in self.agents.values():
            used.update(agent.usage())
        return dict(used)


def check_sides(setup: Setup, sides: Sides, given: Mapping[str, object]) -> None:
    """Check that something is given for every side of a game and for no other.

    Raises:
        OptionError: It is not so.
    """
    known = f"of {setup.game.title}; its sides are {', '.join(map(repr, sides.names))}"
    for name in given:  # first: where one is misspelt, another has nothing
        if name not in sides.names:
            raise OptionError(f"there is no side {name!r} {known}{did_you_mean(name, sides.names)}")
    for name in sides.names:
        if name not in given:
            raise OptionError(f"nothing plays side {name!r} {known}")
