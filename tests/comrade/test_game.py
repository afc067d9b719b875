"""Acceptance tests of Comrade: the rulebook's sentences and every ruling of RULES.md."""

from __future__ import annotations

import numpy as np
import pytest
from comrade.positions import Games, Position, arrange, at_length, random_name
from comrade.reference import C, D, I

from cogitable.envs import comrade_v0
from cogitable.envs.comrade import GAME, posterior
from cogitable.envs.comrade.rules.check import check_position
from cogitable.envs.comrade.rules.state import UNKNOWN, Committee
from cogitable.envs.table import IllegalActionError, OptionError, Tables

GLASNOST, PERESTROIKA = 0, 1
WORDS = ("glasnost", "perestroika")
CLAIM, NOTHING = "claim: ", "claim: nothing"


def far_from(expected: float, count: int, share: float) -> float:
    """Return how many standard deviations a count of independent events lies from what is expected of it."""
    return abs(count - expected) / np.sqrt(expected * (1 - share))


# The rulebook, told a second time


@pytest.mark.often(8)
@pytest.mark.parametrize("n", range(5, 11))
@pytest.mark.parametrize("everyone_gives", [False, True])
@pytest.mark.parametrize("choose", [random_name, at_length], ids=lambda choose: choose.__name__)
def test_games_go_as_in_plain_python_by_the_rulebook(n, everyone_gives, choose):
    """Who is asked what, who holds and knows what, who wins: at every decision."""
    setup = GAME.setup(num_players=n, everyone_gives=everyone_gives, max_turns=5)
    games = Games(setup, 18, seed=n, choose=choose)
    for _ in games.steps():
        check_position(setup, games.record(0))
    winners = [reference.winners for reference in games.references]
    assert any(winners) if choose is random_name else None in winners


def test_claims_come_before_everything_else():
    games = Games(GAME.setup(num_players=6, claims=True, max_turns=3), 10, seed=1)
    assert sum(1 for _ in games.steps()) > 30


# Setup


def test_cards_word_and_first_chairman_are_drawn_by_lot():
    """Who is chairman first? By lot; and all places of the cards, both words, are as likely."""
    states = Tables(GAME.setup(num_players=6), 12000, seed=1).states
    assert (states["dissident"] != states["informer"]).all()
    assert (states["cards"][:, :6] == 1).all() and not states["cards"][:, 6:].any()
    kinds = [states[name].astype(int) for name in ("dissident", "informer", "word", "chairman")]
    counts = np.zeros((6, 6, 2, 6))
    np.add.at(counts, tuple(kinds), 1)
    expected = 12000 / (30 * 2 * 6)
    held = counts.reshape(36, 12)[~np.eye(6, dtype=bool).ravel()].ravel()
    statistic = ((held - expected) ** 2 / expected).sum()
    assert abs(statistic - 359) < 5 * np.sqrt(2 * 359)
    assert (states["seat"] == states["chairman"]).all()
    assert (states["knowers"] == 1 << states["dissident"].astype(int)).all()


@pytest.mark.parametrize("options", [{"num_players": 4}, {"num_players": 11}, {"max_turns": 0}, {"max_turns": 61}])
def test_options_that_the_rules_do_not_allow(options):
    with pytest.raises(OptionError, match=next(iter(options))):
        GAME.setup(**options)


def test_a_limit_of_turns_that_no_table_has_room_for_is_refused_with_the_reason():
    with pytest.raises(OptionError, match="'max_turns' is 61; it can be up to 60: a table keeps all that has happened"):
        GAME.setup(max_turns=61)


# The vote


@pytest.mark.parametrize(("n", "voters"), [(5, 3), (6, 3), (7, 4), (8, 4), (9, 5), (10, 5)])
def test_half_of_the_players_are_called_never_the_chairman(n, voters):
    table = Position(n, chairman=2)
    assert table.seat == 2
    assert table.legal() == [f"call +{step}" for step in range(1, n - voters + 1)]
    asked = 0
    while table.phase == "call the voters":
        assert table.seat == 2
        table.play(table.legal()[0])
        asked += 1
    assert asked == voters
    assert table.turn.called == sum(1 << (2 + step) % n for step in range(1, voters + 1))


def test_the_choice_of_voters_is_no_choice_of_their_order():
    """Voters are called clockwise; the last ones are called at once when there is nothing left to choose."""
    table = Position(8, chairman=1)
    table.play("call +2")
    assert table.legal() == ["call +3", "call +4", "call +5"]
    table.play("call +5")
    assert table.phase == "secret vote"
    assert table.turn.called == sum(1 << seat for seat in (3, 6, 7, 0))


def test_votes_are_taken_clockwise_from_the_chairman():
    table = Position(6, chairman=3).call(5, 0, 2)
    for seat in (5, 0, 2):
        assert table.seat == seat
        table.play("vote for freedom")
    for seat in (5, 0, 2):
        assert table.seat == seat
        table.play("perestroika")
    assert table.phase == "interrogate"


def test_everybody_may_vote_either_way_and_choose_either_word():
    """May players vote against their interest? Yes."""
    table = Position(5, chairman=4).call(0, 1, 2)
    for role in (D, I, C):
        assert table.hands()[table.seat] == [role]
        assert table.legal() == ["vote for the party", "vote for freedom"]
        table.play("vote for freedom")
    for _ in range(3):
        assert table.legal() == ["glasnost", "perestroika"]
        table.play("glasnost")


@pytest.mark.parametrize("party", [1, 2, 3])
def test_a_single_party_vote_skips_the_committee(party):
    table = Position(5, chairman=4).call(0, 1, 2).vote(party=party)
    assert (table.turn.party, table.turn.committee) == (party, Committee.NOT_HELD)
    assert (table.phase, table.seat) == ("interrogate", 0)
    for seat in range(5):
        assert table.part("votes", seat)[0, 1] == pytest.approx(party / 5)


def test_how_others_vote_is_not_seen_before_all_have_voted_nor_who_did_after():
    votes = {}
    for first in ("vote for the party", "vote for freedom"):
        table = Position(5, chairman=4).call(0, 1, 2)
        table.play(first)
        votes[first] = [table.observe(seat) for seat in range(1, 5)]
        own = table.part("own", 0)[6]
        assert own == (1 if "freedom" in first else -1)
    np.testing.assert_array_equal(*votes.values())
    after = []
    for order in (("vote for the party", "vote for freedom"), ("vote for freedom", "vote for the party")):
        table = Position(5, chairman=4).call(0, 1, 2).play(*order, "vote for freedom")
        after.append([table.observe(seat) for seat in (2, 3, 4)])
    np.testing.assert_array_equal(*after)


def test_words_that_are_laid_down_are_covered_until_all_are():
    seen = []
    for word in WORDS:
        table = Position(5, chairman=4).call(1, 2, 3).vote().play(word)
        seen.append([table.observe(seat) for seat in (0, 2, 3, 4)])
        assert table.part("own", 1)[7] == (1 if word == "perestroika" else -1)
    np.testing.assert_array_equal(*seen)


# The committee


def committee(n: int = 6, words: int = 0b000, *, voters: tuple[int, ...] = (2, 3, 4), **more: int) -> Position:
    """Let voters choose their words, perestroika where a bit is set."""
    table = Position(n, **more).call(*voters).vote()
    return table.play(*(WORDS[words >> bit & 1] for bit in range(len(voters))))


@pytest.mark.parametrize("n", range(5, 11))
@pytest.mark.parametrize("word", [GLASNOST, PERESTROIKA])
def test_a_committee_is_won_by_comrades_who_all_choose_the_right_word(n, word):
    voters = tuple(range(2, 2 + (n + 1) // 2))
    table = committee(n, words=word * 0b11111, voters=voters, word=word, chairman=1)  # the informer calls
    assert (table.state.over, table.turn.committee) == (1, Committee.WON)
    expected = [1 / (n - 1), -1] + [1 / (n - 1)] * (n - 2) + [0] * (10 - n)
    np.testing.assert_allclose(table.earned, expected, atol=1e-6)
    assert GAME.sides(table.setup, table.state) == ["dissident's side", "informer"] + ["dissident's side"] * (n - 2)
    for seat in range(n):  # what lies open in the end is observed as after any other committee
        assert np.flatnonzero(table.part("shown as dissident", seat)[0]).tolist() == [-seat % n]
        right = table.part("words", seat)[0]
        assert right.sum() == len(voters) and all(right[(voter - seat) % n] == 1 for voter in voters)


def check_lost(table: Position, informer: int) -> None:
    assert (table.state.over, table.turn.committee, table.phase) == (0, Committee.LOST, "interrogate")
    assert (table.turn.dissident, table.turn.informer, table.turn.word) == (0, informer, GLASNOST)
    assert not table.earned.any()
    assert table.state.knowers == 1 << 0, "its holder alone knows the new word"
    for seat in range(table.n):
        shown, informers = table.part("shown as dissident", seat)[0], table.part("shown as informer", seat)[0]
        assert np.flatnonzero(shown).tolist() == [-seat % table.n]
        assert np.flatnonzero(informers).tolist() == ([] if informer == UNKNOWN else [(informer - seat) % table.n])
        assert posterior(table.setup, table.tables.states, seat)[0, 0].sum() == pytest.approx(1)


def test_a_committee_is_lost_if_the_dissident_votes():
    check_lost(committee(voters=(0, 2, 3), chairman=5), UNKNOWN)


def test_a_committee_is_lost_if_the_informer_votes():
    check_lost(committee(voters=(1, 2, 3), chairman=5), 1)


@pytest.mark.parametrize("words", range(1, 8))
def test_a_committee_is_lost_if_anybody_chooses_the_wrong_word(words):
    table = committee(words=words)
    check_lost(table, UNKNOWN)
    right = table.part("words", 5)[0]
    assert [right[(seat - 5) % 6] for seat in (2, 3, 4)] == [-1 if words >> bit & 1 else 1 for bit in range(3)]


@pytest.mark.parametrize("word", [GLASNOST, PERESTROIKA])
def test_the_new_word_is_drawn_from_both_cards(word):
    """From what is the new word drawn? From both, whichever it was before."""
    tables = Tables(GAME.setup(num_players=5), 4000, seed=3, auto_reset=False)
    arrange(tables.states, dissident=0, informer=1, chairman=4, word=word)
    tables.look()
    names = tables.setup.action_names
    for name in ("call +1", "call +2", "call +3", *["vote for freedom"] * 3, *["glasnost"] * 3):
        tables.step(np.full(4000, names.index(name)))
    assert (tables.states["turns"]["committee"][:, 0] == Committee.LOST).all()
    assert far_from(2000, int((tables.states["word"] == word).sum()), 0.5) < 4


def look_at_the_dissident(n: int = 5) -> Position:
    """Player 2 looks at the dissident's card in the first turn and gives it a comrade; nobody else learns of it."""
    table = Position(n, dissident=3, informer=1, chairman=1).skip_committee()
    table.give((2, 3))
    assert table.part("own", 2)[3] == 1
    for giver, receiver in [(4, 2), *[(seat, 4 if seat == 5 else seat - 1) for seat in range(5, n)], (0, n - 1)]:
        if table.seat == giver:
            table.give((giver, receiver))
    while table.phase != "call the voters":
        table.play(table.legal()[0])  # comrades come first
    return table


def test_a_seat_that_has_seen_the_dissidents_card_knows_the_word_until_a_new_one_is_drawn():
    """Who learns the new word? Its holder alone; all earlier knowledge is void."""
    table = look_at_the_dissident()
    holder = table.state.dissident
    assert table.state.turn == 1 and table.part("own", 2)[3:6].tolist() == [1, 1, 0]
    assert posterior(table.setup, table.tables.states, 2)[0, ..., 1].sum() == 0
    voters = [seat for seat in range(5) if seat != table.state.chairman][:3]
    table.call(*voters).vote().play(*["perestroika"] * 3)
    assert table.turn.committee == Committee.LOST
    for seat in range(5):
        assert table.part("own", seat)[3] == (seat == holder)
        words = posterior(table.setup, table.tables.states, seat)[0].sum(axis=(0, 1))
        known = [1 - table.state.word, table.state.word]
        assert words.tolist() == pytest.approx(known if seat == holder else [0.5, 0.5])


def test_no_new_word_is_drawn_when_the_committee_was_skipped():
    table = look_at_the_dissident()
    before = table.state.word, table.tables.states["rng"].tobytes()
    table.skip_committee()
    assert (table.state.word, table.tables.states["rng"].tobytes()) == before
    assert table.part("own", 2)[3] == 1


# The end


@pytest.mark.parametrize("turns", [1, 3])
def test_a_game_at_its_limit_of_turns_is_nobodys(turns):
    tables = Tables(GAME.setup(num_players=7, max_turns=turns), 200, seed=1, auto_reset=False)
    rng, earned = np.random.default_rng(1), np.zeros((200, 10))
    while (tables.states["over"] == 0).any():
        tables.step((rng.random(tables.masks.shape) * tables.masks).argmax(axis=1))
        earned += tables.rewards
    cut = tables.states["over"] == 2
    assert cut.sum() > 20 and (~cut).sum() > 20
    assert not earned[cut].any() and not tables.masks.any()
    assert (tables.states["turn"][cut] == turns - 1).all()
    assert (tables.states["cards"][cut, :7] == 1).all(), "the last turn is played out"
    assert (np.abs(earned[~cut]).sum(axis=1) > 1.9).all()


def test_a_game_at_its_limit_of_decisions_is_nobodys():
    table = Position(5, max_decisions=4).call(1, 2, 3).play("vote for freedom")
    assert table.state.over == 2 and not table.earned.any() and not table.legal()


def test_the_longest_game_fits_its_log():
    """Sixty turns in which ten players hand over fifteen cards each time."""
    table, rng = Position(10, dissident=3, informer=0, everyone_gives=True), np.random.default_rng(1)
    for _ in range(60):
        table.skip_committee()
        first = table.state.chairman + 1
        hands = [table.hands()[(first + place) % 10] for place in range(10)]
        takers = next(found for found in iter(lambda: fifteen(rng), 0) if found and quiet(found, hands))
        for place, taker in enumerate(takers):
            table.give(((first + place) % 10, (first + taker) % 10))
            if table.phase == "give after looking":
                table.play(table.legal()[0])
        while table.phase == "pass a card on" and not table.state.over:
            table.play(table.legal()[0])
    assert table.state.over == 2 and table.state.moves == 900
    check_position(table.setup, table.state)
    for seat in (*range(10), None):
        assert table.text(seat)
        assert np.isfinite(table.observe(seat or 0)).all()
    assert max(table.state.handed) <= 120


def fifteen(rng: np.random.Generator) -> list[int] | None:
    """Return whom ten players choose in their order so that five hold two cards then, if chance wills it."""
    cards, takers = [1] * 10, []
    for giver in range(10):
        allowed = [taker for taker in range(10) if taker != giver and cards[taker] < 2]
        takers.append(int(rng.choice([taker for taker in allowed if cards[taker] == 1] or allowed)))
        cards[giver] -= 1
        cards[takers[-1]] += 1
    return takers if cards.count(2) == 5 else None


def quiet(takers: list[int], hands: list[list[str]]) -> bool:
    """Whether the informer does not find the dissident when comrades are given first."""
    hands = [list(hand) for hand in hands]
    for giver, taker in enumerate(takers):
        if {D, I} <= {*hands[giver], *hands[taker]}:
            return False
        card = C if C in hands[giver] else hands[giver][0]
        hands[giver].remove(card)
        hands[taker].append(card)
    return True


# Claims, a house variant


def test_nothing_is_said_by_default():
    table = Position(5)
    assert table.phase == "call the voters"
    assert not any(name.startswith("claim") for name in table.setup.action_names)


def claims(n: int = 6, **more: int) -> Position:
    return Position(n, claims=True, **more)


def test_claims_are_made_clockwise_the_chairman_last_before_the_vote():
    table = claims(6, chairman=2)
    for seat in (3, 4, 5, 0, 1, 2):
        assert (table.phase, table.seat) == ("claim", seat)
        table.play(NOTHING)
    assert (table.phase, table.seat) == ("call the voters", 2)
    table.skip_committee()
    while table.state.turn == 0:
        assert not table.state.over
        table.play(table.legal()[0])
    assert (table.phase, table.seat) == ("claim", 4), "every turn begins with claims"


@pytest.mark.parametrize("n", [5, 10])
def test_the_vocabulary_of_claims_is_the_same_for_all_roles_and_speaks_of_players_at_the_table(n):
    table = claims(n, chairman=n - 1)
    expected = ["nothing", "I am a comrade", "the word is glasnost", "the word is perestroika"]
    for role in (D, I):
        expected += [f"I am the {role}", *(f"+{step} is the {role}" for step in range(1, n))]
    for role in (D, I, C):
        assert table.hands()[table.seat] == [role]
        assert table.legal() == [CLAIM + text for text in expected]
        table.play(NOTHING)


def test_a_claim_is_heard_by_all_as_of_the_player_it_names():
    table = claims(6, chairman=5).play(CLAIM + "+2 is the informer", CLAIM + "I am the dissident")
    names = [name.removeprefix(CLAIM) for name in table.setup.action_names if name.startswith(CLAIM)]
    for listener in range(6):
        heard = table.part("claims", listener)
        assert (heard > 0).sum() == 2 and heard.max() == 1
        about = (2 - listener) % 6
        assert heard[-listener % 6, names.index(f"+{about} is the informer" if about else "I am the informer")] == 1
        about = (1 - listener) % 6
        assert heard[(1 - listener) % 6, names.index(f"+{about} is the dissident" if about else "I am the dissident")]
        assert posterior(table.setup, table.tables.states, listener)[0].max() < 0.21, "no claim is evidence"


def test_claims_bind_nobody():
    quiet, loud = claims(5), claims(5)
    for name, table in ((NOTHING, quiet), (CLAIM + "I am the informer", loud)):
        table.play(*[name] * 5)
    assert quiet.legal() == loud.legal()
    assert quiet.hands() == loud.hands()


# The environment


def test_it_is_not_parallelizable():
    """Who is asked at one time? One seat."""
    assert comrade_v0.env().metadata["is_parallelizable"] is False


def test_the_strict_form_refuses_what_the_rules_forbid():
    env = comrade_v0.raw_env(num_players=6)
    env.reset(seed=1)
    with pytest.raises(IllegalActionError, match="vote for freedom"):
        env.step(env.setup.action_names.index("vote for freedom"))
