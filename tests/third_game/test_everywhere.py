"""The auction through everything Tinplate has, though nothing there was changed for it."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import cast

import msgspec
import pytest

from tests.catalogues import GAMES
from tests.server.client import Person, begin, introduced, nameless
from tests.server.players import play_at_random
from tests.server.running import running
from tests.third_game.auction.rules import Auction
from tests.third_game.auction.values import Bid
from tinplate.game import AnyGame
from tinplate.lobby.values import SeatBot, Start, Terms
from tinplate.wire.outgoing import Done
from tinplate.wire.resources import MatchEntries

TERMS = Terms("auction", {"rounds": 2, "seconds": 60})


@pytest.fixture(autouse=True)
def known_to_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clients of the tests fold what they are told with the rules of the game."""
    monkeypatch.setitem(cast("dict[str, AnyGame]", GAMES), "auction", Auction())


def tinplate(*arguments: str, typed: str = "") -> str:
    ran = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "tinplate.cli.main", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (0, "") == (ran.returncode, ran.stderr), ran.stderr
    return ran.stdout


def test_the_command_line_has_it() -> None:
    """Beside our own games, with a command to play it."""
    assert "auction" in tinplate("--help")
    assert "--preset" in tinplate("auction", "play", "--help")


def test_it_is_played_at_one_keyboard_and_told_from_its_file(tmp_path: Path) -> None:
    """By numbers; the file can be gone on with and told."""
    file = str(tmp_path / "auction.log")
    begun = tinplate("auction", "play", "--seed", "3", "--save", file, typed="3\n99\n4\nquit\n")
    rest = tinplate("auction", "play", "--resume", file, typed="1\n1\n1\n1\n")
    told = tinplate("replay", file)

    assert begun.startswith("usual settings, 2 players\n")
    assert "Type a number from 1 to 11, or quit." in begun
    assert "LotSold, bids 2, 3, winner 1" in begun
    assert "bob wins: every lot is sold." in rest
    assert told.startswith("Auction: ann and bob\n")
    assert told.rstrip().endswith("bob wins: every lot is sold.")
    assert "LotSold, bids 2, 3, winner 1" in told


def test_bots_play_it_in_the_arena() -> None:
    """One that bids by worth beats chance."""
    asked = ("--bots", "random,bidder", "--matches", "40", "--seed", "1", "--json")
    report = json.loads(tinplate("arena", "auction", *asked, "--workers", "1"))

    assert 40 == report["matches_played"]
    assert "bidder" == report["ladders"][0]["ratings"][0]["bot"]


def test_the_load_tester_plays_it() -> None:
    """Scripted players on a server of their own; nothing acknowledged is missing."""
    load = ("--games", "auction", "--tables", "2", "--players", "6", "--pace", "0.1-0.3")
    report = json.loads(tinplate("load", *load, "--seconds", "3", "--json"))

    assert report["commands"] == report["acknowledged"] > 0
    assert (0, 0, 0) == tuple(report["audit"][flaw] for flaw in ("missing", "doubled", "gaps"))


async def replay_of(person: Person, match: str) -> dict[str, object]:
    answer: dict[str, object] = (await person.get(f"/api/matches/{match}/replay")).json()
    return answer


async def test_people_and_bots_play_it_over_the_network(tmp_path: Path) -> None:
    """With views for clients that know no rules, and without telling what is in an envelope."""
    async with running(f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path) as server:
        ann = await introduced(server.address, "Ann")
        bob = await introduced(server.address, "Bob")
        games = (await ann.get("/api/games")).json()["games"]
        table = await ann.open(TERMS, 3)
        async with ann.at(table, with_views=True) as hers, bob.at(table) as his:
            assert isinstance(await hers.act(SeatBot(2, "bidder")), Done)
            await begin(hers, his)
            await hers.play(Bid(7))
            await his.until(lambda: his.state.envelopes[0])
            seen = his.state.envelopes[0]
            looked = (await bob.get(f"/api/matches/{his.match}/view")).json()
            await asyncio.gather(play_at_random(his, 1), play_at_random(hers, 2))
            await his.until(lambda: his.ending)
            async with nameless(server.address).at(table) as watching:
                await watching.until(lambda: watching.ending)
                assert watching.state == his.state == hers.state
            replay = await replay_of(ann, str(his.match))
            await hers.until(lambda: hers.table and not hers.table.is_playing)
            assert isinstance(await hers.act(Start()), Done)  # and again

    assert ["Auction"] == [each["title"] for each in games if each["game"] == "auction"]
    assert seen.amount is None
    assert (1, None) == (looked["seat"], looked["view"]["envelopes"][0]["amount"])
    assert "every lot is sold" == replay["because"]


async def entries_for(person: Person, match: str) -> MatchEntries:
    answer = await person.get(f"/api/matches/{match}/entries")
    assert 200 == answer.status_code, answer.text
    return msgspec.json.decode(answer.content, type=MatchEntries)


def sealed(told: MatchEntries) -> list[tuple[int, int | None]]:
    """The seats of all sealed bids, and the amounts where they are known."""
    events = (event for entry in told.entries for event in entry.events)
    return [(each["seat"], each["amount"]) for each in events if each["type"] == "BidSealed"]


async def test_whoever_comes_late_is_told_what_happened(tmp_path: Path) -> None:
    """As their seat sees it, and nobody else's secrets; the same as on the socket."""
    async with running(f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path) as server:
        ann, bob = [await introduced(server.address, name) for name in ("Ann", "Bob")]
        table = await ann.open(TERMS, 2)
        async with ann.at(table) as hers, bob.at(table) as his:
            await begin(hers, his)
            await hers.play(Bid(7))
            await his.until(lambda: his.version == 1)
            people = (ann, bob, nameless(server.address))
            match = str(hers.match)
            early = [await entries_for(person, match) for person in people]
            on_sockets = msgspec.to_builtins([hers.entries, his.entries])
            await his.play(Bid(1))
            await hers.until(lambda: hers.state.round == 2)
            late = [await entries_for(person, match) for person in people]
            await asyncio.gather(play_at_random(hers, 1), play_at_random(his, 2))
            await hers.until(lambda: hers.table and not hers.table.is_playing)
            assert isinstance(await hers.act(Start()), Done)
            after = [await entries_for(person, match) for person in people]
            unknown = await ann.get("/api/matches/nothing/entries")

    assert [[(0, 7)], [(0, None)], [(0, None)]] == [*map(sealed, early)]
    assert on_sockets == [msgspec.to_builtins([*told.entries]) for told in early[:2]]
    assert [0, 1, None] == [told.seat for told in late]
    assert [[(0, 7), (1, None)], [(0, None), (1, 1)], [(0, None), (1, None)]] == [
        *map(sealed, late)
    ]
    assert [None, None, None] == [told.seat for told in after]  # another match has begun there
    assert all(amount is None for told in after for _, amount in sealed(told))
    assert 404 == unknown.status_code
