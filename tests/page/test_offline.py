"""What the page works out without a server is what the server answers."""

import gzip
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import count, cycle, islice
from random import Random
from typing import Any

import pytest
from msgspec.json import encode

from tests.page.messages import WEB
from tests.page.offline import Question, ask, worker
from tests.page.test_loading import BUILT, needed
from tinplate.games.ricochet.answers import Level
from tinplate.games.ricochet.board import (
    CELLS,
    Box,
    Position,
    box_sides,
    random_board,
    random_robots,
)
from tinplate.games.ricochet.http.facts import all_boards, board_facts, played, position_facts
from tinplate.games.ricochet.http.searching import find_hint, search_for
from tinplate.games.ricochet.notation import Misread, format_moves, parse_moves, parse_position
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.proof import READINGS
from tinplate.games.ricochet.puzzles.dealing import ON_ONE_BOARD
from tinplate.games.ricochet.puzzles.dealing import deal as deal_puzzle
from tinplate.games.ricochet.sections import Section, sections
from tinplate.games.ricochet.solver import solve
from tinplate.games.ricochet.solver.shortest import is_solution
from tinplate.grid import Heading

SECTIONS = WEB / "src/games/ricochet/offline/sections.json"
SERVICE_WORKER = BUILT.parent / "sw.js"
# Bytes, compressed, with room for some more sentences: tables or rule books would not fit.
MOST_WORKER, MOST_KEPT = 10_000, 433_000
MANY, SOME, FEW = 10_000, 150, 20
SHORT, LONG = 5, 9  # moves; what is longer can take the browser seconds
ON_A_BOARD = 30
SILVER = 1 / 6
LEVELS: tuple[Level, ...] = (1, 2, 3, 4)


def bodies(questions: Iterable[Question]) -> list[Any]:
    return [answer["body"] for answer in ask(questions)]


def plain(value: object) -> Any:  # noqa: ANN401 - JSON
    """As it is on the wire."""
    return json.loads(encode(value))


def deal(seed: int) -> Iterator[Position]:
    """Positions of all kinds, some on each board, which has to be prepared."""
    dice = Random(seed)
    while True:
        board = random_board(dice)
        for target in dice.choices(tuple(Target), k=ON_A_BOARD):
            yield Position(board, random_robots(board, dice, silver=dice.random() < SILVER), target)


@cache
def solved(count: int, seed: int, most: int = LONG) -> tuple[tuple[Position, str, int], ...]:
    """So many positions that are not too long, each with a reading and the shortest length."""
    names = cycle(["ricochet", "ricochet", *READINGS])
    found = (
        (position, name, len(moves))
        for position, name in zip(deal(seed), names, strict=False)
        if (moves := solve(position, READINGS[name], max_moves=most).moves) is not None
    )
    return tuple(islice(found, count))


def drawn(section: Section) -> dict[str, Any]:
    """A section as the page has it."""
    order = list(Heading)
    walls = sorted(section.walls, key=lambda wall: (wall[0].y, wall[0].x, order.index(wall[1])))
    return {
        "walls": " ".join(f"{cell}{side}" for cell, side in walls),
        "barriers": " ".join(
            f"{cell}{diagonal.colour}{'/' if diagonal.rising else chr(92)}"
            for cell, diagonal in sorted(section.diagonals.items())
        ),
        "targets": {str(target): str(cell) for target, cell in section.targets.items()},
    }


def test_the_page_has_the_sections() -> None:
    """RC2: as they are drawn."""
    expected = {name: drawn(section) for name, section in sections().items()}

    assert expected == json.loads(SECTIONS.read_text())


def test_a_shortest_solution_is_as_short() -> None:
    """RC9, RC10: on 10,000 positions, under every reading; and it solves the position."""
    asked = solved(MANY - SOME, 1, SHORT) + solved(SOME, 7)
    answers = bodies(("solve", {"position": str(start), "rule": rule}) for start, rule, _ in asked)
    moves = [parse_moves(" ".join(told(answer))) for answer in answers]

    assert [length for *_, length in asked] == [answer["moves"] for answer in answers]
    assert all(
        is_solution(start, made, READINGS[rule])
        for (start, rule, _), made in zip(asked, moves, strict=True)
    )


def told(answer: Any) -> list[str]:  # noqa: ANN401 - JSON
    return [f"{move['robot']}{move['heading']}" for move in answer["solutions"][0]["moves"]]


@pytest.mark.parametrize("orders", [False, True])
def test_all_shortest_solutions_are_the_same(*, orders: bool) -> None:
    """So many, the same ones, in the same order; how long it took may differ."""
    asked = solved(SOME, 2 + orders)
    options = {"all": True, "limit": 100, "orders": orders}
    answers = bodies(
        ("solve", {"position": str(start), "rule": rule, **options}) for start, rule, _ in asked
    )
    for (start, rule, _), answer in zip(asked, answers, strict=True):
        search = search_for(start, READINGS[rule], limit=100, every=True, orders=orders)
        expected = plain(search(lambda: False))

        assert expected | {"seconds": 0} == answer | {"seconds": 0}


def test_hints_are_the_same() -> None:
    """At every level, what makes it hard included."""
    asked = [(*one, level) for one in solved(SOME // 3, 4) for level in LEVELS]
    answers = bodies(
        ("hint", {"position": str(start), "rule": rule, "level": level})
        for start, rule, _, level in asked
    )
    for (start, rule, _, level), answer in zip(asked, answers, strict=True):
        hinted = find_hint(start, READINGS[rule], level, lambda: False).hinted

        assert plain(hinted) == answer


def test_moves_are_played_by_the_same_rules() -> None:
    """RC5 to RC10: slides, verdicts, and what can be done next, after moves at random."""
    check_slides([(start, rule) for start, rule, _ in solved(2 * SOME, 8, SHORT)], Random(5))


def check_slides(positions: Sequence[tuple[Position, str]], dice: Random) -> None:
    """Whatever moves are made of them: the browser answers as the server does."""
    letters = [f"{robot}{heading}" for robot in "rgbys" for heading in Heading]
    asked = [
        (start, rule, parse_moves(" ".join(dice.choices(letters, k=dice.randrange(8)))))
        for start, rule in positions
    ]
    answers = bodies(
        ("slides", {"position": str(start), "rule": rule, "moves": format_moves(moves)})
        for start, rule, moves in asked
    )
    for (start, rule, moves), answer in zip(asked, answers, strict=True):
        expected = plain(played(start, moves, READINGS[rule]))

        assert expected | {"because": None} == answer


def test_robots_move_on_drawn_boards_too() -> None:
    """Puzzles are dealt on them: whatever size, walls, closed cells and barriers they have."""
    dealt = (deal_puzzle(1, number) for number in count(step=ON_ONE_BOARD))
    drawn = (candidate for candidate in dealt if candidate.source == "drawn")
    check_slides([(start, rule) for start, rule, _ in islice(drawn, SOME)], Random(9))


def test_boards_and_positions_have_the_same_facts() -> None:
    """In the same order, too."""
    positions = [*islice(deal(6), SOME)]
    boards = bodies(("board", {"board": position.board.name}) for position in positions)
    places = bodies(("position", {"position": str(position)}) for position in positions)
    (listed,) = bodies([("boards", {})])

    assert [plain(board_facts(position.board)) for position in positions] == boards
    assert [plain(position_facts(position)) for position in positions] == places
    assert plain(all_boards()) == listed


MISTAKEN = (
    "",
    "G1R2B2Y2 ro5,ga14,bl14,yj16",
    "G1R2B2Y2 ro5,ga14,bl14,yj16 red-square more",
    "G1R2B2Y9 ro5,ga14,bl14,yj16 red-square",
    "G1R2B2 ro5,ga14,bl14,yj16 red-square",
    "G1R2G2Y2 ro5,ga14,bl14,yj16 red-square",
    "G1R2B2Y2Y ro5,ga14,bl14,yj16 red-square",
    "G1R2B2Y2 ro5,go5,bl14,yj16 red-square",
    "G1R2B2Y2 ro5,ra14,bl14,yj16 red-square",
    "G1R2B2Y2 ro5,ga14,bl14 red-square",
    "G1R2B2Y2 rh8,gz99,x,yj016 red-wheel",
    "G4R4B4Y4 re2,ga14,bl14,yj16 purple",
    "G9 rh8,gz99,bz99 red-moon",
    "R1G1G2R2 rh8,gh8,bl14,yj16 vortex-",
    "G1R2B2Y2 ro5,go5,ro5,yo5 vortex",
)


@cache
def read_by_the_page() -> dict[str, dict[str, Any]]:
    """What the page makes of each."""
    answers = ask(("position", {"position": text}) for text in MISTAKEN)
    return dict(zip(MISTAKEN, answers, strict=True))


@pytest.mark.parametrize("text", MISTAKEN)
def test_mistakes_are_found_at_the_same_places(text: str) -> None:
    """All of them, with their codes; the page has its own words for each."""
    answer = read_by_the_page()[text]
    with pytest.raises(Misread) as caught:
        parse_position(text)
    expected = [(each.at, each.code, dict(each.facts)) for each in caught.value.mistakes]
    found = [(each["at"], each["code"], each["facts"]) for each in answer["body"]["mistakes"]]

    assert 400 == answer["status"]
    assert expected == found


def test_a_drawing_has_a_name_on_the_page_too() -> None:
    """A moon is a circle, as on the server."""
    text = "G1R2B2Y2 ro5,ga14,bl14,yj16 red-moon"
    (answer,) = bodies([("position", {"position": text})])

    assert plain(position_facts(parse_position(text))) == answer


@pytest.mark.parametrize("box", ["2013", "classic"])
@pytest.mark.parametrize("diagonals", [True, False])
def test_positions_are_dealt_as_asked(box: Box, *, diagonals: bool) -> None:
    """RC2, RC4: from the box, with or without barriers and silver, of the wanted length."""
    wishes = [{"fewest": 2, "most": 4}, {"fewest": 5, "most": 6}, {}]
    asked: list[dict[str, Any]] = [
        {"box": box, "diagonals": diagonals, "silver": number % 2 == 0, **wish}
        for number, wish in enumerate(islice(cycle(wishes), FEW))
    ]
    answers = bodies(("new", query) for query in asked)
    for query, answer in zip(asked, answers, strict=True):
        start = parse_position(answer["position"]["position"])
        symbols = start.board.targets.values()

        assert set(re.findall("..", start.board.name)) <= set(box_sides(box))
        assert diagonals or not start.board.diagonals
        assert (5 if query["silver"] else 4) == len(start.robots)
        assert not set(start.robots) & set(symbols)
        assert answer["is_as_wished"]
        if "most" in query:
            length = len(solve(start).moves or ())
            assert query["fewest"] <= length == answer["moves"] <= query["most"]


def test_deals_reach_every_place() -> None:
    """In any rotation, with any target, all over the board."""
    starts = [
        parse_position(dealt["position"]["position"]) for dealt in bodies([("new", {})] * 500)
    ]

    assert set(Target) == {start.target for start in starts}
    assert set("RGBY") == {start.board.name[0] for start in starts}
    assert set(sections()) == {part for s in starts for part in re.findall("..", s.board.name)}
    assert len(CELLS) - 40 < len({cell for start in starts for cell in start.robots})


def test_the_search_is_small_and_comes_late() -> None:
    """A script of its own, which neither the first page nor a table waits for."""
    script = worker()

    assert len(gzip.compress(script.read_bytes())) <= MOST_WORKER
    for name in ("index", "TablePage", "RicochetTable", "Practice"):
        assert script.name not in needed(name)


def test_what_works_offline_is_kept_and_no_more() -> None:
    """In one file, as it was built: no tables, and no rule books in five languages."""
    built = json.loads(SERVICE_WORKER.read_text().partition("\n")[0][len("const BUILT = ") : -1])
    pack = (BUILT.parent / built["pack"]).read_bytes()
    kept: dict[str, str] = json.loads(pack)
    names = " ".join(kept)

    assert len(gzip.compress(pack)) <= MOST_KEPT
    assert kept == {name: (BUILT.parent / name).read_text() for name in kept}
    assert built["entry"] in (BUILT.parent / "index.html").read_text()
    for one in (
        built["entry"],
        "Practice",
        "Analysis",
        "RicochetLessons",
        "RallyLessons",
        "worker",
    ):
        assert one in names
    assert not [other for other in ("Table-", "Replay", "pictures", "HostPage") if other in names]
