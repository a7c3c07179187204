"""The browser's table: its files and pages, how browsers keep them, and nothing from outside its folder."""

from __future__ import annotations

import gzip
import os
from pathlib import Path
from typing import Any

import pytest

from beute.server.routes.site import Site
from beute.server.site_files import SiteFiles
from tests.server.inside import Answer, Inside, in_loop

INDEX = b"<!doctype html><title>Beute</title>"
SCRIPT = b"console.log('beute')\n" * 50
HTML = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """As Vite builds it; beside it lies what nobody may read."""
    built = tmp_path / "site"
    (built / "assets").mkdir(parents=True)
    (tmp_path / "secret.txt").write_bytes(b"SECRET")
    for name, content in {
        "index.html": INDEX,
        "manifest.webmanifest": b'{"name":"Beute"}',
        "icon.svg": b"<svg/>",
        "assets/main-1a2b3c.js": SCRIPT,
        "assets/main-1a2b3c.js.gz": gzip.compress(SCRIPT),
        "assets/main-1a2b3c.js.br": b"br",
        "assets/only.tar.gz": b"archive",
        ".env": b"SECRET",
    }.items():
        (built / name).write_bytes(content)
    (built / "link.txt").symlink_to(tmp_path / "secret.txt")
    return built


class Asked:
    """A whole server with these files."""

    def __init__(self, data: Path, folder: Path) -> None:
        self.server = Inside(data)
        hot: Any = self.server.app._app
        router = hot.app.router
        router.default = Site(router.not_found, SiteFiles(folder))

    async def get(self, path: str, method: str = "GET", **headers: str) -> tuple[Answer, dict[str, str]]:
        asked = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = await self.server.ask("nobody", method, path, headers=asked)
        return answer, {name.decode(): value.decode() for name, value in answer.headers}


@pytest.fixture
def asked(tmp_path: Path, folder: Path) -> Asked:
    return Asked(tmp_path / "data", folder)


@pytest.mark.parametrize(
    "path", ["/", "/index.html", "/t/abc", "/t/abc/replay", "/join/a-secret.link", "/setup/sneaky", "/t/a.b", "/apiary"]
)
@in_loop
async def test_every_page_of_the_table_is_the_first_one(asked: Asked, path: str) -> None:
    answer, headers = await asked.get(path, **HTML)
    assert (answer.status, answer.body) == (200, INDEX)
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert headers["cache-control"] == "no-cache"
    assert "content-security-policy" in headers
    again, headers = await asked.get(path, if_none_match=headers["etag"], **HTML)
    assert (again.status, again.body) == (304, b"")
    assert "etag" in headers


@pytest.mark.parametrize(
    ("path", "content", "kind", "keep"),
    [
        ("/assets/main-1a2b3c.js", SCRIPT, "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
        ("/manifest.webmanifest", b'{"name":"Beute"}', "application/manifest+json", "no-cache"),
        ("/icon.svg", b"<svg/>", "image/svg+xml", "no-cache"),
        ("/assets/only.tar.gz", b"archive", "application/x-tar", "public, max-age=31536000, immutable"),
    ],
)
@in_loop
async def test_files_are_served_as_what_they_are(asked: Asked, path: str, content: bytes, kind: str, keep: str) -> None:
    answer, headers = await asked.get(path)
    assert (answer.status, answer.body) == (200, content)
    assert (headers["content-type"], headers["cache-control"]) == (kind, keep)
    assert "content-encoding" not in headers
    again, _ = await asked.get(path, if_none_match=f'W/"x", {headers["etag"]}')
    assert again.status == 304
    head, headers = await asked.get(path, method="HEAD")
    assert (head.status, headers["content-length"]) == (200, str(len(content)))


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("gzip;q=0.000, identity", None),
        ("", None),
        ("zstd", None),
    ],
)
@in_loop
async def test_the_smallest_form_that_a_browser_takes_is_sent(
    asked: Asked, accepted: str, encoding: str | None
) -> None:
    answer, headers = await asked.get("/assets/main-1a2b3c.js", accept_encoding=accepted)
    assert headers.get("content-encoding") == encoding
    assert headers["vary"] == "accept-encoding"
    assert headers["content-type"] == "text/javascript; charset=utf-8"
    expected = {"br": b"br", "gzip": gzip.compress(SCRIPT), None: SCRIPT}[encoding]
    assert answer.body[10:] == expected[10:]  # the head of gzip has the time in it


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "//etc/passwd",
        "/etc/passwd",
        "/assets//etc/passwd",
        "/..\\secret.txt",
        "/secret.txt\x00.js",
        "/link.txt",
        "/.env",
        "/assets/main-1a2b3c.js.gz",
        "/assets/main-1a2b3c.js.br",
        "/assets/",
        "/assets/old-9z9z9z.js",
        "/t/abc",
        "/missing.png",
    ],
)
@in_loop
async def test_what_is_no_file_of_the_table_is_not_there(asked: Asked, path: str) -> None:
    for decoded in dict.fromkeys([path, path.replace("%2e", ".").replace("%2f", "/")]):
        answer, _ = await asked.get(decoded, accept="*/*")
        assert (answer.status, answer.data["code"]) == (404, "not_found")
        page, _ = await asked.get(decoded, **HTML)
        assert b"SECRET" not in page.body
        assert page.status == 404 or page.body == INDEX


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api", 404),
        ("GET", "/api/nothing", 404),
        ("GET", "/assets/old-9z9z9z.js", 404),
        ("POST", "/t/abc", 404),
        ("POST", "/", 404),
        ("DELETE", "/api/games", 405),
        ("GET", "/api/tables", 401),
        ("GET", "/healthz", 200),
        ("GET", "/metrics", 200),
        ("GET", "/about", 200),
        ("GET", "/api/games", 200),
    ],
)
@in_loop
async def test_the_server_s_own_routes_stay(asked: Asked, method: str, path: str, status: int) -> None:
    answer, _ = await asked.get(path, method, **HTML)
    assert answer.status == status
    assert answer.body != INDEX


@in_loop
async def test_what_is_built_anew_is_served_at_once(asked: Asked, folder: Path) -> None:
    assert (await asked.get("/assets/new.js"))[0].status == 404
    (folder / "assets" / "new.js").write_bytes(b"new")
    os.utime(folder / "assets", ns=(1, 1))  # whatever the clock of the file system counts by
    assert (await asked.get("/assets/new.js"))[0].body == b"new"
    (folder / "index.html").write_bytes(b"new page")
    os.utime(folder / "index.html", ns=(1, 1))
    assert (await asked.get("/"))[0].body == b"new page"


@pytest.mark.parametrize(("language", "says"), [("en", "has not been built"), ("de", "noch nicht gebaut")])
@in_loop
async def test_where_nothing_was_built_a_page_says_what_to_run(tmp_path: Path, language: str, says: str) -> None:
    asked = Asked(tmp_path / "data", tmp_path / "nowhere")
    for path in ("/", "/t/abc"):
        answer, headers = await asked.get(path, accept_language=language, **HTML)
        assert answer.status == 503
        assert says in answer.body.decode()
        assert "<pre>make play</pre>" in answer.body.decode()
        assert headers["cache-control"] == "no-store"
    assert (await asked.get("/assets/main.js"))[0].status == 404
