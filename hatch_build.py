"""Nobody gets a package without the page and the documentation, or with links that lead nowhere."""

import os
import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

BUILT = {
    "page": "src/tinplate/page/index.html",
    "docs": "src/tinplate/site/index.html",
}  # by what `make` calls them
SITE = "TINPLATE_SITE"  # in the environment: where the documentation is published
PICTURE = re.compile(r'(src|srcset)="docs/([^"]+)"')
LINK = re.compile(r"\[([^]]+)\]\((?!https?:)([^)]+)\)")


class AllIsBuilt(BuildHookInterface[Any]):
    """Looks for what is built before anything is packed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Refuse to build, unless for the source folder itself, where the page may come later."""
        missing = [name for name, file in BUILT.items() if not (Path(self.root) / file).is_file()]
        if missing and version != "editable":
            what = " ".join(missing)
            self.app.abort(f"Not built yet: {', '.join(missing)}. Run `make {what}` first.")


class ReadElsewhere(MetadataHookInterface):
    """README as a registry shows it: far from the files that its links and pictures name."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Let links and pictures lead to the published documentation, if there is one."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        if site := os.environ.get(SITE, "").rstrip("/"):
            text = PICTURE.sub(rf'\1="{site}/\2"', text)
            text = LINK.sub(lambda link: published(site, *link.groups()), text)
            metadata["urls"] = {
                "Documentation": f"{site}/",
                "Changelog": f"{site}/changelog/",
            }
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def published(site: str, words: str, file: str) -> str:
    """A link to the page of a document; the words alone where it has none."""
    name, dot, _ = file.removeprefix("docs/").partition(".md")
    return f"[{words}]({site}/{name.lower()}/)" if dot else words
