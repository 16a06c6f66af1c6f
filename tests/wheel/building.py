"""Packages as users get them, installed in environments of their own."""

import subprocess
import sys
import sysconfig
from pathlib import Path
from venv import EnvBuilder

ROOT = Path(__file__).parents[2]


def run(*command: str | Path, cwd: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(  # noqa: S603 - our own commands
        [str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False
    )


def build(folder: Path) -> None:
    """The source package, and the wheel from it."""
    built = run(
        sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=folder
    )
    assert 0 == built.returncode, built.stdout + built.stderr


def install(package: Path, folder: Path) -> None:
    """Make an environment with the package in it; others are those we have."""
    EnvBuilder(with_pip=False, symlinks=True).create(folder)
    [site] = folder.glob("lib/python*/site-packages")
    options = ("--quiet", "--no-deps", "--no-index", "--no-compile", "--target", site)
    installed = run(sys.executable, "-m", "pip", "install", *options, package, cwd=folder)
    assert 0 == installed.returncode, installed.stderr
    (site / "others.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
