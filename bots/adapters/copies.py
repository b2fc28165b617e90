"""Copies of environments: by `copy.deepcopy`, and by pickle, as wrappers make many of one."""

from typing import Any

from battlewise.bots.adapters.actions import Actions, actions
from battlewise.core import State


class Copied:
    """An environment whose copies go on as it does, with the same chance.

    A copy has the options, the seed and the decisions of the game, and plays them again.

    :ivar actions: the numbers of the moves.
    :ivar position: the state, from the first reset on.
    """

    actions: Actions
    position: State
    _seed: int
    """Of the game's chance."""

    def __getstate__(self) -> dict[str, Any]:
        kept = vars(self).copy()
        rules = kept.pop("actions").rules
        position = kept.pop("position", None)
        made = rules.id, rules.options, None if position is None else _decisions(position)
        return kept | {"_made": made}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        game_id, options, decisions = kept.pop("_made")
        vars(self).update(kept)
        self.actions = actions(game_id, options)
        if decisions is not None:
            self.position = self.actions.rules.new(seed=self._seed)
            for text in decisions:
                self.position.play(text)


def _decisions(position: State) -> list[str]:
    """All moves of all seats, as their seats see them."""
    logs = [position.log(seat) for seat in range(position.game.seats)]
    return [logs[actor][ply][1].text for ply, (actor, _) in enumerate(logs[0]) if actor >= 0]
