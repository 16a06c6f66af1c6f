"""Bots at the tables: they decide in worker threads, and submit commands like everybody else.

A bot remembers nothing, so it does not matter which process asks it, or how often. The time at
which a bot wants to be asked again is not stored: the process that runs it next asks it at once.
"""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random
from threading import Lock, Thread
from typing import Any, NamedTuple

from tinplate.catalogue import Catalogue
from tinplate.external.bot import ExternalBot
from tinplate.game import (
    AnyBot,
    HasFastFallback,
    Millis,
    Plan,
    Rejected,
    Seat,
    Trainable,
    bot_consent,
    bot_offers,
)
from tinplate.lobby.values import PASSED_OVER
from tinplate.server.background import BackgroundTasks
from tinplate.server.hub import Hub
from tinplate.server.metrics import LossReason, Metrics
from tinplate.server.replicas import MatchReplica
from tinplate.server.tables import TableService, seats_owing_for_others
from tinplate.server.watchers import WatchedTable
from tinplate.store.log import Unavailable

QUICK = 2.0  # seconds: slower bots have a queue of their own
THREADS = 3  # for each of the two queues
TURN = 2.0  # seconds that we leave to a process before us, or to a broken store
MIN_DELAY = 0.1  # seconds, for bots that want to be asked again at once
RETRY_AFTER = 5_000  # milliseconds until a bot that failed is asked again
log = logging.getLogger(__name__)


class _Question(NamedTuple):
    """What a bot at a seat is asked."""

    seat: Seat
    name: str
    version: int
    view: Any
    legal: tuple[Any, ...]
    now: Millis


def _group_of(catalogue: Catalogue, name: str | None) -> str:
    """Our own bots form one group. Each external bot is a group, so that nobody waits for it."""
    is_external = name is not None and isinstance(catalogue.bots.get(name), ExternalBot)
    return name if name is not None and is_external else ""


class _BotGroup:
    """The bots of one match that decide together."""

    def __init__(
        self,
        catalogue: Catalogue,
        watched: WatchedTable,
        match: MatchReplica,
        name: str,
        by_bots: set[int],
    ) -> None:
        self._catalogue = catalogue
        self.watched = watched
        self.match = match
        self.name = name
        self.by_bots = by_bots  # versions of the match that its bots made, of all groups
        self.changed = asyncio.Event()
        self.asked_at = -1  # a version

    @property
    def seats(self) -> list[Seat]:
        """The seats of this group that have something to decide."""
        table, match = self.watched.table, self.match
        if not table.is_playing or table.match != match.log:
            return []
        seats = (Seat(seat) for seat in range(len(table.seats)))
        bots = (seat for seat in seats if table.bot_at(seat) is not None)
        group = (seat for seat in bots if self._is_of_group(table.bot_at(seat)))
        return [seat for seat in group if self._offers(seat) or self.consent(seat) is not None]

    @property
    def people(self) -> list[Seat]:
        """The seats of those who play for themselves."""
        table = self.watched.table
        seats = (Seat(seat) for seat in range(len(table.seats)))
        return [seat for seat in seats if table.bot_at(seat) is None]

    @property
    def has_people_to_act(self) -> bool:
        match = self.match
        return any(match.game.legal(match.match.state, seat) for seat in self.people)

    @property
    def has_visible_change(self) -> bool:
        """Whether something has happened since the last question that people want to follow."""
        version = self.match.version
        if version == self.asked_at:
            return False
        return version == 0 or bool(self.match.match.since(version - 1, None)[0].events)

    def question(self, seat: Seat, now: Millis) -> _Question:
        match, name = self.match.match, self.watched.table.bot_at(seat)
        view, legal = match.view(seat), self._offers(seat)
        return _Question(seat, name or "", match.version, view, legal, now)

    def consent(self, seat: Seat) -> Any | None:  # noqa: ANN401 - of its game
        """The command by which a bot follows people who want to end the match; bots don't decide.

        A stand-in has no say for a player who may come back.
        """
        if self.watched.table.chairs[self.watched.table.seats[seat]].is_away:
            return None
        return bot_consent(self.match.game, self.match.match.state, seat, self.people)

    def _offers(self, seat: Seat) -> tuple[Any, ...]:
        return bot_offers(self.match.game, self.match.match.state, seat)

    def holds(self, question: _Question) -> bool:
        """Whether an answer is still valid: the bot has the seat, and sees what it saw.

        Commands of other bots don't invalidate it, because they were asked at the same time.
        """
        if self.watched.table.bot_at(question.seat) != question.name:
            return False  # the owner of the chair is back
        if question.seat in seats_owing_for_others(self.watched.replica, self.match):
            return False  # it has taken over in the middle of something
        match = self.match.match
        since = range(question.version + 1, match.version + 1)
        return self.by_bots.issuperset(since) or match.view(question.seat) == question.view

    def _is_of_group(self, bot: str | None) -> bool:
        return _group_of(self._catalogue, bot) == self.name


async def wait_for_change(changed: asyncio.Event, seconds: float) -> None:
    """Until something changes, but at most so long."""
    with suppress(TimeoutError):
        await asyncio.wait_for(changed.wait(), seconds)


_training = Lock()  # one bot trains at a time, however many tables there are


def _start_training(bot: AnyBot | None, question: _Question) -> None:
    """Train in the background. Nobody waits for it, not even a shutdown."""
    if isinstance(bot, Trainable):
        Thread(target=_train, args=(bot, question.view), name="bot-training", daemon=True).start()


def _train(bot: Trainable, view: Any) -> None:  # noqa: ANN401 - of its game
    if _training.acquire(blocking=False):
        try:
            bot.train(view, lambda _: None)
        finally:
            _training.release()


class BotRunner:
    """Plays the seats of bots in all matches that are watched in this process."""

    def __init__(
        self, hub: Hub, tables: TableService, metrics: Metrics, pause: float, dice: Random
    ) -> None:
        self._tables = tables
        self._catalogue = tables.log_cache.catalogue
        self._metrics = metrics
        self._pause = pause  # seconds after visible changes, so that people can follow
        self._dice = dice
        self._quick = ThreadPoolExecutor(THREADS, thread_name_prefix="quick-bot")
        self._slow = ThreadPoolExecutor(THREADS, thread_name_prefix="slow-bot")
        self._external = dict[str, ThreadPoolExecutor]()  # by bot
        self._background = BackgroundTasks(metrics.task_failed)
        self._groups: dict[str, dict[str, _BotGroup]] = {}  # by match and name
        hub.subscribe(self._table_changed)

    async def close(self) -> None:
        await self._background.cancel()
        for threads in (self._quick, self._slow, *self._external.values()):
            threads.shutdown(wait=False, cancel_futures=True)

    def _table_changed(self, watched: WatchedTable) -> None:
        match = watched.match
        if match is None:
            return
        groups = self._groups.get(match.log, {})
        for group in groups.values():
            group.watched = watched  # a new object if everybody had left and somebody is back
            group.changed.set()
        table = watched.table
        by_bots = next((group.by_bots for group in groups.values()), set[int]())
        seated = (table.chairs[chair].bot for chair in table.seats)
        bots = [bot for bot in seated if bot is not None]
        for name in {_group_of(self._catalogue, bot) for bot in bots} - {*groups}:
            group = _BotGroup(self._catalogue, watched, match, name, by_bots)
            if group.seats:
                self._groups.setdefault(match.log, {})[name] = group
                self._background.detach(self._run(group))

    async def _run(self, group: _BotGroup) -> None:
        """Ask the bots whenever the match has changed, or one of them wants to be asked."""
        await self._tables.log_cache.preparation.until_ready(group.match.pack.name)
        for seat in group.seats:
            question = group.question(seat, self._clock(group.match))
            _start_training(self._catalogue.bots.get(question.name), question)
        try:
            while group.watched.watchers and group.seats:
                group.changed.clear()
                rank = group.watched.rank
                await asyncio.sleep(self._pause * group.has_visible_change + rank * TURN)
                if rank and group.changed.is_set():
                    continue  # another process has asked
                group.changed.clear()  # the questions include what has changed during the pause
                group.asked_at = group.match.version
                again = await self._ask_all(group)
                if again is None and not group.changed.is_set():
                    return
                await self._wait(group, again)
        finally:
            groups = self._groups[group.match.log]
            del groups[group.name]
            if not groups:
                del self._groups[group.match.log]

    async def _wait(self, group: _BotGroup, until: Millis | None) -> None:
        """Until something happens, or it is time."""
        if until is None or group.changed.is_set():
            return
        left = max(MIN_DELAY, (until - self._clock(group.match)) / 1000)
        await wait_for_change(group.changed, left)

    async def _ask_all(self, group: _BotGroup) -> Millis | None:
        """Let all bots decide at the same time, submit their plans, and say when to ask again."""
        seats, now = group.seats, self._clock(group.match)
        questions = [group.question(seat, now) for seat in self._dice.sample(seats, k=len(seats))]
        try:
            plans = await asyncio.gather(*(self._decide(group, each) for each in questions))
            again = [
                await self._submit(
                    group, question, plan.beside_people() if group.has_people_to_act else plan
                )
                for question, plan in zip(questions, plans, strict=True)
            ]
        except Unavailable:
            await asyncio.sleep(TURN)
            group.changed.set()
            return None
        return min((at for at in again if at is not None), default=None)

    async def _decide(self, group: _BotGroup, question: _Question) -> Plan[Any]:
        """The plan of the bot, or a safe one if it fails or is late. Time in the queue counts."""
        match, bots = group.match, self._catalogue.bots
        consent = group.consent(question.seat)
        if consent is not None:
            return Plan((consent,))
        if question.name == PASSED_OVER:
            return await self._pass(group, question)
        bot = bots.get(question.name, bots["random"])
        try:
            async with asyncio.timeout(bot.limit):
                return await self._plan(bot, question)
        except TimeoutError:
            return self._safe_plan(match, question, "late")
        except Exception:
            log.exception("the bot %s failed", question.name)
            return self._safe_plan(match, question, "failed")

    async def _pass(self, group: _BotGroup, question: _Question) -> Plan[Any]:
        """Nobody plays for the seat: it does the least that there is, and nobody waits for it."""
        match, seat = group.match, question.seat
        if match.is_awaited(seat):
            await self._tables.abstain(match, seat, lambda: group.holds(question))
        return match.pack.safe_plan(question.view, seat, question.legal)

    async def _plan(self, bot: AnyBot, question: _Question) -> Plan[Any]:
        """The bot's own plan, or that of its fast fallback when only time for that is left."""
        if not isinstance(bot, HasFastFallback):
            return await self._ask(bot, question)
        try:
            async with asyncio.timeout(bot.limit - bot.fast_fallback.limit):
                return await self._ask(bot, question)
        except TimeoutError:
            self._metrics.hurried.inc()
            return await self._ask(bot.fast_fallback, question)

    async def _ask(self, bot: AnyBot, question: _Question) -> Plan[Any]:
        asked = question.view, question.seat, question.legal, question.now
        return await asyncio.get_running_loop().run_in_executor(
            self._threads_of(bot), bot.choose, *asked, self._dice
        )

    def _threads_of(self, bot: AnyBot) -> ThreadPoolExecutor:
        """An external bot has a thread of its own, because it answers one question at a time."""
        if isinstance(bot, ExternalBot):
            if bot.name not in self._external:
                self._external[bot.name] = ThreadPoolExecutor(1, thread_name_prefix=bot.name)
            return self._external[bot.name]
        return self._quick if bot.limit <= QUICK else self._slow

    async def _submit(
        self, group: _BotGroup, question: _Question, plan: Plan[Any]
    ) -> Millis | None:
        """Play the plan as long as it holds. Returns when to ask again."""
        is_first = group.match.version == question.version
        try:
            await self._play(group, question, plan)
        except Rejected:
            if not is_first or not group.holds(question):
                return None  # something has happened meanwhile, so the bot is asked again
            question = group.question(question.seat, question.now)
            plan = self._safe_plan(group.match, question, "illegal")
            with suppress(Rejected):  # a deadline may come first
                await self._play(group, question, plan)
        return plan.ask_again

    async def _play(self, group: _BotGroup, question: _Question, plan: Plan[Any]) -> None:
        for command in plan.commands:
            version = await self._tables.play_bot(
                group.match, question.seat, command, lambda: group.holds(question)
            )
            if version is None:
                return
            group.by_bots.add(version)

    def _safe_plan(self, match: MatchReplica, question: _Question, why: LossReason) -> Plan[Any]:
        log.warning("the bot %s lost a decision (%s): %s", question.name, why, match.log)
        self._metrics.lost(why)
        safe = match.pack.safe_plan(question.view, question.seat, question.legal)
        return safe._replace(ask_again=Millis(question.now + RETRY_AFTER))

    def _clock(self, match: MatchReplica) -> Millis:
        return match.clock(self._tables.log_cache.clock())
