"""What must be true of every state, from play and from views (RULES.md 9).

First that every number is in its range, then that no card is lost or doubled, and last that the game asks
of the state just what it says it asks.
"""
from libc.stdint cimport uint32_t
from libc.string cimport memcmp, memcpy, memset

from battlewise.core.bits cimport take_bit32
from battlewise.core.game cimport CHANCE, OVER
from battlewise.core.games.battalla.rules.effects cimport is_at_hand
from battlewise.core.games.battalla.rules.field cimport cost_of
from battlewise.core.games.battalla.rules.turn cimport go_on, result_of
from battlewise.core.games.battalla.state cimport *


cdef const char* check(const void* rules, const void* state) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Table* s = <const Table*>state
    cdef const char* problem = check_numbers(r, s)
    if problem == NULL:
        problem = _check_cards(r, s)
    if problem == NULL:
        problem = _check_course(r, s)
    return problem


# -- numbers

cdef const char* check_numbers(const Rules* r, const Table* s) noexcept nogil:
    """Ranges of all that is used as an index, and what each piece of the table must be by itself."""
    cdef const char* problem = NULL
    cdef int seat
    if s.phase >= PHASES or s.stage >= STAGES or s.first > 1 or s.winner > 1 or s.placer > 1 or s.result > 3:
        return "phase: there is no such phase, stage or seat"
    if s.turn > r.turn_limit or (s.turn == r.turn_limit) and s.phase != OVER_PHASE:
        return "turn: the turn limit was reached before"
    if s.window > 1 or s.hero_due > 1 or s.heroes_summoned > 1 or s.moves > MOST_COUNTED:
        return "searched: a flag is neither 0 nor 1"
    if s.playing != NONE and s.playing >= r.kinds or s.playing_from > FROM_DISCARD:
        return "pending.placing: there is no such card to place"
    if s.answered != NONE and s.answered >= r.kinds or (s.answered == NONE) == (
            s.stage == PLAYED_CARD or s.stage == USED_EFFECT):
        return ("pending.answered: a card that was played or used is there while it can be answered, and "
                "only then")
    for seat in range(2):
        problem = _check_seat(r, s, seat)
        if problem != NULL:
            return problem
    problem = _check_pieces(r, s)
    return _check_links(r, s) if problem == NULL else problem


cdef const char* _check_seat(const Rules* r, const Table* s, int seat) noexcept nogil:
    cdef int i
    if s.penalty_size[seat] > r.penalty or s.top_size[seat] > LOOKED or s.exchanged[seat] > HAND:
        return "penalty_sizes: a pile has more cards than it can have"
    if s.heroes_out[seat] > HEROES or s.field[seat] > r.kinds or s.stamina[seat] > MOST_COUNTED:
        return "stamina: a number of a seat is too high; stamina is at most 99"
    if s.searched[seat] > 1 or s.lost[seat] > 1 or s.draws[seat] > s.deck_size[seat]:
        return "pending.draws: a number of a seat is too high"
    if s.top_size[seat] > s.deck_size[seat]:
        return "top_sizes: more cards of a deck are known than there are"
    for i in range(HEROES):
        if s.hero[seat][i] != NONE and (
                s.hero[seat][i] >= r.kinds or r.card[s.hero[seat][i]].type != HERO):
            return "hero_decks: a hero deck has a card that is no hero"
        if i < s.heroes_out[seat] and s.hero[seat][i] == NONE:
            return "heroes_out: more heroes were summoned than there are"
    for i in range(MOST_PENALTY):
        if s.penalty[seat][i] >= r.kinds or (i >= s.penalty_size[seat] and s.penalty[seat][i]):
            return "penalty: there is no such penalty card"
        if 0 < i < s.penalty_size[seat] and s.penalty[seat][i] < s.penalty[seat][i - 1]:
            return "penalty: a penalty pile is not in order"
    for i in range(LOOKED):
        if s.top[seat][i] >= r.kinds or (i >= s.top_size[seat] and s.top[seat][i]):
            return "top: there is no such card on top of a deck"
    if s.field[seat] and r.card[s.field[seat] - 1].type != FIELD:
        return "fields: a card in a field zone is no field"
    if s.resolving[seat] > r.kinds or s.resolving[seat] and r.card[s.resolving[seat] - 1].type != ASSIST:
        return "pending.resolving: a card whose effects wait is no assist"
    return NULL


cdef const char* _check_pieces(const Rules* r, const Table* s) noexcept nogil:
    cdef Piece nothing
    cdef const Piece* p
    cdef const char* problem
    cdef int square
    cdef uint32_t auras = 0
    memset(&nothing, 0, sizeof(Piece))
    if s.cards[0] & s.cards[1] or (s.cards[0] | s.cards[1]) & ~r.on or s.auras & ~(s.cards[0] | s.cards[1]):
        return "cards.square: a card is on no square of the board, or two are on one"
    if s.todo & (r.on & ~taken(s)) or s.todo & ~(r.on | bit(TOP) | <uint32_t>1 << ZONE):
        return "pending.todo: must be squares of cards in play, hero or field"
    for square in range(SQUARES):
        p = &s.at[square]
        if not (taken(s) >> square) & 1:
            if memcmp(p, &nothing, sizeof(Piece)):
                return "cards.square: an empty square is not empty"
            continue
        problem = _check_piece(r, p)
        if problem != NULL:
            return problem
        if (r.card[p.card - 1].has >> ALWAYS) & 1:
            auras |= bit(square)
    if auras != s.auras:
        return "cards: the standing effects are not marked"
    return _check_items(r, s)


cdef const char* _check_piece(const Rules* r, const Piece* p) noexcept nogil:
    """A card in play by itself."""
    if not 0 < p.card <= r.kinds or (r.card[p.card - 1].type != UNIT and r.card[p.card - 1].type != HERO):
        return "cards.card: a card in play must be a unit or a hero; items go to the card that has them"
    if p.flags >= FLAGS or p.frozen > 2 or p.stunned > 2:
        return "cards.frozen: a card in play must have marks that exist"
    if p.copied > r.kinds or p.copied and r.card[p.copied - 1].type != UNIT:
        return "cards.copied: must be a unit, or null"
    if max(p.damage, p.poison, max(p.grown, p.stronger)) > MOST_COUNTED:
        return "cards.damage: damage, poison or a bonus of a card in play is too high a number"
    return NULL


cdef const char* _check_items(const Rules* r, const Table* s) noexcept nogil:
    """Items are cards that can be attached, by square, and counted at their cards."""
    cdef int count[SQUARES]
    cdef int i, square
    memset(count, 0, sizeof(count))
    if s.items > ITEMS:
        return "cards.items: there are more items than two decks have"
    for i in range(ITEMS):
        square = s.item[i].square
        if i >= s.items:
            if square or s.item[i].kind:
                return "cards.items: the end of the list of items is not empty"
            continue
        if square >= SQUARES or not (taken(s) >> square) & 1:
            return "cards.items: an item is attached to no card"
        if s.item[i].kind >= r.kinds or not (r.attachable >> s.item[i].kind) & 1:
            return "cards.items: a card that is attached is no item"
        if i and square < s.item[i - 1].square:
            return "cards.items: the items are not in the order of their squares"
        if not (r.card[s.item[i].kind].onto >> (s.at[square].card - 1)) & 1:
            return "cards.items: an item is attached to a card that cannot have it"
        count[square] += 1
    for square in range(SQUARES):
        if count[square] != s.at[square].items:
            return "cards.items: the items of a card are not counted"
    return NULL


cdef inline bint _is_place(const Rules* r, int square) noexcept nogil:
    return square == NONE or (square < SQUARES and (r.on >> square) & 1)


cdef inline int _most_steps(const Effect* e) noexcept nogil:
    if e.verb == DISCARD:
        return 2 * e.amount
    return 1 if e.verb >= SIDESTEP and e.verb <= SWAP else 0


cdef const char* _check_links(const Rules* r, const Table* s) noexcept nogil:
    cdef Link nothing
    cdef const char* problem
    cdef int i
    memset(&nothing, 0, sizeof(Link))
    if not _is_place(r, s.attacker) or not _is_place(r, s.defender) or s.links > LINKS:
        return "pending.attacker: a card in combat is on no square of the board"
    for i in range(LINKS):
        if i >= s.links:
            if memcmp(&s.link[i], &nothing, sizeof(Link)):
                return "pending.chain: the end of the chain is not empty"
            continue
        problem = check_waiting(r, s, i)
        if problem != NULL:
            return problem
    return NULL


cdef const char* check_waiting(const Rules* r, const Table* s, int i) noexcept nogil:
    """An effect of the chain by itself."""
    cdef const Link* link = &s.link[i]
    cdef const Effect* e
    if link.effect >= r.effects or link.seat > 1 or not _is_place(r, link.source) or (
            not _is_place(r, link.subject)):
        return "pending.chain.effect: there is no such effect"
    e = &r.effect[link.effect]
    if e.verb == UNDO_MOVE:
        if not _is_place(r, link.step) or link.step == NONE:
            return "pending.chain.moved_from: must be the square where the move began, as must `defender`"
    elif link.step > _most_steps(e):
        return "pending.chain.discarded: is more than the effect discards"
    if link.source != NONE and e.when != DESTROYED and not _has_effect(s, link, e):
        return "pending.chain.source: must be the square of a card of the seat that has the effect, or null"
    if link.subject != NONE and not (taken(s) >> link.subject) & 1:
        return "pending.chain.subject: must be the square of a card in play, or null"
    if e.verb >= SIDESTEP and e.verb <= SWAP and link.step and (
            link.subject != NONE and e.verb == SWAP and seat_at(s, link.subject) != link.seat):
        return "pending.chain.subject: must be a card of the same seat, as two are exchanged"
    if e.verb >= SHARPEN:
        return "pending.chain.effect: must be no standing effect, which never waits"
    return NULL


cdef bint _has_effect(const Table* s, const Link* link, const Effect* e) noexcept nogil:
    """Whether an effect's square has a card of its owner that has the effect, by itself or by an item."""
    cdef int i
    if not (s.cards[link.seat] >> link.source) & 1:
        return False
    for i in range(s.items):
        if s.item[i].square == link.source and s.item[i].kind == e.kind:
            return True
    return s.at[link.source].card == e.kind + 1


# -- cards

cdef const char* _check_cards(const Rules* r, const Table* s) noexcept nogil:
    cdef int total[KINDS]
    cdef int seat, kind, i
    cdef uint32_t m
    for seat in range(2):
        if (s.hand_size[seat] != size_of(&s.hand[seat]) or s.deck_size[seat] != size_of(&s.deck[seat])
                + s.top_size[seat]):
            return "hand_sizes: the cards of a hand or a deck do not add up to its size"
        memset(total, 0, sizeof(total))
        for kind in range(KINDS):
            if kind >= r.kinds or r.card[kind].type == HERO:
                if holds(&s.hand[seat], kind) or holds(&s.deck[seat], kind) or (
                        kind >= r.kinds and holds(&s.discard[seat], kind)):
                    return "hand: a hand or a deck has a card that is none of a main deck"
            if count_of(&s.known[seat], kind) > count_of(&s.hand[seat], kind):
                return "known: must be cards of the hand"
            total[kind] = (count_of(&s.hand[seat], kind) + count_of(&s.deck[seat], kind)
                           + count_of(&s.discard[seat], kind))
        m = s.cards[seat]
        while m:
            total[s.at[take_bit32(&m)].card - 1] += 1
        for i in range(s.items):
            if seat_at(s, s.item[i].square) == seat:
                total[s.item[i].kind] += 1
        if s.field[seat]:
            total[s.field[seat] - 1] += 1
        if s.resolving[seat]:
            total[s.resolving[seat] - 1] += 1
        for i in range(s.penalty_size[seat]):
            total[s.penalty[seat][i]] += 1
        for i in range(s.top_size[seat]):
            total[s.top[seat][i]] += 1
        if not _adds_up(r, s, seat, total):
            return "cards: with hand, piles, items and heroes the cards of a seat are not those of its deck"
    return NULL


cdef bint _adds_up(const Rules* r, const Table* s, int seat, int* total) noexcept nogil:
    """Whether a seat has the cards of its deck, or of any legal deck where decks are not known."""
    cdef int kind, i, size = 0
    for i in range(s.heroes_out[seat]):
        total[s.hero[seat][i]] -= 1
    for kind in range(KINDS):
        if kind < r.kinds and r.card[kind].type != HERO:
            size += total[kind]
            if r.open_lists and total[kind] != count_of(&r.list[seat], kind) or total[kind] > COPIES:
                return False
        elif total[kind]:
            return False
    return SMALLEST <= size <= LARGEST


# -- the course of the game

cdef const char* _check_course(const Rules* r, const Table* s) noexcept nogil:
    """What the game asks, asked anew, is the same."""
    cdef Table again
    cdef const char* problem
    if s.phase == ROLL_PHASE or s.phase == SEAT_PHASE:
        if s.stage != OPENING or s.links or s.draws[0] or s.draws[1] or s.turn or s.first:
            return "set_up: must be of the stage opening at the die roll, with empty hands and piles"
        if s.mover != (CHANCE if s.phase == ROLL_PHASE else <int>s.winner):
            return "set_up.winner: another is to move, the seat that has won the die roll"
        return _check_opening(s)
    problem = _check_set_up(s)
    if problem != NULL:
        return problem
    if s.stage == OPENING and not s.draws[0] and not s.draws[1]:
        return "hand_sizes: the opening hands are drawn"
    if s.phase == OVER_PHASE:
        return _check_over(r, s)
    problem = check_combat(r, s)
    if problem != NULL:
        return problem
    memcpy(&again, s, sizeof(Table))
    go_on(r, &again)
    if memcmp(&again, s, sizeof(Table)):
        return "phase: the phase is not what the rest of the view makes it"
    return NULL


cdef const char* check_combat(const Rules* r, const Table* s) noexcept nogil:
    """What must hold for the game to go on from here: of attacker, defender and a card being placed."""
    if not s.penalty_size[0] and s.stage > PENALTIES or not s.penalty_size[1] and s.stage > PENALTIES:
        return "penalty_sizes: a penalty pile is empty, and the game not over"
    if s.result:
        return "winner: the game has a result, and is not over"
    if s.attacker != NONE and not (taken(s) >> s.attacker) & 1:
        return "pending.attacker: must be the square of a card in play, or null"
    if s.defender != NONE and s.stage != MOVED and not (s.cards[1 - active(s)] >> s.defender) & 1:
        return "pending.defender: must be the square of a card of the other seat, or null"
    if s.attacker != NONE and not (s.cards[active(s)] >> s.attacker) & 1:
        return "pending.attacker: must be the square of a card of the active seat, or null"
    if s.stage == STRIKING_DIRECTLY and (s.window or not s.links) and (s.attacker == NONE or not (
            enemy_half(active(s)) >> s.attacker) & 1):
        return "pending.attacker: must be a card of the active seat in the enemy's two rows"
    if (s.stage <= ACTING or s.stage == ENDING) and (s.attacker != NONE or s.defender != NONE):
        return "pending.attacker: must be null, as must `defender`: nobody fights in this stage"
    if s.stage == MOVED and s.window and not _has_moved(r, s):
        return "pending.attacker: must be a card marked `moved`, one step from the free square `defender`"
    if s.stage >= STRIKING and s.stage != ENDING and s.attacker != NONE and (
            not s.at[s.attacker].flags & HAS_ATTACKED):
        return "cards.attacked: must be true of the card on the square `pending.attacker`"
    if s.stage == STRIKING and s.window and (s.attacker == NONE or s.defender == NONE
                                             or ahead(s.attacker, active(s)) != s.defender):
        return "pending.defender: must be the square in front of the attacker"
    if s.window and (s.stage == ACTING or s.stage == BATTLE or s.stage == AFTER_BATTLE or s.stage == ENDING):
        return "pending.window: must be false: in this stage there is nothing to react to"
    if s.playing != NONE and not _is_placing(r, s):
        return "pending.placing: must be a card that is where `from` says; of the hand one of `known`"
    return _check_played(r, s)


cdef bint _has_moved(const Rules* r, const Table* s) noexcept nogil:
    """Whether a card stands one step from where its move began, which is free."""
    cdef int seat = active(s)
    if s.attacker == NONE or s.defender == NONE or (taken(s) >> s.defender) & 1:
        return False
    return (s.at[s.attacker].flags & HAS_MOVED != 0
            and ((beside(r, s.defender) | bit_or_none(ahead(s.defender, seat))) >> s.attacker) & 1)


cdef const char* _check_played(const Rules* r, const Table* s) noexcept nogil:
    """Assists whose effect waits lie in no pile; reacts answer what has happened."""
    cdef const char* problem = NULL
    cdef int seat, i
    for seat in range(2):
        if s.resolving[seat] and s.window and (seat != active(s) or s.stage != PLAYED_CARD):
            return "pending.resolving: an assist is resolved that was not played"
    for i in range(s.links):
        problem = _check_link(r, s, &s.link[i], &r.effect[s.link[i].effect])
        if problem != NULL:
            return problem
    return _check_answered(r, s)


cdef const char* _check_link(const Rules* r, const Table* s, const Link* link,
                             const Effect* e) noexcept nogil:
    if r.card[e.kind].type == ASSIST and s.resolving[link.seat] != e.kind + 1:
        return "pending.resolving: must name each assist in `chain`, for the seat of its effect"
    if e.when == PLAYED and (link.seat != active(s) or s.stage != PLAYED_CARD or s.answered != e.kind):
        return "pending.stage: must be played_card, and the effect the active seat's"
    if e.verb == ATTACH and link.source == NONE and not is_at_hand(r, s, e, link) and s.stage == ACTING:
        return "pending.chain.card: a card that is to be attached is not there"
    if e.when < FIRST_REACT or e.when >= FIRST_REACT + REACTS:
        return NULL
    if link.seat == active(s) or s.window or s.stage != _stage_of(e.when):
        return "pending.stage: must be what the react in `chain` answers, of the other seat"
    if e.when != ENEMY_MOVES:
        return NULL
    if e.verb == UNDO_MOVE and link.step != s.defender or not (
            link.subject == NONE or link.subject == s.attacker):
        return "pending.chain: a react answers no move"
    if link.subject != NONE and not (taken(s) >> s.defender) & 1 and not _has_moved(r, s):
        return "pending.defender: no card has moved"
    return NULL


cdef int _stage_of(int when) noexcept nogil:
    """The stage in which reacts of a time are asked for."""
    if when == ENEMY_PLAYS:
        return PLAYED_CARD
    if when == ENEMY_USES:
        return USED_EFFECT
    if when == ENEMY_MOVES:
        return MOVED
    return STRIKING if when == ALLY_ATTACKED else STRIKING_DIRECTLY


cdef const char* _check_answered(const Rules* r, const Table* s) noexcept nogil:
    """A card that was played or used is where that leaves it, while it can be answered."""
    cdef int type, i
    if s.answered == NONE or not s.window:
        return NULL
    for i in range(s.links):
        if s.link[i].seat != active(s) or r.effect[s.link[i].effect].kind != s.answered:
            return "pending.chain: an effect waits that is not of the card that was played or used"
    type = r.card[s.answered].type
    if s.attacker != NONE:
        if s.at[s.attacker].card != s.answered + 1 or (
                s.stage == PLAYED_CARD and type != UNIT and type != HERO):
            return "pending.answered: the card that was played or used is not where it is said to be"
        return NULL
    if s.stage == USED_EFFECT and s.links:
        return NULL
    if s.stage == USED_EFFECT:
        return "pending.chain: no effect waits that was used"
    if type == UNIT or type == HERO:
        return "pending.attacker: the card that was played is on no square"
    if type == FIELD and s.field[active(s)] != s.answered + 1:
        return "fields: the field that was played is not there"
    if type == ASSIST and s.resolving[active(s)] != s.answered + 1:
        return "pending.resolving: the assist that was played is not there"
    return NULL


cdef const char* _check_opening(const Table* s) noexcept nogil:
    cdef int seat
    for seat in range(2):
        if s.hand_size[seat] or s.penalty_size[seat] or s.exchanged[seat]:
            return "set_up: must be of the stage opening at the die roll, with empty hands and piles"
    if s.phase == ROLL_PHASE and s.winner:
        return "set_up.winner: nobody has won the die roll yet"
    return _check_set_up(s)


cdef const char* _check_set_up(const Table* s) noexcept nogil:
    """Before the first turn nothing has been played."""
    cdef int seat, missing
    cdef bint has_kept
    if s.winner and s.phase != SEAT_PHASE:
        return "set_up.winner: the winner of the die roll has chosen"
    if s.stage > PENALTIES:
        if s.exchanged[0] or s.exchanged[1]:
            return "set_up.exchanged: cards are exchanged before the first turn"
        return NULL
    if s.turn or s.links or s.moves or s.heroes_summoned or s.hero_due or s.playing != NONE or s.todo or (
            s.resolving[0] or s.resolving[1]):
        return "turn: the set-up comes before the first turn"
    for seat in range(2):
        if (s.cards[seat] or s.field[seat] or s.heroes_out[seat] or s.stamina[seat] or s.searched[seat]
                or s.top_size[seat] or s.lost[seat] or size_of(&s.discard[seat]) or size_of(&s.known[seat])):
            return "cards: the set-up comes before the first turn: no card is in play, and no stamina spent"
        if s.phase == ROLL_PHASE or s.phase == SEAT_PHASE:
            continue
        has_kept = s.stage > (FIRST_EXCHANGE if seat == s.first else SECOND_EXCHANGE)
        missing = s.draws[seat] if has_kept or s.stage == OPENING else s.exchanged[seat]
        if s.hand_size[seat] + missing != HAND or (s.stage == OPENING and s.exchanged[seat]):
            return "hand_sizes: must be 5 less the cards put back, or in the stage opening to be drawn"
        if s.stage != OPENING and s.draws[seat] > (s.exchanged[seat] if has_kept else 0) or (
                s.penalty_size[seat] and s.stage != PENALTIES):
            return "set_up.draws: must be at most the cards that were put back, and penalties come last"
    return NULL


cdef const char* _check_over(const Rules* r, const Table* s) noexcept nogil:
    cdef int won = 0
    if s.mover != OVER or s.links or s.todo or s.playing != NONE or s.attacker != NONE or s.window:
        return "pending: nothing is asked when the game is over"
    if s.stage != ACTING or s.defender != NONE or s.draws[0] or s.draws[1] or s.hero_due or (
            s.resolving[0] or s.resolving[1]):
        return "pending: nothing is asked when the game is over"
    if not s.penalty_size[0] and not s.penalty_size[1]:
        return "penalty_sizes: both penalty piles are empty"
    if not s.penalty_size[1 - active(s)] and s.turn < r.turn_limit:
        won = 1 + active(s)
    elif s.turn == r.turn_limit and s.penalty_size[0] and s.penalty_size[1]:
        won = result_of(s)
    if not won or s.result != won:
        return "winner: the game is not over, or another has won"
    return NULL


cdef bint _is_placing(const Rules* r, const Table* s) noexcept nogil:
    """Whether the card that is being placed is where it is said to come from."""
    cdef int type = r.card[s.playing].type
    if s.playing_from == FROM_HEROES:
        return s.playing == top_hero(s, s.placer) and s.placer == active(s) and not s.links
    if s.playing_from == FROM_DISCARD:
        return type == UNIT and holds(&s.discard[s.placer], s.playing)
    return ((type == UNIT or type == ITEM) and holds(&s.known[s.placer], s.playing)
            and s.placer == active(s) and not s.links and s.stage == ACTING
            and cost_of(r, s, s.placer, s.playing) <= s.stamina[s.placer])
