"""The README's examples do what they say."""

import doctest
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_readme_examples() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 5
    assert failed == 0
