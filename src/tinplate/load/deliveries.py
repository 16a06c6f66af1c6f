"""How long it takes until the others are told what somebody did."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

MOST_OPEN = 200  # things that happened; those that no command brought about are forgotten so

Key = str | tuple[str, int]  # the text of a line of chat, or a match and a version


@dataclass(slots=True)
class _Happening:
    sent: float | None = None  # when, once it is known whose doing it was
    by: int = -1
    heard: list[tuple[float, int]] = field(default_factory=list)  # before that was known


class Deliveries:
    """At one table: matches what was sent with what was heard, in whichever order that comes."""

    def __init__(self, time: Callable[[float], None]) -> None:
        self._time = time
        self._open: OrderedDict[Key, _Happening] = OrderedDict()

    def sent(self, key: Key, at: float, by: int) -> None:
        """It is known now that this was done by one of us, who sent it at that time."""
        happening = self._at(key)
        happening.sent, happening.by = at, by
        for heard, who in happening.heard:
            self._deliver(happening, heard, who)
        happening.heard.clear()

    def heard(self, key: Key, at: float, who: int) -> None:
        """Somebody was told."""
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
