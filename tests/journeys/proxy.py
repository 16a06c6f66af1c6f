"""A proxy that serves Tinplate below a path, as nginx or Caddy would (docs/hosting.md)."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from socketserver import StreamRequestHandler, ThreadingTCPServer
from urllib.parse import urlsplit

PIECE = 65536


@dataclass
class Proxy:
    """Where it is, what it passes requests on to, and what was asked of it beside its path."""

    address: str
    behind: str
    strays: list[str] = field(default_factory=list)


class _Server(ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


def _place(address: str) -> tuple[str, int]:
    parts = urlsplit(address)
    assert parts.hostname is not None
    assert parts.port is not None
    return parts.hostname, parts.port


@contextmanager
def proxied(behind: str, prefix: str, *, names_prefix: bool) -> Iterator[Proxy]:
    """It takes the path away. One that does not name it leads to its slash instead."""

    class Handler(StreamRequestHandler):
        def handle(self) -> None:
            request = self.rfile.readline().decode("ascii")
            if not request:
                return  # a browser may open a connection that it does not need
            method, path, version = request.split()
            headers = [line for line in iter(self.rfile.readline, b"\r\n") if line]
            if path == prefix and not names_prefix:
                self._say(f"301 Moved\r\nLocation: {prefix}/")
            elif path == prefix or path.startswith(f"{prefix}/"):
                inner = path.removeprefix(prefix) or "/"
                self._pass_on(f"{method} {inner} {version}\r\n".encode(), headers)
            else:
                proxy.strays.append(path)
                self._say("404 Not Found")

        def _say(self, status: str) -> None:
            self.wfile.write(f"HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n".encode())

        def _pass_on(self, request: bytes, headers: list[bytes]) -> None:
            """One request a connection, unless it becomes a websocket."""
            names = {line.partition(b":")[0].lower() for line in headers}
            if b"upgrade" not in names:
                headers = [line for line in headers if not line.lower().startswith(b"connection:")]
                headers.append(b"Connection: close\r\n")
            if names_prefix:
                headers.append(f"X-Forwarded-Prefix: {prefix}\r\n".encode())
            with suppress(OSError), socket.create_connection(_place(proxy.behind)) as there:
                there.sendall(request + b"".join(headers) + b"\r\n")
                threading.Thread(target=self._pump_up, args=(there,), daemon=True).start()
                while piece := there.recv(PIECE):
                    self.wfile.write(piece)

        def _pump_up(self, there: socket.socket) -> None:
            with suppress(OSError, ValueError):  # either end may be closed by now
                while piece := self.rfile.read1(PIECE):
                    there.sendall(piece)
                there.shutdown(socket.SHUT_WR)

    with _Server(("127.0.0.1", 0), Handler) as server:
        proxy = Proxy(f"http://127.0.0.1:{server.server_address[1]}{prefix}", behind)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield proxy
        finally:
            server.shutdown()
            thread.join()
