PHASE_NAMES: tuple[str, ...]
KINDS_IDS: tuple[str, ...]
SHAPE_IDS: tuple[str, ...]
OWNERS: tuple[str, ...]
