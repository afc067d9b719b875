"""The table, for the terminal, for people who read Markdown and for programs."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from .plan import Row
from .session import Figures, Series, Task


def lines(rows: list[Row], figures: Figures, skipped: dict[Task, str]) -> tuple[list[dict], list[dict]]:
    """Return a section's rows as plain values, and those that could not be measured with the reason."""
    found, missing = [], {}
    for row in rows:
        ours, peer = _series(row.ours, row.key, figures), row.peer and _series(row.peer, row.key, figures)
        for each in (row.ours, row.peer):
            if each in skipped:
                missing[each] = {"what": f"{row.what}: {each.name}", "reason": skipped[each]}
        if ours is None or (row.peer and peer is None):
            continue
        line: dict[str, Any] = {"what": row.what, "unit": row.unit, "ours": {"name": row.ours.name, **ours.as_dict()}}
        if row.peer and peer:
            line["peer"] = {"name": row.peer.name, **peer.as_dict()}
            line["ratio"] = ours.median / peer.median if peer.median else None
        if row.aim is not None:
            line["aim"] = {"least": row.aim, "of": "value" if row.aim_is_value else "ratio"}
            reached = ours.median if row.aim_is_value else line.get("ratio")
            line["aim"]["met"] = reached is not None and reached >= row.aim
        found.append(line)
    return found, list(missing.values())


def _series(one: Task, key: str, figures: Figures) -> Series | None:
    return figures.get(one, {}).get(key)


def number(value: float, unit: str) -> str:
    """Return a figure as people read it."""
    if unit in ("s", "win rate"):
        return f"{value:.3f}"
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"


def figure(side: dict | None, unit: str) -> str:
    """Return a median with its spread."""
    return f"{number(side['median'], unit)} ±{side['spread']:.0%}" if side else "-"


def cells(line: dict) -> list[str]:
    """Return one line of the table."""
    peer, ratio, aim = line.get("peer"), line.get("ratio"), line.get("aim")
    wanted = "-"
    if aim:
        least = number(aim["least"], line["unit"]) if aim["of"] == "value" else f"{aim['least']:g}x"
        wanted = f"{least} {'reached' if aim['met'] else 'missed'}"
    return [
        f"{line['what']}, {line['unit']}",
        line["ours"]["name"],
        figure(line["ours"], line["unit"]),
        peer["name"] if peer else "-",
        figure(peer, line["unit"]),
        f"{ratio:.2f}x" if ratio else "-",
        wanted,
    ]


def terminal(report: dict, console: Console) -> None:
    """Print the one table, what was left out, and the footer."""
    table = Table(box=SIMPLE_HEAD, title="Speed: medians ± half the range", title_justify="left", expand=False)
    for column in ("what", "ours", "figure", "peer", "figure", "ratio", "aim"):
        table.add_column(column, justify="right" if column in ("figure", "ratio") else "left", overflow="fold")
    for section in report["sections"]:
        table.add_section()
        table.add_row(f"[bold]{section['title']}[/bold]", f"[dim]{section['note']}[/dim]")
        for line in section["rows"]:
            *rest, aim = cells(line)
            met = line.get("aim", {}).get("met")
            table.add_row(*rest, f"[{'green' if met else 'red'}]{aim}[/]" if line.get("aim") else aim)
    console.print(table)
    for section in report["sections"]:
        for gone in section["skipped"]:
            console.print(f"left out: {gone['what']}: {gone['reason']}", style="yellow", markup=False)
    console.print(footer(report), style="dim", markup=False)


def footer(report: dict) -> str:
    """Return machine, versions and command as text."""
    at = report["machine"]
    versions = ", ".join(f"{name} {version}" for name, version in at["versions"].items())
    pinned = "processes bound to their cores" if at["pinned"] else "processes not bound to cores (the system cannot)"
    return (
        f"{at['date']}; {at['cpu']}, {at['cores']} cores, {pinned}; load at the start {at['load']}; {at['system']}, "
        f"Python {at['python']}; {versions}. {report['rounds']} rounds of {report['seconds']:g} s: {report['command']}"
    )


def markdown(report: dict) -> str:
    """Return the table as Markdown, for the documentation."""
    out = ["# Speed", "", "Medians of the rounds ± half their range. How each is counted: `benchmarks/README.md`.", ""]
    for section in report["sections"]:
        out += [f"## {section['title']}", "", f"{section['note'].capitalize()}.", ""]
        if section["rows"]:
            out += [
                "| what | ours | figure | peer | figure | ratio | aim |",
                "| --- | --- | --: | --- | --: | --: | --- |",
            ]
            out += [
                "| " + " | ".join(cell.replace("|", "\\|") for cell in cells(line)) + " |" for line in section["rows"]
            ]
            out.append("")
        out += [f"- left out: {gone['what']}: {gone['reason']}" for gone in section["skipped"]]
    return "\n".join([*out, "", footer(report), ""])


def save(text: str, path: Path) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(path.name + ".tmp")
    draft.write_text(text, encoding="utf-8")
    os.replace(draft, path)


def as_json(report: dict) -> str:
    """Return the whole report for programs."""
    return json.dumps(report, indent=1) + "\n"


def compared(report: dict, earlier: dict, console: Console) -> None:
    """Print each of our figures beside the same one of an earlier report."""
    before = {_key(line): line for section in earlier["sections"] for line in section["rows"]}
    table = Table(box=SIMPLE_HEAD, title=f"Against {earlier['machine']['date']}", title_justify="left")
    for column in ("what", "ours", "earlier", "now", "now / earlier"):
        table.add_column(column, justify="left" if column in ("what", "ours") else "right")
    shown = set()
    for section in report["sections"]:
        for line in section["rows"]:
            key, old = _key(line), before.get(_key(line))
            if old is None or key in shown:
                continue
            shown.add(key)
            then, now = old["ours"], line["ours"]
            ratio = f"{now['median'] / then['median']:.2f}x" if then["median"] else "-"
            table.add_row(key[0], key[1], figure(then, line["unit"]), figure(now, line["unit"]), ratio)
    console.print(table)


def _key(line: dict) -> tuple[str, str]:
    return f"{line['what']}, {line['unit']}", line["ours"]["name"]
