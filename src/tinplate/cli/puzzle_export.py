"""`tinplate puzzles export`: what people did in a month, anonymous, for researchers."""

import asyncio
from calendar import monthrange
from collections.abc import Collection, Iterable
from contextlib import suppress
from datetime import UTC, date, datetime
from pathlib import Path
from random import SystemRandom

from tinplate import __version__
from tinplate.cli.output import Tell, progress_bar, say
from tinplate.cli.ratings import refuse_missing
from tinplate.cli.words import counted
from tinplate.game import Malformed, Rejected
from tinplate.games import packs
from tinplate.puzzles.dataset import write_parquet
from tinplate.server.forgotten import ForgottenPeople
from tinplate.server.metrics import Metrics
from tinplate.server.puzzle_settings import PuzzleSettingsService
from tinplate.server.puzzles import attempts_log
from tinplate.server.steady_clock import SteadyClock
from tinplate.store.address import default_address
from tinplate.store.log import Store, Unavailable, all_rows
from tinplate.store.opening import open_store
from tinplate.training.shared_rows import (
    LICENCE,
    SCHEMA,
    KeptAttempt,
    SharedAttempt,
    anonymous,
    attempts_of,
)
from tinplate.training.values import AttemptRow, decode_row

AT_ONCE = 100  # people whose settings are read together


def export_attempts(month: str, database: str | None, out: Path, *, force: bool) -> None:
    """Write the attempts of a month that is over to a file that appears when it is complete."""
    first = _month(month)
    if not force and first.strftime("%Y-%m") >= datetime.now(UTC).strftime("%Y-%m"):
        raise Malformed(f"--month {month}: it is not over yet, by UTC; --force exports it anyway")
    if not out.parent.is_dir():
        raise Malformed(f"{out}: there is no folder {out.parent}")
    address = database or default_address()
    refuse_missing(address)
    with progress_bar("Reading attempts") as tell:
        try:
            rows = asyncio.run(_collect(address, first, tell))
        except Unavailable as error:
            raise Rejected(str(error)) from None
        _write(rows, month, out)
    people = len({row.person for row in rows})
    say(f"{counted(len(rows), 'attempt')} with {counted(people, 'number')} in {out}.")


def _month(written: str) -> date:
    try:
        return date.fromisoformat(f"{written}-01")
    except ValueError:
        raise Malformed(f"--month {written}: expected a month such as 2026-10") from None


def _write(rows: Iterable[SharedAttempt], month: str, out: Path) -> None:
    about = {
        "schema": str(SCHEMA),
        "licence": LICENCE,
        "month": month,
        "generator": f"tinplate {__version__}",
    }
    unfinished = out.with_name(f"{out.name}.new")
    try:
        write_parquet(unfinished, SharedAttempt, rows, about)
        unfinished.replace(out)
    finally:
        with suppress(OSError):
            unfinished.unlink()


async def _collect(address: str, first: date, tell: Tell) -> list[SharedAttempt]:
    store = await open_store(address)
    try:
        games = [name for name, pack in packs().items() if pack.puzzles() is not None]
        kept = list[tuple[str, list[KeptAttempt]]]()
        for number, game in enumerate(games):
            rows = await _rows(store, game, tell, number / len(games))
            kept.append((game, attempts_of(rows, lambda at: _is_in(first, at))))
        people = {each.person for _, attempts in kept for each in attempts}
        return anonymous(kept, await _left_out(store, people), SystemRandom(), _date_of)
    finally:
        await store.close()


async def _rows(store: Store, game: str, tell: Tell, share: float) -> list[AttemptRow]:
    found = list[AttemptRow]()
    async for row in all_rows(store, attempts_log(game)):
        found.append(decode_row(row.body))
        if row.version % 1000 == 0:
            tell(f"{game}: {row.version:,} rows", share)
    return found


async def _left_out(store: Store, people: Collection[str]) -> set[str]:
    """Everybody who has not said that they want to be in it, or has deleted their account."""
    clock = SteadyClock()
    forgotten = ForgottenPeople(store, clock)
    settings = PuzzleSettingsService(store, clock, Metrics())
    await forgotten.refresh()
    left_out, asked = {*forgotten.people}, sorted(people)
    for start in range(0, len(asked), AT_ONCE):
        some = asked[start : start + AT_ONCE]
        found = await asyncio.gather(*map(settings.find, some))
        left_out |= {each.person for each in found if not each.is_in_dataset}
    return left_out


def _is_in(first: date, at: int) -> bool:
    day = datetime.fromtimestamp(at / 1000, UTC).date()
    return first <= day <= first.replace(day=monthrange(first.year, first.month)[1])


def _date_of(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
