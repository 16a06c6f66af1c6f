"""From 0.1: its database, its key and its cookies, as its own server wrote them."""

import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from tests.server.client import Client, Person
from tests.server.players import offered
from tests.server.serving import serving
from tinplate.lobby.values import Guest, Start
from tinplate.server import serving as product
from tinplate.server.guests import CookieSigner
from tinplate.server.steady_clock import SteadyClock
from tinplate.store.backup import back_up, restore
from tinplate.wire.outgoing import Done

DUMP = Path(__file__).parents[1] / "corpus" / "database-0.1" / "database.sql"
KEY = bytes.fromhex("1cec4454bd80c5b6d712251cbb5346938c0b10e081b9bcb8ec258f7696df9e75")
COOKIE = (
    "eyJpZCI6IkV1bDIzU0hTNTkybE1iMmk3SEc0MXciLCJuYW1lIjoiT2xkIEFubiJ9"
    ".UyIxeP-DZ4HHqDnm6I4iJXUkQWnhjw8BFgx0QuY31g4"
)
HER_TABLE = "pubtEBKamyXWh5XbcbW-ow"
RUNNING = {  # tables, who sits there, and the version of their match
    "fMm6VIQHByWqMArsh7Nxig": (("cldAVRVU1K6eWH3UXVXnsg", "Xp55bCnEAZD118yqMSATLw"), 74),
    "-fWoPeJiXTRluWTyhL3aeg": (("SRgkST_g3AEOeO2WLr7DYg", "91um_yLPfeGblscfBsO1og"), 122),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a server of 0.1 was stopped, a moment ago: its matches would be over by now."""
    without_a_date = partial(SteadyClock, wall=lambda: 0)  # so it goes on from the last entry
    monkeypatch.setattr(product, "SteadyClock", without_a_date)
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection:
        connection.executescript(DUMP.read_text(encoding="utf-8"))
    (tmp_path / "guests.key").write_bytes(KEY)
    (tmp_path / "guests.key").chmod(0o600)
    return tmp_path


async def test_guests_of_0_1_are_known_and_find_their_tables(folder: Path) -> None:
    """By the cookie that 0.1 gave them; and they play at the table they had opened."""
    with serving(folder) as address:
        ann = Person(address, COOKIE, None)
        known = (await ann.get("/api/guest")).json()
        tables = (await ann.get("/api/guest/tables")).json()["tables"]
        async with ann.at(HER_TABLE) as hers:
            begun = await hers.act(Start())
            await hers.until(lambda: hers.match)

    assert "Old Ann" == known["name"]
    assert [HER_TABLE] == [table["id"] for table in tables]
    assert isinstance(begun, Done)


@pytest.mark.parametrize("table", RUNNING)
async def test_matches_of_0_1_are_played_on(folder: Path, table: str) -> None:
    """Both games, from the entry that was written last."""
    guests, version = RUNNING[table]
    with serving(folder) as address:
        ann, bob = (seated(address, guest) for guest in guests)
        async with ann.at(table) as hers, bob.at(table) as his:
            await hers.until(lambda: hers.state)
            await his.until(lambda: his.state)
            while not (await moves(hers) or await moves(his)):
                await hers.next_version()

    assert hers.match is not None
    assert version_of(folder, hers.match) > version


def version_of(folder: Path, match: str) -> int:
    with closing(sqlite3.connect(folder / "tables.sqlite")) as connection:
        asked = "SELECT version FROM log_heads WHERE log = ?"
        return int(connection.execute(asked, (match,)).fetchone()[0])


def seated(address: str, id_: str) -> Person:
    guest = Guest(id_, id_[:8])
    return Person(address, CookieSigner(KEY).write(guest), guest)


async def moves(player: Client) -> bool:
    """Whether the player could do something before a clock changed what is possible."""
    offers = offered(player)
    return bool(offers) and isinstance(await player.play(offers[0]), Done)


async def test_what_0_1_wrote_can_be_backed_up_and_restored(folder: Path) -> None:
    """Once it was migrated, which the first start does; a copy from before stays what it was."""
    database, copy = folder / "tables.sqlite", folder / "copy.sqlite"
    copy.write_bytes(database.read_bytes())
    before = copy.read_bytes()
    with serving(folder):
        pass
    made = await back_up(f"sqlite:///{database}", folder / "backup", KEY, lambda *_: None)
    found = await restore(folder / "backup", f"sqlite:///{folder / 'new.sqlite'}", lambda *_: None)

    assert made == found
    assert before == copy.read_bytes()
