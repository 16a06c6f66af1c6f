"""Who may do what at a table in the lobby. Ids are lent, like dice to a game."""

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from tinplate.game import Outcome, Rejected
from tinplate.lobby.values import (
    LINES_KEPT,
    MATCHES_KEPT,
    Arrange,
    Arranged,
    BotRemoved,
    BotSeated,
    Chair,
    ChairLeft,
    ChairTaken,
    Command,
    Event,
    Guest,
    HostChanged,
    Line,
    MatchEnded,
    MatchStarted,
    RemoveBot,
    Result,
    Room,
    Said,
    Say,
    SeatBot,
    Sit,
    Stand,
    Start,
    Terms,
)
from tinplate.lobby.words import clean_line

Events = tuple[Event, ...]
STAND_IN = "random"  # plays for those who are away where no other was agreed on


def open_room(terms: Terms, chairs: int, guest: Guest) -> Room:
    """A table with its host on the first chair."""
    return Room(terms, (Chair(owner=guest), *(Chair(),) * (chairs - 1)), host=guest.id)


def decide(room: Room, guest: Guest, command: Command, new_id: str) -> Events:
    """What happens because of a command, or Rejected. A new match gets the id that is lent."""
    match command:
        case Sit(chair):
            return _sit(room, guest, chair)
        case Stand():
            return _stand(room, guest)
        case SeatBot(chair, bot):
            _host_only(room, guest)
            if not _existing(room, chair).is_free:
                raise Rejected("That chair is taken.", "chair-is-taken")
            return (BotSeated(chair, bot),)
        case RemoveBot(chair):
            _host_only(room, guest)
            return _remove_bot(room, chair)
        case Arrange(terms):
            _host_only(room, guest)
            return _arrange(room, terms)
        case Start():
            _host_only(room, guest)
            return _start(room, new_id)
        case Say(text):
            return (Said(guest, clean_line(text)),)


def stay_away(room: Room, guest: str, present: Collection[str]) -> Events:
    """What becomes of the chair and the say of somebody who has been away for long: maybe nothing.

    A host who is away is one no longer as soon as somebody sits at the table who is present.
    """
    chair = room.chair_of(guest)
    if chair is None:
        return ()
    given_up = _give_up(room, chair)
    if guest != room.host:
        return given_up
    return (*given_up, *_host_passes(folded(room, given_up), present))


def can_be_given_up(room: Room) -> bool:
    """Whether anything would become of it if nobody came to this table any more."""
    return any(stay_away(room, owner, ()) for owner in room.owners)


def come_back(room: Room, guest: str) -> Events:
    """Somebody is here again: a bot that played for them makes way."""
    chair = room.chair_of(guest)
    if chair is None or not room.chairs[chair].is_away:
        return ()
    return (BotRemoved(chair),)


def end_match(room: Room, match: str, outcome: Outcome) -> Events:
    """The match has an outcome; nothing happens if that is known."""
    if not room.is_playing or room.match != match:
        return ()
    ended = (MatchEnded(outcome.winners, outcome.because),)
    return (*ended, *_host_passes(evolve(room, ended[0])))


def evolve(room: Room, event: Event) -> Room:
    """Fold one event into the room."""
    match event:
        case ChairTaken(chair, guest):
            return _with_chair(room, chair, Chair(owner=guest))
        case ChairLeft(chair):
            return _with_chair(room, chair, Chair())
        case BotSeated(chair, bot):
            return _with_chair(room, chair, replace(room.chairs[chair], bot=bot))
        case BotRemoved(chair):
            return _with_chair(room, chair, replace(room.chairs[chair], bot=None))
        case HostChanged(host):
            return replace(room, host=host)
        case Arranged(terms):
            return replace(room, terms=terms)
        case MatchStarted(match, seats):
            players = tuple(room.chairs[chair].name for chair in seats)
            return replace(room, match=match, seats=seats, players=players, is_playing=True)
        case MatchEnded(winners, because):
            result = Result(room.match or "", room.players, winners, because)
            chairs = tuple(Chair() if chair.is_away else chair for chair in room.chairs)
            results = (*room.results, result)[-MATCHES_KEPT:]
            return replace(room, is_playing=False, chairs=chairs, results=results)
        case Said(guest, text):
            lines = (*room.lines, Line(room.last_line + 1, guest, text))
            return replace(room, lines=lines[-LINES_KEPT:])


def folded(room: Room, events: Iterable[Event]) -> Room:
    for event in events:
        room = evolve(room, event)
    return room


def _sit(room: Room, guest: Guest, chair: int) -> Events:
    if room.chair_of(guest.id) is not None:
        raise Rejected("You already sit at this table.", "you-sit-here")
    if not _existing(room, chair).is_free:
        raise Rejected("That chair is taken.", "chair-is-taken")
    taken = ChairTaken(chair, guest)
    return (taken, *_host_passes(evolve(room, taken)))


def _stand(room: Room, guest: Guest) -> Events:
    chair = room.chair_of(guest.id)
    if chair is None:
        raise Rejected("You do not sit at this table.", "you-do-not-sit-here")
    if not _is_in_play(room, chair):
        return _leave(room, chair)
    return (*_leave(room, chair), BotSeated(chair, room.terms.stand_in or STAND_IN))


def _give_up(room: Room, chair: int) -> Events:
    if not _is_in_play(room, chair):
        return (ChairLeft(chair),)
    if room.chairs[chair].is_away or room.terms.absent == "keep":
        return ()
    return (BotSeated(chair, room.terms.stand_in or STAND_IN),)


def _leave(room: Room, chair: int) -> Events:
    left = ChairLeft(chair)
    return (left, *_host_passes(evolve(room, left)))


def _remove_bot(room: Room, chair: int) -> Events:
    there = _existing(room, chair)
    if there.bot is None:
        raise Rejected("There is no bot on that chair.")
    if _is_in_play(room, chair):
        raise Rejected("The bot plays; send it away when the match is over.", "bot-plays")
    return (BotRemoved(chair),)


def _arrange(room: Room, terms: Terms) -> Events:
    is_same_game = (terms.game, terms.settings) == (room.terms.game, room.terms.settings)
    if room.is_playing and not is_same_game:
        because = "Game and settings can be changed when the match is over."
        raise Rejected(because, "settings-are-fixed")
    return (Arranged(terms),)


def _start(room: Room, new_id: str) -> Events:
    if room.is_playing:
        raise Rejected("A match is on already.", "match-is-on")
    taken = (chair for chair, there in enumerate(room.chairs) if not there.is_free)
    return (MatchStarted(new_id, tuple(taken)),)


def _host_passes(room: Room, present: Collection[str] = ()) -> Events:
    """Who decides has to sit at the table, and be there if anybody is; else the next one does."""
    fit = [owner for owner in room.owners if owner in present] or room.owners
    if room.host in fit:
        return ()
    host = fit[0] if fit else None
    return () if host == room.host else (HostChanged(host),)


def _host_only(room: Room, guest: Guest) -> None:
    if guest.id != room.host:
        raise Rejected("Only the host of the table can do that.", "host-only")


def _existing(room: Room, chair: int) -> Chair:
    if not 0 <= chair < len(room.chairs):
        raise Rejected(f"There is no chair {chair} at this table.")
    return room.chairs[chair]


def _is_in_play(room: Room, chair: int) -> bool:
    """Nobody else sits down on such a chair until the match is over: nobody sees two hands."""
    return room.is_playing and chair in room.seats


def _with_chair(room: Room, at: int, chair: Chair) -> Room:
    return replace(room, chairs=(*room.chairs[:at], chair, *room.chairs[at + 1 :]))
