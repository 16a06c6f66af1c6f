"""The nine functions of the auction."""

from random import Random

from msgspec.structs import replace

from tinplate.game import Malformed, Millis, Outcome, Rejected, Seat, Vocabulary

from .values import Bid, BidSealed, Command, Envelope, Event, LotSold, Settings, State

LOTS = range(1, 10)
FEWEST_PLAYERS = 2


class Auction:
    """Bid in secret; after the last round the most points win, then the most coins."""

    name = "auction"
    vocabulary = Vocabulary(Settings, State, Command, Event)

    def setup(self, settings: Settings, seats: int, dice: Random) -> State:
        if seats < FEWEST_PLAYERS:
            raise Rejected("An auction needs two bidders or more.")
        return State(
            settings=settings,
            lot=dice.choice(LOTS),
            round=1,
            coins=(settings.coins,) * seats,
            points=(0,) * seats,
            envelopes=(None,) * seats,
        )

    def decide(
        self, state: State, seat: Seat, command: Command, now: Millis, dice: Random
    ) -> tuple[Event, ...]:
        if not _is_bidder(state, seat):
            raise Rejected("You do not bid in this auction.")
        if state.lot is None:
            raise Rejected("The auction is over.")
        if state.envelopes[seat] is not None:
            raise Rejected("Your envelope is sealed.")
        if not 0 <= command.amount <= state.coins[seat]:
            raise Rejected(f"You have {state.coins[seat]} coins.")
        until = Millis(now + 1000 * state.settings.seconds) if state.until is None else state.until
        sealed = BidSealed(seat, command.amount, until)
        after = self.evolve(state, sealed)
        if None in after.envelopes:
            return (sealed,)
        return (sealed, self._opened(after, dice))

    def evolve(self, state: State, event: Event) -> State:
        match event:
            case BidSealed(seat, amount, until):
                envelopes = list(state.envelopes)
                envelopes[seat] = Envelope(amount)
                return replace(state, envelopes=tuple(envelopes), until=until)
            case LotSold(bids, winner, next_lot):
                coins, points = list(state.coins), list(state.points)
                if winner is not None:
                    coins[winner] -= bids[winner]
                    points[winner] += state.lot or 0
                return replace(
                    state,
                    lot=next_lot,
                    round=state.round + (next_lot is not None),
                    coins=tuple(coins),
                    points=tuple(points),
                    envelopes=(None,) * len(coins),
                    until=None,
                )

    def deadline(self, state: State) -> Millis | None:
        return state.until

    def expire(self, state: State, dice: Random) -> tuple[Event, ...]:
        if state.until is None:
            raise Malformed("no clock runs")
        return (self._opened(state, dice),)

    def legal(self, state: State, seat: Seat) -> tuple[Command, ...]:
        if not _is_bidder(state, seat) or state.lot is None or state.envelopes[seat] is not None:
            return ()
        return tuple(Bid(amount) for amount in range(state.coins[seat] + 1))

    def view(self, state: State, seat: Seat | None) -> State:
        hidden = tuple(
            each if each is None or owner == seat else Envelope(None)
            for owner, each in enumerate(state.envelopes)
        )
        return replace(state, envelopes=hidden)

    def witness(self, event: Event, seat: Seat | None) -> Event | None:
        if isinstance(event, BidSealed) and event.seat != seat:
            return replace(event, amount=None)
        return event

    def outcome(self, state: State) -> Outcome | None:
        if state.lot is not None:
            return None
        ranks = [*zip(state.points, state.coins, strict=True)]
        winners = tuple(Seat(seat) for seat, rank in enumerate(ranks) if rank == max(ranks))
        return Outcome(winners, "every lot is sold")

    def _opened(self, state: State, dice: Random) -> LotSold:
        bids = tuple(each.amount or 0 if each else 0 for each in state.envelopes)
        highest = [seat for seat, bid in enumerate(bids) if bid == max(bids)]
        is_last = state.round == state.settings.rounds
        return LotSold(
            bids=bids,
            winner=Seat(highest[0]) if len(highest) == 1 else None,
            next_lot=None if is_last else dice.choice(LOTS),
        )


def _is_bidder(state: State, seat: Seat) -> bool:
    return 0 <= seat < len(state.coins)
