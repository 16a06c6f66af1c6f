"""The table: versions, deadlines, refusals, replay, and what each seat may see of it all."""

from random import Random

import pytest

from tests.games.ricochet.tabletop import ANN, BOB, CLEO, Tabletop, bidding
from tests.match.toy import (
    Event,
    Note,
    Peek,
    Peeked,
    Revealed,
    SecretNumbers,
    Settings,
    Slip,
    State,
    Write,
    Wrote,
)
from tinplate.game import Malformed, Millis, Rejected, Seat
from tinplate.games.ricochet.notation import parse_moves
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.settings import PRESETS
from tinplate.games.ricochet.values import (
    Bid,
    BidPlaced,
    MakeMove,
    ProofBegan,
    ProofFailed,
    SandTurned,
    TokenReturned,
    TokenTurned,
    TurnToken,
)
from tinplate.match import Entry, Match

ONE, TWO, THREE = 7_000_001, 7_000_002, 7_000_003  # what can be written in the toy game
Toy = Match[Settings, State, Write | Peek, Event]
OPENING = State(
    Settings(), charms=(100_000_001, 100_000_002), slips=(None, None), notes=(None, None)
)


def toy() -> Toy:
    return Match(SecretNumbers(), OPENING, Random(1))


def peeked_toy() -> Toy:
    """Ann has written, Bob has peeked at it."""
    match = toy()
    match.submit(ANN, Write(THREE), Millis(1_000))
    match.submit(BOB, Peek(ANN), Millis(2_000))
    return match


def happened(match: Tabletop) -> list[tuple[int, list[str]]]:
    """The log in short: when, and the names of the events."""
    return [
        (entry.at, [type(event).__name__ for event in entry.events]) for entry in match.match.log
    ]


# Versions


def test_a_new_table_is_at_version_0() -> None:
    """The opening is version 0, dealt with the dice that were lent."""
    match = Match.open(SecretNumbers(), Settings(), 3, Random(5))

    assert 0 == match.version
    assert () == match.log
    assert SecretNumbers().setup(Settings(), 3, Random(5)) == match.opening == match.state


def test_versions_count_from_1() -> None:
    """Every command that is accepted makes one entry, numbered without holes."""
    match = peeked_toy()

    assert [1, 2] == [entry.version for entry in match.log]
    assert 2 == match.version


def test_submit_tells_what_happened() -> None:
    """The entry of a command holds everything it brought about, at the time it was given."""
    match = peeked_toy()

    (entry,) = match.submit(BOB, Write(ONE), Millis(3_000))

    numbers, charms = (THREE, ONE), (100_000_001, 100_000_002)
    events = (Wrote(BOB, ONE, Millis(31_000)), Revealed(numbers, charms))
    assert Entry(3, Millis(3_000), events) == entry == match.log[-1]


def test_the_time_of_the_latest_entry() -> None:
    """0 at the opening, then the time of the last entry."""
    assert 0 == toy().last_at
    assert 2_000 == peeked_toy().last_at


def test_a_tick_with_nothing_due_leaves_no_trace() -> None:
    """No entry is made for time that merely passes."""
    match = peeked_toy()

    assert () == match.tick(Millis(30_999))
    assert 2 == match.version


# Deadlines


def test_sand_runs_out_on_time() -> None:
    """A proof begins when the sand ends, even if the timer fires late."""
    match = bidding().at(1_000).bid(BOB, 7).at(99_000).wait()

    assert Entry(3, Millis(61_000), (ProofBegan(BOB, 7, Millis(121_000)),)) == match.match.log[-1]


def test_a_deadline_falls_when_it_is_due_to_the_millisecond() -> None:
    """One millisecond before it nothing happens; at it, it falls."""
    match = peeked_toy()

    assert () == match.tick(Millis(30_999))
    (entry,) = match.tick(Millis(31_000))
    assert 31_000 == entry.at


def test_several_deadlines_in_one_late_tick_fall_each_at_its_own_time() -> None:
    """A timer that fires very late lets everything happen as it would have happened."""
    late = bidding().bid(ANN, 3).bid(BOB, 4).at(999_000).wait()
    punctual = bidding().bid(ANN, 3).bid(BOB, 4)
    for due in (60_000, 120_000, 180_000):
        punctual.at(due).wait()

    assert punctual.match.log == late.match.log
    assert [
        (60_000, ["ProofBegan"]),
        (120_000, ["ProofFailed", "ProofBegan"]),
        (180_000, ["ProofFailed", "TokenReturned"]),
    ] == happened(late)[-3:]


def test_tick_tells_everything_that_fell() -> None:
    """Patience and the last minute, each an entry of its own (RC17)."""
    match = bidding()

    assert (
        Entry(2, Millis(300_000), (SandTurned(Millis(360_000)),)),
        Entry(
            3, Millis(360_000), (TokenReturned(Target.RED_SQUARE, "nobody bid", Millis(360_000)),)
        ),
    ) == match.match.tick(Millis(500_000))


def test_what_is_due_falls_before_a_command_is_judged() -> None:
    """A command that comes after deadlines finds the table as they left it, and tells of them."""
    match = bidding().bid(ANN, 3).bid(BOB, 4).match

    fallen = match.submit(BOB, MakeMove(*parse_moves("re")), Millis(130_000))

    assert [(4, 60_000), (5, 120_000), (6, 130_000)] == [(one.version, one.at) for one in fallen]


def test_dice_are_rolled_when_the_deadline_falls() -> None:
    """The sand of the toy game writes for those who are late, by the dice of the table."""
    tables = [Match(SecretNumbers(), OPENING, Random(seed)) for seed in range(20)]
    for match in tables:
        match.submit(ANN, Write(THREE), Millis(0))
        match.tick(Millis(30_000))
    slips = [match.state.slips for match in tables]

    assert {Slip(THREE)} == {anns for anns, _ in slips}
    assert {Slip(ONE), Slip(TWO), Slip(THREE)} == {bobs for _, bobs in slips}


# Refusals


def test_a_refused_command_leaves_no_trace() -> None:
    """State and log are what they were."""
    match = peeked_toy()
    before = match.state, match.log

    with pytest.raises(Rejected, match=r"^You have written already\.$"):
        match.submit(ANN, Write(ONE), Millis(3_000))

    assert before == (match.state, match.log)


def test_a_refused_command_does_not_hold_up_what_was_due() -> None:
    """What was due has fallen at its own time; of the command itself there is no trace."""
    match = bidding().bid(ANN, 3).at(70_000)

    with pytest.raises(Rejected):
        match.bid(BOB, 2)

    assert [(60_000, ["ProofBegan"])] == happened(match)[2:]


# Clocks


def test_a_clock_that_goes_backwards_is_not_believed() -> None:
    """A command told with an earlier time than the log's last entry is entered at that entry's."""
    match = bidding().at(10_000).bid(ANN, 5)

    (entry,) = match.match.submit(BOB, Bid(4), Millis(7_000))

    assert Entry(3, Millis(10_000), (BidPlaced(BOB, 4, Millis(70_000)),)) == entry


def test_new_deadlines_are_counted_from_the_time_that_is_believed() -> None:
    """The first bid turns a full hourglass, also when the bidder's clock is slow."""
    match = Tabletop().at(10_000).turn().at(4_000).bid(ANN, 5)

    assert 70_000 == match.deadline


def test_an_earlier_tick_does_nothing() -> None:
    """Time does not run backwards."""
    match = bidding().at(10_000).bid(ANN, 5)

    assert () == match.match.tick(Millis(2_000))


# Replay


def test_a_log_replays_to_the_same_state() -> None:
    """The state is the fold of the log; replaying rolls no dice."""
    match = bidding().bid(ANN, 3).bid(BOB, 4).at(130_000).move(BOB, "re rs rw").turn(CLEO)
    replayed = Match(Ricochet(), match.match.opening, Random(99), match.match.log)

    assert match.state == replayed.state
    assert match.match.log == replayed.log
    assert match.match.version == replayed.version


def test_a_replayed_table_goes_on() -> None:
    """After a replay the match continues as if nothing had been."""
    match = bidding().bid(ANN, 3)
    replayed = Match(Ricochet(), match.match.opening, Random(99), match.match.log)

    assert match.match.tick(Millis(500_000)) == replayed.tick(Millis(500_000))
    assert match.state == replayed.state


def test_entries_made_elsewhere_are_taken() -> None:
    """Two tables that append each other's entries are the same match."""
    here, there = toy(), toy()
    for entry in here.submit(ANN, Write(ONE), Millis(10)):
        there.append(entry)
    for entry in there.submit(BOB, Write(TWO), Millis(20)):
        here.append(entry)

    assert here.state == there.state
    assert here.log == there.log


@pytest.mark.parametrize("version", [0, 1, 2, 4])
def test_a_gap_in_the_versions_is_refused(version: int) -> None:
    """Only the next version follows: none twice, none left out."""
    match = peeked_toy()
    entry: Entry[Event] = Entry(version, Millis(5_000), (Wrote(BOB, ONE, Millis(31_000)),))

    with pytest.raises(Malformed) as refused:
        match.append(entry)

    assert f"version {version} does not follow version 2" == str(refused.value)
    assert peeked_toy().log == match.log


def test_an_entry_older_than_the_last_is_refused() -> None:
    """Time runs forwards in a log; two entries at the same moment are fine."""
    match = peeked_toy()
    wrote = Wrote(BOB, ONE, Millis(31_000))

    with pytest.raises(Malformed) as refused:
        match.append(Entry(3, Millis(1_999), (wrote,)))
    match.append(Entry(3, Millis(2_000), (wrote,)))

    assert "version 3 is older than the one before it" == str(refused.value)
    assert 3 == match.version


def test_an_entry_that_cannot_have_happened_is_refused_whole() -> None:
    """All of an entry or nothing: the good events before the bad one leave no trace either."""
    match = Tabletop().match
    turned = TokenTurned(Target.RED_SQUARE, Millis(300_000))

    with pytest.raises(Malformed) as refused:
        match.append(Entry(1, Millis(0), (turned, ProofFailed(ANN, "gave up"))))

    assert "version 1 cannot follow: ProofFailed cannot happen while Thinking" == str(refused.value)
    assert (match.opening, ()) == (match.state, match.log)


def test_a_log_with_a_hole_is_not_replayed() -> None:
    """A log that lost an entry is no match of ours."""
    match = peeked_toy()

    with pytest.raises(Malformed, match=r"^version 2 does not follow version 0$"):
        Match(SecretNumbers(), match.opening, Random(1), match.log[1:])


# What is seen


def test_since_gives_what_was_missed() -> None:
    """Everything after the version somebody has seen, and nothing for who has seen it all."""
    match = bidding().bid(ANN, 3).bid(BOB, 4).match

    assert match.log == match.since(0, None)
    assert match.log[2:] == match.since(2, CLEO)
    assert () == match.since(3, ANN)


@pytest.mark.parametrize("version", [-1, 3])
def test_since_a_version_that_never_was(version: int) -> None:
    """A version that does not exist is refused."""
    with pytest.raises(Malformed) as refused:
        peeked_toy().since(version, ANN)

    assert f"there is no version {version}; there are 0 to 2" == str(refused.value)


def test_a_table_may_keep_only_the_last_entries() -> None:
    """The match goes on as before; of what is forgotten nobody can be told any more."""
    whole = bidding().bid(ANN, 3).bid(BOB, 4).match
    short = Match(whole.game, whole.opening, Random(1), whole.log, keep=2)
    with pytest.raises(Malformed) as refused:
        short.since(0, None)

    assert (whole.state, whole.version, whole.last_at) == (
        short.state,
        short.version,
        short.last_at,
    )
    assert whole.since(1, None) == short.since(1, None) == short.log
    assert "there is no version 0; there are 1 to 3" == str(refused.value)


def test_everybody_sees_that_a_slip_was_written_but_only_its_owner_what() -> None:
    """A witnessed event may be partly blank."""
    match = peeked_toy()
    until = Millis(31_000)

    assert (Wrote(ANN, THREE, until),) == match.since(0, ANN)[0].events
    assert (Wrote(ANN, None, until),) == match.since(0, BOB)[0].events
    assert (Wrote(ANN, None, until),) == match.since(0, None)[0].events


def test_an_entry_others_may_not_see_keeps_its_number() -> None:
    """Versions have no holes, so that everybody can ask “what since?”; the entry is empty."""
    match = peeked_toy()

    assert (Peeked(BOB, Note(ANN, THREE)),) == match.since(1, BOB)[0].events
    assert (Entry(2, Millis(2_000), ()),) == match.since(1, ANN)
    assert (Entry(2, Millis(2_000), ()),) == match.since(1, None)


def test_a_view_is_the_state_with_the_secrets_blank() -> None:
    """The table shows a seat what the game lets it see, and a spectator the least."""
    match = peeked_toy()

    assert ((100_000_001, None), (Slip(THREE), None)) == (
        match.view(ANN).charms,
        match.view(ANN).slips,
    )
    assert (None, Note(ANN, THREE)) == match.view(BOB).notes
    assert (None, None) == match.view(ANN).notes
    assert ((None, None), (Slip(None), None), (None, None)) == (
        match.view(None).charms,
        match.view(None).slips,
        match.view(None).notes,
    )


@pytest.mark.parametrize("seat", [ANN, BOB, None])
def test_what_was_witnessed_folds_to_the_view(seat: Seat | None) -> None:
    """A seat that was there from the beginning and one that asks for a view now see the same."""
    match = peeked_toy()
    match.tick(Millis(31_000))
    view = match.game.view(match.opening, seat)
    for entry in match.since(0, seat):
        for event in entry.events:
            view = match.game.evolve(view, event)

    assert match.view(seat) == view


def test_due_and_judge_change_nothing() -> None:
    """What would happen can be written down before it does: only `append` changes the table."""
    match = Match.open(Ricochet(), PRESETS["2013"], 2, Random(1))
    match.submit(Seat(0), TurnToken(), Millis(0))
    match.submit(Seat(1), Bid(3), Millis(1_000))
    before = match.state, match.log
    due = match.due(Millis(99_000))
    judged = match.judge(Seat(0), Bid(2), Millis(2_000))

    assert before == (match.state, match.log)
    assert [3] == [entry.version for entry in due]
    assert Entry(3, Millis(2_000), (BidPlaced(Seat(0), 2, Millis(61_000)),)) == judged
    match.append(judged)
    assert 3 == match.version
