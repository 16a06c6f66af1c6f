"""Thieves and spies for a moment: nothing is theirs. And their finds are told, if there are any."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.attack import thieves
from tests.attack.findings import Findings
from tests.attack.prying import pried, pushed
from tests.attack.thieves import TRICKS, flooded, guessed, robbed
from tests.server.serving import QUICK, serving
from tinplate.accounts.values import Account
from tinplate.quick.values import Queue, QuickTable
from tinplate.server.context import Policy

FEW = 5  # people behind an address


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path) as address:
        yield address


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path, QUICK, Policy(people=FEW)) as address:
        yield address


@pytest.fixture(autouse=True)
def briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thieves, "NETWORKS", 10)
    monkeypatch.setattr(thieves, "GUESSES", 450)


def not_longer() -> bool:
    """Everything once."""
    return False


async def found_by(attack: Any, address: str, *rest: object) -> dict[str, list[str]]:  # noqa: ANN401
    findings = Findings()
    await attack(address, findings, *rest)
    assert findings.trials
    return findings.faults


async def test_thieves_are_refused(server: str) -> None:
    """Every trick at least once for each victim."""
    assert {} == await found_by(robbed, server, Random(1), not_longer)


async def test_spies_see_nothing(server: str) -> None:
    """Of a private account, nor of a drawing that is not published."""
    assert {} == await found_by(pried, server, Random(1), not_longer)


async def test_pushing_gains_nothing(server: str) -> None:
    """And the queue works on."""
    assert {} == await found_by(pushed, server, Random(1), not_longer)


async def test_guesses_and_floods_are_counted(limited: str) -> None:
    """By everyday limits."""
    assert {} == await found_by(guessed, limited, Random(1))
    assert {} == await found_by(flooded, limited, FEW)


# The battery can fail


async def test_answers_that_nobody_checks(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was signed is let in: changed answers, false pages, copies."""
    counts = count(10**6)
    monkeypatch.setattr("tinplate.server.passkeys.verified_count", lambda *_: next(counts))
    found = await found_by(robbed, server, Random(1), not_longer)

    for trick in ("answer_elsewhere", "change_answer", "false_page", "copied_passkey"):
        assert f"a thief: {trick}" in found
    assert "a thief: used_code" not in found
    assert "a thief has changed an account" in found


async def test_challenges_that_nobody_remembers(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor counts of passkeys: then an answer can be sent again."""
    monkeypatch.setattr("tinplate.accounts.rules.use_challenge", lambda *_: ())
    monkeypatch.setattr("tinplate.accounts.rules.use_passkey", lambda *_: ())

    assert "a thief: replay" in await found_by(robbed, server, Random(1), not_longer)


async def test_sessions_that_never_end(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any cookie that was right once is right."""
    monkeypatch.setattr(Account, "session", lambda self, _: next(iter(self.sessions), None))
    found = await found_by(robbed, server, Random(3), not_longer)

    assert {"a thief: do_as_owner", "a thief: add_passkey"} & {*found}


async def test_privacy_that_nobody_keeps(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann's wish is heard and forgotten."""
    monkeypatch.setattr("tinplate.accounts.rules.decide", lambda *_: ())

    assert "something private was told" in await found_by(pried, server, Random(1), not_longer)


async def test_a_queue_that_mixes_people_up(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody is told the table of somebody else."""

    def last(queue: Queue, _: str) -> QuickTable | None:
        return queue.found[-1] if queue.found else None

    monkeypatch.setattr(Queue, "found_for", last)

    assert "a table for somebody else" in await found_by(pushed, server, Random(1), not_longer)


async def test_limits_that_are_off(server: str) -> None:
    """All guesses are taken, and all of a flood."""
    assert "guesses of proofs" in await found_by(guessed, server, Random(1))
    assert "a flood was let in" in await found_by(flooded, server, FEW)


def test_every_trick_is_told() -> None:
    """What it does, in a sentence."""
    assert all(trick.__doc__ for trick in TRICKS)
