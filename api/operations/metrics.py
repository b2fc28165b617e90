"""Metrics for Prometheus."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram


class Metrics:
    """The metrics of one application, in a registry of its own.

    :param waiting: how many searches wait.
    :param decided: how many decisions bots have made.
    """

    def __init__(self, waiting: Callable[[], float], decided: Callable[[], float]) -> None:
        self.registry = own = CollectorRegistry()
        where, why = ("where",), ("why",)
        labels = ("method", "route", "status")
        self.requests = Counter("battlewise_requests", "Answers.", labels, registry=own)
        self.seconds = Histogram("battlewise_request_seconds", "Time to an answer.", ("route",), registry=own)
        self.refused = Counter("battlewise_refused", "Requests over a limit.", why, registry=own)
        self.streams = Gauge("battlewise_streams", "Open event streams and long polls.", registry=own)
        Gauge("battlewise_searches_waiting", "Searches in the queue.", registry=own).set_function(waiting)
        self.searches = Counter("battlewise_searches", "Searches and where they ran.", where, registry=own)
        self.fallbacks = Counter("battlewise_fallbacks", "Searches not on the cluster.", why, registry=own)
        self.lost = Counter("battlewise_searches_lost", "Searches lost with a worker.", registry=own)
        self.workers = Gauge("battlewise_cluster_workers", "Workers of the cluster.", registry=own)
        decisions = Gauge("battlewise_bot_decisions", "Decisions of bots since the start.", registry=own)
        decisions.set_function(decided)
