"""The opponent pool: baselines, snapshots of the learner and exploiters, drawn with preference for those it loses to.

Opponents are drawn by prioritised fictitious self-play (Vinyals et al., Grandmaster level in StarCraft II using
multi-agent reinforcement learning, Nature 575, 2019): with weight (1 - win rate) ** power. A fixed share of the seats
is played by the learner as it is now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from ....agents.base import Agent
from ....agents.factory import make_agent
from ....agents.heuristic import HeuristicAgent
from ....agents.policy.agent import PolicyAgent
from ....agents.policy.network import PolicyNetwork
from ....agents.random_agent import RandomAgent
from ....agents.sides import Sides, sides_of
from ....envs.table.game import Setup
from ..collecting.opponents import HEURISTIC, PYTHON, RANDOM, Networks
from ..collecting.sides import learned_sides, others_spec
from ..config.sections import LeagueConfig

LATEST = 0
"""Number of the opponent that is the learner as it is now."""

_PLAYERS = {RandomAgent: RANDOM, HeuristicAgent: HEURISTIC}
"""Agents of a class that compiled loops play."""

Role = Literal["snapshot", "exploiter"]
"""What joins a pool: the learner as it was, or one that has learned against it alone."""


@dataclass
class Opponent:
    """Somebody in the pool.

    Attributes:
        name: A baseline's name, ``"latest"``, ``"snapshot-<learner steps>"`` or ``"exploiter-<learner steps>"``.
        agents: Who plays: an agent for each set-up, or a single one that plays them all.
        steps: The main learner's steps when a snapshot or exploiter joined the pool; None for all others.
        games: Episodes that the estimate rests on, older ones counting less.
        wins: The learner's scores in them, added up the same way.
    """

    name: str
    agents: tuple[Agent, ...]
    steps: int | None = None
    games: float = 0.0
    wins: float = 0.0

    @property
    def is_exploiter(self) -> bool:
        """Whether it has learned against the learner alone."""
        return self.steps is not None and self.name.startswith("exploiter-")

    @property
    def win_rate(self) -> float:
        """The learner's estimated score against this opponent, 0.5 as long as nothing is known."""
        return (self.wins + 1.0) / (self.games + 2.0)


class League:
    """The pool of opponents. Numbers stay; a snapshot that is dropped gives its number to the next one."""

    def __init__(self, setups: Sequence[Setup], config: LeagueConfig) -> None:
        """Make the pool of the baselines and a place for the learner, which :meth:`refresh` fills.

        Args:
            setups: What is played; a network plays all of it, since all set-ups see and do the same.
            config: Who is in the pool.

        Raises:
            OptionError: A baseline's name is not that of an agent for this game.
        """
        self.setups, self.config = tuple(setups), config
        self.sides = learned_sides(setups, config)
        self.opponents = [Opponent("latest", self._player(None))]
        self.opponents += [
            Opponent(spec, tuple(make_agent(spec, setup, seed=0) for setup in setups)) for spec in config.baselines
        ]
        self._others = None if self.sides is None else self._place_of(others_spec(config))
        self._fixed = len(self.opponents)
        frozen = {
            n: found for n, o in enumerate(self.opponents) if n != LATEST and (found := _frozen_networks(o.agents))
        }
        self.telling = self._telling(frozen)
        self._room = self._fixed + sum(self._most(role) for role in get_args(Role))
        self._networks = Networks(self._room * self._num_sides)
        self._players = np.repeat(np.arange(self._room)[:, None], self._num_sides, axis=1)
        for number, opponent in enumerate(self.opponents[LATEST + 1 :], LATEST + 1):
            self._players[number] = _PLAYERS.get(type(opponent.agents[0]), PYTHON)
        for number, (networks, certain) in frozen.items():
            self._put_frozen(number, networks, certain)
        self.reseed(np.random.SeedSequence(0))

    def _most(self, role: Role) -> int:
        """Return how many of a role are kept."""
        exploiters = self.config.exploiters
        return self.config.max_snapshots if role == "snapshot" else exploiters.kept if exploiters.share else 0

    def _place_of(self, spec: str) -> int:
        """Return the number of an agent, which is taken in if it is no baseline."""
        if spec not in self.config.baselines:
            self.opponents.append(Opponent(spec, tuple(make_agent(spec, setup, seed=0) for setup in self.setups)))
        return next(n for n, o in enumerate(self.opponents) if n != LATEST and o.name == spec)

    def _telling(self, frozen: Mapping[int, tuple[Mapping[str, PolicyNetwork], bool]]) -> tuple[Sides, ...]:
        """Return how sides are told for every set-up if anything depends on them, else nothing."""
        if self.sides is not None:
            return self.sides.of
        sided = [number for number, (networks, _) in frozen.items() if "" not in networks]
        return tuple(sides_of(setup) for setup in self.setups) if sided else ()

    @property
    def _num_sides(self) -> int:
        return len(self.telling[0].names) if self.telling else 1

    def _put_frozen(self, number: int, networks: Mapping[str, PolicyNetwork], certain: bool) -> None:
        """Let a baseline be its networks: the same on all sides, or one of its own on each."""
        for side in range(self._num_sides if "" not in networks else 1):
            place = number + side * self._room
            self._networks.put(place, networks[self.telling[0].names[side] if "" not in networks else ""], certain)
            self._players[number, side if "" not in networks else slice(None)] = place

    @property
    def networks(self) -> Networks | None:
        """The networks among the opponents."""
        return self._networks

    def players(self) -> np.ndarray:
        """Return who decides for each number on each side: the number of a network in ``networks``, or one of
        RANDOM, HEURISTIC and PYTHON.

        int64, shape (opponents, sides).
        """
        return np.take_along_axis(self._players, self.stand_ins(), axis=0)

    def stand_ins(self) -> np.ndarray:
        """Return who stands in for each number on each side: others where a learner has not learned the side.

        int64, shape (opponents, sides).
        """
        found = np.repeat(np.arange(len(self.opponents))[:, None], self._num_sides, axis=1)
        if self.sides is not None and self._others is not None:
            found[np.ix_(np.array(self._own()), ~self.sides.learned)] = self._others
            found[np.ix_(np.array(self._exploiters(), np.int64), self.sides.learned)] = (
                LATEST  # an exploiter plays the other sides
            )
        return found

    def _own(self) -> list[int]:
        """Return the numbers of the learner as it is now and as it was."""
        snapshots = [n for n, o in enumerate(self.opponents) if o.steps is not None and not o.is_exploiter]
        return [LATEST, *snapshots]

    def _exploiters(self) -> list[int]:
        return [number for number, opponent in enumerate(self.opponents) if opponent.is_exploiter]

    @property
    def partner(self) -> int | None:
        """Return the number of the learner as it is now if it is to play its team's other seats."""
        return LATEST if self.config.partners == "self" else None

    def _player(self, network: PolicyNetwork | None) -> tuple[PolicyAgent]:
        network = network or PolicyNetwork((), "relu")
        return (PolicyAgent(self.setups[0], 0, network=network, deterministic=False),)

    def reseed(self, seed: np.random.SeedSequence) -> None:
        """Fix everything that the pool and its opponents draw from here on."""
        first, *rest = seed.spawn(1 + len(self.opponents))
        self._generator = np.random.default_rng(first)
        for opponent, child in zip(self.opponents, rest, strict=True):
            for agent, own in zip(opponent.agents, [child, *child.spawn(len(opponent.agents) - 1)], strict=True):
                agent.reseed(own)

    def agents(self, number: int) -> tuple[Agent, ...]:
        """Return who plays the opponent of a number: an agent for each set-up, or a single one that plays them all."""
        return self.opponents[number].agents

    def _weights(self) -> np.ndarray:
        """Return how often others than the learner of now are drawn, not yet as shares: float64, shape (opponents,)."""
        found = np.array([(1 - o.win_rate) ** self.config.power + self.config.floor for o in self.opponents])
        found[LATEST] = 0
        found[1 + len(self.config.baselines) : self._fixed] = 0
        return found

    def shares(self) -> np.ndarray:
        """Return the probability with which each opponent is drawn, float64, shape (opponents,).

        Where sides are fixed that is beside the learner, on its own side; see :meth:`draw_rivals` for the others.
        """
        others = self._weights()
        if self.sides is not None and self.sides.are_fixed:
            others[self._exploiters()] = 0  # they know other sides
        total = others.sum()
        latest = self.config.latest_share if total > 0 else 1.0
        shares = others * ((1 - latest) / total) if total > 0 else others
        shares[LATEST] = latest
        return shares

    def draw(self, shape: tuple[int, ...]) -> np.ndarray:
        """Return numbers of opponents for tables and their seats, int64: in a share of the rows all are the same."""
        return self._draw(self.shares(), shape)

    def draw_rivals(self, shape: tuple[int, ...]) -> np.ndarray:
        """Return the same for sides that the learner does not play: none of its own."""
        weights = self._weights()  # no shares, which are all zero where the learner has every other seat
        weights[self._own()] = 0
        return self._draw(weights, shape)

    def _draw(self, shares: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
        edges = np.cumsum(shares)
        found = np.searchsorted(edges, self._generator.random(shape) * edges[-1], "right")
        numbers = np.minimum(found, edges.size - 1)
        if self.config.alike:
            alike = self._generator.random(shape[0]) < self.config.alike
            numbers[alike] = numbers[alike, :1]
        return numbers

    def record(self, numbers: np.ndarray, scores: np.ndarray, episodes: np.ndarray) -> None:
        """Take note of episodes that ended: see :meth:`..collecting.selfplay.Pool.record`."""
        games = np.bincount(numbers, episodes, minlength=len(self.opponents))
        wins = np.bincount(numbers, scores * episodes, minlength=len(self.opponents))
        for number in np.flatnonzero(games):
            opponent = self.opponents[number]
            kept = (1 - 1 / self.config.memory) ** games[number]
            opponent.games = opponent.games * kept + games[number]
            opponent.wins = opponent.wins * kept + wins[number]

    def refresh(self, network: PolicyNetwork) -> None:
        """Give the opponent that is the learner as it is now the learner's present network."""
        self.opponents[LATEST].agents[0].network = network  # type: ignore[attr-defined]
        self._networks.put(LATEST, network)

    def add(self, role: Role, network: PolicyNetwork, steps: int) -> int | None:
        """Take a network into the pool.

        When there are as many of its role as are kept, the one that the learner beats most surely makes room.

        Args:
            role: What it is.
            network: Its network.
            steps: The main learner's steps.

        Returns:
            The number of an opponent that was replaced, or None.
        """
        most = self._most(role)
        if most == 0:
            return None
        new = Opponent(f"{role}-{steps}", self._player(network), steps)
        held = [
            i for i, o in enumerate(self.opponents) if o.steps is not None and o.is_exploiter == (role == "exploiter")
        ]
        if len(held) < most:
            self._networks.put(len(self.opponents), network)
            self.opponents.append(new)
            return None
        weakest = max(held, key=lambda i: (self.opponents[i].win_rate, -(self.opponents[i].steps or 0)))
        self.opponents[weakest] = new
        self._networks.put(weakest, network)
        return weakest

    def has_exploiter(self, steps: int) -> bool:
        """Whether one is in the pool that joined after so many steps of the main learner."""
        return any(opponent.is_exploiter and opponent.steps == steps for opponent in self.opponents)

    def joined(self) -> dict[str, tuple[int, PolicyNetwork]]:
        """Return the learner's steps and the network of each snapshot and exploiter, by its name."""
        return {o.name: (o.steps, o.agents[0].network) for o in self.opponents if o.steps is not None}  # type: ignore[attr-defined]

    def state(self) -> list[dict[str, Any]]:
        """Return everything but the networks, for JSON."""
        return [{"name": o.name, "steps": o.steps, "games": o.games, "wins": o.wins} for o in self.opponents]

    def restore(self, state: Sequence[Mapping[str, Any]], joined: Mapping[str, PolicyNetwork]) -> None:
        """Go on from what :meth:`state` returned, with the networks of :meth:`joined` by their names."""
        fixed = self.opponents[: self._fixed]
        self.opponents = fixed + [
            Opponent(entry["name"], self._player(joined[entry["name"]]), entry["steps"])
            for entry in state[len(fixed) :]
        ]
        for number, opponent in enumerate(self.opponents[len(fixed) :], len(fixed)):
            self._networks.put(number, opponent.agents[0].network)  # type: ignore[attr-defined]
        self.recall(state)

    def recall(self, state: Sequence[Mapping[str, Any]]) -> None:
        """Take over the records that :meth:`state` told of the same opponents."""
        for opponent, entry in zip(self.opponents, state, strict=True):
            opponent.games, opponent.wins = entry["games"], entry["wins"]


def _frozen_networks(agents: Sequence[Agent]) -> tuple[Mapping[str, PolicyNetwork], bool] | None:
    """Return the networks from which a baseline plays all set-ups, and whether it is certain of its actions, if any."""
    first, *others = agents
    if not isinstance(first, PolicyAgent) or any(type(agent) is not PolicyAgent for agent in agents):
        return None
    if first.temperature != 1 or any(not _play_alike(first, other) for other in others):  # type: ignore[arg-type]
        return None
    return first.networks, first.deterministic


def _play_alike(one: PolicyAgent, two: PolicyAgent) -> bool:
    """Return whether two agents have the same networks for the same sides."""
    names = [agent.sides.names if agent.sides is not None else () for agent in (one, two)]
    return names[0] == names[1] and all(_same(one.networks[n].arrays(), two.networks[n].arrays()) for n in one.networks)


def _same(one: dict[str, np.ndarray], two: dict[str, np.ndarray]) -> bool:
    """Return whether two networks' arrays are the same, name by name."""
    return one.keys() == two.keys() and all(np.array_equal(one[name], two[name]) for name in one)
