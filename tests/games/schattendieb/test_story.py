"""The story of a game: what seats are told, what they are asked, and the scoring to be checked."""

from __future__ import annotations

import ast
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

import pytest

from beute import Record
from beute.games.schattendieb import ENDINGS, story
from beute.games.schattendieb.view import SchattendiebView
from beute.games.story import Dealt, Happening, Line, Question, Seat, Thing, Things
from beute.games.views import offered
from beute.lab.random_games import records
from beute.play.chronicle import Chronicle
from beute.play.engine import engine
from beute.play.game import Game
from beute.play.luck import Secret
from beute.play.replay import replay
from beute.play.setup import Setup, set_up
from beute.play.speech import Kind, Speech
from beute.texts import LANGUAGES, texts
from tests.games.schattendieb.position import new_game, position
from tests.playthroughs.make import path
from tests.playthroughs.render import events_of
from tests.setups import SETUPS, label

NAMES = ("Ada", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus")
OURS = [setup for setup in SETUPS if setup.game == "schattendieb"]
CARD = re.compile(r"[WRBC]\d+|T[WRBCS]|V\d+")


def say(said: Happening | Question | Line, kind: Kind, language: str = "en") -> str:
    return Speech(language, "schattendieb", NAMES).say(said, kind)


def told(drawing: str, events: str, seat: int | None = None, **options: Any) -> list[str]:
    """All that a seat, or a spectator, is told of these events from a drawn position on."""
    game: Game[SchattendiebView] = game_at(drawing, **options)
    chronicle = Chronicle(game, [seat])
    for event in events.split(","):
        game.play(event.strip())
    return [say(entry.happening, "tell") for entry in chronicle.entries[seat]]


def game_at(drawing: str, **options: Any) -> Game[SchattendiebView]:
    """A game that stands at a drawn position, with no history."""
    p = position(drawing, **options)
    return Game(p.engine.setup, None, p.table)


def view_of(drawing: str, seat: int | None) -> SchattendiebView:
    view: SchattendiebView = game_at(drawing).view(seat)
    return view


# ---------------------------------------------------------------- what happened

ROUND = """
    choose
    pile rest
    discard
    0  W7 W3 W5 V4   [B1 B2 B3 B4 C1]
    1  R7 TS R4 R6   []
    2  TW TR V9 C9   [R1]
    3  B8 V6 V7 C2   []
    """


@pytest.mark.parametrize(
    ("events", "lines"),
    [
        pytest.param("0 play W7, 1 play R7, 2 play TW", [], id="SD-5 nothing before all have chosen"),
        pytest.param(
            "0 play W7, 1 play R7, 2 play C9, 3 play B8",
            [
                "Revealed: Ada watch 7, Bob ring 7, Cleo cufflink 9, Dan brooch 8.",
                "Stalemate: watch 7 and ring 7 are discarded.",
            ],
            id="SD-6 a stalemate",
        ),
        pytest.param(
            "0 play W7, 1 play R7, 2 play TW, 3 play C2",
            [
                "Revealed: Ada watch 7, Bob ring 7, Cleo watch thief, Dan cufflink 2.",
                "Stalemate: watch 7 and ring 7 are discarded.",
                "Cleo's watch thief finds nothing.",
            ],
            id="SD-8 a thief that finds nothing, after a stalemate",
        ),
        pytest.param(
            "0 play W7, 1 play TS, 2 play TW, 3 play B8, 1 steal 3, 2 steal 0",
            [
                "Revealed: Ada watch 7, Bob shadow thief, Cleo watch thief, Dan brooch 8.",
                "Bob takes Dan's brooch 8.",
                "Cleo takes Ada's watch 7.",
            ],
            id="SD-7 SD-8 two thieves",
        ),
        pytest.param(
            "0 play W7, 1 play TS, 2 play TW, 3 play V6, 1 steal 0",
            [
                "Revealed: Ada watch 7, Bob shadow thief, Cleo watch thief, Dan Vault Shut 6.",
                "Bob takes Ada's watch 7.",
                "Cleo's watch thief finds nothing.",
                "Dan's Vault Shut 6 shuts nothing: the vault is empty.",
            ],
            id="SD-7 SD-8 SD-11 a thief that comes too late, and an empty vault",
        ),
        pytest.param(
            "0 play V4, 1 play R7, 2 play V9, 3 play B8, 1 add R4, 1 add R6, 1 done, 3 done",
            [
                "Revealed: Ada Vault Shut 4, Bob ring 7, Cleo Vault Shut 9, Dan brooch 8.",
                "Bob adds ring 4 and ring 6 to ring 7.",
                "Into the vaults of Bob and Dan: 4 jewels.",
                "Ada's Vault Shut 4 is too low for 5 jewels.",
                "Cleo shuts the vault with Vault Shut 9 on a single jewel: ring 1.",
                "The cards still held by Cleo go under the pile.",
            ],
            id="SD-9 to SD-12 adding, into the vaults, too small, shut",
        ),
        pytest.param(
            "0 play W7, 1 play R4, 2 play V9, 3 play V6, 0 add W3, 1 done, 0 done",
            [
                "Revealed: Ada watch 7, Bob ring 4, Cleo Vault Shut 9, Dan Vault Shut 6.",
                "Ada adds watch 3 to watch 7.",
                "Into the vaults of Ada and Bob: 3 jewels.",
                "Cleo shuts the vault with Vault Shut 9 on a single jewel: ring 1.",
                "Dan's Vault Shut 6 shuts nothing: the vault is empty.",
                "The cards still held by Cleo go under the pile.",
            ],
            id="SD-9 whoever is done first",
        ),
        pytest.param(
            "0 play W7, 1 play TS, 2 play TR, 3 play B8, 1 steal 3, 0 add W5, 0 done",
            [
                "Revealed: Ada watch 7, Bob shadow thief, Cleo ring thief, Dan brooch 8.",
                "Bob takes Dan's brooch 8.",
                "Cleo's ring thief finds nothing.",
                "Ada adds watch 5 to watch 7.",
                "Into Ada's vault: watch 5, watch 7.",
            ],
            id="SD-10 into one vault",
        ),
    ],
)
def test_a_round(events: str, lines: list[str]) -> None:
    for seat in (None, 0, 1, 2, 3):
        assert told(ROUND, events, seat) == lines


@pytest.mark.clause("SD-6")
def test_equal_cards() -> None:
    """SD-6: each value has its stalemate."""
    lines = told("choose\n0 W7 V6 []\n1 R2 V6 []\n2 W7 V7 []\n3 C2 V7 []", "0 play W7, 1 play R2, 2 play W7, 3 play C2")
    assert lines == [
        "Revealed: Ada watch 7, Bob ring 2, Cleo watch 7, Dan cufflink 2.",
        "Stalemate: ring 2 and cufflink 2 are discarded.",
        "Stalemate: 2 × watch 7 are discarded.",
    ]


@pytest.mark.clause("SD-4")
@pytest.mark.parametrize(
    ("seat", "own"),
    [
        pytest.param(1, ["Bob holds ring 2, brooch 7, brooch 8 and Vault Shut 5."], id="SD-4 one's own cards"),
        pytest.param(None, [], id="SD-4 a spectator hears that there was a deal"),
    ],
)
def test_the_deal(seat: int | None, own: list[str]) -> None:
    """SD-4: in one sentence, not one for each card."""
    entries = Chronicle.history(new_game("W7 W8 R1 V4\nB7 B8 R2 V5\nTS C1 R3 V6"), [seat]).entries[seat]
    assert [say(entry.happening, "tell") for entry in entries] == ["Everybody is dealt 4 cards.", *own]
    assert {entry.event for entry in entries} == {11}, "with the last card"


DRAWING = """
    draw 0 to 4
    pile  {}
    0  W1 W2 W3      []
    1  B1 B2 B3 B4   []
    2  {}            []
    """


@pytest.mark.parametrize(
    ("seat", "lines"),
    [
        pytest.param(0, ["Ada draws cufflink 1.", "Everybody draws up to 4."], id="SD-13 one's own card"),
        pytest.param(1, ["Everybody draws up to 4."], id="SD-13 not others' cards"),
        pytest.param(
            2, ["Cleo draws cufflink 2.", "Cleo draws cufflink 3.", "Everybody draws up to 4."], id="SD-13 two"
        ),
        pytest.param(None, ["Everybody draws up to 4."], id="SD-13 a spectator"),
    ],
)
def test_drawing(seat: int | None, lines: list[str]) -> None:
    drawing = DRAWING.format("C1 C2 C3 C4", "R1 R2")
    assert told(drawing, "* draw 0 C1, * draw 2 C2, * draw 2 C3", seat) == lines


@pytest.mark.clause("SD-15")
def test_the_last_card_is_drawn() -> None:
    """SD-15: the pile is gone as soon as it is empty."""
    lines = told(DRAWING.format("C1 C2 C3", "R1 R2"), "* draw 0 C1, * draw 2 C2, * draw 2 C3")
    assert lines == ["Everybody draws up to 4.", "The pile is gone: no more drawing."]


@pytest.mark.clause("SD-14")
def test_a_pile_that_falls_short() -> None:
    """SD-14: up to the hand that everybody can be given; the rest is discarded face down."""
    drawing = "add\npile C1 C2 C3\n0 W1 W2 W3 []\n1 B1 B2 > B5 []\n2 R2 R3 > R5 []"
    lines = told(drawing, "1 done, 2 done, * draw 1 C1, * draw 2 C2")
    assert lines == [
        "Into the vaults of Bob and Cleo: 2 jewels.",
        "Everybody draws up to 3.",
        "The pile is too small: what is left of it (1) goes face down to the discard, no more drawing.",
    ]


@pytest.mark.clause("SD-12", "SD-11")
def test_a_hand_that_goes_to_the_discard() -> None:
    """SD-12: where the pile is gone; SD-11: a vault of several jewels."""
    drawing = "choose\n0 V6 W1 [R1 R2]\n1 W2 W3 []\n2 W4 W5 []"
    assert told(drawing, "0 play V6, 1 play W2, 2 play W4, 1 done, 2 done", 0)[2:] == [
        "Ada shuts the vault with Vault Shut 6: 2 jewels, 3 points.",
        "The cards still held by Ada go face down to the discard.",
    ]


@pytest.mark.clause("SD-12", "SD-14", "SD-19")
def test_a_hand_under_a_pile_that_falls_short() -> None:
    """SD-12, SD-14, SD-19: the packet goes the way of the pile, all after one word."""
    drawing = "choose\npile W1\n0 B1 B2 []\n1 C5 C6 []\n2 V6 C1 [R9 R10]\n3 W7 W8 []"
    events = "0 play B1, 1 play C5, 2 play V6, 3 play W7, 0 add B2, 0 done, 1 add C6, 1 done, 3 add W8, 3 done"
    assert told(drawing, events)[-5:] == [
        "Cleo shuts the vault with Vault Shut 6: 2 jewels, 19 points.",
        "The cards still held by Cleo go under the pile.",
        "The pile is too small: what is left of it (2) goes face down to the discard, no more drawing.",
        "The pile has no card for Ada, Bob and Dan: the game is over, open vaults score 0.",
        "Cleo has the most points: 19.",
    ]


@pytest.mark.clause("SD-16")
def test_a_redraw() -> None:
    """SD-16: discarded openly, so it is told to all."""
    drawing = "draw 2 to 4\npile V9 W1 W2 W3 W4 W5\n0 V4 V5 V6 V6 []\n1 B1 B2 B3 B4 []\n2 C1 C2 C3 []"
    events = "* draw 2 V9, * draw 0 W1, * draw 0 W2, * draw 0 W3, * draw 0 W4"
    expected = [
        "Ada holds only Vault Shut cards, "
        "discards Vault Shut 4, Vault Shut 5 and 2 × Vault Shut 6, and draws four others.",
        "Everybody draws up to 4.",
    ]
    assert told(drawing, events, 1, redraw=True) == expected
    assert told(drawing, events, 2, redraw=True) == ["Cleo draws Vault Shut 9.", *expected]


@pytest.mark.parametrize(
    ("drawing", "events", "lines"),
    [
        pytest.param(
            "choose\npile rest\ndiscard\n0 V6 W1 [R1 R2]\n1 W2 W3 []\n2 [R9] V9",
            "0 play V6, 1 play W2, 1 done",
            ["Only Bob's vault is still open and scores 0: the game is over.", "Cleo has the most points: 9."],
            id="SD-17",
        ),
        pytest.param(
            "choose\npile rest\ndiscard\n0 V6 W1 [R1 R2]\n1 V7 W3 []\n2 [R9] V9",
            "0 play V6, 1 play V7",
            ["Ada and Bob all play a Vault Shut card and score 0: the game is over.", "Cleo has the most points: 9."],
            id="SD-18",
        ),
        pytest.param(
            "choose\n0 W1 W2 [R1 R2]\n1 V7 []\n2 R3 R4 [R9]",
            "0 play W1, 1 play V7, 2 play R3, 0 add W2, 0 done, 2 done",
            [
                "No pile, and no card left for Ada and Bob: the game is over, open vaults score 0.",
                "Ada, Bob and Cleo have the most points: 0 each.",
            ],
            id="SD-19 after action 4",
        ),
        pytest.param(
            "choose\npile W9\n0 W1 W2 [R1 R2]\n1 V7 V8 []\n2 R3 R4 [R9]",
            "0 play W1, 1 play V7, 2 play R3, 0 add W2, 0 done, 2 add R4, 2 done",
            [
                "The pile has no card for Ada and Cleo: the game is over, open vaults score 0.",
                "Ada, Bob and Cleo have the most points: 0 each.",
            ],
            id="SD-19 after action 7",
        ),
    ],
)
def test_endings(drawing: str, events: str, lines: list[str]) -> None:
    """SD-20: how the game ended and who has the most points are told last, to everybody alike."""
    for seat in (None, 0, 1, 2):
        assert told(drawing, events, seat)[-2:] == lines


# ---------------------------------------------------------------- what is asked


@pytest.mark.parametrize(
    ("drawing", "seat", "clause", "question"),
    [
        pytest.param(ROUND, 0, "SD-5", "Which card do you lay face down?", id="SD-5"),
        pytest.param(
            "choose\n0 W1 W2 []\n1 W3 W4 []\n2 W5 W6 []",
            0,
            "SD-15",
            "No more drawing, 2 cards left: which one do you lay face down?",
            id="SD-15 without a pile",
        ),
        pytest.param(
            "choose\n0 W1 []\n1 W3 W4 []\n2 W5 W6 []",
            0,
            "SD-19",
            "watch 1 is your last card: once it is played, the game is over.",
            id="SD-19 the last card",
        ),
        pytest.param(
            "steal TS\n0 V4 > TS []\n1 V5 > W2 []\n2 V6 > R10 []",
            0,
            "SD-7",
            "Your shadow thief strikes: which do you take, watch 2 or ring 10?",
            id="SD-7",
        ),
        pytest.param(
            "steal TR\n0 V4 > TR []\n1 V5 > W2 []\n2 V6 > R10 []",
            0,
            "SD-8",
            "Your ring thief must take Cleo's ring 10: there is no other for it.",
            id="SD-8",
        ),
        pytest.param(
            "add\n0 W10 W3 > W1 []\n1 V5 > R2 []\n2 V6 V7 []",
            0,
            "SD-9",
            "Do you add anything to watch 1? You could add watch 3 and watch 10.",
            id="SD-9 the first",
        ),
        pytest.param(
            "add\n0 W10 > W1 W3 []\n1 V5 > R2 []\n2 V6 V7 []",
            0,
            "SD-9",
            "With watch 1 you have laid watch 3. Do you add watch 10 too?",
            id="SD-9 another",
        ),
        pytest.param(
            "add\n0 R3 > W1 []\n1 V5 > R2 []\n2 V6 V7 []",
            0,
            "SD-9",
            "You have nothing that could be added to watch 1.",
            id="SD-9 none",
        ),
    ],
)
def test_questions(drawing: str, seat: int, clause: str, question: str) -> None:
    asked = story.ask(view_of(drawing, seat))
    assert (asked.clause, say(asked, "ask")) == (clause, question)


def test_sd_5_what_was_chosen_can_still_be_changed() -> None:
    """By who has chosen; the others are asked for theirs."""
    game = new_game("W7 W8 R1 V4\nB7 B8 R2 V5\nTS C1 R3 V6")
    game.play("0 play W7")
    asked = story.ask(game.view(0))
    assert (asked.clause, asked.code, asked.data) == ("SD-5", "change", {"front": Thing("W7")})
    assert say(asked, "ask") == "You have chosen watch 7; you can still change it until all have chosen."
    assert say(asked, "ask", "de") == "Du hast Uhr 7 gewählt und kannst das noch ändern, bis alle gewählt haben."
    assert story.ask(game.view(1)).code == "choose"
    game.change("play V4", 0)
    assert story.ask(game.view(0)).data == {"front": Thing("V4")}


@pytest.mark.parametrize(
    ("word", "english", "german"),
    [
        ("play W7", "play watch 7", "Uhr 7 spielen"),
        ("play TC", "play cufflink thief", "Knopfdieb spielen"),
        ("play V12", "play Vault Shut 12", "„Tresor zu“ 12 spielen"),
        ("steal 2", "take Cleo's ring 10", "Ring 10 von Cleo nehmen"),
        ("steal 0", "take something from Ada", "etwas von Ada nehmen"),
        ("add B3", "add brooch 3", "Brosche 3 dazulegen"),
        ("done", "done, add nothing more", "fertig, nichts mehr dazulegen"),
    ],
)
def test_choices(word: str, english: str, german: str) -> None:
    view = view_of("steal TS\n0 V4 []\n1 V5 > TS []\n2 V6 > R10 []", 1)
    chosen = story.choice(view, word)
    assert (say(chosen, "choice"), say(chosen, "choice", "de")) == (english, german)


# ---------------------------------------------------------------- the points


@pytest.mark.clause("SD-17", "SD-18", "SD-19", "SD-20")
def test_lines_of_a_scoring() -> None:
    """SD-17 to SD-20: kind by kind; what does not count is named with its clause."""
    drawing = """
        over no_cards
        0  V5            [W2 W10 C5] V9
        1     > R3 R4    [B1 B2]
        2  V6 > V12      []
        """
    assert [(line.seat, line.clause, line.points, say(line, "lines")) for line in story.lines(view_of(drawing, 0))] == [
        (0, "SD-20", 12, "Watches 2, 10"),
        (0, "SD-20", 5, "Cufflink 5"),
        (1, "SD-19", 0, "Vault still open: jewels worth 3 do not count"),
        (1, "SD-19", 0, "Not in the vault: ring 3, ring 4"),
        (2, "SD-19", 0, "Vault still open, and empty"),
        (2, "SD-19", 0, "Too late: Vault Shut 12"),
    ]


@pytest.mark.clause("SD-18")
def test_lines_when_all_shut() -> None:
    """SD-18: the Vault Shut cards that ended the game were not too late; the vaults are open, and that is all."""
    view = view_of("over all_shut\n0 V5 > V6 [W2]\n1 V7 > V8 []\n2 [R9] V9", None)
    assert [(line.seat, line.clause, line.code) for line in story.lines(view)] == [
        (0, "SD-18", "open"),
        (1, "SD-18", "open_empty"),
        (2, "SD-20", "ring"),
    ]


@pytest.mark.clause("SD-20")
@pytest.mark.parametrize("setup", OURS, ids=label)
def test_lines_add_up(setup: Setup) -> None:
    """SD-20: to the scores, whatever the ending; every seat has a line, in order."""
    for record in records(setup, 20, seed=3):
        check_lines(replay(record))


def check_lines(game: Game[SchattendiebView]) -> None:
    view = game.view(0)
    found = story.lines(view)
    seats = [line.seat for line in found]
    assert seats == sorted(seats)
    assert set(seats) == set(range(game.players))
    assert [sum(line.points for line in found if line.seat == seat) for seat in range(game.players)] == game.scores
    assert all(line.clause in game.setup.about.CLAUSES for line in found)


# ---------------------------------------------------------------- whole games


@dataclass(frozen=True)
class Moment:
    """What a seat, or a spectator, was told of an event, and what it saw before and after."""

    seat: int | None
    before: SchattendiebView
    told: list[Happening]
    after: SchattendiebView


def recorded(players: int, how: str) -> Record:
    """A game of tests/playthroughs."""
    text = path("schattendieb", players, how).read_text(encoding="utf-8")
    options = ast.literal_eval(text.splitlines()[0].partition("options ")[2])
    return Record("schattendieb", players, tuple(events_of(text)), options)


def moments(record: Record) -> Iterator[Moment]:
    """A game as a spectator and the last seat follow it."""
    game: Game[SchattendiebView] = Game(set_up(record.game, record.players, record.options), None)
    chronicle = Chronicle(game, [None, record.players - 1])
    for number, event in enumerate(record.events):
        before = dict(chronicle.views)
        game.play(event)
        for seat, entries in chronicle.entries.items():
            told = [entry.happening for entry in entries if entry.event == number]
            was, now = (cast(SchattendiebView, views[seat]) for views in (before, chronicle.views))
            yield Moment(seat, was, told, now)


@cache
def sample() -> list[list[Moment]]:
    """A game for every ending, and a random one for every option."""
    games = [*(recorded(3, how) for how in ENDINGS), recorded(7, "no_cards")]
    games += [record for setup in OURS if setup.players == 4 for record in records(setup, 1, seed=7)]
    return [list(moments(record)) for record in games]


def check_all(game: list[Moment]) -> dict[str, set[str]]:
    """The codes that come up in a game, by table; all of it can be said, in both languages."""
    seen: dict[str, set[str]] = defaultdict(set)
    luck = random.Random(1)
    start = game[0].before
    words = sorted(engine(set_up("schattendieb", start["players"], start["options"])).decisions)

    def note(kind: Kind, said: Happening | Question | Line) -> None:
        seen[kind].add(said.code)
        assert all(say(said, kind, language) for language in LANGUAGES)

    for moment in game:
        check_shown(moment)
        view = moment.after
        for happening in moment.told:
            note("tell", happening)
        if view["choices"]:
            note("ask", story.ask(view))
            for word in (*offered(view["choices"]), *luck.sample(words, 3)):
                note("choice", story.choice(view, word))
        if view["ending"] is not None:
            seen["endings"].add(view["ending"])
            for line in story.lines(view):
                note("lines", line)
    return seen


def check_shown(moment: Moment) -> None:
    """SD-5, SD-9, SD-12: every card in a story lies open, or is in the seat's own hand."""
    named = {card for happening in moment.told for card in cards_in(happening)}
    shown = CARD.findall(str([moment.before["seats"], moment.after["seats"], moment.after["discard"]]))
    assert named <= set(shown), f"seat {moment.seat} is told of {named - set(shown)}"


def cards_in(happening: Happening) -> Iterator[str]:
    """The cards that a sentence names."""
    for value in happening.data.values():
        match value:
            case Thing(card):
                yield card
            case Things(cards):
                yield from cards
            case Dealt(dealt):
                yield from (card for _, card in dealt)
            case _:
                pass


def test_every_sentence_is_said_in_some_game() -> None:
    """But for some that have tests of their own above."""
    rare = {"tell": {"redraw", "hands_face_down", "pile_gone"}, "ask": {"steal", "change"}}
    seen = [check_all(game) for game in sample()]
    for kind in ("tell", "ask", "choice", "lines", "endings"):
        said = set().union(*(codes[kind] for codes in seen), rare.get(kind, ()))
        assert said == set(texts("en").under(f"schattendieb.{kind}"))


@pytest.mark.clause("SD-5", "SD-9")
def test_the_same_story_for_all_but_for_their_own_cards() -> None:
    """SD-5, SD-9: one's own choice is told when the others' are; nobody hears more than a spectator."""
    for game in sample():
        heard: dict[int | None, list[Happening]] = defaultdict(list)
        for moment in game:
            heard[moment.seat] += [said for said in moment.told if said.code not in ("draw", "hand")]
        assert all(told == heard[None] for told in heard.values())


@pytest.mark.slow
@pytest.mark.parametrize("setup", OURS, ids=label)
def test_many_games_can_be_told(setup: Setup) -> None:
    for record in records(setup, 5, seed=8):
        check_all(list(moments(record)))


@pytest.mark.clause("SD-13")
def test_own_draws_are_told_one_by_one() -> None:
    """SD-13: and nobody else's."""
    game: Game[SchattendiebView] = Game(set_up("schattendieb", 4, {}), Secret.seeded(3))
    luck = random.Random(3)
    while not game.over:
        seat = luck.choice(game.due)
        game.play(luck.choice(game.legal_for(seat)), seat)
    drawn = [event.split()[3] for event in game.events if event.startswith("* draw 2")]
    entries = Chronicle.history(game, [2]).entries[2]
    draws = [entry.happening for entry in entries if entry.happening.code == "draw"]
    assert [happening.data for happening in draws] == [{"seat": Seat(2), "card": Thing(card)} for card in drawn]


def test_the_picture_in_german() -> None:
    """The English one is that of the playthroughs."""
    drawing = "add\npile C1 + C2 C3\n0 W10 > W1 W3 []\n1 V5 > R2 []\n2 [W5 W6] V9\n3 V6 V7 []"
    game: Game[SchattendiebView] = game_at(drawing)
    lines = game.draw(game.view(0), Speech("de", "schattendieb", NAMES)).splitlines()
    assert lines[1:] == [
        "Zugstapel 1 + 2   Ablagestapel 92, verdeckt 0",
        "> Ada   W10   ausliegend W1 W3",
        "    Tresor offen: -   (0)",
        "> Bob   ?   ausliegend R2",
        "    Tresor offen: -   (0)",
        "  Cleo",
        "    Tresor zu mit V9: W5 W6   (11)",
        "  Dan   ? ?",
        "    Tresor offen: -   (0)",
        "Gefragt: Ada, Bob",
    ]
