PHASE_NAMES: tuple[str, ...]
