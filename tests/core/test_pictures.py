"""The pictures of the documents, and the golden ones, are what the games draw today."""

import gzip
import re

import pytest

from battlewise.core.scene import stylesheet
from bench.pictures import FOLDER, NARROW, PAGE, POSITIONS, drawn, page

AGAIN = "run python -m bench.pictures"


def elements(text: str) -> list[str]:
    """A picture with a line for each tag, so that a difference can be read."""
    return text.replace("><", ">\n<").splitlines()


@pytest.mark.parametrize("name", POSITIONS)
def test_the_pictures_of_the_documents_are_up_to_date(name: str) -> None:
    assert elements((FOLDER / f"{name}.svg").read_text("utf-8")) == elements(drawn(name)), AGAIN


@pytest.mark.parametrize("name", POSITIONS)
def test_narrow_pictures_are_as_they_were(name: str) -> None:
    golden = gzip.decompress((NARROW / f"{name}.svg.gz").read_bytes()).decode()
    assert elements(golden) == elements(drawn(name, "narrow", style=False)), AGAIN


@pytest.mark.parametrize("name", POSITIONS)
def test_themes_differ_in_the_style_sheet_alone(name: str) -> None:
    text, bare = drawn(name), drawn(name, style=False)
    assert re.sub(r"<style>.*?</style>", "", text, flags=re.S) == bare
    assert not re.search(r"#[0-9a-f]{3}\b|#[0-9a-f]{6}\b|rgb\(|style=", bare)
    used = set(re.findall(r'class="[^"]*\b[fs]-([a-z0-9-]+)', bare)) - {"none"}
    dark = stylesheet().partition(":root[data-theme=dark]{")[2].partition("}")[0]
    assert {one for one in used if f"--{one}:" not in dark} == set()


def test_no_text_is_smaller_than_eleven_pixels() -> None:
    for name in POSITIONS:
        sizes = [float(one) for one in re.findall(r'font-size="([\d.]+)"', drawn(name, style=False))]
        assert min(sizes) >= 11, name


def test_no_text_on_a_phone_is_smaller_than_seven_pixels() -> None:
    for name in POSITIONS:
        panels = drawn(name, "narrow", style=False).partition("data-panel")[2]
        for board in re.split(r"(?=scale\()", panels)[1:]:
            scale = float(board[len("scale(") : board.index(")")])
            sizes = re.findall(r'font-size="([\d.]+)"', board.partition("data-panel")[0])
            assert min(scale * float(one) for one in sizes) > 6.9, name


def test_the_page_shows_every_picture_and_no_other_lies_there() -> None:
    assert PAGE.read_text("utf-8") == page(), AGAIN
    assert {one.stem for one in FOLDER.iterdir()} == set(POSITIONS)
    assert {one.name for one in NARROW.iterdir()} == {f"{name}.svg.gz" for name in POSITIONS}
    assert sum(one.stat().st_size for one in FOLDER.iterdir()) < 2_000_000
