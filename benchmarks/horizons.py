"""How far a playout should go on before the value is asked: ``python -m cogitable.benchmarks.horizons GAME ...``.

At decisions of games that the shipped policy plays against itself, its favourite actions are followed to the end of the
game by draws of the policy, each in the same scenarios. On the way the network's value is noted whenever the seat that
decided has decided so many times again. What the end says of the difference between two actions, on average, is the
truth here; a horizon is good where the value says the same (correlation) and the difference of two actions varies
little from one scenario to the next. What that comes to is how much is gained by who takes the favourite unless so many
evaluations of the network for each action say that the other is better: by one half of the scenarios it is chosen, by
the other half judged.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..agents.base import View
from ..agents.guided.adviser import draw_preferred, prefer
from ..agents.guided.agent import GuidedAgent
from ..agents.guided.root import set_scenario
from ..agents.guided.simulation import stand
from ..agents.inference.value import seat_values
from ..agents.looking import forced, see
from ..agents.policy.agent import PolicyAgent
from ..envs.table.errors import OptionError
from ..envs.table.files.atomic import write_atomically
from ..envs.table.game import Setup
from ..envs.table.kernels import proceed
from ..envs.table.random import seed_words
from ..envs.table.reference import markdown_table
from ..envs.table.rules import returns
from ..envs.table.tables import Tables
from ..training.cli.common import open_setup
from ..training.measure.policies_played import told_policies
from .arguments import at_least

HORIZONS = np.array([0, 1, 2, 4, 8, 16, 32, 64])
_FAVOURITES, _LEAST_SHARE = 3, 0.003  # actions that are compared at a decision
_OPENING, _CHOSEN, _TABLES = 10, 0.15, 16
PLAYER = "search:network=policy"
"""Whose policy and value are looked at."""

BUDGETS = 500, 2_000, 8_000
"""Evaluations of the network for each action, by which one of two is chosen."""

_DRAWS = 40  # times that scenarios are drawn for a choice


class Differences(NamedTuple):
    """What was found of one pair of actions, by horizon and at last for the end of the game, float64.

    Attributes:
        scenarios: The difference of their returns in each scenario, shape (scenarios, horizons + 1).
        apart: Its variance if each action had scenarios of its own, shape (horizons + 1,).
    """

    scenarios: np.ndarray
    apart: np.ndarray


def follow(setup, root, work, lots, action, horizons, adviser, returned, found, asked):
    """Entry point: play on from ``root`` by ``action`` in scenarios 0, 1, ... as many as ``found`` has rows.

    ``found``, float64, shape (scenarios, horizons + 1), gets the value at each horizon and the return; ``asked``,
    int64, shape (horizons + 1,), the network's evaluations until then, added up. Other arguments are those of a search.
    """
    state, viewer, ends = work[0], np.int64(root[0].seat), horizons.size
    for number in range(found.shape[0]):
        set_scenario(lots, number)
        words = lots[1]
        stand(setup[0], root, work, words)
        proceed(setup[0], state, action)
        own, at, evaluations = 0, 0, 0
        while state.over == 0:
            seat, chosen = np.int64(state.seat), forced(setup[0], state, adviser.mask)
            if chosen < 0:
                see(setup[0], state, seat, adviser.observation)
                prefer(adviser)
                evaluations += 1
                if seat == viewer:
                    if at < ends and own == horizons[at]:
                        seat_values(adviser.values, adviser.evaluator, adviser.observation, adviser.foretold)
                        found[number, at] = adviser.foretold[0]
                        asked[at] += evaluations
                        at += 1
                    own += 1
                chosen = draw_preferred(adviser, words)
            proceed(setup[0], state, chosen)
        returned[:] = 0
        returns(setup[0], state, returned)
        for later in range(at, ends + 1):
            found[number, later] = returned[viewer]
            asked[later] += evaluations


class Follower:
    """Follows actions with the network and the scratch of a search."""

    def __init__(self, setup: Setup, scenarios: int, seed: int) -> None:
        self.setup, self.scenarios = setup, scenarios
        self.agent = GuidedAgent(setup, seed, simulations=2)
        self.tree, self.kernel = self.agent.new_tree(), setup.game.kernel(follow)
        self.asked, self.followed = np.zeros(HORIZONS.size + 1), 0

    def returns(self, root: np.ndarray, action: int) -> np.ndarray:
        """Return what each scenario came to by an action, at each horizon and at the end."""
        tree = self.tree
        found, asked = np.zeros((self.scenarios, HORIZONS.size + 1)), np.zeros(HORIZONS.size + 1, np.int64)
        self.kernel(
            self.setup.record, root, tree.work, tree.scenarios.lots, action, HORIZONS, tree.adviser, tree.rewards,
            found, asked,
        )  # fmt: skip
        self.asked += asked
        self.followed += self.scenarios
        return found

    def favourites(self, view: View, most: int, least: float = 0.0) -> list[int]:
        """Return the legal actions at one table to which the policy gives at least a share, at most so many."""
        legal, priors = np.flatnonzero(view.masks[0]), self.agent.find(view).priors[0]
        order = legal[np.argsort(-priors[legal], kind="stable")]
        return [int(action) for action in order[:most] if priors[action] >= least]

    def follow(self, view: View, actions: Sequence[int]) -> list[np.ndarray]:
        """Return what :meth:`returns` does for each of some actions at one table, all in the same scenarios."""
        root = view.determinized(self.agent.words)
        self.tree.scenarios.lots[0] = seed_words(int(self.agent.words[0]))[0]
        return [self.returns(root, action) for action in actions]

    def compare(self, view: View) -> Iterator[Differences]:
        """Yield what is found of the favourite action and each of the next ones at one table."""
        favourites = self.favourites(view, _FAVOURITES, _LEAST_SHARE)
        if len(favourites) < 2:
            return
        first, *others = self.follow(view, favourites)
        for other in others:
            yield Differences(first - other, first.var(axis=0) + other.var(axis=0))


def measure(setup: Setup, scenarios: int, pairs: int, seed: int) -> tuple[list[Differences], np.ndarray]:
    """Compare so many pairs of actions; return what was found, and evaluations of the network by horizon.

    Raises:
        OptionError: No policy with a value comes with the game.
    """
    follower, policy = Follower(setup, scenarios, seed), PolicyAgent(setup, seed, deterministic=False)
    rng, tables = np.random.default_rng(seed), Tables(setup, _TABLES, seed=seed)
    found: list[Differences] = []
    step = 0
    while len(found) < pairs:
        view, row = View.of(tables), int(rng.integers(_TABLES))
        actions = policy.act(view)
        if step > _OPENING and rng.random() < _CHOSEN and np.count_nonzero(view.masks[row]) > 1:
            found += follower.compare(View.of(tables, np.array([row])))
        tables.step(actions)
        step += 1
    return found[:pairs], follower.asked / max(1, follower.followed)


def rows(found: list[Differences], asked: np.ndarray) -> list[list[str]]:
    """Return a table's rows, a horizon each."""
    scenarios, apart = (np.array(part) for part in zip(*found, strict=True))
    mean, together = scenarios.mean(axis=1), scenarios.var(axis=1)
    names = [str(horizon) for horizon in HORIZONS] + ["end"]
    return [
        [
            name,
            f"{asked[at]:.0f}",
            _correlation(mean[:, at], mean[:, -1]),
            f"{together[:, at].mean():.4f}",
            f"{apart[:, at].mean():.4f}",
            *(f"{gained(scenarios, at, _affordable(budget, asked[at])):+.4f}" for budget in BUDGETS),
        ]
        for at, name in enumerate(names)
    ]


def _correlation(one: np.ndarray, other: np.ndarray) -> str:
    """Return the correlation of two numbers of each pair; "-" where all pairs have the same, or there is but one."""
    return f"{np.corrcoef(one, other)[0, 1]:.2f}" if np.ptp(one) > 0 and np.ptp(other) > 0 else "-"


def _affordable(budget: int, asked: float) -> int:
    """Return how many scenarios, at least one, so many evaluations are enough for; where none are asked, one each."""
    return max(1, round(budget / (asked or 1.0)))


def gained(scenarios: np.ndarray, at: int, count: int) -> float:
    """Return what is gained on always taking the favourite by who looks at ``count`` scenarios of both actions.

    Args:
        scenarios: Differences of returns, the favourite's less the other's, shape (pairs, scenarios, horizons + 1).
        at: The horizon that is looked at, by its place; the end is what counts.
        count: How many scenarios of one half are drawn for a choice, all of that half at most.
    """
    rng, gains = np.random.default_rng(0), []
    for half in (0, 1):
        seen, truth = scenarios[:, half::2, at], scenarios[:, 1 - half :: 2, -1].mean(axis=1)
        for _ in range(_DRAWS):
            chosen = rng.permutation(seen.shape[1])[:count]
            gains.append(np.where(seen[:, chosen].mean(axis=1) < 0, -truth, 0.0).mean())
    return float(np.mean(gains))


def _section(setup: Setup, args: argparse.Namespace) -> list[str]:
    """Measure a game, print what was found and return it as lines of the page."""
    found, asked = measure(setup, args.scenarios, args.pairs, args.seed)
    gains = [f"gained by {budget:,} evaluations" for budget in BUDGETS]
    head = ["own decisions", "evaluations", "correlation with the end", "variance", "without shared luck", *gains]
    title = " ".join([setup.game.title + ("," if args.set else ""), *args.set])
    lines = [f"## {title}", "", f"{len(found)} pairs of actions.", "", *markdown_table(head, rows(found, asked)), ""]
    print("\n".join(lines), flush=True)
    return lines


def main() -> None:
    """Measure each game and write the tables."""
    parser = argparse.ArgumentParser(prog="python -m cogitable.benchmarks.horizons", description=__doc__)
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--set", nargs="*", default=[], metavar="OPTION=VALUE", help="the games' options")
    parser.add_argument("--scenarios", type=at_least(2), default=400, help="of each action (default: 400)")
    parser.add_argument("--pairs", type=at_least(1), default=150, help="of actions, in each game (default: 150)")
    parser.add_argument("--seed", type=at_least(0), default=0)
    parser.add_argument("--markdown", type=Path, help="where the tables go")
    args = parser.parse_args()
    lines = ["# How far playouts should go on", ""]
    try:
        setups = [open_setup(name, args.set) for name in args.games]
        for setup in setups:
            lines += _section(setup, args)
    except OptionError as error:
        parser.error(str(error))
    if args.markdown:
        write_atomically(args.markdown, "\n".join(lines) + told_policies(setups, [PLAYER]))


if __name__ == "__main__":
    main()
