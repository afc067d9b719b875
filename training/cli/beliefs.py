"""``cogitable beliefs``."""

from __future__ import annotations

from typing import Annotated

import typer

from . import complete
from .common import MOST_GAMES, GameName, GameOptions, open_setup, told_as_default


def beliefs(
    ctx: typer.Context,
    game: GameName,
    policy: Annotated[
        str,
        typer.Option(metavar="FILE", help="The model of the others: a policy file, or `policy` for the shipped one."),
    ] = "policy",
    agent: Annotated[
        str,
        typer.Option(
            metavar="AGENT", help="Who plays all seats; `list` shows the agents.", autocompletion=complete.agents
        ),
    ] = "policy:deterministic=false",
    games: Annotated[int, typer.Option(min=2, max=MOST_GAMES, help="Games to play.")] = 40,
    share: Annotated[float, typer.Option(min=0.001, max=1, help="Share of the decisions to look at.")] = 0.1,
    particles: Annotated[int, typer.Option(min=2, max=4096, help="Redraws of a position.")] = 64,
    recall: Annotated[int, typer.Option(min=1, max=256, help="Decisions of others to look back on.")] = 16,
    doubt: Annotated[
        float, typer.Option(min=0, max=1, help="Share of their decisions that others are taken to make at random.")
    ] = 0.05,
    seed: Annotated[int, typer.Option(min=0, help="Fixes the deals and all choices.")] = 0,
    options: GameOptions = [],  # noqa: B006 - typer copies it
) -> None:
    """Measure how well redraws foretell what is hidden: evenly among what is possible, and by what a policy would do.

    `search:network=policy,beliefs=policy` draws its positions in the second way.
    """
    from ...agents.beliefs.weighing import Beliefs
    from ...agents.factory import check_agents, make_agent
    from ...agents.inference.network import stack
    from ...agents.policy.agent import policy_network
    from ..measure.calibration import calibrate
    from ..measure.policies_played import told_policies
    from .measure import progress

    setup = open_setup(game, options)
    with told_as_default(ctx, "agent"):
        check_agents([agent], [setup])
    with told_as_default(ctx, "policy"):
        network = policy_network(setup, policy)
    model, player = Beliefs(setup, stack([network]), particles, recall, doubt), make_agent(agent, setup, seed)
    with progress("games", 0, games) as on_chunk:
        found = calibrate(setup, model, player, games, share=share, seed=seed, on_game=lambda done: on_chunk(done, 0))
    typer.echo("\n".join([f"# Beliefs in {setup.game.title}", "", *found.lines()]))
    typer.echo(told_policies([setup], [agent], [policy]), nl=False)
