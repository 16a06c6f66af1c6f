"""Named deals: tables that agree on the same name are dealt the same, so that people can compare.

The dice of a named deal follow from its name and the key of the server. Whoever knows the name, or
has seen all that was rolled, cannot tell what comes next; only somebody who has played the same
deal can. So we count how often each has been played, and everybody at a table can see it.
"""

import hmac
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random, SystemRandom
from typing import Any, TypeVar

from msgspec.json import encode

from tinplate.lobby.values import NamedDeal
from tinplate.pack import GamePack
from tinplate.server.counts import count_once, counted
from tinplate.store.log import Moment, Store

DEAL = "deal"  # a kind of log: it has a row for each match
FLOAT_BITS = 53
T = TypeVar("T")


class DealDice(Random):
    """Dice that roll the same wherever the key is the same.

    What is drawn from a list depends on what is in it, not on its order or length: tables that
    differ a little, because something went back into the pile, still draw the same.
    """

    def __init__(self, key: bytes) -> None:
        super().__init__()
        self._key = key
        self._rolls = 0

    def seed(self, *_: object, **__: object) -> None:
        """Do nothing: all follows from the key."""

    def random(self) -> float:
        return self.getrandbits(FLOAT_BITS) / (1 << FLOAT_BITS)

    def getrandbits(self, k: int, /) -> int:
        roll, blocks = self._next_roll(), -(-k // 256)
        stream = b"".join(self._digest(f"{roll} bits {block}") for block in range(blocks))
        return int.from_bytes(stream) >> (8 * len(stream) - k)

    def choice(self, seq: Sequence[T]) -> T:  # type: ignore[override]
        return self.sample(seq, 1)[0]

    def sample(self, population: Sequence[T], k: int) -> list[T]:  # type: ignore[override]
        return [population[at] for at in self._ranked(population)[:k]]

    def shuffle(self, x: Any) -> None:  # noqa: ANN401 - any list, as in the standard library
        x[:] = self.sample(x, len(x))

    def _ranked(self, population: Sequence[object]) -> list[int]:
        """The places of all elements, each ranked by what it is; equal ones are numbered."""
        roll, seen = self._next_roll(), Counter[str]()
        ranks = list[bytes]()
        for each in population:
            text = str(each)
            ranks.append(self._digest(f"{roll} pick {seen[text]} {text}"))
            seen[text] += 1
        return sorted(range(len(population)), key=ranks.__getitem__)

    def _next_roll(self) -> int:
        self._rolls += 1
        return self._rolls

    def _digest(self, what: str) -> bytes:
        return hmac.digest(self._key, what.encode(), "sha256")


class Dealer:
    """Makes the dice of all matches. Nobody can predict them."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self.chance = SystemRandom()

    def opening_dice(self, pack: GamePack, deal: NamedDeal | None) -> Random:
        """To deal a match with."""
        return self.chance if deal is None else DealDice(self._key_of(pack, deal, "opening"))

    def later_dice(self, pack: GamePack, deal: NamedDeal | None) -> Callable[[object], Random]:
        """For everything after that, by the state in which the dice are rolled."""

        def dice(state: object) -> Random:
            moment = None if deal is None else pack.chance_moment(state)
            if deal is None or moment is None:
                return self.chance
            return DealDice(self._key_of(pack, deal, "later", moment))

        return dice

    async def played(self, store: Store, game: str, deal: NamedDeal) -> int:
        """How many matches have begun with this deal."""
        return await counted(store, self._log(game, deal))

    async def count(
        self, store: Store, game: str, deal: NamedDeal, match: str, now: Moment
    ) -> None:
        """A match is about to begin with this deal. It counts once, whoever else deals it too."""
        await count_once(store, DEAL, self._log(game, deal), match, now)

    def _log(self, game: str, deal: NamedDeal) -> str:
        return f"{DEAL} {self._digest(game, deal, 'log').hex()}"  # ids have no spaces

    def _key_of(self, pack: GamePack, deal: NamedDeal, *purpose: str) -> bytes:
        return self._digest(pack.name, deal, *purpose)

    def _digest(self, game: str, deal: NamedDeal, *purpose: str) -> bytes:
        text = encode([game, deal.name.casefold(), deal.number, *purpose])
        return hmac.digest(self._key, text, "sha256")
