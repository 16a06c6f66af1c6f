"""How much one connection, and one address, may ask of the house: all limits are in this file.

Credits are spent and refill with time. Each process counts for itself.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from typing import Literal, NamedTuple

from tinplate.game import Told

Seconds = float  # of a clock that never goes back
Purpose = Literal["requests", "guests", "tables", "heavy", "sockets"]

LARGEST_MESSAGE = 64 * 1024  # bytes; a course of one's own is the largest thing people send
MOST_MISTAKES = 10  # messages that are none of ours, on one socket
BYTES_A_CREDIT = 4 * 1024  # a long message costs as much as several short ones
MOST_ADDRESSES = 10_000  # that are remembered
PEOPLE_AT_AN_ADDRESS = 100


class Allowance(NamedTuple):
    """So many credits at once, and so many more each second."""

    burst: float
    per_second: float


MESSAGES = Allowance(60, 20)  # on one socket: more than any hand or bot needs
REFUSALS = Allowance(60, 1)  # that one socket is told it is too fast; then it is closed


def allowances_for(people: int) -> dict[Purpose, Allowance]:
    """What so many people behind one address need together."""
    return {
        "requests": Allowance(4 * people, people),
        "guests": Allowance(people, people / 60),
        "tables": Allowance(people, people / 60),
        "heavy": Allowance(people, people / 10),
        "sockets": Allowance(4 * people, people / 5),  # all may come back at once
    }


def sockets_for(people: int) -> int:
    """How many sockets they may have open at a time: several tabs each."""
    return 3 * people


def connections_for(people: int) -> int:
    """How many connections of any kind: their sockets, and what a browser opens besides."""
    return 10 * people


class Budget:
    """Credits of somebody."""

    def __init__(self, allowance: Allowance, now: Seconds) -> None:
        self._allowance = allowance
        self._credits = allowance.burst
        self._counted_at = now

    def spend(self, cost: float, now: Seconds) -> bool:
        """Take the cost away; False, and nothing is taken, if there is not enough."""
        self._refill(now)
        if cost > self._credits:
            return False
        self._credits -= cost
        return True

    def wait(self, cost: float, now: Seconds) -> Seconds:
        """How long it takes until the cost can be spent; no longer than until all is refilled."""
        self._refill(now)
        missing = min(cost, self._allowance.burst) - self._credits
        return max(0.0, missing / self._allowance.per_second)

    def is_full(self, now: Seconds) -> bool:
        self._refill(now)
        return self._credits == self._allowance.burst

    def _refill(self, now: Seconds) -> None:
        gained = (now - self._counted_at) * self._allowance.per_second
        self._credits = min(self._allowance.burst, self._credits + gained)
        self._counted_at = now


class OverBudget(Told):
    """Somebody asks for more than their share."""

    def __init__(self, wait: Seconds) -> None:
        self.wait = max(1, math.ceil(wait))
        seconds = "a second" if self.wait == 1 else f"{self.wait} seconds"
        because = f"Too much comes from your address; try again in {seconds}."
        super().__init__(because, "over-budget", count=self.wait)


class Door:
    """Counts what each address asks for. For no number of people, nothing is counted."""

    def __init__(self, people: int, clock: Callable[[], Seconds]) -> None:
        self._people = people
        self._clock = clock
        self._allowances = allowances_for(people)
        self._budgets: dict[tuple[str, Purpose], Budget] = {}
        self._sockets = Counter[str]()

    def spend(self, address: str, purpose: Purpose, cost: float = 1) -> None:
        """OverBudget if the address has had its share."""
        if not self._people:
            return
        now = self._clock()
        budget = self._budget(household(address), purpose, now)
        if not budget.spend(cost, now):
            raise OverBudget(budget.wait(cost, now))

    @contextmanager
    def socket(self, address: str) -> Iterator[None]:
        """As long as a socket is open; OverBudget if the address has too many."""
        self.spend(address, "sockets")
        home = household(address)
        if self._people and self._sockets[home] >= sockets_for(self._people):
            raise OverBudget(wait=60)
        self._sockets[home] += 1
        try:
            yield
        finally:
            self._sockets[home] -= 1
            if not self._sockets[home]:
                del self._sockets[home]

    def _budget(self, home: str, purpose: Purpose, now: Seconds) -> Budget:
        budget = self._budgets.get((home, purpose))
        if budget is None:
            self._make_room(now)
            budget = self._budgets[home, purpose] = Budget(self._allowances[purpose], now)
        return budget

    def _make_room(self, now: Seconds) -> None:
        """Forget those who have all their credits again; if all are busy, who came first."""
        if len(self._budgets) < MOST_ADDRESSES:
            return
        for key in [key for key, budget in self._budgets.items() if budget.is_full(now)]:
            del self._budgets[key]
        while len(self._budgets) >= MOST_ADDRESSES:
            del self._budgets[next(iter(self._budgets))]


def household(address: str) -> str:
    """All addresses that one customer of a provider has are one: in IPv6, a network of 64 bits."""
    try:
        known = ip_address(address)
    except ValueError:
        return address  # a socket of the file system, or a proxy's word for somebody
    if isinstance(known, IPv6Address):
        if known.ipv4_mapped is not None:
            return str(known.ipv4_mapped)
        return known.exploded[:19]
    return address
