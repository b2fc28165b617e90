"""The Unbound of Battalia (RULES.md 5.4): what they count for, pay and bring."""

from battlewise.core import game
from tests.games.battalia.positions import cards, hand, has, play, position, score, seen, settle, siege, texts


def test_the_unbound_count_for_all_and_take_bribes() -> None:
    options = {"unbound": True}
    held = "weapon_baerfolk, friman_unbound, 2 supply, friman_baerfolk"
    state = siege(held, options=options)
    play(state, "attack the place on c1 with 1 hero", "add weapon baerfolk")
    assert not has(state, "bribe")
    play(state, "add friman unbound")
    assert score(state) == "3 to 3"
    play(state, "bribe")
    assert score(state) == "4 to 3"
    assert seen(state)["hand"] == cards("supply, friman_baerfolk")


def test_the_unbound_bring_no_supply_and_are_not_changed() -> None:
    options = {"unbound": True}
    tops = ["friman_unbound", "chief_baerfolk", "priest_baerfolk", "lord_baerfolk"]
    state = position(hand="2 supply", options=options, tops=tops)
    play(state, "hire a friman")
    assert seen(state)["table"] == cards("2 supply, friman_unbound")
    state = position(hand="title_baerfolk, amulet_baerfolk, friman_unbound", options=options, day=0)
    assert not has(state, "use title")
    play(state, "use amulet")
    assert texts(state) == {"lay title baerfolk on the amulet"}
    state = position(hand="scroll_baerfolk, friman_unbound", options=options)
    play(state, "use scroll")
    assert not any("unbound" in text for text in texts(state))
    state = position(hand="tent_baerfolk, supply, lord_unbound", options=options)
    play(state, "use tent")
    assert texts(state) == {"station lord unbound"}


def test_the_topmost_unit_of_a_title_may_be_one_of_the_unbound() -> None:
    tops = ["friman_baerfolk", "chief_unbound", "priest_baerfolk", "lord_baerfolk"]
    state = position(
        hand="title_baerfolk, friman_islanders", options={"unbound": True}, tops=tops, day=5,
        limbo=cards("6 chief_islanders"),
    )  # fmt: skip
    play(state, "use title", "raise friman islanders by 1 rank")
    settle(state)
    assert seen(state)["laid"][0] == {"chief_unbound": 1}
    assert not has(state, "use")


def test_the_unbound_count_towards_cohorts() -> None:
    state = position("cohort", hand="2 friman_islanders, friman_unbound, 3 supply", options={"unbound": True})
    assert has(state, "announce a cohort and draw 1 card")


def test_the_unbound_pay_as_units_of_their_rank() -> None:
    state = position(hand="friman_unbound, chief_unbound, supply, priest_baerfolk", options={"unbound": True})
    assert {"create a scroll", "create a tent", "build a road turn"} <= texts(state)
    play(state, "create a scroll")
    settle(state)
    assert hand(state) == cards("supply")


def test_the_unbound_come_into_the_decks_after_the_deal() -> None:
    tops = set()
    for seed in range(30):
        state = settle(game("battalia", unbound=True).new(seed=seed, chance="ask"))
        tops |= set(seen(state)["tops"])
        for seat in range(2):
            assert not any("unbound" in name for name in hand(state, seat))
    assert any("unbound" in name for name in tops)
