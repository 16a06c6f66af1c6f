"""How long it takes until the other players receive what one has done."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

MAX_OPEN = 200  # the oldest are forgotten, because not everything comes from a command

# The text of a line of chat, or a match and the time of an entry on its clock: everybody is told
# the same time, but not the same number.
Key = str | tuple[str, int]


@dataclass(slots=True)
class _Happening:
    sent: float | None = None  # the time, once we know who did it
    by: int = -1
    heard: list[tuple[float, int]] = field(default_factory=list)  # received before that


class Deliveries:
    """Matches what was sent at a table with what was received, in any order."""

    def __init__(self, time: Callable[[float], None]) -> None:
        self._time = time
        self._open: OrderedDict[Key, _Happening] = OrderedDict()

    def sent(self, key: Key, at: float, by: int) -> None:
        """One of our players did this, and sent it at that time."""
        happening = self._at(key)
        happening.sent, happening.by = at, by
        for heard, who in happening.heard:
            self._deliver(happening, heard, who)
        happening.heard.clear()

    def heard(self, key: Key, at: float, who: int) -> None:
        """A player received it."""
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
            if len(self._open) > MAX_OPEN:
                self._open.popitem(last=False)
        return self._open[key]
