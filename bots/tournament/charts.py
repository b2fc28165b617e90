"""The drawings of a report, as SVG that takes its colours from the page."""

from collections.abc import Sequence
from math import ceil, floor, isfinite, log10
from typing import Any

from markupsafe import Markup


def ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Round numbers from at or below `low` to at or above `high`, `about` as many."""
    rough = max(high - low, 1e-9) / about
    power = float(10 ** floor(log10(rough)))
    step = next(power * one for one in (1, 2, 5, 10) if power * one >= rough)
    return [round(i * step, 9) for i in range(floor(low / step), ceil(high / step) + 1)]


class Forest:
    """Intervals on one scale, a drawing for each row of a table.

    :param rows: middle, low and high of each; the ends of an interval from a single seed are infinite.
    """

    WIDTH = 320

    def __init__(self, rows: Sequence[tuple[float, float, float]], height: int = 24) -> None:
        finite = [value for row in rows for value in row if isfinite(value)]
        self._ticks = ticks(min(*finite, -10), max(*finite, 10))
        self._height = height

    def _x(self, value: float) -> str:
        low, high = self._ticks[0], self._ticks[-1]
        return f"{20 + (self.WIDTH - 40) * min(1, max(0, (value - low) / (high - low))):.1f}"

    def _svg(self, inside: str, label: str) -> Markup:
        size = f'viewBox="0 0 {self.WIDTH} {self._height}" width="{self.WIDTH}" height="{self._height}"'
        return Markup(f'<svg class="forest" {size} role="img" aria-label="{label}">{inside}</svg>')

    def _grid(self, bottom: int) -> str:
        lines = (
            f'<line class="{"zero" if tick == 0 else "grid"}" x1="{x}" x2="{x}" y1="0" y2="{bottom}"/>'
            for tick, x in ((tick, self._x(tick)) for tick in self._ticks)
        )
        return "".join(lines)

    def axis(self) -> Markup:
        """The scale."""
        texts = (
            f'<text x="{self._x(tick)}" y="15" text-anchor="middle">{tick:g}</text>' for tick in self._ticks
        )
        return self._svg("".join(texts), "scale")

    def row(self, middle: float, low: float, high: float) -> Markup:
        """One interval."""
        y, x = self._height / 2, self._x(middle)
        bar = f'<line class="bar" x1="{self._x(low)}" x2="{self._x(high)}" y1="{y}" y2="{y}"/>'
        dot = f'<circle class="dot" cx="{x}" cy="{y}" r="4.5"/>'
        return self._svg(self._grid(self._height) + bar + dot, f"{middle:z.0f}, {low:z.0f} to {high:z.0f}")


class _Frame:
    """A drawing with two scales."""

    LEFT, TOP, WIDTH, HEIGHT = 48, 12, 640, 200

    def __init__(self, across: Sequence[float], up: Sequence[float]) -> None:
        self.across, self.up = across, up

    def x(self, value: float) -> float:
        low, high = self.across[0], self.across[-1]
        return self.LEFT + self.WIDTH * (value - low) / (high - low)

    def y(self, value: float) -> float:
        low, high = self.up[0], self.up[-1]
        return self.TOP + self.HEIGHT * (1 - (value - low) / (high - low))

    def draw(self, inside: str, label: str, across: str) -> Markup:
        right, bottom = self.LEFT + self.WIDTH, self.TOP + self.HEIGHT
        parts = []
        for value in self.up:
            y = self.y(value)
            parts.append(f'<line class="grid" x1="{self.LEFT}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>')
            parts.append(f'<text x="{self.LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
        for value in self.across:
            text = f'y="{bottom + 18}" text-anchor="middle">{value:g}</text>'
            parts.append(f'<text x="{self.x(value):.1f}" {text}')
        middle = (self.LEFT + right) / 2
        parts.append(f'<text x="{middle}" y="{bottom + 38}" text-anchor="middle">{across}</text>')
        size = f'viewBox="0 0 {right + 24} {bottom + 46}"'
        return Markup(
            f'<svg class="chart" {size} role="img" aria-label="{label}">{"".join(parts)}{inside}</svg>'
        )


def histogram(bins: Sequence[dict[str, Any]], label: str) -> Markup:
    """Counts of games by length; `bins` have ``from``, ``to`` and ``games``."""
    frame = _Frame(
        ticks(bins[0]["from"], bins[-1]["to"] + 1, 8), ticks(0, max(one["games"] for one in bins), 4)
    )
    bars = []
    for one in bins:
        left, right, top = frame.x(one["from"]), frame.x(one["to"] + 1), frame.y(one["games"])
        shape = f'x="{left + 0.5:.1f}" y="{top:.1f}" width="{max(1, right - left - 1):.1f}"'
        span = f"{one['from']}" if one["from"] == one["to"] else f"{one['from']} to {one['to']}"
        title = f"<title>{span}: {one['games']}</title>"
        bars.append(f'<rect class="fill" {shape} height="{frame.y(0) - top:.1f}">{title}</rect>')
    return frame.draw("".join(bars), label, label)


def curve(values: Sequence[float], across: str, label: str) -> Markup:
    """Shares, 0..1, from the first part of something to its last."""
    frame = _Frame(ticks(0, len(values), len(values)), ticks(0, 1, 4))
    path = " ".join(f"{frame.x(i + 0.5):.1f},{frame.y(value):.1f}" for i, value in enumerate(values))
    return frame.draw(f'<polyline class="line" points="{path}"/>', label, across)


def track(ratios: Sequence[float], bounds: tuple[float, float]) -> Markup:
    """The log-likelihood ratio after each block, between its bounds."""
    lower, upper = bounds
    frame = _Frame(
        ticks(0, max(1, len(ratios)), 8), ticks(min(lower, *ratios, 0) - 0.2, max(upper, *ratios, 0) + 0.2)
    )
    every = max(1, len(ratios) // 1000)
    points = [(0, 0.0), *list(enumerate(ratios, 1))[:-1:every], (len(ratios), ratios[-1] if ratios else 0.0)]
    path = " ".join(f"{frame.x(block):.1f},{frame.y(ratio):.1f}" for block, ratio in points)
    lines = []
    for value, name in ((lower, "H0"), (upper, "H1")):
        y, right = frame.y(value), frame.LEFT + frame.WIDTH
        lines.append(f'<line class="bound" x1="{frame.LEFT}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>')
        lines.append(f'<text x="{right}" y="{y - 5:.1f}" text-anchor="end">{name} {value:+.2f}</text>')
    inside = f'<polyline class="line" points="{path}"/>' + "".join(lines)
    return frame.draw(inside, "log-likelihood ratio by block", "blocks")
