"""The rules of accounts: proofs that work once, names that are one's own, and the end of it."""

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from tinplate.accounts.devices import device_of
from tinplate.accounts.rules import (
    NotYours,
    add_passkey,
    begin_session,
    decide,
    evolve,
    folded,
    holds_look,
    open_account,
    rename,
    use_challenge,
    use_code,
    use_passkey,
)
from tinplate.accounts.values import (
    DAY,
    MAX_PASSKEYS,
    MAX_SESSIONS,
    NAME_REST,
    NAMES_KEPT,
    RENAME_SPAN,
    RENAMES,
    Account,
    AccountClosed,
    AccountCommand,
    BrowserSession,
    CodesChanged,
    EndAllSessions,
    EndSession,
    Passkey,
    RemovePasskey,
    SetPrivacy,
    UsedChallenge,
)
from tinplate.game import Rejected
from tinplate.lobby.lookalikes import looks_of
from tinplate.lobby.values import Guest

NOW = 1_700_000_000_000
ANN = Guest("ann-id", "Ann", "fox")


def passkey(id_: str = "key", sign_count: int = 0) -> Passkey:
    return Passkey(id_, b"public", sign_count, "play.example", "Firefox, Linux", NOW, NOW)


def session(id_: str) -> BrowserSession:
    return BrowserSession(id_, f"mark of {id_}", "Firefox, Linux", "passkey", NOW)


def account(sign_count: int = 0) -> Account:
    return open_account(ANN, passkey(sign_count=sign_count), ("one", "two"), NOW)


def after(known: Account, command: AccountCommand) -> Account:
    return folded(known, decide(known, command))


def renamed(known: Account, name: str, now: int) -> Account:
    return folded(known, rename(known, name, known.avatar, now))


def test_a_guest_stays_who_they_were() -> None:
    """Id, name and avatar: so chair, matches, drafts and drawings stay theirs."""
    assert ANN == account().guest


# Passkeys


def test_a_challenge_is_answered_once() -> None:
    """For as long as it could be answered at all; then it is forgotten."""
    challenge = UsedChallenge("mark", NOW + 10)
    used = folded(account(), use_challenge(account(), challenge, NOW))
    with pytest.raises(NotYours) as refusal:
        use_challenge(used, challenge, NOW + 1)
    later = folded(used, use_challenge(used, UsedChallenge("other", NOW + 99), NOW + 10))

    assert "challenge-is-over" == refusal.value.code
    assert ["other"] == [each.mark for each in later.challenges]


@pytest.mark.parametrize(("before", "now"), [(0, 0), (0, 1), (7, 8), (7, 900)])
def test_a_passkey_that_counts_counts_up(before: int, now: int) -> None:
    """Those that do not count say 0 for ever."""
    used = folded(account(before), use_passkey(account(before), "key", now, NOW + 5))

    assert (now, NOW + 5) == (used.passkeys[0].sign_count, used.passkeys[0].used_at)


@pytest.mark.parametrize(("before", "now"), [(7, 7), (7, 6), (7, 0), (1, 1)])
def test_a_count_that_goes_back_is_refused_and_told(before: int, now: int) -> None:
    """There are two of that passkey."""
    with pytest.raises(NotYours) as refusal:
        use_passkey(account(before), "key", now, NOW)

    assert "passkey-copied" == refusal.value.code


def test_a_passkey_that_was_removed_opens_nothing() -> None:
    """But the last one stays without recovery codes, or nobody could come back."""
    two = folded(account(), (*add_passkey(account(), passkey("other")), CodesChanged(())))
    one = after(two, RemovePasskey("key"))
    with pytest.raises(NotYours):
        use_passkey(one, "key", 0, NOW)
    with pytest.raises(Rejected) as refusal:
        decide(one, RemovePasskey("other"))

    assert "last-passkey" == refusal.value.code
    assert () == after(replace(one, codes=("hash",)), RemovePasskey("other")).passkeys
    assert one == after(one, RemovePasskey("unknown"))


def test_passkeys_are_counted_and_there_once() -> None:
    """A database should not be filled with them."""
    full = account()
    for number in range(MAX_PASSKEYS - 1):
        full = folded(full, add_passkey(full, passkey(f"key {number}")))
    with pytest.raises(Rejected) as too_many:
        add_passkey(full, passkey("one more"))
    with pytest.raises(Rejected) as twice:
        add_passkey(full, passkey("key 1"))

    assert ("too-many-passkeys", "passkey-is-there") == (too_many.value.code, twice.value.code)


# Codes and sessions


def test_a_code_works_once() -> None:
    """And none of the old ones when there are new ones."""
    used = folded(account(), use_code(account(), "one"))
    with pytest.raises(NotYours):
        use_code(used, "one")
    new = evolve(used, CodesChanged(("three",)))
    with pytest.raises(NotYours):
        use_code(new, "two")

    assert ("three",) == new.codes


def test_the_oldest_session_gives_way() -> None:
    """There are as many as one can look through."""
    known = account()
    for number in range(MAX_SESSIONS + 2):
        known = folded(known, begin_session(known, session(f"{number}")))

    assert MAX_SESSIONS == len(known.sessions)
    assert ("2", f"{MAX_SESSIONS + 1}") == (known.sessions[0].id, known.sessions[-1].id)


def test_one_session_ends_or_all_do() -> None:
    """What was ended before changes nothing."""
    known = account()
    for id_ in "abc":
        known = folded(known, begin_session(known, session(id_)))
    without = after(known, EndSession("b"))

    assert ["a", "c"] == [each.id for each in without.sessions]
    assert without.session("mark of a")
    assert without.session("mark of b") is None
    assert () == decide(without, EndSession("b"))
    assert () == after(without, EndAllSessions()).sessions
    assert () == decide(account(), EndAllSessions())


# Names


def test_the_names_before_are_kept() -> None:
    """With when they were given up; as many as anybody needs."""
    known = renamed(account(), "Anna", NOW + DAY)
    for number in range(NAMES_KEPT + 5):
        known = renamed(known, f"Anna {number}", NOW + (number + 2) * RENAME_SPAN)

    assert NAMES_KEPT == len(known.past_names)
    assert "Anna 24" == known.name
    assert "Anna 23" == known.past_names[-1].name


def test_three_names_in_thirty_days_are_enough() -> None:
    """An avatar may change every minute."""
    known = account()
    for number in range(RENAMES):
        known = renamed(known, f"Ann {number}", NOW + number)
    with pytest.raises(Rejected) as refusal:
        rename(known, "Ann 9", "fox", NOW + DAY)
    bear = folded(known, rename(known, known.name, "bear", NOW + DAY))

    assert ("renamed-too-often", 29) == (refusal.value.code, refusal.value.facts["count"])
    assert ("bear", known.past_names) == (bear.avatar, bear.past_names)
    assert "Ann 9" == renamed(known, "Ann 9", NOW + RENAME_SPAN).name
    assert () == rename(bear, bear.name, "bear", NOW)


def test_a_name_that_was_given_up_rests() -> None:
    """So that nobody passes for whoever had it."""
    known = renamed(account(), "Berta", NOW)
    [look] = looks_of("Ann")

    assert holds_look(known, look, NOW + NAME_REST - 1)
    assert not holds_look(known, look, NOW + NAME_REST)
    assert all(holds_look(known, each, NOW + 9 * NAME_REST) for each in looks_of("BERTA"))


# The end


def test_nothing_personal_is_left_of_a_closed_account() -> None:
    """Neither names nor keys, codes, sessions or times: only that there was somebody."""
    known = renamed(account(), "Anna", NOW)
    known = folded(known, begin_session(known, session("a")))
    known = folded(known, use_challenge(known, UsedChallenge("mark", NOW + 10), NOW))
    closed = evolve(known, AccountClosed())

    assert Account("ann-id", "", None, 0, is_closed=True) == closed
    for personal in (b"Ann", b"public", b"mark", b"Firefox", b"1700", b"fox"):
        assert personal in encode(known) or personal == b"public"
        assert personal not in encode(closed)


def test_a_profile_is_private_if_its_owner_wants() -> None:
    """Saying it twice changes nothing."""
    private = after(account(), SetPrivacy(is_private=True))

    assert private.is_private
    assert () == decide(private, SetPrivacy(is_private=True))
    assert not after(private, SetPrivacy(is_private=False)).is_private


@pytest.mark.parametrize(
    ("user_agent", "device"),
    [
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko Firefox/140.0",
            "Firefox, Linux",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
        ("curl/8", ""),
        ("", ""),
    ],
)
def test_a_device_is_named_as_its_owner_would(user_agent: str, device: str) -> None:
    """Versions are nobody's business."""
    assert device == device_of(user_agent)
