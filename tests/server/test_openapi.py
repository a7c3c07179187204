"""The description of the API in the documentation is that of the server, and says what is streamed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from beute.texts import LANGUAGES
from tests.server.openapi import FILE, description, text

STREAMED = ("state", "update", "table", "you", "notice", "emote", "gone", "bye")


def test_the_description_is_current() -> None:
    assert FILE.read_text(encoding="utf-8") == text(), "run: python -m tests.server.openapi"


@pytest.mark.parametrize("event", STREAMED)
def test_every_event_of_the_stream_is_described(event: str) -> None:
    schemas = description()["components"]["schemas"]
    assert set(schemas["StreamEvents"]["required"]) == set(STREAMED)
    name = schemas["StreamEvents"]["properties"][event]["$ref"].rpartition("/")[2]
    assert name == f"{event.capitalize()}Message"
    assert schemas[name]["type"] == "object"


def test_references_lead_somewhere() -> None:
    found = description()
    schemas = found["components"]["schemas"]
    for reference in references(found):
        assert reference.removeprefix("#/components/schemas/") in schemas


def references(part: Any) -> list[str]:
    inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    own = [part["$ref"]] if isinstance(part, dict) and isinstance(part.get("$ref"), str) else []
    return own + [reference for each in inner for reference in references(each)]


def test_texts_are_described_in_every_language() -> None:
    assert description()["components"]["schemas"]["InEveryLanguage"]["required"] == list(LANGUAGES)


def test_it_has_no_address() -> None:
    assert "://" not in json.dumps(description())
