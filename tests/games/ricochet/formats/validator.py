"""A little interpreter of PDDL, which executes plans: it knows nothing of robots or of our code.

It reads the text of a domain, of a task and of a plan, and applies one action after the other, as
the domain defines it. What it cannot execute is an `InvalidPlan`.
"""

import re
from pathlib import Path
from typing import Any, NamedTuple

DOMAIN = (Path(__file__).parent / "domain.pddl").read_text(encoding="utf-8")

Tree = Any  # a word, or a list of trees
Fact = tuple[str, ...]


class InvalidPlan(Exception):
    """The plan cannot be executed, or it ends elsewhere than it should."""


class Action(NamedTuple):
    """An action of a domain, with variables in it."""

    parameters: list[tuple[str, str]]  # each with its type
    precondition: Tree
    effect: Tree


class World(NamedTuple):
    """What is true, and what the plan has cost."""

    facts: frozenset[Fact]
    numbers: dict[Fact, int]


def validated_cost(task: str, plan: str, domain: str = DOMAIN) -> int:
    """Execute a plan to its end; returns what it costs, or raises InvalidPlan."""
    sections = {part[0]: part[1:] for part in _tree(task)[1:]}
    actions = _actions(_tree(domain))
    types = dict(_typed(sections[":objects"]))
    world = World(
        frozenset(tuple(fact) for fact in sections[":init"] if fact[0] != "="),
        {tuple(fact[1]): int(fact[2]) for fact in sections[":init"] if fact[0] == "="},
    )
    for number, line in enumerate(plan.lower().splitlines(), start=1):
        if not line.startswith(";"):
            world = _applied(actions, types, world, _tree(line), number)
    if not all(_holds(goal, {}, world) for goal in sections[":goal"]):
        raise InvalidPlan("the goal is not reached")
    return world.numbers["total-cost",]


def claimed_cost(plan: str) -> int:
    """What the last line says."""
    found = re.fullmatch(r"; cost = (\d+) \(general cost\)", plan.splitlines()[-1])
    assert found, plan
    return int(found[1])


def _applied(
    actions: dict[str, Action], types: dict[str, str], world: World, step: Tree, number: int
) -> World:
    name, *arguments = step
    action = actions.get(name)
    if action is None or len(arguments) != len(action.parameters):
        raise InvalidPlan(f"line {number}: {step} is not an action")
    for argument, (_, kind) in zip(arguments, action.parameters, strict=True):
        if types.get(argument) != kind:
            raise InvalidPlan(f"line {number}: {argument} is not a {kind}")
    bound = dict(zip((name for name, _ in action.parameters), arguments, strict=True))
    if not _holds(action.precondition, bound, world):
        raise InvalidPlan(f"line {number}: {step} cannot be done here")
    added, removed, numbers = set[Fact](), set[Fact](), dict(world.numbers)
    for effect in action.effect[1:]:
        match effect:
            case ["not", fact]:
                removed.add(_ground(fact, bound))
            case ["increase", what, by]:
                numbers[tuple(what)] += world.numbers[tuple(by)]
            case fact:
                added.add(_ground(fact, bound))
    return World(world.facts - removed | added, numbers)


def _holds(condition: Tree, bound: dict[str, str], world: World) -> bool:
    match condition:
        case ["and", *parts]:
            return all(_holds(part, bound, world) for part in parts)
        case ["or", *parts]:
            return any(_holds(part, bound, world) for part in parts)
        case ["not", part]:
            return not _holds(part, bound, world)
    return _ground(condition, bound) in world.facts


def _ground(fact: Tree, bound: dict[str, str]) -> Fact:
    return tuple(bound.get(word, word) for word in fact)


def _actions(domain: Tree) -> dict[str, Action]:
    found = {}
    for part in domain[1:]:
        if part[0] == ":action":
            _, name, *rest = part
            fields = dict(zip(rest[::2], rest[1::2], strict=True))
            parameters = _typed(fields[":parameters"])
            found[name] = Action(parameters, fields[":precondition"], fields[":effect"])
    return found


def _typed(words: list[str]) -> list[tuple[str, str]]:
    """Names with their types: `a b - cell`."""
    typed, waiting, rest = list[tuple[str, str]](), list[str](), iter(words)
    for word in rest:
        if word == "-":
            kind = next(rest)
            typed += [(each, kind) for each in waiting]
            waiting = []
        else:
            waiting.append(word)
    return typed


def _tree(text: str) -> Tree:
    """The first list in a text; capital letters mean nothing in PDDL."""
    words = iter(re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text.lower())))
    assert next(words) == "("
    return _list(words)


def _list(words: Any) -> Tree:  # noqa: ANN401 - an iterator of words
    trees: list[Tree] = []
    for word in words:
        if word == ")":
            return trees
        trees.append(_list(words) if word == "(" else word)
    raise AssertionError("a parenthesis is not closed")
