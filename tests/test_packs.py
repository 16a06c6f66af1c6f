"""Packs of others: what is broken in one of them stays with it."""

import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import EntryPoint
from random import Random
from types import ModuleType
from typing import Any

import pytest

from tests.catalogues import GAMES
from tinplate import games
from tinplate.catalogue import Catalogue
from tinplate.cli.games import warn_of_unusable_games
from tinplate.game import Malformed, Rejected
from tinplate.games.rally.pack import PACK as RALLY
from tinplate.games.ricochet.pack import PACK, RicochetPack
from tinplate.pack import GamePack
from tinplate.random_bot import RandomBot

OURS = ["ricochet", "rally"]
UNUSABLE = "the game others_game:PACK cannot be used:"


@pytest.fixture(autouse=True)
def forgetful() -> Iterator[None]:
    """Packs are loaded once; here, once for each test."""
    games.found.cache_clear()
    yield
    games.found.cache_clear()


def install(monkeypatch: pytest.MonkeyPatch, pack: object) -> None:
    """A package with one module, in which that is the pack."""
    module = ModuleType("others_game")
    module.__dict__["PACK"] = pack
    monkeypatch.setitem(sys.modules, "others_game", module)
    point(monkeypatch, "others_game:PACK")


def point(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    def entry_points(*, group: str) -> list[EntryPoint]:
        return [EntryPoint("other", place, group)]

    monkeypatch.setattr(games, "entry_points", entry_points)


class Named(RicochetPack):
    """The same game under another name."""

    name = "slides"


class CalledArena(Named):
    """With the name of a command."""

    name = "arena"
    bots = ()


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("no_such_module:PACK", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("tests.catalogues:PACK", "AttributeError: "),
        ("tests.catalogues:GAMES", "tests.catalogues:GAMES is not a GamePack"),
        ("this:PACK", "AttributeError: "),
    ],
)
def test_a_broken_package_does_not_stop_our_games(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], place: str, told: str
) -> None:
    """It is left out, and every command says so in one line."""
    point(monkeypatch, place)
    found = list(games.packs())
    capsys.readouterr()  # what a module prints when it is imported
    warn_of_unusable_games(())
    said = capsys.readouterr().err

    assert OURS == found
    assert said.startswith("tinplate: ")
    assert told in said
    assert 1 == said.count("\n")


class CalledRally(Named):
    """With the name of another game."""

    name = "rally"


def test_a_game_with_the_name_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first stays."""
    install(monkeypatch, CalledRally())

    assert RALLY is games.packs()["rally"]
    assert ("two packages have a game “rally”; the second is others_game:PACK",) == (
        games.found().faults
    )


class OneBot(Named):
    """With a bot of its own."""

    bots = (RandomBot(["slides"]),)


class NoBots(Named):
    """Whose bots need something that is not there."""

    @property
    def bots(self) -> Any:  # noqa: ANN401
        raise ImportError("no torch")


@pytest.mark.parametrize(
    ("pack", "told"),
    [
        (OneBot(), f"{UNUSABLE} two bots are called “random”; they play rally, ricochet, slides"),
        (Named(), f"{UNUSABLE} two bots are called “level-1”; they play ricochet"),
        (NoBots(), "the bots of others_game:PACK cannot be loaded: ImportError: no torch"),
    ],
)
def test_a_package_whose_bots_cannot_be_used(
    monkeypatch: pytest.MonkeyPatch,
    pack: GamePack,
    told: str,
) -> None:
    """It is left out, and the bots of the others play on."""
    install(monkeypatch, pack)

    assert OURS == list(games.packs())
    assert (told,) == games.found().faults
    assert {"random", "level-1", "rival"} <= set(games.installed().bots)


def test_a_package_that_raises_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the code of a stranger does when it is imported."""

    def explode(name: str) -> ModuleType:
        if name == "others_game":
            raise ZeroDivisionError("by zero")
        return import_module(name)

    point(monkeypatch, "others_game:PACK")
    monkeypatch.setattr(games, "import_module", explode)

    assert OURS == list(games.packs())
    assert ("the game others_game:PACK cannot be loaded: ZeroDivisionError: by zero",) == (
        games.found().faults
    )


def test_a_game_with_the_name_of_a_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command stays, and a line says what became of the game."""
    install(monkeypatch, CalledArena())
    warn_of_unusable_games({"arena", "serve"})

    assert "tinplate: the game “arena” has no command: `tinplate arena` is something else\n" == (
        capsys.readouterr().err
    )


def test_two_bots_of_one_name() -> None:
    """Neither silently takes the place of the other."""
    with pytest.raises(Malformed, match="two bots are called “level-1”; they play ricochet"):
        _ = Catalogue([PACK, Named()]).own_bots


def test_every_bot_has_a_name_of_its_own() -> None:
    """Ours do."""
    names = [bot.name for pack in (PACK, RALLY) for bot in pack.bots]

    assert {RandomBot(GAMES).name, *names} == set(Catalogue([PACK, RALLY]).own_bots)
    assert len(names) + 1 == len(Catalogue([PACK, RALLY]).own_bots)


class ForTwoOrThree(Named):
    """As a game says who can play it."""

    seats = range(2, 4)


@pytest.mark.parametrize("seats", [0, 1, 4, 8])
def test_a_pack_says_how_many_can_play(seats: int) -> None:
    """Wherever a match is dealt: the pack refuses, even where the rules would not."""
    settings: Any = next(iter(PACK.presets.values()))
    with pytest.raises(Rejected, match=f"Ricochet is for 2 to 3 players, not {seats}"):
        ForTwoOrThree().deal(settings, seats, Random(1))

    assert 3 == ForTwoOrThree().deal(settings, 3, Random(1)).seats
