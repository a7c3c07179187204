"""The rulebook: complete in every language, its links lead somewhere, and the terminal can show it."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from beute import games, rulebook
from beute.play.errors import BeuteError
from beute.texts import LANGUAGES

ROOT = Path(__file__).parent.parent
RULES = ROOT / "docs" / "rules"
PAGES = sorted(RULES.glob("*/*.md"))
DRAWINGS = sorted(RULES.glob("img/*.svg"))
EVERY_PAGE = [(game, language) for game in games.NAMES for language in LANGUAGES]
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)]*)\)")
MARKS = (r"\*(?:Ruling|Festlegung):\*", r"\*Option `\w+`:\*", r"\*\*(?:Example|Beispiel)\.\*\*")


def name(path: Path) -> str:
    return str(path.relative_to(RULES))


def prose(path: Path) -> str:
    """A page without its code."""
    return re.sub(r"```.*?```|`[^`\n]*`", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)


def targets(path: Path) -> Iterator[tuple[Path, str]]:
    """Where the links and images of a page lead: a file, and an anchor in it."""
    for _, _, target in LINK.findall(prose(path)):
        if "://" not in target:
            file, _, anchor = target.partition("#")
            yield (path.parent / file).resolve() if file else path, anchor


# ------------------------------------------------------------ the pages


def test_every_language_has_the_same_pages() -> None:
    wanted = {f"{page}.md" for page in (*games.NAMES, "index")}
    for language in LANGUAGES:
        assert {path.name for path in (RULES / language).iterdir()} == wanted


@pytest.mark.parametrize(("game", "language"), EVERY_PAGE)
def test_every_clause_stands_once_and_in_order(game: str, language: str) -> None:
    clauses = games.about(game).CLAUSES
    blocks = [block for block in rulebook.page(game, language).blocks if block.clause]
    assert tuple(block.clause for block in blocks) == clauses
    assert all(block.markdown.startswith(f"**{block.clause}** ") for block in blocks)
    assert tuple(re.findall(r'id="([^"]*)"', rulebook.source(game, language))) == clauses


@pytest.mark.parametrize(("game", "language"), EVERY_PAGE)
def test_pages_name_only_clauses_that_exist(game: str, language: str) -> None:
    prefix = games.about(game).CLAUSES[0].split("-")[0]
    named = set(re.findall(rf"\b{prefix}-\d+\b", rulebook.source(game, language)))
    assert named <= set(games.about(game).CLAUSES)


@pytest.mark.parametrize(("game", "language"), EVERY_PAGE)
def test_every_option_stands_in_its_clause(game: str, language: str) -> None:
    for option in games.about(game).OPTIONS:
        assert f"*Option `{option.name}`:*" in rulebook.page(game, language).clause(option.clause).markdown


@pytest.mark.parametrize("game", games.NAMES)
def test_the_languages_mark_the_same_in_every_clause(game: str) -> None:
    def marked(language: str) -> dict[str, list[int]]:
        page = rulebook.page(game, language)
        texts = {clause: page.clause(clause).markdown for clause in games.about(game).CLAUSES}
        return {clause: [len(re.findall(mark, text)) for mark in MARKS] for clause, text in texts.items()}

    first, *others = LANGUAGES
    for other in others:
        assert marked(other) == marked(first)


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_links_and_images_lead_somewhere(path: Path) -> None:
    for file, anchor in targets(path):
        assert file.is_file(), f"{path} leads to {file}"
        if anchor:
            assert f'<a id="{anchor}"></a>' in file.read_text(encoding="utf-8"), f"{path} leads to {file}#{anchor}"


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_pages_have_no_html_but_anchors(path: Path) -> None:
    assert set(re.findall(r"<[a-zA-Z/!?][^>]*>", rulebook.ANCHOR.sub("", prose(path)))) == set()


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_an_image_is_a_paragraph_of_its_own_and_is_told_in_words(path: Path) -> None:
    for paragraph in prose(path).split("\n\n"):
        for image, alt, _ in LINK.findall(paragraph):
            if image:
                assert LINK.fullmatch(paragraph.strip()), paragraph
                assert len(alt.split()) > 5, paragraph


# ------------------------------------------------------------ the drawings


@pytest.mark.parametrize("path", DRAWINGS, ids=name)
def test_drawings_serve_every_language_and_need_nothing_else(path: Path) -> None:
    for element in ElementTree.parse(path).iter():
        kind = element.tag.partition("}")[2]
        assert kind not in {"script", "image", "foreignObject", "style"}
        if kind in {"text", "tspan"}:
            assert not re.search(r"[^\W\d_]", "".join(element.itertext())), f"{path} has words in it"
        for attribute, value in element.attrib.items():
            assert not attribute.endswith("href") or value.startswith("#"), value
            assert "url(" not in value or "url(#" in value, value


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_drawing_is_shown_in_every_language(language: str) -> None:
    shown = {file for path in PAGES if path.parent.name == language for file, _ in targets(path)}
    assert set(DRAWINGS) <= shown


# ------------------------------------------------------------ the loader

TEXT = """\
# A *game*

Two words. And [more](other.md).

## Set-up

<a id="SN-1"></a>**SN-1** See [SN-2](#SN-2)
and on.

![What it
shows](../img/x.svg)

> **Example.** Yes.

<a id="SN-2"></a>**SN-2** Code:

```
# no heading
```

### End
"""


def test_a_page_is_cut_at_headings_and_clauses() -> None:
    assert list(rulebook.cut(TEXT)) == [
        rulebook.Block(None, "A game", "# A *game*"),
        rulebook.Block(None, None, "Two words. And more."),
        rulebook.Block(None, "Set-up", "## Set-up"),
        rulebook.Block("SN-1", None, "**SN-1** See SN-2\nand on.\n\n*▣ What it shows*\n\n> **Example.** Yes."),
        rulebook.Block("SN-2", None, "**SN-2** Code:\n\n```\n# no heading\n```"),
        rulebook.Block(None, "End", "### End"),
    ]


@pytest.mark.parametrize(("game", "language"), EVERY_PAGE)
def test_nothing_is_left_that_a_terminal_cannot_show(game: str, language: str) -> None:
    page = rulebook.page(game, language)
    assert (page.game, page.language, page.title) == (game, language, games.about(game).TITLE)
    assert 20 < len(page.opening) < 200
    for block in page.blocks:
        assert "](" not in block.markdown
        assert "<a " not in block.markdown


@pytest.mark.parametrize("said", ["SN-7", "sn-7", "7", " 7 ", "07"])
def test_a_clause_by_its_id_or_number(said: str) -> None:
    assert rulebook.page("sneaky").clause(said).clause == "SN-7"


def test_the_game_of_a_clause() -> None:
    assert [rulebook.game_of(said) for said in ("SN-7", "sd-3", "RB-99", "7", "XY-1", "")] == [
        "sneaky",
        "schattendieb",
        "raeuber",
        None,
        None,
        None,
    ]


def test_what_there_is_not() -> None:
    for call, code, says in (
        (
            lambda: rulebook.page("sneeky"),
            "unknown_game",
            "no rules for 'sneeky'; there are sneaky, schattendieb",
        ),
        (lambda: rulebook.page("sneeky"), "unknown_game", "did you mean 'sneaky'?"),
        (lambda: rulebook.page("sneaky", "fr"), "unknown_language", "no rules in 'fr'; there are en, de"),
        (lambda: rulebook.page("sneaky", "../en"), "unknown_language", "did you mean 'en'?"),
        (lambda: rulebook.page("sneaky").clause("SN-77"), "unknown_clause", "Sneaky has SN-1 to SN-25; did you mean"),
        (lambda: rulebook.page("raeuber").clause("0"), "unknown_clause", "no clause '0'; Räuber has RB-1 to RB-18"),
    ):
        with pytest.raises(BeuteError, match=re.escape(says)) as caught:
            call()
        assert caught.value.code == code


@pytest.mark.slow
def test_the_package_holds_the_rulebook_and_the_texts(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    [wheel] = tmp_path.glob("*.whl")
    inside = set(zipfile.ZipFile(wheel).namelist())
    assert {f"beute/rules/{name(path)}" for path in PAGES + DRAWINGS} <= inside
    texts = ROOT / "src" / "beute" / "texts"
    assert {f"beute/texts/{path.relative_to(texts).as_posix()}" for path in texts.rglob("*.toml")} <= inside
    with_pages = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(with_pages)
    code = "from beute import rulebook; print(rulebook.__file__, rulebook.page('sneaky', 'de').title)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=with_pages, capture_output=True, text=True, check=True, env={}
    )
    assert done.stdout.split() == [str(with_pages / "beute" / "rulebook.py"), "Sneaky"]
