"""How two agents play differently: one plays, and at each of its decisions the other is asked what it would do."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ....agents.factory import make_agent
from ....envs.table.counts import check_count, check_own_seed
from ....envs.table.game import Setup
from ..match import deal_seeds, play_match, reseed
from ..policies_played import told_policies
from ..wording import game_dict, told_options
from .habits import Asking, Habits
from .report import habit_dict, told


@dataclass(frozen=True)
class Comparison:
    """What one agent did in its own games, beside what another would have done.

    Attributes:
        setup: The game.
        agent: Spec of the agent that played all seats.
        other: Spec of the agent that was asked.
        games: Number of games.
        seed: Seed of the deals and choices.
        openings: How many decisions with a choice are the opening, of each seat.
        opening: What was done in the opening.
        whole: What was done in the whole game.
    """

    setup: Setup
    agent: str
    other: str
    games: int
    seed: int
    openings: int
    opening: Habits
    whole: Habits

    def as_markdown(self, most: int = 12) -> str:
        """Return a page with at most so many entries in each list."""
        lines = [
            f"# {self.setup.game.title}: how {self.agent} plays, beside {self.other}{told_options(self.setup)}",
            "",
            f"`{self.agent}` plays all seats of {self.games} games (seed {self.seed}). At each of its decisions "
            f"`{self.other}` is asked what it would do there. Only decisions at which something else was open as well, "
            "only differences that are clear of zero, though so many are looked at (of those told one in twenty may be "
            "chance), the largest a game first; 95 % intervals over deals.",
        ]
        named = {
            f"The opening: the first {self.openings} choices of each seat": self.opening,
            "The whole game": self.whole,
        }
        for heading, habits in named.items():
            found = (habits.by_block(), habits.by_action(), habits.swaps())
            lines += ["", f"## {heading}", "", *told(*found, f"`{self.agent}`", f"`{self.other}`", most)]
        return "\n".join(lines) + "\n" + told_policies([self.setup], [self.agent, self.other])

    def as_dict(self) -> dict[str, Any]:
        """Return everything that was counted, as JSON takes it."""
        parts = {
            name: {
                "blocks": [habit_dict(habit) for habit in habits.by_block()],
                "actions": [habit_dict(habit) for habit in habits.by_action()],
                "swaps": [asdict(swap) for swap in habits.swaps()],
            }
            for name, habits in (("opening", self.opening), ("whole", self.whole))
        }
        return {
            **game_dict(self.setup),
            "agent": self.agent,
            "other": self.other,
            "games": self.games,
            "seed": self.seed,
            "openings": self.openings,
            **parts,
        }


def compare(
    setup: Setup, agent: str, other: str, games: int = 200, *, seed: int = 0, openings: int = 3, tables: int = 256
) -> Comparison:
    """Let one agent play all seats and ask another at every decision.

    Args:
        setup: The game.
        agent: Spec of the agent that plays.
        other: Spec of the agent that is asked.
        games: Number of games, each another deal.
        seed: Fixes deals and choices.
        openings: How many decisions with a choice are the opening, of each seat.
        tables: Most games to play at a time.

    Raises:
        OptionError: An agent that there is not, or a number of games or openings below 1.
    """
    games, openings = check_count(games, "games"), check_count(openings, "openings")
    tables, seed = check_count(tables, "tables"), check_own_seed(seed)
    player, asked = agents = [make_agent(spec, setup) for spec in (agent, other)]
    reseed(agents, seed)
    seating = np.zeros((games, setup.num_seats), np.int64)
    opening, whole = Habits(setup, games, 1, openings), Habits(setup, games, 1)
    asking = Asking(seating, 0, asked, opening, whole)
    play_match(setup, [player], seating, deal_seeds(seed, games), tables, watcher=asking)
    return Comparison(setup, agent, other, games, seed, openings, opening, whole)
