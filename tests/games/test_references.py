"""Whatever a game's code, tests and RULES.md refer to is there: sections, rulings, functions."""

import re
from pathlib import Path

import pytest

from battlewise.core import games

ROOT = Path(__file__).parents[2]
CODE = (".py", ".pyx", ".pxd")
NUMBERS = r"\d+(?:\.\d+)*(?:(?:, | and | to |, and )\d+(?:\.\d+)*)*"


def sources(*folders: Path) -> dict[Path, str]:
    """The text of every source file below some folders."""
    return {
        path: path.read_text("utf-8")
        for folder in folders
        for path in folder.rglob("*")
        if path.suffix in CODE
    }


def rules_of(name: str) -> str:
    return (ROOT / "core" / "games" / name / "RULES.md").read_text("utf-8")


def sections(rules: str) -> set[str]:
    """The numbers of headings, and of rules that begin with a number in bold."""
    return set(re.findall(r"^(?:#+ |- \*\*|\*\*)(\d+(?:\.\d+)*)\b", rules, re.M))


def rulings(rules: str) -> set[str]:
    """The numbers in the last section, that of the rulings."""
    part = re.split(r"^## [\d.]* ?Rulings", rules, flags=re.M)
    return set(re.findall(r"^- \*\*(\d+)\*\*", part[1], re.M)) if len(part) == 2 else set()


def functions(name: str) -> set[str]:
    """Every function of a game and of the parts that games share."""
    texts = sources(ROOT / "core" / "games" / name).values()
    shared = (path.read_text("utf-8") for path in (ROOT / "core").glob("*.p*") if path.suffix in CODE)
    found = re.compile(r"^\s*(?:def|cdef|cpdef|class)\b[^\n=(:]*?(\w+)(?:\(|:$)|^(\w+) = partial", re.M)
    return {one or other for text in (*texts, *shared) for one, other in found.findall(text)}


@pytest.mark.parametrize("name", games())
def test_every_reference_to_a_section_or_ruling_resolves(name: str) -> None:
    rules = rules_of(name)
    known, ruled = sections(rules), rulings(rules)
    texts = sources(ROOT / "core" / "games" / name, ROOT / "tests" / "games" / name)
    wrong = []
    for path, text in {**texts, ROOT / "RULES.md": rules}.items():
        for found in re.findall(rf"RULES\.md ({NUMBERS})", text):
            wrong += [
                f"{path.name}: RULES.md {one}" for one in re.findall(r"[\d.]*\d", found) if one not in known
            ]
        for found in re.findall(rf"[Rr]ulings? ({NUMBERS})", text):
            wrong += [f"{path.name}: ruling {one}" for one in re.findall(r"\d+", found) if one not in ruled]
    assert not wrong


@pytest.mark.parametrize("name", games())
def test_every_function_that_the_rules_name_exists(name: str) -> None:
    rules, known = rules_of(name), functions(name)
    named = {
        one for group in re.findall(r"\(((?:`\w+`(?:,\s+)?)+)\)", rules) for one in re.findall(r"\w+", group)
    }
    assert named, "no function stands behind a rule"
    assert sorted(named - known) == []


@pytest.mark.parametrize("name", games())
def test_every_rule_is_a_bullet_with_its_functions_last(name: str) -> None:
    """But for rulings, what is left out or retuned, and rules that stand elsewhere."""
    bullets = [
        " ".join(one.split())
        for section in re.split(r"^## ", rules_of(name), flags=re.MULTILINE)[1:]
        if not re.search("Rulings|Not implemented", section.splitlines()[0])
        for one in re.findall(r"^- (.*(?:\n  .*)*)", section, re.MULTILINE)
    ]
    other = re.compile(r"Left out|\*\*Retuned|[\w ]+: \d+\.$|.*\(`[\w`, ]+`\)\.?$")
    assert bullets
    assert [one for one in bullets if not other.match(one)] == []


@pytest.mark.parametrize("name", games())
def test_rules_are_in_short_lines(name: str) -> None:
    lines = rules_of(name).splitlines()
    assert [line for line in lines if len(line) > 120] == []
