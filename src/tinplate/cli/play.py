"""`tinplate GAME play` for a game without its own commands: any match, line by line."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import rich_click as click
from msgspec import to_builtins
from rich.console import RenderableType
from rich.text import Text
from rich.tree import Tree

from tinplate.cli import matches
from tinplate.cli.bots import bots_among, read_bots, refuse_names_of_bots
from tinplate.cli.dice import dice_for
from tinplate.cli.keyboard import KeyboardMatch, Session, ask_bot, begin, resume
from tinplate.cli.output import plain_console, say
from tinplate.cli.words import clock, in_words, listed, tell_outcome, value_text
from tinplate.game import Malformed, Rejected, Seat, bot_consent, bot_offers
from tinplate.match import Match
from tinplate.pack import GamePack

_QUIT = {"quit", "exit", "q"}


def play_command(pack: GamePack) -> click.Command:
    """Make a group with the one command that every game has."""
    group = click.RichGroup(name=pack.name, help=f"{pack.title}: play at one keyboard.")

    @group.command()
    @click.option("--players", default="ann,bob", show_default=True, help="Names, with commas.")
    @click.option("--bots", help="Names of bots separated by commas, or how many. Default: none.")
    @click.option("--preset", type=click.Choice([*pack.presets]), help="Default: the first.")
    @click.option(
        "--seed", type=int, metavar="N", help="The same seed gives the same deal. Default: random."
    )
    @click.option("--save", type=Path, metavar="FILE", help="Write the match to this file.")
    @click.option("--resume", "saved", type=Path, metavar="FILE", help="Continue a saved match.")
    @click.option("--salvage", is_flag=True, help="Resume a damaged file from its intact part.")
    def play(  # noqa: PLR0913, PLR0917 - click passes each by name
        players: str,
        bots: str | None,
        preset: str | None,
        seed: int | None,
        save: Path | None,
        saved: Path | None,
        *,
        salvage: bool,
    ) -> None:
        """Play at one keyboard: pick from the legal commands by number."""
        if saved is not None:
            matches.refuse_a_new_deal(bots=bots, preset=preset, seed=seed, save=save)
            session = resume(saved, pack.name, salvage=salvage)
        else:
            matches.refuse_taken_file(save)
            people = matches.read_names(players, numbers_are="a command")
            refuse_names_of_bots(people)
            names = (*people, *read_bots(bots, pack.name))
            settings = pack.presets[preset or next(iter(pack.presets))]
            dice = dice_for(seed)
            dealt = Match(pack.game, pack.deal(settings, len(names), dice), dice)
            session = begin(dealt, names, save)
            say(pack.summarise(dealt.opening, len(names)))
        PlainLines(pack, session, dice_for(seed)).run()
        matches.say_how_to_go_on(session.match, save or saved)

    return group


class _Quit(Exception):
    """The player wants to leave, or the input has ended."""


class PlainLines:
    """Prints what a player may see, and reads the number of a legal command."""

    def __init__(self, pack: GamePack, session: Session, dice: Random) -> None:
        self._pack = pack
        self._game = KeyboardMatch[Any, Any, Any, Any](session)
        self._bots, self._dice = bots_among(session.names), dice
        self._people = [
            seat for seat in map(Seat, range(len(session.names))) if seat not in self._bots
        ]
        self._console = plain_console()
        self._is_screen = sys.stdin.isatty() and sys.stdout.isatty()

    def run(self) -> None:
        """Play until the match is over, the input ends or somebody quits."""
        self._say(Text(listed(self._game.names), "bold"))
        try:
            while not self._game.is_over:
                self._tell(self._game.let_time_pass())
                self._serve_next()
        except _Quit:
            return
        outcome = self._game.match.game.outcome(self._game.state)
        if outcome is not None:
            self._say("", tell_outcome(outcome, self._game.names))

    def _serve_next(self) -> None:
        """Let the bots decide first, then the people who have a decision, one after another.

        Where all bots wait and no person can act, something safe is played for a bot.
        """
        match = self._game.match
        people = [seat for seat in self._people if match.game.legal(match.state, seat)]
        if any(self._play_bot(seat, self._planned(seat, people)) for seat in self._bots):
            return
        if people:
            self._serve(people[0])
        elif not any(self._play_bot(seat, self._safe(seat)) for seat in self._bots):
            self._read("Nobody can act until time is up; press Enter to check again. ")

    def _planned(self, seat: Seat, people: Sequence[Seat]) -> Sequence[Any]:
        """Return what a bot wants to do now, with people who can act, too; maybe nothing."""
        match = self._game.match
        consent = bot_consent(match.game, match.state, seat, self._people)
        if consent is not None:
            return (consent,)
        if not bot_offers(match.game, match.state, seat):
            return ()
        plan = ask_bot(match, seat, self._bots[seat], self._dice)
        return (plan.beside_people() if people else plan).commands

    def _safe(self, seat: Seat) -> Sequence[Any]:
        match = self._game.match
        legal = bot_offers(match.game, match.state, seat)
        return self._pack.safe_plan(match.view(seat), seat, legal).commands if legal else ()

    def _play_bot(self, seat: Seat, commands: Sequence[Any]) -> bool:
        """Play a bot's commands until one is refused; return whether anything was played."""
        version = self._game.match.version
        for command in commands:
            try:
                self._tell(self._game.play(seat, command))
            except Rejected:
                break
        return self._game.match.version > version

    def _serve(self, seat: Seat) -> None:
        match, name = self._game.match, self._game.names[seat]
        if self._is_screen and len(self._people) > 1:
            self._console.clear()
            self._read(f"Pass the keyboard to {name}, who should press Enter: ")
        legal = match.game.legal(match.state, seat)
        self._say(*drawn(match.view(seat), name), *numbered(legal))
        left = self._game.remaining()
        timed = "" if left is None else f" ({clock(left)} left)"
        command = self._chosen(legal, f"{name}{timed}> ")
        late = self._game.let_time_pass()
        self._tell(late)
        try:
            self._tell(self._game.play(seat, command))
        except Rejected as refusal:
            self._say("Too late." if late else str(refusal))

    def _chosen(self, legal: Sequence[Any], prompt: str) -> Any:  # noqa: ANN401 - of its game
        while True:
            try:
                return picked(legal, self._read(prompt))
            except Malformed as error:
                self._say(str(error))

    def _tell(self, events: Sequence[Any]) -> None:
        """Tell what everybody may know."""
        game = self._game.match.game
        for event in events:
            if (seen := game.witness(event, None)) is not None:
                self._say(f"  {in_words(seen)}")

    def _read(self, prompt: str) -> str:
        self._console.print(prompt, end="" if self._is_screen else "\n")
        line = sys.stdin.readline()
        if not line or line.strip().lower() in _QUIT:
            raise _Quit
        return line.strip()

    def _say(self, *things: RenderableType) -> None:
        for thing in things:
            self._console.print(thing)


def picked(legal: Sequence[Any], typed: str) -> Any:  # noqa: ANN401 - of its game
    """Return the legal command with that number; raise Malformed if there is none."""
    if not typed.isdecimal() or not 1 <= int(typed) <= len(legal):
        raise Malformed(f"Type a number from 1 to {len(legal)}, or quit.")
    return legal[int(typed) - 1]


def numbered(legal: Sequence[Any]) -> Iterator[str]:
    for number, command in enumerate(legal, start=1):
        yield f"  {number:>3}  {in_words(command)}"


def drawn(view: object, name: str) -> Iterator[RenderableType]:
    """Draw a view as a tree."""
    tree = Tree(Text(f"What {name} sees", "bold"))
    _grow(tree, to_builtins(view))
    yield tree


def _grow(tree: Tree, value: Any) -> None:  # noqa: ANN401 - JSON
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in pairs:
        if isinstance(each, dict) or (isinstance(each, list | tuple) and _is_deep(each)):
            _grow(tree.add(str(key)), each)
        else:
            tree.add(f"{key}: {value_text(each)}")


def _is_deep(values: Sequence[Any]) -> bool:
    return any(isinstance(each, dict | list | tuple) for each in values)
