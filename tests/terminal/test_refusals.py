"""What is not possible is refused with its reason, and the rules open there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from beute import games
from beute.games.parts import parts
from beute.games.views import Choice, Piece, Place
from beute.play.errors import IllegalMove
from beute.terminal.screens.reading import RulesScreen
from beute.terminal.screens.table import TableScreen
from beute.terminal.session import Session
from tests.terminal import tight_sacks
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
        choice, before = table.spot(impossible).choices[0], session.game.events
        await table.press(impossible)
        assert session.game.events == before
        reason = session.game.why(choice["word"], 0)
        assert reason is not None
        assert reason.clause is not None
        assert (choice["code"], choice["clause"]) == (reason.code, reason.clause)
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
            clause = parts(game).story.ask(table.table.view).clause
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
        await see_rule(table, parts("sneaky").story.ask(table.table.view).clause)

    at_table(play, session)


# ---------------------------------------------------------------- RB-6: tries


def wrong_try(session: Session) -> Choice:
    """Something that seat 0 may try, and that does not fit, though the card would elsewhere."""
    legal = session.game.legal_for(0)
    choices: list[Choice] = session.table.view(0)["choices"]
    fitting = [choice["pick"] for choice in choices if choice["word"] in legal]
    tries = [choice for choice in choices if choice["possible"] == "try" and choice["word"] not in legal]
    return next(choice for choice in tries if choice["pick"] in fitting)


async def try_it(table: Table, choice: Choice) -> str:
    """Take up the card, if it is not in hand already, and press the key of the sack: that key."""
    if table.table.picked is None:
        await table.press(key_of(table, choice["pick"]))
    key = key_of(table, choice["to"])
    await table.press(key)
    return key


def key_of(table: Table, what: Piece | Place | None) -> str:
    """The key of a card or a sack."""
    assert what is not None
    return next(spot.keys[0] for spot in table.table.spots if spot.name == f"{what['kind']} {what['name']}")


@pytest.mark.parametrize("language", ["en", "de"])
def test_rb_6_a_refused_try_is_an_answer_and_is_announced_by_the_owner(language: str, tmp_path: Path) -> None:
    """The card stays taken up, and only the other sacks are left for it; `?` opens the clause."""
    session = advance(begin(tmp_path, "raeuber", 2), 100)
    wrong = wrong_try(session)
    assert wrong["pick"] is not None
    assert wrong["to"] is not None
    card, sack = wrong["pick"]["name"], wrong["to"]["name"]

    async def play(table: Table) -> None:
        before = session.game.events
        key = await try_it(table, wrong)
        assert session.game.events == before
        told = {
            "en": f"✗ Arsène: Ada's {card} does not fit into sack {sack}. (RB-6)",
            "de": f"✗ Arsène: Die {card} von Ada passt nicht in Sack {sack}. (RB-6)",
        }
        assert table.talk.endswith(told[language])
        assert {"en": "On which other sack", "de": "Auf welchen anderen Sack"}[language] in table.talk
        assert session.log(0, language)[-1] in table.widget_text("log")
        assert session.log(0, language)[-1] in told[language]
        table.check()
        await see_rule(table, "RB-6")
        assert table.table.picked == wrong["pick"]
        assert key not in table.keys(possible=True)
        await table.press(key)
        assert len(session.game.refusals) == 1
        assert session.speech(language).reason("refused_already", "RB-6") in table.talk
        await table.press("escape")
        bright = [table.spot(key).name for key in table.keys(possible=True)]
        assert bright == [f"card {card}"]
        for key in table.keys(possible=False):
            await table.press(key)
            assert session.speech(language).reason("refused_card_first", "RB-6") in table.talk
            assert table.table.picked is None
        await table.press("l")
        await table.press("l")
        table.check()

    at_table(play, session, language=language, pace=100)


def test_rb_6_refusals_are_still_there_and_binding_after_a_resume(tmp_path: Path) -> None:
    session = advance(begin(tmp_path, "raeuber", 2), 100)
    wrong = wrong_try(session)

    async def play(table: Table) -> None:
        await try_it(table, wrong)
        await table.press("escape", "q")

    async def go_on(table: Table) -> None:
        assert "refused:" in table.text
        assert "On which other sack" in table.talk
        assert session.log(0, "en")[-1] in table.widget_text("log")
        assert table.table.picked == wrong["pick"], "nothing else can be taken up"
        assert key_of(table, wrong["to"]) not in table.keys(possible=True)
        await table.press("escape")
        assert table.keys(possible=True) == [key_of(table, wrong["pick"])]

    at_table(play, session)
    resumed = Session.resume(session.shelf, session.table.name)
    assert resumed.game.refusals == session.game.refusals
    with pytest.raises(IllegalMove) as error:
        resumed.table.play(0, wrong["word"])
    assert error.value.code == "refused_already"
    at_table(go_on, resumed)


def test_rb_6_a_card_that_every_sack_refused_goes_back_into_the_hand(tmp_path: Path) -> None:
    """Then another card is taken up."""
    session = tight_sacks.begin(tmp_path)

    async def play(table: Table) -> None:
        await table.press(key_of(table, {"kind": "card", "name": "10"}))
        tried = []
        while table.table.picked is not None:
            key = table.keys(possible=True)[0]
            tried.append(table.spot(key).name)
            await table.press(key)
            assert f"✗ Bob: Ada's 10 does not fit into {tried[-1]}. (RB-6)" in table.talk
            table.check()
        assert len(set(tried)) == 5
        assert len(session.game.refusals) == 5
        assert [table.spot(key).name for key in table.keys(possible=True)] == ["card R", "card 2", "card 3"]
        assert "The pile is empty. Play one of your 6 cards" in table.talk
        await table.press("escape", key_of(table, {"kind": "card", "name": "10"}))
        assert table.table.picked is None
        assert session.speech("en").reason("refused_already", "RB-6") in table.talk
        await table.press(key_of(table, {"kind": "card", "name": "2"}))
        await table.press(table.keys(possible=True)[0])
        assert session.table.view(0)["refusals"] == []
        assert session.game.as_played[-1].startswith("0 2")

    at_table(play, session, pace=100)


def test_rb_6_everybody_hears_of_a_refusal(tmp_path: Path) -> None:
    """Who looks next is told by the story."""
    session = tight_sacks.begin(tmp_path, people=2)

    async def play(table: Table) -> None:
        await table.press("enter")
        await table.press(key_of(table, {"kind": "card", "name": "10"}))
        await table.press(table.keys(possible=True)[0])
        refused = session.log(0, "en")[-1]
        assert refused.startswith("Bob: Ada's 10 does not fit into sack ")
        table.at(TableScreen)
        await table.press(table.keys(possible=True)[0])
        assert session.log(1, "en").count(refused) == 1

    at_table(play, session)
