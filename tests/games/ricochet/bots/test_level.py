"""The bots of Ricochet: people in when and what they bid, perfect at the top."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from math import comb
from random import Random
from statistics import median

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from tests.games.ricochet.tabletop import ANN, BOB, CLEO, PUZZLE, Tabletop
from tinplate.arena.bot_match import BotMatch
from tinplate.game import Millis, Plan, Seat
from tinplate.games import packs
from tinplate.games.ricochet.board import random_board, random_robots
from tinplate.games.ricochet.bots import routes
from tinplate.games.ricochet.bots.level import (
    BREATHER,
    THEN_BOTS,
    Find,
    RicochetBot,
)
from tinplate.games.ricochet.bots.routes import Puzzle, Route, known_routes, shortest
from tinplate.games.ricochet.notation import format_position, parse_moves, parse_position
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.proof import READINGS, Rule, attempt
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.settings import PRESETS, Settings
from tinplate.games.ricochet.solver import solve
from tinplate.games.ricochet.values import (
    Bid,
    ClaimRoute,
    Command,
    DoubtProof,
    GiveUp,
    MakeMove,
    Pause,
    SayDone,
    SkipToken,
    State,
    TakeBack,
    Thinking,
    TokenWon,
    TurnGlass,
    TurnToken,
)
from tinplate.testing import Walk, random_play
from tinplate.wire.codec import Codec

LEVELS = [RicochetBot(level) for level in range(1, 11)]
BEGINNER, *_, PERFECT = LEVELS
GAME = Ricochet()
LATE = 400_000  # milliseconds: whoever sees anything has seen it
every_level = pytest.mark.parametrize("bot", LEVELS, ids=lambda bot: bot.name)


def puzzles(number: int, seed: int, moves: int | None = None) -> Iterator[Puzzle]:
    """Positions at random, with a shortest way of so many moves if that is asked for."""
    dice, rule = Random(seed), Rule()
    while number:
        board = random_board(dice)
        robots, target = random_robots(board, dice, silver=False), dice.choice(tuple(Target))
        puzzle = Puzzle(board.name, robots, target, rule)
        best = shortest(puzzle)
        if best is not None and moves in {None, len(best.moves)}:
            number -= 1
            yield puzzle


def begun(puzzle: Puzzle, seats: int = 2, settings: Settings | None = None) -> State:
    """A round that has just begun."""
    return State(
        settings or Settings(),
        puzzle.board_name,
        puzzle.robots,
        puzzle.robots,
        tuple(Target),
        ((),) * seats,
        round=1,
        phase=Thinking(puzzle.target, Millis(LATE), sand_runs=False),
    )


def asked(
    bot: RicochetBot, state: State, now: int, dice: int = 0, seat: Seat = ANN
) -> Plan[Command]:
    legal = GAME.legal(state, seat)
    return bot.choose(GAME.view(state, seat), seat, legal, Millis(now), Random(dice))


def proof_by(bot: RicochetBot, match: Tabletop, dice: Random) -> list[Command]:
    """What somebody does in their proof until it is over."""
    done = list[Command]()
    while legal := GAME.legal(match.state, ANN):
        if isinstance(match.phase, Pause):
            break
        [command] = bot.choose(match.state, ANN, legal, Millis(0), dice).commands

        assert command in legal
        match.does(ANN, command)
        done.append(command)
    return done


# What can be found


def test_every_way_is_a_solution_and_the_first_is_the_shortest() -> None:
    """Longer known_routes are real ones, each of another length; the solver proves the shortest."""
    lengths = Counter[int]()
    for puzzle in puzzles(25, seed=1):
        found = known_routes(puzzle)
        best = solve(puzzle.position, puzzle.rule).moves
        for way in found:
            played = attempt(puzzle.position, way.moves, puzzle.rule)

            assert ("arrived", len(way.moves)) == (played.verdict, len(played.slides))
        lengths.update([len(found)])

        assert best is not None
        assert len(best) == len(found[0].moves)
        assert sorted({len(way.moves) for way in found}) == [len(way.moves) for way in found]
    assert sum(many for length, many in lengths.items() if length > 1) > 20


@pytest.mark.parametrize("reading", READINGS)
def test_ways_keep_the_reading_of_the_table(reading: str) -> None:
    """RC10: what is a solution depends on what was agreed."""
    for puzzle in puzzles(4, seed=2):
        own = puzzle._replace(rule=READINGS[reading])

        assert all(
            "arrived" == attempt(own.position, way.moves, own.rule).verdict
            for way in known_routes(own)
        )


def test_a_search_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is bounded by what it looks at, so it ends at the same point everywhere."""
    monkeypatch.setattr(routes, "LOOKS_AT_THE_SHORTEST", 0)
    position = parse_position(PUZZLE)
    puzzle = Puzzle(position.board.name, position.robots, position.target, Rule())
    shortest.cache_clear()
    try:
        assert None is shortest(puzzle)
    finally:
        shortest.cache_clear()


def test_bots_of_a_table_look_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that asks while another one searches waits for its result; a failure is not kept."""
    [puzzle] = puzzles(1, seed=11)

    def look(_: Puzzle) -> tuple[Route, ...]:
        raise RuntimeError("a wheel came off")

    monkeypatch.setattr(routes, "_known_routes", look)
    found = Future[tuple[Route, ...]]()
    monkeypatch.setitem(routes._under_way, puzzle, found)
    with ThreadPoolExecutor(1) as threads:
        asked_meanwhile = threads.submit(known_routes, puzzle)
        found.set_result(())
    routes._under_way.clear()
    with pytest.raises(RuntimeError, match="a wheel came off"):
        known_routes(puzzle)

    assert () == asked_meanwhile.result()
    assert {} == routes._under_way


# Decisions


@every_level
def test_same_view_same_dice_same_plan(bot: RicochetBot) -> None:
    """From what was read back, by another bot that knows nothing yet: the same plan."""
    codec, other = Codec(GAME), RicochetBot(bot.strength)
    for puzzle in puzzles(5, seed=3):
        state = begun(puzzle)
        told = codec.decode_state(encode(GAME.view(state, ANN)))
        before = [asked(bot, state, now) for now in (0, 20_000, LATE)]
        shortest.cache_clear()
        routes._known_routes.cache_clear()

        assert before == [asked(other, told, now) for now in (0, 20_000, LATE)]


@pytest.mark.parametrize("preset", PRESETS)
@every_level
def test_every_decision_is_legal(bot: RicochetBot, preset: str) -> None:
    """Wherever a match has got to by chance, at whatever time it is asked."""
    seats = 1 if preset == "solo" else 3
    walk = Walk(GAME, PRESETS[preset], seats, seed=4)
    for step in random_play(walk, steps=150):
        for seat in step.all_seats:
            legal = GAME.legal(step.match.state, seat)
            for now in (step.now, Millis(step.now + LATE)) if legal else ():
                plan = bot.choose(step.match.view(seat), seat, legal, now, Random(step.now))

                assert set(plan.commands) <= set(legal)
                assert plan.ask_again is None or plan.ask_again > now


@every_level
def test_people_may_turn_up_the_token_first(bot: RicochetBot) -> None:
    """RC11: bots leave it to them; where only bots play, it goes on soon."""
    state = replace(Tabletop().state, phase=Pause(since=Millis(50_000)))
    early = asked(bot, state, 50_000)

    assert () == early.commands
    assert early.ask_again is not None
    assert 50_000 + BREATHER <= early.ask_again < 50_000 + BREATHER + THEN_BOTS
    soon = asked(bot, state, early.ask_again)
    assert (TurnToken(),) == soon.commands
    assert Plan() == soon.beside_people()


@every_level
def test_whoever_will_see_nothing_better_is_done(bot: RicochetBot) -> None:
    """RC23: after a moment, and not while a route would still be seen before the sand has run."""
    match = Tabletop(seats=2).turn().bid(BOB, 99)
    finds = bot.finds(match.state, ANN)
    seen = [find for find in finds if find.at < 60_000]
    for find in seen:
        assert SayDone() not in asked(bot, match.state, find.at - 1).commands
        match.at(find.at).bid(ANN, find.bid)

    plan = asked(bot, match.state, match.now)
    if not plan.commands:
        assert plan.ask_again is not None
        assert plan.ask_again <= 6_000
        plan = asked(bot, match.state, plan.ask_again)
    assert (SayDone(),) == plan.commands


def test_a_token_is_skipped_with_whoever_asks() -> None:
    """RC24: by those who have seen no route, and never of their own accord."""
    match = Tabletop(seats=2).turn()

    assert SkipToken() not in asked(BEGINNER, match.state, 0).commands
    match.does(BOB, SkipToken())
    assert (SkipToken(),) == asked(BEGINNER, match.state, 0).commands
    assert (Bid(3),) == asked(PERFECT, match.state, 1_000).commands


def test_a_prover_is_hurried_up_with_whoever_asks() -> None:
    """RC25: after somebody else only; even by bots that know a route, for it gets them nothing."""
    for bot in (BEGINNER, PERFECT):
        match = Tabletop(seats=3).turn().bid(CLEO, 3).at(60_000).wait()

        assert () == asked(bot, match.state, 60_000).commands
        match.does(BOB, DoubtProof())
        assert (DoubtProof(),) == asked(bot, match.state, 60_000).commands


class Blind(RicochetBot):
    """A bot that never sees a route."""

    def finds(self, view: State, seat: Seat) -> tuple[Find, ...]:  # noqa: ARG002
        return ()


def test_where_patience_never_ends_bots_turn_the_glass() -> None:
    """RC17: after five minutes."""
    bot = Blind(5)
    match = Tabletop(seats=2, settings=Settings(patience_seconds=0)).at(1_000).turn()

    assert Plan(ask_again=Millis(301_000)) == asked(bot, match.state, 1_000)
    assert (TurnGlass(),) == asked(bot, match.state, 301_000).commands


@every_level
def test_alone_bots_show_what_they_saw_first(bot: RicochetBot) -> None:
    """RC21: without a number."""
    match = Tabletop(seats=1, settings=PRESETS["solo"]).turn()
    first = bot.finds(match.state, ANN)[0]
    match.at(min(first.at, 59_000))
    plan = asked(bot, match.state, first.at)

    assert (ClaimRoute(),) == plan.commands
    match.does(ANN, ClaimRoute())
    (move,) = asked(bot, match.state, match.now).commands
    assert isinstance(move, MakeMove)


def test_bids_come_when_a_way_is_seen_and_only_go_lower() -> None:
    """RC12: silent until then; asked again when it will see more; never more than its own bid."""
    bot = LEVELS[2]
    puzzle = next(each for each in puzzles(99, seed=5) if len(bot.finds(begun(each), ANN)) > 1)
    state = begun(puzzle)
    first, second, *_ = bot.finds(state, ANN)
    bidding = GAME.evolve(state, GAME.decide(state, ANN, Bid(first.bid), first.at, Random())[0])

    assert Plan((), first.at) == asked(bot, state, 0)
    assert Plan((Bid(first.bid),), second.at) == asked(bot, state, first.at)
    assert Plan((), second.at) == asked(bot, bidding, first.at)
    assert (Bid(second.bid),) == asked(bot, bidding, second.at).commands
    assert second.bid < first.bid


def test_a_bid_behind_a_lower_one_keeps_a_place_in_the_queue() -> None:
    """RC14: whoever bid lower may fail."""
    match = Tabletop().turn().bid(BOB, 2)

    assert (Bid(3),) == asked(PERFECT, match.state, 10_000).commands


def test_often_a_longer_way_is_seen_first() -> None:
    """Then a better one, as by people; of the perfect one only the best."""
    views = [begun(puzzle) for puzzle in puzzles(30, seed=6)]
    several = {bot.name: sum(len(bot.finds(view, ANN)) > 1 for view in views) for bot in LEVELS}

    assert several["level-1"] > 15
    assert several["level-8"] > 0
    assert 0 == several["level-10"]


# Proofs


def test_beginners_make_mistakes_that_the_rules_allow() -> None:
    """Wrong moves, taken back or the end of the proof; every one is legal (RC18)."""
    seen = Counter[str]()
    for seed in range(60):
        match = Tabletop().turn().bid(ANN, 3).at(60_000).wait()
        done = proof_by(BEGINNER, match, Random(seed))
        seen.update({type(command).__name__ for command in done})
        seen.update({type(event).__name__ for event in match.last})

    assert min(seen[word.__name__] for word in (MakeMove, TakeBack, GiveUp, TokenWon)) > 0
    assert seen["ProofFailed"] < seen["TokenWon"]


def test_beginners_miscount_now_and_then() -> None:
    """Such a proof fails: the last move that was announced does not arrive."""
    views = [begun(puzzle) for puzzle in puzzles(60, seed=7)]
    finds = {bot.name: [each for view in views for each in bot.finds(view, ANN)] for bot in LEVELS}
    wrong = {name: sum(is_miscounted(find) for find in each) for name, each in finds.items()}
    [find, *_] = [find for find in finds["level-1"] if is_miscounted(find)]

    assert find.bid == len(find.moves) - 1
    assert 0 < wrong["level-1"] < len(finds["level-1"]) / 4
    assert [0] * 4 == [wrong[f"level-{level}"] for level in range(7, 11)]


def is_miscounted(find: Find) -> bool:
    return find.bid != len(find.moves)


def test_the_perfect_one_never_loses_a_proof() -> None:
    """What it announces is the shortest way there is, and it moves just so."""
    for number, puzzle in enumerate(puzzles(60, seed=8)):
        match = Tabletop(format_position(puzzle.position)).turn()
        [bid] = asked(PERFECT, match.state, 0).commands
        best = solve(puzzle.position, puzzle.rule).moves
        done = proof_by(PERFECT, match.does(ANN, bid).at(60_000).wait(), Random(number))

        assert best is not None
        assert Bid(len(best)) == bid
        assert len(best) == len(done)
        assert isinstance(match.last[-1], TokenWon)


def test_whoever_plays_for_somebody_proves_what_they_announced() -> None:
    """With a way of its own; moves that lead elsewhere are taken back first."""
    match = Tabletop().turn().bid(ANN, 5).at(60_000).move(ANN, "gn")
    done = proof_by(PERFECT, match, Random(1))

    assert [TakeBack(), *(MakeMove(move) for move in parse_moves("re rs rw"))] == done


def test_a_number_that_nobody_can_prove_is_given_up() -> None:
    """RC18: the others need not wait for it."""
    match = Tabletop().turn().bid(ANN, 2).at(60_000).wait()

    assert [GiveUp()] == proof_by(PERFECT, match, Random(1))


def test_solo_is_played_too() -> None:
    """RC21: what is seen is announced and proved before time is up."""
    match = BotMatch(packs()["ricochet"], PRESETS["solo"], [LEVELS[8]], "solo", lambda: 0)
    match.play()

    assert match.outcome is not None
    assert Seat(0) in match.outcome.winners


# How strong they are


@pytest.mark.parametrize("level", range(1, 10))
def test_each_level_beats_the_one_below(level: int) -> None:
    """In matches of two it wins more tokens than chance would give it in one case of a hundred."""
    weak, strong = RicochetBot(level), RicochetBot(level + 1)
    tokens = Counter[int]()
    for number in range(8):
        bots = [strong, weak] if number % 2 else [weak, strong]
        match = BotMatch(packs()["ricochet"], Settings(), bots, f"{level} {number}", lambda: 0)
        match.play()
        for bot, won in zip(bots, match.match.state.won, strict=True):
            tokens[bot.strength] += len(won)

    assert chance(tokens[level + 1], tokens.total()) < 0.01


def chance(won: int, of: int) -> float:
    """That who is just as strong would win so many, or more."""
    return float(sum(comb(of, number) for number in range(won, of + 1)) / 2**of)


def test_a_beginner_can_beat_level_1() -> None:
    """Where 5 moves are enough it thinks for more than a minute; it announces 2 more, or so."""
    first = [BEGINNER.finds(begun(puzzle), ANN)[0] for puzzle in puzzles(60, seed=9, moves=5)]

    assert median(find.at for find in first) > 60_000
    assert median(find.bid for find in first) >= 6


def test_level_10_bids_the_optimum_at_once() -> None:
    """As soon as it is asked, which is when the token is turned up."""
    for puzzle in puzzles(60, seed=10):
        state = replace(begun(puzzle), began=Millis(7_000))
        best = solve(puzzle.position, puzzle.rule).moves

        assert best is not None
        assert Plan((Bid(len(best)),)) == asked(PERFECT, state, 7_000)
