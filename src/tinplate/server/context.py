"""What one server process works with: store, bus, caches, limits and background tasks."""

import asyncio
import logging
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tinplate.catalogue import Catalogue
from tinplate.server.accounts import AccountService
from tinplate.server.background import keep_running
from tinplate.server.blocked_talk import BlockedTalk
from tinplate.server.bots import BotRunner
from tinplate.server.bus import Bus
from tinplate.server.compute import ComputePool
from tinplate.server.deadlines import DeadlineRunner
from tinplate.server.deals import Dealer
from tinplate.server.device_links import DeviceLinks
from tinplate.server.drawings import DrawingService
from tinplate.server.forgotten import ForgottenPeople
from tinplate.server.guests import CookieSigner, SealedCookies
from tinplate.server.health import HealthMonitor, LoopWatchdog
from tinplate.server.hub import Hub
from tinplate.server.listed_people import ListedPeople
from tinplate.server.log_cache import Clock, LogCache
from tinplate.server.log_folds import LogFolds
from tinplate.server.metrics import Metrics
from tinplate.server.moderation import ModerationService
from tinplate.server.news import NewsDesk
from tinplate.server.online import OnlinePeople
from tinplate.server.people_search import PeopleSearch
from tinplate.server.poller import StorePoller
from tinplate.server.preparing import Preparation
from tinplate.server.presence import PresenceTracker
from tinplate.server.private_people import PrivatePeople
from tinplate.server.puzzle_filling import PuzzleFiller
from tinplate.server.puzzle_settings import PuzzleSettingsService
from tinplate.server.puzzles import PuzzleService
from tinplate.server.quick import QuickService
from tinplate.server.rankings import RankingService
from tinplate.server.rate_limits import MESSAGES, PEOPLE_PER_ADDRESS, RateLimit, RateLimiter
from tinplate.server.ratings import RatingService
from tinplate.server.records import RecordService
from tinplate.server.reports import ReportService
from tinplate.server.runs import RunService
from tinplate.server.signed_in_sockets import SignedInSockets
from tinplate.server.social import SocialService
from tinplate.server.steady_clock import SteadyClock
from tinplate.server.tables import NewId, TableService
from tinplate.store.log import Moment, Store
from tinplate.wire.accounts import AccountMode
from tinplate.wire.resources import Readiness
from tinplate.wire.schema import message_schema

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Intervals and limits, in seconds."""

    grace: float = 60  # how long people may be absent before they lose their chair
    heartbeat: float = 1  # between two presence reports of a process
    bot_pause: float = 0.7  # bots wait after something visible, so that people can follow
    send: float = 20  # for a client to read a message
    hello: float = 10  # for a client to send its first message
    news: float = 25  # for a page to wait: proxies wait longer, and whoever waits is online


DEFAULT_TIMEOUTS = Timeouts()


@dataclass(frozen=True, slots=True)
class Policy:
    """What the operator decides about clients."""

    people: int = PEOPLE_PER_ADDRESS  # scales the limits of each address; 0: no limits
    messages: RateLimit = MESSAGES  # on one socket
    trusted_proxies: tuple[str, ...] = ()  # may tell us the addresses of clients
    metrics_token: str | None = None  # gives access to the metrics; None: nobody has it
    host_token: str | None = None  # opens the host page; None: there is none
    accounts: AccountMode = "optional"  # whether people may have accounts, or have to
    moderators: tuple[str, ...] = ()  # the names of their accounts
    rude_words: tuple[str, ...] = ()  # that no name may have, besides our own list
    puzzles: int = 0  # how many of each game the server makes by itself


DEFAULT_POLICY = Policy()


def unguessable_id() -> str:
    return secrets.token_urlsafe(16)


class ServerContext:
    """Everything that handlers of requests and sockets need."""

    def __init__(  # noqa: PLR0913, PLR0915 - what varies, and a line for each service
        self,
        store: Store,
        bus: Bus,
        signer: CookieSigner,
        catalogue: Catalogue,
        *,
        timeouts: Timeouts = DEFAULT_TIMEOUTS,
        policy: Policy = DEFAULT_POLICY,
        clock: Clock | None = None,
        new_id: NewId = unguessable_id,
        preparation: Preparation | None = None,
    ) -> None:
        dealer = Dealer(signer.key_for("deals"))
        self.store = store
        self.bus = bus
        self.signer = signer
        self.catalogue = catalogue
        self.timeouts = timeouts
        self.policy = policy
        self.rate_limiter = RateLimiter(policy.people, time.monotonic)
        self.compute = ComputePool(policy.people)
        self.preparation = preparation or Preparation(catalogue.packs.values())
        self.metrics = Metrics()
        self.is_draining = False  # shutting down: accept nothing new
        self.clock = clock or SteadyClock()
        self.new_id = new_id
        self.log_cache = LogCache(
            store, bus, catalogue, self.clock, dealer, self.metrics, self.preparation
        )
        self.log_folds = LogFolds(store)
        self.tables = TableService(self.log_cache, new_id)
        self.accounts = AccountService(
            store, bus, self.clock, self.metrics, signer.key_for("names"), policy.moderators
        )
        self.private_people = PrivatePeople(self.accounts)
        self.people_search = PeopleSearch(self.accounts)
        self.ratings = RatingService(self.log_cache, self.tables, self.private_people)
        self.social = SocialService(store, bus, self.clock, self.metrics)
        self.quick = QuickService(self.log_cache, self.tables, self.ratings, self.social, new_id)
        self.drawings = DrawingService(self.log_cache, signer.key_for("drawings"))
        self.reports = ReportService(store, self.clock, self.metrics)
        self.forgotten = ForgottenPeople(store, self.clock)
        self.moderation = ModerationService(
            store, self.clock, self.metrics, self.accounts, self.reports, self.forgotten.taken
        )
        self.blocked_talk = BlockedTalk(self.social, bus, self.metrics.task_failed)
        self.device_links = DeviceLinks(store, self.clock, self.metrics)
        self.records = RecordService(
            self.log_cache,
            self.tables,
            self.metrics,
            lambda: self.forgotten.people,
            self.social.tell_loss,
        )
        self.session_cookies = SealedCookies(signer.key_for("sessions"))
        self.challenge_cookies = SealedCookies(signer.key_for("challenges"))
        self.link_cookies = SealedCookies(signer.key_for("links"))
        self.solver_cookies = SealedCookies(signer.key_for("solvers"))
        self.result_seals = SealedCookies(signer.key_for("results"))
        self.puzzles = PuzzleService(store, catalogue, self.clock)
        self.puzzle_settings = PuzzleSettingsService(store, self.clock, self.metrics)
        self.listed_people = ListedPeople(self.accounts, self.forgotten)
        self.rankings = RankingService(
            self.accounts, self.forgotten, self.moderation, self.listed_people
        )
        self.runs = RunService(store, self.clock, self.metrics, self.puzzles)
        self.signed_in_sockets = SignedInSockets(
            store, bus, self.accounts, self.metrics.task_failed
        )
        self.presence = PresenceTracker(bus, unguessable_id())
        self.online = OnlinePeople(bus, unguessable_id())
        self.news = NewsDesk(bus, policy.people)
        self.hub = Hub(
            self.log_cache,
            self.tables,
            self.presence,
            bus,
            self.forgotten,
            private_people=self.private_people,
            grace=timeouts.grace,
            heartbeat=timeouts.heartbeat,
        )
        self.puzzle_filler = PuzzleFiller(
            self.puzzles,
            self.preparation,
            self.clock,
            policy.puzzles,
            lambda: self.presence.turn[0] == 0,
        )
        self.poller = StorePoller(self.log_cache, self.hub, bus)
        self.bots = BotRunner(
            self.hub, self.tables, self.metrics, timeouts.bot_pause, dealer.chance
        )
        self.deadlines = DeadlineRunner(self.log_cache, self.hub, self.presence)
        self.metrics.tables.set_function(lambda: self.hub.table_count)
        self.health = HealthMonitor(store, bus, self.metrics)
        self.started_at = Moment(time.time_ns() // 1_000_000)
        self.process = secrets.token_hex(2)  # tells processes apart, on the host page
        self._watchdog = LoopWatchdog()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Open the bus and start the background loops."""
        on_fault = self.metrics.task_failed
        await self.bus.open(on_fault)
        await self.forgotten.refresh()
        await self._name_moderators()
        loops = {
            "forgotten": self.forgotten.run,
            "sessions": self.signed_in_sockets.run,
            "deadlines": self.deadlines.run,
            "heartbeats": self.hub.run,
            "poller": self.poller.run,
            "loop lag": lambda: self.metrics.measure_loop_lag(self._watchdog.alive),
            "health": self.health.run,
            "compiling": self.preparation.run,
            "ratings": self.ratings.run,
            "puzzles": self.puzzle_filler.run,
            "records": self.records.run,
            "online": self.online.run,
        }
        self._tasks = [
            asyncio.create_task(keep_running(name, run, on_fault)) for name, run in loops.items()
        ]
        self._watchdog.start()

    async def _name_moderators(self) -> None:
        """Nobody can make an account of a name that is kept for a moderator."""
        absent = await self.accounts.name_moderators() if self.policy.accounts != "off" else []
        for name in absent:
            log.warning("--moderators: no account is called %r, so nobody moderates by it", name)

    @cached_property
    def message_schema(self) -> dict[str, Any]:
        """JSON Schema of the socket messages."""
        return message_schema(self.catalogue.packs.values())

    async def readiness(self) -> Readiness:
        """Whether a load balancer should send people here."""
        return Readiness(
            await self.health.is_store_fine(),
            self.bus.is_up,
            self.is_draining,
            self.health.troubles(),
        )

    async def drain(self) -> None:
        """Accept nothing new, answer what is under way, and tell clients to reconnect elsewhere.

        A client may not react, so the caller needs a timeout.
        """
        self.is_draining = True
        self.news.close()
        await self.hub.drain()

    async def stop(self) -> None:
        """Finish what is under way and close everything."""
        self._watchdog.stop()
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await self.bots.close()
        await self.ratings.close()
        await self.records.close()
        await self.preparation.close()
        await self.signed_in_sockets.close()
        await self.blocked_talk.close()
        await self.hub.close()
        await self.log_cache.close()
        self.hub.end()
        await self.bus.close()
        await self.store.close()
