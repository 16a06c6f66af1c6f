"""A turn is shown on the page no longer than the clocks of the server wait for it (D31)."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec

from tests.page.messages import WEB
from tinplate.games.rally.film import LASTS, LEAD, SLOWEST, film_length
from tinplate.games.rally.values import Event

CORPUS = Path(__file__).parents[1] / "corpus" / "v1"
PLAYBACK = WEB / "src/games/rally/playback"


def test_programs_lie_face_down_as_long_as_clocks_wait() -> None:
    """D31: before the first register."""
    page = (PLAYBACK / "director.ts").read_text()

    assert [str(LEAD)] == re.findall(r"^export const LEAD = (\d+);$", page, re.MULTILINE)


def test_clocks_wait_for_whoever_watches_at_the_slowest_speed() -> None:
    page = (PLAYBACK / "resolution.svelte.ts").read_text()
    (speeds,) = re.findall(r"^export const SPEEDS = (\[.*\]) as const;$", page, re.MULTILINE)

    assert 1 / SLOWEST == min(json.loads(speeds))


def test_the_page_and_the_server_know_the_same_lengths() -> None:
    page = (PLAYBACK / "director.ts").read_text()
    usual = int(re.findall(r"^const A_STEP = (\d+);$", page, re.MULTILINE)[0])
    directed = dict(re.findall(r"^  (\w+): (\d+),$", page, re.MULTILINE))

    assert set(directed) <= {kind.__name__ for kind in LASTS}
    assert {kind.__name__: int(directed.get(kind.__name__, usual)) for kind in LASTS} == {
        kind.__name__: lasts for kind, lasts in LASTS.items()
    }


def test_the_page_measures_its_films_against_what_clocks_wait() -> None:
    """`director.test.ts` shows all these turns to every viewer, and none takes longer."""
    known: dict[str, list[int]] = json.loads((PLAYBACK / "films.json").read_text())

    assert {path.stem: waits(path) for path in sorted(CORPUS.glob("rally-*.jsonl"))} == known


def waits(path: Path) -> list[int]:
    """How long the clocks wait for each turn of a recorded match."""
    head, *entries = map(json.loads, path.read_text().splitlines())
    told = (events(entry) for entry in entries)
    lengths = (film_length(each, len(head["players"])) for each in told)
    return [length for length in lengths if length]


def events(entry: dict[str, Any]) -> list[Event]:
    return msgspec.convert(entry.get("events", []), list[Event])
