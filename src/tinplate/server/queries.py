"""Requests that take long to answer: who sent them, and what they may compute."""

from typing import Any, NamedTuple, TypeVar

from litestar import Request
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency

from tinplate.game import Rejected
from tinplate.server.compute import Requester, Work
from tinplate.server.context import ServerContext
from tinplate.server.http import TheContext, TheGuest
from tinplate.server.sockets import address_of
from tinplate.store.log import Moment

HOUR = 60 * 60  # seconds
FOREVER = CacheControlHeader(public=True, max_age=365 * 24 * HOUR, immutable=True)
FOR_AN_HOUR = CacheControlHeader(public=True, max_age=HOUR)
HEAVY = {"purpose": "heavy"}
MAX_ROUND = 24 * HOUR * 1000  # milliseconds; a round without a move for a day is over
BEING_PLAYED = "This target is being played at a table. Wait until the round is over."

AnyRequest = Request[Any, Any, Any]
ResultT = TypeVar("ResultT")


class LongQuery(NamedTuple):
    """A request whose answer takes long to compute."""

    requester: Requester
    request: AnyRequest
    context: ServerContext

    async def compute_unless_live(self, topic: str, work: Work[ResultT]) -> ResultT:
        """Rejected while this topic is at stake in a running match, in any process."""
        since = Moment(max(0, self.context.clock() - MAX_ROUND))
        if await self.context.store.is_topic(topic, since=since):
            raise Rejected(BEING_PLAYED, "being-played")
        return await self.compute(work)

    async def compute(self, work: Work[ResultT]) -> ResultT:
        return await self.context.compute.run_for_request(self.request, self.requester, work)


TheQuery = NamedDependency[LongQuery]


async def query_of(request: AnyRequest, guest: TheGuest, context: TheContext) -> LongQuery:
    """Guests are known by their id, everybody else by their address."""
    address = address_of(request)
    requester = Requester(guest.id if guest else address, address)
    return LongQuery(requester, request, context)
