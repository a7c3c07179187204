"""Who is asking: whoever has a secret that the store knows the hash of, as a cookie or as a token."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from sqlalchemy import make_url
from starlette.types import Scope

from beute.play.errors import BeuteError
from beute.server.security.asking import DIGEST, headers_of
from beute.server.settings import Settings
from beute.server.store.base import PersonRow
from beute.table.store import StoreError

PERSON = "beute.person"  # in a scope: who asks, once that is known
REMEMBERED = 20_000  # secrets, so that a request needs no store
YEAR = 365 * 24 * 3600
SEEN_EVERY = 6 * 3600  # seconds after which the store is told again that somebody is still there
LONGEST = 100  # bytes of a secret that is looked at
PROGRAM = "program."  # how a program's secret begins; no other has a point


class People(Protocol):
    """What is needed of a store."""

    async def new_person(self, secret_hash: bytes, name: str, language: str, at: float) -> int: ...
    async def person_by_secret(self, secret_hash: bytes) -> PersonRow | None: ...
    async def add_secret(self, person: int, secret_hash: bytes, at: float) -> None: ...
    async def seen(self, person: int, at: float) -> None: ...


def new_secret() -> str:
    """256 bits at random, as text for a cookie or a link."""
    return secrets.token_urlsafe(32)


def programs_secret() -> str:
    """It says itself that it is a program's, so nobody can make a person's account one later, nor the other way."""
    return PROGRAM + new_secret()


def hashed(secret: str | bytes) -> bytes:
    """All that is kept of a secret. It is random and long, so it needs neither salt nor a slow hash."""
    return sha256(secret if isinstance(secret, bytes) else secret.encode()).digest()


def cookie_name(settings: Settings) -> str:
    """`beute_` and an id that stays the same: browsers send cookies to every port of a machine."""
    return f"beute_{settings.cookie_id or (_shared_id(settings) if settings.redis_url else _kept_id(settings.data))}"


def _shared_id(settings: Settings) -> str:
    """The same at all servers of a database."""
    url = make_url(settings.database_url)
    return sha256(f"{url.host}:{url.port}/{url.database}".encode()).hexdigest()[:8]


def _kept_id(folder: Path) -> str:
    path = folder / "cookie-id"
    try:
        if not path.exists():
            path.write_text(secrets.token_hex(4), encoding="ascii")
        kept = path.read_text(encoding="ascii").strip()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise BeuteError(f"cannot read or write {path}: {reason}", "cannot_write") from None
    if not kept.isalnum():
        raise BeuteError(f"{path} must have letters and digits only; remove it to get a new one", "wrong_cookie_id")
    return kept


class Identity:
    """Finds the person who asks; those who asked lately without the store."""

    def __init__(self, store: People, cookie_name: str, clock: Callable[[], float] = time.time) -> None:
        self._store, self._clock = store, clock
        self.cookie_name = cookie_name
        self._prefix = f"{cookie_name}=".encode()
        self._kept: OrderedDict[bytes, PersonRow] = OrderedDict()  # by the hash of a secret, the latest last
        self._forgotten = 0  # how often somebody was: what was read before must not be kept after

    def known(self, scope: Scope) -> PersonRow | None:
        """Who asks, if that is remembered. Needs no store, and keeps the answer in the scope."""
        digest: bytes | None = scope.get(DIGEST)
        if digest is None:
            secret = self._secret(scope)
            digest = scope[DIGEST] = sha256(secret).digest() if secret else b""
        row = self._kept.get(digest)
        if row:
            self._kept.move_to_end(digest)
            scope[PERSON] = row
        return row

    def present(self, scope: Scope) -> PersonRow | None:
        """Who asks, as the guard has found out, if the store need not be told that they are still there."""
        row: PersonRow | None = scope.get(PERSON)
        return None if row is None or self._clock() - row.seen > SEEN_EVERY else row

    async def person(self, scope: Scope) -> PersonRow | None:
        """Who asks; None for one without a secret, or with one that the store does not know."""
        row: PersonRow | None = scope.get(PERSON) or self.known(scope)
        if row is None:
            secret = self._secret(scope)
            row = await self._from_store(secret) if secret else None
            if row is None:
                return None
            scope[PERSON] = row
        if self._clock() - row.seen > SEEN_EVERY:
            row = await self._see(row)
        return row

    async def ensure(self, scope: Scope, name: str, language: str) -> tuple[PersonRow, str | None]:
        """Who asks, made now if there is none yet; then with the cookie to set."""
        row = await self.person(scope)
        if row is not None:
            return row, None
        row, secret = await self.create(name, language)
        scope[PERSON] = row
        return row, self.cookie(secret, scope)

    async def create(self, name: str, language: str, program: bool = False) -> tuple[PersonRow, str]:
        """A new person or program, and the secret, which is told once and not kept."""
        secret, now = programs_secret() if program else new_secret(), self._clock()
        person = await self._store.new_person(hashed(secret), name, language, now)
        row = PersonRow(person, name, language, now, now, program)
        self._keep(hashed(secret), row)
        return row, secret

    async def another_secret(self, person: int) -> str:
        """One more secret for a person: another browser gets a cookie of its own."""
        secret = new_secret()
        await self._store.add_secret(person, hashed(secret), self._clock())
        return secret

    def cookie(self, secret: str, scope: Scope) -> str:
        """The value of Set-Cookie."""
        parts = [f"{self.cookie_name}={secret}", "HttpOnly", "SameSite=Lax", "Path=/", f"Max-Age={YEAR}"]
        return "; ".join([*parts, *(["Secure"] if scope.get("scheme") == "https" else [])])

    def no_cookie(self) -> str:
        """The value of Set-Cookie that removes it."""
        return f"{self.cookie_name}=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0"

    def forget(self, person: int) -> None:
        """Ask the store again about a person who was renamed or deleted."""
        self._forgotten += 1
        for digest in [digest for digest, row in self._kept.items() if row.id == person]:
            del self._kept[digest]

    def forget_all(self) -> None:
        """Ask the store again about everybody: who was renamed or deleted may not have been told."""
        self._forgotten += 1
        self._kept.clear()

    # ------------------------------------------------------------ parts

    def _secret(self, scope: Scope) -> bytes | None:
        headers = headers_of(scope)
        token = headers.get(b"authorization")
        if token is not None:
            secret = token[7:].strip() if token[:7].lower() == b"bearer " else b""
        else:
            secret = self._from_cookie(headers.get(b"cookie", b""))
        return secret if 0 < len(secret) <= LONGEST else None

    def _from_cookie(self, cookies: bytes) -> bytes:
        for cookie in cookies.split(b";"):
            found = cookie.strip()
            if found.startswith(self._prefix):
                return found[len(self._prefix) :]
        return b""

    async def _from_store(self, secret: bytes) -> PersonRow | None:
        before, digest = self._forgotten, sha256(secret).digest()
        row = await self._store.person_by_secret(digest)
        if row is None:
            return None
        row = replace(row, program=secret.startswith(PROGRAM.encode()))
        if self._forgotten == before:
            self._keep(digest, row)
        return row

    async def _see(self, row: PersonRow) -> PersonRow:
        """Tell the store that somebody is still there; that it cannot keep that now is no reason to refuse anything."""
        row = replace(row, seen=self._clock())
        for digest, kept in self._kept.items():
            if kept.id == row.id:
                self._kept[digest] = row
        with suppress(StoreError):
            await self._store.seen(row.id, row.seen)
        return row

    def _keep(self, digest: bytes, row: PersonRow) -> None:
        self._kept[digest] = row
        self._kept.move_to_end(digest)
        if len(self._kept) > REMEMBERED:
            self._kept.popitem(last=False)
