"""Nobody gets a package without the page and the documentation in it."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILT = {
    "page": "src/tinplate/page/index.html",
    "docs": "src/tinplate/site/index.html",
}  # by what `make` calls them


class AllIsBuilt(BuildHookInterface[Any]):
    """Looks for what is built before anything is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Refuse to build, unless for the source folder itself, where the page may come later."""
        missing = [name for name, file in BUILT.items() if not (Path(self.root) / file).is_file()]
        if missing and version != "editable":
            what = " ".join(missing)
            self.app.abort(f"Not built yet: {', '.join(missing)}. Run `make {what}` first.")
