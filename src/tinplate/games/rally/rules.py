"""The flow of a match (R17 to R47), as the functions every game has."""

from random import Random
from typing import cast

from msgspec.structs import replace

from tinplate import ending as shared
from tinplate.ending import AbortMatch, Ending, EndMatch, PlayOn, Resign
from tinplate.game import Malformed, Millis, Outcome, Rejected, Seat, Stall, Vocabulary
from tinplate.games.rally import ending, folding
from tinplate.games.rally.clock import hurry_the_last
from tinplate.games.rally.folding import Story
from tinplate.games.rally.opening import (
    begin_turn,
    choose_by_chance,
    choose_facing,
    choose_power,
    deal,
)
from tinplate.games.rally.programming import (
    finish_by_chance,
    get_ready,
    offered,
    place,
    plan_power_down,
    take_back,
)
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.running import run_turn
from tinplate.games.rally.settings import agreed
from tinplate.games.rally.stall import hurried, stall
from tinplate.games.rally.values import (
    CardPlaced,
    CardTakenBack,
    ChooseFacing,
    ChoosePower,
    Choosing,
    Command,
    Event,
    FacingChosen,
    Finished,
    HandDealt,
    Opening,
    Place,
    Player,
    PowerChosen,
    PowerDown,
    PowerDownPlanned,
    Programming,
    Ready,
    Running,
    Settings,
    State,
    TakeBack,
    TimeRanOut,
    View,
    canonical_text,
    course_called,
)
from tinplate.grid import Heading

Events = tuple[Event, ...]
MOST_SEATS = 8  # D41
_FACINGS = tuple(ChooseFacing(heading) for heading in Heading)
_POWER = (ChoosePower(on=True), ChoosePower(on=False))
_LAST = -1  # of what standings sort by


class Rally:
    """The game of Rally for one to eight players (D41)."""

    name = "rally"
    vocabulary = Vocabulary(Settings, State, Command, Event)

    def setup(self, settings: Settings, seats: int, dice: Random) -> State:
        """R2, R17, R30: put all robots on their starts and open the first turn."""
        course = course_called(settings.course)
        if seats < 1:
            raise Rejected("A match needs at least one player.", "nobody-plays")
        most = min(MOST_SEATS, course.players[1])
        if seats > most:
            because = f"{course.name} is for at most {most} players, not {seats}."
            raise Rejected(because, "course-is-full", name=course.name, most=most)
        players = tuple(
            Player(
                Robot(cell=start, facing=Heading.NORTH, save=start, virtual=True),  # D17
                fresh=True,
            )
            for start in course.starts_of(seats)
        )
        rules = agreed(course, settings.choices)
        story = Story(State(canonical_text(settings.course), rules, players))
        go_on(story, Millis(0), dice)
        return story.state

    def decide(
        self, state: State, seat: Seat, command: Command, now: Millis, dice: Random
    ) -> Events:
        _refuse_stranger(state, seat)
        shared.refuse_resigned(state, seat)
        story = Story(state)
        _refuse_robot_that_is_out(state, seat, command)
        match command:
            case EndMatch() | AbortMatch() | PlayOn() | Resign():
                ending.speak(story, seat, command)
            case ChooseFacing(facing):
                story.tell(choose_facing(state, seat, facing))
            case ChoosePower(on):
                story.tell(choose_power(state, seat, on=on))
            case Place(register, card):
                story.tell(place(state, seat, register, card))
            case TakeBack(register):
                story.tell(take_back(state, seat, register))
            case PowerDown(announce):
                story.tell(plan_power_down(state, seat, announce=announce))
            case Ready():
                story.tell(get_ready(state, seat))
        hurry_the_last(story, state.waiting_for, now)
        go_on(story, now, dice)
        return tuple(story.events)

    def evolve(self, state: State, event: Event) -> State:
        return folding.evolve(state, event)

    def deadline(self, state: State) -> Millis | None:
        match state.phase:
            case Choosing(until=until) | Programming(until=until):
                return until
            case Opening() | Running() | Finished():
                return None

    def expire(self, state: State, dice: Random) -> Events:
        """D31."""
        due = self.deadline(state)
        if due is None:
            raise Malformed("nothing is due")
        story = Story(state)
        story.tell(TimeRanOut(state.waiting_for))
        choose_by_chance(story, dice)
        finish_by_chance(story, dice)
        go_on(story, due, dice)
        return tuple(story.events)

    def legal(self, state: State, seat: Seat) -> tuple[Command, ...]:
        return (*_offered_in_turn(state, seat), *ending.offered(state, seat))

    def is_awaited(self, state: State, seat: Seat) -> bool:
        """D47: whether the others wait for this seat to end the match with them."""
        return ending.is_awaited(state, seat)

    def abstain(self, state: State, seat: Seat, now: Millis) -> Events:  # noqa: ARG002 - at once
        """D47: the player is away, so the others agree without them."""
        story = Story(state)
        ending.abstain(story, seat)
        return tuple(story.events)

    def stall(self, state: State) -> Stall | None:
        """D31: the players whom everybody waits for, if no clock runs."""
        return stall(state)

    def hurry(self, state: State, now: Millis) -> Events:
        """D31: start a clock for players who are there and keep everybody waiting."""
        return (hurried(state, now),)

    def readiness(self, state: State) -> tuple[tuple[Ending, tuple[Seat, ...]], ...]:
        """D47, D49: who wants to end the match, or abort it, and who is away meanwhile."""
        return shared.readiness(state)

    def view(self, state: State, seat: Seat | None) -> View:
        """D22, D29, D44: hide hands, drafts and secret choices from all but their owner."""
        players = (
            player if owner == seat else replace(player, private=None)
            for owner, player in enumerate(state.players)
        )
        return cast("View", replace(state, players=tuple(players)))

    def witness(self, event: Event, seat: Seat | None) -> Event | None:
        match event:
            case CardPlaced() | CardTakenBack() | PowerDownPlanned():
                return event if event.seat == seat else None
            case HandDealt():
                return event if event.seat == seat else replace(event, cards=None)
            case FacingChosen():
                return event if event.seat == seat else replace(event, facing=None)
            case PowerChosen():
                return event if event.seat == seat else replace(event, on=None)
            case _:
                return event

    def outcome(self, state: State) -> Outcome | None:
        match state.phase:
            case Finished(winners, because):
                return Outcome(winners, because)
            case _:
                return None


def standings(state: State) -> tuple[Seat, ...]:
    """D34, D35: rank winners first, then by flags, lives and armour; eliminated robots by survival.

    Those who resigned are last. For display only; a match that is ended by agreement goes by the
    same (D47).
    """
    return tuple(sorted(state.all_seats, key=lambda seat: merit(state, seat), reverse=True))


def places(state: State, ranked: tuple[Seat, ...]) -> tuple[int, ...]:
    """D35: the places of seats that are ranked, from 1; equals share the better one."""
    merits = [merit(state, seat) for seat in ranked]
    return tuple(merits.index(each) + 1 for each in merits)


def merit(state: State, seat: Seat) -> tuple[int, ...]:
    """Return what standings sort by; equal when nothing separates two robots."""
    if seat in state.resigned:
        return (_LAST,)
    winners = state.phase.winners if isinstance(state.phase, Finished) else ()
    player = state.players[seat]
    return int(seat in winners), *ending.progress(player.robot), player.lost_at


def _offered_in_turn(state: State, seat: Seat) -> tuple[Command, ...]:
    match state.phase:
        case Choosing(facing, power):
            facings = _FACINGS if seat in facing else ()
            return (*facings, *(_POWER if seat in power else ()))
        case Programming(facing, programs):
            facings = _FACINGS if seat in facing else ()
            return (*facings, *(offered(state, seat) if seat in programs else ()))
        case Opening() | Running() | Finished():
            return ()


def go_on(story: Story, now: Millis, dice: Random) -> None:
    """Advance the match until somebody has to act or it is over."""
    while not story.state.waiting_for:
        match story.state.phase:
            case Opening():
                begin_turn(story, now)
            case Choosing():
                deal(story, now, dice)
            case Programming():
                run_turn(story)
            case Running() | Finished():
                return


def _refuse_stranger(state: State, seat: Seat) -> None:
    if not 0 <= seat < state.seats:
        raise Rejected(f"There is no seat {seat} at this table.", "no-such-seat", seat=seat)
    if isinstance(state.phase, Finished):
        raise Rejected("The match is over.", "match-is-over")


def _refuse_robot_that_is_out(state: State, seat: Seat, command: Command) -> None:
    """D47: its player has a say in the end of the match, and in nothing else."""
    if not ending.is_in(state, seat) and not isinstance(command, EndMatch | AbortMatch | PlayOn):
        raise Rejected("Your robot has no lives left; it is out of the game.", "robot-is-out")
