"""A real server and a real browser: Chromium of the system, driven by Playwright."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from web_server import CHROMIUM, Server


@pytest.fixture
def served(tmp_path) -> Iterator[Server]:
    """A server for one test."""
    server = Server(tmp_path / "tables")
    yield server
    server.kill()


@pytest.fixture(scope="session")
def chromium():
    """The browser; tests are skipped where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: make test-web does it")
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def pages(chromium, served):
    """Open pages, each in a browser of its own; at the end, no console may have said anything.

    They are closed before the server is.
    """
    contexts, said = [], []

    def page(width: int = 1400, height: int = 900, quiet: bool = True, **more):
        context = chromium.new_context(viewport={"width": width, "height": height}, **more)
        contexts.append(context)
        opened = context.new_page()
        opened.set_default_timeout(120_000)  # rules may have to be compiled
        if quiet:
            opened.on("console", lambda message: said.append(message.text))
        opened.on("pageerror", lambda error: said.append(str(error)))
        return opened

    yield page
    for context in contexts:
        context.close()
    assert said == []
