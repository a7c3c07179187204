"""What strings an expression of the sources can be, read with `ast`.

Followed are choices, f-strings, variables, loops over what is written down, what functions return, and parameters to
the calls of their functions. What cannot be followed is a `*`.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import NamedTuple, TypeAlias

ANY = "*"
Function = ast.FunctionDef | ast.AsyncFunctionDef
Scope = Function | ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp | ast.Module
Value: TypeAlias = ast.AST | None  # an expression, or what cannot be followed


class String(NamedTuple):
    """A text, and where it is written as far as that is known."""

    text: str
    place: Value = None


UNKNOWN = String(ANY)


@dataclass(frozen=True)
class Source:
    """A file."""

    path: Path
    module: str
    tree: ast.Module

    @cached_property
    def imports(self) -> dict[str, tuple[str, str]]:
        """The module and the name in it, for every name that is imported."""
        found: dict[str, tuple[str, str]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                found |= {alias.asname or alias.name: (node.module, alias.name) for alias in node.names}
        return found


class Sources:
    """All files of a package."""

    def __init__(self, folder: Path) -> None:
        self.files = [_read(path, folder) for path in sorted(folder.rglob("*.py"))]
        self.parents: dict[ast.AST, ast.AST] = {}
        self.calls: dict[str, list[ast.Call]] = defaultdict(list)  # by the last name of what is called
        self._given: dict[tuple[ast.AST, str], list[ast.AST]] = defaultdict(list)  # what binds a name, by its scope
        self.nodes = [node for file in self.files for node in ast.walk(file.tree)]
        for node in self.nodes:
            self.parents |= dict.fromkeys(ast.iter_child_nodes(node), node)
            if isinstance(node, ast.Call):
                self.calls[last_name(node.func)].append(node)
            for name in _names_given(node):
                scope = next(outer for outer in self.around(node) if isinstance(outer, Scope))
                self._given[scope, name].append(node)
        self._trees: dict[ast.AST, Source] = {file.tree: file for file in self.files}
        self._strings: dict[ast.AST, list[String]] = {}
        self._elements: dict[ast.AST, list[Value]] = {}

    def file(self, node: ast.AST) -> Source:
        *_, tree = [node, *self.around(node)]
        return self._trees[tree]

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """All that it stands in, from the inside out."""
        while node in self.parents:
            yield (node := self.parents[node])

    # ------------------------------------------------------------ strings

    def strings(self, node: Value) -> list[String]:
        """All that an expression can be."""
        if node is None:
            return [UNKNOWN]
        if node not in self._strings:
            self._strings[node] = [UNKNOWN]  # to itself, as in a loop
            self._strings[node] = list(dict.fromkeys(self._strings_of(node)))
        return self._strings[node]

    def _strings_of(self, node: ast.AST) -> Iterator[String]:
        values: Sequence[Value]
        match node:
            case ast.Constant(value=str(text)):
                yield String(text, node)
                return
            case ast.JoinedStr(values=parts):
                yield from self._put_together(parts, node)
                return
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                yield from self._put_together([left, right], node)
                return
            case ast.FormattedValue(value=value) | ast.Call(func=ast.Name(id="str"), args=[value]):
                values = [value]
            case ast.IfExp(body=one, orelse=other):
                values = [one, other]
            case ast.BoolOp(values=parts) | ast.Tuple(elts=parts):
                values = parts
            case ast.Subscript(value=table):
                values = self._in_table(table)
            case ast.Call(func=ast.Attribute(value=table, attr="get"), args=[_, *others]):
                values = [*self._in_table(table), *others]
            case ast.Call(func=ast.Name(id=name)):
                values = self._returned(name, node)
            case ast.Name():
                values = self.values(node)
            case _:
                values = [None]
        for each in values:
            yield from self.strings(each)

    def _put_together(self, parts: list[ast.expr], here: ast.AST) -> Iterator[String]:
        for pieces in product(*map(self.strings, parts)):
            there = (piece.place for piece, part in zip(pieces, parts, strict=True) if piece.place not in (None, part))
            yield String("".join(piece.text for piece in pieces), next(there, here))

    def _in_table(self, table: ast.AST) -> list[Value]:
        """The values of a table that is written down."""
        return [value for one in self._tables(table) for value in one.values] or [None]

    def _tables(self, table: ast.AST) -> list[ast.Dict]:
        values = self.values(table) if isinstance(table, ast.Name) else [table]
        return [one for one in values if isinstance(one, ast.Dict)]

    def _returned(self, name: str, call: ast.AST) -> list[Value]:
        """By a function of the same module."""
        body = self.file(call).tree.body
        functions = [one for one in body if isinstance(one, Function) and one.name == name]
        nodes = (node for function in functions for node in ast.walk(function))
        return [node.value for node in nodes if isinstance(node, ast.Return)] or [None]

    # ------------------------------------------------------------ names

    def values(self, name: ast.Name) -> list[Value]:
        """What a name stands for where it is used."""
        for outer in self.around(name):
            if isinstance(outer, Function) and name.id in parameters(outer):
                return self._passed(outer, name.id)
            if (outer, name.id) in self._given:
                return self._bound(outer, name.id)
        module, original = self.file(name).imports.get(name.id, ("", ""))
        return self._constants(original, module) or [None]

    def is_of_module(self, name: ast.Name) -> bool:
        """Whether it is nothing of a function's own."""
        inside = [outer for outer in self.around(name) if not isinstance(outer, ast.Module)]
        given = any(isinstance(outer, Function) and name.id in parameters(outer) for outer in inside)
        return not given and not any((outer, name.id) in self._given for outer in inside)

    def _bound(self, scope: ast.AST, name: str) -> list[Value]:
        """What statements and loops give a name."""
        found: list[Value] = []
        for node in self._given.get((scope, name), []):
            match node:
                case ast.Assign(targets=[target], value=value) | ast.AnnAssign(target=target, value=value):
                    found += _unpacked(target, value, name)
                case ast.For(target=target, iter=many) | ast.comprehension(target=target, iter=many):
                    found += [part for one in self.elements(many) for part in _unpacked(target, one, name)]
                case _:
                    found.append(None)
        return found

    def _constants(self, name: str, module: str) -> list[Value]:
        """Of a module, or of any if none is named."""
        return [value for file in self.files if module in ("", file.module) for value in self._bound(file.tree, name)]

    def _passed(self, function: Function, name: str) -> list[Value]:
        """What calls give a parameter. How objects are called is seen where they are called."""
        if function.name == "__call__":
            return []
        found: list[Value] = []
        names = parameters(function)[isinstance(self.parents[function], ast.ClassDef) :]
        for call in self.calls.get(function.name, []):
            if self.is_call_of(call, function):
                given = dict(zip(names, call.args, strict=False)) | {one.arg or "": one.value for one in call.keywords}
                found.append(given.get(name))
        return found or [None]

    def is_call_of(self, call: ast.Call, function: Function) -> bool:
        if isinstance(self.parents[function], ast.ClassDef):
            return isinstance(call.func, ast.Attribute)
        here, there = self.file(call), self.file(function)
        imported = here.imports.get(function.name) == (there.module, function.name)
        return isinstance(call.func, ast.Name) and (here is there or imported)

    # ------------------------------------------------------------ what loops go through

    def elements(self, many: Value) -> list[Value]:
        if many is None:
            return [None]
        if many not in self._elements:
            self._elements[many] = [None]
            self._elements[many] = self._elements_of(many)
        return self._elements[many]

    def _elements_of(self, many: ast.AST) -> list[Value]:
        match many:
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                inside = [self.elements(one.value) if isinstance(one, ast.Starred) else [one] for one in parts]
                return [element for elements in inside for element in elements]
            case ast.Dict(keys=keys):
                return [*keys]
            case ast.GeneratorExp(elt=element) | ast.ListComp(elt=element):
                return [element]
            case ast.Call(func=ast.Attribute(value=table, attr="items")):
                tables = self._tables(table)
                pairs = [pair for one in tables for pair in zip(one.keys, one.values, strict=True)]
                return [ast.Tuple([key, value]) for key, value in pairs if key] if tables else [None]
            case ast.IfExp(body=one, orelse=other):
                return [*self.elements(one), *self.elements(other)]
            case ast.Name():
                return [element for value in self.values(many) for element in self.elements(value)]
            case ast.Attribute(value=of, attr=name) if name.isupper():
                module = ".".join(self.file(many).imports.get(last_name(of), ()))
                return self.constant(name, module)
        return [None]

    def written(self, name: str) -> set[str]:
        """The strings in a constant, in whichever module it is."""
        return {string.text for element in self.constant(name) for string in self.strings(element)}

    def constant(self, name: str, module: str = "") -> list[Value]:
        """The elements of a constant, of any module if none is named."""
        return [element for value in self._constants(name, module) or [None] for element in self.elements(value)]


def last_name(node: ast.AST) -> str:
    """`speech` of `self.look.speech`"""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def parameters(function: Function) -> list[str]:
    return [one.arg for one in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]


def _names_given(node: ast.AST) -> list[str]:
    """The names that a statement or a loop binds."""
    if isinstance(node, ast.Assign):
        targets: list[ast.AST] = [*node.targets]
    elif isinstance(node, ast.AnnAssign | ast.AugAssign | ast.NamedExpr | ast.For | ast.comprehension):
        targets = [node.target]
    else:
        return []
    parts = [part for target in targets for part in ast.walk(target)]
    return [part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)]


def _unpacked(target: ast.AST, value: Value, name: str) -> Iterator[Value]:
    """The part of a value that goes to a name."""
    if isinstance(target, ast.Name) and target.id == name:
        yield value
    if isinstance(target, ast.Tuple):
        values = value.elts if isinstance(value, ast.Tuple) else [None] * len(target.elts)
        for part, one in zip(target.elts, values, strict=False):
            yield from _unpacked(part, one, name)


def _read(path: Path, folder: Path) -> Source:
    parts = path.relative_to(folder.parent).with_suffix("").parts
    module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    return Source(path, module, ast.parse(path.read_text(encoding="utf-8")))
