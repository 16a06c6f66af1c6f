"""How we write: lines and paragraphs are short, and no clause begins with a headless “who”."""

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.test_docs import PAGES, ROOT, is_fence, lines_of

WIDTH = 100
HEIGHT = 5  # lines of a paragraph
SOURCES = sorted((ROOT / "src").rglob("*.py"))
TESTS = sorted({*(ROOT / "tests").rglob("*.py")} - {Path(__file__)})  # which quotes bad ones
NOT_WRITTEN_BY_US = {"generated", "paraglide"}
SCRIPTS = sorted(
    path
    for path in (ROOT / "web" / "src").rglob("*")
    if path.suffix in {".ts", ".svelte"} and not NOT_WRITTEN_BY_US & {*path.parts}
)

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


class Prose(NamedTuple):
    """Some sentences on one line, and the number of the line on which they begin."""

    line: int
    text: str


def lines_outside_code(page: Path) -> Iterator[Prose]:
    inside = False
    for number, line in enumerate(lines_of(page), start=1):
        if is_fence(line):
            inside = not inside
        elif not inside:
            yield Prose(number, line)


def joined(lines: list[Prose]) -> Prose:
    return Prose(lines[0].line, " ".join(each.text.strip() for each in lines))


def tall(page: Path) -> Iterator[int]:
    """The first line too many of each paragraph, or item of a list, that is too long."""
    height = 0
    for number, line in lines_outside_code(page):
        if not line.strip() or line.startswith(("|", "#", "<")):
            height = 0
        else:
            height = 1 if re.match(r"\s*(?:[-*>] |\d+\. )", line) else height + 1
        if height == HEIGHT + 1:
            yield number


def paragraphs(page: Path) -> Iterator[Prose]:
    """Paragraphs, items of lists and cells of tables, each on one line; no headings."""
    gathered = list[Prose]()
    for number, line in lines_outside_code(page):
        if gathered and re.match(r"\s*(?:$|[|#>]|[-*] |\d+\. )", line):
            yield joined(gathered)
            gathered = []
        if line.startswith("|"):
            yield from (Prose(number, cell.strip()) for cell in line.strip("|").split("|"))
        elif line.strip() and not line.startswith("#"):
            gathered.append(Prose(number, re.sub(r"^\s*(?:[->*]|\d+\.) ", "", line)))
    if gathered:
        yield joined(gathered)


ABOUT_WHO = re.compile(r"[Ww]ho(?![a-z])")


def docstrings(source: str) -> Iterator[Prose]:
    if not ABOUT_WHO.search(source):  # which is seen much sooner
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text:
                line = node.body[0].lineno
                yield from (Prose(line, " ".join(part.split())) for part in text.split("\n\n"))


def comments(source: str) -> Iterator[Prose]:
    """Comments on lines that follow one another are read as one."""
    if not ABOUT_WHO.search(source):
        return
    gathered = list[Prose]()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            if gathered and gathered[-1].line != token.start[0] - 1:
                yield joined(gathered)
                gathered = []
            gathered.append(Prose(token.start[0], token.string.lstrip("#")))
    if gathered:
        yield joined(gathered)


# “Who loses a life comes back”: after “Who loses” comes a second verb, whose subject is the whole
# clause. “Who won, and what they have” has none: its second verb has a subject of its own.
# After a comma it is the subject if a clause came first: “When it rains, who is out gets wet”.
FIRST = r"(?:After|At|Before|If|In|Once|When|Where|While)"
SENTENCE = re.compile(
    r"(?:(?:^|(?<=[.!?] ))[*_“(]*Who|(?<=[:;] )[Ww]ho"
    rf"|(?:^|(?<=[.!?:;] )){FIRST}\b[^.,:;]*, who)"
    r" [a-z].*?(?:[.?!](?=\W*(?:\s|$))|$)"
)
NOT_BEFORE = (  # its own subject, or a verb that it belongs to
    r"(?:who|which|that|what|it|they|you|we|nobody|somebody|everybody|everyone|anyone|and|or|"
    r"where|how|why|whom|may|must|can|cannot|will|not)"
)
VERBS = (
    r"(?:is|are|was|has|have|does|do|may|must|can|cannot|will|gets|gives|goes|comes|stays|stops|"
    r"opens|closes|reads|decides|wins|loses|finds|chooses|keeps|makes|sees|dies|moves|leaves|"
    r"makes|pushes|neither)"
)


def is_headless(sentence: str) -> bool:
    """Whether a verb follows the clause of the “Who”, and no word of its own is its subject."""
    asked = re.sub(rf"^{FIRST}\b[^,]*, (?=who )", "", sentence.lstrip("*_“("))
    clause = re.split(r"[:;]|, (?:once|when|if|while|so|and|who|what|which|how) ", asked)[0]
    words = re.findall(r"[\w'’-]+", clause)
    return not sentence.endswith("?") and any(
        re.fullmatch(VERBS, word) and not re.fullmatch(NOT_BEFORE, before)
        for before, word in pairwise(words[1:])
    )


COMMENT = re.compile(r"(?://|/\*+|<!--)\s*(.*?)(?:\*/|-->|$(?!\n\s*//))", re.DOTALL | re.MULTILINE)


def page_comments(source: str) -> Iterator[Prose]:
    """Comments of TypeScript and Svelte; those on lines that follow one another are one."""
    for found in COMMENT.finditer(source):
        line = source.count("\n", 0, found.start()) + 1
        yield Prose(line, " ".join(re.sub(r"\n\s*(?://|\*)?", " ", found[1]).split()))


def headless(prose: Iterator[Prose]) -> list[str]:
    return [
        f"{line}: {sentence}"
        for line, text in prose
        for sentence in SENTENCE.findall(text)
        if is_headless(sentence)
    ]


@every_page
def test_lines_of_documents_are_short(page: Path) -> None:
    """Code, tables and addresses apart: they cannot be wrapped."""
    long = [
        f"{page.relative_to(ROOT)}:{number}: {len(line)} columns"
        for number, line in lines_outside_code(page)
        if len(line) > WIDTH and not line.lstrip().startswith("|") and "://" not in line
    ]

    assert not long, "\n".join(["lines that are too long:", *long])


@every_page
def test_paragraphs_are_short(page: Path) -> None:
    """Tables and code apart."""
    assert [] == [f"{page.relative_to(ROOT)}:{number}" for number in tall(page)]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Who loses a life is off the board.", True),
        ("Nothing is lost. Who comes second reads what came first.", True),
        ("**Who** sits here.", False),
        ("Who is alone is robot 0 to the rules.", True),
        ("Who stops in the middle, frozen or cut off, must not keep its locks.", True),
        ("Who won, and how many points they have now.", False),
        ("Who is at which table, in whichever process they are connected to.", False),
        ("Who won and why, once the match is over.", False),
        ("Who sits where is in the log.", False),
        ("Who may do what: the host has the last word.", False),
        ("Who has the link can join?", False),
        ("Anyone who has the link can join.", False),
        ("The table was forgotten; who comes back finds the bots at work.", True),
        ("R5: who completes its move on a belt goes one cell on.", True),
        ("D3: who backs up off the board dies.", True),
        ("When the host leaves, who sits next is the host.", True),
        ("RC26: Ann is done, and Bob, who is away, would never say so.", False),
        ("What was agreed: who did what, and when.", False),
        ("R46: who won and why, and how everybody stands.", False),
    ],
)
def test_a_headless_who_is_noticed(sentence: str, expected: bool) -> None:  # noqa: FBT001
    """And a question, or a title such as “Who won and why”, is left alone."""
    assert expected == bool(headless(iter([Prose(1, sentence)])))


@every_page
def test_no_sentence_of_a_document_begins_with_a_headless_who(page: Path) -> None:
    """“Anyone who loses ...”, “a player who loses ...”."""
    found = [f"{page.relative_to(ROOT)}:{each}" for each in headless(paragraphs(page))]

    assert not found, "\n".join(["a headless “Who”:", *found])


@pytest.mark.parametrize(
    ("paths", "kind"),
    [
        (SOURCES, docstrings),
        (SOURCES, comments),
        (TESTS, docstrings),
        (TESTS, comments),
        (SCRIPTS, page_comments),
    ],
    ids=["docstrings", "comments", "docstrings of tests", "comments of tests", "the page"],
)
def test_no_sentence_of_the_source_begins_with_a_headless_who(
    paths: list[Path], kind: Callable[[str], Iterator[Prose]]
) -> None:
    """In docstrings and comments of the package, of tests and of the page."""
    found = [
        f"{path.relative_to(ROOT)}:{each}"
        for path in paths
        for each in headless(kind(path.read_text(encoding="utf-8")))
    ]

    assert not found, "\n".join(["a headless “Who”:", *found])


@pytest.mark.parametrize("path", TESTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_name_of_a_test_begins_with_a_headless_who(path: Path) -> None:
    """`test_whoever_...`, `test_a_player_who_...`."""
    assert [] == re.findall(r"def test_who_\w+", path.read_text(encoding="utf-8"))
