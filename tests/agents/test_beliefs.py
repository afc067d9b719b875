"""Beliefs from play: Bayes' rule in small games, nothing but what was perceived, and search that draws on them."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from games import ballot, kuhn_poker
from networks import ignorant
from puzzles import KUHN

from cogitable.agents.base import View
from cogitable.agents.beliefs.past import SEAT, Played, Recollection, recollect
from cogitable.agents.beliefs.weighing import Beliefs
from cogitable.agents.factory import make_agent
from cogitable.agents.guided.agent import GuidedAgent
from cogitable.agents.inference.network import stack
from cogitable.agents.policy.agent import PolicyAgent, policy_network
from cogitable.envs import get_game
from cogitable.envs.table import OptionError, Setup, Tables
from cogitable.envs.table.random import seed_words
from cogitable.envs.table.tables import determinized
from cogitable.training.measure.calibration import calibrate
from cogitable.training.measure.match import deal_seeds, play_match
from leduc_poker import GAME as LEDUC

BET, PASS = kuhn_poker.Act.BET, kuhn_poker.Act.PASS
BALLOT = ballot.GAME.setup(num_players=3)


def played(setup: Setup, seed: int, *actions: int) -> tuple[Tables, Played]:
    """A game from a seed after some actions."""
    tables = Tables(setup, 1, seed=0, auto_reset=False)
    generator = seed_words(seed)
    tables.states["rng"] = generator
    tables.deal(np.ones(1, np.bool_))
    for action in actions:
        tables.step(np.array([action]))
    return tables, Played(generator[0].tolist(), list(actions))


def kuhn_with(first: int, second: int, *actions: int) -> tuple[Tables, Played]:
    """Kuhn poker in which two seats have been dealt these cards."""
    for seed in range(100):
        tables, game = played(KUHN, seed, *actions)
        if tables.states["kuhn_deck"][0, :2].tolist() == [first, second]:
            return tables, game
    raise AssertionError("no such deal")


def seen_by(tables: Tables, game: Played) -> View:
    return View.of(tables, played=lambda _: game)


def bettor(*logits: float):
    """A network that bets by the card it holds: the differences between betting and passing."""
    network = ignorant(KUHN, -2, 2)
    weights = np.zeros_like(network.layers[0][0])
    weights[:3, BET] = logits
    return replace(network, layers=((weights, network.layers[0][1]),))


def drawn(setup: Setup, tables: Tables, game: Played, network, particles: int = 2000, doubt: float = 0.0, seed=7):
    beliefs = Beliefs(setup, stack([network]), particles, doubt=doubt)
    past = recollect(setup, game, tables.states, beliefs.recall)
    return beliefs.draw(past, tables.states, seed_words(seed)[0])


def chance(logit: float, doubt: float = 0.0) -> float:
    return (1 - doubt) / (1 + np.exp(-logit)) + doubt / 2


def unnoticed(setup: Setup, voters: int) -> tuple[Tables, Played]:
    """A ballot in which so many seats have voted yes unnoticed, after one that was noticed."""
    for seed in range(100):
        tables, game = played(setup, seed, ballot.Act.STAY)
        if tables.states["called"][0, 2:].sum() == voters:
            return played(setup, seed, ballot.Act.STAY, *[ballot.Act.YES] * (1 + voters))
    raise AssertionError("no such deal")


# Bayes' rule


@pytest.mark.parametrize("doubt", [0.0, 0.5])
def test_a_bet_tells_what_the_policy_would_have_bet_with(doubt):
    tables, game = kuhn_with(2, 1, BET)
    found = drawn(KUHN, tables, game, bettor(-1.0, 0.0, 2.0), doubt=doubt)["kuhn_deck"][:, 0]
    low, high = chance(-1.0, doubt), chance(2.0, doubt)
    assert set(found) == {0, 2}
    assert abs((found == 2).mean() - high / (low + high)) < 0.04


def test_all_that_is_looked_back_on_counts_and_own_actions_tell_nothing():
    tables, game = kuhn_with(1, 0, PASS, BET)
    network = bettor(-1.0, 0.0, 1.0)
    found = drawn(KUHN, tables, game, network)["kuhn_deck"][:, 1]
    low, high = chance(-1.0), chance(1.0)
    assert abs((found == 2).mean() - high / (low + high)) < 0.04


def test_what_was_done_unseen_is_drawn_from_the_policy():
    network = ignorant(BALLOT)
    network.layers[0][1][ballot.Act.YES] = np.log(9.0)
    tables, game = played(BALLOT, 1, ballot.Act.STAY, ballot.Act.NO, ballot.Act.NO)
    found = drawn(BALLOT, tables, game, network)
    assert abs((found["ballot_vote"][:, 1:3] == ballot.Act.YES).mean() - 0.9) < 0.02
    assert len(np.unique(found["ballot_vote"][:, 1:3], axis=0)) > 2


def test_what_was_not_noticed_at_all_is_drawn_from_the_policy_where_there_was_anything():
    """Seats 2 and 3 were called with a chance of a half each, unnoticed; who votes says yes nine times in ten."""
    setup, network = ballot.GAME.setup(num_players=4, some_vote=True), ignorant(BALLOT)
    network.layers[0][1][ballot.Act.YES] = np.log(9.0)
    tables, game = unnoticed(setup, 0)
    found = drawn(setup, tables, game, network)
    assert abs((found["ballot_vote"][:, 1] == ballot.Act.YES).mean() - 0.9) < 0.03
    assert abs((found["ballot_vote"][:, 2:] == ballot.Act.YES).mean() - 0.45) < 0.03
    assert abs(found["called"][:, 2:].mean() - 0.5) < 0.03
    assert (found["cast"] == 3).all() and (found["seat"] == 0).all()


def test_a_turned_up_card_is_the_same_in_all_that_is_held_possible():
    """In Leduc poker the second round turns up one of the cards that are left: a redraw that has another is wrong."""
    setup, generator, drawn_from = LEDUC.setup(), np.random.default_rng(3), 0
    for seed in range(30):
        tables, game = played(setup, seed)
        for _ in range(4):
            if tables.over[0]:
                break
            action = int(generator.choice(np.flatnonzero(tables.masks[0])))
            game.actions.append(action)
            tables.step(np.array([action]))
            if tables.over[0] == 0:
                found = drawn(setup, tables, game, ignorant(setup), 64)
                if found is not None:
                    same = np.zeros((64, setup.layout.size), np.float32)
                    masks = np.zeros((64, setup.num_actions), np.int8)
                    look = Tables(setup, 64, seed=0)
                    look.states[:] = found
                    look.observe(np.full(64, tables.seats[0]), same, masks)
                    assert (same == tables.observations[0]).all()
                    drawn_from += 1
    assert drawn_from > 30


# What is sure, and what is forgotten


WIDE_KUHN = kuhn_poker.GAME.setup(num_players=4)
PASSES_THEN_A_BET = (PASS, PASS, PASS, BET, PASS, BET)
"""Seat 2 holds the 4; of the others seat 3 bets, seat 0 then folds and seat 1 calls."""


def by_card(slope: float = 5.0):
    """A network that bets with a card from 3 on (less surely below), and calls with one from 2 on."""
    network = ignorant(WIDE_KUHN, -2, 2)
    weights = np.zeros_like(network.layers[0][0])
    weights[: WIDE_KUHN.num_seats + 1, BET] = slope * (np.arange(WIDE_KUHN.num_seats + 1) - 2.5)
    weights[WIDE_KUHN.layout.slice("bettor"), BET] = slope
    return replace(network, layers=((weights, network.layers[0][1]),))


def after_a_bet() -> tuple[Tables, Played]:
    for seed in range(1000):
        tables, game = played(WIDE_KUHN, seed, *PASSES_THEN_A_BET)
        if tables.states["kuhn_deck"][0, 2] == 4:
            return tables, game
    raise AssertionError("no such deal")


def exact_chances(slope: float, decisions: slice) -> dict[tuple[int, ...], float]:
    """The probability of every way to deal the cards 0 to 3 to seats 0, 1, 3 and nobody, after some decisions."""
    told = [(0, 2.5, PASS), (1, 2.5, PASS), (2, 2.5, BET), (0, 1.5, PASS), (1, 1.5, BET)][decisions]
    weights = {}
    for cards in permutations(range(4)):
        bets = [(chance(slope * (cards[place] - limit)), action) for place, limit, action in told]
        weights[cards] = float(np.prod([bet if action == BET else 1 - bet for bet, action in bets]))
    return {cards: weight / sum(weights.values()) for cards, weight in weights.items()}


def shares_of_cards(found: np.ndarray) -> np.ndarray:
    """How often seats 0, 1 and 3 and nobody hold each card from 0 to 3, shape (4, 4)."""
    deck = found["kuhn_deck"][:, [0, 1, 3, 4]]
    return np.array([[(deck[:, place] == card).mean() for card in range(4)] for place in range(4)])


def exact_shares(slope: float, decisions: slice) -> np.ndarray:
    shares = np.zeros((4, 4))
    for cards, share in exact_chances(slope, decisions).items():
        shares[np.arange(4), cards] += share
    return shares


def mean_shares(network, past: Recollection, tables: Tables, draws: int = 60) -> np.ndarray:
    """What filters of the usual size come to on average."""
    beliefs, words = Beliefs(WIDE_KUHN, stack([network]), doubt=0.0), seed_words(5)[0]
    return np.mean([shares_of_cards(beliefs.draw(past, tables.states, words)) for _ in range(draws)], axis=0)


@pytest.mark.parametrize("slope", [2.0, 5.0])
def test_who_has_become_sure_by_what_others_did_remains_so(slope):
    """One of 12 redraws is what the past tells: that the others lose their weight is no reason to forget it."""
    tables, game = after_a_bet()
    past = recollect(WIDE_KUHN, game, tables.states, 50)
    expected = exact_shares(slope, slice(None))
    assert expected[1, 2] > 0.9 or slope < 5
    assert np.abs(mean_shares(by_card(slope), past, tables) - expected).max() < 0.06


def test_what_hardly_any_redraw_has_makes_the_filter_begin_anew():
    """Nothing that can be redrawn looks as the second decision did, so that only the later ones tell anything."""
    tables, game = after_a_bet()
    past = recollect(WIDE_KUHN, game, tables.states, 50)
    past.keys[1, 2:] += 1
    expected = exact_shares(2.0, slice(2, None))
    assert np.abs(mean_shares(by_card(2.0), past, tables) - expected).max() < 0.06
    assert np.abs(exact_shares(2.0, slice(None)) - expected).max() > 0.1


def test_what_was_not_noticed_is_tried_until_it_leads_to_the_present():
    """That seats 2 and 3 both say yes has a chance of one in 25; what seat 1 may have said is not forgotten for it."""
    setup = ballot.GAME.setup(num_players=4, some_vote=True, late_count=True)
    network = ignorant(setup)
    network.layers[0][1][ballot.Act.YES] = np.log(0.4 / 0.6)
    network.layers[0][0][setup.layout.slice("guesser").start + 3, ballot.Act.YES] = np.log(9.0) - np.log(0.4 / 0.6)
    tables, game = unnoticed(setup, 2)
    found = np.concatenate([drawn(setup, tables, game, network, 64, seed=seed) for seed in range(40)])
    assert (found["ballot_vote"][:, 2:] == ballot.Act.YES).all()
    assert abs((found["ballot_vote"][:, 1] == ballot.Act.YES).mean() - 0.9) < 0.06


def test_a_past_that_does_not_lead_to_the_present_tells_nothing():
    tables, game = kuhn_with(2, 1, BET)
    past, other = recollect(KUHN, game, tables.states, 9), kuhn_with(2, 0, BET)[0]
    assert Beliefs(KUHN, stack([ignorant(KUHN)])).draw(past, other.states, seed_words(1)[0]) is None


# Nothing but what was perceived


def test_worlds_that_look_alike_are_recalled_alike():
    """The hidden card and the hidden votes differ; what a seat has of the past does not."""
    for worlds in (
        [kuhn_with(hidden, 1, BET) for hidden in (0, 2)],
        [played(BALLOT, 1, ballot.Act.STAY, *votes) for votes in ((0, 1), (1, 1), (1, 0))],
    ):
        found = [recollect(tables.setup, game, tables.states, 50) for tables, game in worlds]
        for other in found[1:]:
            assert (other.decisions == found[0].decisions).all()
            assert (other.keys == found[0].keys).all()


@pytest.mark.parametrize("looks_back", [1, 2, 3, 50])
def test_how_many_decisions_were_not_noticed_does_not_show_in_what_is_recalled(looks_back):
    setup = ballot.GAME.setup(num_players=4, some_vote=True)
    worlds = [unnoticed(setup, voters) for voters in range(3)]
    found = [recollect(setup, game, tables.states, looks_back) for tables, game in worlds]
    for other in found[1:]:
        assert (other.decisions == found[0].decisions).all()
        assert (other.keys == found[0].keys).all()


def test_the_hidden_card_has_no_influence_on_what_is_believed():
    network = bettor(-1.0, 0.0, 2.0)
    shares = []
    for hidden in (0, 2):
        options = {"simulations": 4000, "beliefs": "policy", "particles": 2000, "exploration": 20.0}
        agent = GuidedAgent(KUHN, 5, network=network, **options)
        found = agent.analyse(seen_by(*kuhn_with(hidden, 1, BET)))
        shares.append(found.values[0, BET])
    expected = 2 * (chance(-1.0, 0.05) - chance(2.0, 0.05)) / (chance(-1.0, 0.05) + chance(2.0, 0.05))
    assert abs(shares[0] - shares[1]) < 0.15
    assert abs(shares[0] - expected) < 0.15


def test_a_game_that_led_elsewhere_is_not_recalled():
    tables, game = kuhn_with(2, 1, BET)
    assert recollect(KUHN, Played(game.generator, [PASS]), tables.states, 9) is None
    assert recollect(KUHN, Played(game.generator, [BET, BET, BET]), tables.states, 9) is None
    assert recollect(KUHN, Played(game.generator, [7]), tables.states, 9) is None


def test_a_recollection_begins_with_the_last_decisions_of_others():
    tables, game = kuhn_with(1, 0, PASS, BET)
    past = recollect(KUHN, game, tables.states, 9)
    assert past.decisions[:, SEAT].tolist() == [0, 1]
    assert past.last(1).decisions[:, SEAT].tolist() == [1]
    assert len(past.last(5)) == 2
    assert recollect(KUHN, game, tables.states, 1).decisions[:, SEAT].tolist() == [1]
    assert (past.redrawn(0, 3, seed_words(1)[0])["kuhn_deck"][:, 0] == 1).all()


def test_no_more_positions_are_remade_than_are_asked_for():
    tables, game = after_a_bet()
    remade = []
    for others in (1, 2, 3, 50):
        past = recollect(WIDE_KUHN, game, tables.states, others)
        remade.append(len(past))
        assert (past.decisions[:, SEAT] != 2).sum() == min(others, 5)
        assert past.redrawn(0, 1, seed_words(1)[0]).size == 1
    assert remade == [1, 2, 3, 6]


# Search


def test_search_calls_where_the_policy_bets_with_bad_cards_and_folds_where_it_does_not():
    """With redraws that ignore the bet calling is worth 0 in both cases, more than folding."""
    for bluffs, answer in ((3.0, BET), (-6.0, PASS)):
        network = bettor(bluffs, 0.0, 3.0 if bluffs < 0 else -3.0)
        tables, game = kuhn_with(0, 1, BET)
        agent = GuidedAgent(KUHN, 1, network=network, simulations=500, beliefs="policy", exploration=1.0)
        assert agent.act(seen_by(tables, game))[0] == answer
        assert agent.act(View.of(tables))[0] == BET  # nobody has told it the past


class Recalls(GuidedAgent):
    """Search that is told the past, or is not; all else, what it draws included, is the same."""

    def __init__(self, told: bool, *given, **named):
        super().__init__(*given, **named)
        self.recalls = told


def test_matches_give_the_past_to_those_who_ask_for_it():
    network = bettor(-2.0, 0.0, 2.0)
    games = []
    for told in (True, True, False):
        agents = [Recalls(told, KUHN, 1, network=network, simulations=60, beliefs="policy") for _ in range(2)]
        seating, seeds = np.tile([0, 1], (40, 1)), np.arange(40)
        result = play_match(KUHN, agents, seating, seeds, record=range(40), agent_seed=3)
        games.append([result.actions[game].tolist() for game in range(40)])
    assert games[0] == games[1] != games[2]


def test_bad_parameters_are_refused():
    with pytest.raises(OptionError, match="particles"):
        GuidedAgent(KUHN, network=ignorant(KUHN), beliefs="policy", particles=1)
    for spec in ("search:beliefs=policy", "search:network=policy,particles=0", "search:network=policy,beliefs=all"):
        with pytest.raises(OptionError):
            make_agent(spec, KUHN, 0)


def test_calibration_sees_what_bets_tell():
    """Bets that tell the card make it better foretold; bets that tell nothing leave it as it is."""
    gains = []
    for network in (bettor(-3.0, 0.0, 3.0), bettor(0.0, 0.0, 0.0)):
        player = PolicyAgent(KUHN, 1, network=network, deterministic=False)
        found = calibrate(KUHN, Beliefs(KUHN, stack([network]), 200), player, 60, share=1.0)
        gains.append(found.parts[0].gain)
        assert found.positions > 60
        assert found.lines()
    assert gains[0].low > 0.05
    assert abs(gains[1].mean) < 0.02


def test_neither_kind_of_redraw_says_what_it_is_judged_by():
    """With two redraws of each kind, what even ones happen to miss is easier for others; a policy that bets with any
    card knows no more than they do."""
    network = bettor(0.0, 0.0, 0.0)
    player = PolicyAgent(KUHN, 1, network=network, deterministic=False)
    gain = calibrate(KUHN, Beliefs(KUHN, stack([network]), 2), player, 400, share=1.0).parts[0].gain
    assert gain.low < 0 < gain.high


def test_what_evidence_has_made_alike_draws_cards_of_its_own():
    """Few particles agree with much; their copies share what was seen, and not what lies in the decks."""
    setup, words = get_game("cogs_and_commissars").setup(), seed_words(5)[0]
    beliefs = Beliefs(setup, stack([policy_network(setup, "policy")]), 64, 16)
    agent, seeds = make_agent("policy:deterministic=false", setup, 0), deal_seeds(1, 3)
    found = play_match(setup, [agent], np.zeros((3, 2), np.int64), seeds, 3, agent_seed=3, record=range(3))
    game = Played(seed_words(int(seeds[2]))[0].tolist(), found.actions[2][:44].tolist())
    tables, _ = played(setup, int(seeds[2]), *game.actions)
    past = recollect(setup, game, tables.states, 16)
    even = determinized(setup, tables.states, words, seats=np.array([past.seat]))
    particles = beliefs.draw(past, even, words)
    assert particles is not None
    assert len({particle["held"].tobytes() for particle in particles}) < 32
    assert len({particle["piles"].tobytes() for particle in particles}) > 60


def test_what_is_told_of_how_it_goes_on_begins_with_what_is_believed():
    """Who bets with the king alone holds it in the continuations that are told, too."""
    network, kings = bettor(-6.0, 0.0, 6.0), 0
    for seed in range(20):
        agent = GuidedAgent(KUHN, seed, network=network, simulations=50, beliefs="policy", exploration=1.0)
        found = agent.analyse(seen_by(*kuhn_with(2, 1, BET)))
        kings += int(found.lines[0][BET].states["kuhn_deck"][0, 0] == 2)
    assert kings > 15
