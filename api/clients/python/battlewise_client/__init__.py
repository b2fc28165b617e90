"""A typed client of the Battlewise service, for threads (`Service`) and for asyncio (`AsyncService`)."""

from battlewise_client._async.match import AsyncMatch
from battlewise_client._async.service import AsyncNewMatch, AsyncService
from battlewise_client._sync.match import Match
from battlewise_client._sync.service import NewMatch, Service
from battlewise_client.problems import ProblemError

__all__ = ["AsyncMatch", "AsyncNewMatch", "AsyncService", "Match", "NewMatch", "ProblemError", "Service"]
