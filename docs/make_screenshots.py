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
READY = ".dot.yours, #result:not([hidden])"
DECISIONS = 6


def play(page: Page, served: Server, game: str) -> None:
    """Open a table and decide a few times, always by the last entry of the list."""
    page.goto(f"{served.at}/games/{game}/new")
    page.click("summary")
    page.fill("#seed", "7")
    page.click("button.main")
    for _ in range(DECISIONS):
        page.wait_for_selector(READY)
        before = page.inner_text("#log")
        page.locator("#actions button").last.click()
        while page.inner_text("#log") == before:
            page.wait_for_timeout(50)
    page.wait_for_selector(READY)
    page.wait_for_timeout(500)


def shoot(page: Page, name: str) -> None:
    """Write a screenshot in 256 colours, which is a third of its size in all of them."""
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    image.quantize(256, Image.Quantize.MEDIANCUT).save(HERE / "images" / f"{name}.png", optimize=True)


def main() -> None:
    """Make all of them."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        served = Server(Path(folder))
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, size, game in (
            ("web_table", WIDE, "cogdrive_neon"),
            ("web_city", WIDE, "great_machine"),
            ("web_phone", PHONE, "cogdrive_neon"),
        ):
            page = browser.new_page(viewport=size)
            page.set_default_timeout(180_000)
            play(page, served, game)
            shoot(page, name)
        page = browser.new_page(viewport=WIDE)
        page.goto(served.at)
        page.wait_for_load_state("networkidle")
        shoot(page, "web_lobby")
        browser.close()
        served.kill()


if __name__ == "__main__":
    main()
