PHASE_NAMES: tuple[str, ...]
KIND_IDS: tuple[str, ...]
SHAPE_IDS: tuple[str, ...]
TYPE_IDS: tuple[str, ...]
