"""What was told in a match, compared with its log: nothing lost, nothing twice, no secret."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tests.server.leaks import leaks
from tests.server.steadfast import Sitting, Steadfast
from tests.server.truth import Truth
from tinplate.game import Seat
from tinplate.load.audit import Audit, audited
from tinplate.load.player import Acknowledged
from tinplate.store.log import Row


class Verdict(NamedTuple):
    """What is wrong with a match, in sentences; and how much was looked at."""

    faults: dict[str, list[str]]
    commands: int = 0
    messages: int = 0
    letters: int = 0


def judged(sitting: Sitting, rows: Sequence[Row], truth: Truth) -> Verdict:
    """Compare everything that was acknowledged and told with what is written."""
    players = sitting.players
    acknowledged = [each for player in players for each in _acknowledged(sitting.match, player)]
    seen = [player.last.seen for player in players if player.last]
    found = audited(rows, acknowledged, seen)
    texts = [text for player in players for client in player.clients for text in client.raw]
    faults = {
        **{kind: [sitting.match] * count for kind, count in _lost(found).items()},
        "a secret was told": [each for player in players for each in _secrets(player, truth)],
        "told what is not so": [each for player in players for each in _untrue(player, truth)],
    }
    return Verdict(
        {kind: examples for kind, examples in faults.items() if examples},
        len(acknowledged),
        len(texts),
        sum(map(len, texts)),
    )


def _acknowledged(match: str, player: Steadfast) -> Iterable[Acknowledged]:
    guest = player.person.guest
    if guest is None or player.last is None:
        return []
    seat = player.last.seat
    return [
        Acknowledged(match, version, guest.id, name, seat)
        for name, version in player.acknowledged.items()
    ]


def _lost(found: Audit) -> dict[str, int]:
    return {
        "acknowledged and lost": found.missing,
        "written twice": found.doubled,
        "a log with a gap": found.gaps,
        "never told what was acknowledged": found.behind,
    }


def _secrets(player: Steadfast, truth: Truth) -> list[str]:
    """Hidden cards in any message, and entries of which this seat may not even know."""
    seat = _seat(player)
    told = truth.told_to(seat)
    cards = (
        each
        for client in player.clients
        if truth.game.name == "rally"
        for each in leaks(client, truth, seat)
    )
    hidden = (
        f"entry {entry.version}: {entry.events}"
        for client in player.clients
        for entry in client.entries
        if told.get(entry.version) != entry.events
    )
    return [*cards, *hidden]


def _untrue(player: Steadfast, truth: Truth) -> list[str]:
    """Views that are not what this seat should see at that moment."""
    seat = _seat(player)
    states = truth.seen_by(seat)
    return [
        f"the view of {seat} at {version}"
        for client in player.clients
        for version, state in client.states.items()
        if state is not None
        and (version not in states or truth.game.view(states[version], seat) != state)
    ]


def _seat(player: Steadfast) -> Seat | None:
    return player.last.seat if player.last else None
