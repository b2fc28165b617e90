"""A program that speaks the engine protocol, or in one way does not: ``odd_program.py MANNER [FOLDER]``.

It leaves a file named as its process in FOLDER, with every line that it got.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

from battlewise.core import game

MANNERS = {
    "silent": lambda name, text: time.sleep(600),
    "exiting": lambda name, text: sys.exit("had enough"),
    "illegal": lambda name, text: say({"id": name, "status": 200, "answer": {"move": {"text": "fly"}}}),
    "moveless": lambda name, text: say({"id": name, "status": 200, "answer": {}}),
    "refusing": lambda name, text: say({"id": name, "status": 422, "answer": {"detail": "not today"}}),
    "babbling": lambda name, text: print("info depth 3", flush=True),
    "confused": lambda name, text: say({"id": "x" + name, "status": 200, "answer": {}}),
    "doubling": lambda name, text: [say(move(name, text)), say(move(name, text))],
    "partial": lambda name, text: [say({"id": name, "status": 200, "partial": {}}), say(move(name, text))],
    "slow": lambda name, text: [time.sleep(0.02), say(move(name, text))],
    "late": lambda name, text: say(move(name, text)),
    "stubborn": lambda name, text: say(move(name, text)),
}
"""What a program does when it is asked for a move that has this text."""


def say(answer: dict[str, Any]) -> None:
    """Write an answer."""
    print(json.dumps(answer), flush=True)


def move(name: str, text: str) -> dict[str, Any]:
    """A good answer."""
    return {"id": name, "status": 200, "answer": {"move": {"text": text}, "win_chance": 0.5}}


def main(manner: str, folder: str | None = None) -> None:
    """Answer lines in a manner."""
    if manner == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if manner == "late":
        time.sleep(2.1)
    for line in sys.stdin:
        if folder is not None:
            with Path(folder, f"{os.getpid()}").open("a") as kept:
                kept.write(line)
        asked = json.loads(line)
        if asked["request"] != "moves":
            say({"id": asked["id"], "status": 200, "answer": {"terminated": False}})
            continue
        state = game(asked["game"], **asked["view"]["options"]).from_view(asked["view"], seed=0)
        MANNERS[manner](asked["id"], state.legal()[0].text)
    if manner == "stubborn":
        time.sleep(600)


if __name__ == "__main__":
    main(*sys.argv[1:])
