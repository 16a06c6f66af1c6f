"""Reports of people: one log for each pair of people and place, so that one is open at a time."""

from collections.abc import Sequence
from hashlib import sha256

from tinplate.server.head_logs import HeadLogs, StateChange
from tinplate.server.log_cache import Clock, UnknownLog
from tinplate.server.metrics import Metrics
from tinplate.social import rules
from tinplate.social.values import PersonReport, ReportOutcome
from tinplate.store.log import Conflict, Store

REPORT = "report"  # a kind of logs

REPORTS_SHOWN = 50  # at a time; when these are done with, there are others


class ReportService:
    """Keeps reports, with what was said at the table, until moderators have decided and after."""

    def __init__(self, store: Store, clock: Clock, metrics: Metrics) -> None:
        self._reports = HeadLogs(store, clock, metrics, REPORT, PersonReport)

    async def add(self, report: PersonReport, reporter: str) -> None:
        """Rejected while one of the same person about the same, in the same place, is open."""
        place = "" if report.is_about_profile or report.place is None else report.place.table
        log = _log(reporter, report.person.id, place)

        def judged(before: PersonReport) -> StateChange[PersonReport]:
            again = rules.report_again(before, report)
            return StateChange(again, ["reported"], guests=(reporter,))

        if await self._reports.find(log) is None:
            try:
                await self._reports.open(log, report, ["reported"], guests=(reporter,))
            except Conflict:
                await self._reports.change(log, judged)
        else:
            await self._reports.change(log, judged)

    async def find(self, id_: str) -> PersonReport:
        """UnknownLog if there is no such report."""
        found = await self._reports.find(f"{REPORT} {id_}") if id_.isalnum() else None
        if found is None:
            raise UnknownLog(id_)
        return found.state

    async def open_ones(self, limit: int) -> Sequence[tuple[str, PersonReport]]:
        """The latest on which nobody has decided, each with its id."""
        return [(_id(log), report) for log, report in await self._reports.latest(limit)]

    async def decide(self, id_: str, outcome: ReportOutcome) -> None:
        """It is open no more."""

        def judged(report: PersonReport) -> StateChange[PersonReport]:
            guests = (report.reporter.id,) if report.reporter else ()
            is_open = report.outcome == "open"
            changed = rules.decided(report, outcome)
            happened = [outcome] if is_open else []
            return StateChange(changed, happened, is_open=False, guests=guests)

        await self._reports.change(f"{REPORT} {id_}", judged)

    async def by(self, person: str) -> list[PersonReport]:
        """All that somebody has sent."""
        return [report for _, report in await self._all_by(person)]

    async def erase(self, person: str) -> None:
        """Nothing that somebody wrote is left; what they reported stays for the moderators."""
        for log, _ in await self._all_by(person):
            await self._reports.change(
                log,
                lambda report: StateChange(
                    rules.without_reporter(report), ["erased"], is_open=report.outcome == "open"
                ),
            )

    async def _all_by(self, person: str) -> list[tuple[str, PersonReport]]:
        opened = await self._reports.of_guest(person, is_open=True)
        return [*opened, *await self._reports.of_guest(person, is_open=False)]


def _log(reporter: str, person: str, place: str) -> str:
    """Nobody who knows the id of a report learns whose it is."""
    digest = sha256(f"{reporter} {person} {place}".encode()).hexdigest()
    return f"{REPORT} {digest[:32]}"


def _id(log: str) -> str:
    return log.partition(" ")[2]
