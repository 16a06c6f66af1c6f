"""A Rally match in words: one sentence per event, and the rule by which it happened."""

from collections.abc import Sequence

from tinplate.cli.endings import tell_ending
from tinplate.cli.words import counted, listed
from tinplate.ending import (
    ABORTED,
    BY_AGREEMENT,
    OTHERS_RESIGNED,
    RESIGNED,
    AbortAgreed,
    Abstained,
    EndAgreed,
    EndingValue,
    OfferDeclined,
    PlayOnSaid,
    Resigned,
)
from tinplate.game import Seat
from tinplate.games.rally.cards import Card
from tinplate.games.rally.course import cell_name
from tinplate.games.rally.happenings import (
    BeltBlocked,
    Blocked,
    Burnt,
    CardPlayed,
    Carried,
    CellStep,
    Damaged,
    Died,
    FlagTouched,
    Happening,
    Materialised,
    Moved,
    Pushed,
    PushedByPusher,
    Repaired,
    Saved,
    Shot,
    Turned,
    TurnedByBelt,
    TurnedByGear,
    rule_of,
)
from tinplate.games.rally.running import FLAG_TOUCHED, LAST_STANDING, NOBODY_LEFT
from tinplate.games.rally.values import (
    CardPlaced,
    CardTakenBack,
    ChoosingBegan,
    Event,
    Faced,
    FacingChosen,
    HandDealt,
    LastPlayerTimed,
    MatchEnded,
    PowerChosen,
    PowerDownAnnounced,
    PowerDownPlanned,
    PoweredDown,
    PoweredUp,
    ProgrammingBegan,
    ProgramReady,
    RegisterFilled,
    RegisterRevealed,
    Returned,
    RobotEvent,
    StallTimed,
    TimeRanOut,
    TurnBegan,
    TurnEnded,
)

Names = Sequence[str]


def tell(event: Event, names: Names) -> str:
    """Say what happened, as a friend at the table would; robots go by their owners' names."""
    match event:
        case Happening():
            return tell_happening(event, names)
        case TurnBegan(turn):
            return f"Turn {turn} begins."
        case PoweredDown(seat):
            return f"{names[seat]} is powered down this turn, with 9 armour."
        case PoweredUp(seat):
            return f"{names[seat]} is on again."
        case Returned(seat, cell, armour, virtual):
            how = "virtual, " if virtual else ""
            return f"{names[seat]} comes back on {cell_name(cell)}, {how}with {armour} armour."
        case ChoosingBegan(facing, power):
            return _asked(facing, power, names)
        case FacingChosen(seat):
            return f"{names[seat]} has chosen a facing."
        case PowerChosen(seat):
            return f"{names[seat]} has chosen whether to come back on."
        case Faced(seat, facing):
            return f"{names[seat]} faces {facing.word}."
        case RegisterFilled(seat, register, card):
            return f"Chance puts {card_text(card)} into {names[seat]}'s locked register {register}."
        case HandDealt(seat, cards):
            dealt = "cards" if cards is None else counted(len(cards), "card")
            return f"{names[seat]} is dealt {dealt}."
        case ProgrammingBegan(facing, programs):
            asked = [f"{_named(programs, names)} to program."] if programs else []
            asked += [f"{_named(facing, names)} to choose a facing, too."] if facing else []
            return " ".join(asked)
        case CardPlaced(seat, register, card):
            return f"{names[seat]} puts {card_text(card)} into register {register}."
        case CardTakenBack(seat, register):
            return f"{names[seat]} takes back the card in register {register}."
        case PowerDownPlanned(seat, announce):
            planned = "plans a power-down" if announce else "cancels the power-down"
            return f"{names[seat]} {planned}."
        case ProgramReady(seat):
            return f"{names[seat]} is ready."
        case LastPlayerTimed(seat):
            return f"Everybody else is done; the clock runs for {names[seat]}."
        case StallTimed(seats):
            return f"Everybody waits for {_named(seats, names)}; the clock runs."
        case TimeRanOut(seats):
            return f"Time's up for {_named(seats, names)}: what was open is filled in."
        case PowerDownAnnounced(seat):
            return f"{names[seat]} announces a power-down for the next turn."
        case RegisterRevealed(register, cards):
            shown = [f"{names[seat]} {card_text(card)}" for seat, card in enumerate(cards) if card]
            return f"Register {register}: {', '.join(shown) or 'nobody has a card'}."
        case TurnEnded():
            return "The turn ends; all cards but locked ones go back."
        case EndingValue():
            return tell_ending(event, names)
        case MatchEnded():
            return "The match is over."


def _asked(facing: tuple[Seat, ...], power: tuple[Seat, ...], names: Names) -> str:
    asked = [f"{_named(facing, names)} to choose a facing."] if facing else []
    asked += [f"{_named(power, names)} to choose: on again, or off."] if power else []
    return " ".join(asked)


def _named(seats: tuple[Seat, ...], names: Names) -> str:
    return listed([names[seat] for seat in seats])


def card_text(card: Card) -> str:
    return f"{card.kind} ({card.priority})"


def lives_text(lives: int) -> str:
    return "1 life" if lives == 1 else f"{lives} lives"


def tell_happening(event: RobotEvent, names: Names) -> str:
    """Tell one small step of a register."""
    who = names[event.robot]
    match event:
        case CardPlayed(kind=kind, priority=priority):
            return f"{who} plays {kind} ({priority})."
        case Turned(facing=facing):
            return f"{who} turns to face {facing.word}."
        case Moved():
            return f"{who} moves {_way(event)}."
        case Pushed(by=mover):
            return f"{who} is pushed {_way(event)} by {names[mover]}."
        case Blocked(cell=cell, heading=heading, stuck=None):
            return f"{who} cannot move {heading.word} from {cell_name(cell)}: a wall."
        case Blocked(cell=cell, heading=heading, stuck=seat) if seat is not None:
            stuck = f"{names[seat]} cannot be pushed against a wall"
            return f"{who} cannot move {heading.word} from {cell_name(cell)}: {stuck}."
        case Carried():
            return f"A belt carries {who} {_way(event)}."
        case TurnedByBelt(facing=facing):
            return f"The curve turns {who} to face {facing.word}."
        case BeltBlocked(cell=cell, by=by):
            why = "a wall is in the way" if by == "wall" else "robots are in the way"
            return f"The belt on {cell_name(cell)} does not carry {who}: {why}."
        case PushedByPusher():
            return f"A pusher pushes {who} {_way(event)}."
        case TurnedByGear(facing=facing):
            return f"A gear turns {who} to face {facing.word}."
        case Burnt(cell=cell, beams=beams):
            return f"{who} is hit by {counted(beams, 'beam')} on {cell_name(cell)}."
        case Shot(start=start, end=end, victim=victim):
            return f"{who} on {cell_name(start)} shoots {names[victim]} on {cell_name(end)}."
        case Damaged(lost=lost, armour=armour):
            return f"{who} loses {lost} armour; {armour} left."
        case FlagTouched(cell=cell, flag=flag):
            return f"{who} touches flag {flag} on {cell_name(cell)}."
        case Saved(cell=cell):
            return f"{who}'s save point is now {cell_name(cell)}."
        case Died(lives=lives):
            left = f"{lives_text(lives)} left" if lives else "no lives left, out of the game"
            return f"{who} {_end(event)}; {left}."
        case Repaired(gained=gained, armour=armour):
            return f"{who} is repaired by {gained}; {armour} armour."
        case Materialised(cell=cell):
            return f"{who} becomes real on {cell_name(cell)}."
    raise AssertionError(f"nobody can tell {event}")


def _way(way: CellStep) -> str:
    if way.end is None:
        return f"{way.heading.word} from {cell_name(way.start)}, over the edge"
    return f"{way.heading.word} from {cell_name(way.start)} to {cell_name(way.end)}"


def _end(death: Died) -> str:
    where = cell_name(death.cell)
    return {
        "pit": f"falls into the pit on {where}",
        "edge": f"falls off the board at {where}",
        "press": f"is crushed by the press on {where}",
        "laser": f"has no armour left on {where}",
    }[death.because]


# Why

_RULES: dict[type, str] = {
    TurnBegan: "R35",
    PoweredDown: "R26",
    PoweredUp: "R25",
    Returned: "R23",
    ChoosingBegan: "R34",
    FacingChosen: "D29",
    PowerChosen: "D23",
    Faced: "R34",
    RegisterFilled: "D27",
    HandDealt: "R18",
    ProgrammingBegan: "R35",
    CardPlaced: "R35",
    CardTakenBack: "R35",
    PowerDownPlanned: "R24",
    ProgramReady: "R36",
    LastPlayerTimed: "D31",
    StallTimed: "D31",
    TimeRanOut: "D31",
    PowerDownAnnounced: "D22",
    RegisterRevealed: "R39",
    TurnEnded: "R38",
    EndAgreed: "D47",
    PlayOnSaid: "D47",
    OfferDeclined: "D47",
    Abstained: "D47",
    Resigned: "D48",
    AbortAgreed: "D49",
}
_ENDS = {FLAG_TOUCHED: "R46", LAST_STANDING: "D33", NOBODY_LEFT: "D34"}
_ENDED_BY_PLAYERS = {
    BY_AGREEMENT: "D47",
    OTHERS_RESIGNED: "D48",
    RESIGNED: "D48",
    ABORTED: "D49",
}


def why(event: Event) -> str:
    """Return the number of the rule by which it happened."""
    match event:
        case Happening():
            return rule_of(event)
        case ChoosingBegan(facing=()):
            return "R25"
        case MatchEnded(because=because) if because in _ENDED_BY_PLAYERS:
            return _ENDED_BY_PLAYERS[because]
        case MatchEnded(winners, because):
            return "R47" if len(winners) > 1 else _ENDS.get(because, "D45")
        case _:
            return _RULES[type(event)]
