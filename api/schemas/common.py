"""Types and models that several groups of routes share."""

from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from typing_extensions import TypeAliasType

from battlewise.bots import LEVELS
from battlewise.core import CHANCE_NODE, GAME_OVER, Move
from battlewise.search import Candidate

LARGEST_SEED = 2**63 - 1


def whole(value: object) -> object:
    """A whole number. JSON has one kind of number, so 3.0 is one too."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def who(to_move: int) -> int | Literal["chance", "over"]:
    """Who is to move, as views and answers write it."""
    if to_move == CHANCE_NODE:
        return "chance"
    return "over" if to_move == GAME_OVER else to_move


def _digits(value: object) -> object:
    """A number in a query."""
    return int(value) if isinstance(value, str) and value.isascii() and value.isdecimal() else value


def _level(name: str) -> str:
    if name not in LEVELS:
        raise ValueError(f"{name!r} is not one of {', '.join(LEVELS)}")
    return name


# The bounds come before the validator, or the OpenAPI document would not have them.
Seed = Annotated[int, Field(ge=0, le=LARGEST_SEED), BeforeValidator(whole)]
Count = Annotated[int, Field(ge=1, le=1_000_000_000), BeforeValidator(whole)]
TopK = Annotated[int, Field(ge=0, le=256), BeforeValidator(whole)]
Seat = Annotated[int, Field(ge=0, le=4), BeforeValidator(whole)]
MovesPlayed = list[Annotated[str, Field(max_length=200)]]
Version = Annotated[int, Field(ge=1, le=1_000_000), BeforeValidator(whole)]
Level = Annotated[str, AfterValidator(_level), Field(json_schema_extra={"enum": list(LEVELS)})]
Spec = Annotated[str, Field(max_length=200)]
Wait = Annotated[int, Field(ge=0, le=30), BeforeValidator(_digits)]
Number = Annotated[int, Field(ge=0, le=1_000_000_000), BeforeValidator(_digits)]
Flag = Annotated[bool, BeforeValidator(lambda value: {"true": True, "false": False}.get(value, value))]
OptionValues = TypeAliasType(
    "OptionValues",
    Annotated[
        dict[str, Any],
        Field(
            description="Options of the game by name. Default: those of the game.",
            json_schema_extra={
                "additionalProperties": {
                    "anyOf": [
                        {"type": ["boolean", "integer", "string"]},
                        {"type": "object", "additionalProperties": True},
                    ]
                }
            },
        ),
    ],
)
View = TypeAliasType(
    "View",
    Annotated[
        dict[str, Any],
        Field(
            description="All that one seat knows, as `GET /v1/games/{game}` shows it: `seat` and the game's "
            "own fields. In a request, optional fields can be left out.",
            json_schema_extra={
                "properties": {
                    "seat": {
                        "description": "The number of the seat. Null for a spectator.",
                        "type": ["integer", "null"],
                    }
                }
            },
        ),
    ],
)
MoveDocument = TypeAliasType(
    "MoveDocument",
    Annotated[
        dict[str, Any],
        Field(description="A move as an object: `kind` and the fields of that kind."),
    ],
)
ToMove = TypeAliasType(
    "ToMove",
    Annotated[
        int | Literal["chance", "over"], Field(description="The number of a seat, `chance` or `over`.")
    ],
)


class Model(BaseModel):
    """A strict model: no other fields, no values of other types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class MoveOut(Model):
    """A move in the game's notation and as an object."""

    text: str = Field(description="The move in the game's notation.")
    doc: MoveDocument = Field(description="The same move as an object.")
    touches: list[str] = Field(
        default_factory=list,
        description="Ids of the things that the move is about, in the order of a person's clicks: those of "
        " the catalogue, and such as `unit:5.3` for what stands on a place.",
    )

    @classmethod
    def of(cls, move: Move) -> Self:
        """A move as the service writes it."""
        return cls(text=move.text, doc=move.doc, touches=move.touches)


class MoveInWords(MoveOut):
    """A move and what it is in words."""

    words: str = Field(description="The move in words, for a player who sees the table.")


class BudgetIn(Model):
    """When a search stops: at the limit that it reaches first. Only bots that search have a budget."""

    iterations: Count | None = Field(
        default=None, description="Without `milliseconds`, the same seed gives the same answer."
    )
    milliseconds: Count | None = Field(default=None, description="Wall time.")


class CandidateOut(Model):
    """A move that the bot considered."""

    move: MoveOut = Field(description="The move.")
    visits: int = Field(description="Iterations that tried the move.")
    value: float | None = Field(description="Mean result of the seat to move, 0..1.")
    error: float | None = Field(description="Standard error of the mean.")
    prior: float = Field(description="Share of the prior weight, 0..1.")

    @classmethod
    def of(cls, one: Candidate) -> Self:
        """A candidate as the service writes it."""
        move = MoveOut.of(one.move)
        return cls(move=move, visits=one.visits, value=one.value, error=one.error, prior=one.prior)


class WebhookIn(Model):
    """Where the service calls when something happens, and the secret with which it signs."""

    url: Annotated[
        str,
        Field(max_length=500, pattern=r"^https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[A-Za-z0-9._~%/?&=+-]*)?$"),
    ] = Field(description="Address of the receiver. Its host is one that the operator has named.")
    secret: Annotated[str, Field(max_length=100, pattern=r"^whsec_[A-Za-z0-9+/]+=*$")] = Field(
        repr=False, description="`whsec_` and the base64 text of 24 to 64 random bytes. No answer shows it."
    )


class WaitQuery(Model):
    """How long to wait for the end."""

    wait: Wait = Field(default=0, description="Longest time to wait, in seconds.")
