"""How a finished match is added to what is remembered of somebody.

The order does not matter: a match that is found late leads to the same record.
"""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from tinplate.records.values import (
    GameRecord,
    KeptMatch,
    Measures,
    OpponentScore,
    PersonRecord,
    PlayedMatch,
    SeatResult,
)

KEPT = 50  # matches that are listed
OPPONENTS = 300  # people of each game; those met long ago give way


def added(record: PersonRecord, match: PlayedMatch, seat: int, measures: Measures) -> PersonRecord:
    """The record with one more match, in which the person had this seat."""
    if record.is_erased:
        return record
    game = record.games.get(match.game, GameRecord())
    is_named_later = match.at >= record.named_at
    return replace(
        record,
        name=match.seats[seat].name if is_named_later else record.name,
        named_at=max(record.named_at, match.at),
        latest=_latest([*record.latest, result_of(match, seat)]),
        games={**record.games, match.game: _with_match(game, match, seat, measures)},
    )


def result_of(match: PlayedMatch, seat: int) -> KeptMatch:
    seats = tuple(SeatResult(one.place, one.person, one.bot) for one in match.seats)
    fate = match.seats[seat].fate
    return KeptMatch(match.match, match.game, match.at, seat, seats, match.is_public, fate)


def may_be_forgotten(record: PersonRecord, at: int) -> bool:
    """Whether a match of that time may be in the record and is listed no more."""
    return len(record.latest) >= KEPT and at <= record.latest[-1].at


def is_listed(record: PersonRecord, match: str) -> bool:
    return any(one.match == match for one in record.latest)


def _latest(results: Iterable[KeptMatch]) -> tuple[KeptMatch, ...]:
    return tuple(sorted(results, key=lambda one: (-one.at, one.match))[:KEPT])


def _with_match(
    record: GameRecord, match: PlayedMatch, seat: int, measures: Measures
) -> GameRecord:
    """A match that says nothing of its players is listed, and counts for nothing."""
    own = match.seats[seat]
    if not own.place:
        return record
    people, bots = dict(record.people), dict(record.bots)
    for at, other in enumerate(match.seats):
        if at == seat:
            continue
        if other.person is not None:
            people[other.person] = _scored(
                people.get(other.person), own.place, other.place, match.at
            )
        elif other.bot is not None:
            bots[other.bot] = _scored(bots.get(other.bot), own.place, other.place, match.at)
    others = match.seats[:seat] + match.seats[seat + 1 :]
    is_won = own.place == 1 and bool(others) and all(other.place != 1 for other in others)
    return GameRecord(
        record.matches + 1,
        record.wins + is_won,
        _met_lately(people),
        bots,
        record.measures if own.has_left else merged(record.measures, measures),
    )


def _scored(known: OpponentScore | None, own: int, other: int, at: int) -> OpponentScore:
    score = known or OpponentScore()
    return OpponentScore(
        score.wins + (own < other),
        score.losses + (own > other),
        score.draws + (own == other),
        max(score.last_at, at),
    )


def _met_lately(people: dict[str, OpponentScore]) -> dict[str, OpponentScore]:
    if len(people) <= OPPONENTS:
        return people
    lately = sorted(people, key=lambda one: (-people[one].last_at, one))[:OPPONENTS]
    return {person: people[person] for person in lately}


def merged(
    one: Mapping[str, Mapping[str, tuple[int, int]]],
    other: Mapping[str, Mapping[str, tuple[int, int]]],
) -> Measures:
    """Both together: counts and sums are added."""
    both: Measures = {code: dict(cases) for code, cases in one.items()}
    for code, cases in other.items():
        there = both.setdefault(code, {})
        for case, (count, total) in cases.items():
            before = there.get(case, (0, 0))
            there[case] = before[0] + count, before[1] + total
    return both
