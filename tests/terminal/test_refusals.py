"""What is not possible is refused with its reason, and the rules open there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from beute import games
from beute.terminal.screens.reading import RulesScreen
from beute.terminal.screens.table import TableScreen
from tests.terminal.play import LARGE, SMALL, Table, advance, at_table, begin


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", games.NAMES)
def test_a_choice_that_is_not_possible_says_why_and_the_rules_open_there(
    game: str, language: str, size: tuple[int, int], tmp_path: Path
) -> None:
    """The whole sentence is on the screen, and the clause it names is what `?` shows."""
    options: dict[str, Any] = {"open_sums": True} if game == "raeuber" else {}
    session = begin(tmp_path, game, 3, **options)

    async def play(table: Table) -> None:
        impossible = await table.impossible()
        word, before = table.spot(impossible).word, session.game.events
        await table.press(impossible)
        assert session.game.events == before
        assert word is not None
        reason = session.game.why(word, 0)
        assert reason is not None
        assert reason.clause is not None
        say = session.speech(language)
        assert say.reason(reason.code, reason.clause) in table.talk
        assert table.talk.endswith(f"({reason.clause}).")
        table.check()
        await see_rule(table, reason.clause)
        assert table.talk.endswith(f"({reason.clause}).")

    at_table(play, session, language=language, size=size)


async def see_rule(table: Table, clause: str) -> None:
    """`?`: the clause is at the top of the screen; Esc: back to the table."""
    await table.press("?")
    await table.settle()
    assert table.at(RulesScreen).clause == clause
    place = [n for n, line in enumerate(table.lines) if f"{clause} " in line]
    assert place, table.text
    assert place[0] < 12, table.text
    await table.press("escape")
    table.at(TableScreen)


@pytest.mark.parametrize(
    ("game", "clauses"), [("sneaky", ["SN-7", "SN-11"]), ("schattendieb", ["SD-5", "SD-9"]), ("raeuber", ["RB-4"])]
)
def test_the_rules_open_at_the_question(game: str, clauses: list[str], tmp_path: Path) -> None:
    session = begin(tmp_path, game, 3)
    seen = []

    async def play(table: Table) -> None:
        for _ in range(8):
            await table.asked()
            clause = games.part(game, "story").ask(table.table.view).clause
            if clause not in seen:
                seen.append(clause)
                await see_rule(table, clause)
            await table.choose_first()

    at_table(play, session)
    assert set(clauses) <= set(seen)


def test_a_refusal_is_over_when_something_else_is_said_or_done(tmp_path: Path) -> None:
    """Then `?` is about the question again."""
    session = begin(tmp_path, "sneaky", 2)

    async def play(table: Table) -> None:
        await table.press(await table.impossible())
        assert table.table.clause is not None
        await table.press("x")
        await see_rule(table, games.part("sneaky", "story").ask(table.table.view).clause)

    at_table(play, session)


def test_a_card_that_fits_nowhere_any_more_is_put_down(tmp_path: Path) -> None:
    """In the game of memory every sack may be tried once; a card with no sack left is not asked about further."""
    session = advance(begin(tmp_path, "raeuber", 2), 100)

    async def play(table: Table) -> None:
        await table.asked()
        await table.press(table.keys(possible=True)[-1])
        card, tried = table.table.picked, 0
        while table.table.picked == card:
            legal = session.game.legal_for(0)
            wrong = [key for key in table.keys(possible=True) if table.spot(key).word not in legal]
            if not wrong:
                break
            await table.press(wrong[0])
            tried += 1
            assert "(RB-6)" in table.talk
            assert table.keys(possible=True), table.text
        assert tried > 1

    at_table(play, session)
