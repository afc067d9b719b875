from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from cogdrive_neon.positions import Position, actions, house_cards, move
from hypothesis import given
from hypothesis import strategies as st

from cogitable.envs.cogdrive_neon import GAME
from cogitable.envs.cogdrive_neon.picture import cards as card_art
from cogitable.envs.cogdrive_neon.picture import style as neon
from cogitable.envs.cogdrive_neon.picture import table as table_picture
from cogitable.envs.cogdrive_neon.picture.emblems import mech
from cogitable.envs.cogdrive_neon.picture.table import cards_in_use, targets
from cogitable.envs.cogdrive_neon.rules.state import CARDS, Phase, Pile
from cogitable.envs.cogdrive_neon.words.view import outcome, placed_cards, question, score_lines, tie_break
from cogitable.envs.table import Setup, Tables, drawing
from cogitable.envs.table.game import RUNNING, TERMINATED, TRUNCATED
from cogitable.envs.table.sets import members_of
from cogitable.envs.table.tables import determinized

SETUP = GAME.setup()
ALL = (1 << CARDS) - 1


def random_game(setup: Setup, seed: int, decisions: int) -> Tables:
    """Play at random until so many decisions are taken or the game is over."""
    tables, rng = Tables(setup, 1, seed=seed, auto_reset=False), np.random.default_rng(seed)
    for _ in range(decisions):
        if tables.over[0]:
            break
        tables.step(np.array([rng.choice(np.flatnonzero(tables.masks[0]))]))
    return tables


def record(states: np.ndarray):
    return states.view(np.recarray)[0]


def draw(setup: Setup, states: np.ndarray, seat: int | None) -> np.ndarray:
    return GAME.render_picture(setup, record(states), seat)


def arranged(setup: Setup, **zones: int) -> np.ndarray:
    """Return a position with so many cards in each zone (``hand0=3``), all of them known to both seats."""
    states = random_game(setup, 5, 30).states.copy()
    state, cards = record(states), list(range(CARDS))
    state.hand[:], state.discard[:], state.clash[:], state.hangar = 0, 0, 0, 0
    state.sizes[:], state.above, state.seen[:], state.located[:] = 0, 0, ALL, ALL
    state.depth, state.card, state.phase = 0, -1, Phase.DRAW
    for zone, count in zones.items():
        taken, cards = cards[:count], cards[count:]
        name, which = zone[:-1], int(zone[-1])
        if name == "pile":
            state.piles[which, :count], state.sizes[which] = taken, count
        elif name == "hangar":
            state.hangar = sum(1 << card for card in taken)
        else:
            state[name][which] = sum(1 << card for card in taken)
    assert not cards, "the zones must hold all cards"
    state.above = state.sizes[Pile.HANGAR]
    return states


def many_names() -> Setup:
    """A card file with 48 CogDrives of one card each, some of them with very long or foreign names and long Tasks."""
    house = SETUP.options.cards.model_dump(mode="json", by_alias=True)["cogdrive"]
    names = (
        "Q",
        "Nightingale",
        "W" * 60,
        "Öresund-Überläufer",
        "Σφίγγα",
        "The Engine of Grand Designs and Small Mercies",
    )
    task = [step for drive in house for step in drive["task"]][:6]
    drives = []
    for drive in house:
        for color, power in drive["power"].items():
            name = f"{names[len(drives) % len(names)][:56]} {len(drives)}"
            drives.append({"name": name, "source": "house", "power": {color: power}, "task": task})
    return GAME.setup(cards={"edition": "names", "cogdrive": drives})


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_picture_is_a_fresh_rgb_array_of_one_size_and_repeats(seat):
    states = random_game(SETUP, 3, 40).states
    before = states.tobytes()
    first = draw(SETUP, states, seat)
    assert (first.shape, first.dtype) == ((800, 1280, 3), np.uint8)
    assert first.flags.writeable and first.std() > 10
    kept = first.copy()
    first[:] = 0  # belongs to the caller
    assert np.array_equal(draw(SETUP, states, seat), kept)
    assert states.tobytes() == before


def test_no_seat_sees_what_it_cannot_know():
    hidden, words = 0, np.arange(1, 5, dtype=np.uint32)
    for seed in range(10):
        for decisions in (0, 9, 23, 48, 75):
            tables = random_game(SETUP, seed, decisions)
            if tables.over[0]:
                continue
            for seat in range(2):
                copy = determinized(SETUP, tables.states, words, np.array([seat]))
                hidden += any((copy[zone] != tables.states[zone]).any() for zone in ("hand", "piles"))
                assert np.array_equal(draw(SETUP, copy, seat), draw(SETUP, tables.states, seat))
                assert SETUP.text(copy, seat) == SETUP.text(tables.states, seat)
    assert hidden > 60  # nearly all of these positions do hide something


def test_only_the_referee_sees_an_unknown_hand():
    tables = random_game(SETUP, 1, 0)
    other = tables.states.copy()
    state = record(other)
    mine, top = members_of(state.hand[1])[0], int(state.piles[1, state.sizes[1] - 1])
    state.hand[1] ^= np.uint64(1 << mine | 1 << top)
    state.piles[1, state.sizes[1] - 1] = mine
    assert np.array_equal(draw(SETUP, tables.states, 0), draw(SETUP, other, 0))
    assert not np.array_equal(draw(SETUP, tables.states, None), draw(SETUP, other, None))
    assert SETUP.text(tables.states, 0) == SETUP.text(other, 0)
    assert SETUP.text(tables.states, None) != SETUP.text(other, None)


def test_a_card_once_shown_is_drawn_in_the_hand_that_holds_it():
    states = random_game(SETUP, 1, 0).states
    unknown, text = draw(SETUP, states, 0), SETUP.text(states, 0)
    state = record(states)
    card = members_of(state.hand[1])[0]
    state.seen[0] |= np.uint64(1 << card)
    state.located[0] |= np.uint64(1 << card)
    assert not np.array_equal(draw(SETUP, states, 0), unknown)
    label = SETUP.options.cards.cards[card].label
    assert label in SETUP.text(states, 0)
    assert label not in text
    assert "[the rival knows you have it]" in SETUP.text(states, 1)
    assert "[the rival knows you have it]" not in text


def test_every_question_is_drawn_for_everybody():
    phases = set()
    for seed in (2, 3):
        tables, rng = Tables(SETUP, 1, seed=seed, auto_reset=False), np.random.default_rng(seed)
        while not tables.over[0]:
            state = record(tables.states)
            if int(state.phase) not in phases or state.decisions % 7 == 0:
                phases.add(int(state.phase))
                asked = question(SETUP, state)
                pictures = [draw(SETUP, tables.states, seat) for seat in (0, 1, None)]
                for seat in (0, 1, None):
                    told = " ".join(SETUP.text(tables.states, seat).split())  # long lines are broken
                    assert f"player_{state.seat}: {asked}" in told
                assert not np.array_equal(pictures[0], pictures[1])
            tables.step(np.array([rng.choice(np.flatnonzero(tables.masks[0]))]))
    assert phases == {Phase.ACTION, Phase.BEFORE, Phase.CHOICE, Phase.AFTER, Phase.PLAY, Phase.DRAW}


def test_what_may_be_chosen_is_lit_for_who_is_asked():
    asked = set()
    for seed in range(8):
        tables, rng = Tables(SETUP, 1, seed=seed, auto_reset=False), np.random.default_rng(seed)
        while not tables.over[0]:
            state = record(tables.states)
            mover = int(state.seat)
            legal = np.flatnonzero(tables.masks[0])
            cards = {int(action) % CARDS for action in legal if action < 3 * CARDS}
            own, piles = targets(SETUP, state, mover)
            assert own >= cards
            assert targets(SETUP, state, None) == (own, piles)
            assert targets(SETUP, state, 1 - mover) == (frozenset(), frozenset()), "it is not known what is asked"
            asked.add((int(state.phase), bool(piles)))
            tables.step(np.array([rng.choice(legal)]))
    assert {
        (Phase.ACTION, False),
        (Phase.CHOICE, False),
        (Phase.CHOICE, True),
        (Phase.PLAY, False),
        (Phase.DRAW, True),
    } <= asked


def test_a_picture_of_the_targets_differs_from_one_without():
    states = random_game(SETUP, 4, 0).states
    state = record(states)
    assert state.phase == Phase.ACTION
    before = draw(SETUP, states, 0)
    state.phase = Phase.BEFORE  # nothing to choose from
    state.card = members_of(state.discard[0] | state.clash[0])[0]
    hand = np.s_[530:790, 262:950]
    assert not np.array_equal(draw(SETUP, states, 0)[hand], before[hand])


def test_the_card_given_up_is_in_use_in_every_exchange_and_a_card_moved_is_not():
    """Also in a second one; of a move's two cards the first is gone when the second is asked for."""
    twice = {"do": "exchange", "a": "hand", "b": "hangar", "count": 2}
    table = actions(cards=house_cards(TF2=[twice]), hand0=["TF2-Blue", "HB3-Yellow", "KR7-Yellow"])
    table.play("task of TF2-Blue")
    for mine, other in (("HB3-Yellow", "GJ3-Pink"), ("KR7-Yellow", "HB3-Gray")):
        assert in_use(table) == {"TF2-Blue"}
        table.play(f"choose {mine}")
        assert in_use(table) == {"TF2-Blue", mine}
        table.play(f"choose {other}")
    cards = house_cards(TF2=[move("hand", "clash", count=2)])
    table = actions(cards=cards, hand0=["TF2-Blue", "HB3-Yellow", "KR7-Yellow"])
    table.play("task of TF2-Blue", "choose HB3-Yellow")
    assert table.phase() == "choice" and in_use(table) == {"TF2-Blue"}


def in_use(table: Position) -> set[str]:
    return {table.labels[card] for card in cards_in_use(table.setup, table.state, 0)}


@pytest.mark.parametrize(
    ("above", "wreckage", "words"),
    [(1, 0, "card to the"), (2, 0, "cards to the"), (1, 1, "card left"), (0, 1, "cards left")],
)
def test_one_card_of_the_hangar_deck_is_singular(above, wreckage, words, monkeypatch):
    written, write = [], table_picture.write

    def heard(image, at, text, *more, **options):
        written.append(text)
        return write(image, at, text, *more, **options)

    monkeypatch.setattr(table_picture, "write", heard)
    states = arranged(SETUP, clash0=CARDS - above, pile2=above)
    record(states).wreckage = wreckage
    draw(SETUP, states, 0)
    assert words in written


TABLES = {
    "all at the Clash": {"clash0": 24, "clash1": 24},
    "one side of the Clash": {"clash0": 48},
    "all in hands": {"hand0": 30, "hand1": 18},
    "all in discards": {"discard0": 28, "discard1": 20},
    "all in decks": {"pile0": 20, "pile1": 20, "pile2": 8},
    "five in hand": {"hand0": 5, "hand1": 8, "hangar0": 5, "pile2": 30},
}


@pytest.mark.parametrize("zones", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("setup", [SETUP, many_names()], ids=["house", "names"])
def test_empty_and_crowded_tables(setup, zones):
    states = arranged(setup, **zones)
    pictures = [draw(setup, states, seat) for seat in (0, 1, None)]
    assert not np.array_equal(pictures[0], pictures[1])
    names = [card.label for card in setup.options.cards.cards]
    shown = names if "pile0" not in zones else []
    text = setup.text(states, None)
    assert all(name in text for name in shown)


def test_every_card_of_a_crowded_clash_is_seen():
    states = arranged(SETUP, clash0=40, hangar0=5, discard0=3)
    before, state = draw(SETUP, states, 0), record(states)
    for card in members_of(state.clash[0]):
        other = states.copy()
        record(other).clash[0] ^= np.uint64(1 << card | 1 << 45)  # another card instead
        record(other).discard[0] ^= np.uint64(1 << card | 1 << 45)
        half = np.s_[470:790, 966:1270]
        assert not np.array_equal(draw(SETUP, other, 0)[half], before[half])


def test_the_end_tells_the_winner_and_lays_all_cards_open():
    winners = set()
    for seed in range(12):
        tables = random_game(SETUP, seed, 1000)
        state = record(tables.states)
        assert state.over == TERMINATED
        returns = tables.rewards[0]
        winner = outcome(SETUP, state)
        winners.add(winner)
        assert winner == ("A draw" if returns[0] == 0 else f"player_{int(np.argmax(returns))} wins")
        lines = score_lines(SETUP, state)
        assert all(total == cards + won + deck for cards, won, deck, total in lines)
        tied = lines[0][3] == lines[1][3]
        assert bool(tie_break(SETUP, state)) == tied
        assert tied or winner == f"player_{int(lines[1][3] > lines[0][3])} wins"
        text = SETUP.text(tables.states, 0)
        assert f"{winner}." in text
        assert f"player_1: {lines[1][3]} points" in text
        assert "unknown" not in text
        assert draw(SETUP, tables.states, 0).shape == (800, 1280, 3)
    assert len(winners) > 1


def test_a_tie_names_the_cards_that_break_it():
    cards = SETUP.options.cards.cards
    states = arranged(SETUP, pile0=24, pile1=24)
    state = record(states)
    state.sizes[:] = 0
    state.discard[0] = 1 << next(c for c in range(CARDS) if cards[c].power == 2)
    pinks = [c for c in range(CARDS) if cards[c].power == 1 and cards[c].color == 2]
    state.discard[1] = 1 << pinks[0] | 1 << pinks[1]
    state.over = TERMINATED
    assert [line[3] for line in score_lines(SETUP, state)] == [2, 2]
    assert tie_break(SETUP, state) == "Tied on points; cards at the Clash and in the deck: 1 to 2"
    assert SETUP.text(states, 0).endswith("player_1 wins.")
    tied = draw(SETUP, states, None)
    state.discard[1] = 1 << pinks[0]
    assert tie_break(SETUP, state) == ""
    assert not np.array_equal(draw(SETUP, states, None), tied)


def test_a_game_cut_off_has_no_winner_and_stays_secret():
    setup = GAME.setup(max_decisions=12)
    tables = random_game(setup, 0, 12)
    state = record(tables.states)
    assert state.over == TRUNCATED
    assert outcome(setup, state) == "The game was cut off: no winner"
    copy = determinized(setup, tables.states, np.arange(1, 5, dtype=np.uint32), np.array([0]))
    assert np.array_equal(draw(setup, copy, 0), draw(setup, tables.states, 0))
    running = tables.states.copy()
    record(running).over = RUNNING
    assert not np.array_equal(draw(setup, running, 0), draw(setup, tables.states, 0))


def test_known_places_of_a_pile():
    states = random_game(SETUP, 1, 0).states
    state = record(states)
    top = int(state.piles[0, state.sizes[0] - 1])
    assert placed_cards(state, 0, 0) == [None] * int(state.sizes[0])
    assert placed_cards(state, 0, None)[0] == top
    plain = draw(SETUP, states, 0)
    state.seen[0] |= np.uint64(1 << top)
    state.located[0] |= np.uint64(1 << top)
    assert placed_cards(state, 0, 0)[0] == top
    assert f"from the top: {SETUP.options.cards.cards[top].label}" in SETUP.text(states, 0)
    assert not np.array_equal(draw(SETUP, states, 0), plain)
    assert f"from the top: {SETUP.options.cards.cards[top].label}" not in SETUP.text(states, 1)


def test_text_lines_are_never_very_long():
    for seed in range(6):
        for seat in (0, 1, None):
            text = SETUP.text(random_game(SETUP, seed, 20 * seed).states, seat)
            assert max(map(len, text.splitlines())) <= 120


def test_every_cogdrive_has_an_emblem_of_its_own():
    names = [drive.name for drive in SETUP.options.cards.cogdrive] + [f"X{i}" for i in range(36)]
    emblems = {mech(name, neon.COLORS[3], 60, 50).tobytes() for name in names}
    assert len(emblems) == len(names)
    mech.cache_clear()
    assert mech(names[0], neon.COLORS[3], 60, 50).tobytes() in emblems


def test_all_48_faces_differ_in_every_size():
    for sprite in (card_art.face, card_art.mini, lambda cards, card: card_art.low(cards, card, 160)):
        faces = {sprite(SETUP.options.cards, card).tobytes() for card in range(CARDS)}
        assert len(faces) == CARDS


@given(
    text=st.text(st.characters(min_codepoint=32, max_codepoint=0x3FF), max_size=80),
    width=st.integers(40, 300),
    size=st.integers(8, 20),
    bold=st.booleans(),
)
def test_text_fits_where_it_is_put(text, width, size, bold):
    assert drawing.text_width(drawing.shorten(text, width, size, bold), size, bold) <= width
    lines = drawing.wrap(text, width, size, bold)
    assert all(drawing.text_width(line, size, bold) <= width for line in lines)
    cut, fitted = drawing.fit_line(text, width, (size, 8), bold)
    assert drawing.text_width(cut, fitted, bold) <= width
    assert len(drawing.fit_lines(text, width, 3 * size * 1.2, size, 1.2)) <= 3
    if "..." not in "".join(lines):
        assert "".join(lines).replace(" ", "") == "".join(text.split())


def test_importing_the_game_imports_nothing_to_draw_with():
    code = (
        "import sys, cogitable.envs.cogdrive_neon as game;"
        "assert game.GAME.render_picture is not None;"
        "print([name for name in ('PIL', 'matplotlib') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.strip() == "[]"
