"""What the battery tried and found, as a table for people."""

from typing import NamedTuple

MOST_EXAMPLES = 5  # of one kind of fault


class Trial(NamedTuple):
    """One kind of attack, in numbers."""

    attack: str
    tried: str
    result: str


class Findings:
    """Rows of the report, and faults by kind: something lost, leaked, wrong or our fault."""

    def __init__(self) -> None:
        self.trials: list[Trial] = []
        self.faults: dict[str, list[str]] = {}
        self._reported = 0  # faults of the rows so far

    def tried(self, attack: str, tried: str, result: str, since: int | None = None) -> None:
        """Say how it ended, if there were no new faults, or none since there were so many."""
        new = self.count - (self._reported if since is None else since)
        self._reported = self.count
        self.trials.append(Trial(attack, tried, f"**{number(new)} faults**" if new else result))

    def fault(self, kind: str, *examples: str) -> None:
        if examples:
            self.faults.setdefault(kind, []).extend(examples)

    @property
    def count(self) -> int:
        return sum(map(len, self.faults.values()))

    def markdown(self) -> str:
        rows = [Trial("Attack", "Tried", "Result"), Trial("---", "---", "---"), *self.trials]
        table = [f"| {' | '.join(row)} |" for row in rows]
        return "\n".join([*table, "", *self._verdict()])

    def _verdict(self) -> list[str]:
        if not self.faults:
            return ["Nothing was lost, nothing leaked, and nothing was the server’s fault."]
        return [
            line
            for kind, found in self.faults.items()
            for line in (f"- **{kind}**: {number(len(found))}", *_examples(found))
        ]


def _examples(found: list[str]) -> list[str]:
    return [f"  - `{each[:300]}`" for each in found[:MOST_EXAMPLES]]


def number(count: int) -> str:
    return f"{count:,}"
