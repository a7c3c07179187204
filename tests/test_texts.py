"""Every language says everything, with the same data; whatever code says has a text, and every text is said."""

from __future__ import annotations

import fnmatch
import string
from pathlib import Path

import pytest

from beute import bots, games
from beute.games.schattendieb.components import KINDS
from beute.lab.report.watch import watcher
from beute.server.hall import OTHER
from beute.server.problems import STATUS, TITLES
from beute.terminal.card import PARTS
from beute.terminal.disk import REASONS
from beute.terminal.settings import PACES
from beute.texts import FOLDER, LANGUAGES, language_of_system, texts
from tests.text_uses import Uses

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
    assert all((games.folder(game) / "texts" / f"{language}.toml").is_file() for game in games.NAMES)
    files = {file.stem for file in (FOLDER / language).iterdir()}
    assert files == {
        "problems",
        "reasons",
        "report",
        "rooms",
        "server",
        "shared",
        "table",
        "terminal",
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", games.NAMES)
def test_endings_and_options_of_a_game_have_sentences(name: str, language: str) -> None:
    about, say = games.about(name), texts(language)
    assert set(say.under(f"{name}.endings")) == set(about.ENDINGS)
    assert set(say.under(f"{name}.options")) == {option.name for option in about.OPTIONS}
    assert say(f"{name}.title") == about.TITLE


# ------------------------------------------------------------ what is said and by which code


@pytest.fixture(scope="module")
def uses() -> Uses:
    return Uses(SOURCES)


def composed(uses: Uses) -> set[str]:
    """Keys that code puts together at play, in ways that cannot be read off it."""
    things = {"sneaky": "Y R G B S P", "schattendieb": "W R B C TW TR TB TC TS V number", "raeuber": "R number"}
    keys = {f"terminal.trouble.{code}" for code in uses.written("TOLD")}
    keys |= {f"shared.values.{value}" for value in ("off", "on", *bots.NAMES)}
    keys |= {f"schattendieb.choice.{verb}" for verb in ("play", "add", "done")}
    keys |= {f"schattendieb.lines.{code}" for kind in KINDS for code in (kind.name, kind.plural)} | {
        f"schattendieb.board.{kind.name}" for kind in KINDS
    }
    keys |= {f"terminal.trouble.reasons.{code}" for code in REASONS.values()}
    titled = [*STATUS, *TITLES.values(), "not_possible"]  # some have a title of their own
    keys |= {f"problems.titles.{code}" for code in titled if f"problems.titles.{code}" in texts("en")}
    keys |= {f"rooms.{code}" for code in texts("en").under("rooms")}  # tests/server/rooms tells by whom they are said
    keys |= {f"sneaky.report.rows.{colour}" for colour in things["sneaky"].split()}
    keys |= {f"problems.records.{code}" for code in texts("en").under("problems.records")}  # tests/server/test_opened
    keys |= {f"problems.frozen.{why}" for why in (*OTHER, "damaged")}
    keys |= {f"shared.{code}" for code in ("yes", "no", "unseen")}  # by games/sheet.py
    keys |= {"reasons.lesson_asks_other"}  # by the browser, of choices that a lesson does not ask for
    keys |= {f"terminal.settings.paces.{pace}" for pace in PACES}
    for game in games.NAMES:
        about = games.about(game)
        keys |= {f"{game}.card.{part}" for part in PARTS}
        keys |= {f"{game}.lesson.{code}" for code in texts("en").under(f"{game}.lesson")}  # tests/lessons: which steps
        keys |= {f"{game}.title", f"{game}.teaser", f"{game}.report.group_names.{watcher(game).GROUPS[0].code}"}
        keys |= {f"{game}.things.{thing}" for thing in things[game].split()}
        for option in about.OPTIONS:
            keys.add(f"{game}.options.{option.name}")
            short = {f"{game}.{kind}.{option.name}" for kind in ("option_titles", "option_texts")}
            short |= {f"{game}.option_values.{option.name}.{value}" for value in option.values}
            keys |= {key for key in short if key in texts("en")}  # where a game has them
        keys |= {f"{game}.endings.{ending}" for ending in about.ENDINGS}
        keys |= {f"{game}.tell.{ending}" for ending in about.ENDINGS}
    return keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_code_says_has_a_text(language: str, uses: Uses) -> None:
    there = set(texts(language).sentences)
    lacking = [str(use) for use in uses if use.is_known and not there.intersection(use.keys)]
    assert not lacking, "\n".join(["no text for", *lacking])
    assert composed(uses) <= there


def test_whatever_code_puts_together_is_listed(uses: Uses) -> None:
    keys = composed(uses)
    unlisted = [use for use in uses if not use.is_known and not any(fnmatch.filter(keys, key) for key in use.keys)]
    assert not unlisted, "\n".join(["`composed` does not know what this can be:", *map(str, unlisted)])


def test_every_text_is_said_by_some_code(uses: Uses) -> None:
    said = composed(uses) | {key for use in uses for key in use.keys}
    unsaid = [f"{key} of texts/*/{key.partition('.')[0]}.toml" for key in texts("en").sentences if key not in said]
    assert not unsaid, "\n".join(["no code says", *unsaid])


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
