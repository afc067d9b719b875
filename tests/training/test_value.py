"""A value taught to a policy foretells what its games come to, and is kept with it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch as th
from exact import Exact, uniform
from games.kuhn_poker import GAME as KUHN
from networks import ignorant, opinionated
from typer.testing import CliRunner

from cogitable.agents.guided.agent import GuidedAgent
from cogitable.agents.policy.file import describe, load_policy, save_policy
from cogitable.agents.policy.network import PolicyNetwork, network_of
from cogitable.envs import get_game
from cogitable.envs.table import OptionError, Tables
from cogitable.envs.table.errors import CogitableError, SaveFileError
from cogitable.training.cli import app
from cogitable.training.learn.config.teaching import ValueSettings
from cogitable.training.learn.teaching.rounds import trained_setups
from cogitable.training.learn.teaching.value import measure_value, quality, teach_file, teach_value
from cogitable.training.learn.teaching.value_games import Positions, ValueGames
from connect_four import GAME as CONNECT_FOUR

th.set_num_threads(1)
SOURCES = ("observation", "hidden")
SETUPS = [KUHN.setup(num_players=n) for n in (2, 3)]


def without_value(setup, seed: int | None = None) -> PolicyNetwork:
    return replace(ignorant(setup) if seed is None else opinionated(setup, seed), value=None)


@pytest.mark.parametrize("source", SOURCES)
def test_it_learns_what_cards_are_worth(source):
    """Everybody plays at random: what is known exactly is what the value has to come near."""
    network = without_value(SETUPS[0])
    taught, found = teach_value(network, SETUPS, ValueSettings(600_000, layers=(32,), source=source, keep=1.0))
    assert found.positions > 50_000 and found.error < found.variance
    for setup in SETUPS:
        seats = setup.num_seats
        exact = Exact(setup, "kuhn_deck", seats + 1, seats)
        values = taught.values(exact_observations(exact))
        for seat in range(seats):
            by_deal = exact.by_deal(seat, [uniform] * seats)
            for card in range(seats + 1):
                mine = exact.start["kuhn_deck"][:, 0] == card
                assert values[mine, seat].mean() == pytest.approx(by_deal[mine].mean(), abs=0.15)


def exact_observations(exact: Exact) -> np.ndarray:
    exact.tables.states[:] = exact.start
    exact.tables.look()
    return exact.tables.observations.copy()


def test_the_policy_stays_as_it_is_and_the_same_seed_teaches_the_same():
    network = without_value(SETUPS[0], 3)
    first, second, other = (teach_value(network, SETUPS, ValueSettings(5000, seed=seed))[0] for seed in (1, 1, 2))
    before, arrays = network.arrays(), first.arrays()
    assert all(arrays[name].tobytes() == array.tobytes() for name, array in before.items())
    assert all(array.tobytes() == second.arrays()[name].tobytes() for name, array in arrays.items())
    assert arrays["value_weights0"].tobytes() != other.arrays()["value_weights0"].tobytes()


def test_held_out_games_are_others_than_those_learned_from():
    taught, found = teach_value(without_value(SETUPS[0], 3), SETUPS, ValueSettings(5000, seed=4))
    learning, measuring = (int(word) for word in np.random.SeedSequence(4).generate_state(2))
    assert learning != measuring
    assert measure_value(taught, SETUPS, measuring, astray=0.01) == found


def test_a_game_without_stakes_has_nothing_to_learn(monkeypatch):
    setup = CONNECT_FOUR.setup()
    nothing = Positions(np.zeros((512, setup.layout.size), np.float32), np.zeros((512, 2), np.float32))
    monkeypatch.setattr(ValueGames, "positions", lambda self, count: nothing)
    with pytest.raises(OptionError, match="all games of this policy come to 0; there is no value to learn"):
        teach_value(without_value(setup), [setup], ValueSettings(1000))


def test_positions_are_what_seats_with_a_choice_see_and_what_follows():
    games = ValueGames(SETUPS, without_value(SETUPS[0]), "observation", 3, 0.0, 1.0, 7)
    found = games.positions(4000)
    two, three = found.returns[:2000], found.returns[2000:]
    assert np.isnan(two[:, 2]).all() and not np.isnan(two[:, :2]).any() and not np.isnan(three).any()
    np.testing.assert_allclose(np.nansum(found.returns, axis=1), 0)  # nobody else pays
    present = found.seen[:, 5:9].sum(axis=1)  # seats at the table
    assert (present == [2] * 2000 + [3] * 2000).all()
    best = two[found.seen[:2000, 2] == 1, 0]  # the viewer's own return comes first: the best card never
    assert best.min() == -1 and np.isin(best, [-1, 1, 2]).all()  # loses more than the ante, which it loses by folding


def test_games_that_were_cut_off_came_to_nothing_known():
    """Seven stones may end a game of Connect Four, six never do; one that goes on is no draw."""
    cut, some = (CONNECT_FOUR.setup(max_decisions=most) for most in (6, 9))
    network = without_value(cut)
    found = ValueGames([some], network, "observation", 2, 0.0, 1.0, 7).positions(5000)
    known = found.returns[~np.isnan(found.returns[:, 0])]
    assert 0 < len(known) < 5000 and set(known.ravel().tolist()) == {-1.0, 1.0}
    taught, told = teach_value(network, [some], ValueSettings(2000, layers=(8,), source="observation"))
    assert taught.value.span.tolist() == [-1, 1]
    assert 0 < told.positions < 65_536 and told.variance > 0.8 and not np.isnan(told.error)
    with pytest.raises(OptionError, match="all games of this policy are cut off at the limit of decisions"):
        teach_value(network, [cut], ValueSettings(2000))


def test_the_hidden_layer_is_that_of_the_observations():
    network = without_value(SETUPS[0], 3)
    seen, hidden = (ValueGames(SETUPS, network, source, 3, 0.1, 0.5, 7).positions(500) for source in SOURCES)
    np.testing.assert_allclose(hidden.seen, network.hidden(seen.seen), rtol=1e-4, atol=1e-5)
    np.testing.assert_array_equal(hidden.returns, seen.returns)


def test_what_comes_before_a_random_action_is_left_out():
    """Where every second action is random, positions left are few before the end: nothing was random after them."""
    setup = CONNECT_FOUR.setup()
    plain, wild = (
        ValueGames([setup], without_value(setup), "observation", 2, astray, 1.0, 7).positions(3000).seen
        for astray in (0, 0.5)
    )
    stones = [found.reshape(len(found), -1).sum(axis=1).mean() for found in (plain, wild)]
    assert stones[1] > stones[0] + 3


def test_quality_counts_only_seats_that_are_there():
    told = np.array([[1.0, -1.0, 9.0], [-0.5, 0.5, 0.0]])
    found = np.array([[1.0, -1.0, np.nan], [-1.0, 1.0, 0.5]])
    result = quality(told, found)
    assert (result.error, result.variance, result.explained) == (0.125, 1.0, 0.8125)
    assert result.side == 1.0
    assert quality(-told, found).side == 0.0


@pytest.mark.parametrize(
    ("found", "message"),
    [
        (np.full((3, 2), np.nan), "measured on are cut off"),
        (np.tile([1.0, -1.0], (3, 1)), "measured on come to the same"),
    ],
    ids=["cut off", "all the same"],
)
def test_games_that_tell_nothing_are_no_measure(found, message):
    """A quality that is no number would go into the policy's file, which then could not be read."""
    with pytest.raises(OptionError, match=message):
        quality(np.zeros((3, 2)), found)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"keep": 0.0}, r"keep is 0\.0; it must be 0\.001 to 1"),  # no position would ever be kept
        ({"astray": 1.0}, r"astray is 1\.0; it must be 0 to 0\.5"),
        ({"astray": float("nan")}, "astray is nan"),
        ({"layers": (8, 0)}, "layers must have 1 to 16,384 units, not 8, 0"),
        ({"layers": (8,) * 33}, "there can be 32 layers, not 33"),
    ],
)
def test_settings_that_no_value_can_be_taught_by(wrong, message):
    with pytest.raises(OptionError, match=message):
        ValueSettings(100, **wrong)


# Files


def policy_file(path, network, **config):
    save_policy(path, network, describe(SETUPS[0], 0, config))
    return path


def test_a_file_is_taught_for_the_tables_it_was_trained_on(tmp_path):
    config = {"game": "games.kuhn_poker", "steps": 1, "mix": [{"num_players": 2}, {"num_players": 4}]}
    path = policy_file(tmp_path / "p.zip", without_value(SETUPS[0], 2), **config)
    out = tmp_path / "with.zip"
    teach_file(path, out, "games.kuhn_poker", ValueSettings(3000))
    taught, info = load_policy(out)
    assert load_policy(path)[0].value is None
    assert taught.value is not None and taught.value.seats == 4
    assert info.model_copy(update={"value": None}) == load_policy(path)[1]
    assert (info.value.positions, info.value.players, info.value.measured) == (3000, [], 65_536)
    again = tmp_path / "again.zip"
    teach_file(path, again, "games.kuhn_poker", ValueSettings(3000))
    assert again.read_bytes() == out.read_bytes()
    view_of_four = KUHN.setup(num_players=4)
    GuidedAgent(view_of_four, 1, network=str(out), simulations=5)


def test_a_strangers_file_chooses_no_module_and_no_card_file(tmp_path, monkeypatch):
    module = tmp_path / "chosen_by_a_file.py"
    module.write_text("raise SystemExit('a module was imported')")
    monkeypatch.syspath_prepend(tmp_path)
    named = policy_file(tmp_path / "p.zip", without_value(SETUPS[0], 2), game="chosen_by_a_file", steps=1)
    teach_file(named, tmp_path / "out.zip", "games.kuhn_poker", ValueSettings(3000))
    cards = tmp_path / "secret.toml"
    cards.write_text("secret = 1")
    brass = get_game("brass_empire").setup()
    for config in ({}, {"game": "brass_empire", "steps": 1, "options": {"cards": str(cards)}}):
        info = describe(brass, 0, config).model_copy(update={"options": {"cards": str(cards)}})
        save_policy(named, ignorant(brass), info)
        with pytest.raises(CogitableError, match="cards must hold the content of a card file here") as told:
            teach_file(named, tmp_path / "out.zip", "brass_empire", ValueSettings(3000))
        assert "secret =" not in str(told.value)
    save_policy(named, ignorant(brass), describe(brass, 0, {"game": "brass_empire", "steps": 1, "options": ["cards"]}))
    with pytest.raises(OptionError, match="options"):
        teach_file(named, tmp_path / "out.zip", "brass_empire", ValueSettings(3000))


def test_a_policy_for_cards_of_ones_own_is_taught_with_their_content(tmp_path):
    usual = get_game("brass_empire").setup()
    cards = usual.options.cards.model_dump(mode="json", exclude_unset=True)
    cards["edition"] = "mine"
    own = get_game("brass_empire").setup(cards=cards)
    path = tmp_path / "p.zip"
    run = {"game": "brass_empire", "steps": 1, "options": {"cards": "no_longer_there.toml"}}
    save_policy(path, ignorant(own), describe(own, 0, run))
    (setup,) = trained_setups("brass_empire", load_policy(path)[1], str(path))
    assert setup.options.cards.edition == "mine"


def test_other_numbers_of_players_are_learned_too(tmp_path):
    path = policy_file(tmp_path / "p.zip", without_value(SETUPS[0], 2))
    command = ["value", "games.kuhn_poker", "--policy", str(path), "--positions", "3000", "--players", "2", "4"]
    told = CliRunner().invoke(app, command)
    assert told.exit_code == 0, told.output
    network, info = load_policy(path)
    assert network.value.seats == 4 and info.value.players == [4]
    failed = CliRunner().invoke(app, [*command, "7"])
    assert failed.exit_code == 2 and "num_players" in failed.output
    assert load_policy(path)[0].value.seats == 4


def test_the_command(tmp_path):
    path = policy_file(tmp_path / "p.zip", without_value(SETUPS[0], 2))
    command = ["value", "games.kuhn_poker", "--policy", str(path), "--positions", "3000", "--layers", "8,4"]
    told = CliRunner().invoke(app, command)
    assert told.exit_code == 0, told.output
    assert "explained for all seats" in told.output and "of 65,536 positions" in told.output
    value = load_policy(path)[0].value
    assert [bias.size for _, bias in value.layers] == [8, 4, 2]
    for sizes, message in (("x", "sizes are whole numbers"), ("0", "layers must have 1 to 16,384 units")):
        failed = CliRunner().invoke(app, [*command[:-1], sizes])
        assert failed.exit_code == 2 and message in failed.output
    failed = CliRunner().invoke(app, ["value", "connect_four", "--policy", str(path)])
    assert failed.exit_code == 2 and "trained for 'kuhn_poker', not for 'connect_four'" in failed.output


@pytest.mark.parametrize("activation", ["relu", "tanh"])
@pytest.mark.parametrize(("source", "sizes"), [("hidden", (12, 9)), ("observation", (12, 9)), ("hidden", ())])
def test_compiled_code_and_numpy_tell_the_same_values(activation, source, sizes):
    """The value of a position is the first thing that a search asks for: with one simulation it is all there is."""
    setup = CONNECT_FOUR.setup()
    network = opinionated(setup, 4, sizes, (11, 7), source, activation)
    tables = Tables(setup, 12, seed=1)
    for column in (3, 3, 4):
        tables.step(np.full(12, column))
    agent = GuidedAgent(setup, 1, network=network, simulations=1)
    for row in range(12):
        tree = agent.new_tree()
        tree.grow(tables.states[row : row + 1], 0.0)
        told = network.values(tables.observations[row : row + 1])[0]
        nodes, edges = tree.arrays.nodes, tree.arrays.edges
        root = nodes["total"][0] - edges["total"][: nodes["edges"][0]].sum()
        assert root == pytest.approx(told[0], abs=1e-5)
        assert np.abs(told).max() <= 1
    again = network_of(network.arrays())
    np.testing.assert_array_equal(again.values(tables.observations), network.values(tables.observations))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda v: replace(v, source="elsewhere"), "a value from 'elsewhere'"),
        (lambda v: replace(v, source="observation"), "the value looks at 9 numbers, not at 25"),
        (lambda v: replace(v, layers=()), "no layers"),
        (lambda v: replace(v, layers=v.layers[:1] * 2), r"a layer of shape \(9, 7\) does not fit its neighbours"),
        (lambda v: replace(v, layers=((v.layers[0][0] * np.nan, v.layers[0][1]),)), "not finite"),
        (lambda v: replace(v, layers=((v.layers[0][0].astype(float), v.layers[0][1]),)), "must be of type float32"),
        (lambda v: replace(v, span=v.span[::-1].copy()), "the lower one first"),
        (lambda v: replace(v, span=v.span[:1]), "span of the value must be two numbers"),
        (lambda v: replace(v, span=v.span * np.inf), "span of the value must be two numbers"),
    ],
)
def test_damaged_values_are_refused(change, message, tmp_path):
    network = opinionated(SETUPS[0])
    path = policy_file(tmp_path / "p.zip", network)
    assert load_policy(path)[0].value is not None
    policy_file(path, replace(network, value=change(network.value)))
    with pytest.raises(SaveFileError, match=message):
        load_policy(path)
