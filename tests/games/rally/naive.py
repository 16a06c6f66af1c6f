"""The register once more (R39, D1 to D40), slow and plain, to hold against the kernel.

Written from the rules alone. It shares no code with the kernel: only the values they speak of.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tinplate.games.rally.cards import Card, Kind
from tinplate.games.rally.course import Course, Gear, Square
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.settings import HouseRules
from tinplate.grid import Cell, Heading

ROUND = [Heading.NORTH, Heading.EAST, Heading.SOUTH, Heading.WEST]
STEPS = {Heading.NORTH: (0, -1), Heading.EAST: (1, 0), Heading.SOUTH: (0, 1), Heading.WEST: (-1, 0)}
DEAD = "dead"  # the place of a robot that a belt takes into a pit or over the edge


def rotated(heading: Heading, quarters_right: int) -> Heading:
    return ROUND[(ROUND.index(heading) + quarters_right) % 4]


@dataclass(eq=False)
class Bot:
    """A robot on the naive board."""

    seat: int
    cell: Cell | None
    facing: Heading
    armour: int
    lives: int
    next_flag: int
    save: Cell
    virtual: bool
    off: bool
    cards: Sequence[Card] | None

    @property
    def alive(self) -> bool:
        return self.cell is not None

    @property
    def place(self) -> Cell:
        assert self.cell is not None
        return self.cell

    @property
    def as_value(self) -> Robot:
        return Robot(
            cell=self.cell,
            facing=self.facing,
            armour=self.armour,
            lives=self.lives,
            next_flag=self.next_flag,
            save=self.save,
            virtual=self.virtual,
            off=self.off,
        )


@dataclass
class Board:
    """A course, what was agreed, and the robots on it."""

    course: Course
    settings: HouseRules
    bots: list[Bot]
    winners: list[int] = field(default_factory=list)

    @classmethod
    def of(
        cls,
        course: Course,
        settings: HouseRules,
        robots: Sequence[Robot],
        programs: Sequence[Sequence[Card] | None],
    ) -> "Board":
        bots = [
            Bot(
                seat,
                robot.cell,
                robot.facing,
                robot.armour,
                robot.lives,
                robot.next_flag,
                robot.save,
                robot.virtual,
                robot.off,
                program,
            )
            for seat, (robot, program) in enumerate(zip(robots, programs, strict=True))
        ]
        return cls(course, settings, bots)

    @property
    def robots(self) -> tuple[Robot, ...]:
        return tuple(bot.as_value for bot in self.bots)

    @property
    def living(self) -> list[Bot]:
        return [bot for bot in self.bots if bot.alive]

    def square(self, bot: Bot) -> Square:
        return self.course.square(bot.place)

    def is_on_board(self, cell: Cell) -> bool:
        return 0 <= cell.x < self.course.width and 0 <= cell.y < self.course.height

    def is_walled(self, cell: Cell, heading: Heading) -> bool:
        return heading in self.course.square(cell).walls

    def next_cell(self, cell: Cell, heading: Heading) -> Cell:
        dx, dy = STEPS[heading]
        return Cell(cell.x + dx, cell.y + dy)

    def die(self, bot: Bot) -> None:
        bot.cell = None
        bot.armour = 0
        bot.lives -= 1

    # The turn

    def register(self, number: int) -> None:
        """Part 3: a register, step by step."""
        self.move(number)
        self.convey(express_only=True)
        self.convey(express_only=False)
        self.push(number)
        self.gears()
        self.presses(number)
        self.lasers()
        self.flags()
        self.find_winners()

    def end_of_turn(self) -> None:
        """Part 3, step 6: repairs, then the virtual test (D14)."""
        for bot in self.living:
            points = self.square(bot).repair
            if self.square(bot).flag is not None:
                points += self.settings.flags_repair
            bot.armour = min(9, bot.armour + points)
        crowd = Counter(bot.cell for bot in self.living)
        for bot in self.living:
            if bot.virtual and crowd[bot.cell] == 1:
                bot.virtual = False

    # a: the cards

    def card(self, bot: Bot, number: int) -> Card:
        assert bot.cards is not None
        return bot.cards[number - 1]

    def by_priority(self, bots: list[Bot], number: int) -> list[Bot]:
        return sorted(bots, key=lambda bot: self.card(bot, number).priority, reverse=True)

    def move(self, number: int) -> None:
        for bot in self.by_priority([bot for bot in self.living if not bot.off], number):
            if bot.alive:
                self.carry_out(bot, self.card(bot, number).kind)

    def carry_out(self, bot: Bot, kind: Kind) -> None:
        match kind:
            case Kind.LEFT:
                bot.facing = rotated(bot.facing, -1)
            case Kind.RIGHT:
                bot.facing = rotated(bot.facing, 1)
            case Kind.UTURN:
                bot.facing = rotated(bot.facing, 2)
            case Kind.BACK:
                self.step(bot, rotated(bot.facing, 2))
            case Kind.MOVE1 | Kind.MOVE2 | Kind.MOVE3:
                for _ in range({Kind.MOVE1: 1, Kind.MOVE2: 2, Kind.MOVE3: 3}[kind]):
                    if not (bot.alive and self.step(bot, bot.facing)):
                        break

    def step(self, bot: Bot, heading: Heading) -> bool:
        """Part 3: one step; whether the robot moved or died."""
        if self.is_walled(bot.place, heading):
            return False
        target = self.next_cell(bot.place, heading)
        if not self.is_on_board(target):
            if self.settings.edge == "wall":
                return False
            self.die(bot)
            return True
        if self.course.square(target).pit:
            self.die(bot)
            return True
        if not bot.virtual:
            for other in self.living:
                in_the_way = other is not bot and not other.virtual and other.cell == target
                if in_the_way and not self.step(other, heading):
                    return False
        bot.cell = target
        return True

    # b: the belts

    def convey(self, *, express_only: bool) -> None:
        """Part 3: the belts, express ones only or all of them."""
        want: dict[Bot, Cell | str] = {}
        for bot in self.living:
            belt = self.square(bot).belt
            runs = belt is not None and (belt.is_express or not express_only)
            want[bot] = self.belt_target(bot, belt.exit) if belt and runs else bot.place
        while self.cancel_once(want):
            pass
        travel: dict[Bot, Heading] = {}
        for bot, target in want.items():
            belt = self.square(bot).belt
            if target != bot.cell and belt is not None:
                travel[bot] = belt.exit
        for bot, heading in travel.items():
            self.deliver(bot, want[bot], heading)

    def belt_target(self, bot: Bot, heading: Heading) -> Cell | str:
        target = self.next_cell(bot.place, heading)
        if self.is_walled(bot.place, heading):
            return bot.place
        if not self.is_on_board(target):
            return bot.place if self.settings.edge == "wall" else DEAD
        return DEAD if self.course.square(target).pit else target

    def cancel_once(self, want: dict[Bot, Cell | str]) -> bool:
        """Cancel every conflict there is now; whether there was one."""
        real = [bot for bot in want if not bot.virtual and want[bot] != DEAD]
        stopped = set[Bot]()
        for one in real:
            for other in real:
                if one is other:
                    continue
                same = want[one] == want[other]
                swap = want[one] == other.cell and want[other] == one.cell
                if same or swap:
                    stopped |= {bot for bot in (one, other) if want[bot] != bot.cell}
        for bot in stopped:
            want[bot] = bot.place
        return bool(stopped)

    def deliver(self, bot: Bot, target: Cell | str, heading: Heading) -> None:
        if isinstance(target, str):
            self.die(bot)
            return
        bot.cell = target
        belt = self.square(bot).belt
        if belt is not None and heading in belt.mouths:
            right = rotated(heading, 1) == belt.exit
            bot.facing = rotated(bot.facing, 1 if right else -1)

    # c to e: pushers, gears, presses

    def push(self, number: int) -> None:
        """D9: whoever stands on an active pusher now is served once, unless it was pushed away."""
        programmed = self.by_priority([bot for bot in self.living if not bot.off], number)
        queue = programmed + [bot for bot in self.living if bot.off]
        service = [
            (bot, pusher.heading)
            for bot in queue
            if (pusher := self.square(bot).pusher) is not None and number in pusher.registers
        ]
        displaced = set[int]()
        for bot, heading in service:
            if bot.alive and id(bot) not in displaced:
                before = [(other, other.cell) for other in self.living]
                self.step(bot, heading)
                displaced |= {id(other) for other, cell in before if other.cell != cell}

    def gears(self) -> None:
        for bot in self.living:
            gear = self.square(bot).gear
            if gear is not None:
                bot.facing = rotated(bot.facing, 1 if gear is Gear.RIGHT else -1)

    def presses(self, number: int) -> None:
        for bot in self.living:
            if number in self.square(bot).press:
                self.die(bot)

    # f: the lasers

    def lasers(self) -> None:
        hits: Counter[Bot] = Counter()
        for beam in self.beams():
            hits.update(self.hit_by_beam(beam))
        for bot in self.living:
            may_fire = not bot.off and (not bot.virtual or self.settings.virtual_fire)
            victim = self.first_seen(bot) if may_fire else None
            if victim is not None:
                hits[victim] += 1
        for bot, count in hits.items():
            taken = 9 - bot.armour + count  # D46: hits since the robot had all its armour
            bot.armour = max(0, bot.armour - count)
            if taken >= self.settings.deadly_hit:
                self.die(bot)

    def beams(self) -> Iterator[list[Cell]]:
        """Every single beam: the cells it crosses, from its emitter on."""
        for y, row in enumerate(self.course.squares):
            for x, square in enumerate(row):
                for laser in square.lasers:
                    for _ in range(laser.beams):
                        cell = Cell(x, y)
                        yield [cell, *self.line_of_sight(cell, laser.heading)]

    def line_of_sight(self, cell: Cell, heading: Heading) -> Iterator[Cell]:
        while not self.is_walled(cell, heading):
            cell = self.next_cell(cell, heading)
            if not self.is_on_board(cell):
                return
            yield cell

    def hit_by_beam(self, cells: list[Cell]) -> Iterator[Bot]:
        for cell in cells:
            here = [bot for bot in self.living if bot.cell == cell]
            yield from here
            if self.settings.beam_blocked and any(not bot.virtual for bot in here):
                return

    def first_seen(self, bot: Bot) -> Bot | None:
        for cell in self.line_of_sight(bot.place, bot.facing):
            for other in self.living:
                if other.cell == cell and not other.virtual:
                    return other
        return None

    # g and h: flags, save points, winners

    def flags(self) -> None:
        for bot in self.living:
            if not bot.off and self.square(bot).flag == bot.next_flag:
                bot.next_flag += 1
        for bot in self.living:
            saves_here = self.square(bot).repair > 0 or (
                self.settings.flags_save and self.square(bot).flag is not None
            )
            if saves_here and (not bot.off or self.settings.pd_saves):
                bot.save = bot.place

    def find_winners(self) -> None:
        flags = [square.flag for row in self.course.squares for square in row if square.flag]
        self.winners = [bot.seat for bot in self.bots if flags and bot.next_flag > max(flags)]
        survivors = [bot.seat for bot in self.bots if bot.lives > 0]
        alone = len(survivors) == 1 and len(self.bots) > 1
        if not self.winners and self.settings.last_standing_wins and alone:
            self.winners = survivors
