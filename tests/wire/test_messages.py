"""Messages are closed unions, read strictly."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw

from tinplate.game import Malformed, Seat
from tinplate.lobby.values import MatchFinished
from tinplate.server.replicas import MATCH, TABLE, drawing_kind
from tinplate.wire.incoming import Incoming, id_in, read_incoming
from tinplate.wire.rows import MatchOpening, decode_match_opening, encode_opening


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "truncated"),
        ("{", "truncated"),
        ("null", "Expected `object`"),
        ("[]", "Expected `object`"),
        ("{}", "missing required field `type`"),
        ('{"type":"Halo"}', "Invalid value 'Halo'"),
        ('{"type":"Hello","seed":1}', "unknown field `seed`"),
        ('{"type":"Hello","seen":{"match":"m","seat":0,"version":1,"x":1}}', "unknown field `x`"),
        ('{"type":"Act","command":{"type":"Stand"}}', "missing required field `id`"),
        ('{"type":"Act","id":"","command":{"type":"Stand"}}', "length >= 1 - at `$.id`"),
        ('{"type":"Act","id":7,"command":{"type":"Stand"}}', "Expected `str`, got `int`"),
        ('{"type":"Act","id":"1","command":{"type":"Fly"}}', "Invalid value 'Fly'"),
        ('{"type":"Act","id":"1","command":{"type":"Sit","chair":20}}', "at `$.command.chair`"),
        ('{"type":"Act","id":"1","command":{"type":"Stand","now":1}}', "unknown field `now`"),
        ('{"type":"Ping","at":"now"}', "Expected `float`, got `str`"),
        ("[" * 100_000, ""),
        (b"\xff", ""),
    ],
)
def test_what_is_no_message_is_refused_with_its_place(text: str | bytes, complaint: str) -> None:
    """One sentence says what is wrong, and where."""
    with pytest.raises(Malformed) as refusal:
        read_incoming(text)

    assert complaint in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "id_"),
    [
        ('{"type":"Act","id":"1","command":{"type":"Fly"}}', "1"),
        ('{"type":"Play","id":"1"}', "1"),
        ('{"type":"Act","id":"","command":{"type":"Stand"}}', None),
        ('{"type":"Act","id":7}', None),
        ('{"type":"Hello","id":"1"}', None),
        ("null", None),
        ("[" * 100_000, None),
        (b"\xff", None),
    ],
)
def test_the_id_of_a_command_that_cannot_be_read(text: str | bytes, id_: str | None) -> None:
    """Is found wherever there is one; other messages have none."""
    assert id_ == id_in(text)


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_garbage_is_malformed_and_nothing_else(garbage: bytes) -> None:
    """Whatever comes, nothing but a message or a refusal comes of it."""
    try:
        message: Incoming | str = read_incoming(garbage)
    except Malformed as refusal:
        message = str(refusal)

    assert message
    assert isinstance(message, Incoming | str)


def test_stored_names_stay_as_they_are() -> None:
    """Databases of earlier versions hold them, whatever the code calls these things today."""
    opening = MatchOpening("ricochet", "a-table", ("Ann",), Raw(b"{}"))
    written = encode_opening(opening)

    assert "a-table" == msgspec.json.decode(written)["room"]
    assert opening == decode_match_opening(written)
    ended = msgspec.json.encode(MatchFinished((Seat(0),), "won"))
    assert ended.startswith(b'{"type":"MatchEnded","winners":[0],"because":"won"')
    assert ("room", "match") == (TABLE, MATCH)
    assert "drawing auction" == drawing_kind("auction")
