"""The battery can fail: faults that are planted in what was written and told are found."""

import asyncio
from random import Random
from typing import NamedTuple

import httpx
import pytest

from tests.attack.__main__ import PAGE, REPORT
from tests.attack.evening import Insistent
from tests.attack.findings import Findings
from tests.attack.inputs import mutated
from tests.attack.verdict import judged
from tests.games.rally.test_laws import hidden_cards
from tests.server.players import A_SHORT_RALLY
from tests.server.serving import serving
from tests.server.steadfast import Sitting, sitting
from tests.server.truth import Truth, read_truth
from tinplate.store.log import Row, all_rows
from tinplate.store.sql import SqlStore
from tinplate.wire.outgoing import Done, Refused


class Played(NamedTuple):
    """A match, what is written of it, and what really happened."""

    sitting: Sitting
    rows: list[Row]
    truth: Truth

    def found(self, rows: list[Row] | None = None) -> list[str]:
        return [*judged(self.sitting, self.rows if rows is None else rows, self.truth).faults]


async def play(address: str, database: str) -> Played:
    there = await sitting([address], 0, A_SHORT_RALLY, lambda *who: Insistent(Random(1), *who))
    await asyncio.gather(*(player.play(asyncio.Semaphore(0)) for player in there.players))
    store = await SqlStore.open(database)
    rows = [row async for row in all_rows(store, there.match)]
    await store.close()
    async with httpx.AsyncClient(base_url=address) as http:
        log = await http.get(f"/api/matches/{there.match}/log")
    return Played(there, rows, read_truth(log.content))


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("attacked")
    with serving(folder) as address:
        return asyncio.run(play(address, f"sqlite:///{folder / 'tables.sqlite'}"))


def test_a_match_that_nobody_attacked_is_fine(match: Played) -> None:
    """And there was something to look at."""
    verdict = judged(match.sitting, match.rows, match.truth)

    assert {} == verdict.faults
    assert verdict.commands > 10
    assert sum(isinstance(each, Insistent) and each.repeated for each in match.sitting.players)


def authored(match: Played) -> int:
    """The index of a row that a command made."""
    [guest] = [player.person.guest for player in match.sitting.players[:1]]
    assert guest is not None
    return next(at for at, row in enumerate(match.rows) if guest.id.encode() in row.body and at)


def test_an_entry_that_is_lost(match: Played) -> None:
    """It was acknowledged, and the log has a gap."""
    rows = [*match.rows]
    del rows[authored(match)]

    assert {"acknowledged and lost", "a log with a gap"} <= {*match.found(rows)}


def test_an_entry_that_is_written_twice(match: Played) -> None:
    """With the next version, as if the command had been taken for a new one."""
    again = match.rows[authored(match)]._replace(version=len(match.rows))

    assert "written twice" in match.found([*match.rows, again])


def test_somebody_who_was_not_told(match: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last of what was acknowledged has not reached them."""
    last = match.sitting.players[0].last
    assert last is not None
    monkeypatch.setattr(last, "version", 1)

    assert "never told what was acknowledged" in match.found()


def test_a_card_that_is_told(match: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    """In any byte of any message."""
    last = match.sitting.players[0].last
    assert last is not None
    version, secret = next(
        (version, secret)
        for version, state in match.truth.seen_by(last.seat).items()
        for secret in hidden_cards(state, last.seat)
    )
    chat = f'{{"type":"Chat","lines":[{{{secret}}}]}}'
    monkeypatch.setattr("tests.server.leaks.deals", lambda _: False)
    monkeypatch.setattr(last, "told", [*last.told, (version, chat)])

    assert ["a secret was told"] == match.found()


def test_an_entry_that_is_hidden_from_somebody(
    match: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the other laid, as they see it themselves."""
    ann, bob = (player.last for player in match.sitting.players)
    assert ann is not None
    assert bob is not None
    monkeypatch.setattr(ann, "entries", bob.entries)

    assert ["a secret was told"] == match.found()


def test_a_view_that_is_not_so(match: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of an earlier moment."""
    last = match.sitting.players[0].last
    assert last is not None
    earlier = {version: last.states[min(last.states)] for version in last.states}
    monkeypatch.setattr(last, "states", earlier)

    assert ["told what is not so"] == match.found()


def test_an_answer_that_changes(match: Played) -> None:
    """To a command that was sent again."""
    player = match.sitting.players[0]
    assert isinstance(player, Insistent)
    name, version = next(iter(player.acknowledged.items()))
    player._compare(name, Done(name, version))
    fine = [*player.contradictions]
    player._compare(name, Done(name, version + 1))
    player._compare(name, Refused(name, "Not now.", "not-now", {}))

    assert [] == fine
    assert 2 == len(player.contradictions)


def test_faults_are_counted_and_told() -> None:
    """All of them, with a few examples."""
    findings = Findings()
    findings.tried("Load", "2 players", "nothing lost")
    calm = findings.markdown()
    findings.fault("HTTP 500")
    findings.fault("HTTP 500", *["GET /"] * 7)
    for row in ("Requests", "Names"):
        findings.tried(row, "many", "fine")
    findings.tried("Secrets", "many", "fine", since=0)

    assert "Nothing was lost" in calm
    assert ["nothing lost", "**7 faults**", "fine", "**7 faults**"] == [
        each.result for each in findings.trials
    ]
    assert 7 == findings.count
    assert "- **HTTP 500**: 7" in findings.markdown()
    assert 5 == findings.markdown().count("GET /")


def test_mutations_follow_from_the_seed() -> None:
    """And hardly ever leave a message as it was."""
    message = b'{"type":"Ping","at":1.5}'
    one, other = ([mutated(message, Random(seed)) for seed in range(100)] for _ in range(2))

    assert one == other
    assert len(set(one)) > 90
    assert one.count(message) < 10


def test_the_report_has_its_place() -> None:
    """One, in the page that `--write` writes it into."""
    [place] = REPORT.findall(PAGE.read_text(encoding="utf-8"))

    assert "| Attack | Tried | Result |" in place
