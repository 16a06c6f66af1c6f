"""Everybody's ratings in one game and speed: the fold of the matches that were recorded.

A row has the result and what it led to, so that reading the log again takes no model. Computing all
of it again from the results alone has to give the same numbers.
"""

from array import array
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from tinplate.ratings.model import NEWCOMER, Skill, shown, updated
from tinplate.ratings.results import BOT_SPREAD, RatedMatch, RatingStep

RATINGS = "ratings"  # a kind of log: one for each game and speed
HISTORY = 500  # matches of a person that are kept for their curve
RECENT = 20_000  # matches that we remember by their ids
_ENCODER = Encoder()


class RatedRow(Struct, frozen=True):
    """A recorded match: its result, and the skills after it, by seat. Stored."""

    result: RatedMatch
    skills: tuple[Skill, ...]


class Point(NamedTuple):
    """A rating after a match."""

    at: int
    skill: Skill


class PersonStanding:
    """How one person stands."""

    __slots__ = ("_points", "matches", "name", "person", "skill")

    def __init__(self, person: str) -> None:
        self.person = person
        self.name = ""
        self.skill = NEWCOMER
        self.matches = 0
        self._points = array("d")  # times, means and spreads, the oldest first

    def add(self, name: str, at: int, skill: Skill) -> None:
        self.name, self.skill = name, skill
        self.matches += 1
        self._points.extend((float(at), skill.mean, skill.spread))
        if len(self._points) > 2 * 3 * HISTORY:
            del self._points[: 3 * HISTORY]

    @property
    def history(self) -> list[Point]:
        """The latest points, oldest first."""
        numbers = self._points[-3 * HISTORY :]
        triples = zip(numbers[0::3], numbers[1::3], numbers[2::3], strict=True)
        return [Point(int(at), Skill(mean, spread)) for at, mean, spread in triples]

    def steps(self) -> dict[int, RatingStep]:
        """What the latest matches changed, by when they ended."""
        history = self.history
        is_whole = len(history) == self.matches
        before = [NEWCOMER if is_whole else None, *(point.skill for point in history)]
        return {
            point.at: step(old, point.skill)
            for old, point in zip(before, history, strict=False)
            if old is not None
        }

    @property
    def last_at(self) -> int:
        """When they last played a match that counts."""
        return int(self._points[-3])


class PoolStandings:
    """All ratings in a pool, up to a version of its log."""

    def __init__(self, bots: Mapping[str, float]) -> None:
        self.version = -1  # of the last row that is in it
        self._bots = {name: Skill(strength, BOT_SPREAD) for name, strength in bots.items()}
        self._people: dict[str, PersonStanding] = {}
        self._recent: dict[str, RecordedMatch] = {}
        self.forgotten_at = 0  # matches that ended after this are all remembered

    def skill(self, person: str | None, bot: str | None = None) -> Skill:
        """How strong a person is, or a bot."""
        if bot is not None:
            return self._bots[bot]
        there = self._people.get(person or "")
        return there.skill if there is not None else NEWCOMER

    def standing(self, person: str) -> PersonStanding | None:
        return self._people.get(person)

    @property
    def people(self) -> Iterable[PersonStanding]:
        return self._people.values()

    @property
    def rated_bots(self) -> Mapping[str, Skill]:
        return self._bots

    def recorded(self, match: str) -> "RecordedMatch | None":
        """A match that is remembered."""
        return self._recent.get(match)

    def rated(self, result: RatedMatch) -> RatedRow:
        """What a match leads to. Bots stay as they are."""
        before = [self.skill(one.person, one.bot) for one in result.seats]
        after = updated(before, [one.place for one in result.seats])
        pairs = zip(result.seats, before, after, strict=True)
        return RatedRow(result, tuple(old if one.bot else new for one, old, new in pairs))

    def add(self, row: RatedRow) -> None:
        """Fold the next row."""
        self.version += 1
        steps = dict[str, RatingStep]()
        for one, skill in zip(row.result.seats, row.skills, strict=True):
            if one.person is None:
                continue
            standing = self._people.get(one.person)
            if standing is None:
                standing = self._people[one.person] = PersonStanding(one.person)
            steps[one.person] = step(standing.skill, skill)
            standing.add(one.name, row.result.at, skill)
        self._remember(row.result, RecordedMatch(self.version, row.result.at, steps))

    def _remember(self, result: RatedMatch, recorded: "RecordedMatch") -> None:
        self._recent[result.match] = recorded
        if len(self._recent) > RECENT:
            oldest = self._recent.pop(next(iter(self._recent)))
            self.forgotten_at = max(self.forgotten_at, oldest.at)


class RecordedMatch(NamedTuple):
    """Where a match is in the log, when it ended, and what it changed, by person."""

    version: int
    at: int
    steps: Mapping[str, RatingStep]


def step(before: Skill, after: Skill) -> RatingStep:
    new = shown(after)
    return RatingStep(shown(before).number, new.number, new.margin, new.is_provisional)


_DECODER = Decoder(RatedRow)


def encode_row(row: RatedRow) -> bytes:
    return _ENCODER.encode(row)


def decode_row(body: bytes) -> RatedRow:
    return _DECODER.decode(body)
