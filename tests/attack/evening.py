"""People who play match after match while a server is attacked, and check what they are told."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from itertools import cycle
from random import Random

import httpx

from tests.attack.findings import Findings
from tests.attack.verdict import Verdict, judged
from tests.server.client import Client, nameless
from tests.server.players import A_SHORT_RALLY, A_SHORT_RICOCHET
from tests.server.steadfast import LOST, Arrive, Sitting, Steadfast, sitting
from tests.server.truth import read_truth
from tests.waiting import PATIENCE, a_moment
from tinplate.store.log import all_rows
from tinplate.store.sql import SqlStore
from tinplate.wire.outgoing import Done, Trouble

AGAIN = 0.15  # how often somebody sends what was acknowledged long ago
RICOCHET_EVERY = 4  # tables; its players solve, which takes a core
TERMS = (A_SHORT_RICOCHET, A_SHORT_RALLY)


class Insistent(Steadfast):
    """Sends some commands again, long after they were acknowledged."""

    def __init__(self, dice: Random, *rest: object) -> None:
        super().__init__(*rest)  # type: ignore[arg-type]
        self.dice = dice
        self.with_changes = dice.random() < 0.5
        self.repeated = 0
        self.contradictions: list[str] = []

    async def _do_something(self, client: Client, heard: asyncio.Semaphore) -> bool:
        if not self.acknowledged or self.dice.random() > AGAIN:
            return await super()._do_something(client, heard)
        name = self.dice.choice([*self.acknowledged])
        answer = await client.play(self.commands[name], name)
        if isinstance(answer, Trouble):
            return False
        self._compare(name, answer)
        return True

    def _compare(self, name: str, answer: object) -> None:
        self.repeated += 1
        if answer != Done(name, self.acknowledged[name]):
            self.contradictions.append(f"{self.acknowledged[name]}, then {answer}")


def looks_on(_: Client) -> None:
    """A spectator does nothing."""


class Evening:
    """Tables of two and a spectator; when a match is over the next one begins."""

    def __init__(self, addresses: list[str], tables: int, seed: int) -> None:
        self.addresses = addresses
        self.sittings: list[Sitting] = []
        self._heard = asyncio.Semaphore(0)
        self._is_over = False
        self._dice = Random(seed)
        self._playing = [asyncio.create_task(self._play(number)) for number in range(tables)]

    async def until_acknowledged(self, commands: int) -> None:
        """So many more: it goes on, whatever has just happened."""
        async with asyncio.timeout(PATIENCE):
            for _ in range(commands):
                heard = asyncio.create_task(self._heard.acquire())
                await asyncio.wait([heard, *self._playing], return_when="FIRST_COMPLETED")
                if not heard.done():
                    heard.cancel()
                    await asyncio.gather(*self._playing)  # somebody has failed: how, it says

    async def finish(self) -> None:
        """Nobody begins another match."""
        self._is_over = True
        await asyncio.gather(*self._playing)

    async def cancel(self) -> None:
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)

    async def _play(self, number: int) -> None:
        terms = TERMS[bool(number % RICOCHET_EVERY)]
        for shift in cycle(range(number, number + len(self.addresses))):
            if self._is_over:
                return
            begin = partial(sitting, self.addresses, shift, terms, self._arriving())
            there = await self._patiently(begin)
            here = there._replace(players=(*there.players, self._spectator(there.table)))
            self.sittings.append(here)
            await asyncio.gather(*(player.play(self._heard) for player in here.players))

    def _arriving(self) -> Arrive:
        return lambda *who: Insistent(Random(self._dice.random()), *who)

    def _spectator(self, table: str) -> Steadfast:
        return Steadfast(nameless(self.addresses[0]), cycle(self.addresses), table, looks_on)

    async def _patiently(self, begin: Callable[[], Awaitable[Sitting]]) -> Sitting:
        """Begin a match, at the next try where a server is away."""
        async with asyncio.timeout(PATIENCE):
            while True:
                with suppress(*LOST, httpx.HTTPError, AssertionError):
                    return await begin()
                await a_moment()

    # The end

    async def judge(self, database: str, findings: Findings) -> Verdict:
        """Every match, by what is written."""
        total = Verdict({})
        store = await SqlStore.open(database)
        try:
            async with httpx.AsyncClient(base_url=self.addresses[0], timeout=PATIENCE) as http:
                for each in self.sittings:
                    rows = [row async for row in all_rows(store, each.match)]
                    log = await http.get(f"/api/matches/{each.match}/log")
                    verdict = judged(each, rows, read_truth(log.content))
                    total = _plus(total, verdict)
                    for kind, examples in verdict.faults.items():
                        findings.fault(kind, *examples)
        finally:
            await store.close()
        findings.fault("answered otherwise the second time", *self.contradictions)
        return total

    @property
    def people(self) -> list[Steadfast]:
        return [player for each in self.sittings for player in each.players]

    @property
    def acknowledged(self) -> int:
        return sum(len(person.acknowledged) for person in self.people)

    @property
    def repeated(self) -> int:
        return sum(each.repeated for each in self.people if isinstance(each, Insistent))

    @property
    def contradictions(self) -> list[str]:
        people = [each for each in self.people if isinstance(each, Insistent)]
        return [each for person in people for each in person.contradictions]

    @property
    def reconnections(self) -> int:
        return sum(max(0, person.sockets - 1) for person in self.people)


def _plus(one: Verdict, other: Verdict) -> Verdict:
    return Verdict(
        {},
        one.commands + other.commands,
        one.messages + other.messages,
        one.letters + other.letters,
    )
