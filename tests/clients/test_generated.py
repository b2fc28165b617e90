"""Clients that other programs generate from the OpenAPI document: each plays a match and asks for hints.

The generators in TypeScript are installed by ``.ci/npm_ci .ci/openapi build/openapi``, the one in Python by
``pip install 'battlewise[clients]'``.
"""

import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.marks import long

ROOT = Path(__file__).parents[2]
PROGRAMS = Path(__file__).parent / "programs"
DOCUMENT = ROOT / "tests" / "golden" / "openapi.json"
TOOLS = ROOT / "build" / "openapi"
STRICT = ["--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "false"]
MODULES = ["--module", "nodenext", "--target", "es2022", "--types", "node", "--skipLibCheck"]

with_node = pytest.mark.skipif(
    shutil.which("node") is None or not (TOOLS / "node_modules").is_dir(),
    reason="needs node and .ci/npm_ci .ci/openapi build/openapi",
)
with_generator = pytest.mark.skipif(
    importlib.util.find_spec("openapi_python_client") is None or importlib.util.find_spec("mypy") is None,
    reason="needs pip install 'battlewise[clients]'",
)


def run(*command: str | Path, at: Path) -> str:
    """What a command prints, which must end well."""
    done = subprocess.run(
        [str(part) for part in command], cwd=at, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def check(printed: str) -> None:
    """The match was played to its end, with a hint at each decision."""
    found = json.loads(printed.splitlines()[-1])
    assert found["reason"] == "finished"
    assert found["chances"]
    assert all(0 <= chance <= 1 for chance in found["chances"])


def tool(name: str) -> Path:
    """A program of the installed packages."""
    return TOOLS / "node_modules" / ".bin" / name


def compiled(program: str, folder: Path) -> Path:
    """The program, type-checked and compiled in a folder that has what it imports."""
    shutil.copy(PROGRAMS / f"{program}.ts", folder)
    run(tool("tsc"), *STRICT, *MODULES, f"{program}.ts", at=folder)
    return folder / f"{program}.js"


def emptied(name: str) -> Path:
    """An empty folder from which node finds the installed packages."""
    folder = TOOLS / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


@long
@with_node
def test_openapi_typescript(address: str) -> None:
    folder = emptied("openapi-typescript")
    options = ["--default-non-nullable", "false"]
    run(tool("openapi-typescript"), DOCUMENT, "--output", "schema.d.ts", *options, at=folder)
    check(run("node", compiled("openapi_typescript", folder), address, at=folder))


@long
@with_node
def test_hey_api(address: str) -> None:
    folder = emptied("hey-api")
    shutil.copy(PROGRAMS / "openapi-ts.config.mjs", folder)
    run(tool("openapi-ts"), "-f", "openapi-ts.config.mjs", at=folder)
    check(run("node", compiled("hey_api", folder), address, at=folder))


@long
@with_generator
def test_openapi_python_client(address: str, tmp_path: Path) -> None:
    generate: list[str | Path] = [
        sys.executable,
        "-m",
        "openapi_python_client",
        "generate",
        "--path",
        DOCUMENT,
        "--meta",
        "none",
    ]
    run(*generate, "--output-path", "generated", at=tmp_path)
    program = shutil.copy(PROGRAMS / "python_client.py", tmp_path)
    check_types: list[str | Path] = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--follow-imports=silent",
        "--config-file=",
        program,
    ]
    run(*check_types, at=tmp_path)
    check(run(sys.executable, program, address, at=tmp_path))
