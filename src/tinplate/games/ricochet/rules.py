"""The flow of a match (RC11 to RC22), as the functions every game has."""

from random import Random
from typing import NoReturn

from msgspec.structs import replace

from tinplate.game import Malformed, Millis, Outcome, Rejected, Seat, Vocabulary
from tinplate.games.ricochet.board import Position, board_named, random_board, random_robots
from tinplate.games.ricochet.motion import Move, after, put, slide, slides
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.proof import judge
from tinplate.games.ricochet.settings import MOST_MOVES, Settings
from tinplate.games.ricochet.values import (
    Announced,
    Bid,
    Bidding,
    BidPlaced,
    BidWithdrawn,
    Command,
    Event,
    Failure,
    GiveUp,
    MakeMove,
    MoveTakenBack,
    Pause,
    ProofBegan,
    ProofFailed,
    Proving,
    RobotSlid,
    SandTurned,
    State,
    TakeBack,
    Thinking,
    TokenMissed,
    TokenReturned,
    TokenTurned,
    TokenWon,
    TurnToken,
)

Events = tuple[Event, ...]
_BIDS = tuple(Bid(moves) for moves in range(1, MOST_MOVES + 1))


class Ricochet:
    """The game of Ricochet for any number of players (RC22)."""

    name = "ricochet"
    vocabulary = Vocabulary(Settings, State, Command, Event)

    def setup(self, settings: Settings, seats: int, dice: Random) -> State:
        """RC2 to RC4: deal a board, the robots on their markers, 17 tokens face down."""
        if seats < 1:
            raise Rejected("A match needs at least one player.")
        if settings.solo and seats != 1:
            raise Rejected(
                f"Solo is for one player, not for {seats}.", "solo-is-for-one", count=seats
            )
        board = (
            random_board(dice, settings.box, diagonals=settings.diagonals)
            if settings.board is None
            else board_named(settings.board)
        )
        robots = (
            random_robots(board, dice, silver=settings.silver)
            if settings.robots is None
            else settings.place_robots(settings.robots)
        )
        # RC19: from now on the goal is a number that everybody sees.
        agreed = replace(settings, goal=settings.tokens_to_win(seats))
        return State(agreed, board.name, robots, robots, tuple(Target), ((),) * seats)

    def decide(
        self, state: State, seat: Seat, command: Command, now: Millis, dice: Random
    ) -> Events:
        _refuse_stranger(state, seat)
        if self.outcome(state):
            raise Rejected("The match is over.", "match-is-over")
        match command:
            case TurnToken():
                return _turn_token(state, now, dice)
            case Bid(moves):
                return _bid(state, seat, moves, now)
            case MakeMove(move):
                return _make_move(state, seat, move, now)
            case TakeBack():
                return _take_back(state, seat)
            case GiveUp():
                _proof_of(state, seat)
                return _fail(state, "gave up", now)

    def evolve(self, state: State, event: Event) -> State:
        if isinstance(event, BidPlaced | BidWithdrawn | ProofBegan | ProofFailed | TokenWon):
            _refuse_stranger(state, event.seat)
        match event, state.phase:
            case TokenTurned(target, until, began), Pause():
                thinking = Thinking(target, until, sand_runs=state.settings.solo)
                return replace(state, phase=thinking, round=state.round + 1, began=began)
            case SandTurned(until), Thinking(target):
                return replace(state, phase=Thinking(target, until, sand_runs=True))
            case BidPlaced(seat, moves, until), Thinking(target, withdrawn=withdrawn):
                first = (Announced(seat, moves),)
                return replace(state, phase=Bidding(target, until, first, withdrawn))
            case BidPlaced(seat, moves, until), Bidding(target, _, bids, withdrawn):
                bids = (*_others(bids, seat), Announced(seat, moves))
                return replace(state, phase=Bidding(target, until, bids, withdrawn))
            case BidWithdrawn(seat), Bidding(_, _, bids) as bidding if _own_bid(bids, seat):
                return replace(state, phase=_without_bid_of(seat, bidding))
            case BidWithdrawn(seat), Proving(queue=(prover, *_) as queue) as proving if (
                seat != prover.seat and _own_bid(queue, seat)
            ):
                return replace(state, phase=replace(proving, queue=_others(queue, seat)))
            case ProofBegan(_, _, until), Bidding(target, _, bids):
                return replace(state, phase=Proving(target, until, _proving_order(state, bids)))
            case ProofBegan(_, _, until), Proving(target, _, queue):
                return replace(state, phase=Proving(target, until, queue[1:]))
            case RobotSlid(slid), Proving() as proving:
                proving = replace(proving, slides=(*proving.slides, slid))
                return replace(state, robots=after(state.robots, slid), phase=proving)
            case MoveTakenBack(slid), Proving() as proving:
                proving = replace(proving, slides=proving.slides[:-1])
                robots = put(state.robots, slid.robot, slid.start)
                return replace(state, robots=robots, phase=proving)
            case ProofFailed(), Proving(target, _, queue):
                # The player stays first in the queue until the next event of the same entry.
                return replace(state, robots=state.markers, phase=Proving(target, None, queue))
            case TokenWon(seat, target, _, at), Proving():
                # RC16: the markers move to where the robots now stand.
                won = _given(state, seat, target)
                return replace(_token_taken(state, target, at), markers=state.robots, won=won)
            case TokenReturned(target, because, at), Thinking() | Proving():
                set_aside = target if because == "nobody bid" else None
                return replace(state, phase=Pause(set_aside, at))
            case TokenMissed(target, _, at), Thinking() | Proving():
                missed = (*state.missed, target)
                return replace(_token_taken(state, target, at), missed=missed)
        raise Malformed(f"{type(event).__name__} cannot happen while {type(state.phase).__name__}")

    def deadline(self, state: State) -> Millis | None:
        match state.phase:
            case Thinking(until=until) | Bidding(until=until) | Proving(until=until):
                return until
            case Pause():
                return None

    def expire(self, state: State, dice: Random) -> Events:  # noqa: ARG002 - nothing is random here
        due = self.deadline(state)
        if due is None:
            raise Malformed("nothing is due")
        match state.phase:
            case Thinking(target, _, True) if state.settings.solo:
                return (TokenMissed(target, "no solution in time", due),)
            case Thinking(target, _, True):
                return (TokenReturned(target, "nobody bid", due),)
            case Thinking():
                return (SandTurned(Millis(due + state.settings.sand)),)
            case Bidding(_, _, bids):
                return (_begin(_proving_order(state, bids)[0], state.settings, due),)
            case _:
                return _fail(state, "ran out of time", due)

    def legal(self, state: State, seat: Seat) -> tuple[Command, ...]:
        if not 0 <= seat < state.seats or self.outcome(state):
            return ()
        match state.phase:
            case Pause():
                return (TurnToken(),)
            case Thinking(withdrawn=withdrawn) | Bidding(withdrawn=withdrawn) if seat in withdrawn:
                return ()
            case Thinking():
                return _BIDS
            case Bidding(_, _, bids):
                own = _own_bid(bids, seat)
                return _BIDS if own is None else _BIDS[: own.moves - 1]
            case Proving() as proving if proving.prover.seat == seat:
                take_back = (TakeBack(),) if proving.slides else ()
                return (*_provable_moves(state, proving), *take_back, GiveUp())
            case Proving():
                return ()

    def stake(self, state: State, seat: Seat) -> Announced | None:
        """RC18: return the bid that the seat still has to prove."""
        match state.phase:
            case Bidding(bids=bids) | Proving(queue=bids):
                return _own_bid(bids, seat)
            case Pause() | Thinking():
                return None

    def forfeit(self, state: State, seat: Seat, now: Millis) -> Events:
        """RC18: give up the bid of a player who has left or is away."""
        bid = self.stake(state, seat)
        if bid is None:
            raise Malformed(f"seat {seat} has no bid to give up")
        if isinstance(state.phase, Proving) and state.phase.prover == bid:
            return _fail(state, "gave up", now)
        return (BidWithdrawn(seat, bid.moves),)

    def view(self, state: State, seat: Seat | None) -> State:  # noqa: ARG002 - nothing is hidden
        return state

    def witness(self, event: Event, seat: Seat | None) -> Event | None:  # noqa: ARG002 - the same
        return event

    def outcome(self, state: State) -> Outcome | None:
        """RC19 to RC21."""
        if not isinstance(state.phase, Pause):
            return None
        if state.settings.solo:
            return _solo_outcome(state)
        counts = [len(tokens) for tokens in state.won]
        goal = state.settings.tokens_to_win(state.seats)
        if goal is not None and max(counts) >= goal:
            return Outcome(_leaders(counts), f"first to {_tokens(goal)}")
        if not state.face_down:
            return Outcome(_leaders(counts), "most tokens when all were won")
        return None


def _refuse_stranger(state: State, seat: Seat) -> None:
    if not 0 <= seat < state.seats:
        raise Rejected(f"There is no seat {seat} at this table.")


def _turn_token(state: State, now: Millis, dice: Random) -> Events:
    """RC11: turn up a token; RC21: solo turns the hourglass with it."""
    if not isinstance(state.phase, Pause):
        raise Rejected("A token is already turned up.", "token-is-up")
    # RC17: a token nobody bid on is replaced by another, unless it is the only one left.
    others = [token for token in state.face_down if token is not state.phase.set_aside]
    target = dice.choice(others or state.face_down)
    settings = state.settings
    if settings.solo:
        return (TokenTurned(target, Millis(now + settings.sand), now),)
    return (TokenTurned(target, _after_seconds(now, settings.patience_seconds), now),)


def _bid(state: State, seat: Seat, moves: int, now: Millis) -> Events:
    """RC12: anybody may bid any number, and lower their own bid; solo proves at once (RC21)."""
    if not 1 <= moves <= MOST_MOVES:
        because = f"Announce a number of moves from 1 to {MOST_MOVES}."
        raise Rejected(because, "bid-out-of-range", most=MOST_MOVES)
    match state.phase:
        case Thinking(withdrawn=withdrawn) | Bidding(withdrawn=withdrawn) if seat in withdrawn:
            because = "Your bid was withdrawn while you were away; bid again on the next token."
            raise Rejected(because, "bid-was-withdrawn")
        case Pause():
            raise Rejected("No token is turned up yet.", "no-token-up")
        case Proving():
            raise Rejected("Time's up: no more bids in this round.", "sand-has-run")
        case Thinking(_, int(until)) if state.settings.solo:
            # The sand keeps running: the solution has to be proved before it runs out.
            return (BidPlaced(seat, moves, Millis(until)), ProofBegan(seat, moves, Millis(until)))
        case Thinking():
            return (BidPlaced(seat, moves, Millis(now + state.settings.sand)),)
        case Bidding(_, until, bids):
            own = _own_bid(bids, seat)
            if own is not None and moves >= own.moves:
                because = f"You already bid {own.moves}; you may only go lower."
                raise Rejected(because, "bid-not-lower", count=own.moves)
            return (BidPlaced(seat, moves, until),)


def _make_move(state: State, seat: Seat, move: Move, now: Millis) -> Events:
    """RC13: slide a robot; reaching the target within the bid wins the token."""
    proving = _proof_of(state, seat)
    slid = slide(state.board, state.robots, move)
    position = Position(state.board, state.markers, proving.target)
    made = (*proving.slides, slid)
    if len(made) > proving.prover.moves:
        return (RobotSlid(slid), *_fail(state, "made more moves than announced", now))
    match judge(position, made, state.settings.rule):
        case "arrived":
            return (RobotSlid(slid), TokenWon(seat, proving.target, len(made), now))
        case "under way":
            return (RobotSlid(slid),)
        case "void":
            _refuse_void(move)


def _take_back(state: State, seat: Seat) -> Events:
    """RC18: take back a move of one's own proof."""
    proving = _proof_of(state, seat)
    if not proving.slides:
        raise Rejected("There is no move to take back.", "nothing-to-take-back")
    return (MoveTakenBack(proving.slides[-1]),)


def _proof_of(state: State, seat: Seat) -> Proving:
    if not isinstance(state.phase, Proving):
        raise Rejected("Nobody is proving; robots move only in a proof.", "nobody-proves")
    if state.phase.prover.seat != seat:
        because = "This is another player's proof; only the prover moves the robots."
        raise Rejected(because, "not-your-proof")
    return state.phase


def _provable_moves(state: State, proving: Proving) -> tuple[MakeMove, ...]:
    """List every slide the prover may make, even one too many: that fails, it is not refused."""
    possible = slides(state.board, state.robots)
    if len(proving.slides) == proving.prover.moves:
        return tuple(MakeMove(slid.move) for slid in possible)
    position = Position(state.board, state.markers, proving.target)
    return tuple(
        MakeMove(slid.move)
        for slid in possible
        if judge(position, (*proving.slides, slid), state.settings.rule) != "void"
    )


def _refuse_void(move: Move) -> NoReturn:
    """RC10: refuse a robot that goes straight to its target."""
    message = (
        f"{move.robot.colour.capitalize()} may not stop on its target before it has turned "
        "a corner; find another route."
    )
    raise Rejected(message, "no-corner-yet", robot=move.robot)


def _fail(state: State, because: Failure, now: Millis) -> Events:
    """RC14: the next bid proves; RC15, RC21: nobody is left to prove."""
    if not isinstance(state.phase, Proving):
        raise Malformed("there is no proof to fail")
    failed, *waiting = state.phase.queue
    failure = ProofFailed(failed.seat, because)
    if waiting:
        return (failure, _begin(waiting[0], state.settings, now))
    if state.settings.solo:
        return (failure, TokenMissed(state.phase.target, "the proof failed", now))
    return (failure, TokenReturned(state.phase.target, "every proof failed", now))


def _begin(bid: Announced, settings: Settings, now: Millis) -> ProofBegan:
    return ProofBegan(bid.seat, bid.moves, _after_seconds(now, settings.proof_seconds))


def _proving_order(state: State, bids: tuple[Announced, ...]) -> tuple[Announced, ...]:
    """RC14: sort bids, lowest first; ties by order of announcing or by fewer tokens."""
    if state.settings.ties == "fewer tokens":
        return tuple(sorted(bids, key=lambda bid: (bid.moves, len(state.won[bid.seat]))))
    return tuple(sorted(bids, key=lambda bid: bid.moves))


def _token_taken(state: State, target: Target, at: Millis) -> State:
    """Take the token from the centre for good, and end the round."""
    face_down = tuple(token for token in state.face_down if token is not target)
    return replace(state, face_down=face_down, phase=Pause(since=at))


def _given(state: State, seat: Seat, target: Target) -> tuple[tuple[Target, ...], ...]:
    return (*state.won[:seat], (*state.won[seat], target), *state.won[seat + 1 :])


def _without_bid_of(seat: Seat, bidding: Bidding) -> Thinking | Bidding:
    """RC18: the sand keeps running; a player who withdrew makes no other bid this round."""
    target, until = bidding.target, bidding.until
    bids, withdrawn = _others(bidding.bids, seat), (*bidding.withdrawn, seat)
    if not bids:
        return Thinking(target, until, sand_runs=True, withdrawn=withdrawn)
    return Bidding(target, until, bids, withdrawn)


def _others(bids: tuple[Announced, ...], seat: Seat) -> tuple[Announced, ...]:
    return tuple(bid for bid in bids if bid.seat != seat)


def _own_bid(bids: tuple[Announced, ...], seat: Seat) -> Announced | None:
    return next((bid for bid in bids if bid.seat == seat), None)


def _solo_outcome(state: State) -> Outcome | None:
    """RC21: after all tokens, more face up than down wins."""
    if state.face_down:
        return None
    up, down = len(state.won[0]), len(state.missed)
    because = f"{_tokens(up)} face up, {down} face down"
    return Outcome((Seat(0),) if up > down else (), because)


def _tokens(count: int) -> str:
    return "1 token" if count == 1 else f"{count} tokens"


def _leaders(counts: list[int]) -> tuple[Seat, ...]:
    """RC19: the players with the most tokens share the win."""
    return tuple(Seat(seat) for seat, count in enumerate(counts) if count == max(counts))


def _after_seconds(now: Millis, seconds: int) -> Millis | None:
    """Return when the time is up; None for 0 seconds, which means no limit."""
    return Millis(now + 1000 * seconds) if seconds else None
