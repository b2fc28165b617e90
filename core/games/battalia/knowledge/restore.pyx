"""The state of a view (RULES.md 6), with errors that name the field."""
from libc.stdint cimport uint8_t
from libc.string cimport memset

from battlewise.core.bits cimport bit
from battlewise.core.game cimport PUBLIC
from battlewise.core.games.battalia.knowledge.check cimport check_one, check_square, mover_of
from battlewise.core.games.battalia.knowledge.redeal cimport looks_into
from battlewise.core.games.battalia.knowledge.views cimport clear, in_game, on_the_way
from battlewise.core.games.battalia.rules.board cimport impassable, points, put_card, rotations
from battlewise.core.games.battalia.rules.decks cimport come_out
from battlewise.core.games.battalia.state cimport *

from battlewise.core.games.battalia.cards import (
    FACTIONS as FACTION_IDS, NEEDS as NEED_IDS, RANKS as RANK_IDS, SHAPE_IDS,
    TYPES as TYPE_IDS, SQUARES as SQUARE_IDS, TERRAINS as TERRAIN_IDS,
)
from battlewise.core.games.battalia.knowledge.views import ACTION_IDS, FLAG, PENDING
from battlewise.core.games.battalia.documents import OWNERS
from battlewise.core.games.battalia.words import KIND_IDS, PHASE_IDS, SIDE_IDS
from battlewise.core.errors import ViewError


# The view is of the game's form, so that here is only what the form cannot know.

cdef object restore(const Rules* r, World* s, object view, int viewer):
    """What `documents.form` says follows from the rest is worked out here."""
    clear(r, s)
    s.phase = PHASE_IDS.index(view["phase"])
    s.turn = view.get("turn", 0) if s.phase == SETUP_PHASE else _given(view, "turn")
    s.first = NONE if view.get("first") is None else view["first"]
    if (s.first == NONE) != (s.phase == SETUP_PHASE):
        raise ViewError("first", "must be the seat that began; null in the set-up only")
    s.absent = _number(FACTION_IDS, view.get("absent"))
    if s.phase == SETUP_PHASE:
        s.step = _given(view, "step")
    if s.phase == DRAW_PHASE:
        s.draws = _given(view, "draws")
    _restore_map(r, s, view)
    _restore_pending(r, s, view)
    if "battle" in view:
        _restore_battle(s, view["battle"])
    _restore_turn(s, view)
    for seat, player in enumerate(view["players"]):
        _restore_player(r, s, player, seat)
        s.most[seat] = player.get("most_points", 0 if s.phase <= START_PHASE else points(r, s, seat))
    if r.volcano:
        _restore_sanctuaries(s, view.get("sanctuaries", {}), viewer)
    _restore_cards(r, s, view, viewer)
    s.mover = mover_of(r, s)
    for name in view["map"]:
        _refuse(check_square(r, s, SQUARE_IDS.index(name)), "map", f"map.{name}")
    for seat in range(r.seats):
        _refuse(check_one(r, s, seat), "players", f"players[{seat}]")


cdef object _refuse(const char* problem, object element, object path):
    """Raise what a check of one element has found, with its place in the view.

    :param element: how the problem names all elements of this kind: ``players`` in ``players.seals``.
    """
    if problem != NULL:
        field, _, text = problem.decode().partition(": ")
        raise ViewError(path + field.removeprefix(element) if field.startswith(element) else field, text)


cdef object _given(object view, object name):
    """A field that a view need not have always, but here."""
    if name not in view:
        raise ViewError(name, "is missing")
    return view[name]


cdef int _number(object names, object name) except -1:
    """The number of a name; NONE for null."""
    return NONE if name is None else names.index(name)


cdef object _counts(object given, object name, uint8_t* out):
    """Write cards by kind into a blank zone, none if left out."""
    for kind, n in given.get(name, {}).items():
        out[<int>KIND_IDS.index(kind)] = n


# -- the map

cdef object _restore_map(const Rules* r, World* s, object view):
    s.built = s.city = 0
    memset(s.exits, 0, sizeof(s.exits))
    memset(s.shape, NONE, SQUARES)
    memset(s.terrain, NONE, SQUARES)
    for name, card in view["map"].items():
        _restore_square(s, card, name, SQUARE_IDS.index(name))
    _check_neighbours(s)
    for name in view.get("impassable", ()):
        s.blocked |= bit(<int>SQUARE_IDS.index(name))
    if "terrain_decks" in view:
        for shape, deck in enumerate(SHAPE_IDS[:SHAPES]):
            for terrain, one in enumerate(TERRAIN_IDS):
                s.deck[shape][terrain] = view["terrain_decks"].get(deck, {}).get(one, 0)
    else:
        _default_decks(r, s)
    if "impassable" not in view and s.phase != SETUP_PHASE:
        s.blocked = impassable(r, s)


cdef object _restore_square(World* s, object card, object name, int square):
    cdef int turned[4]
    cdef int shape = SHAPE_IDS.index(card["card"]), i
    letters = card.get("exits", "nesw")
    exits = sum(1 << i for i, letter in enumerate("nesw") if letter in letters)
    ways = [turned[i] for i in range(rotations(shape, turned))] if shape < SHAPES else [15]
    if exits not in ways:
        raise ViewError(f"map.{name}.exits", f"a {card['card']} cannot have roads to {letters}")
    put_card(s, square, shape, exits, _number(TERRAIN_IDS, card.get("terrain")))
    if shape < CITY_SHAPES or shape == PEAK:
        owner = card.get("owner")
        s.owner[square] = SEATS + OWNERS.index(owner) if owner in OWNERS else NONE if owner is None else owner
        if shape < CITY_SHAPES and "level" not in card:
            raise ViewError(f"map.{name}.level", "is missing")
        s.level[square] = card.get("level", 0)


cdef object _check_neighbours(const World* s):
    """Roads of cards that lie side by side meet, and no city is beside another."""
    cdef int square, other
    for square in range(SQUARES):
        for d, step in ((EAST, 1), (SOUTH, SIDE)):
            other = square + step
            if other >= SQUARES or (d == EAST and other % SIDE == 0):
                continue
            if not s.built >> square & 1 or not s.built >> other & 1:
                continue
            one, two = SQUARE_IDS[square], SQUARE_IDS[other]
            if s.city >> square & s.city >> other & 1:
                raise ViewError(f"map.{two}", f"is a city beside the city on {one}")
            if (s.exits[<int>d] >> square ^ s.exits[<int>d ^ 2] >> other) & 1:
                raise ViewError(f"map.{two}.exits", f"the roads of {one} and {two} do not meet: a road must "
                                "lead on, or end at a free square")


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

cdef object _restore_pending(const Rules* r, World* s, object view):
    if s.phase not in PENDING or (s.phase == SPOILS_PHASE and not r.volcano):
        return
    pending = _given(view, "pending")
    values = {}
    for name, where, names in PENDING[s.phase]:
        given = pending.get(name)
        if where == "last":
            values[where] = 0 if given is None else KIND_IDS.index(given)
        elif names is FLAG:
            values[where] = pending.get(name, False)
        elif names is ACTION_IDS:
            action = _pending(pending, name)
            values[where] = next(kind for kind, one in ACTION_IDS.items() if one == action)
        elif names is None:
            values[where] = pending.get(name, 0) if name == "level" else _pending(pending, name)
        else:
            if given is not None and given not in names:
                raise ViewError(f"pending.{name}", f"{given!r} is none of {', '.join(names)}")
            values[where] = _number(names, given)
    s.action, s.subject = values.get("action", NONE), values.get("subject", NONE)
    s.source = values.get("source", NONE)
    s.arg, s.arg2 = values.get("arg", 0), values.get("arg2", 0)
    s.last, s.strong = values.get("last", 0), values.get("strong", 0)
    if s.phase == PAY_PHASE:
        _restore_purchase(s, pending)
        for name, n in _pending(pending, "need").items():
            s.need[<int>NEED_IDS.index(name)] = n


cdef object _pending(object pending, object name):
    if name not in pending:
        raise ViewError(f"pending.{name}", "is missing")
    return pending[name]


cdef object _restore_purchase(World* s, object pending):
    level, deck = pending.get("level", 0), pending.get("deck")
    faction = _number(FACTION_IDS, pending.get("faction"))
    s.arg2 = 0 if faction == NONE else faction + 1
    s.arg = level
    if s.action == HIRE or s.action == CREATE or s.action == BUILD_ROAD:
        names = SHAPE_IDS if s.action == BUILD_ROAD else TYPE_IDS
        if deck not in names:
            raise ViewError("pending.deck", f"{deck!r} is no deck to {ACTION_IDS[s.action]} from")
        s.arg = names.index(deck)
        if level:
            raise ViewError("pending.level", "is for cities")
    elif deck is not None:
        raise ViewError("pending.deck", "is for what is hired, created or built of roads")


cdef object _restore_battle(World* s, object battle):
    s.target = SQUARE_IDS.index(battle["square"])
    if battle["against"] == "place":
        s.aim = A_PLACE
        s.victim = s.owner[s.target] if s.owner[s.target] < SEATS else NONE
    else:
        s.aim = s.victim = battle["against"]
    s.side = SIDE_IDS.index(battle.get("side", "attacker"))
    s.answered = battle.get("answered", s.side == DEFENDER)
    for side in range(2):
        s.heroes[side] = battle.get("heroes", [0, 0])[side]
        s.sum[side] = battle.get("strength", [0, 0])[side]
        s.cards[side] = battle.get("cards", [0, 0])[side]
        s.mercenaries[side] = battle.get("mercenaries", [0, 0])[side]
        s.mixed[side] = battle.get("mixed", [False, False])[side]


cdef object _restore_turn(World* s, object view):
    """Cards on the table, and what of them can still be played."""
    _counts(view, "table", s.table)
    for side, laid in enumerate(view.get("laid", ())):
        _counts({"laid": laid}, "laid", s.laid[side])
    for side in range(2):
        s.fresh[side] = _number(KIND_IDS, view.get("fresh", [None, None])[side])
        s.charmed[side] = _number(KIND_IDS, view.get("charmed", [None, None])[side])
    s.hammer = _number(TYPE_IDS, view.get("hammer"))
    s.stolen = _number(KIND_IDS, view.get("stolen"))
    s.progress = view.get("progress", s.turn)
    s.roamed = sum(flag << i for i, flag in enumerate(view.get("roamed", ())))


# -- players

cdef object _restore_player(const Rules* r, World* s, object player, int seat):
    """All that is open of a player; until `_restore_cards`, `nation` holds all that is not."""
    s.faction[seat] = _number(FACTION_IDS, player.get("faction"))
    _counts(player, "known", s.known[seat])
    memset(s.nation[seat], 0, KINDS)
    _counts(player, "cards", s.nation[seat])
    _counts(player, "shelter", s.shelter[seat])
    for i, card in enumerate(player.get("ambush", ())):
        s.ambush[seat][i] = 0 if card is None else KIND_IDS.index(card)
        s.shown[seat] |= (card is not None) << i
    for i, tent in enumerate(player.get("tents", ())):
        s.tent[seat][i][0] = KIND_IDS.index(tent["tent"])
        for k, card in enumerate(tent["cards"]):
            s.tent[seat][i][1 + k] = KIND_IDS.index(card)
    for i, square in enumerate(player.get("heroes", ())):
        s.hero[seat][i] = SQUARE_IDS.index(square)
        if not s.built >> s.hero[seat][i] & 1:
            raise ViewError(f"players[{seat}].heroes[{i}]", f"no card lies on {square}")
    if r.volcano:
        s.seals[seat] = sum(1 << FACTION_IDS.index(one) for one in player.get("seals", ()))


cdef object _restore_sanctuaries(World* s, object sanctuaries, int viewer):
    """What the viewer has not seen is VEILED until `_restore_greats`."""
    cdef int element, i
    for element, name in enumerate(FACTION_IDS):
        for i, card in enumerate(sanctuaries.get(name, ())):
            if (card is not None) != (viewer != PUBLIC and s.seals[viewer] >> element & 1):
                raise ViewError(f"sanctuaries.{name}[{i}]", "is known to those who have its seal only")
            s.buried[element][i] = VEILED if card is None else KIND_IDS.index(card)


cdef enum:
    VEILED = 254


cdef object _restore_cards(const Rules* r, World* s, object view, int viewer):
    """The pool is what is nowhere else; then the viewer's own cards, then those the viewer does not know."""
    cdef int left[KINDS]
    cdef uint8_t limbo[KINDS]
    cdef int seat, i
    in_game(r, s, left)
    for i, card in enumerate(view.get("tops", ())):
        s.top[i] = _number(KIND_IDS, card)
    _counts(view, "under", s.under)
    _counts(view, "returned", s.returned)
    memset(limbo, 0, KINDS)
    _counts(view, "limbo", limbo)
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
        _restore_own(s, view, viewer, left)
    for i in range(GREAT):
        if left[i] < 0 or left[i] > 255:
            raise ViewError("players", f"with table, decks and limbo have more cards {KIND_IDS[i]} "
                            "than in the game")
        s.pool[i] = left[i]
    _restore_greats(s, view, left)
    for seat, player in enumerate(view["players"]):
        _restore_closed(r, s, player, seat, viewer)
    if "tops" not in view and s.phase != SETUP_PHASE and s.phase != REVEAL_PHASE:
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


cdef object _restore_own(World* s, object view, int viewer, int* left):
    """The viewer's hand, ambush and starting units that nobody else has seen; the rest is the nation."""
    cdef int i
    _counts(view, "unseen", s.unseen[viewer])
    for i in range(SECRET):
        s.nation[viewer][i] += s.unseen[viewer][i]
        left[i] -= s.unseen[viewer][i]
    _counts(view, "hand", s.hand[viewer])
    own = view.get("ambush", ())
    if len(own) != ambushed(s, viewer):
        raise ViewError("ambush", f"must be the {ambushed(s, viewer)} cards that the player has in ambush")
    for i, card in enumerate(own):
        if s.shown[viewer] >> i & 1:
            if KIND_IDS[s.ambush[viewer][i]] != card:
                raise ViewError(f"ambush[{i}]", f"is not {KIND_IDS[s.ambush[viewer][i]]}, as everybody knows")
            continue
        s.ambush[viewer][i] = KIND_IDS.index(card)
        _from_nation(s, viewer, s.ambush[viewer][i], "ambush")
    for i in range(KINDS):
        for _ in range(s.hand[viewer][i]):
            _from_nation(s, viewer, i, "hand")


cdef object _from_nation(World* s, int seat, int kind, object name):
    if not s.nation[seat][kind]:
        raise ViewError(name, f"has more cards {KIND_IDS[kind]} than the player's cards and unseen")
    s.nation[seat][kind] -= 1


cdef object _restore_greats(World* s, object view, int* left):
    """Great artefacts on offer, and those below the sanctuaries that the viewer does not know."""
    cdef int i, k, kind = GREAT
    for name in view.get("offered", ()):
        i = KIND_IDS.index(name)
        s.pool[i] = 1
        left[i] -= 1
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
                    raise ViewError("sanctuaries", "has more great artefacts than there are")
                s.buried[i][k] = kind
                left[kind] -= 1
    for i in range(GREAT, GREAT + GREATS):
        if left[i] < 0:
            raise ViewError("offered", f"{KIND_IDS[i]} is in two places")


cdef object _restore_closed(const Rules* r, World* s, object player, int seat, int viewer):
    """Cards that the viewer does not know: the first that fit; a new deal replaces them."""
    cdef int rank, kind, n
    cdef uint8_t kept[KINDS]
    path = f"players[{seat}]"
    unseen = [player.get("unseen", {}).get(one, 0) for one in RANK_IDS[:RANKS - 1]]
    if seat == viewer:
        if "unseen" in player and unseen != [four(&s.unseen[seat][rank * 4]) for rank in range(RANKS - 1)]:
            raise ViewError(f"{path}.unseen", "is not what the seat's own unseen cards make it")
        n = size_of(s.hand[seat])
        if player.get("hand_size", n) != n:
            raise ViewError(f"{path}.hand_size", f"the hand has {n} cards")
        return
    for rank in range(RANKS - 1):
        for _ in range(unseen[rank]):
            kind = rank * 4
            while kind < rank * 4 + 4 and s.pool[kind] <= s.returned[kind]:
                kind += 1
            if kind == rank * 4 + 4:
                raise ViewError(f"{path}.unseen", f"there are no units of rank {RANK_IDS[rank]} left for it")
            s.pool[kind] -= 1
            s.unseen[seat][kind] += 1
            s.nation[seat][kind] += 1
    n = player.get("hand_size", 0 if s.phase == SETUP_PHASE else HAND)
    memset(kept, 0, KINDS)
    if looks_into(r, s, viewer, seat):
        if "nation" not in player:
            raise ViewError(f"{path}.nation", "is missing: the viewer looks into it")
        _counts(player, "nation", kept)
    _deal_closed(s, path, seat, n, kept, looks_into(r, s, viewer, seat))


cdef object _deal_closed(World* s, object path, int seat, int n, const uint8_t* kept, bint is_open):
    """:param kept: what stays in the nation, if that is open."""
    cdef int kind, i, taken = 0
    for kind in range(KINDS):
        s.hand[seat][kind] = s.known[seat][kind]
        taken += s.known[seat][kind]
        if s.known[seat][kind] + kept[kind] > s.nation[seat][kind]:
            raise ViewError(f"{path}.known", f"has more cards {KIND_IDS[kind]} than there are")
        s.nation[seat][kind] -= s.known[seat][kind] + kept[kind]
    if taken > n:
        raise ViewError(f"{path}.hand_size", "is less than the cards known to be there")
    for i in range(AMBUSH):
        if s.ambush[seat][i] != NONE and not s.shown[seat] >> i & 1:
            s.ambush[seat][i] = _first_card(s, path, seat)
    while taken < n:
        s.hand[seat][_first_card(s, path, seat)] += 1
        taken += 1
    for kind in range(KINDS):
        if is_open and s.nation[seat][kind]:
            raise ViewError(f"{path}.nation", f"leaves a card {KIND_IDS[kind]} nowhere")
        s.nation[seat][kind] += kept[kind]


cdef int _first_card(World* s, object path, int seat) except -1:
    cdef int kind
    for kind in range(KINDS):
        if s.nation[seat][kind]:
            s.nation[seat][kind] -= 1
            return kind
    raise ViewError(f"{path}.hand_size", "is more than the player's cards")


cdef void _default_tops(World* s) noexcept:
    cdef int rank, kind
    for rank in range(RANKS):
        for kind in range(rank * 4, rank * 4 + 4):
            if s.pool[kind]:
                come_out(s, kind)
                s.top[rank] = kind
                break
