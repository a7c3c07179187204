"""Whatever stands in a text of somebody else: plain data, or an error of ours that says what is wrong."""

from __future__ import annotations

import ast
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beute.play.errors import BrokenRecord
from beute.play.json_text import DEEPEST, LARGEST, parse, read_bytes

SOURCES = Path(__file__).parent.parent.parent / "src" / "beute"


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("", "not_json", "not JSON: Expecting value (character 1)"),
        ("[1,]", "not_json", "(character 4)"),
        ("{'a': 1}", "not_json", "not JSON"),
        ("[" * 200_000, "too_deep", f"at most {DEEPEST} may be inside each other"),
        ("[" * 200_000 + "]" * 200_000, "too_deep", "nested too deep"),
        ('{"a":' * 100_000 + "1" + "}" * 100_000, "too_deep", "nested too deep"),
        ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "too_deep", "nested too deep"),
        ("7" * 5_000, "long_number", "a number of 5000 digits, 77777777…"),
        ("-" + "7" * 5_000, "long_number", "a number of"),
        ("7" * 101, "long_number", "at most 100 are allowed"),
        ("0." + "7" * 5_000, "long_number", "a number of"),
        ("[1e999]", "not_a_number", "1e999 is not a number of JSON"),
        ("NaN", "not_a_number", "NaN"),
        ("[-Infinity]", "not_a_number", "-Infinity"),
        ('{"a": 1, "b": 2, "a": 3}', "same_key", "the key 'a' twice"),
        ('"\\ud800"', "not_text", "half of a character"),
        ('{"\\udfff": 1}', "not_text", "half of a character"),
        ("\ud800", "not_utf8", "not UTF-8 text"),
        (b'"\xff"', "not_utf8", "not UTF-8 text"),
        ("[1]".encode("utf-16"), "not_utf8", "not UTF-8 text"),
        (b"\xef\xbb\xbf[1]", "not_json", "BOM"),
        (b" " * (LARGEST + 1), "too_large", "larger than 64 MB"),
    ],
)
def test_what_is_wrong_is_said(text: str | bytes, code: str, says: str) -> None:
    with pytest.raises(BrokenRecord) as broken:
        parse(text)
    assert broken.value.code == code
    assert says in str(broken.value)
    assert len(str(broken.value)) < 200


def test_what_is_right_is_read() -> None:
    data = {"a": [1, -2.5, "Räuber", None, True, {"b": {}}], "deep": 10**99}
    for text in json.dumps(data), json.dumps(data, ensure_ascii=False).encode():
        assert parse(text) == data
    deepest = "[" * DEEPEST + "]" * DEEPEST
    assert json.dumps(parse(deepest)) == deepest
    assert parse('"\\ud83d\\ude00"') == "\N{GRINNING FACE}"


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(JSON)
def test_what_json_writes_is_read_again(data: Any) -> None:
    assert parse(json.dumps(data)) == data
    assert parse(json.dumps(data, ensure_ascii=False).encode()) == data


@given(st.binary() | st.text() | st.text(alphabet='[]{}",:0123456789eE.+-\\u nultrefasdNI'))
def test_anything_else_is_refused_by_our_own_error(text: str | bytes) -> None:
    with suppress(BrokenRecord):
        parse(text)


def test_a_file_that_is_too_large_is_not_read_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "large"
    file.write_bytes(b"x" * 11)
    assert read_bytes(file, 11) == b"x" * 11
    with pytest.raises(BrokenRecord) as broken:
        read_bytes(file, 10)
    assert broken.value.code == "too_large"
    with pytest.raises(BrokenRecord, match="larger than 1 MB"):
        read_bytes(Path("/dev/zero"), 1 << 20)


@pytest.mark.parametrize("path", sorted(SOURCES.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCES)))
def test_nobody_else_reads_json(path: Path) -> None:
    if path.name == "json_text.py":
        return
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "json":
            assert node.attr in ("dump", "dumps"), f"{path}:{node.lineno} reads JSON by itself"
        if isinstance(node, ast.ImportFrom):
            assert node.module != "json", f"{path}:{node.lineno}"
