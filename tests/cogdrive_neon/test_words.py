"""What is asked and what has happened, in words."""

from __future__ import annotations

import numpy as np
import pytest
from cogdrive_neon.positions import Position, actions, house_cards, move

from cogitable.envs.cogdrive_neon import GAME
from cogitable.envs.cogdrive_neon.rules.state import Event, Phase
from cogitable.envs.cogdrive_neon.words.events import EVENTS
from cogitable.envs.cogdrive_neon.words.wording import task_text
from cogitable.envs.table.faces.aec import raw_env
from cogitable.envs.table.log import Log

HB3_BEFORE = (42, 126, 64, 144, 146, 10, 134, 85, 117, 102, 102, 147, 32, 115)


def text(table: Position, seat: int | None) -> str:
    return table.setup.text(table.tables.states, seat)


def asked(table: Position) -> str:
    return " ".join(text(table, table.state.seat).split("\n\n")[-1].split())


def said(table: Position, seat: int | None = None) -> list[str]:
    """Return what the legal answers say."""
    states = table.tables.states
    return [table.setup.describe(states, int(a), seat=seat) for a in np.flatnonzero(table.tables.masks[0])]


def test_every_event_has_a_sentence():
    assert set(EVENTS) == set(Event)


def test_a_whole_game_can_be_told():
    for seed in range(6):
        env = raw_env(GAME)
        env.reset(seed)
        rng = np.random.default_rng(seed)
        while not any(env.terminations.values()):
            env.step(int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
        last = env.log("player_0")[-4:]
        assert last[-1].endswith(("wins the game", "is a draw"))
        assert any(" at the Clash" in line for line in last)
        hidden = [line for line in env.log("player_0") if line.startswith("player_1 draws")]
        assert "player_1 draws a card" in hidden
        assert len(env.log()) == len(env.log("player_0")), "a no is perceived as well"


def test_the_rival_is_asked_from_its_own_side():
    table = Position(hand0=["LO9-Gray"], hand1=["VX1-Gray"], hangar=["VX1-Blue"])
    table.play("task of LO9-Gray")
    assert asked(table) == "player_1: player_0 uses the Task of LO9-Gray: discard a card from your hand"
    assert said(table) == ["discard VX1-Gray"]
    assert "player_1: player_0 uses the Task of LO9-Gray" in text(table, 0)


@pytest.mark.parametrize(
    ("target", "words"),
    [("hand", "give player_0 up to 2 cards from your hand"), ("wreck", "wreck up to 2 cards from your hand")],
)
def test_whatever_the_rival_gives_up_it_is_told_so(target, words):
    task = [move("rival hand", target, count=2, may=True)]
    table = Position(cards=house_cards(LO9=task), hand0=["LO9-Gray"], hand1=["VX1-Gray", "VX1-Pink"], hangar=[])
    table.play("task of LO9-Gray")
    assert asked(table).endswith(words)
    table.play("choose VX1-Gray")
    assert asked(table).endswith(f"{words} (1 of 2 done)")


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ({"do": "exchange", "a": "hand", "b": "hangar"}, "Exchange a card in your hand for one in the Hangar."),
        (
            {"do": "exchange", "a": "hand", "b": "hangar", "count": 2},
            "Exchange 2 cards in your hand for as many in the Hangar, one by one.",
        ),
        (
            {"do": "exchange", "a": "discard", "b": "rival discard", "count": 3, "may": True},
            "You may exchange up to 3 cards in your discard for as many in the rival's discard, one by one.",
        ),
        (move("any clash", "owner hand"), "Move a card from either side of the Clash to its owner's hand."),
        (
            move("any clash", "owner hand", count=2, may=True),
            "You may move up to 2 cards from either side of the Clash to their owners' hands.",
        ),
        (
            move("rival clash", "owner discard", count=2),
            "Move 2 cards from the rival's side of the Clash to their owners' discards.",
        ),
    ],
)
def test_a_task_says_how_many_cards_it_moves_and_whose_they_are(step, words):
    setup = GAME.setup(cards=house_cards(TF2=[step]))
    assert task_text(setup.options.cards.cogdrive[0].task) == words


def test_yes_and_no_name_the_deed():
    table = actions(hand0=["GJ3-Gray", "KR7-Gray"])
    table.play("task of GJ3-Gray")
    top = table.deck(2)[0]
    refusal = "no: do without it (Task of GJ3-Gray)"
    assert said(table, 0) == [refusal, f"wreck the top card of the Hangar deck, {top}"]
    assert said(table, 1) == [refusal, "wreck the top card of the Hangar deck"]
    assert f"It is {top}." in text(table, 0)
    assert "You may wreck the top card of the Hangar deck.\n" in text(table, 1) + "\n", "it does not hear which"


def test_gj3_is_told_that_the_wreckage_is_on_top():
    table = Position(hand0=["GJ3-Gray", "KR7-Gray"], hangar=["VX1-Blue"], below=["VX1-Gray", "SD6-Pink"])
    rest = np.uint64(0)
    table.state.above = 0
    for card in table.state.piles[2, 2 : table.state.sizes[2]]:
        rest |= np.uint64(1) << np.uint64(card)
    table.state.sizes[2], table.state.clash[1] = 2, rest
    table.tables.look()
    table.play("task of GJ3-Gray")
    assert "The Wreckage card is on top: it is set aside, and the card below it taken." in asked(table)
    assert said(table) == ["no: do without it (Task of GJ3-Gray)", "wreck the first card below the Wreckage card"]
    table.play("use")
    assert table.state.wreckage == 1
    assert table.deck(2) == ["SD6-Pink"], "it has been wrecked, and VX1-Gray drawn"


def test_wy2_shows_the_tasks_that_it_may_use():
    table = actions(hand0=["WY2-Gray", "KR7-Gray"], discard0=["MN5-Gray", "TF2-Gray"])
    shown = "MN5-Gray 2  Wreck this card. Draw 2 cards from the Hangar deck."
    assert shown in text(table, 0)
    assert shown not in text(table, 1)
    table.play("task of WY2-Gray", *["decline"] * (table.phase() == "overdrive before"))
    if table.phase() == "overdrive before":
        table.play("decline")
    assert shown in text(table, 0)
    assert "use the Task of MN5-Gray: Wreck this card. Draw 2 cards from the Hangar deck." in said(table)


def test_this_card_of_a_task_that_wy2_uses_is_the_card_with_the_task():
    table = actions(hand0=["WY2-Pink", "KR7-Gray"], discard0=["GJ3-Gray", "TF2-Gray"])
    table.play("task of WY2-Pink", "choose GJ3-Gray")
    assert "Task of GJ3-Gray, used by WY2-Pink: You may wreck" in asked(table)
    table = actions(hand0=["WY2-Pink", "KR7-Gray"], discard0=["TF2-Gray"])
    table.play("task of WY2-Pink", "choose TF2-Gray")
    assert table.clash(0) == ["TF2-Gray"]
    assert table.deck(0) == ["WY2-Pink"]


def test_an_action_that_runs_is_not_called_used():
    table = actions(hand0=["TF2-Gray", "VX1-Gray", "KR7-Gray"])
    table.play("recruit with TF2-Gray", "choose HB3-Gray", "choose LO9-Gray")
    table.play("task of VX1-Gray", *["decline"] * (table.phase() == "overdrive before"))
    assert "(no further Action)" in text(table, 0)
    assert "both Actions used" not in text(table, 0)


def test_one_is_singular():
    table = Position(hand0=["TF2-Gray"], hand1=["VX1-Gray"], clash0=["KR7-Gray"], clash1=["KR7-Pink"], hangar=[])
    table.state.seen[0] &= ~np.uint64(1 << table.number("VX1-Gray"))
    table.state.located[0] &= ~np.uint64(1 << table.number("VX1-Gray"))
    assert "Power 1, 1 point\n" in text(table, 0)
    assert "1 card never seen" in text(table, 0)


def play_hb3(other: str) -> Log:
    """Play HB3's Task with VX1-Yellow, holding ZQ8-Yellow or another card in its place, up to player_1's decision.

    Here HB3 only plays cards and draws: the question for the second card is the last one.
    """
    plays = move("hand", "clash", count=2, may=True, one_color=True)
    env = raw_env(GAME, cards=house_cards(HB3=[plays, move("deck", "hand")]))
    env.reset(1)
    log = Log(env.setup, env.generator)
    log.follow(HB3_BEFORE)
    state, names = log.table.states.view(np.recarray)[0], env.setup.action_names
    labels = [card.label for card in env.setup.options.cards.cards]
    swap(state, labels.index("ZQ8-Yellow"), labels.index(other))
    log.table.mask[:] = 1
    for name in ("task of HB3-Blue", "choose VX1-Yellow"):
        log.take(names.index(name))
    assert state.phase == Phase.CHOICE
    assert legal(log) == ["choose ZQ8-Yellow"] * (other == "ZQ8-Yellow") + ["decline"]
    while state.seat == 0:
        log.take(names.index("draw up to 4" if state.phase == Phase.DRAW else "decline"))
    return log


def legal(log: Log) -> list[str]:
    return [log.setup.action_names[action] for action in np.flatnonzero(log.table.mask)]


def swap(state, one: int, other: int) -> None:
    """Let a card of player_0's hand and one of a pile that player_1 has not seen change places."""
    if one == other:
        return
    state.hand[0] ^= np.uint64(1 << one | 1 << other)
    for pile in range(3):
        places = state.piles[pile, : state.sizes[pile]]
        places[places == other] = one
    for known in (state.seen, state.located):
        known[0] |= np.uint64(1 << other)


@pytest.mark.parametrize("other", ["SD6-Pink", "AE4-Blue"])
def test_who_has_no_such_card_is_asked_as_well(other):
    able, unable = play_hb3("ZQ8-Yellow"), play_hb3(other)
    assert able.text(1) == unable.text(1)
    assert "player_0: no more (Task of HB3-Blue)" in able.text(1)
    assert (able.table.observation == unable.table.observation).all()
    assert able.setup.text(able.table.states, 1) == able.setup.text(unable.table.states, 1)


@pytest.mark.parametrize("second", ["KR7-Yellow", "KR7-Gray"])
def test_an_observation_tells_only_what_the_seat_itself_is_asked(second):
    table = Position(hand0=["HB3-Blue", "TF2-Yellow", second], hand1=["VX1-Gray"], hangar=["VX1-Blue"])
    table.play("task of HB3-Blue", "choose TF2-Yellow")
    assert table.phase() == "choice"
    observation = np.zeros((1, table.setup.layout.size), np.float32)
    table.tables.observe(np.array([1]), observation, np.zeros((1, table.setup.num_actions), np.int8))
    parts = table.setup.layout.split(observation[0])
    assert not any(parts[name].any() for name in ("phase", "step", "in use", "Overdrive open"))


def test_state_tells_the_running_step_and_the_first_pick():
    shown = []
    for first in (122, 128):
        env = raw_env(GAME)
        env.reset(0)
        env.step(85)
        env.step(first)
        shown.append(env.state())
    assert (shown[0] != shown[1]).any()
