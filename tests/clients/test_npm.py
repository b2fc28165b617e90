"""The npm package: built, and tested against a service by its own tests.

``.ci/npm_ci api/clients/npm build/clients/npm`` installs what it needs.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.clients.test_generated import DOCUMENT, ROOT, run
from tests.marks import long

PACKAGE = ROOT / "api" / "clients" / "npm"
MODULES = ROOT / "build" / "clients" / "npm" / "node_modules"

pytestmark = pytest.mark.skipif(
    shutil.which("npm") is None or not MODULES.is_dir(),
    reason="needs node and .ci/npm_ci api/clients/npm build/clients/npm",
)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package, built; it lies in a tree of its own, because tests run in several processes."""
    tree = tmp_path_factory.mktemp("tree")
    copy = tree / PACKAGE.relative_to(ROOT)
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("node_modules", "dist"))
    (copy / "node_modules").symlink_to(MODULES)
    (tree / DOCUMENT.relative_to(ROOT)).parent.mkdir(parents=True)
    shutil.copy(DOCUMENT, tree / DOCUMENT.relative_to(ROOT))
    run("npm", "run", "build", at=copy)
    return copy


@long
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
