#!/usr/bin/env python3
"""A Rally bot of one's own: of 300 programs it plays the one that would end nearest to its flag.

tinplate arena rally --bots "random,mine=stdio:python3 examples/my_bot.py"
"""

import json
import random
import sys

STEPS = {"move1": 1, "move2": 2, "move3": 3, "back": -1}
TURNS = {"right": 1, "uturn": 2, "left": 3}


def distance(program: list[dict], robot: dict, board: dict) -> int:
    """From the flag, if no wall, belt or robot were in the way; very far over a pit or an edge."""
    (x, y), facing = robot["cell"], "nesw".index(robot["facing"])
    for kind in (card["card"] for card in program):
        facing = (facing + TURNS.get(kind, 0)) % 4
        for _ in range(abs(STEPS.get(kind, 0))):
            way = facing if STEPS[kind] > 0 else (facing + 2) % 4
            x, y = x + (0, 1, 0, -1)[way], y + (-1, 0, 1, 0)[way]
            if board.get((x, y), "O") == "O":
                return 99
    flag = str(robot["next_flag"])
    return min(abs(x - i) + abs(y - j) for (i, j), cell in board.items() if cell[0] == flag)


def choose(question: dict) -> list[dict]:
    """Commands in the order in which they are submitted: a whole program; asked again, ready."""
    legal, view, dice = question["legal"], question["view"], random.Random(question["seed"])
    empty = sorted({command["register"] for command in legal if command["type"] == "Place"})
    if not empty:
        return [{"type": "Ready"}] if {"type": "Ready"} in legal else [dice.choice(legal)]
    rows = view["course_text"].split("board:\n")[1].splitlines()
    board = {(x, y): cell for y, row in enumerate(rows) for x, cell in enumerate(row.split())}
    player = view["players"][question["seat"]]
    tries = [dice.sample(player["private"]["hand"], len(empty)) for _ in range(300)]
    best = min(tries, key=lambda program: distance(program, player["robot"], board))
    return [{"type": "Place", "register": at, "card": card} for at, card in zip(empty, best)]


print(json.dumps({"protocol": 1, "games": ["rally"], "strength": 2, "limit": 1.0}), flush=True)
for line in sys.stdin:
    print(json.dumps({"commands": choose(json.loads(line))}), flush=True)
