"""A load test, from the first guest to the report."""

import asyncio
import gc
import os
import tempfile
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from tinplate.game import Rejected
from tinplate.games import packs
from tinplate.load.audit import audit
from tinplate.load.deliveries import Deliveries
from tinplate.load.lobby_client import LobbyClient
from tinplate.load.own_server import OwnServer, Usage
from tinplate.load.plan import LoadPlan
from tinplate.load.player import Acknowledged, ScriptedPlayer, SharedTable
from tinplate.load.rated_matches import RatedMatches
from tinplate.load.report import Alone, Cost, LoadReport, Outage, Sample, errors_of, spreads
from tinplate.load.sign_ins import SignIns
from tinplate.load.tally import LoadTally
from tinplate.lobby.values import SeatBot, Sit, Start, Terms
from tinplate.wire.incoming import LastSeen
from tinplate.wire.outgoing import Done

AT_ONCE = 10  # tables that fill at the same time
IDLE = 3.0  # seconds in which everybody is connected and nobody does anything
STARTS_PER_SECOND = 50
SETTLE_TIMEOUT = 10.0  # seconds until everybody has received what was done last
CHECK_INTERVAL = 0.02  # seconds
SAMPLES = 60  # of the server's usage in total, but at most one a second

LoadProgress = Callable[[str, float], None]  # the step, and the share of it that is done


async def against_own_server(
    plan: LoadPlan, tell: LoadProgress, database: str | None = None, options: Sequence[str] = ()
) -> LoadReport:
    """Start a server, test it, and audit its logs at the end. The database has to be empty."""
    with tempfile.TemporaryDirectory(prefix="tinplate-load-") as folder:
        server = OwnServer(Path(folder), database, options)
        await server.start()
        try:
            trial = LoadTest(plan, [server.address], tell, server)
            await trial.run()
        finally:
            await server.stop()
        return await trial.report()


async def against(plan: LoadPlan, addresses: Sequence[str], tell: LoadProgress) -> LoadReport:
    """Test a running server, or several processes of one."""
    trial = LoadTest(plan, [address.rstrip("/") for address in addresses], tell)
    await trial.run()
    return await trial.report()


class LoadTest:
    """The players of a load test, and their results."""

    def __init__(
        self,
        plan: LoadPlan,
        addresses: Sequence[str],
        tell: LoadProgress,
        server: OwnServer | None = None,
    ) -> None:
        self._plan = plan
        self._addresses = addresses
        self._lobby = LobbyClient(addresses[0])
        self._tell = tell
        self._server = server
        self._tally = LoadTally()
        self._acknowledged: list[Acknowledged] = []
        self._seen: list[LastSeen] = []  # by each player at the end
        self._is_down, self._is_over = asyncio.Event(), asyncio.Event()
        self._tables: list[list[ScriptedPlayer]] = [[] for _ in range(plan.tables)]
        self._staying: list[asyncio.Task[None]] = []
        self._samples: list[Sample] = []
        self._usages: list[Usage | None] = []  # empty, idle, idle no more, began, ended
        self._outage: Outage | None = None
        self._bots = Counter[str]()  # decisions that were lost or hurried
        self._seconds = 0.0
        self._connections = 0
        self._unanswered = 0
        self._load = 0.0
        self._alone: Alone | None = None
        self._more = LoadTally()  # the times of rated matches are not those of the tables
        self._more.errors = self._tally.errors
        self._sign_ins = (
            SignIns(addresses[0], plan.sign_ins, self._tally) if plan.sign_ins else None
        )
        self._rated = (
            RatedMatches(self._lobby, plan.games, plan.rated_ends, self._tally)
            if plan.rated_ends
            else None
        )

    @property
    def _players(self) -> list[ScriptedPlayer]:
        return [player for table in self._tables for player in table]

    async def run(self) -> None:
        try:
            self._note_usage()
            await self._fill()
            self._note_usage()
            self._tell("Everybody is idle", 1)
            await asyncio.sleep(IDLE)
            self._note_usage()
            await self._prepare_more()
            await self._start()
            # A garbage collection of ours would look like a delay of the server.
            gc.collect()
            gc.freeze()
            await self._measure()
            await self._settle()
            await self._ask_for_bots()
        finally:
            gc.unfreeze()
            await _cancelled(self._staying)
            if self._rated is not None:
                await self._rated.close()

    async def report(self) -> LoadReport:
        database = self._server.database if self._server else None
        found = await audit(database, self._acknowledged, self._seen) if database else None
        rated = await self._rated.report(database) if self._rated else None
        acknowledgement, delivery, lateness = spreads(self._tally)
        return LoadReport(
            plan=self._plan,
            seconds=self._seconds,
            connections=self._connections,
            commands=self._tally.commands,
            acknowledged=self._tally.acknowledged,
            unanswered=self._unanswered,
            refused=dict(self._tally.refused),
            errors=errors_of(self._tally, found, self._unanswered, rated.audit if rated else None),
            acknowledgement=acknowledgement,
            delivery=delivery,
            lateness=lateness,
            delivered=self._tally.delivered,
            messages=self._tally.messages,
            received_bytes=self._tally.received_bytes,
            cost=self._cost(),
            audit=found,
            outage=self._outage,
            bots=dict(self._bots) if self._server else None,
            load_average=self._load,
            alone=self._alone,
            sign_ins=self._sign_ins.report() if self._sign_ins else None,
            rated=rated,
        )

    # Joining

    async def _fill(self) -> None:
        turn = asyncio.Semaphore(AT_ONCE)
        done = 0

        async def fill(number: int) -> None:
            nonlocal done
            async with turn:
                await self._fill_table(number)
            done += 1
            self._tell("Players join", done / self._plan.tables)

        await asyncio.gather(*(fill(number) for number in range(self._plan.tables)))

    async def _fill_table(self, number: int) -> None:
        game, visitors = self._plan.game(number), self._plan.visitors(number)
        chairs, bots = self._plan.seats_at(number), self._plan.bots_at(number)
        passes = [
            await self._lobby.introduce(f"Player {number}-{chair}") for chair in range(chairs)
        ]
        table = await self._lobby.open(
            passes[0][1], Terms(game, dict(packs()[game].load_settings)), chairs + len(bots)
        )
        shared = self._shared(table, game, self._servers_of(number), self._tally)
        first = sum(map(self._plan.visitors, range(number)))
        people = [*passes, *[(None, None)] * (visitors - chairs)]
        players = [ScriptedPlayer(first + at, shared, *who) for at, who in enumerate(people)]
        self._tables[number] = players
        self._staying += [asyncio.create_task(player.stay()) for player in players]
        await asyncio.gather(*(player.is_in.wait() for player in players))
        for chair in range(1, chairs):
            await _agreed(players[chair], players[chair].ask(players[chair].order(Sit(chair))))
        host = players[0]
        for chair, bot in enumerate(bots, chairs):
            await _agreed(host, host.ask(host.order(SeatBot(chair, bot))))

    def _shared(
        self, table: str, game: str, servers: Sequence[str], tally: LoadTally
    ) -> SharedTable:
        return SharedTable(
            table=table,
            urls=tuple(LobbyClient.socket_url(each, table) for each in servers),
            game=game,
            tally=tally,
            deliveries=Deliveries(tally.time_delivery),
            acknowledged=self._acknowledged,
            is_down=self._is_down,
            is_over=self._is_over,
        )

    async def _prepare_more(self) -> None:
        if self._sign_ins is not None:
            await self._sign_ins.prepare(lambda share: self._tell("Accounts are opened", share))
        if self._rated is not None:
            await self._rated.prepare(
                lambda table, game: self._shared(table, game, self._addresses, self._more),
                lambda share: self._tell("Rated players join", share),
            )

    def _servers_of(self, number: int) -> Sequence[str]:
        """The processes at which the players of a table are."""
        if self._plan.is_together:
            return [self._addresses[number % len(self._addresses)]]
        return self._addresses

    async def _start(self) -> None:
        for number, players in enumerate(self._tables):
            host = players[0]
            await _agreed(host, host.ask(host.order(Start())))
            self._tell("Matches start", (number + 1) / self._plan.tables)
            await asyncio.sleep(1 / STARTS_PER_SECOND)

    # Playing

    async def _measure(self) -> None:
        self._tally.is_measuring = True
        acting = [
            asyncio.create_task(player.act(self._plan.pace))
            for player in self._players
            if player.guest is not None
        ]
        more = list[asyncio.Task[None]]()
        try:
            if self._plan.has_more:
                self._alone = await self._measure_alone()
            self._note_usage()
            began = perf_counter()
            more += self._begin_more()
            kill = asyncio.create_task(self._kill()) if self._plan.kills else None
            await self._watch(began)
            if kill is not None:
                await kill
        finally:
            await self._finish(acting, more)
        self._seconds = perf_counter() - began
        self._tally.is_measuring = False
        self._connections = sum(player.is_in.is_set() for player in self._players)
        self._load = os.getloadavg()[0]
        self._note_usage()

    async def _measure_alone(self) -> Alone:
        """The same tables for the same time, before anything else goes on."""
        before, began = self._server and self._server.usage(), perf_counter()
        await self._watch(began)
        after = self._server and self._server.usage()
        acknowledgement, delivery, lateness = spreads(self._tally)
        alone = Alone(
            seconds=perf_counter() - began,
            acknowledged=self._tally.acknowledged,
            acknowledgement=acknowledgement,
            delivery=delivery,
            lateness=lateness,
            cpu_seconds=after.cpu_seconds - before.cpu_seconds if before and after else None,
        )
        self._tally.begin_anew(under_way=sum(player.waits for player in self._players))
        self._samples.clear()
        return alone

    def _begin_more(self) -> list[asyncio.Task[None]]:
        running = list[Coroutine[Any, Any, None]]()
        if self._sign_ins is not None:
            running.append(self._sign_ins.run(self._is_over, self._is_down))
        if self._rated is not None:
            running.append(self._rated.run(self._is_over))
        return [asyncio.create_task(each) for each in running]

    async def _watch(self, began: float) -> None:
        each = max(1.0, self._plan.seconds / SAMPLES)
        while (passed := perf_counter() - began) < self._plan.seconds:
            if passed >= each * len(self._samples):
                self._sample(passed)
            share = passed / self._plan.seconds
            self._tell(f"Playing: {self._tally.acknowledged} commands, {self._mistakes()}", share)
            await asyncio.sleep(min(1.0, self._plan.seconds - passed))

    async def _finish(
        self, acting: list[asyncio.Task[None]], more: list[asyncio.Task[None]]
    ) -> None:
        """Players start nothing new. Wait for the answers that are under way."""
        self._is_over.set()
        await asyncio.gather(*more)
        await _until(lambda: not any(player.waits for player in self._players))
        self._unanswered = sum(player.waits for player in self._players)
        for task in (*acting, *self._staying):
            if task.done() and not task.cancelled() and task.exception():
                self._tally.add_error(f"a player of ours failed: {task.exception()!r}")
        await _cancelled(acting)

    async def _kill(self) -> None:
        server = self._server
        if server is None:
            raise Rejected("We can only kill a server that we started.")
        await asyncio.sleep(self._plan.seconds / 2)
        self._is_down.set()
        began, resent = perf_counter(), self._tally.resent
        await self._ask_for_bots()  # the counters end with the process
        await server.kill()
        await asyncio.sleep(0)
        await server.start()
        await asyncio.gather(*(player.is_in.wait() for player in self._players))
        self._is_down.clear()
        self._outage = Outage(perf_counter() - began, self._tally.resent - resent)

    # Results

    async def _settle(self) -> None:
        """Wait until everybody has been told everything. The audit compares it with the logs."""
        self._tell("Comparing what was received", 1)
        await asyncio.gather(*(player.ping() for player in self._players), return_exceptions=True)
        await _until(lambda: all(player.is_up_to_date.is_set() for player in self._players))
        self._seen = [player.check.seen for player in self._players if player.check.seen]

    async def _ask_for_bots(self) -> None:
        if self._server is not None:
            self._bots.update(await self._lobby.bots(self._server.metrics_token))

    def _mistakes(self) -> str:
        errors = self._tally.errors.total()
        return "no error" if not errors else f"{errors} errors"

    def _note_usage(self) -> None:
        self._usages.append(self._server.usage() if self._server else None)

    def _sample(self, second: float) -> None:
        usage = self._server.usage() if self._server else None
        if usage is not None:
            self._samples.append(Sample(second, usage))

    def _cost(self) -> Cost | None:
        known = [usage for usage in self._usages if usage is not None]
        if len(known) < len(self._usages):
            return None
        empty, idle, idle_no_more, began, ended = known
        return Cost(empty, idle, idle_no_more, IDLE, began, ended, tuple(self._samples))


async def _until(is_so: Callable[[], bool]) -> None:
    """Wait until it is so, with a timeout."""
    deadline = perf_counter() + SETTLE_TIMEOUT
    while not is_so() and perf_counter() < deadline:  # noqa: ASYNC110 - 2,000 players have no common event
        await asyncio.sleep(CHECK_INTERVAL)


async def _agreed(player: ScriptedPlayer, asking: Coroutine[Any, Any, Any]) -> None:
    answer = await asking
    if not isinstance(answer, Done):
        raise Rejected(f"Player {player.number} could not start: {answer}")


async def _cancelled(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
