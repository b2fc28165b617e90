"""Search over any game of the core: trees, playouts, one ply, and exact methods for small games."""

from battlewise.search.analysis import Analysis, Candidate, Memory, Pace, Progress, analyse
from battlewise.search.lookahead import one_ply
from battlewise.search.mcts import StopFlag
from battlewise.search.settings import Budget, SettingError, Settings

__all__ = [
    "Analysis",
    "Budget",
    "Candidate",
    "Memory",
    "Pace",
    "Progress",
    "SettingError",
    "Settings",
    "StopFlag",
    "analyse",
    "one_ply",
]
