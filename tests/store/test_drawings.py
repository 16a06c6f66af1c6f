"""Drawings in every kind of store: lists, limits, restarts, repeated requests, backups."""

from pathlib import Path

import pytest

from tests.server.processes import ANN, BOB, CLEO, RICOCHET, Process, WallClock
from tests.store.logs import opened
from tinplate.gallery.rules import CheckedText
from tinplate.gallery.values import (
    DeleteDrawing,
    DrawingCommand,
    DrawingFacts,
    Publish,
    Redraw,
    RenameDrawing,
    ReportDrawing,
    Unpublish,
)
from tinplate.game import Rejected
from tinplate.lobby.values import Guest, Start, Terms
from tinplate.server import drawings
from tinplate.server.drawings import as_saved, plays_log, read_text
from tinplate.server.gallery import drawings_of, found_drawings, listed_drawings
from tinplate.server.replicas import HOST, DrawingReplica, drawing_kind
from tinplate.store.backup import back_up, restore
from tinplate.store.log import Head, Store
from tinplate.wire.resources import OpenTable, SaveDrawing

COURSE = """rally 1
name: Short cut
level: beginner
players: 1-4
board:
  S . . 1
  . . . .
"""
GAME = "rally"


def process(store: Store) -> Process:
    return Process(store, WallClock())


def text_of(number: int) -> CheckedText:
    return CheckedText(f"board {number}", DrawingFacts(f"digest {number}", 4, 2, (1, 4)))


async def save(
    here: Process, guest: Guest = ANN, number: int = 0, checked: CheckedText | None = None
) -> str:
    wanted = SaveDrawing(f"save {number}", GAME, f"Number {number}", "")
    return await here.drawings.save(guest, wanted, checked or text_of(number))


async def act(
    here: Process, id_: str, guest: Guest, command: DrawingCommand, name: str
) -> DrawingReplica:
    replica = await here.log_cache.current(await here.log_cache.drawing(id_))
    checked = text_of(99) if isinstance(command, Redraw) else as_saved(replica.drawing)
    await here.drawings.act(replica, guest, command, name, checked)
    return replica


async def gallery(store: Store) -> list[Head]:
    return await store.listing(drawing_kind(GAME), is_public=True, is_open=True, limit=50)


async def own(store: Store, guest: Guest) -> list[str]:
    heads = await store.of_guest(guest.id, drawing_kind(GAME), is_open=True, limit=50)
    return [head.log for head in heads]


async def test_a_drawing_survives_a_restart(store: Store) -> None:
    """Another process reads the same from the log: text, edition, name, and who sees it."""
    here = process(store)
    id_ = await save(here)
    await act(here, id_, ANN, Publish(), "publish")
    await act(here, id_, ANN, Redraw("x"), "redraw")
    await act(here, id_, BOB, ReportDrawing("spam", "buy"), "report")
    there = await process(store).log_cache.drawing(id_)

    assert (await here.log_cache.drawing(id_)).drawing == there.drawing
    assert ("board 99", 2, 1) == (
        there.drawing.text,
        there.drawing.edition,
        len(there.drawing.reports),
    )
    assert there.summary == (await here.log_cache.drawing(id_)).summary


async def test_the_gallery_has_what_is_published_latest_first(store: Store) -> None:
    """Neither reports nor new texts bring a drawing back to the top."""
    clock = WallClock()
    here = Process(store, clock)
    ids = [await save(here, number=number) for number in range(4)]
    for id_ in ids[:3]:
        clock.pass_seconds(1)
        await act(here, id_, ANN, Publish(), "publish")
    clock.pass_seconds(1)
    await act(here, ids[0], BOB, ReportDrawing("other"), "report")
    await act(here, ids[0], ANN, Redraw("x"), "redraw")

    assert ids[2::-1] == [head.log for head in await gallery(store)]
    await act(here, ids[1], ANN, Unpublish(), "back")
    await act(here, ids[2], ANN, DeleteDrawing(), "delete")
    assert [ids[0]] == [head.log for head in await gallery(store)]
    assert {ids[0], ids[1], ids[3]} == {*await own(store, ANN)}
    assert [] == await own(store, BOB)


async def test_a_request_that_is_sent_again_happens_once(store: Store) -> None:
    """Whichever process gets it; the same id of somebody else is another request."""
    here, there = process(store), process(store)
    id_ = await save(here)
    for each in (here, there):
        assert id_ == await save(each)
        await act(each, id_, ANN, RenameDrawing("New"), "rename")
        await act(each, id_, ANN, RenameDrawing("Newer"), "again")
        await act(each, id_, BOB, ReportDrawing("rude"), "report")
    theirs = await save(here, BOB)

    head = await store.head(id_)
    assert head is not None
    assert 3 == head.version  # two names and a report
    assert theirs != id_
    assert "Newer" == (await there.log_cache.drawing(id_)).drawing.name


async def test_two_processes_change_a_drawing_at_once(store: Store) -> None:
    """The slower one reads what came first."""
    here, there = process(store), process(store)
    id_ = await save(here)
    await there.log_cache.drawing(id_)
    await act(here, id_, ANN, Publish(), "publish")
    seen = await there.log_cache.drawing(id_)  # not refreshed
    await there.drawings.act(seen, ANN, RenameDrawing("Late"), "rename", as_saved(seen.drawing))

    assert (True, "Late") == (seen.drawing.is_published, seen.drawing.name)


async def test_the_host_finds_what_was_reported_or_hidden(store: Store) -> None:
    """Until the host is done with it."""
    here = process(store)
    id_ = await save(here)
    replica = await act(here, id_, ANN, Publish(), "publish")
    assert [] == await drawings_of(here, HOST, 50)
    await act(here, id_, BOB, ReportDrawing("copied"), "report")
    assert [id_] == [head.log for head in await drawings_of(here, HOST, 50)]

    await here.drawings.hide(replica, is_hidden=True)
    assert [] == await gallery(store)
    assert [id_] == [head.log for head in await drawings_of(here, HOST, 50)]
    await here.drawings.hide(replica, is_hidden=False)
    assert [id_] == [head.log for head in await gallery(store)]
    assert [] == await drawings_of(here, HOST, 50)


async def test_plays_are_matches_that_began_on_the_board(store: Store) -> None:
    """Each once, whoever deals it again; whoever wrote the text, and with whatever blanks."""
    here = process(store)
    pack = here.catalogue.pack(GAME)
    id_ = await save(here, checked=read_text(pack, COURSE))
    await act(here, id_, ANN, Publish(), "publish")
    spaced = COURSE.replace("S . .", "S   .  .")
    for number, text in enumerate((COURSE, spaced, "first-shift")):
        table = await here.tables.open(CLEO, OpenTable(Terms(GAME, {"course": text}), 1))
        await here.act(table, CLEO, Start(), f"start {number}")
        replica = await here.replica(table)
        assert replica.table.match is not None
        await here.tables._open_match(replica, replica.table.match)  # as after a crash
        await process(store).tables.match_at(replica)
    other = await here.tables.open(CLEO, OpenTable(RICOCHET, 1))
    await here.act(other, CLEO, Start(), "start")

    [listed] = await listed_drawings(here, await gallery(store))
    assert 2 == listed.plays
    counted = plays_log((await here.log_cache.drawing(id_)).drawing.facts.board)
    assert {counted: 1} == await store.versions([counted])


async def test_the_gallery_is_searched_and_sorted(store: Store) -> None:
    """By a part of the name, in any case; by plays, the most first."""
    here = process(store)
    pack = here.catalogue.pack(GAME)
    for number in range(3):
        checked = read_text(pack, COURSE.replace("Short cut", f"Cut {number}"))
        id_ = await save(here, number=number, checked=checked)
        await act(here, id_, ANN, Publish(), "publish")
    table = await here.tables.open(
        CLEO, OpenTable(Terms(GAME, {"course": COURSE.replace("Short cut", "Cut 1")}), 1)
    )
    await here.act(table, CLEO, Start(), "start")

    assert "Number 1" == (await found_drawings(here, pack, "plays", ""))[0].name
    assert ["Number 2"] == [
        each.name for each in await found_drawings(here, pack, "newest", "BER 2")
    ]
    assert [] == await found_drawings(here, pack, "newest", "nothing like that")


async def test_a_guest_has_only_so_many(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deleting one makes room; others have their own."""
    monkeypatch.setattr(drawings, "MAX_DRAWINGS", 2)
    monkeypatch.setattr(drawings, "MAX_CHANGES", 3)
    here = process(store)
    first, _ = [await save(here, number=number) for number in range(2)]
    with pytest.raises(Rejected) as refusal:
        await save(here, number=2)
    assert ("too-many-drawings", {"count": 2}) == (refusal.value.code, refusal.value.facts)
    await save(here, BOB)
    for number in range(3):
        await act(here, first, ANN, RenameDrawing(f"Name {number}"), f"rename {number}")
    with pytest.raises(Rejected) as refusal:
        await act(here, first, ANN, RenameDrawing("Once more"), "once more")
    assert "too-many-changes" == refusal.value.code
    await act(here, first, ANN, DeleteDrawing(), "delete")

    assert await save(here, number=2)


async def test_a_backup_has_the_drawings(address: str, tmp_path: Path) -> None:
    """Published, reported and played, as they were."""
    file, elsewhere = tmp_path / "backup.sqlite", f"sqlite:///{tmp_path / 'restored.sqlite'}"
    async with opened(address) as store:
        here = process(store)
        id_ = await save(here)
        await act(here, id_, ANN, Publish(), "publish")
        await act(here, id_, BOB, ReportDrawing("broken", "no way out"), "report")
        before = (await here.log_cache.drawing(id_)).drawing
    await back_up(address, file, None, lambda *_: None)
    await restore(file, elsewhere, lambda *_: None)
    async with opened(elsewhere) as store:
        there = process(store)

        assert before == (await there.log_cache.drawing(id_)).drawing
        assert [id_] == [head.log for head in await gallery(store)]
        assert [id_] == [head.log for head in await drawings_of(there, HOST, 50)]
