"""The games explained to a player who has never seen them."""

from pathlib import Path

from battlewise.core import game_class

_GAMES = Path(__file__).parent / "games"


def how_to_play(game_id: str) -> str:
    """How a game is played, in five minutes' reading: Markdown of headings (``##``) and paragraphs alone.

    :returns: empty for a game that has no such text.
    :raises UnknownGame: if there is none of that id.
    """
    game_class(game_id)
    path = _GAMES / game_id / "how_to_play.md"
    return path.read_text("utf-8") if path.is_file() else ""
