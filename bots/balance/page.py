"""The page of a report: one file of HTML without scripts or network."""

from collections.abc import Sequence
from importlib.resources import files

from markupsafe import Markup

from battlewise.bots.balance.figures import decided, figures, has_winner, lead_changes, winner
from battlewise.bots.balance.play import Job, Json
from battlewise.bots.tournament.charts import Forest, curve, histogram
from battlewise.bots.tournament.plan import rules_of
from battlewise.bots.tournament.report import page


def to_html(job: Job, games: Sequence[Json], command: str) -> str:
    """The report of some games.

    :param command: the command that makes it.
    """
    found = figures(job, games)
    rows = [*found["seats"], *(seat for one in found["options"] for seat in one["seats"])]
    template = files("battlewise.bots.balance") / "templates" / "balance.html"
    return page(
        template.read_text("utf-8"),
        **found,
        command=command,
        forest=Forest([_points(row, found["even"]) for row in rows]),
        row=lambda one: _points(one, found["even"]),
        length_chart=histogram(found["lengths"]["bins"], "decisions a game"),
        course_chart=curve(found["course"], "tenth of the game", "the winner's win chance"),
        notable=_notable(job, games),
    )


def _points(row: Json, even: float) -> tuple[float, float, float]:
    """A share and its interval in percentage points above an even share."""
    middle, low, high = (100 * (row[name] - even) for name in ("mean", "low", "high"))
    return middle, low, high


def _notable(job: Job, games: Sequence[Json]) -> list[Json]:
    """Two games with a picture: the one with most changes of the lead, and the largest comeback."""
    won = list(filter(has_winner, games))
    if not won:
        return []
    swings = max(won, key=lambda game: (lead_changes(game), game["plies"]))
    back = min(won, key=lambda game: min(chances[winner(game)] for chances in game["course"]))
    lowest = min(range(len(back["course"])), key=lambda turn: back["course"][turn][winner(back)])
    names = rules_of(job.variants[0]).seat_names
    return [
        {
            "title": "The most changes of the lead",
            "text": f"The lead changed {lead_changes(swings)} times; {names[winner(swings)]} won, ahead for "
            f"good after {_percent(decided(swings))} of the game. The last position:",
            "picture": _picture(job, swings, len(swings["moves"])),
        },
        {
            "title": "The largest comeback",
            "text": f"{names[winner(back)]} won from a win chance of "
            f"{_percent(back['course'][lowest][winner(back)])}. The position then:",
            "picture": _picture(job, back, _ply(job, back, lowest)),
        },
    ]


def _percent(part: float) -> str:
    whole = round(100 * part)
    return f"{whole} %" if whole else "less than 1 %"


def _ply(job: Job, game: Json, entry: int) -> int:
    """How many moves were made before an entry of the course: the first choice of a turn."""
    state = rules_of(job.variants[game["variant"]]).new(seed=0, chance="ask")
    turn, entries = -1, -1
    for number, text in enumerate(game["moves"]):
        if not state.is_chance and len(state.legal()) > 1 and state.turn > turn:
            turn, entries = state.turn, entries + 1
            if entries == entry:
                return number
        state.play(text)
    return len(game["moves"])


def _picture(job: Job, game: Json, moves: int) -> Markup:
    state = rules_of(job.variants[game["variant"]]).new(seed=0, chance="ask")
    for text in game["moves"][:moves]:
        state.play(text)
    return Markup(state.game.svg(state.view(None), style=False))
