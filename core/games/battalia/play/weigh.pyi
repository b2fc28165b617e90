TRAITS: dict[str, tuple[str, ...]]
