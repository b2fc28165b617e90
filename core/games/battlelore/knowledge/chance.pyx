"""Dice, draws and lots: what can happen at a chance node (RULES.md 12)."""
from battlewise.core.bits cimport count_bits
from battlewise.core.chance cimport draw_of, lot_of, pool_of, range_of
from battlewise.core.dice cimport showing
from battlewise.core.game cimport Source
from battlewise.core.games.battlelore.rules.combat cimport dice_of
from battlewise.core.games.battlelore.rules.lore cimport roller
from battlewise.core.games.battlelore.rules.muster cimport deals_lore, next_dealt
from battlewise.core.games.battlelore.state cimport *
from battlewise.core.moves cimport packed

cdef void source(const void* rules, const void* state, Source* out) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Battle* s = <const Battle*>state
    cdef int seat
    if s.phase == ROLL_PHASE:
        pool_of(out, ROLL, DICE_STREAM_0 + side_of(s, roller(s)), dice_now(r, s))
    elif s.phase == SONG_PHASE:
        pool_of(out, ROLL, DICE_STREAM_0 + active(s), SONG_DICE)
    elif s.phase == OFFER_PHASE:
        seat = count_bits(s.offered[0]) == 3
        lot_of(out, packed(DEAL_SCENARIO, 0, seat, 0), SCENARIO_STREAM_0 + seat,
               ((1 << r.scenarios[seat]) - 1) & ~s.offered[seat])
    elif s.phase == INITIATIVE_PHASE:
        range_of(out, FIRST_PLAYER, LOT_STREAM, 2)
    elif s.phase == LORE_DRAW_PHASE:
        draw_lore(out, s, active(s))
    elif s.phase == SETUP_PHASE and deals_lore(r, s):
        draw_lore(out, s, next_dealt(r, s))
    else:
        seat = next_dealt(r, s) if s.phase == SETUP_PHASE else active(s)
        draw_of(out, packed(DRAW, 1, seat, 0), COMMAND_STREAM, s.deck, CARDS, s.deck_size)


cdef inline void draw_lore(Source* out, const Battle* s, int seat) noexcept nogil:
    draw_of(out, packed(DRAW_LORE, 1, seat, 0), LORE_STREAM_0 + seat, s.lore_deck[seat], LORE_CARDS,
            s.lore_deck_size[seat])


cdef inline int dice_now(const Rules* r, const Battle* s) noexcept nogil:
    """How many dice a chance node of a combat roll rolls."""
    cdef int face
    cdef int n = dice_of(r, s)
    for face in range(6):
        n -= showing(s.dice, face)
    return min(n, DICE_AT_ONCE)
