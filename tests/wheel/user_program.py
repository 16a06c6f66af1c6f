"""What a user of the library may write: it runs, and `mypy --strict` finds nothing in it."""

import pickle
import sys
from collections.abc import Sequence
from random import Random
from typing import assert_type

import tinplate.ricochet
from tinplate import (
    Bot,
    Cell,
    Entry,
    Heading,
    Malformed,
    Match,
    Millis,
    Outcome,
    Plan,
    Rejected,
    Seat,
    bot,
    bots,
    rally,
    ricochet,
)


class Lazy:
    """A bot of one's own."""

    name = "lazy"
    games = frozenset({"rally"})
    strength = 1
    limit = 1.0

    def choose(
        self,
        view: rally.State,
        seat: Seat,
        legal: Sequence[rally.Command],
        now: Millis,
        dice: Random,
    ) -> Plan[rally.Command]:
        ready = (command for command in legal if isinstance(command, rally.Ready))
        return Plan((next(ready, legal[0]),))


def look() -> ricochet.Position:
    position = ricochet.Position.parse("R1G2Y1B4 rf5,gp2,bl9,yh14 yellow-square")
    assert_type(position.moves(), tuple[ricochet.Move, ...])
    assert_type(position.play("yw").play(position.moves()[0]), ricochet.Position)
    assert_type(position.robots[0], Cell)
    attempt: ricochet.Attempt = position.check("yw", rule="ricochet")
    assert attempt.verdict == "arrived"
    assert position.svg(dark=True).startswith("<svg")
    assert tinplate.ricochet.Position.random(seed=2) != position
    return position


def solve(position: ricochet.Position) -> ricochet.Solution:
    found: ricochet.Solutions = position.solutions(best=3)
    assert [str(line) for line in found.routes] == ["yw"]
    hint: ricochet.Hint = position.hint(2)
    assert hint.moves == 1
    solution = position.solve(seconds=60, max_moves=9)
    assert_type(solution.length, int | None)
    [other] = ricochet.solve_many([position])
    assert other.moves == solution.moves
    return solution


def play() -> None:
    match = Match.open("ricochet", preset="2013", seats=2, seed=1)
    assert_type(match.state, ricochet.State)
    assert_type(match.legal(0), tuple[ricochet.Command, ...])
    match.submit(0, ricochet.TurnToken())
    match.submit(1, ricochet.Bid(3), now=5_000)
    entries: tuple[Entry[ricochet.Event], ...] = match.tick()
    for event in entries[0].events:
        if isinstance(event, ricochet.ProofBegan):
            assert event.seat == 1
    outcome: Outcome | None = match.outcome
    assert outcome is None
    assert pickle.loads(pickle.dumps(match)).log == match.log


def race() -> None:
    course: rally.Course = rally.Course.named("wind-up-duel")
    assert rally.Course.parse(str(course)) == course
    assert course.svg().startswith("<svg")
    lazy: Bot[rally.State, rally.Command] = Lazy()
    played = rally.simulate("wind-up-duel", [lazy, "random"], seed=1, choices={"max_turns": 2})
    assert_type(played, rally.Simulation)
    assert_type(played.match.view(None), rally.State)
    assert [standing.place for standing in played.standings] in ([1, 2], [1, 1])
    robot = {"cell": "A1", "facing": "n", "armour": 9, "lives": 3, "next_flag": 1, "save": "A1"}
    answer = rally.resolve({"course": course, "robots": [{**robot, "off": True}]})
    assert answer["stopped_at"] == 5
    assert bot("driver").name in bots("rally")
    assert Heading("n") is Heading.NORTH


def fail() -> None:
    try:
        ricochet.Position.parse("nonsense")
    except Malformed as error:
        print(error)
    try:
        Match.open("rally", seats=9)
    except Rejected as error:
        print(error)


if __name__ == "__main__":
    print(look())
    if "solve" in sys.argv:  # takes a minute where the solver has never been compiled
        print(solve(look()))
    play()
    race()
    fail()
    print(tinplate.__file__)
