"""What a game provides to the rest of the program: its pack.

The server, the arena, the load tester and the command line know games by their packs only. A pack
needs a name, a title, the rules and some presets; every other member has a default that works, so
a new game is playable on its first day. Members import what they need when they are called:
importing the list of packs costs nothing.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from tinplate.game import AnyBot, AnyGame, Facts, Malformed, Outcome, Plan, Rejected, Seat
from tinplate.match import AnyMatch, Entry

if TYPE_CHECKING:
    from tinplate.book import Example
    from tinplate.puzzles.values import MadePuzzle, PuzzleMaker


class EndPicture(NamedTuple):
    """How a match ended: only what is true of it."""

    drawing: str | None  # a self-contained SVG, about as wide as high; None: nothing to draw
    scores: Sequence[str]  # what everybody has, by seat
    line: str  # how much was played, behind the title of the game
    signs: Sequence[str] = ()  # who is who in the drawing, by seat: SVG within -20..20


class Subject(NamedTuple):
    """What somebody wants help with, and how to tell which running matches it would help in."""

    game: str
    topics: Sequence[str]  # of which every such match has at least one
    is_alike: Callable[[Sequence[str]], bool]  # whether a match with these topics is one


class DrawnBoard(NamedTuple):
    """A board that somebody drew, as its game reads it."""

    text: str  # as the game writes it: one drawing, one text
    board: str  # the board in it, as `drawing_in` finds it in settings
    width: int
    height: int
    seats: tuple[int, int] | None  # for how many it is; None: for as many as can play the game


class TextMistake(NamedTuple):
    """What is wrong, and at which character of the text, counted from 1."""

    at: int
    because: str
    code: str
    facts: Facts


class BadDrawing(Malformed):
    """A text that is not a board to play on, with all its mistakes that have a place."""

    mistakes: tuple[TextMistake, ...] = ()


class GamePack(ABC):
    """Everything about one game, behind one interface."""

    name: str  # in logs, addresses and commands
    title: str  # as shown to people
    seats: range = range(1, 9)  # how many can play; settings may allow fewer
    usual_players: int = 2  # in a match between bots, unless told otherwise
    plays_compiled: bool = False  # whether the rules are compiled: then matches wait for `prepare`
    # How many functions `prepare` and `warm_up` compile that Python calls; and `warm_up_rest`.
    compiled_functions: int = 0
    rest_of_functions: int = 0
    examples: tuple[str, ...] = ()  # command lines for `tinplate --help`
    arena_examples: tuple[str, ...] = ()  # and for `tinplate arena --help`

    # Rules and settings

    @property
    @abstractmethod
    def game(self) -> AnyGame:
        """The rules."""

    @property
    @abstractmethod
    def presets(self) -> Mapping[str, Any]:
        """Settings by name, the usual ones first."""

    def deal(self, settings: Any, seats: int, dice: Random) -> Any:  # noqa: ANN401
        """Deal a match for so many players; raise Rejected if so many cannot play."""
        self.require_room(seats)
        return self.game.setup(settings, seats, dice)

    def require_room(self, seats: int) -> None:
        """Raise Rejected if so many cannot play, with any settings."""
        if seats not in self.seats:
            fewest, most = self.seats[0], self.seats[-1]
            because = f"{self.title} is for {fewest} to {most} players, not {seats}."
            raise Rejected(because, "so-many-cannot-play", fewest=fewest, most=most)

    def require_chairs(self, settings: Any, chairs: int) -> None:  # noqa: ANN401, ARG002
        """Raise Rejected if a table with so many chairs is not for these settings.

        Some of the chairs may stay free, so a table may have more than a match has room for.
        """
        self.require_room(chairs)

    def check_settings(self, settings: Any) -> None:  # noqa: ANN401, B027 - a default
        """Raise Malformed if well-formed settings are still unplayable."""

    def is_slow_to_check(self, settings: Mapping[str, Any]) -> bool:  # noqa: ARG002
        """Whether checking such settings (as JSON) is too slow for a server's event loop."""
        return False

    def among_people(self, settings: Any) -> Any:  # noqa: ANN401
        """What is played where several people sit: it may have clocks, so that nobody stalls it."""
        return settings

    def among_bots(self, settings: Any) -> Any:  # noqa: ANN401
        """What is played where one person plays bots: nobody waits, so clocks may be left out."""
        return settings

    def keeps_seats(self, settings: Any) -> bool:  # noqa: ANN401, ARG002
        """Whether these settings forbid bots to stand in for absent players."""
        return False

    def patience(self, settings: Any) -> int | None:  # noqa: ANN401, ARG002
        """For how many seconds a table that waits for absent players waits for those present.

        None: until they act.
        """
        return None

    def summarise(self, opening: Any, seats: int) -> str:  # noqa: ANN401
        """Describe in one line what a match is played with, as it was dealt.

        The default finds the preset if the state has its settings.
        """
        settings = getattr(opening, "settings", None)
        preset = next((name for name, each in self.presets.items() if each == settings), "custom")
        return f"{preset} settings, {seats} players"

    def variants(
        self,
        names: str | None,
        players: int,  # noqa: ARG002 - a board may be too small for them
    ) -> Iterator[tuple[str | None, Any]]:
        """Yield the settings the arena plays, by name. The default takes the names of presets.

        Raises Malformed for an unknown name, or one without room for so many players.
        """
        presets = self.presets
        if names is None:
            yield None, next(iter(presets.values()))
            return
        for name in dict.fromkeys(each.strip() for each in names.split(",")):
            if name not in presets:
                raise Malformed(f"{self.name} has no “{name}”; it has {', '.join(presets)}")
            yield name, presets[name]

    def chance_moment(self, state: Any) -> str | None:  # noqa: ANN401, ARG002
        """Name the moment of a match in which its dice are rolled next.

        Tables that play the same named deal roll the same in the same moment. No two rolls of a
        match may have the same name. None: only the opening is the same, and then chance decides.
        """
        return None

    def seat_count(self, state: Any) -> int | None:  # noqa: ANN401, ARG002
        """Return how many seats a state has, where that can be told."""
        return None

    # Bots and the arena

    @property
    def bots(self) -> Sequence[AnyBot]:
        """The bots of this game, besides the one that plays at random."""
        return ()

    @property
    def bot_titles(self) -> Mapping[str, str]:
        """What bots are called where people see them, by their names. The others by their names."""
        return {}

    faces_file: str | None = None  # the things that bots are named after, as the page draws them

    def safe_plan(
        self,
        view: Any,  # noqa: ANN401, ARG002
        seat: Seat,  # noqa: ARG002
        legal: Sequence[Any],
    ) -> Plan[Any]:
        """Choose for a bot that failed, was late or broke a rule; the match must not stall."""
        return Plan(tuple(legal[:1]))

    def score(self, state: Any, seat: Seat) -> Any:  # noqa: ANN401
        """Return what seats are ranked by: anything comparable, higher is better."""
        outcome: Outcome | None = self.game.outcome(state)
        return int(outcome is not None and seat in outcome.winners)

    def is_under_way(self, state: Any) -> bool:  # noqa: ANN401, ARG002
        """Whether so much was played that an end by agreement says something of the players."""
        return True

    # Ratings

    speeds: tuple[str, ...] = ()  # classes in which people are rated, the usual one first
    most_strangers: int = 8  # at a table that quick match finds; fewer if fewer can play

    def speed_of(self, settings: Any) -> str | None:  # noqa: ANN401, ARG002
        """The class in which a match with these settings counts. None: it does not."""
        return None

    @property
    def rated_presets(self) -> tuple[str, ...]:
        """The presets by whose rules matches count."""
        presets = self.presets.items()
        return tuple(name for name, settings in presets if self.speed_of(settings) is not None)

    def quick_settings(self, speed: str, seats: int, dice: Random) -> Any:  # noqa: ANN401, ARG002
        """Choose what strangers play who want this class; only asked for one of `speeds`."""
        return next(iter(self.presets.values()))

    @property
    def bot_ratings(self) -> Mapping[str, float]:
        """How strong bots are among people, in Elo; people begin at 1500. Others are not rated."""
        return {}

    # Profiles

    def statistics(
        self,
        opening: Any,  # noqa: ANN401, ARG002
        entries: Sequence[Entry[Any]],  # noqa: ARG002
    ) -> Sequence[Mapping[str, Mapping[str, tuple[int, int]]]]:
        """Count what each seat did in a finished match, for the profile of its player.

        By what is counted and by the case, both as codes that the page has words for: how often,
        and the sum of what was measured. Those of all matches are added. Nothing: it has none.
        A server calls this beside its event loop, once all is loaded.
        """
        return ()

    # The server

    def topics(self, state: Any) -> tuple[str, ...]:  # noqa: ANN401, ARG002
        """Name what is at stake in a running match; the server gives no help with it meanwhile."""
        return ()

    def subject_of(self, settings: Any) -> Subject | None:  # noqa: ANN401, ARG002
        """Return what is chosen with settings, and solved for everybody by bots that play it."""
        return None

    def prepare(self) -> None:  # noqa: B027 - a default
        """Load what every match needs: a server calls this before it judges a first command."""

    def warm_up(self) -> Iterator[None]:
        """Load, step by step, what bots and searches need: a server calls this before the first."""
        yield from ()

    def warm_up_rest(self) -> None:  # noqa: B027 - a default
        """Load what few need. A server does so once somebody asks; `prepare --all`, beforehand."""

    def routes(self) -> Sequence[Any]:
        """Return Litestar handlers for what the game's page asks besides playing."""
        return ()

    @property
    def wire_types(self) -> Mapping[str, Any]:
        """Further types that the game's page exchanges with the server, by name."""
        return {}

    def draw_end(self, match: AnyMatch, language: str) -> "EndPicture | None":  # noqa: ARG002
        """Draw how a match ended, for the picture that people share. None: words will do.

        The match has all its entries. In English, if the game does not speak the language.
        """
        return None

    # Boards that people draw

    has_drawings: bool = False  # whether people draw boards for it

    def read_drawing(self, text: str) -> DrawnBoard:
        """Read a board that somebody drew; raise BadDrawing, with reasons and places."""
        raise BadDrawing(f"{self.title} has no boards to draw: {text[:20]!r}", "no-drawings")

    def measure_drawing(
        self,
        text: str,  # noqa: ARG002
        cancel: Callable[[], bool],  # noqa: ARG002 - whether nobody waits any more
    ) -> tuple[int, int] | None:
        """Return how long it takes at least and at most: in moves, turns, or what the game counts.

        None if that cannot be told in a few seconds.
        """
        return None

    def drawing_subject(self, text: str) -> Subject | None:  # noqa: ARG002
        """Return what its length would help with, or None if it helps in no match."""
        return None

    def draw_drawing(self, text: str, *, dark: bool) -> str:  # noqa: ARG002
        """Draw a board that `read_drawing` has written, as a self-contained SVG."""
        raise BadDrawing(f"{self.title} has no boards to draw: {text[:20]!r}", "no-drawings")

    def settings_on(self, text: str) -> Mapping[str, Any] | None:  # noqa: ARG002
        """Return the settings (as JSON) that choose such a board, and no others; None: none do."""
        return None

    def drawing_in(self, settings: Any) -> str | None:  # noqa: ANN401, ARG002
        """Return the text of the board that settings choose, if somebody drew it."""
        return None

    # Puzzles

    has_puzzles: bool = False  # whether `puzzles` returns something
    # What a picture says, by language: "best" is the best answer; then the slots of a day.
    puzzle_words: Mapping[str, Mapping[str, str]] = {}

    def puzzles(self) -> "PuzzleMaker | None":
        """Return what makes puzzles of the game by a seed; None: nobody does."""
        return None

    def draw_puzzle(
        self,
        puzzle: "MadePuzzle",  # noqa: ARG002
        *,
        dark: bool,  # noqa: ARG002
        is_bare: bool,  # noqa: ARG002 - the board alone, for whoever has not begun: no robot, no task
    ) -> str | None:
        """Draw a puzzle as a self-contained SVG; None: there is no picture of it."""
        return None

    # The load tester

    @property
    def load_settings(self) -> Mapping[str, Any]:
        """Settings (as JSON) for a match that lasts as long as a load test."""
        return {}

    def load_choice(self, legal: Sequence[Any], dice: Random) -> Any:  # noqa: ANN401
        """Choose a legal command that keeps the match going for long; None waits for others."""
        return dice.choice(legal)

    # The command line

    def command(self) -> Any | None:  # noqa: ANN401
        """Return its click group of commands; None gets a plain one for playing."""
        return None

    def narrate(
        self,
        match: AnyMatch,  # noqa: ARG002
        names: Sequence[str],  # noqa: ARG002
        *,
        boards: bool,  # noqa: ARG002 - draw the position now and then, where that helps
        why: bool,  # noqa: ARG002 - cite the rule behind each step
    ) -> Iterator[Any] | None:
        """Tell a recorded match line by line; None leaves it to a plain list of events."""
        return None

    def tell_puzzle(self, puzzle: "MadePuzzle") -> Iterator[Any]:
        """Draw a puzzle at a terminal, line by line: all that is needed to solve it."""
        yield f"   {puzzle.text}"

    # The rule book

    @property
    def picture_colours(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """Return the colours of its pictures by name, in light and dark."""
        return {}, {}

    def draw_example(self, text: str) -> "Example":
        """Draw an example of its rule book: a picture, or a board or a scene that is played.

        Raises Malformed if the example cannot be read, or does not end as it says.
        """
        raise Malformed(f"{self.title} draws no examples: {text!r}")
