"""The games explained to a player who has never seen them."""

from battlewise.core.registry import folder_of


def how_to_play(game_id: str) -> str:
    """How a game is played, in five minutes' reading: Markdown of headings (``##``) and paragraphs alone.

    :returns: empty for a game that has no such text.
    :raises UnknownGame: if there is none of that id.
    """
    path = folder_of(game_id) / "how_to_play.md"
    return path.read_text("utf-8") if path.is_file() else ""
