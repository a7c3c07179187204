"""`beute` as a command."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from subprocess import CompletedProcess
from unittest.mock import patch

from beute.cli import main
from beute.cli.screen import err, out


def run(*arguments: str, stdin: str = "", encoding: str = "utf-8", **environment: str) -> CompletedProcess[str]:
    """Run a command in this process, from its arguments to its exit status: to start another takes a second."""
    environment = {"COLUMNS": "200"} | environment
    said, told = (io.TextIOWrapper(io.BytesIO(), encoding, newline="") for _ in range(2))
    out.width = err.width = int(environment["COLUMNS"])  # which they else read when they are imported
    with ExitStack() as around:
        around.enter_context(patch.dict(os.environ, environment))
        around.enter_context(patch.object(sys, "argv", ["beute", *arguments]))
        around.enter_context(patch.object(sys, "path", [*sys.path]))  # to which commands with bots add this folder
        around.enter_context(patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode(encoding)), encoding)))
        around.enter_context(redirect_stdout(said))
        around.enter_context(redirect_stderr(told))
        status: object = 0
        try:
            main()
        except SystemExit as end:
            status = end.code
    assert isinstance(status, int)
    for text in said, told:
        text.seek(0)
    return CompletedProcess(arguments, status, said.read(), told.read())


def start(*arguments: str, stdin: str = "", **environment: str) -> CompletedProcess[str]:
    """Run a command as people do, in a process of its own."""
    command = [sys.executable, "-m", "beute", *arguments]
    surroundings = os.environ | {"COLUMNS": "200"} | environment
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, env=surroundings, check=False)
    assert "Traceback" not in done.stderr + done.stdout
    return done
