"""Frames that we write ourselves are those of the library."""

import pytest
from websockets.frames import Frame, Opcode

from tinplate.server.connections import text_frame


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_a_frame_of_any_size(size: int) -> None:
    text = b"x" * size

    assert Frame(Opcode.TEXT, text).serialize(mask=False, extensions=[]) == text_frame(text)
