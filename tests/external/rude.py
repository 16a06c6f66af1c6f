"""A bot that behaves when the time of the match is even, and else in its own way, if it has one.

It tells its process by when it wants to be asked again. With a port it serves one line over TCP
after the other, else it speaks by standard input and output.
"""

import json
import os
import socketserver
import sys
import time
from typing import IO, NoReturn, cast

Bytes = IO[bytes]
LIMIT = 2.0
ALWAYS = " always"
POLITE = "polite"


def misbehave(way: str, out: Bytes) -> None:
    match way:
        case "crash":
            os._exit(3)
        case "silence":
            time.sleep(60)
        case "half":
            out.write(b'{"commands": [')
            out.flush()
            time.sleep(60)
        case "half and gone":
            out.write(b'{"commands": [')
            out.flush()
            os._exit(0)
        case "garbage":
            tell(out, "I resign!")
        case "another game":
            tell(out, {"commands": [{"type": "Castle"}]})
        case "misspelt":
            tell(out, {"commands": [], "ask_agian": 7})
        case "flood":
            flood(out, b"x\n" * 1000)
        case "one endless line":
            flood(out, b"x" * 1000)
        case "twice":
            tell(out, {"commands": []})
            tell(out, {"commands": []})


def flood(out: Bytes, water: bytes) -> NoReturn:
    while True:
        out.write(water)


def tell(out: Bytes, value: object) -> None:
    out.write(json.dumps(value).encode() + b"\n")
    out.flush()


def serve(way: str, questions: Bytes, out: Bytes) -> None:
    time.sleep(LIMIT * 1.5 if way == "slow start" else 0)
    protocol = 2 if way == "another protocol" else 1
    tell(out, {"protocol": protocol, "games": ["ricochet"], "strength": 3, "limit": LIMIT})
    for line in questions:
        question = json.loads(line)
        if way != POLITE and (question["now"] % 2 or way.endswith(ALWAYS)):
            misbehave(way.removesuffix(ALWAYS), out)
        else:
            tell(out, {"commands": question["legal"][:1], "ask_again": os.getpid()})


class Caller(socketserver.StreamRequestHandler):
    """One who calls."""

    def handle(self) -> None:
        serve(sys.argv[1], cast("Bytes", self.rfile), cast("Bytes", self.wfile))


class Server(socketserver.TCPServer):
    """Says where it listens."""

    allow_reuse_address = True

    def server_activate(self) -> None:
        super().server_activate()
        tell(sys.stdout.buffer, self.server_address[1])


if __name__ == "__main__":
    if len(sys.argv) > 2:
        with Server(("127.0.0.1", int(sys.argv[2])), Caller) as server:
            server.serve_forever()
    else:
        serve(sys.argv[1], sys.stdin.buffer, sys.stdout.buffer)
