"""Who is asking."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from beute.play.errors import BeuteError
from beute.server.security import identity as module
from beute.server.security.identity import PROGRAM, SEEN_EVERY, Identity, cookie_name, hashed, new_secret
from beute.server.settings import Settings
from beute.server.store.base import PersonRow
from beute.server.store.sqlite import SqliteStore
from tests.server.security.asgi import Memory


def scope(scheme: str = "http", **headers: str) -> dict[str, Any]:
    return {
        "type": "http",
        "scheme": scheme,
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
    }


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_secret_has_256_bits_and_only_its_hash_is_kept() -> None:
    store = Memory()
    row, secret = asyncio.run(Identity(store, "beute_1").create("Ada", "de"))
    assert re.fullmatch(r"[\w-]{43}", secret)
    assert secret != new_secret()
    assert list(store.secrets) == [hashed(secret)]
    assert secret not in repr(store.__dict__) + repr(row)


def test_by_cookie_or_token_and_by_nothing_else() -> None:
    identity = Identity(Memory(), "beute_1")
    row, secret = asyncio.run(identity.create("Ada", "en"))
    other = asyncio.run(identity.create("Bob", "en"))[1]

    def who(**headers: str) -> str | None:
        found = asyncio.run(identity.person(scope(**headers)))
        return found.name if found else None

    assert who(Cookie=f"beute_1={secret}") == "Ada"
    assert who(Cookie=f"a=1; beute_1={secret};b=2") == "Ada"
    assert who(Authorization=f"Bearer {secret}") == who(Authorization=f"bearer {secret}") == "Ada"
    assert who(Authorization=f"Bearer {secret}", Cookie=f"beute_1={other}") == "Ada"
    assert who(Authorization="Bearer wrong", Cookie=f"beute_1={other}") is None
    for cookie in (f"beute_2={secret}", f"xbeute_1={secret}", "beute_1=", "beute_1", "", f"beute_1={secret}x", "=;;=,"):
        assert who(Cookie=cookie) is None
    for token in (f"Basic {secret}", secret, "Bearer ", "Bearer " + "x" * 1000, ""):
        assert who(Authorization=token) is None
    assert who() is None
    assert row.name == "Ada"


def test_who_asked_lately_is_known_without_the_store() -> None:
    store = Memory()
    secret = asyncio.run(Identity(store, "beute_1").create("Ada", "en"))[1]
    identity = Identity(store, "beute_1")  # as after a restart
    assert identity.known(scope(Cookie=f"beute_1={secret}")) is None
    for _ in range(3):
        asyncio.run(identity.person(scope(Cookie=f"beute_1={secret}")))
    assert store.asked == 1
    known = identity.known(scope(Cookie=f"beute_1={secret}"))
    assert known is not None
    assert known.name == "Ada"


def test_only_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REMEMBERED", 2)
    store = Memory()
    identity = Identity(store, "beute_1")
    secrets = [asyncio.run(identity.create(f"P{n}", "en"))[1] for n in range(3)]
    known = [identity.known(scope(Cookie=f"beute_1={secret}")) is not None for secret in secrets]
    assert known == [False, True, True]
    assert asyncio.run(identity.person(scope(Cookie=f"beute_1={secrets[0]}"))) is not None


def test_who_is_renamed_or_deleted_is_looked_up_again() -> None:
    store = Memory()
    identity = Identity(store, "beute_1")
    row, first = asyncio.run(identity.create("Ada", "en"))
    second = asyncio.run(identity.another_secret(row.id))
    for secret in first, second:
        assert asyncio.run(identity.person(scope(Cookie=f"beute_1={secret}"))) == row
    store.people[row.id] = PersonRow(row.id, "Bob", "de", row.created, row.seen)
    identity.forget(row.id)
    for secret in first, second:
        found = asyncio.run(identity.person(scope(Cookie=f"beute_1={secret}")))
        assert found is not None
        assert found.name == "Bob"
    del store.people[row.id]
    identity.forget(row.id)
    assert asyncio.run(identity.person(scope(Cookie=f"beute_1={first}"))) is None


def test_who_is_deleted_while_the_store_is_read_is_not_kept() -> None:
    class Slow(Memory):
        async def person_by_secret(self, secret_hash: bytes) -> PersonRow | None:
            found = await super().person_by_secret(secret_hash)
            identity.forget(1)
            return found

    store = Slow()
    identity = Identity(store, "beute_1")
    secret = asyncio.run(Identity(store, "beute_1").create("Ada", "en"))[1]
    asyncio.run(identity.person(scope(Cookie=f"beute_1={secret}")))
    assert identity.known(scope(Cookie=f"beute_1={secret}")) is None


def test_a_person_is_made_at_first_use_and_gets_a_cookie_once() -> None:
    identity = Identity(Memory(), "beute_1")
    row, cookie = asyncio.run(identity.ensure(scope(), "Ada", "de"))
    assert (row.name, row.language) == ("Ada", "de")
    assert cookie is not None
    value, *attributes = cookie.split("; ")
    assert attributes == ["HttpOnly", "SameSite=Lax", "Path=/", f"Max-Age={365 * 24 * 3600}"]
    assert asyncio.run(identity.ensure(scope(Cookie=value), "Bob", "en")) == (row, None)
    _, by_https = asyncio.run(identity.ensure(scope("https"), "Eve", "en"))
    assert by_https is not None
    assert by_https.endswith("; Secure")
    assert identity.no_cookie().startswith("beute_1=;")
    assert "Max-Age=0" in identity.no_cookie()


def test_the_store_is_told_now_and_then_that_somebody_is_there() -> None:
    store, clock = Memory(), Clock()
    identity = Identity(store, "beute_1", clock)
    row, secret = asyncio.run(identity.create("Ada", "en"))
    clock.now += SEEN_EVERY - 1
    asyncio.run(identity.person(scope(Cookie=f"beute_1={secret}")))
    assert store.people[row.id].seen == 1000
    clock.now += 2
    asyncio.run(identity.person(scope(Cookie=f"beute_1={secret}")))
    assert store.people[row.id].seen == clock.now
    store.fails = True
    clock.now += SEEN_EVERY + 1
    assert asyncio.run(identity.person(scope(Cookie=f"beute_1={secret}"))) is not None


def test_the_cookie_is_named_after_the_data_folder(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    two.mkdir()
    assert re.fullmatch(r"beute_[0-9a-f]{8}", cookie_name(Settings(data=one)))
    assert cookie_name(Settings(data=one)) == cookie_name(Settings(data=one)) != cookie_name(Settings(data=two))
    (two / "cookie-id").write_text("a; b")
    with pytest.raises(BeuteError, match="letters and digits only"):
        cookie_name(Settings(data=two))
    with pytest.raises(BeuteError, match="No such file"):
        cookie_name(Settings(data=tmp_path / "three"))


def test_servers_of_one_database_have_cookies_of_one_name(tmp_path: Path) -> None:
    def name(folder: str, host: str, cookie_id: str = "") -> str:
        url = f"postgresql://beute:PASSWORD@{host}/beute"
        return cookie_name(
            Settings(data=tmp_path / folder, database_url=url, redis_url="redis://here", cookie_id=cookie_id)
        )

    assert name("one", "db") == name("two", "db") != name("three", "other")
    assert name("one", "db", cookie_id="1a2b") == "beute_1a2b"


def test_with_a_database(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore.open(tmp_path / "beute.db")
        try:
            row, cookie = await Identity(store, "beute_1").ensure(scope(), "Ada", "de")
            assert cookie is not None
            after_a_restart = Identity(store, "beute_1")
            found = await after_a_restart.person(scope(Cookie=cookie.split(";")[0]))
            assert found is not None
            assert (found.id, found.name, found.language) == (row.id, "Ada", "de")
            secret = await after_a_restart.another_secret(row.id)
            other = await after_a_restart.person(scope(Authorization=f"Bearer {secret}"))
            assert other is not None
            assert other.id == row.id
        finally:
            await store.close()

    asyncio.run(run())


def test_a_programs_secret_says_what_it_is_to_every_server_on_the_same_data() -> None:
    store = Memory()
    first, second = Identity(store, "beute_1"), Identity(store, "beute_1")
    for program in (True, False):
        row, secret = asyncio.run(first.create("Robo", "en", program))
        for identity in (first, second):
            for headers in ({"Authorization": f"Bearer {secret}"}, {"Cookie": f"beute_1={secret}"}):
                found = asyncio.run(identity.person(scope(**headers)))
                assert found is not None
                assert (found.id, found.program) == (row.id, program)
            identity.forget(row.id)


def test_nobody_becomes_a_program_or_a_person_by_another_form_of_the_secret() -> None:
    identity = Identity(Memory(), "beute_1")
    _, persons = asyncio.run(identity.create("Ada", "en"))
    _, programs = asyncio.run(identity.create("Robo", "en", program=True))
    assert not persons.startswith(PROGRAM)
    for wrong in (PROGRAM + persons, programs.removeprefix(PROGRAM), programs.upper()):
        assert asyncio.run(identity.person(scope(Authorization=f"Bearer {wrong}"))) is None
