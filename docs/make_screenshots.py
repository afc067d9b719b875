"""Screenshots of tables in the browser for the documentation.

``python docs/make_screenshots.py`` writes them into ``docs/images/``; it needs ``make test-web``'s environment.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests" / "support"))

from PIL import Image  # noqa: E402
from playwright.sync_api import Page, sync_playwright  # noqa: E402
from web_server import CHROMIUM, Server  # noqa: E402

WIDE, PHONE = {"width": 1400, "height": 860}, {"width": 390, "height": 844}
CHOICE = "#actions button[aria-disabled=false]"
"""An action that can be chosen now: none can be from a click until the next question can have been read."""
SHOTS = {
    "web_table": (WIDE, "cogdrive_neon", 6),
    "web_comrade": (WIDE, "comrade", 2),
    "web_brass": (WIDE, "brass_empire", 12),
    "web_cogs": (WIDE, "cogs_and_commissars", 10),
    "web_city": (WIDE, "great_machine", 6),
    "web_coop": (WIDE, "great_machine_coop", 12),
    "web_phone": (PHONE, "cogdrive_neon", 6),
}
"""The window, the game, and how many decisions are made before the picture is taken."""


def play(page: Page, served: Server, game: str, decisions: int) -> None:
    """Open a table and decide a few times, always by the last entry of the list."""
    page.goto(f"{served.at}/games/{game}/new")
    page.click("summary")
    page.fill("#seed", "7")
    page.click("button.main")
    for _ in range(decisions):
        page.locator(CHOICE).last.click()
    page.wait_for_selector(CHOICE)
    page.wait_for_function("document.getElementById('picture').naturalWidth > 0")
    page.wait_for_timeout(1000)


def shoot(page: Page, name: str) -> None:
    """Write a screenshot."""
    Image.open(io.BytesIO(page.screenshot())).save(HERE / "images" / f"{name}.webp", quality=85, method=6)


def main() -> None:
    """Make all of them."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        served = Server(Path(folder))
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, (size, game, decisions) in SHOTS.items():
            page = browser.new_page(viewport=size)
            page.set_default_timeout(180_000)
            play(page, served, game, decisions)
            shoot(page, name)
            page.close()
        page = browser.new_page(viewport=WIDE)
        page.goto(served.at)
        page.wait_for_load_state("networkidle")
        shoot(page, "web_lobby")
        browser.close()
        served.kill()


if __name__ == "__main__":
    main()
