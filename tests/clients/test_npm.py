"""The npm package: built, and tested against a service by its own tests, in build/clients/npm.

``.ci/npm_ci api/clients/npm build/clients/npm`` installs what it needs.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.clients.test_generated import ROOT, run

PACKAGE = ROOT / "api" / "clients" / "npm"
BUILT = ROOT / "build" / "clients" / "npm"

pytestmark = pytest.mark.skipif(
    shutil.which("npm") is None or not (BUILT / "node_modules").is_dir(),
    reason="needs node and .ci/npm_ci api/clients/npm build/clients/npm",
)


@pytest.fixture(scope="module")
def built() -> Path:
    """The folder of the package as it is built now."""
    for name in ("dist", "src", "test"):
        shutil.rmtree(BUILT / name, ignore_errors=True)
    shutil.copytree(PACKAGE, BUILT, dirs_exist_ok=True, ignore=shutil.ignore_patterns("node_modules"))
    run("npm", "run", "build", at=BUILT)
    return BUILT


def test_its_own_tests(built: Path, address: str) -> None:
    environment = os.environ | {"BATTLEWISE_URL": address}
    done = subprocess.run(
        ["npm", "test"], cwd=built, env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    assert "# skipped 0" in done.stdout
    assert "# fail 0" in done.stdout


@pytest.mark.parametrize(
    "document", [PACKAGE / "README.md", ROOT / "docs" / "clients.md"], ids=["npm", "docs"]
)
def test_examples_in_documents(built: Path, address: str, document: Path) -> None:
    found = re.findall(r"```js\n(.*?)```", document.read_text("utf-8"), re.S)
    assert found
    for code in found:
        program = built / "test" / "example.js"
        program.write_text(code.replace("http://127.0.0.1:8000", address), "utf-8")
        assert re.search("reason: 'finished'|winner: '1'", run("node", program, at=built))
        program.unlink()


def test_what_is_packed(built: Path, tmp_path: Path) -> None:
    run("npm", "pack", "--pack-destination", tmp_path, at=built)
    packed = run("tar", "-tf", next(tmp_path.glob("*.tgz")), at=tmp_path).split()
    assert {"package/dist/index.js", "package/dist/index.d.ts", "package/dist/boardgame.js"} <= set(packed)
    assert all(
        name.startswith(("package/dist/", "package/README", "package/package.json")) for name in packed
    )
