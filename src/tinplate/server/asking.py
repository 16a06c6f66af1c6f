"""Requests that take long to answer: who sent them, and what they may ask for."""

from typing import Any, NamedTuple, TypeVar

from litestar import Request
from litestar.datastructures import CacheControlHeader
from litestar.di import NamedDependency

from tinplate.game import Rejected
from tinplate.server.house import House
from tinplate.server.http import TheGuest, TheHouse
from tinplate.server.sockets import address_of
from tinplate.server.thinking import Who, Work
from tinplate.store.log import Moment

AN_HOUR = 60 * 60  # seconds
FOR_EVER = CacheControlHeader(public=True, max_age=365 * 24 * AN_HOUR, immutable=True)
FOR_A_WHILE = CacheControlHeader(public=True, max_age=AN_HOUR)
HEAVY = {"purpose": "heavy"}
LONGEST_ROUND = 24 * AN_HOUR * 1000  # milliseconds; a round nobody played on for a day is over
BEING_PLAYED = "This target is being played at a table right now; wait until the round is over."

AnyRequest = Request[Any, Any, Any]
AnswerT = TypeVar("AnswerT")


class Asker(NamedTuple):
    """Somebody whose question takes long to answer."""

    who: Who
    request: AnyRequest
    house: House

    async def think_about(self, topic: str, work: Work[AnswerT]) -> AnswerT:
        """Rejected while a running match, in whichever process, is about that topic."""
        since = Moment(max(0, self.house.clock() - LONGEST_ROUND))
        if await self.house.store.is_topic(topic, since=since):
            raise Rejected(BEING_PLAYED, "being-played")
        return await self.think(work)

    async def think(self, work: Work[AnswerT]) -> AnswerT:
        return await self.house.thinkers.think_for(self.request, self.who, work)


TheAsker = NamedDependency[Asker]


async def asker_of(request: AnyRequest, guest: TheGuest, house: TheHouse) -> Asker:
    """By their name, or where they come from."""
    address = address_of(request)
    who = Who(guest.id if guest else address, address)
    return Asker(who, request, house)
