"""Titles of cards and pieces, and the ids that are made from them."""

import pytest

from battlewise.core.data import slug, titles
from battlewise.core.errors import ViewError
from battlewise.core.views import Fields


@pytest.mark.parametrize(
    ("english", "card"),
    [
        ("Friman", "friman"),
        ("Book of Crea", "book_of_crea"),
        ("Book of Crea", "book"),
        ("Book of Crea", "book_of"),
        ("Drill + 1", "drill_plus_1"),
    ],
)
def test_an_id_is_its_title_or_the_first_words_of_it(english: str, card: str) -> None:
    assert titles(Fields({"english": english}), card) == (english, None)


@pytest.mark.parametrize("card", ["boo", "crea", "book_", "book_of_crea_too"])
def test_an_id_of_other_words_is_refused(card: str) -> None:
    with pytest.raises(ViewError, match=f"english: 'Book of Crea' makes the id book_of_crea, not {card}"):
        titles(Fields({"english": "Book of Crea"}), card)


def test_the_title_of_the_book_stands_beside_the_english_one() -> None:
    assert titles(Fields({"english": "Baerfolk", "original": "Bärfolk"}), "baerfolk")[1] == "Bärfolk"
    assert slug("Bärfolk") == "barfolk"
