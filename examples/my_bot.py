#!/usr/bin/env python3
"""A Rally bot of one's own, in plain Python: it likes to go ahead, and turns now and then.

tinplate arena rally --bots "random,mine=stdio:python3 examples/my_bot.py"
"""

import json
import random
import sys


def choose(question: dict) -> list[dict]:
    """Commands in the order in which they are submitted: a whole program, if there is one."""
    legal, dice = question["legal"], random.Random(question["seed"])
    places = [command for command in legal if command["type"] == "Place"]
    if not places:
        return [{"type": "Ready"}] if {"type": "Ready"} in legal else [dice.choice(legal)]
    registers = sorted({command["register"] for command in places})
    cards = {command["card"]["priority"]: command["card"] for command in places}.values()
    liked = sorted(cards, key=lambda card: ("move" not in card["card"], dice.random()))
    chosen = dice.sample(liked[: len(registers) + 1], len(registers))
    program = zip(registers, chosen, strict=True)
    return [
        *({"type": "Place", "register": register, "card": card} for register, card in program),
        {"type": "Ready"},
    ]


print(json.dumps({"protocol": 1, "games": ["rally"], "strength": 2, "limit": 1.0}), flush=True)
for line in sys.stdin:
    print(json.dumps({"commands": choose(json.loads(line))}), flush=True)
