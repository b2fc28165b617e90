"""Building a scenario, mustering and deploying in the full game of BattleLore (RULES.md 8, 10)."""

import itertools
from collections import Counter
from pathlib import Path

import pytest

from battlewise.bots import bot
from battlewise.core import State, game, game_class
from battlewise.core.games.battlelore import cards
from tests.games.battlelore.full_positions import FULL
from tests.games.battlelore.positions import phase, play, texts

SHIPPED = Path(cards.__file__).parent / "data"
UTHUK = ("blood_in_the_water", "red_harvest", "the_crimson_roots", "treasures_of_the_shadow_peaks",
         "pits_of_the_ynfernael", "staking_a_claim", "power_of_infiltration")  # fmt: skip
DAQAN = ("outriders_of_the_watch", "iron_volley", "damming_the_muir_river", "barrow_mounds_of_the_gatesmen",
         "mustering_the_militia", "crossing_the_river_of_sleep", "vault_of_the_runesmiths")  # fmt: skip


def built(uthuk: str, daqan: str, rules=FULL) -> State:
    """A game in which two scenario cards were dealt and chosen."""
    state = rules.new(seed=1, chance="ask")
    for ids, card in ((UTHUK, uthuk), (DAQAN, daqan)):
        for dealt in [card, *(one for one in ids if one != card)][:3]:
            state.play(f"deal scenario {dealt.replace('_', ' ')}")
    return play(state, f"scenario {uthuk.replace('_', ' ')}", f"scenario {daqan.replace('_', ' ')}")


def with_fords(state: State) -> State:
    while phase(state) in ("ford", "initiative"):
        state.play((state.legal() or state.outcomes())[0])
    return state


# 8 Building a scenario


def test_each_player_is_dealt_three_of_seven_cards_and_keeps_one() -> None:
    state = FULL.new(seed=1, chance="ask")
    assert (state.stream, len(state.outcomes())) == ("scenario 0", 7)
    for _ in range(6):
        state.roll()
    assert (phase(state), state.to_move, len(state.legal())) == ("scenario", 0, 3)
    play(state, texts(state)[0])
    assert (phase(state), state.to_move, len(state.legal())) == ("scenario", 1, 3)


def test_vector_b7_the_first_player_the_joined_river_and_the_fords() -> None:
    state = built("treasures_of_the_shadow_peaks", "crossing_the_river_of_sleep")
    assert state.view(None)["first"] == 0  # B2 before C1
    assert (phase(state), state.to_move) == ("ford", 0)
    board = state.render()
    river = {"2.0", "2.1", "3.1", "4.2", "5.1", "6.0", "6.1"}
    assert {one for one in river if f"~{one}" in board} == river
    assert sorted(texts(state)) == ["ford 2.0", "ford 2.1", "ford 3.1"]
    play(state, "ford 3.1")
    assert state.to_move == 1
    assert "ford 4.2" in texts(state)
    play(state, "ford 5.1")
    assert phase(state) == "muster"
    assert "+5.1" in state.render()


def test_a_river_that_ends_on_the_board_is_a_lake_there() -> None:
    board = built("red_harvest", "crossing_the_river_of_sleep").render()
    assert "o4.2" in board
    assert "~5.1" in board


@pytest.mark.parametrize(
    ("uthuk", "daqan", "first"),
    [
        ("red_harvest", "damming_the_muir_river", 0),
        ("the_crimson_roots", "iron_volley", 1),
        ("staking_a_claim", "vault_of_the_runesmiths", 0),
        ("power_of_infiltration", "vault_of_the_runesmiths", 1),
    ],
)
def test_the_first_player_is_said_by_letter_then_number(uthuk, daqan, first) -> None:
    assert built(uthuk, daqan).view(None)["first"] == first


def test_equal_codes_are_decided_by_lot() -> None:
    state = built("blood_in_the_water", "outriders_of_the_watch")
    assert (phase(state), state.stream) == ("initiative", "lot")
    assert [move.text for move in state.outcomes()] == ["uthuk first", "daqan first"]
    play(state, "daqan first")
    assert state.view(None)["first"] == 1


def test_damming_the_muir_river_places_two_fords() -> None:
    state = built("red_harvest", "damming_the_muir_river")
    assert (state.to_move, len(texts(state))) == (1, 6)
    play(state, texts(state)[0])
    assert (state.to_move, len(texts(state))) == (1, 5)
    play(state, texts(state)[0])
    assert phase(state) == "muster"


def test_all_49_pairs_of_scenario_cards_can_be_played() -> None:
    for uthuk, daqan in itertools.product(UTHUK, DAQAN):
        state = with_fords(built(uthuk, daqan))
        assert phase(state) == "muster"
        assert len(state.view(None)["banners"]) == 2
        while state.turn < 3 and not state.is_over:
            assert state.check() is None
            state.play(state.legal()[-1]) if state.to_move >= 0 else state.roll()


def test_terrain_and_banners_stand_where_the_cards_show_them() -> None:
    view = built("the_crimson_roots", "outriders_of_the_watch").view(None)
    assert view["banners"] == [{"hex": [3, 5], "vp": 1}, {"hex": [5, 5], "vp": 1}]
    assert view["terrain"] == {
        "3.7": "forest", "3.3": "forest", "4.6": "forest", "2.10": "hill", "3.10": "hill", "3.9": "hill",
        "5.1": "hill", "5.9": "hill", "6.3": "forest", "6.8": "forest", "4.4": "forest", "6.6": "building",
    }  # fmt: skip


# 10.1 Mustering


def mustering(daqan: str = "vault_of_the_runesmiths") -> State:
    """The Daqan are to muster."""
    return play(with_fords(built("red_harvest", daqan)), "army red tide")


def test_army_cards_are_ready_made_armies() -> None:
    state = with_fords(built("red_harvest", "iron_volley"))
    assert texts(state)[:3] == ["army reign of venom", "army red tide", "army lord of ruin"]
    play(state, "army red tide")
    assert state.view(0)["army"] == {
        "blood_harvesters": 5,
        "flesh_ripper_brutes": 3,
        "viper_legion": 3,
        "decoy": 7,
    }
    assert state.to_move == 1


def test_vector_b8_a_mustered_army() -> None:
    state = mustering()
    play(state, "muster 1 command tent", "muster 4 citadel guard", "muster 3 yeoman archers")
    play(state, "muster 2 riverwatch riders", "muster 2 rune golems", "muster 0 roc warrior")
    assert state.view(1)["army"] == {
        "citadel_guard": 4, "yeoman_archers": 3, "riverwatch_riders": 2, "rune_golems": 2, "command_tent": 1,
        "decoy": 6,
    }  # fmt: skip
    play(state, "deploy centre", "deploy centre")
    assert state.view(None)["lore"] == [0, 3]


def test_no_army_costs_more_than_there_are_points_or_has_too_many_decoys() -> None:
    state = mustering()
    play(state, "muster 0 command tent", "muster 5 citadel guard", "muster 5 yeoman archers")
    assert texts(state) == ["muster 0 riverwatch riders", "muster 1 riverwatch riders"]
    few = play(mustering(), "muster 0 command tent", "muster 0 citadel guard")
    assert texts(few) == [f"muster {n} yeoman archers" for n in (1, 2, 3, 4, 5)]
    tent = play(mustering(), "muster 1 command tent", "muster 5 citadel guard", "muster 5 yeoman archers")
    assert texts(tent)[-1] == "muster 2 riverwatch riders"


def test_every_legal_daqan_army_can_be_mustered() -> None:
    """Against an enumeration of all armies of 50 points, 55 with the tent."""
    found = set()

    def walk(state: State) -> None:
        if state.to_move != 1 or phase(state) != "muster":
            army = state.view(1)["army"]
            found.add(
                tuple(
                    army.get(card, 0)
                    for card in (
                        "command_tent",
                        "citadel_guard",
                        "yeoman_archers",
                        "riverwatch_riders",
                        "rune_golems",
                        "roc_warrior",
                    )
                )
            )
            return
        for move in state.legal():
            if not move.text.startswith("army"):
                child = state.copy()
                child.play(move)
                walk(child)

    walk(play(mustering(), "muster 1 command tent"))
    expected = {
        (1, g, y, r, n, w)
        for g in range(6) for y in range(6) for r in range(4) for n in range(3) for w in range(2)
        if 4 * g + 4 * y + 6 * r + 6 * n + 8 * w <= 55 and g + y + r + n + w + 1 >= 7
    }  # fmt: skip
    assert found == expected


def test_mustering_the_militia_makes_guards_cheaper() -> None:
    state = play(mustering("mustering_the_militia"), "army mounted assault", "deploy centre", "deploy centre")
    assert state.view(None)["lore"] == [0, 5]
    state = mustering("mustering_the_militia")
    play(state, "muster 0 command tent", "muster 5 citadel guard", "muster 5 yeoman archers")
    assert texts(state)[-1] == "muster 2 riverwatch riders"


def test_at_most_five_unspent_points_become_lore() -> None:
    state = mustering()
    play(state, "muster 0 command tent", "muster 5 citadel guard", "muster 2 yeoman archers")
    play(state, "muster 0 riverwatch riders", "muster 0 rune golems", "muster 0 roc warrior")
    play(state, "deploy centre", "deploy centre")
    assert state.view(None)["lore"] == [0, 5]


def test_a_search_musters_and_deploys_by_cards_and_plans() -> None:
    state = mustering()
    for names in ("army", "deploy"):
        weights = dict(zip(texts(state), state.weigh(), strict=True))
        assert {text for text, weight in weights.items() if weight} == {
            text for text in weights if text.split()[0] == names
        }
        choice = bot("mcts:iterations=60").choose(state, seed=1)
        assert choice.move.text.split()[0] == names
        state.play(choice.move)
        if names == "army":
            play(state, "deploy wings")


# 10.2, 10.3 Deployment


def test_units_stand_on_the_18_deployment_hexes_and_decoys_are_removed() -> None:
    state = play(mustering(), "army mounted assault", "deploy wings", "deploy forward")
    units = state.view(None)["units"]
    kinds = Counter((one["side"], one["type"], one["figures"]) for one in units)
    assert kinds == {
        ("uthuk", "blood_harvesters", 3): 5, ("uthuk", "flesh_ripper_brutes", 3): 3,
        ("uthuk", "viper_legion", 3): 3, ("daqan", "citadel_guard", 3): 5,
        ("daqan", "yeoman_archers", 3): 3, ("daqan", "riverwatch_riders", 3): 3,
    }  # fmt: skip
    own = {2: (2, 4, 6, 7, 9), 1: (1, 2, 4, 5, 6, 8, 9), 0: (2, 3, 5, 6, 8, 9)}
    allowed = {(8 - row, column) for row, columns in own.items() for column in columns}
    assert {tuple(one["hex"]) for one in units if one["side"] == "daqan"} <= allowed


@pytest.mark.parametrize("plan", ["centre", "left", "right", "forward", "wings"])
def test_plans_put_all_units_on_the_board(plan) -> None:
    for daqan in DAQAN:
        for army in ("mounted assault", "blackened skies", "stone and steel"):
            state = play(mustering(daqan), f"army {army}", f"deploy {plan}", f"deploy {plan}")
            assert state.check() is None
            assert sum(one["side"] == "daqan" for one in state.view(None)["units"]) in (10, 11)


def test_cards_can_be_placed_one_by_one() -> None:
    state = play(mustering(), "army mounted assault", "deploy centre")
    assert state.to_move == 1
    order = ["decoy", "citadel guard", "decoy", "yeoman archers"]
    for card in order:
        text = next(text for text in texts(state) if text.startswith(f"{card} to "))
        state.play(text)
    view = state.view(1)
    assert [card and card.replace("_", " ") for card in view["placed"][:5]] == [*order, None]
    assert FULL.from_view(view, seed=1).view(1) == view
    while phase(state) == "deploy":
        state.play(texts(state)[-1])
    where = [tuple(one["hex"]) for one in state.view(None)["units"] if one["type"] == "citadel_guard"]
    assert len(where) == 5


def with_tent() -> State:
    state = mustering("barrow_mounds_of_the_gatesmen")
    play(state, "muster 1 command tent", "muster 4 citadel guard", "muster 3 yeoman archers")
    play(state, "muster 2 riverwatch riders", "muster 2 rune golems", "muster 0 roc warrior")
    return play(state, "deploy centre")


def test_no_unit_stands_farther_on_than_the_tent() -> None:
    state = with_tent()
    rows = Counter()
    while phase(state) == "deploy":
        # Decoys in front, as long as they last; then the tent comes before any unit of its row is behind it.
        decoy = [text for text in texts(state) if text.startswith("decoy")]
        state.play(decoy[0] if decoy else texts(state)[-1])
    for one in state.view(None)["units"]:
        if one["side"] == "daqan":
            rows[8 - one["hex"][0]] += 1
    tent = state.view(None)["tents"][1]
    assert max(rows) <= 8 - tent[0]


def test_a_unit_placed_in_front_makes_the_tent_follow_in_its_row() -> None:
    state = with_tent()
    play(state, next(text for text in texts(state) if text.startswith("citadel guard")))
    for _ in range(3):
        state.play(next(text for text in texts(state) if text.startswith(("yeoman", "citadel"))))
    assert all(text.startswith("command tent") for text in texts(state))  # the last hex of the front row


def test_a_tent_stands_on_a_hex_without_terrain() -> None:
    state = with_tent()
    own = state.view(None)["terrain"]
    while phase(state) == "deploy":
        for text in texts(state):
            if text.startswith("command tent"):
                assert text.split()[-1] not in own
        state.play(texts(state)[-1] if not texts(state)[-1].startswith("command") else texts(state)[0])
    assert state.view(None)["tents"][1] is not None


def test_plans_deploy_a_tent_ahead_of_all_units() -> None:
    for plan in ("centre", "left", "right", "forward", "wings"):
        state = play(with_tent(), f"deploy {plan}")
        tent = state.view(None)["tents"][1]
        assert all(one["hex"][0] >= tent[0] for one in state.view(None)["units"] if one["side"] == "daqan")


# 10.5 Starting hands


def test_six_command_and_three_lore_cards_are_drawn_first_player_first() -> None:
    state = built("the_crimson_roots", "iron_volley")  # the Daqan are first
    play(with_fords(state), "army red tide", "army mounted assault", "deploy centre", "deploy centre")
    sizes = []
    while phase(state) == "setup":
        state.roll()
        view = state.view(None)
        sizes.append((*view["hand_sizes"], *view["lore_hand_sizes"]))
    assert sizes[5] == (0, 6, 0, 0)
    assert sizes[11] == (6, 6, 0, 0)
    assert sizes[14] == (6, 6, 0, 3)
    assert sizes[17] == (6, 6, 3, 3)
    assert (phase(state), state.to_move) == ("bottom", 1)
    for _ in range(4):
        play(state, texts(state)[0])
    view = state.view(None)
    assert (view["hand_sizes"], view["lore_hand_sizes"]) == ([4, 4], [2, 2])
    assert (phase(state), state.to_move) == ("command", 1)
    assert (view["bottom_sizes"], view["lore_bottom_sizes"]) == ([2, 2], [1, 1])


def test_cards_at_the_bottom_are_drawn_when_nothing_else_is_left() -> None:
    shown = FULL.minimal_views()["lore"] | {
        "phase": "move",
        "hand": {"patrol_left": 3},
        "card": "attack_center",
    }
    everything = {
        "patrol_center": 5, "patrol_right": 4, "attack_left": 4, "attack_center": 5, "attack_right": 4,
        "line_advance": 4, "wedge": 3, "echelon_left": 3, "echelon_right": 3, "pincer": 3, "onslaught": 3,
        "darken_the_skies": 3, "battle_march": 3, "cavalry_charge": 3, "counterattack": 1,
    }  # fmt: skip
    shown["units"] = [one | {"ordered": one["side"] == "uthuk"} for one in shown["units"]]
    more = {"discard": everything, "bottom": {"battlelore": 1, "champions_of_war": 1}, "bottom_sizes": [2, 0]}
    left = 60 - sum(everything.values()) - 3 - 2 - 4
    assert left == 0
    state = FULL.from_view(shown | more, seed=1, chance="ask")
    play(state, "stay 3.5")
    if phase(state) == "attack":
        play(state, "hold 3.5")
    assert [move.text for move in state.outcomes()] == ["draw champions of war", "draw battlelore"]


def test_preset_starting_hands_are_an_option() -> None:
    rules = game("battlelore", scenario="full", starting_hands="preset")
    state = with_fords(built("red_harvest", "iron_volley", rules))
    play(state, "army red tide", "army mounted assault", "deploy centre", "deploy centre")
    assert state.view(0)["hand"] == {"patrol_left": 1, "patrol_right": 1, "attack_center": 1, "onslaught": 1}
    assert state.stream == "lore 0"
    while phase(state) == "setup":
        state.roll()
    assert texts(state)[0].startswith("bury")
    learning = game("battlelore", starting_hands="preset").new(seed=1)
    assert learning.view(1)["hand"] == {
        "patrol_left": 1,
        "patrol_right": 1,
        "attack_center": 1,
        "line_advance": 1,
    }
    assert phase(learning) == "command"


def worth_of_mustering(folder: Path, weak: tuple[str, ...]) -> float:
    """The Uthuk's win chance before both muster, if these army cards of the Daqan hold few units."""
    text = (SHIPPED / "armies.toml").read_text()
    for card in weak:
        head, heading, army = text.partition(f"[{card}]\n")
        record, units, rest = army.partition("units = ")
        few = "{ yeoman_archers = 5, citadel_guard = 2 }\n"
        text = f"{head}{heading}{record}{units}{few}{rest.partition(chr(10))[2]}"
    folder.mkdir()
    (folder / "armies.toml").write_text(text)
    state = game_class("battlelore")(data=folder, scenario="full").new(seed=4)
    while phase(state) != "muster":
        state.play(state.legal()[0])
    assert state.to_move == 0
    value = bot("mcts:iterations=1500").choose(state, seed=1).value
    assert value is not None
    return value


def test_a_search_reckons_with_each_of_the_enemy_s_secret_armies(tmp_path) -> None:
    """They all look alike: which is mustered in a world must not always be the first."""
    first = worth_of_mustering(tmp_path / "first", ("mounted_assault",))
    last = worth_of_mustering(tmp_path / "last", ("stone_and_steel",))
    every = worth_of_mustering(tmp_path / "every", ("mounted_assault", "blackened_skies", "stone_and_steel"))
    none = worth_of_mustering(tmp_path / "none", ())
    assert abs(first - last) < 0.1
    assert none + 0.05 < min(first, last)
    assert max(first, last) + 0.15 < every
