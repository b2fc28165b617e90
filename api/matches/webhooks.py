"""Webhooks: requests to the server of who created a match or an analysis, signed as Standard Webhooks are.

Only hosts that the operator has named are called, and redirects are not followed. A call names what happened,
and nothing that a seat could not know.
"""

import base64
import hmac
import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Event, Lock
from typing import Any, Final

import structlog
from urllib3 import PoolManager, Timeout
from urllib3.exceptions import HTTPError

from battlewise.api.matches.match import OVER, RUNNING, Match
from battlewise.api.matches.timer import Timer
from battlewise.api.operations.problems import Kind, ProblemError
from battlewise.api.schemas.common import WebhookIn
from battlewise.api.store.tables import Webhook

log = structlog.get_logger("battlewise")
RETRY_S = (5.0, 30.0, 120.0, 600.0, 3600.0)
"""Seconds between the attempts of a call, of which there is one more."""
MOST = 10_000  # calls that wait or are retried
AT_A_TIME = 4
PREFIX: Final = "whsec_"  # of secrets
KEY_BYTES = range(24, 65)
_GONE = 410
_TIMEOUT = Timeout(connect=3.0, read=5.0)
_CHANGES_TURN = {"start", "move", "outcome", "undo", "resume", "replace", "resign", "flag", "end"}


@dataclass(frozen=True)
class _Call:
    """A call, the same in every attempt.

    :ivar about: what it is about; a later call about the same replaces it.
    :ivar name: its id, by which a receiver can tell that it has it already.
    :ivar is_wanted: whether it is still true.
    :ivar done: called when it was delivered or given up.
    """

    hook: Webhook
    about: str
    name: str
    body: bytes
    is_wanted: Callable[[], bool]
    done: Callable[[], None]


class Webhooks:
    """Calls webhooks until `stopping` is set.

    :param hosts: the hosts that can be called, each with its port if that is not the scheme's.
    """

    def __init__(self, hosts: tuple[str, ...], timer: Timer, stopping: Event) -> None:
        self._hosts = hosts
        self._timer = timer
        self._stopping = stopping
        self._lock = Lock()
        self._calls: dict[str, _Call] = {}
        self._pool = ThreadPoolExecutor(AT_A_TIME, thread_name_prefix="webhook")
        self._http = PoolManager(num_pools=64, maxsize=AT_A_TIME, retries=False)

    def checked(self, asked: WebhookIn) -> Webhook:
        """The webhook of a request.

        :raises ProblemError: 422, if its host is not one to call or its secret has no key.
        """
        if not self._hosts:
            raise ProblemError(Kind.INVALID, "this service calls no webhooks", "webhook")
        if not self._can_call(asked.url):
            raise ProblemError(Kind.INVALID, "must have a host that this service calls", "webhook.url")
        if len(_key(asked.secret)) not in KEY_BYTES:
            problem = f"must be {PREFIX} and the base64 text of 24 to 64 bytes"
            raise ProblemError(Kind.INVALID, problem, "webhook.secret")
        return {"url": asked.url, "secret": asked.secret}

    def _can_call(self, url: str) -> bool:
        return url.partition("://")[2].partition("/")[0].lower() in self._hosts

    def send(
        self,
        hook: Webhook,
        about: str,
        name: str,
        event: dict[str, Any],
        is_wanted: Callable[[], bool] = lambda: True,
        done: Callable[[], None] = lambda: None,
    ) -> None:
        """Call a webhook soon, and again until it answers with 2xx, a bounded number of times.

        :param event: its body.
        """
        call = _Call(hook, about, name, json.dumps(event).encode(), is_wanted, done)
        with self._lock:
            if about not in self._calls and len(self._calls) >= MOST:
                log.warning("webhook not called: too many wait", about=about)
                return
            self._calls[about] = call
        self._submit(call, 0)

    def close(self) -> None:
        """Begin no more calls, and wait for those under way. Call it after `stopping` is set."""
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._http.clear()

    def _submit(self, call: _Call, attempt: int) -> None:
        if not self._stopping.is_set():
            self._pool.submit(self._attempt, call, attempt)

    def _attempt(self, call: _Call, attempt: int) -> None:
        try:
            if self._stopping.is_set() or self._calls.get(call.about) is not call:
                return
            if not call.is_wanted():
                self._drop(call)
            elif self._delivered(call):
                self._drop(call)
                call.done()
            elif attempt == len(RETRY_S):
                log.warning("webhook given up", about=call.about)
                self._drop(call)
                call.done()
            else:
                self._timer.after(RETRY_S[attempt], lambda: self._submit(call, attempt + 1))
        except Exception as error:
            log.error("webhook failed", about=call.about, error=type(error).__name__, exc_info=True)
            self._drop(call)

    def _drop(self, call: _Call) -> None:
        with self._lock:
            if self._calls.get(call.about) is call:
                del self._calls[call.about]

    def _delivered(self, call: _Call) -> bool:
        """Whether the receiver has it, or wants no more."""
        if not self._can_call(call.hook["url"]):  # the operator has changed the hosts
            return True
        now = str(int(time.time()))
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "battlewise",
            "webhook-id": call.name,
            "webhook-timestamp": now,
            "webhook-signature": signature(call.hook["secret"], call.name, now, call.body),
        }
        try:
            answer = self._http.request(
                "POST",
                call.hook["url"],
                body=call.body,
                headers=headers,
                timeout=_TIMEOUT,
                redirect=False,
                preload_content=False,
            )
            answer.close()  # its body does not matter
        except HTTPError as error:
            log.info("webhook not answered", about=call.about, error=type(error).__name__)
            return False
        return 200 <= answer.status < 300 or answer.status == _GONE


def signature(secret: str, name: str, timestamp: str, body: bytes) -> str:
    """The signature of a call, as its header has it."""
    signed = hmac.digest(_key(secret), f"{name}.{timestamp}.".encode() + body, "sha256")
    return f"v1,{base64.b64encode(signed).decode()}"


def _key(secret: str) -> bytes:
    """The key in a secret; empty if there is none."""
    try:
        return base64.b64decode(secret.removeprefix(PREFIX), validate=True)
    except ValueError:
        return b""


def event(kind: str, at: int, data: dict[str, Any]) -> dict[str, Any]:
    """The body of a call.

    :param at: milliseconds since 1970.
    """
    when = datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds")
    return {"type": kind, "timestamp": when.replace("+00:00", "Z"), "data": data}


def event_of(match: Match) -> tuple[str, dict[str, Any]] | None:
    """What a match's webhook is to get now, and the id of that; None if nothing. It holds the lock.

    It is the same until it is another seat's turn, so that a repeated call has the same id.
    """
    last = next((entry for entry in reversed(match.log) if entry.kind in _CHANGES_TURN), None)
    if match.settings.get("webhook") is None or last is None:
        return None
    name, data = f"{match.id}.{last.number}", {"match": match.id, "number": last.number}
    if match.status == OVER:
        return name, event("match.ended", last.at, data)
    if match.status != RUNNING or match.to_move is None or match.bot_next:
        return None
    return name, event("match.turn", last.at, {**data, "seat": match.to_move})
