"""People with accounts who sign in by their passkeys while others play."""

import asyncio
import secrets
from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from time import perf_counter

from msgspec import Struct

from tinplate.game import Rejected
from tinplate.load.account_browser import AccountBrowser
from tinplate.load.tally import LoadTally, Spread, spread

ACCOUNTS = 100  # which take turns: opening one takes ten slow hashes
THREADS = 32
REGISTERING = 4  # at a time


class SignInReport(Struct, frozen=True):
    """How it went. Times are from the first request to the answer to the second."""

    begun: int
    done: int
    times: Spread | None


class SignIns:
    """So many a minute, evenly, whether or not the server keeps up."""

    def __init__(self, address: str, per_minute: float, tally: LoadTally) -> None:
        self._interval = 60 / per_minute
        self._browsers = [AccountBrowser(address) for _ in range(ACCOUNTS)]
        self._idle = asyncio.Queue[AccountBrowser]()
        self._threads = ThreadPoolExecutor(THREADS, "sign-in")
        self._tally = tally
        self._times = array("d")
        self._begun = 0

    async def prepare(self, tell: Callable[[float], None]) -> None:
        """Open the accounts. Rejected if one cannot be opened."""
        turn, run = asyncio.Semaphore(REGISTERING), secrets.token_hex(3)
        done = count(1)

        async def register(number: int, browser: AccountBrowser) -> None:
            async with turn:
                await self._in_thread(partial(browser.register, f"Member {run} {number}"))
            self._idle.put_nowait(browser)
            tell(next(done) / len(self._browsers))

        await asyncio.gather(*(register(*each) for each in enumerate(self._browsers)))

    async def run(self, is_over: asyncio.Event, is_down: asyncio.Event) -> None:
        """Until the test is over, and all who have begun are in."""
        began = perf_counter()
        async with asyncio.TaskGroup() as group:
            for number in count():
                await asyncio.sleep(max(0, began + number * self._interval - perf_counter()))
                if is_over.is_set():
                    return
                if not is_down.is_set():
                    group.create_task(self._sign_in(is_down))

    def report(self) -> SignInReport:
        self._threads.shutdown(wait=False)
        return SignInReport(self._begun, len(self._times), spread(self._times))

    async def _sign_in(self, is_down: asyncio.Event) -> None:
        began = perf_counter()
        self._begun += 1
        browser = await self._idle.get()  # two at once might come in the wrong order: a copied key
        try:
            await self._in_thread(browser.sign_in)
        except Rejected as error:
            if not is_down.is_set():
                self._tally.add_error(f"a sign-in failed: {error}")
        else:
            self._times.append(perf_counter() - began)
        finally:
            self._idle.put_nowait(browser)

    async def _in_thread(self, work: Callable[[], None]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._threads, work)
