"""A Battle Through History: what the seats know, views both ways, evaluation, data (RULES.md 5 and 6)."""

import json
import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battlewise.bots import bot
from battlewise.bots.check.walks import walk
from battlewise.core import DataError, ViewError, game
from battlewise.core.games.history import cards as data_files
from battlewise.search import Budget, Settings, analyse
from tests.games.history.positions import (
    BASE,
    GAME,
    OPEN,
    THREE,
    cards,
    engaged,
    line_up,
    phase,
    player,
    position,
    settle,
    throw,
    view,
)
from tests.spoilt_views import spoilt

SHIPPED = Path(data_files.__file__).parent / "data"
KEPT = {
    "other": {"hand_size": 3},
    "battle": {"defender": 1, "winner": "attacker", "deployed": 2},
}


# 5 Hands and decks


def test_views_lead_back_to_themselves_at_every_state_of_a_game_of_three() -> None:
    phases = Counter()
    for seed in range(2):
        for state in walk(THREE, seed):
            phases[phase(state)] += 1
            for seat in (None, 0, 1, 2):
                shown = json.loads(json.dumps(state.view(seat)))
                again = THREE.from_view(shown, seed=seed, chance="ask")
                assert again.view(seat) == shown
                assert again.view_key(seat) == state.view_key(seat)
                assert again.redealt(seat, 3).data_bytes() == state.redealt(seat, 3).data_bytes()
    assert set(phases) >= {"setup", "travel", "action", "chain", "defend", "deploy", "keep", "relic_choice"}


def test_a_card_drawn_is_seen_by_the_drawer_only() -> None:
    state = position("action")
    state.play("draw two")
    state.play("Joakim draws Scout")
    assert state.log(0)[-1][1].text == "Joakim draws Scout"
    for seat in (1, None):
        assert state.log(seat)[-1][1].text == "Joakim draws"
        assert state.log(seat)[-1][1].doc == {"kind": "draw", "unit": None, "seat": 0}


def test_hands_are_dealt_anew_from_hand_and_deck_but_for_known_cards() -> None:
    state = position("action", other={"known": cards("scout"), "cards": cards(*BASE)})
    dealt = Counter()
    for seed in range(3000):
        dealt.update(state.redealt(0, seed).view(1)["hand"])
    assert dealt["scout"] == 3000
    for unit in BASE[:6]:
        assert dealt[unit] == pytest.approx(3000 * 3 / 7, rel=0.1)


def test_other_hands_change_no_byte_of_what_a_seat_gets() -> None:
    state = position("action")
    other = next(
        one for one in (state.redealt(0, seed) for seed in range(50)) if one.view(1) != state.view(1)
    )
    for seat in (0, None):
        assert other.view(seat) == state.view(seat)
        assert other.view_key(seat) == state.view_key(seat)
        assert other.render(seat) == state.render(seat)
    assert other.view_key(1) != state.view_key(1)


def test_who_has_seen_the_deck_run_out_knows_the_hand() -> None:
    state = position("action", own={"cards": cards(*BASE[:5]), "discard": cards(*BASE[5:])})
    assert player(state, 0, viewer=1)["known"] == {}
    state.play("draw two")
    settle(state)
    assert player(state, 0, viewer=1)["known"] == cards(*BASE[:5])


# 5 Prowess tokens


def test_prowess_tokens_are_known_to_who_looked() -> None:
    state = position("keep", players=3, looked=[2, 3], **KEPT)
    for seat in (1, 2, None):
        assert "looked" not in state.view(seat)
    state.play("keep prowess 3")
    assert player(state, 0, viewer=0)["won"] == [[], [3], []]
    assert player(state, 1, viewer=0)["returned"] == 2
    for seat in (1, 2, None):
        assert state.log(seat)[-1][1].text == "keep prowess"
        assert player(state, 0, viewer=seat)["won"] == [[], [None], []]
        assert player(state, 1, viewer=seat)["returned"] is None


def test_hidden_tokens_are_dealt_from_what_the_viewer_has_not_seen() -> None:
    state = position("keep", players=3, looked=[2, 3], **KEPT)
    state.play("keep prowess 3")
    won = Counter(player(state.redealt(2, seed), 0, viewer=0)["won"][1][0] for seed in range(2000))
    assert won[1] == pytest.approx(500, rel=0.15)
    assert won[2] == pytest.approx(1000, rel=0.15)
    for seed in range(20):
        dealt = state.redealt(0, seed)
        assert player(dealt, 0)["won"][1] == [3]
        assert player(dealt, 1)["returned"] == 2


def test_a_forced_choice_of_equal_tokens_looks_like_any_other() -> None:
    state = position("keep", looked=[2, 2], **KEPT)
    assert len(state.legal()) == 1
    assert state.to_move == 0


def test_all_is_shown_at_the_end() -> None:
    *_, last = walk(THREE, 3)
    for seat in (0, 1, 2, None):
        assert all(None not in tokens for one in last.view(seat)["players"] for tokens in one["won"])


# 5 Malformed views


@pytest.mark.parametrize(
    ("field", "spoil"),
    [
        ("phase", {"phase": "night"}),
        ("turn", {"turn": 12}),
        ("first", {"first": 2}),
        ("gears.active", {"gears": {"active": "t99", "pending": "t01", "wheel": 0}}),
        ("board.open.archer", {"board": {"open": {"archer": 1}}}),
        ("players", {"players": [{}]}),
        ("players[0].tokens.chase", {"players": [{"tokens": {"chase": 4}}, {}]}),
        ("players[0].spent.archer", {"players": [{"spent": {"archer": 1}}, {}]}),
        ("players[1].won[0]", {"players": [{}, {"won": [[3], []]}]}),
        ("players[0].won[1]", {"players": [{"won": [[], [3, 3]]}, {}]}),
        ("players[0].won[0]", {"players": [{"won": [[3], []]}, {}]}),
        ("players[1].hand_size", {"players": [{}, {"hand_size": 9}]}),
        ("hand.mamluks", {"hand": {"mamluks": 1}}),
        ("relic_discard", {"relic_discard": {"I": 8}, "players": [{"relics": {"I": 3}}, {}]}),
        ("warfare", {"warfare": {"open": ["chase"] * 3}}),
        ("battle.defender", {"phase": "defend"}),
        ("colour", {"colour": "red"}),
    ],
)
def test_what_is_wrong_with_a_view_is_named(field, spoil) -> None:
    shown = {**view("action"), **spoil}
    with pytest.raises(ViewError) as error:
        GAME.from_view(shown, seed=1)
    assert error.value.field == field


@pytest.mark.parametrize(
    ("problem", "spoil"),
    [
        ("two places", {"board": {"open": cards("mamluks"), "discard": cards("mamluks")}}),
        ("at most three cards of an era", {"board": {"open": cards(*OPEN, "mamluks")}}),
        ("must be 1 to 3 in", {"gears": {"active": "t01", "pending": "t02", "wheel": 0, "inserted": 0}}),
        ("neither pending nor in the pile", {"gears": {"active": "t01", "pending": "t01", "wheel": 0}}),
        (
            "two eras of the active tile",
            {"phase": "face", "players": [{"era": "IV"}, {"era": "II"}]},
        ),
        ("must be at most three", {"players": [{"tokens": {"chase": 2, "accuracy": 2}}, {}]}),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(problem, spoil) -> None:
    with pytest.raises(ViewError, match=problem):
        GAME.from_view({**view("action"), **spoil}, seed=1)


@pytest.mark.parametrize("phase", ["chain", "defend"])
def test_who_goes_into_battle_has_something_to_deploy(phase: str) -> None:
    shown = GAME.minimal_views()[phase]
    if shown["seat"]:
        shown["players"][0]["hand_size"] = 0
    else:
        shown["hand"] = {}
    with pytest.raises(ViewError, match="who has to deploy a unit"):
        GAME.from_view(shown)


def samples() -> list[dict]:
    """Views of all phases that random games come through."""
    rng = random.Random(3)
    found = {}
    for seed in range(8):
        for state in walk(GAME, seed):
            seat = rng.choice([0, 1, None])
            found.setdefault((phase(state), seat), json.loads(json.dumps(state.view(seat))))
    return [*found.values(), *GAME.minimal_views().values()]


SAMPLES = samples()
JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 70), st.just(2**63), st.text(max_size=3), st.builds(list),
    st.builds(dict), st.builds(lambda: {"conscript": 1}), st.builds(lambda: [[], [1]]),
    st.sampled_from([*BASE, *OPEN, "joan_of_arc", "I", "IV", "chase", "accuracy", "t01", "deploy", "over"]),
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_malformed_views_are_refused_or_give_a_state_that_plays_on(data) -> None:
    shown = spoilt(data, SAMPLES, JUNK)
    try:
        state = GAME.from_view(shown, seed=1, chance="ask")
    except ViewError:
        return
    rng = random.Random(1)
    for _ in range(40):
        assert state.check() is None
        if state.is_over:
            return
        state.roll() if state.is_chance else state.play(rng.choice(state.legal()))


# Search and evaluation


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_search_gives_every_seat_its_share(players: int) -> None:
    state = game("history", players=players).new(seed=2)
    found = analyse(state, Budget(60), Settings(cutoff="reply", playout="weighted"), seed=1)
    assert len(found.values) == players
    assert sum(found.values) == pytest.approx(1)
    choices = [bot(spec).choose(state, seed=1).move for spec in ("mcts:iterations=40", "greedy", "random")]
    assert all(move in state.legal() for move in choices)


@pytest.mark.parametrize("players", [3, 5])
def test_a_search_sees_nothing_hidden(players: int) -> None:
    rules = game("history", players=players)
    for ply, state in enumerate(walk(rules, 4)):
        if ply % 40 == 0 and state.to_move >= 0:
            dealt = state.redealt(state.to_move, 9)
            found = [analyse(one, Budget(80), Settings(), seed=3).candidates for one in (state, dealt)]
            assert found[0] == found[1]


def test_estimates_are_shares_that_follow_the_points() -> None:
    for players in (2, 5):
        for state in walk(game("history", players=players), 2):
            assert sum(state.estimate()) == pytest.approx(1)
    ahead = position("action", own={"relics": {"I": 3}})
    assert ahead.estimate()[0] > position("action").estimate()[0]
    assert len(ahead.game.features(ahead)) == 2
    assert len(ahead.game.features(ahead)[0]) == len(ahead.game.feature_names)


def test_the_estimate_counts_on_a_battle_as_its_dice_do() -> None:
    """The features of a battle about to be rolled are the averages over the results of the dice."""
    state = engaged(("catapult", "archer"), ("genoese_crossbowmen", "trung_sisters"))
    names = state.game.feature_names
    features = dict(zip(names, state.game.features(state)[0], strict=True))
    recruits = 0.0
    for outcome, p in state.chances():
        after = state.copy()
        after.play(outcome)
        recruits += p * len(set(player(after, 0)["discard"]) & {"genoese_crossbowmen", "trung_sisters"})
    assert features["recruits"] == pytest.approx(recruits, abs=1e-5)


def expected(state, left: int) -> tuple[float, float]:
    """What a battle of an attacker who may roll again comes to: by its advantage, and its recruits.

    Found by fighting it with all faces and going back from the last roll.
    """
    faces = {}
    attackers = [(one["card"], one["token"]) for one in state.view(0)["battle"]["attackers"]]
    for move, p in state.chances():
        strong, risky = move.doc["strong"], move.doc["risky"]
        report = GAME.battle(attackers, list(CHAIN), strong, risky)
        gain = 2 - len(report["survivors"][1])
        won = {"attacker": 1, "defender": -1, "nobody": 0}[report["winner"]]
        faces.setdefault(tuple(risky), []).append((won + gain, gain, p))
    total = [0.0, 0.0]
    for results in faces.values():
        best = [(value, gain) for value, gain, _ in results]
        size = sum(p for *_, p in results)
        for _ in range(left):
            mean = tuple(sum(r[2] / size * b[i] for r, b in zip(results, best, strict=True)) for i in (0, 1))
            best = [max((r[0], r[1]), mean, key=lambda one: one[0]) for r in results]
        for (value, gain), (*_, p) in zip(best, results, strict=True):
            total[0] += p * value
            total[1] += p * gain
    return total[0], total[1]


CHAIN = ("genoese_crossbowmen", "trung_sisters")


@pytest.mark.parametrize("left", [0, 1, 2])
def test_the_estimate_of_a_battle_rolls_again_as_an_enumeration_does(left: int) -> None:
    units = ("trebuchet", "archer", "swordsman")
    armed = tuple((unit, "relaunch" if i < left else None) for i, unit in enumerate(units))
    opened = tuple(one for one in OPEN if one not in (*CHAIN, "trebuchet"))
    state = engaged(armed, CHAIN, opened=opened, hand=BASE[2:4], own={"cards": cards(*BASE[2:4], "scout")})
    assert recruits(state) == pytest.approx(expected(state, left)[1], abs=1e-5)


def recruits(state) -> float:
    names = state.game.feature_names
    return dict(zip(names, state.game.features(state)[0], strict=True))["recruits"]


@pytest.mark.parametrize("units", [("tank_destroyers",), ("joan_of_arc", "mongol_horse_archers")])
def test_the_estimate_follows_the_main_board_rolling_again(units) -> None:
    """Before the roll and after it: it is the average of what the next roll makes of it."""
    era = "IV" if len(units) == 1 else "II"
    state = engaged(("battleship", "archer"), units, own={"era": era}, opened=OPEN[:3], hand=BASE[2:4])
    rerolled = 0
    nodes = [state]
    while nodes:
        node = nodes.pop()
        mean = 0.0
        for outcome, p in node.chances():
            after = node.copy()
            after.play(outcome)
            if phase(after) == "reroll":
                rerolled += 1
                nodes.append(after)
                mean += p * recruits(after)
            else:
                own = player(after, 0)["discard"]
                mean += p * sum(1 + 2 * (unit == "joan_of_arc") for unit in units if unit in own)
        assert recruits(node) == pytest.approx(mean, abs=1e-5)
    assert rerolled


def test_the_estimate_knows_dice_that_are_thrown() -> None:
    opened = tuple(one for one in OPEN if one not in CHAIN)
    state = engaged((("catapult", "relaunch"), "archer"), CHAIN, opened=opened)
    throw(state, [0, 0, 1], [-1, -1, -1])
    kept = GAME.battle([("catapult", "relaunch"), "archer"], list(CHAIN), [0, 0, 1], [-1, -1, -1])
    assert recruits(state) >= 2 - len(kept["survivors"][1])
    state.play("roll again")
    mean = 0.0
    for outcome, p in state.chances():
        report = GAME.battle(
            [("catapult", "relaunch"), "archer"], list(CHAIN), outcome.doc["face"], [-1, -1, -1]
        )
        mean += p * (2 - len(report["survivors"][1]))
    assert recruits(state) == pytest.approx(mean, abs=1e-5)


def test_honour_counts_whole_pairs_of_attackers_defeated_by_a_loser() -> None:
    attackers = ("spy", "archer", "conscript", "scout")
    state = engaged(
        attackers, ("teutonic_knights",), defender=1, other={"hand_size": 2, "cards": cards(*BASE[:5])},
        own={"cards": cards(*BASE[4:6], "shieldbearer")}, hand=BASE[4:6], opened=OPEN[:3],
    )  # fmt: skip
    names = state.game.feature_names
    glory = 0.0
    for outcome, p in state.chances():
        after = state.copy()
        after.play(outcome)
        report = GAME.battle(
            list(attackers), ["teutonic_knights"], outcome.doc["strong"], outcome.doc["risky"]
        )
        glory += p * (player(after, 1)["honour"] + 2 * (report["winner"] == "defender"))
    assert state.game.features(state)[1][names.index("glory")] == pytest.approx(glory, abs=1e-5)


def test_results_of_the_dice_with_one_effect_lead_to_one_position() -> None:
    """So a search sees a battle as its distribution: children of outcomes are found by what is known then."""
    state = engaged(("catapult",), ("battleship",), own={"era": "IV"})
    keys = set()
    for outcome in state.outcomes():
        after = state.copy()
        after.play(outcome)
        keys.add(after.view_key(0))
    assert (len(state.outcomes()), len(keys)) == (24, 1)


def test_traits_are_given_for_each_kind_of_decision() -> None:
    met = set()
    for state in walk(THREE, 1):
        if state.to_move >= 0:
            kind, rows = state.game.traits(state)
            met.add(kind)
            assert len(rows) == (0 if kind is None else len(state.legal()))
            assert all(len(row) == len(state.game.trait_names[kind]) for row in rows)
    assert met >= {"travel", "action", "face", "deploy"}


def test_rendering_shows_hands_and_battles() -> None:
    for state in walk(THREE, 6):
        for seat in (0, 1, 2, None):
            lines = state.render(seat).splitlines()
            assert any(line.startswith("hand:") for line in lines) == (seat is not None)
    text = engaged(("catapult",), ("genoese_crossbowmen", "trung_sisters")).render(0)
    assert "Genoese Crossbowmen 0/2/0,1 II> + Trung Sisters 0/1/3,2 A <II" in " ".join(text.split())


def test_a_battle_view_names_dice_that_the_die_does_not_have() -> None:
    shown = view(
        "relaunch", battle={"attackers": line_up((("catapult", "relaunch"),)),
        "defenders": line_up(("mamluks",)), "dice": [[9, 0, 0], [0, 0, 3]], "roller": "attacker"},
        hand=BASE[1:3],
    )  # fmt: skip
    with pytest.raises(ViewError, match=r"battle\.dice\[0\]: must be a face of the attacker"):
        GAME.from_view(shown, seed=1)


def test_the_battle_of_a_view_is_fought_with_its_tokens() -> None:
    state = engaged((("catapult", "plus2_long"),), ("genoese_crossbowmen",))
    throw(state, [0, 0, 1], [0, 0, 3])
    assert "genoese_crossbowmen" in player(state, 0)["discard"]
    assert state.view(0)["warfare"]["discard"] == {"plus2_long": 1}


# 6 Data


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("base_units.toml", "[archer]", "[archer]\ncolour = 1", r"archer\.colour: is not a field"),
        (
            "base_units.toml",
            'status = "reconstructed"',
            'status = "sure"',
            r"catapult\.status: 'sure' is none",
        ),
        (
            "base_units.toml",
            '["english", "health", "long"]',
            '["glory"]',
            r"catapult\.official\[0\]: 'glory'",
        ),
        ("elite_units.toml", 'era = "II"', 'era = "V"', r"genoese_crossbowmen\.era: 'V' is none of I, II"),
        ("elite_units.toml", "health = 1", "health = 0", r"persian_immortals\.health: 0 is not"),
        ("elite_units.toml", "[trebuchet]", "[archer]", r"archer: is the id of another unit"),
        ("heroes.toml", 'link_left = "I"', 'link_left = "left"', r"hannibal_barca\.link_left: 'left'"),
        ("tokens.toml", "long = 1", "power = 1", r"warfare\.plus1_long\.(power|use)"),
        ("tokens.toml", "values = [1, 2, 2, 3]", "values = [3, 1, 2, 2]", r"prowess\.values: must ascend"),
        ("gears.toml", '["I", "II"]', '["I", "I"]', r"tiles\.t01\.eras: are the same"),
        ("gears.toml", "points_at = 1", "points_at = 4", r"tiles\.t01\.points_at: 4"),
        ("gears.toml", '"recall"', '"return"', r"wheel\.sectors"),
        ("relics.toml", "count = 10", "count = 1", r"cards\.count: 1"),
        ("dice.toml", "[1, 0, 0], [1, 0, 0]", "[1, 0]", r"strong\.faces"),
        ("merits.toml", "long =", "lang =", r"long: is missing"),
        ("merits_many.toml", "long =", "lang =", r"long: is missing"),
        ("estimate.toml", "points =", "pionts =", r"points: is missing"),
        ("weigh.toml", "[arm]", "[army]", r"arm: is missing"),
        ("estimate_many.toml", "points =", "pionts =", r"points: is missing"),
        ("weigh_many.toml", "[arm]", "[army]", r"arm: is missing"),
    ],
)
def test_wrong_data_are_refused_naming_file_card_and_key(tmp_path: Path, file, old, new, problem) -> None:
    text = (SHIPPED / file).read_text()
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1))
    with pytest.raises(DataError, match=rf"{file}: {problem}"):
        game("history", data=tmp_path, players=3 if "_many" in file else 2)


def test_data_of_a_folder_replace_the_shipped_ones_side_by_side(tmp_path: Path) -> None:
    text = (SHIPPED / "base_units.toml").read_text().replace("long = 1", "long = 9", 1)
    (tmp_path / "base_units.toml").write_text(text)
    other = game("history", data=tmp_path)
    reports = [one.battle(["catapult"], ["battleship"], [0, 0, 1], [0, 0, 3]) for one in (other, GAME)]
    assert [one["winner"] for one in reports] == ["attacker", "defender"]


def test_data_folders_are_checked(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="not a folder"):
        game("history", data=tmp_path / "none")
    (tmp_path / "units.toml").write_text("")
    with pytest.raises(DataError, match=r"is none of base_units\.toml"):
        game("history", data=tmp_path)


def test_every_card_of_the_facts_is_there() -> None:
    data = GAME.new(seed=1)
    everything = Counter(data.view(None)["board"]["open"])
    assert len(everything) == 12
    units = data_files.load(data_files.folders(None)).units
    kinds = Counter((unit.era, unit.hero) for unit in units)
    assert kinds == {
        (None, False): 8,
        **{(e, False): 12 for e in range(4)},
        **{(e, True): 2 for e in range(4)},
    }
    assert all(
        unit.abilities["reinforcements"] == 1 and None not in unit.links for unit in units if unit.hero
    )
