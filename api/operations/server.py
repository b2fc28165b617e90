"""The HTTP server: waitress, with deadlines for clients, a limit for each address, and problem documents.

One thread reads and writes for all connections; a request reaches one of the other threads only when all of
it has arrived. What a slow or silent client can hold is a connection, for a limited time.
"""

import logging
import signal
import socket
import time
from collections import Counter
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any

import structlog
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask
from waitress.utilities import BadRequest

from battlewise.api.operations.limits import network_of
from battlewise.api.operations.problems import Kind
from battlewise.api.schemas.problems import MEDIA_TYPE, Problem
from battlewise.api.settings import Settings

if TYPE_CHECKING:
    from battlewise.api.app import Application

MOST_CALLERS = 192  # threads for requests that wait for a search
SPARE_THREADS = 32  # for short requests while all streams and searches have theirs
MOST_PIPELINED = 8  # requests of a connection that wait while one is answered
MOST_ACCEPTED = 64  # connections in one turn
CONTROL_LINE = 256  # bytes of a chunk's size with its extensions
TRAILER = 16 * 1024  # bytes after the last chunk
LINGER_S = 2.0  # for the client to read the last answer of a connection
DRAIN_S = 10.0  # for requests under way when the service is to stop
LOOK_S = 1  # how often deadlines are checked
MOST_PENDING = 1 << 20  # bytes of an answer that the client has not read yet; its thread waits for the rest


def problem(status: int, detail: str) -> bytes:
    """A problem document of the server itself."""
    kind = Kind.of_status(status)
    return (
        Problem(type=kind.uri, title=kind.title, status=status, detail=detail, errors=[]).json_text().encode()
    )


class _Refusal(ErrorTask):  # type: ignore[misc]
    """Answers a request that is not one with a problem document, and closes the connection."""

    def execute(self) -> None:
        error = self.request.error
        self.status = f"{error.code} {error.reason}"
        body = problem(error.code, str(error.body))
        self.response_headers.append(("Content-Type", MEDIA_TYPE))
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class _Request(HTTPRequestParser):  # type: ignore[misc]
    """A request that arrives, checked where waitress is lenient."""

    def received(self, data: bytes) -> int:
        """Take some bytes; how many of them belong to this request.

        waitress looks at all of a chunk's control line or trailer again with every packet.
        """
        try:
            taken: int = super().received(data)
        except ValueError as error:  # a number or an address that Python does not read
            self._fail(f"the request cannot be read: {str(error)[:80]}")
            return len(data)
        chunks = self.body_rcv if self.chunked else None
        if chunks is not None and len(chunks.control_line) > CONTROL_LINE:
            self._fail(f"the size of a chunk takes more than {CONTROL_LINE} bytes")
        elif chunks is not None and len(chunks.trailer) > TRAILER:
            self._fail(f"the trailer takes more than {TRAILER} bytes")
        if self.error is not None or self.body_rcv is None:
            self.expect_continue = False
        return taken

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if self.version == "1.0" and "TRANSFER_ENCODING" in self.headers:
            raise ParsingError("Transfer-Encoding needs HTTP/1.1")

    def _fail(self, problem: str) -> None:
        self.error = BadRequest(problem)
        self.completed = True


class _Connection(HTTPChannel):  # type: ignore[misc]
    """A connection with deadlines.

    :ivar begun: when the request that is arriving began, if one is.
    :ivar ended: when this side ended the connection, if it did; what still arrives is dropped.
    """

    parser_class = _Request
    error_task_class = _Refusal
    begun: float | None = None
    ended: float | None = None
    will_close: bool
    close_when_flushed: bool

    def __init__(self, server: "Server", sock: socket.socket, addr: Any, adj: Adjustments, map: Any) -> None:
        self.network = network_of(addr[0])
        super().__init__(server, sock, addr, adj, map)
        server.admit(self)

    def del_channel(self, map: Any = None) -> None:
        known = self._fileno in self.server.active_channels
        super().del_channel(map)
        if known:
            self.server.leave(self)

    def received(self, data: bytes) -> bool:
        before = self.request
        taken: bool = super().received(data)
        if self.request is not before:
            self.begun = None if self.request is None else time.time()
        if len(self.requests) > MOST_PIPELINED:
            self.will_close = True
        return taken

    def readable(self) -> bool:
        return self.ended is not None or super().readable()

    def handle_read(self) -> None:
        if self.ended is None:
            super().handle_read()
        else:
            self.recv(self.adj.recv_bytes)  # which closes this side when the client has closed the other

    def handle_write(self) -> None:
        """Send. When the last answer is sent, tell the client so and let it read.

        Closed at once, a connection with bytes that nobody read is reset, and the client may lose the answer.
        """
        if not self.close_when_flushed or self.will_close:
            super().handle_write()
            return
        self._flush_exception(self._flush_some)
        if not self.total_outbufs_len and self.connected:
            self.close_when_flushed = False
            self.ended = time.time()
            try:
                self.socket.shutdown(socket.SHUT_WR)
            except OSError:
                self.will_close = True

    def refuse(self, status: int, title: str, detail: str) -> None:
        """Answer with a problem before or instead of a request, and close."""
        body = problem(status, detail)
        head = f"HTTP/1.1 {status} {title}\r\nConnection: close\r\nContent-Type: {MEDIA_TYPE}\r\n"
        retry = "Retry-After: 5\r\n" if status in (429, 503) else ""
        with self.outbuf_lock:
            answer = f"{head}{retry}Content-Length: {len(body)}\r\n\r\n".encode() + body
            self.outbufs[-1].append(answer)
            self.total_outbufs_len += len(answer)
            self.close_when_flushed = True

    def check(self, now: float, request_s: float, idle_s: float) -> None:
        """End what has taken too long: to read an answer, to send a request, to begin one."""
        silent = now > self.last_activity + idle_s
        if self.ended is not None:
            if now > self.ended + LINGER_S:
                self.handle_close()
        elif self.total_outbufs_len:
            if silent:
                self.handle_close()  # a thread that writes to it ends too
        elif self.requests:
            return
        elif self.begun is not None:
            if now > self.begun + request_s:
                self.refuse(408, "Request Timeout", f"the request did not arrive within {request_s} seconds")
        elif silent:
            self.handle_close()


class Server(TcpWSGIServer):  # type: ignore[misc]
    """Serves an application on one address, from `run` until a signal to stop.

    :ivar connections: how many there are, by network.
    """

    channel_class = _Connection

    def __init__(self, app: "Application", host: str, port: int, settings: Settings) -> None:
        self.connections: Counter[str] = Counter()
        self.taken = 0  # connections so far
        self.draining = False
        self._checked = 0.0
        self._settings = settings
        # Behind a proxy all connections are the proxy's.
        self._an_address = settings.max_connections if settings.proxies else settings.connections_an_address
        adjustments = Adjustments(
            host=host,
            port=port,
            threads=settings.max_streams + MOST_CALLERS + SPARE_THREADS,
            ident=None,
            # A place more than the limit, for the connection in whose favour another one is closed.
            connection_limit=settings.max_connections + 16,
            channel_request_lookahead=MOST_PIPELINED,  # or nobody notices that a client has gone
            max_request_header_size=16 * 1024,
            max_request_body_size=max(
                settings.max_content_length, settings.max_record_bytes, settings.max_batch_bytes
            )
            + 1,
            inbuf_overflow=64 * 1024,
            outbuf_high_watermark=MOST_PENDING,
            clear_untrusted_proxy_headers=not settings.proxies,
            log_socket_errors=False,
        )
        super().__init__(app, adj=adjustments, sockinfo=adjustments.listen[0])

    def handle_accept(self) -> None:
        """Take connections that wait, or a flood of them would be taken one a turn."""
        for _ in range(MOST_ACCEPTED):
            taken = self.taken
            super().handle_accept()
            if self.taken == taken:
                return

    def admit(self, made: _Connection) -> None:
        """Count a new connection. At a limit refuse it, or close the one that has been silent longest."""
        self.taken += 1
        self.connections[made.network] += 1
        if self.connections[made.network] > self._an_address:
            most = self._an_address
            made.refuse(429, "Too Many Requests", f"this address has reached its limit of {most} connections")
        elif len(self.active_channels) > self._settings.max_connections:
            waiting = [one for one in self.active_channels.values() if not one.requests and one is not made]
            if waiting:
                min(waiting, key=lambda one: one.begun or one.last_activity).handle_close()

    def leave(self, gone: _Connection) -> None:
        """Count a connection that is closed."""
        self.connections[gone.network] -= 1
        if not self.connections[gone.network]:
            del self.connections[gone.network]

    def maintenance(self, now: float) -> None:
        """Nothing: waitress calls it in the middle of a turn, when a connection must not be closed."""

    def _check(self) -> None:
        now = time.time()
        if now > self._checked + LOOK_S:
            self._checked = now
            for channel in list(self.active_channels.values()):
                channel.check(now, self._settings.request_s, self._settings.keepalive_s)

    def run(self, stop: Callable[[], None]) -> None:
        """Serve until SIGTERM or SIGINT; then finish what is under way, at most `DRAIN_S` seconds.

        :param stop: called at the signal, to end streams and searches.
        """

        def begin_to_drain(number: int, frame: FrameType | None) -> None:
            self.draining = True
            self.pull_trigger()

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, begin_to_drain)
        while not self.draining:
            self._turn()
        wasyncore.dispatcher.close(self)  # new clients are refused at once
        stop()
        until = time.time() + DRAIN_S
        while self._is_busy() and time.time() < until:
            self._turn()
        self.task_dispatcher.shutdown(timeout=1)
        wasyncore.close_all(self._map)

    def _turn(self) -> None:
        wasyncore.loop(timeout=LOOK_S, use_poll=True, map=self._map, count=1)
        self._check()

    def _is_busy(self) -> bool:
        """Whether an answer is under way. Idle connections are closed."""
        for channel in list(self.active_channels.values()):
            if not (channel.requests or channel.total_outbufs_len or channel.close_when_flushed):
                channel.handle_close()
        return bool(self.active_channels)


class _ToLog(logging.Handler):
    """What waitress logs, as a line of the service's log; without its values, which may be secret."""

    def emit(self, record: logging.LogRecord) -> None:
        kind = record.exc_info[0] if record.exc_info else None
        structlog.get_logger("battlewise").error("server", problem=record.msg, error=kind and kind.__name__)


def log_as_json() -> None:
    """Let waitress log as the service does."""
    own = logging.getLogger("waitress")
    own.handlers, own.propagate = [_ToLog(logging.ERROR)], False
