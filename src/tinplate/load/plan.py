"""What is to be tried: how many play what, how quickly and for how long."""

from msgspec import Struct

from tinplate.game import Rejected
from tinplate.games import installed

SEATS = 4  # at a table; who comes to one that is full watches


class LoadPlan(Struct, frozen=True):
    """A load, as it is ordered."""

    tables: int
    players: int
    games: tuple[str, ...]  # one table after the other plays the next of them
    pace: tuple[float, float]  # seconds between two commands of a player, at least and at most
    seconds: float
    kills: bool = False  # the server, in the middle
    bots: tuple[str, ...] = ()  # those who play its game sit at every table, one of each

    def __post_init__(self) -> None:
        if self.players < self.tables:
            raise Rejected(f"{self.tables} tables need as many players; {self.players} are few.")

    def visitors(self, table: int) -> int:
        """How many come to a table, spectators included."""
        each, left = divmod(self.players, self.tables)
        return each + (table < left)

    def game(self, table: int) -> str:
        return self.games[table % len(self.games)]

    def bots_at(self, table: int) -> tuple[str, ...]:
        bots = installed().bots
        return tuple(name for name in self.bots if self.game(table) in bots[name].games)

    @property
    def seated(self) -> int:
        return sum(min(SEATS, self.visitors(table)) for table in range(self.tables))
