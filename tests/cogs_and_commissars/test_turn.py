"""Cogs and Commissars: the steps of a turn, the windows between them, and who is asked at each."""

from __future__ import annotations

from collections import Counter

import pytest
from cogs_and_commissars.positions import FILLER, LETTERS, Position, has, lay_out, moves

from cogitable.envs.cogs_and_commissars import GAME
from cogitable.envs.cogs_and_commissars.rules.state import Zone
from cogitable.envs.cogs_and_commissars.series import next_first_player
from cogitable.envs.table import OptionError, Tables

STIFLE, LEADER, MILITARY, DOUBLETHINK = "Stifle Free Speech", "Our Glorious Leader", "Military Action", "Doublethink"


def asked_in_a_round(table: Position, until: str) -> list[tuple[str, str]]:
    """Pass until a question, and return who was asked in which phase."""
    asked = []
    while table.asked != until:
        asked.append((table.asked_seat, table.phase[3:]))
        table.go(f"{table.asked_seat}: pass")
    return asked


# The order of steps and windows


def test_a_turn_with_all_windows():
    table = lay_out(has(FILLER), has(FILLER), has(FILLER), has(FILLER), phase="production", turn_of="C")
    assert table.phase == "C: after production"
    table.go("C: pass", "D: pass", "A: pass", "B: pass")
    assert table.asked == "C: discards before drawing"
    table.go("C: pass")
    assert table.phase == "C: after drawing"
    table.go("D: pass", "A: pass", "B: pass")
    assert table.asked == "C: propaganda"
    table.go("C: pass")
    assert table.phase == "C: after propaganda"
    table.go("D: pass", "A: pass", "B: pass")
    assert table.asked == "C: action"
    table.go("C: pass")
    assert table.phase == "C: end of turn"
    table.go("D: pass", "A: pass", "B: pass")
    assert (table.phase, table.asked) == ("D: after production", "D: response")


def test_only_those_who_hold_something_are_asked():
    table = lay_out(has(FILLER), has(DOUBLETHINK), has(), has(STIFLE), phase="production", windows="held")
    rounds = asked_in_a_round(table, "B: discards before drawing")
    windows = ["after production", "after drawing", "after propaganda", "end of turn"]
    expected = [("B", window) for window in windows]
    expected.insert(1, ("A", "discard and draw"))
    assert rounds[:5] == expected, "D's Stifle needs a card to respond to, and A has nothing it may play"
    assert rounds[5:] == [("B", "after production")], "B's own turn"


def test_windows_in_which_the_turn_player_is_asked_first():
    table = lay_out(has(DOUBLETHINK), has(DOUBLETHINK), phase="after production", windows="held")
    table.go("A: pass", "B: pass", "A: pass")
    assert (table.asked, table.phase) == ("B: response", "A: after drawing"), "A is about to have its menu"
    table.go("B: pass", "A: pass")
    assert (table.asked, table.phase) == ("B: response", "A: after propaganda"), "A has just had its menu"
    table.go("B: pass", "A: pass")
    assert (table.asked, table.phase) == ("B: response", "A: end of turn")


@pytest.mark.parametrize(
    ("phase", "step"), [("after drawing", "propaganda"), ("after propaganda", "action"), ("end of turn", "")]
)
def test_once_somebody_has_played_the_turn_player_is_asked_as_well(phase: str, step: str):
    table = lay_out(has(f"{DOUBLETHINK}, {STIFLE}"), has(DOUBLETHINK), has(DOUBLETHINK), phase="after production")
    while table.phase != f"A: {phase}":
        table.go(f"{table.asked_seat}: pass")
    table.go("B: pass", f"C: play {DOUBLETHINK}", "A: pass", "B: pass", "C: pass")
    assert (table.asked, table.phase, table.stack()) == ("A: response", f"A: {phase}", [])
    table.go("A: pass", "B: pass", "C: pass")
    assert table.asked == (f"A: {step}" if step else "B: response")


def test_a_window_starts_anew_after_every_play():
    table = lay_out(*[has(DOUBLETHINK)] * 3, phase="after production")
    table.go("A: pass", "B: pass", f"C: play {DOUBLETHINK}", "A: pass", "B: pass", "C: pass")
    table.go("A: pass", f"B: play {DOUBLETHINK}", f"A: play {DOUBLETHINK}", "A: pass", "B: pass", "C: pass")
    assert table.stack() == [f"{DOUBLETHINK} of B"]
    table.go("A: pass", "B: pass", "C: pass")
    table.go("A: pass", "B: pass", "C: pass")
    assert table.asked == "A: discards before drawing"


def test_a_blitz_can_be_played_between_all_steps_and_in_the_turns_of_others():
    offered = {"A": set(), "B": set()}
    table = lay_out(has(f"{DOUBLETHINK}, 6 {FILLER}"), has(DOUBLETHINK), phase="after production")
    while table.phase[0] == "A":
        if f"play {DOUBLETHINK}" in table.legal():
            offered[table.asked_seat].add(table.phase[3:])
        table.go(f"{table.asked_seat}: pass")
    assert offered["A"] == {"after production", "propaganda", "action"}
    assert offered["B"] == {"after production", "after drawing", "after propaganda", "end of turn"}


# Production


def test_production_turns_over_two_cards_and_takes_what_their_stars_show():
    table = lay_out(has("", f"{STIFLE}, Assassinate, {FILLER}"), has(), phase="production")
    assert table.citizens("A") == [2, 1, 1]
    assert table.discard("A") == ["Assassinate", STIFLE]
    assert table.deck("A")[0] == FILLER
    assert (table.stack(), table.hand("A")) == ([], []), "what the cards do is ignored, and nothing is played"


def test_a_revolution_produces_several_citizens():
    table = lay_out(has("", f"Revolution, {FILLER}"), has(), phase="production")
    assert table.citizens("A") == [4, 1, 1]


def test_variants_of_a_title_produce_by_their_own_star():
    table = lay_out(has("", f"{DOUBLETHINK}, {DOUBLETHINK} (blue)"), has(), phase="production")
    assert table.citizens("A") == [3, 1, 0]


def test_production_shuffles_the_discard_when_the_deck_runs_out():
    table = lay_out(has("", "Assassinate", rest="discard"), has(), phase="production")
    assert table.citizens("A")[2] >= 1
    assert len(table.discard("A")) == 2
    assert "Assassinate" in table.discard("A"), "it was not shuffled into the new deck"


def test_a_card_counts_once_in_a_production():
    """A deck of one card and an empty discard: the card turned over is not turned over again."""
    table = lay_out(has("", "Assassinate", rest="hand"), has(), phase="production")
    assert table.citizens("A") == [2, 0, 1]
    assert (table.discard("A"), table.deck("A")) == (["Assassinate"], [])
    table = lay_out(has("Seize the Gears"), has("", "Assassinate, Monument", rest="hand"))
    table.do("A: play Seize the Gears").settle()
    assert sorted(table.discard("B")) == ["Assassinate", "Monument"]


def test_production_with_an_empty_deck_and_discard_does_nothing():
    table = lay_out(has(rest="hand"), has(), phase="production")
    assert table.citizens("A") == [2, 0, 0]
    assert (len(table.hand("A")), table.deck("A"), table.discard("A")) == (30, [], [])


@pytest.mark.parametrize("left", [0, 1])
def test_the_gulag_gives_what_it_has(left: int):
    table = lay_out(has("", "2 Assassinate"), has(), has(), gulag=(40, 18, left), phase="production")
    assert table.citizens("A") == [2, 0, left]
    assert table.state.gulag[2] == 0


def test_a_revolution_gives_what_the_gulag_has():
    table = lay_out(has("", f"Revolution, {FILLER}"), has(), has(), gulag=(1, 0, 3), phase="production")
    assert table.citizens("A") == [3, 0, 1], "one Proletariat for two stars, no Bourgeoisie"


def test_citizens_are_never_exchanged():
    table = lay_out(has(points=12), has(), has(), phase="production", gulag=(0, 18, 15))
    assert table.citizens("A") == [12, 0, 0], "no Proletariats are left, and no change is made for others"
    assert not any("change" in name for name in table.setup.action_names)


# Discarding and drawing


def test_cards_are_discarded_one_by_one_and_then_drawn():
    table = lay_out(has(f"3 {FILLER}, Wire", f"2 {STIFLE}, {DOUBLETHINK}"), has(), phase="discard and draw")
    assert table.legal() == ["pass", f"discard {FILLER}", "discard Wire"]
    table.go("A: discard Wire")
    assert table.discard("A") == ["Wire"], "seen by all at once"
    table.go(f"A: discard {FILLER}", "A: pass")
    assert len(table.hand("A")) == 7
    assert Counter(table.hand("A")) == Counter({FILLER: 4, STIFLE: 2, DOUBLETHINK: 1})


def test_all_cards_may_be_discarded():
    table = lay_out(has(f"2 {FILLER}"), has(), phase="discard and draw")
    table.go(f"A: discard {FILLER}", f"A: discard {FILLER}")
    assert table.legal() == ["pass"]
    table.go("A: pass")
    assert (len(table.hand("A")), len(table.discard("A"))) == (7, 2)


@pytest.mark.parametrize(("held", "must"), [(6, 0), (7, 0), (8, 1), (10, 3)])
def test_a_hand_over_seven_must_come_down_to_seven(held: int, must: int):
    table = lay_out(has(f"{held} {FILLER}"), has(), phase="discard and draw")
    for _ in range(must):
        assert "pass" not in table.legal()
        table.go(f"A: discard {FILLER}")
    table.go("A: pass")
    assert len(table.hand("A")) == 7


def test_drawing_shuffles_the_discard_with_what_was_just_put_there():
    table = lay_out(has("Wire, Monument", "Doublethink", rest="discard"), has(), phase="discard and draw")
    table.go("A: discard Wire", "A: pass")
    assert (len(table.hand("A")), table.discard("A"), len(table.deck("A"))) == (7, [], 23)
    assert "Doublethink" in table.hand("A")
    assert (table.hand("A") + table.deck("A")).count("Wire") == 1


def test_drawing_goes_as_far_as_there_are_cards():
    table = lay_out(has(f"2 {DOUBLETHINK}", FILLER, rest="hand"), has()).do(f"A: play {DOUBLETHINK}").settle()
    assert (len(table.hand("A")), table.discard("A")) == (29, [DOUBLETHINK]), "one card, and not itself"
    table.do(f"A: play {DOUBLETHINK}").settle()
    assert (len(table.hand("A")), table.discard("A")) == (29, [DOUBLETHINK]), "the first one, shuffled"


def test_discarding_is_no_place_for_a_blitz():
    table = lay_out(has(DOUBLETHINK), has(DOUBLETHINK), phase="discard and draw")
    assert table.legal() == ["pass", f"discard {DOUBLETHINK}"]


# Propaganda


def test_any_number_of_propaganda_one_at_a_time():
    table = lay_out(has("3 Propaganda, Our Glorious Leader"), has(points=5), phase="propaganda")
    for number in range(1, 4):
        assert moves(table.legal()) == ["play Propaganda"], "no Actions in this step"
        table.go("A: play Propaganda")
        assert table.asked == "A: response", "each can be responded to before the next"
        table.settle()
        assert table.citizens("A") == [2 + number, 0, 0]
        assert table.asked == "A: propaganda"
    assert table.citizens("B") == [2, 0, 0]
    assert table.legal() == ["pass"]


def test_propaganda_takes_from_a_player_of_choice_who_has_a_proletariat():
    table = lay_out(has("Propaganda"), has(points=0), has(), has(), phase="propaganda")
    table.go("A: play Propaganda")
    assert table.legal() == ["at C proletariat", "at D proletariat"]
    table.go("A: at D proletariat").settle()
    assert table.points() == [3, 0, 2, 1]


def test_propaganda_needs_somebody_with_a_proletariat():
    table = lay_out(has("Propaganda"), has(points=(0, 3, 3)), phase="propaganda")
    assert table.legal() == ["pass"]


def test_propaganda_is_for_the_own_step_only():
    for phase in ("after production", "after drawing", "action", "end of turn"):
        table = lay_out(has("2 Propaganda"), has("Propaganda"), phase=phase)
        assert not any(table.may(f"{seat}: play Propaganda") for seat in "AB")
    table = lay_out(has("2 Propaganda"), has("Propaganda"), phase="propaganda")
    table.go("A: play Propaganda")
    assert not table.may("A: play Propaganda"), "not in response"
    assert not table.may("B: play Propaganda")


def test_counter_propaganda_on_anothers_turn():
    table = lay_out(has("2 Propaganda"), has("Counter Propaganda"), phase="propaganda").do("A: play Propaganda")
    table.do("B: play Counter Propaganda").settle()
    assert (table.points(), table.discard("A"), table.discard("B")) == ([2, 2], ["Propaganda"], ["Counter Propaganda"])
    assert table.do("A: play Propaganda").settle().points() == [3, 1]


def test_no_propaganda_after_the_step_has_been_left():
    table = lay_out(has("Propaganda, Our Glorious Leader"), has(), phase="propaganda")
    table.go("A: pass").pass_until("A: action")
    assert moves(table.legal()) == ["play Our Glorious Leader"]


# Actions


def test_one_action_or_none():
    table = lay_out(has(f"2 {LEADER}"), has()).do(f"A: play {LEADER}").settle()
    assert (table.asked, table.legal()) == ("A: action", ["pass"])
    table = lay_out(has(f"2 {LEADER}"), has()).go("A: pass")
    assert table.phase == "A: end of turn"


def test_an_action_is_spent_even_if_countered():
    table = lay_out(has(f"2 {LEADER}"), has(STIFLE)).do(f"A: play {LEADER}", f"B: play {STIFLE}").settle()
    assert table.legal() == ["pass"]


def test_no_actions_in_anothers_turn_or_another_step():
    table = lay_out(has(LEADER), has(LEADER), phase="after production")
    while not table.asked.endswith("action"):
        assert not any(LEADER in word and not word.startswith("discard") for word in table.legal()), table.asked
        table.go(f"{table.asked_seat}: pass")
    assert moves(table.legal()) == [f"play {LEADER}"]


def test_military_action_gives_another_action():
    table = lay_out(has(f"{MILITARY}, 3 {LEADER}"), has()).do(f"A: play {MILITARY}").settle()
    assert table.extra == 1
    table.do(f"A: play {LEADER}").settle()
    assert (table.extra, table.state.acted) == (1, 1), "the turn's own Action goes first"
    table.do(f"A: play {LEADER}").settle()
    assert (table.extra, table.legal()) == (0, ["pass"])


@pytest.mark.parametrize("phase", ["after production", "after propaganda", "propaganda", "end of turn"])
def test_a_further_action_can_be_used_at_any_time_of_the_own_turn(phase: str):
    table = lay_out(has(f"{MILITARY}, {LEADER}"), has(), phase=phase).do(f"A: play {MILITARY}").settle()
    table.do(f"A: play {LEADER}").settle()
    assert (table.citizens("A"), table.extra, table.state.acted) == ([2, 0, 1], 0, 0)


def test_a_further_action_can_be_used_in_response():
    table = lay_out(has(f"{MILITARY}, {LEADER}, {DOUBLETHINK}"), has())
    table.do(f"A: play {DOUBLETHINK}", f"A: play {MILITARY}")
    assert not table.may(f"A: play {LEADER}"), "Military Action has not resolved yet"
    table.resolve().do(f"A: play {LEADER}")
    assert (table.stack(), table.extra) == ([f"{DOUBLETHINK} of A", f"{LEADER} of A"], 0)
    assert table.state.acted == 0, "the turn's own Action is for an empty stack"


def test_further_actions_are_lost_at_the_end_of_the_turn():
    table = lay_out(has(f"{MILITARY}, {FILLER}"), has(f"{LEADER}, {MILITARY}"), has())
    table.do(f"A: play {MILITARY}").settle().pass_until("B: discards before drawing")
    assert table.extra == 0


def test_further_actions_are_not_for_others():
    table = lay_out(has(f"{MILITARY}, {DOUBLETHINK}"), has(LEADER)).do(f"A: play {MILITARY}").settle()
    table.do(f"A: play {DOUBLETHINK}")
    assert table.extra == 1
    assert not table.may(f"B: play {LEADER}")


def test_military_action_is_for_the_own_turn():
    table = lay_out(has(FILLER), has(MILITARY), phase="after production", windows="held")
    assert table.asked == "A: discards before drawing", "B is not asked"


def test_military_action_doubled_gives_two():
    table = lay_out(has(f"{MILITARY}, Doublespeak"), has()).do(f"A: play {MILITARY}", "A: play Doublespeak").settle()
    assert table.extra == 2


def test_disarm_gives_an_action_back():
    table = lay_out(has(f"Disarm the Citizens, {LEADER}"), has()).do("A: play Disarm the Citizens").settle()
    table.do(f"A: play {LEADER}").settle()
    assert (table.citizens("A"), table.legal()) == ([2, 0, 1], ["pass"])


def test_turns_go_round_clockwise():
    table = lay_out(*[has()] * 4, phase="end of turn", turn_of="D")
    turns = []
    for _ in range(5):
        turns.append(table.phase[0])
        turn = table.state.turn
        while table.state.turn == turn:
            table.go(f"{table.asked_seat}: pass")
    assert turns == ["D", *LETTERS[:4]]


# Leaders


def test_a_revolution_shows_the_same_star_as_a_propaganda():
    """Two stars of a Revolution and one of another card are all Proletariats."""
    setup = GAME.setup(factions=("Automarx", "Computin"), leaders=True)
    table = Tables(setup, 1, seed=67)
    seen = table.states["zones"][0, 0, Zone.DISCARD]
    names = [card.name for card, copies in zip(setup.options.cards.card, seen, strict=False) if copies]
    assert "Revolution" in names and len(names) == 2
    assert table.states["citizens"][0, 0].tolist() == [6, 0, 0]


# Windows inside steps


def test_a_turn_with_windows_inside_its_steps():
    """Before production, the first turn's too, and between discarding and drawing, everybody may play a Blitz."""
    first = Position(windows="all", blitzes="inside")
    assert first.phase == "A: before production" and first.state.turn == 1
    table = lay_out(has(FILLER), has(FILLER), phase="action", blitzes="inside").go("A: pass", "B: pass")
    rounds = asked_in_a_round(table, "B: propaganda")
    assert rounds == [
        ("B", "before production"),
        ("A", "before production"),
        ("B", "after production"),
        ("A", "after production"),
        ("B", "discard and draw"),
        ("B", "after discarding"),
        ("A", "after discarding"),
        ("A", "after drawing"),
    ]


def test_what_is_discarded_can_be_taken_back_before_drawing():
    table = lay_out(has("Prove by Assertion, Doublethink"), has(), phase="discard and draw", blitzes="inside")
    table.go("A: discard Doublethink", "A: pass").do("A: play Prove by Assertion").settle()
    assert (table.asked, table.legal()) == ("A: card to retrieve", ["take Doublethink"])
    assert table.go("A: take Doublethink").hand("A") == ["Doublethink"], "and nothing has been drawn yet"


def test_a_hand_over_seven_after_that_window_must_come_down_to_seven():
    table = lay_out(has("Doublethink, 6 Monument"), has(), phase="discard and draw", blitzes="inside")
    table.go("A: pass").do("A: play Doublethink").settle()
    table.go("A: pass", "B: pass")
    assert (table.asked, len(table.hand("A"))) == ("A: discards before drawing", 8)
    assert "pass" not in table.legal()
    table.go("A: discard Monument", "A: pass", "A: pass", "B: pass")
    assert (table.phase, len(table.hand("A"))) == ("A: after drawing", 7)


@pytest.mark.parametrize(("step", "card"), [("propaganda", "Propaganda"), ("action", LEADER)])
def test_after_a_card_of_a_step_everybody_may_play_a_blitz_before_the_next(step: str, card: str):
    """The turn's player first; what belongs to the step itself waits until all have passed."""
    hand = f"2 Propaganda, 2 {LEADER}, Disarm the Citizens, {DOUBLETHINK}"
    table = lay_out(has(hand), has(f"Hire Assassin, {DOUBLETHINK}"), has(), phase=step, blitzes="inside")
    assert table.asked == f"A: {step}", "the window before the step is enough for its first card"
    table.go(f"A: play {card}", *(["A: at C proletariat"] if step == "propaganda" else [])).settle()
    assert (table.asked, table.phase, table.stack()) == ("A: response", f"A: {step}", [])
    assert table.legal() == ["pass", f"play {DOUBLETHINK}"]
    table.go("A: pass", "B: blitz Hire Assassin", "B: at A proletariat").settle()
    assert table.asked == "A: response", "the window begins anew"
    table.go("A: pass", "B: pass", "C: pass")
    assert table.asked == f"A: {step}"
    assert (f"play {card}" in table.legal()) == (step == "propaganda"), "the Action of the turn is spent"


def test_twenty_points_can_be_taken_away_before_the_revolution_is_played():
    """Without windows inside steps the others come only once it is there and cannot be countered any more."""
    seats = has(f"{LEADER}, {MILITARY}, Revolution", points=(17, 0, 0)), has(f"Hire Assassin, {STIFLE}")
    for blitzes, protected in (("between", 1), ("inside", 0)):
        table = lay_out(*seats, blitzes=blitzes).do(f"A: play {MILITARY}").settle()
        if blitzes == "inside":
            table.pass_until("A: action")
        table.go(f"A: play {LEADER}").settle()
        assert table.points()[0] == 20
        if blitzes == "inside":
            table.do("B: blitz Hire Assassin", "B: at A commissar").settle().pass_until("A: action")
        table.go("A: play Revolution")
        assert table.top().protected == protected


def test_a_further_action_in_such_a_window_is_not_the_one_of_the_turn():
    table = lay_out(has(f"{MILITARY}, 2 {LEADER}"), has(), blitzes="inside").go(f"A: play {MILITARY}").settle()
    assert (table.asked, table.extra) == ("A: response", 1)
    table.go(f"A: play {LEADER}").settle()
    assert (table.extra, table.state.acted) == (0, 0)
    assert table.legal() == ["pass"], "the Action of the turn waits for the step"
    table.pass_until("A: action")
    assert moves(table.legal()) == [f"play {LEADER}"]


# The first player


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_first_player_can_be_given(first: int):
    states = Tables(GAME.setup(num_players=3, first_player=first), 20, seed=1).states
    assert set(states["first"].tolist()) == {first}


def test_later_places_may_begin_with_more_citizens():
    options = {"num_players": 3, "first_player": 2}  # who has produced already
    points = Tables(GAME.setup(**options, compensation=(0, 1, 3)), 5, seed=1).states["points"]
    usual = Tables(GAME.setup(**options), 5, seed=1).states["points"]
    assert (points[:, :3] - usual[:, :3] == [1, 3, 0]).all()
    assert (usual[:, :2] == 2).all()
    for wrong, words in (((0, 1, 2), "has 3 numbers; 2 places need one each"), ((0, -1), "compensation")):
        with pytest.raises(OptionError, match=words):
            GAME.setup(compensation=wrong)


def test_the_first_player_must_sit_at_the_table():
    with pytest.raises(OptionError, match="option 'first_player' is 2; the seats are 0 to 1"):
        GAME.setup(first_player=2)


def test_the_fewest_citizens_begin_the_next_game():
    """Tokens count, not points; of several seats the first clockwise from who has begun."""
    setup = GAME.setup(num_players=4, first_player=2)
    states = Tables(setup, 1, seed=1).states
    states["citizens"][0, :4] = [(3, 0, 0), (0, 0, 2), (5, 0, 0), (2, 0, 0)]
    assert next_first_player(setup, states) == 3
    states["citizens"][0, 3] = (1, 1, 1)
    assert next_first_player(setup, states) == 1
