from battlewise.core.game import Game, State

class FittedGame(Game):
    feature_names: tuple[str, ...]
    trait_names: dict[str, tuple[str, ...]]
    def features(self, state: State) -> list[float] | list[list[float]]: ...
    def traits(self, state: State) -> tuple[str | None, list[list[float]]]: ...
