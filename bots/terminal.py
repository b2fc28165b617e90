"""A person against bots in the terminal: the board drawn, moves chosen by number or text."""

from rich.console import Console

from battlewise.bots.bot import Bot
from battlewise.bots.glossary import explain
from battlewise.core import IllegalMove, Move, State

HELP = (
    "enter a move's number or text to play it; moves lists the texts; help NAME explains a card, unit or "
    "piece; hint, undo, help, quit"
)


def play_in_terminal(state: State, seat: int, opponent: Bot, console: Console) -> None:
    """Play until the game ends or the person quits.

    :param state: the game, at its first decision.
    :param seat: the person's seat; `opponent` plays all other seats.
    """
    Sitting(state, seat, opponent, console).play()


class Sitting:
    """One person's game: what was shown, and which decisions can be undone."""

    def __init__(self, state: State, seat: int, opponent: Bot, console: Console) -> None:
        self._state = state
        self._seat = seat
        self._opponent = opponent
        self._console = console
        self._before: list[State] = []
        self._happened = self._last_changes()
        self._explained: set[str] = set()

    def play(self) -> None:
        """Play until the game ends or the person quits."""
        self._print(HELP)
        while not self._state.is_over:
            legal = self._state.legal()
            if len(legal) == 1:
                self._step(legal[0])
            elif self._state.to_move != self._seat:
                seed = self._state.seed + self._state.ply
                self._step(self._opponent.choose(self._state, seed=seed).move)
            elif not self._turn(legal):
                return
        self._show()
        result = self._state.returns()[self._seat]
        self._print(
            "You win." if result == 1 else "You lose." if result == 0 else f"Your result: {result:.2f}"
        )

    def _turn(self, legal: list[Move]) -> bool:
        """Ask for one decision; False if the person quits."""
        self._show()
        self._explain(legal)
        self._list(legal)
        answer = self._ask(legal)
        if isinstance(answer, Move):
            self._before.append(self._state.copy())
            self._step(answer)
        elif answer == "undo":
            self._state = self._before.pop()
        return answer != "quit"

    def _step(self, move: Move) -> None:
        """Play a move and keep its consequences, as the person's seat sees them, to be shown."""
        self._state.play(move)
        self._happened += self._last_changes()

    def _last_changes(self) -> list[str]:
        lines = []
        for step in self._state.changes(self._seat):
            actor = step["actor"]
            name = "luck" if actor == "chance" else self._state.game.seat_names[actor]
            lines.append(f"  {'you' if actor == self._seat else name}: {step['text']}")
            lines += [f"    {one['text']}" for one in step["changes"] if one["text"]]
        return lines

    def _show(self) -> None:
        for line in self._happened:
            self._print(line)
        self._happened = []
        self._print(self._state.render(self._seat))

    def _ask(self, legal: list[Move]) -> Move | str:
        """Read the person's move, ``quit`` or ``undo``."""
        game = self._state.game
        while True:
            try:
                words = self._console.input(f"{game.seat_names[self._seat]}> ").strip().lower()
            except (EOFError, KeyboardInterrupt):
                return "quit"
            if words == "quit" or (words == "undo" and self._before):
                return words
            if words == "hint":
                self._hint()
            elif words == "moves":
                self._notation(legal)
            elif words.startswith("help "):
                self._print(explain(game.catalogue(), words[5:].strip()))
            elif words in ("", "help", "undo"):
                self._print("there is nothing to undo" if words == "undo" else HELP)
            elif words.isdecimal() and 1 <= int(words) <= len(legal):
                return legal[int(words) - 1]
            else:
                try:
                    return game.move(words, self._state)
                except IllegalMove as error:
                    self._print(str(error))

    def _explain(self, legal: list[Move]) -> None:
        """Explain each card that a move names, once a game."""
        for name, meaning in self._state.game.glossary.items():
            if name not in self._explained and any(f" {name} " in f" {move.text} " for move in legal):
                self._explained.add(name)
                self._print(f"  {name}: {meaning}")

    def _list(self, legal: list[Move]) -> None:
        self._print(self._state.prompt(self._seat))
        words = self._state.words(legal, self._seat)
        self._print("   ".join(f"{number}) {text}" for number, text in enumerate(words, 1)))

    def _notation(self, legal: list[Move]) -> None:
        """List how each move is written."""
        self._print("   ".join(f"{number}) {move.text}" for number, move in enumerate(legal, 1)))

    def _hint(self) -> None:
        choice = self._opponent.choose(self._state, seed=self._state.ply)
        chance = "" if choice.value is None else f", win chance {choice.value:.0%}"
        self._print(f"hint: {self._state.words([choice.move], self._seat)[0]}{chance}")

    def _print(self, text: str) -> None:
        self._console.print(text, markup=False, highlight=False)
