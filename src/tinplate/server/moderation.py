"""What moderators do: mute people, close accounts, take names away, and the trail of all of it.

The trail is one log, to which rows are added and never changed. An act is there before it has an
effect: a process that dies in between leaves a line too many, never one too few.
"""

import asyncio
from collections import defaultdict
from collections.abc import Collection
from contextlib import suppress
from typing import NamedTuple

from msgspec.json import Decoder, encode

from tinplate.accounts import rules as account_rules
from tinplate.accounts.values import Account
from tinplate.game import Rejected
from tinplate.lobby.values import Guest
from tinplate.server.accounts import AccountService
from tinplate.server.appending_rows import append_row
from tinplate.server.head_logs import HeadLogs, StateChange
from tinplate.server.log_cache import Clock, UnknownLog
from tinplate.server.metrics import Metrics
from tinplate.server.reports import ReportService
from tinplate.server.taken_names import TakenName, TakenNames, neutral_name
from tinplate.social.values import (
    MINUTE,
    Cleared,
    DrawingAction,
    ModeratorAct,
    Mute,
    ReportOutcome,
)
from tinplate.store.log import NOT_OPENED, Moment, Store, all_rows

MUTE, CLEARED = "mute", "cleared"  # kinds of logs
AUDIT = "audit"  # another one, and the name of the only log of it
OUTCOMES: dict[str, ReportOutcome] = {
    "mute": "muted",
    "lock": "locked",
    "rename": "renamed",
    "dismiss": "dismissed",
}
NAMES_TRIED = 5  # until one is free
_ACT = Decoder(ModeratorAct)


class TrailRow(NamedTuple):
    """A row of the trail, and when it was written."""

    at: Moment
    act: ModeratorAct


class ModerationService:
    """Mutes people, closes accounts, and keeps the trail."""

    def __init__(  # noqa: PLR0913, PLR0917 - what it works with
        self,
        store: Store,
        clock: Clock,
        metrics: Metrics,
        accounts: AccountService,
        reports: ReportService,
        taken: TakenNames,
    ) -> None:
        self._store = store
        self._clock = clock
        self._mutes = HeadLogs(store, clock, metrics, MUTE, Mute)
        self._cleared = HeadLogs(store, clock, metrics, CLEARED, Cleared)
        self._accounts = accounts
        self._reports = reports
        self._taken = taken
        self._files = defaultdict[str, list[tuple[int, TrailRow]]](list)  # by person
        self._filed = NOT_OPENED  # the last row of the trail that is in the files
        self._filing = asyncio.Lock()

    async def mute_of(self, person: str) -> Mute | None:
        """None: they may speak. It is read anew each time, so that it holds at once everywhere."""
        found = await self._mutes.find(_mute_log(person))
        return None if found is None or found.state.until <= self._clock() else found.state

    async def muted_until(self, person: str) -> Moment | None:
        """None: they may speak."""
        mute = await self.mute_of(person)
        return None if mute is None else Moment(mute.until)

    async def cleared_at(self, person: str) -> int:
        """When a moderator last found what somebody had done with puzzles good; 0: never."""
        found = await self._cleared.find(_cleared_log(person))
        return 0 if found is None else found.state.at

    async def act(
        self, moderator: Account, act: ModeratorAct, also: Collection[str] = (), name: str = ""
    ) -> None:
        """Rejected for moderators and for what cannot be done; UnknownLog for unknown reports.

        The report is decided by it, and others about the same person are with it. The name is what
        a guest is called: nobody else knows.
        """
        account = await self._accounts.find(act.person)
        called = account.name if account is not None and not account.is_closed else name
        self._require_lawful(moderator, account, act)
        if act.action == "rename":
            self._require_name(act.person, called)
        reports = [each for each in (act.report, *also) if each is not None]
        for each in reports:
            if (await self._reports.find(each)).person.id != act.person:
                raise UnknownLog(each)
        await self._write(act)
        await self._carry_out(act, Guest(act.person, called))
        outcome = OUTCOMES.get(act.action)
        if outcome is not None:
            for each in reports:
                await self._reports.decide(each, outcome)

    async def note_drawing(
        self, moderator: Account, action: DrawingAction, owner: str, drawing: str
    ) -> None:
        """Before a moderator hides a drawing or keeps it. Rejected if it is their own."""
        if owner == moderator.person:
            raise _not_yourself()
        await self._write(ModeratorAct(moderator.person, action, owner, "", drawing=drawing))

    async def trail(self, limit: int, before: int | None = None) -> list[tuple[int, TrailRow]]:
        """The latest rows with their numbers, the latest first; or those before a number."""
        head = await self._store.head(AUDIT)
        if head is None:
            return []
        end = head.version + 1 if before is None else min(before, head.version + 1)
        start = max(0, end - limit)
        rows = await self._store.read(AUDIT, after=start - 1, limit=end - start) if end else []
        return [(row.version, TrailRow(row.at, _ACT.decode(row.body))) for row in reversed(rows)]

    async def about(self, person: str, limit: int) -> list[tuple[int, TrailRow]]:
        """The latest rows about somebody with their numbers, the latest first."""
        async with self._filing:
            async for row in all_rows(self._store, AUDIT, after=self._filed):
                found = row.version, TrailRow(row.at, _ACT.decode(row.body))
                self._files[found[1].act.person].append(found)
                self._filed = row.version
        return self._files.get(person, [])[: -limit - 1 : -1]

    def _require_lawful(
        self, moderator: Account, account: Account | None, act: ModeratorAct
    ) -> None:
        if act.person == moderator.person:
            raise _not_yourself()
        if account is not None and self._accounts.is_moderator(account):
            raise Rejected("Moderators can't act on each other.", "not-a-moderator")
        has_account = account is not None and not account.is_closed
        if act.action in {"lock", "unlock"} and not has_account:
            raise Rejected("They have no account. You can mute them.", "no-account-to-close")
        if act.action == "mute" and act.minutes < 1:
            raise Rejected("Say for how long.", "mute-for-how-long")

    def _require_name(self, person: str, name: str) -> None:
        """Rejected if they have no name of their own that could be taken away."""
        if not name or self._taken.owes_name(Guest(person, name)):
            raise Rejected("They have no name of their own now.", "no-name-to-take")

    async def _carry_out(self, act: ModeratorAct, person: Guest) -> None:
        match act.action:
            case "mute":
                until = self._clock() + act.minutes * MINUTE
                await self._mute(act.person, Mute(until, act.why))
            case "unmute":
                await self._mute(act.person, Mute())
            case "lock":
                await self._accounts.change(
                    act.person, lambda account: account_rules.lock(account, act.why)
                )
            case "unlock":
                await self._accounts.change(act.person, account_rules.unlock)
            case "rank":
                await self._clear(act.person, self._clock())
            case "rename":
                await self._take_name(person, act.why)
            case "unrename":
                await self._give_back_name(act.person)
            case _:
                return

    async def _take_name(self, person: Guest, why: str) -> None:
        """Nobody is shown it from now on, wherever it stands."""
        instead = await self._free_name(person.id)
        await self._taken.add(TakenName(person.id, person.name, instead, why))
        account = await self._accounts.find(person.id)
        if account is not None and not account.is_closed:
            await self._accounts.give_name(account, instead)

    async def _free_name(self, person: str) -> str:
        for _ in range(NAMES_TRIED):
            name = neutral_name()
            with suppress(Rejected):  # somebody has it
                await self._accounts.require_free(name, person)
                return name
        because = "Too many people are doing something here at once. Try again."
        raise Rejected(because, "too-many-at-once")

    async def _give_back_name(self, person: str) -> None:
        taken = self._taken.latest(person)
        if taken is None:
            return
        await self._taken.add(TakenName(person))
        account = await self._accounts.find(person)
        if account is not None and not account.is_closed:
            await self._accounts.change(
                person, lambda current: account_rules.give_back_name(current, taken.name)
            )

    async def _mute(self, person: str, mute: Mute) -> None:
        def judged(_: Mute) -> StateChange[Mute]:
            return StateChange(mute, ["muted" if mute.until else "unmuted"])

        await self._mutes.change(_mute_log(person), judged, Mute())

    async def _clear(self, person: str, now: int) -> None:
        def judged(_: Cleared) -> StateChange[Cleared]:
            return StateChange(Cleared(now), ["cleared"])

        await self._cleared.change(_cleared_log(person), judged, Cleared())

    async def _write(self, act: ModeratorAct) -> None:
        await append_row(self._store, AUDIT, encode(act), self._clock)


def _not_yourself() -> Rejected:
    return Rejected("You can't moderate yourself.", "not-yourself-moderator")


def _mute_log(person: str) -> str:
    return f"{MUTE} {person}"  # ids have no spaces


def _cleared_log(person: str) -> str:
    return f"{CLEARED} {person}"
