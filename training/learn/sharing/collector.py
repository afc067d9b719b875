"""Who collects what a learner learns from: the learner itself at all tables, or workers, piece by piece."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np

from ....agents.policy.network import PolicyNetwork
from ...measure.sharing.workers import Crew, LocalWorkers, Workers
from ..config.training_config import TrainingConfig
from ..league.league import League
from ..learner.learner import Learner
from .pieces import Orders, Piece, PiecePlayer, PlayedPiece, rows_by_piece, tables_of

Ahead = tuple[Orders, Mapping[str, PolicyNetwork]]
_Given = tuple[list[Piece], list[Any]]


class Collector(ABC):
    """Fills a learner's buffer, round by round.

    Attributes:
        ahead: What the next round is played with, if that is settled already: its orders, and the networks of opponents
            that joined. A run that is to end as if it had never been stopped has to keep it.
    """

    ahead: Ahead | None = None

    @abstractmethod
    def fill(self, number: int) -> None:
        """Collect what the learner learns from in the round of a number."""

    @abstractmethod
    def forget(self, place: int) -> None:
        """Do not rate episodes that have begun against an opponent whose number has been given to another."""

    def close(self) -> None:  # noqa: B027 - the learner itself holds nothing
        """Stop all work at once."""


def make_collector(config: TrainingConfig, learner: Learner, league: League, workers: Workers | None) -> Collector:
    """Return who collects for a run.

    Args:
        config: What decides the run, and with it into how many pieces its tables are divided.
        learner: Who learns.
        league: Its pool.
        workers: Who plays pieces; None is a process of this machine for each of its cores, or the learner itself where
            there is one piece.
    """
    pieces = config.collection.pieces
    if workers is None and pieces == 1:
        return _Alone(learner)
    who = LocalWorkers() if workers is None else workers
    return _InPieces(config, learner, league, who.crew(PiecePlayer, (config,), pieces))


class _Alone(Collector):
    """The learner plays at all its tables itself: one piece, without a copy of anything."""

    def __init__(self, learner: Learner) -> None:
        self._learner = learner

    def fill(self, number: int) -> None:
        self._learner.collect()

    def forget(self, place: int) -> None:
        self._learner.env.forget(place)


class _InPieces(Collector):
    """Workers play pieces of the tables; the learner's own tables say how all of them stand.

    With a staleness of 1 the next round's orders are given as soon as a round is there, before it is learned from: its
    weights are exactly one update old, however long anybody takes.
    """

    def __init__(self, config: TrainingConfig, learner: Learner, league: League, crew: Crew) -> None:
        self._learner, self._league, self._crew = learner, league, crew
        self._early = config.collection.staleness > 0
        self._rows = rows_by_piece(learner.env.tables.kinds, config.collection.pieces)
        self._thread = ThreadPoolExecutor(1) if self._early and crew.apart else None
        self._given: _Given | None = None
        self._coming: Future[list[PlayedPiece]] | None = None
        self._joined: tuple[Any, Any] = None, None

    def fill(self, number: int) -> None:
        settled = self.ahead or self._settled(number)
        given = self._given or self._gives(*settled)
        played = self._play(*given) if self._coming is None else self._coming.result()
        self.ahead = self._given = self._coming = None
        self._take(settled[0], played)
        if self._early:
            self.ahead = self._settled(number + 1)
            self._given = self._gives(*self.ahead)
            if self._thread is not None:
                self._coming = self._thread.submit(self._play, *self._given)

    def _settled(self, number: int) -> Ahead:
        """Return what a round is played with: the learner and the pool as they are now."""
        copies: dict[int, np.ndarray] = {}  # layers that policy and value share have several names, and are sent once
        weights = {
            name: copies.setdefault(its.data_ptr(), its.numpy().copy())
            for name, its in self._learner.policy.state_dict().items()
        }
        joined = {name: network for name, (_, network) in self._league.joined().items()}
        return Orders(number, weights, self._league.state()), joined

    def _gives(self, orders: Orders, joined: Mapping[str, PolicyNetwork]) -> _Given:
        """Return the tasks of a round, and what they share; networks that all places have are not sent again."""
        names, shared = self._joined
        if names != list(joined):
            shared = self._crew.share(joined)
            self._joined = list(joined), shared
        pieces = [Piece(number, tables_of(self._learner, rows)) for number, rows in enumerate(self._rows)]
        return pieces, [self._crew.share(orders), shared]

    def _play(self, pieces: list[Piece], shared: list[Any]) -> list[PlayedPiece]:
        return sorted(self._crew.run(pieces, shared), key=lambda played: played.number)

    def forget(self, place: int) -> None:
        if self.ahead is None:  # else when the round that goes on against the old one has been taken over
            self._learner.env.forget(place)

    def _take(self, orders: Orders, played: list[PlayedPiece]) -> None:
        """Take over what was played, in the order of the pieces: the same, whoever was done first."""
        learner, buffer = self._learner, self._learner.rollout_buffer
        buffer.reset()
        replaced = [
            place
            for place, (then, now) in enumerate(zip(orders.pool, self._league.opponents, strict=False))
            if then["name"] != now.name
        ]
        starts = np.zeros(learner.n_envs, np.bool_)
        for one, rows in zip(played, self._rows, strict=True):
            buffer.put(one.columns, rows)  # type: ignore[attr-defined]
            learner.env.put(one.tables, rows)
            starts[rows] = one.tables["episode_starts"]
            learner.env.finished += one.finished
            learner.env.scored += one.scored
            for told in one.told:
                known = ~np.isin(told[0], replaced)
                self._league.record(*(column[known] for column in told))
        for place in replaced:
            learner.env.forget(place)
        buffer.full = True
        learner.stand(learner._last_obs, starts)  # type: ignore[arg-type]
        learner.num_timesteps += buffer.buffer_size * buffer.n_envs

    def close(self) -> None:
        self._crew.close()
        if self._thread is not None:
            self._thread.shutdown()
