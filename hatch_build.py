"""Nobody gets a package without the page and the documentation in it."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILT = {
    "src/tinplate/page/index.html": "the page is not built. `make page` builds it.",
    "src/tinplate/site/index.html": "the documentation is not built. `make docs` builds it.",
}


class AllIsBuilt(BuildHookInterface[Any]):
    """Looks for what is built before anything is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Refuse to build, unless for the source folder itself, where the page may come later."""
        for file, complaint in BUILT.items():
            if version != "editable" and not (Path(self.root) / file).is_file():
                raise FileNotFoundError(f"{file}: {complaint}")
