FULL_TRAITS: dict[str, tuple[str, ...]]
