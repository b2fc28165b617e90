"""The set-up, the turn and its phases (RULES.md 1 and RULES.md 2), and the whole game.

Every decision and outcome changes the state and then calls `go_on`, which carries the game on until a
player or chance decides. Called again on such a state it leads to the same decision.
"""
from libc.stdint cimport uint32_t

from battlewise.core.bits cimport take_bit32, take_wide
from battlewise.core.game cimport CHANCE, MoveList, move_t
from battlewise.core.games.battalla.rules.combat cimport *
from battlewise.core.games.battalla.rules.effects cimport (
    begin_placing, feasible, legal_for_effect, play_for_effect, resolve,
)
from battlewise.core.games.battalla.rules.field cimport *
from battlewise.core.games.battalla.state cimport *
from battlewise.core.moves cimport move_kind, move_a, move_b, add


# -- 1.3 Setting up

cdef bint _set_up(const Rules* r, Table* s) noexcept nogil:
    """The next step of the set-up; True if a player or chance decides next."""
    cdef int second = 1 - s.first
    if s.stage == OPENING:
        s.stage = FIRST_EXCHANGE
        return _mulligan(s, s.first)
    if s.stage == FIRST_EXCHANGE or s.stage == SECOND_EXCHANGE:
        return _mulligan(s, s.first if s.stage == FIRST_EXCHANGE else second)
    if s.penalty_size[s.first] < r.penalty or s.penalty_size[second] < r.penalty:
        ask(s, PENALTY_PHASE, CHANCE)
        return True
    _begin_turn(s)
    return False


cdef bint _mulligan(Table* s, int seat) noexcept nogil:
    ask(s, MULLIGAN_PHASE, seat)
    return True


cdef void _keep(Table* s, int seat) noexcept nogil:
    """Draw as many cards as were put back."""
    s.draws[seat] = s.exchanged[seat]
    s.stage += 1


cdef void _set_penalty(Table* s, int seat, int kind) noexcept nogil:
    """A card from the deck comes to the penalty pile, which is kept in order of kind."""
    cdef int i = s.penalty_size[seat]
    take_out(&s.deck[seat], kind)
    s.deck_size[seat] -= 1
    while i and s.penalty[seat][i - 1] > kind:
        s.penalty[seat][i] = s.penalty[seat][i - 1]
        i -= 1
    s.penalty[seat][i] = kind
    s.penalty_size[seat] += 1


# -- 2.1, 2.2 Draw Phase and Stamina Phase

cdef void _begin_turn(Table* s) noexcept nogil:
    """What was done last turn is forgotten; a card is drawn, but for the first turn."""
    cdef uint32_t m = taken(s)
    cdef int seat = active(s)
    while m:
        s.at[take_bit32(&m)].flags &= REVIVED
    s.used[0][0] = s.used[0][1] = s.used[1][0] = s.used[1][1] = 0
    s.lost[0] = s.lost[1] = s.moves = s.heroes_summoned = 0
    s.draws[seat] = 1 if s.turn and s.deck_size[seat] else 0
    s.todo = s.cards[seat] | bit(TOP) | bit(ZONE)
    s.exchanged[0] = s.exchanged[1] = 0
    s.stage = STARTING
    s.window = 1                        # the stamina phase is still to come


cdef void _stamina_phase(const Rules* r, Table* s) noexcept nogil:
    s.window = 0
    s.stamina[active(s)] = STAMINA
    trigger_ability(r, s, active(s), STAMINA_TRIGGER)


cdef void _next_place(const Rules* r, Table* s, int when) noexcept nogil:
    """The effects of the next place at the start or end of the turn."""
    cdef int place = take_bit32(&s.todo)
    cdef int seat = active(s)
    if place == TOP:
        trigger_ability(r, s, seat, when)
    elif place == ZONE:
        if s.field[seat]:
            trigger(r, s, s.field[seat] - 1, when, seat, NONE, NONE)
    else:
        trigger_piece(r, s, place, when, NONE)
        if when == TURN_START:
            hurt(r, s, place, s.at[place].poison)


# -- 2.4 End Phase

cdef void _end_turn(const Rules* r, Table* s) noexcept nogil:
    cdef int seat = active(s)
    cdef uint32_t m = taken(s)
    cdef Piece* p
    cdef int square
    while m:
        square = take_bit32(&m)
        p = &s.at[square]
        p.stronger = 0
        if (s.cards[seat] >> square) & 1:
            p.frozen -= p.frozen > 0
            p.stunned -= p.stunned > 0
            if p.flags & DOOMED:
                to_discard(r, s, square)
    s.turn += 1
    if s.turn == r.turn_limit:
        end_game(s, result_of(s))
    else:
        _begin_turn(s)


cdef int result_of(const Table* s) noexcept nogil:
    """At the turn limit: the most penalty cards win."""
    if s.penalty_size[0] == s.penalty_size[1]:
        return 3
    return 1 if s.penalty_size[0] > s.penalty_size[1] else 2


# -- the game goes on

cdef void go_on(const Rules* r, Table* s) noexcept nogil:
    """Carry on until a player or chance decides."""
    while s.phase != OVER_PHASE:
        if s.window and s.stage > ACTING and s.stage != ENDING:
            if may_react(r, s):
                ask(s, REACT_PHASE, 1 - active(s))
                return
            s.window = 0
        if s.draws[0] or s.draws[1]:
            ask(s, DRAW_PHASE, CHANCE)
            return
        if _sweep(r, s):
            continue
        if s.playing != NONE:
            if places(r, s, s.placer, s.playing, s.playing_from):
                ask(s, PLACE_PHASE, s.placer)
                return
            begin_placing(s, 0, NONE, 0)
        if s.resolving[0] or s.resolving[1]:
            _discard_resolved(r, s)
        if s.links:
            if resolve(r, s):
                return
        elif _next_stage(r, s):
            return


cdef void _discard_resolved(const Rules* r, Table* s) noexcept nogil:
    """An assist goes to the discard pile when none of its effects waits any more."""
    cdef int seat, i
    for seat in range(2):
        if s.resolving[seat]:
            i = 0
            while i < s.links and (s.link[i].seat != seat
                                   or r.effect[s.link[i].effect].kind != s.resolving[seat] - 1):
                i += 1
            if i == s.links:
                put_in(&s.discard[seat], s.resolving[seat] - 1)
                s.resolving[seat] = 0


cdef bint _sweep(const Rules* r, Table* s) noexcept nogil:
    """Destroy the first card whose health is 0, the active player's before the opponent's.

    Not before the health check of its battle, nor before its effects of the damage. The loop is the game's
    innermost: it drops each bit at its end, which costs an instruction less.
    """
    cdef int seat = active(s)
    cdef uint32_t m = s.cards[seat]
    cdef uint32_t fighting = 0
    cdef int i, square, _side
    if s.stage == BATTLE:
        fighting = bit_or_none(s.attacker) | bit_or_none(s.defender)
    for i in range(s.links):
        if r.effect[s.link[i].effect].when == DAMAGED:
            fighting |= bit_or_none(s.link[i].source)
    for _side in range(2):
        m &= ~fighting
        while m:
            square = take_bit32(&m)
            if s.at[square].damage and s.at[square].damage >= hp_of(r, s, square):
                destroy(r, s, square)
                return True
        m = s.cards[1 - seat]
    return False


cdef bint _next_stage(const Rules* r, Table* s) noexcept nogil:
    """What comes when no effect waits; True if a player or chance decides next."""
    if s.stage <= PENALTIES:
        return _set_up(r, s)
    if s.stage == ACTING:
        if s.hero_due:
            s.hero_due = 0
            begin_placing(s, active(s), top_hero(s, active(s)), FROM_HEROES)
            return False
        ask(s, TURN_PHASE, active(s))
        return True
    if s.stage == STARTING and s.window:
        _stamina_phase(r, s)
    elif s.stage == STARTING or s.stage == ENDING:
        if s.todo:
            _next_place(r, s, TURN_START if s.stage == STARTING else TURN_END)
        elif s.stage == STARTING:
            s.stage = ACTING
        else:
            _end_turn(r, s)
    elif s.stage == STRIKING:
        calculate_damage(r, s)
    elif s.stage == BATTLE:
        check_health(r, s)
    elif s.stage == STRIKING_DIRECTLY and s.attacker != NONE and may_attack_directly(s, s.attacker):
        ask(s, LIFE_PHASE, CHANCE)
        return True
    else:
        end_battle(s)
    return False


# -- 2.3 Turn Phase: playing cards

cdef uint32_t places(const Rules* r, const Table* s, int seat, int kind, int zone) noexcept nogil:
    """Where a card can be summoned or attached."""
    if r.card[kind].type == ITEM:
        return of_kinds(s, s.cards[seat], r.card[kind].onto)
    if zone == FROM_HAND and r.card[kind].replaces:
        return free_lanes(r, s, seat) | of_kinds(s, s.cards[seat], r.card[kind].replaces)
    return free_lanes(r, s, seat)


cdef bint _is_playable(const Rules* r, const Table* s, int seat, int kind) noexcept nogil:
    cdef const Card* card = &r.card[kind]
    if cost_of(r, s, seat, kind) > s.stamina[seat]:
        return False
    if card.type == UNIT or card.type == ITEM:
        return places(r, s, seat, kind, FROM_HAND) != 0
    return card.type == FIELD or card.played != NONE


cdef bint is_in_vain(const Rules* r, const Table* s, int seat, int kind) noexcept nogil:
    """Whether an assist that is played now would do nothing."""
    cdef int effect = r.card[kind].played
    return effect != NONE and (is_spent(r, s, effect, seat, NONE)
                               or not feasible(r, s, effect, seat, NONE, NONE))


cdef void _announce(Table* s, int stage, int kind, int square) noexcept nogil:
    """A card was played or an effect used: the opponent may react.

    :param square: of the card that has entered play or whose effect it is, NONE: none.
    """
    s.stage = stage
    s.answered = kind
    s.attacker = square
    s.window = 1


cdef void _play_card(const Rules* r, Table* s, int seat, int kind) noexcept nogil:
    """Units and items are placed first; assists go to the discard pile when their effects are resolved."""
    cdef const Card* card = &r.card[kind]
    if card.type == UNIT or card.type == ITEM:
        show(s, seat, kind)
        begin_placing(s, seat, kind, FROM_HAND)
        return
    s.stamina[seat] -= cost_of(r, s, seat, kind)
    leave_hand(s, seat, kind)
    if card.type == FIELD:
        if s.field[seat]:
            put_in(&s.discard[seat], s.field[seat] - 1)
        s.field[seat] = kind + 1
    else:
        s.resolving[seat] = kind + 1
        trigger(r, s, kind, PLAYED, seat, NONE, NONE)
    _announce(s, PLAYED_CARD, kind, NONE)


cdef void _place(const Rules* r, Table* s, int square) noexcept nogil:
    cdef int seat = s.placer
    cdef int kind = s.playing
    cdef int zone = s.playing_from
    begin_placing(s, 0, NONE, 0)
    if zone == FROM_HAND:
        s.stamina[seat] -= cost_of(r, s, seat, kind)
        leave_hand(s, seat, kind)
    elif zone == FROM_HEROES:
        s.heroes_out[seat] += 1
    else:
        take_out(&s.discard[seat], kind)
    if zone != FROM_DISCARD:
        _announce(s, PLAYED_CARD, kind, NONE if r.card[kind].type == ITEM else square)
    if r.card[kind].type == ITEM:
        attach(s, square, kind)
        return
    if (s.cards[seat] >> square) & 1:
        replace(r, s, square, kind)
        return
    put_piece(r, s, seat, square, kind)
    if zone == FROM_DISCARD:
        s.at[square].flags |= REVIVED
    trigger_piece(r, s, square, SUMMONED, NONE)


cdef bint _may_summon(const Rules* r, const Table* s, int seat) noexcept nogil:
    """Whether the top hero's condition holds, or its price can be paid, and there is a lane."""
    cdef int hero = top_hero(s, seat)
    cdef const Card* card
    cdef int i
    if hero == NONE or not free_lanes(r, s, seat) or s.heroes_summoned:
        return False
    card = &r.card[hero]
    if card.price != NONE:
        return feasible(r, s, card.price, seat, NONE, NONE)
    for i in range(card.conditions):
        if holds_true(r, s, &card.condition[i], seat, NONE, NONE):
            return True
    return card.conditions == 0


cdef void _summon_hero(const Rules* r, Table* s, int seat) noexcept nogil:
    cdef int hero = top_hero(s, seat)
    s.heroes_summoned = 1
    s.hero_due = 1
    if r.card[hero].price != NONE:
        push(r, s, r.card[hero].price, seat, NONE, NONE)


# -- 2.3 Turn Phase: actions of cards

cdef bint _is_usable(const Rules* r, const Table* s, int seat, int effect, int source,
                     bint used) noexcept nogil:
    cdef const Effect* e
    if effect == NONE:
        return False
    e = &r.effect[effect]
    return (e.cost <= s.stamina[seat] and not (e.once and used)
            and feasible(r, s, effect, seat, source, NONE))


cdef void _legal_actions(const Rules* r, const Table* s, int seat, MoveList* out) noexcept nogil:
    """Effects of cards on the field, of the top hero, the field card and cards in the discard pile."""
    cdef uint32_t m = s.cards[seat]
    cdef kinds_t kinds
    cdef int hero = top_hero(s, seat)
    cdef int square, kind
    while m:
        square = take_bit32(&m)
        if _is_usable(r, s, seat, r.card[s.at[square].card - 1].action, square,
                      s.at[square].flags & USED != 0):
            add(out, USE, square, 0)
    if hero != NONE and _is_usable(r, s, seat, r.card[hero].ability_action, NONE, was_used(s, seat, hero)):
        add(out, USE, TOP, 0)
    if s.field[seat]:
        kind = s.field[seat] - 1
        if _is_usable(r, s, seat, r.card[kind].action, NONE, was_used(s, seat, kind)):
            add(out, USE, ZONE, 0)
    kinds = r.from_hand & kinds_of(&s.hand[seat])
    while kinds:
        kind = take_wide(&kinds)
        if _is_usable(r, s, seat, r.card[kind].hand_action, NONE, False):
            add(out, ATTACH_CARD, kind, 0)
    kinds = r.from_discard & kinds_of(&s.discard[seat])
    while kinds:
        kind = take_wide(&kinds)
        if _is_usable(r, s, seat, r.card[kind].discard_action, NONE, False):
            add(out, USE, PILE, kind)


cdef void _use(const Rules* r, Table* s, int seat, int place, int kind) noexcept nogil:
    cdef int effect
    if place == TOP:
        kind = top_hero(s, seat)
        effect = r.card[kind].ability_action
    elif place == PILE:
        effect = r.card[kind].discard_action
    else:
        kind = (s.field[seat] if place == ZONE else s.at[place].card) - 1
        effect = r.card[kind].action
    if r.effect[effect].once and place < SQUARES:
        s.at[place].flags |= USED
    elif r.effect[effect].once and place != PILE:
        mark_used(s, seat, kind)
    _begin_effect(r, s, seat, effect, place if place < SQUARES else NONE)


cdef void _begin_effect(const Rules* r, Table* s, int seat, int effect, int source) noexcept nogil:
    """Pay for an effect, which then waits on the chain for a react."""
    s.stamina[seat] -= r.effect[effect].cost
    push(r, s, effect, seat, source, NONE)
    _announce(s, USED_EFFECT, r.effect[effect].kind, source)


cdef void _attach_card(const Rules* r, Table* s, int seat, int kind) noexcept nogil:
    """Use the effect by which a card is attached from the hand."""
    show(s, seat, kind)
    _begin_effect(r, s, seat, r.card[kind].hand_action, NONE)


# -- 2.5 Moving

cdef uint32_t steps(const Rules* r, const Table* s, int square) noexcept nogil:
    """Where a card can move: forward; sideways in its summoning row or if an item lets it."""
    cdef int seat = seat_at(s, square)
    cdef uint32_t found = bit_or_none(ahead(square, seat))
    if (home_row(seat) >> square) & 1 or keywords_of(r, s, square) & SIDEWAYS:
        found |= beside(r, square)
    return found & ~taken(s)


cdef inline int _move_cost(const Rules* r, const Table* s, int square) noexcept nogil:
    return 0 if keywords_of(r, s, square) & FREE_MOVE else 1


cdef void _move(const Rules* r, Table* s, int source, int to) noexcept nogil:
    s.stamina[active(s)] -= _move_cost(r, s, source)
    s.at[source].flags |= HAS_MOVED
    raise_to(&s.moves, 1)
    shift(r, s, source, to)
    s.stage = MOVED
    s.attacker = to
    s.defender = source
    s.window = 1


# -- what may be decided

cdef int to_move(const void* rules, const void* state) noexcept nogil:
    return (<const Table*>state).mover


cdef int turn(const void* rules, const void* state) noexcept nogil:
    return (<const Table*>state).turn


cdef void legal(const void* rules, const void* state, MoveList* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Table* s = <const Table*>state
    out.n = 0
    if s.phase == TURN_PHASE:
        _legal_in_turn(r, s, out)
    elif s.phase == PLACE_PHASE:
        add_squares(out, PLACE, 0, places(r, s, s.placer, s.playing, s.playing_from))
    elif s.phase == REACT_PHASE:
        add_kinds(out, REACT, reacts_in_hand(r, s))
        add_places(out, REACT_WITH, guards(r, s))
        add(out, NO_REACT, 0, 0)
    elif s.phase == SEAT_PHASE:
        add(out, GO_FIRST, 0, 0)
        add(out, GO_SECOND, 0, 0)
    elif s.phase == MULLIGAN_PHASE:
        add_kinds(out, EXCHANGE, kinds_of(&s.hand[s.mover]))
        add(out, KEEP, 0, 0)
    else:
        legal_for_effect(r, s, out)


cdef void _legal_in_turn(const Rules* r, const Table* s, MoveList* out) noexcept nogil:
    """At most 120 of cards in hand and discard pile, 90 of cards in play, and five more.

    Few of the cards in play can have free squares beside them.
    """
    cdef int seat = active(s)
    cdef kinds_t kinds = kinds_of(&s.hand[seat])
    cdef uint32_t m = s.cards[seat]
    cdef const Piece* p
    cdef int square, kind
    while kinds:
        kind = take_wide(&kinds)
        if _is_playable(r, s, seat, kind):
            add(out, PLAY_CARD, kind, 0)
    while m:
        square = take_bit32(&m)
        p = &s.at[square]
        if (not p.flags & HAS_MOVED and p.frozen != 1 and p.stunned != 1
                and _move_cost(r, s, square) <= s.stamina[seat]):
            add_squares(out, MOVE, square, steps(r, s, square))
        if s.stamina[seat] and is_ready(r, s, square):
            if has_target(s, square):
                add(out, ATTACK, square, ahead(square, seat))
            if may_attack_directly(s, square):
                add(out, ATTACK_DIRECTLY, square, 0)
    _legal_actions(r, s, seat, out)
    if _may_summon(r, s, seat):
        add(out, SUMMON_HERO, top_hero(s, seat), 0)
    add(out, PASS, 0, 0)


# -- what is decided

cdef void play(const void* rules, void* state, move_t move) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef Table* s = <Table*>state
    cdef int kind = move_kind(move)
    cdef int a = move_a(move)
    cdef int b = move_b(move)
    if kind >= PASS and kind <= USE:
        _play_in_turn(r, s, kind, a, b)
    elif kind >= REACT and kind <= NO_REACT:
        s.window = 0
        if kind == REACT:
            react(r, s, a)
        elif kind == REACT_WITH:
            react_with(r, s, a)
    elif kind == WIN_ROLL:
        s.winner = a
        ask(s, SEAT_PHASE, a)
        return
    elif kind >= DRAW:
        _happen(r, s, kind, a - 1, b)
    elif kind <= KEEP:
        _play_in_set_up(s, kind, a)
    else:
        play_for_effect(r, s, kind, a, b)
    go_on(r, s)


cdef void _play_in_turn(const Rules* r, Table* s, int kind, int a, int b) noexcept nogil:
    cdef int seat = active(s)
    if kind == PASS:
        s.todo = s.cards[seat] | bit(TOP) | bit(ZONE)
        s.stage = ENDING
    elif kind == PLAY_CARD:
        _play_card(r, s, seat, a)
    elif kind == SUMMON_HERO:
        _summon_hero(r, s, seat)
    elif kind == PLACE:
        _place(r, s, b)
    elif kind == MOVE:
        _move(r, s, a, b)
    elif kind == ATTACK:
        declare_attack(r, s, a)
    elif kind == ATTACK_DIRECTLY:
        declare_direct_attack(r, s, a)
    elif kind == ATTACH_CARD:
        _attach_card(r, s, seat, a)
    else:
        _use(r, s, seat, a, b)


cdef void _play_in_set_up(Table* s, int kind, int a) noexcept nogil:
    cdef int seat = s.mover
    if kind == EXCHANGE:
        leave_hand(s, seat, a)
        put_in(&s.deck[seat], a)
        s.deck_size[seat] += 1
        s.exchanged[seat] += 1
    elif kind == KEEP:
        _keep(s, seat)
    else:
        s.first = seat if kind == GO_FIRST else 1 - seat
        s.winner = 0
        s.draws[0] = s.draws[1] = HAND


cdef void _happen(const Rules* r, Table* s, int kind, int card, int seat) noexcept nogil:
    """An outcome of chance."""
    cdef int i
    if kind == SET_PENALTY:
        _set_penalty(s, seat, card)
    elif kind == TAKE_PENALTY:
        take_penalty(r, s, card)
    elif kind == LOOK:
        take_out(&s.deck[seat], card)
        s.top[seat][s.top_size[seat]] = card
        s.top_size[seat] += 1
    else:
        if s.top_size[seat]:
            s.top_size[seat] -= 1
            for i in range(LOOKED - 1):
                s.top[seat][i] = s.top[seat][i + 1]
            s.top[seat][LOOKED - 1] = 0
        else:
            take_out(&s.deck[seat], card)
        s.deck_size[seat] -= 1
        put_in(&s.hand[seat], card)
        s.hand_size[seat] += 1
        s.draws[seat] -= 1


cdef void returns(const void* rules, const void* state, double* out) noexcept nogil:
    cdef const Table* s = <const Table*>state
    out[0] = 1.0 if s.result == 1 else 0.0 if s.result == 2 else 0.5
    out[1] = 1.0 - out[0]
