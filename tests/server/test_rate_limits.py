"""Budgets: credits that refill, by a clock that is set by hand."""

from contextlib import ExitStack, suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tinplate.server import rate_limits
from tinplate.server.rate_limits import (
    Purpose,
    RateLimit,
    RateLimited,
    RateLimiter,
    TokenBucket,
    limits_for,
    max_sockets,
    network_of,
)


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def spent(limiter: RateLimiter, address: str, purpose: Purpose = "tables") -> int:
    """How often an address can spend before it is refused."""
    for times in range(10_000):
        try:
            limiter.spend(address, purpose)
        except RateLimited:
            return times
    return 10_000


# One budget


def test_credits_are_spent_and_refill() -> None:
    """A burst at once, then as fast as they refill; never more than the burst."""
    credit = TokenBucket(RateLimit(3, 2), now=10)

    assert [True, True, True, False] == [credit.spend(1, now=10) for _ in range(4)]
    assert [True, False] == [credit.spend(1, now=10.5) for _ in range(2)]
    assert [True, True, True, False] == [credit.spend(1, now=99) for _ in range(4)]


def test_what_cannot_be_paid_costs_nothing() -> None:
    """A client that is refused a large thing can still have a small one."""
    credit = TokenBucket(RateLimit(3, 1), now=0)

    assert [False, True, False, True] == [credit.spend(cost, now=0) for cost in (4, 2, 2, 1)]


def test_how_long_to_wait() -> None:
    """Until enough is there; what is never enough waits until all is there."""
    credit = TokenBucket(RateLimit(4, 2), now=0)
    credit.spend(4, now=0)

    assert (0.5, 2, 2, 0) == tuple(
        credit.wait(cost, now) for cost, now in ((1, 0), (4, 0), (100, 0), (1, 1))
    )


@given(st.lists(st.tuples(st.floats(0, 10), st.floats(0, 5)), max_size=50))
def test_nobody_spends_more_than_the_burst_and_what_came_in_since(
    spending: list[tuple[float, float]],
) -> None:
    """However it is spread over time."""
    credit, now, total = TokenBucket(RateLimit(5, 2), now=0), 0.0, 0.0
    for cost, pause in spending:
        now += pause
        total += cost if credit.spend(cost, now) else 0

        assert total <= 5 + 2 * now + 1e-6


# All addresses


def test_each_address_has_its_own_budget_for_each_purpose(clock: Clock) -> None:
    """One who takes too much takes it from nobody else."""
    limiter = RateLimiter(10, clock)

    assert limits_for(10)["tables"].burst == spent(limiter, "192.0.2.1")
    assert limits_for(10)["tables"].burst == spent(limiter, "192.0.2.2")
    assert limits_for(10)["guests"].burst == spent(limiter, "192.0.2.1", "guests")
    assert 0 == spent(limiter, "192.0.2.1")


def test_the_refusal_says_how_long_to_wait(clock: Clock) -> None:
    """And after that time it is no refusal."""
    limiter = RateLimiter(60, clock)
    spent(limiter, "192.0.2.1")
    with pytest.raises(RateLimited, match=r"Try again in 1 s\.") as refusal:
        limiter.spend("192.0.2.1", "tables")
    with pytest.raises(RateLimited, match=r"Try again in 5 s\."):
        limiter.spend("192.0.2.1", "tables", cost=5)
    clock.now += refusal.value.wait

    assert 1 == spent(limiter, "192.0.2.1")


def test_no_limit_is_no_limit(clock: Clock) -> None:
    """0 is for load tests, and for operators who know everyone that can reach the server."""
    assert 10_000 == spent(RateLimiter(0, clock), "192.0.2.1")


def test_sockets_that_are_open_are_counted(clock: Clock) -> None:
    """Not only how fast they come; whoever leaves makes room."""
    limiter = RateLimiter(2, clock)
    held = [limiter.socket("192.0.2.1") for _ in range(max_sockets(2))]
    for socket in held:
        socket.__enter__()
    clock.now += 60
    with pytest.raises(RateLimited), limiter.socket("192.0.2.1"):
        pass
    with limiter.socket("192.0.2.2"):
        held.pop().__exit__(None, None, None)
    with limiter.socket("192.0.2.1"):
        pass
    for socket in held:
        socket.__exit__(None, None, None)

    assert not limiter._sockets


def test_memory_for_addresses_is_bounded(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who have all their credits again are forgotten first, then who came first."""
    monkeypatch.setattr(rate_limits, "MAX_BUCKETS", 3)
    limiter = RateLimiter(10, clock)
    spent(limiter, "192.0.2.1")
    clock.now += 3_600
    spent(limiter, "192.0.2.2")
    for number in range(3, 5):
        limiter.spend(f"192.0.2.{number}", "tables")
    busy = [network for network, _ in limiter._buckets]
    for number in range(5, 100):
        limiter.spend(f"192.0.2.{number}", "tables")

    assert ["192.0.2.2", "192.0.2.3", "192.0.2.4"] == busy
    assert 3 == len(limiter._buckets)


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3::4", "2001:0db8:0001:0002"),
        ("2001:db8:1:2:ffff::", "2001:0db8:0001:0002"),
        ("2001:db8:1:3::", "2001:0db8:0001:0003"),
        ("", ""),
        ("unix", "unix"),
    ],
)
def test_whoever_has_many_addresses_has_one_budget(address: str, network: str) -> None:
    """A /64 network counts as one address."""
    assert network == network_of(address)


def guesses(limiter: RateLimiter, times: int, networks: int) -> int:
    """How many wrong codes can be tried from so many networks."""
    tried = 0
    for number in range(times):
        try:
            with limiter.guess(f"192.0.{number % networks // 250}.{number % networks % 250}"):
                raise LookupError  # noqa: TRY301 - as the store does
        except LookupError:
            tried += 1
        except RateLimited:
            pass
    return tried


def test_wrong_codes_are_counted_for_all_addresses_together(clock: Clock) -> None:
    """L2: a thousand networks have hardly more tries than some; right codes cost nothing."""
    limiter = RateLimiter(100, clock)
    for _ in range(1_000):
        with limiter.guess("192.0.2.1"):
            pass
    first = guesses(limiter, 2_000, 100)
    clock.now += 10
    later = guesses(limiter, 2_000, 100)

    assert (300, 10) == (first, later)
    assert 1_000 == guesses(RateLimiter(0, clock), 1_000, 1)
    assert 20 == guesses(RateLimiter(100, clock), 1_000, 1)


def test_wrong_codes_of_some_keep_nobody_else_out(clock: Clock) -> None:
    """A hundred networks guess all they can; somebody from another may still try a code."""
    limiter = RateLimiter(100, clock)
    guesses(limiter, 10_000, 100)
    another = "198.51.100.7"
    with pytest.raises(LookupError), limiter.guess(another):
        raise LookupError
    with pytest.raises(RateLimited), limiter.guess(another):
        pass
    clock.now += 30
    with limiter.guess("198.51.100.8"):
        entered = True

    assert entered


def test_the_networks_of_one_customer_guess_as_one(clock: Clock) -> None:
    """L2: in IPv6, all of a /48."""
    limiter = RateLimiter(100, clock)
    tried = 0
    for number in range(100):
        with suppress(LookupError, RateLimited), limiter.guess(f"2001:db8:1:{number:x}::1"):
            tried += 1
            raise LookupError

    assert tried == rate_limits.WRONG_CODES_EACH.burst


def test_guesses_at_the_same_time_are_counted(clock: Clock) -> None:
    """Each counts before it is looked up; a right one is given back."""
    limiter = RateLimiter(100, clock)
    with ExitStack() as under_way:
        for _ in range(int(rate_limits.WRONG_CODES_EACH.burst)):
            under_way.enter_context(limiter.guess("192.0.2.1"))
        with pytest.raises(RateLimited), limiter.guess("192.0.2.1"):
            pass

    assert rate_limits.WRONG_CODES_EACH.burst == guesses(limiter, 1_000, 1)
