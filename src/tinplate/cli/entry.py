"""What the command `tinplate` runs first: it needs nothing that a plain installation lacks."""

import sys

BAD_INPUT = 2
CLI, SERVER, POSTGRES, REDIS = "cli", "server", "postgres", "redis"
CLUSTER, RESEARCH = "cluster", "research"
# Packages of extras, and which extra brings each.
EXTRAS = {
    "click": CLI, "rich": CLI, "rich_click": CLI, "textual": CLI,
    "alembic": SERVER, "cachetools": SERVER, "confusable_homoglyphs": SERVER,
    "cryptography": SERVER,
    "itsdangerous": SERVER, "litestar": SERVER, "prometheus_client": SERVER,
    "resvg_py": SERVER, "sqlalchemy": SERVER, "structlog": SERVER, "uvicorn": SERVER,
    "webauthn": SERVER,
    "openskill": SERVER,
    "websockets": SERVER,
    "asyncpg": POSTGRES, "redis": REDIS, "distributed": CLUSTER, "pyarrow": RESEARCH,
}  # fmt: skip


def main() -> int:
    """Run the command line. If a package is missing, say which extra brings it."""
    try:
        from tinplate.cli.main import main as run  # noqa: PLC0415 - it may not be installed

        return run()
    except ModuleNotFoundError as error:
        extra = EXTRAS.get((error.name or "").partition(".")[0])
        if extra is None:
            raise
        sys.stderr.write(f"tinplate: {missing(extra)}\n")
        return BAD_INPUT


def missing(extra: str) -> str:
    return f"this needs more packages. Install them with: pip install 'tinplate[{extra}]'"
