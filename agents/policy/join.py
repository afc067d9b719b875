"""One policy file made of several: a network for each side of a game, picked by what a seat is now."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace

from ...envs import GAMES, get_game
from ...envs.table.errors import OptionError
from ...envs.table.files.cards import without_paths
from ...envs.table.game import Game
from ..sides import check_sides, sides_of
from .file import PolicyInfo, SideInfo, fits, load_networks, once
from .network import PolicyNetwork


def learned_sides_of(info: PolicyInfo) -> tuple[str, ...]:
    """Return the sides that a policy was trained for (``league.sides`` of its run), none if it was for all."""
    league = info.config.get("league")
    sides = league.get("sides") if isinstance(league, dict) else None
    return tuple(side for side in sides if isinstance(side, str)) if isinstance(sides, list | tuple) else ()


def join_policies(
    files: Mapping[str, str | os.PathLike[str]], game: Game | None = None
) -> tuple[dict[str, PolicyNetwork], PolicyInfo]:
    """Return the networks of several policy files by side, and what a file of them says about itself.

    What a policy is measured by is left out; ``cogitable arena`` measures the new one. Options and configuration are
    those of the first file, and those of all stand beside their sides. What all of them went on from is kept, and of a
    mean how it was made.

    Args:
        files: A policy file for each side of the game, by the side's name; of a file with a network for each side, that
            of this side is taken.
        game: What they play; may be left out for a game of the library. No file can have a module imported, or a file
            read.

    Raises:
        OptionError: There is no such file, they are not for the same game and layout, or a side is missing.
        SaveFileError: A file is damaged.
    """
    if not files:
        raise OptionError("no policy files to join")
    networks: dict[str, PolicyNetwork] = {}
    parts: dict[str, PolicyInfo] = {}
    for side, path in files.items():
        found, parts[side] = load_networks(path)
        if side not in found and "" not in found:
            raise OptionError(f"{path} has no network for side {side!r}; it has {', '.join(map(repr, found))}")
        networks[side] = found[side] if side in found else found[""]
    first = next(iter(parts.values()))
    if game is None and first.game not in GAMES:
        raise OptionError(f"the policies are for {first.game!r}, which is no game of the library; name its module")
    game = game or get_game(first.game)
    with without_paths():
        setup = game.setup(**(first.options if first.game == game.name else {}))
    for side, info in parts.items():
        fits(info, setup, str(files[side]))
    sides = sides_of(setup)
    check_sides(setup, sides, networks)
    told = {side: _told(side, parts[side]) for side in sides.names}
    # A file in which a network plays several sides counts its steps once
    steps = sum({str(files[side]): told[side].steps for side in sides.names}.values())
    joined = first.model_dump() | {
        "format": 2,
        "steps": steps,
        "figures": {},
        "sides": told,
        "value": None,
        "quick": None,
        "averaged": [],
        "earlier": once([run for part in parts.values() for run in (part.runs() if part.averaged else part.earlier)]),
    }
    bare = {side: replace(networks[side], value=None, quick=None) for side in sides.names}  # no search looks at them
    return bare, PolicyInfo.model_validate(joined)


def _told(side: str, info: PolicyInfo) -> SideInfo:
    return info.sides.get(side) or SideInfo(steps=info.steps, config=info.config)
