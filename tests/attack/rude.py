"""People who want more than their share: floods, slow readers, guesses, false names, cheats."""

import asyncio
import os
import socket
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from time import monotonic

import httpx
from msgspec import convert

from tests.attack.findings import Findings, number
from tests.attack.machine import Campaign, machine, sqlite
from tests.games.ricochet.cheats import shifted, walk, with_other_sections
from tests.games.ricochet.test_fair_help import is_solved, refusals, solved, with_other_section
from tests.server.client import Client, begin, introduced, nameless
from tests.server.players import A_SHORT_RICOCHET, play_at_random, shortest
from tests.server.test_floods import ELSEWHERE, is_open, poor
from tests.server.test_rude_clients import frame, upgraded
from tests.waiting import PATIENCE, others_run
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.notation import format_position
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.values import Bid, DoubtProof, MakeMove, Proving, TurnToken
from tinplate.load.own_server import PROCESSES
from tinplate.load.tally import spread
from tinplate.lobby.values import Say, Sit, Stand, Terms
from tinplate.server.codes import ALPHABET
from tinplate.server.connections import raise_file_limit
from tinplate.server.rate_limits import WRONG_CODES
from tinplate.wire.incoming import Ping
from tinplate.wire.outgoing import Done, Refused

SILENT = 3_000  # connections from one address
FILES = 1_024  # that the server may have open: what systems usually allow
SLOW = 20  # clients that ask and never read
PINGS = 45  # of somebody polite meanwhile, and some commands; more would be too fast
MOST_GROWTH = 150  # MB of memory for slow readers
GUESSES, NETWORKS = 1_500, 150
NAMES = 150
ROUNDS = 3  # that a cheat would like to have solved
STALLED = Terms("rally", {"course": "first-shift", "choices": {"max_turns": 2, "turn_seconds": 2}})
HOLLOW = Terms("ricochet", {"hourglass_seconds": 1, "goal": 1})
ALIKE = {  # letters that look the same, by eye
    "A": "АΑＡ", "B": "ВΒＢ", "C": "СＣ", "a": "аａ", "c": "сｃ", "e": "еｅ", "i": "іｉ",
    "o": "оοｏ0", "p": "рｐ", "s": "ѕｓ", "x": "хｘ", "y": "уｙ",
}  # fmt: skip
MARKS = ("({})", "[{}]", "{{{}}}", "-{}", "〔{}〕", "( {} )")


async def rude_people(given: Campaign) -> None:
    """Each kind once, with everyday limits where limits are what is attacked."""
    dice, findings, tell = Random(given.seed), given.findings, given.tell
    few, limited, unlimited = (given.folder / name for name in ("few", "limited", "unlimited"))
    for folder in (few, limited, unlimited):
        folder.mkdir()
    await silent_connections(few, findings)
    tell("Rude people: silent connections")
    async with machine(limited, sqlite(limited), dice, 1, "--people", "100") as there:
        await guesses(there.addresses[0], findings, dice)
        tell("Rude people: guesses of codes")
        findings.fault("rude people: an error in the log", *there.tracebacks())
    async with machine(unlimited, sqlite(unlimited), dice, 1) as there:
        [address] = there.addresses
        await slow_readers(address, there.processes[0].pid, findings)
        tell("Rude people: slow readers")
        await false_names(address, findings, dice)
        tell("Rude people: false names")
        await asyncio.gather(
            stalling(address, findings), hollow_bids(address, findings), cheating(address, findings)
        )
        tell("Rude people: cheats and stallers")
        findings.fault("rude people: an error in the log", *there.tracebacks())


# Connections


async def silent_connections(folder: Path, findings: Findings) -> None:
    """More than the process has files for (H1): people at another address do not notice."""
    raise_file_limit()
    async with poor(folder, soft=FILES // 2, hard=FILES) as server:
        ann = await introduced(server.address, "Ann")
        async with ann.at(await ann.open(A_SHORT_RICOCHET, 2)) as hers:
            await hers.until(lambda: hers.table)
            silent = [server.connection() for _ in range(SILENT)]
            transport = httpx.AsyncHTTPTransport(local_address=ELSEWHERE)
            began = monotonic()
            async with httpx.AsyncClient(
                transport=transport, base_url=server.address, timeout=PATIENCE
            ) as other:
                answers = [(await other.get("/ready")).status_code for _ in range(20)]
            said = await hers.act(Say("I am still here"))
            took = monotonic() - began
            let_in = sum(map(is_open, silent))
            for each in silent:
                each.close()
        lines = len(server.log.read_text(encoding="utf-8").splitlines())
    findings.fault("a newcomer was kept out", *(str(each) for each in answers if each != 200))
    findings.fault("a player was cut off", *([] if isinstance(said, Done) else [repr(said)]))
    findings.tried(
        "Silent connections",
        f"{number(SILENT)} from one address, {number(FILES)} files allowed",
        f"{number(let_in)} let in; 20 newcomers and a player answered in {took:.2f} s together; "
        f"{lines} lines in the log",
    )


async def slow_readers(address: str, pid: int, findings: Findings) -> None:
    """They ask for more and more, and never read; somebody polite plays on at the same table."""
    ann = await introduced(address, "Ann")
    table = await ann.open(A_SHORT_RICOCHET, 2)
    before = megabytes(pid)
    asking = frame(b'{"type":"Hello"}') * 50
    took = list[float]()
    async with ann.at(table) as hers:
        rude = [await upgraded(address, table) for _ in range(SLOW)]
        flooding = [asyncio.create_task(ask_for_ever(each, asking)) for each in rude]
        for at in range(PINGS):
            began = monotonic()
            await hers.send(Ping(at))
            await hers.until(lambda: len(hers.pongs) > at)  # noqa: B023 - at once
            took.append(monotonic() - began)
        answers = [await hers.act(command) for command in (Stand(), Sit(0))]
    refused = [repr(each) for each in answers if not isinstance(each, Done)]
    findings.fault("slow readers: a player was refused", *refused)
    grown = megabytes(pid) - before
    for each, task in zip(rude, flooding, strict=True):
        task.cancel()
        each.close()
    await asyncio.gather(*flooding, return_exceptions=True)
    if grown > MOST_GROWTH:
        findings.fault("slow readers: memory", f"{grown:.0f} MB")
    times = spread(took)
    assert times is not None
    findings.tried(
        "Slow readers",
        f"{SLOW} clients ask without end and never read; {PINGS} pings of a player",
        f"all answered, {times.p50:.0f}/{times.p90:.0f}/{times.most:.0f} ms (p50/p90/most); "
        f"{max(0, grown):.0f} MB more memory",
    )


async def ask_for_ever(connection: socket.socket, asking: bytes) -> None:
    """Until it is closed; the others here have their turns in between."""
    with suppress(ConnectionError):
        while True:
            await asyncio.get_running_loop().sock_sendall(connection, asking)
            await others_run()


def megabytes(pid: int) -> float:
    pages = int((PROCESSES / str(pid) / "statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


# Guesses and names


async def guesses(address: str, findings: Findings, dice: Random) -> None:
    """Short codes, from many addresses: all of them together have a few hundred tries (L2)."""
    ann = await introduced(address, "Ann")
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with httpx.AsyncClient(base_url=address, headers=ann.headers) as http:
        code = (await http.post(f"/api/tables/{table}/code", json={})).json()["code"]
    counted, began = Counter[int](), monotonic()

    async def guess(network: int) -> None:
        place = f"127.0.{1 + network // 250}.{1 + network % 250}"
        transport = httpx.AsyncHTTPTransport(local_address=place)
        async with httpx.AsyncClient(
            transport=transport, base_url=address, timeout=PATIENCE
        ) as http:
            for _ in range(GUESSES // NETWORKS):
                tried = "".join(dice.choice(ALPHABET) for _ in code)
                counted[(await http.get(f"/api/codes/{tried}")).status_code] += 1

    await asyncio.gather(*(guess(network) for network in range(NETWORKS)))
    # The first guess of each network is free: or else a few could keep everybody out.
    allowed = WRONG_CODES.burst + NETWORKS + WRONG_CODES.per_second * (monotonic() - began) + 1
    free = counted.total() - counted[429]
    if free > allowed or counted[200]:
        findings.fault("guesses of codes", f"{dict(counted)}, allowed {allowed:.0f}")
    findings.tried(
        "Guesses of join codes",
        f"{number(counted.total())} from {NETWORKS} addresses",
        f"{number(free)} tries, none right; {number(counted[429])} refused",
    )


async def false_names(address: str, findings: Findings, dice: Random) -> None:
    """Names that look like those of bots (L4), or like that of somebody at the table."""
    name = "Pope Chiaxy"
    ann = await introduced(address, name)
    table = await ann.open(A_SHORT_RICOCHET, 3)
    taken = list[str]()
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http:
        for _ in range(NAMES):
            wanted = "level-10 " + dice.choice(MARKS).format(disguised("bot", dice))
            if (await http.post("/api/guest", json={"name": wanted})).status_code < 400:
                taken.append(wanted)
    for _ in range(NAMES // 5):
        double = disguised(name, dice)
        person = await introduced(address, double)
        async with person.at(table) as client:
            answers = [await client.act(command) for command in (Sit(1), Say("It is me"))]
            taken += [f"{double}: {each}" for each in answers if not isinstance(each, Refused)]
    findings.fault("a false name", *taken)
    findings.tried(
        "Look-alike names",
        f"{NAMES} that look like a bot’s, {NAMES // 5} like that of somebody at the table",
        "all refused",
    )


def disguised(name: str, dice: Random) -> str:
    """Some letters from another alphabet."""
    return "".join(
        dice.choice(ALIKE[letter]) if letter in ALIKE and dice.random() < 0.6 else letter
        for letter in name
    )


# Play


async def cheating(address: str, findings: Findings) -> None:
    """A second browser asks the server for solutions, before and in every round (H2)."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(Terms("ricochet", {"hourglass_seconds": 1, "goal": ROUNDS}), 2)
    asked = list[str | None]()
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
        while hers.ending is None:
            asked += await solved_for_a_cheat(address, hers)
            await hers.play(TurnToken())
            asked += await solved_for_a_cheat(address, hers)
            await win_round(hers)
    answers = [each for each in asked if each != "being-played"]
    findings.fault("a running match was solved", *map(repr, answers))
    await detours(address, findings)
    findings.tried(
        "Solving live rounds",
        f"{number(len(asked))} questions about a match in its {ROUNDS} rounds, between them and in "
        "them, for every target, and with a section swapped",
        "all refused",
    )


async def detours(address: str, findings: Findings) -> None:
    """The cheat slides first, exchanges sections, shifts robots, and adds the slides (H2)."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(Terms("ricochet", {"hourglass_seconds": 1, "goal": ROUNDS}), 2)
    dice, asked, told, solving = Random(ROUNDS), 0, 0, list[str]()
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
        while hers.ending is None:
            await hers.play(TurnToken())
            position = hers.state.position
            assert position is not None
            for number_of_slides in (0, 1, 1, 1, 2, 2):
                for others in (0, 1, 2):
                    first, there = walk(position, number_of_slides, dice)
                    disguised_match = shifted(with_other_sections(there, others, dice), dice)
                    answer = await solved(nameless(address), disguised_match)
                    routes = [each["moves"] for each in answer.get("solutions", [])]
                    asked, told = asked + 1, told + bool(routes)
                    solving += [
                        format_position(position)
                        for route in routes
                        if is_solved(position, [*first, *convert(route, list[Move])])
                    ]
            await win_round(hers)
    findings.fault("slides and an answer solved a running match", *solving)
    findings.tried(
        "Solving live rounds by detours",
        f"{number(asked)} questions after a slide or two, with up to two sections exchanged and "
        "robots shifted",
        f"{number(asked - told)} refused; no answer solved the round behind the slides",
    )


async def solved_for_a_cheat(address: str, client: Client) -> list[str | None]:
    state = client.state
    target = state.position.target if state.position else Target.VORTEX
    positions = [Position(state.board, state.markers, each) for each in Target]
    swapped = with_other_section(Position(state.board, state.markers, target))
    return await refusals(nameless(address), [*positions, swapped])


async def win_round(client: Client) -> None:
    """By a solver of one's own, which nobody can prevent."""
    route = shortest(client.state)
    await client.play(Bid(len(route)))
    await client.until(lambda: isinstance(client.state.phase, Proving))
    for move in route:
        await client.play(MakeMove(move))


async def stalling(address: str, findings: Findings) -> None:
    """Bob never gets ready (M2): where a clock runs, Ann plays on and the match ends."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(STALLED, 2)
    began = monotonic()
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
        await play_at_random(hers, 1)
    findings.tried(
        "Stalling in Rally",
        "a player who never gets ready, two turns with a clock of 2 s",
        f"the match ended after {monotonic() - began:.0f} s",
    )


async def hollow_bids(address: str, findings: Findings) -> None:
    """Bob bids 1 and shows nothing (M2): Ann says so, and proves next."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(HOLLOW, 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
        await hers.play(TurnToken())
        route = shortest(hers.state)
        await his.play(Bid(1))
        await hers.play(Bid(len(route)))
        await hers.until(lambda: isinstance(hers.state.phase, Proving))
        began = monotonic()
        await hers.play(DoubtProof())
        await hers.until(lambda: is_proving(hers))
        took = monotonic() - began
        for move in route:
            await hers.play(MakeMove(move))
        await hers.until(lambda: hers.ending)
    findings.tried(
        "Hollow bids", "a bid of 1 that is not shown", f"the next bidder proved after {took:.0f} s"
    )


def is_proving(client: Client) -> bool:
    phase = client.state.phase
    return isinstance(phase, Proving) and phase.prover.seat == client.seat
