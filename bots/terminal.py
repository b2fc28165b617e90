"""A person against bots in the terminal: the board drawn, moves chosen by number or text."""

from rich.console import Console

from battlewise.bots.bot import Bot
from battlewise.core import IllegalMove, Move, State

HELP = "a number or a move's text plays it; hint, undo, moves, help, quit"


def play_in_terminal(state: State, seat: int, opponent: Bot, console: Console) -> None:
    """Play to the end, or until the person quits.

    :param state: the game, at its first decision.
    :param seat: the person's seat; `opponent` plays all others.
    """
    before: list[State] = []
    told = 0
    console.print(HELP)
    while not state.is_over:
        if state.to_move != seat or len(state.legal()) == 1:
            _play_for_others(state, opponent)
            continue
        _tell(state, seat, told, console)
        told = state.ply
        console.print(state.render(seat), markup=False, highlight=False)
        answer = _ask(state, seat, opponent, bool(before), console)
        if answer == "quit":
            return
        if isinstance(answer, Move):
            before.append(state.copy())
            state.play(answer)
        else:
            state = before.pop()
            told = state.ply
    _tell(state, seat, told, console)
    console.print(state.render(seat), markup=False, highlight=False)
    result = state.returns()[seat]
    console.print("You win." if result == 1 else "You lose." if result == 0 else f"Your result: {result:.2f}")


def _play_for_others(state: State, opponent: Bot) -> None:
    legal = state.legal()
    choice = legal[0] if len(legal) == 1 else opponent.choose(state, seed=state.seed + state.ply).move
    state.play(choice)


def _tell(state: State, seat: int, since: int, console: Console) -> None:
    """Print what happened since ply `since`, as the person saw it."""
    for actor, move in state.log(seat)[since:]:
        who = "luck" if actor < 0 else "you" if actor == seat else state.game.seat_names[actor]
        console.print(f"  {who}: {move.text}", markup=False, highlight=False)


def _ask(state: State, seat: int, opponent: Bot, can_undo: bool, console: Console) -> Move | str:
    """The person's move, or ``quit``, or ``undo``."""
    legal = state.legal()
    _list(legal, console)
    while True:
        try:
            words = console.input(f"{state.game.seat_names[seat]}> ").strip().lower()
        except (EOFError, KeyboardInterrupt):
            return "quit"
        if words == "quit" or (words == "undo" and can_undo):
            return words
        if words == "hint":
            _hint(state, opponent, console)
        elif words == "moves":
            _list(legal, console)
        elif words in ("", "help", "undo"):
            console.print("nothing to undo" if words == "undo" else HELP)
        elif words.isdecimal() and 1 <= int(words) <= len(legal):
            return legal[int(words) - 1]
        else:
            try:
                return state.game.move(words, state)
            except IllegalMove as error:
                console.print(str(error), markup=False)


def _list(legal: list[Move], console: Console) -> None:
    texts = [f"{number}) {move.text}" for number, move in enumerate(legal, 1)]
    console.print("   ".join(texts), markup=False, highlight=False)


def _hint(state: State, opponent: Bot, console: Console) -> None:
    choice = opponent.choose(state, seed=state.ply)
    chance = "" if choice.value is None else f", win chance {choice.value:.0%}"
    console.print(f"hint: {choice.move.text}{chance}", markup=False)
