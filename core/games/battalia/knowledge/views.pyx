"""The table as JSON (RULES.md 6): the blank state, and the view of a state."""
from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from battlewise.core.documents cimport pile_doc, name_of, number_of
from battlewise.core.game cimport PUBLIC
from battlewise.core.games.battalia.rules.battle cimport total
from battlewise.core.games.battalia.rules.board cimport exits_of, is_decided, points, put_card
from battlewise.core.games.battalia.knowledge.redeal cimport closed_cards, looks_into, show_nation
from battlewise.core.games.battalia.rules.setup cimport Step, next_step
from battlewise.core.games.battalia.state cimport *

from battlewise.core.games.battalia.cards import (
    FACTIONS as FACTION_IDS, GREATS as GREAT_IDS, NEEDS as NEED_IDS, RANKS as RANK_IDS,
    SHAPE_IDS, SQUARES as SQUARE_IDS, TERRAINS as TERRAIN_IDS, TYPES as TYPE_IDS,
)
from battlewise.core.games.battalia.documents import CHANGES, OWNERS, PURCHASES
from battlewise.core.games.battalia.words import KIND_IDS, PHASE_IDS, SIDE_IDS

ACTION_IDS = dict(zip((HIRE, CREATE, BUILD_ROAD, BUILD_CITY, UPGRADE, HIRE_HERO, CONVERT, CONVERT_ITSELF),
                      (*PURCHASES, *CHANGES), strict=True))
FLAG = (False, True)
# By phase what is pending: the field's name, where it stands in the state, and what its numbers name. What is
# paid for is in two numbers (`_purchase`).
PENDING = {
    PAY_PHASE: (("action", "action", ACTION_IDS), ("next_from", "last", KIND_IDS)),
    EXITS_PHASE: (("level", "arg2", None),),
    TERRAIN_PHASE: (("card", "arg", SHAPE_IDS), ("level", "arg2", None)),
    PUT_PHASE: (("card", "arg", SHAPE_IDS), ("level", "arg2", None), ("terrain", "subject", TERRAIN_IDS)),
    SITE_PHASE: (("action", "action", ACTION_IDS), ("level", "arg", None)),
    TITLE_PHASE: (("title", "source", KIND_IDS), ("doubled", "strong", FLAG)),
    DIE_PHASE: (("card", "subject", KIND_IDS), ("stolen", "strong", FLAG)),
    WILD_PHASE: (("faction", "subject", FACTION_IDS),),
    DISPLACE_PHASE: (("card", "subject", KIND_IDS),),
    SCROLL_PHASE: (("scroll", "source", KIND_IDS),),
    TOPMOST_PHASE: (("action", "action", ACTION_IDS), ("deck", "arg", TYPE_IDS),
                    ("card", "subject", KIND_IDS)),
    STATION_PHASE: (("tent", "arg", None), ("room", "strong", None), ("next_from", "last", KIND_IDS)),
    HORN_PHASE: (("left", "strong", None), ("next_from", "last", KIND_IDS)),
    STEAL_PHASE: (("seat", "arg", None),),
    SPOILS_PHASE: (("sanctuary", "arg", FACTION_IDS),),
    LINE_PHASE: (("next_from", "last", KIND_IDS),),
}


cdef void clear(const Rules* r, World* s) noexcept:
    """Fill a blank state with what it has before the set-up."""
    cdef int i
    memset(s.shape, NONE, SQUARES)
    memset(s.terrain, NONE, SQUARES)
    memset(s.owner, NONE, SQUARES)
    memset(s.hero, NONE, sizeof(s.hero))
    memset(s.top, NONE, RANKS)
    memset(s.ambush, NONE, sizeof(s.ambush))
    memset(s.tent, NONE, sizeof(s.tent))
    memset(s.buried, NONE, sizeof(s.buried))
    memset(s.faction, NONE, SEATS)
    memset(s.fresh, NONE, 2)
    memset(s.charmed, NONE, 2)
    s.first = s.absent = s.action = s.subject = s.source = s.hammer = s.stolen = s.target = s.victim = NONE
    for i in range(SUPPLY):
        s.pool[i] = r.total[i]
    s.pool[<int>SUPPLY] = r.total[<int>SUPPLY]
    for i in range(r.seats):
        s.nation[i][<int>SUPPLY] = DEALT
        s.pool[<int>SUPPLY] -= DEALT
    for i in range(SHAPES):
        memset(s.deck[i], r.terrain_count[i], FACTIONS)
    if not r.volcano:
        put_card(s, r.ruins, RUINS, 15, NONE)
        return
    for i in range(SQUARES):
        if abs(i // SIDE - r.ruins // SIDE) <= 1 and abs(i % SIDE - r.ruins % SIDE) <= 1:
            put_card(s, i, PEAK if i == r.ruins else CROSSROADS, 15, NONE)
    for i in range(FACTIONS):
        put_card(s, r.sanctuary[i], SANCTUARY, 15, i)


cdef void in_game(const Rules* r, const World* s, int* out) noexcept nogil:
    """How many cards of each kind there are in this game, great artefacts in the box too."""
    cdef Step step
    cdef int kind
    for kind in range(KINDS):
        out[kind] = r.total[kind]
    if s.absent < FACTIONS:
        for kind in range(SUPPLY):
            if (kind & 3) == s.absent:
                if kind < RANKS * FACTIONS:
                    out[<int>SUPPLY] -= out[kind]
                out[kind] = 0
    if s.phase == SETUP_PHASE:
        next_step(r, s, &step)
        if step.kind < REVEAL:
            for kind in range(UNBOUND, GREAT):
                out[kind] = 0


cdef int on_the_way(const World* s) noexcept nogil:
    """The card that has left its place and has not come to the next one; NONE."""
    if s.phase == DISPLACE_PHASE or (s.phase == TOPMOST_PHASE and s.action != CREATE):
        return s.subject
    return NONE


# -- describe

cdef object bits_doc(int bits, object names):
    return [one for i, one in enumerate(names) if bits >> i & 1]


cdef object describe(const Rules* r, const World* s, int viewer):
    """The view's own fields (`documents.form`)."""
    view = {
        "phase": PHASE_IDS[s.phase],
        "turn": s.turn,
        "first": number_of(s.first),
        "absent": name_of(FACTION_IDS, s.absent),
        "oracle": {"ray": TYPE_IDS[ray(r, s)], "match": TYPE_IDS[match(r, s)]},
        "map": {SQUARE_IDS[i]: _square(r, s, i) for i in range(SQUARES) if s.shape[i] != NONE},
        "impassable": [one for i, one in enumerate(SQUARE_IDS) if s.blocked >> i & 1],
        "players": [_player(r, s, viewer, seat) for seat in range(r.seats)],
        "tops": [name_of(KIND_IDS, s.top[i]) for i in range(RANKS)],
        "supplies": s.pool[<int>SUPPLY],
        "under": pile_doc(s.under, KIND_IDS[:RANKS * FACTIONS]),
        "returned": pile_doc(s.returned, KIND_IDS[:SECRET]),
        "limbo": _limbo(r, s),
        "offered": [one for i, one in enumerate(GREAT_IDS) if s.pool[GREAT + i]],
        "table": pile_doc(s.table, KIND_IDS),
        "laid": [pile_doc(s.laid[0], KIND_IDS), pile_doc(s.laid[1], KIND_IDS)],
        "fresh": [name_of(KIND_IDS, s.fresh[0]), name_of(KIND_IDS, s.fresh[1])],
        "charmed": [name_of(KIND_IDS, s.charmed[0]), name_of(KIND_IDS, s.charmed[1])],
        "hammer": name_of(TYPE_IDS, s.hammer),
        "stolen": name_of(KIND_IDS, s.stolen),
        "progress": s.progress,
        "roamed": [bool(s.roamed & 1), bool(s.roamed & 2)],
        "terrain_decks": {
            one: {terrain: s.deck[i][k] for k, terrain in enumerate(TERRAIN_IDS) if s.deck[i][k]}
            for i, one in enumerate(SHAPE_IDS[:SHAPES])},
    }
    if s.phase == OVER_PHASE:
        view["end"] = _end(r, s)
    if s.phase == SETUP_PHASE:
        view["step"] = s.step
    if s.phase == DRAW_PHASE:
        view["draws"] = s.draws
    if r.volcano:
        view["sanctuaries"] = {one: _sanctuary(s, viewer, i) for i, one in enumerate(FACTION_IDS)}
    if s.phase in PENDING and (s.phase != SPOILS_PHASE or r.volcano):
        view["pending"] = _pending(s)
    if s.target != NONE:
        view["battle"] = _battle(r, s)
    if viewer != PUBLIC:
        view["hand"] = pile_doc(s.hand[viewer], KIND_IDS)
        view["ambush"] = [KIND_IDS[s.ambush[viewer][i]] for i in range(ambushed(s, viewer))]
        view["unseen"] = pile_doc(s.unseen[viewer], KIND_IDS[:SECRET])
    return view


cdef object _end(const Rules* r, const World* s):
    """What has ended the game: somebody has, so many weeks, or the limit of turns, have passed, or nothing
    goes on.
    """
    if is_decided(r, s, active(r, s)):
        return "decided"
    if s.turn < r.turns:
        return "standstill"
    return "weeks" if r.weeks else "turn_limit"


cdef object _square(const Rules* r, const World* s, int square):
    cdef int exits = exits_of(s, square)
    doc = {
        "card": SHAPE_IDS[s.shape[square]],
        "exits": "".join(letter for i, letter in enumerate("nesw") if exits >> i & 1),
        "terrain": name_of(TERRAIN_IDS, s.terrain[square]),
    }
    if s.shape[square] < CITY_SHAPES or s.shape[square] == PEAK:
        owner = s.owner[square]
        doc["owner"] = None if owner == NONE else owner if owner < SEATS else OWNERS[owner - SEATS]
        doc["level"] = s.level[square]
    return doc


cdef object _limbo(const Rules* r, const World* s):
    """The cards that are nowhere else, and the great artefacts that were suspended."""
    cdef int left[KINDS]
    cdef uint8_t closed[KINDS]
    cdef int seat, i, k
    in_game(r, s, left)
    for i in range(KINDS):
        left[i] -= s.pool[i] + s.table[i] + (s.under[i] if i < RANKS * FACTIONS else 0)
    for i in range(RANKS):
        if s.top[i] != NONE:
            left[s.top[i]] -= 1
    for seat in range(r.seats):
        closed_cards(s, seat, closed)
        for i in range(KINDS):
            left[i] -= closed[i] + s.shelter[seat][i]
        for i in range(AMBUSH):
            if s.ambush[seat][i] != NONE and s.shown[seat] >> i & 1:
                left[s.ambush[seat][i]] -= 1
        for i in range(TENTS):
            for k in range(3):
                if s.tent[seat][i][k] != NONE:
                    left[s.tent[seat][i][k]] -= 1
    if on_the_way(s) != NONE:
        left[on_the_way(s)] -= 1
    for i in range(GREATS):
        left[GREAT + i] = s.gone >> i & 1
    return {one: left[i] for i, one in enumerate(KIND_IDS) if left[i]}


cdef object _player(const Rules* r, const World* s, int viewer, int seat):
    """What everybody knows of a player; the robber of a nation knows the nation too."""
    cdef World shown
    if not looks_into(r, s, viewer, seat):
        return _open_player(r, s, seat)
    memcpy(&shown, s, sizeof(World))
    show_nation(&shown, seat)
    return {**_open_player(r, &shown, seat), "nation": pile_doc(s.nation[seat], KIND_IDS)}


cdef object _open_player(const Rules* r, const World* s, int seat):
    cdef uint8_t closed[KINDS]
    cdef int i, k
    closed_cards(s, seat, closed)
    for i in range(SECRET):
        closed[i] -= s.unseen[seat][i]
    doc = {
        "faction": name_of(FACTION_IDS, s.faction[seat]),
        "points": points(r, s, seat),
        "most_points": s.most[seat],
        "hand_size": size_of(s.hand[seat]),
        "known": pile_doc(s.known[seat], KIND_IDS),
        "cards": pile_doc(closed, KIND_IDS),
        "unseen": {one: four(&s.unseen[seat][i * 4]) for i, one in enumerate(RANK_IDS[:RANKS - 1])
                   if four(&s.unseen[seat][i * 4])},
        "shelter": pile_doc(s.shelter[seat], KIND_IDS),
        "ambush": [KIND_IDS[s.ambush[seat][i]] if s.shown[seat] >> i & 1 else None
                   for i in range(ambushed(s, seat))],
        "tents": [{"tent": KIND_IDS[s.tent[seat][i][0]],
                   "cards": [KIND_IDS[s.tent[seat][i][k]] for k in range(1, 3) if s.tent[seat][i][k] != NONE]}
                  for i in range(TENTS) if s.tent[seat][i][0] != NONE],
        "heroes": [SQUARE_IDS[s.hero[seat][i]] for i in range(HEROES) if s.hero[seat][i] != NONE],
    }
    if r.volcano:
        doc["seals"] = bits_doc(s.seals[seat], FACTION_IDS)
    return doc


cdef object _sanctuary(const World* s, int viewer, int element):
    """The great artefacts below it; null is one that the viewer has not seen."""
    cdef bint knows = viewer != PUBLIC and s.seals[viewer] >> element & 1
    return [KIND_IDS[s.buried[element][i]] if knows else None
            for i in range(2) if s.buried[element][i] != NONE]


cdef object _pending(const World* s):
    cdef int number
    doc = {}
    values = {"action": s.action, "arg": s.arg, "arg2": s.arg2, "last": s.last, "subject": s.subject,
              "source": s.source, "strong": s.strong}
    for name, where, names in PENDING[s.phase]:
        number = values[where]
        doc[name] = number if names is None else name_of(names, number)
    if s.phase == PAY_PHASE:
        doc |= _purchase(s)
        doc["need"] = {one: s.need[i] for i, one in enumerate(NEED_IDS) if s.need[i]}
    return doc


cdef object _purchase(const World* s):
    """What is paid for: the deck a card comes from, or the level of a city."""
    decks = {HIRE: TYPE_IDS, CREATE: TYPE_IDS, BUILD_ROAD: SHAPE_IDS}
    return {
        "deck": decks[s.action][s.arg] if s.action in decks else None,
        "level": s.arg if s.action == BUILD_CITY or s.action == UPGRADE else 0,
        "faction": FACTION_IDS[s.arg2 - 1] if s.arg2 else None,
    }


cdef object _battle(const Rules* r, const World* s):
    return {
        "square": SQUARE_IDS[s.target],
        "against": "place" if s.aim == A_PLACE else s.aim,
        "side": SIDE_IDS[s.side],
        "answered": bool(s.answered),
        "heroes": [s.heroes[0], s.heroes[1]],
        "strength": [s.sum[0], s.sum[1]],
        "total": [total(r, s, ATTACKER), total(r, s, DEFENDER)],
        "cards": [s.cards[0], s.cards[1]],
        "mixed": [bool(s.mixed[0]), bool(s.mixed[1])],
        "mercenaries": [s.mercenaries[0], s.mercenaries[1]],
    }
