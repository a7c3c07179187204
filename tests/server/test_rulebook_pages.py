"""The rulebook as the browser shows it: every clause has its anchor, and nothing in a page does anything else."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from beute import games, rulebook
from beute.server.routes.rulebook import page_of
from beute.texts import LANGUAGES
from tests.server.inside import Inside, in_loop

PAGES = [(game, language) for game in games.NAMES for language in LANGUAGES]
TAGS = {
    *("h1", "h2", "h3", "p", "a", "strong", "em", "code", "pre", "img", "ul", "ol", "li", "blockquote", "br"),
    *("table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES = {
    *(("a", "id"), ("a", "href"), ("ol", "start"), ("th", "class"), ("td", "class")),
    *(("img", name) for name in ("src", "alt", "width", "height")),
}


class Page(HTMLParser):
    """A page's tags, and its text by clause."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self._clause = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "a" and dict(attrs).get("id"):
            self._clause = str(dict(attrs)["id"])

    def handle_data(self, data: str) -> None:
        self.texts[self._clause] = self.texts.get(self._clause, "") + data

    def all(self, tag: str, attribute: str) -> list[str]:
        return [str(attrs[attribute]) for name, attrs in self.tags if name == tag and attribute in attrs]


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_every_clause_has_its_anchor_and_begins_there(game: str, language: str) -> None:
    page = Page(page_of(game, language))
    clauses = games.about(game).CLAUSES
    assert tuple(page.all("a", "id")) == clauses
    for clause in clauses:
        assert page.texts[clause].startswith(f"{clause} ")


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_links_lead_to_clauses_and_images_are_there(game: str, language: str) -> None:
    page = Page(page_of(game, language))
    assert {f"#{clause}" for clause in games.about(game).CLAUSES} >= set(page.all("a", "href"))
    images = page.all("img", "src")
    assert images
    assert all(src.removeprefix("/api/rules/img/") in rulebook.drawings() for src in images)
    assert all(int(size) > 50 for side in ("width", "height") for size in page.all("img", side))
    assert all(len(alt.split()) > 5 for alt in page.all("img", "alt"))


@pytest.mark.parametrize(("game", "language"), PAGES)
def test_a_page_has_only_what_shows_text(game: str, language: str) -> None:
    """No script, no inline style, which the policy of the server's pages forbids, and no Markdown left over."""
    page = Page(page_of(game, language))
    assert {tag for tag, _ in page.tags} <= TAGS
    assert {(tag, name) for tag, attributes in page.tags for name in attributes} <= ATTRIBUTES
    assert {name for tag in ("th", "td") for name in page.all(tag, "class")} <= {"right", "center"}
    assert "**" not in "".join(page.texts.values())
    assert "](" not in "".join(page.texts.values())


def test_other_html_is_shown_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    page_of.cache_clear()
    text = '# T\n\n<a id="SN-1"></a>**SN-1** <script>x</script> <a id="x" onclick="y"></a>\n\n<a id="SN-2"></a><b>z</b>'
    monkeypatch.setattr(rulebook, "source", lambda game, language: text)
    page = Page(page_of("sneaky", "en"))
    page_of.cache_clear()
    assert [tag for tag, _ in page.tags] == ["h1", "p", "a", "strong", "p", "a"]
    assert "<script>x</script>" in page.texts["SN-1"]


@pytest.fixture
def server(tmp_path: Path) -> Inside:
    return Inside(tmp_path / "data")


@pytest.mark.parametrize(("game", "language"), PAGES)
@in_loop
async def test_it_is_served_and_asked_for_once(server: Inside, game: str, language: str) -> None:
    async with server:
        path = f"/api/rules/{language}/{game}"
        answer = await server.ask("nobody", "GET", path)
        headers = dict(answer.headers)
        assert (answer.status, headers[b"content-type"]) == (200, b"text/html; charset=utf-8")
        assert answer.body.decode() == page_of(game, language)
        assert headers[b"cache-control"] == b"no-cache"
        again = await server.ask("nobody", "GET", path, headers={"if-none-match": headers[b"etag"].decode()})
        assert (again.status, again.body) == (304, b"")
        for name, drawn in rulebook.drawings().items():
            image = await server.ask("nobody", "GET", f"/api/rules/img/{name}")
            assert (image.status, image.body) == (200, drawn)
            assert dict(image.headers)[b"content-type"] == b"image/svg+xml"


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/api/rules/en/chess", "unknown_game"),
        ("/api/rules/fr/sneaky", "wrong_fields"),
        ("/api/rules/img/../en/sneaky.md", "not_found"),
        ("/api/rules/img/%2e%2e%2fen%2fsneaky.md", "not_found"),
        ("/api/rules/img/none.svg", "not_found"),
    ],
)
@in_loop
async def test_what_there_is_not(server: Inside, path: str, code: str) -> None:
    async with server:
        answer = await server.ask("nobody", "GET", path)
        assert answer.data["code"] == code


def test_how_long_a_game_takes() -> None:
    assert [rulebook.page(game).minutes for game in games.NAMES] == [20, 30, None]
    for game in games.NAMES:
        assert rulebook.page(game, "de").minutes == rulebook.page(game, "en").minutes


@in_loop
async def test_the_games_are_told_with_all_that_setting_up_needs(server: Inside) -> None:
    async with server:
        found = {each["game"]: each for each in await server.get("nobody", "/api/games")}
    assert list(found) == list(games.NAMES)
    for game, told in found.items():
        about = games.about(game)
        assert (told["title"], told["players"]) == (about.TITLE, list(about.SEATS))
        assert [level["name"] for level in told["levels"]] == ["easy", "medium", "hard", "master"]
        for texts in (told["teaser"], *(option["meaning"] for option in told["options"])):
            assert set(texts) == set(LANGUAGES)
            assert len(set(texts.values())) == len(LANGUAGES)
        for option, said in zip(about.OPTIONS, told["options"], strict=True):
            assert (said["name"], said["clause"]) == (option.name, option.clause)
            for value in said["values"]:
                assert option.accept(value["value"]) == value["value"]
    redraw = next(option for option in found["schattendieb"]["options"] if option["name"] == "redraw")
    assert redraw["default"] is False
    assert redraw["values"][1] == {"value": True, "title": {"en": "on", "de": "an"}}
    assert found["sneaky"]["levels"][0] == {"name": "easy", "title": {"en": "easy", "de": "leicht"}}
