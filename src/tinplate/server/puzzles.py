"""Puzzles on the server: each game has a log of puzzles and a log of attempts, shared by all.

What people may do is judged in `training`; answers are replayed by what the game hands over.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from functools import cached_property, partial
from random import Random, SystemRandom

from cachetools import LRUCache

from tinplate.catalogue import Catalogue
from tinplate.game import Malformed, Rejected
from tinplate.pack import GamePack
from tinplate.puzzles.collection import (
    IndexedPuzzle,
    PuzzleCollection,
    StoredPuzzle,
    decode_puzzle,
    encode_puzzle,
)
from tinplate.puzzles.values import MadePuzzle, PuzzleMaker, puzzle_id
from tinplate.server.log_cache import Clock, UnknownLog
from tinplate.server.shared_log import RowFormat, SharedLog
from tinplate.store.log import Store
from tinplate.training.attempts import TrainingAttempt
from tinplate.training.choosing import choose, themes_of, weak_themes
from tinplate.training.rules import Trier
from tinplate.training.standings import GameTraining, PersonTraining
from tinplate.training.values import Answered, AttemptRow, decode_row, encode_row
from tinplate.wire.puzzles import TrainingMode

PUZZLES, ATTEMPTS = "puzzles", "attempts"  # kinds of logs
TEXTS_KEPT = 2_000
PICTURES_KEPT = 50  # of a game, about 60 kB each
PUZZLE_ROWS = RowFormat[StoredPuzzle](encode_puzzle, decode_puzzle, lambda row: row.at)
ATTEMPT_ROWS = RowFormat[AttemptRow](encode_row, decode_row, lambda row: row.at)


def puzzles_log(game: str) -> str:
    return f"{PUZZLES} {game}"  # ids have no spaces


def attempts_log(game: str) -> str:
    return f"{ATTEMPTS} {game}"


class GamePuzzles:
    """The puzzles of one game, as one process knows them."""

    def __init__(self, store: Store, pack: GamePack, dice: Random) -> None:
        self._store = store
        self._dice = dice
        self._texts = LRUCache[str, StoredPuzzle](TEXTS_KEPT)
        self._pictures = LRUCache[tuple[str, bool, bool], str](PICTURES_KEPT)
        self.game = pack.name
        self.looked_at = 0  # candidates, by whoever fills the collection
        self._pack = pack
        self.collection = SharedLog[PuzzleCollection, StoredPuzzle](
            store, puzzles_log(pack.name), PUZZLES, PuzzleCollection(pack.name), PUZZLE_ROWS
        )
        self.training = SharedLog[GameTraining, AttemptRow](
            store, attempts_log(pack.name), ATTEMPTS, GameTraining(), ATTEMPT_ROWS
        )

    async def load(self) -> None:
        """Load the maker, in a thread: it imports a compiler, and everybody would wait for that."""
        if "maker" not in vars(self):
            await asyncio.to_thread(lambda: self.maker)

    @cached_property
    def maker(self) -> PuzzleMaker:
        """Loaded when somebody needs it: a server starts without the compiler."""
        maker = self._pack.puzzles()
        if maker is None:
            raise UnknownLog(self.game)
        return maker

    async def puzzle(self, found: IndexedPuzzle) -> MadePuzzle:
        """All of a puzzle; most are read when somebody needs them."""
        known = self._texts.get(found.id)
        if known is None:
            log = puzzles_log(self.game)
            [row] = await self._store.read(log, after=found.version - 1, limit=1)
            known = self._texts[found.id] = decode_puzzle(row.body)
        return known.puzzle

    async def picture(self, found: IndexedPuzzle, *, dark: bool, is_bare: bool) -> str:
        """Draw it; UnknownLog if nobody can."""
        key = found.id, dark, is_bare
        if key not in self._pictures:
            made = await self.puzzle(found)
            draw = partial(self._pack.draw_puzzle, made, dark=dark, is_bare=is_bare)
            drawn = await asyncio.to_thread(draw)
            if drawn is None:
                raise UnknownLog(found.id)
            self._pictures[key] = drawn
        return self._pictures[key]

    async def first_answer(self, attempt: TrainingAttempt) -> str | None:
        """What somebody answered first; it is read when they look at it again."""
        if attempt.answer_row is None:
            return None
        log = attempts_log(self.game)
        [row] = await self._store.read(log, after=attempt.answer_row - 1, limit=1)
        known = decode_row(row.body)
        return known.answer if isinstance(known, Answered) else None

    async def add(self, rows: Iterable[StoredPuzzle]) -> int:
        """Add puzzles that are not there yet; the caller has checked them. How many were new."""
        wanted = {(puzzle_id(self.game, row.puzzle), row.date): row for row in rows}

        def judge(known: PuzzleCollection) -> Sequence[StoredPuzzle]:
            return [row for (name, _), row in wanted.items() if _is_new(known, name, row)]

        return len(await self.collection.write(["all"], judge))

    async def choose(
        self, person: PersonTraining, mode: TrainingMode, theme: str | None, now: int
    ) -> IndexedPuzzle:
        """The next one for somebody; Rejected if there is none."""
        known = await self.collection.current()
        waiting = person.open_in_training()
        if waiting is not None and (found := known.find(waiting)) is not None:
            return found  # nobody looks for one that they like
        if mode == "repeat":
            return _first_known(known, person.due(now))
        themes = self._themes_for(known, person, mode, theme)

        def is_wanted(name: str) -> bool:
            puzzle = known.find(name)
            return puzzle is not None and themes.issubset(puzzle.themes)

        name = choose(known.by_rating, person, is_wanted, self._dice)
        found = None if name is None else known.find(name)
        if found is None:
            because = "You have done all the puzzles we have of this kind. More will come."
            raise Rejected(because, "no-puzzles-left")
        return found

    def _themes_for(
        self, known: PuzzleCollection, person: PersonTraining, mode: TrainingMode, theme: str | None
    ) -> set[str]:
        if mode == "weak":
            weak = weak_themes(themes_of(person, themes_in(known)))
            if not weak:
                because = "No weak spots yet. Solve some more puzzles first."
                raise Rejected(because, "no-weak-spots")
            return {self._dice.choice(weak)}
        if mode == "theme":
            if theme is None or theme not in self.maker.themes:
                raise Malformed(f"“{theme}” is no theme of {self.game}", "no-such-theme")
            return {theme}
        return set()


class PuzzleService:
    """The puzzles of all games that have some."""

    def __init__(
        self, store: Store, catalogue: Catalogue, clock: Clock, dice: Random | None = None
    ) -> None:
        self._clock = clock
        chance = dice or SystemRandom()
        self._games = {
            pack.name: GamePuzzles(store, pack, chance)
            for pack in catalogue.packs.values()
            if pack.has_puzzles
        }

    @property
    def games(self) -> Iterator[GamePuzzles]:
        yield from self._games.values()

    @property
    def today(self) -> date:
        return date_of(self._clock())

    def game(self, name: str) -> GamePuzzles:
        """UnknownLog if there are no puzzles of it."""
        if name not in self._games:
            raise UnknownLog(name)
        return self._games[name]

    async def find(self, puzzle: str) -> tuple[GamePuzzles, IndexedPuzzle]:
        """A puzzle by its id; UnknownLog if there is none, or it is one of a day to come."""
        for game in self._games.values():
            found = game.collection.fold.find(puzzle)
            if found is None:
                found = (await game.collection.current()).find(puzzle)
            if found is not None:
                if found.date > self.today.isoformat():
                    break
                return game, found
        raise UnknownLog(puzzle)

    def trier(self, person: str, puzzle: IndexedPuzzle) -> Trier:
        return Trier(person, puzzle.id, puzzle.rating, self._clock())


def date_of(at: int) -> date:
    """The day of a moment, in UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).date()


def themes_in(known: PuzzleCollection) -> Callable[[str], tuple[str, ...]]:
    """The themes of a puzzle, by its id."""

    def themes(puzzle: str) -> tuple[str, ...]:
        found = known.find(puzzle)
        return () if found is None else found.themes

    return themes


def _first_known(known: PuzzleCollection, puzzles: Iterable[str]) -> IndexedPuzzle:
    for name in puzzles:
        found = known.find(name)
        if found is not None:
            return found
    raise Rejected("Nothing to repeat right now.", "nothing-to-repeat")


def _is_new(known: PuzzleCollection, name: str, row: StoredPuzzle) -> bool:
    found = known.find(name)
    return found is None or (bool(row.date) and found.date != row.date)
