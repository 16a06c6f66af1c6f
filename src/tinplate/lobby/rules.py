"""The rules of a table in the lobby. Ids are passed in, like dice to a game."""

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from tinplate.game import Outcome, Rejected
from tinplate.lobby.clean_text import clean_line
from tinplate.lobby.lookalikes import look_alike
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
    ChatLine,
    Command,
    Event,
    FinishedMatch,
    Guest,
    HostChanged,
    MatchFinished,
    MatchStarted,
    RemoveBot,
    Said,
    Say,
    SeatBot,
    Sit,
    Stand,
    Start,
    Table,
    Terms,
)

Events = tuple[Event, ...]
STAND_IN = "random"  # plays for absent people where the terms name no bot


def open_table(terms: Terms, chairs: int, guest: Guest) -> Table:
    """A table with its host on the first chair."""
    return Table(terms, (Chair(owner=guest), *(Chair(),) * (chairs - 1)), host=guest.id)


def decide(table: Table, guest: Guest, command: Command, new_id: str) -> Events:
    """What a command brings about, or Rejected. A new match gets the id that is passed in."""
    match command:
        case Sit(chair):
            return _sit(table, guest, chair)
        case Stand():
            return _stand(table, guest)
        case SeatBot(chair, bot):
            _host_only(table, guest)
            if not _existing(table, chair).is_free:
                raise Rejected("That chair is taken.", "chair-is-taken")
            return (BotSeated(chair, bot),)
        case RemoveBot(chair):
            _host_only(table, guest)
            return _remove_bot(table, chair)
        case Arrange(terms):
            _host_only(table, guest)
            return _arrange(table, terms)
        case Start():
            _host_only(table, guest)
            return _start(table, new_id)
        case Say(text):
            _refuse_lookalike(table, guest)
            return (Said(_as_seated(table, guest), clean_line(text)),)


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


def end_match(table: Table, match: str, outcome: Outcome) -> Events:
    """The match has an outcome. No events if the table knows already."""
    if not table.is_playing or table.match != match:
        return ()
    ended = (MatchFinished(outcome.winners, outcome.because),)
    return (*ended, *_host_passes(evolve(table, ended[0])))


def evolve(table: Table, event: Event) -> Table:
    """Fold one event into the table."""
    match event:
        case ChairTaken(chair, guest):
            return _with_chair(table, chair, Chair(owner=guest))
        case ChairLeft(chair):
            return _with_chair(table, chair, Chair())
        case BotSeated(chair, bot):
            return _with_chair(table, chair, replace(table.chairs[chair], bot=bot))
        case BotRemoved(chair):
            return _with_chair(table, chair, replace(table.chairs[chair], bot=None))
        case HostChanged(host):
            return replace(table, host=host)
        case Arranged(terms):
            dealt = table.dealt if terms.deal == table.terms.deal else 0
            return replace(table, terms=terms, dealt=dealt)
        case MatchStarted(match, seats):
            players = tuple(table.chairs[chair].name for chair in seats)
            return replace(
                table,
                match=match,
                seats=seats,
                players=players,
                is_playing=True,
                dealt=table.dealt + 1,
            )
        case MatchFinished(winners, because):
            result = FinishedMatch(table.match or "", table.players, winners, because)
            chairs = tuple(Chair() if chair.is_away else chair for chair in table.chairs)
            results = (*table.results, result)[-MATCHES_KEPT:]
            return replace(table, is_playing=False, chairs=chairs, results=results)
        case Said(guest, text):
            lines = (*table.lines, ChatLine(table.last_line + 1, guest, text))
            return replace(table, lines=lines[-LINES_KEPT:])


def folded(table: Table, events: Iterable[Event]) -> Table:
    for event in events:
        table = evolve(table, event)
    return table


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
    return (*_leave(table, chair), BotSeated(chair, table.terms.stand_in or STAND_IN))


def _give_up(table: Table, chair: int) -> Events:
    if not _is_in_play(table, chair):
        return (ChairLeft(chair),)
    if table.chairs[chair].is_away or table.terms.absent == "keep":
        return ()
    return (BotSeated(chair, table.terms.stand_in or STAND_IN),)


def _leave(table: Table, chair: int) -> Events:
    left = ChairLeft(chair)
    return (left, *_host_passes(evolve(table, left)))


def _remove_bot(table: Table, chair: int) -> Events:
    there = _existing(table, chair)
    if there.bot is None:
        raise Rejected("There is no bot on that chair.")
    if _is_in_play(table, chair):
        raise Rejected("The bot is playing. Remove it when the match is over.", "bot-plays")
    return (BotRemoved(chair),)


def _arrange(table: Table, terms: Terms) -> Events:
    """During a match, only what harms nobody: hide the table, no longer wait for the absent.

    Or else a host could name a stronger stand-in and leave, or block the seat of an absent player.
    """
    if table.is_playing and terms not in _milder(table.terms):
        raise Rejected("You can change the terms when the match is over.", "settings-are-fixed")
    return (Arranged(_same_deal(table.terms, terms)),)


def _same_deal(before: Terms, terms: Terms) -> Terms:
    """With the deal spelled as before, if only capitals differ: its matches are counted on."""
    if (before.deal or "").casefold() != (terms.deal or "").casefold():
        return terms
    return replace(terms, deal=before.deal)


def _milder(terms: Terms) -> list[Terms]:
    return [
        replace(terms, is_public=is_public, absent=absent)
        for is_public in {False, terms.is_public}
        for absent in {"bot", terms.absent}
    ]


def _start(table: Table, new_id: str) -> Events:
    if table.is_playing:
        raise Rejected("A match is already running.", "match-is-on")
    taken = (chair for chair, there in enumerate(table.chairs) if not there.is_free)
    return (MatchStarted(new_id, tuple(taken)),)


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
        raise Rejected(f"There is no chair {chair} at this table.")
    return table.chairs[chair]


def _is_in_play(table: Table, chair: int) -> bool:
    """Such a chair stays taken until the match is over, so that nobody sees two hands."""
    return table.is_playing and chair in table.seats


def _with_chair(table: Table, at: int, chair: Chair) -> Table:
    return replace(table, chairs=(*table.chairs[:at], chair, *table.chairs[at + 1 :]))
