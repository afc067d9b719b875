from __future__ import annotations

import re
import subprocess
import sys
from functools import partial
from itertools import combinations

import numpy as np
import pytest
import random_games
from random_games import record
from watched_pictures import Watcher, demand_apart, draw, overlap

from cogitable.envs import comrade_v0
from cogitable.envs.comrade import GAME, awareness, posterior
from cogitable.envs.comrade.picture import arrows as picture_arrows
from cogitable.envs.comrade.picture import layout as picture_layout
from cogitable.envs.comrade.picture import panel as picture_panel
from cogitable.envs.comrade.picture import seats as picture_seats
from cogitable.envs.comrade.picture import table as picture
from cogitable.envs.comrade.rules.state import UNKNOWN, Act, Committee, How, Kind, Phase, Role, Winner, Word
from cogitable.envs.comrade.words.view import known_vote, log_of, percent, question, render_text, result
from cogitable.envs.comrade.words.wording import WORDS
from cogitable.envs.table import Setup, Tables
from cogitable.envs.table.faces import render
from cogitable.envs.table.game import RUNNING, TERMINATED, TRUNCATED
from cogitable.envs.table.sets import has
from cogitable.envs.table.tables import determinized
from cogitable.envs.table.views import narrow

TABLES = {
    "5": {"num_players": 5},
    "8, claims": {"num_players": 8, "claims": True},
    "8, everyone gives": {"num_players": 8, "everyone_gives": True},
    "10": {"num_players": 10},
    "10, both": {"num_players": 10, "everyone_gives": True, "claims": True},
}
SETUPS = {name: GAME.setup(**options) for name, options in TABLES.items()}
EVERY_SETUP = pytest.mark.parametrize("setup", SETUPS.values(), ids=SETUPS)
DRAWN_BY = (picture, picture_arrows, picture_panel, picture_seats)

positions = partial(random_games.states_of, choose=random_games.mostly(Act.FREEDOM, 0.85))


def watcher_of(monkeypatch: pytest.MonkeyPatch) -> Watcher:
    return Watcher(monkeypatch, DRAWN_BY, picture_layout.SIZE, beyond=0, tall=0.8)


def ending(setup: Setup, winner: int) -> np.ndarray:
    """Return the end of a game that ``winner`` won; for freedom, by voters who all know."""
    for seed in range(500):
        tables, rng = Tables(setup, 1, seed=seed, auto_reset=False), np.random.default_rng(seed)
        while not tables.over[0]:
            legal = np.flatnonzero(tables.masks[0])
            action = rng.choice(legal)
            if winner == Winner.FREEDOM:
                wanted = {Act.FREEDOM, Act.WORD + int(record(tables.states).word)} & set(legal.tolist())
                action = min(wanted, default=action)
            tables.step(np.array([action]))
        if record(tables.states).winner == winner:
            return tables.states.copy()
    raise AssertionError("no game of 500 ended so")


def scrambled(setup: Setup, states: np.ndarray, seat: int, rng: np.random.Generator) -> np.ndarray:
    """Return a copy with everything changed that a seat cannot see, consistent or not."""
    copy = states.copy()
    state, n, own = record(copy), setup.num_seats, 1 << seat
    everybody = (1 << n) - 1
    others = [other for other in range(n) if other != seat]
    for role in ("dissident", "informer"):
        for name in (role, f"dealt_{role}"):
            if state[name] != seat:
                state[name] = rng.choice([other for other in others if other != state[name]])
    if not int(state.knowers) & own:
        state.word = 1 - state.word
    state.knowers = (int(state.knowers) & own) | (int(state.knowers) ^ everybody) & ~own
    for event in log_of(state):
        if seat != event.giver and event.seen != UNKNOWN:
            event.seen = (event.seen + 1) % 3
        if seat not in (event.giver, event.receiver) and event.given != UNKNOWN:
            event.given = (event.given + 1) % 3
    for turn in state.turns[: state.turn + 1]:
        mine, voted = int(turn.freedom) & own, [o for o in others if int(turn.voted) >> o & 1]
        if turn.party == UNKNOWN:
            freedom = [o for o in voted if rng.random() < 0.5]
        else:  # disclosed: as many as before, but other ones
            freedom = rng.permutation(voted)[: bin(int(turn.freedom) & ~own).count("1")].tolist()
        turn.freedom = mine | sum(1 << o for o in freedom)
        if turn.committee == Committee.NOT_HELD:
            turn.words = int(turn.words) ^ (int(turn.spoken) & ~own)
    for other in others:
        state.pairs[other], state.aware[other] = (rng.random(array.shape[1:]) for array in (state.pairs, state.aware))
        state.last[other] = 0
    state.fresh = int(state.fresh) & own
    state.rng[:] = rng.integers(2**32, size=4, dtype=np.uint32)
    return copy


def others_of(setup: Setup, states: np.ndarray, seat: int, rng: np.random.Generator) -> list[np.ndarray]:
    """Return positions that a seat cannot tell from this one."""
    words = rng.integers(2**32, size=4, dtype=np.uint32)
    return [scrambled(setup, states, seat, rng), determinized(setup, states, words, np.array([seat]))]


@pytest.mark.often("5", "8, claims")
@EVERY_SETUP
def test_text_shows_a_seat_nothing_that_it_cannot_know(setup):
    rng, hidden = np.random.default_rng(1), 0
    for states in positions(setup, 11, 30, every=10):
        if record(states).over == TERMINATED:
            continue
        everything = setup.text(states, None)
        for seat in range(setup.num_seats):
            text = setup.text(states, seat)
            for other in others_of(setup, states, seat, rng):
                assert setup.text(other, seat) == text
                hidden += setup.text(other, None) != everything
    assert hidden > 100


@pytest.mark.often("8, everyone gives", "10")
@EVERY_SETUP
def test_a_picture_shows_a_seat_nothing_that_it_cannot_know(setup):
    rng, hidden = np.random.default_rng(2), 0
    for number, states in enumerate(positions(setup, 12, 12, every=11)):
        if record(states).over == TERMINATED:
            continue
        seat = number % setup.num_seats
        seen = draw(setup, states, seat)
        other = others_of(setup, states, seat, rng)[number % 2]
        assert np.array_equal(draw(setup, other, seat), seen)
        if number % 4 == 0:
            hidden += not np.array_equal(draw(setup, other, None), draw(setup, states, None))
    assert hidden > 1


def test_a_game_cut_off_stays_secret_and_says_so():
    for limit in (9, 23, 31):
        setup = GAME.setup(num_players=6, max_decisions=limit)
        states = next(s for s in positions(setup, limit, 10**6, every=10**6) if record(s).over == TRUNCATED)
        rng = np.random.default_rng(limit)
        for seat in range(6):
            other = scrambled(setup, states, seat, rng)
            text = setup.text(states, seat)
            assert setup.text(other, seat) == text
            assert text.endswith("The game was cut off; nobody has won.") and f"You are player_{seat}" in text
        assert np.array_equal(draw(setup, scrambled(setup, states, 2, rng), 2), draw(setup, states, 2))
        running = states.copy()
        record(running).over = RUNNING
        assert not np.array_equal(draw(setup, running, 2), draw(setup, states, 2))


@EVERY_SETUP
def test_the_table_tells_cards_probabilities_and_who_is_asked(setup):
    n = setup.num_seats
    for states in positions(setup, 13, 60, every=5):
        state = record(states)
        if state.over != RUNNING:
            continue
        for seat in (0, n - 1):
            lines = setup.text(states, seat).splitlines()
            start = next(number for number, line in enumerate(lines) if line.split()[:1] == ["cards"]) + 1
            pair = posterior(setup, states, seat)[0].sum(axis=2)
            knows = awareness(setup, states, seat)[0]
            told = {int(line[2:].split()[0].removeprefix("player_")): line for line in lines[start : start + n]}
            assert list(told) == [(seat + step) % n for step in range(n)]  # one's own first, then clockwise
            for other, line in told.items():
                assert (line[0] == ">") == (other == state.seat)
                assert ("(you)" in line) == (other == seat) and ("chairman" in line) == (other == state.chairman)
                chances = [pair[other].sum(), pair[:, other].sum(), knows[other]]
                assert re.split(r"\s{2,}", line)[-3:] == [percent(chance) for chance in chances]
                if other != seat:
                    assert line[18:38].strip() == str(state.cards[other] or "none")
            own = told[seat][18:38]
            assert ("dissident" in own) == (state.dissident == seat) and ("informer" in own) == (state.informer == seat)
            assert lines[-1] == f"player_{state.seat}: {question(setup, state)}"


@pytest.mark.parametrize(
    ("chance", "told"),
    [(0.0, "no"), (1.0, "yes"), (0.004, "<1 %"), (0.254, "25 %"), (0.994, "99 %"), (0.998, ">99 %"), (1 - 1e-7, "yes")],
)
def test_probabilities_in_words(chance, told):
    assert percent(chance) == told


def test_the_full_text_lays_everything_open():
    setup = SETUPS["8, everyone gives"]
    for states in positions(setup, 14, 40, every=9):
        state, text = record(states), setup.text(states, None)
        assert f"The word is {Word(state.word).text}." in text
        for seat in range(8):
            line = next(line for line in text.splitlines() if line[2:].startswith(f"player_{seat}"))
            special = {int(state.dissident): "dissident", int(state.informer): "informer"}.get(seat)
            held = [special] * (special is not None) + ["comrade"] * (state.cards[seat] - (special is not None))
            assert line[18:38].strip() == (", ".join(held) or "none")
            assert line.endswith("yes") == bool(int(state.knowers) >> seat & 1)


def test_a_turn_is_told_with_what_one_saw_gave_and_got():
    setup, told = SETUPS["5"], {"saw": 0, "looked": 0, "own": 0, "passed": 0, "none": 0}
    for states in positions(setup, 15, 80, every=7):
        state = record(states)
        if state.over == TERMINATED:
            continue
        turns = setup.text(states, 3).split("\nTurn ")
        for event in state.handovers[max(0, state.moves - 6) : state.moves]:
            lines = next(turn for turn in turns if turn.startswith(f"{event.turn + 1}, ")).splitlines()
            giver, receiver = f"player_{event.giver}", f"player_{event.receiver}"
            role = ["a comrade", "the dissident", "the informer"]
            card = role[event.given] if 3 in (event.giver, event.receiver) else "a card"
            if has(event.how, How.SECOND):
                told["passed"] += 1
                expected = f"{giver} passed {card} on to {receiver}"
            elif has(event.how, How.LOOKED):
                told["saw" if event.giver == 3 else "looked"] += 1
                saw = f" ({role[event.seen]})" if event.giver == 3 else ""
                expected = f"{giver} looked at {receiver}{saw} and gave it {card}"
            else:
                told["none"] += 1
                expected = f"{giver} gave {card} to {receiver}, who held none"
            told["own"] += card != "a card"
            assert any(expected in re.split(r"\s{2,}", line) for line in lines)
    assert min(told.values()) > 5


def test_older_cards_of_ones_own_are_remembered():
    setup = SETUPS["10"]
    older = 0
    for states in positions(setup, 16, 60, every=11):
        state = record(states)
        if state.over != RUNNING:
            continue
        text = " ".join(setup.text(states, 0).split())
        for step in range(1, 10):
            for number in state.last[0, step]:
                event = state.handovers[number - 1]
                if number and event.turn < state.turn - 2:
                    role = Role(event.given if number != state.last[0, step, Kind.SEEN] else event.seen).text
                    assert f"turn {event.turn + 1}: " in text and role in text
                    older += 1
    assert older > 20


@EVERY_SETUP
def test_text_lines_fit(setup):
    for states in positions(setup, 17, 60, every=6):
        for seat in (0, setup.num_seats - 1, None):
            assert max(map(len, setup.text(states, seat).splitlines())) <= 118


@EVERY_SETUP
@pytest.mark.parametrize("width", [40, 60, 80, 100])
def test_on_a_narrow_screen_too_every_probability_stands_in_the_row_of_its_player(setup, width):
    n = setup.num_seats
    for states in positions(setup, 13, 60, every=12):
        state = record(states)
        if state.over != RUNNING:
            continue
        seat = n - 1
        with narrow(width):
            lines = setup.text(states, seat).splitlines()
        pair, knows = posterior(setup, states, seat)[0].sum(axis=2), awareness(setup, states, seat)[0]
        told = {}
        start = lines.index("")
        for number, line in enumerate(lines[: lines.index("", start + 1)]):
            found = re.match(r"(?:> |  )player_(\d)", line)
            if found:
                told[int(found[1])] = line, lines[number + 1] if lines[number + 1].startswith("    ") else ""
        assert list(told) == [(seat + step) % n for step in range(n)]
        for other, (line, below) in told.items():
            chances = [pair[other].sum(), pair[:, other].sum(), knows[other]]
            assert re.split(r"\s{2,}", line)[-3:] == [percent(chance) for chance in chances]
            assert (line[0] == ">") == (other == state.seat)
            assert ("chairman" in below) == (other == state.chairman)


def test_votes_follow_from_the_count_where_they_do():
    setup = SETUPS["5"]
    state = record(Tables(setup, 1, seed=0).states)
    turn = state.turns[0]
    turn.called = turn.voted = 0b111
    for freedom, party, others in ((0b001, 2, False), (0b111, 0, True), (0b110, 1, True), (0b011, 1, None)):
        turn.freedom, turn.party = freedom, party
        assert [known_vote(turn, seat, 0) for seat in (1, 2)] == [others] * 2
        assert known_vote(turn, 0, 0) == bool(freedom & 1) and known_vote(turn, 4, 0) is None
    turn.party = UNKNOWN
    assert known_vote(turn, 1, 0) is None and known_vote(turn, 1, None) is True


@pytest.mark.parametrize("winner", [Winner.INFORMER, Winner.FREEDOM])
def test_the_end_lays_all_cards_open_and_tells_the_winner(winner):
    setup = GAME.setup(num_players=6)
    states = ending(setup, winner)
    state = record(states)
    text = setup.text(states, 2)
    assert text.endswith(result(setup, state)) and f"player_{state.informer}" in result(setup, state)
    assert ("Freedom has won" in text) == (winner == Winner.FREEDOM)
    without_seat = setup.text(states, None).replace("Everything is shown", "You were player_2. Everything is shown")
    assert sorted(text.replace(" (you)", "      ").splitlines()) == sorted(without_seat.splitlines())
    pictures = [draw(setup, states, seat) for seat in (2, None)]
    running = states.copy()
    record(running).over = RUNNING
    assert not np.array_equal(draw(setup, running, None), pictures[1])


# The picture


@pytest.mark.parametrize("seat", [0, 3, None])
def test_a_picture_is_a_fresh_rgb_array_of_one_size_and_repeats(seat):
    setup = SETUPS["8, claims"]
    states = list(positions(setup, 3, 60))[-1]
    before = states.tobytes()
    first = draw(setup, states, seat)
    assert (first.shape, first.dtype) == ((800, 1280, 3), np.uint8)
    assert first.flags.writeable and first.std() > 10
    kept = first.copy()
    first[:] = 0  # belongs to the caller
    assert np.array_equal(draw(setup, states, seat), kept)
    assert states.tobytes() == before


@pytest.mark.parametrize("claims", [False, True])
@pytest.mark.parametrize("n", range(5, 11))
def test_plates_are_apart_and_on_the_table(n, claims):
    setup = GAME.setup(num_players=n, claims=claims)
    for first in (0, n - 1):
        boxes = picture_layout.plates(setup, first)
        for box in boxes:
            assert box.x - 4 > 0 and box.x + box.width + 4 < picture_layout.STATUS.x
            assert box.y - 4 > picture_layout.HEADER and box.y + box.height + 4 < picture_layout.HEIGHT
            assert not overlap(box, picture_layout.BANNER)
        assert not any(overlap(a, b, 4) for a, b in combinations(boxes, 2))
        assert boxes[first].y == max(box.y for box in boxes)
        assert boxes[(first + 1) % n].middle[0] < boxes[first].middle[0]  # clockwise: one's left neighbour to the left


PANELS = (picture_layout.STATUS, picture_layout.SPOKEN, picture_layout.VOTES, picture_layout.CARDS)


def check_layout(watcher: Watcher, setup: Setup, states: np.ndarray, seat: int | None) -> list[str]:
    """Draw, and check that no text is cut, none lies over another, and each stays within its panel or plate."""
    texts = watcher.of(setup, states, seat)
    assert not watcher.covered
    rooms = [*PANELS, picture_layout.LEGEND, *picture_layout.plates(setup, seat or 0)]
    rooms += [picture_layout.Box(0, 0, 1280, picture_layout.HEADER)]
    rooms += [picture_layout.BANNER] if record(states).over else []
    for text, box in texts:
        assert not text.endswith("..."), text
        inside = [r for r in rooms if overlap(r, box)]
        if not text.isdecimal():  # numbers lie on arrows, too
            assert len(inside) == 1, (text, box)
        for room in inside:
            assert room.x <= box[0] and box[0] + box[2] <= room.x + room.width, (text, box, room)
            assert room.y <= box[1] and box[1] + box[3] <= room.y + room.height, (text, box, room)
    demand_apart(texts)
    return [text for text, _ in texts]


@pytest.mark.often("5", "10, both")
@EVERY_SETUP
def test_no_text_is_cut_off_or_lies_over_another(setup, monkeypatch):
    watcher, phases = watcher_of(monkeypatch), set()
    for number, states in enumerate(positions(setup, 18, 24, every=8)):
        state = record(states)
        phases.add(int(state.phase))
        seat = [None, int(state.seat), number % setup.num_seats][number % 3]
        texts = check_layout(watcher, setup, states, seat)
        assert {f"player_{other}" for other in range(setup.num_seats)} <= set(texts)
        if state.over == RUNNING:
            asked = "".join(f"player_{state.seat}: {question(setup, state)}".split())
            assert asked in "".join("".join(texts).split())
            assert texts.count("chair") == 1
    assert {Phase.VOTE, Phase.LOOK} <= phases


def test_every_phase_is_drawn(monkeypatch):
    watcher = watcher_of(monkeypatch)
    setup = SETUPS["10, both"]
    wanted = {Phase.CLAIM, Phase.CALL, Phase.VOTE, Phase.WORD, Phase.LOOK, Phase.GIVE, Phase.PASS}
    for states in positions(setup, 19, 4000):
        state = record(states)
        if state.over == RUNNING and int(state.phase) in wanted and state.turn > 0:
            wanted.remove(int(state.phase))
            check_layout(watcher, setup, states, int(state.seat))
    assert not wanted


@pytest.mark.parametrize("winner", [Winner.INFORMER, Winner.FREEDOM])
@pytest.mark.parametrize("n", [5, 10])
def test_the_end_is_drawn(winner, n, monkeypatch):
    setup = GAME.setup(num_players=n, claims=n == 10)
    watcher = watcher_of(monkeypatch)
    states = ending(setup, winner)
    assert ("FREEDOM WINS" if winner == Winner.FREEDOM else "THE INFORMER WINS") in check_layout(
        watcher, setup, states, 1
    )
    texts = [text for text, _ in watcher.texts]
    assert "Everything shown to player_1" in texts
    assert "The end" in texts and not {WORDS[phase].stands.capitalize() for phase in Phase} & {*texts}


def test_a_game_that_is_cut_off_stands_at_no_phase(monkeypatch):
    setup = GAME.setup(num_players=6, everyone_gives=True, max_turns=3)
    states = next(s for s in positions(setup, 3, 4000) if record(s).phase == Phase.GIVE).copy()
    states["over"] = TRUNCATED
    texts = check_layout(watcher_of(monkeypatch), setup, states, 1)
    assert "Cut off" in texts and not any("first pass" in text.lower() for text in texts if text != "first pass")
    assert not any("being given" in text for text in texts)
    assert "being given" not in setup.text(states, 1)


def test_the_last_of_sixty_turns_fits(monkeypatch):
    """The longest log there can be, turns and seats with as many digits as they get."""
    setup = GAME.setup(num_players=10, claims=True, everyone_gives=True)
    states = next(s for s in positions(setup, 20, 4000) if record(s).phase == Phase.PASS and record(s).turn >= 3)
    state, late = record(states), 59
    shift = late - int(state.turn)
    state.turns[shift : late + 1] = state.turns[: late + 1 - shift].copy()
    state.handovers["turn"][: state.moves + 1] += shift
    state.turn, state.dissident, state.informer = late, 9, 8
    for seat in (None, 9, 4):
        texts = check_layout(watcher_of(monkeypatch), setup, states, seat)
        assert "Turn 60 of 60" in texts and "turn 60" in texts
        assert max(map(len, render_text(setup, state, seat).splitlines())) <= 118


def test_bars_tell_the_posterior(monkeypatch):
    setup = SETUPS["8, claims"]
    states = next(s for s in positions(setup, 21, 500) if record(s).turn == 2)
    texts = check_layout(watcher_of(monkeypatch), setup, states, 5)
    pair, knows = posterior(setup, states, 5)[0].sum(axis=2), awareness(setup, states, 5)[0]
    for other in range(8):
        if other != 5:
            at = texts.index(f"player_{other}") + 1
            at += texts[at] == "chair"
            chances = (pair[other].sum(), pair[:, other].sum(), knows[other])
            assert texts[at : at + 3] == [percent(chance) for chance in chances]


def test_badges_of_arrows_hide_neither_plates_nor_each_other(monkeypatch):
    """Even where 10 players have all handed over a card."""
    badges, places = [], picture_arrows._badges

    def watched(*args):
        found = places(*args)
        badges.extend(box for box, _ in found)
        return found

    monkeypatch.setattr(picture_arrows, "_badges", watched)
    setup, most = SETUPS["10"], 0
    for states in positions(setup, 22, 40, every=13):
        if record(states).over == RUNNING:
            badges.clear()
            draw(setup, states, 0)
            assert not any(overlap(a, b) for a, b in combinations([*badges, *picture_layout.plates(setup, 0)], 2))
            most = max(most, len(badges))
    assert most >= 9


def test_the_environment_shows_both_views(monkeypatch):
    from matplotlib import pyplot

    pyplot.switch_backend("agg")
    monkeypatch.setattr(render, "_require_window", lambda backend: None)
    shown = {}
    for mode in ("human", "rgb_array", "ansi"):
        env = comrade_v0.env(num_players=7, render_mode=mode, render_seat="player_2")
        env.reset(seed=1)
        shown[mode] = env.unwrapped._window._image.get_array() if mode == "human" else env.render()
        env.close()
    assert np.array_equal(shown["human"], shown["rgb_array"])
    assert shown["rgb_array"].shape == (908, 1280, 3)  # with the strip of the log
    assert "You are player_2" in shown["ansi"]


def test_importing_the_games_imports_nothing_to_draw_with():
    code = (
        "import sys, cogitable.envs, cogitable.envs.comrade as game;"
        "assert game.GAME.render_picture is not None;"
        "print([name for name in ('PIL', 'matplotlib') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.strip() == "[]"
