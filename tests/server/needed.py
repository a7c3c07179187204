"""Programs of the system that tests need: where one is not there they are left out, and fail on a build server."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest


def need(program: str, left_out: str) -> Path:
    """Its path, also where only those who administer a machine look for it."""
    found = shutil.which(program, path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin")
    return Path(found) if found else leave_out(program, left_out)


def leave_out(program: str, left_out: str) -> NoReturn:
    reason = f"{program} is not installed, so {left_out}; `make services` installs it where it may"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
