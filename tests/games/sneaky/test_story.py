"""Sneaky as a story: what is told, asked, offered and added up. The clauses are those that the sentences are about."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import pytest

from beute.games.sneaky import CLAUSES, ENDINGS, story
from beute.games.sneaky.view import SneakyView
from beute.games.story import Happening, Line, Question
from beute.games.views import offered
from beute.play.chronicle import Chronicle
from beute.play.game import Game
from beute.play.setup import Setup
from beute.play.speech import Kind, Speech
from beute.texts import LANGUAGES, texts
from tests.games.sneaky.eager import eager, raided
from tests.games.sneaky.position import Table, new, position
from tests.setups import SETUPS, label

NAMES = ["Ada", "Ben", "Cleo", "Dora"]
ENGLISH = Speech("en", "sneaky", NAMES)
OURS = [setup for setup in SETUPS if setup.game == "sneaky"]
DEFAULT = [setup for setup in OURS if not setup.chosen]

THREE = """
    centre R1 Y2 G3
      0 cuffs 2 safe -  stack B2 S2
    > 1 cuffs 1 safe P1 stack R2
      2 cuffs 2 safe -  stack Y3
"""
TWO = """
    centre B1 Y2 G3
    > 0 cuffs 2 safe - stack S2 / -
      1 cuffs 2 safe - stack P2 R2 / P3
"""
LAST = """
    pile -
    > 0 cuffs 2 safe - stack -
      1 cuffs 2 safe - stack S3
      2 cuffs 0 safe - stack -
"""


def view_of(table: Table) -> SneakyView:
    """What the seat that is asked is shown of a drawn position."""
    game: Game[SneakyView] = Game(table.engine.setup, None, table.table)
    return game.view(table.asked)


def story_of(table: Table, events: str) -> list[Happening]:
    """What is told while the events happen."""
    told = []
    for event in events.split(", "):
        before = view_of(table)
        told += story.tell(before, [event], view_of(table.play(event)))
    return told


# ---------------------------------------------------------------- what happened

TELL = [
    pytest.param(None, "* start 2", "Cleo begins.", id="SN-5"),
    pytest.param(
        None,
        "* start 0, * open Y1, * open R2, * open G3",
        "Ada begins. | The centre opens with yellow 1, red 2 and green 3.",
        id="SN-4 the centre is told once",
    ),
    pytest.param(
        THREE + "rolls 7", "* roll YYRRSSS", "Ben rolls 2 × yellow, 2 × red and 3 × grey.", id="SN-6 with all dice"
    ),
    pytest.param(
        THREE.replace("G3", "G3•") + "left YBBBBB",
        "1 again, * roll YRRGGG",
        "Ben rolls the other 6 dice again: yellow, 2 × red, 3 × green.",
        id="SN-11 one sentence for the decision and its roll",
    ),
    pytest.param(
        THREE.replace("Y2 G3", "Y2•• G3•••").replace("R1", "R1•") + "left B",
        "1 again, * roll S",
        "Ben rolls the last die again: grey.",
        id="SN-11 the last die",
    ),
    pytest.param(
        THREE + "rolls 7",
        "* roll BBBBBPP",
        "Ben rolls 5 × blue and 2 × purple. | Bust! No die fits, and Ben's turn is over. | "
        "Ben returns the last handcuff.",
        id="SN-10 SN-18 a bust",
    ),
    pytest.param(
        THREE.replace("Y2", "Y2••").replace("Y3", "Y3•••") + "left PP",
        "1 again, * roll BB",
        "Ben rolls the other 2 dice again: 2 × blue. | "
        "Bust! No die fits, and Ben has to leave what was full: yellow 2, yellow 3. | Ben returns the last handcuff.",
        id="SN-10 a bust with full bandits",
    ),
    pytest.param(
        THREE + "roll YGGGSSS",
        "1 put c2, 1 put c2, 1 put c2, 1 put s0, 1 put s0",
        "Ben puts a die on green 3 in the centre: 1 of 3. | Ben puts a die on green 3 in the centre: 2 of 3. | "
        "Ben fills green 3 in the centre. | Ben puts a die on Ada's grey 2: 1 of 2. | Ben fills Ada's grey 2.",
        id="SN-7 SN-9 dice are placed",
    ),
    pytest.param(
        TWO + "roll YRRGBPP",
        "0 put c0, 0 put s1.2, 0 put s1.3",
        "Ada fills blue 1 in the centre. | Ada puts a die on Ben's red 2: 1 of 2. | "
        "Ada puts a die on Ben's purple 3: 1 of 3.",
        id="SN-14 two stacks each",
    ),
    pytest.param(
        THREE.replace("G3", "G3••") + "left YBBBB",
        "1 stop",
        "Ben stops and captures nothing. | Ben returns the last handcuff.",
        id="SN-12 SN-18 nothing is full",
    ),
    pytest.param(
        THREE.replace("1 cuffs 1", "1 cuffs 3").replace("S2", "S2••") + "left YBBBB",
        "1 stop",
        "Ben captures grey 2 from Ada. | Ben returns a handcuff and still has 2.",
        id="SN-18 nothing from the centre",
    ),
    pytest.param(
        THREE.replace("R1", "R1•") + "left YBBBBB",
        "1 stop, * open P3",
        "Ben captures red 1 from the centre. | New in the centre: purple 3.",
        id="SN-19 one from the centre, and what comes for it",
    ),
    pytest.param(
        THREE.replace("R1 Y2", "R1• Y2••").replace("stack Y3", "stack Y3•••") + "left B",
        "1 stop, 1 top Y3",
        "Ben captures red 1 and yellow 2 from the centre. | Ben captures yellow 3 from Cleo. | "
        "Ben takes a handcuff and now has 2. | Ben lays yellow 3 on top, below it yellow 2.",
        id="SN-12 SN-15 SN-17 from everywhere",
    ),
    pytest.param(
        THREE.replace("R1 Y2 G3", "P2•• Y2•• G3•••") + "left -",
        "1 stop, 1 top Y2, 1 top G3",
        "Ben captures purple 2, yellow 2 and green 3 from the centre. | Ben takes a handcuff and now has 2. | "
        "Ben lays yellow 2 on top. | Ben lays yellow 2 on top, below it green 3 and purple 2.",
        id="SN-15 three in a chosen order",
    ),
    pytest.param(
        THREE.replace("R1 Y2 G3", "Y2•• Y2•• G3•••") + "left -",
        "1 stop, 1 top Y2, 1 top G3",
        "Ben captures 2 × yellow 2 and green 3 from the centre. | Ben takes a handcuff and now has 2. | "
        "Ben lays yellow 2 on top. | Ben lays yellow 2 on top, below it green 3 and yellow 2.",
        id="SN-15 two alike with another between them",
    ),
    pytest.param(
        TWO.replace("Y2 G3", "Y2•• G3•••").replace("R2", "R2••") + "left -",
        "0 stop, 0 top R2",
        "Ada captures yellow 2 and green 3 from the centre. | Ada captures red 2 from Ben. | "
        "Ada takes a handcuff and now has 3. | Ada lays red 2 on top, below it yellow 2.",
        id="SN-15 with two players only the 2s are in an order",
    ),
    pytest.param(
        THREE.replace("R1", "R1•") + "pile P3\n left YBBBBB",
        "1 stop, * open P3",
        "Ben captures red 1 from the centre. | New in the centre: purple 3. | "
        "The pile is empty, the last round begins: one more turn for everybody, Cleo first.",
        id="SN-20 the last round begins",
    ),
    pytest.param(
        "centre B2 - - \n last round 1" + LAST + "rolls 7",
        "* roll YYYYYYY",
        "Ada rolls 7 × yellow. | Bust! No die fits, and Ada's turn is over. | "
        "Ada returns a handcuff and still has 1. | "
        "Everybody has had a last turn: the game is over. | Ben wins with 8 points.",
        id="SN-20 SN-24 the end of the last round",
    ),
    pytest.param(
        "centre B3••• - -\n last round 3" + LAST + "left YYYY",
        "0 stop",
        "Ada captures blue 3 from the centre. | The centre is empty: the game is over at once. | "
        "Ada and Ben share the win with 8 points each.",
        id="SN-21 SN-24 the centre is empty",
    ),
]


def tables(drawing: str | None) -> Table:
    return new(3) if drawing is None else position(drawing)


@pytest.mark.parametrize(("drawing", "events", "expected"), TELL)
def test_tell(drawing: str | None, events: str, expected: str) -> None:
    told = story_of(tables(drawing), events)
    assert [ENGLISH.say(happening, "tell") for happening in told] == expected.split(" | ")


def test_nothing_happened_and_nothing_is_told() -> None:
    view = view_of(position(THREE + "roll YYYYYYY"))
    assert story.tell(view, [], view) == []


# ---------------------------------------------------------------- the question

ASK = [
    pytest.param(
        THREE + "roll YYRSSSP",
        "",
        "SN-7",
        "Put at least one die on a bandit of its colour: 2 × yellow, red, 3 × grey, purple.",
    ),
    pytest.param(
        THREE.replace("R1", "R1•") + "left YYGBSS",
        "",
        "SN-11",
        "Put another die (2 × yellow, green, blue, 2 × grey), roll again or stop? Full: red 1.",
    ),
    pytest.param(
        THREE.replace("G3", "G3•") + "left BBBBPP",
        "",
        "SN-11",
        "Roll again (4 × blue, 2 × purple) or stop? Full: nothing.",
    ),
    pytest.param(
        THREE.replace("R1 Y2 G3", "P2•• Y2•• G3•••") + "left -",
        "",
        "SN-11",
        "There is nothing left to roll for: you can only stop. Full: purple 2, yellow 2, green 3.",
    ),
    pytest.param(
        THREE.replace("R1 Y2 G3", "P2•• Y2•• G3•••") + "left -",
        "1 stop",
        "SN-15",
        "Which bandit goes on top of your stack: yellow 2, green 3 or purple 2?",
    ),
    pytest.param(
        THREE.replace("R1 Y2 G3", "P2•• Y2•• G3•••") + "left -",
        "1 stop, 1 top Y2",
        "SN-15",
        "Which bandit comes next, below yellow 2: green 3 or purple 2?",
    ),
    pytest.param(
        TWO.replace("Y2 G3", "Y2•• G3•••").replace("R2", "R2••") + "left -",
        "0 stop",
        "SN-15",
        "Which bandit goes on top of your stack: yellow 2 or red 2?",
    ),
]


@pytest.mark.parametrize(("drawing", "events", "clause", "expected"), ASK)
def test_ask(drawing: str, events: str, clause: str, expected: str) -> None:
    question = story.ask(view_of(position(drawing).play(events)))
    assert (question.clause, ENGLISH.say(question, "ask")) == (clause, expected)


ORDER = THREE.replace("R1 Y2 G3", "P2•• Y2•• G3•••") + "left -"
EMPTY = "centre B2 - Y1 \n last round 3" + LAST + "roll YYYYBBB"
CHOICE = [
    pytest.param(THREE + "roll YYRSSSP", "", "put c2", "a die on green 3 in the centre"),
    pytest.param(THREE + "roll YYRSSSP", "", "put s0", "a die on Ada's grey 2"),
    pytest.param(THREE + "roll YYRSSSP", "", "put s1", "a die on Ben's red 2"),
    pytest.param(TWO + "roll YYRSSSP", "", "put s1.3", "a die on Ben's purple 3"),
    pytest.param(TWO + "roll YYRSSSP", "", "put s0.3", "a die on Ada's empty stack"),
    pytest.param(EMPTY, "", "put c1", "a die on an empty place in the centre"),
    pytest.param(EMPTY, "", "put s2", "a die on Cleo's empty stack"),
    pytest.param(EMPTY, "", "again", "roll again"),  # there are no others: none is placed yet
    pytest.param(EMPTY, "0 put c2", "again", "roll the other 6 dice again"),
    pytest.param(THREE.replace("R1 Y2 G3", "R1• Y2•• G3•••") + "left B", "", "again", "roll the last die again"),
    pytest.param(ORDER, "", "again", "roll again"),
    pytest.param(THREE + "roll YYRSSSP", "", "stop", "stop, capturing nothing"),
    pytest.param(EMPTY, "0 put c2", "stop", "stop and capture yellow 1"),
    pytest.param(ORDER, "", "stop", "stop and capture 3 bandits"),
    pytest.param(ORDER, "1 stop", "top G3", "green 3 on top"),
    pytest.param(ORDER, "1 stop, 1 top Y2", "top G3", "green 3 below yellow 2"),
    pytest.param(ORDER, "", "top G3", "green 3 on top"),
]


@pytest.mark.parametrize(("drawing", "events", "word", "expected"), CHOICE)
def test_choice(drawing: str, events: str, word: str, expected: str) -> None:
    assert ENGLISH.say(story.choice(view_of(position(drawing).play(events)), word), "choice") == expected


# ---------------------------------------------------------------- the scoring

OVER = "centre B2 - -\n last round 1\n pile -\n"
LINES = [
    pytest.param(
        """
        > 0 cuffs 3 safe Y1 R1 stack Y2 G3
          1 cuffs 3 safe -     stack -
          2 cuffs 1 safe S1    stack -
        """,
        """
        Ada SN-22 2 Safe: yellow 1, red 1
        Ada SN-22 5 On the stack: yellow 2, green 3
        Ada SN-23 0 Handcuffs, but not the most: 2
        Ben SN-23 5 Most handcuffs: 3
        Cleo SN-22 1 Safe: grey 1
        Cleo SN-23 0 Handcuffs, but not the most: 1
        """,
        id="SN-22 SN-23 the most handcuffs",
    ),
    pytest.param(
        """
        > 0 cuffs 3 safe Y1 stack Y2 P2 Y2 / R3
          1 cuffs 2 safe -  stack G2       / -
        """,
        """
        Ada SN-22 1 Safe: yellow 1
        Ada SN-22 6 On the stack: 2 × yellow 2, purple 2
        Ada SN-22 3 On the stack: red 3
        Ada SN-23 5 Most handcuffs, as others have: 2
        Ben SN-22 2 On the stack: green 2
        Ben SN-23 5 Most handcuffs, as others have: 2
        """,
        id="SN-23 a tie",
    ),
    pytest.param(
        """
        > 0 cuffs 1 safe - stack P3
          1 cuffs 0 safe - stack -
          2 cuffs 0 safe - stack -
        """,
        """
        Ada SN-22 3 On the stack: purple 3
        Ada SN-23 -2 No handcuffs
        Ben SN-23 -2 No handcuffs
        Cleo SN-23 -2 No handcuffs
        """,
        id="SN-23 nobody has any",
    ),
]


@pytest.mark.parametrize(("seats", "expected"), LINES)
def test_lines(seats: str, expected: str) -> None:
    """The game ends with a bust of Ada's, which costs a handcuff."""
    view = view_of(position(f"{OVER}{seats}\n rolls 7").bust())
    said = [
        f"{NAMES[line.seat]} {line.clause} {line.points} {ENGLISH.say(line, 'lines')}" for line in story.lines(view)
    ]
    assert said == [line.strip() for line in expected.strip().splitlines()]


# ---------------------------------------------------------------- whole games


def check_sentences(kind: Kind, said: Happening | Question | Line) -> None:
    """It can be said in every language, with nothing left in braces, and clauses exist."""
    assert getattr(said, "clause", CLAUSES[0]) in CLAUSES
    for language in LANGUAGES:
        sentence = Speech(language, "sneaky", NAMES).say(said, kind)
        assert sentence.strip() == sentence
        assert not set("{}[]'\"") & set(sentence.replace("'s ", ""))


def check_story(game: Game[SneakyView], seats: Sequence[int | None]) -> None:
    """Everything lies open: all are told the same, and in the end how it ended and what everybody has."""
    chronicle = Chronicle.history(game, seats)
    told = [[entry.happening for entry in chronicle.entries[seat]] for seat in seats]
    assert all(other == told[0] for other in told)
    assert told[0][-2].code == game.ending
    lines = story.lines(game.view(seats[0]))
    assert [line.seat for line in lines] == sorted(line.seat for line in lines)
    assert game.scores == [sum(line.points for line in lines if line.seat == seat) for seat in range(game.players)]
    for happening in told[0]:
        check_sentences("tell", happening)
    for line in lines:
        check_sentences("lines", line)


@pytest.mark.parametrize("setup", OURS, ids=label)
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_short_game_is_told_to_everybody_alike(setup: Setup, ending: str) -> None:
    game = raided(setup, ending)
    assert game.ending == ending
    check_story(game, [None, 1] if setup.chosen else [None, *range(setup.players)])


@pytest.mark.parametrize("setup", DEFAULT, ids=label)
def test_a_long_game_is_told(setup: Setup) -> None:
    *_, game = eager(setup, 1)
    check_story(game, [0])


@pytest.mark.slow
@pytest.mark.parametrize("setup", OURS, ids=label)
def test_many_games_are_told(setup: Setup) -> None:
    for seed in range(2, 5):
        *_, game = eager(setup, seed)
        check_story(game, [None, *range(setup.players)])


@pytest.mark.parametrize("setup", DEFAULT, ids=label)
def test_every_question_and_every_choice_can_be_said(setup: Setup) -> None:
    for game in islice(eager(setup, 1), 0, None, 3):
        if game.over:
            break
        view = game.view(game.due[0])
        check_sentences("ask", story.ask(view))
        for word in game.engine.decisions:
            check_sentences("choice", story.choice(view, word))
        words = offered(view["choices"])
        said = [ENGLISH.say(story.choice(view, word), "choice") for word in words]
        puts = [view["centre"][int(word[-1])] for word in words if word.startswith("put c")]
        places = [there["bandit"] for there in puts if there is not None]
        assert len(set(said)) == len(said) - len(places) + len(set(places))  # but for two alike in the centre


# ---------------------------------------------------------------- completeness


def cases(table: list[Any]) -> list[tuple[Any, ...]]:
    return [case.values for case in table]


def test_no_sentence_is_never_said() -> None:
    """All sentences of the story stand in the cases above."""
    told = {happening.code for drawing, events, _ in cases(TELL) for happening in story_of(tables(drawing), events)}
    asked = {story.ask(view_of(position(drawing).play(events))).code for drawing, events, *_ in cases(ASK)}
    chosen = {
        story.choice(view_of(position(drawing).play(events)), word).code for drawing, events, word, _ in cases(CHOICE)
    }
    lines = {
        line.code
        for seats, _ in cases(LINES)
        for line in story.lines(view_of(position(f"{OVER}{seats}\n rolls 7").bust()))
    }
    for kind, codes in {"tell": told, "ask": asked, "choice": chosen, "lines": lines}.items():
        assert codes == set(texts("en").under(f"sneaky.{kind}"))


def test_every_bandit_and_die_has_a_name_of_its_own() -> None:
    for language in LANGUAGES:
        speech = Speech(language, "sneaky", NAMES)
        things = [colour + value for colour in "YRGBSP" for value in ("", "1", "2", "3")]
        assert len({speech.thing(thing) for thing in things}) == len(things)
        assert all(speech.thing(thing)[-1] == thing[-1] for thing in things if len(thing) == 2)


# ---------------------------------------------------------------- the picture


def test_the_picture_speaks_german() -> None:
    """Words and names are the reader's; bandits and places keep their words in records."""
    game: Game[SneakyView] = Game(OURS[0], None)
    for event in ["* start 1", "* open Y1", "* open R2", "* open G3", "* roll YGGGSSP", "1 put c2"]:
        game.play(event)
    picture = game.draw(game.view(1), Speech("de", "sneaky", NAMES))
    assert picture.splitlines()[1:-1] == [
        "Mitte    c0 Y1   c1 R2   c2 G3•   (Zugstapel 21)",
        "  Ada   Handschellen 2   gesichert -   Stapel -   -",
        "> Ben   Handschellen 2   gesichert -   Stapel -   -",
        "Würfel   Y G G S S P",
    ]
