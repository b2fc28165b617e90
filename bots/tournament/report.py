"""Reports of a tournament: one page of HTML without scripts or network, JSON, and CSV."""

import base64
import csv
import json
import zlib
from importlib.resources import files
from io import StringIO
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from battlewise.bots.tournament.charts import Forest, histogram, track
from battlewise.bots.tournament.notable import REPLAYED
from battlewise.core import game
from battlewise.core.scene import stylesheet

TEMPLATES = files("battlewise.bots.tournament") / "templates"


def to_json(summary: dict[str, Any]) -> str:
    """A summary as JSON."""
    return json.dumps(summary, indent=1, ensure_ascii=False) + "\n"


def to_csv(summary: dict[str, Any]) -> str:
    """The ranking as CSV, and the score against each entrant."""
    ranking = summary["ranking"]
    names = [row["entrant"] for row in ranking]
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    columns = [name for name in ranking[0] if name != "superiority"]
    writer.writerow([*columns, *(f"against {name}" for name in names)])
    for row, cells in zip(ranking, summary["crosstable"], strict=True):
        against = ("" if cell is None else cell["score"] for cell in cells)
        writer.writerow([*(row[name] for name in columns), *against])
    return out.getvalue()


def to_html(summary: dict[str, Any], service: str = "http://127.0.0.1:8000/") -> str:
    """A summary as a page that stands alone.

    :param service: the address of a service, whose page shows the games of the report.
    """
    test = summary["test"]
    return page(
        (TEMPLATES / "report.html").read_text("utf-8"),
        **summary,
        service=service,
        replayed=REPLAYED,
        forfeits=any(row["forfeits"] for row in summary["ranking"]),
        forest=Forest([(row["elo"], row["elo_low"], row["elo_high"]) for row in summary["ranking"]]),
        length_chart=histogram(summary["lengths"]["bins"], "decisions a game"),
        track_chart=track(test["track"], test["bounds"]) if test and test["track"] else None,
        slowest=max(row["p95"] for row in summary["thinking"]) or 1.0,
    )


def page(template: str, **values: Any) -> str:
    """A page of a template, which puts ``style`` between the tags of that name."""
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {
        "percent": lambda share: f"{100 * share:.1f} %",
        "signed": lambda value: f"{value:+z.0f}",
    }
    environment.filters |= {"picture": _picture, "download": _download, "fragment": fragment}
    style = Markup(stylesheet() + (TEMPLATES / "report.css").read_text("utf-8"))
    return environment.from_string(template).render(**values, style=style)


def _picture(record: dict[str, Any]) -> Markup:
    """The last position of a game as a spectator sees it.

    The pictures of a page repeat symbols, and so their ids. A symbol's id names its drawing, so it does not
    matter which of them a browser takes.
    """
    state = game(record["game"], **record["options"]).replay(record)
    return Markup(state.game.svg(state.view(None), style=False))


def fragment(record: dict[str, Any]) -> str:
    """What the service's page takes after its ``#`` to show a record."""
    packed = zlib.compress(json.dumps(record, separators=(",", ":")).encode(), level=9)
    return "record=" + base64.urlsafe_b64encode(packed).decode()


def _download(record: dict[str, Any]) -> str:
    """A record as a link that holds it."""
    return "data:application/json," + quote(json.dumps(record))
