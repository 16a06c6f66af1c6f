"""Logs of older versions still replay: what was recorded is read and folded to the same end."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tests.catalogues import CATALOGUE, GAMES
from tests.corpus.record import FOLDER, RecordedRow, Sample, record
from tests.store.matches import PLAYERS, finished
from tinplate.server.deals import Dealer
from tinplate.server.replicas import MatchReplica
from tinplate.store import logfile
from tinplate.store.log import Moment, Row

ENDS = sorted(FOLDER.glob("*/*.end.json"))
LINES = msgspec.json.Decoder(RecordedRow)
every_match = pytest.mark.parametrize(
    "end", ENDS, ids=lambda path: f"{path.parent.name}-{path.name.removesuffix('.end.json')}"
)


def beside(end: Path, ending: str) -> Path:
    return end.with_name(end.name.replace(".end.json", ending))


def untold(recorded: Any, now: Any, place: str = "state") -> list[str]:  # noqa: ANN401 - JSON
    """Where the state of today does not say what was recorded; it may say more."""
    if isinstance(recorded, dict) and isinstance(now, dict):
        return [
            gap
            for name, value in recorded.items()
            for gap in untold(value, now.get(name, "(no such field)"), f"{place}.{name}")
        ]
    if isinstance(recorded, list) and isinstance(now, list) and len(recorded) == len(now):
        return [
            gap
            for at, (old, new) in enumerate(zip(recorded, now, strict=True))
            for gap in untold(old, new, f"{place}[{at}]")
        ]
    return [] if recorded == now else [f"{place}: recorded {recorded}, now {now}"]


def gaps(end: Path, state: object) -> list[str]:
    return untold(
        msgspec.json.decode(end.read_bytes()), msgspec.json.decode(msgspec.json.encode(state))
    )


@every_match
def test_a_log_file_of_an_older_version_still_folds_to_its_end(end: Path) -> None:
    """An old log survives a new version: every line is read, and the state is what it was."""
    recorded = logfile.read(beside(end, ".jsonl"), GAMES, Random(0))

    assert recorded.flaw is None
    assert [] == gaps(end, recorded.match.state)
    assert recorded.match.game.outcome(recorded.match.state) is not None


@every_match
def test_the_rows_of_an_older_server_still_fold_to_its_end(end: Path) -> None:
    """A match that a server kept is opened by every later one."""
    opening, *rows = [
        Row(line.version, Moment(line.at), bytes(line.body))
        for line in LINES.decode_lines(beside(end, ".rows").read_bytes())
    ]
    replica = MatchReplica("a-match", opening, CATALOGUE, Dealer(b""))
    for row in rows:
        replica.read(row)

    assert [] == gaps(end, replica.match.state)
    assert replica.outcome is not None


def test_the_corpus_is_there() -> None:
    """Both games by several settings, and no log without its end."""
    logs = sorted(beside(end, ".jsonl") for end in ENDS)

    assert sorted(FOLDER.glob("*/*.jsonl")) == logs
    assert {"rally": 10, "ricochet": 7} == {
        game: sum(path.name.startswith(game) for path in ENDS if path.parent.name == "v1")
        for game in ("rally", "ricochet")
    }


def test_what_is_recorded_is_never_written_anew(tmp_path: Path) -> None:
    """A corpus that follows the program would guard nothing."""
    match = Sample("two", PLAYERS, finished())
    record(match, tmp_path)

    with pytest.raises(FileExistsError):
        record(match, tmp_path)


def test_what_is_missing_is_told() -> None:
    """A field that is gone, another value, a shorter list: each is found; saying more is fine."""
    recorded = {"round": 1, "phase": {"type": "Pause"}, "won": [[1], []]}

    assert [] == untold(recorded, {**recorded, "began": 0})
    assert ["state.round: recorded 1, now (no such field)"] == untold({"round": 1}, {})
    assert ["state.phase.type: recorded Pause, now Bidding"] == untold(
        recorded, {**recorded, "phase": {"type": "Bidding"}}
    )
    assert ["state.won[0]: recorded [1], now []"] == untold(recorded, {**recorded, "won": [[], []]})
