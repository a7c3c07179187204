"""What runs in a process in which bots think: `python -m beute.server.thinkers.worker`, started by `process`.

It reads pickled requests from its standard input: a bot's name and its task, or None, which hurries the bot that is
thinking. It writes a line when it is there, and one for each task: `played` and the word, or `failed` and why. It ends
when its input does, so it never outlives the server.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from queue import SimpleQueue
from threading import Event, Thread
from typing import BinaryIO, Final

from beute import bots
from beute.bots import Task
from beute.games.compiling import When, compile_entries
from beute.server.thinkers.process import NICE

LONGEST_REASON: Final = 300  # letters

Request = tuple[str, Task]


def main() -> None:
    os.nice(NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends its workers itself
    compile_entries(When.NEVER)  # nor is anything printed
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints is no answer
    asked: SimpleQueue[tuple[Request, Event]] = SimpleQueue()
    Thread(target=_listen, args=(sys.stdin.buffer, asked), daemon=True).start()
    line = "here"
    while True:
        try:
            answers.write(f"{line}\n".encode())
            answers.flush()
        except BrokenPipeError:
            os._exit(0)  # the server has gone, while a bot was thinking
        (bot, task), stop = asked.get()
        line = _answer(bot, task, stop)


def _listen(requests: BinaryIO, asked: SimpleQueue[tuple[Request, Event]]) -> None:
    stop = Event()
    while True:
        try:
            request: Request | None = pickle.load(requests)
        except (EOFError, pickle.UnpicklingError):
            os._exit(0)  # the server has gone
        if request is None:
            stop.set()
        else:
            stop = Event()
            asked.put((request, stop))


def _answer(bot: str, task: Task, stop: Event) -> str:
    try:
        return f"played {bots.think(bots.named(bot), task, stop)}"
    except Exception as error:
        why = " ".join(f"{type(error).__name__}: {error}".split())
        return f"failed {why:.{LONGEST_REASON}}"


if __name__ == "__main__":
    main()
