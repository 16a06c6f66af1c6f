"""Computes what is remembered of everybody again, from the logs of tables and matches alone."""

import time
from collections import defaultdict
from typing import NamedTuple

from msgspec.structs import replace

from tinplate.catalogue import Catalogue
from tinplate.game import Progress
from tinplate.lobby.rules import evolve, played_match
from tinplate.lobby.values import MatchFinished, Table
from tinplate.records import rules
from tinplate.records.values import Measures, PersonRecord, PlayedMatch
from tinplate.server.deals import Dealer
from tinplate.server.forgotten import FORGOTTEN
from tinplate.server.head_logs import HeadLogs, StateChange
from tinplate.server.metrics import Metrics
from tinplate.server.recomputing import all_tables
from tinplate.server.records import RECORD, measured, record_log, told_in
from tinplate.server.replicas import MatchReplica
from tinplate.server.tables import places_in
from tinplate.store.log import Moment, Row, Store, all_rows
from tinplate.wire.rows import TABLE_ROWS, decode_table

NO_DICE = Dealer(bytes(32))  # nothing is rolled in a match that is over


class Rebuilt(NamedTuple):
    """What was found."""

    matches: int
    people: int
    changed: int  # records that are not what they were


class _Part(NamedTuple):
    """A match as it is added to a record."""

    played: PlayedMatch
    seat: int
    measures: Measures


async def rebuild(store: Store, catalogue: Catalogue, progress: Progress) -> Rebuilt:
    """Compute all records again, and replace those that differ. No server may run meanwhile."""
    gone = {row.body.decode() async for row in all_rows(store, FORGOTTEN)}
    parts, matches = defaultdict[str, list[_Part]](list), 0
    tables = [head.log async for head in all_tables(store)]
    for number, table in enumerate(tables):
        for played in await _played_at(store, catalogue, table):
            matches += 1
            for person, part in await _parts(store, catalogue, played):
                if person not in gone:
                    parts[person].append(part)
        progress((number + 1) / (len(tables) + 1))
    records = HeadLogs(store, _now, Metrics(), RECORD, PersonRecord)
    changed = [await _replace(records, person, parts[person]) for person in sorted(parts)]
    progress(1)
    return Rebuilt(matches, len(parts), sum(changed))


async def _replace(records: HeadLogs[PersonRecord], person: str, parts: list[_Part]) -> bool:
    new = PersonRecord()
    for part in sorted(parts, key=lambda one: (one.played.at, one.played.match)):
        new = rules.added(new, *part)
    is_changed = False

    def judge(old: PersonRecord) -> StateChange[PersonRecord]:
        nonlocal is_changed
        is_changed = not old.is_erased and old != new
        return StateChange(new, [part.played.match for part in parts] if is_changed else [])

    await records.fold(record_log(person), PersonRecord(), judge)
    return is_changed


async def _played_at(store: Store, catalogue: Catalogue, log: str) -> list[PlayedMatch]:
    """The finished matches of a table, of games that we know."""
    found, table = list[PlayedMatch](), None
    async for row in all_rows(store, log):
        if table is None:
            table = decode_table(row.body)
            continue
        for event in TABLE_ROWS.decode(row.body).events:
            if isinstance(event, MatchFinished) and table.terms.game in catalogue.packs:
                found.append(await _finished(store, catalogue, table, event, row))
            table = evolve(table, event)
    return found


async def _finished(
    store: Store, catalogue: Catalogue, table: Table, event: MatchFinished, row: Row
) -> PlayedMatch:
    """Older logs of tables have neither places nor the time; then the match itself is asked."""
    match = await _match(store, catalogue, table.match or "")
    outcome = None if match is None else match.outcome
    places = event.places
    if match is not None and outcome is not None and not places:
        places = places_in(match, outcome)
    if match is not None and not table.guests:
        table = replace(table, guests=match.opening.guests)
    return played_match(table, places, event.at or row.at)


async def _match(store: Store, catalogue: Catalogue, log: str) -> MatchReplica | None:
    replica = None
    async for row in all_rows(store, log):
        if replica is None:
            replica = MatchReplica(log, row, catalogue, NO_DICE)
        else:
            replica.read(row)
    return replica


async def _parts(
    store: Store, catalogue: Catalogue, played: PlayedMatch
) -> list[tuple[str, _Part]]:
    people = [(one.person, seat) for seat, one in enumerate(played.seats) if one.person]
    measures = list[Measures]()
    match = await _match(store, catalogue, played.match) if people else None
    if match is not None and any(one.place for one in played.seats):
        measures = measured(match.pack, await told_in(store, match))
    return [
        (person, _Part(played, seat, measures[seat] if measures else {})) for person, seat in people
    ]


def _now() -> Moment:
    return Moment(time.time_ns() // 1_000_000)
