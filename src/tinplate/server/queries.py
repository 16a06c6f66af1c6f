"""Requests that take long to answer: who sent them, and what they may compute."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from litestar import Request
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency
from msgspec.json import decode

from tinplate.game import ExplainedError, Rejected
from tinplate.lobby.values import Guest, Table
from tinplate.pack import Subject as Subject  # noqa: PLC0414 - for the routes of games
from tinplate.server.compute import Busy, Cancel, Requester, Work
from tinplate.server.context import ServerContext
from tinplate.server.http import TheContext, TheGuest
from tinplate.server.log_cache import UnknownLog
from tinplate.server.replicas import TABLE
from tinplate.server.running import BeingPlayed, refuse_alike, running_matches
from tinplate.server.sockets import address_of
from tinplate.server.tables import MAX_TABLES
from tinplate.wire.resources import Summary

HOUR = 60 * 60  # seconds
FOREVER = CacheControlHeader(public=True, max_age=365 * 24 * HOUR, immutable=True)
FOR_AN_HOUR = CacheControlHeader(public=True, max_age=HOUR)
HEAVY = {"purpose": "heavy"}
YOU_ARE_PLAYING = "You are playing a match of this game. There is no help until it is over."

AnyRequest = Request[Any, Any, Any]
ResultT = TypeVar("ResultT")


class BadRequest(ExplainedError):
    """A request with a text or value that cannot be read."""


class LongQuery(NamedTuple):
    """A request whose answer takes long to compute."""

    requester: Requester
    guest: Guest | None
    request: AnyRequest
    context: ServerContext

    async def compute_help(
        self, subject: Subject, work: Work[ResultT], helps: Callable[[ResultT, Sequence[str]], bool]
    ) -> ResultT:
        """Rejected if it would help in a match that is running now, in any process.

        `helps` says whether an answer does in a match with these topics. A question may be unlike
        the match, and yet have an answer that does.
        """
        if self.guest is not None and await _is_playing(self.context, self.guest, subject.game):
            raise Rejected(YOU_ARE_PLAYING, "you-are-playing")
        live = await running_matches(self.context.log_cache, subject) if subject.topics else []
        refuse_alike(subject, live)

        def checked(cancel: Cancel) -> ResultT | None:
            answer = work(cancel)
            return None if any(helps(answer, topics) for topics in live) else answer

        answer = await self.search(subject.game, checked)
        if answer is None:
            raise BeingPlayed
        return answer

    async def search(self, game: str, work: Work[ResultT]) -> ResultT:
        """The same as `compute`, for what needs compiled code of a game. Busy until it is there."""
        if not self.context.preparation.is_compiled(game):
            raise Busy("The solver is warming up. Try again in a moment.", "warming-up")
        return await self.compute(work)

    async def compute(self, work: Work[ResultT]) -> ResultT:
        return await self.context.compute.run_for_request(self.request, self.requester, work)


TheQuery = NamedDependency[LongQuery]


async def query_of(request: AnyRequest, guest: TheGuest, context: TheContext) -> LongQuery:
    """Guests are known by their id, everybody else by their address."""
    address = address_of(request)
    requester = Requester(guest.id if guest else address, address)
    return LongQuery(requester, guest, request, context)


async def _is_playing(context: ServerContext, guest: Guest, game: str) -> bool:
    """Whether the guest sits at a table with a running match of the game, and plays on."""
    heads = await context.store.of_guest(guest.id, TABLE, is_open=True, limit=MAX_TABLES)
    for head in heads:
        summary = decode(head.summary, type=Summary)
        if summary.is_playing and summary.game == game:
            table = (await context.log_cache.table(head.log)).table
            if await _plays_on(context, table, guest):
                return True
    return False


async def _plays_on(context: ServerContext, table: Table, guest: Guest) -> bool:
    chair = table.chair_of(guest.id)
    if chair is None or table.chairs[chair].is_away:
        return False
    with suppress(UnknownLog):  # not dealt yet
        match = await context.log_cache.match(table.match or "")
        return table.seat_of(guest.id) not in match.resigned
    return True
