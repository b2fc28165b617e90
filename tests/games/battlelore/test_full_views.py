"""The full game of BattleLore: what the seats know, views both ways (RULES.md 12)."""

import json
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlewise.core import State, ViewError
from tests.games.battlelore.full_positions import FULL, LORE, full_view, named, place
from tests.games.battlelore.positions import phase, play, texts
from tests.marks import LONG, long
from tests.spoilt_views import spoilt

SEATS = (0, 1, None)


def walk(seed: int, plies: int = 10_000):
    """The states of a game played at random, its end included."""
    generator = random.Random(seed)
    state = FULL.new(seed=seed, chance="ask")
    while plies and not state.is_over:
        yield state
        if state.is_chance:
            state.roll()
        else:
            state.play(generator.choice(state.legal()))
        plies -= 1
    yield state


def until(wanted: str, seed: int = 1, mover: int | None = None) -> State:
    """The first state of a phase, in which a seat is to move if one is given."""
    return next(s for s in walk(seed) if phase(s) == wanted and mover in (None, s.to_move))


def test_views_lead_back_to_themselves_at_every_state() -> None:
    phases = Counter()
    for seed in range(4 if LONG else 2):
        for state in walk(seed):
            assert state.check() is None
            phases[phase(state)] += 1
            for seat in SEATS:
                shown = json.loads(json.dumps(state.view(seat)))
                again = FULL.from_view(shown, seed=seed, chance="ask")
                assert again.view(seat) == shown == state.view(seat)
                assert again.view_key(seat) == state.view_key(seat)
                if seat == state.to_move:
                    assert texts(again) == texts(state)
    assert set(phases) >= {"scenario", "ford", "muster", "deploy", "bottom", "window", "aim", "lore", "over"}


def test_minimal_views_are_of_their_phases() -> None:
    for name, shown in FULL.minimal_views().items():
        state = FULL.from_view(shown, seed=1)
        assert phase(state) == name
        assert state.to_move == shown["seat"]
        assert len(state.legal()) > 1


# What is hidden


def test_scenario_cards_are_known_to_their_owner_until_both_are_revealed() -> None:
    state = until("scenario", mover=1)
    assert state.view(0)["scenario"][0] is not None
    for seat in (1, None):
        assert state.view(seat)["scenario"] == [None, None]
    assert "offered" not in state.view(None)
    assert sorted(state.view(1)["offered"]) != sorted(state.view(0)["offered"])
    dealt = {state.redealt(1, seed).view(0)["scenario"][0] for seed in range(200)}
    assert len(dealt) == 7
    state.play(state.legal()[0])
    assert None not in state.view(None)["scenario"]


def test_a_scenario_card_chosen_first_is_seen_as_chosen_only() -> None:
    state = until("scenario", mover=0)
    looks = set()
    for move in state.legal():
        child = state.copy()
        child.play(move)
        looks.add((child.log(1)[-1][1].text, child.log(None)[-1][1].text, child.view_key(1)))
    assert looks == {("scenario chosen", "scenario chosen", looks.copy().pop()[2])}


def test_an_army_is_hidden_until_both_have_deployed() -> None:
    state = until("muster", mover=0)
    keys, seen = set(), set()
    for move in state.legal()[:3]:
        child = state.copy()
        child.play(move)
        assert "army" in child.view(0)
        assert "army" not in child.view(None)
        keys.add((child.view_key(1), json.dumps(child.view(1))))
        seen.add(child.log(1)[-1][1].text)
    assert (len(keys), seen) == (1, {"army mustered"})


def test_steps_of_a_hidden_army_look_alike() -> None:
    state = until("muster", mover=0)
    looks = []
    for move in state.legal()[3:]:
        child = state.copy()
        child.play(move)
        looks.append((child.log(1)[-1][1].text, child.view_key(1), json.dumps(child.view(1))))
    assert len(set(looks)) == 1
    assert looks[0][0] == "muster"


@pytest.mark.parametrize("viewer", [1, None])
def test_a_hidden_army_is_dealt_anew_within_the_rules(viewer) -> None:
    state = until("deploy", mover=1)
    armies = Counter()
    for seed in range(300):
        dealt = state.redealt(viewer, seed)
        assert dealt.check() is None
        assert dealt.view(viewer) == state.view(viewer)
        placed = dealt.view(0)["placed"]
        assert len(placed) == 18
        assert None not in placed
        units = Counter(placed)
        assert 18 - units["decoy"] >= 7
        assert units["blood_harvesters"] <= 5
        assert units["viper_legion"] <= 5
        assert units["flesh_ripper_brutes"] <= 3
        assert units["obscenes"] <= 2
        assert units["chaos_lord"] <= 1
        prices = {"flesh_ripper_brutes": 6, "obscenes": 6, "chaos_lord": 8, "command_tent": -5, "decoy": 0}
        assert sum(prices.get(card, 4) * n for card, n in units.items()) <= 50
        armies[tuple(sorted(units.items()))] += 1
    assert len(armies) > 20
    assert len({json.dumps(state.redealt(viewer, seed).view(0)["placed"]) for seed in range(50)}) > 10


def test_lore_of_unspent_points_is_not_known_before_the_reveal() -> None:
    for state in walk(3):
        if phase(state) in ("muster", "deploy"):
            assert state.view(None)["lore"] == [0, 0]


def test_lore_cards_are_hidden_in_views_events_and_the_hash() -> None:
    state = place("command", "uH3 3.5, dG3 6.5", lore_hand_sizes=[2, 2], lore_hand={"overrun": 2})
    other = next(
        dealt
        for dealt in (state.redealt(0, seed) for seed in range(50))
        if dealt.view(1)["lore_hand"] != state.view(1)["lore_hand"]
    )
    for seat in (0, None):
        assert other.view(seat) == state.view(seat)
        assert other.view_key(seat) == state.view_key(seat)
        assert other.render(seat) == state.render(seat)
    assert other.view_key(1) != state.view_key(1)
    assert "lore_hand" not in state.view(None)


def test_a_lore_draw_is_seen_by_the_drawer_only() -> None:
    state = place("lore", "uH3 3.5, dG3 6.5")
    state.play("gain 1 lore and a card")
    assert state.stream == "lore 0"
    state.play("draw lore overrun")
    assert [state.log(seat)[-1][1].text for seat in (0, 1, None)] == [
        "draw lore overrun",
        "draw lore",
        "draw lore",
    ]


def test_cards_at_the_bottom_are_known_to_who_put_them_there() -> None:
    state = until("bottom")
    seat = state.to_move
    state.play(state.legal()[0])
    assert sum(state.view(seat)["bottom"].values()) == 2
    assert state.view(1 - seat)["bottom"] == {}
    assert state.view(None)["bottom_sizes"][seat] == 2
    assert state.log(1 - seat)[-1][1].text == "bury cards"
    for seed in range(20):
        assert state.redealt(seat, seed).view(seat)["bottom"] == state.view(seat)["bottom"]


@pytest.mark.parametrize("hand", [{"unstoppable": 1}, {"feast_of_flesh": 1}, {"ynfernal_haste": 1}])
def test_a_window_opens_on_public_facts_only(hand) -> None:
    state = place("command", "uH3 3.5, dG3 6.5", hand={"attack_center": 4}, lore=[9, 0], **LORE(hand))
    state.play("play attack center")
    assert phase(state) == "window"
    assert texts(state)[-1] == "no lore card"
    assert ("lore ynfernal haste" in texts(state)) == ("ynfernal_haste" in hand)


@pytest.mark.parametrize(
    "more",
    [
        {"lore": [0, 9]},
        {"lore_hand": {}, "lore_hand_sizes": [0, 0]},
        {"lore_discard": [{"biting_swarm": 2, "ynfernal_haste": 2}, {}]},
    ],
)
def test_no_window_without_card_tokens_or_a_card_that_could_be_meant(more) -> None:
    base = {"lore": [9, 0], **LORE({"overrun": 1}), "hand": {"attack_center": 4}}
    assert phase(play(place("command", "uH3 3.5, dG3 6.5", **base), "play attack center")) == "window"
    assert (
        phase(play(place("command", "uH3 3.5, dG3 6.5", **{**base, **more}), "play attack center")) == "move"
    )


def test_no_window_for_who_has_played_a_lore_card_this_turn() -> None:
    lore = {"lore": [9, 0], **LORE({"overrun": 1}), "lore_used": [True, False]}
    assert phase(play(place("cure", "uH3 3.5!p, dG3 6.5", **lore), "keep poison 3.5")) == "move"


# Malformed and impossible views


@pytest.mark.parametrize(
    ("units", "more", "problem"),
    [
        ("uH3 3.5, dG3 6.5", {"water": "3.5"}, "terrain that it cannot enter"),
        ("uC6 3.5, dG3 6.5", {"building": "3.5"}, "terrain that it cannot enter"),
        ("uH3 3.5, dG3 6.5", {"hill": "3.11"}, "terrain.3.11: .* is none of"),
        ("uH3 3.5, dG3 6.5", {"terrain": {"3.05": "hill"}}, "terrain.3.05"),
        ("uH3 3.5, dG3 6.5", {"terrain": {"3.5": "lava"}}, "terrain.3.5: 'lava' is none of"),
        ("uH3 3.5, dG3 6.5", {"tents": [[0, 0], [0, 0]]}, "two command tents"),
        ("uH3 3.5, dG3 6.5", {"tents": [[0, 0], None], "hill": "0.0"}, "on other terrain"),
        ("uH3 3.5, dG3 6.5", {"banners": [{"hex": [1, 1], "vp": 1}] * 2}, r"banners\[1\].hex: is another"),
        ("uG3 3.5, dG3 6.5", {}, "of the other faction"),
        ("uC6 3.5, uC6 3.6, dG3 6.5", {}, r"units\[1\].type: there are more units"),
        ("uH3 3.5, dG3 6.5", {"scenario": ["iron_volley", None]}, r"scenario\[0\]"),
        ("uH3 3.5, dG3 6.5", {"lore_hand": {"overrun": 3}, "lore_hand_sizes": [3, 0]}, "lore_discard"),
        ("uH3 3.5, dG3 6.5", {"lore_hand": {"overrun": 1}, "lore_hand_sizes": [2, 0]}, "lore_hand"),
        ("uH3 3.5, dG3 6.5", {"lore_hand_sizes": [0, 5]}, "too many lore cards"),
        ("uH3 3.5w, uH3 3.6w, uV3 2.2w, uV3 2.3w, dG3 6.5", {}, "more swarm markers"),
        ("uH3 3.5, dG3 6.5", {"slain": [True, False]}, "before the Command Step"),
        ("uH3 3.5, dG3 6.5", {"spell": {"effect": "haste", "amount": 1}}, "in the Main Phase only"),
    ],
)
def test_impossible_positions_are_refused_with_the_reason(units, more, problem) -> None:
    with pytest.raises(ViewError, match=problem):
        FULL.from_view(full_view("command", units, **more), seed=1)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"army": {"blood_harvesters": 6, "decoy": 11}}, "too many of them"),
        (
            {"army": {"blood_harvesters": 5, "viper_legion": 5, "flesh_ripper_brutes": 2, "decoy": 6}},
            "muster points",
        ),
        ({"army": {"blood_harvesters": 5, "decoy": 11}}, "18 deployment cards"),
        ({"army": {"blood_harvesters": 5, "citadel_guard": 2, "decoy": 11}}, "its faction does not have"),
        ({"army": {"blood_harvesters": 5, "chaos_lord": 1, "decoy": 12}}, "decoys"),
        ({"placed": ["decoy"] + [None] * 16}, "placed: has 17 items, fewer than 18"),
        ({"placed": [None, "decoy"] + [None] * 16}, "placed: .* without a gap"),
    ],
)
def test_impossible_armies_are_refused_with_the_reason(change, problem) -> None:
    shown = FULL.minimal_views()["deploy"]
    assert FULL.from_view(shown, seed=1).check() is None
    with pytest.raises(ViewError, match=problem):
        FULL.from_view(shown | change, seed=1)


def test_no_card_is_placed_while_the_army_is_mustered() -> None:
    shown = FULL.minimal_views()["muster"]
    for hexagon in range(18):
        placed = [None] * hexagon + ["decoy"] + [None] * (17 - hexagon)
        with pytest.raises(ViewError, match=r"without a gap|must be empty"):
            FULL.from_view(shown | {"placed": placed}, seed=1)


@pytest.mark.parametrize("name", ["ford", "muster", "deploy"])
@pytest.mark.parametrize("kind", ["forest", "building", "water"])
def test_armies_are_mustered_on_the_ground_that_the_cards_show(name, kind) -> None:
    """On any other there might be no room for the tent or for massive units."""
    shown = FULL.minimal_views()[name]
    everywhere = {f"{row}.{column}": kind for row in range(9) for column in range(12 - row % 2)}
    with pytest.raises(ViewError, match="terrain: is not what the scenario cards show"):
        FULL.from_view(shown | {"terrain": everywhere}, seed=1)
    own = FULL.from_view(shown, seed=1).view(None)["terrain"]
    assert FULL.from_view(shown | {"terrain": own}, seed=1).view(None)["terrain"] == own


@pytest.mark.parametrize("more", [{"bottom_sizes": [0, 2]}, {"lore_bottom_sizes": [0, 1]}])
def test_nothing_is_at_the_bottom_while_starting_hands_are_drawn(more) -> None:
    shown = until("setup").view(0)
    with pytest.raises(ViewError, match="must be 0 for a seat that has not decided"):
        FULL.from_view(shown | more, seed=1)


def samples() -> list[dict]:
    """Full and minimal views of every phase and window."""
    found = {f"minimal {name}": shown for name, shown in FULL.minimal_views().items()}
    for seed in range(40):
        for i, state in enumerate(walk(seed)):
            shown = state.view(SEATS[i % 3])
            found.setdefault((shown["phase"], json.dumps(shown.get("window"))), shown)
            if "combat" in shown:
                found.setdefault((shown["phase"], tuple(map(bool, shown["combat"].values()))), shown)
    return list(found.values())


SAMPLES = samples()
JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 20), st.sampled_from([998, 999, 1000]), st.just(10**30),
    st.floats(), st.text(max_size=3), st.sampled_from([*named(SAMPLES)]),
    st.just([]), st.just({}), st.lists(st.integers(-1, 12), max_size=3),
)  # fmt: skip


def play_on(state: State, plies: int) -> None:
    """Play at random, checking all that a seat or a spectator can ask for."""
    generator = random.Random(1)
    for _ in range(plies):
        assert state.check() is None
        for seat in SEATS:
            shown = state.view(seat)
            assert FULL.from_view(shown, seed=1, chance="ask").view(seat) == shown
            state.render(seat)
        if state.is_over:
            return
        moves = state.outcomes() if state.is_chance else state.legal()
        assert moves
        state.weigh()
        state.play(generator.choice(moves))


@long
@settings(max_examples=800, deadline=None)
@given(st.data())
def test_malformed_views_are_refused_or_give_a_state_that_plays_on(data) -> None:
    shown = spoilt(data, SAMPLES, JUNK)
    try:
        state = FULL.from_view(shown, seed=1, chance="ask")
    except ViewError:
        return
    play_on(state, 25)
