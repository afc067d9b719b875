"""Balance reports: what is counted is what was played."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter

import numpy as np
import pytest
from games import treasure
from plain_agents import Hash

import connect_four
from cogitable.envs import GAMES, get_game
from cogitable.envs.table import OptionError
from cogitable.training.measure.balance.balance import Balance, Verdict, balance
from cogitable.training.measure.balance.counts import Tally, _ByGame, action_groups
from cogitable.training.measure.balance.report import as_dict, as_json, as_markdown
from cogitable.training.measure.chunks import CHUNK
from cogitable.training.measure.intervals import clustered
from cogitable.training.measure.match import deal_seeds, play_match
from cogitable.training.measure.wording import percent

SETUP = connect_four.GAME.setup()
COLUMNS = 7
NO_SIDES = np.full((100, 2), "", object)
EVERY_CARD = "every card is worth playing"
NOT_ALWAYS = "no card is always taken when offered"
SEATS = "every seat wins 40-60 % of its games"


def verdicts(found):
    """Return the verdict on each target by its text."""
    return {target.text: target.verdict for target in found.targets()}


def wrong(found):
    """Return what fails each target by its text."""
    return {target.text: target.wrong for target in found.targets()}


def with_hooks(setup, **hooks):
    """Return a set-up game that also names its card uses or sides."""
    twin = object.__new__(type(setup))
    twin.__dict__.update(setup.__dict__)
    twin.game = object.__new__(type(setup.game))
    twin.game.__dict__.update(setup.game.__dict__)
    for name, hook in hooks.items():
        object.__setattr__(twin.game, name, hook)
    return twin


def column_use(setup, state, action):
    """The middle column is no card; the others are, by the seat that uses them."""
    return None if action == 3 else (f"column {action}", f"seat {state.seat}")


def test_seats_lengths_and_draws_are_those_of_the_games():
    found = balance(SETUP, "random", games=70, seed=3, processes=1)
    assert len(found) == 70
    assert sum(rate.mean for rate in found.seats()) == pytest.approx(1)
    assert found.seats()[0].mean == found.wins()[:, 0].mean()
    assert (found.decisions >= 7).all()
    assert found.draws() == (found.returns == 0).all(axis=1).sum()
    assert found.by_side() == {}
    assert found.cards == {}
    assert EVERY_CARD not in verdicts(found)


def test_processes_do_not_change_a_report():
    one, two = (as_json([balance(SETUP, "random", games=70, seed=3, processes=p)]) for p in (1, 2))
    assert one == two
    assert one != as_json([balance(SETUP, "random", games=70, seed=4, processes=1)])


def test_card_uses_are_counted_decision_by_decision():
    setup = with_hooks(SETUP, card_uses=column_use)
    found = balance(setup, "python:plain_agents:Hash", games=40, seed=1, processes=1)
    record = play_match(SETUP, [Hash(SETUP)], np.zeros((40, 2), int), deal_seeds(1, 40), record=range(40))
    taken: Counter = Counter()
    users: dict = {}
    for game, actions in record.actions.items():
        for turn, action in enumerate(actions.tolist()):
            if action != 3:
                use = (f"column {action}", f"seat {turn % 2}")
                taken[use] += 1
                users.setdefault(use, set()).add(game)
    assert {use: tally.taken for use, tally in found.cards.items() if tally.taken} == taken
    won = record.wins()
    for use, games in users.items():
        tally, seat = found.cards[use], int(use[1][-1])
        assert tally.users == len(games)
        assert tally.won == pytest.approx(sum(won[game, seat] for game in games))
        assert tally.chosen <= tally.taken
        assert tally.chosen <= tally.offered
        assert 0 < tally.expected <= tally.offered


def test_preference_finds_the_card_nobody_wants():
    setup = with_hooks(SETUP, card_uses=lambda setup, state, action: (f"column {action}", "drop"))
    chance = balance(setup, "random", games=200, seed=1, processes=1)
    assert len(chance.cards) == COLUMNS
    for tally in chance.cards.values():
        assert tally.preference == pytest.approx(1, abs=0.15)
    assert chance.worthless() == []
    assert verdicts(chance)[EVERY_CARD] == Verdict.OK
    first = balance(setup, "python:plain_agents:First", games=120, seed=1, processes=1)
    assert "column 6" in first.worthless()
    assert "column 0" not in first.worthless()
    assert verdicts(first)[EVERY_CARD] == Verdict.FAILS
    assert "column 6" in wrong(first)[EVERY_CARD]
    lines = as_markdown([chance, first]).splitlines()
    (verdict,) = [line for line in lines if line.startswith(f"| {EVERY_CARD} |")]
    assert verdict.startswith(f"| {EVERY_CARD} | OK | **fails**: ")
    used = [line for line in lines if line.startswith("| column 6 | drop |") and "×" in line]
    assert [line.count("**fails**") for line in used] == [1]


def test_a_few_games_condemn_no_card():
    setup = with_hooks(SETUP, card_uses=lambda setup, state, action: (f"column {action}", f"turn {state.decisions}"))
    for seed in range(4):
        for games in (1, 3):
            found = balance(setup, "random", games=games, seed=seed, processes=1)
            assert verdicts(found)[EVERY_CARD] != Verdict.FAILS and found.worthless() == []
    few = balance(with_hooks(SETUP, card_uses=lambda setup, state, action: (f"column {action}", "drop")),
                  "python:plain_agents:First", games=5, seed=1, processes=1)  # fmt: skip
    assert verdicts(few)[EVERY_CARD] == Verdict.UNSURE and "column 6" in wrong(few)[EVERY_CARD]
    assert as_dict(few)["worthless"] == []
    lines = [line for line in as_markdown([few]).splitlines() if line.startswith("| column 6 | drop |")]
    assert [line.count(" fails? |") for line in lines if "×" in line] == [1]


def test_a_card_that_is_always_taken_when_offered_is_found():
    setup = with_hooks(SETUP, card_uses=lambda setup, state, action: (f"column {action}", "drop"), offers="drop")
    first, few, chance = (
        balance(setup, agent, games=games, seed=1, processes=1)
        for agent, games in (("python:plain_agents:First", 120), ("python:plain_agents:First", 3), ("random", 40))
    )
    assert verdicts(first)[NOT_ALWAYS] == Verdict.FAILS and "column 0" in wrong(first)[NOT_ALWAYS]
    assert first.taken_when_offered()["column 6"] == Verdict.OK
    assert verdicts(few)[NOT_ALWAYS] == Verdict.UNSURE
    assert verdicts(chance)[NOT_ALWAYS] == Verdict.OK and wrong(chance)[NOT_ALWAYS] == ()


def test_what_offers_no_card_may_always_be_chosen():
    setup = with_hooks(SETUP, card_uses=lambda setup, state, action: (f"column {action}", "drop"), offers="pick")
    assert NOT_ALWAYS not in verdicts(balance(setup, "python:plain_agents:First", games=20, seed=1, processes=1))


OFFERED = {"brass_empire": {}, "cogdrive_neon": {}, "cogs_and_commissars": {"decks": "drafted"}}


def test_what_a_game_offers_is_a_use_of_its_cards():
    assert {name for name in GAMES if get_game(name).offers is not None} == set(OFFERED)
    for name, options in OFFERED.items():
        found = balance(get_game(name).setup(**options), "random", games=2)
        assert get_game(name).offers in {use for _, use in found.cards}


def test_nothing_is_said_of_a_card_that_was_only_used_where_it_had_to_be():
    setup = with_hooks(SETUP, card_uses=lambda setup, state, action: ("disc", "drop"))
    found = balance(setup, "random", games=5, seed=1, processes=1)
    assert found.cards and found.worth() == {} and EVERY_CARD not in verdicts(found)


def test_sides_are_counted_wherever_they_sit():
    def sides(setup, state):
        return ("dark", "light") if state.decisions % 2 else ("light", "dark")

    setup = with_hooks(SETUP, sides=sides)
    found = balance(setup, "random", games=60, seed=2, processes=1)
    won, odd = found.wins(), found.decisions % 2 == 1
    dark = np.where(odd, won[:, 0], won[:, 1])
    assert found.by_side()["dark"].mean == pytest.approx(dark.mean())
    assert found.by_side()["light"].mean == pytest.approx(1 - dark.mean())
    assert "| light |" in as_markdown([found])


def test_traits_are_compared_by_the_seats_that_had_them():
    def traits(setup, state):  # whoever took the last turn is "last": the winner, in a game without draws
        last = int(state.seat) if state.over == 0 else (int(state.decisions) - 1) % 2
        return {"turn": ["last" if seat == last else "other" for seat in range(2)], "seat": ["west", "east"]}

    setup = with_hooks(SETUP, traits=traits)
    found = balance(setup, "random", games=70, seed=3, processes=1)
    assert list(found.traits) == ["turn", "seat"]
    assert found.by_trait("seat") == {"west": found.seats()[0], "east": found.seats()[1]}
    decided = found.returns.any(axis=1)
    last = found.traits["turn"] == "last"
    assert (last.sum(axis=1) == 1).all()
    assert (found.returns[decided][last[decided]] == 1).all()
    expected = found.wins()[last].mean()
    assert found.by_trait("turn")["last"].mean == pytest.approx(expected)
    target = "seats of every turn win 40-60 % of their games"
    assert verdicts(found)[target] == Verdict.FAILS
    assert wrong(found)[target] == ("last", "other")
    assert as_dict(found)["targets"][target] == {"verdict": "fails", "wrong": ["last", "other"]}
    assert as_dict(found)["traits"]["turn"]["last"]["mean"] == pytest.approx(expected)
    text = as_markdown([found])
    rate, interval = percent(found.by_trait("turn")["last"])
    assert "| turn | random |" in text
    assert f"| last | {rate} ({interval}) **fails** |" in text


def test_lengths_in_the_games_own_terms_are_reported():
    setup = with_hooks(SETUP, lengths=lambda setup, state: {"moves of two": int(state.decisions) / 2})
    found = balance(setup, "random", games=40, seed=2, processes=1)
    np.testing.assert_array_equal(found.lengths["moves of two"], found.decisions / 2)
    assert as_dict(found)["lengths"]["moves of two"]["mean"] == pytest.approx(found.decisions.mean() / 2)
    assert f"| moves of two, mean | {found.decisions.mean() / 2:.1f} |" in as_markdown([found])


def test_what_only_some_games_tell_is_kept_whichever_chunk_they_are_in():
    """What only games say that are longer than all of the first chunk."""
    plain = balance(SETUP, "random", games=70, seed=5, processes=1).decisions
    most = int(plain[:CHUNK].max())

    def long(setup, state):
        return int(state.decisions) > most

    setup = with_hooks(
        SETUP,
        lengths=lambda setup, state: {"long": int(state.decisions)} if long(setup, state) else {},
        traits=lambda setup, state: {"seat": ["west", "east"]} if long(setup, state) else {},
    )
    assert (plain > most).any()
    found = balance(setup, "random", games=70, seed=5, processes=1)
    assert np.array_equal(found.lengths["long"][plain > most], plain[plain > most])
    assert np.isnan(found.lengths["long"][plain <= most]).all()
    assert found.by_trait("seat")["west"].mean == pytest.approx(found.wins()[plain > most, 0].mean())
    assert as_dict(found)["lengths"]["long"]["longest"] == plain.max()
    assert f"| long, longest | {plain.max()} |" in as_markdown([found])


def test_traits_are_not_compared_where_nobody_wins():
    setup = get_game("brass_empire").setup(mode="solitaire")
    traits = {"corporation": np.array([["one", "two"][game % 2] for game in range(100)], object)[:, None]}
    lost, sides = np.full((100, 1), -1, np.float32), NO_SIDES[:, :1]
    found = Balance(setup, "x", 0, lost, np.full(100, 9), np.ones(100, np.int8), sides, traits)
    assert list(verdicts(found)) == ["every game ends by its rules"]
    text = as_markdown([found])
    assert "| one | 0.0 % (0.0-7.3) |" in text and "within 0-0 %" not in text


def test_cards_that_nobody_ever_had_are_named():
    setup = with_hooks(SETUP, card_uses=lambda setup, state, action: (f"column {action}", "drop") if action else None,
                       card_table=lambda setup: (["card"], [[f"column {n}"] for n in range(7)]))  # fmt: skip
    text = as_markdown([balance(setup, "random", games=2, processes=1)])
    assert "Cards that no agent ever had a use of, or that are not in play here: column 0." in text


def test_a_use_is_chosen_when_offered_as_often_as_counted():
    setup = with_hooks(SETUP, card_uses=column_use)
    found = balance(setup, "random", games=20, seed=3, processes=1)
    tally = found.cards["column 0", "seat 0"]
    assert tally.choice.mean == tally.chosen / tally.offered
    assert 0 < tally.choice.low < tally.choice.mean < tally.choice.high < 1
    assert f"; {100 * tally.choice.mean:.1f} % (" in as_markdown([found])
    assert np.isnan(Tally().choice.mean)


def tally_of(chosen, offered):
    """Return the tally of games in which a use was offered and chosen so often."""
    chosen, offered = np.array(chosen), np.array(offered)
    return Tally(
        offered=int(offered.sum()),
        chosen=int(chosen.sum()),
        games=len(offered),
        chosen_squared=int((chosen**2).sum()),
        chosen_offered=int((chosen * offered).sum()),
        offered_squared=int((offered**2).sum()),
    )


def test_the_interval_of_a_choice_knows_that_decisions_of_a_game_are_alike():
    rng = np.random.default_rng(1)
    alike = tally_of(np.repeat([0, 10], 50), np.full(100, 10))  # each game one way: 100 observations, not 1,000
    apart = tally_of(rng.binomial(10, 0.5, 100), np.full(100, 10))
    assert alike.choice.high - alike.choice.low == pytest.approx(2 * 1.96 * 0.5 / 10, rel=0.05)
    assert apart.choice.high - apart.choice.low == pytest.approx(2 * 1.96 * 0.5 / np.sqrt(1000), rel=0.2)
    always = tally_of([7, 3], [7, 3]).choice
    assert always.mean == 1 and always.low < 0.5  # two games say no more than two decisions


def test_the_interval_of_a_choice_is_that_of_any_share_over_games():
    rng = np.random.default_rng(4)
    offered = rng.integers(1, 9, 30)
    chosen = rng.binomial(offered, 0.3)
    games = np.repeat(np.arange(30), offered)
    took = np.concatenate([np.arange(most) < times for most, times in zip(offered, chosen, strict=True)])
    assert tally_of(chosen, offered).choice == pytest.approx(clustered(took.astype(float), games))


@pytest.mark.parametrize("games", [1, 3, 40, 400])
def test_who_chooses_a_card_once_more_does_not_prove_that_it_is_chosen_less(games):
    """Chosen once more in one game after the other, and then in each of them again.

    That choices are seen to be apart, and not all in one game, may take a little off the limit.
    """
    offered, limits = np.full(games, 9), []
    for more in range(9 * games + 1):
        chosen = more // games + (np.arange(games) < more % games)
        limits.append(tally_of(chosen, offered).choice.high)
    assert (np.array(limits) >= 0.94 * np.maximum.accumulate(limits)).all()


@pytest.mark.parametrize("games", [5, 20, 60, 200])
@pytest.mark.parametrize(("share", "alike"), [(0.3, 10), (0.1, 2), (0.02, 2)])
def test_the_interval_of_a_choice_holds_the_truth_as_often_as_it_says(games, share, alike):
    """Games differ in how much they ask for the card, most where the sum of the beta's parameters is small."""
    rng, held = np.random.default_rng(2), 0
    for _ in range(500):
        offered = rng.integers(1, 20, games)
        chosen = rng.binomial(offered, rng.beta(share * alike, (1 - share) * alike, games))
        found = tally_of(chosen, offered).choice
        held += found.low <= share <= found.high
    assert held / 500 >= 0.93


def test_many_seats_and_cut_off_games():
    setup = treasure.GAME.setup(num_players=5, max_decisions=12)
    found = balance(setup, "random", games=40, seed=2, processes=1)
    assert len(found.seats()) == 5
    assert as_dict(found)["truncated"] == (found.over == 2).sum() > 0
    assert verdicts(found)["every game ends by its rules"] == Verdict.FAILS


@pytest.mark.parametrize(
    ("first", "verdict"),
    [(0.5, "OK"), (0.6, "OK"), (0.61, "fails?"), (0.4, "OK"), (0.39, "fails?"), (0.8, "fails"), (0.2, "fails")],
)
def test_the_seat_target_is_40_to_60_per_cent_of_two_seats(first, verdict):
    returns = np.ones((100, 2), np.float32)
    returns[: round(100 * first), 1] = -1
    returns[round(100 * first) :, 0] = -1
    found = Balance(SETUP, "random", 0, returns, np.full(100, 9), np.ones(100, np.int8), NO_SIDES)
    assert verdicts(found)[SEATS] == verdict
    assert wrong(found)[SEATS] == (() if verdict == "OK" else ("seat 0", "seat 1"))
    rate, interval = percent(found.seats()[0])
    told = "**fails**" if verdict == "fails" else verdict
    assert f"| seat 0 | {rate} ({interval}) {told} |" in as_markdown([found])


def played_by(returns):
    """Return the report on games that came to these returns, shape (games, seats)."""
    games = len(returns)
    sides = np.full(returns.shape, "", object)
    return Balance(SETUP, "random", 0, returns, np.full(games, 9), np.ones(games, np.int8), sides)


def used_by(found, used):
    """Return the tally of what some seats used: bool, shape (games, seats)."""
    counts = _ByGame(len(used))
    counts.users = set(map(tuple, np.argwhere(used).tolist()))
    return counts.tally(found.wins())


def test_the_difference_of_win_rates_has_the_published_interval_where_seats_are_independent():
    # Newcombe 1998, table II (a): 56 of 70 against 48 of 80, method 10. Here each seat is a game of its own.
    won, used = np.zeros((150, 1), np.float32), np.zeros((150, 1), bool)
    used[:70], won[:56], won[70:118] = True, 1, 1
    found = played_by(won)
    found.wins = lambda: won  # type: ignore[method-assign]
    assert found.difference(used_by(found, used)) == pytest.approx((0.2, 0.0524, 0.3339), abs=7e-3)
    assert np.isnan(found.difference(Tally())).all()


@pytest.mark.parametrize("games", [20, 200])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_the_interval_of_a_difference_knows_of_seats_that_win_together(games, share):
    """Two seats of a team use the same and win together; taken for independent, 0.8 of the intervals hold the truth."""

    def play(games, rng):
        used = np.tile(rng.random((games, 2)) < share, 2)
        strength = np.tile(rng.gumbel(size=(games, 2)), 2) + 0.5 * used
        return np.where(strength == strength.max(axis=1, keepdims=True), 1, -1).astype(np.float32), used

    rng, held, runs = np.random.default_rng(5), 0, 400
    many, using = play(200_000, rng)
    truth = (many[using] > 0).mean() - (many[~using] > 0).mean()
    for _ in range(runs):
        returns, used = play(games, rng)
        while used.all() or not used.any():
            returns, used = play(games, rng)
        found = played_by(returns)
        gap = found.difference(used_by(found, used))
        held += gap.low <= truth <= gap.high
    assert held / runs > 0.91


def test_games_that_agree_do_not_prove_a_difference_of_win_rates():
    returns = np.tile(np.float32([1, -1]), (6, 1))
    found = played_by(returns)
    gap = found.difference(used_by(found, returns > 0))
    assert gap.mean == 1 and 0.1 < gap.low < 0.6


def test_reports_say_what_was_counted():
    game = get_game("cogdrive_neon")
    found = [balance(game.setup(), agent, games=6, seed=1, processes=1) for agent in ("random", "heuristic")]
    text, data = as_markdown(found), json.loads(as_json(found))
    assert [part["agent"] for part in data] == ["random", "heuristic"]
    assert "| seat | random | heuristic |" in text
    for report, part in zip(found, data, strict=True):
        assert f"| {report.agent} | 6 | 1 |" in text
        assert part["games"] == 6
        assert part["decisions"]["longest"] == report.decisions.max()
        for rate in report.seats():
            assert f"{percent(rate)[0]} ({percent(rate)[1]})" in text
    names = {row[0] for row in game.card_table(game.setup())[1]}
    assert {card for card, _ in found[0].cards} == names
    assert all(name in text for name in names)
    assert {use for _, use in found[0].cards} == {"recruit", "task", "Clash"}


def test_a_co_operative_game_begins_with_how_often_it_is_won():
    game = get_game("brass_empire")
    found, other = (
        balance(game.setup(mode="solitaire", num_players=1, pool=pool), "heuristic", games=8, seed=1, processes=1)
        for pool in (20, 40)
    )
    head, _, line = as_markdown([found, other]).splitlines()[2:5]
    cells = dict(zip(head.split(" | "), line.split(" | "), strict=True))
    assert cells["won"] == " ".join(percent(found.seats()[0]))


@pytest.mark.parametrize(
    ("name", "options"),
    [("great_machine_coop", {"num_players": 2}), ("brass_empire", {"mode": "solitaire", "num_players": 1})],
)
def test_a_team_or_a_single_seat_has_no_draws_and_no_better_seats(name, options):
    found = balance(get_game(name).setup(**options), "heuristic", games=12, seed=1, processes=1)
    assert found.draws() == 0
    assert not any("seat wins" in target or "place in the round" in target for target in verdicts(found))
    text = as_markdown([found])
    rate, interval = percent(found.seats()[0])
    assert f"| won | {rate} ({interval}) |" in text
    assert "| undecided | 0 |" in text
    assert "draws" not in text and "seat 0" not in text
    low, high = found.fair_range()
    assert low <= found.seats()[0].mean <= high <= 1


def test_no_seat_is_asked_to_win_more_than_all_games():
    won = np.ones((100, 1), np.float32)
    won[:4] = -1
    setup = get_game("brass_empire").setup(mode="solitaire")
    traits = {"corporation": np.array([["one", "two"][game % 2] for game in range(100)], object)[:, None]}
    found = Balance(setup, "x", 0, won, np.full(100, 9), np.ones(100, np.int8), NO_SIDES[:, :1], traits)
    assert "seats of every corporation win 77-100 % of their games" in verdicts(found)


def test_groups_of_actions_are_counted_as_they_are_taken():
    setup = get_game("cogdrive_neon").setup()
    found = balance(setup, "python:plain_agents:Hash", games=10, seed=1, processes=1)
    record = play_match(setup, [Hash(setup)], np.zeros((10, 2), int), deal_seeds(1, 10), record=range(10))
    names, group = action_groups(setup)
    taken = Counter(names[group[action]] for actions in record.actions.values() for action in actions.tolist())
    assert list(found.groups) == [block.text for block in setup.actions.blocks]
    assert {name: tally.taken for name, tally in found.groups.items() if tally.taken} == taken
    assert sum(tally.taken for tally in found.groups.values()) == found.decisions.sum()
    for tally in found.groups.values():
        assert tally.chosen <= tally.offered and 0 <= tally.expected <= tally.offered
    data = {part["group"]: part for part in as_dict(found)["actions"]}
    assert all(f"| {name} | {part['taken'] / 10:.2f}" in as_markdown([found]) for name, part in data.items())


def test_a_game_without_blocks_of_actions_has_no_groups():
    setup = with_hooks(SETUP, actions=None, action_names=lambda options: SETUP.action_names)
    setup.__dict__.pop("actions", None)
    found = balance(setup, "random", games=3, processes=1)
    assert found.groups == {}
    assert "group of actions" not in as_markdown([found])


def test_a_group_that_cannot_be_avoided_is_not_chosen():
    setup = with_hooks(SETUP, card_uses=lambda setup, state, action: ("disc", "drop"))
    tally = balance(setup, "random", games=5, seed=1, processes=1).cards["disc", "drop"]
    assert tally.taken > 0 and tally.offered == tally.chosen == 0


@pytest.mark.parametrize(("games", "seed"), [(0, 0), (5, -1)])
def test_bad_numbers_are_refused(games, seed):
    with pytest.raises(OptionError, match="at least"):
        balance(SETUP, "random", games=games, seed=seed)


def test_tallies_add_up():
    total = Tally(1, 2, 3, 4.0, 5, 6.0)
    total.add(Tally(1, 1, 1, 1.0, 1, 1.0, 8, 9, 10, 11, np.ones((4, 4))))
    total.add(Tally(products=np.ones((4, 4))))
    *numbers, products = dataclasses.astuple(total)
    assert numbers == [2, 3, 4, 5.0, 6, 7.0, 8, 9, 10, 11] and (products == 2).all()


def test_the_title_tells_the_options_that_were_given():
    setup = get_game("comrade").setup(num_players=5, claims=True)
    found = balance(setup, "random", games=2, processes=1)
    assert as_markdown([found]).startswith("# Balance of Comrade, claims True\n")
    assert as_markdown([balance(SETUP, "random", games=2, processes=1)]).startswith("# Balance of Connect Four\n")


def test_statistics_are_averaged_over_the_games_that_have_them():
    def statistics(setup, state):
        long = int(state.decisions) > 20
        return {"games": {"decisions": int(state.decisions)} | ({"long": 1.0} if long else {})}

    found = balance(with_hooks(SETUP, statistics=statistics), "random", games=300, seed=2, processes=1)
    long = int((found.decisions > 20).sum())
    assert 0 < long < 300
    numbers = found.by_statistic()["games"]
    assert numbers["long"][0] == long and numbers["long"][1].mean == 1
    assert numbers["decisions"][0] == 300 and numbers["decisions"][1].mean == pytest.approx(found.decisions.mean())
    assert as_dict(found)["statistics"]["games"]["long"]["games"] == long
    assert f"| long | 1.000, {long} games |" in as_markdown([found])
