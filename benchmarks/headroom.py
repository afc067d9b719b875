"""What is left for a search to find: ``python -m cogitable.benchmarks.headroom GAME --set num_players=4 ...``.

At decisions of games that the shipped policy plays against itself each legal action, or each of its favourites where
there are many, is followed to the end of the game by draws of the policy, all in the same scenarios. The action that
seems best by one half of them, a standard error taken off, by the network's value after as many own decisions as a
search plays on for, is judged by how the games of the other half ended, and the other way about: so what it gains on
the policy's own choice is no luck. Times the decisions that a seat has in a game, that is what a
search of as many playouts could add to its returns. One that thinks for milliseconds finds less, one that plans several
own decisions ahead could find more.
"""

from __future__ import annotations

import argparse
import math
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..agents.base import View
from ..agents.levels import horizon
from ..agents.policy.agent import PolicyAgent
from ..envs.table.errors import OptionError
from ..envs.table.files.atomic import write_atomically
from ..envs.table.game import RUNNING, Setup
from ..envs.table.reference import markdown_table
from ..envs.table.tables import Tables
from ..training.cli.common import open_setup
from ..training.measure.intervals import Mean, clustered_mean
from ..training.measure.policies_played import told_policies
from .arguments import at_least
from .horizons import HORIZONS, PLAYER, Follower

_TABLES, _OPENING, _CHOSEN = 16, 10, 0.1
SURE = 0.0, 0.9, 0.99, 0.9995, 1.0
"""By how sure the policy is of its choice decisions are told apart."""


class Headroom(NamedTuple):
    """What was found at decisions with a choice.

    Attributes:
        gains: At each, what the best action returns more than the policy's own choice, float64.
        clusters: The game that each was found in, int64: decisions of one game are alike.
        compared: How many actions were compared at each, int64.
        sure: The policy's share of its own choice at each, float64.
        decisions: Decisions with a choice that a seat has in a game; NaN where none has been played to its end.
        span: From the return of a loss to that of a win.
    """

    gains: np.ndarray
    clusters: np.ndarray
    compared: np.ndarray
    sure: np.ndarray
    decisions: float
    span: float

    @property
    def gain(self) -> Mean:
        """The mean gain of a decision."""
        return clustered_mean(self.gains, self.clusters)


def gained(told: np.ndarray, returns: np.ndarray) -> float:
    """Return what the best of some actions gains on the first of them, without the luck of being the best.

    Args:
        told: What they are chosen by, by action and scenario, float64, shape (actions, scenarios).
        returns: What they are judged by, alike.
    """
    choosing, judging = told - told[0], returns - returns[0]
    halves = slice(0, None, 2), slice(1, None, 2)
    pairs = (halves, halves[::-1])
    return float(np.mean([judging[_chosen(choosing[:, one]), other].mean() for one, other in pairs]))


def _chosen(gains: np.ndarray) -> int:
    """Return the action that gains most by a standard error less than its mean; the first one where none gains."""
    errors = gains.std(axis=1) / np.sqrt(gains.shape[1])
    return int((gains.mean(axis=1) - errors).argmax())


def measure(setup: Setup, decisions: int, scenarios: int, most: int, seed: int) -> Headroom:
    """Follow actions at so many decisions with a choice, and count how many of these a seat has in a game.

    Args:
        setup: The game with its options.
        decisions: At how many actions are followed.
        scenarios: How often each action is.
        most: Of how many actions, those that the policy likes best.
        seed: Fixes everything that is drawn.

    Raises:
        OptionError: No policy with a value comes with the game.
    """
    follower, policy = Follower(setup, scenarios, seed), PolicyAgent(setup, seed, deterministic=False)
    rng, tables = np.random.default_rng(seed), Tables(setup, _TABLES, seed=seed)
    at = HORIZONS.tolist().index(horizon(setup.game.name))
    gains: list[float] = []
    sure: list[float] = []
    clusters: list[int] = []
    compared: list[int] = []
    games, open_choices = np.zeros((2, _TABLES), np.int64)
    choices, step = 0, 0  # of games that have ended: those that are broken off would count too much
    while len(gains) < decisions:
        view, row = View.of(tables), int(rng.integers(_TABLES))
        legal = np.count_nonzero(view.masks, axis=1)
        open_choices += legal > 1
        if step > _OPENING and rng.random() < _CHOSEN and legal[row] > 1:
            one = View.of(tables, np.array([row]))
            actions = follower.favourites(one, most)
            found = np.array(follower.follow(one, actions))
            gains.append(gained(found[:, :, at], found[:, :, -1]))
            sure.append(float(follower.agent.network.probabilities(one.observations, one.masks).max()))
            clusters.append(row + _TABLES * int(games[row]))
            compared.append(len(actions))
        tables.step(policy.act(view))
        ended = tables.over != RUNNING
        games += ended
        choices += int(open_choices[ended].sum())
        open_choices[ended] = 0
        step += 1
    low, high = follower.agent.value.span
    a_seats = choices / int(games.sum()) / setup.num_seats if games.any() else math.nan
    span = float(high - low)
    return Headroom(np.array(gains), np.array(clusters), np.array(compared), np.array(sure), a_seats, span)


def rows(found: Headroom) -> list[list[str]]:
    """Return a table's rows, what it tells and how much."""
    gain = found.gain
    in_all = Mean(*(found.decisions * part for part in gain))
    return [
        ["decisions followed", f"{found.gains.size:,}"],
        ["actions compared at each", f"{found.compared.mean():.1f}"],
        ["the best gains, in returns", gain.told(4)],
        *by_sureness(found),
        ["decisions with a choice, a seat and game", "-" if math.isnan(found.decisions) else f"{found.decisions:.1f}"],
        ["all of them together", str(in_all)],
        ["that many more games won", _told_games(Mean(*(100 * part / found.span for part in in_all)))],
    ]


def _told_games(more: Mean) -> str:
    """Return between which limits so many more games of a hundred are; where there are none, how many."""
    known = [part for part in more[1:] if not math.isnan(part)] or [part for part in more[:1] if not math.isnan(part)]
    return " to ".join(f"{part:+.1f}" for part in known) + " of 100" if known else "-"


def by_sureness(found: Headroom) -> list[list[str]]:
    """Return rows that tell decisions apart by how sure the policy is of its choice."""
    rows = []
    for low, high in pairwise(SURE):
        chosen = (low < found.sure) & (found.sure <= high)
        told = f"{chosen.mean():.1%} of them"
        if chosen.any():
            told += f"; gain {clustered_mean(found.gains[chosen], found.clusters[chosen]).told(4)}"
        rows.append([f"policy's share {100 * low:g} to {100 * high:g} %", told])
    return rows


def main() -> None:
    """Measure a kind of table and write what was found."""
    parser = argparse.ArgumentParser(prog="python -m cogitable.benchmarks.headroom", description=__doc__)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--set", nargs="*", default=[], metavar="OPTION=VALUE", help="the game's options")
    parser.add_argument("--decisions", type=at_least(1), default=300, help="that are looked at (default: 300)")
    parser.add_argument("--scenarios", type=at_least(2), default=300, help="of each action (default: 300)")
    parser.add_argument("--actions", type=at_least(2), default=8, help="that are compared, at most (default: 8)")
    parser.add_argument("--seed", type=at_least(0), default=0)
    parser.add_argument("--markdown", type=Path, help="where the table goes")
    args = parser.parse_args()
    try:
        setup = open_setup(args.game, args.set)
        found = measure(setup, args.decisions, args.scenarios, args.actions, args.seed)
    except OptionError as error:
        parser.error(str(error))
    title = " ".join([setup.game.title + ("," if args.set else ""), *args.set])
    table = markdown_table(["one step ahead", "by the policy's own playouts"], rows(found))
    page = "\n".join([f"# What a search can find: {title}", "", *table, ""]) + told_policies([setup], [PLAYER])
    print(page, flush=True)
    if args.markdown:
        write_atomically(args.markdown, page)


if __name__ == "__main__":
    main()
