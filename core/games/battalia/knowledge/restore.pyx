"""The state of a view (RULES.md 6), with errors that name the field."""
from libc.stdint cimport uint8_t
from libc.string cimport memset

from battlewise.core.bits cimport bit
from battlewise.core.game cimport PUBLIC
from battlewise.core.games.battalia.knowledge.check cimport mover_of
from battlewise.core.games.battalia.knowledge.redeal cimport looks_into
from battlewise.core.games.battalia.knowledge.views cimport clear, in_game, on_the_way
from battlewise.core.games.battalia.rules.board cimport impassable, points, put_card
from battlewise.core.games.battalia.rules.decks cimport come_out
from battlewise.core.games.battalia.state cimport *

from battlewise.core.games.battalia.cards import (
    FACTIONS as FACTION_IDS, GREATS as GREAT_IDS, NEEDS as NEED_IDS, RANKS as RANK_IDS, SHAPE_IDS,
    TYPES as TYPE_IDS, SQUARES as SQUARE_IDS, TERRAINS as TERRAIN_IDS,
)
from battlewise.core.games.battalia.knowledge.views import ACTION_IDS, FLAG, PENDING
from battlewise.core.games.battalia.documents import OWNERS
from battlewise.core.games.battalia.words import KIND_IDS, PHASE_IDS, SIDE_IDS
from battlewise.core.errors import ViewError
from battlewise.core.views import Fields

_MOST = 200                          # cards of a kind, strength of a line


cdef object restore(const Rules* r, World* s, object view, int viewer):
    """What `documents.form` says follows from the rest is worked out here."""
    fields = Fields(view)
    clear(r, s)
    s.phase = fields.choice("phase", PHASE_IDS)
    s.turn = fields.integer("turn", 0, r.turns, default=0 if s.phase == SETUP_PHASE else None)
    s.first = NONE if fields.null("first") else fields.integer("first", 0, r.seats - 1)
    if (s.first == NONE) != (s.phase == SETUP_PHASE):
        raise fields.fail("first", "must be the seat that began; null in the set-up only")
    # these follow from the rest, as the caller checks
    if fields.has("end"):
        fields.text("end", 20)
    fields.integer("supplies", 0, 255, default=0)
    s.absent = NONE if fields.null("absent") else fields.choice("absent", FACTION_IDS)
    if s.phase == SETUP_PHASE:
        s.step = fields.integer("step", 0, 200)
    if s.phase == DRAW_PHASE:
        s.draws = fields.integer("draws", 1, 12)
    players = fields.objects("players", r.seats)
    if len(players) != r.seats:
        raise fields.fail("players", f"has {len(players)} items, not {r.seats}")
    _restore_map(r, s, fields)
    _restore_pending(r, s, fields)
    if fields.has("battle"):
        _restore_battle(r, s, fields.object("battle"))
    _restore_turn(r, s, fields)
    for seat, player in enumerate(players):
        _restore_player(r, s, player, seat)
        now = points(r, s, seat)
        player.integer("points", 0, 255, default=now)        # follows from the map, as the caller checks
        s.most[seat] = player.integer("most_points", 0, 255, default=0 if s.phase <= START_PHASE else now)
    if r.volcano:
        _restore_sanctuaries(s, fields.object("sanctuaries") if fields.has("sanctuaries") else None, viewer)
    _restore_cards(r, s, fields, players, viewer)
    s.mover = mover_of(r, s)
    fields.close()
    for player in players:
        player.close()


cdef object _counts(object fields, object name, uint8_t* out, int kinds):
    """Cards by kind, none if left out."""
    for kind, n in enumerate(fields.counts(name, KIND_IDS[:kinds], _MOST, default=True)):
        out[kind] = n


cdef object _names(object fields, object name, object names, int most):
    """A list of distinct names, as their numbers; none if left out."""
    items = fields.items(name, most, default=())
    for i, item in enumerate(items):
        if item not in names or item in items[:i]:
            raise fields.fail(f"{name}[{i}]", f"{item!r} is unknown, or is named twice")
    return [names.index(item) for item in items]


# -- the map

cdef object _restore_map(const Rules* r, World* s, object fields):
    cdef int square
    table = fields.object("map")
    s.built = s.city = 0
    memset(s.exits, 0, sizeof(s.exits))
    memset(s.shape, NONE, SQUARES)
    memset(s.terrain, NONE, SQUARES)
    for name in table.names():
        if name not in SQUARE_IDS or not r.exist >> <int>SQUARE_IDS.index(name) & 1:
            raise fields.fail(f"map.{name}", "is not a square of this board")
        square = SQUARE_IDS.index(name)
        _restore_square(s, table.object(name), square)
    for square in _names(fields, "impassable", SQUARE_IDS, SQUARES):
        s.blocked |= bit(square)
    if fields.has("terrain_decks"):
        decks = fields.object("terrain_decks")
        for shape in range(SHAPES):
            for terrain, n in enumerate(decks.counts(SHAPE_IDS[shape], TERRAIN_IDS, 9, default=True)):
                s.deck[shape][terrain] = n
        decks.close()
    else:
        _default_decks(r, s)
    if not fields.has("impassable") and s.phase != SETUP_PHASE:
        s.blocked = impassable(r, s)


cdef object _restore_square(World* s, object card, int square):
    letters = card.text("exits", 4) if card.has("exits") else "nesw"
    exits = sum(1 << i for i, letter in enumerate("nesw") if letter in letters)
    if letters != "".join(letter for letter in "nesw" if letter in letters):
        raise card.fail("exits", "must be letters of nesw, in this order")
    put_card(s, square, card.choice("card", SHAPE_IDS), exits,
             NONE if card.null("terrain") else card.choice("terrain", TERRAIN_IDS))
    if s.shape[square] < CITY_SHAPES or s.shape[square] == PEAK:
        s.owner[square] = _owner(card)
        s.level[square] = card.integer("level", 0, 20, default=0 if s.shape[square] == PEAK else None)
    card.close()


cdef int _owner(object card) except -1:
    """A seat, ``neutral`` or ``free``; null of a peak without a ruler."""
    if card.null("owner"):
        return NONE
    try:
        return SEATS + card.choice("owner", OWNERS)
    except ViewError:
        return card.integer("owner", 0, SEATS - 1)


cdef void _default_decks(const Rules* r, World* s) noexcept:
    """All terrain cards that are not on the map."""
    cdef int i
    if s.absent != NONE:
        for i in range(SHAPES):
            s.deck[i][s.absent] = 0
    for i in range(SQUARES):
        if s.shape[i] < SHAPES and s.terrain[i] < FACTIONS and s.deck[s.shape[i]][s.terrain[i]]:
            s.deck[s.shape[i]][s.terrain[i]] -= 1


# -- the turn

cdef object _restore_pending(const Rules* r, World* s, object fields):
    if s.phase not in PENDING or (s.phase == SPOILS_PHASE and not r.volcano):
        return
    pending = fields.object("pending")
    values = {}
    for name, where, names in PENDING[s.phase]:
        if where == "last":
            values[where] = pending.choice(name, KIND_IDS, default=KIND_IDS[0])
        elif names is FLAG:
            values[where] = pending.flag(name)
        elif names is None:
            most = TOP_LEVEL + TENTS
            values[where] = pending.integer(name, 0, most, default=0 if name == "level" else None)
        elif names is ACTION_IDS:
            ids = list(ACTION_IDS.values())
            values[where] = list(ACTION_IDS)[pending.choice(name, ids)]
        else:
            values[where] = NONE if pending.null(name) else pending.choice(name, names)
    s.action, s.subject = values.get("action", NONE), values.get("subject", NONE)
    s.source = values.get("source", NONE)
    s.arg, s.arg2 = values.get("arg", 0), values.get("arg2", 0)
    s.last, s.strong = values.get("last", 0), values.get("strong", 0)
    if s.phase == PAY_PHASE:
        _restore_purchase(s, pending)
        for i, n in enumerate(pending.counts("need", NEED_IDS, 9)):
            s.need[i] = n
    pending.close()


cdef object _restore_purchase(World* s, object pending):
    level = pending.integer("level", 0, TOP_LEVEL, default=0)
    faction = NONE if pending.null("faction") else pending.choice("faction", FACTION_IDS)
    s.arg2 = 0 if faction == NONE else faction + 1
    s.arg = level
    if s.action == HIRE or s.action == CREATE or s.action == BUILD_ROAD:
        s.arg = pending.choice("deck", SHAPE_IDS if s.action == BUILD_ROAD else TYPE_IDS)
        if level:
            raise pending.fail("level", "is for cities")
    elif not pending.null("deck"):
        raise pending.fail("deck", "is for what is hired, created or built of roads")


cdef object _pair(object fields, object name, int most, int* out):
    items = fields.items(name, 2, default=[0, 0])
    if len(items) != 2 or any(type(n) is not int or not 0 <= n <= most for n in items):
        raise fields.fail(name, f"is not two whole numbers in 0..{most}")
    out[0], out[1] = items


cdef object _flags(object fields, object name):
    """Two flags as bits."""
    items = fields.items(name, 2, default=[False, False])
    if len(items) != 2 or any(type(one) is not bool for one in items):
        raise fields.fail(name, "is not two of true and false")
    return items[0] | items[1] << 1


cdef object _restore_battle(const Rules* r, World* s, object battle):
    cdef int pair[2]
    cdef int flags
    s.target = battle.choice("square", SQUARE_IDS)
    try:
        battle.choice("against", ("place",))
        s.aim = A_PLACE
        s.victim = s.owner[s.target] if s.owner[s.target] < SEATS else NONE
    except ViewError:
        s.aim = s.victim = battle.integer("against", 0, r.seats - 1)
    s.side = battle.choice("side", SIDE_IDS, default="attacker")
    s.answered = battle.flag("answered", default=s.side == DEFENDER)
    _pair(battle, "heroes", HEROES, pair)
    s.heroes[0], s.heroes[1] = pair[0], pair[1]
    _pair(battle, "strength", 2000, pair)
    s.sum[0], s.sum[1] = pair[0], pair[1]
    battle.items("total", 2, default=())         # follows from the rest, as the caller checks
    _pair(battle, "cards", 200, pair)
    s.cards[0], s.cards[1] = pair[0], pair[1]
    _pair(battle, "mercenaries", _MOST, pair)
    s.mercenaries[0], s.mercenaries[1] = pair[0], pair[1]
    flags = _flags(battle, "mixed")
    s.mixed[0], s.mixed[1] = flags & 1, flags >> 1
    battle.close()


cdef object _restore_turn(const Rules* r, World* s, object fields):
    """Cards on the table, and what of them can still be played."""
    _counts(fields, "table", s.table, GREAT + GREATS)
    laid = fields.items("laid", 2, default=[{}, {}])
    for side in range(len(laid)):
        _counts(Fields({"laid": laid[side]}, f"laid[{side}]"), "laid", s.laid[side], GREAT + GREATS)
    _cards_of_sides(fields, "fresh", s.fresh)
    _cards_of_sides(fields, "charmed", s.charmed)
    s.hammer = NONE if fields.null("hammer") else fields.choice("hammer", TYPE_IDS)
    s.stolen = NONE if fields.null("stolen") else fields.choice("stolen", KIND_IDS)
    s.progress = fields.integer("progress", 0, r.turns, default=s.turn)
    s.roamed = _flags(fields, "roamed")


cdef object _cards_of_sides(object fields, object name, uint8_t* out):
    """A card of each side of a battle, or null."""
    for side, card in enumerate(fields.items(name, 2, default=())):
        if card is not None and card not in KIND_IDS:
            raise fields.fail(f"{name}[{side}]", f"{card!r} is not a card")
        out[side] = NONE if card is None else KIND_IDS.index(card)


# -- players

cdef object _restore_player(const Rules* r, World* s, object player, int seat):
    """All that is open of a player; until `_restore_cards`, `nation` holds all that is not."""
    s.faction[seat] = NONE if player.null("faction") else player.choice("faction", FACTION_IDS)
    _counts(player, "known", s.known[seat], GREAT + GREATS)
    _counts(player, "cards", s.nation[seat], GREAT + GREATS)
    _counts(player, "shelter", s.shelter[seat], GREAT + GREATS)
    for i, card in enumerate(player.items("ambush", AMBUSH, default=())):
        if card is not None and card not in KIND_IDS:
            raise player.fail(f"ambush[{i}]", f"{card!r} is not a card")
        s.ambush[seat][i] = 0 if card is None else KIND_IDS.index(card)
        s.shown[seat] |= (card is not None) << i
    tents = player.objects("tents", TENTS) if player.has("tents") else []
    for i, tent in enumerate(tents):
        s.tent[seat][i][0] = tent.choice("tent", KIND_IDS)
        for k, card in enumerate(tent.items("cards", 2)):
            if card not in KIND_IDS:
                raise tent.fail(f"cards[{k}]", f"{card!r} is not a card")
            s.tent[seat][i][1 + k] = KIND_IDS.index(card)
        tent.close()
    heroes = player.items("heroes", HEROES, default=())
    for i, square in enumerate(heroes):
        if square not in SQUARE_IDS:
            raise player.fail(f"heroes[{i}]", f"{square!r} is not a square")
        s.hero[seat][i] = SQUARE_IDS.index(square)
    if r.volcano:
        s.seals[seat] = sum(1 << one for one in _names(player, "seals", FACTION_IDS, FACTIONS))


cdef object _restore_sanctuaries(World* s, object sanctuaries, int viewer):
    """What the viewer has not seen is VEILED until `_restore_greats`."""
    cdef int element, i
    if sanctuaries is None:
        return
    for element, name in enumerate(FACTION_IDS):
        items = sanctuaries.items(name, 2, default=())
        for i, card in enumerate(items):
            if card is not None and card not in GREAT_IDS:
                raise sanctuaries.fail(f"{name}[{i}]", f"{card!r} is not a great artefact")
            if (card is not None) != (viewer != PUBLIC and s.seals[viewer] >> element & 1):
                raise sanctuaries.fail(f"{name}[{i}]", "is known to those who have its seal only")
            s.buried[element][i] = VEILED if card is None else KIND_IDS.index(card)
    sanctuaries.close()


cdef enum:
    VEILED = 254


cdef object _restore_cards(const Rules* r, World* s, object fields, object players, int viewer):
    """The pool is what is nowhere else; then the viewer's own cards, then those the viewer does not know."""
    cdef int left[KINDS]
    cdef uint8_t limbo[KINDS]
    cdef int seat, i
    in_game(r, s, left)
    tops = fields.items("tops", RANKS, default=())
    for i, card in enumerate(tops):
        if card is not None and card not in KIND_IDS:
            raise fields.fail(f"tops[{i}]", f"{card!r} is not a unit")
        s.top[i] = NONE if card is None else KIND_IDS.index(card)
    _counts(fields, "under", s.under, RANKS * FACTIONS)
    _counts(fields, "returned", s.returned, SECRET)
    memset(limbo, 0, KINDS)
    _counts(fields, "limbo", limbo, GREAT + GREATS)
    for i in range(KINDS):
        left[i] -= limbo[i] + s.table[i] + (s.under[i] if i < RANKS * FACTIONS else 0)
    for i in range(GREATS):
        s.gone |= (limbo[GREAT + i] > 0) << i
    for i in range(RANKS):
        if s.top[i] != NONE:
            left[s.top[i]] -= 1
    if on_the_way(s) != NONE:
        left[on_the_way(s)] -= 1
    for seat in range(r.seats):
        _take_open(s, seat, left)
    if viewer != PUBLIC:
        _restore_own(s, fields, viewer, left)
    for i in range(GREAT):
        if left[i] < 0 or left[i] > 255:
            raise fields.fail("players", f"there are more cards {KIND_IDS[i]} than in the game")
        s.pool[i] = left[i]
    _restore_greats(r, s, fields, left)
    for seat, player in enumerate(players):
        _restore_closed(r, s, fields, player, seat, viewer)
    if not fields.has("tops") and s.phase != SETUP_PHASE and s.phase != REVEAL_PHASE:
        _default_tops(s)


cdef void _take_open(const World* s, int seat, int* left) noexcept:
    """Take all cards of a player out of what is left, except those that only the player has seen."""
    cdef int i, k
    for i in range(KINDS):
        left[i] -= s.nation[seat][i] + s.shelter[seat][i]
    for i in range(AMBUSH):
        if s.ambush[seat][i] != NONE and s.shown[seat] >> i & 1:
            left[s.ambush[seat][i]] -= 1
    for i in range(TENTS):
        for k in range(3):
            if s.tent[seat][i][k] != NONE:
                left[s.tent[seat][i][k]] -= 1


cdef object _restore_own(World* s, object fields, int viewer, int* left):
    """The viewer's hand, ambush and starting units that nobody else has seen; the rest is the nation."""
    cdef int i
    _counts(fields, "unseen", s.unseen[viewer], SECRET)
    for i in range(SECRET):
        s.nation[viewer][i] += s.unseen[viewer][i]
        left[i] -= s.unseen[viewer][i]
    _counts(fields, "hand", s.hand[viewer], GREAT + GREATS)
    own = fields.items("ambush", AMBUSH, default=())
    if len(own) != ambushed(s, viewer) or any(card not in KIND_IDS for card in own):
        raise fields.fail("ambush", "is not the cards that the player has in ambush")
    for i, card in enumerate(own):
        if s.shown[viewer] >> i & 1:
            if KIND_IDS[s.ambush[viewer][i]] != card:
                raise fields.fail(f"ambush[{i}]", "is not the card that everybody knows")
            continue
        s.ambush[viewer][i] = KIND_IDS.index(card)
        _from_nation(s, fields, viewer, s.ambush[viewer][i], "ambush")
    for i in range(KINDS):
        for _ in range(s.hand[viewer][i]):
            _from_nation(s, fields, viewer, i, "hand")


cdef object _from_nation(World* s, object fields, int seat, int kind, object name):
    if not s.nation[seat][kind]:
        raise fields.fail(name, f"has more cards {KIND_IDS[kind]} than the player's cards and unseen")
    s.nation[seat][kind] -= 1


cdef object _restore_greats(const Rules* r, World* s, object fields, int* left):
    """Great artefacts on offer, and those below the sanctuaries that the viewer does not know."""
    cdef int i, k, kind = GREAT
    for i in _names(fields, "offered", GREAT_IDS, GREATS):
        s.pool[GREAT + i] = 1
        left[GREAT + i] -= 1
    for i in range(FACTIONS):
        for k in range(2):
            if s.buried[i][k] < VEILED:
                left[s.buried[i][k]] -= 1
    for i in range(FACTIONS):
        for k in range(2):
            if s.buried[i][k] == VEILED:
                while kind < GREAT + GREATS and left[kind] < 1:
                    kind += 1
                if kind == GREAT + GREATS:
                    raise fields.fail("sanctuaries", "has more great artefacts than there are")
                s.buried[i][k] = kind
                left[kind] -= 1
    for i in range(GREAT, GREAT + GREATS):
        if left[i] < 0:
            raise fields.fail("offered", f"{KIND_IDS[i]} is in two places")


cdef object _restore_closed(const Rules* r, World* s, object fields, object player, int seat, int viewer):
    """Cards that the viewer does not know: the first that fit; a new deal replaces them."""
    cdef int rank, kind, n
    unseen = player.counts("unseen", RANK_IDS[:RANKS - 1], DEALT, default=True)
    open_nation = player.counts("nation", KIND_IDS, _MOST) if looks_into(r, s, viewer, seat) else ()
    if seat == viewer:
        if unseen != [four(&s.unseen[seat][rank * 4]) for rank in range(RANKS - 1)]:
            raise player.fail("unseen", "is not what the seat's own cards make it")
        n = size_of(s.hand[seat])
        if player.integer("hand_size", 0, _MOST, default=n) != n:
            raise player.fail("hand_size", f"the hand has {n} cards")
        return
    for rank in range(RANKS - 1):
        for _ in range(unseen[rank]):
            kind = rank * 4
            while kind < rank * 4 + 4 and s.pool[kind] <= s.returned[kind]:
                kind += 1
            if kind == rank * 4 + 4:
                raise player.fail("unseen", f"there are no units of rank {RANK_IDS[rank]} left for it")
            s.pool[kind] -= 1
            s.unseen[seat][kind] += 1
            s.nation[seat][kind] += 1
    n = player.integer("hand_size", 0, _MOST, default=0 if s.phase == SETUP_PHASE else HAND)
    _deal_closed(s, player, seat, n, open_nation)


cdef object _deal_closed(World* s, object player, int seat, int n, object open_nation):
    cdef int kind, i, taken = 0
    cdef uint8_t kept[KINDS]
    memset(kept, 0, KINDS)
    for kind, i in enumerate(open_nation):
        kept[kind] = i
    for kind in range(KINDS):
        s.hand[seat][kind] = s.known[seat][kind]
        taken += s.known[seat][kind]
        if s.known[seat][kind] + kept[kind] > s.nation[seat][kind]:
            raise player.fail("known", f"has more cards {KIND_IDS[kind]} than there are")
        s.nation[seat][kind] -= s.known[seat][kind] + kept[kind]
    if taken > n:
        raise player.fail("hand_size", "is less than the cards known to be there")
    for i in range(AMBUSH):
        if s.ambush[seat][i] != NONE and not s.shown[seat] >> i & 1:
            s.ambush[seat][i] = _first_card(s, player, seat)
    while taken < n:
        s.hand[seat][_first_card(s, player, seat)] += 1
        taken += 1
    for kind in range(KINDS):
        if open_nation and s.nation[seat][kind]:
            raise player.fail("nation", f"leaves a card {KIND_IDS[kind]} nowhere")
        s.nation[seat][kind] += kept[kind]


cdef int _first_card(World* s, object player, int seat) except -1:
    cdef int kind
    for kind in range(KINDS):
        if s.nation[seat][kind]:
            s.nation[seat][kind] -= 1
            return kind
    raise player.fail("hand_size", "is more than the player's cards")


cdef void _default_tops(World* s) noexcept:
    cdef int rank, kind
    for rank in range(RANKS):
        for kind in range(rank * 4, rank * 4 + 4):
            if s.pool[kind]:
                come_out(s, kind)
                s.top[rank] = kind
                break
