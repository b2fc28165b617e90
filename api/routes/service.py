"""Routes about the service itself: its limits, its health, its readiness."""

from apiflask import APIBlueprint

from battlewise.api.operations.problems import Kind, ProblemError
from battlewise.api.routes.parts import parts
from battlewise.api.schemas.service import Health, LimitsOut, Ready

blueprint = APIBlueprint("service", __name__, tag="Service")


@blueprint.get("/v1/limits")
@blueprint.output(LimitsOut)
@blueprint.doc(operation_id="getLimits")
def limits() -> LimitsOut:
    """Limits

    The limits of requests, of addresses, and of the service. A request over a limit gets 413, 422, 429,
    or 503 with Retry-After.
    """
    return LimitsOut(**parts().settings.limits())


@blueprint.get("/healthz")
@blueprint.output(Health)
@blueprint.doc(operation_id="getHealth")
def health() -> Health:
    """Health

    Answers as long as the service runs.
    """
    return Health(status="ok")


@blueprint.get("/readyz")
@blueprint.output(Ready)
@blueprint.doc(operation_id="getReadiness")
def ready() -> Ready:
    """Readiness

    Answers if the service accepts requests: its database can be written, the disk has room, and it
    is not shutting down. It accepts them whether its cluster is connected or away.
    """
    if parts().keeper.stopping.is_set():
        raise ProblemError(
            Kind.STOPPING, "the service is shutting down; retry later", headers={"Retry-After": "5"}
        )
    parts().store.keep_claim()
    parts().store.ask()
    return Ready(status="ready", cluster=parts().searcher.cluster())
