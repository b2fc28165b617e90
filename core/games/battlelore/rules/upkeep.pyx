"""The Upkeep Phase and how a game is won (RULES.md 4 and 5), with the decks from which cards are drawn."""
from battlewise.core.game cimport CHANCE
from battlewise.core.games.battlelore.rules.muster cimport hands_dealt, next_dealt
from battlewise.core.games.battlelore.rules.scenario cimport bonus_lore, score_scenario
from battlewise.core.games.battlelore.state cimport *


# -- 4.1 Victory Point Step

cdef void vp_step(const Rules* r, Battle* s) noexcept nogil:
    cdef int i
    clear_turn(s)
    for i in range(s.banners):
        if (hexes_of(s, active(s)) >> s.banner_hex[i]) & 1:
            gain(&s.vp[active(s)], s.banner_vp[i])
    if r.full:
        score_scenario(r, s)
        draw_step(s)
    else:
        exchange(r, s)


cdef void exchange(const Rules* r, Battle* s) noexcept nogil:
    """In the learning scenario lore can be changed into VP."""
    if s.lore[active(s)] >= r.exchange_lore:
        ask(s, EXCHANGE_PHASE, active(s))
    else:
        draw_step(s)


# -- 4.2 Draw Step, and the decks

cdef void draw_step(Battle* s) noexcept nogil:
    if not s.deck_size:
        lift_bottom(s)
    if not s.deck_size:
        shuffle_discards(s)
    ask(s, DRAW_PHASE, CHANCE)


cdef void shuffle_discards(Battle* s) noexcept nogil:
    """Shuffle the discard pile into the deck, and with it what lies at the bottom."""
    cdef int i
    lift_bottom(s)
    for i in range(CARDS):
        s.deck[i] += s.discard[i]
        s.deck_size += s.discard[i]
        s.discard[i] = 0


cdef void lift_bottom(Battle* s) noexcept nogil:
    """The cards that were put under the deck become part of it."""
    cdef int seat, i
    for seat in range(2):
        for i in range(2):
            if s.bottom[seat][i] != NONE:
                s.deck[s.bottom[seat][i]] += 1
                s.deck_size += 1
                s.bottom[seat][i] = NONE


cdef void draw(const Rules* r, Battle* s, int card) noexcept nogil:
    cdef int seat = next_dealt(r, s) if s.phase == SETUP_PHASE else active(s)
    s.deck[card] -= 1
    s.deck_size -= 1
    s.hand[seat][card] += 1
    s.hand_size[seat] += 1
    if s.phase == SETUP_PHASE:
        hands_dealt(r, s)
    elif r.full:
        ask(s, LORE_PHASE, active(s))
    else:
        end_turn(r, s)


# -- 4.3 Lore Step

cdef void lore_step(const Rules* r, Battle* s, int kind) noexcept nogil:
    """One of three choices; then what a scenario card adds."""
    cdef int seat = active(s)
    gain(&s.lore[seat], (2 if kind == TWO_TOKENS else 1 if kind == TOKEN_AND_CARD else 0) + bonus_lore(r, s))
    s.draws = 0 if kind == TWO_TOKENS else 1 if kind == TOKEN_AND_CARD else 2
    s.discards = kind == TWO_CARDS
    draw_lore_step(r, s)


cdef void draw_lore_step(const Rules* r, Battle* s) noexcept nogil:
    """Draws from the deck, into which the discards are shuffled when it is empty; then discards."""
    cdef int seat = active(s)
    cdef int card
    if s.draws and not s.lore_deck_size[seat]:
        if s.lore_bottom[seat] != NONE:
            s.lore_deck[seat][s.lore_bottom[seat]] += 1
            s.lore_deck_size[seat] += 1
            s.lore_bottom[seat] = NONE
        else:
            for card in range(LORE_CARDS):
                s.lore_deck[seat][card] += s.lore_discard[seat][card]
                s.lore_deck_size[seat] += s.lore_discard[seat][card]
                s.lore_discard[seat][card] = 0
    if s.draws and s.lore_deck_size[seat]:
        ask(s, LORE_DRAW_PHASE, CHANCE)
        return
    s.draws = 0
    if s.lore_size[seat] and (s.discards or s.lore_size[seat] > r.most_lore):
        ask(s, LORE_DISCARD_PHASE, seat)
    else:
        end_turn(r, s)


cdef void draw_lore(const Rules* r, Battle* s, int card) noexcept nogil:
    cdef int seat = next_dealt(r, s) if s.phase == SETUP_PHASE else active(s)
    s.lore_deck[seat][card] -= 1
    s.lore_deck_size[seat] -= 1
    s.lore_hand[seat][card] += 1
    s.lore_size[seat] += 1
    if s.phase == SETUP_PHASE:
        hands_dealt(r, s)
    else:
        s.draws -= 1
        draw_lore_step(r, s)


cdef void discard_lore(const Rules* r, Battle* s, int card) noexcept nogil:
    cdef int seat = active(s)
    s.lore_hand[seat][card] -= 1
    s.lore_size[seat] -= 1
    s.lore_discard[seat][card] += 1
    s.discards = 0
    draw_lore_step(r, s)


cdef void end_turn(const Rules* r, Battle* s) noexcept nogil:
    s.turn += 1
    s.last_card = s.card
    s.card = s.acting = NONE
    s.one_unit = s.lore_used = s.slain = s.discards = 0
    start_turn(r, s)


# -- 5 Winning the Game

cdef int winner_by_points(const Rules* r, const Battle* s) noexcept nogil:
    """1 or 2 if a seat has enough VP and more than the other, as the first player begins a turn; else 0."""
    cdef int best = 0 if s.vp[0] > s.vp[1] else 1
    if s.turn & 1 or s.vp[0] == s.vp[1] or s.vp[best] < r.victory_vp:
        return 0
    return 1 + best


cdef int result_of(const Rules* r, const Battle* s) noexcept nogil:
    """The result between two turns: 0 play on, 1 and 2 a seat wins, 3 a tie at the turn limit."""
    cdef int result = winner_by_points(r, s)
    if result or s.turn < r.turn_limit:
        return result
    return 3 if s.vp[0] == s.vp[1] else 1 if s.vp[0] > s.vp[1] else 2


cdef void start_turn(const Rules* r, Battle* s) noexcept nogil:
    """A command tent in enemy hands is taken before the VP are looked at."""
    cdef int enemy = 1 - active(s)
    cdef int result
    if s.tent[enemy] != NONE and (hexes_of(s, 1 - enemy) >> s.tent[enemy]) & 1:
        s.tent[enemy] = NONE
        gain(&s.vp[1 - enemy], r.tent_vp)
    result = result_of(r, s)
    if result:
        end_game(s, result)
    else:
        ask(s, COMMAND_PHASE, active(s))
