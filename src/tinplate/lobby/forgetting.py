"""A table as it is shown when people who were there are gone, renamed, or want to be private."""

from collections.abc import Callable, Collection, Sequence

from msgspec.structs import replace

from tinplate.lobby.values import Chair, ChatLine, FinishedMatch, Guest, Table
from tinplate.ratings.results import RatingStep


def without_names(table: Table, gone: Collection[str], instead: str) -> Table:
    """The table with another name for each of these people; the very same if none was there."""
    shown = with_names(table, gone, lambda known: Guest(known.id, instead))
    return table if shown is table else replace(shown, steps=_steps_without(table, gone))


def with_names(table: Table, people: Collection[str], shown: Callable[[Guest], Guest]) -> Table:
    """The table with these people as they are shown; the very same if none was there."""
    if _people_of(table).isdisjoint(people):
        return table

    def guest(known: Guest) -> Guest:
        return shown(known) if known.id in people else known

    def chair(known: Chair) -> Chair:
        return known if known.owner is None else replace(known, owner=guest(known.owner))

    def line(known: ChatLine) -> ChatLine:
        return replace(known, guest=guest(known.guest))

    def players(names: tuple[str, ...], guests: Sequence[str | None]) -> tuple[str, ...]:
        if len(names) != len(guests):
            return names
        both = zip(names, guests, strict=True)
        return tuple(guest(Guest(one, name)).name if one else name for name, one in both)

    def result(known: FinishedMatch, guests: Sequence[str | None]) -> FinishedMatch:
        return replace(known, players=players(known.players, guests))

    return replace(
        table,
        chairs=tuple(map(chair, table.chairs)),
        lines=tuple(map(line, table.lines)),
        players=players(table.players, table.guests),
        results=tuple(map(result, table.results, table.past_guests)),
        sent_away=tuple(map(guest, table.sent_away)),
    )


def without_steps(table: Table, private: Collection[str]) -> Table:
    """The table without what its last match changed for these people."""
    steps = _steps_without(table, private)
    return table if steps == table.steps else replace(table, steps=steps)


def _steps_without(table: Table, people: Collection[str]) -> tuple[RatingStep | None, ...]:
    if len(table.steps) != len(table.guests):
        return table.steps
    both = zip(table.steps, table.guests, strict=True)
    return tuple(None if one in people else step for step, one in both)


def _people_of(table: Table) -> set[str | None]:
    """The ids of everybody whose name the table knows."""
    return {
        *table.owners,
        *table.guests,
        *(line.guest.id for line in table.lines),
        *(guest.id for guest in table.sent_away),
        *(one for guests in table.past_guests for one in guests),
    }
