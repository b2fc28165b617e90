"""BattleLore: what the seats know, views both ways, notation, data (RULES.md 11 and RULES.md 12)."""

import copy
import json
import math
import random
import tomllib
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlewise.core import DataError, State, ViewError, game
from battlewise.core.games.battlelore import cards
from tests.games.battlelore.positions import GAME, phase, position, texts, view
from tests.marks import LONG
from tests.spoilt_views import spoilt

SEATS = (0, 1, None)
SHIPPED = Path(cards.__file__).parent / "data"


def walk(seed: int, plies: int = 10_000):
    """The states of a game played at random, its end included."""
    generator = random.Random(seed)
    state = GAME.new(seed=seed, chance="ask")
    while plies and not state.is_over:
        yield state
        if state.is_chance:
            state.roll()
        else:
            state.play(generator.choice(state.legal()))
        plies -= 1
    yield state


def test_views_lead_back_to_themselves_at_every_state() -> None:
    phases = Counter()
    for seed in range(6):
        for state in walk(seed):
            assert state.check() is None
            phases[phase(state)] += 1
            for seat in SEATS:
                shown = json.loads(json.dumps(state.view(seat)))
                again = GAME.from_view(shown, seed=seed)
                assert again.view(seat) == shown == state.view(seat)
                assert again.view_key(seat) == state.view_key(seat)
                if seat == state.to_move:
                    assert texts(again) == texts(state)
    assert set(phases) >= {
        "setup",
        "command",
        "order",
        "move",
        "attack",
        "roll",
        "ability",
        "counter",
        "over",
    }


def test_redeal_is_a_function_of_the_view_and_keeps_it() -> None:
    for state in walk(11):
        for seat in SEATS:
            dealt = state.redealt(seat, 5)
            assert dealt.view(seat) == state.view(seat)
            assert dealt.view_key(seat) == state.view_key(seat)
            assert dealt.check() is None
            assert dealt.redealt(seat, 9).data_bytes() == state.redealt(seat, 9).data_bytes()


def test_redeal_deals_every_unseen_card_as_often_as_there_are_of_it() -> None:
    state = position("command", "uH3 3.5, dG3 6.5", discard={"patrol_center": 5})
    drawn = Counter()
    for seed in range(4000):
        drawn.update(state.redealt(0, seed).view(1)["hand"])
    assert drawn["patrol_left"] == drawn["patrol_center"] == 0  # all seen
    expected = 4000 * 4 / 51
    for card, count in (("attack_center", 5), ("attack_left", 4), ("wedge", 3), ("battlelore", 1)):
        assert drawn[card] == pytest.approx(count * expected, rel=0.15)


def test_others_hands_are_hidden_in_views_events_and_the_hash() -> None:
    state = position("command", "uH3 3.5, dG3 6.5")
    other = next(
        dealt for dealt in (state.redealt(0, seed) for seed in range(50)) if dealt.view(1) != state.view(1)
    )
    for seat in (0, None):
        assert other.view(seat) == state.view(seat)
        assert other.view_key(seat) == state.view_key(seat)
        assert other.render(seat) == state.render(seat)
    assert other.view_key(1) != state.view_key(1)
    assert "hand" not in state.view(None)


def test_a_draw_is_seen_by_the_drawer_only() -> None:
    state = GAME.new(seed=3)
    hands = [Counter(), Counter()]
    for seat in SEATS:
        for i, (_, move) in enumerate(state.log(seat)):
            if seat == i // 4:
                hands[seat][move.doc["card"]] += 1
            else:
                side = ("uthuk", "daqan")[i // 4]
                assert (move.text, move.doc) == ("draw", {"kind": "draw", "side": side})
    assert [dict(hand) for hand in hands] == [state.view(seat)["hand"] for seat in (0, 1)]


def test_moves_are_unique_and_found_by_text_and_by_document() -> None:
    for seed in (1, 2):
        for state in walk(seed):
            moves = state.outcomes() if state.is_chance else state.legal()
            assert len({move.text for move in moves}) == len(moves)
            assert len({json.dumps(move.doc) for move in moves}) == len(moves)
            assert state.is_chance or state.is_over or len(moves) > 1
            for move in moves[:3]:
                assert (
                    GAME.move(move.text, state) == GAME.move(json.loads(json.dumps(move.doc)), state) == move
                )


def test_records_replay() -> None:
    *_, state = walk(4)
    assert GAME.replay(json.loads(json.dumps(state.record()))).data_bytes() == state.data_bytes()


def test_equal_seeds_give_equal_games() -> None:
    assert GAME.new(seed=8).data_bytes() == GAME.new(seed=8).data_bytes()
    assert GAME.new(seed=8).data_bytes() != GAME.new(seed=9).data_bytes()


def test_rendering_fits_a_terminal_and_shows_the_units() -> None:
    for state in walk(5):
        for seat in SEATS:
            lines = state.render(seat).splitlines()
            assert max(map(len, lines)) <= 80
            assert any("hand:" in line for line in lines) == (seat is not None)
    shown = position("attack", "uH2 3.5!p, dG3 4.5").render(0)
    assert "uH2p!" in shown
    row, below = next((one, two) for one, two in pairwise(shown.splitlines()) if "dG3" in one)
    assert "=2" in below[row.index("dG3") :][:5]


def logit(chance: float) -> float:
    return math.log(chance / (1 - chance))


def test_estimate_is_antisymmetric_but_for_the_uthuk_s_own_worth_and_exact_at_the_end() -> None:
    one = position("command", "uH3 3.5, uV2 2.4, dG3 5.5", vp=[3, 1], lore=[2, 0])
    other = position("command", "dH3 5.5, dV2 6.4, uG3 3.5", active=1, vp=[1, 3], lore=[0, 2])
    weights = tomllib.loads((SHIPPED / "estimate.toml").read_text())
    assert logit(one.estimate()[0]) - logit(other.estimate()[1]) == pytest.approx(2 * weights["uthuk"])
    assert one.estimate()[0] > other.estimate()[0]
    assert sum(one.estimate()) == pytest.approx(1)
    *_, state = walk(6)
    assert state.estimate() == state.returns()


def test_minimal_views_are_of_their_phases_and_nothing_in_them_can_be_left_out() -> None:
    for name, shown in GAME.minimal_views().items():
        state = GAME.from_view(shown, seed=1)
        assert phase(state) == name
        assert state.to_move == shown["seat"]
        assert len(state.legal()) > 1
        for field in shown:
            with pytest.raises(ViewError):
                GAME.from_view({key: value for key, value in shown.items() if key != field}, seed=1)


# Malformed views


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"phase": "lunch"}, "phase"),
        ({"active": 2}, "active"),
        ({"turn": 1}, "turn"),
        ({"turn": True}, "turn"),
        ({"vp": [1]}, "vp"),
        ({"vp": [-1, 0]}, "vp[0]"),
        ({"lore": [70000, 0]}, "lore[0]"),
        ({"hand": {"patrol_left": 5}}, "hand.patrol_left"),
        ({"hand": {"patrol_left": 3}}, "hand"),
        ({"hand": {"fireball": 4}}, "hand.fireball"),
        ({"discard": {"patrol_left": 1}}, "discard.patrol_left"),
        ({"hand_sizes": [4, 5]}, "hand_sizes[1]"),
        ({"card": "wedge"}, "card"),
        ({"combat": {}}, "combat"),
        ({"surprise": 1}, "surprise"),
        ({"vp": [16, 0]}, "vp"),
        ({"vp": [1000, 0]}, "vp[0]"),
        ({"lore": [0, 1000]}, "lore[1]"),
        ({"turn": 60}, "turn"),
    ],
)
def test_wrong_fields_are_named(change, field) -> None:
    with pytest.raises(ViewError) as caught:
        GAME.from_view(view("command", "uH3 3.5, dG3 6.5") | change, seed=1)
    assert caught.value.field == field


@pytest.mark.parametrize(
    "change",
    [{"vp": [17, 0]}, {"lore": [0, 1]}, {"discard": {"wedge": 1}}, {"last_card": "wedge"}, {"turn": 2}],
)
def test_set_up_comes_before_everything(change) -> None:
    shown = GAME.new(seed=1, chance="ask").view(0)
    assert GAME.from_view(shown, seed=1).check() is None
    with pytest.raises(ViewError):
        GAME.from_view(shown | change, seed=1)


FOUR = "uH3 2.4, uH3 2.5, uH3 2.6, uH3 2.7, dG3 8.0"  # all in the centre


@pytest.mark.parametrize(
    ("quota", "more"),
    [
        ([0, 3, 0], {}),
        ([0, 2, 1], {}),
        ([1, 0, 0], {}),
        ([0, 1, 0], {}),
        ([0, 2, 0], {"after": 1}),
        ([2, 2, 1], {"card": "battlelore"}),
        ([0, 0, 1], {"card": "battlelore"}),
    ],
)
def test_the_order_step_orders_what_the_card_says(quota, more) -> None:
    card = {"card": "patrol_center", "discard": {"patrol_center": 1, "battlelore": 1}}
    assert position("order", FOUR, **card, quota=[0, 2, 0]).check() is None
    rolled = position("order", FOUR, **card | {"card": "battlelore"}, quota=[3, 1, 0])
    assert rolled.check() is None
    with pytest.raises(ViewError):
        position("order", FOUR, **card | more, quota=quota)


ROLL = {"attacker": [3, 5], "target": [4, 5]}


ABILITY = ROLL | {"dice": {"heroic": 1}}
PURSUIT = {"combat": {"attacker": [3, 5]}}
ADVANCE = {"attacker": [3, 5], "vacated": [4, 5]}
NEAR = "uH3 3.5!, dG3 4.5"
VIPERS = "uV3 3.5!, dG3 4.5"


@pytest.mark.parametrize(
    ("name", "units", "more", "problem"),
    [
        ("order", "uH3 2.4!p, uH3 2.5, dG3 8.0", {}, "add up to what the card orders"),
        ("attack", NEAR, {"flags": {"attacks": 2}}, "more attacks left than its order gave"),
        ("attack", NEAR, {"flags": {"charge": True}}, "die of Cavalry Charge"),
        ("attack", NEAR, {"flags": {"pursued": True, "attacks": 1}}, "all its attacks left"),
        ("roll", VIPERS, {"combat": ROLL | {"own_figures": [5, 0]}}, "did not commit"),
        ("roll", NEAR, {"combat": ROLL | {"own_figures": [1, 0]}}, "before its dice"),
        ("roll", NEAR, {"combat": ROLL, "flags": {"attacks": 1}}, "all its attacks left"),
        ("ability", VIPERS, {"combat": ROLL | {"dice": {"heroic": 3}}}, "more results"),
        ("ability", VIPERS, {"combat": ABILITY | {"damage": 2}}, "more results"),
        ("ability", VIPERS, {"combat": ABILITY | {"damage": 1}}, "poisoned"),
        ("pursuit", NEAR, PURSUIT, "has not pursued"),
        ("pursuit", NEAR, PURSUIT | {"flags": {"pursued": True}}, "without Pursue"),
        ("advance", "uH3 3.5!, dG3 8.0", {"combat": ADVANCE | {"own_figures": [3, 0]}}, "so many figures"),
        ("advance", "uV3 3.5!, dG3 8.0", {"combat": ADVANCE | {"own_figures": [1, 0]}}, "so many figures"),
        (
            "retreat",
            "uV3 3.5!, dG3 5.5",
            {"combat": ROLL | {"target": [5, 5], "retreats": 3}},
            "more results",
        ),
        ("command", "uH3 3.5, dG3 4.5", {"turn": 0, "last_card": "wedge"}, "before the first turn"),
    ],
)
def test_what_no_game_can_show_is_refused(name, units, more, problem) -> None:
    shown = view(name, units) | {key: value for key, value in more.items() if key != "flags"}
    shown["units"][0] |= more.get("flags", {})
    with pytest.raises(ViewError, match=problem):
        GAME.from_view(shown, seed=1)


@pytest.mark.parametrize("flag", ["moved", "waiting", "put_off", "pursued", "ordered"])
def test_nothing_but_the_table_remains_when_the_game_is_over(flag) -> None:
    *_, state = walk(4)
    shown = state.view(0)
    assert shown["phase"] == "over"
    with pytest.raises(ViewError):
        GAME.from_view(shown | {"last_card": "wedge"}, seed=1)
    shown["units"][0][flag] = True
    with pytest.raises(ViewError, match=rf"^units\[0\]\.{flag}: must be false"):
        GAME.from_view(shown, seed=1)


@pytest.mark.parametrize(
    ("name", "place", "value", "error"),
    [
        ("attack", ("units", 1, "ordered"), True, "must be false for a unit that is not the active player's"),
        ("order", ("units", 3, "moved"), True, "must be false before the Move Step"),
        ("move", ("units", 0, "attacks"), 1, "must be 0 before the Attack Step"),
        ("advance", ("combat", "vacated"), None, "must be the hex that the target left"),
        ("retreat", ("combat", "vacated"), [5, 6], "must be null while the target is there"),
        ("retreat", ("combat", "attacker"), [3, 6], "no unit is there; name the hex of one of `units`"),
        ("retreat", ("combat", "retreats"), 0, "the retreat leaves no choice: 1 or more, no damage"),
        ("counter", ("units", 0, "figures"), 4, "must be at most 3, its health"),
    ],
)
def test_an_error_names_the_unit_and_what_would_be_right(name, place, value, error) -> None:
    shown = copy.deepcopy(GAME.minimal_views()[name])
    node, path = shown, ""
    for key in place[:-1]:
        node = node[key]
        path += f"[{key}]" if isinstance(key, int) else key
    node[place[-1]] = value
    with pytest.raises(ViewError) as refused:
        GAME.from_view(shown, seed=1)
    assert refused.value.field == f"{path}.{place[-1]}"
    assert refused.value.problem.startswith(error)


@pytest.mark.parametrize("vp", [[16, 0], [0, 16], [17, 16]])
def test_nobody_can_have_won_already_before_the_first_players_vp_step(vp) -> None:
    views = [
        shown for shown in SAMPLES if shown["active"] == 0 and shown["phase"] not in ("exchange", "over")
    ]
    assert {shown["phase"] for shown in views} >= {"command", "order", "move", "attack", "roll", "counter"}
    for shown in views:
        if shown["phase"] != "draw":
            with pytest.raises(ViewError):
                GAME.from_view(shown | {"vp": vp}, seed=1)


@pytest.mark.parametrize(
    ("units", "problem"),
    [
        ("uH3 3.5, dG3 3.5", r"units\[1\].hex: is another unit's too"),
        ("uH4 3.5, dG3 6.5", r"units\[0\].figures"),
        ("uH0 3.5, dG3 6.5", r"units\[0\].figures"),
        ("uH3 3.11, dG3 6.5", r"units\[0\].hex: is no hex"),
        ("uH3 9.1, dG3 6.5", r"units\[0\].hex: is no hex"),
        ("uH3 3.5, uG3 6.5", "a side has no units"),
        ("uH3 3.5!, dG3 6.5", "outside the Main Phase"),
    ],
)
def test_wrong_units_are_refused(units, problem) -> None:
    with pytest.raises(ViewError, match=problem):
        GAME.from_view(view("command", units), seed=1)


@pytest.mark.parametrize("kind", ["rune_golems", "riverwatch_riders", "roc_warrior", "obscenes"])
def test_units_whose_abilities_only_the_full_game_plays_are_refused(kind) -> None:
    shown = view("command", "dG3 6.5, uH3 3.5")
    shown["units"][0]["type"] = kind
    with pytest.raises(ViewError, match=r"^units\[0\]\.type: .* is none of 'blood_harvesters', "):
        GAME.from_view(shown, seed=1)


def samples() -> list[dict]:
    """Full and minimal views of every phase."""
    found = {f"minimal {name}": shown for name, shown in GAME.minimal_views().items()}
    for seed in range(25):
        for i, state in enumerate(walk(seed)):
            found.setdefault(phase(state), state.view(SEATS[i % 3]))
    return list(found.values())


SAMPLES = samples()
JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 20), st.sampled_from([998, 999, 1000]), st.just(10**30),
    st.floats(), st.text(max_size=3),
    st.sampled_from(["uthuk", "daqan", "roll", "ability", "retreat", "advance", "attack", "battlelore"]),
    st.just("over"), st.just([]), st.just({}), st.lists(st.integers(-1, 12), max_size=3),
)  # fmt: skip


def play_on(state: State) -> None:
    """Play at random, checking all that a seat or a spectator can ask for."""
    generator = random.Random(1)
    for _ in range(60):
        assert state.check() is None
        for seat in SEATS:
            shown = state.view(seat)
            assert GAME.from_view(shown, seed=1).view(seat) == shown
            state.render(seat)
        if state.is_over:
            return
        moves = state.outcomes() if state.is_chance else state.legal()
        assert moves
        state.play(generator.choice(moves))


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(SAMPLES),
    st.lists(st.integers(0, 999), min_size=2, max_size=2),
    st.lists(st.integers(0, 999), min_size=2, max_size=2),
)
def test_any_points_and_lore_are_refused_or_give_a_state_that_plays_on(shown, vp, lore) -> None:
    try:
        state = GAME.from_view(shown | {"vp": vp, "lore": lore}, seed=1)
    except ViewError:
        return
    play_on(state)


@settings(max_examples=600 if LONG else 300, deadline=None)
@given(st.data())
def test_malformed_views_are_refused_or_give_a_state_that_plays_on(data) -> None:
    shown = spoilt(data, SAMPLES, JUNK)
    try:
        state = GAME.from_view(shown, seed=1)
    except ViewError:
        return
    play_on(state)


# 11 Data


def test_data_of_a_folder_replace_the_shipped_ones_side_by_side(tmp_path: Path) -> None:
    text = (SHIPPED / "units.toml").read_text().replace("move = 2", "move = 1")
    (tmp_path / "units.toml").write_text(text)
    slow = game("battlelore", data=str(tmp_path))
    shown = view("move", "uH3 3.5!, dG3 8.0")
    assert len(slow.from_view(shown, seed=1).legal()) == 6 + 1
    assert len(GAME.from_view(shown, seed=1).legal()) == 18 + 1


def test_pursue_that_need_not_go_through_the_vacated_hex(tmp_path: Path) -> None:
    text = (SHIPPED / "learning.toml").read_text().replace("vacated_hex = true", "vacated_hex = false")
    (tmp_path / "learning.toml").write_text(text)
    free = game("battlelore", data=tmp_path)
    shown = view("attack", "dG3 5.5!, uH1 4.5, uH3 0.0", active=1)
    state = free.from_view(shown, seed=1, chance="ask")
    for move in ("attack 5.5-4.5", "roll cleave lore lore"):
        state.play(move)
    assert len([text for text in texts(state) if text.startswith("pursue")]) == 6


def changed(tmp_path: Path, file: str, old: str, new: str):
    """The game with a text of a data file replaced."""
    text = (SHIPPED / file).read_text()
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new))
    return game("battlelore", data=tmp_path)


def daqan_with(rules, card: str, **more) -> State:
    """A Daqan card played with three units of guards and two of archers."""
    units = "dG3 6.4, dG3 6.5, dG3 6.6, dY3 7.4, dY3 7.5, uH3 0.0"
    shown = view("command", units, active=1, hand={card: 1, "wedge": 3}, **more)
    state = rules.from_view(shown, seed=1, chance="ask")
    state.play(f"play {card.replace('_', ' ')}")
    return state


def test_champions_of_war_and_battlelore_order_elites(tmp_path: Path) -> None:
    elite = changed(tmp_path, "units.toml", '["infantry", "knight", "melee"]', '["elite", "melee"]')
    state = daqan_with(elite, "champions_of_war")
    assert texts(state) == ["order 6.4", "order 6.5"]
    state.play("order 6.4")
    assert texts(state) == ["order 6.5", "order 6.6"]
    state.play("order 6.6")
    assert texts(state) == ["order 6.5", "order 7.4", "order 7.5"]
    song = daqan_with(elite, "battlelore")
    song.play("roll strike morale lore heroic")
    assert texts(song) == ["order 7.4", "order 7.5"]
    song.play("order 7.5")
    assert texts(song) == ["order 6.4", "order 6.5"]


def test_cavalry_charge_orders_cavalry(tmp_path: Path) -> None:
    cavalry = changed(tmp_path, "units.toml", '["infantry", "knight", "melee"]', '["cavalry", "melee"]')
    state = daqan_with(cavalry, "cavalry_charge")
    assert [one["ordered"] for one in state.view(None)["units"]] == [True, True, True, False, False, False]


def test_ruling_22_at_most_five_dice_are_rolled(tmp_path: Path) -> None:
    many = changed(tmp_path, "units.toml", "combat = 3", "combat = 5")
    state = many.from_view(view("attack", "uH1 3.5!, dG3 4.5"), seed=1, chance="ask")
    state.play("attack 3.5-4.5")
    assert len(state.outcomes()) == 252


def test_frenzys_own_figures_come_off_before_the_additional_attack_of_pursue(tmp_path: Path) -> None:
    both = changed(tmp_path, "units.toml", "rage = true", "rage = true\npursue = true")
    shown = view("attack", "uH3 3.5!, dG1 4.5, dG3 5.4")
    state = both.from_view(shown, seed=1, chance="ask")
    for move in ("attack 3.5-4.5", "roll lore lore heroic", "commit 1 heroic", "pursue 3.5-4.5"):
        state.play(move)
    assert phase(state) == "pursuit"
    assert state.view(None)["units"][0]["figures"] == 2
    state.play("attack 4.5-5.4")
    assert len(state.outcomes()) == 126  # four dice


def test_extra_die_is_rolled_in_the_first_attack_only(tmp_path: Path) -> None:
    text = (SHIPPED / "command_cards.toml").read_text().replace('of = "cavalry"', 'of = "infantry"')
    (tmp_path / "command_cards.toml").write_text(text)
    charge = game("battlelore", data=tmp_path)
    shown = view("command", "dY3 6.5, uH3 3.5", active=1, hand={"cavalry_charge": 1, "wedge": 3})
    state = charge.from_view(shown, seed=1, chance="ask")
    for move in ("play cavalry charge", "stay 6.5", "attack 6.5-3.5"):
        state.play(move)
    assert len(state.outcomes()) == 56  # three dice
    state.play("roll lore lore lore")
    state.play("attack 6.5-3.5")
    assert len(state.outcomes()) == 21  # Double Shot: two


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("units.toml", "combat = 3", "combat = 9", "units.toml: blood_harvesters.combat: 9"),
        ("units.toml", "rage = true", "raeg = true", "units.toml: blood_harvesters.raeg: is not a field"),
        ("units.toml", '"Frenzy"', '"Frenzy", cost = 1', "dice_ability.cost: is not a field"),
        ("units.toml", 'status = "official"', 'status = "rumour"', "blood_harvesters.status"),
        ("units.toml", '"melee"]', '"mele"]', r"blood_harvesters.traits\[1\]"),
        ("command_cards.toml", "count = 4", "", "patrol_left.count: is missing"),
        ("command_cards.toml", "[2, 0, 0]", "[2, 0]", "patrol_left.sections"),
        ("command_cards.toml", 'of = "archer"', 'of = "bards"', r"darken_the_skies.groups\[0\].of"),
        ("command_cards.toml", "copies_mirrored = true", "", "counterattack: must have exactly one"),
        (
            "learning.toml",
            '"citadel_guard"',
            '"rune_golems"',
            "'rune_golems' is not for the",
        ),
        ("learning.toml", '"4.2"', '"4.12"', r"banners\[0\].hex"),
        ("learning.toml", '"4.5"', '"4.2"', "banners: are two on one hex"),
        ("learning.toml", '"2.8"', '"2.3"', "units: are more than 18, or two on one hex"),
        ("estimate.toml", "\nvp = ", "\nvp = inf # ", "estimate.toml: vp"),
        ("estimate.toml", "\nvp = ", "\nvp = = ", "estimate.toml: is not TOML"),
        ("weigh.toml", "one_unit", "two_units", "command.one_unit: is missing"),
    ],
)
def test_wrong_data_are_refused_naming_file_record_and_key(tmp_path: Path, file, old, new, problem) -> None:
    text = (SHIPPED / file).read_text()
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1))
    with pytest.raises(DataError, match=problem):
        game("battlelore", data=tmp_path)


def test_data_folders_are_checked(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="not a folder"):
        game("battlelore", data=tmp_path / "none")
    (tmp_path / "unit.toml").write_text("")
    with pytest.raises(DataError, match=r"is none of units\.toml"):
        game("battlelore", data=tmp_path)
