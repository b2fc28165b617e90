"""The table in text, for a terminal."""
from libc.stdint cimport uint8_t, uint64_t

from battlewise.core.games.batalj.rules.battlefield cimport pieces
from battlewise.core.games.batalj.knowledge.redeal cimport secret
from battlewise.core.games.batalj.rules.reign cimport points
from battlewise.core.games.batalj.state cimport *

from battlewise.core.fields import plain
from battlewise.core.games.batalj.cards import COUNTRIES as COUNTRY_IDS, ERAS as ERA_IDS
from battlewise.core.games.batalj.words import AREA_IDS, RIDING_IDS, STAGE_IDS, VICTORY_IDS
from battlewise.core.lines import fit


cdef object render(const Rules* r, const Realm* s, int viewer, object names, str question):
    """The table as a seat sees it.

    :param question: what the seat to move is asked.
    """
    lines = [f"turn {s.turn}. {question}"]
    if r.mode == CAMPAIGN:
        lines += _reign(r, s, names)
    if r.mode == FORAY or (r.mode == CAMPAIGN and MARKERS_PHASE <= s.phase <= MARKER_PHASE):
        lines += _foray(r, s, names)
    if r.mode != FORAY:
        lines += [_player(r, s, seat, names) for seat in range(r.seats)]
        lines += _war(r, s, viewer, names)
    if r.mode == CAMPAIGN and viewer >= 0:
        lines.append("hand: " + _counts(s.hand[viewer], [names.shown[one] for one in names.events]))
    return "\n".join(part for line in lines for part in fit(line))


cdef object _counts(const uint8_t* counts, object ids):
    return ", ".join(f"{one} x{counts[i]}" if counts[i] > 1 else one
                     for i, one in enumerate(ids) if counts[i]) or "nothing"


cdef object _names(uint64_t cards, object ids, object names):
    return ", ".join(names.shown.get(one, one) for i, one in enumerate(ids) if cards >> i & 1) or "none"


cdef object _seats(const Realm* s, object names):
    """The seats in the order of turns, the one that has its turn in brackets."""
    return ", ".join(f"[{names.seats[s.order[i]]}]" if i == s.place else names.seats[s.order[i]]
                     for i in range(s.drawn))


# -- the foray

cdef object _foray(const Rules* r, const Realm* s, object names):
    markers = [names.shown[one] for one in names.markers]
    lines = [f"order {_seats(s, names)}, round {s.marches + 1}" + (f", die {s.die}" if s.die else "")]
    lines.append("face-down markers: " + (", ".join(
        names.shown[names.cities[i]] for i in range(r.cities) if s.face_down >> i & 1) or "none"))
    lines.append("not seen: " + _counts(s.pool, markers) + "; back in the box: " + _counts(s.box, markers))
    for seat in range(r.seats):
        if s.riding[seat] == ABSENT:
            continue
        where = RIDING_IDS[s.riding[seat]]
        if s.at[seat] != NONE:
            where = names.shown.get(names.spaces[s.at[seat]], names.spaces[s.at[seat]])
        lines.append(f"{names.seats[seat]}: {where}; booty {_counts(s.booty[seat], markers)}; "
                     f"at home {_counts(s.loot[seat], markers)}")
    return lines


# -- war

cdef object _player(const Rules* r, const Realm* s, int seat, object names):
    fiefs = ", ".join(f"{names.shown[names.fiefs[i]]} {r.fief[i].crowns}/{troops_in(r, s, i)}"
                      for i in range(FIEFS) if s.owner[i] == seat)
    text = (f"{names.seats[seat]}: {s.gold[seat]} gold; fiefs (crowns/troops) {fiefs or 'none'}; "
            f"History cards {_names(s.cards[seat], names.history, names)}")
    if r.mode == CAMPAIGN:
        countries = [one.capitalize() for one in COUNTRY_IDS]
        text += (f"; traders {_counts(s.traders[seat], countries)}; {s.hand_size[seat]} Event cards; "
                 f"{points(r, s, seat)} AP")
        if s.debt[seat]:
            text += f"; owes {2 * s.debt[seat]}"
        if worth(r, s.loot[seat]):
            text += f"; booty {_counts(s.loot[seat], [names.shown[one] for one in names.markers])}"
    return text


# -- campaign

cdef object _reign(const Rules* r, const Realm* s, object names):
    regent = "no Regent card" if s.regent == NONE else f"Regent card {names.shown[names.regents[s.regent]]}"
    text = f"reign {s.reign + 1} ({ERA_IDS[era_of(s)]}), {regent}"
    if s.enemy != NONE:
        text += f", war with {COUNTRY_IDS[s.enemy].capitalize()}"
    if s.archbishop != NONE:
        text += f", Archbishop {names.seats[s.archbishop]}"
    if s.drawn:
        text += f", order {_seats(s, names)}"
    lines = [text, f"display: {_names(s.open, names.history, names)}"]
    if s.play.kind != NONE:
        lines.append(f"{names.seats[s.play.seat]} plays {names.shown[names.events[s.play.kind]]}")
    if s.bought != NONE:
        item = names.history[s.item] if s.bought else names.fiefs[s.item]
        lines.append(f"{names.seats[active(s)]} wants to buy {names.shown[item]}")
    return lines


cdef object _pieces(const Realm* s, int army, int area):
    """Such as ``3s1c``: soldiers and commanders."""
    if not pieces(s, army, area):
        return "-"
    return f"{s.soldiers[army][area]}s" + (f"{s.commanders[army][area]}c" if s.commanders[army][area] else "")


cdef object _war(const Rules* r, const Realm* s, int viewer, object names):
    lines = []
    for seat in range(r.seats):
        if s.sent_fiefs[seat] and (not secret(r, s) or seat == viewer):
            lines.append(f"{names.seats[seat]} sends {_names(s.sent_fiefs[seat], names.fiefs, names)}; "
                         f"{_names(s.sent_cards[seat], names.history, names)}")
    if s.stage == NO_BATTLE:
        return lines + ([f"won by {VICTORY_IDS[s.victory]}"] if s.victory else [])
    stage = plain(STAGE_IDS[s.stage])
    lines.append(f"round {s.round}: {stage}"
                 + (f", war leader {names.seats[s.leader]}" if s.leader < r.seats else "")
                 + (f", won by {VICTORY_IDS[s.victory]}" if s.victory else ""))
    guns = ", ".join(f"strength {i + 1} x{s.guns[i]}" for i in range(GUNS) if s.guns[i]) or "none"
    lines.append(f"enemy reserve {_pieces(s, ENEMY, RESERVE)}, {s.enemy_guns} guns")
    for row in (1, 0):
        shown = []
        for lane in range(LANES):
            area = lane + 3 * row
            card = "[]" if s.card >> area & 1 else ""
            enemy = f"enemy {_pieces(s, ENEMY, area)}" if pieces(s, ENEMY, area) else ""
            own = f"{card}{_pieces(s, SWEDEN, area)}" if pieces(s, SWEDEN, area) or card else ""
            shown.append(f"{plain(AREA_IDS[area]):>10}: {own or enemy or '-':<12}")
        lines.append(" ".join(shown))
    lines.append(f"Swedish reserve {_pieces(s, SWEDEN, RESERVE)}, {s.spare} Province cards, guns {guns}")
    return lines
