"""A real browser without a screen, and a real server it looks at: for tests, and for pictures to be looked at.

`python -m tests.tools.web.browser FOLDER` plays every game for a while and takes pictures on a phone and a desk;
`python -m tests.tools.web.browser --readme` takes those of the README anew.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from selenium import webdriver
from selenium.common.exceptions import JavascriptException, WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

from cardwright_tools.benchmarks.edit_latency import START

PHONE, DESK = (390, 844), (1280, 800)
GAMES = ("ceylon", "import_export", "cargo_hold", "cargo_noir", "bush_pilots")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --hide-scrollbars"
).split()
PATIENCE = 300


def installed() -> bool:
    """Whether there are a browser and what drives it."""
    return all(map(shutil.which, ("chromium", "chromedriver")))


@contextmanager
def browser(size: tuple[int, int] = DESK, dark: bool = False) -> Iterator[webdriver.Chrome]:
    """A browser whose window has a size, in pixels."""
    with tempfile.TemporaryDirectory(prefix="cardwright-browser-", ignore_cleanup_errors=True) as folder:
        options = Options()
        options.binary_location = shutil.which("chromium") or ""
        for flag in (*FLAGS, f"--user-data-dir={folder}", *(["--force-dark-mode"] if dark else [])):
            options.add_argument(flag)
        driver = webdriver.Chrome(options, Service(shutil.which("chromedriver")))
        try:
            width, height = size
            metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
            driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
            if dark:
                features = [{"name": "prefers-color-scheme", "value": "dark"}]
                driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
            yield driver
        finally:
            driver.quit()


class Served:
    """A server in a process of its own, begun as `cardwright serve` is, with the links that it printed."""

    def __init__(self, *words: str, state: Path) -> None:
        environment = os.environ | {"XDG_STATE_HOME": str(state), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", START, "serve", *words],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.links: dict[str, str] = {}
        assert self.process.stdout is not None
        self.said: list[str] = []
        for line in self.process.stdout:
            self.said.append(line)
            if found := re.match(r"(\S+)?\s+(http://\S+)", line):
                self.links.setdefault(found[1] or "lobby", found[2])
            if "Ctrl-C" in line and self.links:  # and not where bots learn before there are links
                return
        raise AssertionError("".join(self.said))

    def kill(self) -> None:
        """End it at once, as a crash does."""
        self.process.kill()
        self.process.communicate()

    def end(self) -> str:
        """End it as Ctrl-C does; what it said since its links."""
        self.process.send_signal(signal.SIGINT)
        said, _ = self.process.communicate(timeout=PATIENCE)
        return said


@contextmanager
def server(*words: str, state: Path) -> Iterator[Served]:
    """A server as long as somebody needs it."""
    served = Served(*words, state=state)
    try:
        yield served
    finally:
        if served.process.poll() is None:
            served.kill()


def wait_for(driver: webdriver.Chrome, script: str) -> object:
    """Wait until a script gives something, and give that; what it names may not have been loaded yet."""
    waiting = WebDriverWait(driver, PATIENCE, 0.05, ignored_exceptions=[JavascriptException])
    return waiting.until(lambda each: each.execute_script(f"return {script}"))


def errors(driver: webdriver.Chrome) -> list[str]:
    """What the browser complained about, but for servers that were killed on purpose."""
    lines = [str(each["message"]) for each in driver.get_log("browser")]  # type: ignore[no-untyped-call]
    return [line for line in lines if "CONNECTION_REFUSED" not in line and "WebSocket connection" not in line]


ANSWER = """
const form = document.querySelector("#question form");
if (!form) return false;
if (form.dataset.several === undefined) {
  const choices = [...form.querySelectorAll("[data-choice]:not(.declines)")];
  (choices[arguments[0] % (choices.length || 1)] ?? form.querySelector("[data-choice]")).click();
} else {
  const least = Math.max(1, Number(form.dataset.least));
  let left = least;
  for (const choice of form.querySelectorAll("[data-choice]")) {
    for (let n = Number(choice.dataset.count); n > 0 && left > 0; n--, left--) choice.click();
  }
  const go = form.querySelector("[data-go]");
  if (go && !go.disabled && document.querySelector("#question form") === form) go.click();
}
return form.dataset.question;
"""


def answer(driver: webdriver.Chrome, number: int) -> bool:
    """Answer the question that is shown in some way; False when the game is over."""
    wait_for(driver, "document.querySelector('#question form') || document.querySelector('.result')")
    name = driver.execute_script(ANSWER, number)
    if not name:
        return False
    wait_for(driver, f"(document.querySelector('#question form') || {{dataset: {{}}}}).dataset.question !== '{name}'")
    return True


def readme() -> None:
    """Take the pictures of the README: the same games in the same moments, as they look now."""
    docs = Path(__file__).parents[3] / "docs"
    with tempfile.TemporaryDirectory() as folder:
        for game, size in (("cargo_noir", "desk"), ("cargo_hold", "phone")):
            pictures(Path(folder), [game], 12)
            with Image.open(Path(folder) / f"{game}-{size}.png") as taken:
                taken.convert("P", palette=Image.Palette.ADAPTIVE).save(docs / f"serve-{size}.png", optimize=True)


def pictures(folder: Path, games: list[str], answers: int) -> None:
    """Play games for a while, and take pictures of them in both sizes."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as state, browser(DESK) as desk, browser(PHONE) as phone:
        for game in games:
            bots = ["--bot", "2=greedy", "--bot", "3=greedy"]
            with server(game, "--players", "3", "--seed", "5", "--port", "0", *bots, state=Path(state)) as served:
                desk.get(served.links["P1"])
                for number in range(answers):
                    if not answer(desk, number):
                        break
                wait_for(desk, "document.querySelector('#question form') || document.querySelector('.result')")
                phone.get(served.links["P1"])
                for driver, name in ((desk, "desk"), (phone, "phone")):
                    wait_for(driver, "document.querySelector('#line.on')")
                    wait_for(driver, "!document.getAnimations().length")
                    driver.save_screenshot(str(folder / f"{game}-{name}.png"))
                    for line in driver.get_log("browser"):  # type: ignore[no-untyped-call]
                        print(game, name, line["message"])
                    driver.get("about:blank")


if __name__ == "__main__":
    try:
        if sys.argv[1:] == ["--readme"]:
            readme()
            sys.exit()
        pictures(Path(sys.argv[1]), sys.argv[2:3] or list(GAMES), int((sys.argv[3:4] or ["9"])[0]))
    except WebDriverException as error:
        sys.exit(f"{type(error).__name__}: {error}")
