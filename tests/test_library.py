"""The library's face: what is exported, how quickly it loads, and matches by a game's name."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from random import Random
from types import FunctionType, ModuleType
from typing import Any, get_type_hints

import pytest

import tinplate
from tinplate import Malformed, Match, Millis, Rejected, Seat, bot, bots, rally, ricochet
from tinplate.game import Game
from tinplate.games import installed, packs
from tinplate.match import AnyMatch

FACES = (tinplate, ricochet, rally)
PUBLIC = [(face, name) for face in FACES for name in face.__all__]

every_face = pytest.mark.parametrize("face", FACES, ids=lambda face: face.__name__)
every_name = pytest.mark.parametrize(
    ("face", "name"), PUBLIC, ids=[f"{face.__name__}.{name}" for face, name in PUBLIC]
)


def after_a_round() -> "Match[Any, Any, Any, Any]":
    match: Match[Any, Any, Any, Any] = Match.open("ricochet", preset="2013", seats=2, seed=1)
    match.submit(0, ricochet.TurnToken())
    match.submit(1, ricochet.Bid(3), now=5_000)
    return match


def test_games_are_compiled_ahead_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once; what few need, if it is wished."""
    done = list[str]()
    for pack in map(type, packs().values()):
        monkeypatch.setattr(pack, "prepare", lambda self: done.append(f"{self.name} match"))
        monkeypatch.setattr(pack, "warm_up", lambda self: map(done.append, [f"{self.name} bots"]))
        monkeypatch.setattr(pack, "warm_up_rest", lambda self: done.append(f"{self.name} rest"))
    tinplate.prepare()
    usual = [*done]
    tinplate.prepare(everything=True)

    assert ["ricochet match", "ricochet bots", "rally match", "rally bots"] == usual
    assert {"ricochet rest", "rally rest"} == set(done) - set(usual)


# What is exported


@every_face
def test_what_we_export_is_what_we_promise(face: ModuleType) -> None:
    """No more, no less: `dir` shows what is in `__all__`, sorted, each name once."""
    shown = {name for name in dir(face) if not name.startswith("_")}

    assert sorted(set(face.__all__)) == sorted(face.__all__)
    assert set(face.__all__) <= shown
    assert face is not tinplate or set(face.__all__) == shown


def test_the_top_is_small() -> None:
    """A new public name is a decision: it is written here, too."""
    assert {
        "Bot", "Cell", "Entry", "Heading", "Malformed", "Match", "Millis", "Outcome", "Plan",
        "Rejected", "Seat", "bot", "bots", "prepare", "rally", "ricochet",
    } == set(tinplate.__all__)  # fmt: skip


@every_face
def test_a_star_brings_all_of_it(face: ModuleType) -> None:
    """`from tinplate import *` works, for a quick look."""
    names = dict[str, object]()
    exec(f"from {face.__name__} import *", names)  # noqa: S102 - our own name

    assert set(face.__all__) == names.keys() - {"__builtins__"}


@every_name
def test_everything_is_documented(face: ModuleType, name: str) -> None:
    """A class, a function or a module says what it is."""
    thing = getattr(face, name)
    if isinstance(thing, type | FunctionType | ModuleType):
        assert thing.__doc__


@every_name
def test_every_method_is_documented(face: ModuleType, name: str) -> None:
    """`help` tells what there is to know about methods and properties of public classes."""
    thing = getattr(face, name)
    members = vars(thing) if isinstance(thing, type) else {}
    own = [
        each
        for each, member in members.items()
        if not each.startswith("_")
        and isinstance(member, property | FunctionType | classmethod | staticmethod)
    ]

    assert [] == [each for each in own if not getattr(thing, each).__doc__]


@every_face
def test_values_that_are_returned_are_exported(face: ModuleType) -> None:
    """The type of every result can be imported from the same place."""
    for name in face.__all__:
        thing = getattr(face, name)
        if callable(thing) and not isinstance(thing, type) and hasattr(thing, "__annotations__"):
            returned = get_type_hints(thing).get("return")
            if isinstance(returned, type) and returned.__module__.startswith("tinplate."):
                assert returned.__name__ in {*tinplate.__all__, *face.__all__}


def test_a_name_that_is_not_there_is_refused() -> None:
    """A misspelt name is an AttributeError, as everywhere."""
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        tinplate.nonsense  # type: ignore[attr-defined]  # noqa: B018


def test_both_ways_to_import_a_game_are_the_same() -> None:
    """`from tinplate import ricochet` and `import tinplate.ricochet`."""
    assert ricochet is import_module("tinplate.ricochet")
    assert rally is import_module("tinplate.rally")


# How quickly it loads


@pytest.mark.parametrize(
    ("program", "unwanted"),
    [
        ("import tinplate", {"msgspec", "numpy", "numba", "tinplate.game"}),
        ("from tinplate import ricochet, rally, Match", {"numpy", "numba", "litestar", "rich"}),
        ("from tinplate import bot; bot('rival')", {"numba", "litestar", "rich"}),
    ],
)
def test_nothing_is_loaded_before_it_is_needed(program: str, unwanted: set[str]) -> None:
    """`import tinplate` costs nothing, and positions are read without a compiler."""
    told = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", f"{program}\nimport sys\nprint(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )

    assert set() == unwanted & set(told.stdout.split())


# Everything pickles


@every_name
def test_everything_that_is_exported_pickles(face: ModuleType, name: str) -> None:
    """Classes, functions and constants travel to other processes; modules are imported there."""
    thing = getattr(face, name)
    if not isinstance(thing, ModuleType):
        assert pickle.loads(pickle.dumps(thing)) == thing  # noqa: S301 - our own


@pytest.mark.parametrize("name", sorted(installed().bots))
def test_bots_pickle(name: str) -> None:
    """A bot can be sent to where it plays."""
    sent = pickle.loads(pickle.dumps(bot(name)))  # noqa: S301 - our own

    assert (name, f"<Bot {name}>") == (sent.name, repr(sent))


def test_a_match_pickles_in_the_middle() -> None:
    """State, log, time and dice: it goes on as it would have gone on here."""
    match = after_a_round()
    sent = pickle.loads(pickle.dumps(match))  # noqa: S301 - our own
    for one in (match, sent):
        one.tick()
        one.submit(1, ricochet.GiveUp())
        one.submit(0, ricochet.TurnToken())

    assert match.log == sent.log
    assert (match.state, match.now) == (sent.state, sent.now)


@pytest.mark.parametrize(
    "refused",
    [
        Malformed("so", "code", text="x"),
        Rejected("so", "code", count=2),
    ],
)
def test_refusals_pickle(refused: Malformed | Rejected) -> None:
    """What a process refuses is told where it was asked."""
    sent = pickle.loads(pickle.dumps(refused))  # noqa: S301 - our own

    assert (str(refused), refused.code, refused.facts) == (str(sent), sent.code, sent.facts)


# Matches


@pytest.mark.parametrize("name", sorted(packs()))
def test_every_game_opens_by_its_name(name: str) -> None:
    """Also those of other packages; without a preset it is the usual one."""
    match: AnyMatch = Match.open(name, seed=1)
    twin: AnyMatch = Match.open(name, seed=1)

    assert name == match.game.name
    assert match.opening == twin.opening


def test_the_same_seed_deals_the_same() -> None:
    """Another one deals something else."""
    one, same, other = (Match.open("ricochet", seed=seed) for seed in (1, 1, 2))

    assert one.state == same.state != other.state


def test_a_match_without_a_seed_is_dealt_by_chance() -> None:
    """Two of them are hardly ever alike."""
    assert Match.open("ricochet").state != Match.open("ricochet").state


def test_settings_of_ones_own() -> None:
    """Instead of a preset."""
    match = Match.open("ricochet", ricochet.Settings(silver=True), seed=1)

    assert 5 == len(match.state.robots)


def test_time_passes_only_when_told() -> None:
    """Without a time a command happens at once; deadlines fall at their own time."""
    match = after_a_round()

    assert (Millis(5_000), Millis(65_000)) == (match.now, match.deadline)
    with pytest.raises(Rejected):
        match.submit(0, ricochet.TurnToken())
    assert Millis(5_000) == match.now
    [entry] = match.tick(99_000)
    assert (65_000, 99_000) == (entry.at, match.now)
    [entry] = match.submit(1, ricochet.GiveUp())[-1:]
    assert 99_000 == entry.at


def test_a_refused_command_lets_time_pass_all_the_same() -> None:
    """Deadlines up to then take effect, as if time had been told first; the command does not."""
    match, told = after_a_round(), after_a_round()
    with pytest.raises(Rejected):
        match.submit(1, ricochet.Bid(2), now=99_000)
    told.tick(99_000)

    assert (3, 99_000) == (match.version, match.now)
    assert (told.state, told.log) == (match.state, match.log)


def test_a_malformed_command_changes_nothing() -> None:
    """Not even the time."""
    match = after_a_round()
    before = match.state
    for seat, command in ((1, ricochet.Bid("x")), (1, rally.Ready()), (2, ricochet.Bid(2))):  # type: ignore[arg-type]
        with pytest.raises(Malformed):
            match.submit(seat, command, now=99_000)

    assert (2, 5_000, before) == (match.version, match.now, match.state)


def test_tick_alone_jumps_to_the_next_deadline() -> None:
    """And does nothing where there is none."""
    match = after_a_round()

    assert [65_000] == [entry.at for entry in match.tick()]
    assert Match.open("ricochet", seed=1).tick() == ()


def test_time_never_runs_backwards() -> None:
    """An earlier time than the latest does not count."""
    match = after_a_round()
    [entry] = match.submit(0, ricochet.Bid(2), now=4_000)

    assert 5_000 == entry.at == match.now


def test_what_a_seat_sees() -> None:
    """Seats are numbers; a spectator is None. Hands are for their owner only."""
    match = Match.open("rally", seats=2, seed=1)
    for seat in (0, 1):
        match.submit(seat, rally.ChooseFacing(tinplate.Heading.NORTH))

    assert match.view(0).players[0].private is not None
    assert match.view(0).players[1].private is None
    assert match.view(None).players[0].private is None
    assert len(match.log) == len(match.since(0, None))
    assert match.legal(0)


def test_a_whole_match_ends_with_an_outcome() -> None:
    """Random play, by what is legal."""
    match, dice = Match.open("ricochet", ricochet.Settings(goal=1), seats=1, seed=1), Random(1)
    assert "<Match of ricochet, in progress, version 0>" == repr(match)
    for _ in range(5_000):
        if match.outcome is not None:
            break
        legal = [one for one in match.legal(0) if not isinstance(one, ricochet.EndMatch)]
        match.submit(0, dice.choice(legal)) if legal else match.tick()

    assert match.outcome is not None
    assert () == match.legal(0)
    assert repr(match).startswith("<Match of ricochet, over, version ")


def test_a_replay_is_the_same_match() -> None:
    """A log is enough; the constructor folds it."""
    match = after_a_round()
    game: Game[Any, Any, Any, Any] = match.game
    replay = Match(game, match.opening, Random(0), match.log)

    assert (match.state, match.now) == (replay.state, replay.now)


@pytest.mark.parametrize(
    ("opening", "told"),
    [
        ({"game": "chess"}, "there is no game “chess”; there are ricochet, rally"),
        ({"game": "rally", "preset": "2013"}, "rally has no preset “2013”; it has sheet"),
        (
            {"game": "ricochet", "settings": ricochet.Settings(), "preset": "2013"},
            "settings or a preset, not both",
        ),
    ],
)
def test_a_match_that_cannot_be_opened(opening: dict[str, Any], told: str) -> None:
    """Malformed says what there is instead."""
    with pytest.raises(Malformed, match=told):
        Match.open(**opening)


def test_a_match_that_cannot_be_played() -> None:
    """Rejected by the rules of the game."""
    with pytest.raises(Rejected, match="Rally is for 1 to 8 players, not 9"):
        Match.open("rally", seats=9)


@pytest.mark.parametrize("command", [ricochet.Bid(3), "Bid", None, 3], ids=repr)
def test_commands_of_other_games_are_refused(command: Any) -> None:  # noqa: ANN401
    """And nothing is written into the log."""
    match = Match.open("rally", seed=1)
    with pytest.raises(Malformed, match="expected a command of rally, not"):
        match.submit(0, command)

    assert (0, ()) == (match.version, match.log)


def opened() -> "Match[Any, Any, Any, Any]":
    return Match.open("ricochet", seed=1)


WRONG: list[tuple[Callable[[Any], Any], str]] = [
    (lambda one: one.Match.open("ricochet", seats="2"), "seats: expected a whole number, not '2'"),
    (lambda one: one.Match.open("ricochet", seats=2.0), "seats: expected a whole number, not 2.0"),
    (lambda one: one.Match.open("ricochet", seed=[]), "seed: expected a whole number or a text"),
    (lambda one: one.Match.open("ricochet", preset=[]), r"preset: expected a text, not \[\]"),
    (lambda one: one.Match.open(3), "game: expected a text, not 3"),
    (lambda one: one.bot([]), r"name: expected a text, not \[\]"),
    (lambda one: one.bots(None), "game: expected a text, not None"),
    (lambda _: opened().legal(None), "seat: expected a whole number, not None"),  # type: ignore[arg-type]
    (lambda _: opened().legal(7), "there is no seat 7 in this match"),
    (lambda _: opened().legal(-1), "there is no seat -1 in this match"),
    (lambda _: opened().view(7), "there is no seat 7 in this match"),
    (lambda _: opened().since(0, 7), "there is no seat 7 in this match"),
    (lambda _: opened().since("x", 0), "version: expected a whole number"),  # type: ignore[arg-type]
    (lambda _: opened().submit("0", ricochet.TurnToken()), "seat: expected"),  # type: ignore[arg-type]
    (lambda _: opened().submit(5, ricochet.TurnToken()), "there is no seat 5 in this match"),
    (lambda _: opened().submit(0, ricochet.TurnToken(), now="x"), "now: expected"),  # type: ignore[arg-type]
    (lambda _: opened().submit(0, ricochet.Bid("x")), "moves: expected a whole number"),  # type: ignore[arg-type]
    (lambda _: opened().submit(0, ricochet.Bid(moves=True)), "moves: expected a whole number"),
    (
        lambda _: opened().submit(0, rally.Ready()),
        r"expected a command of ricochet, not Ready\(\) of rally",
    ),
    (lambda _: opened().tick(1.5), "now: expected a whole number, not 1.5"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("asked", "told"), WRONG, ids=[told for _, told in WRONG])
def test_arguments_that_make_no_sense(asked: Callable[[Any], Any], told: str) -> None:
    """Malformed names the argument, and says what was expected."""
    with pytest.raises(Malformed, match=told):
        asked(tinplate)


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"box": "x"}, "box: expected '2013' or 'classic', not 'x'"),
        ({"ties": "x"}, "ties: expected 'first announced' or 'fewer tokens', not 'x'"),
        ({"take_back": "?"}, "take_back: expected 'none' or 'last' or 'free', not '?'"),
        ({"silver": 3}, "silver: expected True or False, not 3"),
        ({"rule": "free"}, "rule: expected a Rule, not 'free'"),
        ({"rule": ricochet.Rule(ricochet="x")}, r"rule: expected a Rule, not Rule\(ricochet='x'"),  # type: ignore[arg-type]
        ({"hourglass_seconds": "x"}, "hourglass_seconds: expected a whole number, not 'x'"),
        ({"goal": 2.5}, "goal: expected a whole number or None, not 2.5"),
        ({"board": 3}, "board: expected a text or None, not 3"),
    ],
    ids=repr,
)
def test_settings_that_make_no_sense(settings: dict[str, Any], told: str) -> None:
    """They deal no match, wherever they are noticed."""
    with pytest.raises(Malformed, match=told.replace("?'", r"\?'")):
        Match.open("ricochet", ricochet.Settings(**settings))


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"course": 3}, "course: expected a text, not 3"),
        ({"choices": []}, r"choices: expected a dict, not \[\]"),
        ({"choices": {"edge": "x"}}, "edge=x: expected pit or wall"),
    ],
    ids=repr,
)
def test_a_course_and_choices_that_make_no_sense(settings: dict[str, Any], told: str) -> None:
    """As they are put together."""
    with pytest.raises(Malformed, match=told):
        Match.open("rally", rally.Settings(**settings))


@pytest.mark.parametrize("settings", [{"silver": True}, rally.Settings(), "2013"], ids=repr)
def test_settings_of_other_games_are_refused(settings: Any) -> None:  # noqa: ANN401
    """Dictionaries, too: they are for JSON."""
    with pytest.raises(Malformed, match="expected settings of ricochet, not") as caught:
        Match.open("ricochet", settings)

    assert str(caught.value).endswith("write ricochet.Settings(...)")


def test_a_face_shows_what_is_public() -> None:
    """And nothing of how it is made."""
    assert sorted(ricochet.__all__) == dir(ricochet)
    assert sorted(rally.__all__) == dir(rally)


def test_matches_are_not_copied_by_accident() -> None:
    """A copy goes its own way."""
    match = after_a_round()
    other = copy.deepcopy(match)
    other.tick()

    assert (2, 3) == (match.version, other.version)


# Bots


def test_bots_by_name() -> None:
    """The weakest first; each can be asked for."""
    assert ("random", "driver", "driver-3", "planner", "rival-4", "rival") == bots("rally")
    assert all(bot(name).name == name for name in bots("ricochet"))
    with pytest.raises(Malformed, match="there is no bot “nobody”; there are random"):
        bot("nobody")
    with pytest.raises(Malformed, match="there is no game “chess”"):
        bots("chess")


def test_a_bot_plays_in_a_match() -> None:
    """It is asked with a view, and its commands are accepted."""
    match = Match.open("rally", seats=2, seed=1)
    plan = bot("random").choose(match.view(0), Seat(0), match.legal(0), match.now, Random(1))
    for command in plan.commands:
        assert match.submit(0, command)


# What programmers see


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("ricochet", ricochet.Settings()),
        ("ricochet", ricochet.Settings(box="classic", silver=True)),
        ("rally", rally.Settings()),
    ],
    ids=repr,
)
def test_states_and_settings_are_one_short_line(game: str, settings: Any) -> None:  # noqa: ANN401
    """They name what matters; what is as usual is left out."""
    match: Match[Any, Any, Any, Any] = Match.open(game, settings, seats=2, seed=1)

    for value in (settings, match.state, match.view(0), match.state.settings):
        assert len(repr(value)) < 100
        assert "\n" not in repr(value)
    assert settings == eval(repr(settings), {"Settings": type(settings)})  # noqa: S307 - our own
    assert repr(match.state).startswith(f"<State of {game}: ")
