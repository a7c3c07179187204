"""What the documentation shows is true: its sessions run, its commands exist, its site builds."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from beute import games
from beute.cli import app

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(\w*)$")
FILE = re.compile(r"^```python\n# (\w+\.py)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
QUICK = {"games", "simulate", "arena", "replay", "rules"}
ENOUGH = "4"  # games of a simulation, and simulations of a bot, where a page has more: that they run is to be seen


def code(page: Path, language: str) -> str:
    """A page's code in one language; all other lines are empty, so that lines keep their numbers."""
    lines, inside = [], ""
    for line in page.read_text(encoding="utf-8").splitlines():
        fence = FENCE.match(line)
        if fence:
            inside = "" if inside else fence[1] or "text"
        lines.append(line if inside == language and not fence else "")
    return "\n".join(lines)


def with_code(language: str, sign: str) -> list[Path]:
    return [page for page in PAGES if sign in code(page, language)]


def commands(page: Path) -> list[list[str]]:
    """The arguments of every call of beute, up to a pipe."""
    found = []
    for line in code(page, "sh").splitlines():
        words = shlex.split(line, comments=True)
        if words[:1] == ["beute"]:
            end = next((n for n, word in enumerate(words) if word in {"|", ">", "&&"}), len(words))
            found.append(words[1:end])
    return found


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a reader tries things, with the files that pages show: code whose first line names one."""
    for page in PAGES:
        for file, text in FILE.findall(page.read_text(encoding="utf-8")):
            (tmp_path / file).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", with_code("python", ">>> "), ids=name)
def test_sessions_run_as_they_are_shown(page: Path, folder: Path) -> None:
    session = doctest.DocTestParser().get_doctest(code(page, "python"), {}, name(page), str(page), 0)
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(session, out=told.append)
    assert not told, "".join(told)


@pytest.mark.parametrize("page", with_code("sh", "beute "), ids=name)
def test_commands_exist_and_run(page: Path, folder: Path) -> None:
    program = typer.main.get_group(app)
    for words in filter(None, commands(page)):  # `beute` alone exists anyway
        with program.make_context("beute", list(words)) as context:
            command, called, rest = program.resolve_command(context, words)
            assert called is not None
            called.make_context(command, rest, parent=context)
        if command in QUICK:
            done = CliRunner().invoke(app, smaller(words), catch_exceptions=False)
            assert done.exit_code == 0, f"beute {shlex.join(words)}: {done.output}"


def smaller(words: list[str]) -> list[str]:
    """A command that does the same with fewer games and quicker bots."""
    fewer = [ENOUGH if before == "--games" else word for before, word in zip(["", *words], words, strict=False)]
    return [re.sub(r"(?<=@)\d+(?=,|$)", ENOUGH, word) for word in fewer]


def test_there_is_something_to_test() -> None:
    assert ROOT / "README.md" in with_code("python", ">>> ")
    assert len(with_code("python", ">>> ")) > 6
    assert sum(len(commands(page)) for page in PAGES) > 12


@pytest.mark.parametrize("game", games.NAMES)
def test_every_option_is_explained(game: str) -> None:
    text = (ROOT / "docs" / "how-to" / "options.md").read_text(encoding="utf-8")
    for option in games.about(game).OPTIONS:
        assert f"| `{option.name}` | " in text
        assert f"**`{option.name}`**: " in text
        assert f"[{option.clause}](../rules/en/{game}.md#{option.clause})" in text


@pytest.mark.slow
def test_the_site_builds_without_a_warning_and_fetches_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    pages = list(tmp_path.rglob("*.html"))
    assert len(pages) > 15
    assert not list(tmp_path.rglob("*.py")), "a program of ours was published with the pages"
    for page in pages:
        loaded = re.findall(r'<(?:script|img|link|iframe)\b[^>]*(?:src|href)="(https?:)?//', page.read_text("utf-8"))
        assert not loaded, page
