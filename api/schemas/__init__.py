"""What requests and answers look like: pydantic models, the source of the OpenAPI document."""
