"""The page of each environment tells what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from beute import games
from beute.play.setup import set_up
from beute.research.episode import numbers
from beute.research.versions import versioned

PAGES = Path(__file__).parents[2] / "docs" / "research"
SECTIONS = ["Description", "Observation", "Actions", "Rewards", "Termination", "Version history"]


@pytest.mark.parametrize("game", games.NAMES)
def test_a_page_has_every_section_and_part(game: str) -> None:
    text = (PAGES / f"{game}.md").read_text(encoding="utf-8")
    about = games.about(game)
    assert text.startswith(f"# {about.TITLE}: `{versioned(game)}`")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == SECTIONS
    assert f"| players | {about.SEATS[0]} to {about.SEATS[-1]} |" in text
    meaning = numbers(set_up(game, about.SEATS[0], {}))
    assert f"| actions | {meaning.actions}" in text
    assert f"| observation | {meaning.width} numbers |" in text
    told = re.findall(r"^\| (\d+) \| (\w+) \| (\d+) \| (\d+) \|", text, re.MULTILINE)
    begins, parts = 0, []
    for name, length in meaning.observed:
        parts.append((str(begins), name, str(length), str(int(meaning.most[begins]))))
        begins += length
    assert told == parts
