"""Sphinx configuration. Pages that state facts about code or cards are written anew by ``generated_pages``."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from sphinx import addnodes
from sphinx.domains.python import PythonDomain

# Of the millions of small objects nearly all stay: looking for garbage less often saves a seventh of the time.
gc.set_threshold(100_000, 50, 50)

DOCS = Path(__file__).resolve().parent
sys.path[:0] = [str(DOCS), str(DOCS / "examples")]

# Compiled rules functions have no signature that autodoc could read; plain Python ones do. Only this process needs it.
os.environ["NUMBA_DISABLE_JIT"] = "1"
import generated_pages  # noqa: E402

import cogitable  # noqa: E402

del os.environ["NUMBA_DISABLE_JIT"]

# Sphinx puts ``tags`` here: what is named on its command line (``-t``).
generated_pages.write(DOCS / "_generated", module_pages=not tags.has("no_module_pages"))  # noqa: F821

EXTRA = DOCS / "_generated" / "extra"
"""What is copied to the site as it is."""
(EXTRA / "replays").mkdir(parents=True, exist_ok=True)

project = "Cogitable"
author = "The Cogitable authors"
project_copyright = "2026, The Cogitable authors"
version = release = cogitable.__version__

extensions = ["myst_nb", "sphinx_design", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
exclude_patterns = ["_build", "_generated/parts", "examples", "results", "package.md"]
smartquotes_action = "qe"  # quotes and ellipses, but no dashes: `--out` is an option
source_suffix = {".md": "myst-nb", ".rst": "restructuredtext"}

myst_enable_extensions = ["colon_fence", "deflist", "attrs_block"]
myst_heading_anchors = 3
nb_execution_mode = "off"  # except for the notebooks in generated_pages.EXECUTED, which say so themselves
nb_execution_timeout = -1  # none: how long a cell takes depends on what has to be compiled for it, and on the machine
nb_execution_raise_on_error = True
nb_output_stderr = "remove"
nb_render_markdown_format = "myst"  # tables included, which plain CommonMark does not have

napoleon_use_ivar = True
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": True}
python_use_unqualified_type_names = True
toc_object_entries = False

html_theme = "furo"
html_extra_path = [str(EXTRA)]
html_title = "Cogitable"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#7a3fbf", "color-brand-content": "#7a3fbf"},
    "dark_css_variables": {"color-brand-primary": "#c9a3ff", "color-brand-content": "#c9a3ff"},
}


class PythonNames(PythonDomain):
    """Links a type to nothing where its bare name could mean several things: every game has a ``CardList``."""

    _known: tuple[int, set[str]] = (0, set())
    _found: dict[tuple[Any, ...], list[tuple[str, Any]]]  # the same type is named in the same module again and again

    def find_obj(  # noqa: D102
        self, env: Any, modname: str, classname: str, name: str, type: str | None, searchmode: int = 0
    ) -> list[tuple[str, Any]]:
        if self._known[0] != len(self.objects):
            self._known = len(self.objects), {whole.rpartition(".")[2] for whole in self.objects}
            self._found = {}
        if name.removesuffix("()").rpartition(".")[2] not in self._known[1]:
            return []  # at once, instead of holding it against the end of every name there is
        asked = modname, classname, name, type, searchmode
        if asked not in self._found:
            found = super().find_obj(env, *asked)
            own = [match for match in found if not match[1].aliased]
            several = searchmode and type in ("class", "data", "attr") and len(own) > 1
            self._found[asked] = [] if several else found
        return self._found[asked]


class _Titles:
    """Makes every page's navigation from the pages' titles alone.

    The theme asks for titles, but Sphinx copies all headings of all pages and drops those again: for each page anew,
    which would take a third of the time to build.
    """

    def __init__(self) -> None:
        self._tocs: dict[str, Any] = {}

    def __call__(self, app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
        resolve = context.get("toctree")
        if resolve is None:
            return

        def toctree(**options: Any) -> str:
            if not options.get("titles_only"):
                return resolve(**options)
            whole, app.env.tocs = app.env.tocs, self._tocs or self._cut(app.env.tocs)
            try:
                return resolve(**options)
            finally:
                app.env.tocs = whole

        context["toctree"] = toctree

    def _cut(self, tocs: dict[str, Any]) -> dict[str, Any]:
        """Return the tables of contents without headings below the title; pages that list further pages stay whole."""
        for name, toc in tocs.items():
            cut = toc.deepcopy()
            for entry in cut if cut.next_node(addnodes.toctree) is None else ():
                del entry[1:]
            self._tocs[name] = cut
        return self._tocs


def make_replays(app: Any) -> None:
    """Make the pages of the games to step through, in a process of its own: it needs compiled rules, this one not."""
    if app.config.replay_pages != ["none"]:
        make = [sys.executable, str(DOCS / "replay_pages.py"), str(EXTRA / "replays"), *app.config.replay_pages]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL)


def forget_options(app: Any, config: Any) -> None:
    """Drop the options of the site's theme where another one is used, which a build that only checks does."""
    if config.html_theme != "furo":
        config.html_theme_options = {}


def choose_notebooks(app: Any, config: Any) -> None:
    """Leave out the execution of all notebooks but those that were named, if any were."""
    left_out = [name for name in generated_pages.EXECUTED if config.notebooks and name not in config.notebooks]
    config.nb_execution_excludepatterns = [f"{name}.ipynb" for name in left_out]


def setup(app: Any) -> None:
    """Extend Sphinx."""
    app.add_config_value("replay_pages", [], "", list)  # games whose replays are shown; nothing: all
    app.add_config_value("notebooks", [], "", list)  # notebooks that are executed; none named: all that are shown so
    app.connect("config-inited", choose_notebooks)
    app.connect("config-inited", forget_options)
    app.connect("builder-inited", make_replays)
    app.add_domain(PythonNames, override=True)
    app.connect("html-page-context", _Titles(), priority=400)  # before the theme
