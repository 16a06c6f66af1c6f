"""Puzzles by ear and keyboard, what was missed, weak spots, leaderboards, streaks and races."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import time

import pytest
from playwright.sync_api import Locator, expect

from tests.journeys.conftest import Visit
from tests.journeys.people import PHONE, Visitor
from tests.journeys.places import board, controls, free_registers
from tests.journeys.test_daily_puzzles import (
    FEWEST_MOVES,
    HAS_KEPT,
    begins,
    link,
    longer_solution,
    of_today,
    slides_by_keys,
    usual,
    verdict,
)
from tests.journeys.test_offline import IS_KEPT
from tests.server.puzzle_shelf import made, made_for, stock_database, today
from tests.server.serving import LOCALHOST, UNCOUNTED, serving
from tinplate.games import installed
from tinplate.puzzles.values import MadePuzzle, puzzle_id
from tinplate.server.puzzles import PuzzleService
from tinplate.store.log import Moment
from tinplate.store.opening import open_store
from tinplate.training import rules

DAY = 86_400_000  # milliseconds
LONG_AGO = 30  # days: whatever was missed then has come back
ARE_KEPT = """(courses) => {
  const kept = JSON.parse(localStorage.getItem('tinplate.courses') ?? '[]');
  return courses.every((wanted) => kept.some(({ course }) => course === wanted));
}"""
FEWEST = 8  # attempts at a theme before it may be called weak


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """With puzzles of today."""
    path: Path = tmp_path_factory.mktemp("puzzles") / "tables.sqlite"
    address = f"sqlite:///{path}"
    with ThreadPoolExecutor(1) as elsewhere:  # the browser's loop runs here
        elsewhere.submit(stock_database, address, (today(),)).result()
    return address


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, database: str) -> Iterator[str]:
    policy = replace(UNCOUNTED, trusted_proxies=(LOCALHOST,))
    with serving(tmp_path_factory.mktemp("server"), policy=policy, database=database) as address:
        yield address


def has_missed(visitor: Visitor, database: str, puzzles: list[str], days: int) -> None:
    """Somebody gave these up, so many days ago, and the server knows it."""
    guest: dict[str, str] = visitor.http.get(f"{visitor.address}/api/guest").json()
    person = guest["id"]

    async def work() -> None:
        store = await open_store(database)
        at = Moment(round(time() * 1000) - days * DAY)
        service = PuzzleService(store, installed(), lambda: at)
        for name in puzzles:
            game, found = await service.find(name)
            trier, touched = service.trier(person, found), [f"person {person}", f"puzzle {name}"]
            started = partial(rules.start, trier=trier, mode="mix", name="Ann")
            await game.training.write(touched, started)
            await game.training.write(touched, partial(rules.give_up, trier=trier))
        await store.close()

    with ThreadPoolExecutor(1) as elsewhere:
        elsewhere.submit(asyncio.run, work()).result()
    last = visitor.http.get(f"{visitor.address}/api/puzzles/{puzzles[-1]}").json()
    assert last["attempt"]["state"] == "given-up"


def test_what_is_missing_appears_by_itself(newcomer: Visit, tmp_path: Path) -> None:
    """A server that makes no puzzles says so; once they are loaded, the open page has them."""
    address = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    policy = replace(UNCOUNTED, trusted_proxies=(LOCALHOST,))
    with serving(tmp_path, policy=policy, database=address) as server:
        ann = newcomer()
        ann.page.goto(f"{server}/puzzles")
        expect(choices(ann, "Rally")).to_contain_text(ann.says("pz_turned_off"))
        with ThreadPoolExecutor(1) as elsewhere:
            elsewhere.submit(stock_database, address, (today(),)).result()
        expect(choices(ann, "Rally").get_by_role("link", name=ann.says("pz_mix"))).to_be_visible()
        first = ann.page.get_by_role("link", name=re.compile("Ricochet, Easy$"))
        expect(first).to_be_visible()
        ann.page.goto("about:blank")


def choices(visitor: Visitor, game: str) -> Locator:
    """What there is to do with the puzzles of a game."""
    return visitor.page.get_by_role("region", name=game, exact=True)


def words_of(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("region", name=visitor.says("spoken_board"))


def test_missed_puzzles_come_back(visit: Visit, database: str) -> None:
    """What Ann gave up a month ago is there to be tried again, and is solved."""
    ann = visit("Ann")
    name = puzzle_id("ricochet", usual())
    has_missed(ann, database, [name], LONG_AGO)
    ann.go("/puzzles")
    again = choices(ann, "Ricochet").get_by_role("link", name=ann.says("pz_repeats"))
    expect(again).to_contain_text("1 to try again")
    with ann.page.expect_response("**/api/puzzles/next") as chosen:
        again.click()

    assert chosen.value.json()["puzzle"]["id"] == name
    expect(board(ann)).to_be_visible()
    slides_by_keys(ann, usual().solution)
    expect(verdict(ann)).to_contain_text(FEWEST_MOVES)
    ann.go("/puzzles")
    expect(choices(ann, "Ricochet").get_by_role("link", name="Puzzles at")).to_be_visible()
    expect(again).to_have_count(0)
    ann.sees("Missed ones come back: the next on")


def test_after_a_longer_solution_comes_another_one(visit: Visit, database: str) -> None:
    """Ann goes on without the fewest moves, and does not get the same puzzle again."""
    ann = visit("Ann")
    name = puzzle_id("ricochet", usual())
    has_missed(ann, database, [name], LONG_AGO)
    with ann.page.expect_response("**/api/puzzles/next") as begun:
        ann.go("/puzzles/play/ricochet?mode=repeat")
    assert begun.value.json()["puzzle"]["id"] == name
    expect(board(ann)).to_be_visible()
    slides_by_keys(ann, longer_solution(usual()))
    ann.button(ann.says("pz_next")).click()

    expect(ann.page.get_by_role("alert")).to_be_visible()
    expect(board(ann)).to_have_count(0)


def test_weak_spots_are_found_and_trained(visit: Visit, database: str) -> None:
    """Ann misses easy ones of one theme. It is called weak, and she gets more of it."""
    ann = visit("Ann")
    puzzles = sorted((one.puzzle for one in made("ricochet")), key=lambda one: one.rating)
    [(theme, count)] = Counter(each for one in puzzles for each in one.themes).most_common(1)
    assert count > FEWEST, "the shelf has too few puzzles of one theme"
    missed = [puzzle_id("ricochet", one) for one in puzzles if theme in one.themes][:FEWEST]
    has_missed(ann, database, missed, 0)
    ann.go("/puzzles")
    with ann.page.expect_response("**/api/puzzles/next") as chosen:
        choices(ann, "Ricochet").get_by_role("link", name=ann.says("pz_weak")).click()

    begun = chosen.value.json()["puzzle"]["id"]
    assert begun not in missed
    overview = ann.http.get(f"{ann.address}/api/puzzles").json()["games"]
    shown = next(each["themes"] for each in overview if each["game"] == "ricochet")
    weak = {each["theme"] for each in shown if each["is_weak"]}
    found = next(one for one in puzzles if puzzle_id("ricochet", one) == begun)
    assert theme in weak
    assert weak.intersection(found.themes)
    expect(ann.page.get_by_text(f"Ricochet · {ann.says('pz_weak')}")).to_be_visible()


def heard_robots(visitor: Visitor) -> dict[str, str]:
    """Where the robots are, by what is said of the board."""
    told = words_of(visitor).get_by_role("list", name="Robots").get_by_role("listitem")
    lines = (line.strip().split(": ") for line in told.all_inner_texts())
    return {name[0].lower(): cell for name, cell in lines}


def test_the_puzzles_of_a_day_by_ear_and_keyboard(visit: Visit) -> None:
    """All three, from the link of the day to its results, without a pointer or a picture."""
    ann = visit("Ann")
    (_, easy), (_, hard) = made_for("ricochet", today())
    ann.go("/puzzles/daily")
    expect(words_of(ann)).to_be_attached()
    placed = easy.puzzle.text.split()[1].split(",")
    assert heard_robots(ann) == {each[0]: each[1:] for each in placed}
    slides_by_keys(ann, easy.puzzle.solution)
    expect(verdict(ann)).to_contain_text(FEWEST_MOVES)
    ann.tab_to("Next: Ricochet · Hard")
    ann.press("Enter")
    expect(ann.page).to_have_url(re.compile(puzzle_id("ricochet", hard.puzzle)))
    expect(ann.button(ann.says("pz_give_up"))).to_be_visible()
    ann.tab_to(ann.says("pz_hint"))
    ann.press("Enter")
    ann.sees(f"It takes {hard.puzzle.length} moves")
    ann.tab_to(ann.says("pz_give_up"))
    ann.press("Enter")
    ann.tab_to(ann.says("pz_give_up_yes"))
    ann.press("Enter")
    expect(verdict(ann)).to_contain_text("Not this time")
    ann.tab_to("Next: Rally · One turn")
    ann.press("Enter")
    programs_by_keys(ann, of_today("rally"))
    expect(verdict(ann).filter(has_text="Solved")).to_be_visible()
    ann.tab_to(ann.says("pz_to_day"))
    ann.press("Enter")
    done = ann.page.get_by_role("region", name=ann.says("pz_daily")).get_by_role("listitem")
    expect(done).to_contain_text([FEWEST_MOVES, "Not this time", "Solved"])


def programs_by_keys(visitor: Visitor, puzzle: MadePuzzle) -> None:
    """By the numbers of the places where the cards lie, the highest first."""
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
    expect(free_registers(visitor)).to_have_count(5)
    names = {card["card"]: card for card in json.loads(puzzle.text)["hand"]}
    assert set(puzzle.solution.split()) <= set(names)
    held = json.loads(puzzle.text)["hand"]
    places = sorted((card["priority"] for card in held), reverse=True)
    for laid, kind in enumerate(puzzle.solution.split(), 1):
        wanted = next(card["priority"] for card in held if card["card"] == kind)
        held = [card for card in held if card["priority"] != wanted]
        visitor.press(str(1 + places.index(wanted)))
        expect(free_registers(visitor)).to_have_count(5 - laid)
    visitor.tab_to("Ready")
    visitor.press("Enter")


def test_nobody_new_is_told_a_rating(newcomer: Visit) -> None:
    """A number that nobody knows yet is not shown, neither before nor after the first puzzle."""
    ann = newcomer()
    ann.go("/puzzles")
    expect(choices(ann, "Ricochet")).to_contain_text(ann.says("pz_no_rating"))
    expect(choices(ann, "Ricochet")).not_to_contain_text(re.compile(r"\d{4}"))
    begins(ann, link("ricochet", usual()))
    slides_by_keys(ann, usual().solution)
    expect(verdict(ann)).to_contain_text(FEWEST_MOVES)
    expect(verdict(ann)).to_contain_text(ann.says("pz_no_rating"))
    expect(verdict(ann)).not_to_contain_text(re.compile(r"\d{4}"))


def test_leaderboards_tell_how_they_are_ranked(newcomer: Visit) -> None:
    """An empty list invites; whoever has no name sees their own row, and is told so."""
    ann = newcomer(viewport=PHONE)
    ann.go("/puzzles/best")
    daily = ann.page.get_by_role("region", name="Rally, Daily puzzles")
    ann.button("Rally").click()
    expect(daily).to_contain_text(ann.says("pz_ranks_daily"))
    expect(daily.get_by_role("link", name=ann.says("pz_solve_today"))).to_be_visible()
    ann.button(ann.says("pz_mode_race")).click()
    race = ann.page.get_by_role("region", name="Rally, Race")
    expect(race).to_contain_text(ann.says("pz_ranks_race"))
    expect(race).to_contain_text(ann.says("pz_best_empty"))
    ann.button(ann.says("pz_by_week")).click()
    expect(race.get_by_role("heading")).to_contain_text("Week of Monday")
    race.get_by_role("button", name=ann.says("pz_race")).click()
    expect(ann.button(ann.says("pz_race_start"))).to_be_visible()
    players = ann.page.get_by_role("list", name=ann.says("pz_run_players"))
    expect(players).not_to_contain_text(ann.says("pz_somebody"))


def test_nameless_people_in_a_race_are_told_apart(newcomer: Visit) -> None:
    """Everybody who joins has a name at once, and a different one."""
    ann, bruno = newcomer(), newcomer()
    ann.go("/puzzles")
    choices(ann, "Ricochet").get_by_role("button", name=ann.says("pz_race")).click()
    expect(ann.button(ann.says("pz_race_start"))).to_be_visible()
    bruno.page.goto(ann.page.url)
    bruno.button(bruno.says("join")).click()
    listed = ann.page.get_by_role("list", name=ann.says("pz_run_players")).get_by_role("listitem")
    expect(listed).to_have_count(2)
    expect(listed.filter(has_text="(you)")).to_have_count(1)
    expect(listed.filter(has_text=ann.says("pz_somebody"))).to_have_count(0)
    ann.button(ann.says("pz_race_start")).click()
    for visitor in (ann, bruno):
        expect(board(visitor)).to_be_visible()


def test_a_streak_to_its_end(visit: Visit) -> None:
    """One is solved and counted; then Ann ends it, and sees both, puzzle by puzzle."""
    ann = visit("Ann")
    ann.go("/puzzles")
    choices(ann, "Ricochet").get_by_role("button", name=ann.says("pz_streak")).click()
    expect(board(ann)).to_be_visible()
    code = ann.page.url.rpartition("/")[2]
    run = ann.http.get(f"{ann.address}/api/puzzles/runs/{code}").json()
    ann.sees(ann.says("pz_streak_rules"))
    known = {puzzle_id("ricochet", one.puzzle): one.puzzle for one in made("ricochet")}
    slides_by_keys(ann, known[run["puzzle"]["puzzle"]["id"]].solution)
    expect(ann.page.get_by_text("1 solved").first).to_be_visible()
    ann.go("/puzzles")
    going = choices(ann, "Ricochet").get_by_role("link", name=ann.says("pz_streak"))
    expect(going).to_contain_text(ann.says("pz_run_go_on"))
    going.click()
    ann.button(ann.says("pz_run_end")).click()
    ann.sees(ann.says("pz_run_end_ask"))
    ann.button(ann.says("pz_keep_trying")).click()
    expect(board(ann)).to_be_visible()
    ann.button(ann.says("pz_run_end")).click()
    expect(ann.button(ann.says("pz_keep_trying"))).to_be_visible()
    ann.button(ann.says("pz_run_end")).click()
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text("1 solved")
    steps = ann.page.get_by_role("main").get_by_role("list").get_by_role("link")
    expect(steps).to_contain_text(["solved", "not solved"])
    ann.sees(ann.says("pz_run_first_best"))
    missed = ann.page.get_by_role("region", name=ann.says("pz_run_missed"))
    expect(missed).to_contain_text("Solution: ")
    ann.button(ann.says("pz_run_share")).click()
    expect(ann.page.get_by_text(re.compile("Copied|🟩🟥")).first).to_be_visible()
    missed.get_by_role("link", name=ann.says("pz_run_review")).click()
    expect(ann.page.get_by_role("region", name=ann.says("pz_hard_part"))).to_be_visible()


def test_rally_without_a_network(newcomer: Visit) -> None:
    """Whoever has only seen the list lays a program, judged by the browser, and told later."""
    ann = newcomer(service_workers="allow")
    ann.go("/puzzles")
    assert ann.page.evaluate(IS_KEPT)
    ann.page.wait_for_function(HAS_KEPT, arg="rally")
    kept = json.loads(str(ann.page.evaluate("localStorage.getItem('tinplate.puzzles-rally')")))
    courses = [json.loads(each["text"])["scenario"]["course"] for each in kept]
    ann.page.wait_for_function(ARE_KEPT, arg=courses)
    ann.page.context.set_offline(True)
    ann.go("/puzzles/play/rally")
    expect(board(ann)).to_be_visible()
    known = {puzzle_id("rally", one.puzzle): one.puzzle for one in made("rally")}
    programs_by_keys(ann, known[kept[0]["puzzle"]["id"]])
    expect(verdict(ann).filter(has_text="Solved")).to_be_visible()
    expect(controls(ann)).to_contain_text(ann.says("ra_pz_no_film"))
    ann.page.context.set_offline(False)
    with ann.page.expect_response("**/api/puzzles/offline/answers") as told:
        ann.go("/puzzles")

    assert told.value.json() == {"recorded": 1}
