"""Rate limits of connections and addresses.

Each limit is a token bucket. Each process counts for itself. How much is computed at a time is
limited in compute.py; how long a connection may stay silent, in connections.py.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from typing import Literal, NamedTuple

from tinplate.game import ExplainedError

Seconds = float  # of a monotonic clock
Purpose = Literal[
    "requests",
    "guests",
    "tables",
    "drawings",
    "heavy",
    "sockets",
    "sign-ins",
    "codes",
    "accounts",
    "recovery",
    "downloads",
    "puzzles",
    "people",
    "news",
    "invitations",
    "invitations-each",
    "reports",
    "reports-each",
]

MAX_MESSAGE_BYTES = 64 * 1024  # the largest thing people send is a board of their own
MAX_MALFORMED = 10  # malformed messages on one socket
BYTES_PER_TOKEN = 4 * 1024  # a long message costs as much as several short ones
MAX_BUCKETS = 10_000  # that we remember
PEOPLE_PER_ADDRESS = 100


class RateLimit(NamedTuple):
    """How many tokens there are at most, and how many more each second."""

    burst: float
    per_second: float


MESSAGES = RateLimit(60, 20)  # on one socket: more than any person or bot needs
WRONG_CODES = RateLimit(300, 1)  # of everybody together, so that many addresses are no help
WRONG_CODES_EACH = RateLimit(20, 1 / 30)  # of one network: people mistype, and nobody more often
SIGN_INS = RateLimit(10, 1 / 6)  # to the host page, from one address, however many people it has
INVITATIONS_EACH = RateLimit(10, 1 / 30)  # of one person, wherever they are
REPORTS_EACH = RateLimit(5, 1 / 300)
WARNINGS = RateLimit(60, 1)  # how often one socket is told to slow down before we close it


def limits_for(people: int) -> dict[Purpose, RateLimit]:
    """What this many people behind one address need together."""
    return {
        "requests": RateLimit(4 * people, people),
        "guests": RateLimit(people, people / 60),
        "tables": RateLimit(people, people / 60),
        "drawings": RateLimit(people, 20 * people / 3600),  # they are kept: 20 an hour for each
        "heavy": RateLimit(people, people / 10),
        "sockets": RateLimit(4 * people, people / 5),  # everybody may reconnect at once
        "sign-ins": SIGN_INS,
        "codes": WRONG_CODES_EACH,
        "accounts": RateLimit(4 * people, people / 15),  # to sign in takes two requests
        "recovery": RateLimit(max(10, people / 4), max(10, people / 4) / 600),  # slow to check
        "people": RateLimit(4 * people, people / 15),
        "news": RateLimit(4 * people, people / 5),  # each page asks twice a minute
        "invitations": RateLimit(2 * people, people / 30),
        "invitations-each": INVITATIONS_EACH,
        "reports-each": REPORTS_EACH,
        "reports": RateLimit(max(5, people / 4), max(5, people / 4) / 600),
        "downloads": RateLimit(max(3, people / 10), max(3, people / 10) / 3600),
        "puzzles": RateLimit(4 * people, people),  # in a race, an answer every few seconds
    }


def max_sockets(people: int) -> int:
    """Open sockets for this many people: several tabs each."""
    return 3 * people


def max_connections(people: int) -> int:
    """Connections of any kind for this many people: sockets, and what a browser opens besides."""
    return 10 * people


class TokenBucket:
    """Tokens are spent, and refill over time."""

    def __init__(self, limit: RateLimit, now: Seconds) -> None:
        self._limit = limit
        self._tokens = limit.burst
        self._counted_at = now

    def spend(self, cost: float, now: Seconds) -> bool:
        """Take the cost. If there are too few tokens, take nothing and return False."""
        self._refill(now)
        if cost > self._tokens:
            return False
        self._tokens -= cost
        return True

    def refund(self, cost: float) -> None:
        """Give back what was spent."""
        self._tokens = min(self._limit.burst, self._tokens + cost)

    def wait(self, cost: float, now: Seconds) -> Seconds:
        """How long until the cost can be spent; at most until the bucket is full."""
        self._refill(now)
        missing = min(cost, self._limit.burst) - self._tokens
        return max(0.0, missing / self._limit.per_second)

    def is_full(self, now: Seconds) -> bool:
        self._refill(now)
        return self._tokens == self._limit.burst

    def _refill(self, now: Seconds) -> None:
        gained = (now - self._counted_at) * self._limit.per_second
        self._tokens = min(self._limit.burst, self._tokens + gained)
        self._counted_at = now


class RateLimited(ExplainedError):
    """A client has used up a rate limit."""

    def __init__(self, wait: Seconds) -> None:
        self.wait = max(1, math.ceil(wait))
        because = f"Too many requests. Try again in {self.wait} s."
        super().__init__(because, "too-many-requests", count=self.wait)


class RateLimiter:
    """Counts what each address asks for.

    With `people` = 0 there are no limits, except for signing in to the host page.
    """

    def __init__(self, people: int, clock: Callable[[], Seconds]) -> None:
        self._people = people
        self._clock = clock
        self._limits = limits_for(people)
        self._buckets: dict[tuple[str, Purpose], TokenBucket] = {}
        self._sockets = Counter[str]()
        self._wrong_codes = TokenBucket(WRONG_CODES, clock())

    def spend(self, address: str, purpose: Purpose, cost: float = 1) -> None:
        """RateLimited if the address has used up its limit."""
        if not self._people and purpose != "sign-ins":
            return
        now = self._clock()
        bucket = self._bucket(network_of(address), purpose, now)
        if not bucket.spend(cost, now):
            raise RateLimited(bucket.wait(cost, now))

    @contextmanager
    def guess(self, address: str) -> Iterator[None]:
        """Around looking up a code: a LookupError counts, for the network and for all together.

        RateLimited while too many codes were wrong. What others have guessed does not keep a
        network out that has not guessed wrong lately. We count before we look, because others
        guess in the meantime; a right code costs nothing in the end.
        """
        if not self._people:
            yield
            return
        now = self._clock()
        own = self._bucket(wide_network_of(address), "codes", now)
        is_new = own.is_full(now)
        if not own.spend(1, now):
            raise RateLimited(own.wait(1, now))
        spent = [own]
        if self._wrong_codes.spend(1, now):
            spent.append(self._wrong_codes)
        elif not is_new:
            own.refund(1)
            raise RateLimited(self._wrong_codes.wait(1, now))
        is_wrong = False
        try:
            yield
        except LookupError:
            is_wrong = True
            raise
        finally:
            if not is_wrong:
                for bucket in spent:
                    bucket.refund(1)

    @contextmanager
    def socket(self, address: str) -> Iterator[None]:
        """Count a socket while it is open. RateLimited if the address has too many."""
        self.spend(address, "sockets")
        network = network_of(address)
        if self._people and self._sockets[network] >= max_sockets(self._people):
            raise RateLimited(wait=60)
        self._sockets[network] += 1
        try:
            yield
        finally:
            self._sockets[network] -= 1
            if not self._sockets[network]:
                del self._sockets[network]

    def _bucket(self, network: str, purpose: Purpose, now: Seconds) -> TokenBucket:
        bucket = self._buckets.get((network, purpose))
        if bucket is None:
            self._make_room(now)
            bucket = self._buckets[network, purpose] = TokenBucket(self._limits[purpose], now)
        return bucket

    def _make_room(self, now: Seconds) -> None:
        """Forget full buckets. If none is full, forget the oldest."""
        if len(self._buckets) < MAX_BUCKETS:
            return
        for key in [key for key, bucket in self._buckets.items() if bucket.is_full(now)]:
            del self._buckets[key]
        while len(self._buckets) >= MAX_BUCKETS:
            del self._buckets[next(iter(self._buckets))]


def network_of(address: str) -> str:
    """All addresses of one customer of a provider count as one: in IPv6, a /64 network."""
    try:
        known = ip_address(address)
    except ValueError:
        return address  # a Unix socket, or whatever a proxy calls its client
    if isinstance(known, IPv6Address):
        if known.ipv4_mapped is not None:
            return str(known.ipv4_mapped)
        return known.exploded[:19]
    return address


def wide_network_of(address: str) -> str:
    """What a provider gives to one customer at most: in IPv6, a /48 network."""
    network = network_of(address)
    return network[:14] if network != address and ":" in network else network
