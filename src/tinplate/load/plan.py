"""What a load test does: how many players play what, how fast and for how long."""

from msgspec import Struct

from tinplate.game import Rejected
from tinplate.games import installed

SEATS = 4  # at a table; further visitors watch


class LoadPlan(Struct, frozen=True):
    """The load to generate."""

    tables: int
    players: int
    games: tuple[str, ...]  # tables play these in turn
    pace: tuple[float, float]  # seconds between two commands of a player, least and most
    seconds: float
    kills: bool = False  # kill the server in the middle
    bots: tuple[str, ...] = ()  # at every table of a game they play, one of each

    def __post_init__(self) -> None:
        if self.players < self.tables:
            raise Rejected(f"{self.players} players are too few for {self.tables} tables.")

    def visitors(self, table: int) -> int:
        """Return how many connect to a table, spectators included."""
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
