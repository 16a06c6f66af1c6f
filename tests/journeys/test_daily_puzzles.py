"""Puzzles on the page: the day's by its link, training, review, races, and without a network."""

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest
from playwright.sync_api import Locator, Request, ViewportSize, expect

from tests.journeys.conftest import Visit
from tests.journeys.people import KEYS, LAPTOP, PHONE, SMALL_PHONE, Visitor, moves_made
from tests.journeys.places import board, controls, drawn, held_cards
from tests.journeys.test_offline import IS_KEPT
from tests.journeys.test_quality import AXE, FIND
from tests.journeys.test_ricochet_table import STANDING_OUT
from tests.server.puzzle_shelf import made, made_for, maker_of, stock_database, today
from tests.server.serving import LOCALHOST, UNCOUNTED, serving
from tests.server.solving import wrong
from tinplate.puzzles.values import MadePuzzle, puzzle_id

HAS_KEPT = "(game) => localStorage.getItem(`tinplate.puzzles-${game}`) !== null"
HAS_FETCHED = """(part) =>
  performance.getEntriesByType("resource").some(({ name }) => name.includes(part))"""
MOST_REQUESTS = 6  # of the server, until a newcomer can play: each costs a phone its time
IS_ON_TOP = """(place) => {
  const { x, top, bottom } = place.getBoundingClientRect();
  return [top + 4, bottom - 4].every((y) => place.contains(document.elementFromPoint(x + 12, y)));
}"""
FEWEST_MOVES = "Solved in the fewest moves"
MANY_ORDERS = 4  # of a solution: then not all are shown at once


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that has puzzles, with those of today and yesterday."""
    folder = tmp_path_factory.mktemp("puzzles")
    database = f"sqlite:///{folder / 'tables.sqlite'}"
    days = (today() - timedelta(1), today())
    with ThreadPoolExecutor(1) as elsewhere:  # the browser's loop runs here
        elsewhere.submit(stock_database, database, days).result()
    policy = replace(UNCOUNTED, trusted_proxies=(LOCALHOST,))
    with serving(folder, policy=policy, database=database) as address:
        yield address


def of_today(game: str) -> MadePuzzle:
    return made_for(game, today())[0][1].puzzle


def link(game: str, puzzle: MadePuzzle) -> str:
    return f"/puzzles/{puzzle_id(game, puzzle)}"


def usual() -> MadePuzzle:
    return made("ricochet")[0].puzzle


def slides_by_keys(visitor: Visitor, solution: str) -> None:
    """Each move once the one before it is counted; the last one ends it."""
    moves = solution.split()
    for count, move in enumerate(moves):
        expect(moves_made(visitor)).to_have_count(count)
        visitor.press(move[0], KEYS[move[1]])


def slides_by_touch(visitor: Visitor, solution: str) -> None:
    robots = {"r": "red", "g": "green", "b": "blue", "y": "yellow", "s": "silver"}
    arrows = {"n": "up", "e": "right", "s": "down", "w": "left"}
    for count, move in enumerate(solution.split()):
        expect(moves_made(visitor)).to_have_count(count)
        pad = controls(visitor)
        pad.get_by_role("button", name=re.compile(f"^{robots[move[0]]}$", re.IGNORECASE)).tap()
        pad.get_by_role("button", name=re.compile(f"{arrows[move[1]]}$")).tap()


def is_on_top(place: Locator) -> bool:
    """Whether nothing lies on it, at both its ends."""
    return bool(place.evaluate(IS_ON_TOP))


def top_of(place: Locator) -> float:
    box = place.bounding_box()
    assert box is not None
    return box["y"]


def bottom_of(place: Locator) -> float:
    box = place.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def verdict(visitor: Visitor) -> Locator:
    return controls(visitor).get_by_role("status")


def begins(visitor: Visitor, path: str) -> None:
    visitor.go(path)
    expect(board(visitor)).to_be_visible()


def test_a_newcomer_opens_the_link_of_the_day_and_plays(newcomer: Visit) -> None:
    """On a phone, without a name: the first puzzle of the day is there, and can be solved."""
    ann = newcomer(viewport=PHONE, has_touch=True)
    asked = list[str]()

    def note(request: Request) -> None:
        if "/api/" in request.url:
            asked.append(request.url)

    ann.hear("request", note)
    begins(ann, "/puzzles/daily")

    assert len(asked) <= MOST_REQUESTS
    slides_by_touch(ann, of_today("ricochet").solution)

    expect(verdict(ann)).to_contain_text(FEWEST_MOVES)
    expect(ann.button("Next: Ricochet · Hard")).to_be_visible()
    about = ann.page.get_by_role("region", name=ann.says("pz_about"))
    expect(about).to_contain_text(f"It takes {of_today('ricochet').length} moves")
    ann.button(ann.says("pz_to_day")).click()
    day = ann.page.get_by_role("region", name=ann.says("pz_daily"))
    expect(day.get_by_role("listitem").first).to_contain_text(FEWEST_MOVES)
    ann.go("/")
    expect(ann.page.get_by_role("list", name=ann.says("pz_week"))).to_contain_text("Today: solved")


SLIDES = "Robots slide until something stops them."


@pytest.mark.parametrize(
    ("height", "told"),
    [(640, {"ricochet": SLIDES}), (844, {"ricochet": SLIDES, "rally": "Lay five cards."})],
)
def test_a_newcomer_is_told_once_how_it_is_played(
    newcomer: Visit, height: int, told: dict[str, str]
) -> None:
    """In sight on any phone, beside the board; closed, it stays closed. Rally has its own."""
    ann = newcomer(viewport={"width": 360, "height": height})
    for game, words in told.items():
        begins(ann, link(game, of_today(game)))
        note = ann.page.get_by_role("note")
        expect(note).to_contain_text(words)
        expect(note).to_be_in_viewport(ratio=1)
        assert is_on_top(note)
        assert bottom_of(board(ann)) <= top_of(note)
        note.get_by_role("button", name=ann.says("got_it")).click()
        expect(note).to_have_count(0)
        ann.page.reload()
        expect(board(ann)).to_be_visible()
        expect(controls(ann)).to_be_visible()
        expect(note).to_have_count(0)


@pytest.mark.parametrize("game", ["ricochet", "rally"])
def test_a_note_that_is_put_away_leaves_its_room(newcomer: Visit, game: str) -> None:
    """On a phone the board stays as it is until the page is opened anew: then it may be larger."""
    ann = newcomer(viewport=PHONE)
    begins(ann, link(game, of_today(game)))
    note = ann.page.get_by_role("note")
    expect(note).to_be_visible()
    before = board(ann).bounding_box()
    note.get_by_role("button", name=ann.says("got_it")).click()
    expect(note).to_have_count(0)
    after = board(ann).bounding_box()
    ann.page.reload()
    expect(controls(ann)).to_be_visible()
    expect(board(ann)).to_be_visible()
    anew = board(ann).bounding_box()
    assert before
    assert anew

    assert before == after
    assert before["height"] <= anew["height"]


def test_the_first_move_puts_the_note_away(newcomer: Visit) -> None:
    """Or, on a phone, the moves that are listed would push the title under the controls."""
    ann = newcomer(viewport=PHONE, locale="el")
    begins(ann, link("ricochet", of_today("ricochet")))
    expect(ann.page.get_by_role("note")).to_be_visible()
    move = of_today("ricochet").solution.split()[0]
    ann.press(move[0], KEYS[move[1]])
    expect(ann.page.get_by_role("note")).to_have_count(0)
    expect(moves_made(ann)).to_have_count(1)
    assert is_on_top(ann.page.get_by_role("heading", level=1))
    ann.press("Backspace")
    expect(moves_made(ann)).to_have_count(0)

    expect(ann.page.get_by_role("note")).to_have_count(0)


def test_by_keyboard_alone(visit: Visit) -> None:
    """Robots by letters and arrows; then arrows lead through the solution, and Enter goes on."""
    ann = visit("Ann")
    puzzle = usual()
    begins(ann, link("ricochet", puzzle))
    slides_by_keys(ann, puzzle.solution)

    expect(verdict(ann)).to_contain_text(FEWEST_MOVES)
    routes = ann.page.get_by_role("region", name=ann.says("rc_pz_routes"))
    expect(routes).to_contain_text(f"0/{puzzle.length}")
    ann.press("ArrowRight", "ArrowRight", "ArrowLeft")
    expect(routes).to_contain_text(f"1/{puzzle.length}")
    ann.press("Enter")
    expect(ann.page).to_have_url(re.compile("/puzzles/play/ricochet"))
    expect(verdict(ann)).to_have_count(0)
    expect(board(ann)).to_be_visible()


def test_hints_and_giving_up(visit: Visit) -> None:
    """A hint tells the number of moves. Giving up is asked once; then the solution is shown."""
    ann = visit("Ann")
    puzzle = usual()
    begins(ann, link("ricochet", puzzle))
    ann.button(ann.says("pz_hint")).click()
    ann.sees(f"It takes {puzzle.length} moves")
    ann.button(ann.says("pz_hint_more")).click()
    ann.sees("It starts with")
    ann.button(ann.says("pz_give_up")).click()
    ann.button(ann.says("pz_keep_trying")).click()
    expect(ann.button(ann.says("pz_hint_more"))).to_be_visible()
    ann.button(ann.says("pz_give_up")).click()
    ann.button(ann.says("pz_give_up_yes")).click()

    expect(verdict(ann)).to_contain_text("Not this time")
    routes = ann.page.get_by_role("region", name=ann.says("rc_pz_routes"))
    steps = routes.get_by_role("list").get_by_role("listitem")
    expect(steps).to_have_count(puzzle.length)
    ann.button(ann.says("pz_again")).click()
    expect(ann.button(ann.says("pz_give_up"))).to_be_visible()
    slides_by_keys(ann, puzzle.solution)
    expect(verdict(ann)).to_contain_text(FEWEST_MOVES)


def test_on_a_phone_the_answers_to_a_question_are_in_sight(visit: Visit) -> None:
    """Whether to give up is asked at the end of the page."""
    ann = visit("Ann", viewport=PHONE)
    begins(ann, link("ricochet", usual()))
    ann.button(ann.says("pz_give_up")).click()

    for answer in ("pz_give_up_yes", "pz_keep_trying"):
        expect(ann.button(ann.says(answer))).to_be_in_viewport(ratio=1)


def longer_solution(puzzle: MadePuzzle) -> str:
    """The solution after one move that it does not need."""
    maker = maker_of("ricochet")
    answers = (f"{robot}{way} {puzzle.solution}" for robot in "byg" for way in "nesw")
    return next(
        answer
        for answer in answers
        if (judged := maker.judge(puzzle, answer)).is_solved and judged.moves == puzzle.length + 1
    )


def test_a_longer_solution_is_told_and_mended(visit: Visit) -> None:
    """How much longer it was stays on the page; the next try has the fewest moves."""
    ann = visit("Ann")
    puzzle = of_today("ricochet")
    begins(ann, link("ricochet", puzzle))
    slides_by_keys(ann, longer_solution(puzzle))

    expect(verdict(ann)).to_contain_text("with 1 move more than the fewest")
    expect(ann.button("Next: Ricochet · Hard")).to_be_visible()
    expect(ann.button(ann.says("pz_hint"))).to_have_count(0)
    ann.button(ann.says("pz_again")).click()
    expect(ann.button(ann.says("pz_hint"))).to_be_visible()
    slides_by_keys(ann, puzzle.solution)
    expect(verdict(ann)).to_contain_text(FEWEST_MOVES)
    ann.button(ann.says("pz_to_day")).click()
    first = ann.page.get_by_role("region", name=ann.says("pz_daily")).get_by_role("listitem").first
    expect(first).to_contain_text(FEWEST_MOVES)
    expect(first).not_to_contain_text(re.compile(r"\d:\d\d"))  # that of the first answer


def test_a_longer_first_answer_is_told_again_after_a_reload(visit: Visit) -> None:
    """It counted; the solution may be seen at once. The day says longer, and marks one's bar."""
    ann = visit("Ann")
    puzzle = of_today("ricochet")
    begins(ann, link("ricochet", puzzle))
    slides_by_keys(ann, longer_solution(puzzle))
    expect(verdict(ann)).to_contain_text("with 1 move more than the fewest")
    ann.go(link("ricochet", puzzle))
    ann.sees("Your first answer counts: 1 move more than the fewest. You can still solve it.")
    for way_on in (ann.says("pz_show"), "Next: Ricochet · Hard", ann.says("pz_to_day")):
        expect(ann.button(way_on)).to_be_visible()
    expect(ann.button(ann.says("pz_share"))).to_be_visible()
    ann.go("/puzzles")
    today_card = ann.page.get_by_role("region", name=ann.says("pz_daily"))
    expect(today_card.get_by_role("listitem").first).to_contain_text("with 1 move more")
    expect(today_card).to_contain_text(ann.says("pz_solved_means"))
    begins(ann, link("ricochet", puzzle))
    ann.button(ann.says("pz_show")).click()
    expect(verdict(ann)).to_contain_text("with 1 move more than the fewest")
    ann.go("/puzzles/daily")
    expect(ann.page.get_by_role("region", name="Ricochet · Easy")).to_contain_text(
        "1 move more (you)"
    )
    ann.go("/puzzles/archive")
    expect(ann.page.get_by_role("link", name="0 of 3 solved (longer route")).to_be_visible()


def test_own_moves_come_first_after_a_longer_solution(visit: Visit) -> None:
    """They are open, with how many moves were left after each."""
    ann = visit("Ann")
    puzzle = of_today("ricochet")
    begins(ann, link("ricochet", puzzle))
    slides_by_keys(ann, longer_solution(puzzle))
    ann.button(ann.says("pz_show")).click()

    routes = ann.page.get_by_role("region", name=ann.says("rc_pz_routes"))
    first = routes.get_by_role("group").get_by_role("button").first
    expect(first).to_have_text(ann.says("try_moves"))
    expect(first).to_have_attribute("aria-pressed", "true")
    steps = routes.get_by_role("list").last.get_by_role("listitem")
    expect(steps).to_have_count(puzzle.length + 1)
    expect(steps.nth(puzzle.length)).to_contain_text("0 left")


def test_the_review_says_in_words_what_went_wrong(visit: Visit) -> None:
    """Which move left the path and what was left then; what each helper is for."""
    ann = visit("Ann")
    puzzle = of_today("ricochet")
    begins(ann, link("ricochet", puzzle))
    longer = longer_solution(puzzle)
    slides_by_keys(ann, longer)
    ann.button(ann.says("pz_show")).click()

    length = puzzle.length
    routes = ann.page.get_by_role("region", name=ann.says("rc_pz_routes"))
    expect(routes).to_contain_text(re.compile(r"Your move \d+ .* left the path: \d+ to go before"))
    expect(routes).to_contain_text(f"You arrived in {length + 1} moves; {length} are enough.")
    hard = ann.page.get_by_role("region", name=ann.says("pz_hard_part"))
    assert hard.get_by_role("listitem").count() >= 1
    expect(hard).to_contain_text(re.compile("only moves to stop|has to move, too"))


def test_the_review_of_a_program_says_which_card_was_wrong(visit: Visit) -> None:
    """And what became of the robot; how few programs do it. It has a place of its own."""
    ann = visit("Ann")
    puzzle = of_today("rally")
    name = puzzle_id("rally", puzzle)
    for path, body in (
        ("start", {}),
        ("answer", {"answer": wrong("rally", puzzle)}),
        ("answer", {"answer": puzzle.solution}),
    ):
        address = f"{ann.address}/api/puzzles/{name}/{path}"
        told = ann.page.request.post(address, data=body, headers={"Origin": ann.address})
        assert told.ok
    ann.go(link("rally", puzzle))
    own = ann.page.get_by_role("region", name=ann.says("pz_first_answer"))
    expect(own).to_contain_text(re.compile(r"in register \d left the route. “.*” was the card"))
    expect(own.get_by_role("button", name=ann.says("ra_pz_own"))).to_be_visible()
    programs = ann.page.get_by_role("region", name=ann.says("ra_pz_programs"))
    expect(programs.get_by_role("button", name=ann.says("ra_pz_own"))).to_have_count(0)
    expect(verdict(ann)).to_have_text(re.compile(r"^Solved\s*Your first answer missed, and"))
    expect(verdict(ann)).not_to_contain_text(re.compile(r"\d:\d\d"))  # it was not the first
    hard = ann.page.get_by_role("region", name=ann.says("pz_hard_part"))
    expect(hard).to_contain_text(re.compile(r"Only 1 program in [\d,]+ does it"))


def test_all_solutions_are_opened_and_the_keyboard_stays_there(visit: Visit) -> None:
    """The button goes; the focus is at the first that it opened."""
    ann = visit("Ann")
    puzzle = next(one.puzzle for one in made("ricochet") if one.puzzle.solutions > MANY_ORDERS)
    begins(ann, link("ricochet", puzzle))
    slides_by_keys(ann, puzzle.solution)
    routes = ann.page.get_by_role("region", name=ann.says("rc_pz_routes"))
    routes.get_by_role("button", name=re.compile(r"^All \d+")).click()

    expect(routes.get_by_role("button", name="Solution 4", exact=True)).to_be_focused()
    expect(routes.get_by_role("button", name=re.compile("^All"))).to_have_count(0)


def test_whoever_is_done_sees_how_others_did_today(visit: Visit) -> None:
    """Before that, the day tells nothing about them; the best of today are there for all."""
    ann = visit("Ann")
    puzzle = of_today("ricochet")
    begins(ann, link("ricochet", puzzle))
    ann.go("/puzzles/daily")
    ann.sees(ann.says("pz_day_others"))
    expect(ann.page.get_by_role("region", name="Ricochet · Easy")).to_have_count(0)
    expect(ann.page.get_by_role("region", name=ann.says("pz_best_today"))).to_be_visible()
    begins(ann, link("ricochet", puzzle))
    slides_by_keys(ann, puzzle.solution)
    expect(verdict(ann)).to_contain_text(FEWEST_MOVES)
    ann.go("/puzzles/daily")
    easy = ann.page.get_by_role("region", name="Ricochet · Easy")
    expect(easy).to_contain_text("tried it so far")


@pytest.mark.parametrize("path", ["/puzzles", "/puzzles/best", "/puzzles/archive"])
def test_lists_on_a_phone_have_the_links_under_the_thumb(visit: Visit, path: str) -> None:
    """And say, if somebody asks, what a place on them proves."""
    ann = visit("Ann", viewport=PHONE)
    ann.go(path)
    expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
    links = ann.page.get_by_role("navigation").get_by_role("link", name=ann.says("nav_puzzles"))
    expect(links).to_be_in_viewport()
    if path == "/puzzles/best":
        ann.page.get_by_text(ann.says("pz_how_ranked")).click()
        expect(ann.page.get_by_text(ann.says("pz_how_unknown"))).to_be_visible()


def test_attempts_are_kept_out_of_the_data_set(newcomer: Visit) -> None:
    """Nothing is shared before somebody switches it on; they find it on when they come back."""
    ann = newcomer()
    ann.go("/puzzles")
    switch = ann.page.get_by_role("checkbox", name=ann.says("pz_research"))
    expect(switch).not_to_be_checked()
    with ann.page.expect_response("**/api/puzzles/settings") as changed:
        switch.click()

    assert changed.value.json() == {"is_in_dataset": True}
    ann.go("/puzzles")
    expect(switch).to_be_checked()


def test_a_turn_of_rally_is_programmed_and_judged(visit: Visit) -> None:
    """Five cards; the turn is played, and then the server says whether it did it."""
    ann = visit("Ann")
    puzzle = of_today("rally")
    begins(ann, link("rally", puzzle))
    held = json.loads(puzzle.text)["hand"]
    for kind in puzzle.solution.split():
        card = next(card for card in held if card["card"] == kind)
        held.remove(card)
        priority = re.compile(rf"\b{card['priority']}\b")
        held_cards(ann).get_by_role("button", name=priority).click()
    controls(ann).get_by_role("button", name="Ready", exact=True).click()

    expect(verdict(ann).filter(has_text="Solved")).to_be_visible()
    programs = ann.page.get_by_role("region", name=ann.says("ra_pz_programs"))
    expect(programs.get_by_role("button", name="Watch").first).to_be_visible()


def test_on_a_small_phone_the_solution_follows_the_cards_that_were_laid(visit: Visit) -> None:
    """It comes into sight when it is asked for; of cards of one kind those are shown that lay."""
    ann = visit("Ann", viewport=SMALL_PHONE)
    puzzle = of_today("rally")
    begins(ann, link("rally", puzzle))
    held = sorted(json.loads(puzzle.text)["hand"], key=lambda card: card["priority"])
    laid = list[str]()
    for kind in wrong("rally", puzzle).split():
        card = next(card for card in held if card["card"] == kind)  # of its kind the lowest
        held.remove(card)
        laid.append(str(card["priority"]))
        held_cards(ann).get_by_role("button", name=re.compile(rf"\b{laid[-1]}\b")).click()
    controls(ann).get_by_role("button", name="Ready", exact=True).click()
    ann.button(ann.says("pz_show")).click()

    programs = ann.page.get_by_role("region", name=ann.says("ra_pz_programs"))
    expect(programs).to_be_in_viewport(ratio=0.9)
    own = ann.page.get_by_role("region", name=ann.says("pz_first_answer"))
    as_laid = re.compile(".*".join(rf"\({number}\)" for number in laid))
    expect(own).to_contain_text(as_laid)
    ann.page.reload()
    expect(own).to_contain_text(as_laid)


@pytest.mark.parametrize(("kind", "tags", "rings"), [("pit", 1, 0), ("flag", 0, 1)])
def test_a_puzzle_of_rally_marks_what_it_is_about(
    visit: Visit, kind: str, tags: int, rings: int
) -> None:
    """The robot that has to fall has its name on it; only a flag that is the goal is ringed."""
    puzzle = next(one.puzzle for one in made("rally") if one.puzzle.kind == kind)
    ann = visit("Ann")
    begins(ann, link("rally", puzzle))
    expect(drawn(ann, "robot-tag")).to_have_text(["Tilda"] * tags)

    expect(drawn(ann, "next-flag")).to_have_count(rings)


def test_what_is_shared_gives_nothing_away(newcomer: Visit) -> None:
    """Squares, names of the slots and a link: no move, no number of moves."""
    ann = newcomer(permissions=["clipboard-read", "clipboard-write"])
    puzzle = of_today("ricochet")
    begins(ann, link("ricochet", puzzle))
    slides_by_keys(ann, puzzle.solution)
    ann.button(ann.says("pz_share")).click()
    ann.sees("Copied.")
    text = str(ann.page.evaluate("navigator.clipboard.readText()"))
    title, first, *others, legend, address = text.splitlines()

    assert title.endswith(today().isoformat())
    assert re.fullmatch(r"🟩 Ricochet, Easy · \d+:\d\d", first)
    assert [line[0] for line in others] == ["⬜", "⬜"]
    assert legend == "🟩 first try · ⬜ not tried"
    assert address.endswith(f"/puzzles/daily/{today().isoformat()}")
    with ann.page.expect_download() as picture:
        ann.button(ann.says("pz_picture")).click()
    assert picture.value.path().read_bytes().startswith(b"\x89PNG")


def test_days_that_are_over_tell_how_everybody_did(visit: Visit) -> None:
    """By the calendar, one finds yesterday's; where nobody tried them, there are no empty bars."""
    ann = visit("Ann")
    yesterday = today() - timedelta(1)
    ann.go(f"/puzzles/archive?month={yesterday:%Y-%m}")
    name = re.compile(rf"\b{yesterday.day} {yesterday:%B}: 0 of 3 solved")
    ann.page.get_by_role("link", name=name).click()
    ann.sees(ann.says("pz_day_nobody"))
    expect(ann.page.get_by_role("region", name="Ricochet · Easy")).to_have_count(0)
    assert ann.page.get_by_role("link", name=re.compile("^Try it")).count() >= 2
    ann.sees(ann.says("pz_day_over"))


def test_a_day_that_has_not_come_says_so_and_leads_to_today(visit: Visit) -> None:
    """It is not missing: nobody has to check the link."""
    ann = visit("Ann")
    ann.go("/puzzles/daily/2999-12-01")
    ann.sees(ann.says("pz_day_later"))
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text("1 December")
    ann.page.get_by_role("link", name=ann.says("pz_daily")).click()
    expect(board(ann)).to_be_visible()


def race_of(ann: Visitor, bruno: Visitor) -> None:
    """Ann opens a race and sends the link; Bruno joins; she starts it."""
    ann.go("/puzzles")
    ann.button(ann.says("pz_race"), exact=False).first.click()
    expect(ann.button(ann.says("pz_race_start"))).to_be_visible()
    bruno.page.goto(ann.page.url)
    bruno.button(bruno.says("join")).click()
    players = ann.page.get_by_role("list", name=ann.says("pz_run_players"))
    expect(players.get_by_role("listitem")).to_have_count(2)
    ann.button(ann.says("pz_race_start")).click()


def test_two_people_race_on_the_same_puzzles(visit: Visit) -> None:
    """Ann opens a race and sends the link; Bruno joins; both get the same puzzle."""
    ann, bruno = visit("Ann"), visit("Bruno")
    race_of(ann, bruno)
    for visitor in (ann, bruno):
        expect(board(visitor)).to_be_visible()
        expect(visitor.page.get_by_role("timer")).to_be_visible()
    headings = [each.page.get_by_role("heading", level=1).inner_text() for each in (ann, bruno)]

    assert headings[0] == headings[1]


def test_the_board_of_a_race_is_there_before_its_start(visit: Visit) -> None:
    """Fetched in the lobby, which tells the rules. The end cuts off a puzzle: that is no miss."""
    ann = visit("Ann")
    ann.go("/puzzles")
    ann.button(ann.says("pz_race"), exact=False).first.click()
    ann.sees("You have 3 skips.")
    ann.page.wait_for_function(HAS_FETCHED, arg="RicochetPuzzle")
    ann.button(ann.says("pz_race_start")).click()
    for _ in range(2):  # it asks once
        ann.button(ann.says("pz_race_end")).click()
    steps = ann.page.get_by_role("main").get_by_role("list").get_by_role("link")
    expect(steps).to_contain_text(["…"])


def test_the_score_of_a_rival_is_never_cut(newcomer: Visit) -> None:
    """On a phone, in a language with long words: the name may be."""
    ann = newcomer(viewport=PHONE, locale="el")
    bruno = newcomer()
    race_of(ann, bruno)
    score = drawn(ann, "rival-score")
    expect(score).to_have_text("0")

    expect(score).to_be_in_viewport(ratio=1)


def test_a_race_alone_is_ended_and_another_one_begun(visit: Visit) -> None:
    """On a phone the score and the clock are in sight; the page of puzzles offers a race again."""
    ann = visit("Ann", viewport=PHONE)
    ann.go("/puzzles")
    ann.button(ann.says("pz_race"), exact=False).first.click()
    ann.button(ann.says("pz_race_leave")).click()
    expect(ann.page).to_have_url(re.compile("/puzzles$"))
    ann.button(ann.says("pz_race"), exact=False).first.click()
    ann.button(ann.says("pz_race_start")).click()
    expect(board(ann)).to_be_visible()
    expect(ann.page.get_by_role("timer")).to_be_in_viewport()
    expect(ann.page.get_by_text("✓ 0")).to_be_in_viewport()
    ann.button(ann.says("pz_race_end")).click()
    ann.sees(ann.says("pz_race_end_ask"))
    ann.button(ann.says("pz_race_end")).click()
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("0 solved")
    ann.go("/puzzles")
    expect(ann.button(ann.says("pz_race"), exact=False).first).to_be_visible()


def test_nobody_is_first_with_nothing_solved(visit: Visit) -> None:
    """Two race, and neither solves anything."""
    ann, bruno = visit("Ann"), visit("Bruno")
    race_of(ann, bruno)
    for visitor in (ann, bruno):
        for _ in range(2):  # it asks once
            visitor.button(visitor.says("pz_race_end")).click()
    for visitor in (ann, bruno):
        expect(visitor.page.get_by_role("heading", level=1)).to_have_text(
            visitor.says("pz_run_nobody")
        )


def test_the_next_ones_are_there_without_a_network(newcomer: Visit) -> None:
    """Whoever opens the link of the day has both games offline, and the server is told later."""
    ann = newcomer(viewport=PHONE, service_workers="allow")
    begins(ann, "/puzzles/daily")
    for game in ("ricochet", "rally"):
        ann.page.wait_for_function(HAS_KEPT, arg=game)
    assert ann.page.evaluate(IS_KEPT)
    slides_by_keys(ann, of_today("ricochet").solution)  # still the attempt that was begun
    expect(verdict(ann)).to_contain_text(FEWEST_MOVES)
    ann.page.context.set_offline(True)
    ann.go("/puzzles/daily")
    ann.sees(ann.says("pz_kept_lead"))
    expect(ann.page.get_by_text(ann.says("server_away"))).to_have_count(0)  # it says “offline”
    ann.sees(ann.says("pz_offline"))  # among what works
    ann.page.get_by_role("link", name=re.compile(r"^Ricochet: \d+ puzzles kept")).click()
    expect(board(ann)).to_be_visible()
    kept = json.loads(str(ann.page.evaluate("localStorage.getItem('tinplate.puzzles-ricochet')")))
    slides_by_keys(ann, kept[0]["solution"])
    expect(verdict(ann)).to_contain_text(FEWEST_MOVES)
    ann.page.context.set_offline(False)
    with ann.page.expect_response("**/api/puzzles/offline/answers") as told:
        ann.go("/puzzles")

    assert told.value.json() == {"recorded": 1}


@pytest.mark.parametrize("source", ["2013", "drawn"])
def test_an_open_puzzle_goes_on_without_a_network(newcomer: Visit, source: str) -> None:
    """Robots move on; the answer waits, and is judged as soon as the network is back."""
    ann = newcomer()
    puzzle = next(one.puzzle for one in made("ricochet") if one.puzzle.source == source)
    with ann.page.expect_worker():  # it knows the rules
        begins(ann, link("ricochet", puzzle))
    ann.page.context.set_offline(True)
    slides_by_keys(ann, puzzle.solution)
    expect(controls(ann).get_by_role("alert")).to_have_text(ann.says("pz_unsent"))
    expect(ann.button(ann.says("pz_send_again"))).to_be_visible()
    ann.page.context.set_offline(False)

    expect(verdict(ann)).to_contain_text(FEWEST_MOVES)


def test_an_answer_without_a_network_outlives_a_reload(newcomer: Visit) -> None:
    """It is kept on the device, and sent as soon as somebody opens the page again."""
    ann = newcomer(service_workers="allow")
    puzzle = usual()
    with ann.page.expect_worker():  # it knows the rules
        begins(ann, link("ricochet", puzzle))
    ann.page.wait_for_function(HAS_KEPT, arg="rally")  # the last that is fetched ahead
    assert ann.page.evaluate(IS_KEPT)
    ann.page.context.set_offline(True)
    slides_by_keys(ann, puzzle.solution)
    expect(controls(ann).get_by_role("alert")).to_have_text(ann.says("pz_unsent"))
    ann.page.reload()
    ann.sees("1 answer waits here")
    ann.page.context.set_offline(False)
    ann.go(link("ricochet", puzzle))

    expect(verdict(ann)).to_contain_text(FEWEST_MOVES)
    ann.go("/puzzles")
    expect(ann.page.get_by_text("1 answer waits here")).to_have_count(0)


def test_an_open_puzzle_is_given_up_for_a_theme(newcomer: Visit) -> None:
    """The page says why it comes first; the next one is of the theme."""
    ann = newcomer()
    begins(ann, "/puzzles/play/ricochet?mode=mix")
    begins(ann, "/puzzles/play/ricochet?mode=theme&theme=blocker")
    still = ann.page.get_by_role("note").filter(has_text=ann.says("pz_still_open_note"))
    expect(still).to_be_visible()
    still.get_by_role("button", name=ann.says("pz_give_up_for")).click()
    expect(verdict(ann)).to_contain_text("Not this time")
    ann.button(ann.says("pz_next"), exact=True).click()
    expect(ann.button(ann.says("pz_give_up"))).to_be_visible()
    expect(still).to_have_count(0)


def test_one_puzzle_of_the_day_stands_out(newcomer: Visit) -> None:
    """The next one; puzzles at one's own level wait until the day is done."""
    ann = newcomer()
    ann.go("/puzzles")
    main = ann.page.get_by_role("main")
    expect(main.get_by_role("link", name=ann.says("pz_mix"))).to_have_count(2)
    links = main.get_by_role("link").or_(main.get_by_role("button"))

    assert 1 == len(links.evaluate_all(STANDING_OUT))


def test_days_show_their_boards(newcomer: Visit) -> None:
    """Without robots until somebody begins; then with them."""
    ann = newcomer()
    ann.go("/puzzles")
    bare, begun = drawn(ann, "bare-board"), drawn(ann, "begun-board")
    expect(bare).to_have_count(3)
    expect(begun).to_have_count(0)
    begins(ann, link("ricochet", of_today("ricochet")))
    ann.go("/puzzles")
    expect(bare).to_have_count(2)
    expect(begun).to_have_count(1)
    loaded = "(picture) => picture.complete && picture.naturalWidth > 0"
    for picture in (*bare.all(), begun):
        ann.page.wait_for_function(loaded, arg=picture.element_handle())


@pytest.mark.parametrize("viewport", [PHONE, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pages_of_puzzles_are_open_to_everybody(
    visit: Visit, viewport: ViewportSize, theme: str
) -> None:
    """Names, roles and contrast, in both themes."""
    ann = visit("Ann", viewport=viewport)
    paths = ["/puzzles", "/puzzles/daily", "/puzzles/archive", "/puzzles/best"]
    found = dict[str, list[str]]()
    for path in paths:
        ann.go(path)
        expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
        expect(ann.page.get_by_role("main").get_by_role("region").first).to_be_visible()
        ann.paint(theme)
        ann.page.evaluate(AXE.read_text())
        found[path] = ann.page.evaluate(FIND, {})

    assert found == {path: [] for path in paths}
