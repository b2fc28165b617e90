"""What lies where on the table of a game, and its picture.

A game's scene is a function of a view and the catalogue alone: it cannot show what the view lacks. It is made
of `parts`, arranged and drawn by `draw` in the colours of `style` with the silhouettes of `pictograms`.
"""

from battlewise.core.scene.draw import picture
from battlewise.core.scene.parts import Area, Group, Icon, Line, Panel, Scene, Words
from battlewise.core.scene.style import stylesheet

__all__ = ["Area", "Group", "Icon", "Line", "Panel", "Scene", "Words", "picture", "stylesheet"]
