"""Pictures of finished matches over HTTP, and what messengers read from a link to one."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from cachetools import LRUCache
from litestar import Response, get
from litestar.di import Provide
from litestar.params import FromPath

from tinplate.accounts.values import SOMEBODY
from tinplate.game import Rejected, Seat
from tinplate.server.compute import Cancel
from tinplate.server.context import ServerContext
from tinplate.server.log_cache import UnknownLog
from tinplate.server.queries import FOR_AN_HOUR, HEAVY, TheQuery, query_of
from tinplate.server.replays import shown_players
from tinplate.server.replicas import MatchReplica
from tinplate.server.share_card import (
    HEIGHT,
    WIDTH,
    MatchEnd,
    draw_card,
    headline,
    png_of,
)
from tinplate.store.log import Unavailable

MAX_KEPT = 100  # pictures in memory, about 80 kB each
_BOT = " (bot)"
# A finished match never changes, but its players may delete their accounts.
_kept: LRUCache[tuple[str, tuple[str, ...]], bytes] = LRUCache(MAX_KEPT)


@get(
    "/api/matches/{match:str}/picture.png",
    opt=HEAVY,
    dependencies={"long_query": Provide(query_of)},
    cache_control=FOR_AN_HOUR,
    media_type="image/png",
)
async def match_picture(long_query: TheQuery, match: FromPath[str]) -> Response[bytes]:
    """A picture of the match, to share. Only when it is over."""
    context = long_query.context
    replica = await context.log_cache.current(await context.log_cache.match(match))
    if replica.outcome is None:
        raise Rejected("There is no picture until the match is over.", "match-goes-on")
    players = shown_players(context, replica)
    key = match, players
    if key not in _kept:
        end = _end_of(replica, players)

        def work(_: Cancel) -> bytes:
            return png_of(draw_card(end))

        _kept[key] = await long_query.compute(work)
    return Response(_kept[key], media_type="image/png")


async def preview_of(
    context: ServerContext, match: str, query: Mapping[str, Any], root: str
) -> str:
    """The tags by which a messenger shows a link to a match; none for what is not there.

    The root is the absolute address of the page. What follows a question mark says nothing.
    """
    del query
    try:
        replica = await context.log_cache.current(await context.log_cache.match(match))
    except (UnknownLog, Unavailable):
        return ""
    if replica.outcome is None:
        return meta_tags((("og:title", f"A match of {replica.pack.title}"), ("og:type", "website")))
    end = _end_of(replica, shown_players(context, replica))
    return picture_tags(
        title=f"{headline(end)} - {end.title}",
        description=f"{', '.join(end.players)}. Watch the replay.",
        picture=f"{root}/api/matches/{match}/picture.png",
    )


def picture_tags(*, title: str, description: str, picture: str) -> str:
    """The tags of a link that has a picture."""
    return meta_tags(
        (
            ("og:title", title),
            ("og:description", description),
            ("og:type", "website"),
            ("og:image", picture),
            ("og:image:width", str(WIDTH)),
            ("og:image:height", str(HEIGHT)),
            ("twitter:card", "summary_large_image"),
        )
    )


def meta_tags(told: Sequence[tuple[str, str]]) -> str:
    """Tags for the head of the page; every value is escaped."""
    return "".join(
        f'<meta property="{name}" content="{escape(value, quote=True)}" />' for name, value in told
    )


def _end_of(replica: MatchReplica, players: Sequence[str]) -> MatchEnd:
    names = shown_names(players, replica.pack.bot_titles)
    state, winners = replica.match.state, replica.outcome.winners if replica.outcome else ()
    seats = map(Seat, range(len(names)))
    ranked = sorted(seats, key=lambda seat: replica.pack.score(state, seat), reverse=True)
    return MatchEnd(
        title=replica.pack.title,
        players=[names[seat] for seat in ranked],  # as the score is: the best first
        winners=[names[seat] for seat in winners],
        end=replica.pack.draw_end(state),
    )


def shown_names(players: Sequence[str], titles: Mapping[str, str]) -> list[str]:
    """The players' names as the page shows them, the second of a name with a number."""
    return [
        _shown(player, titles)
        + (f" {before + 1}" if (before := players[:seat].count(player)) else "")
        for seat, player in enumerate(players)
    ]


def _shown(player: str, titles: Mapping[str, str]) -> str:
    if player == SOMEBODY:
        return "somebody"
    name = player.removesuffix(_BOT)
    return name if name == player else titles.get(name, name)
