"""Every notebook runs from its first cell to its last one and shows its pictures."""

from __future__ import annotations

import re
from pathlib import Path

import generated_pages
import jupytext
import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from matplotlib import pyplot
from matplotlib_inline.backend_inline import configure_inline_support

NOTEBOOKS = sorted((Path(__file__).resolve().parent.parent / "notebooks").glob("*.py"))
PICTURES = {
    "brass_empire_cards": 5,
    "cogs_responses": 4,
    "comrade_beliefs": 8,
    "great_machine_city": 4,
    "great_machine_coop": 3,
    "strategy": 1,
    "tour": 3,
    "training_report": 2,
}
MANY = re.compile(r"\b(games|deals)=(\d+)")
"""Whose figures get better with their number; the site shows the notebooks with all of them."""


def fewer(source: str) -> str:
    """Return a cell that plays a tenth of the games, so that what a notebook does is tried, not what it finds."""
    return MANY.sub(lambda given: f"{given[1]}={max(12, int(given[2]) // 10)}", source)


class Shell(InteractiveShell):
    """IPython without a terminal, a kernel, or a history on the disk."""

    def enable_gui(self, gui=None):
        """There is no window."""


@pytest.fixture
def shell():
    backend = pyplot.get_backend()
    shell = Shell.instance()
    shell.history_manager.enabled = False
    shell.run_line_magic("matplotlib", "inline")
    yield shell
    configure_inline_support(shell, backend)
    shell.restore_sys_module_state()
    Shell.clear_instance()
    pyplot.close("all")
    pyplot.switch_backend(backend)


def shown(shell, source):
    """Run a cell; return what it shows, each in all its forms."""
    with capture_output(stderr=False) as captured:
        run = shell.run_cell(source)
        run.raise_error()
    result = [] if run.result is None else [shell.display_formatter.format(run.result)[0]]
    return [output.data for output in captured.outputs] + result, captured.stdout


def test_no_notebook_is_missed():
    assert [path.stem for path in NOTEBOOKS] == list(generated_pages.EXECUTED) == list(PICTURES)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(notebook, shell, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    forms, text = [], ""
    for cell in jupytext.read(notebook).cells:
        if cell.cell_type == "code":
            outputs, printed = shown(shell, fewer(cell.source))
            forms, text = forms + outputs, text + printed
    assert sum("image/png" in output for output in forms) >= PICTURES[notebook.stem]
    if notebook.stem in ("brass_empire_cards", "strategy", "training_report"):
        assert any("| --- |" in output.get("text/markdown", "") for output in forms)
    if notebook.stem == "tour":
        assert "decisions a second, random agent" in text
