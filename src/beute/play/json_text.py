"""The one place that reads JSON: a text of somebody else gives plain data, or an error that says what is wrong."""

from __future__ import annotations

import json
from math import isfinite
from pathlib import Path
from typing import Final, NoReturn

from beute.play.errors import BrokenRecord

DEEPEST: Final = 32  # lists and objects inside each other; ours have four, and `about` in a record is anybody's
LONGEST_NUMBER: Final = 100  # signs
LARGEST: Final = 64 << 20  # bytes of one text; a long match has a few hundred thousand


def parse(source: str | bytes) -> object:
    """What a JSON text says; BrokenRecord if it is none, or such that nobody could go on with it."""
    text = _decoded(source)
    try:
        found: object = json.loads(
            text,
            parse_int=_whole,
            parse_float=_decimal,
            parse_constant=_no_number,
            object_pairs_hook=_object,
        )
    except RecursionError:
        raise _too_deep() from None
    except json.JSONDecodeError as error:
        message, place = f"not JSON: {error.msg} (character {error.pos + 1})", error.pos + 1
        raise BrokenRecord(message, "not_json", place=place) from None
    _check_depth(found)
    if "\\u" in text:
        _check_signs(found)
    return found


def read_bytes(path: Path, most: int = LARGEST) -> bytes:
    """What a file holds; BrokenRecord if it is larger than that, OSError if it cannot be read."""
    with path.open("rb") as file:
        found = file.read(most + 1)
    if len(found) > most:
        raise BrokenRecord(f"it is larger than {most >> 20} MB", "too_large")
    return found


def _decoded(source: str | bytes) -> str:
    try:
        data = source.encode() if isinstance(source, str) else source
        text = data.decode() if isinstance(source, bytes) else source
    except UnicodeError:
        raise BrokenRecord("it is not UTF-8 text", "not_utf8") from None
    if len(data) > LARGEST:
        raise BrokenRecord(f"it is larger than {LARGEST >> 20} MB", "too_large")
    return text


def _whole(digits: str) -> int:
    """Python itself refuses thousands of digits only, and in words of its own."""
    _check_length(digits)
    return int(digits)


def _decimal(digits: str) -> float:
    _check_length(digits)
    number = float(digits)
    if not isfinite(number):
        _no_number(digits)
    return number


def _check_length(digits: str) -> None:
    if len(digits) > LONGEST_NUMBER:
        message = f"it has a number of {len(digits)} digits, {digits[:8]}…; at most {LONGEST_NUMBER} are allowed"
        raise BrokenRecord(message, "long_number", digits=len(digits), most=LONGEST_NUMBER)


def _no_number(said: str) -> NoReturn:
    raise BrokenRecord(f"{said} is not a number of JSON", "not_a_number", said=said)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Of two values with one key readers take the first or the last as they like, so they would not agree."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise BrokenRecord(f"an object has the key {twice!r:.60} twice", "same_key", key=twice[:60])
    return found


def _check_depth(found: object) -> None:
    level, depth = [found], 0
    while level:
        depth += 1
        if depth > DEEPEST:
            raise _too_deep()
        level = [part for whole in level if isinstance(whole, list | dict) for part in _parts(whole)]


def _parts(whole: list[object] | dict[str, object]) -> list[object]:
    parts = whole if isinstance(whole, list) else whole.values()
    return [part for part in parts if isinstance(part, list | dict)]


def _too_deep() -> BrokenRecord:
    message = f"lists or objects are nested too deep: at most {DEEPEST} may be inside each other"
    return BrokenRecord(message, "too_deep", most=DEEPEST)


def _check_signs(found: object) -> None:
    """Half a sign, as \\ud800, can be written in JSON, but neither printed nor kept."""
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise BrokenRecord("a text has half of a character in it (a lone surrogate)", "not_text") from None
