"""Decks of Battalla!: what is wrong with a list, in code, on the command line and over HTTP; card data."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from battlewise.api.app import create_app
from battlewise.bots.cli import app
from battlewise.core import BattlewiseError, DataError, OptionError, game
from battlewise.core.games.battalla import cards

RULES: Any = game("battalla")
FOLDER = Path(cards.__file__).parent / "data"


THREE = ("jackal_guard", "scarab_swarm", "mummy", "nile_crocodile", "priest_of_thoth", "charioteer",
         "weighing_of_the_heart", "book_of_the_dead", "curse_of_sand", "khopesh")  # fmt: skip
TWO = ("sphinx", "ammit", "apep_demon_of_chaos", "valley_of_kings", "scouting_party")


def changed(main: dict[str, int | None] | None = None, **other: Any) -> dict[str, Any]:
    """A deck of 40 Egyptian cards with some counts set, or taken out for None."""
    heroes = ["anubis", "isis", "ra", "hades", "loki"]
    listed: dict[str, Any] = {"main": {**dict.fromkeys(THREE, 3), **dict.fromkeys(TWO, 2)}, "heroes": heroes}
    for card, n in (main or {}).items():
        listed["main"].pop(card, None)
        if n is not None:
            listed["main"][card] = n
    return {**listed, **other}


WRONG: list[tuple[dict[str, Any], str]] = [
    (changed({"sphinx": None, "ammit": 1}), "main: 37 cards, and a main deck has 40 to 60"),
    (changed({"mummy": 4}), "main: 4 copies of mummy, and a deck has at most 3 of a card"),
    (changed({"sphinx": 0}), "main: 0 copies of sphinx are none"),
    (changed({"unicorn": 1}), "main: there is no card 'unicorn'"),
    (changed({"thor": 1}), "main: thor is a hero, and heroes start in the hero deck"),
    (changed(heroes=["ra", "ra"]), "heroes: ra twice, and a hero deck has one copy of a card"),
    (changed(heroes=["sphinx"]), "heroes: sphinx is no hero, and a hero deck has nothing else"),
    (changed(heroes=["zeus"]), "heroes: there is no hero 'zeus'"),
    (
        changed(heroes=["ra", "isis", "thor", "loki", "hades", "athena"]),
        "heroes: 6 heroes, and a hero deck has at most 5",
    ),
    (changed(colour="red"), "colour: is not a field here"),
    ({"heroes": []}, "main: is missing"),
    ({"main": {"mummy": "three"}, "heroes": []}, "main.mummy: 'three' is not a whole number"),
]


@pytest.mark.parametrize(("listed", "problem"), WRONG)
def test_a13_what_is_wrong_with_a_list_is_named_with_card_and_rule(
    listed: dict[str, Any], problem: str
) -> None:
    with pytest.raises(OptionError) as caught:
        game("battalla", deck_1=listed)  # type: ignore[arg-type]
    assert caught.value.option == "deck_1"
    assert problem in str(caught.value)


def test_everything_that_is_wrong_is_named_at_once() -> None:
    with pytest.raises(OptionError) as caught:
        game("battalla", deck_0=changed({"mummy": 4, "unicorn": 1, "thor": 1}, heroes=["ra", "ra"]))  # type: ignore[arg-type]
    assert str(caught.value).count(";") == 3


def test_counts_that_are_none_mythoi_and_missing_heroes_hide_nothing_else() -> None:
    listed = changed({"mummy": 4, "pixie": 1, "sphinx": "two"})  # type: ignore[dict-item]
    del listed["heroes"]
    with pytest.raises(OptionError) as caught:
        game("battalla", deck_0={**listed, "colour": 1}, mythos_limit=True)  # type: ignore[arg-type]
    for problem in (
        "4 copies of mummy",
        "main.sphinx: 'two'",
        "heroes: is missing",
        "pixie is fae",
        "colour",
    ):
        assert problem in str(caught.value)


def test_60_cards_are_a_deck_and_61_are_not() -> None:
    more = {"hoplite": 3, "dryad": 3, "pixie": 3, "harpy": 3, "medusa": 3, "fenrir": 3, "draugr": 2}
    game("battalla", deck_0=changed(dict(more)))  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="61 cards"):
        game("battalla", deck_0=changed({**more, "draugr": 3}))  # type: ignore[arg-type]


def test_the_mythos_limit_asks_for_a_hero_of_each_mythos() -> None:
    listed = changed({"sphinx": None, "pixie": 2})
    game("battalla", deck_0=listed)  # type: ignore[arg-type]
    with pytest.raises(OptionError, match=r"pixie is fae, and no hero is \(mythos limit\)"):
        game("battalla", deck_0=listed, mythos_limit=True)  # type: ignore[arg-type]
    game("battalla", deck_0={**listed, "heroes": ["anubis", "titania"]}, mythos_limit=True)  # type: ignore[arg-type]


def test_an_unknown_deck_and_a_broken_list_are_refused() -> None:
    for value in ("moon", "{not json", "[1]", "{}", '{"main": []}', 7, "hidden"):
        with pytest.raises(OptionError) as caught:
            game("battalla", deck_0=value)  # type: ignore[arg-type]
        assert caught.value.option == "deck_0"


def test_a_built_in_deck_can_be_had_changed_and_given_back() -> None:
    listed = RULES.deck("forest")
    own = game("battalla", deck_0=listed)  # type: ignore[arg-type]
    assert own.options["deck_0"] == json.dumps({name: listed[name] for name in sorted(listed)})
    assert game("battalla", **own.options).options == own.options
    assert own.new(seed=1, chance="ask").view_key(0) == game("battalla", deck_0="forest").new(
        seed=1, chance="ask"
    ).view_key(0)
    with pytest.raises(BattlewiseError, match="moon"):
        RULES.deck("moon")


# -- the command line


def write(path: Path, listed: dict[str, Any]) -> str:
    counts = "\n".join(f"{card} = {json.dumps(n)}" for card, n in listed.get("main", {}).items())
    path.write_text(f"heroes = {json.dumps(listed['heroes'])}\n[main]\n{counts}\n")
    return str(path)


@pytest.mark.parametrize(("listed", "problem"), [one for one in WRONG if set(one[0]) == {"main", "heroes"}])
def test_a_wrong_deck_file_is_said_on_the_command_line(tmp_path: Path, listed: Any, problem: str) -> None:
    path = write(tmp_path / "own.toml", listed)
    result = CliRunner().invoke(
        app, ["match", "battalla", "random", "random", "--games", "2", "-o", f"deck_0={path}"]
    )
    assert isinstance(result.exception, OptionError)
    assert problem in str(result.exception)


def test_a_deck_file_is_played_on_the_command_line(tmp_path: Path) -> None:
    path = write(tmp_path / "own.toml", changed({"sphinx": None, "pixie": 2}))
    command = ["match", "battalla", "random", "random", "--games", "2", "-o", f"deck_0={path}"]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 0, result.output
    assert "2 games" in result.output


@pytest.mark.parametrize("text", [None, "heroes = ["])
def test_a_deck_file_that_cannot_be_read_is_said(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "own.toml"
    if text is not None:
        path.write_text(text)
    result = CliRunner().invoke(app, ["play", "battalla", "-o", f"deck_0={path}"])
    assert isinstance(result.exception, BattlewiseError)
    assert "deck_0" in str(result.exception)
    assert "own.toml" in str(result.exception)


# -- HTTP


def ask(options: dict[str, Any]) -> Any:
    view = RULES.minimal_views()["roll"] | {"phase": "seat"}
    body = {"view": view, "options": options, "level": "beginner"}
    return create_app().test_client().post("/v1/games/battalla/moves", json=body)


@pytest.mark.parametrize(("listed", "problem"), WRONG)
def test_a_wrong_list_is_said_over_http(listed: dict[str, Any], problem: str) -> None:
    answer = ask({"deck_1": listed})
    assert answer.status_code == 422
    assert "options.deck_1" in answer.text
    assert problem in json.loads(answer.text)["detail"] or problem in str(json.loads(answer.text))


def test_a_list_is_played_with_over_http() -> None:
    assert ask({"deck_1": changed({"sphinx": None, "pixie": 2})}).status_code == 200


def test_a_path_is_no_deck_over_http(tmp_path: Path) -> None:
    assert ask({"deck_1": write(tmp_path / "own.toml", changed())}).status_code == 422


# -- card data


def with_cards(tmp_path: Path, old: str, new: str, name: str = "cards.toml") -> Path:
    text = (FOLDER / name).read_text()
    assert old in text
    (tmp_path / name).write_text(text.replace(old, new, 1))
    return tmp_path


@pytest.mark.parametrize(
    ("name", "old", "new", "problem"),
    [
        ("cards.toml", 'type = "unit"', 'type = "troop"', "hoplite.type: 'troop' is none of"),
        ("cards.toml", 'status = "reconstructed"', 'status = "sure"', "hoplite.status"),
        ("cards.toml", "cost = 1", "price = 1", "hoplite.cost: is missing"),
        ("cards.toml", "hp = 2", "hp = 2\nspeed = 3", "hoplite.speed: is not a field here"),
        (
            "cards.toml",
            'keywords = ["surprise"]',
            'keywords = ["haste"]',
            "amazon_scout.keywords[0]: 'haste'",
        ),
        ("cards.toml", 'do = "sidestep"', 'do = "fly"', "harpy.effects[0].do: 'fly' is none of"),
        (
            "cards.toml",
            'when = "action", cost',
            'when = "noon", cost',
            "harpy.effects[0].when: 'noon' is none of",
        ),
        ("cards.toml", 'do = "advance", whose', 'do = "advance", range = 1, whose', "effects[0].range"),
        (
            "cards.toml",
            'when = "played", then = true',
            'when = "summoned", then = true',
            "offering.effects[1].when",
        ),
        (
            "cards.toml",
            'which = { type = "item" }',
            'which = { type = "hat" }',
            "effects[0].which.type: 'hat'",
        ),
        (
            "cards.toml",
            'do = "intimidate", whose = "ally"',
            'do = "intimidate", whose = "enemy"',
            "shieldmaiden.effects[0].whose",
        ),
        (
            "cards.toml",
            'when = "summoned", do = "draw"',
            'when = "summoned", may = true, do = "draw"',
            "satyr_piper.effects[0].may",
        ),
        (
            "cards.toml",
            'do = "toughen", whose',
            'do = "toughen", each = true, whose',
            "mount_olympus.effects[0].each",
        ),
        (
            "heroes.toml",
            'do = "sharpen", whose',
            'do = "sharpen", once = true, whose',
            "oberon.effects[0].once",
        ),
        (
            "heroes.toml",
            'do = "sharpen", whose',
            'do = "sharpen", may = true, whose',
            "oberon.effects[0].may",
        ),
        ("cards.toml", "amount = 2 }]", "amount = 5 }]", "oracle_of_delphi.effects[0].amount"),
        (
            "cards.toml",
            'which = { type = "unit", max_cost = 3 }',
            "which = { max_cost = 3 }",
            "book_of_the_dead.effects[0].which",
        ),
        ("cards.toml", 'when = "action", cost = 1, once = true', 'when = "action"', "harpy.effects[0].once"),
        (
            "cards.toml",
            'when = "destroyed", do = "draw"',
            'when = "destroyed", once = true, do = "draw"',
            "jackal_guard.effects[0].once",
        ),
        ("heroes.toml", 'is = "controls", count', 'is = "owns", count', "athena.summon[0].is: 'owns'"),
        ("heroes.toml", "[athena]", "[hoplite]", "hoplite: is a card of main decks too"),
        ("decks.toml", "mummy = 3", "mummy = 4", "sun: main: 4 copies of mummy"),
        ("decks.toml", "mummy = 3", "mummies = 3", "sun: main: there is no card 'mummies'"),
        ("decks.toml", '"anubis", ', '"zeus", ', "sun: heroes: there is no hero 'zeus'"),
        ("estimate.toml", "units =", "unit =", "units: is missing"),
    ],
)
def test_wrong_data_are_named_by_file_card_and_key(
    tmp_path: Path, name: str, old: str, new: str, problem: str
) -> None:
    rules: Any = type(RULES)
    with pytest.raises(DataError) as caught:
        rules(data=with_cards(tmp_path, old, new, name))
    assert name in str(caught.value)
    assert problem in str(caught.value)


def test_own_cards_replace_ours_as_data(tmp_path: Path) -> None:
    rules: Any = type(RULES)
    one = rules(data=with_cards(tmp_path, "hp = 2", "hp = 7"))
    one.new(seed=1)
    shutil.copy(FOLDER / "decks.toml", tmp_path)
    text = (tmp_path / "cards.toml").read_text()
    text = text.replace('[mummy]\nenglish = "Mummy"', '[bandaged_king]\nenglish = "Bandaged King"')
    (tmp_path / "cards.toml").write_text(text)
    (tmp_path / "decks.toml").write_text(
        (tmp_path / "decks.toml").read_text().replace("mummy =", "bandaged_king =")
    )
    renamed = rules(data=tmp_path)
    assert "bandaged_king" in renamed.deck("sun")["main"]
    for seed in range(3):
        assert renamed.new(seed=seed).to_move >= 0


def test_effects_of_damage_outside_a_battle_come_before_death(tmp_path: Path) -> None:
    rules: Any = type(RULES)
    own = rules(data=with_cards(tmp_path, 'do = "grow"', 'do = "heal"'), deck_0="olympus", deck_1="valhalla")
    view = {"seat": 0, "phase": "turn", "active": 0, "turn": 10, "stamina": [5, 0], "hand_sizes": [1, 0],
            "cards": [{"seat": 1, "card": "berserker", "square": "b4"}],
            "hand": {"thunderbolt": 1}}  # fmt: skip
    state = own.from_view(view, seed=1)
    state.play("play thunderbolt")
    assert [(one["card"], one["damage"]) for one in state.view(0)["cards"]] == [("berserker", 1)]


def test_every_card_is_in_a_built_in_deck_and_no_hero_in_more_than_two() -> None:
    listed = [RULES.deck(name) for name in ("sun", "forest", "olympus", "valhalla")]
    data = cards.load([FOLDER])
    held = [card for one in listed for card in (*one["main"], *one["heroes"])]
    assert {one.id for one in data.cards} == set(held)
    assert max(held.count(one.id) for one in data.cards[data.heroes :]) <= 2
