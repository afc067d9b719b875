"""Every notebook is executed where the site is built, which asks for no error and all its pictures."""

from __future__ import annotations

from pathlib import Path

import generated_pages

NOTEBOOKS = sorted((Path(__file__).resolve().parent.parent / "notebooks").glob("*.py"))


def test_no_notebook_is_missed():
    assert [path.stem for path in NOTEBOOKS] == list(generated_pages.EXECUTED)
