"""``cogitable compare``."""

from __future__ import annotations

import json as json_module
from typing import Annotated

import typer

from . import complete
from .common import (
    MOST_GAMES,
    AsJson,
    AsMarkdown,
    GameName,
    GameOptions,
    check_targets,
    open_setup,
    tell_report,
    told_as_default,
)


def compare(
    ctx: typer.Context,
    game: GameName,
    agent: Annotated[
        str, typer.Option(metavar="AGENT", help="Who plays all seats.", autocompletion=complete.agents)
    ] = "policy",
    other: Annotated[
        str,
        typer.Option(metavar="AGENT", help="Who is asked at each of its decisions.", autocompletion=complete.agents),
    ] = "heuristic",
    games: Annotated[int, typer.Option(min=1, max=MOST_GAMES, help="Games to play.")] = 200,
    openings: Annotated[
        int, typer.Option(min=1, max=1000, help="How many choices of each seat are told apart as the opening.")
    ] = 3,
    most: Annotated[int, typer.Option(min=1, max=1000, help="Most entries in a list; JSON has all.")] = 12,
    seed: Annotated[int, typer.Option(min=0, help="Fixes the deals and all choices.")] = 0,
    markdown: AsMarkdown = None,
    json: AsJson = None,
    options: GameOptions = [],  # noqa: B006 - typer copies it
) -> None:
    """Tell in words how an agent plays differently from another: what it does more often, and in place of what.

    One of them plays; at each of its decisions the other is asked what it would do there.
    """
    from ...agents.factory import check_agents, parse_spec
    from ..measure.habits.compare import compare as compared

    setup = open_setup(game, options)
    check_targets(markdown, json)
    for spec in (agent, other):
        parse_spec(spec)  # a misspelt one is told first
    for name, spec in (("agent", agent), ("other", other)):
        with told_as_default(ctx, name):
            check_agents([spec], [setup])
    found = compared(setup, agent, other, games, seed=seed, openings=openings)
    tell_report(found.as_markdown(most), lambda: json_module.dumps(found.as_dict(), indent=2) + "\n", markdown, json)
