"""Who may do what at a table in the lobby."""

from typing import Any

import pytest
from msgspec.structs import replace

from tinplate.game import Outcome, Rejected, Seat
from tinplate.lobby.rules import (
    NOBODY,
    STAND_IN,
    Attendance,
    FinalPlaces,
    decide,
    end_match,
    folded,
    folded_at,
    handle_absence,
    handle_return,
    open_table,
)
from tinplate.lobby.values import (
    ABSENCES_KEPT,
    LINES_KEPT,
    MATCHES_KEPT,
    PASSED_OVER,
    SENT_AWAY_KEPT,
    Absence,
    Arrange,
    AwayVoted,
    Chair,
    ClaimWin,
    Command,
    Departure,
    FinishedMatch,
    Guest,
    JoinNext,
    LetBack,
    MatchRated,
    RemoveBot,
    Rename,
    Renamed,
    Say,
    SeatBot,
    SendAway,
    SentAway,
    Sit,
    Stand,
    Start,
    Table,
    TakeBackVote,
    Terms,
    Vote,
    VoteAway,
    WinClaimed,
)
from tinplate.ratings.results import RatingStep

ANN, BOB, CLEO = Guest("a", "Ann"), Guest("b", "Bob"), Guest("c", "Cleo")
TERMS = Terms("ricochet", {})
WON_BY_BOB = Outcome((Seat(1),), "first to 8 tokens")
MATCH = "m1"


ALL = Attendance(present=("a", "b", "c", "d"))


def after(table: Table, *steps: tuple[Guest, Command], there: Attendance = NOBODY) -> Table:
    for guest, command in steps:
        table = folded(table, decide(table, guest, command, MATCH, there))
    return table


def opened(chairs: int = 3) -> Table:
    """Ann's table."""
    return open_table(TERMS, chairs, ANN)


def playing(terms: Terms = TERMS) -> Table:
    """Ann and Bob play; the third chair is free."""
    table = open_table(terms, 3, ANN)
    return after(table, (BOB, Sit(1)), (ANN, Start()))


def ended(table: Table) -> Table:
    return folded(table, end_match(table, MATCH, WON_BY_BOB))


def refused(table: Table, guest: Guest, command: Command, there: Attendance = NOBODY) -> str:
    with pytest.raises(Rejected) as refusal:
        decide(table, guest, command, MATCH, there)
    return str(refusal.value)


# Chairs


def test_whoever_opens_a_table_sits_at_it_and_is_its_host() -> None:
    """The other chairs are free."""
    table = opened()

    assert (Chair(owner=ANN), Chair(), Chair()) == table.chairs
    assert ANN.id == table.host


def test_a_free_chair_can_be_taken() -> None:
    """By anybody who does not sit at the table yet."""
    table = after(opened(), (CLEO, Sit(2)))

    assert (Chair(owner=ANN), Chair(), Chair(owner=CLEO)) == table.chairs
    assert (2, None) == (table.chair_of(CLEO.id), table.chair_of(BOB.id))


def test_nobody_sits_on_a_taken_chair_or_on_two() -> None:
    """Neither on somebody's lap, nor on a bot's."""
    table = after(opened(), (ANN, SeatBot(1, "random")))

    assert "That chair is taken." == refused(table, BOB, Sit(0))
    assert "That chair is taken." == refused(table, BOB, Sit(1))
    assert "You already sit at this table." == refused(table, ANN, Sit(2))
    assert "You already sit at this table." == refused(table, ANN, Sit(0))
    assert "There is no chair 3 at this table." == refused(table, BOB, Sit(3))


def test_whoever_stands_up_leaves_a_free_chair() -> None:
    """And can sit down elsewhere."""
    table = after(opened(), (BOB, Sit(1)), (BOB, Stand()), (BOB, Sit(2)))

    assert (Chair(owner=ANN), Chair(), Chair(owner=BOB)) == table.chairs
    assert "You don't sit at this table." == refused(table, CLEO, Stand())


# The host


def test_the_host_is_somebody_who_sits_at_the_table() -> None:
    """When the host stands up, the next one is; when nobody is left, who sits down next."""
    without_ann = after(opened(), (BOB, Sit(2)), (ANN, Stand()))
    empty = after(without_ann, (BOB, Stand()))

    assert BOB.id == without_ann.host
    assert empty.host is None
    assert CLEO.id == after(empty, (CLEO, Sit(1))).host


def test_the_host_is_somebody_present_if_anybody_is() -> None:
    """A host who is away for long loses the role once somebody present sits at the table."""
    table = after(opened(), (BOB, Sit(1)), (CLEO, Sit(2)))
    kept = playing(replace(TERMS, absent="keep"))

    assert CLEO.id == folded(table, handle_absence(table, ANN.id, {CLEO.id})).host
    assert ANN.id == folded(table, handle_absence(table, BOB.id, {CLEO.id})).host
    assert BOB.id == folded(kept, handle_absence(kept, ANN.id, {BOB.id})).host
    assert () == handle_absence(kept, ANN.id, {CLEO.id})
    assert kept.chairs == folded(kept, handle_absence(kept, ANN.id, {BOB.id})).chairs


@pytest.mark.parametrize(
    "command", [SeatBot(2, "random"), RemoveBot(2), Arrange(TERMS), Start()], ids=str
)
def test_only_the_host_decides(command: Command) -> None:
    """On bots, terms and the beginning; the others sit, stand and talk."""
    table = after(opened(), (BOB, Sit(1)))

    assert "Only the host can do that." == refused(table, BOB, command)


# Bots


def test_bots_come_and_go() -> None:
    """On free chairs."""
    table = after(opened(), (ANN, SeatBot(1, "random")))

    assert Chair(bot="random") == table.chairs[1]
    assert "That chair is taken." == refused(table, ANN, SeatBot(0, "random"))
    assert Chair() == after(table, (ANN, RemoveBot(1))).chairs[1]
    assert "There is no bot on that chair." == refused(table, ANN, RemoveBot(2))


def test_a_bot_that_plays_stays() -> None:
    """Until the match is over."""
    table = after(opened(), (ANN, SeatBot(1, "random")), (ANN, Start()))

    assert "The bot is playing. Remove it when the match is over." == refused(
        table, ANN, RemoveBot(1)
    )
    assert Chair() == after(ended(table), (ANN, RemoveBot(1))).chairs[1]


def test_a_host_who_only_watches_leaves_their_chair_to_a_bot_first() -> None:
    """They are no player of the match, and nobody has left it."""
    seated = after(opened(), (ANN, SeatBot(1, "random")))
    watched = after(seated, (ANN, Start(is_watched=True)))

    assert (Chair(bot=STAND_IN), Chair(bot="random")) == watched.chairs[:2]
    assert ((None, None), (), None) == (watched.guests, watched.left, watched.host)
    assert watched.is_playing
    assert "A match is already running." == refused(playing(), ANN, Start(is_watched=True))


# Terms


def test_terms_can_be_changed_between_matches() -> None:
    """Another game, other settings, listed or not."""
    other = Terms("rally", {"course": "first-shift"}, is_public=True, absent="keep")

    assert other == after(opened(), (ANN, Arrange(other))).terms
    assert other == after(ended(playing()), (ANN, Arrange(other))).terms


def test_the_host_changes_how_many_chairs_there_are() -> None:
    """More at the end, or fewer: down to the last one where somebody sits, or a bot."""
    table = opened()
    more = after(table, (ANN, Arrange(TERMS, chairs=6)))

    assert (*table.chairs, *(Chair(),) * (6 - len(table.chairs))) == more.chairs
    fewer = after(more, (ANN, SeatBot(1, "random")), (ANN, Arrange(TERMS, chairs=2)))
    assert [False, False] == [chair.is_free for chair in fewer.chairs]
    assert "That chair is taken." == refused(fewer, ANN, Arrange(TERMS, chairs=1))
    assert "A table has 1 to 20 chairs, not 21." == refused(fewer, ANN, Arrange(TERMS, chairs=21))


def test_chairs_of_the_last_match_stay() -> None:
    """What is told of it names them; and in a match all stay as they are."""
    refused(playing(), ANN, Arrange(TERMS, chairs=len(playing().chairs) + 1))
    last = ended(playing())
    alone = after(last, (BOB, Stand()))

    assert "That chair is taken." == refused(alone, ANN, Arrange(TERMS, chairs=1))


def test_a_deal_in_capitals_is_the_same_deal() -> None:
    """It goes on with the next match: nobody knows the cards of one that is dealt again."""
    before = replace(TERMS, deal="club night 7")
    table = after(ended(playing(before)), (ANN, Arrange(replace(before, deal="CLUB NIGHT 7"))))

    assert ("club night 7", 1) == (table.terms.deal, table.dealt)
    other = after(table, (ANN, Arrange(replace(before, deal="club night 8"))))
    assert ("club night 8", 0) == (other.terms.deal, other.dealt)


@pytest.mark.parametrize(
    "change",
    [
        {"game": "rally"},
        {"settings": {"goal": 1}},
        {"stand_in": "level-10"},
        {"absent": "keep"},
        {"is_public": True},
    ],
    ids=str,
)
def test_in_a_match_the_terms_stay_as_they_are(change: dict[str, Any]) -> None:
    """Nobody gets a stronger stand-in, a blocked seat or onlookers that they did not agree to."""
    told = "You can change the terms when the match is over."

    assert told == refused(playing(), ANN, Arrange(replace(TERMS, **change)))


def test_in_a_match_the_table_can_be_taken_off_the_list() -> None:
    """That harms nobody."""
    before = replace(TERMS, is_public=True)
    for terms in (before, replace(before, is_public=False)):
        assert terms == after(playing(before), (ANN, Arrange(terms))).terms


@pytest.mark.parametrize("agreed", ["bot", "keep", "pass"])
def test_in_a_match_the_host_does_not_decide_what_happens_to_absent_players(agreed: Any) -> None:  # noqa: ANN401
    """Nobody who was to be waited for finds that a bot has played their hand, or nobody."""
    table = playing(replace(TERMS, absent=agreed))
    for absent in {"bot", "keep", "pass"} - {agreed}:
        refused(table, ANN, Arrange(replace(table.terms, absent=absent)))


# Matches


def test_all_who_sit_at_the_table_play() -> None:
    """In the order of their chairs; free chairs have no seat."""
    table = after(opened(4), (BOB, Sit(3)), (ANN, SeatBot(1, "random")), (ANN, Start()))

    assert (MATCH, (0, 1, 3), True) == (table.match, table.seats, table.is_playing)
    assert ("Ann", "random (bot)", "Bob") == table.players
    assert [0, 2, None] == [table.seat_of(guest.id) for guest in (ANN, BOB, CLEO)]
    assert [None, "random", None] == [table.bot_at(Seat(seat)) for seat in range(3)]


def test_one_match_at_a_time() -> None:
    """The next begins when the last one is over: a rematch is another start."""
    again = ended(playing())

    assert "A match is already running." == refused(playing(), ANN, Start())
    assert folded(again, decide(again, ANN, Start(), "m2")).match == "m2"


def test_the_end_of_a_match_is_remembered() -> None:
    """With who played, who won and why; the match can still be looked at."""
    table = ended(playing())

    assert (FinishedMatch(MATCH, ("Ann", "Bob"), (Seat(1),), "first to 8 tokens"),) == table.results
    assert (False, MATCH, Seat(1)) == (table.is_playing, table.match, table.seat_of(BOB.id))


def test_whoever_sits_down_after_a_match_has_not_played_it() -> None:
    """Nor has anybody the seat of another whose chair they take: what was done is not theirs."""
    table = after(ended(playing()), (BOB, Stand()), (CLEO, Sit(1)))

    assert (1, None) == (table.chair_of(CLEO.id), table.seat_of(CLEO.id))
    table = after(table, (CLEO, Stand()), (ANN, Stand()), (ANN, Sit(1)))
    assert (1, None) == (table.chair_of(ANN.id), table.seat_of(ANN.id))
    table = after(table, (ANN, Stand()), (ANN, Sit(0)))
    assert Seat(0) == table.seat_of(ANN.id)


def test_a_match_ends_once() -> None:
    """Whoever tells it again, or tells of another match, tells nothing new."""
    assert () == end_match(ended(playing()), MATCH, WON_BY_BOB)
    assert () == end_match(playing(), "m0", WON_BY_BOB)


def test_whoever_comes_during_a_match_waits() -> None:
    """A chair that does not play can be taken at any time."""
    table = after(playing(), (CLEO, Sit(2)))

    assert (2, None) == (table.chair_of(CLEO.id), table.seat_of(CLEO.id))
    assert (0, 1, 2) == after(ended(table), (ANN, Start())).seats


def test_somebody_with_a_new_name_sits_under_it() -> None:
    """Between matches: the match they play in has one name and face for everybody."""
    anna = Guest("a", "Anna", "owl")
    before = after(opened(), (BOB, Sit(1)))
    renamed = after(before, (anna, Rename()))
    started = after(renamed, (anna, Start()))

    assert (Renamed(0, anna),) == decide(before, anna, Rename(), MATCH)
    assert (anna, "a") == (renamed.chairs[0].owner, renamed.host)
    assert (("Anna", "Bob"), ("owl", None)) == (started.players, started.avatars)
    with pytest.raises(Rejected, match="when the match is over"):
        decide(started, ANN, Rename(), MATCH)
    over = folded(started, end_match(started, MATCH, WON_BY_BOB))
    left = after(over, (anna, Stand()), (CLEO, Sit(0)))
    assert (("Anna", "Bob"), ("owl", None)) == (left.players, left.avatars)


def test_nobody_takes_the_name_of_another_who_sits_there() -> None:
    """Nor can somebody without a chair rename anything."""
    table = after(opened(), (BOB, Sit(1)))

    with pytest.raises(Rejected, match="looks the same"):
        decide(table, Guest("b", "ann"), Rename(), MATCH)
    with pytest.raises(Rejected, match="don't sit"):
        decide(table, CLEO, Rename(), MATCH)


def test_only_so_many_matches_are_named() -> None:
    """Of a long evening the last ones."""
    table = opened()
    for number in range(MATCHES_KEPT + 3):
        table = folded(table, decide(table, ANN, Start(), str(number)))
        table = folded(table, end_match(table, str(number), WON_BY_BOB))

    assert [str(number) for number in range(3, MATCHES_KEPT + 3)] == [
        result.match for result in table.results
    ]


# Absence


def without_bob(table: Table) -> Table:
    return folded(table, handle_absence(table, BOB.id, ()))


def test_a_bot_plays_for_who_stays_away_from_a_match() -> None:
    """The chair stays theirs until the match is over."""
    table = without_bob(playing())

    assert Chair(owner=BOB, bot=STAND_IN) == table.chairs[1]
    assert "That chair is taken." == refused(table, CLEO, Sit(1))
    assert "You already sit at this table." == refused(table, BOB, Sit(2))
    assert () == handle_absence(table, BOB.id, ())


def test_which_bot_that_is_can_be_agreed_on() -> None:
    """For those who are away and for those who leave."""
    table = playing(replace(TERMS, stand_in="level-7"))

    assert Chair(owner=BOB, bot="level-7") == without_bob(table).chairs[1]
    assert Chair(bot="level-7") == after(table, (BOB, Stand())).chairs[1]


def test_whoever_stayed_away_can_come_back() -> None:
    """By being there again; for everybody else nothing changes."""
    table = without_bob(playing())

    assert Chair(owner=BOB) == folded(table, handle_return(table, BOB.id)).chairs[1]
    assert () == handle_return(table, ANN.id)
    assert () == handle_return(table, CLEO.id)


def test_whoever_is_away_at_the_end_has_left() -> None:
    """The bot that played for them goes too."""
    table = ended(without_bob(playing()))

    assert (Chair(owner=ANN), Chair(), Chair()) == table.chairs
    assert ("Ann", "Bob") == table.results[-1].players


def test_a_finished_match_tells_how_each_was_out_of_it() -> None:
    """Left, voted out or away, and whether a bot played on: by the terms of then, for good."""
    table = after(four(), (ANN, VoteAway(2)), (BOB, VoteAway(2)), there=ALL)
    table = ended(folded(after(table, (BOB, Stand())), handle_absence(table, "a", ())))
    (result,) = table.results
    passed = ended(without_bob(playing(replace(TERMS, absent="pass"))))

    assert (
        Departure(Seat(0), "away", is_played=True),
        Departure(Seat(1), "left", is_played=True),
        Departure(Seat(2), "voted", is_played=True),
    ) == result.departures
    assert (Departure(Seat(1), "away", is_played=False),) == passed.results[-1].departures
    assert () == ended(playing()).results[-1].departures


def test_a_finished_match_is_rated_if_it_changes_a_rating() -> None:
    """Of what counts by the terms there may be nothing to compare."""
    terms, places = replace(TERMS, speed="fast"), FinalPlaces((2, 1))
    table = folded(playing(terms), end_match(playing(terms), MATCH, WON_BY_BOB, places, 1))
    step = RatingStep(1500, 1520, 90, is_provisional=False)
    rated = folded(table, [MatchRated(MATCH, 1, (None, step))])
    unrated = folded(table, [MatchRated(MATCH, None)])

    assert [True, True, False] == [one.results[-1].is_rated for one in (table, rated, unrated)]
    assert not ended(playing()).results[-1].is_rated


def test_whose_win_is_claimed_has_resigned() -> None:
    """So the end of the match tells nobody that they left, too."""
    assert () == ended(after(playing(), (BOB, Stand()), (ANN, ClaimWin()))).results[-1].departures


def test_whoever_stands_up_in_a_match_has_left_for_good() -> None:
    """A bot plays on, and the chair is nobody's until the match is over: nobody sees two hands."""
    table = after(playing(), (BOB, Stand()))

    assert Chair(bot=STAND_IN) == table.chairs[1]
    assert () == handle_return(table, BOB.id)
    assert "That chair is taken." == refused(table, CLEO, Sit(1))
    assert "That chair is taken." == refused(table, BOB, Sit(1))
    assert ("Ann", "Bob") == ended(table).results[-1].players
    assert (1, None) == (table.began_at(BOB.id), table.began_at(CLEO.id))


def test_a_host_who_stands_up_in_a_match_is_host_no_more() -> None:
    """The next one is."""
    assert BOB.id == after(playing(), (ANN, Stand())).host


def test_a_host_who_is_away_at_the_end_is_host_no_more() -> None:
    """The next one is."""
    table = playing()
    table = folded(table, handle_absence(table, ANN.id, ()))

    assert BOB.id == ended(table).host


def test_the_table_knows_who_was_away_and_when() -> None:
    """In this match, until they are back; those who have left stay gone."""
    table = folded_at(playing(), handle_absence(playing(), BOB.id, (ANN.id,)), at=5)
    away = Absence(Seat(1), 5)
    assert (away,) == table.absences == folded_at(table, (), at=6).absences
    table = folded_at(table, handle_return(table, BOB.id), at=7)
    back = replace(away, until=7)
    assert (back,) == table.absences
    table = folded_at(table, decide(table, BOB, Stand(), MATCH, NOBODY), at=8)
    assert (back, Absence(Seat(1), 8, has_left=True)) == table.absences
    over = folded_at(table, end_match(table, MATCH, WON_BY_BOB), at=9)
    assert table.absences == over.absences

    again = folded_at(over, decide(over, ANN, Start(), "m2", NOBODY), at=10)
    assert () == again.absences


def test_of_each_seat_only_the_latest_absences_are_kept() -> None:
    """Somebody who comes and goes does not make the table grow; what others did stays."""
    table = folded_at(playing(), handle_absence(playing(), ANN.id, ()), at=1)
    for at in range(2, 200, 2):
        table = folded_at(table, handle_absence(table, BOB.id, ()), at=at)
        table = folded_at(table, handle_return(table, BOB.id), at=at + 1)
    bobs = [one for one in table.absences if one.seat == 1]

    assert Absence(Seat(0), 1) in table.absences
    assert (len(bobs), bobs[-1].until) == (ABSENCES_KEPT, 199)


def test_a_bot_that_played_for_somebody_who_left_does_not_come_along() -> None:
    """Whoever left does not either; bots that began the match do."""
    table = after(open_table(TERMS, 3, ANN), (BOB, Sit(1)), (ANN, SeatBot(2, "random")))
    table = ended(after(table, (ANN, Start()), (BOB, Stand())))

    assert (Chair(), Chair(bot="random")) == table.chairs[1:]


def test_a_chair_can_be_kept() -> None:
    """If that is agreed, the others wait for anyone who is away."""
    table = playing(replace(TERMS, absent="keep"))

    assert () == handle_absence(table, BOB.id, ())


def test_a_chair_that_is_kept_can_be_left() -> None:
    """Nobody is locked in: a bot plays on, and the chair is nobody's until the match is over."""
    table = after(playing(replace(TERMS, absent="keep")), (BOB, Stand()))

    assert Chair(bot=STAND_IN) == table.chairs[1]
    assert "That chair is taken." == refused(table, CLEO, Sit(1))


def test_between_matches_who_stays_away_loses_the_chair() -> None:
    """So that tables do not fill up with people who are gone, and always have a host."""
    table = after(opened(), (BOB, Sit(1)))

    assert (Chair(), Chair(owner=BOB), Chair()) == folded(
        table, handle_absence(table, ANN.id, ())
    ).chairs
    assert BOB.id == folded(table, handle_absence(table, ANN.id, ())).host
    assert () == handle_absence(table, CLEO.id, ())


# Chat


def test_everybody_can_say_something() -> None:
    """Players and spectators; lines are numbered, and made harmless."""
    table = after(opened(), (CLEO, Say("  hello\n\u202eall ")), (ANN, Say("hi")))

    assert [(1, CLEO, "hello all"), (2, ANN, "hi")] == [
        (line.number, line.guest, line.text) for line in table.lines
    ]
    assert "A line needs 1 to 200 characters." == refused(table, ANN, Say("\u200b"))


def test_only_so_many_lines_are_kept() -> None:
    """The numbers go on."""
    table = after(opened(), *[(ANN, Say("x"))] * (LINES_KEPT + 5))

    assert list(range(6, LINES_KEPT + 6)) == [line.number for line in table.lines]


# Sending away

SENT = "You were sent away from this table. You can watch."
DORA = Guest("d", "Dora")


def four() -> Table:
    """Ann, Bob, Cleo and a bot play."""
    table = open_table(TERMS, 5, ANN)
    seated = after(table, (BOB, Sit(1)), (CLEO, Sit(2)), (ANN, SeatBot(3, "random")))
    return after(seated, (ANN, Start()))


def test_the_host_sends_somebody_away_before_the_match() -> None:
    """Their chair is free, and they neither sit nor speak there, under no other name either."""
    table = after(opened(), (BOB, Sit(1)), (ANN, SendAway("b")))

    assert Chair() == table.chairs[1]
    assert (BOB,) == table.sent_away
    for command in (Sit(1), Say("hello")):
        assert SENT == refused(table, BOB, command)
        assert SENT == refused(table, Guest("b", "Somebody else"), command)


def test_only_the_host_sends_away_and_not_themselves() -> None:
    """And nobody who was never there."""
    table = after(opened(), (BOB, Sit(1)))

    assert "Only the host can do that." == refused(table, BOB, SendAway("a"))
    assert "You can't send yourself away." == refused(table, ANN, SendAway("a"))
    assert "There is nobody like that here." == refused(table, ANN, SendAway("z"))


def test_a_spectator_who_floods_the_chat_is_sent_away() -> None:
    """Also during a match, because they do not play; the host may let them back."""
    table = after(playing(), (CLEO, Say("spam")), (ANN, SendAway("c")))
    assert SENT == refused(table, CLEO, Say("more spam"))
    back = after(table, (ANN, LetBack("c")), (CLEO, Say("sorry")))

    assert "sorry" == back.lines[-1].text
    assert () == back.sent_away


def test_the_host_sends_nobody_away_from_a_match() -> None:
    """Or else a host who loses could."""
    assert "They are in the match. The players can vote." == refused(playing(), ANN, SendAway("b"))


def test_the_table_remembers_so_many_whom_it_sent_away() -> None:
    """So a table never grows without end."""
    table = opened()
    for number in range(SENT_AWAY_KEPT + 3):
        guest = Guest(f"g{number}", f"G{number}")
        table = after(table, (guest, Sit(1)), (ANN, SendAway(guest.id)))

    assert SENT_AWAY_KEPT == len(table.sent_away)


def test_a_majority_sends_a_player_away() -> None:
    """Two of two others; a bot plays on, as if they had stood up, and they do not come back."""
    table = after(four(), (ANN, VoteAway(2)), there=ALL)
    assert (Vote(2, "a", Seat(0)),) == table.votes
    table = after(table, (BOB, VoteAway(2)), there=ALL)

    assert Chair(bot=STAND_IN) == table.chairs[2]
    assert (CLEO,) == table.sent_away
    assert SENT == refused(ended(table), CLEO, Sit(4))


def test_the_host_can_be_voted_away() -> None:
    """Then somebody else is the host."""
    table = after(four(), (CLEO, VoteAway(0)), (BOB, VoteAway(0)), there=ALL)

    assert BOB.id == table.host


def test_whoever_does_not_play_for_themselves_has_no_vote() -> None:
    """Spectators, people who are away, and the player themselves."""
    table, stranger = four(), "You are not playing in this match."
    away = folded(table, handle_absence(table, "b", ("a", "c")))

    assert stranger == refused(table, DORA, VoteAway(2), ALL)
    assert stranger == refused(away, BOB, VoteAway(2), ALL)
    assert "You can vote on a player in the match." == refused(table, CLEO, VoteAway(2), ALL)
    assert "You can vote on a player in the match." == refused(table, ANN, VoteAway(3), ALL)
    assert "It takes two to send somebody away." == refused(away, ANN, VoteAway(2), ALL)


def test_one_votes_once_unless_the_others_have_left() -> None:
    """Two of three are needed; when one of them has gone, both that are left agree."""
    table = open_table(TERMS, 4, ANN)
    table = after(table, (BOB, Sit(1)), (CLEO, Sit(2)), (DORA, Sit(3)), (ANN, Start()))
    voted = after(table, (ANN, VoteAway(2)), there=ALL)

    assert "You have already said so." == refused(voted, ANN, VoteAway(2), ALL)
    assert (AwayVoted(2, "b"), SentAway(CLEO, 2)) == decide(voted, BOB, VoteAway(2), MATCH, ALL)[:2]


def test_whoever_has_resigned_has_no_vote() -> None:
    """Neither a vote that counts, nor one among those of whom a majority is needed."""
    table = four()
    there = Attendance(("a", "b", "c"), (), (Seat(0),))

    assert "You are not playing in this match." == refused(table, ANN, VoteAway(2), there)
    assert "It takes two to send somebody away." == refused(table, BOB, VoteAway(2), there)


def test_a_vote_counts_until_they_leave_or_are_back() -> None:
    """Whoever was away, and is back, starts without votes; the log still has them."""
    voted = after(four(), (ANN, VoteAway(2)), there=ALL)
    away = folded(voted, handle_absence(voted, "c", ("a", "b")))
    assert (Vote(2, "a", Seat(0)),) == away.votes
    back = folded(away, handle_return(away, "c"))

    assert (AwayVoted(2, "b"),) == decide(back, BOB, VoteAway(2), MATCH, ALL)
    assert (AwayVoted(2, "a"),) == decide(back, ANN, VoteAway(2), MATCH, ALL)
    for table in (back, after(voted, (CLEO, Stand()), there=ALL)):
        assert (Vote(2, "a", Seat(0), has_lapsed=True),) == table.votes


def test_a_vote_can_be_taken_back() -> None:
    """As long as it counts; afterwards it is as if there had been none. The log knows the last."""
    table, none = four(), "You have no vote there to take back."
    voted = after(table, (ANN, VoteAway(2)), there=ALL)
    taken = after(voted, (ANN, TakeBackVote(2)), there=ALL)
    removed = after(voted, (BOB, VoteAway(2)), there=ALL)

    assert (Vote(2, "a", Seat(0), has_lapsed=True, taken_back_at=0),) == taken.votes
    assert (AwayVoted(2, "b"),) == decide(taken, BOB, VoteAway(2), MATCH, ALL)
    assert (Vote(2, "a", Seat(0)),) == after(taken, (ANN, VoteAway(2)), there=ALL).votes
    assert none == refused(voted, BOB, TakeBackVote(2), ALL)
    assert none == refused(voted, ANN, TakeBackVote(1), ALL)
    assert none == refused(removed, ANN, TakeBackVote(2), ALL)
    assert none == refused(ended(voted), ANN, TakeBackVote(2), ALL)


def test_the_table_knows_who_has_voted_and_when() -> None:
    """For the log, until the next match begins."""
    voted = folded_at(four(), decide(four(), ANN, VoteAway(2), MATCH, ALL), at=5)
    taken = folded_at(voted, decide(voted, ANN, TakeBackVote(2), MATCH, ALL), at=6)
    assert (Vote(2, "a", Seat(0), 5, has_lapsed=True, taken_back_at=6),) == taken.votes
    table = folded_at(four(), decide(four(), ANN, VoteAway(2), MATCH, ALL), at=5)
    table = folded_at(table, decide(table, BOB, VoteAway(2), MATCH, ALL), at=6)
    votes = (Vote(2, "a", Seat(0), 5, has_lapsed=True), Vote(2, "b", Seat(1), 6, has_lapsed=True))
    assert votes == table.votes == ended(table).votes
    over = ended(table)

    assert () == folded_at(over, decide(over, ANN, Start(), "m2"), at=10).votes


# In for the next match


def test_people_say_that_they_are_in_for_the_next_match() -> None:
    """Once each; it holds until they leave, or the match begins."""
    one = after(ended(playing()), (BOB, JoinNext()))

    assert ("b",) == one.ready
    assert "You have already said so." == refused(one, BOB, JoinNext())
    assert () == after(one, (BOB, Stand())).ready
    assert () == after(one, (ANN, Start())).ready


def test_the_next_match_begins_once_all_are_in() -> None:
    """Nobody waits for those who are not there, but for the host."""
    over = ended(playing())
    alone, both = Attendance(("a",)), Attendance(("a", "b"))
    waiting = after(over, (ANN, JoinNext()), there=both)

    assert not waiting.is_playing
    assert after(waiting, (BOB, JoinNext()), there=both).is_playing
    assert after(over, (ANN, JoinNext()), there=alone).is_playing
    assert not after(over, (BOB, JoinNext()), there=Attendance(("b",))).is_playing


def test_whoever_is_in_sees_other_terms_before_they_play_them() -> None:
    """With other terms everybody is asked again; the list of open tables is no term of a match."""
    one = after(ended(playing()), (BOB, JoinNext()))

    assert () == after(one, (ANN, Arrange(replace(TERMS, absent="keep")))).ready
    assert ("b",) == after(one, (ANN, Arrange(replace(TERMS, is_public=True)))).ready


def test_only_those_who_sit_are_in_for_the_next_match() -> None:
    """Nor is there anything to join while one is played."""
    assert "A match is already running." == refused(playing(), BOB, JoinNext())
    assert "You don't sit at this table." == refused(ended(playing()), CLEO, JoinNext())


# Claiming the win


def test_the_win_is_claimed_when_all_others_have_left() -> None:
    """For good, or for so long that a bot plays for them; only seats of people resign."""
    table = after(four(), (BOB, Stand()))
    away = folded(table, handle_absence(table, "c", ("a",)))

    assert (WinClaimed("a", (Seat(1), Seat(2))),) == decide(away, ANN, ClaimWin(), MATCH)
    claimed = after(away, (ANN, ClaimWin()))
    assert (Seat(1), Seat(2)) == claimed.conceded
    assert () == after(ended(claimed), (ANN, Start())).conceded


def test_where_chairs_are_kept_one_minute_is_enough() -> None:
    """The server says who has been away for so long."""
    table = playing(replace(TERMS, absent="keep"))
    because = "You can claim the win when all others have left."

    assert because == refused(table, ANN, ClaimWin(), Attendance(("a",)))
    assert because == refused(table, CLEO, ClaimWin(), Attendance(("c",), ("b",)))
    there = Attendance(("a",), ("b",))
    assert (WinClaimed("a", (Seat(1),)),) == decide(table, ANN, ClaimWin(), MATCH, there)


def test_nobody_claims_the_win_over_a_player_who_was_voted_away() -> None:
    """Or else allies vote, one of them resigns, and the other has won."""
    table = after(four(), (ANN, VoteAway(2)), (BOB, VoteAway(2)), there=ALL)
    allied = Attendance(("b",), (), (Seat(0),))

    assert (Seat(2),) == table.voted_away
    assert "You can claim the win when all others have left." == refused(
        table, BOB, ClaimWin(), allied
    )
    resigned = Attendance(("b",), ("a",), (Seat(2),))
    assert (WinClaimed("b", (Seat(0),)),) == decide(table, BOB, ClaimWin(), MATCH, resigned)
    assert () == after(ended(table), (ANN, Start())).voted_away


def test_nobody_claims_the_win_from_bots_or_for_a_seat_that_resigned() -> None:
    """Nor alone, nor twice."""
    bots = after(opened(), (ANN, SeatBot(1, "random")), (ANN, Start()))
    left = after(playing(), (BOB, Stand()))
    because = "You can claim the win when all others have left."

    assert because == refused(bots, ANN, ClaimWin())
    assert because == refused(left, ANN, ClaimWin(), Attendance(("a",), (), (Seat(0),)))
    assert because == refused(after(left, (ANN, ClaimWin())), ANN, ClaimWin())


# Passed over


def test_where_nobody_stands_in_the_chair_is_passed_over() -> None:
    """It stays taken, so that nobody else sees its hand, and its owner may come back."""
    table = playing(replace(TERMS, absent="pass"))
    away = folded(table, handle_absence(table, "b", ("a",)))

    assert Chair(owner=BOB, bot=PASSED_OVER) == away.chairs[1]
    assert Chair(owner=BOB) == folded(away, handle_return(away, "b")).chairs[1]
    assert Chair(bot=PASSED_OVER) == after(table, (BOB, Stand())).chairs[1]
