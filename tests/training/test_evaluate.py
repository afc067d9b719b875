"""Evaluations by kind of table and by side, and runs in which one policy learns several kinds of table."""

from __future__ import annotations

import csv
import json
from functools import partial

import numpy as np
import pytest
from games.kuhn_poker import GAME as KUHN
from hypothesis import given
from hypothesis import strategies as st
from plain_agents import First, Hash
from typer import Typer
from typer.testing import CliRunner

from cogitable.agents.factory import make_agent
from cogitable.agents.policy.agent import PolicyAgent, shipped_policy
from cogitable.agents.policy.file import describe, fits, load_policy, save_policy
from cogitable.agents.random_agent import RandomAgent
from cogitable.envs import get_game
from cogitable.envs.table import Layout, OptionError
from cogitable.training.learn.config.training_config import load_config, to_yaml
from cogitable.training.learn.run import running
from cogitable.training.learn.run.run import resume, train
from cogitable.training.measure.evaluate import COLUMNS, evaluate, evaluate_alone, figures, seated
from cogitable.training.measure.intervals import difference
from cogitable.training.measure.match import deal_seeds, play_match, swapped_seating
from cogitable.training.measure.sides import has_sides, side_names
from cogitable.training.ship import policy as shipping
from cogitable.training.ship.policy import ship

MIX = [{"num_players": 2}, {"num_players": 3}, {"num_players": 4}]
TINY = {
    "mix": MIX,
    "tables": 16,
    "ppo.n_steps": 8,
    "ppo.batch_size": 64,
    "network.layers": [8],
    "evaluation.games": 36,
    "evaluation.final_games": 72,
    "evaluation.every": 300,
    "league.snapshot_every": 150,
    "league.max_snapshots": 2,
    "steps": 128 * 4,
    "checkpoint_minutes": 0,
}


def top_and_rest(setup, state):
    """The holder of the top card plays alone."""
    top = state.kuhn_deck[: setup.num_seats].argmax()
    return ["top" if seat == top else "rest" for seat in range(setup.num_seats)]


@pytest.fixture
def sides(monkeypatch):
    """Give Kuhn poker sides that show at the end only."""
    monkeypatch.setitem(KUHN.__dict__, "sides", top_and_rest)


def tiny(**more):
    return load_config("games.kuhn_poker", None, {**TINY, **more})


def setups(*seats):
    return {f"num_players={n}": KUHN.setup(num_players=n) for n in seats}


# Seating


@given(seats=st.integers(2, 10), deals=st.integers(1, 8), seed=st.integers(0, 99))
def test_swapped_seats_give_each_agent_every_seat_of_a_deal_once(seats, deals, seed):
    seating, seeds = swapped_seating(seats, deals, seed)
    assert seating.shape == (2 * deals, seats)
    assert (seating[0::2] + seating[1::2] == 1).all()
    assert ((seating[0::2] == 0).sum(axis=1) == seats // 2).all()
    np.testing.assert_array_equal(seeds, deal_seeds(seed, deals).repeat(2))
    longer, _ = swapped_seating(seats, deals + 3, seed)
    np.testing.assert_array_equal(longer[: 2 * deals], seating)


def test_swapped_seats_are_drawn_anew_for_every_deal():
    seating, _ = swapped_seating(6, 200, 1)
    first = seating[0::2]
    np.testing.assert_allclose((first == 0).mean(axis=0), 0.5, atol=0.12)
    assert len({tuple(row) for row in first}) == 20  # all ways to choose 3 of 6


# Sides


def test_teams_are_sides_where_a_game_names_none(monkeypatch):
    setup = KUHN.setup(num_players=4)
    assert not has_sides(setup)
    assert (side_names(setup, np.zeros(2, KUHN.state_dtype)) == "").all()
    monkeypatch.setattr(setup, "teams", (0, 1, 0, 1))
    assert side_names(setup, np.zeros(1, KUHN.state_dtype)).tolist() == [["team 0", "team 1", "team 0", "team 1"]]
    monkeypatch.setattr(setup, "teams", (0, 0, 0, 0))
    assert not has_sides(setup)


def test_a_match_tells_each_seats_side(sides):
    setup = KUHN.setup(num_players=3)
    result = play_match(setup, [RandomAgent(setup, 1)], np.zeros((50, 3), int), np.arange(50), tables=7)
    assert ((result.sides == "top").sum(axis=1) == 1).all()
    assert ((result.sides == "rest").sum(axis=1) == 2).all()


# Evaluation


def test_a_team_is_seated_whole_and_as_every_team():
    places, seeds, games_a_deal = seated((0, 1, 2, 0, 1, 2), 8, 5, "team")
    assert places[:3].tolist() == [[0, 1, 1, 0, 1, 1], [1, 0, 1, 1, 0, 1], [1, 1, 0, 1, 1, 0]]
    assert (games_a_deal, len(places), len(seeds)) == (3, 9, 9)  # whole deals
    assert (places.reshape(3, 3, 6) == places[:3]).all()
    assert [len(set(deal)) for deal in seeds.reshape(3, 3).tolist()] == [1, 1, 1]
    everybody_alone, _, _ = seated((0, 1, 2), 3, 5, "team")
    assert everybody_alone.tolist() == seated((0, 1, 2), 3, 5, "one")[0].tolist()


def test_a_whole_team_is_evaluated_beside_the_other_on_the_same_deals(monkeypatch):
    setup = KUHN.setup(num_players=3)
    monkeypatch.setattr(setup, "teams", (0, 0, 0))
    places, seeds, games_a_deal = seated(setup.teams, 9, 5, "team")
    assert places.tolist() == [[0, 0, 0], [1, 1, 1]] * 5
    assert games_a_deal == 2 and (seeds[::2] == seeds[1::2]).all() and len(set(seeds.tolist())) == 5
    (one,) = evaluate({"": setup}, Hash, ["python:plain_agents:Hash"], 20, 3, seating="team").values()
    assert one.total.returns == one.total.opponents_returns
    assert one.total.seats == 30


def test_who_is_ahead_is_counted_deal_by_deal(sides):
    """Two that play alike are not ahead of one another in any deal, whatever the deals were."""
    setup = KUHN.setup(num_players=3)
    found = evaluate({"": setup}, Hash, ["python:plain_agents:Hash", "python:plain_agents:First"], 300, 3)
    same, other = (one.total for one in found.values())
    assert same.ahead.mean == pytest.approx(0, abs=1e-12) and same.ahead.low < 0 < same.ahead.high
    places, seeds, _ = seated(setup.teams, 300, 3, "one")
    result = play_match(setup, [Hash(setup), First(setup)], places, seeds)
    for side, score in [("", other), *other.sides.items()]:
        leads = []
        for deal in range(0, 300, 3):
            wins, own, on = (every[deal : deal + 3] for every in (result.wins(), places == 0, result.sides == side))
            on = on | (side == "")
            if (own & on).any() and (~own & on).any():
                leads.append(wins[own & on].mean() - wins[~own & on].mean())
        expected = difference(np.array(leads), np.ones(len(leads))).mean
        assert tuple(score.ahead) == pytest.approx(tuple(expected)) and expected.low < expected.mean < expected.high


@pytest.mark.parametrize("seating", ["one", "half", "rest", "team"])
def test_an_agent_against_itself_gets_exactly_what_its_opponents_get(sides, seating):
    """Deterministic copies play the same game in all seatings of a deal, so each seat counts for both alike."""
    found = evaluate(setups(2, 3, 4), Hash, ["python:plain_agents:Hash"], 240, 3, seating=seating)
    (one,) = found.values()
    assert list(one.tables) == ["num_players=2", "num_players=3", "num_players=4"]
    for _, side, score in one.scores():
        assert score.won.mean == pytest.approx(score.opponents.mean)
        assert score.won_of_all.mean == pytest.approx(score.opponents_of_all.mean)
        assert score.returns.mean == pytest.approx(score.opponents_returns.mean, abs=1e-6)
        if not side:
            assert score.returns.mean == pytest.approx(0, abs=1e-6)
            assert score.ahead.mean == pytest.approx(0, abs=1e-9)
        assert score.won.low <= score.won.mean <= score.won.high
        assert np.isnan(score.returns.low) or score.returns.low <= score.returns.mean <= score.returns.high


@pytest.mark.parametrize(("seating", "games", "seats"), [("one", 24, 1), ("half", 20, 2), ("rest", 24, 3)])
def test_figures_are_those_of_the_games(sides, seating, games, seats):
    """An evaluation at four seats, counted once more game by game in plain loops."""
    setup = KUHN.setup(num_players=4)
    (one,) = evaluate({"": setup}, Hash, ["python:plain_agents:First"], games, 5, seating=seating).values()
    sums: dict = {}
    for deal, seed in enumerate(deal_seeds(5, games // (2 if seating == "half" else 4))):
        if seating != "half":
            single, others = (0, 1) if seating == "one" else (1, 0)
            lineups = [[single if seat == lone else others for seat in range(4)] for lone in range(4)]
        else:
            lineups = swapped_seating(4, games // 2, 5)[0][2 * deal : 2 * deal + 2]
        for lineup in lineups:
            result = play_match(setup, [Hash(setup), First(setup)], np.array([lineup]), np.array([seed]))
            for seat, agent in enumerate(lineup):
                for side in ("", result.sides[0, seat]):
                    sums.setdefault((agent, side), []).append((result.wins()[0, seat], result.returns[0, seat]))
    assert one.total.seats == games * seats
    assert one.tables == {"": one.total}
    assert set(one.total.sides) == {"top", "rest"}
    for side, score in [("", one.total), *one.total.sides.items()]:
        own, others = np.array(sums[0, side]), np.array(sums[1, side])
        assert score.seats == len(own)
        assert score.won.mean == pytest.approx(own[:, 0].mean())
        if not side:
            assert score.ahead.mean == pytest.approx(own[:, 0].mean() - others[:, 0].mean())
        assert score.returns.mean == pytest.approx(own[:, 1].mean())
        assert score.opponents.mean == pytest.approx(others[:, 0].mean())
        assert score.opponents_returns.mean == pytest.approx(others[:, 1].mean())
        assert score.won_of_all.mean == pytest.approx(own[:, 0].sum() / len(sums[0, ""]))
        assert score.opponents_of_all.mean == pytest.approx(others[:, 0].sum() / len(sums[1, ""]))
        assert score.won_of_all.low < score.won_of_all.mean < score.won_of_all.high


def test_a_side_tells_agents_apart_that_all_win_whenever_they_reach_it(monkeypatch):
    """Each seat's side is whether it won: the share of a side's seats that won is the same for everybody."""
    monkeypatch.setitem(
        KUHN.__dict__, "sides", lambda setup, state: ["won" if p > 0 else "lost" for p in state.paid[:3]]
    )
    found = evaluate(setups(3), Hash, ["python:plain_agents:First"], 90, 2)["python:plain_agents:First"].total
    won, lost = found.sides["won"], found.sides["lost"]
    assert won.won.mean == won.opponents.mean == 1
    assert won.won_of_all == found.won != found.opponents == won.opponents_of_all
    assert lost.won_of_all.mean == 0
    assert 0 < won.won_of_all.low < won.won_of_all.mean < won.won_of_all.high


def test_a_side_that_nobody_holds_at_some_tables_is_won_by_nobody_there(monkeypatch):
    monkeypatch.setitem(KUHN.__dict__, "sides", lambda setup, state: ["odd", "even", "odd", "far"][: setup.num_seats])
    one = evaluate(setups(2, 4), Hash, ["random"], 160, 1)["random"]
    two, four = (one.tables[f"num_players={n}"].sides["far"] for n in (2, 4))
    assert two.seats == 0
    assert two.won_of_all.mean == 0 < four.won_of_all.mean
    assert str(two.won) == "-" == str(two.returns)
    far = one.total.sides["far"]
    assert far.won == four.won
    assert far.won_of_all.mean == four.won_of_all.mean / 2
    for score in (one.total, *one.tables.values()):
        assert sum(side.won_of_all.mean for side in score.sides.values()) == pytest.approx(score.won.mean)


def test_tables_of_an_agent_alone_are_what_its_games_are(sides):
    one = evaluate_alone(setups(2, 3), ["python:plain_agents:Hash"], 60, 4)["python:plain_agents:Hash"]
    three = one.tables["num_players=3"]
    setup = KUHN.setup(num_players=3)
    result = play_match(setup, [Hash(setup)], np.zeros((30, 3), int), deal_seeds(4, 30))
    won, top = result.wins(), result.sides == "top"
    assert three.seats == 90
    assert three.won.mean == pytest.approx(won.mean())
    assert three.sides["top"].seats == 30
    assert three.sides["top"].won.mean == pytest.approx(won[top].mean())
    assert three.sides["top"].won_of_all.mean == pytest.approx(won[top].sum() / 90)
    assert three.returns.mean == pytest.approx(0, abs=1e-6)
    assert [row["opponents"] for row in one.rows()] == [None] * 9
    against_itself = evaluate(setups(3), Hash, ["python:plain_agents:Hash"], 90, 4)["python:plain_agents:Hash"]
    assert against_itself.total.won.mean == pytest.approx(three.won.mean)  # its 30 deals, from every seat


def test_totals_are_over_all_tables_and_rows_say_it_all(sides):
    (one,) = evaluate(setups(2, 4), Hash, ["random"], 160, 1).values()
    two, four = one.tables.values()
    assert two.seats == four.seats == 80
    assert one.total.won.mean == pytest.approx((two.won.mean + four.won.mean) / 2)
    assert one.total.ahead.mean == pytest.approx(one.total.won.mean - one.total.opponents.mean)
    assert one.total.sides["top"].seats == two.sides["top"].seats + four.sides["top"].seats
    assert two.won.high - two.won.low > one.total.won.high - one.total.won.low
    rows = list(one.rows())
    tables = ["", "num_players=2", "num_players=4"]
    assert [(row["table"], row["side"]) for row in rows] == [(t, s) for t in tables for s in ("", "rest", "top")]
    assert tuple(rows[0]) == COLUMNS
    assert rows[3]["win_rate"] == two.won.mean
    part = two.sides["rest"]
    assert (rows[4]["won_of_all"], rows[4]["won_of_all_high"]) == (part.won_of_all.mean, part.won_of_all.high)
    assert (rows[4]["opponents_of_all"], rows[4]["opponents_return"]) == (
        part.opponents_of_all.mean,
        part.opponents_returns.mean,
    )
    assert figures({"random": one}) == {
        "random": one.total.won.mean,
        "random, num_players=2": two.won.mean,
        "random, num_players=4": four.won.mean,
    }


def test_games_are_rounded_up_to_whole_deals_of_every_kind():
    (one,) = evaluate(setups(2, 3, 4), Hash, ["random"], 7, 1).values()
    assert [score.seats for score in one.tables.values()] == [4, 3, 4]
    (one,) = evaluate(setups(3), Hash, ["random"], 7, 1, seating="half").values()
    assert one.total.seats == 4 * 3  # four deals, played twice, in which it has each of the three seats once
    (one,) = evaluate(setups(4), Hash, ["random"], 5, 1, seating="rest").values()
    assert one.total.seats == 8 * 3


# Configurations


def test_kinds_of_table_have_names(tmp_path):
    config = tiny()
    assert list(config.setups()) == ["num_players=2", "num_players=3", "num_players=4"]
    assert [setup.num_seats for setup in config.setups().values()] == [2, 3, 4]
    assert list(tiny(mix=[]).setups()) == [""]
    limited = tiny(mix=[{}, {"num_players": 3, "max_decisions": 5}], options={"max_decisions": 4})
    assert [(s.num_seats, s.options.max_decisions) for s in limited.setups().values()] == [(2, 4), (3, 5)]
    assert list(limited.setups()) == ["", "num_players=3, max_decisions=5"]
    (tmp_path / "c.yaml").write_text(to_yaml(config))
    assert load_config(source=tmp_path / "c.yaml") == config
    assert load_config("games.kuhn_poker", None, {"mix": "[{num_players: 4}]", "steps": 9}).mix == ({"num_players": 4},)


@pytest.mark.parametrize(
    ("mix", "message"),
    [
        ([{"num_players": 2}, {"num_players": 9}], "'num_players' is 9"),
        ([{"players": 2}], "unknown option 'players'"),
        ([{"num_players": 2}, {"num_players": 2}], "option 'mix' names num_players=2 twice"),
        ([{"num_players": 2}] * 17, "tables is 16; the mix has 17 kinds"),
        (["num_players"], "option 'mix.0' is 'num_players'"),
        (3, "option 'mix' is 3"),
    ],
)
def test_wrong_mixes_are_named(mix, message):
    with pytest.raises(OptionError, match=message):
        tiny(mix=mix).setups()


WHOLE = KUHN.layout(KUHN.options())


@pytest.mark.parametrize(
    ("field", "make", "message"),
    [
        (
            "layout",
            lambda options: Layout(*WHOLE.parts[: options.num_players]),
            "num_players=2 with observations of 9 and of num_players=3 with 13",
        ),
        (
            "action_names",
            lambda options: ["pass", "bet", "raise"][: options.num_players],
            "num_players=2 with a number of actions of 2 and of num_players=3 with 3",
        ),
        (
            "action_names",
            lambda options: ["pass", f"bet {options.num_players}"],
            "observations and actions with digest",
        ),
    ],
)
def test_tables_that_one_policy_cannot_play_are_refused(monkeypatch, field, make, message):
    config = tiny(mix=MIX[:2])
    config.setups()
    monkeypatch.setitem(KUHN.__dict__, "actions", None)  # names that are given count
    monkeypatch.setitem(KUHN.__dict__, "action_names", lambda options: ["pass", "bet"])
    monkeypatch.setitem(KUHN.__dict__, field, make)
    with pytest.raises(OptionError, match=message):
        config.setups()


# Runs


def weights(path):
    network, _ = load_policy(path)
    return [array.tobytes() for layer in network.layers for array in layer]


def rows_of(path):
    with path.open() as file:
        return list(csv.DictReader(file))


def test_a_run_learns_several_kinds_of_table_and_goes_on_as_if_never_stopped(sides, tmp_path, monkeypatch):
    whole = train(tiny(), tmp_path / "whole", quiet=True)
    rounds, iterate = [], running.Run._iterate

    def breaking(self, progress):
        if len(rounds) == 3:
            raise RuntimeError("the power is gone")
        rounds.append(1)
        iterate(self, progress)

    monkeypatch.setattr(running.Run, "_iterate", breaking)
    with pytest.raises(RuntimeError, match="power"):
        train(tiny(), tmp_path / "cut", quiet=True)
    monkeypatch.setattr(running.Run, "_iterate", iterate)
    resumed = resume(tmp_path / "cut", quiet=True)
    assert weights(resumed.folder / "last.zip") == weights(whole.folder / "last.zip")
    assert resumed.evaluations == whole.evaluations
    assert rows_of(resumed.folder / "evaluations.csv") == rows_of(whole.folder / "evaluations.csv")

    rows = rows_of(whole.folder / "evaluations.csv")
    assert [(row["steps"], row["table"], row["side"]) for row in rows] == [
        (steps, table, side)
        for steps in ("384", "512")
        for table in ("", "num_players=2", "num_players=3", "num_players=4")
        for side in ("", "rest", "top")
    ]
    metrics = rows_of(whole.folder / "metrics.csv")
    assert metrics[2]["win/random"] == rows[0]["win_rate"]
    assert metrics[2]["return/random"] == rows[0]["return"]
    summary = json.loads((whole.folder / "summary.json").read_text())
    assert summary["evaluations"] == list(whole.evaluations["random"].rows())
    assert summary["win_rates"]["random"]["mean"] == whole.rates["random"].mean
    _, info = load_policy(whole.policy)
    assert info.figures == figures(whole.evaluations)
    assert set(info.figures) == {"random", *(f"random, num_players={n}" for n in (2, 3, 4))}


def test_the_best_policy_is_chosen_by_what_the_configuration_says(tmp_path, monkeypatch):
    chosen = {}
    for by in ("win_rate", "return"):
        started = running.Run(tiny(**{"evaluation.best_by": by}), make_folder(tmp_path / by))
        started._start()
        network = started.learner.policy.network()
        found = started._evaluate(network)
        chosen[by] = started.counters.best
        total = found["random"].total
        assert chosen[by] == pytest.approx(total.won.mean if by == "win_rate" else total.returns.mean)
        started.writer.close()
    assert chosen["win_rate"] != chosen["return"]


def make_folder(path):
    (path / "snapshots").mkdir(parents=True)
    return path


def test_a_policy_is_shipped_for_all_numbers_of_players(sides, tmp_path, monkeypatch):
    result = train(tiny(steps=128), tmp_path / "run", quiet=True)
    measured = ship(result.policy, ["random"], 60, tmp_path / "policies", ["half", "rest", "half"])
    text = (tmp_path / "policies" / "kuhn_poker.md").read_text()
    assert list(measured.found) == ["half", "rest"]
    assert "--games 60 --seating half --seating rest --against random" in text
    assert "| the policy's seats | against | mean return | share won | won as rest | won as top |" in text
    for number, (seating, label) in enumerate([("half", "half"), ("rest", "all but one")]):
        one = measured.found[seating]["random"]
        whole = one.total
        pairs = [(whole.returns, whole.opponents_returns), (whole.won, whole.opponents)]
        pairs += [(whole.sides[side].won_of_all, whole.sides[side].opponents_of_all) for side in ("rest", "top")]
        cells = [f"{own} / {str(others).partition(' (')[0]}" for own, others in pairs]
        assert f"| {label} | `random` | {' | '.join(cells)} |" in text
        section = text.split("### The policy's seats: ")[number + 1]
        assert section.startswith(label)
        for table, side, score in one.scores():
            shares = f"{score.won} | {score.opponents} | {score.won_of_all} | {score.opponents_of_all}"
            line = f"| `random` | {table or 'all'} | {side or 'all'} | {score.seats} | {shares} | {score.returns} |"
            assert line in section
    alone = measured.alone["random"].total
    own = [alone.returns, alone.won, alone.sides["rest"].won_of_all, alone.sides["top"].won_of_all]
    assert f"| none | `random` | {' | '.join(f'/ {figure}' for figure in own)} |" in text
    _, info = load_policy(tmp_path / "policies" / "kuhn_poker.zip")
    assert info.figures == figures(measured.found["half"]) != figures(measured.found["rest"])
    monkeypatch.setattr("cogitable.agents.policy.agent.SHIPPED", tmp_path / "policies")
    for setup in setups(2, 3, 4).values():
        agent = make_agent("policy", setup)
        result = play_match(setup, [agent, RandomAgent(setup, 0)], np.tile([0] + [1] * (setup.num_seats - 1), (4, 1)),
                            np.arange(4))  # fmt: skip
        assert (result.over == 1).all()


def test_a_policy_without_a_mix_is_shipped_as_before(tmp_path):
    path = train(tiny(mix=[], steps=128), tmp_path / "run", quiet=True).policy
    text = card_of(path, tmp_path)
    assert "By table and side" not in text
    assert "policy's seats" not in text
    assert "12 games against each: duplicate deals (every deal is played from every seat).\nA draw" in text
    assert "--games 12 --against random\n" in text
    several = card_of(path, tmp_path, ["one", "half"])
    assert "| the policy's seats | against | mean return | share won |\n" in several
    assert "By table and side" not in several
    network, info = load_policy(path)
    save_policy(path, network, info.model_copy(update={"config": info.config | {"mix": [MIX[0], MIX[1]]}}))
    assert "| `random` | num_players=3 | all |" in card_of(path, tmp_path)


def test_modes_may_have_policies_of_their_own(tmp_path, monkeypatch):
    """The shipped policy is the one that can play with these options, whatever its file's name."""
    monkeypatch.setattr("cogitable.agents.policy.agent.SHIPPED", tmp_path)
    path = train(tiny(mix=[], steps=128), tmp_path / "run", quiet=True).policy
    setup = tiny(mix=[]).setups()[""]
    ship(path, ["random"], 12, tmp_path, variant="small")
    assert {p.name for p in tmp_path.glob("kuhn_poker*")} == {"kuhn_poker-small.zip", "kuhn_poker-small.md"}
    assert shipped_policy(setup).name == "kuhn_poker-small.zip"
    network, info = load_policy(path)
    save_policy(tmp_path / "kuhn_poker.zip", network, info.model_copy(update={"layout": "of another mode"}))
    assert shipped_policy(setup).name == "kuhn_poker-small.zip"
    (tmp_path / "kuhn_poker-small.zip").unlink()
    with pytest.raises(OptionError, match=r"the shipped policy kuhn_poker\.zip: .*; train one"):
        make_agent("policy", setup)
    save_policy(tmp_path / "kuhn_poker.zip", network, info)
    assert make_agent("policy", setup).info == info


def test_a_mode_may_be_a_property_of_the_options():
    """Any set of Missions is one mode, none another."""
    game = get_game("great_machine_coop")
    trained = {kind: describe(game.setup(missions=kind), 1, {}) for kind in ("none", "I")}
    fits(trained["none"], game.setup(difficulty="hard"), "it")
    fits(trained["I"], game.setup(missions="random", num_players=1), "it")
    with pytest.raises(OptionError, match="trained with with_missions=False, not with with_missions=True"):
        fits(trained["none"], game.setup(missions="I"), "it")
    gone = trained["I"].model_copy(update={"options": {"missions": "V"}})
    with pytest.raises(OptionError, match="with_missions=None"):
        fits(gone, game.setup(missions="I"), "it")


def card_of(path, folder, seatings=()):
    assert not ship(path, ["random"], 12, folder, seatings).alone
    return (folder / "kuhn_poker.md").read_text()


def test_seatings_are_given_by_name_any_number_of_times(tmp_path, monkeypatch):
    given = []
    monkeypatch.setattr(shipping, "ship", lambda *args: given.append(args) or shipping.Measured(1, {"one": {}}, {}))
    app = Typer()
    app.command()(shipping.main)
    done = CliRunner().invoke(app, ["p.zip", "--seating", "rest", "--seating", "one", "--folder", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert given[0][4] == ["rest", "one"]
    assert CliRunner().invoke(app, ["p.zip"]).exit_code == 0
    assert given[1][4] == []
    wrong = CliRunner().invoke(app, ["p.zip", "--seating", "two"])
    assert wrong.exit_code == 2
    assert "'two'" in wrong.output
    with pytest.raises(OptionError, match="seating is 'two'; there are one, half, rest"):
        evaluate(setups(2), Hash, ["random"], 2, 1, seating="two")
    with pytest.raises(OptionError, match=r"evaluation\.seating"):
        tiny(**{"evaluation.seating": "two"})


def test_baselines_are_made_for_every_kind_of_table():
    from cogitable.training.learn.league.league import League

    found = list(setups(2, 4).values())
    league = League(found, tiny(**{"league.baselines": ["random", "search:simulations=2"]}).league)
    assert [len(league.agents(number)) for number in range(3)] == [1, 2, 2]
    assert [agent.setup for agent in league.agents(2)] == found
    words = [agent.words.tolist() for agent in league.agents(1)]
    assert words[0] != words[1]
    league.reseed(np.random.SeedSequence(7))
    again = [agent.words.tolist() for agent in league.agents(1)]
    league.reseed(np.random.SeedSequence(7))
    assert again == [agent.words.tolist() for agent in league.agents(1)] != words


def test_policies_are_measured_from_their_files(tmp_path):
    path = train(tiny(steps=128), tmp_path / "run", quiet=True).policy
    found = evaluate(tiny().setups(), partial(PolicyAgent, path=path), ["random"], 12, 0)
    assert found["random"].total.seats == 4 + 6 + 4  # whole deals


def test_who_learned_this_value_of_a_specialty_goes_before_who_can_play_it_too(tmp_path, monkeypatch):
    path = train(tiny(mix=[], steps=128), tmp_path / "run", quiet=True).policy
    monkeypatch.setattr("cogitable.agents.policy.agent.SHIPPED", tmp_path)
    network, info = load_policy(path)
    for variant, players in {"": 2, "-three": 3, "-two": 2}.items():
        options = info.options | {"num_players": players}
        save_policy(tmp_path / f"kuhn_poker{variant}.zip", network, info.model_copy(update={"options": options}))
    kinds = [KUHN.setup(num_players=players) for players in (2, 3, 4)]
    assert [shipped_policy(setup).stem for setup in kinds] == ["kuhn_poker"] * 3
    monkeypatch.setitem(KUHN.__dict__, "specialties", ("num_players",))
    assert [shipped_policy(setup).stem for setup in kinds] == ["kuhn_poker", "kuhn_poker-three", "kuhn_poker"]
