"""Bots of others at the tables: the host names them, everybody can play with them."""

import os
import shlex
import signal
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tests.catalogues import BOTS
from tests.external import rude
from tests.server.client import Client, introduced
from tests.server.serving import serving
from tinplate import catalogue
from tinplate.external.bot import ExternalBot, ExternalBotSpec, handshake
from tinplate.external.connection import ProcessConnection
from tinplate.external.messages import BotIntroduction
from tinplate.game import Millis, Plan, Seat
from tinplate.games import installed
from tinplate.games.ricochet.values import Bid, Bidding, TurnToken
from tinplate.lobby.values import SeatBot, Start, Terms
from tinplate.server import serving as serving_module
from tinplate.server.serving import ServerConfig
from tinplate.wire.outgoing import Done, Refused
from tinplate.wire.resources import Offers

QUICK_ROUNDS = Terms("ricochet", {"hourglass_seconds": 1})


@contextmanager
def server_with(way: str, folder: Path) -> Iterator[str]:
    mine = handshake("mine", f"stdio:{shlex.join([sys.executable, rude.__file__, way])}")
    with serving(folder, bots=(mine,)) as address:
        yield address


@asynccontextmanager
async def at_a_table_with(address: str, bot: str) -> AsyncIterator[Client]:
    """Ann sits there with the bot, and they play."""
    ann = await introduced(address, "Ann")
    table = await ann.open(QUICK_ROUNDS, 2)
    async with ann.at(table) as hers:
        assert isinstance(await hers.act(SeatBot(1, bot)), Done)
        assert isinstance(await hers.act(Start()), Done)
        await hers.until(lambda: hers.match)
        yield hers


async def test_it_is_in_the_catalogue_and_plays(tmp_path: Path) -> None:
    """As long as the server is open; for the games that it plays."""
    with server_with(rude.POLITE, tmp_path) as address:
        offers = msgspec.json.decode(
            (await (await introduced(address, "Bob")).get("/api/games")).content, type=Offers
        )
        async with at_a_table_with(address, "mine") as hers:
            await hers.until(lambda: hers.state.round)  # Ann has not turned up that token
            refused = await hers.act(SeatBot(0, "nobody"))

    assert ("mine", ("ricochet",), 3, rude.LIMIT, True) in [
        msgspec.structs.astuple(bot) for bot in offers.bots
    ]
    assert isinstance(refused, Refused)
    assert "mine" not in BOTS


class Eager:
    """Does the first thing it may, at once."""

    games = frozenset({"ricochet"})

    def choose(
        self, view: object, seat: Seat, legal: Sequence[Any], now: Millis, dice: Random
    ) -> Plan[Any]:
        del view, seat, now, dice
        return Plan((legal[0],))


async def test_a_class_plays_at_tables(tmp_path: Path) -> None:
    """In the server's own process; and it is removed with the server, as all others are."""
    eager = handshake("eager", f"python:{__name__}:{Eager.__name__}")
    with serving(tmp_path, bots=(eager,)) as address:
        async with at_a_table_with(address, "eager") as hers:
            await hers.until(lambda: hers.state.round)  # Ann has not turned up that token

    assert "eager" not in BOTS


async def test_killed_it_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is lost is a decision at most; the match goes on with the same bot."""
    known = installed()
    monkeypatch.setattr(serving_module, "installed", lambda: known)
    with server_with(rude.POLITE, tmp_path) as address:
        async with at_a_table_with(address, "mine") as hers:
            await hers.until(lambda: hers.state.round)
            bot = known.bots["mine"]
            assert isinstance(bot, ExternalBot)
            assert isinstance(bot._connection, ProcessConnection)
            before = bot._connection._process.pid
            os.kill(before, signal.SIGKILL)
            begun = hers.state.round
            await hers.until(lambda: hers.state.round > begun + 1)
            after = bot._connection._process.pid

    assert before != after


@pytest.mark.parametrize(
    "way", ["crash always", "silence always", "half always", "flood always", "garbage always"]
)
async def test_whatever_it_does_people_play_on(way: str, tmp_path: Path) -> None:
    """It never answers as it should: the table does not wait for it, nor does anybody else."""
    with server_with(way, tmp_path) as address:
        async with at_a_table_with(address, "mine") as hers:
            turned = await hers.play(TurnToken())
            bid = await hers.play(Bid(5))
            await hers.until(lambda: isinstance(hers.state.phase, Bidding))
        async with at_a_table_with(address, "random") as others:
            await others.until(lambda: others.state.round)

    assert [Done, Done] == [type(turned), type(bid)]


def test_it_plays_for_nobody_who_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """However near to the middle it says it is: one of our bots does, unless a host decides."""
    moderate = BotIntroduction(1, frozenset({"rally"}), strength=4)
    monkeypatch.setattr(catalogue, "_MIDDLE", moderate.strength)
    known = installed()
    known.add_bot(ExternalBot(ExternalBotSpec("guest", "tcp://127.0.0.1:1", moderate), ()))

    assert "driver" == known.stand_in("rally")


def test_every_worker_is_told_of_it() -> None:
    """Workers hear what to do as JSON: each starts the bot for itself."""
    mine = ExternalBotSpec("mine", "stdio:./bot", BotIntroduction(1, frozenset({"rally"}), 3, 0.5))
    setup = ServerConfig("sqlite://", "key", bots=(mine,))

    assert setup == msgspec.json.decode(msgspec.json.encode(setup), type=ServerConfig)
