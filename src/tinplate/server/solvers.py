"""People who solve puzzles: guests, those with an account, and those who have no name yet.

Somebody without a name has an id in a cookie of its own. If they choose a name, or make an account,
they keep the id, and with it all they did. The cookie is worth nothing once the id has an account,
or had one.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from litestar import Request
from litestar.datastructures import Cookie
from litestar.di import NamedDependency

from tinplate.game import Rejected
from tinplate.lobby.values import Avatar, Guest
from tinplate.server.context import ServerContext
from tinplate.server.cookies import own_cookie
from tinplate.server.players import require_player
from tinplate.server.sockets import address_of

SOLVER_COOKIE = "tinplate_solver"
YEAR = 365 * 24 * 60 * 60  # seconds
AnyRequest = Request[Any, Any, Any]


class Solver(NamedTuple):
    """The person who sent a request about puzzles."""

    id: str | None  # None: somebody who has never solved one
    name: str


class KnownSolver(NamedTuple):
    """Somebody with an id, and the cookie that tells their browser, if it is new."""

    id: str
    name: str
    avatar: Avatar | None = None  # that they chose
    cookies: tuple[Cookie, ...] = ()


TheSolver = NamedDependency[Solver]
_Context = NamedDependency[ServerContext]


async def solver_id(context: ServerContext, cookies: Mapping[str, str]) -> str | None:
    """The id of somebody without a name."""
    values = context.solver_cookies.read(cookies.get(SOLVER_COOKIE))
    if values is None:
        return None
    person = str(values[0])
    if person in context.forgotten.people:
        return None
    if context.policy.accounts != "off" and await context.accounts.find(person) is not None:
        return None
    return person


async def solver_of(
    request: AnyRequest, context: _Context, guest: NamedDependency[Guest | None]
) -> Solver:
    """Whoever sent the request. What judges puzzles is loaded by then."""
    for game in context.puzzles.games:
        await game.load()
    if guest is not None:
        return Solver(guest.id, guest.name)
    return Solver(await solver_id(context, request.cookies), "")


async def known(
    request: AnyRequest, context: ServerContext, guest: Guest | None, solver: Solver
) -> KnownSolver:
    """Whoever may solve puzzles here; somebody new gets an id."""
    if guest is not None:
        await require_player(context, guest)
    elif context.policy.accounts == "required":
        raise Rejected("You need an account to play here.", "account-needed")
    if solver.id is not None:
        return KnownSolver(solver.id, solver.name, guest.avatar if guest else None)
    context.rate_limiter.spend(address_of(request), "guests")
    person = context.new_id()
    value = context.solver_cookies.write(person)
    cookie = own_cookie(request, SOLVER_COOKIE, value, YEAR)
    return KnownSolver(person, "", cookies=(cookie,))
