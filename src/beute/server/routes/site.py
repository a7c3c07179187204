"""The browser's table: its files, and its first page wherever a path is one of the table's own."""

from __future__ import annotations

from html import escape
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from beute.server.problems import language_of
from beute.server.security.asking import ROUTE
from beute.server.site_files import ASSETS, INDEX, File, SiteFiles
from beute.texts import texts

FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"  # a browser keeps it, and asks whether it is still the same
NOT_BUILT: Final = 503


class Site:
    """Answers what no route does: `app.router.default = Site(app.router.default)`."""

    def __init__(self, otherwise: ASGIApp, files: SiteFiles | None = None) -> None:
        self._otherwise, self._files = otherwise, files or SiteFiles()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = self._answer(scope) if scope["type"] == "http" and scope["method"] in ("GET", "HEAD") else None
        if answer is None:
            await self._otherwise(scope, receive, send)
        else:
            scope[ROUTE] = "site"
            await answer(scope, receive, send)

    def _answer(self, scope: Scope) -> Response | None:
        path, headers, files = scope["path"], Headers(scope=scope), self._files.all()
        if path != INDEX and path in files:
            return _sent(files[path], headers, FOR_EVER if path.startswith(ASSETS) else ASK_AGAIN)
        if not _is_page(path, headers):
            return None
        return _sent(files[INDEX], headers, ASK_AGAIN) if files else _not_built(scope)


def _is_page(path: str, headers: Headers) -> bool:
    """Whether a browser asks for a page of the table: it says which one, and its first page knows them all."""
    ours = path == "/" or "text/html" in headers.get("accept", "")
    return ours and path != "/api" and not path.startswith(("/api/", ASSETS))


def _sent(file: File, headers: Headers, keep: str) -> Response:
    form = file.best(headers.get("accept-encoding", ""))
    told = {"cache-control": keep, "etag": form.tag}
    if len(file.forms) > 1:
        told["vary"] = "accept-encoding"
    if form.tag in headers.get("if-none-match", ""):
        return Response(status_code=304, headers=told)
    if form.encoding is not None:
        told["content-encoding"] = form.encoding
    return Response(form.content, headers={**told, "content-type": file.kind})


def _not_built(scope: Scope) -> Response:
    """In words, what to do where only the server is there."""
    reader = language_of(scope)
    say = texts(reader)
    title, text, build, api, about = (
        escape(say(f"server.not_built.{part}")) for part in ("title", "text", "build", "api", "about")
    )
    page = (
        f'<!doctype html><html lang="{reader}"><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title><h1>{title}</h1>'
        f'<p>{text}</p><pre>{build}</pre><p>{api}</p><p><a href="/about">{about}</a></p>'
    )
    return HTMLResponse(page, NOT_BUILT, {"cache-control": "no-store"})
