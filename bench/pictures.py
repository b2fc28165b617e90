"""The pictures of the documents: ``python -m bench.pictures`` draws each game into docs/pictures/."""

from pathlib import Path

from battlewise.bots import bot
from battlewise.core import game
from battlewise.core.options import Value

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
SEED = 7
POSITIONS: dict[str, tuple[str, dict[str, Value], int]] = {
    "battlelore": ("battlelore", {"scenario": "full"}, 330),
    "battalla": ("battalla", {"deck_0": "valhalla", "deck_1": "sun"}, 150),
    "history": ("history", {"players": 4}, 160),
    "batalj": ("batalj", {"players": 4}, 260),
    "batalj_battle": ("batalj", {"mode": "battle", "players": 2}, 20),
    "batalj_foray": ("batalj", {"mode": "foray", "players": 3}, 20),
    "battalia": ("battalia", {"players": 3}, 400),
}


def drawn(name: str) -> str:
    """The position that the greedy bot reaches, as the seat to move sees it, with what it can choose lit."""
    game_id, options, plies = POSITIONS[name]
    rules = game(game_id, **options)
    state, greedy = rules.new(seed=SEED), bot("greedy")
    while not state.is_over and (state.ply < plies or state.is_chance):
        if state.is_chance:
            state.roll()
        else:
            state.play(greedy.choose(state, seed=state.ply).move)
    seat = None if state.is_over else state.to_move
    lit = [] if seat is None else [move.touches[0] for move in state.legal() if move.touches]
    return rules.svg(state.view(seat), marks={"lit": dict.fromkeys(lit)}) + "\n"


def main() -> None:
    """Draw all."""
    FOLDER.mkdir(exist_ok=True)
    for name in POSITIONS:
        (FOLDER / f"{name}.svg").write_text(drawn(name), "utf-8")


if __name__ == "__main__":
    main()
