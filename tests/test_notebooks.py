"""The notebooks run from top to bottom as a reader would run them."""

from __future__ import annotations

from pathlib import Path

import generated_pages
import jupytext
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).resolve().parent.parent / "notebooks").glob("*.py"))

HERE = [source for source in NOTEBOOKS if source.stem not in generated_pages.EXECUTED]
"""Those that the site does not execute anyway, where test_docs.py asks for no error and all their pictures."""


@pytest.mark.early
@pytest.mark.parametrize("source", HERE, ids=lambda path: path.stem)
def test_notebook_runs(source, tmp_path):
    notebook = jupytext.read(source)
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    NotebookClient(notebook, timeout=240, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert not [output for output in outputs if output.output_type == "error"]
    assert sum("image/png" in output.get("data", {}) for output in outputs) >= 2  # a table and a plot


def test_no_notebook_is_missed():
    expected = ["brass_empire_cards", "cogs_responses", "comrade_beliefs", "great_machine_city", "great_machine_coop"]
    assert [path.stem for path in NOTEBOOKS] == [*expected, "tour", "training_report"]
