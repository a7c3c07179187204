"""Every language says everything, with the same data."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from beute import bots, games
from beute.texts import FOLDER, LANGUAGES, language_of_system, texts

SOURCES = Path(__file__).parent.parent / "src" / "beute"
OTHERS = [language for language in LANGUAGES if language != "en"]


def data_of(sentence: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("language", OTHERS)
def test_languages_have_the_same_codes_in_the_same_order(language: str) -> None:
    assert list(texts(language).sentences) == list(texts("en").sentences)


@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_names_the_same_data_in_every_language(language: str) -> None:
    for code, sentence in texts("en").sentences.items():
        assert data_of(texts(language).sentences[code]) == data_of(sentence), code


@pytest.mark.parametrize("language", OTHERS)
def test_sentences_are_translated(language: str) -> None:
    """A few short ones may be alike: a title, a name, a number."""
    longer = {code: text for code, text in texts("en").sentences.items() if len(text.split()) > 3}
    assert not [code for code, text in longer.items() if texts(language).sentences[code] == text]


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_a_file_for_every_game_and_nothing_else(language: str) -> None:
    files = {file.stem for file in (FOLDER / language).iterdir()}
    assert files == {*games.NAMES, "reasons", "report", "shared", "terminal"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games.NAMES)
def test_endings_and_options_of_a_game_have_sentences(name: str, language: str) -> None:
    about, say = games.about(name), texts(language)
    assert set(say.under(f"{name}.endings")) == set(about.ENDINGS)
    assert set(say.under(f"{name}.options")) == {option.name for option in about.OPTIONS}
    assert say(f"{name}.title") == about.TITLE


def test_every_sentence_of_the_terminal_is_said_somewhere() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in (SOURCES / "terminal").rglob("*.py"))
    said = set(re.findall(r"[\w.]+", code)) | set(bots.NAMES)
    unsaid = [
        key for key in texts("en").under("terminal") if not {key, f"terminal.{key}", key.rpartition(".")[2]} & said
    ]
    assert not unsaid


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_AT", "LC_ALL": "fr_FR"}, "en"),
        ({"LANG": "en_US", "LC_MESSAGES": "de"}, "de"),
        ({"LANG": "C"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_of_the_system(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in "LC_ALL", "LC_MESSAGES", "LANG":
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language_of_system() == language
