"""The plan of a load test: how many play what, how fast and for how long."""

from msgspec import Struct

from tinplate.game import Rejected
from tinplate.games import installed

USUAL_SEATS = 4


class LoadPlan(Struct, frozen=True):
    """What to run."""

    tables: int
    players: int
    games: tuple[str, ...]  # tables take turns through the list
    pace: tuple[float, float]  # seconds between two commands of a player, at least and at most
    seconds: float
    kills: bool = False  # kill the server half-way
    bots: tuple[str, ...] = ()  # one of each sits at every table whose game it plays
    seats: int = USUAL_SEATS  # at a table, if its game has so many; everybody else watches
    is_together: bool = False  # of several processes, all at a table are connected to the same
    sign_ins: float = 0  # a minute, while they play
    rated_ends: float = 0  # rated matches that end in a second, at tables of their own

    def __post_init__(self) -> None:
        if self.players < self.tables:
            raise Rejected(f"{self.players} players are too few for {self.tables} tables.")

    def visitors(self, table: int) -> int:
        """How many players and spectators come to a table."""
        each, left = divmod(self.players, self.tables)
        return each + (table < left)

    def seats_at(self, table: int) -> int:
        """How many of them play."""
        most = installed().pack(self.game(table)).seats[-1]
        return min(self.seats, most, self.visitors(table))

    def game(self, table: int) -> str:
        return self.games[table % len(self.games)]

    def bots_at(self, table: int) -> tuple[str, ...]:
        bots = installed().bots
        return tuple(name for name in self.bots if self.game(table) in bots[name].games)

    @property
    def has_more(self) -> bool:
        """Whether more goes on than playing. Then playing alone is measured first."""
        return bool(self.sign_ins or self.rated_ends)

    @property
    def seated(self) -> int:
        return sum(map(self.seats_at, range(self.tables)))
