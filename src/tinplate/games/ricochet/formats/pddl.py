"""Tasks of the planning domain `ricochet-robots`, as the planning competition of 2023 has them.

A task names its cells as it likes: NEXT says which are neighbours, and so where each of them is.
BLOCKED says where a moving robot stops, and a cell on which a robot can step is free. Nothing else
about the shape of a board is taken for granted, and what our boards cannot be is refused: walls
that stop robots in one direction only, cells in which a robot would move for ever, costs of steps.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn

from tinplate.game import Malformed
from tinplate.games.ricochet.formats.lisp import Expression, Form, Word, read_forms
from tinplate.games.ricochet.formats.puzzle import LARGEST, PlainPuzzle, Sides
from tinplate.grid import Cell, Heading

DOMAIN = "ricochet-robots"
_HEADINGS = {heading.compass: heading for heading in Heading}
_COSTS = ("go-cost", "step-cost", "stop-cost")
_ARGUMENTS = {
    "next": ("cell", "cell", "direction"),
    "blocked": ("cell", "direction"),
    "at": ("robot", "cell"),
    "free": ("cell",),
    "nothing-is-moving": (),
    "is-moving": ("robot", "direction"),
}
_SECTIONS = ("problem", ":domain", ":objects", ":init", ":goal", ":metric")
_HARMLESS = (":requirements", ":length")  # says nothing that we would not know
_BLANK = r"(?:\s|;[^\n]*+)*+"  # spaces, lines and comments
_AMOUNT = re.compile(r"\d{1,9}(\.0+)?", re.ASCII)
_NAME = re.compile(r"[a-z][\w-]*", re.ASCII | re.IGNORECASE)


class Costs(NamedTuple):
    """What the actions of a plan cost."""

    go: int = 1
    step: int = 0
    stop: int = 0


@dataclass(frozen=True)
class PddlTask:
    """A puzzle, and what a plan for it has to say: the names of its cells, where robots stop."""

    name: str
    puzzle: PlainPuzzle
    cells: Mapping[Cell, str]
    directions: Mapping[Heading, str]
    barriers: Sides  # where a moving robot stops at a barrier, and not at a robot
    costs: Costs = field(default_factory=Costs)


def is_pddl(text: str) -> bool:
    """Whether the text begins like PDDL, comments aside."""
    return re.match(rf"{_BLANK}\(", text) is not None


def is_domain(text: str) -> bool:
    """Whether it is the domain, which belongs to all tasks, and not one of them."""
    words = (r"\(", "define", r"\(", r"domain\b")
    return re.match("".join(f"{_BLANK}{word}" for word in words), text, re.IGNORECASE) is not None


# Reading


def read_pddl(text: str) -> PddlTask:
    """Read a task; Malformed says what is wrong, and on which line."""
    name, sections = _sections(text)
    objects = _Objects(sections[":objects"])
    facts = _Facts(objects)
    for form in _forms(sections[":init"].parts[1:]):
        facts.add(form)
    facts.check()
    wanted, target = _read_goal(sections[":goal"], objects)
    _check_metric(sections[":metric"])
    return _Layout(objects, facts).task(name, wanted, target)


def _sections(text: str) -> tuple[str, dict[str, Form]]:
    forms = read_forms(text)
    if not forms or forms[0].head != "define":
        line = forms[0].line if forms else 1
        raise Malformed(f"line {line}: a task begins with (define (problem NAME)")
    if len(forms) > 1:
        raise Malformed(f"line {forms[1].line}: there is more after the end of the task")
    name, sections = "", dict[str, Form]()
    for section in _forms(forms[0].parts[1:]):
        if section.head not in (*_SECTIONS, *_HARMLESS):
            _misread(section, f"a task has no ({section.head} ...)")
        if section.head in sections:
            _misread(section, f"there is a second ({section.head} ...)")
        if section.head == "problem":
            name = _words(section)[-1].text
        sections[section.head] = section
    for wanted in _SECTIONS:
        if wanted not in sections:
            raise Malformed(f"the task has no ({wanted} ...)")
    domain = sections[":domain"]
    if [word.key for word in _words(domain)[1:]] != [DOMAIN]:
        _misread(domain, f"{domain} is another domain than {DOMAIN}")
    return name, sections


def _forms(parts: Iterable[Expression]) -> Iterator[Form]:
    for part in parts:
        if isinstance(part, Word):
            raise Malformed(f"line {part.line}: “{part.text}” should be in parentheses")
        yield part


def _words(form: Form) -> list[Word]:
    for part in form.parts:
        if isinstance(part, Form):
            _misread(part, f"{form} has only words in it")
    return [part for part in form.parts if isinstance(part, Word)]


def _misread(place: Expression, because: str) -> NoReturn:
    raise Malformed(f"line {place.line}: {because}")


class _Objects:
    """The names of robots, cells and directions, as they are written, by their small letters."""

    def __init__(self, section: Form) -> None:
        self.named: dict[str, dict[str, str]] = {"robot": {}, "cell": {}, "direction": {}}
        self._type_of: dict[str, str] = {}
        waiting: list[Word] = []
        words = iter(_words(section)[1:])
        for word in words:
            if word.text != "-":
                waiting.append(word)
                continue
            self._add(waiting, next(words, word))
            waiting = []
        if waiting:
            _misread(waiting[0], f"“{waiting[0].text}” has no type: write - cell after the cells")
        self._check(section)

    def _add(self, words: Sequence[Word], kind: Word) -> None:
        if kind.key not in self.named:
            _misread(kind, f"there is no type “{kind.text}”; there are robot, cell, direction")
        for word in words:
            if word.key in self._type_of:
                _misread(word, f"“{word.text}” is declared twice")
            if kind.key == "direction" and word.key not in _HEADINGS:
                _misread(word, f"there is no direction “{word.text}”: {', '.join(_HEADINGS)}")
            self._type_of[word.key] = kind.key
            self.named[kind.key][word.key] = word.text

    def _check(self, section: Form) -> None:
        for kind, names in self.named.items():
            if not names:
                _misread(section, f"there is no {kind}")
        if len(self.named["direction"]) < len(_HEADINGS):
            _misread(section, f"a board has four directions: {', '.join(_HEADINGS)}")
        if len(self.named["cell"]) > LARGEST**2:
            _misread(section, f"a board has at most {LARGEST} columns and rows")

    def read(self, form: Form, kinds: Sequence[str]) -> list[str]:
        """What a fact is about, by small letters."""
        words = _words(form)[1:]
        if len(words) != len(kinds):
            _misread(form, f"{form}: {form.head} has {_listed(kinds)} after it")
        for word, kind in zip(words, kinds, strict=True):
            if self._type_of.get(word.key) != kind:
                _misread(form, f"{form}: “{word.text}” is not a {kind}")
        return [word.key for word in words]


def _listed(kinds: Sequence[str]) -> str:
    return " ".join(kinds) or "nothing"


class _Facts:
    """What (:init ...) says, cell by cell and direction by direction."""

    def __init__(self, objects: _Objects) -> None:
        self._objects = objects
        self.next: dict[tuple[str, Heading], tuple[str, Form]] = {}
        self.blocked: dict[tuple[str, Heading], Form] = {}
        self.at: dict[str, tuple[str, Form]] = {}
        self.free = set[str]()
        self._costs = dict[str, tuple[int, Form]]()
        self._are_all_still = False

    def add(self, form: Form) -> None:
        head = form.head
        if head == "=":
            self._add_cost(form)
            return
        if head not in _ARGUMENTS:
            _misread(form, f"there is no fact {form} in this domain")
        match head, self._objects.read(form, _ARGUMENTS[head]):
            case "next", [cell, there, direction]:
                side = cell, _HEADINGS[direction]
                if self.next.get(side, (there,))[0] != there:
                    _misread(form, f"{form}: {self.next[side][0]} is there already")
                self.next[side] = there, form
            case "blocked", [cell, direction]:
                self.blocked[cell, _HEADINGS[direction]] = form
            case "at", [robot, cell]:
                if self.at.get(robot, (cell,))[0] != cell:
                    _misread(form, f"{form}: {robot} is at {self.at[robot][0]} already")
                self.at[robot] = cell, form
            case "free", [cell]:
                self.free.add(cell)
            case "is-moving", _:
                _misread(form, f"{form}: a task begins when no robot moves")
            case _:
                self._are_all_still = True

    def _add_cost(self, form: Form) -> None:
        match form.parts:
            case (_, Form(_, (Word() as name,)), Word() as amount) if name.key in {
                "total-cost",
                *_COSTS,
            } and _AMOUNT.fullmatch(amount.text):
                self._costs[name.key] = int(amount.text.partition(".")[0]), form
            case _:
                _misread(form, f"this should be a cost, such as (= (go-cost) 1); it is {form}")

    def check(self) -> None:
        """Refuse what is only seen when all facts are known."""
        if not self._are_all_still:
            raise Malformed("(:init ...) has no (nothing-is-moving): no robot could ever start")
        for name in _COSTS:
            if name not in self._costs:
                raise Malformed(f"(:init ...) does not say what ({name}) is")
        amount, form = self._costs["step-cost"]
        if amount:
            _misread(form, "steps have a cost here; we find the fewest moves, not the fewest steps")
        taken: dict[str, str] = {}
        for robot in self._objects.named["robot"]:
            if robot not in self.at:
                raise Malformed(f"(:init ...) does not say where {robot} is")
            cell, form = self.at[robot]
            if cell in taken:
                _misread(form, f"{form}: {taken[cell]} is there already")
            if cell in self.free:
                _misread(form, f"{form}, and yet {cell} is free")
            taken[cell] = robot

    @property
    def costs(self) -> Costs:
        return Costs(*(self._costs[name][0] for name in _COSTS))


def _read_goal(section: Form, objects: _Objects) -> tuple[str | None, str]:
    """Which robot has to be where; no robot means any of them."""
    conditions = [form for part in _forms(section.parts[1:]) for form in _conditions(part)]
    arrivals = [form for form in conditions if form.head != "nothing-is-moving"]
    if len(arrivals) == len(conditions):
        _misread(section, "the goal does not ask for (nothing-is-moving): passing would be enough")
    if len(arrivals) != 1:
        _misread(
            section, f"the goal asks for {len(arrivals)} things; we solve for one robot's cell"
        )
    (arrival,) = arrivals
    if arrival.head != "or":
        robot, cell = _read_at(arrival, objects)
        return robot, cell
    choices = [_read_at(form, objects) for form in _forms(arrival.parts[1:])]
    cells, robots = {cell for _, cell in choices}, {robot for robot, _ in choices}
    if len(cells) != 1 or robots != set(objects.named["robot"]):
        _misread(arrival, "the goal is neither for one robot nor for all of them, on one cell")
    return None, cells.pop()


def _conditions(form: Form) -> Iterator[Form]:
    if form.head == "and":
        for part in _forms(form.parts[1:]):
            yield from _conditions(part)
    else:
        yield form


def _read_at(form: Form, objects: _Objects) -> tuple[str, str]:
    if form.head != "at":
        _misread(form, f"the goal is (at ROBOT CELL); this is {form}")
    robot, cell = objects.read(form, _ARGUMENTS["at"])
    return robot, cell


def _check_metric(section: Form) -> None:
    match section.parts[1:]:
        case (Word() as how, Form(_, (Word() as what,))) if (
            how.key == "minimize" and what.key == "total-cost"
        ):
            return
    _misread(section, "we minimize (total-cost) and nothing else")


class _Layout:
    """Where everything is: cells by name become cells of a board."""

    def __init__(self, objects: _Objects, facts: _Facts) -> None:
        self._objects = objects
        self._facts = facts
        self._cells = [*objects.named["cell"]]
        robots_on = {cell for cell, _ in facts.at.values()}
        # A cell that is not free, without a robot, never is: a robot stops before it.
        self._open = {cell for cell in self._cells if cell in facts.free or cell in robots_on}
        self._places = self._placed()

    def task(self, name: str, wanted: str | None, target: str) -> PddlTask:
        facts, names, places = self._facts, self._objects.named, self._places
        width = 1 + max(cell.x for cell in places.values())
        height = 1 + max(cell.y for cell in places.values())
        if max(width, height) > LARGEST:
            raise Malformed(f"the board has {width} columns and {height} rows; {LARGEST} is most")
        if target not in self._open:
            raise Malformed(f"the goal is on {target}, where no robot can ever be")
        self._check_sides()
        at = {places[cell]: cell for cell in self._cells}
        is_open = {cell for cell, each in at.items() if each in self._open}
        puzzle = PlainPuzzle(
            width,
            height,
            frozenset(self._walls()),
            frozenset(Cell(x, y) for y in range(height) for x in range(width)) - is_open,
            {names["robot"][robot]: places[facts.at[robot][0]] for robot in names["robot"]},
            None if wanted is None else names["robot"][wanted],
            places[target],
        )
        return PddlTask(
            name,
            puzzle.with_closed_parts_blocked(),
            {cell: names["cell"][each] for cell, each in at.items()},
            {_HEADINGS[key]: written for key, written in names["direction"].items()},
            frozenset((places[cell], side) for cell, side in facts.blocked),
            facts.costs,
        )

    def _placed(self) -> dict[str, Cell]:
        """Where each cell is: as its neighbours say, or else its name."""
        places = self._followed(self._cells[0])
        if len(places) < len(self._cells):
            places = self._named()
        for (cell, side), (there, form) in self._facts.next.items():
            if places[there] != places[cell].towards(side):
                _misread(form, f"{form} does not fit on a board with the facts before it")
        west, north = min(cell.x for cell in places.values()), min(c.y for c in places.values())
        moved = {name: Cell(cell.x - west, cell.y - north) for name, cell in places.items()}
        if len(set(moved.values())) < len(moved):
            raise Malformed("two cells are at the same place, by what NEXT says")
        return moved

    def _followed(self, start: str) -> dict[str, Cell]:
        """The places of all cells that NEXT leads to, from one of them."""
        links: dict[str, list[tuple[str, Heading]]] = {cell: [] for cell in self._cells}
        for (cell, side), (there, _) in self._facts.next.items():
            links[cell].append((there, side))
            links[there].append((cell, side.opposite))
        places, waiting = {start: Cell(0, 0)}, [start]
        while waiting:
            cell = waiting.pop()
            for there, side in links[cell]:
                if there not in places:
                    places[there] = places[cell].towards(side)
                    waiting.append(there)
        return places

    def _named(self) -> dict[str, Cell]:
        """The places that the names give: cell-3-12 is in column 3 and row 12."""
        places = dict[str, Cell]()
        for cell in self._cells:
            numbers = re.findall(r"\d{1,4}", cell)
            if len(numbers) != len(Cell._fields):
                message = f"NEXT never leads to {cell}, and its name does not say where it is"
                raise Malformed(f"{message}: cell-3-12 is in column 3 and row 12")
            places[cell] = Cell(int(numbers[0]), int(numbers[1]))
        return places

    def _check_sides(self) -> None:
        """Refuse sides on which a robot behaves otherwise than on our boards."""
        facts = self._facts
        for cell in self._cells:
            for side in Heading if cell in self._open else ():
                there, _ = facts.next.get((cell, side), (None, None))
                if there is None and (cell, side) not in facts.blocked:
                    message = f"neither NEXT nor BLOCKED says what is {side.compass} of {cell}"
                    raise Malformed(f"{message}: a robot could never stop there")
                if there in self._open:
                    self._check_both_ways(cell, there, side)

    def _check_both_ways(self, cell: str, there: str, side: Heading) -> None:
        sides = (cell, side), (there, side.opposite)
        walls = [each for each in sides if each in self._facts.blocked]
        if len(walls) == 1:
            (open_side,) = (each for each in sides if each not in walls)
            form = self._facts.blocked[walls[0]]
            other = f"(BLOCKED {open_side[0]} {open_side[1].compass})"
            _misread(form, f"{form} without {other}: a wall has to stop robots on both sides")

    def _walls(self) -> Iterator[tuple[Cell, Heading]]:
        """All walls between two open cells, from both sides."""
        at = {self._places[cell] for cell in self._open}
        for cell, side in self._facts.blocked:
            place = self._places[cell]
            if place in at and place.towards(side) in at:
                yield place, side
                yield place.towards(side), side.opposite


# Writing


def pddl_task(puzzle: PlainPuzzle, name: str) -> PddlTask:
    """The task of a puzzle, with names as in the competition: robot-1, cell-3-12."""
    robots = {f"robot-{number}": cell for number, cell in enumerate(puzzle.robots.values(), 1)}
    wanted = dict(zip(puzzle.robots, robots, strict=True)).get(puzzle.wanted or "")
    barriers = frozenset(
        (cell, side)
        for cell in puzzle.cells()
        for side in Heading
        if (cell, side) in puzzle.walls or not puzzle.has(cell.towards(side))
    )
    return PddlTask(
        name,
        puzzle._replace(robots=robots, wanted=wanted),
        {cell: f"cell-{cell.x + 1}-{cell.y + 1}" for cell in puzzle.cells()},
        {heading: heading.compass for heading in Heading},
        barriers,
    )


def write_pddl(puzzle: PlainPuzzle, name: str) -> str:
    """Write a task. Blocked cells are never free, and there are barriers round them."""
    task = pddl_task(puzzle, name if _NAME.fullmatch(name) else "task")
    cells = task.cells
    arrivals = [
        f"(at {robot} {cells[puzzle.target]})"
        for robot in task.puzzle.robots
        if task.puzzle.wanted in (None, robot)
    ]
    goal = arrivals[0] if puzzle.wanted is not None else f"(or {' '.join(arrivals)})"
    lines = [
        f"(define (problem {task.name})",
        f"(:domain {DOMAIN})",
        "(:objects",
        f"    {' '.join(cells.values())} - cell",
        f"    {' '.join(task.puzzle.robots)} - robot",
        f"    {' '.join(task.directions.values())} - direction",
        ")",
        "(:init",
        *(f"    {fact}" for fact in _written_facts(task)),
        *(f"    (= ({cost}) {amount})" for cost, amount in _written_costs(task)),
        ")",
        f"(:goal (and {goal} (nothing-is-moving)))",
        "(:metric minimize (total-cost))",
        ")",
    ]
    return "".join(f"{line}\n" for line in lines)


def _written_facts(task: PddlTask) -> Iterator[str]:
    taken = {*task.puzzle.robots.values(), *task.puzzle.blocked}
    for cell, name in task.cells.items():
        for side, direction in task.directions.items():
            if cell.towards(side) in task.cells:
                yield f"(NEXT {name} {task.cells[cell.towards(side)]} {direction})"
    for cell, name in task.cells.items():
        for side, direction in task.directions.items():
            if (cell, side) in task.barriers:
                yield f"(BLOCKED {name} {direction})"
    for cell, name in task.cells.items():
        if cell not in taken:
            yield f"(free {name})"
    for robot, cell in task.puzzle.robots.items():
        yield f"(at {robot} {task.cells[cell]})"
    yield "(nothing-is-moving)"


def _written_costs(task: PddlTask) -> Iterator[tuple[str, int]]:
    yield "total-cost", 0
    yield from zip(_COSTS, task.costs, strict=True)
