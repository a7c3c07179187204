"""What a newcomer meets: the card, the aim, options, a terminal that is too small, keys that stay."""

from __future__ import annotations

from pathlib import Path

import pytest

from beute import games
from beute.games.raeuber.view import RaeuberView
from beute.terminal.boards.raeuber import takes
from beute.terminal.look import LETTERS
from beute.terminal.screens.reading import CardScreen, CurtainScreen, LogScreen, RulesScreen
from beute.terminal.screens.settings import SettingsScreen
from beute.terminal.settings import Settings
from beute.texts import LANGUAGES, texts
from tests.terminal.play import SMALL, Table, advance, at_table, begin


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.NAMES)
def test_the_first_question_mark_shows_the_card_the_next_the_rules(game: str, language: str, tmp_path: Path) -> None:
    session, say = advance(begin(tmp_path, game, 3)), texts(language)

    async def first(table: Table) -> None:
        assert say(f"{game}.board.aim") in table.lines[0]
        await table.press("?")
        table.at(CardScreen)
        shown = " ".join(table.text.split())
        for part in ("aim", "turn", "twist", "keep", "end"):
            assert say(f"{game}.card.{part}") in shown
        await table.press("?")
        assert table.at(RulesScreen).clause is not None
        await table.press("c")
        table.at(CardScreen)
        await table.press("escape")

    async def later(table: Table) -> None:
        await table.press("?")
        table.at(RulesScreen)

    at_table(first, session, language, newcomer=True)
    at_table(later, session, language, newcomer=True)


def test_options_are_remembered(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "sneaky", 2))

    async def choose(table: Table) -> None:
        await table.press("o")
        table.at(SettingsScreen)
        assert "How fast bots play and rounds are revealed: normal" in table.text
        await table.press("enter", "down", "enter", "down", "enter")
        assert "Wie schnell Bots spielen und aufgedeckt wird: schnell" in table.text
        await table.press("escape")
        assert table.app.pace == 0.25

    at_table(choose, session, pace=None)
    kept = Settings.load(tmp_path)
    assert (kept.language, kept.pace, kept.forced) == ("de", "fast", False)


@pytest.mark.parametrize(
    "damaged", [b"", b"x", b"[]", b'{"language": "fr", "pace": 7, "forced": "no", "cards": 3}', b"\xff"]
)
def test_settings_that_are_damaged_are_as_if_never_chosen(damaged: bytes, tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_bytes(damaged)
    assert Settings.load(tmp_path) == Settings(path=tmp_path / "settings.json")


def test_settings_that_cannot_be_written_do_not_disturb(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    settings = Settings.load(tmp_path / "file")
    settings.pace = "slow"
    settings.save()


@pytest.mark.parametrize("size", [(79, 24), (80, 23), (40, 12), (20, 5)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_too_small_a_terminal_says_so_and_the_table_comes_back(
    language: str, size: tuple[int, int], tmp_path: Path
) -> None:
    session = advance(begin(tmp_path, "schattendieb", 5))

    async def play(table: Table) -> None:
        before, seen = session.game.events, table.lines
        await table.resize(size)
        told = " ".join(table.text.split())
        assert texts(language)("terminal.too_small", needed="80 × 24", now=f"{size[0]} × {size[1]}") in told
        await table.press("1", "2", "enter", "space")
        assert session.game.events == before
        await table.resize(SMALL)
        assert table.lines == seen

    at_table(play, session, language)


def test_the_curtain_answers(tmp_path: Path) -> None:
    """And shows nobody's cards."""
    session = begin(tmp_path, "raeuber", 3, people=2)
    cards = {name for seat in (0, 1) for name in session.table.view(seat)["hands"][seat]}  # type: ignore[typeddict-item]

    async def play(table: Table) -> None:
        await table.until(CurtainScreen)
        await table.press("l")
        assert "Jetzt ist" in table.text
        await table.press("l", "?")
        table.at(CardScreen)
        await table.press("escape", "g")
        story = table.at(LogScreen).log_in("en")[0]
        assert story
        assert not any(line.startswith(("Ada's hand", "Bob's hand")) for line in story)
        assert cards
        await table.press("escape")
        table.at(CurtainScreen)
        await table.press("q")

    assert "beute resume" in str(at_table(play, session, newcomer=True))


def test_names_that_nobody_said_are_those_of_the_language(tmp_path: Path) -> None:
    from beute.table.seats import seats_for
    from beute.terminal.session import Session
    from beute.terminal.shelf import Shelf

    seats = seats_for("sneaky", 3, 2, "Ada", "random", "en")
    session = advance(Session.begin(Shelf(tmp_path), "sneaky", seats, {}, "names"))

    async def play(table: Table) -> None:
        assert "Player 2" in table.text
        await table.press("l")
        assert "Spieler 2" in table.text
        assert "Player 2" not in table.text

    at_table(play, session)


# ---------------------------------------------------------------- keys


def test_every_place_keeps_its_key_all_through_a_game(tmp_path: Path) -> None:
    seen: dict[tuple[str, str], set[str]] = {}
    for game in games.NAMES:
        session = begin(tmp_path / game, game, 3, people=3)

        async def play(table: Table, game: str = game) -> None:
            def look() -> None:
                screen = table.app.screen
                for spot in getattr(screen, "spots", ()):
                    assert spot.keys
                    if not spot.name.startswith("card ") and spot.pick is None:
                        lays = game == "sneaky" and spot.choices[0]["pick"] and not spot.choices[0]["to"]
                        if not lays:
                            seen.setdefault((game, spot.name), set()).add(spot.keys)
                assert len({key for spot in getattr(screen, "spots", ()) for key in spot.keys}) == sum(
                    len(spot.keys) for spot in getattr(screen, "spots", ())
                )

            await table.play_on(moves=40, look=look)

        at_table(play, session)
    assert all(len(keys) == 1 for keys in seen.values()), seen
    assert seen["sneaky", "again"] == {"r"}
    assert seen["sneaky", "stop"] == {"s"}
    assert seen["schattendieb", "done"] == {"d"}
    assert seen["raeuber", "sack 26"] == {LETTERS[0]}
    assert seen["raeuber", "sack 100"] == {LETTERS[8]}


def test_a_card_that_cannot_fit_is_dim_where_that_may_be_known(tmp_path: Path) -> None:
    """RB-6, RB-11: by the sum of one's own sacks, and by the quarter of the others'; never by what is hidden."""
    from beute.terminal.look import Look

    session = begin(tmp_path, "raeuber", 2, people=2)
    speech, dim, hidden_full = session.speech("en"), 0, 0
    while not session.game.over and session.game.length < 160:
        person = session.person_asked
        assert person is not None
        view: RaeuberView = session.table.view(person)  # type: ignore[assignment]
        for card in {choice["pick"]["name"]: choice["pick"] for choice in view["choices"] if choice["pick"]}.values():
            from beute.terminal.boards import raeuber

            look = Look.at(speech, raeuber.spots(view, card), picked=card)
            for sack in view["sacks"]:
                fits = takes(sack, card["name"], look)
                worth = 0 if card["name"] == "R" else int(card["name"])
                if sack["loot"] is not None and sack["loot"] + worth > sack["worth"]:
                    assert not fits
                    dim += 1
                if sack["loot"] is None and not fits and sack["quarter"]:
                    assert 4 * (sack["worth"] - worth) < (sack["quarter"] - 1) * sack["worth"] or sack["sealed"]
                    dim += 1
                owners: RaeuberView = session.game.view(sack["owner"])  # type: ignore[assignment]
                truth = owners["sacks"] if sack["owner"] is not None else []
                full = next((each["loot"] for each in truth if each["name"] == sack["name"]), 0)
                hidden_full += fits and (full or 0) + worth > sack["worth"]
        words = session.game.legal_for(person)
        session.table.play(person, words[session.game.length * 7 % len(words)])
    assert dim
    assert hidden_full, "what only the owner knows is not dim"
