"""What a game lacks, in words, as far as that can be told before it is played."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from beute import games
from beute.bots.levels import faults_of
from beute.bots.search import settings_of
from beute.bots.value import weights
from beute.games import UnusableGame, about, folder, needed_texts, package
from beute.games.parts import PARTS, STAND_INS, missing, module_of
from beute.lessons import has_lesson, lesson
from beute.play.errors import SetupError
from beute.texts import LANGUAGES, of_game

CLAUSE: Final = re.compile(r"[A-Z]{2}-[1-9]\d*")
UNWRITTEN: Final = "NotImplementedError"


def lacking(name: str) -> list[str]:
    """Everything at once, a sentence each; nothing for a game that can be played."""
    found = [*lacking_files(name), *unwritten(folder(name))]
    if not found:
        found += lacking_functions(name)
    return [*found, *wrong_clauses(name), *lacking_texts(name), *wrong_data(name)]


def lacking_files(name: str) -> Iterator[str]:
    for part in PARTS:
        if part not in STAND_INS and find_spec(f"{package(name)}.{part}") is None:
            yield f"there is no {part}.py: {purpose(part)}"


def purpose(part: str) -> str:
    """What a module is for, by the protocol of the part."""
    return (PARTS[part].__doc__ or "").partition(": ")[2].partition("\n")[0].rstrip(".")


def unwritten(where: Path) -> Iterator[str]:
    """Functions that still are what the skeleton has."""
    for file in sorted(where.rglob("*.py")):
        try:
            tree = ast.parse(file.read_text(encoding="utf-8"))
        except (SyntaxError, ValueError) as error:
            yield f"{file.name} is no Python: {error}"
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and isinstance(node.body[-1], ast.Raise):
                said = ast.unparse(node.body[-1])
                if UNWRITTEN in said:
                    doc = (ast.get_docstring(node) or "").partition("\n")[0]
                    yield f"{file.name}: {node.name} is not written yet. {doc}".rstrip()


def lacking_functions(name: str) -> Iterator[str]:
    for part in PARTS:
        try:
            names = missing(part, module_of(name, part))
        except UnusableGame as why:
            yield str(why)
            continue
        if names:
            yield f"{part}.py has no {', '.join(names)}"


def wrong_clauses(name: str) -> Iterator[str]:
    """Ids that the rulebook cannot have, and clauses that are named and are none."""
    there = about(name).CLAUSES
    for clause in there:
        if CLAUSE.fullmatch(clause) is None:
            yield f"the clause {clause!r} is not two capital letters and a number, as GZ-7"
    others = {clause for game in games.names() if game != name for clause in about(game).CLAUSES}
    if others & {*there}:
        yield f"another game has clauses {min(others & {*there})} and so on: begin yours with other letters"
    named = {f"the ending {ending!r}": clause for ending, clause in about(name).ENDINGS.items()}
    named |= {f"the option {option.name!r}": option.clause for option in about(name).OPTIONS}
    for what, clause in named.items():
        if clause not in there:
            yield f"{what} names the clause {clause!r}, which is not in CLAUSES"


def lacking_texts(name: str) -> Iterator[str]:
    """In each language the game speaks: what every game says, and what the others say."""
    where = folder(name) / "texts"
    said = {language: of_game(name, where, language) for language in LANGUAGES}
    if not said["en"]:
        yield "there is no texts/en.toml: what people read"
        return
    for language, sentences in said.items():
        if not sentences:
            continue
        wanted = {f"{name}.{code}" for code in needed_texts(about(name))} | set(said["en"])
        for code in sorted(wanted - set(sentences)):
            yield f"texts/{language}.toml has no {code.removeprefix(f'{name}.')}"
        for code in sorted(set(sentences) - set(said["en"])):
            yield f"texts/{language}.toml has {code.removeprefix(f'{name}.')}, which texts/en.toml has not"
        for code in sorted(set(sentences) & set(said["en"])):
            if data_of(sentences[code]) != data_of(said["en"][code]):
                yield f"texts/{language}.toml: {code.removeprefix(f'{name}.')} names other data than in texts/en.toml"


def wrong_data(name: str) -> Iterator[str]:
    """The tables that a package may bring, and what its lesson says."""
    for read in settings_of, faults_of, weights:
        try:
            read(name)
        except UnusableGame as why:
            yield str(why)
    if has_lesson(name):
        try:
            steps = lesson(name).steps
        except SetupError as why:
            yield str(why)
            return
        said = of_game(name, folder(name) / "texts", "en")
        for code in (*(f"{step.name}.{part}" for step in steps for part in ("title", "text")), "over.text"):
            if f"{name}.lesson.{code}" not in said:
                yield f"texts/en.toml has no lesson.{code}"


def data_of(sentence: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}
