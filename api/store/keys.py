"""Idempotency keys: a request that is repeated with its key gets what it made the first time."""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from dataclasses import dataclass

TOKEN_LENGTH = 32


class KeyReused(Exception):
    """The key was used with another request."""

    def __init__(self) -> None:
        super().__init__("this Idempotency-Key was used with another request; use a new key")


@dataclass(frozen=True)
class Key:
    """The key of a request.

    :ivar secret: the key itself, which is never kept.
    :ivar body: what the request asks for.
    """

    secret: str
    body: bytes

    @property
    def columns(self) -> dict[str, str]:
        """What the row of the thing that is made keeps of the key."""
        return {
            "key_hash": hashlib.sha256(self.secret.encode()).hexdigest(),
            "body_hash": hashlib.sha256(self.body).hexdigest(),
        }

    def check(self, body_hash: str) -> None:
        """Check that what was made with this key was made by this request.

        :raises KeyReused: if it was not.
        """
        if not hmac.compare_digest(body_hash, self.columns["body_hash"]):
            raise KeyReused

    def token(self, name: str) -> str:
        """A token that is a function of the key, so that it can be answered again.

        :param name: of the token, with a part that is random.
        """
        return urlsafe_b64encode(hmac.digest(self.secret.encode(), name.encode(), "sha256"))[
            :TOKEN_LENGTH
        ].decode()
