NAMES: tuple[str, ...]
FULL_NAMES: tuple[str, ...]
