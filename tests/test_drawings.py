"""The rulebook's drawings show the components as the tables of data have them: inks, marks, values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from beute.games.raeuber import components as raeuber
from beute.games.schattendieb import components as schattendieb
from beute.games.sneaky import components as sneaky
from beute.research.pictures.symbols import MARKS

RULES = Path(__file__).parent.parent / "docs" / "rules"
DRAWINGS = sorted((RULES / "img").glob("*.svg"))
SVG = "{http://www.w3.org/2000/svg}"


def name(path: Path) -> str:
    return path.stem


def drawing(stem: str) -> Path:
    return RULES / "img" / f"{stem}.svg"


def of(game: str) -> list[Path]:
    return [path for path in DRAWINGS if path.stem.startswith(f"{game}-")]


def elements(path: Path) -> Iterator[Element]:
    return ElementTree.parse(path).iter()


def coloured(path: Path) -> list[Element]:
    """What has a colour of its own; all that is drawn in `currentColor` takes it from there."""
    return [element for element in elements(path) if "color" in element.attrib]


def used(element: Element) -> list[str]:
    """The names of all that it draws by reference."""
    return [use.attrib["href"].removeprefix("#") for use in element.iter(f"{SVG}use")]


def written(element: Element) -> list[str]:
    return ["".join(text.itertext()) for text in element.iter(f"{SVG}text")]


@pytest.mark.parametrize("path", DRAWINGS, ids=name)
def test_what_a_drawing_refers_to_is_in_it_and_nothing_is_left_over(path: Path) -> None:
    root = ElementTree.parse(path).getroot()
    there = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
    clips = {str(element.attrib["clip-path"])[5:-1] for element in root.iter() if "clip-path" in element.attrib}
    assert there == {*used(root), *clips}


# ------------------------------------------------------------ Sneaky


@pytest.mark.parametrize("path", of("sneaky"), ids=name)
def test_marks_are_those_of_the_painted_pictures(path: Path) -> None:
    found = {str(element.attrib["id"]): element for element in elements(path) if "id" in element.attrib}
    marks = {key.removeprefix("mark-"): element.attrib["d"] for key, element in found.items() if key[:5] == "mark-"}
    assert marks
    assert marks == {mark: MARKS[mark] for mark in marks}


@pytest.mark.parametrize("path", of("sneaky"), ids=name)
def test_every_die_and_bandit_has_its_ink_and_its_mark(path: Path) -> None:
    assert coloured(path)
    for element in coloured(path):
        kind, _, thing = element.attrib["id"].partition("-")
        colour = sneaky.BY_LETTER[thing[0]]
        assert element.attrib["color"] == colour.ink
        assert {use for use in used(element) if use.startswith("mark-")} == {f"mark-{colour.mark}"}
        if kind == "bandit":
            assert used(element).count("slot") == sneaky.value(thing)
        else:
            assert kind == "die"


def test_the_parts_show_every_colour_and_the_page_tells_each_with_its_mark() -> None:
    path = drawing("sneaky-parts")
    dice = [element.attrib["id"] for element in coloured(path) if element.attrib["id"].startswith("die-")]
    assert dice == [f"die-{colour.letter}" for colour in sneaky.COLOURS]
    page = " ".join((RULES / "en" / "sneaky.md").read_text(encoding="utf-8").split())
    for colour in sneaky.COLOURS:
        assert re.search(rf"\b{colour.name} (one )?with a {colour.mark}\b", page)


# ------------------------------------------------------------ Der Schattendieb

INKS = {f"jewel-{kind.name}": kind.ink for kind in schattendieb.KINDS} | {
    "door": schattendieb.DOOR_INK,
    "shadow": schattendieb.SHADOW_INK,
}


@pytest.mark.parametrize("path", of("schattendieb"), ids=name)
def test_jewels_doors_and_shadows_have_their_inks(path: Path) -> None:
    assert {str(element.attrib["id"]): element.attrib["color"] for element in coloured(path)}.items() <= INKS.items()


def test_the_cards_show_every_kind_with_its_thief() -> None:
    path = drawing("schattendieb-cards")
    shown = used(ElementTree.parse(path).getroot())
    assert {use: shown.count(use) for use in INKS} == {use: 1 if use == "shadow" else 2 for use in INKS}


# ------------------------------------------------------------ Räuber

SACK_INKS = {str(sack.worth): sack.ink for sack in raeuber.SACKS}
CARD_INKS = dict(zip(raeuber.CARDS, raeuber.INKS, strict=True))


@pytest.mark.parametrize("path", of("raeuber"), ids=name)
def test_sacks_and_cards_have_their_inks_and_cards_as_many_coins_as_they_are_worth(path: Path) -> None:
    assert coloured(path)
    for element in coloured(path):
        [number] = written(element)
        if "card" in used(element):
            card = raeuber.ROBBER if "robber" in used(element) else number
            assert element.attrib["color"] == CARD_INKS[card]
            assert used(element).count("coin") == raeuber.value(card) == int(number)
        else:
            assert "patch" in used(element)
            assert element.attrib["color"] == SACK_INKS[number]


def test_all_sacks_stand_on_the_table() -> None:
    path = drawing("raeuber-table")
    patches = [written(element)[0] for element in coloured(path) if "patch" in used(element)]
    assert patches == [str(sack.worth) for sack in raeuber.SACKS]


def test_a_seal_has_its_ink_and_tells_what_the_sack_counts() -> None:
    path = drawing("raeuber-seal")
    [sealed] = [element for element in coloured(path) if "tied" in used(element)]
    sack = raeuber.BY_NAME[written(sealed)[0]]
    assert raeuber.SEAL_INK in {element.attrib.get("fill") for element in sealed}
    assert f"2 × {sack.worth} = {sack.sealed_worth}" in written(ElementTree.parse(path).getroot())
