"""Each seat counts the entries of which it sees something."""

from hypothesis import given
from hypothesis import strategies as st

from tinplate.game import Millis, Seat
from tinplate.match import Entry, Numbering

ANN, BOB = Seat(0), Seat(1)
EYES = (ANN, BOB, None)


Eyes = frozenset[Seat | None]


class Whispers:
    """A game of which only this is needed: an event is seen by those whom it names."""

    def witness(self, event: Eyes, seat: Seat | None) -> object | None:
        return event if seat in event else None


def counted(log: list[Eyes]) -> tuple[Numbering, list[Entry[Eyes]]]:
    entries = [Entry(version, Millis(version), (eyes,)) for version, eyes in enumerate(log, 1)]
    numbering = Numbering(Whispers(), 2)  # type: ignore[arg-type]
    for entry in entries:
        numbering.add(entry)
    return numbering, entries


LOGS = st.lists(st.frozensets(st.sampled_from(EYES)), max_size=40)


@given(LOGS)
def test_what_a_seat_sees_is_numbered_without_gaps(log: list[Eyes]) -> None:
    """From 1 on, in order, and nothing that is hidden is among it."""
    numbering, entries = counted(log)
    for eye in EYES:
        seen = numbering.seen(entries, eye)

        assert list(range(1, len(seen) + 1)) == [entry.version for entry in seen]
        assert [version for version, eyes in enumerate(log, 1) if eye in eyes] == [
            int(entry.at) for entry in seen
        ]


@given(LOGS)
def test_a_number_leads_back_to_its_version(log: list[Eyes]) -> None:
    """To the first one at which so many had been seen."""
    numbering, _ = counted(log)
    for eye in EYES:
        numbers = [numbering.number(version, eye) for version in range(len(log) + 1)]

        assert [numbers.index(number) for number in sorted(set(numbers))] == [
            numbering.version(number, eye) for number in sorted(set(numbers))
        ]
