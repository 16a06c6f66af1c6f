"""Pictures of finished matches over HTTP, and what messengers read from a link to one."""

from collections.abc import Mapping, Sequence
from html import escape
from random import Random
from typing import Any

from cachetools import LRUCache
from litestar import Request, Response, get
from litestar.di import Provide
from litestar.params import FromPath, FromQuery

from tinplate.accounts.values import SOMEBODY
from tinplate.game import Rejected, Seat
from tinplate.lobby.values import Departure
from tinplate.match import AnyMatch, Match
from tinplate.server.compute import Cancel
from tinplate.server.context import ServerContext
from tinplate.server.departures import departures
from tinplate.server.log_cache import UnknownLog
from tinplate.server.portraits import face_of_bot, face_of_person
from tinplate.server.puzzles import date_of
from tinplate.server.queries import FOR_AN_HOUR, HEAVY, TheQuery, query_of
from tinplate.server.replays import awaited, shown_players
from tinplate.server.replicas import MatchReplica
from tinplate.server.share_card import (
    HEIGHT,
    MIDDLE_DOT,
    WIDTH,
    CardPlayer,
    MatchEnd,
    draw_card,
    headline,
    png_of,
)
from tinplate.server.share_words import ENDS, ENGLISH, EndWords, known
from tinplate.store.log import Unavailable, all_rows

MAX_KEPT = 100  # pictures in memory, about 80 kB each
_BOT = " (bot)"
AnyRequest = Request[Any, Any, Any]
# A finished match never changes, but its players may delete their accounts.
_Key = tuple[str, tuple[str, ...], tuple[Departure, ...], str, str]
_kept: LRUCache[_Key, bytes] = LRUCache(MAX_KEPT)


@get(
    "/api/matches/{match:str}/picture.png",
    opt=HEAVY,
    dependencies={"long_query": Provide(query_of)},
    cache_control=FOR_AN_HOUR,
    media_type="image/png",
)
async def match_picture(
    request: AnyRequest,
    long_query: TheQuery,
    match: FromPath[str],
    language: FromQuery[str] = ENGLISH,
) -> Response[bytes]:
    """A picture of the match, to share, with our address. Only when it is over."""
    language, address = known(language), request.url.netloc
    context = long_query.context
    replica = await context.log_cache.current(await context.log_cache.match(match))
    if replica.outcome is None:
        raise Rejected("There is no picture until the match is over.", "match-goes-on")
    players, gone = shown_players(context, replica), await departures(context, replica)
    # The table may come to know who was gone a little later.
    key = match, players, gone, language, address
    if key not in _kept:
        rows = [row async for row in all_rows(context.store, match, after=0)]
        titles = context.catalogue.bot_titles(replica.pack.name)

        def work(cancel: Cancel) -> bytes:
            entries = map(replica.entry, awaited(rows, cancel))
            whole = Match(replica.game, replica.match.opening, Random(), entries)  # noqa: S311 - unused
            end = _end_of(replica, players, titles, language, gone)
            return png_of(draw_card(_drawn(end, replica, whole), address))

        _kept[key] = await long_query.compute(work)
    return Response(_kept[key], media_type="image/png")


async def preview_of(
    context: ServerContext, match: str, query: Mapping[str, Any], root: str
) -> str:
    """The tags by which a messenger shows a link to a match; none for what is not there.

    The root is the absolute address of the page. A link says the language of whoever shared it.
    """
    language = known(str(query.get("language", ENGLISH)))
    try:
        replica = await context.log_cache.current(await context.log_cache.match(match))
        gone = await departures(context, replica)
    except (UnknownLog, Unavailable):
        return ""
    if replica.outcome is None:
        return title_tags(ENDS[language].match_of.format(game=replica.pack.title))
    titles = context.catalogue.bot_titles(replica.pack.name)
    end = _end_of(replica, shown_players(context, replica), titles, language, gone)
    names = ", ".join(map(_with_end, end.players))
    return picture_tags(
        title=f"{headline(end)} - {end.title}",
        description=f"{names}. {ENDS[language].watch}",
        picture=f"{root}/api/matches/{match}/picture.png" + _asked(language),
    )


def _with_end(player: CardPlayer) -> str:
    return f"{player.name} ({player.left})" if player.left else player.name


def _asked(language: str) -> str:
    return "" if language == ENGLISH else f"?language={language}"


def picture_tags(*, title: str, description: str, picture: str) -> str:
    """The tags of a link that has a picture."""
    return title_tags(
        title,
        (
            ("og:description", description),
            ("og:image", picture),
            ("og:image:width", str(WIDTH)),
            ("og:image:height", str(HEIGHT)),
            ("twitter:card", "summary_large_image"),
        ),
    )


def title_tags(title: str, told: Sequence[tuple[str, str]] = ()) -> str:
    """A title for the head of the page, and tags; every value is escaped."""
    tags = (("og:title", title), ("og:type", "website"), *told)
    return f"<title>{escape(title)} - Tinplate</title>" + "".join(
        f'<meta property="{name}" content="{escape(value, quote=True)}" />' for name, value in tags
    )


def _end_of(
    replica: MatchReplica,
    players: Sequence[str],
    titles: Mapping[str, str],
    language: str,
    gone: Sequence[Departure],
) -> MatchEnd:
    """Who played, the best first, without what the game draws."""
    words = ENDS[language]
    names = shown_names(players, titles, words.somebody)
    winners = _winners(replica)
    how = dict.fromkeys(replica.resigned, words.resigned)
    how |= dict.fromkeys(replica.conceded, words.away)
    how |= {one.seat: _how_gone(one, words) for one in gone}
    by_bots = {one.seat for one in gone if one.is_played}
    told = [
        CardPlayer(
            name=names[seat],
            face=_face(replica, players[seat], seat),
            has_won=seat in winners,
            left=how.get(seat, ""),
            is_by_bot=seat in by_bots,
        )
        for seat in _ranked(replica)
    ]
    date = date_of(replica.updated_at).isoformat()
    return MatchEnd(replica.pack.title, told, language=language, date=date)


def _how_gone(gone: Departure, words: EndWords) -> str:
    """As the podium of the page has it."""
    how = {"left": words.left, "voted": words.voted, "away": "" if gone.is_played else words.away}
    bot = words.bot_played_on if gone.is_played else ""
    return f" {MIDDLE_DOT} ".join(filter(None, (how[gone.how], bot)))


def _drawn(end: MatchEnd, replica: MatchReplica, whole: AnyMatch) -> MatchEnd:
    """With what the game draws of the match and says of it."""
    picture = replica.pack.draw_end(whole, end.language)
    if picture is None:
        return end
    ranked = zip(_ranked(replica), end.players, strict=True)
    scored = [
        player._replace(
            score=picture.scores[seat], sign=picture.signs[seat] if picture.signs else ""
        )
        for seat, player in ranked
    ]
    return end._replace(players=scored, line=picture.line, drawing=picture.drawing)


def _ranked(replica: MatchReplica) -> list[Seat]:
    """Winners first, then by what they have; whoever gave up comes last."""
    winners, resigned = _winners(replica), replica.resigned
    state, score = replica.match.state, replica.pack.score

    def rank(seat: Seat) -> tuple[bool, bool, Any]:
        return seat in winners, seat not in resigned, score(state, seat)

    return sorted(map(Seat, range(len(replica.opening.players))), key=rank, reverse=True)


def _winners(replica: MatchReplica) -> Sequence[Seat]:
    return replica.outcome.winners if replica.outcome else ()


def _face(replica: MatchReplica, player: str, seat: Seat) -> str:
    bot = player.removesuffix(_BOT)
    if bot != player:
        return face_of_bot(bot, replica.pack.faces_file)
    avatars = replica.opening.avatars
    return face_of_person(player, avatars[seat] if avatars and player != SOMEBODY else None)


def shown_names(players: Sequence[str], titles: Mapping[str, str], somebody: str) -> list[str]:
    """The players' names as the page shows them, the second of a name with a number."""
    return [
        _shown(player, titles, somebody)
        + (f" {before + 1}" if (before := players[:seat].count(player)) else "")
        for seat, player in enumerate(players)
    ]


def _shown(player: str, titles: Mapping[str, str], somebody: str) -> str:
    if player == SOMEBODY:
        return somebody
    name = player.removesuffix(_BOT)
    return name if name == player else titles.get(name, name)
