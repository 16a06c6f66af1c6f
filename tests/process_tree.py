"""Which process has started which, as Linux tells."""

from pathlib import Path

PROCESSES = Path("/proc")


def parent_of(process: int) -> int | None:
    """None of one that has ended."""
    try:
        state, parent = (PROCESSES / f"{process}/stat").read_text().rpartition(")")[2].split()[:2]
    except OSError:
        return None
    return None if state == "Z" else int(parent)


def children_of(parent: int) -> list[int]:
    running = [int(process.name) for process in PROCESSES.glob("[0-9]*")]
    return [process for process in running if parent_of(process) == parent]


def threads_of(process: int) -> int:
    """None are left of one that has ended."""
    try:
        return len([*(PROCESSES / f"{process}/task").iterdir()])
    except OSError:
        return 0
