"""Räuber told: every sentence at a position that calls for it, and whole games that tell nobody too much."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from beute import Game
from beute.games.raeuber import ENDINGS, OPTIONS
from beute.games.raeuber.picture import picture
from beute.games.raeuber.story import ask, choice, lines, refused, tell
from beute.games.raeuber.view import Laid, RaeuberView
from beute.games.raeuber.words import SACK_NAMES
from beute.games.story import Amount, Data, Dealt, Happening, Seat, Thing, Things
from beute.lab.random_games import records
from beute.play.chronicle import Chronicle
from beute.play.game import new
from beute.play.replay import replay
from beute.play.setup import Setup
from beute.play.speech import Speech
from beute.texts import LANGUAGES, texts
from tests.games.raeuber.position import dealing, raeuber, table
from tests.setups import SETUPS, label

NAMES = ["Ada", "Ben", "Cleo", "Dora", "Emil"]
OURS = [setup for setup in SETUPS if setup.game == "raeuber"]


def speech(language: str = "en", players: int = 5) -> Speech:
    return Speech(language, "raeuber", NAMES[:players])


def told(game: Game[RaeuberView], seat: int | None, event: str) -> list[Happening]:
    """What a seat is told of the next event."""
    before = game.view(seat)
    game.play(event)
    return tell(before, [heard_last(game, seat)], game.view(seat))


def heard_last(game: Game[RaeuberView], seat: int | None) -> str:
    heard = game.heard_event(len(game.as_played) - 1, seat)
    assert heard is not None, "nothing lies face down"
    return heard


def said(game: Game[RaeuberView], seat: int | None, event: str, language: str = "en") -> list[str]:
    return [speech(language).say(happening, "tell") for happening in told(game, seat, event)]


def codes(kind: str) -> set[str]:
    return set(texts("en").under(f"raeuber.{kind}"))


# ---------------------------------------------------------------- what happened

THREE = """
    turn 0
    26 of 0: 17, top 6
    28 of 0: 18, top 3
    70a of 1: 61, top 6
    45b of 1: 20, top R
    100 of 2: 83, top R
    45a of 2: sealed, top 9
    seat 0: R 5 6 9 10
    seat 1: R 4
    seat 2: 8 9
    unseen: 2 3
    """
# How the sacks of THREE were filled.
LAID = {"26": "4 7 6", "28": "8 7 3", "70a": "10 10 10 10 10 5 6", "45b": "10 10 R"}
LAST_PLAY = """
    turn 2
    100 of 0: 90, top 4
    seat 0: {0}
    seat 1: {1}
    seat 2: {2} R
    """
# Room for 8 everywhere.
TIGHT = """
    26 of 1: 18, top 9
    27 of 1: 19, top 9
    28 of 1: 20, top 9
    29 of 1: 21, top 9
    45a 45b of 1: 37, top 8
    70a 70b of 1: 62, top 7
    100 of 1: 92, top 7
    """
# Room for 18 in the 100, for 7 or 8 everywhere else.
NEARLY_TIGHT = """
    26 of 1: 19, top 9
    27 of 1: 20, top 9
    28 of 1: 21, top 9
    29 of 0: 22, top 9
    45a 45b of 0: 38, top 8
    70a of 1: 63, top 8
    70b of 1: 62, top 8
    100 of 1: 82, top 7
    """
ROBBERS_ONLY = """
    turn 0
    26 27 28 29 45a 45b 70a 70b 100 of 0: 10, top 10
    seat 0: R R
    seat 1: 2 3
    unseen: R
    """
HAPPENED = [
    pytest.param(
        "start\nseat 0:\nseat 1:\nunseen: 2 3",
        *(None, "* start 1", ["Drawn by lot: Ben starts."]),
        id="RB-3 who starts",
    ),
    pytest.param(
        "draw 0\nseat 0: 5\nseat 1: 2\nunseen: R 3 3",
        *(0, "* draw 0 R", ["Ada draws a card: robber."]),
        id="RB-4 the own card",
    ),
    pytest.param("draw 0\nseat 0: 5\nseat 1: 2\nunseen: R 3 3", *(1, "* draw 0 R", []), id="RB-4 another's card"),
    pytest.param(
        "draw 0\nseat 0: 5\nseat 1: 2\nunseen: R",
        *(1, "* draw 0 R", ["The pile is empty: play goes on until everybody has one card left."]),
        id="RB-13 the pile is empty",
    ),
    pytest.param(
        THREE, 1, "0 5>27", ["Ada plays 5 on sack 27 in the centre and takes it."], id="RB-5 loot takes a sack"
    ),
    pytest.param(
        THREE, 0, "0 R>27", ["Ada lays a robber on sack 27 in the centre and takes it."], id="RB-5 a robber takes"
    ),
    pytest.param(THREE, 1, "0 6>26", ["Ada adds 6 to their own sack 26."], id="RB-8 equal, but one's own"),
    pytest.param(THREE, 1, "0 5>70a", ["Ada puts 5 on Ben's sack 70a."], id="RB-10 it stays there"),
    pytest.param(THREE, 1, "0 6>70a", ["Ada plays 6 on 6 and robs Ben of sack 70a!"], id="RB-8 robbed"),
    pytest.param(
        THREE,
        1,
        "0 10>28",
        [
            "Ada seals their own sack 28 with 10.",
            "Sack 28 is counted out for everybody: 8, 7, 3, 10. Together 28.",
        ],
        id="RB-9 sealed",
    ),
    pytest.param(
        THREE,
        2,
        "0 9>70a",
        [
            "Ada seals Ben's sack 70a with 9 and carries it off!",
            "Sack 70a is counted out for everybody: 5 × 10, 5, 6, 9. Together 70.",
        ],
        id="RB-9 another's sealed",
    ),
    pytest.param(
        THREE,
        0,
        "0 R>70a",
        ["Ada lays a robber on Ben's sack 70a.", "Ada counts sack 70a: 5 × 10, 5, 6, robber. Together 61."],
        id="RB-11 who lays a robber is told the cards and the sum",
    ),
    pytest.param(
        THREE,
        0,
        "0 R>45b",
        [
            "Ada lays robber on robber and robs Ben of sack 45b!",
            "Ada counts sack 45b: 2 × 10, 2 × robber. Together 20.",
        ],
        id="RB-8 RB-11 who robs with a robber too",
    ),
    pytest.param(
        *(THREE, 1, "0 R>70a", ["Ada lays a robber on Ben's sack 70a.", "Ada counts sack 70a."]),
        id="RB-11 the owner is told that it is counted",
    ),
    pytest.param(
        *(THREE, None, "0 R>45b", ["Ada lays robber on robber and robs Ben of sack 45b!", "Ada counts sack 45b."]),
        id="RB-8 RB-11 a robber robs",
    ),
    pytest.param(
        *(ROBBERS_ONLY, 1, "0 R>out", ["Ada has no card that fits anywhere and puts one out of the game: robber."]),
        id="RB-12 laid out",
    ),
    pytest.param(
        LAST_PLAY.format("10", "4", "R"),
        1,
        "2 R>70a",
        [
            "Cleo lays a robber on sack 70a in the centre and takes it.",
            "Everybody reveals their last card: Ada 10, Ben 4, Cleo robber.",
        ],
        id="RB-14 revealed",
    ),
    pytest.param(
        LAST_PLAY.format("7", "4", "7"),
        1,
        "2 R>70a",
        [
            "Cleo lays a robber on sack 70a in the centre and takes it.",
            "Everybody reveals their last card: Ada 7, Ben 4, Cleo 7.",
            "The last cards of Ada and Cleo are equal and out of the game: 7.",
        ],
        id="RB-14 equal ones are out",
    ),
    pytest.param(
        f"turn 0\n{TIGHT}\nseat 0: R 10\nseat 1: 4",
        None,
        "0 R>26",
        [
            *("Ada lays a robber on Ben's sack 26.", "Ada counts sack 26."),
            "Everybody reveals their last card: Ada 10, Ben 4.",
            "Ada's last card fits nowhere and is out of the game: 10.",
        ],
        id="RB-15 alone it is not equal",
    ),
    pytest.param(
        f"last 0\n{NEARLY_TIGHT}\nseat 0: 10\nseat 1: 9",
        None,
        "0 10>100",
        [
            "Ada puts 10 on Ben's sack 100.",
            "Ben's last card fits nowhere and is out of the game: 9.",
            *("No last cards are left: the game is over.", "Ben wins with 277 points."),
        ],
        id="RB-15 RB-17 nothing fits any more",
    ),
    pytest.param(
        "last 1\n26 of 0: 9, top 9\nseat 0:\nseat 1: 9",
        0,
        "1 9>27",
        [
            "Ben plays 9 on sack 27 in the centre and takes it.",
            *("No last cards are left: the game is over.", "Ada and Ben share the win with 9 points each."),
        ],
        id="RB-17 a shared win",
    ),
    pytest.param(
        "last 1\n26 of 0: 9, top 9\nseat 0:\nseat 1: R",
        1,
        "1 R>26",
        [
            "Ben lays a robber on Ada's sack 26.",
            *("No last cards are left: the game is over.", "Ada wins with 9 points."),
        ],
        id="RB-16 at the end nobody need count",
    ),
]


@pytest.mark.parametrize(("drawing", "seat", "event", "sentences"), HAPPENED)
def test_what_happened(drawing: str, seat: int | None, event: str, sentences: list[str]) -> None:
    assert said(at(drawing), seat, event) == sentences
    assert len(said(at(drawing), seat, event, "de")) == len(sentences)


def at(drawing: str, open_sums: bool = False) -> Game[RaeuberView]:
    """A game at a position; a drawing does not say which cards are on the sacks."""
    laid = Laid([tuple(LAID.get(sack, "").split()) for sack in SACK_NAMES]) if drawing == THREE else None
    return table(drawing, open_sums, laid)


@pytest.mark.parametrize(
    ("players", "seat", "sentences"),
    [
        (2, 0, ["Everybody is dealt 6 cards; in the pile: 54.", "Ada's hand: 2 × robber, 2, 3, 4, 5."]),
        (2, None, ["Everybody is dealt 6 cards; in the pile: 54."]),
        (5, None, ["Everybody is dealt 6 cards; in the pile: 35, put aside unseen: 1."]),
    ],
)
def test_rb_3_a_deal_is_told_once(players: int, seat: int | None, sentences: list[str]) -> None:
    game: Game[RaeuberView] = Game(raeuber(players).setup, None)
    hands = ["5 R 4 2 R 3", "9 9 8 10 9 10", "10 10 10 9 8 8", "7 7 7 7 8 8", "6 6 6 6 5 R"]
    events = dealing(hands[:players], first=1)
    assert said(game, seat, events[0]) == ["Drawn by lot: Ben starts."]
    for event in events[1:-1]:
        assert said(game, seat, event) == []
    assert said(game, seat, events[-1]) == sentences


def test_rb_18_with_open_sums_the_cards_are_still_news() -> None:
    """RB-11: who lays the robber sees which they are, the others only their sum."""
    laid = "Ada lays a robber on Ben's sack 70a."
    counted = "Ada counts sack 70a: 5 × 10, 5, 6, robber. Together 61."
    assert said(at(THREE, open_sums=True), 0, "0 R>70a") == [laid, counted]
    for seat in (1, None):
        assert said(at(THREE, open_sums=True), seat, "0 R>70a") == [laid, "Ada counts sack 70a."]


def test_rb_9_a_sealed_sack_is_counted_out_in_the_order_of_play() -> None:
    game: Game[RaeuberView] = Game(raeuber(2).setup, None)
    for event in [*dealing(["10 10 6 2 3 4", "5 5 5 7 7 7"]), "0 6>26", "* draw 0 R", "1 7>27", "* draw 1 R"]:
        game.play(event)
    for event in ["0 10>26", "* draw 0 R", "1 R>26", "* draw 1 R"]:
        game.play(event)
    for seat in (0, 1, None):
        sealed, counted = told(game.copy(), seat, "0 10>26")
        assert sealed.code == "seal"
        expected = {"sack": Thing("26"), "cards": Things(("6", "10", "R", "10")), "worth": Amount(26)}
        assert (counted.code, counted.data) == ("counted_out", expected)


def test_rb_14_the_last_cards_are_told_by_seat() -> None:
    """RB-14"""
    revealed = told(table(LAST_PLAY.format("10", "4", "R")), None, "2 R>70a")[-1]
    assert revealed == Happening("reveal", {"cards": Dealt(((0, "10"), (1, "4"), (2, "R")))})


def test_rb_18_the_sum_of_another_s_sack_is_told_to_nobody_but_who_counts_it() -> None:
    """RB-11"""
    little, much = (THREE.replace("20, top R", f"{loot}, top R") for loot in (15, 21))
    for seat in (1, 2, None):
        assert told(table(little), seat, "0 R>45b") == told(table(much), seat, "0 R>45b")
    assert told(table(little), 0, "0 R>45b") != told(table(much), 0, "0 R>45b")


# ---------------------------------------------------------------- what is refused


def tried(drawing: str, *words: str) -> Game[RaeuberView]:
    """A game in which seat 0 has tried these and was refused."""
    game = table(drawing)
    for word in words:
        game.refuse(word, 0)
    return game


def test_rb_6_the_owner_announces_that_a_card_does_not_fit() -> None:
    [refusal] = tried(THREE, "10>70a").refusals
    happening = refused(refusal)
    expected = {"seat": Seat(0), "owner": Seat(1), "card": Thing("10"), "sack": Thing("70a")}
    assert (happening.code, happening.data) == ("refused", expected)
    assert speech().say(happening, "tell") == "Ben: Ada's 10 does not fit into sack 70a."
    assert speech("de").say(happening, "tell") == "Ben: Die 10 von Ada passt nicht in Sack 70a."


# ---------------------------------------------------------------- what is asked


QUESTIONS = [
    pytest.param(THREE, [], "RB-4", "Play a card on a sack that is not sealed; then you draw one.", id="RB-4"),
    pytest.param(
        "turn 0\nseat 0: 2 3 4\nseat 1: 5 6 7",
        [],
        "RB-13",
        "The pile is empty. Play one of your 3 cards; the last one is for the end.",
        id="RB-13",
    ),
    pytest.param(
        ROBBERS_ONLY,
        [],
        "RB-12",
        "None of your cards fits anywhere. Which one do you put out of the game?",
        id="RB-12",
    ),
    pytest.param(
        *("last 0\nseat 0: R\nseat 1:", [], "RB-15", "Your last card: robber. On which sack do you play it?"),
        id="RB-15",
    ),
    pytest.param(
        THREE,
        ["10>70a"],
        "RB-6",
        "The 10 does not fit there. On which other sack do you play it?",
        id="RB-6 refused",
    ),
    pytest.param(
        f"last 0\n{NEARLY_TIGHT}\nseat 0: 10\nseat 1: 9",
        ["10>26", "10>70a"],
        "RB-6",
        "The 10 does not fit there. On which other sack do you play it?",
        id="RB-6 RB-15 a last card refused",
    ),
    pytest.param(
        f"turn 0\n{TIGHT}\nseat 0: R 10\nseat 1: 4",
        [f"10>{sack}" for sack in SACK_NAMES],
        "RB-13",
        "The pile is empty. Play one of your 2 cards; the last one is for the end.",
        id="RB-6 refused everywhere",
    ),
]


@pytest.mark.parametrize(("drawing", "words", "clause", "sentence"), QUESTIONS)
def test_questions(drawing: str, words: list[str], clause: str, sentence: str) -> None:
    question = ask(tried(drawing, *words).view(0))
    assert question.clause == clause
    assert speech().say(question, "ask") == sentence


CHOICES = [
    ("R>27", "robber on sack 27 in the centre", "Räuber auf Sack 27 in der Mitte"),
    ("7>26", "7 on your own sack 26", "7 auf den eigenen Sack 26"),
    ("10>70a", "10 on Ben's sack 70a", "10 auf Sack 70a von Ben"),
    ("9>45a", "9 on Cleo's sack 45a", "9 auf Sack 45a von Cleo"),
    ("R>out", "robber out of the game", "Räuber aus dem Spiel"),
]


@pytest.mark.parametrize(("word", "english", "german"), CHOICES)
def test_choices_in_words(word: str, english: str, german: str) -> None:
    said = choice(table(THREE).view(0), word)
    assert (speech("en").say(said, "choice"), speech("de").say(said, "choice")) == (english, german)


# ---------------------------------------------------------------- what it comes to


SCORING = """
    over
    26 of 0: sealed, top 9
    45a of 0: 44, top 9
    70a of 1: sealed, top 8
    29 of 1: 28, top 3
    100 of 1: 0, top R
    seat 0:
    seat 1:
    seat 2:
    """


def test_rb_16_the_scoring_line_by_line() -> None:
    found = lines(table(SCORING).view(None))
    assert [(line.seat, line.points, speech().say(line, "lines")) for line in found] == [
        (0, 52, "Sack 26, sealed and below 30: 2 × 26"),
        (0, 44, "Sack 45a, open, with 44 of 45 in it"),
        (1, 28, "Sack 29, open, with 28 of 29 in it"),
        (1, 70, "Sack 70a, sealed: 70"),
        (1, 0, "Sack 100, open, with 0 of 100 in it"),
        (2, 0, "No sack"),
    ]
    assert {line.clause for line in found} == {"RB-16"}


# ---------------------------------------------------------------- whole games


@pytest.mark.clause("RB-11", "RB-14", "RB-18")
@pytest.mark.parametrize("setup", OURS, ids=label)
def test_a_game_is_told_to_everybody_in_every_language_and_nobody_is_told_too_much(setup: Setup) -> None:
    """RB-11, RB-14, RB-18"""
    game, luck = Game[RaeuberView](setup, None), random.Random(5)
    speeches = [speech(language, setup.players) for language in LANGUAGES]
    everybody = (None, *range(setup.players))
    views = {seat: game.view(seat) for seat in everybody}
    while not game.over:
        play_on(game, luck)
        for seat in everybody:
            before, views[seat] = views[seat], game.view(seat)
            revealed = views[seat]["step"] in ("last_cards", "over")
            assert all(card is not None for card in views[seat]["last_cards"]) == revealed
            heard = heard_last(game, seat)
            for happening in tell(before, [heard], views[seat]):
                check_told(happening.data, heard, before, views[seat])
                for each in speeches:
                    assert not re.search(r"[{}?]", each.say(happening, "tell"))


def play_on(game: Game[RaeuberView], luck: random.Random) -> None:
    if game.chance_is_due:
        words, weights = zip(*game.chances.items(), strict=True)
        game.play(f"* {luck.choices(words, weights)[0]}")
    else:
        game.play(luck.choice(game.legal))


def check_told(data: Data, heard: str, before: RaeuberView, after: RaeuberView) -> None:
    """Sums that the seat is shown, cards that it heard of or sees."""
    seen = {card for view in (before, after) for hand in view["hands"] for card in hand} - {"?"}
    seen |= {card for card in after["last_cards"] if card is not None} | {*re.split("[ >]", heard)}
    for sack in after["sacks"]:
        if data.get("sack") == Thing(sack["name"]):
            seen |= {*(sack["cards"] or ())}
            assert "loot" not in data or (sack["loot"] is not None and data["loot"] == Amount(sack["loot"]))
    assert {*cards_in(data)} <= seen


def cards_in(data: Data) -> Iterator[str]:
    """The cards that a sentence names."""
    for key, value in data.items():
        match value:
            case Thing(card) if key != "sack":
                yield card
            case Things(cards):
                yield from cards
            case Dealt(dealt):
                yield from (card for _, card in dealt)
            case _:
                pass


@pytest.mark.parametrize("setup", OURS, ids=label)
def test_every_question_and_every_choice_has_words(setup: Setup) -> None:
    game, luck = new("raeuber", setup.players, 6, **dict(setup.options)), random.Random(6)
    while not game.over:
        view = game.view(game.due[0])
        assert (ask(view).code == "lay_out") == game.legal[0].endswith(">out")
        for language in LANGUAGES:
            assert speech(language).say(ask(view), "ask")
            some = luck.sample(sorted(game.engine.decisions), 12)
            assert len({speech(language).say(choice(view, word), "choice") for word in some}) == 12, "no two are alike"
        play_on(game, luck)


@pytest.mark.parametrize("setup", OURS, ids=label)
def test_rb_16_the_lines_add_up_to_the_scores(setup: Setup) -> None:
    for record in records(setup, 3, 1):
        view = replay(record).view(None)
        found = lines(view)
        assert [line.seat for line in found] == sorted(line.seat for line in found)
        totals = [sum(line.points for line in found if line.seat == seat) for seat in range(setup.players)]
        assert totals == view["scores"]
        for language in LANGUAGES:
            assert all(speech(language).say(line, "lines") for line in found)


def test_the_chronicle_of_a_game_ends_with_its_end() -> None:
    game = replay(next(iter(records(OURS[0], 1, 2))))
    told = [entry.happening.code for entry in Chronicle.history(game, [0]).entries[0]]
    assert told[:3] == ["start", "dealt", "hand"]
    assert told.count("last_cards") == 1
    assert told[-1] in ("won", "shared")


# ---------------------------------------------------------------- the texts


def test_every_sentence_is_called_for_by_a_position_above() -> None:
    happened = {code for case in cases(HAPPENED) for code in codes_told(*case[:3])}
    assert happened | {"dealt", "dealt_aside", "hand", "refused"} == codes("tell")
    assert {ask(tried(drawing, *words).view(0)).code for drawing, words, *_ in cases(QUESTIONS)} == codes("ask")
    assert {choice(table(THREE).view(0), word).code for word, _, _ in CHOICES} == codes("choice")
    assert {line.code for line in lines(table(SCORING).view(None))} == codes("lines")


def codes_told(drawing: Any, seat: Any, event: Any) -> set[str]:
    return {happening.code for happening in told(at(drawing), seat, event)}


def cases(table: list[Any]) -> list[tuple[Any, ...]]:
    return [case.values for case in table]


def test_the_languages_say_the_same_codes_with_the_same_data() -> None:
    english, german = (texts(language).under("raeuber") for language in ("en", "de"))
    assert list(english) == list(german)
    for code in english:
        assert data_of(english[code]) == data_of(german[code]), code


def data_of(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def test_every_ending_and_option_is_described() -> None:
    assert codes("endings") == set(ENDINGS)
    assert codes("options") == {option.name for option in OPTIONS}


# ---------------------------------------------------------------- the picture


def test_the_picture_in_german_with_names() -> None:
    game = table(THREE)
    assert picture(game.view(0), Speech("de", "raeuber", ["Ada", "Klementine", "Bo"])) == [
        "Zugstapel 2",
        "    26  Ada         [###.]       17/26  oben 6",
        "    27  Mitte       [#...]        0/27",
        "    28  Ada         [###.]       18/28  oben 3",
        "    29  Mitte       [#...]        0/29",
        "   45a  Bo          VERSIEGELT   45/45  oben 9",
        "   45b  Klementine  [##..]              oben R",
        "   70a  Klementine  [####]              oben 6",
        "   70b  Mitte       [#...]        0/70",
        "   100  Bo          [####]              oben R",
        "> Ada: R 5 6 9 10",
        "  Klementine: ? ?",
        "  Bo: ? ?",
    ]
