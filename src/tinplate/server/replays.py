"""Matches that are over, to be looked at again, part by part."""

from collections.abc import Sequence
from gzip import compress
from random import Random
from typing import Annotated

from litestar import MediaType, Response, get
from litestar.datastructures import CacheControlHeader
from litestar.di import Provide
from litestar.params import FromPath, FromQuery, QueryParameter
from msgspec import Raw
from msgspec.json import encode

from tinplate.game import Outcome, Rejected, Seat
from tinplate.match import Match
from tinplate.server.asking import HEAVY, TheAsker, asker_of
from tinplate.server.http import TheHouse
from tinplate.server.ledger import MatchLedger
from tinplate.server.thinking import Cancel
from tinplate.store.log import Row, all_rows
from tinplate.store.logfile import content_of
from tinplate.wire.replays import Replay, replayed, seen_by

EVENTS_A_PART = 5_000  # about an hour of eight people; packed, a tenth of a megabyte
AN_HOUR = 60 * 60  # seconds
# What is over does not change; but who may not see it any more should not find it for ever.
FOR_ONESELF = CacheControlHeader(private=True, max_age=AN_HOUR)


@get(
    "/api/matches/{match:str}/replay",
    opt=HEAVY,
    dependencies={"asker": Provide(asker_of)},
    cache_control=FOR_ONESELF,
)
async def match_replay(
    asker: TheAsker,
    match: FromPath[str],
    eyes: FromQuery[int | None] = None,
    after: Annotated[int, QueryParameter(ge=0)] = 0,
) -> Response[bytes]:
    """What happened, as a seat saw it or with all that was hidden: only when the match is over."""
    house = asker.house
    ledger = await house.books.current(await house.books.match(match))
    outcome = ledger.outcome
    if outcome is None:
        raise Rejected("The match goes on; it can be watched again when it is over.")
    if eyes is not None and not 0 <= eyes < len(ledger.opening.players):
        raise Rejected(f"There is no seat {eyes} in this match.")
    if after > ledger.version:
        raise Rejected(f"There is no version {after}; the match ended at {ledger.version}.")
    seat = None if eyes is None else Seat(eyes)
    rows = [row async for row in all_rows(house.store, match, after=0)]
    is_packed = "gzip" in asker.request.headers.get("accept-encoding", "")

    def work(_: Cancel) -> bytes:
        text = encode(part_of(ledger, outcome, rows, seat, after))
        return compress(text, mtime=0) if is_packed else text

    headers = {"Vary": "Accept-Encoding", **({"Content-Encoding": "gzip"} if is_packed else {})}
    return Response(await asker.think(work), media_type=MediaType.JSON, headers=headers)


@get("/api/matches/{match:str}/file")
async def match_file(house: TheHouse, match: FromPath[str]) -> Response[bytes]:
    """The log as a file that `tinplate replay` reads: only when the match is over."""
    ledger = await house.books.current(await house.books.match(match))
    if ledger.outcome is None:
        raise Rejected("The match goes on; its log tells what is hidden.", "match-goes-on")
    entries = [ledger.entry(row) async for row in all_rows(house.store, match, after=0)]
    table = Match(ledger.game, ledger.table.opening, Random(), entries)  # noqa: S311 - never rolls
    file = f"tinplate-{ledger.game.name}-{ledger.log}.log"
    return Response(
        content_of(table, ledger.opening.players),
        media_type=MediaType.TEXT,
        headers={"Content-Disposition": f'attachment; filename="{file}"'},
    )


def part_of(
    ledger: MatchLedger, outcome: Outcome, rows: Sequence[Row], seat: Seat | None, after: int
) -> Replay:
    """What follows a version, as far as it fits into one answer."""
    game = ledger.game
    state = ledger.codec.decode_state(bytes(ledger.opening.state))
    entries = [ledger.entry(row) for row in rows]
    for entry in entries[:after]:
        for event in entry.events:
            state = game.evolve(state, event)
    count, end = 0, after
    while end < len(entries) and (end == after or count < EVENTS_A_PART):
        count += len(entries[end].events)
        end += 1
    return Replay(
        match=ledger.log,
        game=game.name,
        players=ledger.opening.players,
        winners=outcome.winners,
        because=outcome.because,
        eyes=seat,
        last=len(entries),
        after=after,
        view=Raw(encode(seen_by(game, state, seat))),
        entries=Raw(encode([*replayed(game, state, entries[after:end], seat)])),
        following=end if end < len(entries) else None,
    )
