"""Phase 2 up to the fight: whom to face, deployment, conditions of engagement, dice (RULES.md 2.2 to 2.4)."""
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memmove

from battlewise.core.bits cimport bit, take_bit
from battlewise.core.game cimport CHANCE, MoveList, move_t
from battlewise.core.games.history.rules.battle cimport Lineup, fight, line_up, link_bits
from battlewise.core.games.history.rules.restoration cimport restore_table
from battlewise.core.games.history.rules.rewards cimport settle
from battlewise.core.games.history.rules.travel cimport can_tighten_up
from battlewise.core.games.history.state cimport *
from battlewise.core.moves cimport move_kind, move_a, move_b, add, add_each


# -- 2.2 Whom to face

cdef inline bint can_be_challenged(const Rules* r, const Journey* s, int seat) noexcept nogil:
    cdef int attacker = active(r, s)
    return seat != attacker and s.era[seat] == s.era[attacker] and s.hand[seat]


cdef void begin_battle(const Rules* r, Journey* s) noexcept nogil:
    """Phase 2 begins, unless there is nobody to deploy or nothing to face."""
    cdef MoveList moves
    moves.n = 0
    ask(s, FACE_PHASE, active(r, s))
    legal_in_face(r, s, &moves)
    if not s.hand[s.mover] or not moves.n:
        restore_table(r, s)


cdef void legal_in_face(const Rules* r, const Journey* s, MoveList* out) noexcept nogil:
    """An open card of the era, a player there, or with Chase a card of the era's discard pile; if there is
    something to face, Tighten up before.
    """
    cdef int attacker = active(r, s)
    cdef int seat
    add_each(out, FIGHT, s.open & r.of_era[s.era[attacker]])
    if holds(r, s, attacker, r.chase_tokens):
        add_each(out, CHASE, s.era_discard & r.of_era[s.era[attacker]])
    for seat in range(r.seats):
        if can_be_challenged(r, s, seat):
            add(out, CHALLENGE, seat, 0)
    if out.n and can_tighten_up(r, s, attacker):
        add(out, TIGHTEN, 0, 0)


cdef void face(const Rules* r, Journey* s, move_t move) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int a = move_a(move)
    cdef int token = 0
    if kind == CHALLENGE:
        s.defender = a
        ask(s, DEFEND_PHASE, a)
        return
    s.defender = BOARD
    s.line[DEFENDER][0] = a
    s.size[DEFENDER] = 1
    if kind == FIGHT:
        s.open &= ~bit(a)
        go_on_with_chain(r, s)
        return
    while not (r.chase_tokens >> token & 1 and s.held[s.mover][token]):
        token += 1
    s.held[s.mover][token] -= 1
    s.token_discard[token] += 1
    s.era_discard &= ~bit(a)
    ask(s, DEPLOY_PHASE, active(r, s))


# -- 2.2 Links on the main board

cdef uint64_t joinable(const Rules* r, const Journey* s, int side) noexcept nogil:
    """Open cards that link with the chain's front (JOIN_FRONT) or back (JOIN_BACK)."""
    cdef uint64_t cards = s.open, found = 0
    cdef int card
    while cards:
        card = take_bit(&cards)
        if side == JOIN_FRONT:
            if r.joins[card] >> s.line[DEFENDER][0] & 1:
                found |= bit(card)
        elif r.joins[s.line[DEFENDER][s.size[DEFENDER] - 1]] >> card & 1:
            found |= bit(card)
    return found


cdef void go_on_with_chain(const Rules* r, Journey* s) noexcept nogil:
    if s.size[DEFENDER] < DEFENDERS and joinable(r, s, JOIN_FRONT) | joinable(r, s, JOIN_BACK):
        ask(s, CHAIN_PHASE, active(r, s))
    else:
        ask(s, DEPLOY_PHASE, active(r, s))


cdef void legal_in_chain(const Rules* r, const Journey* s, MoveList* out) noexcept nogil:
    add(out, ENOUGH, 0, 0)
    add_each(out, JOIN_FRONT, joinable(r, s, JOIN_FRONT))
    add_each(out, JOIN_BACK, joinable(r, s, JOIN_BACK))
    if can_tighten_up(r, s, s.mover):
        add(out, TIGHTEN, 0, 0)


cdef void join_chain(const Rules* r, Journey* s, move_t move) noexcept nogil:
    cdef int kind = move_kind(move)
    cdef int card = move_a(move)
    if kind == ENOUGH:
        ask(s, DEPLOY_PHASE, active(r, s))
        return
    s.open &= ~bit(card)
    if kind == JOIN_FRONT:
        memmove(&s.line[DEFENDER][1], &s.line[DEFENDER][0], s.size[DEFENDER])
        s.line[DEFENDER][0] = card
    else:
        s.line[DEFENDER][s.size[DEFENDER]] = card
    s.size[DEFENDER] += 1
    go_on_with_chain(r, s)


# -- 2.3 Deployment

cdef inline int deploying(const Journey* s) noexcept nogil:
    return DEFENDER if s.phase == DEFEND_PHASE or s.phase == DEFEND_ARM_PHASE else ATTACKER


cdef void legal_in_deployment(const Rules* r, const Journey* s, MoveList* out) noexcept nogil:
    """The next unit behind those deployed, or that they are enough; before that, Tighten up."""
    if s.size[deploying(s)]:
        add(out, READY, 0, 0)
    add_each(out, DEPLOY, s.hand[s.mover])
    if can_tighten_up(r, s, s.mover):
        add(out, TIGHTEN, 0, 0)


cdef void deploy(const Rules* r, Journey* s, move_t move) noexcept nogil:
    cdef int side = deploying(s)
    cdef int card = move_a(move)
    if move_kind(move) == DEPLOY:
        leave_hand(s, s.mover, bit(card))
        s.line[side][s.size[side]] = card
        s.size[side] += 1
        if s.size[side] < (DEFENDERS if side == DEFENDER else DEPLOYED) and (
                s.hand[s.mover] or can_tighten_up(r, s, s.mover)):
            return
    if side == DEFENDER:
        ask(s, DEFEND_ARM_PHASE, s.defender)
        go_on_arming(r, s)
    else:
        engage(r, s)


# -- 2.4 Reinforcements, links, assault

cdef int calling(const Rules* r, const Journey* s, uint64_t* reserves, int* icon) noexcept nogil:
    """The side whose next reinforcement comes, NOBODY when all have come.

    :param reserves: becomes the deck it comes from.
    :param icon: becomes the number of the icon that calls it; icons before it are answered or lost.
    """
    cdef int side, i, before, own, seat
    for side in range(2):
        before = 0
        for i in range(s.size[side] if s.size[side] < (SHIELD if side == DEFENDER else SLOTS) else 0):
            own = r.unit[s.line[side][i]].reinforcements
            if s.calls[side] < before + own:
                seat = seat_of(r, s, side)
                reserves[0] = (s.era_deck & r.of_era[r.unit[s.line[side][i]].era] if seat == BOARD
                               else s.deck[seat])
                icon[0] = max(before, <int>s.calls[side])
                if reserves[0]:
                    return side
            before += own
    return NOBODY


cdef void engagement_links(const Rules* r, const Journey* s, uint8_t* links) noexcept nogil:
    """Lay the link counters; each assault icon takes one of the other side's, from the front, at once."""
    cdef int side, i
    for side in range(2):
        links[side] = link_bits(r, s.line[side], s.size[side], side)
    for side in range(2):
        for i in range(s.size[side]):
            cut(&links[1 - side], r.unit[s.line[side][i]].assault)
            if s.armed[side][i]:
                cut(&links[1 - side], r.token[s.armed[side][i] - 1].assault)


cdef void engage(const Rules* r, Journey* s) noexcept nogil:
    """All are deployed: go on to the next reinforcement, or to links, assault and warfare tokens."""
    cdef uint64_t reserves = 0
    cdef int icon = 0
    if calling(r, s, &reserves, &icon) != NOBODY:
        ask(s, REINFORCE_PHASE, CHANCE)
        return
    s.calls[0] = s.calls[1] = 0
    engagement_links(r, s, s.links)
    ask(s, ARM_PHASE, active(r, s))
    go_on_arming(r, s)


cdef void reinforce(const Rules* r, Journey* s, int card) noexcept nogil:
    cdef uint64_t reserves = 0
    cdef int icon = 0
    cdef int side = calling(r, s, &reserves, &icon)
    cdef int seat = seat_of(r, s, side)
    s.calls[side] = icon + 1
    if seat == BOARD:
        s.era_deck &= ~bit(card)
    else:
        leave_deck(s, seat, bit(card))
    s.line[side][s.size[side]] = card
    s.size[side] += 1
    engage(r, s)


cdef inline void cut(uint8_t* links, int icons) noexcept nogil:
    """Take counters away, from the battlefront."""
    while icons and links[0]:
        links[0] &= links[0] - 1
        icons -= 1


# -- 2.4 Warfare tokens

cdef int next_to_arm(const Journey* s, int side) noexcept nogil:
    """Units are armed from the front to the back; none of the three tokens is left: the line-up's end."""
    cdef int i, armed = 0, next_one = 0
    for i in range(s.size[side]):
        if s.armed[side][i]:
            armed += 1
            next_one = i + 1
    return next_one if armed < MOST_HELD else s.size[side]


cdef void legal_in_arming(const Rules* r, const Journey* s, MoveList* out) noexcept nogil:
    cdef int side = deploying(s)
    cdef int kind, unit
    add(out, NO_ARMS, 0, 0)
    for kind in range(r.kinds):
        if r.battle_tokens >> kind & 1 and s.held[s.mover][kind]:
            for unit in range(next_to_arm(s, side), s.size[side]):
                add(out, ARM, kind, unit)


cdef void go_on_arming(const Rules* r, Journey* s) noexcept nogil:
    """Ask for the next token, if there is one and a unit for it."""
    cdef int side = deploying(s)
    if not holds(r, s, s.mover, r.battle_tokens) or next_to_arm(s, side) >= s.size[side]:
        end_arming(r, s)


cdef void end_arming(const Rules* r, Journey* s) noexcept nogil:
    if s.phase == DEFEND_ARM_PHASE:
        ask(s, DEPLOY_PHASE, active(r, s))
    else:
        ask(s, DICE_PHASE, CHANCE)


cdef void arm(const Rules* r, Journey* s, move_t move) noexcept nogil:
    cdef int side = deploying(s)
    cdef int kind = move_a(move)
    if move_kind(move) == NO_ARMS:
        end_arming(r, s)
        return
    s.held[s.mover][kind] -= 1
    s.armed[side][move_b(move)] = kind + 1
    if side == ATTACKER:
        cut(&s.links[DEFENDER], r.token[kind].assault)
    go_on_arming(r, s)


# -- 2.4 Dice

cdef int die_of(const Journey* s, int side) noexcept nogil:
    """Which die a side rolls: 0 the strong one, 1 the risky one."""
    return (s.size[ATTACKER] > 3) != (side == DEFENDER)


cdef int relaunches(const Rules* r, const Journey* s, int side) noexcept nogil:
    cdef int i, n = 0
    for i in range(s.size[side]):
        n += r.unit[s.line[side][i]].relaunch
        if s.armed[side][i]:
            n += r.token[s.armed[side][i] - 1].relaunch
    return n


cdef void roll_dice(const Rules* r, Journey* s, int strong, int risky) noexcept nogil:
    cdef int side
    for side in range(2):
        s.die[side] = risky if die_of(s, side) else strong
        s.rerolls[side] = relaunches(r, s, side)
    go_on_relaunching(r, s)


cdef void go_on_relaunching(const Rules* r, Journey* s) noexcept nogil:
    """The defender first; units of the board roll again only what is negative."""
    if s.rerolls[DEFENDER]:
        s.roller = DEFENDER
        if challenge(s):
            ask(s, RELAUNCH_PHASE, s.defender)
            return
        if r.die[die_of(s, DEFENDER)].negative[s.die[DEFENDER]]:
            ask(s, REROLL_PHASE, CHANCE)
            return
        s.rerolls[DEFENDER] = 0
    s.roller = ATTACKER
    if s.rerolls[ATTACKER]:
        ask(s, RELAUNCH_PHASE, active(r, s))
        return
    join_battle(r, s)


cdef void relaunch(const Rules* r, Journey* s, bint again) noexcept nogil:
    if again:
        ask(s, REROLL_PHASE, CHANCE)
    else:
        s.rerolls[s.roller] = 0
        go_on_relaunching(r, s)


cdef void reroll(const Rules* r, Journey* s, int shown) noexcept nogil:
    s.die[s.roller] = shown
    s.rerolls[s.roller] -= 1
    go_on_relaunching(r, s)


# -- 2.5

cdef void join_battle(const Rules* r, Journey* s) noexcept nogil:
    cdef Lineup side[2]
    cdef uint8_t standing[2]
    cdef int i
    for i in range(2):
        line_up(r, s.line[i], s.armed[i], s.size[i], s.links[i], &side[i])
    fight(&side[0], &side[1], r.die[die_of(s, 0)].value[s.die[0]], r.die[die_of(s, 1)].value[s.die[1]],
          standing, NULL)
    settle(r, s, standing)
