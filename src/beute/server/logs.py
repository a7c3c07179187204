"""Structured logs on standard error, plain or as lines of JSON.

No secret gets into them: a line has a constant message and the fields it is given. Of an exception only its type and
where it was raised are logged, as its message can contain anything: a name, a move, the values of an SQL statement.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from pathlib import Path
from traceback import extract_tb
from typing import Any

from beute.server.settings import Settings

FIELDS = "beute_fields"  # of a record: what is told besides its message
PACKAGE = str(Path(__file__).parents[1])


def set_up(settings: Settings) -> None:
    """Everything that is logged goes to standard error; of other libraries only warnings."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if settings.log_json else Plain())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("beute").setLevel(settings.log_level.upper())


def tell(logger: logging.Logger, level: int, message: str, error: BaseException | None = None, **fields: Any) -> None:
    """A line with fields, which must not be secret; `message` is constant text."""
    logger.log(level, message, exc_info=error, extra={FIELDS: fields})


def fields_of(record: logging.LogRecord) -> dict[str, Any]:
    """All of a line. A message of others is cut to its first line: after it asyncio repeats what a task raised."""
    told = {
        "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
        "level": record.levelname.lower(),
        "logger": record.name,
        "message": (record.getMessage().splitlines() or [""])[0],
        **getattr(record, FIELDS, {}),
    }
    error = record.exc_info[1] if record.exc_info else None
    return told | ({"error": _errors(error), "raised": _places(error)} if error else {})


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(fields_of(record), default=str)


class Plain(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told = fields_of(record)
        start = f"{told.pop('time')} {told.pop('level'):7} {told.pop('logger')}: {_printable(told.pop('message'))}"
        places = told.pop("raised", [])
        return "\n    ".join([" ".join([start, *(f"{name}={_value(value)}" for name, value in told.items())]), *places])


def _errors(error: BaseException) -> str:
    """The types of an error and of those that caused it; the system's own reason of an OSError."""
    chain = _chain(error)
    return " from ".join(
        f"{type(each).__qualname__}({each.strerror})"
        if isinstance(each, OSError) and each.strerror
        else type(each).__qualname__
        for each in chain
    )


def _places(error: BaseException) -> list[str]:
    return [
        f"{frame.filename.removeprefix(PACKAGE + '/')}:{frame.lineno} in {frame.name}"
        for each in _chain(error)
        for frame in extract_tb(each.__traceback__, limit=-12)
    ]


def _chain(error: BaseException) -> list[BaseException]:
    chain: list[BaseException] = []
    following: BaseException | None = error
    while following is not None and following not in chain:
        chain.append(following)
        following = following.__cause__ or (None if following.__suppress_context__ else following.__context__)
    return chain


def _value(value: object) -> str:
    text = _printable(str(value))
    return json.dumps(text, ensure_ascii=False) if " " in text or not text else text


def _printable(text: str) -> str:
    """Nobody can make a line of the log look like two."""
    return text if text.isprintable() else repr(text)[1:-1]
