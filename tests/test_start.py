"""Starting is quick: nothing is loaded before it is needed, and compiled rules are kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def python(code: str, home: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = os.environ | ({"XDG_CACHE_HOME": str(home)} if home else {})
    command = [sys.executable, "-W", "error", "-c", code]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=True)


def test_importing_beute_loads_neither_numpy_nor_a_compiler() -> None:
    code = "import sys, beute; print(sorted({'numpy', 'numba', 'typer', 'rich'} & set(sys.modules)))"
    assert python(code).stdout.strip() == "[]"


def test_importing_a_table_loads_no_compiler_no_screen_and_no_laboratory() -> None:
    """A server starts with it. How long that takes is measured in bench/."""
    compilers, screens = ["numba", "llvmlite"], ["textual", "rich", "typer", "asyncio"]
    heavy = {*compilers, *screens, "polars", "ray", "matplotlib", "pyspiel", "gymnasium"}
    code = f"import sys, beute.table, beute.table.table; print(sorted({heavy} & set(sys.modules)))"
    assert python(code).stdout.strip() == "[]"


def test_nor_does_a_first_move() -> None:
    code = (
        "import sys, beute; game = beute.new('raeuber', 3, seed=1); game.play(game.legal[0]); game.view(0)\n"
        "print('numba' in sys.modules)"
    )
    assert python(code).stdout.strip() == "False"


def test_compiled_rules_are_kept_and_used_again(tmp_path: Path) -> None:
    code = (
        "import beute, numba, numba.core.event as event\n"
        "from beute.games.compiling import When, compile_entries; compile_entries(When.AT_ONCE)\n"
        "with event.install_recorder('numba:compile') as seen:\n"
        "    game = beute.new('raeuber', 3, seed=1); game.play(game.legal[0]); game.view(0)\n"
        "print(sum(happening.is_start for _, happening in seen.buffer), numba.config.CACHE_DIR or '-')"
    )
    first, second = python(code, tmp_path), python(code, tmp_path)
    assert int(first.stdout.split()[0]) > 0
    assert "compiling the rules, once" in first.stderr
    assert second.stdout.split() == ["0", "-"]
    assert second.stderr == ""


def test_a_first_move_needs_no_compiling_and_many_moves_get_it(tmp_path: Path) -> None:
    code = (
        "import beute, sys\n"
        "game = beute.new('raeuber', 3, seed=1); game.play(game.legal[0]); game.view(0)\n"
        "print('first', file=sys.stderr)\n"
        "for _ in range(3): beute.replay(beute.new('sneaky', 3, seed=1).record())\n"
        "for seed in range(40):\n"
        "    game = beute.new('raeuber', 3, seed=seed)\n"
        "    while not game.over: game.play(game.legal[0])"
    )
    told = python(code, tmp_path).stderr.splitlines()
    assert told[0] == "first"
    assert "compiling" in told[1]


def test_a_home_that_cannot_be_written_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / "beute").write_text("in the way")
    code = (
        "from beute.games.compiling import When, compile_entries; compile_entries(When.AT_ONCE)\n"
        "import numpy; from beute.games.raeuber import rules; print(rules.legal(numpy.zeros(1, rules.STATE)[0], 0))"
    )
    assert python(code, tmp_path).stdout.strip() == "(0, 0)"


def test_the_folder_changes_with_any_source_and_old_ones_go(tmp_path: Path) -> None:
    code = (
        "import os, time\n"
        "from beute.games import compiling\n"
        "old = compiling.folder().parent / 'old'; old.mkdir(); os.utime(old, (0, 0))\n"
        "new = compiling.folder().parent / 'new'; new.mkdir()\n"
        "compiling._forget_old(compiling.folder())\n"
        "print(old.exists(), new.exists(), compiling.folder().exists())"
    )
    assert python(code, tmp_path).stdout.split() == ["False", "True", "True"]
