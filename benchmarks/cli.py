"""The command: which sections, how often, and where the results go."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from . import machine, report
from .plan import SECTIONS, Row, Size
from .session import measure

app = typer.Typer(add_completion=False, rich_markup_mode="rich")


@app.command()
def main(
    sections: Annotated[list[str] | None, typer.Argument(help=f"What to measure: {', '.join(SECTIONS)}.")] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds; the table shows medians over them.")] = 5,
    seconds: Annotated[float, typer.Option(min=0.001, help="Time of one measurement in one round.")] = 1.0,
    learner_steps: Annotated[int, typer.Option(min=1, help="Steps of training in section learning.")] = 40_960,
    games: Annotated[int, typer.Option(min=2, help="Games that count a win rate.")] = 1000,
    ours_only: Annotated[bool, typer.Option(help="Leave the peers out.")] = False,
    before: Annotated[
        Path | None,
        typer.Option(exists=True, file_okay=False, help="Another version's sources, measured in place of the peers."),
    ] = None,
    only: Annotated[str, typer.Option(help="Only what of ours has this in its name, say 'compiled loop'.")] = "",
    json_file: Annotated[Path | None, typer.Option("--json", help="Write everything here as JSON.")] = None,
    markdown_file: Annotated[Path | None, typer.Option("--markdown", help="Write the table here as Markdown.")] = None,
    compare: Annotated[Path | None, typer.Option(exists=True, dir_okay=False, help="An earlier JSON file.")] = None,
) -> None:
    """Measure the speed of Cogitable beside its peers and print one table."""
    chosen = sections or list(SECTIONS)
    unknown = [name for name in chosen if name not in SECTIONS]
    if unknown:
        raise typer.BadParameter(f"no section {unknown[0]!r}; the sections are {', '.join(SECTIONS)}")
    if before and ours_only:
        raise typer.BadParameter("--ours-only leaves out what --before measures; give one of them")
    if before and not (before / "benchmarks" / "worker.py").is_file():
        raise typer.BadParameter(f"{before} has no benchmarks/worker.py; --before wants a checkout of this library")
    earlier = _load(compare) if compare else None
    size = Size(learner_steps=learner_steps, games=games)
    rows = {name: SECTIONS[name].rows(size) for name in chosen}
    names = sorted({row.ours.name for section in rows.values() for row in section})
    if not any(only in name for name in names):
        raise typer.BadParameter(f"nothing has {only!r} in its name; there is {', '.join(names)}")
    console, progress = _wide(), Console(stderr=True)
    result: dict = {
        "command": " ".join(["python -m cogitable.benchmarks", *sys.argv[1:]]),
        "rounds": rounds,
        "seconds": seconds,
        "machine": machine.describe(),
        "sections": [],
    }
    with progress.status("starting") as status:
        for name, section in rows.items():
            wanted = chosen_rows([row for row in section if only in row.ours.name], ours_only, before)
            result["sections"].append(_section(name, wanted, rounds, seconds, status.update))
    report.terminal(result, console)
    if earlier:
        report.compared(result, earlier, console)
    if json_file:
        report.save(report.as_json(result), json_file)
    if markdown_file:
        report.save(report.markdown(result), markdown_file)


def chosen_rows(rows: list[Row], ours_only: bool, before: Path | None) -> list[Row]:
    """Return the rows as they are, or each measurement of ours once: alone, or beside another version's."""
    if not (ours_only or before):
        return rows
    own = {(row.ours, row.key): row for row in rows}.values()
    return [row.beside(before) if before else row.alone() for row in own]


def _section(name: str, rows: list[Row], rounds: int, seconds: float, say: Callable[[str], None]) -> dict:
    section = SECTIONS[name]
    tasks = [each for row in rows for each in (row.ours, row.peer) if each]
    figures, skipped = measure(
        tasks, min(rounds, section.rounds or rounds), seconds, lambda text: say(f"{section.title}: {text}")
    )
    lines, missing = report.lines(rows, figures, skipped)
    return {"title": section.title, "note": section.note, "rows": lines, "skipped": missing}


def _wide() -> Console:
    """Return a console that does not fold the table where the output goes to a file."""
    console = Console()
    return console if console.is_terminal else Console(width=max(console.width, 170))


def _load(path: Path) -> dict:
    try:
        earlier = json.loads(path.read_text(encoding="utf-8"))
        earlier["sections"], earlier["machine"]["date"]
    except (ValueError, KeyError, TypeError) as error:
        raise typer.BadParameter(f"{path} is not a JSON report of this command: {error}") from None
    return earlier
