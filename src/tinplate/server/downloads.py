"""Everything of mine in one file, bit by bit: account, record, drawings, matches, puzzles."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from litestar import MediaType, Request, Router, get
from litestar.di import Provide
from litestar.openapi.datastructures import ResponseSpec
from litestar.response import Stream
from msgspec import Raw
from msgspec.json import encode

from tinplate.gallery.values import Drawing
from tinplate.game import Seat
from tinplate.records.values import PersonRecord
from tinplate.server.account_routes import SignedIn, TheOwner, facts_of, owner_of
from tinplate.server.context import ServerContext
from tinplate.server.drawings import MAX_DRAWINGS
from tinplate.server.gallery import drawings_of
from tinplate.server.http import TheContext
from tinplate.server.match_messages import match_entries_seen
from tinplate.server.puzzles import attempts_log
from tinplate.server.replays import log_of
from tinplate.server.replicas import MATCH, MatchReplica
from tinplate.social import rules
from tinplate.social.values import PersonReport
from tinplate.store.log import PAGE, Head, Row, all_rows
from tinplate.training.values import decode_row
from tinplate.wire.accounts import DownloadedAttempts, DownloadedMatch, OwnData

FILE = "tinplate-account.json"
_COMMA = b",\n"


@get(
    "/api/account/download",
    opt={"purpose": "downloads"},
    media_type=MediaType.JSON,
    responses={200: ResponseSpec(OwnData, generate_examples=False, description="As a file.")},
)
async def download(
    request: Request[Any, Any, Any],  # noqa: ARG001 - so that the stream ends with it
    context: TheContext,
    owner: TheOwner,
) -> Stream:
    """All that we have of you: account, record, drawings, matches, lists, reports and puzzles."""
    headers = {"Content-Disposition": f'attachment; filename="{FILE}"'}
    return Stream(parts_of(context, owner), media_type=MediaType.JSON, headers=headers)


def routes() -> Router:
    return Router(path="/", route_handlers=[download], dependencies={"owner": Provide(owner_of)})


async def parts_of(context: ServerContext, owner: SignedIn) -> AsyncIterator[bytes]:
    """The file, bit by bit: somebody may have played thousands of matches."""
    person = owner.account.person
    yield b'{"account":' + encode(facts_of(context, owner.account, owner.session))
    yield b',\n"record":' + encode(await context.records.find(person) or PersonRecord())
    yield b',\n"drawings":['
    between = b""
    for head in await drawings_of(context, person, MAX_DRAWINGS):
        yield between + encode(await _drawing(context, head))
        between = _COMMA
    yield b'],\n"matches":['
    between = b""
    async for head in _matches(context, person):
        yield between + encode(await _match(context, head, person))
        between = _COMMA
    yield b'],\n"follows":' + encode((await context.social.follows(person)).people)
    yield b',\n"blocks":' + encode((await context.social.blocks(person)).people)
    yield b',\n"reports":' + encode(await _reports(context, person))
    yield b',\n"attempts":['
    between = b""
    for game in context.puzzles.games:
        rows = [Raw(row) async for row in _attempts(context, game.game, person)]
        yield between + encode(DownloadedAttempts(game.game, Raw(encode(rows))))
        between = _COMMA
    yield b"]}\n"


async def _attempts(context: ServerContext, game: str, person: str) -> AsyncIterator[bytes]:
    """What they did with the puzzles of a game, out of a log that everybody shares."""
    mark = person.encode()
    async for row in all_rows(context.store, attempts_log(game)):
        if mark in row.body and decode_row(row.body).person == person:
            yield row.body


async def _reports(context: ServerContext, person: str) -> list[PersonReport]:
    """Without what others said: some of them may have blocked whoever reported it."""
    return [rules.without_lines(report) for report in await context.reports.by(person)]


async def _drawing(context: ServerContext, head: Head) -> Drawing:
    replica = await context.log_cache.current(await context.log_cache.drawing(head.log))
    return replica.drawing


async def _matches(context: ServerContext, person: str) -> AsyncIterator[Head]:
    for is_open in (False, True):
        behind = None
        while True:
            page = await context.store.of_guest(
                person, MATCH, is_open=is_open, limit=PAGE, behind=behind
            )
            for head in page:
                yield head
            if len(page) < PAGE:
                break
            behind = page[-1].cursor


async def _match(context: ServerContext, head: Head, person: str) -> DownloadedMatch:
    replica = await context.log_cache.current(await context.log_cache.match(head.log))
    rows = [row async for row in all_rows(context.store, head.log, after=0)]
    guests = replica.opening.guests
    seat = Seat(guests.index(person)) if person in guests else None
    return await asyncio.to_thread(partial(_told, context, replica, rows, seat))


def _told(
    context: ServerContext, replica: MatchReplica, rows: list[Row], seat: Seat | None
) -> DownloadedMatch:
    facts = context.forgotten.facts(replica.facts, replica.opening.guests)
    if replica.outcome is None:
        seen = match_entries_seen(replica, rows, seat).entries
        return DownloadedMatch(replica.log, seat, facts, None, Raw(encode(seen)))
    log = log_of(replica, rows, facts.players, lambda: False)
    return DownloadedMatch(replica.log, seat, facts, log, Raw(b"[]"))
