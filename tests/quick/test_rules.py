"""Quick match: who plays with whom, and when."""

from random import Random

from tinplate.lobby.values import Guest
from tinplate.quick.rules import (
    FULL_HOUSE,
    REACH,
    WIDENING,
    Party,
    avoiding,
    entered,
    heard,
    left,
    parties,
    seated,
    tidied,
)
from tinplate.quick.values import (
    FOUND_KEPT,
    HIDDEN_LIFE,
    TICKET_LIFE,
    Opponents,
    Queue,
    QuickWish,
    Ticket,
)

NOW = 1_000_000
BOTS = {"weak": 1200.0, "middling": 1500.0, "strong": 1900.0}
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")


def waits(  # noqa: PLR0913 - each by name
    number: int,
    *sizes: int,
    seconds: float = 0,
    strength: float = 1500,
    bots_after: int | None = None,
    speed: str = "usual",
    opponents: Opponents = "level",
) -> Ticket:
    wish = QuickWish("any", speed, sizes or (2,), bots_after, opponents)
    guest = Guest(f"g{number}", NAMES[number])
    return Ticket(guest, wish, strength, NOW - int(1000 * seconds), NOW)


def arranged(*tickets: Ticket) -> list[tuple[str, ...]]:
    """The names of everybody at each table."""
    return [names(party) for party in parties(tickets, NOW, BOTS, usual=4)]


def names(party: Party) -> tuple[str, ...]:
    return (*(ticket.guest.name for ticket in party.tickets), *party.bots)


def test_two_who_want_the_same_play_at_once() -> None:
    """And nobody plays with themselves."""
    assert arranged(waits(0), waits(1)) == [("Ann", "Bob")]
    assert arranged(waits(0)) == []


def test_other_wishes_do_not_meet() -> None:
    """Neither other sizes nor other speeds."""
    assert arranged(waits(0, 2), waits(1, 3)) == []
    assert arranged(waits(0), waits(1, speed="blitz")) == []


def test_the_nearest_in_strength_play_together() -> None:
    """The one who waits longest chooses first."""
    ann, bob, cleo = waits(0, seconds=3), waits(1, strength=1590), waits(2, strength=1520)
    assert arranged(ann, bob, cleo) == [("Ann", "Cleo")]


def test_the_reach_widens_with_waiting() -> None:
    """Without end, so nobody waits for ever while others want the same."""
    far = waits(1, strength=1500 + REACH + 600)
    assert arranged(waits(0), far) == []
    assert arranged(waits(0, seconds=600 / WIDENING), far) == [("Ann", "Bob")]


def test_anybody_is_met_at_once_by_those_who_do_not_mind() -> None:
    """Both have to: somebody who wants an equal waits for one."""
    far = 1500 + 10 * REACH
    ann = waits(0, opponents="any")
    assert arranged(ann, waits(1, strength=far, opponents="any")) == [("Ann", "Bob")]
    assert arranged(ann, waits(1, strength=far)) == []
    assert arranged(ann, waits(1, strength=1500 + REACH)) == [("Ann", "Bob")]


def test_whoever_wants_stronger_people_meets_them_first() -> None:
    """Nobody weaker at once, and those later; two who want the same never do both ways."""
    ann = waits(0, seconds=2, opponents="stronger")
    weaker, stronger = waits(1, strength=1460), waits(2, strength=1500 + REACH)
    assert arranged(ann, weaker) == []
    assert arranged(ann, weaker, stronger) == [("Ann", "Cleo")]
    assert arranged(waits(0, seconds=3, opponents="stronger"), weaker) == [("Ann", "Bob")]
    both = waits(2, strength=1540, opponents="stronger")
    assert arranged(waits(0, opponents="stronger"), both) == []


def test_a_third_at_the_table_is_asked_as_well() -> None:
    """Whoever wants equals does not sit with somebody far away, though both suit the first."""
    ann = waits(0, 3, seconds=1, opponents="any")
    equals = waits(1, 3, strength=1500)
    strangers = waits(2, 3, strength=1500 + 10 * REACH, opponents="any")
    assert arranged(ann, equals, strangers) == []
    assert arranged(ann, waits(1, 3, opponents="any"), strangers) == [("Ann", "Bob", "Cleo")]


def test_whoever_wants_stronger_people_gets_stronger_bots() -> None:
    """The nearest above first."""
    ann = waits(0, 2, seconds=30, strength=1650, bots_after=30, opponents="stronger")
    assert arranged(ann) == [("Ann", "strong")]
    assert arranged(waits(0, 2, seconds=30, strength=1650, bots_after=30)) == [("Ann", "middling")]


def test_the_largest_table_is_tried_for_a_while() -> None:
    """Then fewer will do."""
    soon = [waits(number, 2, 3, 4) for number in range(3)]
    assert arranged(*soon) == []
    assert arranged(*soon, waits(3, 4)) == [("Ann", "Bob", "Cleo", "Dan")]
    late = [waits(number, 2, 3, 4, seconds=FULL_HOUSE) for number in range(3)]
    assert arranged(*late) == [("Ann", "Bob", "Cleo")]


def test_bots_fill_in_after_the_time_one_has_chosen() -> None:
    """The nearest in strength, and only where everybody has waited about as long as they said."""
    alone = waits(0, 3, seconds=31, bots_after=30, strength=1250)
    assert arranged(waits(0, 3, seconds=29, bots_after=30)) == []
    assert arranged(alone) == [("Ann", "weak", "middling")]
    assert arranged(alone, waits(1, 3, seconds=5)) == [("Ann", "weak", "middling")]
    assert arranged(alone, waits(1, 3, seconds=5, bots_after=30))[0][1] != "Bob"
    assert arranged(alone, waits(1, 3, seconds=29, bots_after=30))[0][:2] == ("Ann", "Bob")
    together = waits(1, 3, seconds=40, bots_after=40)
    assert arranged(alone, together)[0][:2] == ("Bob", "Ann")


def test_names_that_look_alike_do_not_meet() -> None:
    """They could not sit at one table."""
    ann = waits(0)
    other = Ticket(Guest("x", "Аnn"), ann.wish, 1500, NOW, NOW)
    assert arranged(ann, other) == []


def test_nobody_sits_at_two_tables() -> None:
    """Whatever people wish for."""
    dice = Random(3)
    for _ in range(50):
        tickets = [
            waits(
                number,
                *dice.sample(range(2, 6), dice.randint(1, 4)),
                seconds=dice.randint(0, 60),
                strength=dice.gauss(1500, 300),
                bots_after=dice.choice([None, 10, 30]),
            )
            for number in range(8)
        ]
        made = parties(tickets, NOW, BOTS, usual=4)
        people = [ticket.guest.id for party in made for ticket in party.tickets]
        assert len(people) == len({*people})
        for party in made:
            size = len(party.tickets) + len(party.bots)
            assert all(size in ticket.wish.sizes for ticket in party.tickets)


def test_somebody_who_is_silent_is_gone() -> None:
    """And a table that was found long ago is forgotten."""
    ann, wish = Guest("a", "Ann"), QuickWish("any", "usual", (2,))
    queue = entered(Queue(), ann, wish, 1500, NOW)
    later = NOW + TICKET_LIFE + 1
    assert tidied(queue, later).tickets == ()
    assert tidied(heard(queue, "a", NOW + 1), later).ticket_of("a") is not None
    assert left(queue, "a") == Queue()
    found = seated(queue, Party(queue.tickets, ("weak",)), "a-table", NOW)
    assert found.tickets == ()
    table = found.found_for("a")
    assert table is not None
    assert table.table == "a-table"
    assert tidied(found, NOW + FOUND_KEPT + 1) == Queue()


def test_a_page_in_the_background_is_heard_of_once_a_minute() -> None:
    """It keeps its place until then; once somebody looks at it again, it has to be as quick."""
    ann, wish = Guest("a", "Ann"), QuickWish("any", "usual", (2,))
    queue = heard(entered(Queue(), ann, wish, 1500, NOW), "a", NOW, is_hidden=True)
    assert tidied(queue, NOW + 60_000).ticket_of("a") is not None
    assert tidied(queue, NOW + HIDDEN_LIFE + 1).tickets == ()
    assert tidied(heard(queue, "a", NOW), NOW + TICKET_LIFE + 1).tickets == ()


def test_people_who_avoid_each_other_are_not_matched() -> None:
    """Whichever of them does, and however long they wait; others are."""
    queue = Queue((waits(0, seconds=900), waits(1, seconds=900), waits(2)))
    apart = avoiding(queue, "g0", {"g1", "somebody who does not wait"}).tickets
    other_way = avoiding(queue, "g1", {"g0"}).tickets

    assert ("g1",) == apart[0].avoids
    assert [] == arranged(*apart[:2]) == arranged(*other_way[:2])
    assert [("Ann", "Cleo")] == arranged(*apart) == arranged(*other_way)
