"""Profiles: what a person shows of themselves, and who may see it.

A private profile is there for its owner only, and a private person is in nobody else's profile.
People who are gone are nowhere.
"""

import asyncio
from collections.abc import Collection, Iterable
from typing import NamedTuple

from litestar.exceptions import NotFoundException

from tinplate.accounts.values import SOMEBODY, Account
from tinplate.game import Malformed, Seat
from tinplate.lobby.values import Avatar, Guest
from tinplate.ratings.model import shown
from tinplate.ratings.results import RatingStep
from tinplate.records.values import GameRecord, KeptMatch, OpponentScore, PersonRecord
from tinplate.server.context import ServerContext
from tinplate.store.log import MAX_NAME
from tinplate.training.glicko import shown as shown_in_puzzles
from tinplate.wire.resources import (
    CurvePoint,
    Profile,
    ProfileGame,
    ProfileMatch,
    ProfileOpponent,
    ProfilePlayer,
    ProfilePuzzles,
    RatingCurve,
    RatingInPool,
)

OPPONENTS = 30  # of each game, that are shown
MATCHES = 20  # that are shown


class ProfileOwner(NamedTuple):
    """The person whose profile is asked for, and may be seen."""

    person: str
    name: str  # empty: only their matches know it
    avatar: Avatar | None
    account: Account | None
    is_own: bool


class _Shown(NamedTuple):
    """How others are shown on a profile."""

    names: dict[str, str]
    avatars: dict[str, Avatar | None]
    hidden: Collection[str]  # people who are private
    gone: Collection[str]

    def player(self, place: int, person: str | None, bot: str | None) -> ProfilePlayer:
        if person is None:
            return ProfilePlayer(place, bot or "", bot=bot)
        if person in self.gone:
            return ProfilePlayer(place, SOMEBODY)
        if person in self.hidden:
            return ProfilePlayer(place, "")
        name, avatar = self.names.get(person, ""), self.avatars.get(person)
        return ProfilePlayer(place, name, person, avatar=avatar)


async def visible(context: ServerContext, asked: str, guest: Guest | None) -> ProfileOwner:
    """The person of that id or name, for whoever asks; 404 if nobody like that is to be seen."""
    if len(asked) > MAX_NAME or not asked.isprintable():
        raise NotFoundException
    own = guest if guest is not None and guest.id == asked else None
    account = await _account(context, asked)
    person = account.person if account is not None else asked
    is_own = guest is not None and guest.id == person
    if person in context.forgotten.people:
        raise NotFoundException
    if account is not None and (account.is_closed or (account.is_private and not is_own)):
        raise NotFoundException
    if account is not None:
        return ProfileOwner(person, account.name, account.avatar, account, is_own)
    return ProfileOwner(person, own.name if own else "", own.avatar if own else None, None, is_own)


async def _account(context: ServerContext, asked: str) -> Account | None:
    """By the id, or else by a name, that they have or had lately."""
    if context.policy.accounts == "off":
        return None
    try:
        found = await context.accounts.find(asked)
    except Malformed:  # nobody can have such an id
        found = None
    if found is not None:
        return found
    return None if await _has_played(context, asked) else await context.accounts.by_past_name(asked)


async def _has_played(context: ServerContext, person: str) -> bool:
    """Whether this is the id of a guest: nobody can take it as a name."""
    return await context.records.find(person) is not None


async def profile_of(context: ServerContext, whom: ProfileOwner) -> Profile:
    """404 for a guest of whom nothing is known, unless they ask themselves.

    Of an account that a moderator has closed, the name is left.
    """
    if whom.account is not None and whom.account.is_locked:
        return _closed(whom)
    record = await context.records.find(whom.person)
    curves, rated_name = await curves_of(context, whom.person)
    steps = await _steps_of(context, whom.person)
    puzzles = await _puzzles(context, whom.person)
    if record is None and not curves and not puzzles and whom.account is None and not whom.is_own:
        raise NotFoundException
    record = record or PersonRecord()
    latest = [one for one in record.latest if whom.is_own or one.is_public][:MATCHES]
    met = {game: _most_met(known) for game, known in record.games.items()}
    others = {seat.person for one in latest for seat in one.seats if seat.person}
    others |= {person for people in met.values() for person in people}
    faces = await _faces(context, others, whom)
    return Profile(
        person=whom.person,
        name=context.forgotten.name(whom.person, whom.name or record.name or rated_name),
        avatar=whom.avatar,
        has_account=whom.account is not None,
        is_own=whom.is_own,
        is_private=whom.account is not None and whom.account.is_private,
        curves=curves,
        games=tuple(
            _game(game, known, met[game], faces) for game, known in sorted(record.games.items())
        ),
        latest=tuple(_match(one, faces, steps.get((one.game, one.at))) for one in latest),
        puzzles=puzzles,
    )


def _closed(whom: ProfileOwner) -> Profile:
    return Profile(
        person=whom.person,
        name=whom.name,
        avatar=whom.avatar,
        has_account=True,
        is_own=False,
        is_private=False,
        curves=(),
        games=(),
        latest=(),
        is_closed=True,
    )


async def _puzzles(context: ServerContext, person: str) -> tuple[ProfilePuzzles, ...]:
    """Of those who are rated, and whose results could be a person's."""
    found = list[ProfilePuzzles]()
    for game in context.puzzles.games:
        await game.collection.current()
        own = (await game.training.current()).person(person)
        if own.rated and not await context.rankings.findings(game, own):
            found.append(ProfilePuzzles(game.game, shown_in_puzzles(own.rating), own.rated))
    return tuple(found)


async def curves_of(context: ServerContext, person: str) -> tuple[tuple[RatingCurve, ...], str]:
    """The ratings of a person in all games and speeds, and their name in the last match."""
    curves, name = list[RatingCurve](), ""
    for pool in _pools(context):
        standing = (await context.ratings.pool(pool).current()).standing(person)
        if standing is not None:
            points = tuple(CurvePoint(at, shown(skill)) for at, skill in standing.history)
            curves.append(RatingCurve(*pool, standing.matches, points))
            name = standing.name
    return tuple(curves), name


async def _steps_of(context: ServerContext, person: str) -> dict[tuple[str, int], RatingStep]:
    """What the latest matches of a person changed, by game and the time they ended."""
    steps = dict[tuple[str, int], RatingStep]()
    for game, speed in _pools(context):
        standing = (await context.ratings.pool((game, speed)).current()).standing(person)
        if standing is not None:
            steps |= {(game, at): step for at, step in standing.steps().items()}
    return steps


async def main_rating(context: ServerContext, person: str) -> RatingInPool | None:
    """The rating of a person where they have played most."""
    found = list[tuple[int, RatingInPool]]()
    for game, speed in _pools(context):
        standing = (await context.ratings.pool((game, speed)).current()).standing(person)
        if standing is not None:
            rating = RatingInPool(game, speed, shown(standing.skill))
            found.append((standing.matches, rating))
    return max(found, key=lambda pair: pair[0])[1] if found else None


async def accounts_of(context: ServerContext, people: Iterable[str]) -> dict[str, Account]:
    """Of those who have one."""
    found = await asyncio.gather(*map(context.accounts.find, people))
    return {account.person: account for account in found if account is not None}


async def hidden_people(
    context: ServerContext, people: Iterable[str], guest: Guest | None
) -> set[str]:
    """Those of these people who are private, but for whoever asks."""
    accounts = await accounts_of(context, people)
    private = {person for person, account in accounts.items() if account.is_private}
    return private - ({guest.id} if guest is not None else set())


def _pools(context: ServerContext) -> list[tuple[str, str]]:
    packs = context.catalogue.packs.values()
    return [(pack.name, speed) for pack in packs for speed in pack.speeds]


async def _faces(context: ServerContext, people: Collection[str], whom: ProfileOwner) -> _Shown:
    """Accounts have their present name; guests that of their last match."""
    everybody = sorted({*people, whom.person})
    accounts = await accounts_of(context, everybody)
    guests = [person for person in everybody if person not in accounts]
    records = await asyncio.gather(*map(context.records.find, guests))
    pairs = zip(guests, records, strict=True)
    named = context.forgotten.name
    names = {person: named(person, record.name) for person, record in pairs if record is not None}
    names |= {person: account.name for person, account in accounts.items()}
    hidden = {person for person, account in accounts.items() if account.is_private}
    avatars = {person: account.avatar for person, account in accounts.items()}
    return _Shown(names, avatars, hidden - {whom.person}, context.forgotten.people)


def _most_met(record: GameRecord) -> list[str]:
    often = sorted(record.people, key=lambda one: _meeting(record.people[one], one))
    return often[: 2 * OPPONENTS]  # some of them may be private


def _meeting(score: OpponentScore, name: str) -> tuple[int, int, str]:
    return -score.matches, -score.last_at, name


def _game(game: str, record: GameRecord, met: list[str], faces: _Shown) -> ProfileGame:
    """With those whom the person has met most often, people and bots."""
    known = [one for one in met if one not in faces.hidden and one not in faces.gone]
    scores = [
        *((record.people[one], faces.player(0, one, None)) for one in known),
        *((score, faces.player(0, None, bot)) for bot, score in record.bots.items()),
    ]
    scores.sort(key=lambda pair: _meeting(pair[0], pair[1].name))
    opponents = tuple(
        ProfileOpponent(
            one.name, score.wins, score.losses, score.draws, one.person, one.bot, one.avatar
        )
        for score, one in scores[:OPPONENTS]
    )
    return ProfileGame(game, record.matches, record.wins, opponents, record.measures)


def _match(one: KeptMatch, faces: _Shown, step: RatingStep | None) -> ProfileMatch:
    players = tuple(faces.player(seat.place, seat.person, seat.bot) for seat in one.seats)
    return ProfileMatch(one.match, one.game, one.at, Seat(one.seat), players, one.is_public, step)
