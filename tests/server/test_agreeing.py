"""What a table accepts to be played."""

import asyncio
import threading
from typing import Literal

import pytest
from msgspec.structs import replace

from tests.server.client import introduced
from tests.server.players import A_SHORT_RALLY
from tinplate.game import Rejected
from tinplate.lobby.values import Arrange, Start, Terms
from tinplate.rally.shelf import text_named
from tinplate.server import agreeing
from tinplate.wire.outgoing import Done, Refused

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
        (NO_FLAG_1, "there is no flag 1; expected flags from 1 on without holes"),
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
        agreeing.settled(with_course(nonsense))

    assert len(str(refusal.value)) < 2 * agreeing.LONGEST_TOLD
    with pytest.raises(Rejected, match=r"A1: flag 1 cannot be reached .+; and 2 more"):
        agreeing.settled(with_course(course))


def test_our_own_courses_are_not_checked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are by the tests."""
    monkeypatch.setattr(agreeing, "_errors", pytest.fail)
    name = "first-shift"

    assert name == agreeing.settled(with_course(name)).settings["course"]
    assert text_named(name)


async def test_while_a_course_is_checked_everybody_else_plays_on(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And too many at once are refused, not queued for ever."""
    is_checking, may_end = threading.Event(), threading.Event()

    def slow(terms: Terms) -> Terms:
        is_checking.set()
        may_end.wait(30)
        return terms

    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table, other = await ann.open(A_SHORT_RALLY, 1), await bob.open(A_SHORT_RALLY, 1)
    async with ann.at(table) as hers, bob.at(other) as his:
        monkeypatch.setattr(agreeing, "settled", slow)
        monkeypatch.setattr(agreeing, "MOST_WAITING", 1)
        arranging = asyncio.create_task(hers.act(Arrange(A_SHORT_RALLY)))
        await asyncio.to_thread(is_checking.wait, 30)
        started = await his.act(Start())
        refused = await his.act(Arrange(A_SHORT_RALLY))
        may_end.set()

        assert isinstance(started, Done)
        assert isinstance(refused, Refused)
        assert "Too many tables are being arranged" in refused.because
        assert isinstance(await arranging, Done)


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

    assert absent == agreeing.settled(terms).absent


def test_a_course_too_may_keep_chairs() -> None:
    """D32: its rules count, unless the table chooses otherwise."""
    course = FINE.replace("board:", "rules: afk=wait\nboard:")
    chosen = {"course": course, "choices": {"afk": "bot"}}

    assert "keep" == agreeing.settled(with_course(course)).absent
    assert "bot" == agreeing.settled(Terms("rally", chosen)).absent


def test_other_games_leave_it_to_the_table() -> None:
    """They have no such setting."""
    assert "bot" == agreeing.settled(Terms("ricochet", {})).absent
    assert "keep" == agreeing.settled(Terms("ricochet", {}, absent="keep")).absent
