"""Learners that play some of a game's sides alone, and who plays the others for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ....agents.base import Agent
from ....agents.factory import make_agent
from ....agents.sides import SidedAgent, Sides, sides_of
from ....envs.table.errors import OptionError, said_of
from ....envs.table.game import Setup
from ...measure.evaluate import Evaluation, Score
from ..config.sections import LeagueConfig


class LearnedSides:
    """The sides that a learner plays.

    Where sides follow from seats, the learner sits at seats of its sides only. Where they change hands it may sit
    anywhere: it decides while its seat is on one of its sides, and somebody else does before and after.

    Attributes:
        of: How sides are told, for every set-up.
        names: Their names, the same in all set-ups.
        learned: Whether the learner plays each of them, bool, shape (sides,).
        are_fixed: Whether they follow from seats, in all set-ups.
    """

    def __init__(self, setups: Sequence[Setup], names: Sequence[str]) -> None:
        """Take the names of the learner's sides.

        Raises:
            OptionError: There is no such side, or no other.
        """
        with said_of("league.sides"):
            self.of: tuple[Sides, ...] = tuple(sides_of(setup) for setup in setups)
        self.names = self.of[0].names
        if any(sides.names != self.names for sides in self.of):
            raise OptionError("option 'league.sides': the kinds of table have sides of other names")
        wrong = [name for name in names if name not in self.names]
        if wrong or len(set(names)) == len(self.names):
            found = f"{wrong[0]!r}, which is no side" if wrong else "all of them"
            raise OptionError(f"option 'league.sides' is {found}; the sides are {', '.join(map(repr, self.names))}")
        self.learned = np.array([name in names for name in self.names])
        self.are_fixed = all(sides.are_fixed for sides in self.of)

    def seats(self, kind: int) -> np.ndarray:
        """Return at which seats of a set-up's tables the learner may sit: bool, shape (seats,)."""
        sides = self.of[kind]
        return self.learned[sides.of_seat] if sides.are_fixed else np.ones(sides.of_seat.size, np.bool_)


def learned_sides(setups: Sequence[Setup], config: LeagueConfig) -> LearnedSides | None:
    """Return the sides that a learner plays; None for all.

    Raises:
        OptionError: There is no such side, or nobody to play the others.
    """
    if not config.sides:
        return None
    if not config.baselines:
        raise OptionError("option 'league.sides' needs league.baselines: they play the other sides")
    return LearnedSides(setups, config.sides)


def choosing_scores(found: Evaluation, sides: LearnedSides | None) -> list[Score]:
    """Return the scores of an evaluation by which policies are chosen: those of the learner's sides, where fixed.

    Where sides change hands, that on which a seat ends is a result too, and the score of all seats tells of it.
    """
    if sides is None or not sides.are_fixed:
        return [found.total]
    return [found.total.sides[name] for name, learned in zip(sides.names, sides.learned, strict=True) if learned]


def others_spec(config: LeagueConfig) -> str:
    """Return the spec of who plays the sides that the learner does not."""
    return config.others or config.baselines[-1]


def whole_agent(
    setup: Setup, config: LeagueConfig, learner: Callable[[Setup], Agent], seed: int | None = None
) -> Agent:
    """Return an agent for all seats: the learner's on its sides, and who plays the others there."""
    if not config.sides:
        return learner(setup)
    others, names = make_agent(others_spec(config), setup, seed), sides_of(setup).names
    agent = SidedAgent(setup, {name: learner(setup) if name in config.sides else others for name in names})
    if seed is not None:
        agent.reseed(np.random.SeedSequence(seed))  # each side draws for itself
    return agent
