"""The rival: plays the planner's best programs out against what the others may do."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from tinplate.games.rally.bots.planner import Planner, Tried, try_all
from tinplate.games.rally.bots.player import GOING, RESTING, Intent
from tinplate.games.rally.cards import Card

if TYPE_CHECKING:
    from tinplate.games.rally.bots.seen import BotView
    from tinplate.games.rally.outlook import Floats, Ints, Outlook

FIRST_LOOK = 3  # times fewer samples than in the second look
SECOND_LOOK = 12  # programs
CLOSE = 0.05  # difference in chances that is worth a second look


class Candidate(NamedTuple):
    """A program worth a closer look."""

    cards: list[Card]
    code: int
    facing: int
    power_down: bool = False


class Rival(Planner):
    """Considers the others: their cards, their robots, their chances."""

    limit = 3.0
    fast_fallback = Planner()

    def __init__(
        self, name: str, *, programs: int, samples: int, sight: int, strength: int
    ) -> None:
        self.name = name
        self.strength = strength
        self.programs = programs  # its own programs that get a closer look
        self.samples = samples  # of what the others may do, for the best programs
        self.sight = sight  # turns after this one played out for the best programs

    def intend(self, seen: "BotView", facings: Sequence[int], dice: Random) -> Intent:
        """Take a first look at many programs, then a longer one at those that did best."""
        from tinplate.games.rally import outlook as o  # noqa: PLC0415

        outlook = self.outlook(seen.view)
        tried = try_all(outlook, seen, facings)
        turns = o.turns_left(outlook, tried.ends, seen.lives)
        many = _candidates(seen, tried, turns, self.programs)
        if not any(player.robot.lives for player in seen.others):
            is_tired = turns[:, RESTING].min() < turns[:, GOING].min()
            return Intent(many[0].cards, many[0].facing, bool(is_tired))
        stage = _Stage(outlook, seen, max(1, self.samples // FIRST_LOOK), dice)
        few = _most_promising(many, stage.chances_now(many))
        if outlook.policy.shape[2]:
            stage = _Stage(outlook, seen, self.samples, dice)
            few = [few[int(stage.chances_later(few, self.sight).argmax())]]
        return Intent(few[0].cards, few[0].facing, few[0].power_down)


def _candidates(seen: "BotView", tried: Tried, turns: "Floats", programs: int) -> "list[Candidate]":
    """Return the best programs as if alone, once with fast cards first, once with slow ones."""
    from tinplate.games.rally import outlook as o  # noqa: PLC0415
    from tinplate.games.rally.bots.seen import laid_out, locked  # noqa: PLC0415

    found, closed = list[Candidate](), locked(seen.player)
    for place in turns.min(axis=1).argsort(kind="stable")[:programs]:
        code, facing = int(tried.ends[place, o.CODE]), int(tried.facings[place])
        fast = laid_out(code, seen.cards, closed)
        slow = laid_out(code, seen.cards[::-1], closed)
        found.append(Candidate(fast, code, facing))
        if slow != fast:
            found.append(Candidate(slow, code, facing))
    return found


def _most_promising(candidates: list[Candidate], chances: "Floats") -> list[Candidate]:
    """Sort the best first; power down next turn where that seems as good."""
    order = chances.max(axis=1).argsort(kind="stable")[::-1]
    few = list[Candidate]()
    for place in order[:SECOND_LOOK]:
        going, resting = chances[place]
        tired = candidates[place]._replace(power_down=True)
        both = [candidates[place], tired] if going >= resting else [tired, candidates[place]]
        few += both if abs(going - resting) < CLOSE else both[:1]
    return few


class _Stage:
    """The table in numbers, with samples of what the others may have programmed."""

    def __init__(self, outlook: "Outlook", seen: "BotView", samples: int, dice: Random) -> None:
        from tinplate.games.rally.floor import floor_of, robot_rows, rules_of  # noqa: PLC0415

        view = seen.view
        self._outlook = outlook
        self._me = seen.seat
        self._samples = samples
        self._seed = dice.getrandbits(62)
        self._floor = floor_of(view.course, view.settings.edge)
        self._rules = rules_of(view.course, view.settings)
        self._robots = robot_rows(view.course, [player.robot for player in view.players])
        self._others = _others(outlook, seen, self._robots, samples, dice)

    def chances_now(self, candidates: list[Candidate]) -> "Floats":
        """My chance at the end of this turn, [candidate, without and with a turn off next]."""
        import numpy as np  # noqa: PLC0415

        from tinplate.games.rally import outlook as o  # noqa: PLC0415

        games, _, won = self._play(candidates)
        codes = np.repeat([candidate.code for candidate in candidates], self._samples)
        return self._means(o.chances_by_power(self._outlook, games, won, codes, self._me))

    def chances_later(self, candidates: list[Candidate], turns: int) -> "Floats":
        """Return my chance [candidate] after so many more turns, which all robots play alike."""
        import numpy as np  # noqa: PLC0415

        from tinplate.games.rally import kernel as k  # noqa: PLC0415
        from tinplate.games.rally import outlook as o  # noqa: PLC0415

        games, cards, won = self._play(candidates)
        rests = np.repeat([each.power_down for each in candidates], self._samples)
        rests &= games[:, self._me, k.CELL] != k.OUT  # D24
        lots = np.arange(len(games)) % self._samples
        for turn in range(turns):
            going = np.flatnonzero(won == 0)
            robots, hands = games[going], cards[going]
            o.start_next_turn(self._outlook, robots, lots[going], self._seed + turn, hands)
            if turn == 0:
                robots[rests[going], self._me, k.OFF] = 1
                robots[rests[going], self._me, k.ARMOUR] = k.MOST_ARMOUR
            won[going] = self._run(robots, hands)
            games[going] = robots
        return self._means(o.chances_now(self._outlook, games, won, self._me))

    def _play(self, candidates: list[Candidate]) -> "tuple[Ints, Ints, Ints]":
        """Play a turn, candidates times samples; return robots, cards and winners."""
        import numpy as np  # noqa: PLC0415

        from tinplate.games.rally import kernel as k  # noqa: PLC0415
        from tinplate.games.rally.floor import card_rows  # noqa: PLC0415

        cards = np.tile(self._others, (len(candidates), 1, 1, 1))
        mine = card_rows([candidate.cards for candidate in candidates])
        cards[:, self._me] = np.repeat(mine, self._samples, axis=0)
        games = np.tile(self._robots, (len(cards), 1, 1))
        facings = [candidate.facing for candidate in candidates]
        games[:, self._me, k.FACING] = np.repeat(facings, self._samples)
        return games, cards, self._run(games, cards)

    def _run(self, games: "Ints", cards: "Ints") -> "Ints":
        from tinplate.games.rally import kernel as k  # noqa: PLC0415

        return k.play_batch(self._floor, self._rules, games, cards, 1, k.REGISTERS, ends=True)

    def _means(self, chances: "Floats") -> "Floats":
        means: Floats = chances.reshape(-1, self._samples, *chances.shape[1:]).mean(axis=1)
        return means


def _others(
    outlook: "Outlook", seen: "BotView", robots: "Ints", samples: int, dice: Random
) -> "Ints":
    """Sample the others' programs: [sample, robot, register, kind and priority]."""
    import numpy as np  # noqa: PLC0415

    from tinplate.games.rally import outlook as o  # noqa: PLC0415
    from tinplate.games.rally.bots.seen import locked, numbers, plays_now, unseen  # noqa: PLC0415

    view = seen.view
    closed = np.full((view.seats, o.REGISTERS, 2), o.OPEN, np.int64)
    for seat, player in enumerate(view.players):
        for register, card in enumerate(locked(player)):
            if card is not None:
                closed[seat, register] = *numbers([card]), card.priority
    plays = [seat != seen.seat and plays_now(view, seat) for seat in range(view.seats)]
    pack = unseen(view, seen.seat)
    rows = np.array([[*numbers([card]), card.priority] for card in pack], np.int64)
    cards = np.zeros((samples, view.seats, o.REGISTERS, 2), np.int64)
    o.sample_opponents(outlook, robots, closed, np.array(plays), rows, dice.getrandbits(62), cards)
    return cards
