"""Games by id and options, each made once."""

from collections.abc import Mapping
from functools import lru_cache

from battlewise.api.operations.problems import Kind, ProblemError
from battlewise.core import Game, OptionError, State, UnknownGame, Value, game, game_class
from battlewise.core.options import resolve


@lru_cache(maxsize=256)
def _made(game_id: str, options: tuple[tuple[str, Value], ...]) -> Game:
    return game(game_id, **dict(options))


def rules_for(game_id: str, options: Mapping[str, object], field: str = "options") -> Game:
    """The game with its options.

    :param field: the path of the options in the request, for the error; empty: they are parameters of it.
    :raises UnknownGame: if there is no such game.
    :raises ProblemError: 422, if an option is wrong.
    """
    try:
        resolved = resolve(game_class(game_id).OPTIONS, options)
        return _made(game_id, tuple(resolved.items()))
    except OptionError as error:
        path = f"{field}.{error.option}".lstrip(".")
        raise ProblemError(Kind.INVALID, str(error).partition(": ")[2], path) from None


def rules_named(game_id: str, options: Mapping[str, object]) -> Game:
    """The game that a request's body names, with its options.

    :raises ProblemError: 422, if the game or an option is wrong.
    """
    try:
        return rules_for(game_id, options)
    except UnknownGame as error:
        raise ProblemError(Kind.INVALID, str(error).removeprefix("game: "), "game") from None


def rules_of(game_id: str, view: Mapping[str, object], options: Mapping[str, object] | None) -> Game:
    """The game of a view, with its options: those beside the view or in it.

    :raises ProblemError: 422, if an option is wrong.
    """
    if "options" not in view:
        return rules_for(game_id, options or {})
    own = view["options"]
    if not isinstance(own, Mapping):
        raise ProblemError(Kind.INVALID_VIEW, "is not an object", "view.options")
    rules = rules_for(game_id, own, "view.options")
    if options is not None and rules_for(game_id, options) is not rules:
        raise ProblemError(Kind.INVALID_VIEW, "differ from the options beside the view", "view.options")
    return rules


def without_options(view: Mapping[str, object]) -> dict[str, object]:
    """A view without its options, which may be written in another way than the game writes them."""
    return {name: value for name, value in view.items() if name != "options"}


def state_of(
    game_id: str, view: Mapping[str, object], options: Mapping[str, object] | None, seed: int
) -> State:
    """A state from a view. The game's options are beside the view or in it.

    :raises ViewError: if a field of the view is wrong.
    """
    return rules_of(game_id, view, options).from_view(without_options(view), seed=seed)
