"""Everything that can go wrong has a code that programs can rely on."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

import beute
from beute.play.match import Match
from tests.play.test_game import play_some

SOURCES = Path(__file__).parent.parent.parent / "src" / "beute"
OURS = sorted(path for part in ("play", "table", "bots") for path in (SOURCES / part).rglob("*.py"))
WITHOUT_A_CODE = {"ValueError", "TypeError", "KeyError", "IndexError", "RuntimeError", "Exception", "OSError"}


@pytest.mark.parametrize("path", OURS, ids=lambda path: str(path.relative_to(SOURCES)))
def test_no_error_is_raised_without_a_code(path: Path) -> None:
    raised = [node.exc for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Raise)]
    called = [error.func for error in raised if isinstance(error, ast.Call)]
    names = {name.id for name in called if isinstance(name, ast.Name)}
    assert not names & WITHOUT_A_CODE


def over() -> beute.Game:
    return play_some(beute.new("raeuber", 2, seed=3), 1000)


def resumed(**changed: Any) -> Match:
    return Match.resumed({**Match("raeuber", 2, seed=1).saved(), **changed})


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (lambda: beute.new("raeuber", 2, seed=1).undo(), "nothing_to_undo"),
        (lambda: beute.new("raeuber", 2, seed=1).undo(1), "nothing_to_undo"),
        (lambda: beute.new("raeuber", 2, seed=1).change("R>26", 0), "nothing_to_change"),
        (lambda: beute.new("raeuber", 2, seed=1).refuse("R>26", 0), "not_a_try"),
        (lambda: beute.new("raeuber", 2, seed=1).view(2), "unknown_seat"),
        (lambda: beute.new("raeuber", 2, seed=1).play("nonsense"), "unknown_word"),
        (lambda: over().play("R>26"), "game_is_over"),
        (lambda: Match("raeuber", 2, seed=1).next_game(), "game_goes_on"),
        (lambda: Match("raeuber", 2, played=[over()]).next_game(), "match_is_over"),
        (lambda: Match("raeuber", 2, names=["Ada"]), "wrong_names"),
        (lambda: beute.new("sneaky", 2, luck=beute.Scripted(["start 5"])), "wrong_script"),
        (lambda: beute.new("sneaky", 2, luck=beute.Scripted([])), "script_ends"),
        (lambda: resumed(secret="xyz"), "wrong_form"),
        (lambda: resumed(secret=None), "wrong_form"),
        (lambda: resumed(games=[]), "wrong_form"),
        (lambda: resumed(games=[["nonsense"]]), "wrong_form"),
        (lambda: resumed(games=[[7]]), "wrong_form"),
        (lambda: resumed(games=None), "wrong_form"),
        (lambda: resumed(refused=["0 R>26"]), "wrong_form"),
        (lambda: resumed(refused=["what"]), "wrong_form"),
        (lambda: resumed(refused=[7]), "wrong_form"),
    ],
)
def test_each_error_has_its_code(wrong: Any, code: str) -> None:
    with pytest.raises(beute.BeuteError) as caught:
        wrong()
    assert caught.value.code == code
    assert str(caught.value)
