"""Policies with a network for each side: how a seat's side is told, their file, and who decides."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from games.kuhn_poker import GAME as KUHN
from kuhn_sides import KING, by_card, sides_by_card, sides_by_seat
from networks import opinionated
from typer.testing import CliRunner

from cogitable.agents.base import View
from cogitable.agents.factory import make_agent
from cogitable.agents.policy.agent import PolicyAgent
from cogitable.agents.policy.file import (
    SideInfo,
    describe,
    load_info,
    load_networks,
    load_policy,
    read_parts,
    save_policy,
    write_parts,
)
from cogitable.agents.policy.join import join_policies, learned_sides_of
from cogitable.agents.policy.mean import average_policies
from cogitable.agents.policy.network import PolicyNetwork
from cogitable.agents.random_agent import RandomAgent
from cogitable.agents.sides import SidedAgent, side_now, sides_of
from cogitable.envs import get_game
from cogitable.envs.table import OptionError, SaveFileError, Tables
from cogitable.envs.table.errors import CogitableError
from cogitable.training.cli import app
from cogitable.training.ship.making import told_of_making
from cogitable.training.ship.policy import ship
from connect_four import GAME as CONNECT_FOUR

GAME = {"game": "games.kuhn_poker", "steps": 1}


@pytest.fixture
def kings(monkeypatch):
    sides_by_card(monkeypatch)


@pytest.fixture
def seats(monkeypatch):
    sides_by_seat(monkeypatch)


def network(setup, seed, hidden=6) -> PolicyNetwork:
    rng = np.random.default_rng(seed)
    ends = (setup.layout.size, hidden, setup.num_actions)
    layers = [(rng.normal(size=(a, b)), rng.normal(size=b)) for a, b in zip(ends, ends[1:], strict=False)]
    return PolicyNetwork(tuple((w.astype(np.float32), b.astype(np.float32)) for w, b in layers), "tanh")


def sided(setup, path, names=("king", "rest"), hidden=(6, 6)):
    """Write a policy with a network for each of two sides; return them."""
    networks = {name: network(setup, seed, size) for seed, (name, size) in enumerate(zip(names, hidden, strict=True))}
    told = {name: SideInfo(steps=seed) for seed, name in enumerate(names)}
    info = describe(setup, 1, {}).model_copy(update={"format": 2, "sides": told})
    save_policy(path, networks, info)
    return networks


GAMES = [("comrade", {"num_players": 5}), ("comrade", {"num_players": 7, "claims": True}), ("great_machine", {})]
GAMES += [("great_machine", {"num_players": 2}), ("brass_empire", {"mode": "team", "num_players": 4})]


@pytest.mark.parametrize(("name", "options"), GAMES, ids=lambda value: str(value).replace("'", ""))
def test_a_seat_sees_the_side_that_the_game_says_it_is_on(name, options):
    setup = get_game(name).setup(**options)
    told, tables, rng = sides_of(setup), Tables(setup, 40, seed=1), np.random.default_rng(1)
    held = set()
    for _ in range(60):
        tables.step((tables.masks * rng.random(tables.masks.shape)).argmax(axis=1))
        seats = tables.seats.astype(np.int64)
        found = told.now(tables.observations, seats)
        for row, state in enumerate(tables.states.view(np.recarray)):
            names = [f"team {team}" for team in setup.teams]
            if setup.game.sides is not None:
                names = list(setup.game.sides(setup, state))
            assert told.names[found[row]] == names[seats[row]]
            one = side_now.py_func if hasattr(side_now, "py_func") else side_now
            assert one(told.of_seat, told.places, told.there, tables.observations[row], seats[row]) == found[row]
            held.add(told.names[found[row]])
    assert held == set(told.names)
    assert len(held) == 2


def test_sides_that_the_deal_decides_must_be_shown(monkeypatch):
    monkeypatch.setitem(KUHN.__dict__, "sides", by_card)
    with pytest.raises(OptionError, match="not known before the deal"):
        sides_of(KUHN.setup())
    with pytest.raises(OptionError, match="has no sides"):
        sides_of(CONNECT_FOUR.setup())


def positions(setup, count=60, steps=1):
    tables, rng = Tables(setup, count, seed=3), np.random.default_rng(3)
    for _ in range(steps):
        tables.step((tables.masks * rng.random(tables.masks.shape)).argmax(axis=1))
    return tables


def test_a_policy_plays_each_side_with_its_network(kings, tmp_path):
    setup = KUHN.setup()
    networks = sided(setup, tmp_path / "p.zip", hidden=(6, 9))
    tables = positions(setup)
    view = View.of(tables)
    agent = make_agent(f"policy:{tmp_path / 'p.zip'}", setup)
    has_king = tables.observations[:, setup.layout.start("card") + KING] != 0
    assert 0 < has_king.sum() < len(has_king)
    chosen = {name: PolicyAgent(setup, network=one).act(view) for name, one in networks.items()}
    np.testing.assert_array_equal(agent.act(view), np.where(has_king, chosen["king"], chosen["rest"]))
    assert (chosen["king"] != chosen["rest"]).any()
    with pytest.raises(OptionError, match="network for each of the sides king, rest"):
        _ = agent.network


def test_an_agent_of_parts_asks_each_for_its_side(kings):
    class Asked(RandomAgent):
        def act(self, view):
            assert (view.observations[:, 2] != 0).all()
            redrawn = view.determinized(self.words).view(np.recarray)
            assert (redrawn.kuhn_deck[np.arange(len(view)), view.seats] == KING).all()
            return super().act(view)

    setup = KUHN.setup()
    tables = positions(setup)
    agent = SidedAgent(setup, {"king": Asked(setup, 0), "rest": make_agent("random", setup, seed=1)})
    for rows in (None, np.arange(40)[::-1]):
        actions = agent.act(View.of(tables, rows))
        masks = tables.masks if rows is None else tables.masks[rows]
        assert masks[np.arange(len(actions)), actions].all()
    agent.reseed(np.random.SeedSequence(4))
    first = agent.act(View.of(tables))
    agent.reseed(np.random.SeedSequence(4))
    np.testing.assert_array_equal(agent.act(View.of(tables)), first)
    with pytest.raises(OptionError, match="nothing plays side 'rest'"):
        SidedAgent(setup, {"king": Asked(setup, 0)})


def test_an_agent_of_parts_tells_what_they_used_and_draws_where_all_of_them_do(kings):
    class Used(RandomAgent):
        def usage(self):
            return {"answers": 2, "seconds": 0.5}

    class Slow(RandomAgent):
        redraws = False

    setup = KUHN.setup()
    parts = {"king": Used(setup, 0), "rest": Used(setup, 1)}
    assert SidedAgent(setup, parts).usage() == {"answers": 4, "seconds": 1.0}
    assert SidedAgent(setup, {**parts, "rest": RandomAgent(setup, 1)}).usage() == {"answers": 2, "seconds": 0.5}
    view = View.of(positions(setup))
    drawn = SidedAgent(setup, parts).redrawn(view, 50)
    assert drawn.shape == (len(view), 50) and len(np.unique(drawn)) == 2
    assert SidedAgent(setup, {**parts, "rest": Slow(setup, 1)}).redrawn(view, 50) is None


def test_the_file_of_one_network_is_as_before(tmp_path):
    setup = KUHN.setup()
    save_policy(tmp_path / "p.zip", network(setup, 0), describe(setup, 3, {}))
    parts = read_parts(tmp_path / "p.zip")
    assert set(parts) == {"policy.json", "weights.npz"}
    text = json.loads(parts["policy.json"])
    assert text["format"] == 1
    assert "sides" not in text
    assert list(load_networks(tmp_path / "p.zip")[0]) == [""]


def test_a_file_of_several_networks_is_no_file_of_one(kings, tmp_path):
    setup = KUHN.setup()
    networks = sided(setup, tmp_path / "p.zip")
    found, info = load_networks(tmp_path / "p.zip")
    assert list(found) == list(info.sides) == ["king", "rest"]
    for name, one in networks.items():
        for key, array in one.arrays().items():
            np.testing.assert_array_equal(found[name].arrays()[key], array)
    with pytest.raises(OptionError, match="holds a network for each of the sides king, rest"):
        load_policy(tmp_path / "p.zip")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda parts: parts.pop("weights-1.npz"), "weights-1.npz is missing"),
        (lambda parts: parts.update({"weights-1.npz": b"x"}), "weights-1.npz"),
        (lambda parts: told(parts, format=1), "format 1 with 2 sides"),
        (lambda parts: told(parts, sides={}), "format 2 with 0 sides"),
        (lambda parts: told(parts, format=3), "reads 1 and 2"),
        (lambda parts: told(parts, sides={"": {"steps": 1}}), "a side without a name"),
        (lambda parts: told(parts, sides={"king": {"steps": "many"}, "rest": {"steps": 1}}), "sides.king.steps"),
        (lambda parts: told(parts, observation_size=4), "its network maps"),
    ],
)
def test_damaged_files_of_several_networks_are_refused(kings, tmp_path, change, message):
    sided(KUHN.setup(), tmp_path / "p.zip")
    parts = read_parts(tmp_path / "p.zip")
    change(parts)
    write_parts(tmp_path / "p.zip", parts)
    with pytest.raises(SaveFileError, match=message):
        load_networks(tmp_path / "p.zip")


def told(parts, **changes):
    parts["policy.json"] = json.dumps(json.loads(parts["policy.json"]) | changes).encode()


def test_a_policy_for_other_sides_is_refused(kings, tmp_path):
    setup = KUHN.setup()
    sided(setup, tmp_path / "p.zip", names=("king", "queen"))
    with pytest.raises(OptionError, match="there is no side 'queen' .*; its sides are 'king', 'rest'"):
        PolicyAgent(setup, path=tmp_path / "p.zip")


def files(setup, tmp_path, **configs):
    for seed, (name, config) in enumerate(configs.items()):
        save_policy(tmp_path / f"{name}.zip", network(setup, seed), describe(setup, 10 + seed, config | GAME))


def run_join(*args):
    return CliRunner().invoke(app, ["join", "--game", "games.kuhn_poker", *map(str, args)])


def test_joined_files_play_each_side_as_the_parts_do(seats, tmp_path):
    setup = KUHN.setup(num_players=3)
    files(setup, tmp_path, a={"league": {"sides": ["first"]}}, b={"seed": 3})
    made = run_join(tmp_path / "both.zip", tmp_path / "a.zip", f"second={tmp_path / 'b.zip'}")
    assert made.exit_code == 0, made.output
    info = load_info(tmp_path / "both.zip")
    assert info.steps == 21
    assert {name: side.steps for name, side in info.sides.items()} == {"first": 10, "second": 11}
    assert info.sides["second"].config == {"seed": 3} | GAME
    tables = positions(setup)
    view, first = View.of(tables), tables.seats == 0
    parts = [make_agent(f"policy:{tmp_path / name}.zip", setup).act(view) for name in "ab"]
    both = make_agent(f"policy:{tmp_path / 'both.zip'}", setup).act(view)
    np.testing.assert_array_equal(both, np.where(first, *parts))
    again = join_policies({"first": tmp_path / "b.zip", "second": tmp_path / "both.zip"}, KUHN)
    np.testing.assert_array_equal(again[0]["first"].layers[0][0], again[0]["second"].layers[0][0])
    assert again[1].sides["second"].config == {"seed": 3} | GAME


def test_a_joined_file_leaves_out_what_only_a_search_needs(seats, tmp_path):
    setup = KUHN.setup()
    whole = opinionated(setup, 3)
    save_policy(tmp_path / "a.zip", replace(whole, quick=replace(whole, value=None)), describe(setup, 1, {}))
    found, info = join_policies({"first": tmp_path / "a.zip", "second": tmp_path / "a.zip"}, KUHN)
    assert all(part.value is None and part.quick is None for part in found.values())
    assert info.value is None and info.quick is None


def test_a_joined_file_is_no_mean_and_tells_how_a_part_became_one(seats, tmp_path):
    setup = KUHN.setup()
    files(setup, tmp_path, a={"seed": 1}, b={"seed": 2}, c={"seed": 3})
    network, mean = average_policies([tmp_path / "a.zip", tmp_path / "b.zip"])
    save_policy(tmp_path / "mean.zip", network, mean)
    for sides in ({"first": "mean", "second": "c"}, {"first": "c", "second": "mean"}):
        _, info = join_policies({side: tmp_path / f"{name}.zip" for side, name in sides.items()}, KUHN)
        assert info.averaged == [] and info.sides["first" if sides["second"] == "mean" else "second"].steps == 12
        assert [(run.steps, run.averaged) for run in info.earlier] == [(10, []), (11, []), (0, [10, 11])]
        told = told_of_making(info)
        assert "took the mean of" in told and told.endswith("Then `cogitable join` made one file of them.\n")


def test_a_joined_file_is_shipped_with_what_made_it(seats, tmp_path):
    setup = KUHN.setup(num_players=3)
    files(setup, tmp_path, a={"seed": 1}, b={"seed": 2})
    assert run_join(tmp_path / "both.zip", f"first={tmp_path / 'a.zip'}", f"second={tmp_path / 'b.zip'}").exit_code == 0
    ship(tmp_path / "both.zip", ["random"], 6, tmp_path / "shipped")
    networks, info = load_networks(tmp_path / "shipped" / "kuhn_poker.zip")
    assert list(networks) == ["first", "second"]
    assert "random" in info.figures
    text = (tmp_path / "shipped" / "kuhn_poker.md").read_text()
    assert "A multi-layer perceptron for each side (first: 6; second: 6) that maps" in text
    first, second = text.partition("## How it was trained")[2].split(
        "With the last file above for the network of *second*:"
    )
    assert "with this file for the network of *first*" in first and "seed: 1\n" in first
    assert "--set seed=2\n" in second and second.endswith("Then `cogitable join` made one file of them.\n")


def test_a_file_to_join_chooses_nothing_to_be_read(tmp_path):
    setup, secret, path = get_game("great_machine").setup(), tmp_path / "secret.toml", tmp_path / "a.zip"
    secret.write_text("secret = 1")
    for options in ({"board": str(secret)}, {"city": str(secret)}):
        info = describe(setup, 1, {"league": {"sides": None}}).model_copy(update={"options": options})
        save_policy(path, network(setup, 0), info)
        assert learned_sides_of(load_info(path)) == ()
        with pytest.raises(CogitableError) as told:
            join_policies({"Machine": path, "Heroes": path})
        assert "secret =" not in str(told.value) and "unknown key" not in str(told.value)


def test_what_cannot_be_joined(seats, tmp_path):
    setup = KUHN.setup()
    files(setup, tmp_path, a={}, b={})
    a, b, target = tmp_path / "a.zip", tmp_path / "b.zip", tmp_path / "both.zip"
    other = CONNECT_FOUR.setup()
    save_policy(tmp_path / "other.zip", network(other, 0), describe(other, 1, {}))
    for args, message in (
        ([a, b], "was trained for all sides; say which"),
        ([f"first={a}"], "nothing plays side 'second'"),
        ([f"first={a}", f"second={b}", f"third={b}"], "there is no side 'third'"),
        ([f"first={a}", f"secnd={b}"], "there is no side 'secnd' of Kuhn"),
        ([f"first={a}", f"second={tmp_path / 'none.zip'}"], "no file"),
        ([f"first={a}", f"second={tmp_path / 'other.zip'}"], "trained for 'connect_four'"),
    ):
        found = run_join(target, *args)
        assert found.exit_code == 2
        assert message in found.output.replace("\n", " ")
    with pytest.raises(OptionError, match="no game of the library; name its module"):
        join_policies({"first": a, "second": b})  # whatever module the files name
    assert not target.exists()
