STREAMS: tuple[str, ...]
