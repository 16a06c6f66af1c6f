# ruff: noqa: INP001 - MkDocs loads this file by its path
"""What the site adds to the documents: pages from the root of the project, and of the commands.

Links in the documents lead to files, as people read them in the source. Here they lead to pages;
what is no page (code, for example) is named and not linked.
"""

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

import click
from click.testing import CliRunner
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from tinplate.cli.main import app

ROOT = Path(__file__).parents[1]
FROM_ROOT = {
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
}
ELSEWHERE = {
    "README.md": "index.md",
    "docs/decisions": "decisions/index.md",
    **{
        f"docs/rules/{language}": f"rules/{language}/ricochet.md"
        for language in ["it", "es", "ca", "el"]
    },
}
LINK = re.compile(r"(?<!!)\[(?P<text>(?:[^\[\]]|\[[^\]]*\])+)\]\((?P<target>[^)\s]+)\)")
FENCE = re.compile(r"(^ *```.*?^ *```$)", re.MULTILINE | re.DOTALL)
PLAIN = {"COLUMNS": "90", "NO_COLOR": "1", "TERM": "dumb"}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """List all decisions in the menu."""
    names = sorted(path.name for path in (ROOT / "docs" / "decisions").glob("0*.md"))
    *_, project = config.nav or ()
    project["Project"][-1] = {
        "Decisions": ["decisions/index.md", *(f"decisions/{name}" for name in names)]
    }
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are not files in docs/."""
    made = {uri: (ROOT / name).read_text(encoding="utf-8") for name, uri in FROM_ROOT.items()}
    made["decisions/index.md"] = _decisions()
    made["commands.md"] = "\n".join(_commands())
    made["logo.svg"] = (ROOT / "web" / "public" / "icon.svg").read_text(encoding="utf-8")
    for uri, content in made.items():
        files.append(File.generated(config, uri, content=content))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Let links lead to pages, outside of examples."""
    uri = page.file.src_uri
    sources = {made: name for name, made in FROM_ROOT.items()}
    folder = posixpath.dirname(sources.get(uri, f"docs/{uri}"))

    def linked(found: re.Match[str]) -> str:
        return _link(found["text"], found["target"], folder, uri)

    parts = FENCE.split(markdown)
    return "".join(part if FENCE.fullmatch(part) else LINK.sub(linked, part) for part in parts)


def _link(text: str, target: str, folder: str, uri: str) -> str:
    path, mark, anchor = target.partition("#")
    if ":" in path or path.startswith("/") or not path:
        return f"[{text}]({target})"
    source = posixpath.normpath(posixpath.join(folder, path))
    goal = {**FROM_ROOT, **ELSEWHERE}.get(source)
    if goal is None and source.startswith("docs/") and source.endswith((".md", ".svg")):
        goal = source.removeprefix("docs/")
    if goal is None:
        return f"`{source}`" if source.endswith(text.strip("`/")) else f"{text} (`{source}`)"
    there = posixpath.relpath(goal, posixpath.dirname(uri) or ".")
    return f"[{text}]({there}{mark}{anchor})"


def _decisions() -> str:
    """A page that lists them, by number."""
    lines = ["# Decisions", "", "Why things are the way they are.", ""]
    for path in sorted((ROOT / "docs" / "decisions").glob("0*.md")):
        title = path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
        lines.append(f"- [{title}]({path.name})")
    return "\n".join(lines)


def _commands() -> Iterator[str]:
    """A page with the help of every command."""
    yield "# Commands"
    yield ""
    yield "What `--help` says of each command. Most of them speak JSON with `--json`."
    yield from _helps(app, click.Context(app, info_name="tinplate"))


def _helps(command: click.Command, context: click.Context) -> Iterator[str]:
    words = context.command_path.split()
    asked = CliRunner().invoke(app, [*words[1:], "--help"], env=PLAIN, prog_name="tinplate")
    yield from ("", f"## {context.command_path}", "", "```text", asked.output.strip(), "```")
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            if child is not None and not child.hidden:
                yield from _helps(child, click.Context(child, context, info_name=name))
