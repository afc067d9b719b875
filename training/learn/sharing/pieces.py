"""Decisions collected in pieces: a piece is some of the tables, played for one round by whoever is free.

A piece is a function of what it is given: the tables as they stand, the weights, the pool of opponents and the number
of the round. Who plays it keeps nothing, so that it can be played again by another one, and the same comes out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch as th

from ....agents.policy.network import PolicyNetwork
from ....envs.table.game import Setup
from ..collecting.everything import critics_view
from ..collecting.selfplay import SelfPlayVecEnv
from ..config.purposes import Purpose
from ..config.sections import LeagueConfig
from ..config.training_config import TrainingConfig
from ..league.league import League
from ..learner.learner import Learner, make_learner

Tables = dict[str, np.ndarray]
"""Tables as they stand: what :meth:`SelfPlayVecEnv.state` returns, and which of them begin an episode."""


@dataclass(frozen=True)
class Orders:
    """What all pieces of a round have in common.

    The networks of the opponents that joined go apart, since they seldom change.

    Attributes:
        number: The round's number.
        weights: The numbers of the policy that plays, by their names.
        pool: What :meth:`League.state` tells of the opponents.
    """

    number: int
    weights: Mapping[str, np.ndarray]
    pool: Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Piece:
    """A piece of a round: its number, and its tables as they stand."""

    number: int
    tables: Tables


@dataclass(frozen=True)
class PlayedPiece:
    """A piece that has been played.

    Attributes:
        number: The piece's number.
        columns: What is to be learned from, by name: arrays of shape (steps, tables of the piece, ...).
        tables: Its tables as they stand now.
        told: What the pool was told of episodes that ended: opponents' numbers, the learner's scores, and how much of
            an episode each is.
        finished: Episodes that ended.
        scored: Sum of the learner's scores in them.
    """

    number: int
    columns: dict[str, np.ndarray]
    tables: Tables
    told: list[tuple[np.ndarray, np.ndarray, np.ndarray]]
    finished: int
    scored: float


def round_seeds(seed: int, number: int, piece: int = 0) -> list[np.random.SeedSequence]:
    """Return what fixes a round of a run: what the learner, its pool and its tables draw.

    The first piece draws what a round in one piece does.
    """
    entropy = [seed, number, Purpose.PIECE, piece] if piece else [seed, number]
    return np.random.SeedSequence(entropy).spawn(3)


def rows_by_piece(kinds: np.ndarray, pieces: int) -> list[np.ndarray]:
    """Return the tables of each piece, int64: equally many of every kind; ``kinds`` are those of all tables, sorted."""
    parts = [np.array_split(np.flatnonzero(kinds == kind), pieces) for kind in range(int(kinds.max()) + 1)]
    return [np.concatenate(piece) for piece in zip(*parts, strict=True)]


class _Pool(League):
    """The learner's pool, of which it is told what happened: who is in it is not decided here."""

    def __init__(self, setups: Sequence[Setup], config: LeagueConfig) -> None:
        super().__init__(setups, config)
        self.told: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []

    def follow(self, state: Sequence[Mapping[str, Any]], joined: Mapping[str, PolicyNetwork]) -> None:
        if [entry["name"] for entry in state] == [opponent.name for opponent in self.opponents]:
            self.recall(state)
        else:
            self.restore(state, joined)
        self.told = []

    def record(self, numbers: np.ndarray, scores: np.ndarray, episodes: np.ndarray) -> None:
        super().record(numbers, scores, episodes)
        self.told.append((numbers, scores, episodes))


class PiecePlayer:
    """Plays pieces of a run, in the learner's process or in another one."""

    def __init__(self, config: TrainingConfig) -> None:
        """Prepare tables for a piece, and a learner to play at them."""
        th.set_num_threads(1)  # whoever else plays has the other cores
        self.seed, setups = config.seed, tuple(config.setups().values())
        count = config.tables // config.collection.pieces
        self.pool = _Pool(setups, config.league)
        self.env = SelfPlayVecEnv(setups, count, self.pool, 0, everything=critics_view(config.network, setups))
        self.learner = make_learner(_for_a_piece(config, count), self.env)
        self.learner.begin(np.zeros((count, *self.env.observation_space.shape), np.float32))  # type: ignore[misc]
        self._round = -1

    def __call__(self, piece: Piece, orders: Orders, joined: Mapping[str, PolicyNetwork]) -> PlayedPiece:
        """Play a piece; ``joined`` are the networks of snapshots and exploiters in the pool, by their names."""
        if orders.number != self._round:
            self._round = orders.number
            self.learner.policy.load_state_dict({name: th.tensor(its) for name, its in orders.weights.items()})
            self.pool.refresh(self.learner.policy.network())
        self.pool.follow(orders.pool, joined)
        own, pool, env = round_seeds(self.seed, orders.number, piece.number)
        th.manual_seed(int(own.generate_state(2)[0]))
        self.pool.reseed(pool)
        self.env.reseed(env)
        self.env.clear_counts()
        self.env.put(piece.tables)
        self.learner.stand(self.env.look(), piece.tables["episode_starts"])
        self.learner.collect()
        buffer: Any = self.learner.rollout_buffer
        tables = tables_of(self.learner)
        return PlayedPiece(piece.number, buffer.columns(), tables, self.pool.told, self.env.finished, self.env.scored)


def tables_of(learner: Learner, rows: np.ndarray | slice = slice(None)) -> Tables:
    """Return a learner's tables as they stand, some or all."""
    return learner.env.state(rows) | {"episode_starts": learner.episode_starts[rows].copy()}


def _for_a_piece(config: TrainingConfig, count: int) -> TrainingConfig:
    """Return a configuration of the same learner with the tables of a piece, which nothing is learned from there."""
    ppo = config.ppo.model_copy(update={"batch_size": count * config.ppo.n_steps})
    return config.model_copy(update={"tables": count, "ppo": ppo})
