"""Bots of one's own as Python classes, in the same process."""

import json
import sys
from pathlib import Path
from random import Random

import pytest

from tests.cli.running import Run
from tinplate.cli import bots as keyboard
from tinplate.external.bot import handshake, open_bot
from tinplate.external.python_bot import PythonBot
from tinplate.game import Malformed, Millis, Plan, Seat

MODULE = "a_bot_of_mine"
CODE = """
from tinplate.game import Plan

class Mine:
    games = {"rally"}
    limit = 0.5

    def choose(self, view, seat, legal, now, dice):
        return Plan((dice.choice(legal),))

class Lazy:
    games = {"rally"}

class Strong(Mine):
    strength = 11

class Broken:
    def __init__(self):
        raise OSError("no disk")
"""
WORDS = ("--players", "2", "--seed", "7", "--workers", "1", "--matches", "2", "--json")


@pytest.fixture(autouse=True)
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file in the directory one is in."""
    (tmp_path / f"{MODULE}.py").write_text(CODE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, MODULE, raising=False)
    monkeypatch.setattr(keyboard, "_of_ones_own", {})


def test_it_plays_under_the_name_it_is_given() -> None:
    """What it does not say of itself is as for a bot of another process."""
    spec = handshake("mine", f"python:{MODULE}:Mine")
    bot = open_bot(spec, ())

    assert isinstance(bot, PythonBot)
    assert ("mine", frozenset({"rally"})) == (bot.name, bot.games)
    assert (5, 0.5) == (bot.strength, bot.limit)
    assert Plan(("b",)) == bot.choose(None, Seat(0), ("a", "b"), Millis(0), Random(0))


@pytest.mark.parametrize(
    ("place", "mistake"),
    [
        ("nowhere_at_all:Mine", "ModuleNotFoundError: No module named 'nowhere_at_all'"),
        (f"{MODULE}:Missing", "has no attribute 'Missing'"),
        (f"{MODULE}:Broken", "OSError: no disk"),
        (f"{MODULE}:Lazy", "it has no method “choose”"),
        (f"{MODULE}:Strong", "Strong: Expected `int` <= 10"),
    ],
)
def test_what_is_no_bot(place: str, mistake: str) -> None:
    """One sentence says what is wrong with it."""
    with pytest.raises(Malformed, match=mistake):
        handshake("mine", f"python:{place}")


def test_in_the_arena(run: Run) -> None:
    """It is rated like the others, and loses no decision."""
    ran = run("arena", "rally", "--bots", f"random,mine=python:{MODULE}:Mine", *WORDS)
    told = json.loads(ran.out)

    assert (0, "") == (ran.code, ran.err)
    assert ["mine", "random"] == sorted(each["bot"] for each in told["thinking"])


def test_at_one_keyboard() -> None:
    """By its name, as often as it is asked for."""
    mine = f"mine=python:{MODULE}:Mine"

    assert ("mine bot", "Wobble bot") == keyboard.read_bots(f"{mine},random", "rally")
    assert {Seat(1): "mine"} == {
        seat: bot.name for seat, bot in keyboard.bots_among(["ann", "mine bot"]).items()
    }
    with pytest.raises(Malformed, match="it does not play"):
        keyboard.read_bots(mine, "ricochet")
    with pytest.raises(Malformed, match="there is already a bot “driver”"):
        keyboard.read_bots(f"driver=python:{MODULE}:Mine", "rally")
