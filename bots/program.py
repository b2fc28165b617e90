"""Another program as a bot: it gets requests as JSON lines and answers each, as ``battlewise engine`` does.

A specification ``engine:COMMAND`` starts a program on this machine. Only the command line and tournaments
started there accept one, by `entrant`; :func:`battlewise.bots.bot` and with it the service do not know it.
"""

import atexit
import json
import os
import re
import shlex
import signal
from collections import deque
from contextlib import suppress
from dataclasses import asdict
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Lock, Thread, Timer
from time import perf_counter
from typing import IO, Any

from battlewise.bots.bot import Bot, BotError, Choice, bot, number_of, refuse_unknown
from battlewise.core import BattlewiseError, Game, IllegalMove, State
from battlewise.search import Budget, SettingError, StopFlag

KIND = "engine"
TIMEOUT_MS = 60_000
MOST_TIMEOUT_MS = 86_400_000
START_S = 60.0  # for a program to answer its first line
GRACE_S = 2.0  # for a program to exit after the end of its input, and again after SIGTERM
LONGEST = 1 << 24  # characters of a line
MOST_SHOWN = 300  # characters of an answer in an error
SEEDS = 1 << 63  # of requests; a match numbers its decisions well below
PARAMETER = re.compile(r"(\w+)=([^;]*);")


class ProgramError(BattlewiseError):
    """A program did not answer a request for a move with a move; the message names its specification."""


class NotStarted(ProgramError):
    """A program cannot be started, or does not speak the protocol."""


class ProgramBot:
    """A program that is asked for each move with the view of the seat to move.

    It is started for the first game and runs until `close` or the end of this process. After a failure it is
    ended, and the next game starts it again.

    Parameters stand before the command, each with a semicolon: ``bot``, ``iterations`` and ``milliseconds``
    are passed on in each request; ``timeout_ms`` (default: 60000) is how long to wait for an answer. The
    command is split as a shell does it, but runs without one.
    """

    def __init__(self, spec: str) -> None:
        self.spec = spec
        parameters, command = _split(spec.partition(":")[2])
        self._name = parameters.get("bot")
        self._timeout_ms = number_of(parameters, "timeout_ms", int, TIMEOUT_MS)
        if not 1 <= self._timeout_ms <= MOST_TIMEOUT_MS:
            raise BotError("timeout_ms", f"{self._timeout_ms} is not in 1..{MOST_TIMEOUT_MS}")
        given = {k: number_of(parameters, k, int) for k in ("iterations", "milliseconds") if k in parameters}
        try:
            self._limits = _limits(Budget(**given)) if given else {}
        except SettingError as error:
            raise BotError(error.field, str(error).removeprefix(f"{error.field}: ")) from None
        self._command = command
        self._program: _Program | None = None
        self._lock = Lock()

    def start(self) -> None:
        """Start the program if it does not run.

        :raises NotStarted: if it cannot be started, or does not answer its first line.
        """
        with self._lock:
            self._running()

    def choose(
        self, state: State, seed: int, budget: Budget | None = None, stop: StopFlag | None = None
    ) -> Choice:
        """The program's move. It has no part in `stop`.

        :raises ProgramError: if it does not answer in time, exits, or answers with a problem.
        :raises IllegalMove: if the answer has no legal move.
        """
        begin = perf_counter()
        asked = self._request(state, seed, budget)
        with self._lock:
            program = self._running()
            try:
                answer = program.ask(asked, self._timeout_ms / 1000)
            except BaseException as error:
                self._close()
                if isinstance(error, _Failure):
                    raise ProgramError(f"{self.spec}: {error}") from None
                raise
        return self._choice(state, answer, perf_counter() - begin)

    def canonical(self, rules: Game) -> str:
        """The specification with every parameter."""
        named = {} if self._name is None else {"bot": self._name}
        values: dict[str, object] = {**named, **self._limits, "timeout_ms": self._timeout_ms}
        given = "".join(f"{name}={value};" for name, value in values.items())
        return f"{KIND}:{given}{shlex.join(self._command)}"

    def close(self) -> None:
        """End the program if it runs: the end of its input, then a signal."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        program, self._program = self._program, None
        if program is not None:
            program.end()
            program.close()

    def _running(self) -> "_Program":
        if self._program is None or self._program.ended:
            self._close()
            try:
                self._program = _Program(self._command)
            except OSError as error:
                raise NotStarted(f"{self.spec}: {self._command[0]}: {error.strerror}") from None
            try:  # any line is answered, so this one tells that the program is ready
                self._program.ask({"request": "terminate", "terminate": "nothing"}, START_S)
            except _Failure as failure:
                self._close()
                raise NotStarted(f"{self.spec}: does not speak the engine protocol: {failure}") from None
        return self._program

    def _request(self, state: State, seed: int, budget: Budget | None) -> dict[str, Any]:
        """All that the program gets to know: what the seat to move knows."""
        view = state.view(state.to_move)
        asked = {"request": "moves", "game": state.game.id, "view": view, "seed": seed % SEEDS}
        if self._name is not None:
            asked["bot"] = self._name
        limits = self._limits if budget is None else _limits(budget)
        if limits:
            asked["budget"] = limits
        return asked

    def _choice(self, state: State, found: dict[str, Any], seconds: float) -> Choice:
        answer = found["answer"]
        if found.get("status") != 200 or not isinstance(answer, dict):
            raise ProgramError(f"{self.spec}: answered {_shown(found)}")
        named: Any = answer.get("move")
        value: Any = answer.get("win_chance")
        text = named.get("text") if isinstance(named, dict) else None
        move = next((one for one in state.legal() if one.text == text), None)
        if move is None:
            moves = _shown([one.text for one in state.legal()])
            raise IllegalMove(f"{self.spec}: answered the move {_shown(named)}; legal are {moves}")
        if type(value) not in (int, float) or not 0 <= value <= 1:
            value = None  # nothing depends on it
        return Choice(move=move, value=value, line=(move,), seconds=seconds)


def entrant(spec: str) -> Bot:
    """Make the bot of a specification, which can be ``engine:COMMAND``.

    Only for specifications of who may start programs on this machine: the command line's.

    :raises BotError: if the specification is wrong; its field names the part.
    """
    return ProgramBot(spec) if is_program(spec) else bot(spec)


def is_program(spec: str) -> bool:
    """Whether a specification starts a program."""
    return spec.partition(":")[0] == KIND


def end_programs() -> None:
    """End all programs that this process has started. A bot that is asked again starts its program again."""
    programs = list(_started)
    for program in programs:
        program.hang_up()
    for program in programs:
        program.end()


def _split(text: str) -> tuple[dict[str, str], list[str]]:
    """The parameters and the words of the command."""
    parameters: dict[str, str] = {}
    while found := PARAMETER.match(text):
        name, value = found.groups()
        if name in parameters:
            raise BotError(name, "is given twice")
        parameters[name] = value
        text = text[found.end() :]
    refuse_unknown(parameters, ("bot", "iterations", "milliseconds", "timeout_ms"))
    try:
        command = shlex.split(text)
    except ValueError as error:
        raise BotError("bot", f"the command {text!r} cannot be split into words: {error}") from None
    if not command:
        raise BotError("bot", f"{KIND} needs a command, {KIND}:COMMAND")
    return parameters, command


def _limits(budget: Budget) -> dict[str, int]:
    """The limits that a budget has."""
    return {name: limit for name, limit in asdict(budget).items() if limit is not None}


def _shown(answer: object) -> str:
    text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + " ..."


class _Failure(Exception):
    """What a program did in place of an answer."""


class _Program:
    """A program that runs, in a session of its own: an interrupt of the terminal does not reach it.

    :raises OSError: if it cannot be started.
    """

    def __init__(self, command: list[str]) -> None:
        self._process = Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._input, self._output = self._process.stdin, self._process.stdout
        self._last_words: deque[str] = deque(maxlen=5)
        self._listener = Thread(target=self._listen, args=(self._process.stderr,), daemon=True)
        self._listener.start()
        self._number = 0  # of requests
        self._overdue = False
        self._ending = Lock()
        self.ended = False
        _started.add(self)

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The final answer to a request.

        :raises _Failure: if there is none in time; the program is of no more use then.
        """
        self._number += 1
        name = str(self._number)
        timer = Timer(seconds, self._give_up)
        timer.daemon = True
        timer.start()
        try:
            with suppress(OSError, ValueError):  # it has gone, which reading tells
                self._write(json.dumps({"id": name, **request}).encode() + b"\n")
            answer = self._answer(name)
        except _Failure:
            if not self._overdue:
                raise
        finally:
            timer.cancel()
        if self._overdue:
            raise _Failure(f"no answer within {1000 * seconds:.0f} ms")
        return answer

    def _write(self, line: bytes) -> None:
        """Write without the buffer, whose lock would keep another thread from ending the input."""
        while line:
            line = line[os.write(self._input.fileno(), line) :]

    def _answer(self, name: str) -> dict[str, Any]:
        """The next line that is not a partial result."""
        while True:
            read = self._output.readline(LONGEST)
            if not read:
                raise _Failure(self._fate())
            line = read.decode(errors="replace").strip()
            try:
                found = json.loads(line)
            except (ValueError, RecursionError):
                found = None
            if not isinstance(found, dict) or found.get("id") != name:
                raise _Failure(f"answered {_shown(line)}, which is no answer to the request {name!r}")
            if "answer" in found:
                return found
            if "partial" not in found:
                raise _Failure(f"answered {_shown(line)}, which has no answer in it")

    def _fate(self) -> str:
        """What became of it, with the last that it wrote to standard error."""
        try:
            status = self._process.wait(GRACE_S)
        except TimeoutExpired:
            return "closed its output"
        self._listener.join(GRACE_S)
        words = " | ".join(self._last_words)
        return f"exited with status {status}" + (f": {words}" if words else "")

    def _listen(self, errors: IO[bytes]) -> None:
        with errors:
            for line in iter(lambda: errors.readline(MOST_SHOWN), b""):
                if line.strip():
                    self._last_words.append(line.decode(errors="replace").strip())

    def _give_up(self) -> None:
        self._overdue = True
        self._signal(signal.SIGKILL)

    def hang_up(self) -> None:
        """End its input."""
        with suppress(OSError):
            self._input.close()

    def end(self) -> None:
        """End its input, and end it if it does not exit then; from any thread."""
        with self._ending:
            self.hang_up()
            for number in (signal.SIGTERM, signal.SIGKILL):
                try:
                    self._process.wait(GRACE_S)
                    break
                except TimeoutExpired:
                    self._signal(number)
            self._process.wait()
            self.ended = True
            _started.discard(self)

    def close(self) -> None:
        """Close its output, after its end; only where nobody reads it."""
        self._listener.join(GRACE_S)
        self._output.close()

    def _signal(self, number: int) -> None:
        """Send a signal to the program and to what it started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)


_started: set[_Program] = set()
atexit.register(end_programs)
