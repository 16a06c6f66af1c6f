"""The flow of a match (RC11 to RC29), as the functions every game has."""

from random import Random
from typing import NoReturn

from msgspec.structs import replace

from tinplate import ending as shared
from tinplate.ending import AbortMatch, Ending, EndMatch, PlayOn, Resign
from tinplate.game import Malformed, Millis, Outcome, Rejected, Seat, Vocabulary
from tinplate.games.ricochet import agreement, ending
from tinplate.games.ricochet.board import (
    Position,
    board_named,
    random_board,
    random_robots,
    tokens_of,
)
from tinplate.games.ricochet.motion import Move, Slide, after, put, slide, slides
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.proof import judge
from tinplate.games.ricochet.settings import MOST_MOVES, Settings
from tinplate.games.ricochet.succession import (
    Events,
    after_seconds,
    begin,
    fail,
    others,
    own_bid,
    proving_order,
)
from tinplate.games.ricochet.values import (
    Announced,
    Bid,
    Bidding,
    BidPlaced,
    BidWithdrawn,
    ClaimRoute,
    Command,
    DoubtProof,
    Event,
    GiveUp,
    MakeMove,
    MoveTakenBack,
    Pause,
    ProofBegan,
    ProofFailed,
    Proving,
    RobotSlid,
    SandTurned,
    SatOut,
    SayDone,
    SkipToken,
    SolutionClaimed,
    State,
    TakeBack,
    Thinking,
    TokenMissed,
    TokenReturned,
    TokenTurned,
    TokenWon,
    TurnGlass,
    TurnToken,
)

_BIDS = tuple(Bid(moves) for moves in range(1, MOST_MOVES + 1))


class Ricochet:
    """The game of Ricochet for any number of players (RC22)."""

    name = "ricochet"
    vocabulary = Vocabulary(Settings, State, Command, Event)

    def setup(self, settings: Settings, seats: int, dice: Random) -> State:
        """RC2 to RC4: deal a board, the robots on their markers, its tokens face down: 17.

        A board of one's own has as many as there are targets on it.
        """
        if seats < 1:
            raise Rejected("A match needs at least one player.", "nobody-plays")
        refuse_company(settings, seats)
        board = (
            random_board(dice, settings.box, diagonals=settings.diagonals)
            if settings.board is None
            else board_named(settings.board)
        )
        robots = (
            random_robots(board, dice, silver=settings.silver, count=settings.robot_count)
            if settings.robots is None
            else settings.place_robots(settings.robots)
        )
        # RC19: from now on the goal is a number that everybody sees.
        agreed = replace(settings, goal=settings.tokens_to_win(seats))
        tokens = tokens_of(board, len(robots))
        return State(agreed, board.name, robots, robots, tokens, ((),) * seats)

    def decide(
        self, state: State, seat: Seat, command: Command, now: Millis, dice: Random
    ) -> Events:
        _refuse_stranger(state, seat)
        if self.outcome(state):
            raise Rejected("The match is over.", "match-is-over")
        shared.refuse_resigned(state, seat)
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
                return fail(state, "gave up", now)
            case ClaimRoute():
                return _claim(state, seat, now)
            case TurnGlass() | SayDone() | SkipToken() | DoubtProof():
                return agreement.decide(state, seat, command, now)
            case EndMatch() | AbortMatch() | PlayOn() | Resign():
                return self._speak_of_end(state, seat, command, now)

    def evolve(self, state: State, event: Event) -> State:
        seat = getattr(event, "seat", None)
        if seat is not None:
            _refuse_stranger(state, seat)
        match event, state.phase:
            case TokenTurned(target, until, began), Pause():
                thinking = Thinking(target, until, sand_runs=state.settings.solo)
                begun = replace(state, round=state.round + 1, began=began, abstaining=())
                return replace(begun, phase=thinking)
            case SandTurned(until), Thinking() as thinking:
                return replace(state, phase=replace(thinking, until=until, sand_runs=True))
            case SolutionClaimed(seat, until), Thinking(target):
                queue = (Announced(seat, MOST_MOVES),)
                return replace(state, phase=Proving(target, until, queue))
            case BidPlaced(seat, moves, until), Thinking(target, withdrawn=withdrawn):
                first = (Announced(seat, moves),)
                phase = Bidding(target, until, first, withdrawn)
                return replace(agreement.heard(state, seat), phase=phase)
            case BidPlaced(seat), Bidding() as bidding:
                return replace(agreement.heard(state, seat), phase=_with_bid(bidding, event))
            case BidWithdrawn(seat), Bidding(_, _, bids) as bidding if own_bid(bids, seat):
                return replace(state, phase=_without_bid_of(seat, bidding))
            case BidWithdrawn(seat), Proving(queue=(prover, *_) as queue) as proving if (
                seat != prover.seat and own_bid(queue, seat)
            ):
                return replace(state, phase=replace(proving, queue=others(queue, seat)))
            case SatOut(seat), Thinking() | Bidding() as phase:
                withdrawn = (*phase.withdrawn, seat)
                return replace(state, phase=replace(phase, withdrawn=withdrawn))
            case ProofBegan(_, _, until), Bidding(target, _, bids):
                return replace(state, phase=Proving(target, until, proving_order(state, bids)))
            case ProofBegan(_, _, until), Proving(target, _, queue):
                return replace(state, phase=Proving(target, until, queue[1:]))
            case RobotSlid(slid), Proving() as proving:
                return replace(
                    state, robots=after(state.robots, slid), phase=_gone_on(proving, slid)
                )
            case MoveTakenBack(slid), Proving() as proving:
                proving = replace(
                    proving,
                    slides=proving.slides[:-1],
                    taken_back=proving.taken_back + 1,
                    may_take_back=False,
                )
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
                set_aside = None if because == "every proof failed" else target
                return replace(state, phase=Pause(set_aside, at))
            case TokenMissed(target, _, at), Thinking() | Proving():
                missed = (*state.missed, target)
                return replace(_token_taken(state, target, at), missed=missed)
        return ending.fold(state, event) or agreement.fold(state, event)

    def deadline(self, state: State) -> Millis | None:
        match state.phase:
            case Thinking(until=until) | Bidding(until=until):
                return until
            case Proving(until=until, move_due=move_due):
                return min((due for due in (until, move_due) if due is not None), default=None)
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
                return (begin(proving_order(state, bids)[0], state.settings, due),)
            case Proving(until=until) if due != until:
                return fail(state, "was stopped by the others", due)
            case _:
                return fail(state, "ran out of time", due)

    def legal(self, state: State, seat: Seat) -> tuple[Command, ...]:
        if not 0 <= seat < state.seats or self.outcome(state):
            return ()
        if seat in state.resigned:
            return ()
        return (*_offered_in_round(state, seat), *shared.offered(state, seat))

    def stake(self, state: State, seat: Seat) -> Announced | None:
        """RC18: return the bid that the seat still has to prove."""
        return ending.stake(state, seat)

    def involved_since(self, state: State, seat: Seat) -> Millis | None:
        """RC18: a bot that takes over a seat in a round has no part in the rest of it."""
        match state.phase:
            case Thinking(withdrawn=out) | Bidding(withdrawn=out):
                players = {*state.in_play} - {*out}
                return state.began if seat in players else None
            case Pause() | Proving():
                return None

    def forfeit(self, state: State, seat: Seat, now: Millis) -> Events:
        """RC18: give up the bid of a player or bot who no longer plays the seat, or the round."""
        if self.stake(state, seat) is None:
            return self._sit_out(state, seat, now)
        return ending.forfeit(state, seat, now)

    def _sit_out(self, state: State, seat: Seat, now: Millis) -> Events:
        if self.involved_since(state, seat) is None:
            raise Malformed(f"seat {seat} has nothing to give up")
        out = SatOut(seat)
        return (out, *agreement.what_follows(self.evolve(state, out), now))

    def is_awaited(self, state: State, seat: Seat) -> bool:
        """RC26: whether the others wait for this seat to agree with them."""
        return agreement.is_awaited(state, seat)

    def abstain(self, state: State, seat: Seat, now: Millis) -> Events:
        """RC26: the player is away, so the others agree without them."""
        return agreement.abstain(state, seat, now)

    def readiness(self, state: State) -> tuple[tuple[Ending, tuple[Seat, ...]], ...]:
        """RC27, RC29: who wants to end the match, or abort it, and who is away meanwhile."""
        return shared.readiness(state)

    def view(self, state: State, seat: Seat | None) -> State:  # noqa: ARG002 - nothing is hidden
        return state

    def witness(self, event: Event, seat: Seat | None) -> Event | None:  # noqa: ARG002 - the same
        return event

    def outcome(self, state: State) -> Outcome | None:
        """RC19 to RC21, RC27 to RC29."""
        if not isinstance(state.phase, Pause):
            return None
        if state.settings.solo and not state.aborted and not state.resigned:
            return _solo_outcome(state)
        leaders, most = _leaders(state)
        goal = state.settings.tokens_to_win(state.seats)
        if state.ended:
            return ending.outcome(state, leaders)
        if goal is not None and most >= goal:
            return Outcome(leaders, f"first to {_tokens(goal)}")
        if not state.face_down:
            return Outcome(leaders, "most tokens when all were won")
        return None

    def _speak_of_end(self, state: State, seat: Seat, command: Ending, now: Millis) -> Events:
        """RC27 to RC29: say it; RC28: a bid is given up, and nobody waits for who has resigned."""
        was_awaited = self.is_awaited(state, seat)
        events: Events = shared.spoken(state, seat, command)
        for event in events:
            state = self.evolve(state, event)
        if isinstance(command, Resign):
            for event in ending.forfeit(state, seat, now):
                state, events = self.evolve(state, event), (*events, event)
        over = ending.what_follows(state, now)
        if over or not (isinstance(command, Resign) and was_awaited):
            return (*events, *over)
        return (*events, *agreement.what_follows(state, now))


def _offered_in_round(state: State, seat: Seat) -> tuple[Command, ...]:
    match state.phase:
        case Pause():
            return (TurnToken(),)
        case Proving() as proving if proving.prover.seat == seat:
            take_back = (TakeBack(),) if _may_take_back(state, proving) else ()
            return (*_provable_moves(state, proving), *take_back, GiveUp())
        case _:
            return (*agreement.offered(state, seat), *_offered_bids(state, seat))


def refuse_company(settings: Settings, seats: int) -> None:
    """RC21: raise Rejected if solo is to be played by more than one."""
    if settings.solo and seats != 1:
        because = f"Solo is for one player, not for {seats}."
        raise Rejected(because, "solo-is-for-one", count=seats)


def _refuse_stranger(state: State, seat: Seat) -> None:
    if not 0 <= seat < state.seats:
        raise Rejected(f"There is no seat {seat} at this table.", "no-such-seat", seat=seat)


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
    return (TokenTurned(target, after_seconds(now, settings.patience_seconds), now),)


def _bid(state: State, seat: Seat, moves: int, now: Millis) -> Events:
    """RC12: anybody may bid any number, and lower their own bid; solo proves at once (RC21)."""
    if state.settings.claims:
        because = "Alone you need no number: just say that you have it."
        raise Rejected(because, "no-number-alone")
    if not 1 <= moves <= MOST_MOVES:
        because = f"Announce a number of moves from 1 to {MOST_MOVES}."
        raise Rejected(because, "bid-out-of-range", most=MOST_MOVES)
    match state.phase:
        case Thinking(withdrawn=withdrawn) | Bidding(withdrawn=withdrawn) if seat in withdrawn:
            because = "The bid of your seat was withdrawn; bid again on the next token."
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
            own = own_bid(bids, seat)
            if own is not None and moves >= own.moves:
                because = f"You already bid {own.moves}; you may only go lower."
                raise Rejected(because, "bid-not-lower", count=own.moves)
            return (BidPlaced(seat, moves, until),)


def _claim(state: State, seat: Seat, now: Millis) -> Events:
    """RC21: what is found before the sand has run counts; showing it has a clock of its own."""
    if not state.settings.claims:
        raise Rejected("Announce a number of moves.", "number-needed")
    match state.phase:
        case Pause():
            raise Rejected("No token is turned up yet.", "no-token-up")
        case Thinking():
            until = after_seconds(now, state.settings.proof_seconds)
            return (SolutionClaimed(seat, until),)
        case _:
            raise Rejected("You are already showing it.", "already-showing")


def _make_move(state: State, seat: Seat, move: Move, now: Millis) -> Events:
    """RC13: slide a robot; reaching the target within the bid wins the token."""
    proving = _proof_of(state, seat)
    slid = slide(state.board, state.robots, move)
    made = (*proving.slides, slid)
    count = counted_moves(state, proving) + 1
    if count > proving.prover.moves:
        return (RobotSlid(slid), *fail(state, "made more moves than announced", now))
    position = Position(state.board, state.markers, proving.target)
    is_free = state.settings.take_back == "free"
    match judge(position, made, state.settings.rule):
        case "arrived":
            return (RobotSlid(slid), TokenWon(seat, proving.target, count, now))
        case "void" if is_free:
            _refuse_void(move)
        case "void":
            return (RobotSlid(slid), *fail(state, "went straight to the target", now))
        case "under way" if not is_free and count == proving.prover.moves:
            return (RobotSlid(slid), *fail(state, "did not reach the target", now))
        case "under way":
            return (RobotSlid(slid),)


def counted_moves(state: State, proving: Proving) -> int:
    """RC18: how many moves were made; those taken back count, too, unless that is free."""
    taken_back = 0 if state.settings.take_back == "free" else proving.taken_back
    return len(proving.slides) + taken_back


def _take_back(state: State, seat: Seat) -> Events:
    """RC18: take back a move of one's own proof, where that was agreed."""
    proving = _proof_of(state, seat)
    if state.settings.take_back == "none":
        because = "Moves are not taken back at this table."
        raise Rejected(because, "no-taking-back")
    if not proving.slides:
        raise Rejected("There is no move to take back.", "nothing-to-take-back")
    if not _may_take_back(state, proving):
        raise Rejected("Only the last move can be taken back.", "only-the-last")
    return (MoveTakenBack(proving.slides[-1]),)


def _may_take_back(state: State, proving: Proving) -> bool:
    match state.settings.take_back:
        case "free":
            return bool(proving.slides)
        case "last":
            return proving.may_take_back
        case "none":
            return False


def _proof_of(state: State, seat: Seat) -> Proving:
    if not isinstance(state.phase, Proving):
        raise Rejected("Nobody is proving; robots move only in a proof.", "nobody-proves")
    if state.phase.prover.seat != seat:
        because = "This is another player's proof; only the prover moves the robots."
        raise Rejected(because, "not-your-proof")
    return state.phase


def _provable_moves(state: State, proving: Proving) -> tuple[MakeMove, ...]:
    """List every slide the prover may make, even one that fails: only a free try is refused."""
    possible = slides(state.board, state.robots)
    is_free = state.settings.take_back == "free"
    if not is_free or len(proving.slides) == proving.prover.moves:
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


def _gone_on(proving: Proving, slid: Slide) -> Proving:
    """RC25: a proof that gets further than before answers those who doubt it."""
    made = (*proving.slides, slid)
    proving = replace(proving, slides=made, may_take_back=True)
    if len(made) <= proving.furthest:
        return proving
    return replace(proving, furthest=len(made), doubts=(), move_due=None)


def _offered_bids(state: State, seat: Seat) -> tuple[Command, ...]:
    match state.phase:
        case Thinking() if state.settings.claims:
            return (ClaimRoute(),)
        case Thinking(withdrawn=withdrawn) if seat not in withdrawn:
            return _BIDS
        case Bidding(_, _, bids, withdrawn) if seat not in withdrawn:
            own = own_bid(bids, seat)
            return _BIDS if own is None else _BIDS[: own.moves - 1]
        case _:
            return ()


def _with_bid(bidding: Bidding, placed: BidPlaced) -> Bidding:
    """RC23: whoever bids is not done, and after a bid below all others nobody is."""
    is_lowest = all(placed.moves < bid.moves for bid in bidding.bids)
    done = () if is_lowest else tuple(seat for seat in bidding.done if seat != placed.seat)
    bids = (*others(bidding.bids, placed.seat), Announced(placed.seat, placed.moves))
    return replace(bidding, until=placed.until, bids=bids, done=done)


def _token_taken(state: State, target: Target, at: Millis) -> State:
    """Take the token from the centre for good, and end the round."""
    face_down = tuple(token for token in state.face_down if token is not target)
    return replace(state, face_down=face_down, phase=Pause(since=at))


def _given(state: State, seat: Seat, target: Target) -> tuple[tuple[Target, ...], ...]:
    return (*state.won[:seat], (*state.won[seat], target), *state.won[seat + 1 :])


def _without_bid_of(seat: Seat, bidding: Bidding) -> Thinking | Bidding:
    """RC18: the sand keeps running; a player who withdrew makes no other bid this round.

    RC23: the others were done in view of this bid, so they are asked again.
    """
    target, until = bidding.target, bidding.until
    bids, withdrawn = others(bidding.bids, seat), (*bidding.withdrawn, seat)
    if not bids:
        return Thinking(target, until, sand_runs=True, withdrawn=withdrawn)
    return Bidding(target, until, bids, withdrawn)


def _solo_outcome(state: State) -> Outcome | None:
    """RC21: after all tokens, more face up than down wins; RC27: nobody wins an early end."""
    if state.face_down and not state.ended:
        return None
    up, down = len(state.won[0]), len(state.missed)
    counts = f"{_tokens(up)} face up, {down} face down"
    if state.face_down:
        return Outcome((), f"ended early with {counts}")
    return Outcome((Seat(0),) if up > down else (), counts)


def _tokens(count: int) -> str:
    return "1 token" if count == 1 else f"{count} tokens"


def _leaders(state: State) -> tuple[tuple[Seat, ...], int]:
    """RC19: the players with the most tokens share the win; RC28: but none who has resigned."""
    counts = {seat: len(state.won[seat]) for seat in state.in_play}
    most = max(counts.values(), default=0)
    return tuple(seat for seat, count in counts.items() if count == most), most
