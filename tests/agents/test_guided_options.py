"""What a search with a network can be told, and which networks it takes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from networks import ignorant, opinionated
from puzzles import CONNECT_FOUR, KUHN

from cogitable.agents.base import View
from cogitable.agents.factory import make_agent
from cogitable.agents.guided.agent import GuidedAgent
from cogitable.agents.policy.file import describe, save_policy
from cogitable.envs.table import OptionError, Tables


def policy_file(folder: Path, network) -> Path:
    path = folder / "policy.zip"
    save_policy(path, network, describe(KUHN, 0, {}))
    return path


def test_a_file_is_searched_with_by_its_spec(tmp_path):
    path = policy_file(tmp_path, opinionated(KUHN))
    agent = make_agent(f"search:network={path},simulations=20,others=search,exploration=1.5,threads=2", KUHN, 3)
    assert isinstance(agent, GuidedAgent)
    assert (agent.simulations, agent.exploration, agent.threads) == (20, 1.5, 2)
    tables, options = Tables(KUHN, 4, seed=1), {"simulations": 20, "others": "search", "exploration": 1.5}
    same = GuidedAgent(KUHN, 3, network=opinionated(KUHN), **options)
    assert (agent.act(View.of(tables)) == same.act(View.of(tables))).all()


def test_networks_that_cannot_be_searched_with_are_refused(tmp_path):
    without = policy_file(tmp_path, replace(opinionated(KUHN), value=None))
    with pytest.raises(OptionError, match="this one has none; `cogitable value games.kuhn_poker "):
        make_agent(f"search:network={without}", KUHN)
    with pytest.raises(OptionError, match="its value tells of up to 1 seats, not of 2"):
        GuidedAgent(KUHN, network=ignorant(KUHN, seats=1))
    with pytest.raises(OptionError, match="trained for 'kuhn_poker', not for 'connect_four'"):
        make_agent(f"search:network={without}", CONNECT_FOUR)
    with pytest.raises(OptionError, match=r"is shipped for Kuhn poker; train one \(cogitable train games.kuhn_poker\)"):
        make_agent("search:network=policy", KUHN)
    with pytest.raises(OptionError, match=r"no file .*nowhere\.zip"):
        make_agent("search:network=nowhere.zip", KUHN)


def test_a_policy_without_a_quick_copy_cannot_play_on_with_one(tmp_path):
    path = policy_file(tmp_path, opinionated(KUHN))
    with pytest.raises(OptionError, match=r"rollouts=quick: network=.*zip has no quick copy; `cogitable quicken`"):
        make_agent(f"search:network={path},rollouts=quick", KUHN)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("search:network=policy,widening=1,trust=0.5", "widening and trust need a search without a network"),
        (
            "search:network=policy,rollouts=random",
            "rollouts=random does not go with a network, heuristic, policy or quick does",
        ),
        ("search:rollouts=quick", "rollouts=quick does not go without a network, random or heuristic does"),
        ("search:rollouts=policy", "rollouts=policy does not go without a network, random or heuristic does"),
        ("search:network=policy,epsilon=0.5", "epsilon needs rollouts=heuristic"),
        ("search:network=policy,rollouts=policy,epsilon=0.5", "epsilon needs rollouts=heuristic"),
        ("search:epsilon=0.5", "epsilon needs rollouts=heuristic"),
        ("search:network=policy,share=1", "share needs rollouts"),
        ("search:network=policy,horizon=4", "horizon needs rollouts"),
        ("search:network=policy,horizon=4,share=1", "share and horizon need rollouts"),
        ("search:network=policy,rollouts=policy,share=0,horizon=4", "horizon needs a share of rollouts above 0"),
        ("search:network=policy,rollouts=policy,horizon=0", "'horizon' is '0'"),
        ("search:network=policy,particles=9,recall=3", "particles and recall need beliefs=policy"),
        ("search:horizon=4", "horizon needs a network"),
        ("search:share=1", "share needs a network"),
        ("search:others=search", "others needs a network"),
        ("search:certain=0.9", "certain needs a network"),
        ("search:network=policy,certain=0", "'certain' is '0'"),
        ("search:widening=2", "widening needs rollouts=heuristic"),
        ("search:rollouts=heuristic,trust=0.5", "trust needs widening"),
        ("search:network=policy,others=nobody", "'others' is 'nobody'"),
    ],
)
def test_parameters_that_do_not_go_together_are_refused(spec, message):
    with pytest.raises(OptionError, match=message):
        make_agent(spec, KUHN)


@pytest.mark.parametrize(
    "wrong",
    [
        {"simulations": 0}, {"seconds": 0.0}, {"seconds": float("nan")}, {"threads": 0}, {"exploration": -1.0},
        {"rollouts": "random"}, {"rollouts": "clever"}, {"horizon": 5}, {"others": "nobody"}, {"beliefs": "polciy"},
        {"certain": 1.5},
        {"rollouts": "heuristic", "epsilon": 7.0}, {"particles": 9}, {"share": 0.3},
    ],
    ids=str,
)  # fmt: skip
def test_what_an_object_is_told_is_checked_like_a_spec(wrong):
    with pytest.raises(OptionError, match=list(wrong)[-1]):
        GuidedAgent(KUHN, network=ignorant(KUHN), **wrong)
