"""The commands of docs/api.md run as they are shown."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.server.needed import need
from tests.server.serving import Server
from tests.test_docs import ROOT, code


@pytest.mark.slow
def test_the_commands_of_the_page_run(tmp_path: Path) -> None:
    need("curl", "no command of the page runs")
    script = code(ROOT / "docs" / "api.md", "bash")
    assert script.count("curl") > 5
    with Server(tmp_path / "data") as server:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],
            cwd=tmp_path,
            env={"PATH": "/usr/bin:/bin", "BEUTE": server.url},
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert done.stdout.count('"repeated":false') >= 1
        assert server.stop() == 0
