"""What a table accepts to be played."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from typing import Literal

import pytest
from msgspec.structs import replace

from tests.catalogues import CATALOGUE
from tests.server.client import introduced
from tests.server.players import A_SHORT_RALLY, A_SHORT_RICOCHET
from tests.waiting import PATIENCE
from tinplate.catalogue import Catalogue
from tinplate.game import Rejected
from tinplate.games.rally import terms as rally_terms
from tinplate.games.rally.shelf import text_named
from tinplate.lobby.values import MAX_CHAIRS, Arrange, Start, Terms
from tinplate.server import http
from tinplate.server.compute import MAX_PER_GUEST, THREADS, ClientGone, Work
from tinplate.server.terms import MAX_LENGTH, validate, validated
from tinplate.wire.outgoing import Done, Refused, Trouble

FINE = """\
rally 1
name: Home
level: beginner
players: 1-2
size: 3x2
author: Ann
text: Across.
board:
  .  1  .
  .  S  .
"""
NO_FLAG_1 = FINE.replace("1  .", "2  .", 1)


def with_course(text: str) -> Terms:
    return replace(A_SHORT_RALLY, settings={"course": text})


async def test_a_course_of_ones_own_can_be_played(address: str) -> None:
    """Its text is part of the settings."""
    ann = await introduced(address, "Ann")
    async with ann.at(await ann.open(with_course(FINE), 1)) as hers:
        await hers.act(Start())
        await hers.until(lambda: hers.match)

        assert "Home" == hers.state.course.name


@pytest.mark.parametrize(
    ("course", "because"),
    [
        (NO_FLAG_1, "there is no flag 1; expected flags from 1 up without gaps"),
        (FINE.replace("  .  S  .", "  .  .  ."), "has no start"),
        (FINE.replace("size: 3x2", "size: 3x9"), "line"),
        ("nowhere", "there is no course “nowhere”"),
    ],
)
async def test_a_course_that_cannot_be_played_is_refused(
    address: str, course: str, because: str
) -> None:
    """When the table is opened and when it is arranged anew; what was agreed stays."""
    ann = await introduced(address, "Ann")
    async with ann.at(await ann.open(A_SHORT_RALLY, 1)) as hers:
        await hers.until(lambda: hers.table)
        before = hers.table
        answer = await hers.act(Arrange(with_course(course)))
        with pytest.raises(AssertionError, match=because.split(";", maxsplit=1)[0]):
            await ann.open(with_course(course), 1)

        assert isinstance(answer, Refused)
        assert because in answer.because
        assert before == hers.table


def test_the_place_of_an_error_is_told_and_not_too_many_of_them() -> None:
    """A sentence fit to be shown, not a page."""
    walls = "\n".join(f"  {number}/nesw  .  ." for number in range(1, 6))
    course = FINE.replace("size: 3x2", "size: 3x6").replace("  .  1  .", walls)
    nonsense = FINE.replace(".", "x" * 2_000)
    with pytest.raises(Rejected) as refusal:
        validated(CATALOGUE, with_course(nonsense))

    assert len(str(refusal.value)) < 2 * MAX_LENGTH
    with pytest.raises(Rejected, match=r"A1: flag 1 cannot be reached .+; and 2 more"):
        validated(CATALOGUE, with_course(course))


def test_our_own_courses_are_not_checked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are by the tests."""
    monkeypatch.setattr(rally_terms, "_errors", pytest.fail)
    name = "first-shift"

    assert name == validated(CATALOGUE, with_course(name)).settings["course"]
    assert text_named(name)


@pytest.mark.parametrize(
    "terms",
    [
        Terms("chess", {}),
        Terms("ricochet", {"gaol": 3}),
        Terms("ricochet", {"goal": 99}),
        Terms("rally", {"course": "nowhere"}),
        Terms("rally", {"course": {}}),
    ],
)
async def test_settings_that_no_game_knows_are_refused(address: str, terms: Terms) -> None:
    """With their place, when the table is opened and when it is arranged anew."""
    ann = await introduced(address, "Ann")
    async with ann.at(await ann.open(A_SHORT_RALLY, 1)) as hers:
        answer = await hers.act(Arrange(terms))

        assert isinstance(answer, Refused)
        assert answer.because.startswith("These settings don't work: ")
        with pytest.raises(AssertionError, match="These settings don't work: "):
            await ann.open(terms, 1)


async def test_robots_that_cannot_begin_there_are_refused_with_a_code(address: str) -> None:
    """RC4: so that the page says why in the language of whoever placed them."""
    ann = await introduced(address, "Ann")
    terms = Terms("ricochet", {"board": "G1R2B2Y2", "robots": "rh8,ga14,bl14,yj16"})
    async with ann.at(await ann.open(Terms("ricochet", {}), 2)) as hers:
        answer = await hers.act(Arrange(terms))

        assert isinstance(answer, Refused)
        assert ("cell-in-centre", {"robot": "r", "cell": "h8"}) == (answer.code, answer.facts)


async def test_a_table_too_large_for_another_game_keeps_its_own(address: str) -> None:
    """Or else people could sit on chairs with which no match can start."""
    ann = await introduced(address, "Ann")
    async with ann.at(await ann.open(Terms("ricochet", {}), MAX_CHAIRS)) as hers:
        answer = await hers.act(Arrange(Terms("rally", {})))

        assert isinstance(answer, Refused)
        assert "so-many-cannot-play" == answer.code


def test_settings_are_completed() -> None:
    """What is left out has its default."""
    settings = validated(CATALOGUE, Terms("ricochet", {"goal": 3})).settings

    assert (3, 60) == (settings["goal"], settings["hourglass_seconds"])


class LongCheck:
    """In the place of the check: says when it begins, and ends when it may."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.may_end = threading.Event()

    def __call__(self, _: str) -> tuple[str, ...]:
        self.begun.release()
        self.may_end.wait(PATIENCE)
        return ()

    async def wait_until_begun(self) -> None:
        assert await asyncio.to_thread(self.begun.acquire, timeout=PATIENCE)


@pytest.fixture
def long_check(monkeypatch: pytest.MonkeyPatch) -> Iterator[LongCheck]:
    check = LongCheck()
    monkeypatch.setattr(rally_terms, "_errors", check)
    yield check
    check.may_end.set()


async def test_while_courses_are_checked_everybody_else_goes_on(
    address: str, long_check: LongCheck
) -> None:
    """All threads are busy; nobody waits for them who plays, or wants nothing to be checked."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    async with ann.at(await ann.open(A_SHORT_RALLY, 1)) as hers:
        opening = [
            asyncio.create_task(bob.open(with_course(FINE), 1)) for _ in range(MAX_PER_GUEST)
        ]
        for _ in range(THREADS):  # as many as one guest may have, so all of Bob's have arrived
            await long_check.wait_until_begun()
        arranging = asyncio.create_task(hers.act(Arrange(with_course(FINE))))
        with pytest.raises(AssertionError, match="We are still working on your last request"):
            await bob.open(with_course(FINE), 1)
        for terms in (A_SHORT_RICOCHET, A_SHORT_RALLY):
            async with bob.at(await bob.open(terms, 1)) as his:
                assert isinstance(await his.act(Arrange(terms)), Done)
                assert isinstance(await his.act(Start()), Done)
        long_check.may_end.set()
        await asyncio.gather(*opening)

        assert isinstance(await arranging, Done)


async def test_too_many_courses_at_a_time_are_refused(address: str, long_check: LongCheck) -> None:
    """Also on a socket, with the id of the command: it can be sent again."""
    ann = await introduced(address, "Ann")
    async with ann.at(await ann.open(A_SHORT_RALLY, 1)) as hers:
        opening = [
            asyncio.create_task(ann.open(with_course(FINE), 1)) for _ in range(MAX_PER_GUEST)
        ]
        for _ in range(THREADS):
            await long_check.wait_until_begun()
        answer = await hers.act(Arrange(with_course(FINE)))
        long_check.may_end.set()
        await asyncio.gather(*opening)

        assert isinstance(answer, Trouble)
        assert answer.because.startswith("We are still working on your last request")


async def test_whoever_hangs_up_is_forgotten(
    address: str, long_check: LongCheck, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A course that nobody waits for any more is not checked, and takes nobody's place."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    arrived, left = threading.Semaphore(0), threading.Semaphore(0)

    async def watched(
        catalogue: Catalogue, terms: Terms, compute: Callable[[Work[Terms]], Awaitable[Terms]]
    ) -> Terms:
        arrived.release()
        try:
            return await validate(catalogue, terms, compute)
        except ClientGone:
            left.release()
            raise

    async with asyncio.TaskGroup() as checks:
        for _ in range(THREADS):
            checks.create_task(ann.open(with_course(FINE), 1))
            await long_check.wait_until_begun()
        monkeypatch.setattr(http, "validate", watched)
        for _ in range(MAX_PER_GUEST + 1):
            waiting = asyncio.create_task(bob.open(with_course(FINE), 1))
            assert await asyncio.to_thread(arrived.acquire, timeout=PATIENCE)
            waiting.cancel()
            assert await asyncio.to_thread(left.acquire, timeout=PATIENCE)
        long_check.may_end.set()
    await bob.open(with_course(FINE), 1)

    assert long_check.begun.acquire(blocking=False)
    assert not long_check.begun.acquire(blocking=False)


@pytest.mark.parametrize(
    ("afk", "said", "absent"),
    [
        ("bot", "bot", "bot"),
        ("bot", "keep", "keep"),
        ("random", "bot", "keep"),
        ("wait", "bot", "keep"),
        ("wait", "keep", "keep"),
    ],
)
def test_a_bot_plays_for_who_is_away_if_game_and_table_agree(
    afk: str, said: Literal["bot", "keep"], absent: str
) -> None:
    """D32: with `random` or `wait` the chair is kept, whatever the table says."""
    terms = Terms("rally", {"choices": {"afk": afk}}, absent=said)

    assert absent == validated(CATALOGUE, terms).absent


def test_a_course_too_may_keep_chairs() -> None:
    """D32: its rules count, unless the table chooses otherwise."""
    course = FINE.replace("board:", "rules: afk=wait\nboard:")
    chosen = {"course": course, "choices": {"afk": "bot"}}

    assert "keep" == validated(CATALOGUE, with_course(course)).absent
    assert "bot" == validated(CATALOGUE, Terms("rally", chosen)).absent


def test_other_games_leave_it_to_the_table() -> None:
    """They have no such setting."""
    assert "bot" == validated(CATALOGUE, Terms("ricochet", {})).absent
    assert "keep" == validated(CATALOGUE, Terms("ricochet", {}, absent="keep")).absent
