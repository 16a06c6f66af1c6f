"""Bots at the tables: they are asked in worker threads, and submit like anybody else.

A bot remembers nothing, so it does not matter which process asks it, or how often. When it wants to
be asked again is not written down either: whoever looks after the table next asks it, and hears it.
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
from tinplate.game import AnyBot, Hasty, Millis, Plan, Rejected, Seat, Studious
from tinplate.server.errands import Errands
from tinplate.server.hub import Hub
from tinplate.server.ledger import MatchLedger
from tinplate.server.metrics import Lost, Metrics
from tinplate.server.tables import Tables
from tinplate.server.watcher import Gathering
from tinplate.store.log import Unavailable

QUICK = 2.0  # seconds: those who may take longer wait in a queue of their own
THREADS = 3  # for each of the two queues
TURN = 2.0  # seconds that a process leaves to one that comes before it, or to a broken store
SHORTEST_NAP = 0.1  # seconds, lest a bot that cannot wait keeps us busy
SECOND_CHANCE = 5_000  # milliseconds until a bot that failed is asked again
log = logging.getLogger(__name__)


class _Question(NamedTuple):
    """What a bot is asked: what it is told of the match, at a seat."""

    seat: Seat
    name: str
    version: int
    view: Any
    legal: tuple[Any, ...]
    now: Millis


def _crew(catalogue: Catalogue, name: str | None) -> str:
    """Our bots are asked together; one of others alone, so that nobody waits for it."""
    is_external = name is not None and isinstance(catalogue.bots.get(name), ExternalBot)
    return name if name is not None and is_external else ""


class _Post:
    """Where somebody waits for a crew of bots in a match."""

    def __init__(
        self,
        catalogue: Catalogue,
        gathering: Gathering,
        match: MatchLedger,
        crew: str,
        by_bots: set[int],
    ) -> None:
        self._catalogue = catalogue
        self.gathering = gathering
        self.match = match
        self.crew = crew
        self.by_bots = by_bots  # versions of the match that its bots have made, of all crews
        self.changed = asyncio.Event()
        self.asked_at = -1  # a version

    @property
    def seats(self) -> list[Seat]:
        """Of bots of this crew that have something to decide."""
        room, match = self.gathering.room.room, self.match
        if not room.is_playing or room.match != match.log:
            return []
        seats = (Seat(seat) for seat in range(len(room.seats)))
        bots = (seat for seat in seats if room.bot_at(seat) is not None)
        crew = (seat for seat in bots if _crew(self._catalogue, room.bot_at(seat)) == self.crew)
        return [seat for seat in crew if match.game.legal(match.table.state, seat)]

    @property
    def is_news(self) -> bool:
        """Whether something happened since the bots were asked that people want to follow."""
        version = self.match.version
        if version == self.asked_at:
            return False
        return version == 0 or bool(self.match.table.since(version - 1, None)[0].events)

    def question(self, seat: Seat, now: Millis) -> _Question:
        table, name = self.match.table, self.gathering.room.room.bot_at(seat)
        legal = self.match.game.legal(table.state, seat)
        return _Question(seat, name or "", table.version, table.view(seat), legal, now)

    def holds(self, question: _Question) -> bool:
        """Whether an answer is still one: the bot plays the seat, and sees what it saw.

        What only bots did since is no reason to ask them anew: they were asked about the same.
        """
        if self.gathering.room.room.bot_at(question.seat) != question.name:
            return False  # whose chair it is has come back
        table = self.match.table
        since = range(question.version + 1, table.version + 1)
        return self.by_bots.issuperset(since) or table.view(question.seat) == question.view


_desk = Lock()  # at which one bot studies at a time, however many tables are opened


def _let_study(bot: AnyBot | None, question: _Question) -> None:
    """In the background: nobody waits for a bot that trains, not even a shutdown."""
    if isinstance(bot, Studious):
        Thread(target=_study, args=(bot, question.view), name="bot-study", daemon=True).start()


def _study(bot: Studious, view: Any) -> None:  # noqa: ANN401 - of its game
    if _desk.acquire(blocking=False):
        try:
            bot.study(view, lambda _: None)
        finally:
            _desk.release()


class BotPlayers:
    """Plays the seats of bots in all matches that somebody looks at."""

    def __init__(
        self, hub: Hub, tables: Tables, metrics: Metrics, pause: float, dice: Random
    ) -> None:
        self._tables = tables
        self._catalogue = tables.books.catalogue
        self._metrics = metrics
        self._pause = pause  # seconds after what people see, so that they can follow
        self._dice = dice
        self._quick = ThreadPoolExecutor(THREADS, thread_name_prefix="quick-bot")
        self._slow = ThreadPoolExecutor(THREADS, thread_name_prefix="slow-bot")
        self._outside = dict[str, ThreadPoolExecutor]()  # by bot
        self._errands = Errands()
        self._posts: dict[str, dict[str, _Post]] = {}  # by match and crew
        hub.listen(self._consider)

    async def close(self) -> None:
        await self._errands.cancel()
        for threads in (self._quick, self._slow, *self._outside.values()):
            threads.shutdown(wait=False, cancel_futures=True)

    def _consider(self, gathering: Gathering) -> None:
        match = gathering.match
        if match is None:
            return
        posts = self._posts.get(match.log, {})
        for post in posts.values():
            post.gathering = gathering  # another one, if all had left and somebody is back
            post.changed.set()
        room = gathering.room.room
        by_bots = next((post.by_bots for post in posts.values()), set[int]())
        names = (room.bot_at(Seat(seat)) for seat in range(len(room.seats)))
        for crew in {_crew(self._catalogue, name) for name in names} - {*posts}:
            post = _Post(self._catalogue, gathering, match, crew, by_bots)
            if post.seats:
                self._posts.setdefault(match.log, {})[crew] = post
                self._errands.send_off(self._attend(post))

    async def _attend(self, post: _Post) -> None:
        """Ask the bots of a match whenever it has changed, or one of them wants to be asked."""
        for seat in post.seats:
            question = post.question(seat, self._clock(post.match))
            _let_study(self._catalogue.bots.get(question.name), question)
        try:
            while post.gathering.watchers and post.seats:
                post.changed.clear()
                rank = post.gathering.rank
                await asyncio.sleep(self._pause * post.is_news + rank * TURN)
                if rank and post.changed.is_set():
                    continue  # another process has asked
                post.changed.clear()  # what has changed during the pause is asked about now
                post.asked_at = post.match.version
                again = await self._ask_all(post)
                if again is None and not post.changed.is_set():
                    return
                await self._wait(post, again)
        finally:
            posts = self._posts[post.match.log]
            del posts[post.crew]
            if not posts:
                del self._posts[post.match.log]

    async def _wait(self, post: _Post, until: Millis | None) -> None:
        """Until something happens, or it is time."""
        if until is None or post.changed.is_set():
            return
        left = max(SHORTEST_NAP, (until - self._clock(post.match)) / 1000)
        try:
            await asyncio.wait_for(post.changed.wait(), left)
        except TimeoutError:
            return

    async def _ask_all(self, post: _Post) -> Millis | None:
        """Let all bots think at the same time, and submit what they plan; when to ask again."""
        seats, now = post.seats, self._clock(post.match)
        questions = [post.question(seat, now) for seat in self._dice.sample(seats, k=len(seats))]
        plans = await asyncio.gather(*(self._think(post.match, each) for each in questions))
        try:
            again = [
                await self._submit(post, question, plan)
                for question, plan in zip(questions, plans, strict=True)
            ]
        except Unavailable:
            await asyncio.sleep(TURN)
            post.changed.set()
            return None
        return min((at for at in again if at is not None), default=None)

    async def _think(self, match: MatchLedger, question: _Question) -> Plan[Any]:
        """What the bot plans, or what harms least if it fails or is late; waiting counts."""
        bots = self._catalogue.bots
        bot = bots.get(question.name, bots["random"])
        try:
            async with asyncio.timeout(bot.limit):
                return await self._choice(bot, question)
        except TimeoutError:
            return self._default(match, question, "late")
        except Exception:
            log.exception("the bot %s failed", question.name)
            return self._default(match, question, "failed")

    async def _choice(self, bot: AnyBot, question: _Question) -> Plan[Any]:
        """The bot's own or, when as much time is left as its quicker self may take, of that one."""
        if not isinstance(bot, Hasty):
            return await self._ask(bot, question)
        try:
            async with asyncio.timeout(bot.limit - bot.in_haste.limit):
                return await self._ask(bot, question)
        except TimeoutError:
            self._metrics.hurried.inc()
            return await self._ask(bot.in_haste, question)

    async def _ask(self, bot: AnyBot, question: _Question) -> Plan[Any]:
        told = question.view, question.seat, question.legal, question.now
        return await asyncio.get_running_loop().run_in_executor(
            self._threads_of(bot), bot.choose, *told, self._dice
        )

    def _threads_of(self, bot: AnyBot) -> ThreadPoolExecutor:
        """A bot of others has one for itself: it answers one question at a time, or none."""
        if isinstance(bot, ExternalBot):
            if bot.name not in self._outside:
                self._outside[bot.name] = ThreadPoolExecutor(1, thread_name_prefix=bot.name)
            return self._outside[bot.name]
        return self._quick if bot.limit <= QUICK else self._slow

    async def _submit(self, post: _Post, question: _Question, plan: Plan[Any]) -> Millis | None:
        """Play what was planned as long as it holds; when to ask again."""
        is_first = post.match.version == question.version
        try:
            await self._play(post, question, plan)
        except Rejected:
            if not is_first or not post.holds(question):
                return None  # something happened meanwhile, so it is asked anew
            question = post.question(question.seat, question.now)
            plan = self._default(post.match, question, "illegal")
            with suppress(Rejected):  # the clock is quicker
                await self._play(post, question, plan)
        return plan.ask_again

    async def _play(self, post: _Post, question: _Question, plan: Plan[Any]) -> None:
        for command in plan.commands:
            version = await self._tables.play_bot(
                post.match, question.seat, command, lambda: post.holds(question)
            )
            if version is None:
                return
            post.by_bots.add(version)

    def _default(self, match: MatchLedger, question: _Question, why: Lost) -> Plan[Any]:
        log.warning("a decision of the bot %s is lost (%s): %s", question.name, why, match.log)
        self._metrics.lost(why)
        safe = match.pack.safe_plan(question.view, question.seat, question.legal)
        return safe._replace(ask_again=Millis(question.now + SECOND_CHANCE))

    def _clock(self, match: MatchLedger) -> Millis:
        return match.clock(self._tables.books.clock())
