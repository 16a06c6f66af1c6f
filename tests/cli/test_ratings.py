"""`tinplate ratings recompute` from the command line."""

from pathlib import Path

from tests.cli.running import Run


def test_a_database_that_is_not_there_is_not_created(run: Run, tmp_path: Path) -> None:
    """A mistyped address is refused: nothing would be wrong with an empty database."""
    file = tmp_path / "nowhere" / "tinplate.sqlite"
    told = run("ratings", "recompute", "--database", f"sqlite:///{file}")

    assert 2 == told.code
    assert f"{file}: there is no such database" in told.err
    assert not file.parent.exists()
