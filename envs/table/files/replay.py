"""Replays: a game's options, its seed and its actions, as a small JSON file that plays to the identical end.

After every decision the file holds a digest of the state, so that a replay whose rules have changed since says at
which decision it goes another way. Where the STATE record has got other fields since, digests say nothing: then whose
turn it is, what is legal, the names of actions, the end and the returns are compared.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from ..errors import OptionError, ReplayError
from ..game import Game, Setup
from ..random import WORDS, seed_words
from ..rerun import Rerun, check_generator
from ..tables import check_seed
from . import packing
from .atomic import write_atomically
from .container import Header, Said, explain, header, read_json, readable_json

if TYPE_CHECKING:
    from ..faces.aec import TableEnv

FORMAT, FORMAT_VERSION = "cogitable-replay", 1
_NAMES = TypeAdapter(list[Said])


class Position(NamedTuple):
    """One moment of a replay.

    Attributes:
        states: The state before the decision, an array of one STATE record of the caller's own.
        seat: Who decides; -1 after the last decision.
        action: What is decided; None after the last decision.
    """

    states: np.ndarray
    seat: int
    action: int | None


class Step(BaseModel):
    """One decision of a replay.

    Attributes:
        seat: Who decided.
        action: Number of the action.
        name: Its name, for people.
        digest: Stands for the whole state after the decision.
    """

    model_config = ConfigDict(extra="forbid")

    seat: int
    action: int
    name: Said
    digest: str


class IllegalEnd(BaseModel):
    """The illegal action that ended a game.

    Attributes:
        seat: Who chose it.
        action: Number of the action.
        name: Its name, for people.
        reward: What it cost.
    """

    model_config = ConfigDict(extra="forbid")

    seat: int
    action: int
    name: Said
    reward: float


class Replay(Header):
    """A recorded game.

    Attributes:
        title: The game's name as people write it.
        seed: The seed of the reset that dealt this game; None if it had none of its own.
        generator: The table's generator at the deal: what the replay is played from.
        players: Who sat at each seat, for people; one for each, or none at all.
        fields: Stands for the fields of the STATE record that the digests were made of; empty in old files.
        dealt: Digest of the state after the deal.
        steps: The decisions in order.
        illegal: The illegal action that ended the game, or None.
        end: Whether the game is still running, has terminated or was truncated.
        returns: Each seat's sum of rewards.
    """

    format: str = FORMAT
    format_version: int = FORMAT_VERSION
    title: Said
    seed: int | None = None
    generator: list[int] = Field(min_length=WORDS, max_length=WORDS)
    players: list[Said] = []
    fields: str = ""
    dealt: str
    steps: list[Step]
    illegal: IllegalEnd | None = None
    end: Literal["running", "terminated", "truncated"]
    returns: list[float]

    @model_validator(mode="after")
    def _seed_deals_this(self) -> Replay:
        """Refuse a seed under which another game would be shown than was played."""
        _check_deal(self.seed, self.generator)
        return self

    @classmethod
    def record(cls, env: TableEnv, players: Sequence[str] = ()) -> Replay:
        """Return the game on an environment's table, from its deal to the present.

        Raises:
            ReplayError: The environment has not been reset, somebody has written to its state, or there is not one
                player for each seat, or a name that is no text.
        """
        if not hasattr(env, "actions"):
            raise ReplayError("there is nothing to record before the first reset")
        later = env.seed is not None and env.generator != _generator(env.seed)  # a later deal of the same generator
        seed = None if later else env.seed
        replay = cls.of(env.setup, env.actions, seed=seed, generator=env.generator, players=players)
        if packing.digest(env.states) != (replay.steps[-1].digest if replay.steps else replay.dealt):
            raise ReplayError("the table's state does not follow from its deal and its actions; it was changed by hand")
        if env.illegal_action is not None:
            replay._end_illegally(env.setup, int(env.states["seat"][0]), env.illegal_action, env.illegal_reward)
        return replay

    @classmethod
    def of(
        cls,
        setup: Setup,
        actions: Sequence[int] | np.ndarray,
        *,
        seed: int | None = None,
        generator: Sequence[int] | None = None,
        players: Sequence[str] = (),
    ) -> Replay:
        """Return the replay of a game that is known by its deal and its actions, as matches record them.

        Args:
            setup: The game with its options.
            actions: All actions in order.
            seed: The seed of the deal, as in ``reset(seed=...)``.
            generator: The four words of the generator at the deal instead; may be given beside the seed.
            players: Who sits at each seat, for people: one for each, or none at all. Of names of files that are not
                UTF-8 what is no character is written as a question mark.

        Raises:
            ReplayError: Neither seed nor generator, one that is none, a seed that deals another game than the
                generator, an action that is not legal, not one player for each seat, or a name that is no text.
        """
        players = [name.encode(errors="replace").decode() if isinstance(name, str) else name for name in players]
        _check_players(setup, players)
        seed = None if seed is None else _check_seed(seed)
        if generator is None:
            if seed is None:
                raise ReplayError("a replay needs the seed or the generator of its deal")
            generator = _generator(seed)
        table = Rerun(setup, generator)
        try:
            _check_deal(seed, generator)
        except ValueError as error:
            raise ReplayError(str(error)) from None
        dealt, steps = packing.digest(table.states), []
        for action in _whole(actions):
            seat = table.seat
            table.take(action)
            name = setup.action_names[action]
            steps.append(Step(seat=seat, action=action, name=name, digest=packing.digest(table.states)))
        return cls(
            **header(setup),
            title=setup.game.title,
            seed=seed,
            generator=check_generator(generator),
            players=list(players),
            fields=packing.fingerprint(setup.game.state_dtype),
            dealt=dealt,
            steps=steps,
            end=table.end,
            returns=table.returns,
        )

    def _end_illegally(self, setup: Setup, seat: int, action: int, reward: float) -> None:
        self.illegal = IllegalEnd(seat=seat, action=action, name=setup.action_names[action], reward=reward)
        self.returns[seat] += reward

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the replay; whoever reads the file finds the old one or the new one, whole. Raises OSError."""
        return write_atomically(path, readable_json(self.model_dump(mode="json")) + "\n")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Replay:
        """Read a replay.

        Raises:
            ReplayError: Not a replay, truncated, damaged, or of another format version.
            OSError: The file cannot be read.
        """
        content = read_json(path, "replay", FORMAT, FORMAT_VERSION, ReplayError)
        try:
            return cls.model_validate(content)
        except ValidationError as error:
            raise ReplayError(f"{path}: damaged: {explain(error)}") from None

    def setup(self, game: Game | None = None, where: str = "replay") -> Setup:
        """Return the game with the recorded options.

        Args:
            game: Refuse any other game; None takes the game that the replay names.
            where: What errors call the replay: its file, where there is one.

        Raises:
            ReplayError: Another game or another version of it, no such game, options that it does not take, or names
                of more or fewer players than it has.
        """
        setup = self.open_setup(where, ReplayError, game)
        _check_players(setup, self.players)
        return setup

    def play(self, game: Game | None = None) -> Iterator[Position]:
        """Play the game again: yield the position before every decision, and at last the one after all of them.

        Args:
            game: Refuse any other game; None takes the game that the replay names.

        Raises:
            ReplayError: As :meth:`setup` at once; and during the play where it goes another way than recorded, with
                the number of the decision (from 1).
        """
        return self._play(self.setup(game))

    def _play(self, setup: Setup) -> Iterator[Position]:
        table = Rerun(setup, self.generator)
        comparable = self._has_todays_record(setup.game, table)
        if comparable and packing.digest(table.states) != self.dealt:
            raise ReplayError("decision 1: the deal is not the recorded one; the rules have changed since")
        for number, step in enumerate(self.steps):
            table.expect(step.seat, step.action)
            if not comparable:
                self._check_name(setup, number, step)
            yield Position(table.states.copy(), step.seat, step.action)
            table.take(step.action)
            if comparable and packing.digest(table.states) != step.digest:
                raise ReplayError(
                    f"decision {number + 1}: after {step.name!r} by seat {step.seat} the table is not the recorded "
                    "one; the rules have changed since, or the file has been"
                )
        self._check_end(table)
        yield Position(table.states.copy(), -1, None)

    def _has_todays_record(self, game: Game, table: Rerun) -> bool:
        """Whether the digests were made of the same fields as today's."""
        if self.fields or game.upgrade is None:
            return self.fields in ("", packing.fingerprint(game.state_dtype))
        return packing.digest(table.states) == self.dealt  # an old file, of a game that has had other fields

    def _check_name(self, setup: Setup, number: int, step: Step) -> None:
        name = setup.action_names[step.action]
        if step.name != name:
            raise ReplayError(f"decision {number + 1}: action {step.action} is {name!r}; recorded is {step.name!r}")

    def _check_end(self, table: Rerun) -> None:
        returns = table.returns
        if self.illegal is not None:
            table.expect(self.illegal.seat, self.illegal.action, legal=False)
            returns[self.illegal.seat] += self.illegal.reward
        if (table.end, returns) != (self.end, self.returns):
            raise ReplayError(
                f"after the last decision ({table.taken}) the game is {table.end} with returns {returns}; recorded is "
                f"{self.end} with {self.returns}"
            )


def _check_players(setup: Setup, players: Sequence[str]) -> None:
    if len(players) not in (0, setup.num_seats):
        raise ReplayError(f"{len(players)} players are named; {setup.num_seats} seats need as many names, or none")
    try:
        _NAMES.validate_python(list(players))
    except ValidationError as error:
        raise ReplayError(f"the names of the players are refused: {explain(error)}") from None


def _check_deal(seed: int | None, generator: Sequence[int]) -> None:
    """Raise ValueError where a seed is none, or deals another game than a generator."""
    if seed is not None and _generator(check_seed(seed)) != tuple(map(int, generator)):
        raise ValueError(f"the seed is {seed}, which deals another game than the generator {list(generator)}")


def _check_seed(seed: Any) -> int:
    try:
        return check_seed(seed)
    except OptionError as error:
        raise ReplayError(str(error)) from None


def _whole(actions: Sequence[int] | np.ndarray) -> Iterator[int]:
    for number, action in enumerate(actions):
        try:
            yield operator.index(action)
        except TypeError:
            raise ReplayError(f"decision {number + 1}: action {action!r} is no integer") from None


def _generator(seed: Any) -> tuple[int, ...]:
    return tuple(seed_words(int(seed))[0].tolist())
