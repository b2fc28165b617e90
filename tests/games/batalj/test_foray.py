"""Batalj: the foray (core/games/batalj/RULES.md 5)."""

from random import Random
from typing import Any

import pytest

from battlewise.bots import bot
from battlewise.bots.check.walks import walk
from battlewise.core import State, ViewError, game
from tests.games.batalj.positions import campaign, foray, gold, play, texts

ALONE = game("batalj", mode="foray", players=1)
CITIES = tuple(ALONE.new(seed=1).view(None)["foray"]["face_down"])


def rider(state: State, seat: int = 0) -> dict:
    return state.view(None)["foray"]["riders"][seat]


# -- 5.1 The markers are laid out, the riders start


def test_fourteen_markers_lie_on_the_small_cities_and_six_stay_in_the_box() -> None:
    view = ALONE.new(seed=1).view(None)
    assert len(view["foray"]["face_down"]) == 14
    assert sum(view["foray"]["unseen"].values()) == 20


def test_s15_the_treasurer_places_fewer_markers() -> None:
    rules = game("batalj", mode="foray", players=2, markers=6)
    state = rules.new(seed=3)
    treasurer = state.view(None)["order"][0]
    placed = []
    while state.view(None)["phase"] == "markers":
        assert state.to_move == treasurer
        state.play(state.legal()[-1])
        placed = list(state.view(None)["foray"]["face_down"])
    assert len(placed) == 6
    assert state.view(None)["phase"] == "start"


def test_each_starts_in_lubeck_or_stettin() -> None:
    state = ALONE.new(seed=1, chance="ask")
    assert texts(state) == ["start at lubeck", "start at stettin"]
    assert rider(play(state, "start at stettin"))["at"] == "stettin"


# -- 5.2 Riding


def test_a_rider_moves_as_far_as_the_die_or_less() -> None:
    state = foray("march", [{"at": "lubeck", "waiting": True}], die=2)
    assert set(texts(state)) == {
        "go to lubeck", "go to lubeck-wismar", "go to wismar", "go to lubeck-hamburg", "go to hamburg",
        "raid hamburg", "go to lubeck-schwerin-1", "go to lubeck-schwerin-2",
    }  # fmt: skip


def test_stopping_at_a_marker_need_not_turn_it_over() -> None:
    state = foray("march", [{"at": "lubeck", "waiting": True}], die=2)
    stopped = play(state, "go to hamburg")
    assert stopped.view(None)["phase"] == "march_die"
    assert "hamburg" in stopped.view(None)["foray"]["face_down"]
    assert play(state, "raid hamburg").view(None)["phase"] == "marker"


def test_two_riders_cannot_share_a_space_but_pass_each_other_and_share_start_cities() -> None:
    state = foray(
        "march", [{"at": "wismar"}, {"at": "lubeck-wismar"}, {"at": "lubeck", "waiting": True}], die=3
    )
    assert "go to lubeck-wismar" not in texts(state)
    assert "go to lubeck" in texts(state)
    assert "go to lubeck-hamburg" in texts(state)


def test_a_treasure_is_kept_in_front_of_the_rider() -> None:
    state = foray("march", [{"at": "hamburg"}], die=1)
    found = play(state, "raid hamburg", "marker chalice 2")
    assert rider(found)["booty"] == {"chalice_2": 1}
    assert found.view(None)["foray"]["unseen"]["chalice_2"] == 1


def test_s13_imperial_troops_take_all_and_the_rider_is_out() -> None:
    state = foray(
        "march", [{"at": "hamburg", "booty": {"chest_10": 1, "chalice_1": 1}}, {"at": "bremen"}], die=1
    )
    slain = play(state, "raid hamburg", "marker imperial troops")
    assert rider(slain)["status"] == "slain"
    assert rider(slain)["booty"] == {}
    assert slain.view(None)["foray"]["returned"] == {"chest_10": 1, "chalice_1": 1, "imperial_troops": 1}
    assert slain.view(None)["place"] == 1


def test_what_earlier_forays_have_brought_home_is_safe() -> None:
    """Ruling 45."""
    loot = {"loot": {"chest_40": 1}}
    state = foray("march", [{"at": "hamburg", "booty": {"chest_10": 1}, **loot}, {"at": "bremen"}], die=1)
    slain = play(state, "raid hamburg", "marker imperial troops")
    assert rider(slain)["loot"] == {"chest_40": 1}
    assert rider(slain)["booty"] == {}


def test_markers_that_have_gone_back_to_the_box_are_not_on_the_map_in_this_foray() -> None:
    lost = {"returned": {"chest_40": 1, "imperial_troops": 5}}
    state = play(foray("march", [{"at": "hamburg"}], die=1, **lost), "raid hamburg")
    assert not {"marker chest 40", "marker imperial troops"} & set(texts(state))
    riders = [{"at": "hamburg", "booty": {"chest_40": 1}}, {"at": "lubeck-wismar"}]
    state = play(foray("march", riders, die=1), "raid hamburg", "marker imperial troops")
    assert state.view(None)["foray"]["returned"] == {"chest_40": 1, "imperial_troops": 1}
    over = play(state, "die 1", "go to lubeck")
    assert over.view(None)["foray"]["returned"] == {}
    assert over.view(None)["foray"]["unseen"]["imperial_troops"] == 5


def test_in_a_campaign_the_first_to_move_places_what_earlier_forays_have_left() -> None:
    """Ruling 17: also if the treasurer does not ride."""
    riders: list[dict[str, Any]] = [{"status": "absent"} for _ in range(3)]
    riders[2]["loot"] = {
        "chest_1": 2,
        "chest_5": 1,
        "chest_10": 1,
        "chest_15": 1,
        "chest_20": 1,
        "chest_25": 1,
    }
    state = campaign("declare", players=3, regent="red_pillage", order=[0, 1, 2], foray={"riders": riders})
    state = play(state, "stay at home", "foray")
    state.roll()
    state.play("stay at home")
    while state.view(None)["phase"] == "markers":
        assert state.to_move == 0
        state.play(state.legal()[0])
    assert len(state.view(None)["foray"]["face_down"]) == 13
    assert state.view(None)["phase"] == "start"
    assert state.to_move == 1


def test_the_treasurer_places_markers_in_the_order_of_cities() -> None:
    view = {"seat": 0, "phase": "markers", "order": [0, 1],
            "foray": {"riders": [{"status": "riding"}] * 2, "face_down": {"wismar": 1}}}  # fmt: skip
    rules = game("batalj", mode="foray", players=2, markers=3)
    assert texts(rules.from_view(view))[0] == "marker on hamburg"
    view["foray"]["face_down"] = {"kustrin": 1}
    with pytest.raises(ViewError, match="in the order of cities"):
        rules.from_view(view)


@pytest.mark.parametrize("begun", [{"marches": 2}, {"die": 3}])
def test_no_turn_marker_is_drawn_once_the_foray_has_begun(begun: dict[str, int]) -> None:
    view = {"seat": 0, "phase": "order", "order": [], "foray": {"riders": [{"status": "riding"}] * 2}}
    rules = game("batalj", mode="foray", players=2)
    assert rules.from_view(view, chance="ask").is_chance
    view["foray"].update(begun)
    with pytest.raises(ViewError, match="or the foray has begun"):
        rules.from_view(view)


def test_no_event_cards_are_played_in_a_foray() -> None:
    """Both hold cards, and are asked for nothing but the ride."""
    riders = [{"status": "riding", "at": "lubeck-wismar"}, {"status": "riding", "at": "bremen"}]
    state = campaign("march", regent="red_pillage", declared=True, order=[0, 1], hand={"tax_refund": 1},
                     other={"hand_size": 1}, foray={"riders": riders, "die": 1})  # fmt: skip
    assert all(text.startswith(("go to", "raid")) for text in texts(state))
    state = play(state, "go to lubeck")
    assert state.view(None)["phase"] == "march_die"
    assert state.view(None)["place"] == 1


@pytest.mark.parametrize("window", ["before", "end"])
def test_r47_a_rider_that_was_slain_plays_no_event_cards_in_that_reign(window: str) -> None:
    shown = {"regent": "red_pillage", "declared": True, "order": [0, 1], "window": window,
             "place": 1 if window == "before" else 0, "hand": {"regency_council": 1},
             "realm": {"passed": [1] if window == "before" else []}, "other": {"hand_size": 1}}  # fmt: skip
    for status, asked in (("home", 0), ("slain", 1)):
        riders = {"riders": [{"status": status}, {"status": "absent"}]}
        if status == "slain" and window == "before":
            with pytest.raises(ViewError, match="is left to ask"):
                campaign("window", foray=riders, **shown)
        else:
            assert campaign("window", foray=riders, **shown).to_move == asked


def test_r47_nor_does_it_answer_a_card() -> None:
    riders = [{"status": "slain"}, {"status": "absent"}]
    state = campaign("act", seat=1, hand={"tax_refund": 1}, regent="red_pillage", declared=True, order=[0, 1],
                     place=1, own={"hand_size": 2}, foray={"riders": riders})  # fmt: skip
    state = play(state, "play Tax Refund")
    assert state.view(None)["phase"] == "act"
    assert gold(state) == [20, 20]


@pytest.mark.parametrize("home", ["lubeck", "stettin"])
def test_who_returns_to_either_city_keeps_the_booty(home: str) -> None:
    near = {"lubeck": "lubeck-wismar", "stettin": "kustrin-stettin-2"}[home]
    state = foray("march", [{"at": near, "booty": {"chest_40": 1}}], die=1)
    over = play(state, f"go to {home}")
    assert over.is_over
    assert rider(over)["loot"] == {"chest_40": 1}
    assert over.returns() == [pytest.approx(40 / 347)]


def test_a_rider_that_has_not_left_may_wait_at_its_start() -> None:
    waited = play(foray("march", [{"at": "lubeck", "waiting": True}], die=4), "go to lubeck")
    assert rider(waited)["status"] == "riding"
    assert play(foray("march", [{"at": "lubeck", "waiting": True}], die=6), "go to lubeck").is_over is False


def test_after_thirty_rounds_all_who_ride_are_lost() -> None:
    state = foray("march", [{"at": "bremen", "booty": {"chest_40": 1}}], die=1, marches=29)
    over = play(state, "go to bremen")
    assert over.is_over
    assert over.returns() == [0]


def test_the_order_of_the_turn_markers_is_kept() -> None:
    rules = game("batalj", mode="foray", players=4)
    for seed in range(3):
        riders = []
        for state in walk(rules, seed):
            view = state.view(None)
            if view["phase"] == "march" and view["foray"]["marches"] == 0:
                riders.append(state.to_move)
        order = [seat for seat in view["order"] if seat in riders]
        assert list(dict.fromkeys(riders)) == order


def test_the_most_worth_wins_and_equals_share() -> None:
    riders = [{"at": "lubeck-wismar", "booty": {"chest_20": 1}}, {"status": "home", "loot": {"chalice_1": 1}}]
    assert play(foray("march", riders, die=1), "go to lubeck").returns() == [0.5, 0.5]
    riders[1]["loot"] = {"chest_15": 1}
    assert play(foray("march", riders, die=1), "go to lubeck").returns() == [1, 0]


# -- 5.5 What a foray is worth


def ride_best(rules: Any, seed: int) -> float:
    """A lone rider that goes on as long as the exact value says so; its share of all treasures."""
    state = rules.new(seed=seed, chance="ask")
    while not state.is_over:
        if state.is_chance:
            state.roll()
            continue
        weights = dict(zip(state.legal(), state.weigh(), strict=True))
        state.play(max(weights, key=lambda move: (rules.prospect(play(state, move), 0), weights[move])))
    return float(state.returns()[0])


@pytest.mark.parametrize("markers", [14, 4])
def test_the_exact_value_agrees_with_simulation(markers: int) -> None:
    rules = game("batalj", mode="foray", players=1, markers=markers)
    exact = rules.new(seed=1, chance="ask").estimate()[0]
    results = [ride_best(rules, seed) for seed in range(3000)]
    mean = sum(results) / len(results)
    error = (sum((one - mean) ** 2 for one in results) / len(results) ** 2) ** 0.5
    assert abs(mean - exact) < 3 * error
    assert error < 0.05 * exact


def test_the_exact_value_is_that_of_optimal_stopping() -> None:
    """Against plain recursion over the markers seen, on a map of four."""
    rules = game("batalj", mode="foray", players=1, markers=4)
    kinds = {
        1: 2,
        5: 1,
        10: 1,
        15: 1,
        20: 4,
        25: 1,
        30: 1,
        40: 3,
        60: 1,
    }  # worth in gold: chalices are 20 an AP

    def value(seen: tuple[int, ...]) -> float:
        held = sum(seen)
        if len(seen) == 4:
            return held
        more = sum((n - seen.count(worth)) * value((*seen, worth)) for worth, n in kinds.items()) / (
            20 - len(seen)
        )
        return max(held, more)

    state = rules.new(seed=1, chance="ask")
    assert rules.prospect(state, 0) == pytest.approx(value(()), rel=1e-5)


def test_search_plays_the_lone_foray_nearly_as_well() -> None:
    """In positions where going on and returning differ, it chooses as the exact value does."""
    rng, right, asked = Random(1), 0, 0
    for _ in range(24):
        booty: dict[str, int] = {}
        for kind in rng.sample(["chest_5", "chest_10", "chest_20", "chest_25", "chest_30", "chalice_2"], 3):
            booty[kind] = 1
        left = tuple(one for one in CITIES if one not in ("greifswald", "neubrandenburg", "schwerin"))
        state = foray("march", [{"at": "lubeck-wismar", "booty": booty}], left, die=1)
        held = sum({"chalice_2": 40}.get(kind) or int(kind.split("_")[1]) for kind in booty)
        on = play(state, "raid wismar").estimate()[0] * 347
        if abs(on - held) < 3:
            continue
        asked += 1
        move = bot("mcts:iterations=400").choose(state, seed=1).move.text
        right += (move == "go to lubeck") == (held > on)
    assert asked > 5
    assert right >= asked - 1
