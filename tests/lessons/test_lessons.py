"""Each lesson plays from its beginning to its end by the real rules, and what it says is so."""

from __future__ import annotations

from typing import Any

import pytest

from beute import games
from beute.games.views import offered
from beute.lessons import PUPIL, Lesson, Moment, lesson
from beute.play.errors import BrokenRecord
from beute.table.seats import Seat
from beute.table.table import Table
from beute.texts import LANGUAGES, texts
from tests.table.memory import Memory

NAMES = {"otto": "Otto", "lene": "Lene"}
FACTS = {  # what the story tells while a step is gone through
    ("sneaky", "fill"): "fill_centre",
    ("sneaky", "stop"): "capture_centre capture_stack handcuff_taken handcuff_returned",
    ("sneaky", "again"): "bust handcuff_returned",
    ("schattendieb", "choose"): "stalemate",
    ("schattendieb", "add"): "add into_vaults",
    ("schattendieb", "steal"): "steal",
    ("schattendieb", "shut"): "shut",
    ("raeuber", "take"): "rob",
    ("raeuber", "rob"): "rob",
    ("raeuber", "seal"): "seal",
    ("raeuber", "robber"): "rob",
}


class Course:
    """A table at which a lesson is gone through; each step as its pupil sees it."""

    def __init__(self, game: str) -> None:
        self.lesson: Lesson = lesson(game)
        bots = [Seat(name, "easy") for name in self.lesson.opponents]
        self.table = Table.open(
            Memory(),
            "t",
            game,
            [Seat("Ada"), *bots],
            self.lesson.options,
            events=self.lesson.before,
            script=self.lesson.chance,
        )
        self.pages = 0

    @property
    def moment(self) -> Moment:
        return self.lesson.at(self.table.game.as_played, self.pages)

    @property
    def step(self) -> str:
        return "over" if self.moment.over else self.lesson.steps[self.moment.step].name

    def view(self) -> Any:
        return self.table.view(PUPIL)

    def read(self) -> None:
        assert self.moment.unread
        self.pages += 1

    def decide(self, seat: int) -> set[str]:
        """What the lesson says, the last word where the order does not matter; what the pupil is told of it."""
        words = self.moment.words(seat)
        assert {*words} <= {*offered(self.table.view(seat)["choices"])}, (self.step, seat, words)
        update = self.table.play(seat, words[-1]).updates.get(PUPIL)
        return {one.code for one in update.told} if update else set()

    def go_through(self, until: str = "over") -> None:
        while self.step != until:
            if self.moment.waits:
                self.read()
            else:
                due = self.table.game.due
                self.decide(next((seat for seat in reversed(due) if self.moment.words(seat)), due[0]))


@pytest.fixture(params=games.NAMES)
def course(request: pytest.FixtureRequest) -> Course:
    return Course(request.param)


def test_it_plays_to_its_end_by_the_words_it_asks_for(course: Course) -> None:
    seen = list[str]()
    while course.step != "over":
        if course.step not in seen:
            seen.append(course.step)
            step = course.lesson.steps[course.moment.step]
            assert step.reading or PUPIL in course.table.game.due, "the pupil is asked when a step begins"
        if course.moment.waits:
            course.read()
        else:
            course.decide(course.table.game.due[0])
    assert seen == [step.name for step in course.lesson.steps]
    assert 5 <= len(seen) <= 8
    assert course.table.game.due, "somebody is asked, so that the game goes on"
    assert not course.table.game.over


def test_each_step_has_its_sentences(course: Course) -> None:
    game, steps = course.lesson.game, course.lesson.steps
    about = games.about(game)
    for language in LANGUAGES:
        said = texts(language).under(f"{game}.lesson")
        parts = {code.partition(".")[0]: set[str]() for code in said}
        for code, sentence in said.items():
            name, _, part = code.partition(".")
            parts[name].add(part)
            sentence.format(**NAMES)
            assert part != "title" or len(sentence) <= 24, sentence
        lead = {"title", "text", "then"}
        assert parts == {"over": {"text"}} | {step.name: lead | (set() if step.reading else {"task"}) for step in steps}
    assert {step.clause for step in steps} <= set(about.CLAUSES)


def test_what_it_says_happens_does_happen(course: Course) -> None:
    told = dict[str, set[str]]()
    while course.step != "over":
        step = course.step
        if course.moment.waits:
            course.read()
        else:
            told.setdefault(step, set()).update(course.decide(course.table.game.due[0]))
    for (game, step), codes in FACTS.items():
        if game == course.lesson.game:
            for code in codes.split():
                assert any(each.startswith(code) for each in told[step]), (step, code, told[step])


def test_who_chooses_at_the_same_time_does_so_in_any_order() -> None:
    first, last = Course("schattendieb"), Course("schattendieb")
    first.read()
    for seat in 0, 1, 2:
        first.decide(seat)
    last.read()
    for seat in 2, 1, 0:
        last.decide(seat)
    assert first.step == last.step == "stalemate"
    assert first.view() | {"version": 0} == last.view() | {"version": 0}


def test_dice_of_a_step_are_placed_in_any_order() -> None:
    course = Course("sneaky")
    course.read()
    assert course.moment.words(PUPIL) == ("put c0", "put c1", "put c1")
    course.table.play(PUPIL, "put c1")
    assert course.moment.words(PUPIL) == ("put c0", "put c1")
    course.go_through("again")
    assert {*course.moment.words(PUPIL)} == {"put c1", "put c2"}, "what comes after them is not asked for yet"


def test_taking_back_goes_back() -> None:
    course = Course("sneaky")
    course.read()
    course.table.play(PUPIL, "put c0")
    course.table.undo(PUPIL)
    assert (course.step, course.moment.words(PUPIL)) == ("fill", ("put c0", "put c1", "put c1"))


def test_what_is_only_read_is_waited_for() -> None:
    course = Course("sneaky")
    assert (course.moment.unread, course.moment.words(PUPIL)) == (True, ())
    course.read()
    course.go_through("bust")
    assert course.table.game.due == (1,)
    assert (course.moment.unread, course.moment.words(1)) == (True, ())
    course.read()
    assert course.moment.words(1) == ("put c0", "put c0")


def test_at_the_end_nothing_goes_on(course: Course) -> None:
    course.go_through()
    assert (course.moment.waits, course.moment.unread) == (True, False)
    assert [course.moment.words(seat) for seat in range(3)] == [(), (), ()]


def test_something_else_is_not_the_lesson() -> None:
    course = Course("sneaky")
    course.table.play(PUPIL, "put c2")
    with pytest.raises(BrokenRecord, match="put c2"):
        _ = course.moment


# ------------------------------------------------------------ what the sentences say, in numbers


def test_the_facts_of_sneaky() -> None:
    course = Course("sneaky")
    assert [there["bandit"] for there in course.view()["centre"]] == ["Y1", "G2", "P3"]
    assert sorted(course.view()["dice"]) == sorted("YRGGBSP")
    course.go_through("stop")
    assert len(course.view()["dice"]) == 4
    course.go_through("again")
    assert course.view()["seats"][0]["cuffs"] == 3
    assert course.view()["seats"][1]["stacks"][0]["bandits"][-1] == "G2", "stolen from the pupil"
    course.go_through("bust")
    assert course.table.told(PUPIL)[-1].happening.code, "it is told what was rolled"
    assert course.view()["seats"][0]["cuffs"] == 2
    course.go_through("steal")
    assert course.view()["seats"][1]["stacks"][0]["bandits"] == ["S2", "G2", "Y2"]
    assert {choice["word"] for choice in course.view()["choices"] if choice["possible"] == "yes"} >= {"put s1"}
    course.go_through()
    assert course.view()["seats"][0]["stacks"][0]["bandits"] == ["P3", "Y2"]


def test_the_facts_of_der_schattendieb() -> None:
    course = Course("schattendieb")
    course.go_through("stalemate")
    assert [seat["front"] for seat in course.view()["seats"]] == [None, None, "W9"]
    course.go_through("jewel")
    assert {"W7", "W5", "W3"} <= {*course.view()["seats"][0]["hand"]}
    course.go_through("steal")
    assert [seat["front"] for seat in course.view()["seats"]][1:] == ["R10", "B4"]
    course.go_through("shut")
    mine = course.view()["seats"][0]
    assert (len(mine["vault"]), mine["vault_sum"]) == (4, 25)
    (shuts,) = [each for each in course.view()["prospects"] if each["word"] == "play V4"]
    assert shuts["shuts"]
    course.go_through()
    mine = course.view()["seats"][0]
    assert (mine["open"], mine["vault_sum"]) == (False, 25)


def test_the_facts_of_raeuber() -> None:
    course = Course("raeuber")

    def sack(name: str) -> Any:
        return next(each for each in course.view()["sacks"] if each["name"] == name)

    course.go_through("rob")
    assert (sack("28")["owner"], sack("28")["top"]) == (2, "8")
    course.go_through("seal")
    assert (sack("28")["owner"], sack("28")["loot"]) == (0, 24)
    why = {choice["word"]: choice["code"] for choice in course.view()["choices"]}
    assert [why[f"{card}>28"] for card in (5, 7, 10)] == ["exceeds_sack"] * 3
    course.go_through("count")
    assert (sack("28")["owner"], sack("28")["sealed"], sack("28")["sealed_worth"]) == (0, True, 56)
    assert (sack("45a")["owner"], sack("45a")["loot"]) == (1, None)
    course.go_through("robber")
    assert (sack("45a")["loot"], sack("45a")["top"]) == (24, "R")
    course.go_through()
    assert (sack("45a")["owner"], sack("45a")["loot"]) == (0, 24)


def test_there_is_a_lesson_for_every_game() -> None:
    assert len(games.NAMES) == len({lesson(game).game for game in games.NAMES}) == 3
