"""The documents hold what they promise: rules, tables, examples, links."""

import ast
import doctest
import io
import re
import shlex
from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations, product
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import pytest
from msgspec.structs import fields

from tests.catalogues import BOTS
from tests.store.matches import PLAYERS, broken_off, finished
from tinplate import Match, Seat, ending
from tinplate.cli.main import main
from tinplate.games.ricochet import agreement, motion, rules
from tinplate.games.ricochet.board import Board, board_named
from tinplate.games.ricochet.notation import format_position, parse_position
from tinplate.games.ricochet.pieces import Robot
from tinplate.games.ricochet.proof import READINGS, Rule
from tinplate.games.ricochet.settings import PRESETS, Settings
from tinplate.games.ricochet.values import Command, Event
from tinplate.grid import Cell, Heading
from tinplate.store.logfile import Recorder

ROOT = Path(__file__).parents[1]
RULES = ROOT / "docs" / "rules" / "ricochet.md"
GLOSSARY = ROOT / "docs" / "glossary.md"
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("*.md"))
READINGS_RECORD = ROOT / "docs" / "decisions" / "0010-readings-of-the-ricochet-rule.md"
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
PAGES_IN_PYTHON = ["README.md", "docs/index.md", "docs/library.md", "docs/research.md"]
NUMBERS = [f"RC{number}" for number in range(1, 30)]
WORDS = {
    "token", "marker", "barrier", "bid", "proof", "sand", "seat", "entry", "version", "view",
    "witness",
}  # fmt: skip

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


# Reading Markdown


def lines_of(page: Path) -> list[str]:
    return page.read_text(encoding="utf-8").splitlines()


def is_fence(line: str) -> bool:
    return line.lstrip().startswith("```")


def fenced_blocks(page: Path) -> list[list[str]]:
    """What stands between ``` and ```, without the indentation of the fence."""
    blocks, inside, margin = list[list[str]](), False, 0
    for line in lines_of(page):
        if is_fence(line):
            inside, margin = not inside, len(line) - len(line.lstrip())
            blocks += [[]] if inside else []
        elif inside:
            blocks[-1].append(line[margin:])
    return blocks


def prose(page: Path) -> str:
    """The page without its fenced blocks."""
    kept, inside = list[str](), False
    for line in lines_of(page):
        if is_fence(line):
            inside = not inside
        elif not inside:
            kept.append(line)
    return "\n".join(kept)


def part(page: Path, heading: str) -> str:
    """What stands below a heading, down to the next one of any level."""
    found = re.search(
        rf"^#+ {re.escape(heading)}$(.*?)(?=^#|\Z)", prose(page), re.MULTILINE | re.DOTALL
    )
    assert found, f"{page.name} has no heading “{heading}”"
    return found[1]


def table_in(text: str) -> list[dict[str, str]]:
    """The rows of the only table there, by the names of its columns, without code ticks."""
    rows = [
        [cell.strip().replace("`", "") for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if line.startswith("|")
    ]
    columns, _, *body = rows
    return [dict(zip(columns, row, strict=True)) for row in body]


def code_spans(page: Path) -> list[str]:
    return re.findall(r"`([^`\n]+)`", prose(page))


def anchors(page: Path) -> set[str]:
    """Where a link can lead to on a page: explicit ids, and headings as web pages name them."""
    text = prose(page)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    slugs = {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
    return slugs | set(re.findall(r'<a id="([^"]+)">', text))


# The rules


def test_every_rule_has_its_heading_and_its_anchor() -> None:
    """Whoever is told a number finds the rule, in order, and can link to it."""
    text = prose(RULES)

    assert NUMBERS == re.findall(r"^### (RC\d+): .", text, re.MULTILINE)
    assert [number.lower() for number in NUMBERS] == re.findall(
        r'^<a id="(rc\d+)"></a>$', text, re.MULTILINE
    )


def docstrings_of_tests() -> Iterator[str]:
    for path in (ROOT / "tests").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield ast.get_docstring(node) or ""


def test_every_rule_is_guarded_by_a_test() -> None:
    """A rule no test cites in its docstring may be broken without anybody noticing."""
    cited = set(re.findall(r"RC\d+", " ".join(docstrings_of_tests())))

    assert [] == [number for number in NUMBERS if number not in cited]


def test_nobody_cites_a_rule_that_does_not_exist() -> None:
    """A number in code, tests or documents leads to a rule."""
    sources = [*(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("*.py"), *PAGES]
    cited = {
        (number, path.name)
        for path in sources
        for number in re.findall(r"\bRC\d+\b", path.read_text(encoding="utf-8"))
    }

    assert set() == {(number, name) for number, name in cited if number not in NUMBERS}


def refusals_in(path: Path) -> Iterator[re.Pattern[str]]:
    """Every sentence with which the module refuses, `.+` for what is filled in."""
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(function, ast.FunctionDef):
            continue
        named = [
            (node.lineno, target.id, node.value)
            for node in ast.walk(function)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        ]
        for node in ast.walk(function):
            match node:
                case ast.Raise(ast.Call(ast.Name("Rejected"), [ast.Name(name), *_])):
                    said = [each for each in named if each[0] < node.lineno and each[1] == name]
                    yield sentence_pattern(max(said, key=lambda each: each[0])[2])
                case ast.Raise(ast.Call(ast.Name("Rejected"), [sentence, *_])):
                    yield sentence_pattern(sentence)


def sentence_pattern(sentence: ast.expr) -> re.Pattern[str]:
    pieces = sentence.values if isinstance(sentence, ast.JoinedStr) else [sentence]
    texts = [
        re.escape(str(piece.value)) if isinstance(piece, ast.Constant) else ".+" for piece in pieces
    ]
    return re.compile("".join(texts))


def test_every_refusal_is_explained_in_its_words() -> None:
    """Every refusal is in the rules, word for word, and no sentence there is never said."""
    patterns = [
        pattern
        for module in (rules, agreement, ending, motion)
        for pattern in refusals_in(Path(str(module.__file__)))
    ]
    quoted = re.findall(r"^> Refused: \*(.+)\*$", prose(RULES), re.MULTILINE)

    assert [] == [each.pattern for each in patterns if not any(map(each.fullmatch, quoted))]
    assert [] == [text for text in quoted if not any(each.fullmatch(text) for each in patterns)]


def has_a_ring(board: Board, robot: Robot) -> bool:
    """Whether barriers could send the robot round for ever, even if it went through walls."""
    return any(
        goes_round(board, robot, cell, heading) for cell in board.diagonals for heading in Heading
    )


def goes_round(board: Board, robot: Robot, cell: Cell, heading: Heading) -> bool:
    been = set()
    while board.has(cell) and (cell, heading) not in been:
        been.add((cell, heading))
        cell = cell.towards(heading)
        diagonal = board.diagonals.get(cell)
        if diagonal is not None and diagonal.colour is not robot:
            heading = diagonal.turn(heading)
    return board.has(cell)


def test_no_printed_board_has_a_ring_of_barriers() -> None:
    """RC8: as the page says, endless slides are for home-made sections only."""
    # Barriers are on the sides numbered 4; which of the others stand beside them does not matter.
    boards = [
        board_named("".join(mark + number for mark, number in zip(marks, numbers, strict=True)))
        for marks in (("R", *order) for order in permutations("GBY"))
        for numbers in product("14", repeat=4)
    ]

    assert [] == [
        (board.name, robot) for board in boards for robot in Robot if has_a_ring(board, robot)
    ]


# Settings, presets, readings


def in_words(value: object) -> str:
    """A setting as the tables write it."""
    if value is None:
        return "none"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def flat(settings: Settings) -> dict[str, str]:
    """Every setting in words, those of the ricochet rule as `rule.…`."""
    own = {field.name: getattr(settings, field.name) for field in fields(Settings)}
    rule = own.pop("rule")
    own |= {f"rule.{field.name}": getattr(rule, field.name) for field in fields(Rule)}
    return {name: in_words(value) for name, value in own.items()}


def choices() -> dict[str, list[str]]:
    """The settings that are a choice between words, and the words."""
    hints: dict[str, Any] = get_type_hints(Settings)
    hints |= {f"rule.{name}": hint for name, hint in get_type_hints(Rule).items()}
    named = {
        name: list(get_args(hint)) for name, hint in hints.items() if get_origin(hint) is Literal
    }
    return named | {name: ["yes", "no"] for name, hint in hints.items() if hint is bool}


def settings_table() -> list[dict[str, str]]:
    return table_in(part(RULES, "Settings"))


def test_every_setting_is_in_the_table_with_its_default() -> None:
    """What can be agreed is listed, with what holds when nothing is agreed."""
    assert flat(Settings()) == {row["Setting"]: row["Default"] for row in settings_table()}


def test_the_table_lists_the_choices() -> None:
    """A setting that is a choice between words shows all of them."""
    listed = {row["Setting"]: row["Values"].split(", ") for row in settings_table()}

    assert choices() == {name: listed[name] for name in choices()}


def test_the_rules_name_the_same_defaults() -> None:
    """A default told in a rule is the one of the table."""
    told = re.findall(r"`([\w.]+)` \(default\s+`([^`]+)`", prose(RULES))

    assert set(flat(Settings())) == {name for name, _ in told}
    assert flat(Settings()) == dict(told)


def test_every_setting_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    """The options in the table are options of `tinplate ricochet play`."""
    main(["ricochet", "play", "--help"])
    known = set(re.findall(r"--[a-z-]+", capsys.readouterr().out))

    assert set() == {row["Option"] for row in settings_table()} - known


def test_every_preset_is_in_the_table_with_its_changes() -> None:
    """A preset is the default settings and what the table says, nothing more."""
    changes = {
        name: {key: value for key, value in flat(preset).items() if flat(Settings())[key] != value}
        for name, preset in PRESETS.items()
    }
    listed = {
        row["Preset"]: dict(re.findall(r"(\w+): (\w+(?: \w+)*)", row["Changes"]))
        for row in table_in(part(RULES, "Presets"))
    }

    assert changes == listed


@pytest.mark.parametrize(
    ("page", "heading"), [(RULES, "RC10: the ricochet rule"), (READINGS_RECORD, "Decision")]
)
def test_the_named_readings_are_in_the_table(page: Path, heading: str) -> None:
    """RC10: the names that people use stand for the settings of the table."""
    listed = {row.pop("Reading"): row for row in table_in(part(page, heading))}
    expected = {
        name: {field.name: in_words(getattr(rule, field.name)) for field in fields(Rule)}
        for name, rule in READINGS.items()
    }

    assert expected == listed


def test_the_goals_are_in_the_table() -> None:
    """RC19: how many tokens win, by the number of players."""
    ends = {
        row["Players"]: row["The match ends when somebody has"]
        for row in table_in(part(RULES, "RC19: the goal"))
    }

    assert {str(seats): f"{Settings().tokens_to_win(seats)} tokens" for seats in (2, 3, 4)} == {
        players: end for players, end in ends.items() if players.isdigit()
    }


# The glossary


def terms(heading: str) -> list[str]:
    return re.findall(r"^- \*\*(\w+)\*\*: .", part(GLOSSARY, heading), re.MULTILINE)


@pytest.mark.parametrize(("heading", "union"), [("Commands", Command), ("Events", Event)])
def test_every_command_and_event_is_in_the_glossary(heading: str, union: object) -> None:
    """A word that players can meet in a log is a word we explain."""
    assert [kind.__name__ for kind in get_args(union)] == terms(heading)


def test_the_words_are_in_the_glossary() -> None:
    """The words we use are explained once, in one place."""
    assert set() == WORDS - set(terms("Words"))


# Decisions


def test_decisions_are_numbered_without_gaps() -> None:
    """A decision keeps its number, in its file's name and in its title."""
    numbers = [f"{number:04}" for number in range(1, len(DECISIONS) + 1)]

    assert numbers == [path.name[:4] for path in DECISIONS]
    assert numbers == [lines_of(path)[0][2:6] for path in DECISIONS]


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_every_decision_says_why(page: Path) -> None:
    """Context, decision, what else there was, and what follows from it."""
    headings = re.findall(r"^## (.+)$", prose(page), re.MULTILINE)

    assert ["Context", "Decision", "Considered", "Consequences"] == headings


# What can be typed


class Example(NamedTuple):
    """A command in a document, and what the document shows below it."""

    page: str
    command: str
    shown: tuple[str, ...]


def examples() -> Iterator[Example]:
    for page in PAGES:
        for block in fenced_blocks(page):
            starts = [at for at, line in enumerate(block) if line.startswith("$ ")]
            for start, end in pairwise([*starts, len(block)]):
                command = re.fullmatch(r"\$ (?:\S*/)?tinplate(?: (.*))?", block[start])
                if command:
                    shown = "\n".join(block[start + 1 : end]).rstrip().splitlines()
                    yield Example(page.name, command[1] or "", tuple(shown))


def fits(shown: Sequence[str], printed: str) -> bool:
    """Line by line the same; a line `...` stands for any number of lines left out."""
    patterns = (
        r"(?:.*\n)*?" if line == "..." else rf"{re.escape(line.rstrip())} *\n" for line in shown
    )
    return re.fullmatch("".join(patterns), printed) is not None


def lay_out_logs(arguments: Sequence[str]) -> None:
    """Write the logs that a command wants to read: a finished match, or one to go on with."""
    for before, name in pairwise(arguments):
        if before == "replay":
            Recorder.create(Path(name), finished(), PLAYERS)
        if before == "--resume":
            Recorder.create(Path(name), broken_off(), PLAYERS)


@pytest.mark.parametrize("example", list(examples()), ids=lambda example: example.command)
def test_what_a_document_tells_to_type_works(
    example: Example,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It runs as it stands there, and prints what is shown below it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    # A game that is played by the documents hears nothing but the end of its input.
    monkeypatch.setattr("sys.stdin", io.StringIO())
    arguments = shlex.split(example.command, comments=True)
    lay_out_logs(arguments)
    code = main(arguments)
    printed, complaint = capsys.readouterr()

    # Moves that do not solve a position are no mistake, but scripts want to know.
    assert (int("✗ Not solved" in printed), "") == (code, complaint)
    assert not example.shown or fits(example.shown, printed), printed


def test_an_example_that_shows_something_else_is_noticed() -> None:
    """The comparison can fail: at a changed line, a missing one, one too many."""
    printed = "one\ntwo  \nthree\n"

    assert all(
        fits(shown, printed) for shown in (["one", "two", "three"], ["...", "three"], ["..."])
    )
    assert not any(
        fits(shown, printed)
        for shown in (["one", "2", "three"], ["one", "two"], ["...", "two"], ["three", "..."])
    )


POSITION = r"\b(?:[A-Z]\d){4}[ _][a-z]\w+(?:,[a-z]\w+?)+[ _][a-z-]+"


@every_page
def test_positions_can_be_pasted(page: Path) -> None:
    """Every position in a document is one, written as we write it."""
    positions = re.findall(POSITION, page.read_text(encoding="utf-8"))

    assert positions == [
        format_position(parse_position(text), url="_" in text) for text in positions
    ]


@pytest.mark.parametrize("page", PAGES_IN_PYTHON)
def test_the_examples_in_python_work(page: str) -> None:
    """What the examples of the library show is what happens; none of them is left out."""
    blocks = re.findall(r"(?ms)^```python\n(.*?)^```", (ROOT / page).read_text("utf-8"))
    failed, tried = doctest.testfile(
        str(ROOT / page), module_relative=False, optionflags=doctest.ELLIPSIS
    )

    assert blocks
    assert all(block.startswith(">>> ") for block in blocks)
    assert len(blocks) <= tried
    assert not failed


@pytest.mark.parametrize("page", [*PAGES_IN_PYTHON, "docs/bots.md"])
def test_examples_import_only_what_is_public(page: str) -> None:
    """Whoever copies them needs nothing that may change at any time."""
    blocks = re.findall(r"(?ms)^```python\n(.*?)^```", (ROOT / page).read_text("utf-8"))
    imported = re.findall(r"(?m)^(?:>>> )?(?:from|import) (tinplate[\w.]*)", "\n".join(blocks))

    assert imported
    assert {"tinplate"} == set(imported)


def test_no_page_in_python_is_forgotten() -> None:
    """Of the documents for users; what contributors read refers to their own packages."""
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    in_python = {page for page in pages if "```python\n" in page.read_text("utf-8")}

    assert {ROOT / page for page in (*PAGES_IN_PYTHON, "docs/bots.md")} == in_python


def test_the_bot_of_the_documents_plays() -> None:
    """As it stands there, with all that it imports."""
    [program] = re.findall(
        r"(?ms)^```python\n(.*?)^```", (ROOT / "docs/bots.md").read_text("utf-8")
    )
    names = dict[str, Any]()
    exec(program, names)  # noqa: S102 - our own document
    match = Match.open("rally", seats=2, seed=1)
    plan = names["Mine"]().choose(match.view(0), Seat(0), match.legal(0), match.now, Random(1))
    for command in plan.commands:
        match.submit(0, command)

    assert match.log


# Links


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    """Links between documents, pictures, and links to files of the repository do not dangle."""
    text = prose(page)
    links = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'(?:src|srcset|href)="(.+?)"', text)
    local = [link.partition("#") for link in links if not re.match(r"https?:|mailto:", link)]
    dangling = [
        f"{path}#{anchor}"
        for path, _, anchor in local
        if not (page.parent / path).exists()
        or (anchor and anchor not in anchors(page.parent / path if path else page))
    ]

    assert [] == dangling


@every_page
def test_files_that_are_named_exist(page: Path) -> None:
    """A file a document speaks of is in the repository."""
    package = ROOT / "src" / "tinplate"
    files = [
        text for text in code_spans(page) if re.fullmatch(r"[\w*-][\w./*-]*\.(py|md|jsonl)", text)
    ]

    assert [] == [
        file
        for file in files
        if not any(
            list(base.glob(file)) for base in (ROOT, package, *(package / "games").iterdir())
        )
    ]


def test_the_bots_are_in_the_table() -> None:
    """By the names they have on the page and elsewhere, with the strength that is shown."""
    files = sorted((ROOT / "web" / "src").glob("**/bots.ts"))
    page = "\n".join(file.read_text(encoding="utf-8") for file in files)
    called = dict(re.findall(r"^  '?([\w-]+)'?: \[\s*'(\w+)'", page, re.MULTILINE))
    text = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+) \| `([\w-]+)` \| \w+ \| (\d+) \|", text, re.MULTILINE)

    assert [(called[bot.name], bot.name, str(bot.strength)) for bot in BOTS.values()] == rows


def test_the_tests_that_the_security_page_names_exist() -> None:
    """A trick without a test is a trick that works again some day."""
    page = (ROOT / "docs" / "security.md").read_text()
    named = set(re.findall(r"`(test_\w+)`", page))
    sources = (path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    written = {name for source in sources for name in re.findall(r"def (test_\w+)", source)}
    files = re.findall(r"`(tests/[\w/]+\.py)`", page)

    assert named
    assert set() == named - written
    assert [] == [file for file in files if not (ROOT / file).exists()]
