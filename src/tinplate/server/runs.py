"""Streaks and races on the server: any process can serve any of them, and none has to run.

Who takes part, and which puzzles come, is in the head of a log of its own. Answers are attempts, in
the log of their game. What happens by time is never written: whoever looks computes it.
"""

import secrets
from collections.abc import Callable, Mapping
from functools import partial
from random import Random, SystemRandom

from tinplate.game import Rejected
from tinplate.puzzles.collection import IndexedPuzzle
from tinplate.server.codes import ALPHABET
from tinplate.server.head_logs import HeadLogs, StateChange
from tinplate.server.log_cache import Clock, UnknownLog
from tinplate.server.metrics import Metrics
from tinplate.server.puzzles import GamePuzzles, PuzzleService
from tinplate.store.log import Conflict, Store
from tinplate.training import runs
from tinplate.training.rules import rating_of
from tinplate.training.runs import Run, RunPlayer, RunReply
from tinplate.training.standings import GameTraining
from tinplate.training.values import RunMode

RUN = "run"  # a kind of logs
CODE_LENGTH = 8  # of 30 letters: nobody guesses one
MOST_OPEN = 20  # runs of somebody at a time


class RunService:
    """Opens runs, lets people join them, and takes their answers."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        metrics: Metrics,
        puzzles: PuzzleService,
        dice: Random | None = None,
    ) -> None:
        self._runs = HeadLogs(store, clock, metrics, RUN, Run)
        self._clock = clock
        self._puzzles = puzzles
        self._dice = dice or SystemRandom()

    async def open(self, player: RunPlayer, game: str, mode: RunMode) -> str:
        """Open a race, or begin a streak; the code in its link.

        Whoever is in a streak goes on with it: nobody looks for a series that they like.
        """
        going_on = await self.of_person(player.id)
        for code, known in going_on.items():
            if mode == "streak" and (known.game, known.mode) == (game, mode):
                return code
        if len(going_on) >= MOST_OPEN:
            raise Rejected("Finish some of your races first.", "too-many-races", count=MOST_OPEN)
        now = self._clock()
        run = Run(game, mode, (player,), now)
        if mode == "streak":
            run = runs.started(run, player.id, await self._series(run), now)
        while True:
            code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
            try:
                await self._runs.open(_log(code), run, ["opened"], (player.id,))
            except Conflict:
                continue  # the code is taken
            return code

    async def find(self, code: str) -> Run:
        """UnknownLog if there is none."""
        is_code = len(code) == CODE_LENGTH and set(code) <= set(ALPHABET)
        found = await self._runs.find(_log(code)) if is_code else None
        if found is None:
            raise UnknownLog(code)
        return found.state

    async def join(self, code: str, player: RunPlayer) -> Run:
        """UnknownLog if there is no such race."""
        if len(await self.of_person(player.id)) > MOST_OPEN:
            raise Rejected("Finish some of your races first.", "too-many-races", count=MOST_OPEN)
        return await self._change(code, "joined", lambda run: runs.joined(run, player))

    async def leave(self, code: str, person: str) -> Run:
        """UnknownLog if there is no such race."""
        return await self._change(code, "left", lambda run: runs.left(run, person))

    async def start(self, code: str, person: str) -> Run:
        series = await self._series(await self.find(code))
        now = self._clock()
        return await self._change(
            code, "started", lambda run: runs.started(run, person, series, now)
        )

    async def begin(self, code: str, run: Run, person: str | None) -> GameTraining:
        """See to it that somebody who takes part has their puzzle; what is known of everybody."""
        game, now = self._puzzles.game(run.game), self._clock()
        training = await game.training.current()
        if person is not None and runs.begin(training, run, code, person, now):
            judge = partial(runs.begin, run=run, name=code, person=person, now=now)
            await game.training.write([f"person {person}"], judge)
        return training

    async def answer(self, code: str, run: Run, person: str, reply: RunReply) -> GameTraining:
        """Take an answer that was replayed."""
        training = self._puzzles.game(run.game).training
        judge = partial(runs.reply, run=run, name=code, person=person, reply=reply)
        await training.write([f"person {person}"], judge)
        return training.fold

    async def of_person(self, person: str) -> Mapping[str, Run]:
        """The runs that somebody can go on with, by code, the latest first."""
        found = await self._runs.of_guest(person, is_open=True)
        return {
            log.removeprefix(_log("")): run
            for log, run in found
            if not await self._is_over(log.removeprefix(_log("")), run, person)
        }

    async def require_over(self, person: str, puzzle: IndexedPuzzle) -> None:
        """Rejected while a puzzle is part of somebody's run: it has no hints, and no solution."""
        for run in (await self.of_person(person)).values():
            if puzzle.id in run.series:
                raise Rejected("This puzzle is part of your run. Finish that first.", "in-a-run")

    async def close(self, code: str, run: Run) -> None:
        """Note that a run is over, so that nobody has to look at it again."""
        guests = tuple(each.id for each in run.players)
        await self._runs.change(
            _log(code),
            lambda now: StateChange(now, ["closed"], is_open=False, guests=guests),
        )

    async def _is_over(self, code: str, run: Run, person: str) -> bool:
        training = await self._puzzles.game(run.game).training.current()
        is_over = runs.phase(run, training.run(code).get(person), self._clock()) == "over"
        if is_over:
            await self.close(code, run)
        return is_over

    async def _change(self, code: str, happened: str, judge: Callable[[Run], Run]) -> Run:
        def change(run: Run) -> StateChange[Run]:
            after = judge(run)
            guests = tuple(each.id for each in after.players)
            news = [happened] if after != run else []
            return StateChange(after, news, is_open=bool(guests), guests=guests)

        await self.find(code)
        return await self._runs.change(_log(code), change)

    async def _series(self, run: Run) -> list[str]:
        """From easy to hard, by what is known now; if possible, what none of them has seen."""
        game = self._puzzles.game(run.game)
        known, training = await game.collection.current(), await game.training.latest()
        seen = frozenset(
            name for player in run.players for name in training.person(player.id).records
        )

        def is_new(name: str) -> bool:
            return name not in seen

        chosen = runs.series_of(known.by_rating, is_new, self._dice)
        return sorted(chosen, key=lambda name: _hardness(game, training, name))


def _hardness(game: GamePuzzles, training: GameTraining, name: str) -> float:
    found = game.collection.fold.find(name)
    return rating_of(training, name, 0 if found is None else found.rating).mean


def _log(code: str) -> str:
    return f"{RUN} {code}"  # ids have no spaces
