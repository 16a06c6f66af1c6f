"""Accounts in every kind of store: several processes, restarts, time, and what is left of them."""

from functools import partial
from pathlib import Path

import pytest
from msgspec.json import encode

from tests.server.processes import ANN, BOB, RICOCHET, FailingStore, Process, WallClock, settled
from tests.store.logs import opened
from tinplate.accounts import rules
from tinplate.accounts.rules import NotYours
from tinplate.accounts.values import NAME_REST, SOMEBODY, Account, AllSessionsEnded, Passkey
from tinplate.game import Rejected
from tinplate.lobby.values import Guest, Say, Start
from tinplate.server.accounts import ACCOUNT, FRESH, account_log
from tinplate.server.bus import MemoryBus
from tinplate.server.device_links import LINK_LIFE
from tinplate.server.guests import COOKIE
from tinplate.server.passkeys import CHALLENGE_LIFE, new_challenge, sealed
from tinplate.server.passkeys import opened as opened_challenge
from tinplate.server.recovery import hash_code, hash_codes, new_codes
from tinplate.server.sessions import SESSION_COOKIE, identify, new_session
from tinplate.store.backup import back_up, restore
from tinplate.store.log import Store, Unavailable, all_rows
from tinplate.store.memory import MemoryStore
from tinplate.wire.resources import OpenTable

PASSKEY = Passkey("key", b"a public key", 0, "localhost", "Firefox, Linux", 1, 1)


def process(store: Store, clock: WallClock | None = None, bus: MemoryBus | None = None) -> Process:
    return Process(store, clock or WallClock(), bus)


async def opened_account(here: Process, guest: Guest = ANN) -> tuple[Account, dict[str, str]]:
    """An account, and the cookies of its first browser."""
    begun = new_session("Firefox, Linux", "passkey", here.clock())
    account = rules.open_account(guest, PASSKEY, ("a hash",), here.clock())
    account = rules.folded(account, rules.begin_session(account, begun.session))
    cookie = here.session_cookies.write(guest.id, begun.secret)
    return await here.accounts.create(account), {SESSION_COOKIE: cookie}


async def who(here: Process, cookies: dict[str, str]) -> Guest | None:
    identity = await identify(here, cookies)
    return None if identity is None else identity.guest


async def test_a_session_holds_in_every_process_and_after_a_restart(store: Store) -> None:
    """And ends in every process at once, whichever ended it."""
    one, two = process(store), process(store)
    account, cookies = await opened_account(one)

    assert ANN == await who(one, cookies) == await who(two, cookies)
    assert ANN == await who(process(store), cookies)
    await two.accounts.change(account.person, lambda _: (AllSessionsEnded(),))
    assert (None, None) == (await who(one, cookies), await who(two, cookies))


async def test_a_guest_is_nobody_once_they_have_an_account(store: Store) -> None:
    """In every process; also once the account is deleted."""
    one, two = process(store), process(store)
    cookies = {COOKIE: one.signer.write(ANN)}

    assert ANN == await who(two, cookies)
    await opened_account(one)
    assert await who(two, cookies) is None
    await one.accounts.close(ANN.id)
    assert await who(two, cookies) is None


async def test_a_person_has_one_account(store: Store) -> None:
    """However many requests there are for it."""
    one, two = process(store), process(store)
    await opened_account(one)
    with pytest.raises(Rejected) as refusal:
        await opened_account(two)

    assert "account-is-there" == refusal.value.code


async def test_writers_in_several_processes_lose_nothing(store: Store) -> None:
    """Each reads what came first, and judges again."""
    one, two = process(store), process(store)
    account, _ = await opened_account(one)
    for here in (one, two, two, one):
        begin = partial(rules.begin_session, session=new_session("", "code", here.clock()).session)
        await here.accounts.change(account.person, begin)

    assert 5 == len(account.sessions) + 4 == len((await found(two)).sessions)


async def found(here: Process, person: str = ANN.id) -> Account:
    account = await here.accounts.find(person)
    assert account is not None
    return account


async def test_sockets_end_even_if_the_bus_has_lost_the_news(store: Store) -> None:
    """Another process has ended the session; a look at the store tells."""
    one, two = process(store), process(store)
    account, _ = await opened_account(one)
    ended = list[str]()
    [session] = account.sessions
    sockets = one.signed_in_sockets
    with (
        sockets.track(ANN.id, session.id, lambda: ended.append("session")),
        sockets.track(ANN.id, None, lambda: ended.append("guest")),
        sockets.track(BOB.id, None, lambda: ended.append("another")),
    ):
        await sockets.look()
        assert [] == ended
        await two.accounts.change(account.person, lambda _: (AllSessionsEnded(),))
        await sockets.look()

    assert ["guest", "session"] == sorted(ended)


# Names


async def test_a_name_is_free_again_when_it_has_rested(store: Store) -> None:
    """Until then it is still its owner's, who may have it back."""
    clock = WallClock()
    here = process(store, clock)
    account, _ = await opened_account(here)
    await here.accounts.rename(account, "Anna Karenina", None)
    with pytest.raises(Rejected):
        await here.accounts.require_free("ANN", BOB.id)
    await here.accounts.require_free("ann", ANN.id)
    clock.pass_seconds(NAME_REST / 1000)
    await here.accounts.require_free("ANN", BOB.id)
    await opened_account(here, Guest(BOB.id, "ANN"))
    with pytest.raises(Rejected):
        await here.accounts.rename(await found(here), "Ann", None)

    by_name = await here.accounts.by_name("ann")
    assert by_name is not None
    assert BOB.id == by_name.person


async def test_a_name_that_was_claimed_and_not_taken_is_free_again(
    store: Store,
) -> None:
    """A process that died between the two writes: after a minute the name is free."""
    clock = WallClock()
    here = process(store, clock)
    account = rules.open_account(Guest("dead", "Ann"), PASSKEY, (), 0)
    await here.accounts._claim(account, "Ann")
    with pytest.raises(Rejected):
        await opened_account(here)
    clock.pass_seconds(FRESH / 1000)
    await opened_account(here)

    by_name = await here.accounts.by_name("Ann")
    assert by_name is not None
    assert ANN.id == by_name.person


# Time


def test_a_challenge_lives_for_three_minutes() -> None:
    """In any process that has the key."""
    clock = WallClock()
    one, two = process(MemoryStore(), clock), process(MemoryStore(), clock)
    cookie = sealed(new_challenge("sign-in", "", clock()), one.challenge_cookies)

    def read() -> object:
        return opened_challenge(cookie, two.challenge_cookies, "sign-in", "", clock())

    clock.pass_seconds(CHALLENGE_LIFE - 1)
    assert read()
    clock.pass_seconds(1)
    with pytest.raises(NotYours):
        read()


async def test_a_link_lives_for_two_minutes(store: Store) -> None:
    """Whether it was opened or confirmed; then it is over, in every process."""
    clock = WallClock()
    one, two = process(store, clock), process(store, clock)
    late, _ = await one.device_links.create(ANN.id)
    waits, _ = await one.device_links.create(ANN.id)
    done, _ = await one.device_links.create(ANN.id)
    for token in (waits, done):
        await two.device_links.claim(token, "secret")
    await one.device_links.confirm(done, ANN.id)
    clock.pass_seconds(LINK_LIFE - 1)
    assert await two.device_links.finish(waits, "secret") is None
    clock.pass_seconds(1)
    with pytest.raises(NotYours):
        await two.device_links.claim(late, "secret")
    with pytest.raises(NotYours):
        await one.device_links.confirm(waits, ANN.id)
    for token in (waits, done):
        with pytest.raises(NotYours):
            await two.device_links.finish(token, "secret")


# Trouble


async def test_what_is_not_stored_is_not_acknowledged() -> None:
    """An account that could not be written is none; one that may have been is found."""
    store = FailingStore()
    here = process(store)
    store.fails_before = True
    with pytest.raises(Unavailable):
        await opened_account(here)
    store.fails_before = False
    assert await here.accounts.find(ANN.id) is None
    _, cookies = await opened_account(here)
    store.fails_after = True
    with pytest.raises(Unavailable):
        await here.accounts.change(ANN.id, lambda _: (AllSessionsEnded(),))
    store.fails_after = False

    assert await who(process(store), cookies) is None


async def test_codes_are_kept_as_hashes(store: Store) -> None:
    """The same code of another person has another one."""
    here = process(store)
    codes = new_codes()
    hashes = await hash_codes(codes[:2], ANN.id)
    plain = codes[0].replace("-", "").lower()

    assert hashes[0] == await hash_code(f" {plain} ", ANN.id)
    assert hashes[0] != await hash_code(plain, BOB.id)
    assert 10 == len({*codes})
    assert all(code not in str(hashes) for code in codes)
    assert here.accounts


# The end


async def test_nothing_personal_is_left_in_the_log_of_an_account(store: Store) -> None:
    """Rows never had it, and the head is replaced; no name of a log tells it either."""
    here = process(store)
    account, _ = await opened_account(here)
    await here.accounts.rename(account, "Anna Karenina", "fox")
    before = await store.head(account_log(ANN.id))
    assert before is not None
    assert b"Karenina" in before.summary
    await here.accounts.close(ANN.id)
    after = await store.head(account_log(ANN.id))
    rows = [row.body async for row in all_rows(store, account_log(ANN.id))]

    assert after is not None
    assert encode(Account(ANN.id, "", None, 0, is_closed=True)) == after.summary
    assert not after.is_open
    assert b'["Account","BrowserSession"]["AccountRenamed"]["AccountClosed"]' == b"".join(rows)
    assert [] == await store.listing(ACCOUNT, is_public=False, is_open=True, limit=9)


async def test_whoever_is_gone_is_somebody_in_every_process(store: Store) -> None:
    """At tables that are watched, in matches, and after a restart."""
    one, two = process(store), process(store)
    table = await one.tables.open(ANN, OpenTable(RICOCHET, 2))
    await one.act(table, ANN, Say("Hello."), "say")
    await one.act(table, ANN, Start(), "start")
    await opened_account(one)
    await one.forgotten.add(ANN.id)
    await one.accounts.close(ANN.id)
    await two.forgotten.refresh()
    new = process(store)
    await new.forgotten.refresh()
    for here in (one, two, new):
        shown = here.forgotten.table((await here.replica(table)).table)
        match = await here.match(table)
        facts = here.forgotten.facts(match.facts, match.opening.guests)

        assert SOMEBODY == shown.chairs[0].name == shown.lines[0].guest.name
        assert (SOMEBODY,) == shown.players == facts.players
        assert "Ann" == (await here.replica(table)).table.chairs[0].name  # the log is as it was
        await settled(here)


async def test_a_backup_has_the_accounts(tmp_path: Path) -> None:
    """They are restored with everything else: sessions, names and all."""
    address = f"sqlite:///{tmp_path / 'one.sqlite'}"
    other = f"sqlite:///{tmp_path / 'two.sqlite'}"
    file = tmp_path / "backup.sqlite"
    async with opened(address) as store:
        _, cookies = await opened_account(process(store))
    await back_up(address, file, None, lambda *_: None)
    await restore(file, other, lambda *_: None)
    async with opened(other) as store:
        here = process(store)

        assert ANN == await who(here, cookies)
        with pytest.raises(Rejected):
            await here.accounts.require_free("Ann", BOB.id)
