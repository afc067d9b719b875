"""Pages written from the code and the card files at every build, so that they cannot say anything else.

``python docs/generated_pages.py FOLDER`` writes them anywhere.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import sys
import types
import typing
from collections.abc import Iterable, Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

import jupytext
import nbformat
import typer
from champions_table import champions_table, exploiters_table
from guided_table import guided_table
from markdown_it import MarkdownIt
from pydantic import BaseModel
from pydantic_core import PydanticUndefined
from shipped_now import is_of_now
from strength_table import strength_table

import cogitable
from cogitable.agents.factory import AGENTS
from cogitable.envs import GAMES, get_game, registry
from cogitable.envs.table import Game, Setup, reference
from cogitable.envs.table.faces.render import render_modes
from cogitable.envs.table.files.replay import Replay
from cogitable.envs.table.reference import markdown_table

ROOT = Path(__file__).resolve().parent.parent
EXECUTED = (
    "brass_empire_cards", "cogs_responses", "comrade_beliefs", "great_machine_city", "great_machine_coop",
    "strategy", "tour", "training_report",
)  # fmt: skip
"""Notebooks that are shown with their pictures; they are executed at every build."""

REPLAYS_TEXT = """
Each of these is one file that needs no server, as `cogitable.show(replay)` makes it: step with the buttons or the arrow
keys, look as another seat where that is offered, click the curve of chances or one of the decisions that moved them.
`python docs/make_replays.py` plays the games anew.
""".strip()

RESULTS = ROOT / "docs" / "results"
UNDOCUMENTED = (
    "cogitable.tests", "cogitable.benchmarks", "cogitable.docs", "cogitable.notebooks",
    "cogitable.training.cli", "cogitable.training.ship",
)  # fmt: skip
"""Modules without a reference page; the last two are commands, which tell of themselves (`--help`)."""


INSIDE = ("rules", "words", "picture", "heuristics")
"""Folders of a game, and of what plays it, that are no interface."""


def write(folder: Path, module_pages: bool = True) -> None:
    """Write every generated page into ``folder`` and nothing else; files that would not change are left alone.

    What lies in ``parts/`` is included in pages written by hand, which have their place in ``docs/``. Without the pages
    of modules, which are read from docstrings alone, a site takes half as long to build.
    """
    from cogitable.training.cli import app
    from cogitable.training.learn.config.training_config import CONFIGS, TrainingConfig

    pages = {
        "parts/training_options.md": "\n".join(options_table(TrainingConfig)),
        "parts/configurations.md": "\n".join(configuration_list(CONFIGS)),
        "commands.md": commands_page(app),
        "parts/agents.md": "\n".join(agent_list()),
        "modules.md": modules_page(module_pages),
        "parts/results.md": results_list(RESULTS),
        "parts/games.md": "\n".join(game_list()),
        "parts/strength.md": "\n".join(strength_table()),
        "parts/guided.md": "\n".join(guided_table()),
        "parts/champions.md": "\n".join(champions_table()),
        "parts/exploiters.md": "\n".join(exploiters_table()),
        "replays.md": "\n".join(replays_page()),
    }
    pages |= {f"{source.stem}.ipynb": notebook_page(source) for source in (ROOT / "notebooks").glob("*.py")}
    pages |= {f"games/{name}.md": game_page(get_game(name)) for name in GAMES}
    pages |= {f"results/{file.stem}.md": result_page(file) for file in RESULTS.glob("*.md")}
    pages |= {f"plain/{name}.md": plain_page(get_game(name)) for name in GAMES if plain_rules(name)}
    pages |= {f"api/{name}.rst": module_page(name) for name in modules() if module_pages and has_page(name)}
    for name, text in pages.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_text() != text:
            path.write_text(text)
    for path in folder.rglob("*"):
        if path.suffix in (".md", ".rst", ".ipynb") and str(path.relative_to(folder)) not in pages:
            path.unlink()  # a page of an earlier build


# Games


def replays_page() -> Iterator[str]:
    """Yield a page on which visitors step through a game of each kind; ``replay_pages`` makes what it shows."""
    yield from ("# Games to step through", "", REPLAYS_TEXT, "")
    for game in map(get_game, GAMES):
        replay = Replay.load(ROOT / "docs" / "replays" / f"{game.name}.replay.json")
        frame = f'<iframe src="../replays/{game.name}.html" title="A game of {game.title}" sandbox="allow-scripts"'
        told = f"The shipped policy at {len(replay.returns)} seats, {len(replay.steps)} decisions."
        yield from (f"## {game.title}", "", told, "")
        yield from ("```{raw} html", f'{frame} loading="lazy" width="100%" height="820" frameborder="0"></iframe>')
        yield from (f'<p><a href="../replays/{game.name}.html">on a page of its own</a></p>', "```", "")


def game_list() -> Iterator[str]:
    """Yield a table of the games with a link to each one's page."""
    rows = []
    for game in map(get_game, GAMES):
        setup, link = game.setup(), f"[{game.title}](_generated/games/{game.name}.md)"
        rows.append([link, game.seat_range, setup.num_actions, setup.layout.size, setup.rewards])
    yield from markdown_table(["game", "seats", "actions", "observation", "rewards"], rows)


def game_page(game: Game) -> str:
    """Return the page of one game."""
    return "\n".join(_game_page(game)) + "\n"


def _game_page(game: Game) -> Iterator[str]:
    setup = game.setup()
    rules, _, _ = (game.home / "RULES.md").read_text().partition(reference.MARK)
    introduction, heading, rules = rules.split("\n", 1)[1].partition("\n## ")  # below the title
    yield from (f"# {game.title}", introduction)
    if (ROOT / "docs" / "images" / f"{game.name}.png").is_file():
        yield from (f"![A table of {game.title}](../../images/{game.name}.png)", "")
    yield from facts(game, setup)
    yield from ("", "## Options", "", "Keyword options of `env()`, `raw_env()` and `game.setup()`:", "")
    yield from options_table(game.options)
    yield from (heading + rules, reference.reference(setup))
    cards = policy_cards(game)
    if cards:
        yield from ("", "## The shipped policy", "", *(demoted(card.read_text(), 2) for card in cards))


def policy_cards(game: Game) -> list[Path]:
    """Return the cards of a game's shipped policies: that of the game itself, then those of its variants."""
    folder = ROOT / "agents" / "policies"
    cards = [folder / f"{game.name}.md", *sorted(folder.glob(f"{game.name}-*.md"))]
    return [card for card in cards if card.is_file()]


def plain_rules(name: str) -> list[Path]:
    """Return the files that hold a game's rules a second time in plain Python, none where there is no such copy."""
    files = sorted((ROOT / "tests" / name / "reference").glob("*.py"))
    return [file for file in files if file.read_text().strip()]


def plain_page(game: Game) -> str:
    """Return the page that shows a game's rules in plain Python."""
    lines = ["---", "orphan: true", "---", "", f"# {game.title} in plain Python", ""]
    lines += [f"The files of `tests/{game.name}/reference/`, which the tests compare with the compiled rules."]
    for file in plain_rules(game.name):
        lines += ["", f"## {file.name}", "", "````python", file.read_text().strip(), "````"]
    return "\n".join(lines) + "\n"


def facts(game: Game, setup: Setup) -> Iterator[str]:
    """Yield what a game is in one small table."""
    plain = ["read this first", f"[the rules in plain Python](../plain/{game.name}.md)"]
    yield from markdown_table(
        ["", ""],
        [
            ["seats", game.seat_range],
            ["actions", setup.num_actions],
            ["observation", f"{setup.layout.size} numbers, float32"],
            ["rewards", setup.rewards],
            ["longest game", f"{setup.options.max_decisions} decisions, then it is truncated"],
            ["version", game.version],
            ["import", f"`from cogitable.envs import {game.name}_v{game.version}`"],
            ["PettingZoo", f'`pettingzoo.make("aec", "{registry.pettingzoo_id(game.name)}")`'],
            ["PettingZoo, all seats at once", f'`pettingzoo.make("parallel", "{registry.pettingzoo_id(game.name)}")`'],
            ["Gymnasium", f'`gymnasium.make("{registry.gymnasium_id(game.name)}", opponents="random")`'],
            ["Gymnasium, many tables", f'`gymnasium.make_vec("{registry.self_play_id(game.name)}", num_envs=64)`'],
            ["parallelizable", "no: seats are asked one at a time"],
            ["render modes", ", ".join(f"`{mode}`" for mode in render_modes(game))],
            *([plain] if plain_rules(game.name) else []),
        ],
    )


def configuration_list(folder: Path) -> Iterator[str]:
    """Yield a table of the configurations that come with the library: how each is run, and what its file says of it."""
    rows = []
    for file in sorted(folder.glob("*.yaml")):
        game, _, variant = file.stem.partition("-")
        text = file.read_text(encoding="utf-8")
        said = takewhile(lambda line: line.startswith("#"), text.splitlines())
        needed = dict.fromkeys(f"`{path}`" for path in re.findall(r"runs/[\w./-]+\.zip", text))
        command = f"`cogitable train {game}{f' --config {variant}' if variant else ''}`"
        rows.append([command, " ".join(line.lstrip("# ") for line in said), ", ".join(needed)])
    yield from markdown_table(["command", "what it does", "needs"], rows)


def agent_list() -> Iterator[str]:
    """Yield every agent that the factory makes, with its parameters."""
    for name, kind in AGENTS.items():
        yield from (f"### {name}", "", kind.text, "")
        if kind.options.model_fields:
            yield from (*options_table(kind.options), "")


def options_table(model: type[BaseModel], prefix: str = "") -> Iterator[str]:
    """Yield a table of a pydantic model's fields, those of nested models by their full names."""
    yield from markdown_table(["option", "type", "default", "meaning"], list(option_rows(model, prefix)))


def option_rows(model: type[BaseModel], prefix: str = "") -> Iterator[list[Any]]:
    """Yield name, type, default and description of every field."""
    for name, field in model.model_fields.items():
        nested = inspect.isclass(field.annotation) and issubclass(field.annotation, BaseModel)
        if nested and not field.description:
            yield from option_rows(field.annotation, f"{prefix}{name}.")
            continue
        default = field.get_default(call_default_factory=True, validated_data={})
        shown = "required" if default is PydanticUndefined else "as described" if nested else f"`{default!r}`"
        bounds = ", ".join(filter(None, map(bound, field.metadata)))
        kind = type_name(field.annotation) + (f" ({bounds})" if bounds else "")
        yield [f"`{prefix}{name}`", kind, shown, field.description or ""]


def bound(rule: Any) -> str:
    """Return a limit of a field as people write it."""
    for attribute, sign in (("ge", "at least"), ("gt", "above"), ("le", "at most"), ("lt", "below")):
        if getattr(rule, attribute, None) is not None:
            return f"{sign} {getattr(rule, attribute)}"
    return ""


def type_name(annotation: Any) -> str:
    """Return a type as people write it."""
    if typing.get_origin(annotation) is typing.Literal:
        return " or ".join(f"`{value!r}`" for value in typing.get_args(annotation))
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        return " or ".join(type_name(member) for member in typing.get_args(annotation))
    if annotation is type(None):
        return "none"
    return f"`{annotation.__name__ if inspect.isclass(annotation) and not typing.get_args(annotation) else annotation}`"


def commands_page(app: typer.Typer) -> str:
    """Return the page of the command line: every command with every argument and option."""
    lines = ["# The command line", "", "Everything below is what `cogitable COMMAND --help` prints.", ""]
    root = typer.main.get_command(app)
    for name in sorted(root.commands):  # type: ignore[attr-defined]
        command = root.commands[name]  # type: ignore[attr-defined]
        if not command.hidden:
            lines += _command(name, command)
    return "\n".join(lines) + "\n"


def _command(name: str, command: Any) -> Iterator[str]:
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    options = [p for p in command.params if p.param_type_name == "option" and p.name != "help" and not p.hidden]
    names = [p.name.upper() if p.required else f"[{p.name.upper()}]" for p in arguments]
    usage = " ".join(["cogitable", name, *names])
    yield from (f"## {name}", "", inspect.cleandoc(command.help or ""), "", "```text", f"{usage} [OPTIONS]", "```", "")
    rows = [[f"`{p.name.upper()}`", getattr(p, "help", "") or ""] for p in arguments]
    rows += [[", ".join(f"`{o}`" for o in (*p.opts, *p.secondary_opts)), option_help(p)] for p in options]
    if rows:
        yield from (*markdown_table(["argument or option", "meaning"], rows), "")


def option_help(option: Any) -> str:
    """Return an option's help with its default."""
    default = option.default
    plain = default in (None, False, ()) or callable(default)
    return (option.help or "") + ("" if plain else f" (default: `{default}`)")


# Modules, results, notebook


def modules() -> list[str]:
    """Return the import paths of every documented module of the package."""
    return sorted(_modules(cogitable.__path__, "cogitable."))


def _modules(path: Iterable[str], prefix: str) -> Iterator[str]:
    for found in pkgutil.iter_modules(path, prefix):
        if found.name.startswith(UNDOCUMENTED):
            continue
        yield found.name
        if found.ispkg:
            yield from _modules(importlib.import_module(found.name).__path__, f"{found.name}.")


def has_page(name: str) -> bool:
    """Whether a module has a reference page: what lies inside a game is read in its source."""
    shared = name.startswith("cogitable.envs.table.")
    return shared or not any(part in name.split(".") for part in INSIDE)


def modules_page(linked: bool = True) -> str:
    """Return the page that lists all modules by their first line, linked to their pages.

    Their pages are in no other list: hundreds of lines in every page's navigation would take most of the time to build.
    """
    rows = []
    for name in modules():
        short = name.removeprefix("cogitable.")
        rows.append([f"[{short}](api/{name}.rst)" if linked and has_page(name) else f"`{short}`", summary(name)])
    return "\n".join(["# Modules", "", *markdown_table(["module", "about"], rows), ""])


def summary(name: str) -> str:
    """Return the first sentence of a module's docstring."""
    text = inspect.getdoc(importlib.import_module(name)) or ""
    return text.split("\n\n")[0].replace("\n", " ").replace("``", "`")


def module_page(name: str) -> str:
    """Return the reference page of one module; a package's page leaves its parts to theirs."""
    module = importlib.import_module(name)
    lines = [":orphan:", "", name, "=" * len(name), "", f".. automodule:: {name}"]
    if hasattr(module, "__path__"):
        lines.append("   :no-members:" if hasattr(module, "__all__") else "   :members:")
    return "\n".join(lines) + "\n"


def results_list(folder: Path) -> str:
    """Return links to the measured figures: every Markdown file that the measuring commands wrote into ``folder``.

    Below them stand those that are of policies before those of now.
    """
    files = sorted(folder.glob("*.md"))
    if not files:
        return "No measurements are kept with this version; the commands above make them.\n"
    links = [f"`{file.name}` <_generated/results/{file.stem}>" for file in files]
    old = [f"[{file.stem}](_generated/results/{file.stem}.md)" for file in files if not is_of_now(file.read_text())]
    told = ["", f"With policies before those of now: {', '.join(old)}."] if old else []
    return "\n".join(["```{toctree}", ":maxdepth: 1", "", *links, "```", *told, ""])


def result_page(file: Path) -> str:
    """Return one file of measured figures as a page.

    Its tables go into the page as HTML: Sphinx would make a hundred thousand objects of their cells, which nothing
    refers to, and take half its time for them.
    """
    title, _, rest = file.read_text(encoding="utf-8").strip().partition("\n")
    tables = MarkdownIt("commonmark").enable("table").render(rest)
    tables = tables.replace("<table>", '<table class="docutils align-default">')  # what the theme knows
    return f"{title}\n\n`docs/results/{file.name}`\n\n```{{raw}} html\n{tables.replace('```', '')}```\n"


def notebook_page(source: Path) -> str:
    """Return a notebook written as a script in Jupyter's own format; the site runs those that take seconds."""
    notebook = jupytext.read(source)
    notebook.metadata["mystnb"] = {"execution_mode": "force" if source.stem in EXECUTED else "off"}
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{number}"  # jupytext draws new ones each time; then a page would never stay as it is
    return nbformat.writes(notebook) + "\n"


# Markdown


def demoted(text: str, levels: int) -> str:
    """Return Markdown with every heading moved down, fenced blocks left alone, so that it fits below another one."""
    lines, fenced = [], False
    for line in text.splitlines():
        fenced ^= line.startswith("```")
        lines.append("#" * levels + line if line.startswith("#") and not fenced else line)
    return "\n".join(lines)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
