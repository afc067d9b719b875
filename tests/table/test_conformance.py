"""Every game is held to the rules of the table, and the suite that does it finds what is put wrong on purpose."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from games import ballot, kuhn_poker, mutants, treasure

import connect_four
import leduc_poker
from cogitable.envs import GAMES, get_game
from cogitable.envs.table import Game, Tables, compiled
from cogitable.envs.table.conformance import Conformance, check_game, logs, play, same
from cogitable.envs.table.conformance.redraws import drawn_apart
from cogitable.envs.table.conformance.trace import first_difference, trace
from cogitable.envs.table.errors import ConformanceError
from cogitable.envs.table.events import TELLING
from cogitable.envs.table.random import seed_words
from cogitable.envs.table.tables import determinized

CASES: list[tuple[Game, dict[str, Any], bool]] = [
    *((get_game(name), {}, True) for name in GAMES),
    (connect_four.GAME, {}, False),
    (leduc_poker.GAME, {}, True),
    (kuhn_poker.GAME, {}, True),
    (kuhn_poker.GAME, {"num_players": 4}, True),
    (treasure.GAME, {}, True),
    (treasure.GAME, {"num_players": 5, "lives": 1}, True),
    (ballot.GAME, {}, True),
    (ballot.GAME, {"num_players": 4, "look": True}, True),
]


@pytest.mark.parametrize(("game", "options", "hidden"), CASES, ids=[f"{c[0].name}-{c[1]}" for c in CASES])
def test_game_conforms(game: Game, options: dict[str, Any], hidden: bool) -> None:
    report = check_game(game, options=options, hidden=hidden, seeds=(1,), decisions=200, uncompiled=60)
    assert report.positions == 200
    assert report.terminated > 0
    assert report.finished > 0
    assert report.tried > report.positions / 10
    assert (report.told > 0) is (game.events is not None)
    assert report.uncompiled == 60
    assert (report.changed > report.redrawn / 10) is hidden
    assert report.appearances > 100
    assert not report.alike or "appearance" in game.rules
    if game is ballot.GAME:
        assert report.alike > report.appearances / 20


VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "claims": ("comrade", {"num_players": 6, "claims": True}),
    "everyone gives": ("comrade", {"num_players": 5, "everyone_gives": True}),
    "ten": ("comrade", {"num_players": 10}),
    "ten with all": ("comrade", {"num_players": 10, "claims": True, "everyone_gives": True}),
    "strict": ("brass_empire", {"phases": "strict"}),
    "strict, four": ("brass_empire", {"phases": "strict", "num_players": 4, "income": "chosen"}),
    "strict battle": ("brass_empire", {"phases": "strict", "mode": "battle", "num_players": 3}),
    "city drawn": ("great_machine", {"num_players": 2, "city": "random"}),
    "help": ("great_machine", {"num_players": 3, "help_heroes": True, "reconsider": True}),
    "mission": ("great_machine_coop", {"missions": "random", "maintenance": "all leave"}),
    "insane": ("great_machine_coop", {"num_players": 1, "difficulty": "insane"}),
    "four": ("cogs_and_commissars", {"num_players": 4, "leaders": True}),
    "drafted": ("cogs_and_commissars", {"decks": "drafted", "blitzes": "inside", "windows": "all"}),
    "clash": ("cogdrive_neon", {"compensation": "clash"}),
}
"""By name a game and its options: what decides who acts, what is hidden and what is told, once each and together."""


@pytest.mark.often("claims", "everyone gives", "strict")
@pytest.mark.parametrize("variant", VARIANTS)
def test_variant_conforms(variant: str) -> None:
    name, options = VARIANTS[variant]
    report = check_game(
        get_game(name), options=options, hidden=True, seeds=(2,), decisions=60, uncompiled=0, pictures=1
    )
    assert report.positions == 60 and report.changed > 0 and report.pairs > 0


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
def test_variant_conforms_at_length(variant: str) -> None:
    name, options = VARIANTS[variant]
    report = check_game(get_game(name), options=options, hidden=True, seeds=range(50, 53), decisions=600)
    assert report.positions == 1800 and report.games > 3


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_game_conforms_at_length(name: str) -> None:
    report = check_game(get_game(name), hidden=True, seeds=range(100, 106), decisions=2000, uncompiled=500)
    assert report.positions == 12_000 and report.uncompiled == 500 and report.terminated > 0


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_logs_are_information_states_for_a_million_decisions(name: str) -> None:
    report, seed = Conformance(), 1000
    while report.alike_for < 1_000_000:
        logs.check(get_game(name).setup(), seed, 500, report, every=10)
        seed += 1
    print(name, report)
    assert report.distributions > 300


@pytest.fixture(scope="module")
def verdicts() -> dict[str, str]:
    """What the suite says about every mutant; in plain Python, where nothing has to be compiled for each."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "games.mutants"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", mutants.MUTANTS)
def test_mutant_is_found(name: str, verdicts: dict[str, str]) -> None:
    wanted = mutants.MUTANTS[name][2]
    rule, said = (wanted, "") if isinstance(wanted, str) else wanted
    if rule.startswith("index"):  # plain Python itself refuses to write outside of an array
        assert verdicts[name].startswith(f"IndexError: {rule}")
    else:
        assert verdicts[name].startswith(f"ConformanceError: {name}() breaks the rule {rule!r}: ")
        assert said in verdicts[name]


def test_illegal_actions_that_a_table_takes_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    random_play = play.RandomPlay(kuhn_poker.GAME.setup(), 1)
    play._try_illegal(random_play)
    monkeypatch.setattr(Tables, "_checked", lambda tables, actions: np.zeros(1, np.int64))
    with pytest.raises(ConformanceError, match=r"'illegal actions are refused': \[-1\] was accepted"):
        play._try_illegal(random_play)


def test_compiled_writes_past_an_array_are_found() -> None:
    """Plain Python refuses them; compiled code writes on."""
    game = mutants.mutant("writes_on", {"observe": compiled(mutants.observe_outside)})
    random_play = play.RandomPlay(kuhn_poker.GAME.setup(), 1)
    random_play.setup = game.setup()
    with pytest.raises(ConformanceError, match="'writes stay in their arrays'"):
        play.seen(random_play, np.zeros(1, game.state_dtype), 0)


def test_message_says_where(verdicts: dict[str, str]) -> None:
    assert "(seed 1, game 1, decision 1, seat 0 to move)" in verdicts["apply_turns_back"]


def test_message_says_that_rewards_can_be_others(verdicts: dict[str, str]) -> None:
    for name in ("returns_too_much", "returns_of_a_team"):
        assert "Game(rewards=...) says what they are: 'zero-sum' (by default), 'coop" in verdicts[name]


def test_message_says_which_part_leaves_its_bounds(verdicts: dict[str, str]) -> None:
    assert "seat 0 sees 2 in 'stake', which goes from 0 to 1" in verdicts["bounds"]
    assert "reveal writes 2 in 'stake', which goes from 0 to 1" in verdicts["full_bounds"]


def test_difference_is_named() -> None:
    setup = kuhn_poker.GAME.setup()
    played = trace(setup, 5, 20)
    assert first_difference(played, trace(setup, 5, 20)) is None
    for name, place in (("states", "states.stake"), ("observations", "observations at [[1, 3]]")):
        other = {key: values.copy() for key, values in played.items()}
        if name == "states":
            other[name]["stake"][7, 2, 1] += 1
        else:
            other[name][7, 1, 3] += 1
        assert first_difference(played, other) == f"{place} after 7 decisions"


def test_difference_between_compiled_and_not_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = kuhn_poker.GAME.setup()
    other = trace(setup, 5, 20)
    other["rewards"][3] += np.float32(1)
    monkeypatch.setattr(same, "trace_elsewhere", lambda setup, seed, decisions: other)
    with pytest.raises(ConformanceError, match=r"compiled and uncompiled are the same.*rewards.*after 3 decisions"):
        same.check_uncompiled(setup, 5, 20, Conformance())


def test_a_script_cannot_be_played_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    main = sys.modules["__main__"]
    game = mutants.mutant("script", module="__main__")
    monkeypatch.setattr(main, "GAME", game, raising=False)
    with pytest.raises(ConformanceError, match=r"the rule 'module': .* the script that runs.*or with uncompiled=0"):
        check_game(game)
    assert check_game(game, seeds=[1], decisions=5, uncompiled=0).positions == 5


def test_failure_elsewhere_is_told() -> None:
    game = mutants.mutant("only_here")  # no other process can import it
    with pytest.raises(ConformanceError, match=r"(?s)the play fails.*No module named 'mutant_only_here'"):
        same.check_uncompiled(game.setup(), 5, 20, Conformance())


def test_two_tables_of_one_seed_differ() -> None:
    played = trace(treasure.GAME.setup(), 3, 5, count=8)
    assert len({row.tobytes() for row in played["states"]["treasure_mine"][0]}) == 8


def test_what_redraws_keep_where_no_rule_looks_is_found() -> None:
    setup = kuhn_poker.GAME.setup()
    one = Tables(setup, 1, seed=1).states
    two = one.copy()
    two["kuhn_deck"][0, -1] = 1 + one["kuhn_deck"][0, -1]  # nobody's place with two
    words = seed_words(1)[0]
    assert drawn_apart(setup, one, one, 0, words) == []
    assert drawn_apart(setup, one, two, 0, words) == ["state.kuhn_deck"]


@pytest.mark.parametrize("name", GAMES)
def test_redrawn_states_keep_nothing_of_what_others_saw(name: str) -> None:
    """Neither events, nor cards behind the ends of decks, nor what others believe: agents can read whole states."""
    setup = get_game(name).setup()
    tables, random = Tables(setup, 40, seed=1), np.random.default_rng(1)
    tables.states["telling"] = TELLING
    for _ in range(60):
        tables.step((tables.masks * random.random(tables.masks.shape)).argmax(axis=1))
    copies = determinized(setup, tables.states, seed_words(1)[0])
    assert tables.states["told"].any()
    assert not any(copies["events"][field].any() for field in copies["events"].dtype.names)
    if "piles" in copies.dtype.names:
        behind = np.arange(copies["piles"].shape[2]) >= copies["sizes"][:, : setup.num_seats, None]
        assert (tables.states["piles"][:, : setup.num_seats] * behind).any()
        assert not (copies["piles"][:, : setup.num_seats] * behind).any()
    if "pairs" in copies.dtype.names:
        others = np.arange(setup.num_seats) != copies["seat"][:, None]
        for beliefs in ("pairs", "aware"):
            assert not copies[beliefs][:, : setup.num_seats][others].any()
