"""The learner's transitions: from one of its own decisions to its next one, whoever moves in between."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import torch
from games.kuhn_poker import GAME as KUHN
from games.treasure import GAME as TREASURE
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.logger import Logger

from cogitable.agents.base import Agent
from cogitable.agents.factory import make_agent
from cogitable.agents.policy.agent import PolicyAgent
from cogitable.agents.policy.file import describe, save_policy
from cogitable.agents.policy.network import PolicyNetwork
from cogitable.envs import get_game
from cogitable.envs.table import IllegalActionError, OptionError
from cogitable.envs.table.random import seed_words
from cogitable.training.learn.collecting.opponents import HEURISTIC, PYTHON, Loops
from cogitable.training.learn.collecting.selfplay import Pool, SelfPlayVecEnv
from cogitable.training.learn.collecting.table_mix import TableMix, _seeds
from cogitable.training.learn.config.sections import LeagueConfig
from cogitable.training.learn.league.league import League, _frozen_networks
from connect_four import GAME as CONNECT_FOUR
from leduc_poker import GAME as LEDUC

torch.set_num_threads(1)
GAMES = [(CONNECT_FOUR, 2), (KUHN, 2), (KUHN, 3), (KUHN, 4), (TREASURE, 3), (TREASURE, 5)]
GAMES += [(KUHN, (2, 3, 4)), (TREASURE, (5, 3))]  # several numbers of seats side by side


class RandomPool(Pool):
    """Two random opponents that take note of what they are told."""

    def __init__(self, setups, seed=0):
        self.players = [[make_agent("random", setup, seed=seed + i) for setup in setups] for i in range(2)]
        self.generator = np.random.default_rng(seed)
        self.told, self.episodes = [], 0.0

    def draw(self, shape):
        return self.generator.integers(0, 2, shape)

    def agents(self, number):
        return self.players[number]

    def record(self, numbers, scores, episodes):
        self.told += list(zip(numbers.tolist(), scores.tolist(), strict=True))
        self.episodes += episodes.sum()


class WatchedEnv(SelfPlayVecEnv):
    """Keeps the true returns of every learner's finished episode."""

    def _score(self, ended):
        for row in ended:
            self.ended[int(row)] = float(self.tables.states["paid"][row, self.learner[row]])
        super()._score(ended)


def make(game, seats, count, kind=SelfPlayVecEnv, seed=3, **options):
    setups = [game.setup(num_players=n, **options) for n in (seats if isinstance(seats, tuple) else (seats,))]
    env = kind(setups, count, RandomPool(setups), seed)
    env.ended = {}
    return env


def random_legal(env, generator):
    return (env.action_masks() * generator.random(env.action_masks().shape)).argmax(axis=1)


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_transition_runs_from_own_decision_to_own_next_one(game, seats):
    env, generator = make(game, seats, 17, WatchedEnv), np.random.default_rng(0)
    observations = env.reset()
    states, base, total = env.tables.states, np.zeros(17), np.zeros(17)
    episodes = 0
    for _ in range(60):
        assert (states["seat"] == env.learner).all()
        own, masks = np.empty_like(observations), np.empty_like(env.action_masks())
        env.tables.observe(env.learner, own, masks)
        np.testing.assert_array_equal(observations, own)
        np.testing.assert_array_equal(env.action_masks(), masks)
        assert (masks.sum(axis=1) > 0).all()
        env.ended.clear()
        before = states["decisions"].copy()
        observations, rewards, dones, _ = env.step(random_legal(env, generator))
        paid = states["paid"][np.arange(17), env.learner]
        assert set(np.flatnonzero(dones)) == set(env.ended)
        for row in range(17):
            expected = env.ended[row] if dones[row] else paid[row]
            assert rewards[row] == pytest.approx(expected - base[row])
            total[row] += rewards[row]
            if dones[row]:
                assert total[row] == pytest.approx(env.ended[row])
                total[row], episodes = 0, episodes + 1
            else:
                assert states["decisions"][row] > before[row]
        base = np.where(dones, 0, paid)
    assert episodes > 17


@pytest.mark.parametrize(("game", "seats"), [(CONNECT_FOUR, 2), (KUHN, 3)])
def test_losers_rewards_reach_the_rollout_buffer(game, seats):
    env = make(game, seats, 16, WatchedEnv)
    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=64, seed=1, device="cpu")
    model.set_logger(Logger(None, []))
    _, callback = model._setup_learn(64 * 16)
    assert is_masking_supported(env)
    model.collect_rollouts(env, callback, model.rollout_buffer, 64)
    rewards = model.rollout_buffer.rewards
    assert (rewards < 0).sum() > 20
    assert (rewards > 0).sum() > 20
    # At every table the rewards of a whole episode add up to a return that the game can pay.
    starts = model.rollout_buffer.episode_starts.astype(bool)
    for table in range(16):
        firsts = np.flatnonzero(starts[:, table])
        for first, following in itertools.pairwise(firsts):
            assert rewards[first:following, table].sum() in {-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0}
            if game is CONNECT_FOUR:
                assert (rewards[first : following - 1, table] == 0).all()


def test_published_recipe_never_shows_a_loser_its_loss():
    """The wrapper of PettingZoo's tutorial for stable-baselines3 in a few lines: one learner steps all the seats."""
    from cogitable.envs.table.faces.aec import raw_env

    env, generator = raw_env(CONNECT_FOUR), np.random.default_rng(0)
    ends = []
    for episode in range(60):
        env.reset(seed=episode)
        done = False
        while not done:
            mover = env.agent_selection
            mask = env.observe(mover)["action_mask"]
            env.step(int(generator.choice(np.flatnonzero(mask))))
            reward, done = env._cumulative_rewards[mover], env.terminations[mover] or env.truncations[mover]
        assert env.rewards[next(a for a in env.possible_agents if a != mover)] == -reward
        ends.append(reward)
    assert max(ends) == 1
    assert min(ends) >= 0  # 60 games, and not one of them was lost

    ours = make(CONNECT_FOUR, 2, 8)
    ours.reset()
    won = lost = 0
    for _ in range(200):
        _, rewards, dones, _ = ours.step(random_legal(ours, generator))
        won, lost = won + (rewards[dones] == 1).sum(), lost + (rewards[dones] == -1).sum()
    assert won > 20
    assert lost > 20


def test_learner_takes_every_seat_in_turn_and_meets_every_opponent():
    env, generator = make(KUHN, 3, 5), np.random.default_rng(2)
    env.reset()
    seats = [[int(s)] for s in env.learner]
    met = set()
    for _ in range(80):
        _, _, dones, _ = env.step(random_legal(env, generator))
        for row in np.flatnonzero(dones):
            seats[row].append(int(env.learner[row]))
            met.update(env.opponents[row].tolist())
    for taken in seats:
        assert len(taken) > 5
        assert all(b == (a + 1) % 3 for a, b in itertools.pairwise(taken))
    assert met == {0, 1}
    assert env.finished * 2 == len(env.pool.told)
    assert {score for _, score in env.pool.told} <= {0.0, 0.5, 1.0}


def test_truncated_episode_says_so_and_shows_the_learners_last_view():
    env, generator = make(CONNECT_FOUR, 2, 6, max_decisions=5), np.random.default_rng(4)
    env.reset()
    ends = 0
    for _ in range(10):
        _, rewards, dones, infos = env.step(random_legal(env, generator))
        for row in np.flatnonzero(dones):
            ends += 1
            assert infos[row]["TimeLimit.truncated"] is True
            assert infos[row]["terminal_observation"].sum() == 5
            assert rewards[row] == 0
        assert all(infos[row] == {} for row in np.flatnonzero(~dones))
    assert ends > 10


def test_masks_travel_as_one_array():
    env = make(CONNECT_FOUR, 2, 9)
    env.reset()
    assert env.env_method("action_masks") is env.tables.masks
    np.testing.assert_array_equal(get_action_masks(env), env.action_masks())
    np.testing.assert_array_equal(env.env_method("action_masks", indices=[3, 1]), env.action_masks()[[3, 1]])


@pytest.mark.parametrize(
    ("game", "seats", "actions", "words"),
    [
        (CONNECT_FOUR, 2, [0, 7, 0], "table 1: action 7 is out of range"),
        (TREASURE, (3, 4), [0, 0, -1, 0], "table 2: action -1 is out of range"),
        (TREASURE, (3, 4), [0, 0, 0, 3], "table 3: action 3 is out of range"),
    ],
)
def test_illegal_action_of_the_learner_is_named_and_changes_nothing(game, seats, actions, words):
    env = make(game, seats, len(actions))
    env.reset()
    before = env.tables.states.copy()
    with pytest.raises(IllegalActionError, match=words):
        env.step(np.array(actions))
    assert (before == env.tables.states).all()


@pytest.mark.parametrize(("seats", "count"), [(3, 1), (3, 33), ((3, 4, 5), 20)])
def test_same_seed_same_play_and_state_goes_on_identically(seats, count):
    runs = []
    for restored in (False, True):
        env, generator = make(TREASURE, seats, count), np.random.default_rng(6)
        seen = [env.reset()]
        for step in range(30):
            if restored and step == 15:
                saved = env.state()
                other = make(TREASURE, seats, count, seed=99)
                other.pool = env.pool
                np.testing.assert_array_equal(other.restore(saved), seen[-2])
                env = other
            observations, rewards, dones, _ = env.step(random_legal(env, generator))
            seen += [observations, np.append(rewards, dones)]
        runs.append(seen)
    for a, b in zip(*runs, strict=True):
        np.testing.assert_array_equal(a, b)


def test_opponent_whose_number_is_reused_is_not_rated_for_running_games():
    env, generator = make(CONNECT_FOUR, 2, 8), np.random.default_rng(8)
    env.reset()
    env.pool.draw = lambda shape: np.zeros(shape, np.int64)
    env.opponents[:] = 1
    env.forget(1)
    while env.finished < 4:
        env.step(random_legal(env, generator))
    assert all(number == 0 for number, _ in env.pool.told)


def test_tables_are_shared_out_and_every_seat_of_every_kind_is_taken_in_turn():
    env, generator = make(KUHN, (2, 3, 4), 8), np.random.default_rng(2)
    assert env.tables.num_seats.tolist() == [2, 2, 2, 3, 3, 3, 4, 4]
    env.reset()
    taken = [[int(seat)] for seat in env.learner]
    for _ in range(60):
        _, _, dones, _ = env.step(random_legal(env, generator))
        for row in np.flatnonzero(dones):
            taken[row].append(int(env.learner[row]))
    for seats, own in zip(env.tables.num_seats, taken, strict=True):
        assert len(own) > 5
        assert all(b == (a + 1) % seats for a, b in itertools.pairwise(own))
    told = len(env.pool.told)
    assert env.finished < told < 3 * env.finished
    with pytest.raises(OptionError, match="2 tables cannot be shared out among 3"):
        make(KUHN, (2, 3, 4), 2)


def test_tables_of_a_mix_are_dealt_and_played_as_those_of_one_kind_alone():
    seats, seed = (3, 5), 11
    setups = [TREASURE.setup(num_players=n) for n in seats]
    mix = TableMix(setups, 9, seed)
    alone = [TableMix([setups[0]], 5, seed), TableMix([setups[1]], 4, _seeds(seed, 2)[1])]
    generator = np.random.default_rng(0)
    for turn in range(40):
        running = np.flatnonzero(mix.over == 0)
        rows = running[generator.random(running.size) < 0.7]
        actions = (mix.masks[rows] * generator.random((rows.size, 3))).argmax(axis=1)
        mix.step(rows, actions)
        for one, first in zip(alone, (0, 5), strict=True):
            mine = (rows >= first) & (rows < first + one.count)
            one.step(rows[mine] - first, actions[mine])
        if turn % 5 == 4:
            ended = np.flatnonzero(mix.over)
            mix.deal(ended)
            alone[0].deal(ended[ended < 5])
            alone[1].deal(ended[ended >= 5] - 5)
        for name in ("states", "observations", "masks", "rewards", "over"):
            whole = np.concatenate([getattr(one, name) for one in alone])
            np.testing.assert_array_equal(whole, getattr(mix, name), name)
    assert not np.array_equal(_seeds(seed, 2), _seeds(seed + 1, 2))


class Marked(Agent):
    """Notes for which kind of table it is asked."""

    def __init__(self, setup, seen):
        super().__init__(setup)
        self.seen = seen

    def act(self, view):
        self.seen.append((self.setup.num_seats, view.setup.num_seats, len(view)))
        assert (view.seats < self.setup.num_seats).all()
        return view.masks.argmax(axis=1)


def test_each_kind_of_table_has_its_own_agents_and_a_network_plays_all_at_once():
    env, generator, seen = make(KUHN, (2, 4), 6), np.random.default_rng(1), []
    env.pool.players = [[Marked(setup, seen) for setup in env.setups] for _ in range(2)]
    env.reset()
    env.step(random_legal(env, generator))
    assert {(own, shown) for own, shown, _ in seen} == {(2, 2), (4, 4)}
    everyone = Marked(env.setups[1], seen := [])
    env.pool.players = [[everyone]] * 2
    env.pool.draw = lambda shape: np.zeros(shape, np.int64)
    env.reset()
    assert max(tables for *_, tables in seen) > 3


def test_partners_are_no_rivals(monkeypatch):
    """The holder of the top card plays alone; the others are partners."""
    monkeypatch.setitem(KUHN.__dict__, "sides", top_and_rest)
    env, generator = make(KUHN, (3, 4), 12), np.random.default_rng(5)
    env.reset()
    expected = []

    def scored(ended):
        for row in ended:
            state, own = env.tables.states.view(np.recarray)[row], env.learner[row]
            setup = env.setups[env.tables.kinds[row]]
            sides, paid = top_and_rest(setup, state), state.paid
            for seat, side in enumerate(sides):
                if side != sides[own]:
                    expected.append(float((np.sign(paid[own] - paid[seat]) + 1) / 2))
        original(ended)

    original = env._score
    monkeypatch.setattr(env, "_score", scored)
    for _ in range(40):
        env.step(random_legal(env, generator))
    assert len(expected) > 100
    assert sorted(score for _, score in env.pool.told) == sorted(expected)
    assert 0 < env.scored < env.finished


@pytest.mark.parametrize("seats", [2, 4])
def test_an_opponent_at_several_seats_counts_as_one_episode(seats):
    env, generator = make(KUHN, seats, 24), np.random.default_rng(6)
    env.pool.draw = lambda shape: np.zeros(shape, np.int64)  # all of them the first one
    env.reset()
    for _ in range(30):
        env.step(random_legal(env, generator))
    assert len(env.pool.told) == env.finished * (seats - 1) > 50
    assert env.pool.episodes == pytest.approx(env.finished)


ONE_TEAM = {
    "sides": lambda patch, setup: patch.setitem(KUHN.__dict__, "sides", lambda setup, state: ["all"] * setup.num_seats),
    "teams": lambda patch, setup: patch.setattr(setup, "teams", (0, 0, 0)),
    "rewards": lambda patch, setup: patch.setattr(setup, "rewards", "cooperative"),
}


@pytest.mark.parametrize("kind", ONE_TEAM)
def test_without_rivals_a_win_is_a_positive_return(monkeypatch, kind):
    """Where all seats are one team nobody is beaten; what counts is whether the game was won."""
    env, generator = make(KUHN, 3, 12, WatchedEnv), np.random.default_rng(5)
    ONE_TEAM[kind](monkeypatch, env.setups[0])
    env.reset()
    before = 0.0
    for _ in range(40):
        env.ended = {}
        env.step(random_legal(env, generator))
        won = sum(paid > 0 for paid in env.ended.values())
        assert env.scored - before == won
        before = env.scored
    assert 0 < env.scored < env.finished
    assert env.pool.told == []


def test_nobody_is_a_rival_in_a_game_of_all_seats_together():
    """Whose score was a half for ever, as team mates have the same return: random play never wins this game."""
    env = make(get_game("great_machine_coop"), 3, 4, WatchedEnv)
    generator = np.random.default_rng(0)
    env.reset()
    while env.finished < 8:
        env.step(random_legal(env, generator))
    assert (env.scored, env.pool.told) == (0, [])


def top_and_rest(setup, state):
    top = state.kuhn_deck[: setup.num_seats].argmax()
    return ["top" if seat == top else "rest" for seat in range(setup.num_seats)]


def frozen_league(path, parameters=""):
    """Return Leduc poker, and a league in which a policy file of random weights waits for the learner."""
    setup = LEDUC.setup()
    save_policy(path, random_network(setup, 24, seed=1), describe(setup, 0, {}))
    return setup, League((setup,), LeagueConfig(baselines=(f"policy:{path}{parameters}",), latest_share=0))


def random_network(setup, hidden, seed):
    generator = np.random.default_rng(seed)
    shapes = [(setup.layout.size, hidden), (hidden, setup.num_actions)]
    layers = tuple((generator.normal(size=s), generator.normal(size=s[1])) for s in shapes)
    return PolicyNetwork(tuple((w.astype(np.float32), b.astype(np.float32)) for w, b in layers), "tanh")


def played_out(tables, league, words):
    """Play all games to their ends in compiled code, the learner's network at seat 0, the frozen one at seat 1."""
    loops, count = Loops(tables, 2), tables.count
    nobody, earned = np.full(count, -1), np.zeros(count, np.float32)
    players = league.players()[np.tile([0, 1], (count, 1))]
    left = loops.play_on(league.networks, np.arange(count), nobody, players, words, earned)
    loops.close()
    assert left.size == 0
    return tables.states.view(np.uint8).copy()


def test_frozen_policies_decide_in_compiled_code_as_the_agent_does(tmp_path):
    setup, league = frozen_league(tmp_path / "frozen.zip")
    mine = random_network(setup, 7, seed=2)  # of another shape; neither takes the place of the other
    league.networks.put(0, mine, certain=True)
    agents = [PolicyAgent(setup, network=mine), make_agent(f"policy:{tmp_path / 'frozen.zip'}", setup)]
    taken = compare_compiled(setup, league, agents)
    assert len(taken) > 4  # of the six things that two seats may do


def test_the_heuristic_decides_in_compiled_code_as_the_agent_does():
    setup = get_game("cogdrive_neon").setup()
    league = League((setup,), LeagueConfig(baselines=("heuristic",), latest_share=0))
    assert league.players().tolist()[1] == [HEURISTIC]
    mine = random_network(setup, 7, seed=2)
    league.networks.put(0, mine, certain=True)
    taken = compare_compiled(setup, league, [PolicyAgent(setup, network=mine), make_agent("heuristic", setup)], 40)
    assert len(taken) > 100


def compare_compiled(setup, league, agents, count=300):
    """Play all games out in compiled code, and by asking the agents; return who has done what."""
    compiled, plain = TableMix((setup,), count, 5), TableMix((setup,), count, 5)
    found = played_out(compiled, league, seed_words(np.random.SeedSequence(0), count))
    taken = set()
    for _ in range(setup.options.max_decisions):
        for seat in range(2):
            rows = np.flatnonzero((plain.over == 0) & (plain.states["seat"] == seat))
            if rows.size:
                actions = agents[seat].act(plain.view(0, rows))
                taken |= {(seat, action) for action in actions.tolist()}
                plain.step(rows, actions)
    assert (plain.over == 1).all()
    np.testing.assert_array_equal(found, plain.states.view(np.uint8))
    return taken


def test_frozen_policies_that_draw_do_so_in_compiled_code(tmp_path):
    setup, league = frozen_league(tmp_path / "frozen.zip", ",deterministic=false")
    league.networks.put(0, random_network(setup, 7, seed=2), certain=True)
    words = seed_words(np.random.SeedSequence(0), 300), seed_words(np.random.SeedSequence(1), 300)
    one, two = (played_out(TableMix((setup,), 300, 5), league, own) for own in words)
    assert (one != two).any()


def test_frozen_policies_of_a_temperature_are_asked_from_python(tmp_path):
    """Compiled loops draw by the network's probabilities, or take what it prefers."""
    _, league = frozen_league(tmp_path / "frozen.zip", ",deterministic=false,temperature=3")
    assert league.players().tolist()[1] == [PYTHON]
    assert league.agents(1)[0].temperature == 3


def test_a_baseline_of_another_kind_is_asked_in_python(tmp_path):
    class Other(PolicyAgent):
        """Might choose otherwise than its network prefers."""

    setup, league = frozen_league(tmp_path / "frozen.zip")
    assert league.players().tolist() == [[0], [1]]
    assert _frozen_networks((Other(setup, path=tmp_path / "frozen.zip"),)) is None
    frozen = make_agent(f"policy:{tmp_path / 'frozen.zip'}", setup)
    assert _frozen_networks((frozen, frozen)) == (frozen.networks, True)
    assert _frozen_networks((frozen, PolicyAgent(setup, network=random_network(setup, 24, seed=9)))) is None


def test_partners_are_the_learner_where_it_plays_as_a_team(monkeypatch):
    setup = KUHN.setup(num_players=4)
    monkeypatch.setattr(setup, "teams", (0, 1, 1, 0))
    wanted = {"self": [[0, 1, 1, 0], [1, 0, 0, 1], [1, 0, 0, 1], [0, 1, 1, 0]], "pool": np.ones((4, 4))}
    for partners, numbers in wanted.items():
        config = LeagueConfig(baselines=("random",), latest_share=0, partners=partners)
        env = SelfPlayVecEnv((setup,), 4, League((setup,), config), seed=0)
        env.learner[:] = np.arange(4)
        np.testing.assert_array_equal(env._drawn(np.arange(4)), numbers)


def test_networks_draw_from_nothing_that_the_tables_draw_from():
    env = make(CONNECT_FOUR, 2, 6)
    env.seed(7)
    env.reset()
    dealt, drawn = env.tables.states["rng"].copy(), env._words.copy()
    assert not {tuple(words) for words in dealt.tolist()} & {tuple(words) for words in drawn.tolist()}
    env._words[:] = 1
    env.seed(7)
    env.reset()
    np.testing.assert_array_equal(env._words, drawn)
    np.testing.assert_array_equal(env.tables.states["rng"], dealt)
