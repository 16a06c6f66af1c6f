"""The games and bots that one server, arena or command line works with."""

from collections.abc import Iterable, Mapping
from itertools import chain

from tinplate.game import AnyBot, AnyGame, Malformed
from tinplate.pack import GamePack
from tinplate.random_bot import RandomBot

_MIDDLE = 5  # of the ten strengths


class Catalogue:
    """Packs by name, their bots, and outside bots that were added."""

    def __init__(self, packs: Iterable[GamePack]) -> None:
        self.packs: Mapping[str, GamePack] = {pack.name: pack for pack in packs}
        self._own: dict[str, AnyBot] | None = None
        self._added: dict[str, AnyBot] = {}

    @property
    def games(self) -> Mapping[str, AnyGame]:
        return {name: pack.game for name, pack in self.packs.items()}

    @property
    def own_bots(self) -> Mapping[str, AnyBot]:
        """The bots of the packs, and the one that plays at random."""
        if self._own is None:
            own: dict[str, AnyBot] = {}
            for bot in (RandomBot(self.packs), *chain(*(p.bots for p in self.packs.values()))):
                if bot.name in own:
                    games = ", ".join(sorted({*own[bot.name].games, *bot.games}))
                    raise Malformed(f"two bots are called “{bot.name}”; they play {games}")
                own[bot.name] = bot
            self._own = own
        return self._own

    def bot_titles(self, game: str) -> Mapping[str, str]:
        """What the page calls the bots that play a game."""
        return {RandomBot.name: RandomBot.title, **self.packs[game].bot_titles}

    @property
    def bots(self) -> Mapping[str, AnyBot]:
        """All bots, including those that were added."""
        return {**self.own_bots, **self._added}

    def pack(self, game: str) -> GamePack:
        """Return a game's pack; raise Malformed if there is no such game."""
        if game not in self.packs:
            known = ", ".join(self.packs)
            message = f"there is no game “{game}”; there are {known}"
            raise Malformed(message, "no-such-game", text=game, known=known)
        return self.packs[game]

    def add_bot(self, bot: AnyBot) -> None:
        """Add an outside bot; raise Malformed if its name is taken."""
        if bot.name in self.bots:
            raise Malformed(f"there is already a bot “{bot.name}”: give yours another name")
        self._added[bot.name] = bot

    def remove_bot(self, bot: AnyBot) -> None:
        """Remove a bot that was added."""
        del self._added[bot.name]

    def bots_for(self, game: str) -> list[AnyBot]:
        """Return the bots that play a game, weakest first."""
        able = [bot for bot in self.bots.values() if game in bot.games]
        return sorted(able, key=lambda bot: bot.strength)

    def stand_in(self, game: str) -> str:
        """Return the bot that plays for absent players: neither weak nor strong."""
        able = (bot for bot in self.own_bots.values() if game in bot.games)
        return min(able, key=lambda bot: abs(bot.strength - _MIDDLE)).name
