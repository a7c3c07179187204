"""The lists of what is installed: one choice of versions for all purposes, and no more than each needs."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.test_architecture import SOURCES, modules

ROOT = Path(__file__).parent.parent
LISTS = ("play", "lab", "research", "docs", "node", "all")
PIN = re.compile(r"^(\S+)==(\S+)(?: ;.*?)? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS, GROUPS = PROJECT["project"]["optional-dependencies"], PROJECT["dependency-groups"]


def text(name: str) -> str:
    return (ROOT / "locks" / f"{name}.lock").read_text(encoding="utf-8")


def pins(name: str) -> dict[str, tuple[str, str]]:
    """What a list installs: the version and the hashes of each package."""
    return {package: (version, hashes) for package, version, hashes in PIN.findall(text(name))}


def names(requirements: list[str]) -> set[str]:
    return {canonicalize_name(Requirement(said).name) for said in requirements}


@pytest.mark.parametrize("name", LISTS)
def test_every_line_is_a_pin_with_hashes_and_none_has_an_address(name: str) -> None:
    lines = [line for line in text(name).splitlines() if not line.startswith("#")]
    assert "://" not in text(name)
    assert sum("==" in line.partition(" ;")[0] for line in lines) == len(pins(name)) > 20
    assert len(lines) == sum(1 + hashes.count("\n") for _, hashes in pins(name).values())


def test_the_packages_of_the_browser_s_table_have_hashes_and_no_address() -> None:
    said = (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
    packages = {name: package for name, package in json.loads(said)["packages"].items() if name}
    assert "://" not in said
    assert len(packages) > 50
    assert all("version" in package and "integrity" in package for package in packages.values())


@pytest.mark.parametrize("name", LISTS)
def test_one_version_for_all_purposes(name: str) -> None:
    only_there = names(GROUPS["node"]) if name == "node" else set()  # the tests take what the machine has
    assert pins("play").keys() <= pins(name).keys()
    assert {key: pin for key, pin in pins(name).items() if key not in only_there}.items() <= pins("all").items()


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("play", names(PROJECT["project"]["dependencies"]) | names(GROUPS["build"])),
        ("lab", names(EXTRAS["lab"])),
        ("research", names(EXTRAS["lab"]) | names(EXTRAS["research"])),
        ("docs", names(GROUPS["docs"])),
        ("node", names(GROUPS["node"])),
        ("all", names(GROUPS["dev"]) | names(EXTRAS["cluster"]) | names(EXTRAS["postgres"]) | names(EXTRAS["redis"])),
    ],
)
def test_a_list_has_what_its_purpose_asks_for(name: str, asked: set[str]) -> None:
    assert asked <= pins(name).keys()


def test_playing_installs_nothing_for_other_purposes() -> None:
    others = [
        *EXTRAS["lab"],
        *EXTRAS["research"],
        *EXTRAS["cluster"],
        *EXTRAS["postgres"],
        *EXTRAS["redis"],
        *GROUPS["docs"],
        *GROUPS["dev"],
        *GROUPS["node"],
    ]
    own = {"pydantic"}  # which a library that playing needs brings too
    assert pins("play").keys() & names(others) <= own


def test_beute_imports_nothing_that_is_not_on_its_list() -> None:
    """But for the parts that say how to get what they need."""
    sources = [path for path in SOURCES.rglob("*.py") if SOURCES / "research" not in path.parents]
    used = {name.partition(".")[0] for path in sources for name in modules(path)}
    others = (
        used - sys.stdlib_module_names - {"beute", "polars", "psycopg", "redis", "_typeshed"}
    )  # the last is there for mypy only
    assert {"numba", "textual", "typer"} <= others
    owners = packages_distributions()
    assert {canonicalize_name(owners[name][0]) for name in others} <= pins("play").keys()
