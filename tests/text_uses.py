"""Which code uses which text.

A text is used where one of the VOICES is called with its code, or where one of the CARRIERS is made, which takes its
code to a voice; and by the pairs of a clause and a code with which games say why something is not possible.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from beute import games
from tests.expressions import ANY, UNKNOWN, Function, Source, Sources, String, last_name

CLAUSE = re.compile(r"[A-Z]{2}-\d+")
VOICES = {  # what is called with a code, by its usual name: its class, and the keys of which one must be there
    "texts": ("Texts", ("{code}",)),
    "speech": ("Speech", ("{game}.{code}",)),
    "w": ("Writer", ("{game}.report.{code}", "report.{code}")),
}
CARRIERS = {  # classes: the field in which their objects have a code, and its keys; an empty code is none
    "Happening": ("code", ("{game}.{kind}.{code}", "table.{kind}.{code}")),
    "Question": ("code", ("{game}.ask.{code}",)),
    "Line": ("code", ("{game}.lines.{code}",)),
    "Reason": ("code", ("{game}.reasons.{code}", "reasons.{code}")),
    "Refused": ("code", ("problems.details.{code}",)),
    "Key": ("text", ("terminal.keys.{code}",)),
    "Row": ("code", ("{game}.report.rows.{code}",)),
    "Group": ("code", ("{game}.report.groups.{code}",)),
    "Switch": ("code", ("{game}.report.switches.{code}",)),
    "Fate": ("parts", ("{game}.report.fates.{code}",)),
}
KINDS = ("choice", "tell")  # of happenings
PASSED_ON = {  # what voices are told by carriers
    key.format(game=game, kind=kind, code=ANY)
    for _, keys in CARRIERS.values()
    for key in keys
    for game in games.NAMES
    for kind in KINDS
}


@dataclass(frozen=True)
class Use:
    """Where a text is needed, and the keys of which one must be there; a `*` in them is not known."""

    file: Source
    line: int
    keys: tuple[str, ...]

    @property
    def is_known(self) -> bool:
        return ANY not in self.keys[0]

    def __str__(self) -> str:
        return f"{self.file.path}:{self.line}: {' or '.join(self.keys)}"


class Uses(Sources):
    """All uses in a package, but for codes that are only passed on from where a carrier was made."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._kept = [node for node in self.nodes if isinstance(node, ast.Assign) and _is_own(node.targets[0])]
        self._fields: dict[tuple[str, str], list[str]] = {}  # of the carriers, in order, by module and name
        for node in self.nodes:
            if isinstance(node, ast.ClassDef) and node.name in CARRIERS:
                fields = [last_name(part.target) for part in node.body if isinstance(part, ast.AnnAssign)]
                if CARRIERS[node.name][0] in fields:
                    self._fields[self.file(node).module, node.name] = fields

    def __iter__(self) -> Iterator[Use]:
        return iter(self._found)

    @cached_property
    def _found(self) -> list[Use]:
        return list(self._find())

    def _find(self) -> Iterator[Use]:
        for node in self.nodes:
            if isinstance(node, ast.Call):
                yield from self._said(node)
                yield from self._carried(node)
            elif isinstance(node, ast.Tuple) and len(node.elts) == 2:
                yield from self._reasons(node)

    def _said(self, call: ast.Call) -> Iterator[Use]:
        voice = self._voice(call.func)
        if voice is None or not call.args or last_name(call.args[0]) == "language":  # speech(language) makes one
            return
        for code in self.strings(call.args[0]):
            yield from (use for use in self._uses(code, call, VOICES[voice][1]) if use.keys[0] not in PASSED_ON)

    def _carried(self, call: ast.Call) -> Iterator[Use]:
        for name, fields in self._made(call):
            field, keys = CARRIERS[name]
            given = dict(zip(fields, call.args, strict=False)) | {one.arg: one.value for one in call.keywords}
            if any(isinstance(one, ast.Starred) for one in call.args) or _is_part(given.get(field), field):
                continue  # the code of another
            for code in self.strings(given[field]) if field in given else []:
                for kind in self._kinds(call) if "{kind}" in keys[0] else KINDS[:1]:
                    yield from self._uses(code, call, tuple(key.replace("{kind}", kind) for key in keys))

    def _reasons(self, pair: ast.Tuple) -> Iterator[Use]:
        clause, code = pair.elts
        if any(isinstance(node, ast.Constant) and CLAUSE.fullmatch(str(node.value)) for node in ast.walk(clause)):
            for one in self.strings(code):
                if one != UNKNOWN or self._is_returned(pair):
                    yield from self._uses(one, pair, ("{game}.reasons.{code}", "reasons.{code}"))

    def _uses(self, code: String, here: ast.AST, keys: tuple[str, ...]) -> Iterator[Use]:
        """In a module of a game it is a text of that game, in others of every game."""
        place = code.place or here
        file = self.file(place)
        own = [part for part in file.module.split(".") if part in games.NAMES]
        for game in own or games.NAMES if code.text else ():
            filled = tuple(key.replace("{game}", game).replace("{code}", code.text) for key in keys)
            yield Use(file, getattr(place, "lineno", 0), filled)

    # ------------------------------------------------------------ voices

    def _voice(self, called: ast.AST) -> str | None:
        """The voice that an expression is, by its name, or by what was given that name."""
        name = last_name(called)
        if name == "self":
            inside = next((outer.name for outer in self.around(called) if isinstance(outer, ast.ClassDef)), None)
            return next((voice for voice, (kind, _) in VOICES.items() if kind == inside), None)
        match called:
            case ast.Call(func=maker):
                return "texts" if last_name(maker) == "texts" else None
            case ast.Name(id="texts"):
                return None  # texts(language) makes one
            case ast.Name() | ast.Attribute() if name in VOICES:
                return name
            case ast.Name():
                values = self.values(called)
            case ast.Attribute() if _is_own(called):  # self._say = texts(language)
                here = self.file(called)
                values = [
                    one.value for one in self._kept if last_name(one.targets[0]) == name and self.file(one) is here
                ]
            case _:
                return None
        voices = (self._voice(value) for value in values if isinstance(value, ast.Attribute | ast.Call))
        return next(filter(None, voices), None)

    def is_call_of(self, call: ast.Call, function: Function) -> bool:
        """`speech.say` is the method of a Speech, and `self.say` that of a screen."""
        inside, classes = self.parents[function], {voice: kind for voice, (kind, _) in VOICES.items()}
        if isinstance(inside, ast.ClassDef) and isinstance(call.func, ast.Attribute):
            kind = classes.get(last_name(call.func.value))
            return kind == inside.name if kind else inside.name not in classes.values()
        return super().is_call_of(call, function)

    # ------------------------------------------------------------ carriers

    def _made(self, call: ast.Call) -> list[tuple[str, list[str]]]:
        """The carrier that a call makes, and its fields: by its class, or as a copy with another code."""
        name = last_name(call.func)
        if name == "replace":
            changed = {one.arg for one in call.keywords}
            return [(kind, []) for kind, (field, _) in CARRIERS.items() if field != "code" and field in changed]
        here = self.file(call)
        fields = self._fields.get(here.imports.get(name, (here.module, name)))
        return [(name, fields)] if fields else []

    def _kinds(self, call: ast.Call) -> list[str]:
        """Whether a happening is a choice, or told, or both: by what calls its function."""
        *_, outermost, tree = [call, *self.around(call)]
        here = getattr(outermost, "name", "")
        kinds = zip(KINDS, self._called_by(tree), strict=True)
        return [kind for kind, names in kinds if here in names] or ["tell"]

    @cache  # noqa: B019 (there is one, and it lives as long as the tests)
    def _called_by(self, tree: ast.Module) -> tuple[set[str], set[str]]:
        """The functions of a module that `choice` needs, and those that others need."""
        functions = {one.name: one for one in tree.body if isinstance(one, Function)}

        def needed(names: set[str]) -> set[str]:
            nodes = [node for name in names for node in ast.walk(functions[name]) if isinstance(node, ast.Name)]
            more = {node.id for node in nodes if node.id in functions and self.is_of_module(node)}
            return names if more <= names else needed(names | more)

        by_choice = needed({"choice"} & set(functions))
        return by_choice, needed(set(functions) - by_choice)

    def _is_returned(self, node: ast.AST) -> bool:
        outer = next(outer for outer in self.around(node) if not isinstance(outer, ast.IfExp))
        return isinstance(outer, ast.Return)


def _is_own(node: ast.AST) -> bool:
    """An attribute of `self`."""
    return isinstance(node, ast.Attribute) and last_name(node.value) == "self"


def _is_part(node: ast.AST | None, field: str) -> bool:
    """`other.code`, `other["code"]`"""
    key = node.slice if isinstance(node, ast.Subscript) else None
    return (isinstance(node, ast.Attribute) and node.attr == field) or (
        isinstance(key, ast.Constant) and key.value == field
    )
