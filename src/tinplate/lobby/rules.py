"""The rules of a table in the lobby. Ids are passed in, like dice to a game."""

from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple

from msgspec.structs import replace

from tinplate.ending import ABORTED, BY_AGREEMENT
from tinplate.game import Outcome, Rejected, Seat
from tinplate.lobby.clean_text import clean_line
from tinplate.lobby.lookalikes import look_alike
from tinplate.lobby.values import (
    ABSENCES_KEPT,
    LINES_KEPT,
    MATCHES_KEPT,
    MAX_CHAIRS,
    PASSED_OVER,
    SENT_AWAY_KEPT,
    Absence,
    Arrange,
    Arranged,
    AwayVoted,
    BotRemoved,
    BotSeated,
    CalledBack,
    Chair,
    ChairLeft,
    ChairsSet,
    ChairTaken,
    ChatLine,
    ClaimWin,
    Command,
    Departure,
    Event,
    FinishedMatch,
    Guest,
    HostChanged,
    JoinNext,
    LetBack,
    MatchFinished,
    MatchRated,
    MatchRecorded,
    MatchStarted,
    NextJoined,
    RemoveBot,
    Rename,
    Renamed,
    Said,
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
    VoteTakenBack,
    WinClaimed,
)
from tinplate.ratings.results import RatedMatch, RatedSeat, with_leavers_last
from tinplate.records.values import Fate, PlayedMatch, PlayedSeat

Events = tuple[Event, ...]
STAND_IN = "random"  # plays for absent people where the terms name no bot
FEWEST_VOTES = 2  # that send a player away: one is a quarrel, and there one can resign


class Attendance(NamedTuple):
    """The people at a table, as the server knows them."""

    present: Collection[str] = ()
    long_away: Collection[str] = ()  # for LONG_AWAY at least
    resigned: Collection[Seat] = ()  # of the match
    apart: Collection[str] = ()  # have blocked whoever acts, or the other way


NOBODY = Attendance()


class FinalPlaces(NamedTuple):
    """What a match says of its players at its end."""

    places: tuple[int, ...] = ()  # by seat, 1 is the best; none: it was broken off
    resigned: Collection[Seat] = ()


NO_PLACES = FinalPlaces()


def open_table(terms: Terms, chairs: int, guest: Guest) -> Table:
    """A table with its host on the first chair. Rejected if it has too many chairs, or none."""
    _refuse_so_many(chairs)
    return Table(terms, (Chair(owner=guest), *(Chair(),) * (chairs - 1)), host=guest.id)


def _refuse_so_many(chairs: int) -> None:
    if not 1 <= chairs <= MAX_CHAIRS:
        because = f"A table has 1 to {MAX_CHAIRS} chairs, not {chairs}."
        raise Rejected(because, "so-many-chairs", most=MAX_CHAIRS)


def decide(
    table: Table, guest: Guest, command: Command, new_id: str, there: Attendance = NOBODY
) -> Events:
    """What a command brings about, or Rejected. A new match gets the id that is passed in."""
    match command:
        case Sit(chair):
            _refuse_sent_away(table, guest)
            _refuse_apart(table, there)
            return _sit(table, guest, chair)
        case Stand():
            return _stand(table, guest)
        case Rename():
            return _rename(table, guest)
        case SeatBot(chair, bot):
            _host_only(table, guest)
            if not _existing(table, chair).is_free:
                raise Rejected("That chair is taken.", "chair-is-taken")
            return (BotSeated(chair, bot),)
        case RemoveBot(chair):
            _host_only(table, guest)
            return _remove_bot(table, chair)
        case Arrange(terms, chairs):
            _host_only(table, guest)
            return (*_arrange(table, terms), *_set_chairs(table, chairs))
        case Start(is_watched):
            _host_only(table, guest)
            before = _give_to_bot(table, guest) if is_watched else ()
            return (*before, *_start(folded(table, before), new_id))
        case JoinNext():
            return _join_next(table, guest, new_id, there)
        case Say(text):
            return (Said(speaker(table, guest), clean_line(text)),)
        case SendAway(whom):
            _host_only(table, guest)
            return _send_away(table, whom)
        case LetBack(whom):
            _host_only(table, guest)
            return (CalledBack(_found(table.sent_away, whom)),)
        case VoteAway(chair):
            return _vote_away(table, guest, chair, there)
        case TakeBackVote(chair):
            return _take_back_vote(table, guest, chair)
        case ClaimWin():
            return _claim_win(table, guest, there)


def speaker(table: Table, guest: Guest) -> Guest:
    """A guest who speaks or reacts, as everybody is shown them. Rejected if they may not."""
    _refuse_sent_away(table, guest)
    _refuse_lookalike(table, guest)
    return _as_seated(table, guest)


def handle_absence(table: Table, guest: str, present: Collection[str]) -> Events:
    """What happens to the chair and the host role of somebody who stays away; maybe nothing.

    If somebody who is present sits at the table, they become host in place of an absent one.
    """
    chair = table.chair_of(guest)
    if chair is None:
        return ()
    given_up = _give_up(table, chair)
    if guest != table.host:
        return given_up
    return (*given_up, *_host_passes(folded(table, given_up), present))


def would_change_if_abandoned(table: Table) -> bool:
    """Whether the table would change if all who sit there stayed away."""
    return any(handle_absence(table, owner, ()) for owner in table.owners)


def handle_return(table: Table, guest: str) -> Events:
    """Somebody is back: the bot that played for them leaves."""
    chair = table.chair_of(guest)
    if chair is None or not table.chairs[chair].is_away:
        return ()
    return (BotRemoved(chair),)


def end_match(
    table: Table,
    match: str,
    outcome: Outcome,
    final: FinalPlaces = NO_PLACES,
    at: int = 0,
) -> Events:
    """The match has an outcome. No events if the table knows already."""
    if not table.is_playing or table.match != match:
        return ()
    is_alone = _is_ended_alone(table, outcome, final.resigned)
    places = _behind_bots(table, final) if is_alone else final.places
    ended = MatchFinished(outcome.winners, outcome.because, places, at)
    over = evolve(table, ended)
    return (ended, *_stand_ins_leave(over), *_host_passes(over))


def _stand_ins_leave(over: Table) -> Events:
    """Bots that only played on for those who left: these do not come along either."""
    chairs = [over.seats[seat] for seat in over.people]
    return tuple(BotRemoved(chair) for chair in chairs if over.chairs[chair].bot)


def _is_ended_alone(table: Table, outcome: Outcome, resigned: Collection[Seat]) -> bool:
    """Whether somebody who is alone among bots has ended a match that counts.

    They had nobody to agree with, and could choose a moment at which they led.
    """
    is_by_people = outcome.because in (BY_AGREEMENT, ABORTED)
    has_bots = None in table.guests
    counts = table.terms.speed is not None
    return is_by_people and has_bots and counts and len(_playing_on(table, resigned)) == 1


def _behind_bots(table: Table, final: FinalPlaces) -> tuple[int, ...]:
    """Bots come in ahead of whoever has ended the match alone; those who resigned behind that."""
    places, resigned = final.places or (1,) * len(table.guests), final.resigned
    return with_leavers_last(with_leavers_last(places, _playing_on(table, resigned)), resigned)


def _playing_on(table: Table, resigned: Collection[Seat]) -> list[Seat]:
    """The seats of the people who began the match, and have neither left nor resigned."""
    there = [seat for seat in table.people if seat not in resigned]
    return [seat for seat in there if table.seat_of(table.guests[seat] or "") == seat]


def evolve(table: Table, event: Event) -> Table:
    """Fold one event into the table."""
    match event:
        case ChairTaken(chair, guest):
            return _with_chair(table, chair, Chair(owner=guest))
        case ChairLeft(chair):
            left = _with_chair(_votes_lapse(table, chair), chair, Chair())
            owner = _owner_of(table.chairs[chair])
            return replace(left, ready=tuple(one for one in table.ready if one != owner))
        case Renamed(chair, guest):
            return _with_chair(table, chair, replace(table.chairs[chair], owner=guest))
        case BotSeated(chair, bot):
            seated = _with_chair(table, chair, replace(table.chairs[chair], bot=bot))
            return _without_player(seated, chair) if _is_in_play(table, chair) else seated
        case BotRemoved(chair):
            without_bot = replace(table.chairs[chair], bot=None)
            return _with_chair(_votes_lapse(table, chair), chair, without_bot)
        case HostChanged(host):
            return replace(table, host=host)
        case Arranged(terms):
            dealt = table.dealt if terms.deal == table.terms.deal else 0
            # Whoever is in has agreed to what was to be played; a list is not part of that.
            is_same = terms == replace(table.terms, is_public=terms.is_public)
            ready = table.ready if is_same else ()
            return replace(table, terms=terms, dealt=dealt, ready=ready)
        case ChairsSet(count):
            added = count - len(table.chairs)
            return replace(table, chairs=(*table.chairs, *(Chair(),) * added)[:count])
        case MatchStarted(match, seats):
            players = tuple(table.chairs[chair].name for chair in seats)
            return replace(
                table,
                match=match,
                seats=seats,
                players=players,
                avatars=tuple(table.chairs[chair].avatar for chair in seats),
                is_playing=True,
                dealt=table.dealt + 1,
                people=tuple(
                    Seat(seat) for seat, chair in enumerate(seats) if table.chairs[chair].owner
                ),
                conceded=(),
                voted_away=(),
                votes=(),
                ready=(),
                left=(),
                steps=(),
                guests=tuple(_owner_of(table.chairs[chair]) for chair in seats),
                bots=tuple(
                    None if table.chairs[chair].owner else table.chairs[chair].bot
                    for chair in seats
                ),
            )
        case NextJoined(joined):
            return replace(table, ready=(*table.ready, joined))
        case MatchFinished(winners, because, places, at):
            counted = _counted(table, places, at)
            result = FinishedMatch(
                match=table.match or "",
                players=table.players,
                winners=winners,
                because=because,
                departures=_departures(table),
                is_rated=bool(counted),
            )
            chairs = tuple(Chair() if chair.is_away else chair for chair in table.chairs)
            results = (*table.results, result)[-MATCHES_KEPT:]
            return replace(
                table,
                is_playing=False,
                chairs=chairs,
                results=results,
                past_guests=(*table.past_guests, table.guests)[-MATCHES_KEPT:],
                to_rate=(*table.to_rate, *counted),
                to_record=(*table.to_record, *_played(table, places, at)),
            )
        case MatchRated(match, _, steps):
            results = tuple(
                replace(one, is_rated=any(steps)) if one.match == match else one
                for one in table.results
            )
            waiting = tuple(one for one in table.to_rate if one.match != match)
            shown = steps if match == table.match else table.steps
            return replace(table, to_rate=waiting, steps=shown, results=results)
        case MatchRecorded(match):
            unrecorded = tuple(one for one in table.to_record if one.match != match)
            return replace(table, to_record=unrecorded)
        case Said(guest, text):
            lines = (*table.lines, ChatLine(table.last_line + 1, guest, text))
            return replace(table, lines=lines[-LINES_KEPT:])
        case SentAway(guest, chair):
            sent_away = (*table.sent_away, guest)[-SENT_AWAY_KEPT:]
            if chair is None:
                return replace(table, sent_away=sent_away)
            voted = [Seat(table.seats.index(chair))] if _is_in_play(table, chair) else []
            left = evolve(table, ChairLeft(chair))
            return replace(left, sent_away=sent_away, voted_away=(*table.voted_away, *voted))
        case CalledBack(guest):
            others = tuple(one for one in table.sent_away if one.id != guest.id)
            return replace(table, sent_away=others)
        case AwayVoted(chair, voter):
            # Of those that a person takes back, the last one is kept.
            kept = (one for one in table.votes if not _is_taken_back(one, chair, voter))
            return replace(table, votes=(*kept, Vote(chair, voter, table.began_at(voter))))
        case VoteTakenBack(chair, voter):
            taken = [one for one in _votes_on(table, chair) if one.guest == voter]
            votes = (
                replace(one, has_lapsed=True, taken_back_at=0) if one in taken else one
                for one in table.votes
            )
            return replace(table, votes=tuple(votes))
        case WinClaimed(_, seats):
            return replace(table, conceded=(*table.conceded, *seats))


def _votes_lapse(table: Table, chair: int) -> Table:
    """They were on whoever was there until now, or away; the log still tells them."""
    on_them = _votes_on(table, chair)
    votes = (replace(one, has_lapsed=True) if one in on_them else one for one in table.votes)
    return replace(table, votes=tuple(votes))


def _votes_on(table: Table, chair: int) -> list[Vote]:
    """Those that count."""
    return [one for one in table.votes if one.chair == chair and not one.has_lapsed]


def _is_taken_back(vote: Vote, chair: int, voter: str) -> bool:
    return (vote.chair, vote.guest) == (chair, voter) and vote.taken_back_at is not None


def _dated(vote: Vote, at: int) -> Vote:
    """When it was cast and taken back, where that is new."""
    taken_back_at = at if vote.taken_back_at == 0 else vote.taken_back_at
    return replace(vote, at=vote.at or at, taken_back_at=taken_back_at)


def _owner_of(chair: Chair) -> str | None:
    return chair.owner.id if chair.owner else None


def folded(table: Table, events: Iterable[Event]) -> Table:
    for event in events:
        table = evolve(table, event)
    return table


def folded_at(table: Table, events: Iterable[Event], at: int) -> Table:
    """Fold what happened at one moment, and note who voted, and who was absent until or since."""
    after = folded(table, events)
    if not after.is_playing:
        return after
    votes = tuple(_dated(vote, at) for vote in after.votes)
    known = _latest(table.absences) if after.match == table.match else ()
    away = {seat: _chair_at(after, seat).owner is None for seat in _seats_without_player(after)}
    open_ = [one for one in known if one.until is None]
    going_on = {one.seat for one in open_ if one.has_left == away.get(one.seat)}
    ended = [
        replace(one, until=at) if one in open_ and one.seat not in going_on else one
        for one in known
    ]
    begun = [
        Absence(seat, at, has_left=has_left)
        for seat, has_left in away.items()
        if seat not in going_on
    ]
    return replace(after, votes=votes, absences=(*ended, *begun))


def _latest(absences: tuple[Absence, ...]) -> tuple[Absence, ...]:
    """Those of each seat that are kept before another one; older ones are only in the log."""
    kept: list[Absence] = []
    for one in reversed(absences):
        if sum(other.seat == one.seat for other in kept) < ABSENCES_KEPT:
            kept.append(one)
    return tuple(reversed(kept))


def _seats_without_player(table: Table) -> list[Seat]:
    """The seats of people whom a bot, or nobody, plays for now."""
    return [seat for seat in table.people if table.bot_at(seat) is not None]


def _departures(table: Table) -> tuple[Departure, ...]:
    """Of those who are out of the match now. Those who conceded have resigned."""
    gone = [seat for seat in _seats_without_player(table) if seat not in table.conceded]
    since = {one.seat: one.since for one in table.absences if one.until is None}
    return tuple(
        Departure(
            seat, _how_gone(table, seat), table.bot_at(seat) != PASSED_OVER, since.get(seat, 0)
        )
        for seat in gone
    )


def _how_gone(table: Table, seat: Seat) -> Literal["away", "left", "voted"]:
    if seat in table.voted_away:
        return "voted"
    return "left" if _chair_at(table, seat).owner is None else "away"


def _chair_at(table: Table, seat: Seat) -> Chair:
    return table.chairs[table.seats[seat]]


def _counted(table: Table, places: tuple[int, ...], at: int) -> tuple[RatedMatch, ...]:
    """The match that ends, if it counts.

    Those who have left are last, whatever the bots in their places have done. Where players have
    sent somebody away, nothing counts: allies could do that to those who are about to win.
    """
    if not places or table.voted_away or table.terms.speed is None:
        return ()
    people = zip(table.players, table.guests, table.bots, strict=True)
    final = with_leavers_last(places, table.left)
    seats = tuple(
        RatedSeat(name, place, person, bot)
        for (name, person, bot), place in zip(people, final, strict=True)
    )
    return (RatedMatch(table.match or "", table.terms.game, table.terms.speed, at, seats),)


def _played(table: Table, places: tuple[int, ...], at: int) -> tuple[PlayedMatch, ...]:
    """The match that ends, for the records of its players. Older logs lack the time of its end."""
    return (played_match(table, places, at),) if at and any(table.guests) else ()


def played_match(table: Table, places: tuple[int, ...], at: int) -> PlayedMatch:
    """A match that ends at a table, as the records of its players have it.

    Where players have sent somebody away, their order says nothing.
    """
    count = len(table.players)
    final = with_leavers_last(places, table.left) if places and not table.voted_away else ()
    people, bots = table.guests or (None,) * count, table.bots or (None,) * count
    fates = _fates(table)
    seats = tuple(
        PlayedSeat(
            name,
            place,
            person,
            bot,
            has_left=seat in table.left,
            has_conceded=seat in table.conceded,
            fate=fates.get(Seat(seat)),
        )
        for seat, (name, place, person, bot) in enumerate(
            zip(table.players, final or (0,) * count, people, bots, strict=True)
        )
    )
    is_public = table.terms.is_public or table.is_for_strangers
    return PlayedMatch(table.match or "", table.terms.game, at, seats, is_public)


def _fates(table: Table) -> dict[Seat, Fate]:
    """Whoever is away while nobody plays for them has a result of their own."""
    gone = [one for one in _departures(table) if one.how != "away" or one.is_played]
    return {one.seat: one.how for one in gone} | dict.fromkeys(table.conceded, "conceded")


def _without_player(table: Table, chair: int) -> Table:
    """A bot plays on for somebody: they have left, as far as ratings go."""
    seat = Seat(table.seats.index(chair))
    return table if seat in table.left else replace(table, left=(*table.left, seat))


def may_claim_win(table: Table, guest: str, there: Attendance) -> tuple[Seat, ...]:
    """The seats that would resign; none if somebody else still plays, or nobody ever did.

    Nor if somebody was voted away: allies could send everybody else away, and win at once.
    """
    own, settled = table.seat_of(guest), {*table.conceded, *there.resigned}
    if not table.is_playing or own is None or own in settled or table.bot_at(own) is not None:
        return ()
    others = [seat for seat in table.people if seat != own and seat not in settled]
    if any(seat in table.voted_away for seat in others):
        return ()
    chairs = [table.chairs[table.seats[seat]] for seat in others]
    return tuple(others) if all(_is_gone(chair, there) for chair in chairs) else ()


def _is_gone(chair: Chair, there: Attendance) -> bool:
    """Left for good, or away for so long that somebody else has the seat, or may claim the win."""
    return chair.bot is not None or chair.owner is None or chair.owner.id in there.long_away


def voters(table: Table, chair: int, there: Attendance) -> list[str]:
    """The people who play for themselves, have not resigned, and are present; not on the chair."""
    resigned = {*table.conceded, *there.resigned}
    seats = [at for seat, at in enumerate(table.seats) if seat not in resigned]
    chairs = [table.chairs[at] for at in seats if at != chair]
    owners = [one.owner.id for one in chairs if one.owner and not one.is_away]
    return [owner for owner in owners if owner in there.present]


def _claim_win(table: Table, guest: Guest, there: Attendance) -> Events:
    seats = may_claim_win(table, guest.id, there)
    if not seats:
        raise Rejected("You can claim the win when all others have left.", "nothing-to-claim")
    return (WinClaimed(guest.id, seats),)


def _send_away(table: Table, whom: str) -> Events:
    """By the host: from a chair that is not in play, or somebody who has only spoken."""
    if whom == table.host:
        raise Rejected("You can't send yourself away.", "not-yourself")
    chair = table.chair_of(whom)
    if chair is not None and _is_in_play(table, chair):
        raise Rejected("They are in the match. The players can vote.", "vote-instead")
    owners = [there.owner for there in table.chairs if there.owner]
    found = _found([*owners, *(line.guest for line in table.lines)], whom)
    if any(one.id == whom for one in table.sent_away):
        raise Rejected("They are sent away already.", "already-said")
    return (SentAway(found, chair),)


def _vote_away(table: Table, guest: Guest, chair: int, there: Attendance) -> Events:
    """More than half of the others who play, and at least two, send a player away."""
    owner = _existing(table, chair).owner
    if not _is_in_play(table, chair) or owner is None or owner.id == guest.id:
        raise Rejected("You can vote on a player in the match.", "vote-not-now")
    electorate = voters(table, chair, there)
    if guest.id not in electorate:
        raise Rejected("You are not playing in this match.", "you-do-not-play")
    if len(electorate) < FEWEST_VOTES:
        raise Rejected("It takes two to send somebody away.", "too-few-to-vote")
    voted = AwayVoted(chair, guest.id)
    before = {vote.guest for vote in _votes_on(table, chair)}
    votes = sum(one in {*before, guest.id} for one in electorate)
    is_new = guest.id not in before
    if votes >= FEWEST_VOTES and 2 * votes > len(electorate):
        return (*((voted,) if is_new else ()), *_removed(table, owner, chair))
    if not is_new:
        raise Rejected("You have already said so.", "already-said")
    return (voted,)


def _take_back_vote(table: Table, guest: Guest, chair: int) -> Events:
    if not table.is_playing or guest.id not in {vote.guest for vote in _votes_on(table, chair)}:
        raise Rejected("You have no vote there to take back.", "not-voted")
    return (VoteTakenBack(chair, guest.id),)


def _removed(table: Table, owner: Guest, chair: int) -> Events:
    """As if they had stood up, but they do not come back."""
    sent = SentAway(owner, chair)
    passed = _host_passes(evolve(table, sent))
    return (sent, *passed, BotSeated(chair, _stand_in(table.terms)))


def _refuse_sent_away(table: Table, guest: Guest) -> None:
    if any(one.id == guest.id for one in table.sent_away):
        because = "You were sent away from this table. You can watch."
        raise Rejected(because, "you-were-sent-away")


def _refuse_apart(table: Table, there: Attendance) -> None:
    """Nobody sits down beside somebody whom either has blocked. Who has, and whom, is not told."""
    if any(owner in there.apart for owner in table.owners):
        because = "You can't sit at this table. You can watch."
        raise Rejected(because, "kept-apart")


def _found(guests: Iterable[Guest], whom: str) -> Guest:
    for guest in guests:
        if guest.id == whom:
            return guest
    raise Rejected("There is nobody like that here.", "nobody-like-that")


def _sit(table: Table, guest: Guest, chair: int) -> Events:
    if table.chair_of(guest.id) is not None:
        raise Rejected("You already sit at this table.", "you-sit-here")
    if not _existing(table, chair).is_free:
        raise Rejected("That chair is taken.", "chair-is-taken")
    _refuse_lookalike(table, guest)
    taken = ChairTaken(chair, guest)
    return (taken, *_host_passes(evolve(table, taken)))


def _stand(table: Table, guest: Guest) -> Events:
    chair = table.chair_of(guest.id)
    if chair is None:
        raise Rejected("You don't sit at this table.", "you-do-not-sit-here")
    if not _is_in_play(table, chair):
        return _leave(table, chair)
    return (*_leave(table, chair), BotSeated(chair, _stand_in(table.terms)))


def _rename(table: Table, guest: Guest) -> Events:
    """Not in a match: what is told of it should have one name for everybody."""
    chair = table.chair_of(guest.id)
    if chair is None:
        raise Rejected("You don't sit at this table.", "you-do-not-sit-here")
    if _is_in_play(table, chair):
        because = "Your new name is used here when the match is over."
        raise Rejected(because, "name-is-kept")
    others = _with_chair(table, chair, Chair())
    _refuse_lookalike(others, guest)
    return (Renamed(chair, guest),)


def _give_up(table: Table, chair: int) -> Events:
    if not _is_in_play(table, chair):
        return (ChairLeft(chair),)
    if table.chairs[chair].is_away or table.terms.absent == "keep":
        return ()
    return (BotSeated(chair, _stand_in(table.terms)),)


def _stand_in(terms: Terms) -> str:
    """The bot that takes the seat of somebody who is gone."""
    return PASSED_OVER if terms.absent == "pass" else terms.stand_in or STAND_IN


def _leave(table: Table, chair: int) -> Events:
    left = ChairLeft(chair)
    return (left, *_host_passes(evolve(table, left)))


def _remove_bot(table: Table, chair: int) -> Events:
    there = _existing(table, chair)
    if there.bot is None:
        raise Rejected("There is no bot on that chair.", "no-bot-there")
    if _is_in_play(table, chair):
        raise Rejected("The bot is playing. Remove it when the match is over.", "bot-plays")
    return (BotRemoved(chair),)


def _arrange(table: Table, terms: Terms) -> Events:
    """During a match the host can only take the table off the list.

    Or else a host could name a stronger stand-in and leave, block the seat of an absent player, or
    have a bot play it although all had agreed to wait.
    """
    if table.is_playing and terms not in (table.terms, replace(table.terms, is_public=False)):
        raise Rejected("You can change the terms when the match is over.", "settings-are-fixed")
    return (Arranged(_same_deal(table.terms, terms)),)


def _set_chairs(table: Table, count: int | None) -> Events:
    """Chairs come and go at the end; one stays where somebody sits, or sat in the last match."""
    if count is None or count == len(table.chairs):
        return ()
    if table.is_playing:
        raise Rejected("You can change the terms when the match is over.", "settings-are-fixed")
    _refuse_so_many(count)
    taken = [at for at, chair in enumerate(table.chairs) if not chair.is_free]
    if count <= max((*taken, *table.seats), default=-1):
        raise Rejected("That chair is taken.", "chair-is-taken")
    return (ChairsSet(count),)


def _same_deal(before: Terms, terms: Terms) -> Terms:
    """With the deal spelled as before, if only capitals differ: its matches are counted on."""
    if (before.deal or "").casefold() != (terms.deal or "").casefold():
        return terms
    return replace(terms, deal=before.deal)


def _give_to_bot(table: Table, guest: Guest) -> Events:
    """Somebody leaves their chair to a bot before a match: they do not begin it."""
    chair = table.chair_of(guest.id)
    if table.is_playing or chair is None:
        return ()
    return (*_leave(table, chair), BotSeated(chair, table.terms.stand_in or STAND_IN))


def _start(table: Table, new_id: str) -> Events:
    if table.is_playing:
        raise Rejected("A match is already running.", "match-is-on")
    taken = (chair for chair, there in enumerate(table.chairs) if not there.is_free)
    return (MatchStarted(new_id, tuple(taken)),)


def _join_next(table: Table, guest: Guest, new_id: str, there: Attendance) -> Events:
    """Somebody is in for the next match, which begins once all are who are present."""
    if table.is_playing:
        raise Rejected("A match is already running.", "match-is-on")
    if table.chair_of(guest.id) is None:
        raise Rejected("You don't sit at this table.", "you-do-not-sit-here")
    if guest.id in table.ready:
        raise Rejected("You have already said so.", "already-said")
    joined = NextJoined(guest.id)
    ready = evolve(table, joined).ready
    awaited = [owner for owner in table.owners if owner in there.present or owner == table.host]
    is_complete = all(owner in ready for owner in awaited)
    return (joined, *_start(table, new_id)) if is_complete else (joined,)


def _host_passes(table: Table, present: Collection[str] = ()) -> Events:
    """Pass the host role on if the host has left, or is absent while others are present."""
    fit = [owner for owner in table.owners if owner in present] or table.owners
    if table.host in fit:
        return ()
    host = fit[0] if fit else None
    return () if host == table.host else (HostChanged(host),)


def _host_only(table: Table, guest: Guest) -> None:
    if guest.id != table.host:
        raise Rejected("Only the host can do that.", "host-only")


def _refuse_lookalike(table: Table, guest: Guest) -> None:
    """Nobody sits or speaks at a table under a name like that of somebody else who sits there."""
    if table.chair_of(guest.id) is not None:
        return
    for chair in table.chairs:
        if chair.owner is not None and look_alike(chair.owner.name, guest.name):
            because = f"{chair.owner.name} sits here, and your name looks the same. Change it."
            raise Rejected(because, "name-is-here", name=chair.owner.name)


def _as_seated(table: Table, guest: Guest) -> Guest:
    """The guest under the name they sat down with, or else they could take a neighbour's later."""
    chair = table.chair_of(guest.id)
    owner = None if chair is None else table.chairs[chair].owner
    return owner or guest


def _existing(table: Table, chair: int) -> Chair:
    if not 0 <= chair < len(table.chairs):
        because = f"There is no chair {chair} at this table."
        raise Rejected(because, "no-such-chair", chair=chair)
    return table.chairs[chair]


def _is_in_play(table: Table, chair: int) -> bool:
    """Such a chair stays taken until the match is over, so that nobody sees two hands."""
    return table.is_playing and chair in table.seats


def _with_chair(table: Table, at: int, chair: Chair) -> Table:
    return replace(table, chairs=(*table.chairs[:at], chair, *table.chairs[at + 1 :]))
