"""The pieces in the box: robots, symbols and the 17 target tokens (RC3, RC4)."""

from enum import StrEnum


class Robot(StrEnum):
    """A robot; the value is its letter in the notation, and the order is r g b y s v t p.

    The first five are in the box; the last three play only on boards of one's own.
    """

    RED = "r"
    GREEN = "g"
    BLUE = "b"
    YELLOW = "y"
    SILVER = "s"
    VIOLET = "v"
    TEAL = "t"
    PINK = "p"

    slot: int  # its index in a tuple of robots' cells

    __hash__ = str.__hash__  # much faster than that of enumerations

    @property
    def colour(self) -> str:
        """The colour as people say it: "red"."""
        return self.name.lower()


ROBOTS = tuple(Robot)
for _slot, _robot in enumerate(ROBOTS):
    _robot.slot = _slot
BOX_ROBOTS = ROBOTS[:5]  # red, green, blue, yellow and, if one likes, silver (RC4)


class Symbol(StrEnum):
    """The symbol printed on a target, by its name in notation, logs and code."""

    CIRCLE = "circle"
    TRIANGLE = "triangle"
    SQUARE = "square"
    HEXAGON = "hexagon"
    VORTEX = "vortex"


DRAWN_AS = {  # in the boxes and in our pictures: what people call it when they see it
    Symbol.CIRCLE: "moon",
    Symbol.TRIANGLE: "gear",
    Symbol.SQUARE: "planet",
    Symbol.HEXAGON: "star",
}


class Target(StrEnum):
    """One of the 17 target tokens, and the cell with the same symbol (RC3)."""

    RED_CIRCLE = "red-circle"
    RED_TRIANGLE = "red-triangle"
    RED_SQUARE = "red-square"
    RED_HEXAGON = "red-hexagon"
    GREEN_CIRCLE = "green-circle"
    GREEN_TRIANGLE = "green-triangle"
    GREEN_SQUARE = "green-square"
    GREEN_HEXAGON = "green-hexagon"
    BLUE_CIRCLE = "blue-circle"
    BLUE_TRIANGLE = "blue-triangle"
    BLUE_SQUARE = "blue-square"
    BLUE_HEXAGON = "blue-hexagon"
    YELLOW_CIRCLE = "yellow-circle"
    YELLOW_TRIANGLE = "yellow-triangle"
    YELLOW_SQUARE = "yellow-square"
    YELLOW_HEXAGON = "yellow-hexagon"
    VORTEX = "vortex"

    __hash__ = str.__hash__  # much faster than that of enumerations

    @property
    def robot(self) -> Robot | None:
        """The robot that must reach it, or None for the vortex: any robot may (RC9)."""
        return _ROBOT[self]

    @property
    def symbol(self) -> Symbol:
        """What is printed on it."""
        return _SYMBOL[self]

    def welcomes(self, robot: Robot) -> bool:
        """RC9: whether this robot may arrive: the one of its colour; for the vortex, any robot."""
        return _ROBOT[self] in (None, robot)


_ROBOT: dict[Target, Robot | None] = {
    target: next((robot for robot in Robot if target.startswith(robot.colour)), None)
    for target in Target
}
_SYMBOL = {target: Symbol(target.rpartition("-")[2]) for target in Target}
