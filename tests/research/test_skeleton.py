"""`beute new-game` writes what says itself what is missing, and with rules in it keeps its promises."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from beute import BeuteError
from beute.games.compiling import When, compile_entries
from beute.research import NotConforming, check_game
from beute.research.skeleton import FILES, new_game
from tests import brought
from tests.command import run


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Afterwards nothing of what a test wrote is known. One game of each is too few to compile its moves for."""
    compile_entries(When.NEVER)
    with brought.installed():
        yield
    compile_entries(When.AT_ONCE)


def test_nine_files_and_a_project(tmp_path: Path) -> None:
    done = run("new-game", "highwaymen", "--in", str(tmp_path))
    assert done.returncode == 0
    package = tmp_path / "highwaymen" / "highwaymen"
    there = {path.relative_to(package).as_posix() for path in package.rglob("*") if path.is_file()}
    assert there == set(FILES)
    assert len(there) == 9
    assert 'highwaymen = "highwaymen"' in (package.parent / "pyproject.toml").read_text(encoding="utf-8")
    assert f"beute check-game {package}" in done.stdout


def test_it_says_in_words_what_is_missing(tmp_path: Path) -> None:
    """Of the folder of the package, and of the one that was written round it."""
    package = new_game("smugglers", tmp_path)
    for where in package, package.parent:
        done = run("check-game", str(where))
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
        for wanted in ["deal", "legal", "play", "chances", "draw", "scores"]:
            assert f"rules.py: {wanted} is not written yet. " in done.stderr
        for part, wanted in [("knowledge", "imagine"), ("words", "why"), ("view", "show"), ("story", "lines")]:
            assert f"{part}.py: {wanted} is not written yet. " in done.stderr


def test_a_folder_with_the_name_of_a_game_is_not_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sneaky").mkdir()
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path)
    assert "sneaky keeps its promises" in run("check-game", "sneaky", "--games", "1").stdout
    assert "other is no package of a game: it has no __init__.py" in run("check-game", "other").stderr


@pytest.mark.parametrize("name", ["Highwaymen", "my-game", "x", "1st", "", "a" * 40, "../up", "räuber2"])
def test_bad_names_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(BeuteError, match="is no name for a game: small letters, digits and _"):
        new_game(name, tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("name", "told"), [("sneaky", "there is a game"), ("json", "to Python"), ("class", "Python")])
def test_names_that_are_taken_are_refused(name: str, told: str, tmp_path: Path) -> None:
    assert told in run("new-game", name, "--in", str(tmp_path)).stderr
    assert not list(tmp_path.iterdir())


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    package = new_game("robbers", tmp_path)
    (package / "rules.py").write_text("# mine", encoding="utf-8")
    with pytest.raises(BeuteError, match="is there already: nothing is overwritten"):
        new_game("robbers", tmp_path)
    assert (package / "rules.py").read_text(encoding="utf-8") == "# mine"


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(BeuteError, match="cannot write"):
        new_game("burglars", tmp_path / "file")


def filled(where: Path, name: str) -> Path:
    """The skeleton with Gazza's rules, which are those of another game by now."""
    package = new_game(name, where)
    for file, text in brought.magpies(name).items():
        (package / file).write_text(text, encoding="utf-8")
    return package


def test_with_its_rules_filled_in_it_keeps_its_promises(tmp_path: Path) -> None:
    assert check_game(filled(tmp_path, "magpies"), some=1) == 3


WRONG = [
    ("story.py", None, "there is no story.py: the game in codes and values"),
    ("texts/en.toml", None, "there is no texts/en.toml"),
    ("rules.py", ("def scores", "def points"), "rules.py has no scores"),
    ("__init__.py", ('"XG-9"', '"XG-99"'), "the ending 'all_laid' names the clause 'XG-99', which is not in CLAUSES"),
    ("__init__.py", ('f"XG-', 'f"SN-'), "another game has clauses SN-1"),
    ("__init__.py", ('f"XG-', 'f"rule '), "the clause 'rule 1' is not two capital letters and a number"),
    ("words.py", ("def why", "def why(known"), "words.py is no Python"),
    ("texts/en.toml", ('hands = "Hand"', ""), "texts/en.toml has no view.hands: what the board calls it"),
    ("texts/en.toml", ("lay = ", "lie = "), "texts/en.toml has no ask.lay"),
    ("texts/en.toml", ("draws {card}", "draws {thing}"), "tell.draw names thing, which story.py does not tell"),
    ("texts/en.toml", ("nothing_alike = ", "alike = "), "texts/en.toml has no reasons.nothing_alike"),
    ("story.py", ("WORTH[card] for", "1 for"), "the lines of story.py add up to"),
    ("view.py", ('f"keep {letter}"', 'f"hold {letter}"'), "which is no word of decisions in words.py"),
    ("words.py", ("KINDS * (1 + victim) + kind", "kind"), "two words have the same number"),
    ("rules.py", ("s.left -= 1", "s.left -= nothing"), "a game can be begun: "),
]


@pytest.mark.parametrize(("number", "file", "change", "told"), [(n, *case) for n, case in enumerate(WRONG)])
def test_what_is_wrong_is_told(
    number: int, file: str, change: tuple[str, str] | None, told: str, tmp_path: Path
) -> None:
    """Each under a name of its own, as Python remembers a module that it has imported."""
    package = filled(tmp_path, f"wrong_{number}_magpies")
    if change is None:
        (package / file).unlink()
    else:
        text = (package / file).read_text(encoding="utf-8")
        assert change[0] in text
        (package / file).write_text(text.replace(*change), encoding="utf-8")
    with pytest.raises(NotConforming) as found:
        check_game(package, some=1)
    assert told in str(found.value)


def test_languages_must_agree(tmp_path: Path) -> None:
    package = filled(tmp_path, "two_tongues")
    shutil.copy(package / "texts" / "en.toml", package / "texts" / "de.toml")
    german = package / "texts" / "de.toml"
    german.write_text(
        german.read_text(encoding="utf-8").replace("keep = ", "halt = ").replace("{victim}'s", "{other}'s"),
        encoding="utf-8",
    )
    with pytest.raises(NotConforming) as found:
        check_game(package, some=1)
    for told in (
        "texts/de.toml has no choice.keep",
        "texts/de.toml has choice.halt, which texts/en.toml has not",
        "texts/de.toml: tell.steal names other data than in texts/en.toml",
    ):
        assert told in str(found.value)


def test_what_is_no_package(tmp_path: Path) -> None:
    with pytest.raises(NotConforming, match=r"is no package of a game: it has no __init__\.py"):
        check_game(tmp_path)
