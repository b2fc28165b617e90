"""The table in text, for terminals and logs (RULES.md 5)."""
from libc.stdint cimport uint64_t

from battlewise.core.bits cimport count_bits
from battlewise.core.game cimport PUBLIC
from battlewise.core.games.history.rules.encounter cimport die_of
from battlewise.core.games.history.rules.restoration cimport points
from battlewise.core.games.history.state cimport *

from battlewise.core.fields import plain
from battlewise.core.games.history.cards import ABILITIES, ACTIONS, ERAS as ERA_NAMES, LINES as LINE_NAMES
from battlewise.core.games.history.words import PHASE_IDS, SIDE_IDS
from battlewise.core.lines import fit


cdef object render(const Rules* r, const Journey* s, int viewer, object names):
    """A unit stands with its values for long, medium and close combat and its health."""
    lines = fit(_headline(r, s, names.seats)) + fit(_gears(r, s, names))
    lines += fit("open tokens: " + ", ".join(
        "none" if s.open_token[i] == NONE else plain(names.tokens[s.open_token[i]])
        for i in range(SPACES)))
    for era, name in enumerate(ERA_NAMES):
        cards = _units(r, s.open & r.of_era[era], names)
        lines += fit(f"{name:>3}: {cards}; {count_bits(s.era_deck & r.of_era[era])} in the deck")
    for seat in range(r.seats):
        lines += _player(r, s, seat, viewer, names)
    if viewer != PUBLIC:
        lines += fit("hand: " + _units(r, s.hand[viewer], names))
    if s.size[0] or s.size[1]:
        lines += _battle(r, s, names)
    letters = ", ".join(f"{letter} {plain(ability)}" for ability, letter in ABILITIES.items())
    lines += fit(f"(long/medium/close, health; {letters}, < > links, * hero)")
    return "\n".join(lines)


cdef object _headline(const Rules* r, const Journey* s, object seats):
    if s.first == NONE:
        return "set-up"
    if s.phase == OVER_PHASE:
        return "the end"
    line = f"round {s.turn // r.seats + 1}, turn of {seats[active(r, s)]}: {plain(PHASE_IDS[s.phase])}"
    return line + (f", {seats[s.defender]} is challenged" if challenge(s) else "")


cdef object _gears(const Rules* r, const Journey* s, object names):
    shown = []
    for tile in (s.active_tile, s.pending_tile):
        shown.append("-" if tile == NONE else _tile(r, tile))
    actions = [ACTIONS[r.sector[(s.wheel + i) & 3]] for i in range(2)]
    done = [" (done)" if s.acted >> i & 1 else "" for i in range(2)]
    return (f"gears: active {shown[0]}, pending {shown[1]}; actions "
            f"{actions[0]}{done[0]}, {actions[1]}{done[1]}")


cdef object _tile(const Rules* r, int tile):
    return f"{'/'.join(ERA_NAMES[r.tile[tile].era[i]] for i in range(2))} token {r.tile[tile].points_at + 1}"


cdef object _unit(const Rules* r, int card, object names):
    """Such as ``Trung Sisters 0/1/3,2 A <II``."""
    cdef const UnitCard* unit = &r.unit[card]
    cdef dict icons = unit[0]
    shown = "".join(letter * icons[ability] for ability, letter in ABILITIES.items())
    links = ""
    if unit.link_left:
        links += f" <{ERA_NAMES[unit.link_left - 1]}"
    if unit.link_right:
        links += f" {ERA_NAMES[unit.link_right - 1]}>"
    values = "/".join(str(unit.value[line]) for line in range(LINES))
    shown = f" {shown}" if shown else ""
    return f"{names.shown[card]}{'*' if unit.hero else ''} {values},{unit.health}{shown}{links}"


cdef object _units(const Rules* r, uint64_t cards, object names):
    return "; ".join(_unit(r, i, names) for i in range(CARDS) if cards >> i & 1) or "none"


cdef object _names(uint64_t cards, object names):
    return ", ".join(names.shown[i] for i in range(CARDS) if cards >> i & 1) or "none"


cdef object _player(const Rules* r, const Journey* s, int seat, int viewer, object names):
    cdef int owner
    era = "nowhere" if s.era[seat] == NONE else f"in {ERA_NAMES[s.era[seat]]}"
    relics = " ".join(f"{name}x{s.relics[seat][i]}" for i, name in enumerate(ERA_NAMES) if s.relics[seat][i])
    tokens = ", ".join(f"{name.replace('_', ' ')}{f' x{s.held[seat][i]}' if s.held[seat][i] > 1 else ''}"
                       for i, name in enumerate(names.tokens) if s.held[seat][i])
    won = sum(pouch_size(s.won[seat][owner]) for owner in range(r.seats))
    total = f", {points(r, s, seat)} points" if s.phase == OVER_PHASE or seat == viewer or not won else ""
    sizes = f"{count_bits(s.hand[seat])} in hand, {count_bits(s.deck[seat])} in the deck"
    text = (f"{names.seats[seat]} {era}{total}: {sizes}; relics {relics or 'none'}; prowess {won} won; "
            f"honour {s.honour[seat]}; tokens {tokens or 'none'}; "
            f"recruits {_names((s.hand[seat] | s.deck[seat]) & r.board_cards, names)}; "
            f"discard {_names(s.discard[seat], names)}")
    if s.spent[seat]:
        text += f"; set aside {_names(s.spent[seat], names)}"
    return fit(text)


cdef object _battle(const Rules* r, const Journey* s, object names):
    """The line-ups from the battlefront; + between linked units."""
    lines = []
    for side in range(2):
        text = f"{SIDE_IDS[side]}: "
        for i in range(s.size[side]):
            if i:
                text += " + " if s.links[side] >> (i - 1) & 1 else ", "
            text += _unit(r, s.line[side][i], names)
            if s.armed[side][i]:
                text += f" with {names.tokens[s.armed[side][i] - 1].replace('_', ' ')}"
        if RELAUNCH_PHASE <= s.phase <= REROLL_PHASE:
            shown = [f"{r.die[die_of(s, side)].value[s.die[side]][line]:+d} {LINE_NAMES[line]}"
                     for line in range(LINES) if r.die[die_of(s, side)].value[s.die[side]][line]]
            text += f"; die {' '.join(shown)}"
        lines += fit(text)
    return lines
