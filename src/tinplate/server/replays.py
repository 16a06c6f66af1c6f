"""Replays of finished matches, sent in parts."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from gzip import compress
from random import Random
from typing import Annotated, TypeVar

from litestar import MediaType, Response, get
from litestar.datastructures import CacheControlHeader
from litestar.di import Provide
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, QueryParameter
from msgspec import Raw
from msgspec.json import encode
from msgspec.structs import replace

from tinplate.game import Outcome, Rejected, Seat
from tinplate.match import Match
from tinplate.server.compute import Cancel, ClientGone
from tinplate.server.context import ServerContext
from tinplate.server.queries import HEAVY, TheQuery, query_of
from tinplate.server.replicas import MatchReplica
from tinplate.store.log import Row, all_rows
from tinplate.store.logfile import content_of
from tinplate.wire.replays import Replay, replayed, seen_by
from tinplate.wire.resources import MatchLog

EVENTS_PER_PART = 5_000  # about an hour with eight players; 100 KB compressed
HOUR = 60 * 60  # seconds
ItemT = TypeVar("ItemT")
# A finished match never changes, but a shared computer should not keep it for long.
PRIVATE_FOR_AN_HOUR = CacheControlHeader(private=True, max_age=HOUR)


@get(
    "/api/matches/{match:str}/replay",
    opt=HEAVY,
    dependencies={"long_query": Provide(query_of)},
    cache_control=PRIVATE_FOR_AN_HOUR,
    responses={200: ResponseSpec(Replay, generate_examples=False, description="A part of it.")},
)
async def match_replay(
    long_query: TheQuery,
    match: FromPath[str],
    seat: FromQuery[int | None] = None,
    after: Annotated[int, QueryParameter(ge=0)] = 0,
) -> Response[bytes]:
    """The replay as a seat saw it, or with nothing hidden. Only when the match is over."""
    context = long_query.context
    replica = await context.log_cache.current(await context.log_cache.match(match))
    outcome = replica.outcome
    if outcome is None:
        raise Rejected("There is no replay until the match is over.", "match-goes-on")
    if seat is not None and not 0 <= seat < len(replica.opening.players):
        raise Rejected(f"There is no seat {seat} in this match.", "no-such-seat", seat=seat)
    if after > replica.version:
        because = f"There is no version {after}. The match ended at {replica.version}."
        raise Rejected(because, "no-such-version", version=after, last=replica.version)
    viewer = None if seat is None else Seat(seat)
    rows = [row async for row in all_rows(context.store, match, after=0)]
    players = shown_players(context, replica)
    is_compressed = "gzip" in long_query.request.headers.get("accept-encoding", "")

    def work(cancel: Cancel) -> bytes:
        part = part_of(replica, outcome, rows, viewer, after, cancel)
        text = encode(replace(part, players=players))
        return compress(text, mtime=0) if is_compressed else text

    headers = {"Vary": "Accept-Encoding", **({"Content-Encoding": "gzip"} if is_compressed else {})}
    return Response(await long_query.compute(work), media_type=MediaType.JSON, headers=headers)


@get(
    "/api/matches/{match:str}/file",
    opt=HEAVY,
    dependencies={"long_query": Provide(query_of)},
    media_type=MediaType.TEXT,
)
async def match_file(long_query: TheQuery, match: FromPath[str]) -> Response[bytes]:
    """The log as a file for `tinplate replay`. Only when the match is over."""
    context = long_query.context
    replica = await context.log_cache.current(await context.log_cache.match(match))
    if replica.outcome is None:
        raise Rejected(
            "The log shows what is hidden. Come back when the match is over.", "match-goes-on"
        )
    rows = [row async for row in all_rows(context.store, match, after=0)]
    players = shown_players(context, replica)

    def work(cancel: Cancel) -> bytes:
        entries = map(replica.entry, awaited(rows, cancel))
        whole = Match(replica.game, replica.match.opening, Random(), entries)  # noqa: S311 - unused
        return content_of(whole, players)

    file = f"tinplate-{replica.game.name}-{replica.log}.log"
    return Response(
        await long_query.compute(work),
        media_type=MediaType.TEXT,
        headers={"Content-Disposition": f'attachment; filename="{file}"'},
    )


@get(
    "/api/matches/{match:str}/log",
    opt=HEAVY,
    dependencies={"long_query": Provide(query_of)},
)
async def match_log(long_query: TheQuery, match: FromPath[str]) -> Response[MatchLog]:
    """The whole log, including what was hidden. Only when the match is over."""
    context = long_query.context
    replica = await context.log_cache.current(await context.log_cache.match(match))
    if replica.outcome is None:
        raise Rejected(
            "The log shows what is hidden. Come back when the match is over.", "match-goes-on"
        )
    rows = [row async for row in all_rows(context.store, match, after=0)]
    players = shown_players(context, replica)
    whole_log = await long_query.compute(partial(log_of, replica, rows, players))
    file = f"tinplate-{replica.game.name}-{replica.log}.json"
    return Response(whole_log, headers={"Content-Disposition": f'attachment; filename="{file}"'})


def shown_players(context: ServerContext, replica: MatchReplica) -> tuple[str, ...]:
    """The names as everybody is shown them: people who are gone have none."""
    return context.forgotten.players(replica.opening.players, replica.opening.guests)


def log_of(
    replica: MatchReplica, rows: Sequence[Row], players: tuple[str, ...], cancel: Cancel
) -> MatchLog:
    entries = [replica.entry(row) for row in awaited(rows, cancel)]
    return MatchLog(
        game=replica.game.name,
        players=players,
        opening=replica.opening.state,
        entries=Raw(encode(entries)),
    )


def awaited(items: Iterable[ItemT], cancel: Cancel) -> Iterator[ItemT]:
    """The items, one by one; ClientGone as soon as nobody waits for the result any more."""
    for item in items:
        if cancel():
            raise ClientGone
        yield item


def part_of(  # noqa: PLR0913, PLR0917 - what is asked, and whether somebody still does
    replica: MatchReplica,
    outcome: Outcome,
    rows: Sequence[Row],
    seat: Seat | None,
    after: int,
    cancel: Cancel,
) -> Replay:
    """The entries after a version, as many as fit into one part."""
    game = replica.game
    state = replica.codec.decode_state(bytes(replica.opening.state))
    entries = [replica.entry(row) for row in awaited(rows, cancel)]
    for entry in awaited(entries[:after], cancel):
        for event in entry.events:
            state = game.evolve(state, event)
    count, end = 0, after
    while end < len(entries) and (end == after or count < EVENTS_PER_PART):
        count += len(entries[end].events)
        end += 1
    told = awaited(entries[after:end], cancel)
    return Replay(
        match=replica.log,
        game=game.name,
        players=replica.opening.players,
        winners=outcome.winners,
        because=outcome.because,
        seat=seat,
        last=len(entries),
        after=after,
        view=Raw(encode(seen_by(game, state, seat))),
        entries=Raw(encode([*replayed(game, state, told, seat)])),
        following=end if end < len(entries) else None,
    )
