"""A plain round-robin balancer over TCP: it knows neither HTTP nor which replica keeps what."""

import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count

from bench.http import HOST

CONNECT_S = 1.0


class Balancer:
    """Gives each connection to the next of several ports that accepts one, until `close`.

    :ivar port: where it listens.
    """

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports = ports
        self._turns = count()
        self._listener = socket.create_server((HOST, 0), backlog=512)
        self.port: int = self._listener.getsockname()[1]
        _in_thread(self._accept)

    def close(self) -> None:
        """Accept no more connections."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):  # closed
            while True:
                client, _ = self._listener.accept()
                _in_thread(lambda client=client: self._serve(client))

    def _serve(self, client: socket.socket) -> None:
        first = next(self._turns)
        for number in range(len(self._ports)):
            port = self._ports[(first + number) % len(self._ports)]
            with suppress(OSError):
                server = socket.create_connection((HOST, port), CONNECT_S)
                break
        else:
            client.close()
            return
        server.settimeout(None)
        for one in (client, server):
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with client, server:
            back = _in_thread(lambda: _pass_on(server, client))
            _pass_on(client, server)
            back.join()


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    """Pass on what one side says. When it ends, both do."""
    with suppress(OSError):
        while content := source.recv(65_536):
            target.sendall(content)
    for one in (source, target):
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)


def _in_thread(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread
