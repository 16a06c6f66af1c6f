"""Leaderboards of puzzles: the people on them, without what no person could do."""

import asyncio
from bisect import bisect_left
from collections.abc import Sequence

from cachetools import LRUCache

from tinplate.accounts.values import Account
from tinplate.lobby.values import AVATARS
from tinplate.server.accounts import AccountService
from tinplate.server.forgotten import ForgottenPeople
from tinplate.server.listed_people import ListedPeople, is_listed
from tinplate.server.moderation import ModerationService
from tinplate.server.puzzles import GamePuzzles
from tinplate.training.boards import BoardPlace, Tried, is_fewest
from tinplate.training.glicko import shown
from tinplate.training.plausible import Reason, Solve, findings, is_too_fast, is_too_quick_for
from tinplate.training.rules import rating_of
from tinplate.training.standings import PersonTraining
from tinplate.training.values import RUNS
from tinplate.wire.puzzle_runs import PuzzleBoardRow, UnrankedPerson

LISTED = 100
REMEMBERED = 20_000  # people
AT_ONCE = 100  # people that are looked at before others have their turn


class RankingService:
    """Looks at what people did with puzzles, and remembers what it found."""

    def __init__(
        self,
        accounts: AccountService,
        forgotten: ForgottenPeople,
        moderation: ModerationService,
        listed: ListedPeople,
    ) -> None:
        self._accounts = accounts
        self._moderation = moderation
        self._forgotten = forgotten
        self._listed = listed
        self._found = LRUCache[tuple[str, str], tuple[int, tuple[Reason, ...]]](REMEMBERED)

    async def findings(self, game: GamePuzzles, person: PersonTraining) -> tuple[Reason, ...]:
        """Why somebody is not ranked; none: they are. What a moderator has cleared is forgotten."""
        found = self._found_in_all(game, person)
        cleared = await self._moderation.cleared_at(person.id) if found else 0
        if not cleared:
            return found
        later = [each for each in person.recent if each[1].started_at > cleared]
        return findings(solves_of(game, later), person.rating)

    def _found_in_all(self, game: GamePuzzles, person: PersonTraining) -> tuple[Reason, ...]:
        key = game.game, person.id
        known = self._found.get(key)
        if known is not None and known[0] == person.decided:
            return known[1]
        found = findings(solves_of(game, person.recent), person.rating)
        self._found[key] = person.decided, found
        return found

    async def rows(
        self, game: GamePuzzles, places: Sequence[BoardPlace], asker: str | None
    ) -> tuple[int, list[PuzzleBoardRow], PuzzleBoardRow | None]:
        """How many are ranked, the best of them, and the asker's own row.

        People who hide, have gone, have no name, whose account a moderator has closed, or who did
        what nobody can, are left out.
        """
        ranked = list[BoardPlace]()
        for number, place in enumerate(places):
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)
            if await self._may_be_listed(game, place.person, asker):
                ranked.append(place)
        shown = {asker, *await self._listed.among([each.person.id for each in ranked])}
        listed = [each for each in ranked if each.person.id in shown]
        leading = [each.person.id for each in listed[: 2 * LISTED]]
        accounts = await self._accounts_of(leading)
        hidden = {one for one, account in accounts.items() if not is_listed(account)} - {asker}
        listed = [each for each in listed if each.person.id not in hidden]
        keys = [each.key for each in listed]

        def row(place: BoardPlace) -> PuzzleBoardRow:
            first = 1 + bisect_left(keys, place.key)
            account = accounts.get(place.person.id)
            name = self._name(place.person) if account is None else account.name
            return _row(place, first, name, account, asker)

        own = next((row(each) for each in listed if each.person.id == asker), None)
        return len(listed), [row(each) for each in listed[:LISTED]], own

    async def unranked(self, games: Sequence[GamePuzzles]) -> list[UnrankedPerson]:
        """Everybody who is not ranked, for moderators."""
        found = list[UnrankedPerson]()
        for game in games:
            training = await game.training.current()
            await game.collection.current()
            for number, person in enumerate([*training.people.values()]):
                if number % AT_ONCE == 0:
                    await asyncio.sleep(0)
                reasons = await self.findings(game, person)
                if reasons:
                    found.append(
                        UnrankedPerson(
                            person.id, self._name(person), game.game, reasons, person.decided,
                            shown(person.rating),
                        )
                    )  # fmt: skip
        return found

    def _name(self, person: PersonTraining) -> str:
        forgotten = self._forgotten
        return "" if person.id in forgotten.people else forgotten.name(person.id, person.name)

    async def _may_be_listed(
        self, game: GamePuzzles, person: PersonTraining, asker: str | None
    ) -> bool:
        """Whoever has no name sees their own place."""
        is_known = person.id == asker or bool(person.name)
        is_gone = person.id in self._forgotten.people
        return is_known and not is_gone and not await self.findings(game, person)

    async def _accounts_of(self, people: Sequence[str]) -> dict[str, Account]:
        found = await asyncio.gather(*map(self._accounts.find, people))
        return {account.person: account for account in found if account is not None}


def solves_of(game: GamePuzzles, tried: Sequence[Tried]) -> list[Solve]:
    """What is known of attempts whose puzzles are there."""
    return [each for one in tried if (each := _solve(game, one)) is not None]


def could_be_done(game: GamePuzzles, person: PersonTraining, tried: Sequence[Tried]) -> bool:
    """Whether none of these was too fast for anybody, or on a day too quick for this person.

    In runs, `findings` look whether somebody is above their rating.
    """
    return not any(
        is_too_fast(each) or (not each.is_run and is_too_quick_for(person.rating, each))
        for each in solves_of(game, tried)
    )


def _solve(game: GamePuzzles, tried: Tried) -> Solve | None:
    puzzle, attempt = tried
    found = game.collection.fold.find(puzzle)
    if found is None or attempt.seconds is None:
        return None
    rating = rating_of(game.training.fold, puzzle, found.rating).mean
    pace, is_run = game.maker.quickest, attempt.mode in RUNS
    least = pace.seconds(found.length)
    return Solve(is_fewest(attempt), attempt.seconds, least, rating, is_run, pace.good * least)


def _row(
    place: BoardPlace, number: int, name: str, account: Account | None, asker: str | None
) -> PuzzleBoardRow:
    person = place.person
    return PuzzleBoardRow(
        place=number,
        person=person.id,
        name=name,
        avatar=AVATARS.get(person.avatar or "") if account is None else account.avatar,
        is_you=person.id == asker,
        solved=place.solved,
        seconds=round(place.seconds, 1),
        rating=None if place.rating is None else shown(place.rating),
    )
