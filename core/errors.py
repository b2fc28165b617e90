"""What can go wrong at the border of the core, each with a message a person can act on."""


class BattlewiseError(ValueError):
    """The base of every error this project raises on bad input."""


class UnknownGame(BattlewiseError):
    """There is no game of that name."""


class OptionError(BattlewiseError):
    """An option of a game has a wrong name or value.

    :ivar option: the option's name.
    """

    def __init__(self, option: str, problem: str) -> None:
        super().__init__(f"option {option!r}: {problem}")
        self.option = option


class DataError(BattlewiseError):
    """A data file beside a game is wrong; the message names file, card and key."""


class IllegalMove(BattlewiseError):
    """The move is not legal in this position."""


class UnknownThing(BattlewiseError):
    """Nothing on the table or in the box has this id."""


class WrongSeat(BattlewiseError):
    """It is not that seat's decision."""


class StaleState(BattlewiseError):
    """The position has moved on since the caller looked at it."""


class RecordError(BattlewiseError):
    """A record does not replay."""


class ViewError(BattlewiseError):
    """A view is malformed or contradicts itself.

    :ivar field: where, as a path such as ``units[3].figures``; empty for the view as a whole.
    :ivar problem: what is wrong there.
    """

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field or 'view'}: {problem}")
        self.field = field
        self.problem = problem


def short(value: object) -> str:
    """What a caller gave, in at most 60 characters, whatever it is."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."
