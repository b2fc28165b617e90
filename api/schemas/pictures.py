"""Pictures of positions."""

from typing import Annotated, Literal

from pydantic import Field

from battlewise.api.schemas.common import Flag, Model, Number
from battlewise.api.schemas.moves import LegalMovesIn

LayoutName = Annotated[
    Literal["wide", "narrow"],
    Field(description="`wide` has panels beside the board. `narrow` has one column, for a phone."),
]
MarkName = Annotated[str, Field(pattern="^(lit|chosen|last|hinted)$")]
Id = Annotated[str, Field(max_length=100)]


class PictureIn(LegalMovesIn):
    """A position as one seat, or a spectator, sees it."""

    layout: LayoutName = "wide"
    style: bool = Field(
        default=True,
        description="Whether the picture has its own style sheet. A page that forbids inline styles loads "
        "`/picture.css` instead.",
    )
    marks: dict[MarkName, Annotated[list[Id], Field(max_length=300)]] = Field(
        default={},
        max_length=4,
        description="Ids of things, as in `touches`, by their state: `lit`, `chosen`, `last`, `hinted`.",
    )


class PictureQuery(Model):
    """How a match is drawn, and as of which event."""

    layout: LayoutName = "wide"
    version: Number | None = Field(
        default=None, description="After which event to draw the table. Default: the last one."
    )
    style: Flag = Field(default=False, description="Whether the picture has its own style sheet.")
