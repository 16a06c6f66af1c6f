"""Write the types of the wire for the page; `make page` does it before it builds."""

from pathlib import Path

from tinplate.games import packs
from tinplate.wire.typescript import files, typescript

FOLDER = Path(__file__).parent / "src" / "wire" / "generated"

if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, exports in files(packs().values()).items():
        (FOLDER / f"{name}.ts").write_text(typescript(exports))
