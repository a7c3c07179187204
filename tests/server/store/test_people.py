"""People, their secrets, and links."""

from __future__ import annotations

import pytest

from beute.play.errors import BeuteError
from beute.server.store.base import Belonging, PersonRow, Store, TokenRow
from tests.server.store.notes import log, note, person, secret


async def test_a_person_is_found_by_each_secret(store: Store) -> None:
    ann = await store.new_person(secret("phone"), "Ann", "de", 5.0)
    assert await store.new_person(secret("other"), "Ben", "en", 6.0) != ann
    await store.add_secret(ann, secret("laptop"), 7.0)
    expected = PersonRow(ann, "Ann", "de", 5.0, 5.0)
    assert await store.person_by_secret(secret("phone")) == expected
    assert await store.person_by_secret(secret("laptop")) == expected
    assert await store.person_by_secret(secret("nobody's")) is None


async def test_a_person_is_renamed_and_seen(store: Store) -> None:
    ann = await person(store, "Ann")
    await store.rename(ann, "Änne", "de")
    await store.seen(ann, 9.0)
    assert await store.person_by_secret(secret("Ann")) == PersonRow(ann, "Änne", "de", 1.0, 9.0)


async def test_a_deleted_person_leaves_nothing_but_logs(store: Store) -> None:
    ann, ben = await person(store, "Ann"), await person(store, "Ben")
    await store.append("r", 0, 1.0, [b"a"], note(ann, ben, host=ann))
    await store.new_token(secret("token"), TokenRow("recovery", ann, None, None, 99.0))
    await store.delete_person(ann)
    await store.delete_person(ann)
    assert await store.person_by_secret(secret("Ann")) is None
    assert await store.take_token("recovery", secret("token"), 2.0) is None
    assert await store.rooms_of(ann) == []
    assert await log(store, "r") == [b"a"]
    assert await store.people_of("r") == Belonging(None, frozenset({ben}))


async def test_an_id_is_never_given_again(store: Store) -> None:
    """Logs name people by id."""
    ann = await person(store, "Ann")
    await store.delete_person(ann)
    assert await person(store, "Ben") > ann


async def test_people_who_are_not_there(store: Store) -> None:
    await store.seen(77, 1.0)
    for asked in (
        store.rename(77, "Ann", "en"),
        store.add_secret(77, secret("x"), 1.0),
        store.new_token(secret("x"), TokenRow("recovery", 77, None, None, 9.0)),
    ):
        with pytest.raises(BeuteError, match="no person 77") as error:
            await asked
        assert error.value.code == "unknown_person"


async def test_a_handover_is_taken_once(store: Store) -> None:
    ann = await person(store, "Ann")
    await store.append("r", 0, 1.0, [b"a"], note(ann))
    row = TokenRow("handover", ann, "r", 2, 10.0)
    await store.new_token(secret("token"), row)
    assert await store.take_token("handover", secret("another"), 5.0) is None
    assert await store.take_token("recovery", secret("token"), 5.0) is None
    assert await store.take_token("handover", secret("token"), 5.0) == row
    assert await store.take_token("handover", secret("token"), 5.0) is None


async def test_a_recovery_lasts_until_it_expires(store: Store) -> None:
    row = TokenRow("recovery", await person(store, "Ann"), None, None, 10.0)
    await store.new_token(secret("token"), row)
    assert await store.take_token("recovery", secret("token"), 5.0) == row
    assert await store.take_token("recovery", secret("token"), 9.9) == row
    assert await store.take_token("recovery", secret("token"), 10.0) is None
    assert await store.take_token("recovery", secret("token"), 5.0) is None


async def test_an_expired_handover(store: Store) -> None:
    await store.append("r", 0, 1.0, [b"a"], note())
    await store.new_token(secret("token"), TokenRow("handover", await person(store, "Ann"), "r", 0, 10.0))
    assert await store.take_token("handover", secret("token"), 11.0) is None


async def test_a_token_for_a_room_that_is_gone(store: Store) -> None:
    ann = await person(store, "Ann")
    await store.append("r", 0, 1.0, [b"a"], note())
    await store.new_token(secret("token"), TokenRow("handover", ann, "r", 0, 10.0))
    await store.delete_room("r")
    assert await store.take_token("handover", secret("token"), 5.0) is None
    with pytest.raises(BeuteError) as error:
        await store.new_token(secret("again"), TokenRow("handover", ann, "r", 0, 10.0))
    assert error.value.code == "unknown_table"
