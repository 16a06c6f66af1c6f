"""Bots of others: whatever they do costs a decision, and they are started again."""

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest

from tests.external import rude
from tests.waiting import block_until
from tinplate.external.bot import ExternalBot, handshake, parse_named_address
from tinplate.external.connection import BotDisconnected
from tinplate.game import Malformed, Millis, Plan, Seat
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.settings import PRESETS
from tinplate.games.ricochet.values import Command, TurnToken

RUDE = shlex.join([sys.executable, rude.__file__])
VIEW = Ricochet().setup(PRESETS["2013"], 2, Random(1))
GOOD, BAD = Millis(0), Millis(1)


@contextmanager
def rude_bot(way: str) -> Iterator[ExternalBot]:
    with closing(ExternalBot(handshake("rude", f"stdio:{RUDE} '{way}'"), [Ricochet()])) as bot:
        bot.start()
        yield bot


def ask(bot: ExternalBot, now: Millis) -> Plan[Command]:
    return bot.choose(VIEW, Seat(0), (TurnToken(),), now, Random(7))


def process_of(bot: ExternalBot) -> int:
    """Asked politely; it may have to be started first, which is not what is timed here."""
    bot.start()
    return int(ask(bot, GOOD).ask_again or 0)


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_it_introduces_itself() -> None:
    """What it plays, how well, and how long it may take are its own words."""
    with rude_bot("polite") as bot:
        assert ("rude", frozenset({"ricochet"}), 3, rude.LIMIT) == (
            bot.name, bot.games, bot.strength, bot.limit,
        )  # fmt: skip


def test_it_is_asked_and_answers() -> None:
    """It sees what a bot sees, and answers with a plan; the same process serves many questions."""
    with rude_bot("polite") as bot:
        plans = [ask(bot, GOOD) for _ in range(3)]

    assert [(TurnToken(),)] * 3 == [plan.commands for plan in plans]
    assert 1 == len({plan.ask_again for plan in plans})


@pytest.mark.parametrize(
    ("way", "error", "complaint"),
    [
        ("crash", "BotDisconnected", "it has disconnected"),
        ("silence", "TimeoutError", "it sent nothing in time"),
        ("half", "TimeoutError", "it sent half a line in time"),
        ("half and gone", "BotDisconnected", "it has disconnected in the middle of a line"),
        ("garbage", "Malformed", "Expected `object`, got `str`"),
        ("another game", "Malformed", "Invalid value 'Castle'"),
        ("misspelt", "Malformed", "unknown field `ask_agian`"),
        ("flood", "Malformed", "JSON is malformed"),
        ("one endless line", "BotDisconnected", "a line of more than 1048576 bytes"),
    ],
)
def test_whatever_it_does_costs_that_decision(way: str, error: str, complaint: str) -> None:
    """It says why, ends that process for good, and asks another one next time."""
    with rude_bot(way) as bot:
        before = process_of(bot)
        with pytest.raises(Exception, match=complaint) as caught:
            ask(bot, BAD)
        after = process_of(bot)

        assert error == type(caught.value).__name__
        assert before != after
        assert not is_running(before)
    assert not is_running(after)


def test_whoever_is_killed_between_two_questions_loses_nothing() -> None:
    """It is started again before it is asked."""
    with rude_bot("polite") as bot:
        before = process_of(bot)
        os.kill(before, signal.SIGKILL)
        block_until(lambda: bot._connection is None or bot._connection.has_unread())

        assert before != process_of(bot)


def test_an_answer_too_many_is_never_taken_for_the_next() -> None:
    """What nobody asked for ends that process."""
    with rude_bot("twice") as bot:
        before = process_of(bot)
        ask(bot, BAD)

        assert before != process_of(bot)


def test_one_that_begins_slowly_goes_on_beginning() -> None:
    """A decision is lost, not the start: killed at each question it would never be ready."""
    with closing(ExternalBot(handshake("rude", f"stdio:{RUDE} 'slow start'"), [Ricochet()])) as bot:
        with pytest.raises(TimeoutError, match="not introduced itself yet"):
            ask(bot, GOOD)
        process = process_of(bot)

    assert process


def test_it_is_not_told_our_secrets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The server's variables may contain passwords; the bot may need the rest."""
    monkeypatch.setenv("TINPLATE_DATABASE", "postgresql://user:secret@host/name")
    monkeypatch.setenv("ITS_OWN", "model.bin")
    script = tmp_path / "bot.sh"
    script.write_text("env > env.txt\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Malformed):
        handshake("nosy", f"stdio:sh {script}")
    seen = (tmp_path / "env.txt").read_text()

    assert "ITS_OWN=model.bin" in seen
    assert "TINPLATE_" not in seen


def test_one_question_at_a_time() -> None:
    """Many tables share it: whoever waits too long for their turn has lost that decision."""
    with rude_bot("polite") as bot, bot._turn:
        began = time.monotonic()
        with pytest.raises(TimeoutError, match="busy with another question"):
            ask(bot, GOOD)

        assert time.monotonic() - began >= bot.limit


@contextmanager
def rude_server(port: int = 0) -> Iterator[tuple[int, int]]:
    """Its process, and where it listens."""
    command = [sys.executable, rude.__file__, rude.POLITE, str(port)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as server:  # noqa: S603 - our own
        assert server.stdout is not None
        try:
            yield server.pid, int(server.stdout.readline())
        finally:
            server.kill()


def test_over_the_network() -> None:
    """The same lines by TCP; a server that goes and comes back is called again."""
    with rude_server() as (first, port):
        bot = ExternalBot(handshake("far", f"tcp://127.0.0.1:{port}"), [Ricochet()])
        known = process_of(bot)
    with pytest.raises(BotDisconnected, match="no answer from"):
        ask(bot, GOOD)
    with rude_server(port) as (second, _), closing(bot):
        again = process_of(bot)

    assert [first, second] == [known, again]


@pytest.mark.parametrize(
    ("place", "complaint"),
    [
        ("stdio:/no/such/program", "it cannot be started: .*No such file"),
        ("stdio:'", "it cannot be started: No closing quotation"),
        ("stdio:true", "it has disconnected"),
        ("stdio:echo hello", "JSON is malformed"),
        (f"stdio:{RUDE} 'another protocol'", "protocol 2; expected 1"),
        ("tcp://127.0.0.1:1", "no answer from 127.0.0.1, port 1"),
    ],
)
def test_whoever_does_not_introduce_itself_does_not_play(place: str, complaint: str) -> None:
    """Whoever brings it is told at once what is wrong."""
    with pytest.raises(Malformed, match=f"the bot mine did not introduce itself: {complaint}"):
        handshake("mine", place)


@pytest.mark.parametrize(
    ("text", "name", "place"),
    [
        ("rival", "rival", None),
        ("mine=stdio:./bot --x=1", "mine", "stdio:./bot --x=1"),
        ("stdio:./bot --x=1", "stdio:./bot --x=1", "stdio:./bot --x=1"),
        ("far=tcp://host:4000", "far", "tcp://host:4000"),
        ("far=tcp://[::1]:4000", "far", "tcp://[::1]:4000"),
    ],
)
def test_where_a_bot_is(text: str, name: str, place: str | None) -> None:
    """A name, a place, or both."""
    assert (name, place) == parse_named_address(text)


@pytest.mark.parametrize("text", ["mine=", "mine=./bot", "stdio:", "tcp://host", "a=tcp:host:1"])
def test_what_is_no_place(text: str) -> None:
    """It says what was expected."""
    with pytest.raises(Malformed, match="expected stdio:COMMAND, tcp://HOST:PORT or python:"):
        parse_named_address(text)
