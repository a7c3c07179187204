"""Games of other packages are found; what is wrong with one is told in words and is no trouble for the others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import beute
from beute import games, rulebook
from beute.bots import LEVELS, named, who_play
from beute.games.parts import parts
from beute.play.speech import Speech
from beute.texts import texts
from tests import brought
from tests.command import run

WHOLE = """
TITLE, VERSION, ENVIRONMENT, SEATS, SECRETS = "Lone", 1, 0, range(2, 4), False
ENDINGS, CLAUSES, OPTIONS = {"over": "LN-1"}, ("LN-1",), ()
"""
TEXTS = 'title = "Lone"\nteaser = "Alone."\n[endings]\nover = "It is over."\n'


@pytest.fixture
def gazza() -> Iterator[None]:
    with brought.installed(brought.gazza()):
        yield


@pytest.mark.usefixtures("gazza")
def test_an_installed_game_is_a_game_like_ours() -> None:
    assert games.names() == (*games.NAMES, "gazza")
    assert games.about("gazza").TITLE == "Gazza"
    assert games.others().broken == {}
    assert "Gazza (gazza), 2 to 4 players" in run("games").stdout
    assert '"game": "gazza"' in run("games", "--json").stdout


def test_without_the_package_it_is_gone() -> None:
    assert "gazza" not in games.names()
    with pytest.raises(beute.SetupError, match="no game 'gazza'; there are sneaky, schattendieb, raeuber"):
        beute.new("gazza", 3)
    assert "gazza.title" not in texts("en")


@pytest.mark.usefixtures("gazza")
def test_it_speaks_its_languages() -> None:
    english, german = (Speech(language, "gazza", ["Ada", "Bob"]) for language in ("en", "de"))
    assert (english.thing("R"), german.thing("S")) == ("ring", "Löffel")
    assert english.reason("own_nest", "GZ-7") == "your own nest is not stolen from (GZ-7)"
    assert german.reason("not_in_hand", None) == texts("de")("reasons.not_in_hand")
    assert "GZ-7" in rulebook.page("gazza", "de").clause("7").markdown
    assert rulebook.game_of("GZ-7") == "gazza"


@pytest.mark.usefixtures("gazza")
def test_a_refusal_names_its_clause_in_its_words() -> None:
    game = beute.new("gazza", 3, seed=1)
    with pytest.raises(beute.IllegalMove, match=r"no trinket like it lies there alone \(GZ-7\)") as refused:
        game.play(f"steal {game.legal[0].split()[1]} 1")
    assert refused.value.clause == "GZ-7"


@pytest.mark.usefixtures("gazza")
def test_every_level_plays_it_and_greedy_does_not() -> None:
    assert who_play("gazza") == [*LEVELS, "random", "search"]
    with pytest.raises(beute.BeuteError, match="bot 'greedy' plays sneaky, schattendieb, raeuber, not gazza"):
        named("greedy", "gazza")


@pytest.mark.usefixtures("gazza")
def test_it_has_no_report_and_says_so() -> None:
    told = run("report", "gazza")
    assert told.returncode == 2
    assert "there is no report about Gazza: nobody wrote what it counts" in told.stderr


def test_english_falls_in_where_a_language_is_missing(tmp_path: Path) -> None:
    brought.package(tmp_path, "lone_en", "lone_en", {"__init__.py": WHOLE, "texts/en.toml": TEXTS})
    with brought.installed(tmp_path):
        assert games.names()[-1] == "lone_en"
        assert texts("de")("lone_en.teaser") == "Alone."
        assert "LN-1" in rulebook.page("lone_en", "de").clause("LN-1").markdown  # which brings no rulebook


BROKEN = [
    ("Bad-Name", "bad_name", {"__init__.py": WHOLE, "texts/en.toml": TEXTS}, "must be small letters, digits and _"),
    ("sneaky", "other_sneaky", {"__init__.py": WHOLE, "texts/en.toml": TEXTS}, "one of Beute's own games has that"),
    ("crash", "crash_game", {"__init__.py": "1 / 0"}, "importing 'crash_game' failed: ZeroDivisionError"),
    ("leaves", "leaves_game", {"__init__.py": "raise SystemExit"}, "importing 'leaves_game' failed: SystemExit"),
    ("half", "half_game", {"__init__.py": "TITLE = 'Half'"}, "has no CLAUSES, ENDINGS, ENVIRONMENT, OPTIONS, SEATS"),
    ("many", "many_game", {"__init__.py": WHOLE.replace("4)", "12)"), "texts/en.toml": TEXTS}, "1 to 7 players"),
    ("mute", "mute_game", {"__init__.py": WHOLE}, "its texts cannot be read: there is no texts/en.toml"),
    ("typo", "typo_game", {"__init__.py": WHOLE, "texts/en.toml": "title = "}, "its texts cannot be read: en.toml: "),
    ("terse", "terse_game", {"__init__.py": WHOLE, "texts/en.toml": TEXTS[:14]}, "has no endings.over, teaser"),
    ("odd", "odd_game", {"__init__.py": WHOLE, "texts/en.toml": "title = 3"}, "title is 3, which is no text"),
]


@pytest.mark.parametrize(("name", "module", "files", "told"), BROKEN)
def test_a_broken_game_is_told_in_words_and_the_others_are_there(
    name: str, module: str, files: dict[str, str], told: str, tmp_path: Path
) -> None:
    brought.package(tmp_path, name, module, files)
    with brought.installed(tmp_path, brought.gazza()):
        assert games.names() == (*games.NAMES, "gazza")
        assert told in games.others().broken[name]
        said = run("games")
        assert said.returncode == 0
        assert told in " ".join(said.stderr.split())
        if name not in games.NAMES:
            with pytest.raises(beute.SetupError, match="cannot be played") as refused:
                beute.new(name, 2)
            assert refused.value.code == "unusable_game"


def test_a_game_whose_rules_are_missing_cannot_be_set_up(tmp_path: Path) -> None:
    """It is on the list, as that can only be told by loading its rules."""
    brought.package(tmp_path, "lone", "lone", {"__init__.py": WHOLE, "texts/en.toml": TEXTS})
    with brought.installed(tmp_path):
        with pytest.raises(beute.SetupError, match=r"'lone' cannot be played: importing 'lone\.rules' failed"):
            beute.new("lone", 2)
        assert beute.new("sneaky", 2, seed=1).legal


def test_two_packages_with_a_game_of_one_name(tmp_path: Path) -> None:
    for module in "first_of_two", "second_of_two":
        brought.package(tmp_path, "both", module, {"__init__.py": WHOLE, "texts/en.toml": TEXTS})
    with brought.installed(tmp_path):
        assert games.package("both") == "first_of_two"
        assert "the package 'first_of_two' brings a game of that name too" in games.others().broken["both"]


@pytest.mark.usefixtures("gazza")
def test_a_state_of_two_games_is_refused() -> None:
    from beute.games import contract

    with pytest.raises(games.UnusableGame, match="the fields of its STATE are those of 'gazza'"):
        contract.register(parts("gazza").rules.STATE, "copycat")
