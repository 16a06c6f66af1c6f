"""`tinplate` on a machine whose clock can be set: a file says by how many nanoseconds it is off.

`python -m tests.attack.stepping FILE serve ...`
"""

import sys
import time
from pathlib import Path

_true_time = time.time_ns
_file = Path(sys.argv.pop(1))


def _wrong_time() -> int:
    return _true_time() + int(_file.read_text(encoding="ascii") or "0")


if __name__ == "__main__":
    time.time_ns = _wrong_time
    time.time = lambda: _wrong_time() / 1e9
    from tinplate.cli.main import main

    sys.exit(main())
