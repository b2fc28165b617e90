"""``make bench``: the table of speeds; ``python -m bench strength`` and others in README."""

from rich.console import Console
from rich.table import Table

from bench import http, speed


def main() -> None:
    """Print every table of speeds."""
    console = Console(width=140)
    table = Table("what", "ours", "theirs", "ratio", "range", "aim", title="ratios within one run")
    for row in speed.peer_rows() + speed.own_rows():
        table.add_row(
            row.name,
            f"{row.ours:,.0f}",
            f"{row.theirs:,.0f}",
            f"{row.ratio:.2f}",
            f"{row.low:.2f}..{row.high:.2f}",
            row.aim,
        )
    console.print(table)
    console.print(f"bytes a tree node: {speed.node_bytes()} (aim <= 64)")
    console.print(speed.TAG_BATTLELORE)
    table = Table(
        "game", "games/s", "ns/decision", "decisions/game", "forced/game", "chances/game", title="random play"
    )
    for name, values in speed.random_play().items():
        table.add_row(name, *(f"{value:,.1f}" for value in values.values()))
    console.print(table)
    table = Table("what", "value", title="HTTP")
    for name, value in http.rows():
        table.add_row(name, value)
    console.print(table)


if __name__ == "__main__":
    main()
