"""What people have decided about their puzzles, by id: guests and those without a name, too."""

from msgspec import Struct

from tinplate.server.head_logs import HeadLogs, StateChange
from tinplate.server.log_cache import Clock
from tinplate.server.metrics import Metrics
from tinplate.store.log import Conflict, Store

SOLVER = "solver"  # a kind of logs


class SolverSettings(Struct, frozen=True):
    """The settings of one person. Stored: names of fields never change."""

    person: str
    is_in_dataset: bool = False


class PuzzleSettingsService:
    """Everybody's settings; whoever has never changed them has none in the store."""

    def __init__(self, store: Store, clock: Clock, metrics: Metrics) -> None:
        self._settings = HeadLogs(store, clock, metrics, SOLVER, SolverSettings)

    async def find(self, person: str) -> SolverSettings:
        found = await self._settings.find(_log(person))
        return SolverSettings(person) if found is None else found.state

    async def change(self, settings: SolverSettings) -> SolverSettings:
        """Also over those of another process that was faster."""
        log = _log(settings.person)
        if await self._settings.find(log) is None:
            try:
                await self._settings.open(log, settings, ["opened"])
            except Conflict:
                pass
            else:
                return settings

        def changed(before: SolverSettings) -> StateChange[SolverSettings]:
            return StateChange(settings, ["changed"] if settings != before else [])

        return await self._settings.change(log, changed)


def _log(person: str) -> str:
    return f"{SOLVER} {person}"  # ids have no spaces
