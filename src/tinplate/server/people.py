"""HTTP requests about people: their ratings, the best of them, and quick match."""

import asyncio
from collections.abc import Iterable
from typing import Annotated

from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody, QueryParameter

from tinplate.accounts.values import Account
from tinplate.lobby.values import Chair
from tinplate.quick.values import QuickWish
from tinplate.ratings.model import shown
from tinplate.ratings.results import ShownRating
from tinplate.ratings.standings import PersonStanding, PoolStandings
from tinplate.server.context import ServerContext
from tinplate.server.http import TheContext, TheGuest, named
from tinplate.wire.resources import (
    CurvePoint,
    Leaderboard,
    LeaderboardRow,
    PersonRatings,
    QuickGame,
    QuickStatus,
    RatingCurve,
    TableRatings,
)

FLOOR = 5  # matches it takes to be on a list
LISTED = 100
GameName = Annotated[str, QueryParameter(max_length=100)]


@get("/api/tables/{table:str}/ratings")
async def table_ratings(context: TheContext, table: FromPath[str]) -> TableRatings:
    """The ratings of those who sit at a table, in the class in which matches there count."""
    replica = await context.log_cache.current(await context.log_cache.table(table))
    terms, chairs = replica.table.terms, replica.table.chairs
    if terms.speed is None or not context.ratings.has_pool((terms.game, terms.speed)):
        return TableRatings(None, (None,) * len(chairs))
    standings = await context.ratings.pool((terms.game, terms.speed)).current()
    return TableRatings(terms.speed, tuple(_on(chair, standings) for chair in chairs))


@get("/api/leaderboard")
async def leaderboard(context: TheContext, game: GameName, speed: GameName) -> Leaderboard:
    """The best in one game and speed, of those who have played enough."""
    if not context.ratings.has_pool((game, speed)):
        raise NotFoundException
    standings = await context.ratings.pool((game, speed)).current()
    gone = context.forgotten.people
    able = [one for one in standings.people if one.matches >= FLOOR and one.person not in gone]
    best = sorted(able, key=lambda one: (-one.skill.mean, one.person))[:LISTED]
    accounts = await _accounts_of(context, [one.person for one in best])
    public = [one for one in best if not _is_private(accounts.get(one.person))]
    bots = {name: shown(skill).number for name, skill in standings.rated_bots.items()}
    rows = tuple(_row(place, one, accounts.get(one.person)) for place, one in enumerate(public, 1))
    return Leaderboard(game, speed, FLOOR, len(able), rows, bots)


@get("/api/people/{person:str}/ratings")
async def person_ratings(
    context: TheContext, guest: TheGuest, person: FromPath[str]
) -> PersonRatings:
    """All ratings of a person, and how they came there; nobody but they see what is private."""
    curves, name = list[RatingCurve](), ""
    for pool in _pools(context):
        standing = (await context.ratings.pool(pool).current()).standing(person)
        if standing is not None:
            points = tuple(CurvePoint(at, shown(skill)) for at, skill in standing.history)
            curves.append(RatingCurve(*pool, standing.matches, points))
            name = standing.name
    if not curves or person in context.forgotten.people:
        raise NotFoundException
    account = await context.accounts.find(person)  # whoever has played has an id that can have one
    is_own = guest is not None and guest.id == person
    if _is_private(account) and not is_own:
        raise NotFoundException
    return PersonRatings(person, account.name if account else name, tuple(curves))


@post("/api/quick", opt={"purpose": "tables"})
async def find_game(context: TheContext, guest: TheGuest, data: JSONBody[QuickWish]) -> QuickStatus:
    """Wait for a game, or go on waiting."""
    return await context.quick.enter(named(guest), data)


@get("/api/quick")
async def quick_status(context: TheContext, guest: TheGuest, game: GameName) -> QuickStatus:
    """How the search stands. Asking keeps the place: every few seconds will do."""
    if game not in context.catalogue.packs:
        raise NotFoundException
    return await context.quick.look(named(guest), game)


@post("/api/quick/cancel")
async def cancel_quick(
    context: TheContext, guest: TheGuest, data: JSONBody[QuickGame]
) -> QuickStatus:
    """Wait no more."""
    if data.game not in context.catalogue.packs:
        raise NotFoundException
    return await context.quick.leave(named(guest), data.game)


ROUTES = (table_ratings, leaderboard, person_ratings, find_game, quick_status, cancel_quick)


def _pools(context: ServerContext) -> list[tuple[str, str]]:
    packs = context.catalogue.packs.values()
    return [(pack.name, speed) for pack in packs for speed in pack.speeds]


async def _accounts_of(context: ServerContext, people: Iterable[str]) -> dict[str, Account]:
    """Of those who have one."""
    found = await asyncio.gather(*map(context.accounts.find, people))
    return {account.person: account for account in found if account is not None}


def _is_private(account: Account | None) -> bool:
    return account is not None and account.is_private


def _on(chair: Chair, standings: PoolStandings) -> ShownRating | None:
    if chair.owner is not None:
        return shown(standings.skill(chair.owner.id))
    skill = standings.rated_bots.get(chair.bot or "")
    return None if skill is None else shown(skill)


def _row(place: int, standing: PersonStanding, account: Account | None) -> LeaderboardRow:
    return LeaderboardRow(
        place,
        standing.person,
        account.name if account else standing.name,
        shown(standing.skill),
        standing.matches,
        standing.last_at,
    )
