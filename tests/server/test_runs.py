"""Streaks and races over HTTP, and what attackers try there."""

import asyncio
import json
import re
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Iterator
from html import escape
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import httpx
import pytest

from tests.server.authenticator import Authenticator, Browser
from tests.server.puzzle_shelf import made, made_for, maker_of, stock_database, today
from tests.server.serving import serving
from tests.server.solving import (
    Opens,
    browser,
    code_of,
    longer_solution,
    made_puzzles,
    read,
    serving_puzzles,
    wrong,
)
from tinplate.games import installed
from tinplate.puzzles.values import QuickestPace, puzzle_id
from tinplate.server.context import Policy
from tinplate.server.daily_pictures import result_of
from tinplate.server.guests import SealedCookies
from tinplate.server.runs import MOST_OPEN
from tinplate.server.share_card import TICK, TILES, DailyEnd, DayEnd, draw_day, whole_seconds
from tinplate.server.share_words import WORDS, words_in
from tinplate.training import plausible, runs
from tinplate.training.marks import Mark
from tinplate.wire.puzzle_runs import (
    DailyShare,
    OwnRuns,
    PuzzleBoard,
    PuzzleSettings,
    RunJudged,
    RunShown,
    UnrankedPeople,
    UnrankedPerson,
)
from tinplate.wire.puzzles import PuzzleAttempt

if TYPE_CHECKING:
    from tinplate.server.context import ServerContext

__all__ = ["browser"]

GAME = "ricochet"
MESSAGES = Path(__file__).parents[2] / "web" / "messages"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving_puzzles(tmp_path_factory.mktemp("runs"), (today(),)) as address:
        yield address


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Races begin without a countdown."""
    monkeypatch.setattr(runs, "COUNTDOWN", 0)


async def opened(here: Browser, game: str, mode: str) -> RunShown:
    return read(await here.post("/api/puzzles/runs", game=game, mode=mode), RunShown)


async def asked(here: Browser, run: RunShown) -> RunShown:
    return read(await here.get(f"/api/puzzles/runs/{run.id}"), RunShown)


async def did(here: Browser, run: RunShown, what: str) -> RunShown:
    return read(await here.post(f"/api/puzzles/runs/{run.id}/{what}"), RunShown)


async def sent(here: Browser, run: RunShown, number: int, answer: str | None) -> httpx.Response:
    path = f"/api/puzzles/runs/{run.id}/answer"
    return await here.post(path, number=number, answer=answer)


async def solved(here: Browser, run: RunShown) -> RunJudged:
    """Solve the puzzle that is shown."""
    now = (await asked(here, run)).puzzle
    assert now is not None
    solution = made_puzzles(run.game)[now.puzzle.id].solution
    return read(await sent(here, run, now.number, solution), RunJudged)


async def test_a_streak_goes_on_until_one_is_missed(browser: Opens) -> None:
    """From easy to hard; then everything may be looked at."""
    here = await browser()
    run = await opened(here, GAME, "streak")
    assert (run.state, run.is_yours, len(run.players)) == ("running", True, 1)
    ratings = []
    for number in range(3):
        shown = (await asked(here, run)).puzzle
        assert shown is not None
        assert shown.number == number
        ratings.append(made_puzzles(GAME)[shown.puzzle.id].rating)
        judged = await solved(here, run)
        assert (judged.is_solved, judged.extra) == (True, 0)
    assert ratings == sorted(ratings)
    now = (await asked(here, run)).puzzle
    assert now is not None
    missed = await sent(here, run, now.number, wrong(GAME, made_puzzles(GAME)[now.puzzle.id]))

    over = read(missed, RunJudged).run
    assert (over.state, over.puzzle) == ("over", None)
    assert [step.is_solved for step in over.steps] == [True, True, True, False]
    assert (over.players[0].solved, over.players[0].missed) == (3, 1)
    review = await here.get(f"/api/puzzles/{over.steps[3].puzzle}/review")
    assert review.status_code == httpx.codes.OK
    again = await sent(here, run, 3, made_puzzles(GAME)[now.puzzle.id].solution)
    assert read(again, RunJudged).run.players[0].solved == 3
    assert read(await here.get("/api/puzzles/runs"), OwnRuns).runs == ()
    assert over.players[0].steps == (True, True, True, False)
    assert (over.seen, over.best) == (0, None)


async def test_the_end_of_a_run_tells_ones_best_and_what_one_had_met(browser: Opens) -> None:
    """Puzzles that one knows are dealt if there are no others; they count on no list."""
    here = await browser("Again")
    run = await opened(here, GAME, "streak")
    for _ in range(2):
        assert (await solved(here, run)).run.best is None
    await sent(here, run, 2, None)
    second = await opened(here, GAME, "streak")
    await solved(here, second)
    over = read(await sent(here, second, 1, None), RunJudged).run
    assert (over.seen, over.best) == (2, 2)
    assert (await asked(here, run)).best is None  # it was the first
    board = await board_of(here, mode="streak")
    assert board.you is None or board.you.solved == 2


async def test_nobody_joins_the_streak_of_another(browser: Opens) -> None:
    """They may look on, and see no puzzle."""
    here, other = await browser(), await browser()
    run = await opened(here, GAME, "streak")
    assert code_of(await other.post(f"/api/puzzles/runs/{run.id}/join")) == (
        409,
        "streak-is-for-one",
    )
    seen = await asked(other, run)
    assert (seen.puzzle, seen.is_yours, seen.steps) == (None, False, ())
    refused = await sent(other, run, 0, "ru")
    assert code_of(refused) == (409, "not-in-this-race")


@pytest.mark.usefixtures("at_once")
async def test_several_race_on_the_same_series(browser: Opens) -> None:
    """A lobby, a start by the host, the same puzzles in the same order, everybody's count."""
    ann, bob = await browser("Ann"), await browser()
    run = await opened(ann, GAME, "race")
    assert (run.state, run.is_host, run.puzzle) == ("lobby", True, None)
    joined = await did(bob, run, "join")
    assert [(each.name, each.is_you, each.is_host) for each in joined.players] == [
        ("Ann", False, True),
        ("", True, False),
    ]
    assert code_of(await bob.post(f"/api/puzzles/runs/{run.id}/start")) == (
        409,
        "only-the-host-starts",
    )
    await did(ann, run, "start")
    series: tuple[list[str], list[str]] = ([], [])
    for number, here in enumerate((ann, bob)):
        for _ in range(2 + number):
            shown = (await asked(here, run)).puzzle
            assert shown is not None
            series[number].append(shown.puzzle.id)
            await solved(here, run)
    assert series[1][:2] == series[0]
    order = [(each.name, each.solved, each.place) for each in (await asked(bob, run)).players]
    assert order == [("", 3, 1), ("Ann", 2, 2)]


async def test_a_race_begins_after_a_countdown_and_ends_by_itself(
    browser: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before it begins, nobody sees the first puzzle; after it has ended, no answer counts."""
    ann, bob, late = await browser("Ann"), await browser("Bob"), await browser("Late")
    run = await opened(bob, GAME, "race")
    started = await did(bob, run, "start")
    assert (started.state, started.puzzle) == ("countdown", None)
    assert started.starts_at is not None
    assert started.ends_at == started.starts_at + runs.RACE
    assert code_of(await late.post(f"/api/puzzles/runs/{run.id}/join")) == (
        409,
        "race-has-started",
    )
    assert code_of(await sent(bob, run, 0, "rn")) == (409, "race-not-started")

    monkeypatch.setattr(runs, "COUNTDOWN", 0)
    run = await opened(ann, GAME, "race")
    shown = (await did(ann, run, "start")).puzzle
    assert shown is not None
    await solved(ann, run)
    monkeypatch.setattr(runs, "RACE", -1)
    over = await asked(ann, run)
    assert (over.state, over.puzzle, over.players[0].solved) == ("over", None, 1)
    assert [step.is_solved for step in over.steps] == [True, False]
    assert over.players[0].steps == (True,)  # the one that was cut off is no miss
    assert code_of(await sent(ann, run, 1, "rn")) == (409, "race-is-over")
    last = over.steps[1].puzzle
    assert (await ann.post(f"/api/puzzles/{last}/start")).status_code == httpx.codes.OK


@pytest.mark.usefixtures("at_once")
async def test_leaving_and_coming_back(browser: Opens) -> None:
    """In the lobby one leaves for good, and the next one is the host; later one may come back."""
    ann, bob = await browser("Ann"), await browser("Bob")
    run = await opened(ann, GAME, "race")
    await did(bob, run, "join")
    left = await did(ann, run, "leave")
    assert ([each.name for each in left.players], left.is_yours) == (["Bob"], False)
    assert (await did(ann, run, "join")).is_host is False
    begun = (await did(bob, run, "start")).puzzle
    assert (await asked(bob, run)).puzzle == begun
    assert [each.id for each in read(await bob.get("/api/puzzles/runs"), OwnRuns).runs] == [run.id]
    assert (await did(bob, run, "join")).puzzle == begun


@pytest.mark.usefixtures("at_once")
async def test_a_race_is_ended_by_each_for_themselves(browser: Opens) -> None:
    """What they have solved counts; the others go on, and it is over when all have stopped."""
    ann, bob = await browser("Ann"), await browser("Bob")
    run = await opened(ann, GAME, "race")
    await did(bob, run, "join")
    await did(ann, run, "start")
    number = 0
    await solved(ann, run)
    first = made_puzzles(GAME)[(await asked(bob, run)).puzzle.puzzle.id]  # type: ignore[union-attr]
    ended = await did(ann, run, "leave")

    assert (ended.state, ended.puzzle, ended.players[0].is_done) == ("running", None, True)
    assert read(await ann.get("/api/puzzles/runs"), OwnRuns).runs == ()
    assert code_of(await sent(ann, run, number, first.solution)) == (409, "race-is-ended")
    helping = await ann.get(f"/api/puzzles/{puzzle_id(GAME, first)}/review")
    assert helping.status_code == httpx.codes.CONFLICT  # Bob is still at it
    assert (await asked(bob, run)).puzzle is not None
    over = await did(bob, run, "leave")
    assert (over.state, [each.solved for each in over.players]) == ("over", [1, 0])
    assert (await asked(ann, run)).state == "over"
    again = await did(ann, run, "leave")
    assert (again.state, len(again.players)) == ("over", 2)


@pytest.mark.usefixtures("at_once")
async def test_in_a_race_one_tries_again_or_skips(browser: Opens) -> None:
    """A miss changes nothing; the fourth skip is refused, so nobody leafs through the series."""
    ann = await browser("Ann")
    run = await opened(ann, GAME, "race")
    shown = (await did(ann, run, "start")).puzzle
    assert shown is not None
    missed = await sent(ann, run, 0, wrong(GAME, made_puzzles(GAME)[shown.puzzle.id]))
    judged = read(missed, RunJudged)
    assert (judged.is_solved, judged.run.puzzle) == (False, shown)
    for number in range(3):
        skipped = read(await sent(ann, run, number, None), RunJudged).run
        assert skipped.skips_left == 2 - number
    assert code_of(await sent(ann, run, 3, None)) == (409, "no-skips-left")
    assert (skipped.players[0].solved, skipped.players[0].missed) == (0, 3)


@pytest.mark.usefixtures("at_once")
async def test_an_answer_counts_once_and_only_for_its_sender(browser: Opens) -> None:
    """Sent again it changes nothing; what comes later in the series cannot be answered ahead."""
    ann, bob, eve = await browser("Ann"), await browser("Bob"), await browser("Eve")
    run = await opened(ann, GAME, "race")
    await did(bob, run, "join")
    shown = (await did(ann, run, "start")).puzzle
    assert shown is not None
    solution = made_puzzles(GAME)[shown.puzzle.id].solution
    for _ in range(3):
        judged = read(await sent(ann, run, 0, solution), RunJudged)
        assert (judged.is_solved, judged.run.players[0].solved) == (True, 1)
    assert code_of(await sent(ann, run, 5, solution)) == (409, "puzzle-comes-later")
    assert code_of(await sent(eve, run, 0, solution)) == (409, "not-in-this-race")
    assert [each.solved for each in (await asked(bob, run)).players] == [1, 0]


async def test_everybody_in_a_race_has_their_face(browser: Opens) -> None:
    """The one they have chosen, guests too; whoever has no name has none."""
    ann, bob = await browser("Ann"), await browser()
    assert 201 == (await ann.post("/api/guest", name="Ann", avatar="owl")).status_code
    run = await opened(ann, GAME, "race")
    shown = await did(bob, run, "join")

    assert [("Ann", "owl"), ("", None)] == [(each.name, each.avatar) for each in shown.players]


async def test_a_puzzle_of_a_run_has_no_help(browser: Opens) -> None:
    """No hint, no solution, no second attempt until the run is over; and it is never rated."""
    here = await browser()
    run = await opened(here, GAME, "streak")
    assert run.puzzle is not None
    name = run.puzzle.puzzle.id
    solution = made_puzzles(GAME)[name].solution
    for what, body in (
        ("start", {}),
        ("hint", {"level": 1}),
        ("give-up", {}),
        ("answer", {"answer": solution}),
    ):
        refused = await here.post(f"/api/puzzles/{name}/{what}", **body)
        assert code_of(refused) == (409, "in-a-run"), what
    assert code_of(await here.get(f"/api/puzzles/{name}/review"))[0] == 409
    assert solution not in (await here.get(f"/api/puzzles/runs/{run.id}")).text
    await sent(here, run, 0, None)
    started = read(await here.post(f"/api/puzzles/{name}/start"), PuzzleAttempt)
    assert not started.is_rated


async def test_bad_requests_change_nothing(browser: Opens) -> None:
    """One sentence each."""
    here = await browser()
    for path in ("nonsense", "ABCDEFGH", "abc", "%00", "A" * 300):
        assert (await here.get(f"/api/puzzles/runs/{path}")).status_code == 404
        assert (await here.post(f"/api/puzzles/runs/{path}/join")).status_code == 404
        answer = await here.post(f"/api/puzzles/runs/{path}/answer", number=0, answer="ru")
        assert answer.status_code == 404
    assert (await here.post("/api/puzzles/runs", game="chess", mode="race")).status_code == 404
    assert (await here.post("/api/puzzles/runs", game=GAME, mode="walk")).status_code == 400
    run = await opened(here, GAME, "streak")
    answer = await sent(here, run, 0, "up and away")
    assert answer.status_code == 400
    assert (await asked(here, run)).players[0].missed == 0


async def test_people_who_are_quicker_than_anybody_are_not_ranked(browser: Opens) -> None:
    """They are told so, and are on no list; what they solved is still theirs."""
    here = await browser("Robo")
    run = await opened(here, GAME, "streak")
    await solved(here, run)
    judged = await solved(here, run)
    assert judged.run.unranked == ("too-fast",)
    board = await board_of(here, mode="streak")
    assert (board.you, [row.name for row in board.rows if row.name == "Robo"]) == (None, [])
    assert board.unranked == ("too-fast",)
    assert (await board_of(await browser("Slow"), mode="streak")).unranked == ()


async def board_of(here: Browser, **asked: str) -> PuzzleBoard:
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    return read(await here.get(f"/api/puzzles/leaderboard?game={GAME}&{query}"), PuzzleBoard)


@pytest.fixture
def anybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests answer at once; here nobody is too fast."""
    monkeypatch.setattr(type(maker_of(GAME)), "quickest", QuickestPace(0.0, 0.0))


@pytest.mark.usefixtures("at_once", "anybody")
async def test_leaderboards_of_runs(browser: Opens) -> None:
    """The best run of a day or a week; people without a name only see their own place."""
    ann, bob, nobody = await browser("Ann B"), await browser("Bob B"), await browser()
    for here, count in ((ann, 2), (bob, 3), (nobody, 4)):
        run = await opened(here, GAME, "race")
        await did(here, run, "start")
        for _ in range(count):
            await solved(here, run)
    for period in ("day", "week"):
        board = await board_of(ann, mode="race", period=period)
        names = [row.name for row in board.rows if row.name in {"Ann B", "Bob B"}]
        assert names == ["Bob B", "Ann B"]
        assert "" not in [row.name for row in board.rows]
        assert board.you is not None
        assert (board.you.solved, board.you.is_you) == (2, True)
    own = (await board_of(nobody, mode="race")).you
    assert own is not None
    assert (own.name, own.solved) == ("", 4)
    assert (await board_of(ann, mode="race", day="2026-01-05")).rows == ()


@pytest.mark.usefixtures("at_once", "anybody")
async def test_leaderboards_show_avatars(browser: Opens) -> None:
    """Of an account the one chosen last; of others the one they had when they last began."""
    ann, bob, carl = await browser("Ann A"), await browser("Bob A"), await browser("Carl A")
    await bob.post("/api/guest", name="Bob A", avatar="frog")
    assert httpx.codes.CREATED == (await ann.register(Authenticator())).status_code
    for here in (ann, bob, carl):
        run = await opened(here, GAME, "race")
        await did(here, run, "start")
        await solved(here, run)
    await ann.post("/api/guest", name="Ann A", avatar="owl")
    avatars = {row.name: row.avatar for row in (await board_of(carl, mode="race")).rows}
    assert ("owl", "frog", None) == tuple(avatars[name] for name in ("Ann A", "Bob A", "Carl A"))


@pytest.mark.usefixtures("at_once", "anybody")
async def test_private_and_deleted_people_are_left_out(browser: Opens) -> None:
    """But whoever hides sees their own place."""
    ann, bob = await browser("Ann P"), await browser("Bob P")
    for here in (ann, bob):
        assert httpx.codes.CREATED == (await here.register(Authenticator())).status_code
        run = await opened(here, GAME, "race")
        await did(here, run, "start")
        await solved(here, run)
    names = {row.name for row in (await board_of(bob, mode="race")).rows}
    assert {"Ann P", "Bob P"} <= names
    await ann.do("SetPrivacy", is_private=True)
    assert "Ann P" not in {row.name for row in (await board_of(bob, mode="race")).rows}
    assert (await board_of(ann, mode="race")).you is not None
    await ann.do("SetPrivacy", is_private=False)
    assert "Ann P" in {row.name for row in (await board_of(bob, mode="race")).rows}
    deleted = await ann.delete("Ann P")
    assert deleted.status_code < 300, deleted.text
    assert "Ann P" not in (await bob.get(f"/api/puzzles/leaderboard?game={GAME}&mode=race")).text


async def test_boards_that_do_not_exist(browser: Opens) -> None:
    """One sentence each; and only moderators see who is not ranked."""
    here = await browser("Nosy")
    path = f"/api/puzzles/leaderboard?game={GAME}"
    for query in ("mode=rating&period=day", "mode=race&slot=easy", "mode=daily&slot=nonsense"):
        assert code_of(await here.get(f"{path}&{query}")) == (400, "no-such-board")
    assert (await here.get(f"{path}&mode=fame")).status_code == 400
    assert code_of(await here.get(f"{path}&mode=race&day=yesterday")) == (400, "no-date")
    assert (await board_of(here, mode="rating", period="all")).first is None
    assert code_of(await here.get("/api/puzzles/unranked")) == (403, "only-moderators")


async def test_everybody_decides_whether_researchers_get_their_attempts(browser: Opens) -> None:
    """Also those without a name; nobody gets those of people who have said nothing."""
    here, other = await browser(), await browser()
    settings = "/api/puzzles/settings"
    assert not read(await here.get(settings), PuzzleSettings).is_in_dataset
    for wish in (True, True, False, True):
        changed = await here.post(settings, is_in_dataset=wish)
        assert read(changed, PuzzleSettings).is_in_dataset is wish
        assert read(await here.get(settings), PuzzleSettings).is_in_dataset is wish
    assert not read(await other.get(settings), PuzzleSettings).is_in_dataset


async def test_nobody_looks_for_a_series_that_they_like(browser: Opens) -> None:
    """Whoever is in a streak goes on with it; and nobody is in a great many races."""
    here = await browser()
    run = await opened(here, GAME, "streak")
    await solved(here, run)
    again = await opened(here, GAME, "streak")
    assert (again.id, again.players[0].solved) == (run.id, 1)
    for _ in range(MOST_OPEN - 1):
        await opened(here, GAME, "race")
    refused = await here.post("/api/puzzles/runs", game=GAME, mode="race")
    assert code_of(refused) == (409, "too-many-races")
    await sent(here, run, 1, None)
    assert (await opened(here, GAME, "streak")).id != run.id


async def test_a_result_of_a_day_to_share(browser: Opens) -> None:
    """A link with a picture, signed by the server; it tells nothing of the puzzle or the person."""
    here = await browser("Sharon")
    [(slot, one), *_] = made_for(GAME, today())
    name = puzzle_id(GAME, one.puzzle)
    share = f"/api/puzzles/{name}/share"
    assert code_of(await here.get(share)) == (403, "attempt-is-open")
    await here.post(f"/api/puzzles/{name}/start")
    assert code_of(await here.get(share)) == (403, "attempt-is-open")
    await here.post(f"/api/puzzles/{name}/answer", answer=one.puzzle.solution)

    shared = read(await here.get(share), DailyShare)
    picture = await here.get(shared.picture)
    assert (picture.status_code, picture.content[:4]) == (200, b"\x89PNG")
    token = shared.picture.split("/")[4]
    end = DailyEnd("Ricochet", slot, "best", 0, 1, 0, 42, "Fewest")
    drawn = draw_day(DayEnd(today().isoformat(), [end]), "games.example")
    told = drawn + b64decode(token.partition(".")[0] + "==").decode()
    for secret in (name, one.puzzle.solution, one.puzzle.text, "Sharon"):
        assert secret not in told
    page = await here.get(shared.page)
    assert f'content="{here.origin}{shared.picture}"' in page.text
    assert f"Fewest moves - Ricochet · Easy - Puzzle of {today()}" in page.text
    greek = read(await here.get(f"{share}?language=el"), DailyShare)
    assert "Ελάχιστες κινήσεις - Ricochet · Εύκολος" in (await here.get(greek.page)).text
    other = read(await here.get(f"{share}?language=xx"), DailyShare)
    assert "Fewest moves" in (await here.get(other.page)).text


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("hints", [0, 1, 2, 3])
def test_a_picture_says_everything_in_words(language: str, hints: int) -> None:
    """In the language of whoever shares it, for each puzzle: how it went, tries, hints, time."""
    words = words_in(language)

    def drawn(mark: Mark, extra: int = 0, answers: int = 1) -> str:
        end = DailyEnd("Ricochet", "Easy", mark, extra, answers, hints, 62, "Best")
        return draw_day(DayEnd("2026-11-17", [end], language), "games.example")

    assert "Best" in drawn("best")
    assert words.first_try in drawn("best")
    assert "1:02" in drawn("best")
    assert escape(words.longer.format(count=2)) in drawn("longer", 2)
    assert words.tries.format(count=3) in drawn("later", answers=3)
    assert "1:02" not in drawn("later", answers=3)
    assert words.unsolved in drawn("missed")
    assert words.first_try not in drawn("missed")
    told = [hint for hint in words.hints if escape(hint) in drawn("hinted")]
    assert told == ([words.hints[hints - 1]] if hints else [])
    assert "games.example" in drawn("missed")
    assert words.too in drawn("best")  # nobody can do better
    assert words.better in drawn("hinted")


async def test_a_picture_has_all_that_was_done_on_a_day(browser: Opens) -> None:
    """Puzzles that are open are left out: nobody is told that they were missed."""
    here = await browser()
    [(_, easy), (_, hard)] = made_for(GAME, today())
    [(_, turn)] = made_for("rally", today())
    for game, one, end in (
        (GAME, easy, ("answer", {"answer": easy.puzzle.solution})),
        (GAME, hard, None),
        ("rally", turn, ("give-up", {})),
    ):
        path = f"/api/puzzles/{puzzle_id(game, one.puzzle)}"
        await here.post(f"{path}/start")
        if end is not None:
            assert (await here.post(f"{path}/{end[0]}", **end[1])).status_code == httpx.codes.OK
    name = puzzle_id("rally", turn.puzzle)
    shared = read(await here.get(f"/api/puzzles/{name}/share"), DailyShare)
    page = (await here.get(shared.page)).text

    assert f"1 of 3 solved - Puzzles of {today()}" in page
    assert "Ricochet · Easy: Fewest moves · 0:00 · First try. Rally · One turn: Not solved." in page
    assert "Hard" not in page
    assert (await here.get(shared.picture)).content[:4] == b"\x89PNG"


async def test_a_picture_has_longer_routes_too(browser: Opens) -> None:
    """Also while one may still find the shortest, and where there is nothing else to tell."""
    here = await browser()
    [(_, easy), (_, hard)] = made_for(GAME, today())
    [(_, turn)] = made_for("rally", today())
    longer = longer_solution(hard.puzzle)
    name = puzzle_id(GAME, hard.puzzle)
    await here.post(f"/api/puzzles/{name}/start")
    await here.post(f"/api/puzzles/{name}/answer", answer=longer)
    alone = read(await here.get(f"/api/puzzles/{name}/share"), DailyShare)
    extra = len(longer.split()) - hard.puzzle.length
    assert f"{extra} over the fewest - Ricochet · Hard" in (await here.get(alone.page)).text

    path = f"/api/puzzles/{puzzle_id(GAME, easy.puzzle)}"
    await here.post(f"{path}/start")
    await here.post(f"{path}/answer", answer=easy.puzzle.solution)
    path = f"/api/puzzles/{puzzle_id('rally', turn.puzzle)}"
    await here.post(f"{path}/start")
    await here.post(f"{path}/answer", answer=wrong("rally", turn.puzzle))
    await here.post(f"{path}/answer", answer=turn.puzzle.solution)
    shared = read(await here.get(f"/api/puzzles/{name}/share"), DailyShare)
    page = (await here.get(shared.page)).text
    assert f"2 of 3 solved - Puzzles of {today()}" in page
    assert f"Ricochet · Hard: {extra} over the fewest · 0:00. Rally" in page
    assert "Rally · One turn: Solved · at try 2." in page


def test_every_mark_is_drawn_in_its_own_way() -> None:
    """By its colour, and without it."""
    marks: list[Mark] = ["best", "hinted", "later", "longer", "missed"]
    ends = [DailyEnd("Ricochet", "Easy", mark, 1, 2, 1, 62, "Best") for mark in marks]
    tiles = [draw_day(DayEnd("2026-11-17", [end]), "games.example") for end in ends]
    assert len({TILES[mark] for mark in marks}) == len(marks)
    for mark, tile in zip(marks, tiles, strict=True):
        assert [other for other in marks if TILES[other] in tile] == [mark]
    signs = [re.findall(r'(?:stroke="#ffffff"|fill="#ffffff">[^<]+<)', tile) for tile in tiles]
    ticks = [TICK in tile for tile in tiles]
    assert ticks == [True, True, True, False, False]
    assert len({(tick, *sign) for tick, sign in zip(ticks, signs, strict=True)}) == len(marks)


@pytest.mark.parametrize("language", WORDS)
def test_a_picture_and_the_page_say_the_same(language: str) -> None:
    """At which try, and that it was the first."""
    said = json.loads((MESSAGES / f"{language}.json").read_text())
    words = words_in(language)
    assert (words.tries, words.first_try.lower()) == (said["pz_tries"], said["pz_mark_best"])


@pytest.mark.parametrize(
    ("values", "mark"),
    [((0, 1, 0), "best"), ((0, 1, 2), "hinted"), ((0, 2, 0), "later"), ((2, 1, 0), "longer"),
     ((-1, 1, 0), "missed")],
)  # fmt: skip
def test_links_that_were_shared_before_are_still_read(
    values: tuple[int, int, int], mark: Mark
) -> None:
    """One puzzle, without a mark; the oldest have no language, and are English."""
    seals = SealedCookies(b"a key of this test")
    context = cast("ServerContext", SimpleNamespace(result_seals=seals, catalogue=installed()))
    day = result_of(context, seals.write("ricochet", "2026-11-17", "easy", *values, 3))
    assert day is not None
    assert (day.language, day.ends[0].slot, day.ends[0].best) == ("en", "Easy", "Fewest moves")
    assert [end.mark for end in day.ends] == [mark]


async def test_the_picture_of_an_answer_that_has_no_fewest_moves(browser: Opens) -> None:
    """It says that it was solved."""
    here = await browser()
    [(_, one), *_] = made_for("rally", today())
    name = puzzle_id("rally", one.puzzle)
    await here.post(f"/api/puzzles/{name}/start")
    await here.post(f"/api/puzzles/{name}/answer", answer=one.puzzle.solution)
    shared = read(await here.get(f"/api/puzzles/{name}/share"), DailyShare)
    page = await here.get(shared.page)

    assert "Solved - Rally · One turn" in page.text


def test_seconds_are_those_that_have_passed() -> None:
    """As the page shows them: nobody reads 0:15 on one and 0:16 on the other."""
    assert [whole_seconds(each) for each in (None, 0.9, 15.0, 15.9)] == [0, 0, 15, 15]


@pytest.mark.parametrize("is_dated", [False, True])
async def test_the_link_of_a_day_has_a_title_and_a_picture(
    browser: Opens, *, is_dated: bool
) -> None:
    """It tells nothing but the day: whoever sees it has not played yet."""
    here = await browser()
    page = (await here.get(f"/puzzles/daily{f'/{today()}' if is_dated else ''}")).text
    assert f"<title>Puzzles of {today()} - Tinplate</title>" in page
    assert page.count("<title>") == 1
    assert 'property="og:description" content="The same puzzles for everyone.' in page
    [picture] = re.findall(r'property="og:image" content="([^"]+)"', page)
    token = picture.split("/")[6]
    signed = json.loads(b64decode(token.partition(".")[0] + "=="))
    assert signed == ["day", str(today()), "en"]
    assert (await here.get(picture)).content[:4] == b"\x89PNG"


@pytest.mark.parametrize("day", ["2026-02-31", "2999-01-01", "0001-01-01"])
async def test_a_day_without_puzzles_has_no_picture(browser: Opens, day: str) -> None:
    """Nobody has a server sign any day they like."""
    page = (await (await browser()).get(f"/puzzles/daily/{day}")).text
    assert (f"<title>Puzzles of {day} - " in page, "og:image" in page) == (True, False)


async def test_forged_results_have_no_picture(browser: Opens) -> None:
    """Neither a changed one, nor one that was signed for another purpose."""
    here = await browser()
    [(_, one), *_] = made_for(GAME, today())
    name = puzzle_id(GAME, one.puzzle)
    await here.post(f"/api/puzzles/{name}/start")
    await here.post(f"/api/puzzles/{name}/give-up")
    shared = read(await here.get(f"/api/puzzles/{name}/share"), DailyShare)
    token = shared.picture.split("/")[4]
    better = urlsafe_b64encode(
        b'["ricochet","%s","easy",0,1,0,3]' % today().isoformat().encode()
    ).decode()
    for forged in (
        f"{better.rstrip('=')}.{token.partition('.')[2]}",
        token[:-1],
        here.cookies["tinplate_solver"],
        "nonsense",
    ):
        assert (await here.get(shared.picture.replace(token, forged))).status_code == 404
        page = await here.get(shared.page.replace(token, forged))
        assert "The same puzzles for everyone." in page.text  # as without a result
        assert forged not in page.text
    daily = {puzzle_id(GAME, each.puzzle) for each in made(GAME)}
    assert (await here.get(f"/api/puzzles/{daily.pop()}/share")).status_code == 404


@pytest.mark.usefixtures("anybody")
async def test_leaderboards_of_the_day(browser: Opens) -> None:
    """By time among those who found the fewest moves at once, without a hint."""
    quick, helped, missed = await browser("Quick"), await browser("Helped"), await browser("Missed")
    [_, (slot, one)] = made_for(GAME, today())
    name = puzzle_id(GAME, one.puzzle)
    await quick.post("/api/guest", name="Quick", avatar="owl")
    for here in (quick, helped, missed):
        await here.post(f"/api/puzzles/{name}/start")
    await helped.post(f"/api/puzzles/{name}/hint", level=1)
    await missed.post(f"/api/puzzles/{name}/answer", answer=wrong(GAME, one.puzzle))
    for here in (quick, helped, missed):
        await here.post(f"/api/puzzles/{name}/answer", answer=one.puzzle.solution)
    for period in ("day", "week"):
        board = await board_of(quick, mode="daily", period=period, slot=slot)
        found = [(row.place, row.name, row.avatar, row.solved) for row in board.rows]
        assert [(1, "Quick", "owl", 1)] == found
    assert (await board_of(missed, mode="daily", slot=slot)).you is None


async def test_every_door_of_runs_is_counted(tmp_path: Path) -> None:
    """By address."""
    with serving(tmp_path, policy=Policy(people=1)) as address:
        doors = ("runs", "runs/x/join", "runs/x/leave", "runs/x/start", "runs/x/answer", "settings")
        for door in doors:
            async with Browser(address) as here:
                codes = {(await here.post(f"/api/puzzles/{door}")).status_code for _ in range(30)}
                assert 429 in codes, door


async def test_moderators_see_who_is_not_ranked(tmp_path: Path) -> None:
    """With the reasons, once it is no accident."""
    database, key = f"sqlite:///{tmp_path / 'runs.db'}", Authenticator()
    await asyncio.to_thread(stock_database, database)
    with serving(tmp_path, database=database) as at:
        async with Browser(at) as moderator, Browser(at) as robot:
            await moderator.introduce("Moda")
            assert httpx.codes.CREATED == (await moderator.register(key)).status_code
            refused = await moderator.get("/api/puzzles/unranked")
            assert code_of(refused) == (403, "only-moderators")
            await robot.introduce("Robo")
            run = await opened(robot, GAME, "streak")
            for _ in range(plausible.MOST_TOO_FAST + 1):
                await solved(robot, run)
    policy = Policy(people=0, moderators=("Moda",))
    with serving(tmp_path, policy=policy, database=database) as at:
        async with Browser(at) as moderator:
            assert (await moderator.sign_in(key)).status_code < httpx.codes.BAD_REQUEST
            told = await unranked(moderator)
    assert [(each.name, each.game, each.reasons) for each in told] == [
        ("Robo", GAME, ("too-fast",))
    ]


@pytest.mark.usefixtures("at_once", "anybody")
async def test_a_closed_account_is_not_ranked(tmp_path: Path) -> None:
    """Nor is it counted, until a moderator reopens it."""
    database, key = f"sqlite:///{tmp_path / 'runs.db'}", Authenticator()
    await asyncio.to_thread(stock_database, database)
    with serving(tmp_path, database=database) as at:
        async with Browser(at) as moderator, Browser(at) as ann:
            for name, here, its in (("Moda", moderator, key), ("Ann", ann, Authenticator())):
                await here.introduce(name)
                assert httpx.codes.CREATED == (await here.register(its)).status_code
            run = await opened(ann, GAME, "race")
            await did(ann, run, "start")
            await solved(ann, run)
            guest = await ann.guest()
            assert guest is not None
    policy, seen = Policy(people=0, moderators=("Moda",)), list[tuple[int, list[str]]]()
    with serving(tmp_path, policy=policy, database=database) as at:
        async with Browser(at) as moderator:
            assert (await moderator.sign_in(key)).status_code < httpx.codes.BAD_REQUEST
            for action in ("lock", "unlock"):
                act = {"person": guest["id"], "action": action, "why": "I saw them play."}
                done = await moderator.post("/api/moderation", **act)
                assert httpx.codes.OK == done.status_code, done.text
                board = await board_of(moderator, mode="race")
                seen.append((board.people, [row.name for row in board.rows]))
    assert seen == [(0, []), (1, ["Ann"])]


async def unranked(moderator: Browser) -> tuple[UnrankedPerson, ...]:
    return read(await moderator.get("/api/puzzles/unranked"), UnrankedPeople).people


async def test_moderators_clear_what_was_found_up_to_now(tmp_path: Path) -> None:
    """With a reason, on the trail; whatever is found later counts again."""
    database, key = f"sqlite:///{tmp_path / 'runs.db'}", Authenticator()
    await asyncio.to_thread(stock_database, database)
    with serving(tmp_path, database=database) as at:
        async with Browser(at) as moderator:
            await moderator.introduce("Moda")
            assert httpx.codes.CREATED == (await moderator.register(key)).status_code
    policy = Policy(people=0, moderators=("Moda",))
    with serving(tmp_path, policy=policy, database=database) as at:
        async with Browser(at) as moderator, Browser(at) as robot:
            assert (await moderator.sign_in(key)).status_code < httpx.codes.BAD_REQUEST
            await robot.introduce("Robo")
            run = await opened(robot, GAME, "streak")
            for _ in range(plausible.MOST_TOO_FAST + 1):
                await solved(robot, run)
            [found] = await unranked(moderator)
            assert (await asked(robot, run)).unranked == ("too-fast",)
            act = {"person": found.person, "action": "rank"}
            assert code_of(await moderator.post("/api/moderation", **act)) == (409, "say-why")
            assert (await robot.post("/api/moderation", **act, why="Me.")).status_code == 404
            assert await unranked(moderator) == (found,)
            done = await moderator.post("/api/moderation", **act, why="I saw them play.")
            row = done.json()["trail"][0]
            assert (row["action"], row["person"]["name"]) == ("rank", "Robo")
            assert await unranked(moderator) == ()
            for _ in range(plausible.MOST_TOO_FAST + 2):  # the first of these was begun before
                await solved(robot, run)
            assert [each.reasons for each in await unranked(moderator)] == [("too-fast",)]
