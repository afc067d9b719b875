"""Heads for things of one kind in torch: which things a part of the observation lists, and the weights they share.

What a head costs is paid for the things alone that legal actions name: a dozen of hundreds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch as th
from torch import nn

from ....agents.policy.entity_head import EntityHead, first_rows, row_counts
from ....envs.table.actions import Block
from ....envs.table.errors import OptionError
from ....envs.table.game import Setup
from ....envs.table.layout import Layout, Part
from .arrays import array_of, weights_of


class Things(NamedTuple):
    """Things of one kind: attributes as those of :class:`~cogitable.agents.policy.entity_head.EntityHead`."""

    inputs: np.ndarray
    levels: np.ndarray
    actions: np.ndarray


def things_of(setup: Setup, part: str) -> Things:
    """Return the things that a part of a game's observation lists, what tells of them, and which actions name them.

    Args:
        setup: The game with its options.
        part: A part whose ``things`` actions name, or the names along whose first or last axis are those of actions
            or of what the blocks of actions are about.

    Raises:
        OptionError: There is no such part, or no action names what it lists.
    """
    found = {p.name: things for p in setup.layout.parts if (things := _things(setup, p)) is not None}
    if part not in found:
        raise OptionError(
            f"option 'network.entities' is {part!r}; parts of an observation of {setup.game.title} that list what "
            f"actions name: {', '.join(found) or 'none'}"
        )
    return found[part]


def all_things(setup: Setup, parts: Sequence[str]) -> tuple[Things, ...]:
    """Return the things of several parts.

    Raises:
        OptionError: As :func:`things_of`, or two parts list what the same action names.
    """
    heads = tuple(things_of(setup, part) for part in parts)
    for number, part in enumerate(parts):
        before = [action for head in heads[:number] for action in head.actions.ravel().tolist() if action >= 0]
        twice = np.intersect1d(before, heads[number].actions)
        if twice.size:
            raise OptionError(
                f"option 'network.entities': {part!r} lists what an earlier one lists already, named by "
                f"{setup.action_names[int(twice[0])]!r}"
            )
    return heads


def _things(setup: Setup, part: Part) -> Things | None:
    if part.things:
        actions = _named_by_number(setup, part)
        inputs, levels = _numbers_about(setup.layout, part)
    else:
        actions, names = _named_by_name(setup, part)
        inputs = setup.layout.about(names) if names else np.empty((0, 0), np.int64)
        levels = np.zeros(inputs.shape[1], np.int64)
    return None if actions is None or not inputs.size else Things(inputs, levels, actions)


def _named_by_name(setup: Setup, part: Part) -> tuple[np.ndarray | None, tuple[str, ...]]:
    """Return the actions, shape (things, blocks), that name what lies along an axis of a part, and its names."""
    numbers = {name: number for number, name in enumerate(setup.action_names)}
    for names in filter(None, (part.across, part.labels)):
        if set(names) <= set(numbers):
            return np.array([[numbers[name]] for name in names], np.int64), names
        blocks = [b for b in _blocks(setup) if len(b.axes) == 1 and b.axes[0].names == names]
        if blocks:
            return np.stack([b.start + np.arange(len(names)) for b in blocks], axis=1), names
    return None, ()


def _named_by_number(setup: Setup, part: Part) -> np.ndarray | None:
    """Return the actions, shape (things, blocks), that name a part's things.

    A block that names all but the first of several kinds is about those of its number 0: the own seat, where seats are
    counted from the one that looks.
    """
    kinds, columns = [of.kind for of in part.things], []
    counts = [len(of.names) for of in part.things]
    for block in _blocks(setup):
        for left_out in range(min(2, len(kinds))):
            if [axis.kind for axis in block.axes] != kinds[left_out:]:
                continue
            column = np.full(counts, -1, np.int64)
            for place, numbers in enumerate(np.ndindex(*block.shape)):
                at = [n + axis.first for n, axis in zip(numbers, block.axes, strict=True)]
                index = [n - of.first for n, of in zip([0] * left_out + at, part.things, strict=True)]
                if all(0 <= i < count for i, count in zip(index, counts, strict=True)):
                    column[tuple(index)] = block.start + place
            columns.append(column.ravel())
    return np.stack(columns, axis=1) if columns else None


def _numbers_about(layout: Layout, part: Part) -> tuple[np.ndarray, np.ndarray]:
    """Return places and levels of all that is said of a part's things, or of what the first kinds of them number."""
    counts = [len(of.names) for of in part.things]
    columns, levels = [], []
    for other in layout.parts:
        shared = len(other.things)
        if shared == 0 or other.things != part.things[:shared]:
            continue
        places = layout.places(other).reshape(*counts[:shared], *(1,) * (len(counts) - shared), -1)
        columns.append(np.broadcast_to(places, (*counts, places.shape[-1])).reshape(int(np.prod(counts)), -1))
        levels += [other.levels] * places.shape[-1]
    return np.concatenate(columns, axis=1).astype(np.int64), np.array(levels, np.int64)


def _blocks(setup: Setup) -> tuple[Block, ...]:
    return () if setup.actions is None else setup.actions.blocks


class Entities(nn.Module):
    """The two layers through which each thing's numbers go, with the same weights."""

    def __init__(self, things: Things, hidden: int, size: int, activation: type[nn.Module]) -> None:
        super().__init__()
        self.things = things
        count, self.blocks = things.actions.shape
        self.inputs = th.from_numpy(things.inputs)
        self.actions = th.from_numpy(things.actions)
        plain = things.levels == 0
        self.plain = th.from_numpy(np.flatnonzero(plain))
        self.counted = [
            (number, int(things.levels[number]), int(first_rows(things.levels)[number]))
            for number in np.flatnonzero(~plain).tolist()
        ]
        self.plain_rows = th.from_numpy(first_rows(things.levels)[plain])
        self.own = nn.Linear(int(row_counts(things.levels).sum()), size, bias=False)
        self.context = nn.Linear(hidden, size, bias=False)
        self.bias = nn.Parameter(th.zeros(count, size))
        self.second = nn.Linear(size, size)
        self.activation: Any = activation()

    def forward(self, hidden: th.Tensor, seen: th.Tensor, rows: th.Tensor, which: th.Tensor) -> th.Tensor:
        """Return what is made of some things.

        Args:
            hidden: The last hidden layer, shape (n, hidden).
            seen: The observations, shape (n, size).
            rows: For each thing asked for, the row that it is in, shape (k,).
            which: Its number, shape (k,).

        Returns:
            Shape (k, size).
        """
        numbers = seen[rows[:, None], self.inputs[which]]
        weights = self.own.weight.t()
        signal = numbers[:, self.plain] @ weights[self.plain_rows]
        for number, levels, row in self.counted:
            level = (numbers[:, number] * levels + 0.5).floor().clamp(0, levels).long()
            signal = signal + weights[row + level]
        signal = signal + self.context(hidden)[rows] + self.bias[which]
        made: th.Tensor = self.activation(self.second(self.activation(signal)))
        return made


class EntityActions(nn.Module):
    """Preferences of all actions from the last hidden layer, more for those that name things.

    Attributes:
        masks: Legal actions, shape (n, actions), where callers that know them cannot pass them on; None: unknown.
    """

    masks: Any = None

    def __init__(self, actions: int, entities: Sequence[Entities], hidden: int, seen: Callable[[], th.Tensor]) -> None:
        """Take the layers of each head, which stay the trunk's own, and what hands over the trunk's observations."""
        super().__init__()
        self._entities, self._seen = list(entities), seen
        self.all = nn.Linear(hidden, actions)
        self.scores = nn.ModuleList(nn.Linear(e.second.out_features, e.blocks, bias=False) for e in entities)

    def forward(self, hidden: th.Tensor) -> th.Tensor:
        """Map the last hidden layer, shape (n, hidden), to preferences, shape (n, actions).

        Where ``masks`` are known, those of actions that are not legal lack what is said of things.
        """
        logits: th.Tensor = self.all(hidden) + self.judged(hidden, self.masks)
        return logits

    def judged(self, hidden: th.Tensor, masks: Any) -> th.Tensor:
        """Return what is said of things, shape (n, actions): zeros for actions that name none or are not legal.

        Args:
            hidden: The last hidden layer, shape (n, hidden).
            masks: Legal actions, shape (n, actions); None: all are.
        """
        seen = self._seen()
        judged = hidden.new_zeros(len(hidden), self.all.out_features)
        for entities, score in zip(self._entities, self.scores, strict=True):
            legal = (entities.actions >= 0).expand(len(hidden), -1, -1)
            if masks is not None:
                legal = legal & th.as_tensor(masks).bool().view(len(hidden), -1)[:, entities.actions.clamp_min(0)]
            rows, which = legal.any(dim=2).nonzero(as_tuple=True)
            scores = score(entities(hidden, seen, rows, which))
            one, block = legal[rows, which].nonzero(as_tuple=True)
            judged = judged.index_put((rows[one], entities.actions[which[one], block]), scores[one, block])
        return judged


def entity_heads(entities: Sequence[Entities], actions: EntityActions) -> tuple[EntityHead, ...]:
    """Return a copy of the weights that a trunk and its preferences add for things."""
    return tuple(
        EntityHead(
            **{name: array.copy() for name, array in one.things._asdict().items()},
            own=weights_of(one.own),
            context=weights_of(one.context),
            bias=array_of(one.bias),
            second=weights_of(one.second),
            second_bias=array_of(one.second.bias),
            score=array_of(score.weight),  # type: ignore[arg-type]
        )
        for one, score in zip(entities, actions.scores, strict=True)
    )


def fresh_heads(things: Sequence[Things], last: tuple[int, ...], size: int, seed: int) -> tuple[EntityHead, ...]:
    """Return heads for things of several kinds that say nothing yet: scores of 0, other weights as a learner's begin.

    Args:
        things: Those that each head judges.
        last: Shape of the weights behind the last hidden layer: its size, and how many actions there are.
        size: Size of the heads' two layers.
        seed: Where the weights come from.
    """
    hidden, actions = last
    with th.random.fork_rng(devices=[]):
        th.manual_seed(seed)
        layers = [Entities(one, hidden, size, nn.Identity) for one in things]
        judging = EntityActions(actions, layers, hidden, lambda: th.empty(0))
    for scores in judging.scores.parameters():
        nn.init.zeros_(scores)
    return entity_heads(layers, judging)


def put_entity_heads(entities: Sequence[Entities], actions: EntityActions, heads: Sequence[EntityHead]) -> None:
    """Set the weights that :func:`entity_heads` returns."""
    for one, score, head in zip(entities, actions.scores, heads, strict=True):
        pairs: list[tuple[Any, np.ndarray]] = [
            (one.own.weight, head.own.T),
            (one.context.weight, head.context.T),
            (one.bias, head.bias),
            (one.second.weight, head.second.T),
            (one.second.bias, head.second_bias),
            (score.weight, head.score),
        ]
        with th.no_grad():
            for parameter, array in pairs:
                parameter.copy_(th.from_numpy(np.ascontiguousarray(array)))
