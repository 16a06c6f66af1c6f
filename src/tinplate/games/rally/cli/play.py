"""`tinplate rally play`: a match at one keyboard, line by line, told step by step."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from random import Random
from threading import Thread
from typing import NamedTuple

from rich.console import RenderableType
from rich.text import Text

from tinplate.cli import matches
from tinplate.cli.bots import bots_among, read_bots, refuse_names_of_bots
from tinplate.cli.dice import dice_for
from tinplate.cli.keyboard import ask_bot, begin, resume
from tinplate.cli.options import Faults
from tinplate.cli.output import plain_console, say
from tinplate.cli.words import listed
from tinplate.game import AnyBot, Malformed, Seat, Trainable
from tinplate.games import packs
from tinplate.games.rally.cards import REGISTERS, Card, Kind
from tinplate.games.rally.cli.files import course_in, source
from tinplate.games.rally.cli.hotseat import HELP, RallyHotSeat, RallyMatch
from tinplate.games.rally.cli.narrate import card_text
from tinplate.games.rally.cli.retell import Teller, ending
from tinplate.games.rally.cli.scene import draw_table, in_words
from tinplate.games.rally.course_check import Placed, check_text
from tinplate.games.rally.course_text import format_course
from tinplate.games.rally.rules import Rally
from tinplate.games.rally.settings import PRESETS, Value, agreed, read_settings
from tinplate.games.rally.values import (
    Choosing,
    Event,
    Player,
    Programming,
    Settings,
    State,
)
from tinplate.match import Match

_ALONE = ("Player",)
_QUIT = {"quit", "exit", "q"}
_NO_CLOCKS: dict[str, Value] = {"turn_seconds": 0, "last_player_seconds": 0}


# Before the match


def who_plays(players: str | None, bots: str | None) -> tuple[str, ...]:
    """Return the given names, and a name for every bot."""
    names = _ALONE if players is None else matches.read_names(players, numbers_are="a card")
    refuse_names_of_bots(names)
    return (*names, *read_bots(bots, Rally.name))


def agree(course: str, preset: str, settings: Iterable[str]) -> Settings:
    """Choose course and settings, without clocks: at one keyboard people program in turn."""
    given = source(course)
    sound = course_in(given)
    chosen = {**PRESETS[preset], **_read_choices(settings)}
    errors = [each for each in check_text(given.text) if each.finding.kind == "error"]
    if errors:
        raise Faults([_with_place(given.label, error) for error in errors])
    wanted = agreed(sound, chosen)
    if any(getattr(wanted, name) for name in _NO_CLOCKS):
        say("At one keyboard you program one after another, so there are no clocks.")
    return Settings(format_course(sound), {**chosen, **_NO_CLOCKS})


def _with_place(label: str, error: Placed) -> str:
    return f"{label}:{error.line}:{error.column}: {error.finding.message}"


def _read_choices(settings: Iterable[str]) -> Mapping[str, Value]:
    pairs = []
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise Malformed(f"--set {setting}: expected name=value, such as edge=wall")
        pairs.append((name, value))
    return read_settings(pairs)


# The match


class PlayOptions(NamedTuple):
    """How a match is played: where to save it, the seed, and whether to cite rules."""

    save: Path | None
    seed: int | None
    why: bool


def play_new(settings: Settings, names: tuple[str, ...], options: PlayOptions) -> None:
    """Play a match from its opening, saving it to a file if asked."""
    match: RallyMatch = Match.open(Rally(), settings, len(names), dice_for(options.seed))
    game = RallyHotSeat(begin(match, names, options.save))
    # The bots' dice differ from the deal's, or they would choose as the cards fall.
    bot_dice = dice_for(None if options.seed is None else options.seed + 1)
    RallyLines(game, bot_dice, why=options.why).run()
    matches.say_how_to_go_on(match, options.save)


def play_on(path: Path, *, salvage: bool, why: bool) -> None:
    """Resume a match from its file, at the time of its last entry."""
    game = RallyHotSeat(resume(path, Rally.name, salvage=salvage))
    RallyLines(game, dice_for(None), why=why).run()
    matches.say_how_to_go_on(game.match, path)


class Quit(Exception):
    """The player wants to leave, or the input has ended."""


class RallyLines:
    """Reads lines and prints sentences; on a terminal the screen is cleared between players."""

    def __init__(self, game: RallyHotSeat, bot_dice: Random, *, why: bool) -> None:
        self._game = game
        self._bots, self._bot_dice = bots_among(game.names), bot_dice
        self._teller = Teller(game.names, boards=True, why=why, after_board=self._let_look)
        self._console = plain_console()
        self._has_one_person = len(game.names) - len(self._bots) == 1
        self._is_screen = sys.stdin.isatty() and sys.stdout.isatty()
        self._prompt_end = "" if self._is_screen else "\n"

    def run(self) -> None:
        """Play until the match is over, the input ends or somebody quits."""
        state = self._game.state
        self._say(
            Text(f"Rally: {listed(self._game.names)}", "bold"),
            packs()["rally"].summarise(state, state.seats),
            "Type help for a list of commands.",
            draw_table(state, self._game.names),
        )
        _start_training(self._bots.values(), state)
        try:
            while waiting := self._game.state.waiting_for:
                bots = [seat for seat in waiting if seat in self._bots]
                if bots:
                    self._let_bot_act(bots[0])
                else:
                    self._serve(waiting[0])
        except Quit:
            return
        self._say("", *ending(self._game.state, self._game.names))

    def _let_bot_act(self, seat: Seat) -> None:
        plan = ask_bot(self._game.match, seat, self._bots[seat], self._bot_dice)
        for command in plan.commands:
            state = self._game.state
            self._tell(state, self._game.play(seat, command))

    def _serve(self, seat: Seat) -> None:
        """Let one player use the keyboard until they have done everything asked of them."""
        self._hand_over(seat)
        turn, phase = self._game.state.turn, type(self._game.state.phase)
        self._show_desk(seat)
        while self._is_asked(seat, turn, phase):
            line = self._read(f"{self._game.names[seat]}> ").strip()
            if line.lower() == "help":
                self._say(HELP)
            elif line.lower() == "board":
                self._say(draw_table(self._game.state, self._game.names))
                self._show_desk(seat)
            elif line and self._enter(seat, line) and self._is_asked(seat, turn, phase):
                self._show_desk(seat)

    def _is_asked(self, seat: Seat, turn: int, phase: type) -> bool:
        state = self._game.state
        same = state.turn == turn and isinstance(state.phase, phase)
        return same and seat in state.waiting_for

    def _enter(self, seat: Seat, line: str) -> bool:
        """Do what was typed; return whether anything happened."""
        before = self._game.state
        happened = self._game.let_time_pass()
        self._tell(before, happened)
        before = self._game.state
        events, refusal = self._game.enter(seat, line)
        self._tell(before, events)
        if refusal is not None:
            self._say(refusal)
        return bool(happened or events)

    def _hand_over(self, seat: Seat) -> None:
        """Keep players from seeing each other's cards."""
        if not self._is_screen or self._has_one_person:
            return
        self._clear()
        self._read(f"Pass the keyboard to {self._game.names[seat]}, who should press Enter: ")
        self._clear()
        self._say(draw_table(self._game.state, self._game.names))

    def _clear(self) -> None:
        """Clear the screen and its scrollback: otherwise scrolling up would show everything."""
        self._console.clear()
        self._console.file.write("\x1b[3J")

    def _show_desk(self, seat: Seat) -> None:
        self._say(*desk(self._game.state, seat, self._game.names[seat]))

    def _tell(self, state: State, events: Sequence[Event]) -> None:
        for told in self._teller.tell(state, events):
            self._say(told)

    def _let_look(self) -> None:
        """On a terminal, wait before the next register until this one was read."""
        if self._is_screen:
            self._read("Press Enter to continue: ")

    def _read(self, prompt: str) -> str:
        self._console.print(prompt if self._is_screen else prompt.rstrip(), end=self._prompt_end)
        line = sys.stdin.readline()
        if not line or line.strip().lower() in _QUIT:
            raise Quit
        return line

    def _say(self, *things: RenderableType) -> None:
        for thing in things:
            self._console.print(thing)


def _start_training(bots: Iterable[AnyBot], state: State) -> None:
    """Train in the background: until the course is measured, bots go by distances."""
    view = Rally().view(state, None)
    for bot in bots:
        if isinstance(bot, Trainable):  # they all share what one finds out
            Thread(target=bot.train, args=(view, lambda _: None), daemon=True).start()
            return


def desk(state: State, seat: Seat, name: str) -> list[Text]:
    """Show what lies before a player, and what they are asked."""
    player = state.players[seat]
    lines = [Text(f"{name}, turn {state.turn}: ", "bold").append(in_words(player), "not bold")]
    match state.phase:
        case Choosing(facing, power):
            lines += _questions(seat in facing, seat in power)
        case Programming(facing, programs):
            lines += _questions(seat in facing, is_asked_for_power=False)
            if seat in programs and player.private is not None:
                lines += _cards(player)
        case _:
            pass
    return lines


def _questions(is_asked_for_facing: bool, is_asked_for_power: bool) -> list[Text]:  # noqa: FBT001
    which = "  Which way should your robot face? n, e, s or w, for up, right, down or left"
    facing = [Text(which)] if is_asked_for_facing else []
    power = [Text("  Come back on, or stay off? on or off")] if is_asked_for_power else []
    return [*facing, *power]


def _cards(player: Player) -> list[Text]:
    private = player.private
    if private is None:
        return []
    hand = "   ".join(_by_kind(private.hand)) or "no card"
    registers = "  ".join(_register(player, register) for register in range(1, REGISTERS + 1))
    lines = [Text(f"  Hand       {hand}"), Text(f"  Registers  {registers}")]
    if private.power_down:
        lines.append(Text("  A power-down is planned for the next turn."))
    return lines


def _by_kind(hand: Iterable[Card]) -> Iterator[str]:
    """List a hand, fastest first: move2 780 750, left 310 90."""
    for kind, cards in groupby(sorted(hand, key=_kind_then_priority), lambda card: card.kind):
        yield f"{kind} {' '.join(str(card.priority) for card in cards)}"


def _kind_then_priority(card: Card) -> tuple[int, int]:
    return list(Kind).index(card.kind), -card.priority


def _register(player: Player, register: int) -> str:
    locked = player.registers[register - 1]
    if register in player.locked_registers and locked is not None:
        return f"{register} {card_text(locked)} locked"
    card = player.private.draft[register - 1] if player.private else None
    return f"{register} -" if card is None else f"{register} {card_text(card)}"
