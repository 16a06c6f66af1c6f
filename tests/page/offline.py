"""The worker of the built page that answers without a server, asked in Node.js."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ASSETS = Path(__file__).parents[2] / "src/tinplate/page/assets"
NODE = shutil.which("node") or str(Path(sys.prefix) / "bin" / "node")
DRIVER = Path(__file__).parent / "offline.mjs"

Question = tuple[str, dict[str, Any]]  # the last part of a path, and the query


def worker() -> Path:
    (script,) = ASSETS.glob(f"worker-{'?' * 8}.js")
    return script


def ask(questions: Iterable[Question]) -> list[dict[str, Any]]:
    """The answers: `status`, `body`, and the milliseconds that each `took`."""
    lines = [
        json.dumps({"id": number, "path": f"/api/ricochet/{path}", "query": query})
        for number, (path, query) in enumerate(questions)
    ]
    told = subprocess.run(  # noqa: S603 - our own script
        [NODE, DRIVER, worker()],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in told.stdout.splitlines()]
