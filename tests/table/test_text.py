"""Games in words: prompts of one's own, answers, and the environment of texts."""

from __future__ import annotations

import random
import re
import subprocess
import sys

import pytest
from game_cases import each_game, games_often
from games import treasure

import connect_four
from cogitable.envs import GAMES, get_game
from cogitable.envs.table import CogitableError, OptionError
from cogitable.envs.table.conformance.play import RandomPlay
from cogitable.envs.table.faces.aec import raw_env
from cogitable.envs.table.text.answers import Choices, read_answer
from cogitable.envs.table.text.env import TextEnv
from cogitable.envs.table.text.prompt import Prompt, forms, options_of
from cogitable.envs.table.text.rules import rules_of

GAME = connect_four.GAME


def choices(*texts, listed=True):
    return Choices(range(10, 10 + len(texts)), texts, [f"name {n}" for n in range(len(texts))], listed)


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ("play Clerk", 10),  # the whole of a text is taken before the beginning of another
        ("PLAY  clerk!", 10),
        ("play Clerk: gain", None),  # two begin so
        ("play Clerk: gain 1", 11),
        ("end", 13),
        ("en", None),  # words are not broken off
        ("name 2", 12),
        ("2", 11),
        ("2) play Clerk", 10),  # words count more than numbers
        ("5", None),
        ("", None),
        ("...", None),
    ],
)
def test_what_is_meant(said, action):
    texts = ("play Clerk", "play Clerk: gain 1 labor", "play Clerk: gain 2 labor", "end the turn")
    assert choices(*texts).meant(said) == action


COLUMNS = [f"column {number}" for number in range(7)]


@pytest.mark.parametrize(
    ("said", "action"),
    [
        ("ACTION: 4 (column 3)", 13),
        ("ACTION: 4 - column 3", 13),
        ("ACTION: 4 \u2013 column 3", 13),
        ("ACTION: 4: column 3", 13),
        ("ACTION: Column 3</answer>", 13),
        ("<answer>Column 3</answer>", 13),
        (r"ACTION: \boxed{column 3}", 13),
        (r"The middle is best, so $\boxed{\text{column 3}}$", 13),
        ("ACTION: option 4", 13),
        ("ACTION: Option #4 (column 3)", 13),
        ("ACTION: column 3 (the middle)", 13),
        ("ACTION: 4 (the middle)", 13),
        ("So, ACTION: column 3", 13),
        ("Therefore my final action: column 3", 13),
        ("ACTION\uff1acolumn 3", 13),
        ("1. ACTION: column 3", 13),
        ("ACTION: 4 (column 2)", None),  # which of them?
        ("ACTION: 4 - column 2", None),
        ("ACTION: 9 - column 2", None),
        ("ACTION: column 3 (column 2)", None),
        ("ACTION: column 3 (not column 2) or column 2", None),
        ("ACTION: column 2 or 3", None),
        ("ACTION: not column 3", None),
        ("ACTION: option", None),
        ("ACTION: option 9", None),
        ("There is no legal action: column 3 is full", None),
    ],
)
def test_plausible_answers_are_understood_and_ambiguous_ones_are_not(said, action):
    pattern = Prompt.load(GAME.setup()).answer
    assert read_answer(said, pattern, choices(*COLUMNS)).action == action


WRAPPED = [
    ("\\boxed{", "}"),
    ("$\\boxed{", "}$"),
    ("\\(\\boxed{\\text{", "}}\\)"),
    ("\\[\\boxed{", "}\\]"),
    ("[", "]"),
    ("(", ")"),
    ("{", "}"),
    ('"', '"'),
    ("'", "'."),
    ("“", "”"),
    ("‘", "’"),
    ("`", "`"),
    ("<answer>", "</answer>"),
    ("<ANSWER> ", " </ANSWER>"),
    ("**[", "]**"),
    ('> ("', '").'),
    ("I play \\boxed{", "} now."),
    ("I take [", "]."),
]
"""What a model may put around its whole line."""


@pytest.mark.parametrize("before", ["", "The middle is best.\n\n", "Not [column 1].\n"])
@pytest.mark.parametrize(("begins", "ends"), WRAPPED)
@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("ACTION: 4", 13),
        ("action: column 3", 13),
        ("**ACTION:** Column 3", 13),
        ("ACTION: 4 (column 3)", 13),
        ("ACTION: column 3 (the middle)", 13),
        ("ACTION: option 4", 13),
        ("ACTION: 4 (column 2)", None),
        ("ACTION: column 9", None),
    ],
)
def test_what_stands_around_the_whole_line_does_not_matter(before, begins, line, ends, action):
    answer = read_answer(before + begins + line + ends, Prompt.load(GAME.setup()).answer, choices(*COLUMNS))
    assert (answer.action, answer.problem) == (action, "" if action else "illegal")


def test_numbers_are_named_where_no_action_begins_with_that_word():
    assert choices("option 2 of the card", "option 1 of the card").meant("option 1") == 11
    assert choices("option 2 of 2, here", "option 2 of 2, there", "end").meant("option 2") is None
    assert choices("take", "leave", listed=False).meant("option 2") is None


def test_a_pattern_whose_group_need_not_match():
    pattern = re.compile(r"ACTION:(?: *(\w[^\n]*))?")
    assert read_answer("ACTION: dig\nACTION:", pattern, choices("stop", "dig")).action == 11
    assert read_answer("ACTION:", pattern, choices("stop", "dig")).problem == "unreadable"


PATTERN = r"(?im)^(?:[\s*_`#>\"(\[-]|</?[a-z]+>|\\boxed\{)*action[\s*_`]*[:=][\s*_`]*(\S.*?)[\s*_`]*$"
"""The standard pattern as one would write it at first: it finds the same, but may take hours for it."""

MARKS = [":", "=", "\n", "\n", " ", "*", "_", "`", "#", ">", "-", "\r", "\t", "\xa0"]
PARTS = ["action", "ACTION: ", "dig", "stop", '"', "(", ")", "[", "<answer>", "\\boxed{", "}", *MARKS]
THOUGHTS = ["<think>", "<Thinking>", "</think>", "</THINKING>", "</", "think"]


def test_answers_mean_what_the_simplest_patterns_find():
    lots, standard, legal = random.Random(1), Prompt.load(GAME.setup()).answer, choices("stop", "dig")
    found = set()
    for _ in range(20_000):
        parts = lots.choice([PARTS, PARTS + THOUGHTS])
        said = "".join(lots.choice(parts) for _ in range(lots.randint(1, 16)))
        told = re.sub(r"(?is)<think(?:ing)?>.*?</think(?:ing)?>", "", said)
        answer = read_answer(said, standard, legal)
        assert answer == read_answer(told, re.compile(PATTERN), legal), repr(said)
        assert [m[1] for m in standard.finditer(told)] == [m[1] for m in re.finditer(PATTERN, told)], repr(said)
        found.add((answer.action, answer.problem))
    assert found == {(10, ""), (11, ""), (None, "illegal"), (None, "unreadable")}


SHAPES = [
    ("", "\n", ""),
    ("", "- \n", ""),
    ("", "*", "x"),
    ("ACTION:", "\n", ""),
    ("ACTION: x", "`", "x"),
    ("ACTION: x", " *x", ""),
    ("", "ACTION\n", ""),
    ("", "ACTION:\n", ""),
    ("", "<think>", ""),
    ("", "<think>\n</", ""),
    ("", "[[x", ""),
    ("", "1", "x"),
    ("1", " ", "x"),
    ("", "1. ", "ACTIO"),
    ("", "so, ", "ACTIO"),
    ("", "\\boxed{", "x"),
    ("ACTION: ", "\\boxed{", "x"),
    ("ACTION: ", "</a", "x"),
    ("ACTION: x", "(", ")"),
    ("ACTION: option", " ", "x"),
    ("", "<a>", "ACTIO"),
    ("", "<a", "ACTIO"),
    ("", "\\boxed{", "ACTIO"),
    ("", "\\(", "ACTIO"),
    ("", '"(', "ACTIO"),
    ("", "(\n", ""),
    ("ACTION: x", ")", ""),
    ("ACTION: x", "()", ")"),
    ("ACTION: x", ")]", ""),
    ("x [", "ACTION: x ", "]"),
    ("x [", "[ACTION\n", "]"),
]
"""Beginning, what is repeated, and end of answers that say nothing at length."""

READ = f"""
import re, tomllib
from cogitable.envs.table.text.answers import Choices, read_answer
from cogitable.envs.table.text.prompt import STANDARD

pattern = re.compile(tomllib.loads(STANDARD.read_text(encoding="utf-8"))["answer"])
for begins, repeated, ends in {SHAPES!r}:
    print("reading", repr(begins + repeated + "..." + ends), flush=True)
    read_answer(begins + repeated * ((4 << 20) // len(repeated)) + ends, pattern, Choices([0], ["dig"], ["dig"]))
"""


def test_long_answers_are_read_in_time_that_grows_with_their_length():
    # All of them are read in seconds. If time grew with the square of the length, one alone would take hours.
    assert subprocess.run([sys.executable, "-c", READ], timeout=120, check=False).returncode == 0


def test_of_actions_that_say_the_same_the_first_is_taken():
    assert choices("take a card", "take a card").meant("take a card") == 10
    assert choices("take a card", "take a card").meant("take") == 10


def test_numbers_as_words_come_before_numbers_of_the_list():
    assert choices("2", "1").meant("2") == 10
    assert choices("one", "two", listed=False).meant("2") is None


def test_numbers_of_the_list_come_before_names_that_begin_with_one():
    pledges = Choices((70, 73), ("pledges nothing", "pledges 1 of 4 Trust"), ("0 Trust", "1 Trust"))
    assert [pledges.meant(said) for said in ("1", "2.", "[1]")] == [70, 73, 70]
    assert [pledges.meant(said) for said in ("1 Trust", "0", "3")] == [73, 70, None]
    unseen = Choices(pledges.actions, pledges.texts, pledges.names, listed=False)
    assert unseen.meant("1") == 73


@games_often
@each_game
def test_every_number_of_a_list_means_what_stands_there(game, options):
    play = RandomPlay(game.setup(**options), seed=3)
    for _ in range(150):
        mask = play.tables.masks[0]
        legal = Choices.of(play.setup, play.tables.states, mask)
        taken = [legal.meant(str(number)) for number in range(1, len(legal.actions) + 1)]
        assert taken == list(legal.actions), legal.lines()
        play.step()


def test_prompts_of_ones_own_replace_what_they_name(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('question = "$you: $asked for $$5, log $log"\nanswer = "I say (.*)"\n[request]\nmax_tokens = 9\n')
    setup = GAME.setup()
    prompt, env = Prompt.load(setup, path), raw_env(GAME)
    env.reset(1)
    legal = Choices.of(setup, env.states, env.observe("player_0")["action_mask"])
    assert prompt.question(env.states, legal, ["a", "b"]) == "player_0: your action for $5, log a\nb"
    assert prompt.request == {"max_tokens": 9}
    assert prompt.system(0) == Prompt.load(setup).system(0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("question = 'for $5'", "question must be a text"),
        ("question = 3", "question must be a text"),
        ("question = '$rules'", r"question has \$rules; it may have \$actions"),
        ("ask = ''", "unknown 'ask'"),
        ("answer = '('", "no regular expression"),
        ("answer = 'x'", "needs a group"),
        ("[request]\nmodel = 'x'", r"\[request\]"),
        ("request = 1", r"\[request\]"),
        ("[request]\ntemperature = nan", "temperature is nan; allowed is what JSON has"),
        ("[request]\nlimits = {high = [1, -inf]}", "limits is .* allowed is what JSON has"),
        ("[request]\nstop = 2020-01-01", "stop is 2020-01-01; allowed is what JSON has"),
        ("question = ", "cannot be read"),
    ],
)
def test_prompts_that_are_wrong(tmp_path, text, message):
    (tmp_path / "wrong.toml").write_text(text)
    with pytest.raises(OptionError, match=message):
        Prompt.load(GAME.setup(), tmp_path / "wrong.toml")


EVERY_GAME = pytest.mark.parametrize("name", GAMES)


@EVERY_GAME
def test_the_rules_are_those_for_players(name):
    told = rules_of(get_game(name).setup())
    assert told.startswith("## Rules")
    for heading in ("## Rulings", "## Observation", "## Ways to play", "## What is hidden"):
        assert heading not in told
    assert not re.search(r"```python|\([^()]*\.(py|toml)`|<!--|https?:", told)
    assert len(told) < 40_000


@EVERY_GAME
def test_nothing_that_the_rules_refer_to_is_left_out(name):
    setup = get_game(name).setup()
    told = rules_of(setup)
    assert "table at the end" not in told or told.rindex("## Cards") > told.index("table at the end")
    if setup.game.card_table is not None:
        headers, rows = setup.game.card_table(setup)
        for row in rows:
            if setup.game.has_card is None or setup.game.has_card(setup, row):
                assert all(cell in told for cell, header in zip(row, headers, strict=True) if header != "source")


def test_a_game_that_builds_on_another_tells_both():
    told = rules_of(get_game("great_machine_coop").setup())
    assert "Two Route Principle" in told and "| incite | Minor |" in told and "Five each of Artist (1)" in told
    assert "Seat 0 is the Machine" not in told and "*Move a Guard*" not in told


def test_what_other_ways_to_play_have_is_not_told():
    brass = get_game("brass_empire")
    assert "### Battle" not in rules_of(brass.setup()) and "### The standard game" in rules_of(brass.setup())
    assert "### Battle" in rules_of(brass.setup(mode="battle")) and "### Teams" not in rules_of(brass.setup())
    coop = get_game("great_machine_coop")
    missions = [rules_of(coop.setup(missions=given)).count("| Mission |") for given in ("none", "I", "random")]
    assert missions[0] == 0 < missions[1] < missions[2]
    assert "normal 1 | city" in rules_of(coop.setup()) and "special 3 | city" not in rules_of(coop.setup())


def test_options_that_are_not_the_usual_ones_are_explained():
    setup = get_game("comrade").setup(num_players=6, everyone_gives=True)
    assert "everyone_gives True (In the first pass everybody gives a card" in options_of(setup)
    assert "everyone_gives False, " in options_of(get_game("comrade").setup()) + ", "


def test_what_actions_are_called():
    assert forms(GAME.setup()) == ["column (column): drop a stone, such as column 0"]


@EVERY_GAME
def test_a_question_stands_once(name):
    env = TextEnv(get_game(name))
    env.reset(seed=4)
    for _ in range(8):
        _, text = env.get_observation()
        asked = re.search(r"^You are player_\d+\. To be decided: (.*)$", text, re.MULTILINE)[1]
        assert " ".join(text.split()).count(asked) == 1
        env.step(env.legal_actions()[-1])


def test_a_log_that_nobody_keeps_is_not_an_empty_one():
    env = TextEnv(GAME)
    env.reset(seed=1)
    prompt, states, given = Prompt.load(GAME.setup()), env.env.states, Choices([0], ["column 0"], ["column 0"])
    assert "(nothing)" in prompt.question(states, given, [])
    assert "(nothing)" not in prompt.question(states, given, None)


def test_prompts_differ_between_seats_by_what_they_know_alone():
    setup = get_game("cogdrive_neon").setup()
    prompt = Prompt.load(setup)
    assert prompt.system(0).replace("player_0", "player_1") == prompt.system(1).replace("player_0", "player_1")


def play(env, *players, seed=1):
    env.reset(num_players=len(players), seed=seed)
    done = False
    while not done:
        player, text = env.get_observation()
        done, info = env.step(action=players[player](text))
    return env.close()


def test_a_game_is_played_in_words():
    env = TextEnv(GAME)
    rewards, info = play(env, lambda _: "ACTION: column 2", lambda _: "[column 3]")
    assert rewards == {0: 1.0, 1: -1.0}
    assert [info[player]["turn_count"] for player in (0, 1)] == [4, 3]
    assert not info[0]["invalid_move"] and not info[1]["invalid_move"]
    with pytest.raises(CogitableError, match="over"):
        env.step("ACTION: column 2")


def test_an_observation_is_all_that_a_seat_needs():
    game = get_game("cogdrive_neon")
    env, twin = TextEnv(game), raw_env(game)
    env.reset(seed=4)
    twin.reset(seed=4)
    for _ in range(12):
        player, text = env.get_observation()
        agent = twin.agent_selection
        assert agent == f"player_{player}"
        assert "\n".join(twin.log(agent)[-5:]) in text and rules_of(game.setup()) in text
        assert twin.setup.text(twin.states, player).strip().rpartition("\n\n")[0] in text
        legal = env.legal_actions()
        assert all(f"{number}. {words}" in text for number, words in enumerate(legal, 1))
        action = int(twin.observe(agent)["action_mask"].argmax())
        done, info = env.step(legal[0])
        assert info == {"problem": "", "action": action} and not done
        twin.step(action)


def test_who_answers_with_no_legal_action_is_told_so_and_loses_at_last():
    env = TextEnv(GAME, allowance=2, actions=False)
    env.reset(seed=1)
    assert "Legal actions" not in env.get_observation()[1]
    assert env.step("hm") == (False, {"problem": "unreadable", "action": None})
    assert "No action was found" in env.get_observation()[1]
    assert env.step("ACTION: column 9")[1]["problem"] == "illegal"
    assert '"column 9" is not a legal action' in env.get_observation()[1]
    assert env.step("ACTION: column 3")[0] is False  # which forgives the two before
    env.step("ACTION: column 3")
    assert [env.step("?")[0] for _ in range(3)] == [False, False, True]
    rewards, info = env.close()
    assert rewards == {0: -1.0, 1: 0.0}
    assert info[0]["invalid_move"] and (info[0]["illegal"], info[0]["unreadable"]) == (1, 4)


@pytest.mark.parametrize("name", GAMES)
def test_after_the_end_it_is_said_that_the_game_is_over(name):
    env = TextEnv(get_game(name), rules=False, log=0, allowance=0)
    lots = random.Random(1)
    for how in ("played", "given up"):
        env.reset(seed=1)
        done, answers = False, 0
        while not done and answers < 3000:  # no game of these goes on for longer
            done, _ = env.step(lots.choice(env.legal_actions()) if how == "played" else "no idea")
            answers += 1
        assert done
        for call in (env.get_observation, env.legal_actions, lambda: env.step("ACTION: 1")):
            with pytest.raises(CogitableError, match=r"the game is over; call reset\(\)"):
                call()
        assert env.close()[0] is not None


@pytest.mark.parametrize("action", [None, 5, b"ACTION: 1", ["ACTION: 1"]], ids=repr)
def test_an_answer_that_is_no_text_is_refused(action):
    env = TextEnv(GAME)
    env.reset(seed=1)
    with pytest.raises(OptionError, match="it must be a text"):
        env.step(action)
    assert env.get_observation()[0] == 0 and env.game_info[0]["unreadable"] == 0


@pytest.mark.parametrize("name", ["log", "allowance"])
@pytest.mark.parametrize("number", [1.5, -1, True, "3", None], ids=repr)
def test_numbers_of_lines_and_answers_are_whole(name, number):
    with pytest.raises(OptionError, match=f"{name} is {number!r}; it must be a whole number of at least 0"):
        TextEnv(GAME, **{name: number})


def test_the_number_of_players_is_that_of_reset():
    env = TextEnv(treasure.GAME, num_players=3)
    with pytest.raises(CogitableError, match="reset"):
        env.get_observation()
    with pytest.raises(OptionError, match="num_players"):
        env.reset(num_players=2)
    env.reset(num_players=4, seed=1)
    assert "a game for 4" in env.get_observation()[1] and len(env.game_info) == 4
    env.reset(seed=1)  # and else that of the options
    assert "a game for 3" in env.get_observation()[1] and len(env.game_info) == 3
