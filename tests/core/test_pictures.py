"""The pictures of the documents are what the games draw today."""

import pytest

from bench.pictures import FOLDER, POSITIONS, drawn


@pytest.mark.parametrize("name", POSITIONS)
def test_the_pictures_of_the_documents_are_up_to_date(name: str) -> None:
    assert (FOLDER / f"{name}.svg").read_text("utf-8") == drawn(name), "run python -m bench.pictures"
