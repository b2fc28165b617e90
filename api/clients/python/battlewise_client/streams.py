"""Server-sent events, line by line."""

from dataclasses import dataclass, field


@dataclass
class Part:
    """A part of a stream."""

    event: str = "message"
    data: str = ""


@dataclass
class Parser:
    """Collects the lines of a stream to parts."""

    _event: str = "message"
    _data: list[str] = field(default_factory=list)

    def feed(self, line: str) -> Part | None:
        """Take the next line, without its end. A part is returned with the blank line that ends it."""
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if line:
            if name == "event":
                self._event = value
            elif name == "data":
                self._data.append(value)
            return None
        part = Part(self._event, "\n".join(self._data)) if self._data else None
        self._event, self._data = "message", []
        return part
