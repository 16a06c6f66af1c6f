"""What the documents tell authors of bots is what is read and written."""

import re
from pathlib import Path
from random import Random

import msgspec
import pytest

from tests.catalogues import GAMES
from tinplate.external.messages import (
    PROTOCOL,
    AnswerCodec,
    BotIntroduction,
    BotQuestion,
    decode_introduction,
    encode_question,
)
from tinplate.game import Malformed, Millis, Plan, Seat, bot_offers
from tinplate.games.ricochet.settings import PRESETS
from tinplate.games.ricochet.values import Bid

DOCUMENT = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
RICOCHET = GAMES["ricochet"]


def shown(beginning: str) -> str:
    """The example in the document that begins like this."""
    found = re.search(rf"`({re.escape(beginning)}[^`]*)`", DOCUMENT)
    assert found
    return found[1]


def test_the_introduction_of_the_document() -> None:
    """It is one; strength and limit may be left out."""
    example = shown('{"protocol": 1, "games"')

    assert BotIntroduction(1, frozenset({"rally"}), 2, 1.0) == decode_introduction(example.encode())
    assert BotIntroduction(1, frozenset({"rally"}), 5, 1.0) == decode_introduction(
        b'{"protocol": 1, "games": ["rally"]}'
    )


def test_the_question_of_the_document() -> None:
    """It has all the fields that a question has, in their order."""
    example = shown('{"protocol": 1, "game":')
    state = RICOCHET.setup(PRESETS["2013"], 2, Random(1))
    legal = bot_offers(RICOCHET, state, Seat(0))
    line = encode_question(
        BotQuestion(PROTOCOL, "ricochet", Seat(0), Millis(0), 1, 7, legal, state)
    )
    told = msgspec.json.decode(line)

    assert list(msgspec.json.decode(example.replace("...", "").encode())) == list(told)
    assert [{"type": "TurnToken"}] == told["legal"]
    assert line.endswith(b"}\n")
    assert 1 == line.count(b"\n")


def test_the_answer_of_the_document() -> None:
    """Commands and a time; either may be left out, and an empty answer waits."""
    codec = AnswerCodec(RICOCHET)
    example = shown('{"commands":').replace("...", '{"type": "Bid", "moves": 5}')

    assert Plan((Bid(5),), Millis(14_000)) == codec.decode(example.encode())
    assert Plan() == codec.decode(b"{}")


@pytest.mark.parametrize(
    "introduction",
    [
        b"{}",
        b'{"protocol": 1}',
        b'{"protocol": 1, "games": []}',
        b'{"protocol": 1, "games": ["rally"], "limit": 0}',
        b'{"protocol": 1, "games": ["rally"], "limit": 11}',
        b'{"protocol": 1, "games": ["rally"], "strength": 11}',
        b'{"protocol": 0, "games": ["rally"]}',
        b"\xff",
    ],
)
def test_what_is_no_introduction(introduction: bytes) -> None:
    """A bot says what it plays, is neither too weak nor too strong, and is not slower than 10 s."""
    with pytest.raises(Malformed):
        decode_introduction(introduction)


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"[]",
        b"null",
        b'{"commands": "TurnToken"}',
        b'{"commands": [{"type": "Bid"}]}',
        b'{"ask_again": "soon"}',
        b'{"ask_again": -1}',
        b'{"commands": [' + b",".join([b'{"type": "TurnToken"}'] * 101) + b"]}",
    ],
)
def test_what_is_no_answer(answer: bytes) -> None:
    """It is not guessed what was meant; there are at most 100 commands."""
    with pytest.raises(Malformed):
        AnswerCodec(RICOCHET).decode(answer)
