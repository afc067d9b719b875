"""What the documentation says is so: its Python runs, its commands exist, its generated pages are complete."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import io
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import generated_pages
import make_logs
import pytest
import replay_pages
import typer
from docutils import nodes
from docutils.core import publish_doctree
from docutils.parsers.rst import roles
from sphinx.ext.napoleon import Config, GoogleDocstring

from cogitable.agents.factory import AGENTS
from cogitable.envs import GAMES, get_game
from cogitable.envs.table.errors import CogitableError
from cogitable.envs.table.files.replay import Replay
from cogitable.envs.table.layout import Layout, Part
from cogitable.envs.table.reference import layout_table, reference, with_tables
from cogitable.training.cli import app
from cogitable.training.learn.config.training_config import CONFIGS, TrainingConfig
from cogitable.training.learn.run.lock import locked

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS.glob("*.md"), *DOCS.glob("strategy/*.md")])
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]
NO_RESULTS_PAGE = ("--games 10000", "--seed 3", "--only")
"""What tells commands on the page about strength whose figures stand in its text alone."""


def blocks(page: Path, language: str) -> list[str]:
    """Return the fenced blocks of one language."""
    return [text for name, text in FENCE.findall(page.read_text()) if name == language]


def commands(page: Path) -> Iterator[list[str]]:
    """Yield the words of every shell command that a page shows."""
    for block in blocks(page, "sh"):
        for line in block.splitlines():
            words = shlex.split(line, comments=True)
            if words:
                yield words


@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p, "python")], ids=lambda p: p.stem)
def test_python_runs(page, monkeypatch, tmp_path, capsys):
    """The blocks of a page run one after the other, in one namespace."""
    monkeypatch.chdir(tmp_path)
    names: dict = {"__name__": "__main__"}
    for block in blocks(page, "python"):
        exec(compile(block, page.name, "exec"), names)


def test_the_readme_example_is_ten_lines():
    lines = [line for line in blocks(ROOT / "README.md", "python")[0].splitlines() if line.strip()]
    assert len(lines) <= 10


def test_shown_commands_exist():
    targets = re.findall(r"^([a-z-]+%?):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    shown = 0
    for page in PAGES:
        for words in commands(page):
            if words[0] == "PYTHONPATH=docs/examples":
                assert (DOCS / "examples" / f"{words[3]}.py").is_file(), (page.name, words)
                words = [*words[1:3], GAMES[0], *words[4:]]  # its options are those of any game
            if words[0] == "make":
                assert any(fnmatch(words[1], target.replace("%", "*")) for target in targets), (page.name, words)
            elif words[0] == "cogitable" and not words[1].startswith("-"):
                command = COMMANDS[words[1]]
                known = {
                    name for p in command.params if p.param_type_name == "option" for name in p.opts + p.secondary_opts
                }
                given = {word.split("=")[0] for word in words[2:] if word.startswith("-")}
                assert given <= known, (page.name, words)
                assert games_known(command, words), (page.name, words)
                shown += 1
    assert shown > 5


def games_known(command: Any, words: list[str]) -> bool:
    """Return whether a command's game is one that comes with the library, or the reader's own."""
    first = command.params[0]
    named = first.param_type_name == "argument" and first.name == "game" and len(words) > 2
    return not named or words[2] in {*GAMES, "my_game"} or words[2].startswith("-")


def without_files(words: list[str]) -> str:
    """Return a command as it is where it only prints."""
    return re.sub(r" --(markdown|json) \S+", "", " ".join(words))


def test_commands_on_strength_are_those_that_write_its_pages():
    """They stand on two pages, where one could be changed without the other."""
    writing = {without_files(words) for words in commands(DOCS / "measuring.md") if "--markdown" in words}
    shown = [without_files(words) for words in commands(DOCS / "strength.md")]
    shown = [line for line in shown if line.startswith(("cogitable ", "python -m "))]
    of_pages = [line for line in shown if not any(part in line for part in NO_RESULTS_PAGE)]
    assert len(of_pages) > 40
    assert not [line for line in of_pages if line not in writing]


def test_links_lead_somewhere():
    for page in PAGES:
        text = FENCE.sub("", page.read_text())
        for target in re.findall(r"\]\(([^)#\s]+)", text):
            if not target.removeprefix("../").startswith(("http", "_generated")):
                assert (page.parent / target).exists(), (page.name, target)


@pytest.mark.parametrize("name", GAMES)
def test_game_page_is_complete(name):
    game = get_game(name)
    setup, page = game.setup(), generated_pages.game_page(game)
    assert reference(setup) in page
    wanted = [f"`{option}`" for option in game.options.model_fields]
    assert not [word for word in wanted if word not in page]
    headings = ["Options", "Rules", "Rulings", "Actions", "Observation"]
    headings += ["Cards"] if (game.home / "cards.toml").is_file() else []
    headings += ["The shipped policy"] if (ROOT / "agents" / "policies" / f"{name}.zip").is_file() else []
    found = [page.find(f"\n## {heading}\n") for heading in headings]
    assert found[0] > 0 and found == sorted(found), dict(zip(headings, found, strict=True))


@pytest.mark.parametrize("name", GAMES)
def test_tables_in_the_rules_are_current(name):
    game = get_game(name)
    text = (game.home / "RULES.md").read_text(encoding="utf-8")
    assert with_tables(text, game) == text, f"run: python -m cogitable.envs.table.reference {game.module}"


@pytest.mark.parametrize("name", GAMES)
def test_python_in_the_rules_runs(name, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    names: dict = {"__name__": "__main__"}
    for block in blocks(get_game(name).home / "RULES.md", "python"):
        exec(compile(block, name, "exec"), names)


def test_long_lists_of_labels_are_told_once():
    long, short = tuple(f"card {i}" for i in range(30)), ("one", "other")
    layout = Layout(
        Part("hand", (30,), "in hand", long),
        Part("deck", (30,), "in the deck", long),
        Part("first", (2,), "of two", short),
        Part("second", (2,), "of two", short),
    )
    _, _, hand, deck, first, second = layout_table(layout)
    assert "card 17" in hand and deck.endswith("| in the deck: in the order of *hand* |")
    assert first.endswith("| of two: one, other |") and second.endswith("| of two: one, other |")


def test_tables_name_what_numbers_can_be_where_it_is_not_0_to_1():
    layout = Layout(
        Part("usual", (2,), "of two"),
        Part("rounded", (2,), "nearly", most=1.00001),
        Part("columns", (3, 2), "of each", least=(-1, 0), most=(1, 32.0625)),
        Part("nothing", (0,), "in this game"),
    )
    ranges = [row.split(" | ")[3] for row in layout_table(layout)][2:]
    assert ranges == ["", "", "-1 to 32.06", ""]


def test_every_shipped_policy_has_its_card_on_the_page(monkeypatch, tmp_path):
    folder = tmp_path / "agents" / "policies"
    folder.mkdir(parents=True)
    for name in ("comrade-ten", "comrade", "cogdrive_neon"):
        (folder / f"{name}.md").write_text(f"# About {name}\n")
    monkeypatch.setattr(generated_pages, "ROOT", tmp_path)
    page = generated_pages.game_page(get_game("comrade"))
    assert 0 < page.index("### About comrade\n") < page.index("### About comrade-ten\n")
    assert page.count("## The shipped policy\n") == 1 and "About cogdrive_neon" not in page


def test_a_game_page_begins_with_what_the_game_is_about():
    page = generated_pages.game_page(get_game("comrade"))
    assert page.index("Five to ten players") < page.index("| seats |") < page.index("| parallelizable | no") < 3000


def test_pages_of_earlier_builds_go(tmp_path):
    (tmp_path / "results").mkdir()
    stale = tmp_path / "results" / "measured_once.md"
    stale.write_text("# Earlier\n")
    generated_pages.write(tmp_path)
    assert not stale.exists() and (tmp_path / "commands.md").is_file()


def test_game_list_tells_seats_and_sizes():
    text = "\n".join(generated_pages.game_list())
    for game in map(get_game, GAMES):
        setup = game.setup()
        row = next(line for line in text.splitlines() if game.title in line)
        assert f"| {setup.num_actions} | {setup.layout.size} |" in row


def test_every_command_and_option_is_documented():
    page = generated_pages.commands_page(app)
    for name, command in COMMANDS.items():
        assert f"\n## {name}\n" in page
        for parameter in command.params:
            assert parameter.name == "help" or parameter.opts[0] in page or parameter.name.upper() in page
            assert parameter.name == "help" or getattr(parameter, "help", ""), (name, parameter.name)


def test_every_training_option_is_documented():
    rows = list(generated_pages.option_rows(TrainingConfig, ""))
    assert not [row[0] for row in rows if not row[3]]
    assert {"`seed`", "`ppo.learning_rate`"} <= {row[0] for row in rows}


def test_every_configuration_is_listed_with_what_it_does():
    lines = list(generated_pages.configuration_list(CONFIGS))
    for file in CONFIGS.glob("*.yaml"):
        game, _, variant = file.stem.partition("-")
        shown = f"`cogitable train {game} --config {variant}`" if variant else f"`cogitable train {game}`"
        (line,) = (line for line in lines if f"| {shown} |" in line)
        assert len(line) > len(shown) + 40, f"{file.name} does not begin with a comment that says what it does"


def test_every_agent_is_documented():
    text = "\n".join(generated_pages.agent_list())
    for name, kind in AGENTS.items():
        assert f"### {name}\n" in text
        assert all(f"`{option}`" in text for option in kind.options.model_fields)


def test_the_readme_names_every_game():
    readme = (ROOT / "README.md").read_text()
    assert all(f"[{get_game(name).title}](envs/{name}/RULES.md)" in readme for name in GAMES)


def test_included_headings_move_down_but_code_does_not():
    assert generated_pages.demoted("# A\n```sh\n# no heading\n```", 2) == "### A\n```sh\n# no heading\n```"


@pytest.fixture
def place(request, tmp_path):
    """A folder to build the site in: in pytest's cache, since Sphinx knows what it has read only in the same folder.

    It is a temporary one where there is no cache, and where other tests are at it.
    """
    with ExitStack() as stack:
        try:
            folder = request.config.cache.mkdir("site")
            stack.enter_context(locked(folder))
        except (AttributeError, OSError, CogitableError):
            folder = tmp_path
        yield folder


def copy_sources(source: Path) -> None:
    """Copy what the site is made from, since a build writes beside it; what an earlier build has written is left."""
    for path in [*source.glob("*"), *source.glob("docs/*")]:
        if path.is_symlink() or path.is_file():
            path.unlink()
        elif path.name not in ("docs", "_generated"):
            shutil.rmtree(path)
    shutil.copytree(DOCS, source / "docs", ignore=shutil.ignore_patterns("_*"), dirs_exist_ok=True)
    for path in ROOT.glob("[!.]*"):
        if path.is_file():
            shutil.copy2(path, source)
        elif path != DOCS:
            (source / path.name).symlink_to(path)


@pytest.mark.early
def test_the_site_builds_without_warnings(place, tmp_path):
    """As `make docs` does, but plain, and without what is checked elsewhere.

    That are the pages of modules (``test_docstrings_are_sound_markup``), notebooks and games to step through. What was
    read of a page is kept until the page changes; what it shows is written anew every time, so that every link is
    followed. A build that fails keeps nothing.
    """
    source, kept, trees = place / "source", place / "kept", tmp_path / "trees"
    copy_sources(source)
    if kept.is_dir():
        shutil.move(kept, trees)  # away, so that a build that is killed leaves nothing either
    build(source, tmp_path / "html", ["-d", str(trees), "-D", "notebooks=none", "-t", "no_module_pages"])
    shutil.move(trees, kept)
    generated = tmp_path / "html" / "_generated"
    assert (generated / "games" / f"{GAMES[0]}.html").is_file()
    assert not (generated / "api").is_dir()
    replays = (generated / "replays.html").read_text()
    assert all(f'src="../replays/{name}.html"' in replays for name in GAMES)
    results = sorted(path.stem for path in (ROOT / "docs" / "results").glob("*.md"))
    assert len(results) > 30
    for name in results:
        shown = "<strong>more often" if name.endswith("_compare") else "<td>"
        assert shown in (generated / "results" / f"{name}.html").read_text(), name
    shown = (generated / "commands.html").read_text()
    assert "--out" in shown and not re.search("[–—][a-z]", shown)  # options are no dashes


@pytest.mark.long
def test_the_whole_site_builds_without_warnings(tmp_path):
    copy_sources(tmp_path / "source")
    build(tmp_path / "source", tmp_path / "html", ["-D", "notebooks=training_report"])
    generated = tmp_path / "html" / "_generated"
    assert "num_players" in (generated / "api" / "cogitable.envs.table.game.html").read_text()
    notebook = (generated / "training_report.html").read_text()
    assert "<img" in notebook and "<td>" in notebook  # a picture, and the tables that cells return


def build(source: Path, site: Path, options: list[str]) -> None:
    """Build a site, without games to step through, and without pages that show source, which nobody writes."""
    extensions = re.search(r"^extensions = (\[.*\])$", (ROOT / "docs" / "conf.py").read_text(), re.MULTILINE)
    used = [name for name in ast.literal_eval(extensions[1]) if name != "sphinx.ext.viewcode"]
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", "docs", str(site), *options]
    command += ["-D", f"extensions={','.join(used)}", "-D", "replay_pages=none", "-D", "html_theme=basic"]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True)
    shutil.rmtree(source / "docs" / "_generated" / "runs", ignore_errors=True)  # of notebooks
    assert done.returncode == 0, done.stderr


def docstrings(source: Path) -> Iterator[str]:
    """Yield every string of a file that stands alone: what modules, classes, functions and attributes say."""
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield str(GoogleDocstring(inspect.cleandoc(node.value.value), Config(napoleon_use_ivar=True)))


def markup_errors(texts: Iterable[str]) -> list[str]:
    """Return what docutils finds wrong with docstrings, read as one document, each with the line that it means."""
    for role in ("attr", "class", "data", "exc", "func", "meth", "mod"):
        roles.register_generic_role(role, nodes.literal)
    told, read = io.StringIO(), "\n\n".join(texts)
    settings = {"report_level": 2, "halt_level": 5, "warning_stream": told, "output_encoding": "unicode"}
    publish_doctree(read, settings_overrides=settings)
    lines = read.splitlines()
    found = re.findall(r"^<string>:(\d+): (.*)", told.getvalue(), re.MULTILINE)
    return [f"{what} {lines[min(int(line), len(lines)) - 1]!r}" for line, what in found]


def test_docstrings_are_sound_markup():
    """Pages of modules are built in the long suite alone; what can be wrong with them is their docstrings."""
    sources = [Path(importlib.util.find_spec(name).origin) for name in generated_pages.modules()]
    assert len(sources) > 300
    wrong = [f"{source}: {error}" for source in sources for error in markup_errors(docstrings(source))]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("wrong", ["A ``word.", "* One\n* two\nthree", "A :clas:`Game`.", "An *open star."])
def test_unsound_markup_is_found(wrong):
    assert markup_errors(["Sound.", f"First.\n\n{wrong}", "Sound."])
    assert not markup_errors(["Sound.", "First.\n\nA ``word`` of :class:`Game`, and a *star*."])


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_logs_of_whole_games_are_what_the_games_tell_today(name):
    assert (ROOT / "docs" / "logs" / f"{name}.md").read_text() == make_logs.page(name)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_game_to_step_through_has_a_page_that_is_not_too_large(name, tmp_path):
    (page,) = replay_pages.write(tmp_path / "pages", [name])
    assert page.name == f"{name}.html"
    assert 10_000 < page.stat().st_size <= 1_000_000


@pytest.mark.parametrize("name", GAMES)
def test_games_to_step_through_go_on_as_today(name):
    """Who chose is not asked again: a policy's numbers may differ in their last digits between processors."""
    kept = Replay.load(ROOT / "docs" / "replays" / f"{name}.replay.json")
    actions = [step.action for step in kept.steps]
    assert Replay.of(kept.setup(), actions, seed=kept.seed, players=kept.players) == kept
