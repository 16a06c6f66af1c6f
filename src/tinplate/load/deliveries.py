"""Times how long it takes until the other players hear of a command."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

MOST_OPEN = 200  # events; this discards those that no command of ours caused

Key = str | tuple[str, int]  # the text of a chat line, or a match and a version


@dataclass(slots=True)
class _Happening:
    sent: float | None = None  # when, once it is known which player caused it
    by: int = -1
    heard: list[tuple[float, int]] = field(default_factory=list)  # before that was known


class Deliveries:
    """Matches what one table's players sent with what they heard, in whichever order it arrives."""

    def __init__(self, time: Callable[[float], None]) -> None:
        self._time = time
        self._open: OrderedDict[Key, _Happening] = OrderedDict()

    def sent(self, key: Key, at: float, by: int) -> None:
        """Note that one of our players caused this, by a command sent at that time."""
        happening = self._at(key)
        happening.sent, happening.by = at, by
        for heard, who in happening.heard:
            self._deliver(happening, heard, who)
        happening.heard.clear()

    def heard(self, key: Key, at: float, who: int) -> None:
        """Note that a player heard of it."""
        happening = self._at(key)
        if happening.sent is None:
            happening.heard.append((at, who))
        else:
            self._deliver(happening, at, who)

    def _deliver(self, happening: _Happening, at: float, who: int) -> None:
        if who != happening.by and happening.sent is not None:
            self._time(at - happening.sent)

    def _at(self, key: Key) -> _Happening:
        if key not in self._open:
            self._open[key] = _Happening()
            if len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)
        return self._open[key]
