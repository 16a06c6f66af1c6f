"""The page in a real browser: how soon it can be used, and whether slides drop frames."""

import json
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page
from rich.console import Console
from rich.table import Table as Grid
from tests.chromium import running_chromium
from tests.journeys.people import visiting
from tests.journeys.played import ask
from tests.server.puzzle_shelf import stock_database, today
from tests.server.serving import serving

from tinplate.games.rally.shelf import course_named, course_names
from tinplate.lobby.values import SeatBot, Terms

VISITS = 7
ROBOTS = 8
WATCHED = 8_000  # milliseconds of a turn
POSITION = "R1Y2G1B1_rk15,gm7,bh12,yl14_blue-hexagon"
READY = """() => {
  const button = document.querySelector('button.primary');
  return button !== null && !button.disabled;
}"""
PLAYABLE = """() => document.querySelector('.now button:not(:disabled)') !== null"""
SINCE_OPENED = "() => performance.now()"
LARGEST_PAINT = """() => new Promise((resolve) =>
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({type: 'largest-contentful-paint', buffered: true}))"""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True}
MOBILE = {  # 10 Mbit/s, 40 ms there and back
    "offline": False,
    "latency": 40,
    "downloadThroughput": 10_000_000 / 8,
    "uploadThroughput": 3_000_000 / 8,
}
SLOWER = 4  # than this machine is the processor of a phone
FRAMES = ["disabled-by-default-devtools.timeline.frame", "cc", "benchmark"]


def main(console: Console) -> None:
    console.print("Measuring the page in a browser ...", highlight=False)
    grid = Grid("Page", "Measured", title="The page, in headless Chromium on this machine")
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), database=stocked(folder)) as address,
        running_chromium() as chromium,
    ):
        first, again = ready_times(chromium, address)
        grid.add_row("first visit until one can play", f"{first:.0f} ms (median of {VISITS})")
        grid.add_row("later visit until one can play", f"{again:.0f} ms (median of {VISITS})")
        largest = largest_paint(chromium, address)
        grid.add_row("largest paint on a phone", f"{largest:.0f} ms (median of {VISITS})")
        daily = daily_times(chromium, address)
        grid.add_row("link of the day until one can play, there", f"{daily:.0f} ms")
        grid.add_row("frames of slides", frames_of_a_solution(chromium, address))
        grid.add_row("frames of a turn of eight in Rally", frames_of_a_turn(chromium, address))
    console.print(grid)


def ready_times(chromium: Browser, address: str) -> tuple[float, float]:
    """Milliseconds with an empty cache, and with what the first visit left there."""
    first, again = list[float](), list[float]()
    for _ in range(VISITS):
        page = chromium.new_context(service_workers="block").new_page()
        first.append(ready(page, address))
        again.append(ready(page, address))
        page.context.close()
    return median(first), median(again)


def ready(page: Page, address: str) -> float:
    page.goto(address)
    page.wait_for_function(READY)
    milliseconds: float = page.evaluate(SINCE_OPENED)
    return milliseconds


def stocked(folder: str) -> str:
    """A database with the puzzles of today."""
    database = f"sqlite:///{folder}/tables.sqlite"
    with ThreadPoolExecutor(1) as elsewhere:
        elsewhere.submit(stock_database, database, (today(),)).result()
    return database


def phone_page(chromium: Browser) -> Page:
    """A phone that has never been here."""
    page = chromium.new_context(**PHONE).new_page()
    profile = page.context.new_cdp_session(page)
    profile.send("Network.enable")
    profile.send("Network.emulateNetworkConditions", MOBILE)
    profile.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return page


def daily_times(chromium: Browser, address: str) -> float:
    """Milliseconds from opening the link of the day until its first puzzle can be played."""
    times = list[float]()
    for _ in range(VISITS):
        page = phone_page(chromium)
        page.goto(f"{address}/puzzles/daily")
        page.wait_for_function(PLAYABLE)
        times.append(page.evaluate(SINCE_OPENED))
        page.context.close()
    return median(times)


def largest_paint(chromium: Browser, address: str) -> float:
    """Milliseconds until the largest thing of the first page is seen, on a phone new to it."""
    times = list[float]()
    for _ in range(VISITS):
        page = phone_page(chromium)
        ready(page, address)
        times.append(page.evaluate(LARGEST_PAINT))
        page.context.close()
    return median(times)


def frames_of_a_solution(chromium: Browser, address: str) -> str:
    """How many frames were shown and dropped while a solution of eight slides is shown."""
    page = chromium.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto(f"{address}/ricochet/{POSITION}")
    page.get_by_role("button", name="Solve", exact=True).click()
    play = page.get_by_role("button", name="Show it", exact=True)
    play.wait_for()
    chromium.start_tracing(page=page, categories=FRAMES)
    play.click()
    page.get_by_text("8/8").wait_for()
    frames = frames_in(json.loads(chromium.stop_tracing()))
    page.context.close()
    return counted(frames)


def frames_of_a_turn(chromium: Browser, address: str) -> str:
    """The same for eight robots on the largest course, in the first seconds of a turn.

    First the frames in which robots move; then all, with those in which words change and cards are
    turned up. Nothing looks at the page meanwhile: asking it again and again whether it is there
    yet costs more than what is measured.
    """
    ann = visiting(chromium, address, "Ann", reduced_motion="no-preference")
    table = ann.open(Terms("rally", {"course": largest_course()}), ROBOTS)
    ann.go(f"/table/{table}")
    ask(ann, table, *(SeatBot(chair, "driver") for chair in range(1, ROBOTS)))
    ann.button("Start").click()
    ann.sees("Which way should your robot face?")
    ann.press("ArrowUp")
    ann.sees("Program your robot")
    for register in range(1, 6):
        ann.press("1", "Enter")
        ann.button(f"Register {register}:", exact=False).wait_for()
    chromium.start_tracing(page=ann.page, categories=FRAMES)
    ann.press("Enter")
    ann.page.wait_for_timeout(WATCHED)
    frames = frames_in(json.loads(chromium.stop_tracing()))
    ann.page.context.close()
    moving = [frame for frame in frames if frame["has_compositor_animation"]]
    return f"robots moving: {counted(moving)}; in all: {counted(frames)}"


def largest_course() -> str:
    def size(name: str) -> int:
        course = course_named(name)
        return course.width * course.height if course.players[1] >= ROBOTS else 0

    return max(course_names(), key=size)


def frames_in(trace: dict[str, list[dict[str, object]]]) -> list[dict[str, object]]:
    """What became of each frame, by the browser's own account."""
    frames = list[dict[str, object]]()
    for event in trace["traceEvents"]:
        arguments = event.get("args")
        if event.get("name") == "PipelineReporter" and isinstance(arguments, dict):
            reporter = arguments.get("chrome_frame_reporter") or arguments.get("frame_reporter")
            if isinstance(reporter, dict):
                frames.append(reporter)
    return frames


def counted(frames: list[dict[str, object]]) -> str:
    states = Counter(str(frame["state"]) for frame in frames)
    shown = sum(count for state, count in states.items() if "PRESENTED" in state)
    return f"{shown} shown, {states['STATE_DROPPED']} dropped"
