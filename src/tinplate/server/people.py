"""HTTP requests about people: their ratings, the best of them, and quick match."""

from collections.abc import Collection, Iterable
from typing import Annotated

from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec.structs import replace

from tinplate.accounts.values import Account
from tinplate.lobby.values import Chair
from tinplate.quick.values import QuickWish
from tinplate.ratings.model import shown
from tinplate.ratings.results import ShownRating
from tinplate.ratings.standings import PersonStanding, PoolStandings
from tinplate.server.context import ServerContext
from tinplate.server.http import TheContext, TheGuest, named
from tinplate.server.listed_people import is_listed
from tinplate.server.players import require_player
from tinplate.server.profiles import (
    accounts_of,
    curves_of,
    hidden_people,
    profile_of,
    visible,
)
from tinplate.wire.resources import (
    Leaderboard,
    LeaderboardRow,
    MatchPeople,
    PersonRatings,
    Profile,
    QuickGame,
    QuickStatus,
    RatedBot,
    TableRatings,
)

FLOOR = 5  # matches it takes to be on a list
LISTED = 100
GameName = Annotated[str, QueryParameter(max_length=100)]


@get("/api/tables/{table:str}/ratings")
async def table_ratings(context: TheContext, guest: TheGuest, table: FromPath[str]) -> TableRatings:
    """The ratings of those who sit at a table, in the class in which matches there count.

    Nobody but themselves is told those of people who are private.
    """
    replica = await context.log_cache.current(await context.log_cache.table(table))
    terms, chairs = replica.table.terms, replica.table.chairs
    if terms.speed is None or not context.ratings.has_pool((terms.game, terms.speed)):
        return TableRatings(None, (None,) * len(chairs))
    standings = await context.ratings.pool((terms.game, terms.speed)).current()
    hidden = await hidden_people(context, replica.table.owners, guest)
    return TableRatings(terms.speed, tuple(_on(chair, standings, hidden) for chair in chairs))


@get("/api/leaderboard")
async def leaderboard(
    context: TheContext, game: GameName, speed: GameName, *, provisional: FromQuery[bool] = False
) -> Leaderboard:
    """The best in one game and speed, of those who have played enough.

    Ratings that are not sure yet are left out, unless they are asked for.
    """
    if not context.ratings.has_pool((game, speed)):
        raise NotFoundException
    standings = await context.ratings.pool((game, speed)).current()
    enough = [one for one in standings.people if one.matches >= FLOOR]
    listed = await context.listed_people.among([one.person for one in enough])
    able = [one for one in enough if one.person in listed]
    unsure = [one for one in able if shown(one.skill).is_provisional]
    wanted = able if provisional else [one for one in able if not shown(one.skill).is_provisional]
    rows = await _listed(context, wanted)
    bots = tuple(RatedBot(name, shown(skill)) for name, skill in standings.rated_bots.items())
    strongest = tuple(sorted(bots, key=lambda one: (-one.rating.number, one.bot)))
    return Leaderboard(game, speed, FLOOR, len(able), len(unsure), rows, strongest)


@get("/api/people/{person:str}/ratings")
async def person_ratings(
    context: TheContext, guest: TheGuest, person: FromPath[str]
) -> PersonRatings:
    """All ratings of a person, and how they came there; nobody but they see what is private."""
    whom = await visible(context, person, guest)
    if whom.account is not None and whom.account.is_locked:
        raise NotFoundException
    curves, name = await curves_of(context, whom.person)
    if not curves:
        raise NotFoundException
    shown_name = whom.name or context.forgotten.name(whom.person, name)
    return PersonRatings(whom.person, shown_name, curves)


@get("/api/people/{person:str}")
async def profile(context: TheContext, guest: TheGuest, person: FromPath[str]) -> Profile:
    """The profile of a person, by their id or, with an account, by their name.

    A name that was given up leads there as long as nobody else can take it.
    """
    told = await profile_of(context, await visible(context, person, guest))
    hidden = frozenset[str]() if guest is None else await context.social.hidden(guest.id)
    return replace(told, can_meet=told.person not in hidden)


@get("/api/matches/{match:str}/people")
async def match_people(context: TheContext, guest: TheGuest, match: FromPath[str]) -> MatchPeople:
    """The ids of those who played a match, for links to their profiles."""
    replica = await context.log_cache.match(match)
    guests = replica.opening.guests
    hidden = await hidden_people(context, {one for one in guests if one is not None}, guest)
    hidden |= context.forgotten.people
    return MatchPeople(tuple(None if one in hidden else one for one in guests))


@post("/api/quick", opt={"purpose": "tables"})
async def find_game(context: TheContext, guest: TheGuest, data: JSONBody[QuickWish]) -> QuickStatus:
    """Wait for a game, or go on waiting."""
    await require_player(context, named(guest))
    return await context.quick.enter(named(guest), data)


@get("/api/quick")
async def quick_status(
    context: TheContext, guest: TheGuest, game: GameName, *, is_hidden: FromQuery[bool] = False
) -> QuickStatus:
    """How the search stands. Asking keeps the place: every few seconds will do.

    A page in the background says so: then once a minute is enough.
    """
    if game not in context.catalogue.packs:
        raise NotFoundException
    return await context.quick.look(named(guest), game, is_hidden=is_hidden)


@post("/api/quick/cancel")
async def cancel_quick(
    context: TheContext, guest: TheGuest, data: JSONBody[QuickGame]
) -> QuickStatus:
    """Wait no more."""
    if data.game not in context.catalogue.packs:
        raise NotFoundException
    return await context.quick.leave(named(guest), data.game)


ROUTES = (
    table_ratings,
    leaderboard,
    person_ratings,
    profile,
    match_people,
    find_game,
    quick_status,
    cancel_quick,
)


async def _listed(
    context: ServerContext, people: Iterable[PersonStanding]
) -> tuple[LeaderboardRow, ...]:
    """The best of them. Their accounts are read anew, so that nobody is shown who just hid."""
    best = sorted(people, key=lambda one: (-one.skill.mean, one.person))
    rows = list[LeaderboardRow]()
    for start in range(0, len(best), LISTED):
        part = best[start : start + LISTED]
        accounts = await accounts_of(context, [one.person for one in part])
        for one in part:
            account = accounts.get(one.person)
            if is_listed(account):
                name = account.name if account else context.forgotten.name(one.person, one.name)
                rows.append(_row(len(rows) + 1, name, one, account))
        if len(rows) >= LISTED:
            break
    return tuple(rows[:LISTED])


def _on(chair: Chair, standings: PoolStandings, hidden: Collection[str]) -> ShownRating | None:
    if chair.owner is not None:
        is_hidden = chair.owner.id in hidden
        return None if is_hidden else shown(standings.skill(chair.owner.id))
    skill = standings.rated_bots.get(chair.bot or "")
    return None if skill is None else shown(skill)


def _row(
    place: int, name: str, standing: PersonStanding, account: Account | None
) -> LeaderboardRow:
    return LeaderboardRow(
        place,
        standing.person,
        name,
        shown(standing.skill),
        standing.matches,
        standing.last_at,
        account.avatar if account else None,
    )
