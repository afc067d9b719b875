"""The policies that come with the library: every game can be played against one, and search looks ahead with each."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from cogitable.agents.factory import make_agent
from cogitable.agents.levels import thinking
from cogitable.agents.policy.agent import SHIPPED
from cogitable.agents.policy.file import load_info, load_policy
from cogitable.envs import GAMES, get_game
from cogitable.envs.table import Game, OptionError
from cogitable.training.learn.teaching.quick import measure_quick
from cogitable.training.learn.teaching.rounds import trained_setups
from cogitable.training.ship.making import retold

MISSIONS = {"great_machine_coop": [{}, {"missions": "I"}]}


def kinds() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each game with each of its modes and numbers of players."""
    for name in GAMES:
        game = get_game(name)
        fields = game.options.model_fields
        chosen = [mode for mode in game.modes if mode in fields]
        modes = [[(mode, value) for value in get_args(fields[mode].annotation)] for mode in chosen]
        for options in MISSIONS.get(name) or map(dict, itertools.product(*modes)):
            yield from ((name, {**options, "num_players": number}) for number in numbers(game, options))


def numbers(game: Game, options: dict[str, Any]) -> Iterator[int]:
    for number in range(1, game.max_seats + 1):
        try:
            game.setup(**options, num_players=number)
        except OptionError:
            continue
        yield number


KINDS = list(kinds())
FILES = sorted(SHIPPED.glob("*.zip"))
QUICK = [path for path in FILES if load_info(path).quick is not None]


@pytest.mark.parametrize(
    ("name", "options"), KINDS, ids=["-".join([name, *map(str, options.values())]) for name, options in KINDS]
)
def test_every_mode_and_number_of_players_has_a_policy_that_search_looks_ahead_with(name, options):
    setup = get_game(name).setup(**options)
    for agent in ("policy", "search:network=policy", thinking(name)):
        make_agent(agent, setup)  # would say what is missing


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_cards_tell_of_what_files_hold(path):
    network, info = load_policy(path)
    card = path.with_suffix(".md").read_text()
    assert (network.quick is None) == (info.quick is None) and network.value is not None and info.value is not None
    assert card == retold(card, info)  # training.ship.retell writes it
    assert card.count("## Its quick copy") == (info.quick is not None)
    limits = card.partition("## What it cannot do\n")[2].partition("\n## ")[0]
    assert limits.count("\n- ") >= 2, "what this one cannot do is written by hand, where a card has what all cannot"


def test_champions_play_on_with_copies():
    modes = {f"brass_empire{mode}" for mode in ("", "-battle", "-solitaire", "-team")}
    decks = ("", "-drafted", "-random")
    modes |= {f"cogs_and_commissars{one}{leaders}" for one in decks for leaders in ("", "-leaders")}
    modes.add("great_machine")
    assert {path.stem for path in QUICK} >= modes


@pytest.mark.often(2)
@pytest.mark.parametrize("path", QUICK, ids=lambda path: path.stem)
def test_a_quick_copy_does_what_its_policy_does(path):
    network, info = load_policy(path)
    found = measure_quick(network, trained_setups(info.game, info, str(path)), 3, decisions=16_384)
    assert info.quick is not None and found.agreed == pytest.approx(info.quick.agreed, abs=0.04)


def test_policy_files_are_small():
    sizes = {path.name: path.stat().st_size for path in SHIPPED.glob("*.zip")}
    assert len(sizes) > len(GAMES) and max(sizes.values()) <= 4_000_000, sizes


def test_all_modes_are_looked_at():
    seen = {(name, str(value)) for name, options in KINDS for value in options.values()}
    assert seen >= {("brass_empire", mode) for mode in ("standard", "team", "battle", "solitaire")}
    assert seen >= {("cogs_and_commissars", decks) for decks in ("preconstructed", "drafted", "random")}
    assert ("great_machine_coop", "I") in seen
    assert {int(seats) for name, seats in seen if name == "comrade"} == set(range(5, 11))
