"""The colours of pages and pictures, and the rules of CSS that pictures need.

Every colour of a picture is a custom property, so that a page can show it light, dark, in high contrast or in
colours that differ for everybody.
"""

# The ground that a seat owns, in each theme.
TINTS = {f"tint-{seat}": f"color-mix(in srgb,var(--seat-{seat}) 35%,var(--plain))" for seat in range(5)}
LIGHT = {
    "bg": "#f4f1ea",
    "surface": "#fffdf8",
    "ink": "#22252b",
    "ink-2": "#5f636a",
    "line": "#d9d3c5",
    "accent": "#0b6e99",
    "lit": "#e09f1f",
    "chosen": "#c2410c",
    "last": "#7c3aed",
    "hint": "#15803d",
    "danger": "#b91c1c",
    "seat-0": "#b3312c",
    "seat-1": "#1f5fa8",
    "seat-2": "#2e7d4f",
    "seat-3": "#9c6900",
    "seat-4": "#6d3fa0",
    "plain": "#e9e2cf",
    "forest": "#b9cfa5",
    "hill": "#dcc9a0",
    "water": "#a9cbe0",
    "stone": "#c9c6bf",
    "canyon": "#e3b59f",
    "peak": "#ecd894",
    "road": "#fffdf8",
    "on-lit": "#22252b",
    "on-accent": "#ffffff",
    **TINTS,
}
DARK = {
    "bg": "#16181c",
    "surface": "#1f2228",
    "ink": "#ece8df",
    "ink-2": "#a4aab2",
    "line": "#343841",
    "accent": "#4db6e2",
    "lit": "#ffc04d",
    "chosen": "#ff8a4c",
    "last": "#b794f6",
    "hint": "#4ade80",
    "danger": "#f87171",
    "seat-0": "#e5625c",
    "seat-1": "#5b9be0",
    "seat-2": "#57b37d",
    "seat-3": "#d9a43a",
    "seat-4": "#a47ad6",
    "plain": "#2a2c2f",
    "forest": "#2c3f2c",
    "hill": "#443b29",
    "water": "#22384a",
    "stone": "#3a3b3f",
    "canyon": "#54302a",
    "peak": "#4d4320",
    "road": "#565b66",
    "on-lit": "#16181c",
    "on-accent": "#16181c",
    **TINTS,
}
# What differs from the light colours.
CONTRAST = {
    "bg": "#ffffff",
    "surface": "#ffffff",
    "ink": "#000000",
    "ink-2": "#1f1f1f",
    "line": "#444444",
    "lit": "#b45f00",
    "on-lit": "#ffffff",
    "seat-0": "#8c0f0a",
    "seat-1": "#0a3c7d",
    "seat-2": "#0d4d29",
    "seat-3": "#5c3d00",
    "seat-4": "#43187a",
    "plain": "#ffffff",
    "forest": "#cfe5bd",
    "water": "#c4e1f5",
}
# The palette of Okabe and Ito (jfly.uni-koeln.de/color), darkened where text stands on it.
SAFE = {
    "seat-0": "#a84300",
    "seat-1": "#005a91",
    "seat-2": "#00674d",
    "seat-3": "#8a6500",
    "seat-4": "#8f3a6b",
    "lit": "#e69f00",
    "hint": "#00674d",
    "danger": "#a84300",
}
THEMES = {"light": LIGHT, "dark": DARK, "contrast": CONTRAST, "safe": SAFE}

RULES = """
svg.picture{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
svg.picture{font-variant-numeric:tabular-nums}
.picture .lit{cursor:pointer;outline:none}
.picture .lit>.edge{stroke:var(--lit);stroke-width:3;stroke-dasharray:none}
.picture .lit:hover>.edge,.picture .lit:focus>.edge{stroke-width:5}
.picture .lit:focus-visible>.edge{stroke:var(--accent)}
.picture [data-later]:not(.lit){cursor:pointer}
.picture [data-later]:not(.lit)>.edge{stroke:var(--lit);stroke-width:2;stroke-dasharray:2 3}
.picture .last>.edge{stroke:var(--last);stroke-width:2.5;stroke-dasharray:5 3}
.picture .lit.last>.edge{stroke:var(--lit);stroke-width:3;stroke-dasharray:none}
.picture .hinted>.edge{stroke:var(--hint);stroke-width:4;stroke-dasharray:none}
.picture .chosen>.edge{stroke:var(--chosen);stroke-width:4.5;stroke-dasharray:none}
""".strip()


def stylesheet() -> str:
    """The style sheet of pictures: colours for each theme, a class `f-` and `s-` for each colour, states.

    The theme is the attribute `data-theme` of the document's root: light, dark, contrast or safe. Without it
    the reader's own preferences decide.
    """
    classes = "".join(
        f".f-{name}{{fill:var(--{name});color:var(--{name})}}.s-{name}{{stroke:var(--{name})}}"
        for name in LIGHT
    )
    themes = "".join(
        f":root[data-theme={name}]{{{_properties(colours)}}}" for name, colours in THEMES.items()
    )
    return (
        f":root{{{_properties(LIGHT)}}}"
        f"@media(prefers-color-scheme:dark){{:root{{{_properties(DARK)}}}}}"
        f"@media(prefers-contrast:more){{:root{{{_properties(CONTRAST)}}}}}"
        f"{themes}\n{classes}.f-none{{fill:none;pointer-events:none}}.edge.f-none{{pointer-events:all}}\n{RULES}\n"
    )


def _properties(colours: dict[str, str]) -> str:
    return "".join(f"--{name}:{value};" for name, value in colours.items())
