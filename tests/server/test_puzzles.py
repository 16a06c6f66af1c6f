"""Puzzles over HTTP: from the start of an attempt to its review; and what attackers try."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import httpx
import pytest

from tests.server.authenticator import Authenticator, Browser
from tests.server.puzzle_shelf import made, made_for, maker_of, stock, today
from tests.server.serving import UNCOUNTED, serving
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
from tests.waiting import PATIENCE, a_moment
from tinplate.games import installed
from tinplate.puzzles.values import MadePuzzle, puzzle_id
from tinplate.server.context import Policy
from tinplate.server.puzzle_filling import PuzzleFiller
from tinplate.server.puzzles import PuzzleService
from tinplate.store.log import Moment
from tinplate.store.opening import open_store
from tinplate.training.standings import GameTraining
from tinplate.training.values import Answered, AttemptOutcome, AttemptRow, Started
from tinplate.wire.puzzles import (
    AnswerJudged,
    DailyArchive,
    DailyPage,
    OfflinePuzzles,
    OfflineRecorded,
    OnePuzzle,
    PuzzleAttempt,
    PuzzleHint,
    PuzzleOverview,
    PuzzleReview,
)
from tinplate.wire.resources import Profile

__all__ = ["browser"]

GAMES = ("ricochet", "rally")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Also with the puzzles of today, yesterday and tomorrow."""
    days = (today() - timedelta(1), today(), today() + timedelta(1))
    with serving_puzzles(tmp_path_factory.mktemp("puzzles"), days) as address:
        yield address


def puzzles(game: str) -> dict[str, MadePuzzle]:
    days = [made_for(game, today() + timedelta(step)) for step in (-1, 0, 1)]
    daily = {puzzle_id(game, one.puzzle): one.puzzle for day in days for _, one in day}
    return made_puzzles(game) | daily


async def started(here: Browser, puzzle: str) -> PuzzleAttempt:
    return read(await here.post(f"/api/puzzles/{puzzle}/start"), PuzzleAttempt)


async def answered(here: Browser, puzzle: str, answer: str) -> AnswerJudged:
    return read(await here.post(f"/api/puzzles/{puzzle}/answer", answer=answer), AnswerJudged)


async def given_up(here: Browser, puzzle: str) -> AnswerJudged:
    return read(await here.post(f"/api/puzzles/{puzzle}/give-up"), AnswerJudged)


async def reviewed(here: Browser, puzzle: str) -> PuzzleReview:
    return read(await here.get(f"/api/puzzles/{puzzle}/review"), PuzzleReview)


@pytest.mark.parametrize("wanted", [0, 1])
async def test_whether_puzzles_are_made_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: int
) -> None:
    """What is missing will be there, or the host has turned that off."""

    async def makes_nothing(_: PuzzleFiller) -> None:
        return

    monkeypatch.setattr(PuzzleFiller, "fill", makes_nothing)
    with serving(tmp_path, policy=replace(UNCOUNTED, puzzles=wanted)) as address:
        async with Browser(address) as here:
            told = await overview(here)
    assert all(each.puzzle is None for each in told.today.puzzles)
    assert told.today.makes_puzzles == bool(wanted)


async def overview(here: Browser) -> PuzzleOverview:
    return read(await here.get("/api/puzzles"), PuzzleOverview)


def one_of(game: str, number: int = 0) -> tuple[str, MadePuzzle]:
    puzzle = made(game)[number].puzzle
    return puzzle_id(game, puzzle), puzzle


@pytest.mark.parametrize("game", GAMES)
async def test_somebody_without_a_name_solves_one(browser: Opens, game: str) -> None:
    """Within two requests: start and answer. They are rated, and may then see everything."""
    here = await browser()
    name, puzzle = one_of(game)
    attempt = await started(here, name)
    assert (attempt.text, attempt.state, attempt.is_rated) == (puzzle.text, "open", True)
    judged = await answered(here, name, puzzle.solution)

    assert (judged.is_solved, judged.extra, judged.attempt.state) == (True, 0, "solved")
    assert judged.step is not None
    assert judged.step.after > judged.step.before == 1500
    told = await reviewed(here, name)
    assert told.length == puzzle.length
    assert maker_of(game).is_solved_by(puzzle, puzzle.solution)
    assert told.left[0] == puzzle.length
    assert told.left[-1] == 0
    assert (told.people, told.solved) >= (1, 1)
    assert puzzle.solution.startswith(told.solutions[0])


async def test_a_profile_has_the_rating_in_puzzles(browser: Opens) -> None:
    """Of whoever has one; not to others if it is private."""
    ann, bob = await browser("Ann"), await browser("Bob")
    name, puzzle = one_of("ricochet")
    await started(ann, name)
    await answered(ann, name, puzzle.solution)
    assert 201 == (await ann.register(Authenticator())).status_code
    seen = read(await bob.get("/api/people/Ann"), Profile)
    assert 200 == (await ann.do("SetPrivacy", is_private=True)).status_code
    own = read(await ann.get("/api/people/Ann"), Profile)

    assert [("ricochet", 1)] == [(each.game, each.attempts) for each in seen.puzzles]
    assert seen.puzzles[0].rating.number > 1500
    assert seen.puzzles == own.puzzles
    assert 404 == (await bob.get("/api/people/Ann")).status_code


@pytest.mark.parametrize("game", GAMES)
async def test_a_wrong_answer_is_rated_and_may_be_mended(browser: Opens, game: str) -> None:
    """The first answer decides; the next ones are for oneself."""
    here = await browser()
    name, puzzle = one_of(game, 1)
    await started(here, name)
    first = await answered(here, name, wrong(game, puzzle))
    then = await answered(here, name, puzzle.solution)

    assert (first.is_solved, first.extra, first.attempt.score) == (False, None, 0)
    assert first.step is not None
    assert first.step.after < 1500
    assert then.step is None
    assert (then.attempt.state, then.attempt.score, then.attempt.answers) == ("solved", 0, 2)
    left = (await reviewed(here, name)).left
    assert left[0] == puzzle.length
    assert left[-1] != 0


async def test_a_longer_solution_counts_less(browser: Opens) -> None:
    """It says how many moves more it took; the shortest one still ends it."""
    here = await browser()
    name, puzzle = one_of("ricochet")
    await started(here, name)
    longer = longer_solution(puzzle)
    judged = await answered(here, name, longer)

    extra = len(longer.split()) - puzzle.length
    assert (judged.is_solved, judged.extra, judged.attempt.state) == (True, extra, "open")
    assert judged.attempt.score is not None
    assert 0 < judged.attempt.score < 1
    assert (await answered(here, name, puzzle.solution)).attempt.state == "solved"


async def test_nobody_sees_a_solution_before_the_end(browser: Opens) -> None:
    """Not the text before the start, nor anything of the solution before the end."""
    here = await browser()
    name, puzzle = one_of("ricochet", 2)
    before = await here.get(f"/api/puzzles/{name}")
    assert read(before, OnePuzzle).attempt is None
    assert puzzle.text not in before.text
    assert code_of(await here.get(f"/api/puzzles/{name}/review")) == (403, "attempt-is-open")
    begun = await here.post(f"/api/puzzles/{name}/start")
    assert puzzle.solution not in begun.text
    assert "length" not in begun.json()
    assert code_of(await here.get(f"/api/puzzles/{name}/review")) == (403, "attempt-is-open")
    await answered(here, name, wrong("ricochet", puzzle))
    assert code_of(await here.get(f"/api/puzzles/{name}/review")) == (403, "attempt-is-open")
    await given_up(here, name)
    assert (await reviewed(here, name)).solutions[0] == puzzle.solution
    other = await browser()
    assert code_of(await other.get(f"/api/puzzles/{name}/review")) == (403, "attempt-is-open")


@pytest.mark.parametrize("game", GAMES)
async def test_a_picture_shows_the_task_to_those_who_began(browser: Opens, game: str) -> None:
    """Others see the board alone, whatever they ask for; of days to come there is none."""
    puzzle, made = one_of(game)
    ann, bob = await browser(), await browser()
    await started(ann, puzzle)
    path = f"/api/puzzles/{puzzle}/board.svg"
    whole, unasked = [await ann.get(f"{path}{query}") for query in ("?is_begun=true", "")]
    bare, dark = [await bob.get(f"{path}?is_begun=true{query}") for query in ("", "&dark=true")]

    assert {"image/svg+xml"} == {
        each.headers["content-type"].partition(";")[0] for each in (whole, unasked, bare, dark)
    }
    assert "private" in whole.headers["cache-control"]
    assert ("data-robot" in whole.text, "data-robot" in bare.text) == (True, False)
    assert bare.text == unasked.text != dark.text
    assert made.text.partition(" ")[2] not in bare.text
    tomorrow = puzzle_id(game, made_for(game, today() + timedelta(1))[0][1].puzzle)
    assert (
        httpx.codes.NOT_FOUND == (await ann.get(f"/api/puzzles/{tomorrow}/board.svg")).status_code
    )


async def test_how_much_is_left_until_a_rating_is_told(browser: Opens) -> None:
    """Less after each puzzle that counts."""
    ann = await browser()
    [before] = [each.outlook for each in (await overview(ann)).games if each.game == "ricochet"]
    puzzle, made = one_of("ricochet")
    await started(ann, puzzle)
    after = (await answered(ann, puzzle, made.solution)).outlook
    [told] = [each.outlook for each in (await overview(ann)).games if each.game == "ricochet"]

    assert after is not None
    assert told == after
    assert 0 < after.found_in <= before.found_in
    assert after.settled_in < before.settled_in


async def test_nothing_is_gained_twice(browser: Opens) -> None:
    """Neither by answering again, nor by starting again after giving up or solving it."""
    here = await browser("Gil")
    name, puzzle = one_of("ricochet", 3)
    await started(here, name)
    gave_up = await given_up(here, name)
    assert gave_up.step is not None
    answer = await here.post(f"/api/puzzles/{name}/answer", answer=puzzle.solution)
    assert code_of(answer) == (409, "attempt-is-over")
    again = await started(here, name)
    assert not again.is_rated
    assert (await answered(here, name, puzzle.solution)).step is None
    [game, _] = (await overview(here)).games
    assert (game.rating.number, game.attempts) == (gave_up.step.after, 1)


async def test_starting_again_starts_no_clock(browser: Opens) -> None:
    """Nor does another browser of nobody see or answer it."""
    here, other = await browser("Hal"), await browser()
    name, puzzle = one_of("ricochet", 4)
    first = await started(here, name)
    assert (await started(here, name)).started_at == first.started_at
    answer = await other.post(f"/api/puzzles/{name}/answer", answer=puzzle.solution)
    assert code_of(answer) == (409, "puzzle-not-started")


async def test_hints_cost_and_give_away_little_by_little(browser: Opens) -> None:
    """The number of moves, then the first, then half of them."""
    here = await browser()
    name, puzzle = one_of("ricochet", 5)
    asking = {"level": 1}
    assert code_of(await here.post(f"/api/puzzles/{name}/hint", **asking)) == (
        409,
        "puzzle-not-started",
    )
    await started(here, name)
    hints = [
        read(await here.post(f"/api/puzzles/{name}/hint", level=level), PuzzleHint)
        for level in (1, 2, 3)
    ]
    moves = puzzle.solution.split()
    half = (puzzle.length + 1) // 2
    assert [hint.steps for hint in hints] == [(), (moves[0],), tuple(moves[:half])]
    assert (await answered(here, name, puzzle.solution)).attempt.score == 0.25


async def test_a_name_and_an_account_keep_what_was_done(browser: Opens) -> None:
    """What somebody solved before they had a name stays theirs."""
    here = await browser()
    name, puzzle = one_of("rally", 1)
    await started(here, name)
    await answered(here, name, puzzle.solution)
    before = (await overview(here)).games
    await here.introduce("Ida")
    assert (await overview(here)).games == before
    assert httpx.codes.CREATED == (await here.register(Authenticator())).status_code
    assert (await overview(here)).games == before
    assert before[1].attempts == 1


async def test_the_server_chooses_one_and_offers_no_others(browser: Opens) -> None:
    """Until it is answered: nobody looks for one that they like."""
    here = await browser()
    wish = {"game": "ricochet", "mode": "mix"}
    first = read(await here.post("/api/puzzles/next", **wish), PuzzleAttempt)
    again = read(await here.post("/api/puzzles/next", **wish), PuzzleAttempt)
    assert again.puzzle == first.puzzle
    await given_up(here, first.puzzle.id)
    other = read(await here.post("/api/puzzles/next", **wish), PuzzleAttempt)
    assert other.puzzle.id != first.puzzle.id
    daily = {puzzle_id("ricochet", one.puzzle) for _, one in made_for("ricochet", today())}
    assert other.puzzle.id not in daily


async def test_training_has_none_of_the_days(browser: Opens) -> None:
    """Neither past ones nor those to come: not in the mix, not offline, not in a streak."""
    here = await browser("Mix")
    wish = {"game": "ricochet", "mode": "mix"}
    dealt = set[str]()
    while (asked := await here.post("/api/puzzles/next", **wish)).status_code == httpx.codes.OK:
        dealt.add(read(asked, PuzzleAttempt).puzzle.id)
        await given_up(here, read(asked, PuzzleAttempt).puzzle.id)
    assert code_of(asked) == (409, "no-puzzles-left")
    assert dealt == set(made_puzzles("ricochet"))
    assert (await overview(here)).games[0].puzzles == len(dealt)
    other = await browser("Off")
    kept = read(await other.post("/api/puzzles/offline", game="ricochet"), OfflinePuzzles)
    assert {each.puzzle.id for each in kept.puzzles} <= dealt


async def test_a_theme_a_weak_spot_and_a_repeat(browser: Opens) -> None:
    """The themes are those of the game; what is not there is refused with a sentence."""
    here = await browser()
    wish = {"game": "ricochet", "mode": "theme"}
    found = read(await here.post("/api/puzzles/next", theme="blocker", **wish), PuzzleAttempt)
    assert "blocker" in puzzles("ricochet")[found.puzzle.id].themes
    await given_up(here, found.puzzle.id)
    asked = await here.post("/api/puzzles/next", theme="nonsense", **wish)
    assert code_of(asked) == (400, "no-such-theme")
    asked = await here.post("/api/puzzles/next", game="ricochet", mode="weak")
    assert code_of(asked) == (409, "no-weak-spots")
    asked = await here.post("/api/puzzles/next", game="ricochet", mode="repeat")
    assert code_of(asked) == (409, "nothing-to-repeat")
    [game, _] = (await overview(here)).games
    assert game.due == 0
    assert game.next_due_at is not None


async def test_the_puzzles_of_today(browser: Opens) -> None:
    """The same for all, solved on their day: a streak begins."""
    here = await browser("Jo")
    page = read(await here.get("/api/puzzles/daily"), DailyPage)
    slots = [(each.game, each.slot) for each in page.puzzles]
    assert slots == [("ricochet", "easy"), ("ricochet", "hard"), ("rally", "daily")]
    assert page.is_today
    easy = page.puzzles[0].puzzle
    assert easy == puzzle_id("ricochet", made_for("ricochet", today())[0][1].puzzle)
    assert easy is not None
    attempt = await started(here, easy)
    assert attempt.mode == "daily"
    await answered(here, easy, puzzles("ricochet")[easy].solution)

    told = await overview(here)
    assert (told.streak.days, told.streak.is_today_done) == (1, True)
    result = told.today.puzzles[0].result
    assert result is not None
    assert (result.state, result.extra, result.on_the_day) == ("solved", 0, True)
    statistics = told.today.puzzles[0].statistics
    assert statistics is not None
    assert statistics.people == sum(statistics.by_extra) + statistics.unsolved
    assert "Jo" not in [each.name for each in statistics.best]  # nobody is that fast
    assert told.today.puzzles[1].statistics is None
    other = await browser("Joan")
    assert (await overview(other)).today.puzzles[0].statistics is None
    await started(other, easy)
    assert (await overview(other)).today.puzzles[0].statistics is None


async def test_a_result_means_the_same_everywhere(browser: Opens) -> None:
    """A longer first answer counts, whatever comes later; seeing it again shows what was done."""
    here = await browser()
    page = read(await here.get("/api/puzzles/daily"), DailyPage)
    easy, hard = page.puzzles[0].puzzle, page.puzzles[1].puzzle
    assert easy is not None
    assert hard is not None
    puzzle = puzzles("ricochet")[easy]
    longer = longer_solution(puzzle)
    extra = len(longer.split()) - puzzle.length
    await started(here, easy)
    await answered(here, easy, longer)

    async def told() -> tuple[str, int | None, str | None]:
        result = read(await here.get("/api/puzzles/daily"), DailyPage).puzzles[0].result
        month = read(await here.get(f"/api/puzzles/archive?month={today():%Y-%m}"), DailyArchive)
        assert result is not None
        return result.mark, result.first_extra, month.days[-1].marks[0]

    assert await told() == ("longer", extra, "longer")
    judged = await answered(here, easy, puzzle.solution)
    assert (judged.attempt.first_extra, judged.attempt.extra) == (extra, 0)
    assert await told() == ("later", extra, "later")
    await started(here, easy)  # for fun; it shows no less than before
    again = read(await here.get(f"/api/puzzles/{easy}"), OnePuzzle).attempt
    assert again is not None
    assert (again.state, again.answers) == ("solved", 2)
    await started(here, hard)
    await here.post(f"/api/puzzles/{hard}/hint", level=1)
    await answered(here, hard, puzzles("ricochet")[hard].solution)
    second = read(await here.get("/api/puzzles/daily"), DailyPage).puzzles[1]
    assert second.result is not None
    assert second.statistics is not None
    assert second.result.mark == "hinted"
    assert second.statistics.hinted >= 1
    assert second.statistics.by_extra[0] >= second.statistics.hinted


async def test_days_to_come_are_secret(browser: Opens) -> None:
    """Their puzzles are made already, and nobody finds them."""
    here = await browser("Kim")
    tomorrow = today() + timedelta(1)
    assert (await here.get(f"/api/puzzles/daily?day={tomorrow}")).status_code == 404
    for _, one in made_for("ricochet", tomorrow):
        name = puzzle_id("ricochet", one.puzzle)
        assert (await here.get(f"/api/puzzles/{name}")).status_code == 404
        assert (await here.post(f"/api/puzzles/{name}/start")).status_code == 404


async def test_days_that_are_over(browser: Opens) -> None:
    """They are in the archive, with how everybody did on the day; later ones do not count."""
    here = await browser("Lou")
    yesterday = today() - timedelta(1)
    page = read(await here.get(f"/api/puzzles/daily?day={yesterday}"), DailyPage)
    assert [each.statistics is None for each in page.puzzles] == [False] * 3
    easy = page.puzzles[0].puzzle
    assert easy is not None
    assert (await started(here, easy)).mode == "link"
    await answered(here, easy, puzzles("ricochet")[easy].solution)
    page = read(await here.get(f"/api/puzzles/daily?day={yesterday}"), DailyPage)
    result, statistics = page.puzzles[0].result, page.puzzles[0].statistics
    assert result is not None
    assert not result.on_the_day
    assert statistics is not None
    assert statistics.people == 0
    month = read(await here.get(f"/api/puzzles/archive?month={yesterday:%Y-%m}"), DailyArchive)
    [day] = [each for each in month.days if each.date == yesterday.isoformat()]
    assert (day.puzzles, day.solved, day.marks) == (3, 1, ("best", "open", "open"))
    assert (await overview(here)).streak.days == 0


@pytest.mark.parametrize("game", GAMES)
async def test_puzzles_for_when_there_is_no_network(browser: Opens, game: str) -> None:
    """They come with their solutions, so they do not count; what was done is told later, once."""
    here = await browser()
    wish = {"game": game, "count": 3}
    taken = read(await here.post("/api/puzzles/offline", **wish), OfflinePuzzles).puzzles
    again = read(await here.post("/api/puzzles/offline", **wish), OfflinePuzzles).puzzles
    assert taken == again
    first, second, third = taken
    done = [
        {"puzzle": first.puzzle.id, "answer": first.solution, "seconds": 12},
        {"puzzle": second.puzzle.id, "answer": None},
    ]
    for recorded in (2, 0):
        answer = await here.post("/api/puzzles/offline/answers", answers=done)
        assert read(answer, OfflineRecorded).recorded == recorded
    assert not (await started(here, third.puzzle.id)).is_rated
    shown = next(one for one in (await overview(here)).games if one.game == game)
    assert shown.attempts == 0
    assert (await reviewed(here, first.puzzle.id)).attempt.state == "solved"


async def test_bad_requests_change_nothing(browser: Opens) -> None:
    """One sentence each."""
    here = await browser()
    name, _ = one_of("ricochet", 6)
    await started(here, name)
    refused = {
        "/api/puzzles/daily?day=2026-13-01": (400, "no-date"),
        "/api/puzzles/daily?day=1999-01-01": (404, "not-there"),
        "/api/puzzles/archive?month=never": (400, "no-date"),
        "/api/puzzles/nonsense": (404, "not-there"),
        "/api/puzzles/nonsense/review": (404, "not-there"),
    }
    for path, expected in refused.items():
        assert code_of(await here.get(path)) == expected, path
    answer = await here.post(f"/api/puzzles/{name}/answer", answer="up and away")
    assert answer.status_code == 400
    attempt = read(await here.get(f"/api/puzzles/{name}"), OnePuzzle).attempt
    assert attempt is not None
    assert (attempt.answers, attempt.score) == (0, None)


async def test_the_cookie_of_nobody_is_worth_nothing_after_an_account(browser: Opens) -> None:
    """Neither while the account is there, nor after it was deleted; nor does a changed one."""
    here, thief = await browser(), await browser()
    name, puzzle = one_of("ricochet", 7)
    await started(here, name)
    stolen = here.cookies["tinplate_solver"]
    thief.http.cookies.set("tinplate_solver", stolen)
    assert (await started(thief, name)).answers == 0  # whoever has the cookie is they, until then
    await here.introduce("Mia")
    assert httpx.codes.CREATED == (await here.register(Authenticator())).status_code
    answer = await thief.post(f"/api/puzzles/{name}/answer", answer=puzzle.solution)
    assert code_of(answer) == (409, "puzzle-not-started")
    await here.delete("Mia")
    answer = await thief.post(f"/api/puzzles/{name}/answer", answer=puzzle.solution)
    assert code_of(answer) == (409, "puzzle-not-started")
    forger = await browser()
    forger.http.cookies.set("tinplate_solver", stolen[:-2] + "AA")
    assert read(await forger.get(f"/api/puzzles/{name}"), OnePuzzle).attempt is None


def written(rows: list[AttemptRow], _: GameTraining) -> list[AttemptRow]:
    return rows


async def test_the_best_of_a_day_hide_those_who_hide(tmp_path: Path) -> None:
    """People without a name, private accounts and deleted ones are counted, and not listed."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    day = today() - timedelta(1)
    at = round(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)
    [(_, one), *_] = made_for("ricochet", day)
    name = puzzle_id("ricochet", one.puzzle)
    with serving(tmp_path, database=database) as address:
        async with Browser(address) as open_, Browser(address) as private, Browser(address) as gone:
            ids = dict[str, str]()
            for here, who in ((open_, "Nia"), (private, "Oda"), (gone, "Pia")):
                await here.introduce(who)
                await here.register(Authenticator())
                guest = await here.guest()
                assert guest is not None
                ids[who] = guest["id"]
            await private.do("SetPrivacy", is_private=True)
            await gone.delete("Pia")
    store = await open_store(database)
    await stock(store, (day,), "ricochet")
    service = PuzzleService(store, installed(), lambda: Moment(at))
    for number, person in enumerate([*ids.values(), "nobody"]):
        rows: list[AttemptRow] = [
            Started(person, name, at, "daily", is_rated=True),
            Answered(person, name, at + 9, "x", 0, 20.0 + number, AttemptOutcome(1.0)),
        ]
        await service.game("ricochet").training.write([], partial(written, rows))
    await store.close()
    with serving(tmp_path, database=database) as address:
        async with Browser(address) as here:
            page = read(await here.get(f"/api/puzzles/daily?day={day}"), DailyPage)
    statistics = page.puzzles[0].statistics
    assert statistics is not None
    assert (statistics.people, statistics.by_extra) == (4, (4, 0, 0, 0))
    assert [each.name for each in statistics.best] == ["Nia"]


async def test_a_server_fills_its_shelf(tmp_path: Path) -> None:
    """By itself: the puzzles of today and tomorrow, and as many others as the host wants."""
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    policy = replace(UNCOUNTED, puzzles=8)
    with serving(tmp_path, policy=policy, database=database) as address:
        async with Browser(address) as here:
            async with asyncio.timeout(PATIENCE):
                told = await overview(here)
                while min(game.puzzles for game in told.games) < 8:
                    await a_moment()
                    told = await overview(here)
    made_today = [made_for(game, today()) for game in GAMES]
    ids = [
        puzzle_id(game, one.puzzle)
        for game, slots in zip(GAMES, made_today, strict=True)
        for _, one in slots
    ]
    assert [each.puzzle for each in told.today.puzzles] == ids


async def test_every_door_of_puzzles_is_counted(tmp_path: Path) -> None:
    """By address: trying, reviewing, and becoming somebody new again and again."""
    policy = Policy(people=1)
    with serving(tmp_path, policy=policy) as address:
        for door in ("next", "x/start", "x/hint", "x/answer", "x/give-up", "offline"):
            async with Browser(address) as here:
                codes = {(await here.post(f"/api/puzzles/{door}")).status_code for _ in range(30)}
                assert 429 in codes, door
