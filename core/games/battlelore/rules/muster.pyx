"""Mustering an army, secretly deploying it, and the starting hands (RULES.md 10).

An army is either an army card, one move, or put together type by type; a deployment is either a named
plan, one move, or card by card from the front row to the back. Every legal army and deployment can be
reached either way; the moves of one step come first.
"""
from libc.string cimport memset

from battlewise.core.game cimport CHANCE, MoveList
from battlewise.core.games.battlelore.rules.board cimport STRIDE
from battlewise.core.games.battlelore.rules.terrain cimport own_row, scenario_of
from battlewise.core.games.battlelore.state cimport *
from battlewise.core.moves cimport move_a, move_b, add
from battlewise.core.rng cimport Rng, below


# -- 10.1 Choose Deployment Cards

cdef int step_card(const Rules* r, int seat, int step) noexcept nogil:
    """What a step of mustering decides: the tent, then the faction's unit types; NONE after the last."""
    cdef int kind
    if step == 0:
        return TENT_CARD
    for kind in range(r.types):
        if r.unit[kind].faction == seat:
            step -= 1
            if step == 0:
                return kind
    return NONE


cdef int steps_of(const Rules* r, int seat) noexcept nogil:
    cdef int step = 0
    while step_card(r, seat, step) != NONE:
        step += 1
    return step


cdef int cost_of(const Rules* r, const Battle* s, int seat, int card) noexcept nogil:
    """A deployment card's muster value; the tent's is below 0."""
    cdef const ScenarioCard* scenario = scenario_of(r, s, seat)
    if card == TENT_CARD:
        return -r.tent_points
    if scenario != NULL and scenario.rule == DISCOUNT and scenario.rule_type == card:
        return max(0, r.unit[card].muster - scenario.rule_amount)
    return r.unit[card].muster


cdef inline int _most(const Rules* r, int card) noexcept nogil:
    return 1 if card == TENT_CARD else r.unit[card].most


cdef int points_left(const Rules* r, const Battle* s, int seat) noexcept nogil:
    """Muster points that are not spent, of the cards in hand and those placed."""
    cdef int points = r.muster_points
    cdef int card, i
    for card in range(TENT_CARD + 1):
        if s.army[seat][card]:
            points -= s.army[seat][card] * cost_of(r, s, seat, card)
    for i in range(ARMY):
        if s.placed[seat][i] and s.placed[seat][i] - 1 != DECOY:
            points -= cost_of(r, s, seat, s.placed[seat][i] - 1)
    return points


cdef int _real_cards(const Battle* s, int seat, bint units_only) noexcept nogil:
    """Cards in hand that are no decoys."""
    cdef int card
    cdef int n = 0
    for card in range(TENT_CARD + (not units_only)):
        n += s.army[seat][card]
    return n


cdef bint _enough_follow(const Rules* r, const Battle* s, int seat, int step, int points,
                         int needed) noexcept nogil:
    """Whether the later steps can still muster the cards that decoys cannot replace."""
    cdef int left[UNIT_TYPES]
    cdef int i, card, best, n
    if needed <= 0:
        return True
    n = steps_of(r, seat)
    for i in range(step, n):
        left[i] = _most(r, step_card(r, seat, i))
    while needed:
        best = NONE
        for i in range(step, n):
            card = step_card(r, seat, i)
            if left[i] and (best == NONE or cost_of(r, s, seat, card)
                            < cost_of(r, s, seat, step_card(r, seat, best))):
                best = i
        if best == NONE or cost_of(r, s, seat, step_card(r, seat, best)) > points:
            return False
        points -= cost_of(r, s, seat, step_card(r, seat, best))
        left[best] -= 1
        needed -= 1
    return True


cdef bint _may_muster(const Rules* r, const Battle* s, int seat, int card, int n) noexcept nogil:
    """Whether an army can have n of the card that the present step decides."""
    cdef int points = points_left(r, s, seat) - n * cost_of(r, s, seat, card)
    cdef int units = _real_cards(s, seat, True) + (n if card != TENT_CARD else 0)
    cdef int needed = ARMY - r.decoys - _real_cards(s, seat, False) - n
    return (points >= 0 and units <= ARMY_UNITS
            and _enough_follow(r, s, seat, s.mustered[seat] + 1, points, needed))


cdef void _muster(const Rules* r, Battle* s, int seat, int card, int n) noexcept nogil:
    s.army[seat][card] = n
    s.mustered[seat] += 1
    if s.mustered[seat] == steps_of(r, seat):
        s.army[seat][DECOY] = ARMY - _real_cards(s, seat, False)


cdef void _take_army(const Rules* r, Battle* s, int seat, int army) noexcept nogil:
    cdef int kind
    for kind in range(r.types):
        s.army[seat][kind] = r.army[seat][army].units[kind]
    s.army[seat][TENT_CARD] = r.army[seat][army].tent
    s.army[seat][DECOY] = ARMY - _real_cards(s, seat, False)
    s.mustered[seat] = steps_of(r, seat)


cdef void _legal_musters(const Rules* r, const Battle* s, int seat, MoveList* out) noexcept nogil:
    cdef int i
    cdef int card = step_card(r, seat, s.mustered[seat])
    if not s.mustered[seat]:
        for i in range(r.armies[seat]):
            add(out, TAKE_ARMY, i, seat)
    _add_counts(r, s, seat, card, out)


cdef void _add_counts(const Rules* r, const Battle* s, int seat, int card, MoveList* out) noexcept nogil:
    cdef int n
    for n in range(_most(r, card) + 1):
        if _may_muster(r, s, seat, card, n):
            add(out, MUSTER, card, n)


cdef const char* wrong_army(const Rules* r, const Battle* s, int seat) noexcept nogil:
    """What is wrong with the deployment cards of a seat, in hand and placed; NULL if nothing."""
    cdef int i, card
    cdef int n = 0
    cdef int units = 0
    cdef int count[DEPLOYMENT]
    for card in range(DEPLOYMENT):
        count[card] = s.army[seat][card]
    for i in range(ARMY):
        if s.placed[seat][i]:
            count[s.placed[seat][i] - 1] += 1
    for card in range(DEPLOYMENT):
        n += count[card]
        if card < UNIT_TYPES:
            units += count[card]
            if count[card] and (card >= r.types or r.unit[card].faction != seat
                                or count[card] > r.unit[card].most):
                return "army: an army has units that its faction does not have, or too many of them"
    if count[TENT_CARD] > 1 or count[DECOY] > r.decoys:
        return "army: an army has more tents or decoys than there are"
    if points_left(r, s, seat) < 0:
        return "army: an army costs more muster points than there are"
    if n > ARMY or units > ARMY_UNITS or s.mustered[seat] > steps_of(r, seat):
        return "army: must be 18 deployment cards once it is mustered, 14 units at most"
    if s.mustered[seat] == steps_of(r, seat):
        if n != ARMY:
            return "army: must be 18 deployment cards once it is mustered, 14 units at most"
        return NULL
    for i in range(s.mustered[seat], steps_of(r, seat)):
        if count[step_card(r, seat, i)]:
            return "army: has cards of kinds that are not decided on yet; see `mustered`"
    if count[DECOY] or not _enough_follow(r, s, seat, s.mustered[seat], points_left(r, s, seat),
                                          ARMY - r.decoys - n):
        return "army: cannot be completed to 18 cards with the muster points that are left"
    return NULL


# -- 10.2 Place Deployment Cards

cdef int placed_cards(const Battle* s, int seat) noexcept nogil:
    cdef int n = 0
    while n < ARMY and s.placed[seat][n]:
        n += 1
    return n


cdef inline bint _plain(const Battle* s, int hexagon) noexcept nogil:
    """Whether a hex has no terrain."""
    cdef int kind
    for kind in range(TERRAINS):
        if (ground(s, kind) >> hexagon) & 1:
            return False
    return True


cdef inline bint _barred(const Rules* r, const Battle* s, int hexagon, int card) noexcept nogil:
    """Whether a unit cannot stand on a deployment hex."""
    return card < UNIT_TYPES and r.unit[card].massive and (ground(s, BUILDING) >> hexagon) & 1


cdef bint _can_be_completed(const Rules* r, const Battle* s, int seat) noexcept nogil:
    """Whether the cards in hand can stand on the deployment hexes that are left."""
    cdef const ScenarioCard* scenario = scenario_of(r, s, seat)
    cdef int n = placed_cards(s, seat)
    cdef int top = 0
    cdef int i, card
    cdef int row = n             # the first hex that is left in the row of hex i
    cdef int massive = 0
    for card in range(r.types):
        massive += s.army[seat][card] if r.unit[card].massive else 0
    if not s.army[seat][TENT_CARD]:
        return _open_hexes(s, scenario, n) >= massive
    for i in range(n):
        if s.placed[seat][i] - 1 < UNIT_TYPES:
            top = max(top, own_row(seat, scenario.deploy[i]))
    for i in range(n, ARMY):
        if own_row(seat, scenario.deploy[i]) < top:
            return False
        if own_row(seat, scenario.deploy[i]) < own_row(seat, scenario.deploy[row]):
            row = i
        if row - n > s.army[seat][DECOY]:
            return False
        if _plain(s, scenario.deploy[i]) and _open_hexes(s, scenario, row) > massive:
            return True
    return False


cdef int _open_hexes(const Battle* s, const ScenarioCard* scenario, int start) noexcept nogil:
    """Deployment hexes without building from a place on."""
    cdef int i
    cdef int n = 0
    for i in range(start, ARMY):
        n += not (ground(s, BUILDING) >> scenario.deploy[i]) & 1
    return n


cdef bint _may_deploy(const Rules* r, Battle* s, int seat, int card) noexcept nogil:
    """Whether a card in hand can be placed on the next hex, so that the others can follow."""
    cdef int n = placed_cards(s, seat)
    cdef int hexagon = scenario_of(r, s, seat).deploy[n]
    cdef bint possible
    if not s.army[seat][card] or _barred(r, s, hexagon, card):
        return False
    if card == TENT_CARD and (not _plain(s, hexagon) or _unit_ahead(r, s, seat, hexagon)):
        return False
    _deploy(s, seat, card)
    possible = _can_be_completed(r, s, seat)
    s.placed[seat][n] = 0
    s.army[seat][card] += 1
    return possible


cdef bint _unit_ahead(const Rules* r, const Battle* s, int seat, int hexagon) noexcept nogil:
    """Whether a unit is placed in a row farther on than a hex."""
    cdef int i
    for i in range(placed_cards(s, seat)):
        if s.placed[seat][i] - 1 < UNIT_TYPES and (
                own_row(seat, scenario_of(r, s, seat).deploy[i]) > own_row(seat, hexagon)):
            return True
    return False


cdef void _deploy(Battle* s, int seat, int card) noexcept nogil:
    s.placed[seat][placed_cards(s, seat)] = card + 1
    s.army[seat][card] -= 1


cdef inline int _class(const UnitCard* card) noexcept nogil:
    """Which of a plan's three numbers are a unit's: melee infantry, ranged, all others."""
    if card.ranged:
        return 1
    return 0 if (card.of >> INFANTRY) & 1 else 2


cdef void _deploy_by_plan(const Rules* r, Battle* s, int seat, const Plan* plan) noexcept nogil:
    """Each unit on the hex that the plan likes best, decoys on the rest; the tent as far on as it can be."""
    cdef const ScenarioCard* scenario = scenario_of(r, s, seat)
    cdef int limit = 9
    cdef int card, i, best
    if s.army[seat][TENT_CARD]:
        i = 0
        while not _plain(s, scenario.deploy[i]):
            i += 1
        s.placed[seat][i] = TENT_CARD + 1
        limit = own_row(seat, scenario.deploy[i])
        s.army[seat][TENT_CARD] = 0
    for i in range(2 * r.types):         # massive units, which have the least room, first
        card = i % r.types
        while s.army[seat][card] and (i >= r.types or r.unit[card].massive):
            best = _best_hex(r, s, seat, plan, card, limit)
            s.placed[seat][best] = card + 1
            s.army[seat][card] -= 1
    for i in range(ARMY):
        if not s.placed[seat][i]:
            s.placed[seat][i] = DECOY + 1
    s.army[seat][DECOY] = 0


cdef int _best_hex(const Rules* r, const Battle* s, int seat, const Plan* plan, int card,
                   int limit) noexcept nogil:
    cdef const ScenarioCard* scenario = scenario_of(r, s, seat)
    cdef int kind = _class(&r.unit[card])
    cdef int i, row, at, best = 0
    cdef float along, score, most = <float>-1e9
    for i in range(ARMY):
        at = scenario.deploy[i]
        row = own_row(seat, at)
        if s.placed[seat][i] or row > limit or _barred(r, s, at, card):
            continue
        along = <float>(at % STRIDE) / (11 - (at // STRIDE) % 2)
        if seat == 0:
            along = 1 - along
        score = plan.forward[kind] * row - plan.spread[kind] * (
            along - plan.focus[kind] if along > plan.focus[kind] else plan.focus[kind] - along)
        if score > most:
            most = score
            best = i
    return best


cdef void _legal_deployments(const Rules* r, const Battle* s, int seat, MoveList* out) noexcept nogil:
    cdef Battle trial = s[0]
    cdef int n = placed_cards(s, seat)
    cdef int i
    if not n:
        for i in range(r.plans):
            add(out, DEPLOY_BY_PLAN, i, seat)
    for i in range(DEPLOYMENT):
        if _may_deploy(r, &trial, seat, i):
            add(out, DEPLOY, i, scenario_of(r, s, seat).deploy[n])


cdef const char* wrong_deployment(const Rules* r, const Battle* s, int seat) noexcept nogil:
    """What is wrong with the cards placed; NULL if nothing."""
    cdef const ScenarioCard* scenario = scenario_of(r, s, seat)
    cdef int n = placed_cards(s, seat)
    cdef int i, tent = 0, top = 0
    for i in range(n):
        if _barred(r, s, scenario.deploy[i], s.placed[seat][i] - 1):
            return "placed: a unit is placed where it cannot stand, on terrain that it cannot enter"
        if s.placed[seat][i] - 1 == TENT_CARD:
            tent = own_row(seat, scenario.deploy[i])
            if not _plain(s, scenario.deploy[i]):
                return "placed: a command tent is placed on terrain; it stands on a hex without any"
        elif s.placed[seat][i] - 1 < UNIT_TYPES:
            top = max(top, own_row(seat, scenario.deploy[i]))
    if (tent and top > tent) or not _can_be_completed(r, s, seat):
        return ("placed: a unit is placed farther on than its command tent; the tent must be in the front "
                "row of them")
    return NULL


# -- 10.3 Reveal Deployment Cards, Lore tokens, Place Units and Terrain

cdef void _reveal(const Rules* r, Battle* s) noexcept nogil:
    cdef int seat, i, card, slot = 0
    for seat in range(2):
        gain(&s.lore[seat], min(points_left(r, s, seat), r.most_unspent))
    for seat in range(2):
        for i in range(ARMY):
            card = s.placed[seat][i] - 1
            if card == TENT_CARD:
                s.tent[seat] = scenario_of(r, s, seat).deploy[i]
            elif card != DECOY:
                s.units[seat] |= 1 << slot
                s.type[slot] = card
                s.figures[slot] = r.unit[card].health
                place(s, slot, scenario_of(r, s, seat).deploy[i])
                slot += 1
        hide_army(s, seat)
    begin_hands(r, s)


cdef void begin_hands(const Rules* r, Battle* s) noexcept nogil:
    """The starting hands: drawn, or preset command cards."""
    ask(s, SETUP_PHASE, CHANCE)
    if r.presets:
        _give_preset_hands(r, s)
        hands_dealt(r, s)


cdef void _give_preset_hands(const Rules* r, Battle* s) noexcept nogil:
    cdef int seat, card
    for seat in range(2):
        for card in range(CARDS):
            s.hand[seat][card] = r.preset[seat][card]
            s.hand_size[seat] += r.preset[seat][card]
            s.deck[card] -= r.preset[seat][card]
            s.deck_size -= r.preset[seat][card]


cdef void hide_army(Battle* s, int seat) noexcept nogil:
    memset(s.army[seat], 0, DEPLOYMENT)
    memset(s.placed[seat], 0, ARMY)
    s.mustered[seat] = 0


# -- what another seat cannot know

cdef bint has_mustered(const Battle* s, int seat) noexcept nogil:
    """Whether a seat's army is complete: seat 0 musters first, seat 1 second."""
    return s.phase == DEPLOY_PHASE or (s.phase == MUSTER_PHASE and seat < s.mover)


cdef bint has_deployed(const Battle* s, int seat) noexcept nogil:
    return s.phase == DEPLOY_PHASE and seat < s.mover


cdef inline int _chosen(Rng* rng, int n) noexcept nogil:
    """One of n; the first without a generator."""
    return below(rng, n) if rng != NULL else 0


cdef void deal_army(const Rules* r, Battle* s, int seat, Rng* rng) noexcept nogil:
    """A random army, and deployment if it has been deployed, in the place of a hidden one.

    Three in four are army cards, and plans; the others are put together by uniform steps.
    Without a generator any legal army.
    """
    cdef MoveList moves
    cdef int card
    hide_army(s, seat)
    if not has_mustered(s, seat):
        return
    if r.armies[seat] and _chosen(rng, 4):
        _take_army(r, s, seat, _chosen(rng, r.armies[seat]))
    while s.mustered[seat] < steps_of(r, seat):
        moves.n = 0
        card = step_card(r, seat, s.mustered[seat])
        _add_counts(r, s, seat, card, &moves)
        _muster(r, s, seat, card, move_b(moves.move[_chosen(rng, moves.n)]))
    if not has_deployed(s, seat):
        return
    if r.plans and _chosen(rng, 4):
        _deploy_by_plan(r, s, seat, &r.plan[_chosen(rng, r.plans)])
    while placed_cards(s, seat) < ARMY:
        moves.n = 0
        for card in range(DEPLOYMENT):
            if _may_deploy(r, s, seat, card):
                add(&moves, DEPLOY, card, 0)
        _deploy(s, seat, move_a(moves.move[_chosen(rng, moves.n)]))


# -- 10.5 Draw Starting Cards

cdef bint deals_lore(const Rules* r, const Battle* s) noexcept nogil:
    """In the set-up: whether all command cards are dealt."""
    return r.full and (s.hand_size[0] == r.opening_cards and s.hand_size[1] == r.opening_cards)


cdef int next_dealt(const Rules* r, const Battle* s) noexcept nogil:
    """The seat that gets the next card: first the first player, then the other; lore in the same way."""
    if deals_lore(r, s):
        return s.first ^ (s.lore_size[s.first] == r.opening_lore)
    return s.first ^ (s.hand_size[s.first] == r.opening_cards)


cdef void hands_dealt(const Rules* r, Battle* s) noexcept nogil:
    """After a card of the set-up: whether there is another."""
    cdef int last = 1 - s.first
    if s.hand_size[last] < r.opening_cards:
        return
    if not r.full:
        ask(s, COMMAND_PHASE, s.first)
    elif s.lore_size[last] == r.opening_lore:
        ask(s, BOTTOM_PHASE, s.first)


cdef void _legal_bottoms(const Rules* r, const Battle* s, int seat, MoveList* out) noexcept nogil:
    """Two command cards, in one move; then a lore card."""
    cdef int card, other
    if s.hand_size[seat] == r.starting_hand:
        for card in range(r.lore_cards[seat]):
            if s.lore_hand[seat][card]:
                add(out, BURY_LORE, card, seat)
        return
    for card in range(r.cards):
        for other in range(card, r.cards):
            if s.hand[seat][card] and s.hand[seat][other] > (card == other):
                add(out, BURY, card, other)


cdef void _bury(const Rules* r, Battle* s, int seat, int kind, int a, int b) noexcept nogil:
    if kind == BURY:
        s.hand[seat][a] -= 1
        s.hand[seat][b] -= 1
        s.hand_size[seat] -= 2
        s.bottom[seat][0] = a
        s.bottom[seat][1] = b
        return
    s.lore_hand[seat][a] -= 1
    s.lore_size[seat] -= 1
    s.lore_bottom[seat] = a
    if seat == s.first:
        ask(s, BOTTOM_PHASE, 1 - seat)
    else:
        ask(s, COMMAND_PHASE, s.first)


# -- the decisions

cdef void legal_in_muster(const Rules* r, const Battle* s, MoveList* out) noexcept nogil:
    """Decisions of MUSTER_PHASE, DEPLOY_PHASE and BOTTOM_PHASE."""
    if s.phase == MUSTER_PHASE:
        _legal_musters(r, s, s.mover, out)
    elif s.phase == DEPLOY_PHASE:
        _legal_deployments(r, s, s.mover, out)
    else:
        _legal_bottoms(r, s, s.mover, out)


cdef void play_in_muster(const Rules* r, Battle* s, int kind, int a, int b) noexcept nogil:
    """A player who is done waits for the other; when both have deployed, all is revealed."""
    cdef int seat = s.mover
    if kind == BURY or kind == BURY_LORE:
        _bury(r, s, seat, kind, a, b)
        return
    if kind == TAKE_ARMY:
        _take_army(r, s, seat, a)
    elif kind == MUSTER:
        _muster(r, s, seat, a, b)
    elif kind == DEPLOY_BY_PLAN:
        _deploy_by_plan(r, s, seat, &r.plan[a])
    else:
        _deploy(s, seat, a)
    if s.phase == MUSTER_PHASE and s.mustered[seat] == steps_of(r, seat):
        ask(s, MUSTER_PHASE if seat == 0 else DEPLOY_PHASE, 1 - seat)
    elif s.phase == DEPLOY_PHASE and placed_cards(s, seat) == ARMY:
        if seat == 0:
            ask(s, DEPLOY_PHASE, 1)
        else:
            _reveal(r, s)
