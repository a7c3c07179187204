"""What counts as using a text, and what does not."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from tests.text_uses import Uses

VOICES = """
class Speech: ...
@dataclass
class Happening:
    code: str
@dataclass
class Question:
    clause: str
    code: str
class Page:
    def say(self, code, /, **data):
        return texts(self.language)(f"terminal.{code}", **data)
"""


def found(folder: Path, code: str, module: str = "module") -> list[str]:
    """The uses in a module, each with its line."""
    package = folder / "beute"
    package.mkdir()
    (package / "voices.py").write_text(VOICES, encoding="utf-8")
    (package / f"{module}.py").write_text(dedent(code).lstrip(), encoding="utf-8")
    uses = [use for use in Uses(package) if use.file.path.stem == module]
    return sorted({f"{use.line} {' or '.join(use.keys)}" for use in uses})


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        pytest.param('texts(language)("shared.and", last=1)', ["1 shared.and"], id="a literal"),
        pytest.param("# say('shared.and')", [], id="a comment"),
        pytest.param('"""texts(language)("shared.and")"""', [], id="a docstring"),
        pytest.param('heard("shared.and")', [], id="another function"),
        pytest.param('say = texts(language)\nsay("shared.and")', ["2 shared.and"], id="another name"),
        pytest.param('say, n = speech.texts, 3\nsay("a.b")', ["2 a.b"], id="a name among others"),
        pytest.param('speech.texts("a" if so else "b")', ["1 a", "1 b"], id="a choice"),
        pytest.param('code = "a"\nspeech.texts(f"x.{code}")', ["1 x.a"], id="a variable, where it is written"),
        pytest.param('speech.texts(f"x.{code}")', ["1 x.*"], id="what cannot be known"),
        pytest.param('[speech.texts(f"x.{a}") for a in ("b", "c")]', ["1 x.b", "1 x.c"], id="a loop"),
        pytest.param('T = {1: "b"}\nspeech.texts(T[n])', ["1 b"], id="a table"),
        pytest.param('T = {1: "b"}\nspeech.texts(T.get(n, "c"))', ["1 b", "2 c"], id="a table with an escape"),
        pytest.param(
            """
            class Screen(Page):
                def title(self):
                    return self.say("title")
            """,
            ["3 terminal.title"],
            id="through a method of another module",
        ),
        pytest.param(
            """
            def label(code):
                return speech.texts(f"x.{code}")
            label("a")
            label(code="b")
            """,
            ["3 x.a", "4 x.b"],
            id="through a parameter, where the call is",
        ),
        pytest.param(
            """
            def code(n):
                return "few" if n < 3 else "many"
            speech.texts(code(3))
            """,
            ["2 few", "2 many"],
            id="what a function returns",
        ),
        pytest.param(
            """
            def why():
                return ("SN-5" if so else "SN-6"), "not_your_turn"
            """,
            [
                f"2 {game}.reasons.not_your_turn or reasons.not_your_turn"
                for game in ("raeuber", "schattendieb", "sneaky")
            ],
            id="a reason",
        ),
    ],
)
def test_uses(code: str, expected: list[str], tmp_path: Path) -> None:
    assert found(tmp_path, code) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        pytest.param('speech("board.you")', ["1 sneaky.board.you"], id="the game's own"),
        pytest.param('look.speech("board.you")', ["1 sneaky.board.you"], id="through something else"),
        pytest.param("session.speech(self.language)", [], id="making a voice"),
        pytest.param('w("unit")', ["1 sneaky.report.unit or report.unit"], id="the game's own, or that of all"),
        pytest.param(
            """
            from beute.voices import Happening, Question
            def tell(): return [_both(), Happening("start")]
            def choice(): return _both()
            def _both(): return Happening("stop")
            def ask(): return Question("SN-11", code="stop")
            """,
            [
                "2 sneaky.tell.start or table.tell.start",
                "4 sneaky.choice.stop or table.choice.stop",
                "4 sneaky.tell.stop or table.tell.stop",
                "5 sneaky.ask.stop",
            ],
            id="what a story tells and asks",
        ),
        pytest.param('class Happening: ...\nHappening("x")', [], id="something else of that name"),
    ],
)
def test_uses_in_a_module_of_a_game(code: str, expected: list[str], tmp_path: Path) -> None:
    assert found(tmp_path, code, "sneaky") == expected
