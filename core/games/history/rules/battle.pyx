"""The course of the battle (RULES.md 2.5): three lines of combat, damage, links and abilities."""
from libc.stdint cimport int8_t, uint8_t
from libc.string cimport memset

from battlewise.core.bits cimport first_bit, count_bits
from battlewise.core.games.history.state cimport *


# -- links

cdef bint linked(const Rules* r, int front, int back) noexcept nogil:
    """Whether a card links with the one behind it, as cards lie on the defender board (2.3.2)."""
    cdef int kind = r.unit[front].link_right
    cdef int distance = <int>r.unit[front].era - <int>r.unit[back].era
    return kind and kind == r.unit[back].link_left and -1 <= distance <= 1


cdef int link_bits(const Rules* r, const uint8_t* cards, int n, int side) noexcept nogil:
    """The link counters of a line-up. The attacker's cards lie the other way round."""
    cdef int i, bits = 0
    for i in range(n - 1):
        if linked(r, cards[i], cards[i + 1]) if side == DEFENDER else linked(r, cards[i + 1], cards[i]):
            bits |= 1 << i
    return bits


# -- line-ups

cdef void line_up(const Rules* r, const uint8_t* cards, const uint8_t* armed, int n, int links,
                  Lineup* out) noexcept nogil:
    """:param armed: by unit a warfare token + 1, 0 for none."""
    cdef const UnitCard* card
    cdef const TokenCard* token
    cdef int i, line
    out.n = n
    out.links = links
    out.special = False
    for line in range(LINES):
        out.total[line] = 0
    for i in range(n):
        card = &r.unit[cards[i]]
        out.health[i] = card.health
        out.heroic_death[i] = card.heroic_death
        out.accuracy[i] = card.accuracy
        out.diversion[i] = card.diversion
        for line in range(LINES):
            out.value[i][line] = card.value[line]
        if armed[i]:
            token = &r.token[armed[i] - 1]
            out.heroic_death[i] += token.heroic_death
            out.accuracy[i] += token.accuracy
            out.diversion[i] += token.diversion
            for line in range(LINES):
                out.value[i][line] += token.value[line]
        out.special |= out.accuracy[i] or out.diversion[i]
        for line in range(LINES):
            out.total[line] += out.value[i][line]


# -- damage

cdef struct Fight:
    const Lineup* side[2]
    int total[2][LINES]          # of the units still standing
    int8_t health[2][SLOTS]
    int pending[2]               # damage of heroic deaths still to be suffered
    uint8_t standing[2]          # bits
    uint8_t links[2]
    Report* report


cdef inline void note(Fight* f, int line, int side, int unit, bint heroic, bint by_link) noexcept nogil:
    cdef Blow* blow
    if f.report == NULL or f.report.blows == MOST_BLOWS:
        return
    blow = &f.report.blow[f.report.blows]
    f.report.blows += 1
    blow.line, blow.side, blow.unit, blow.heroic, blow.linked = line, side, unit, heroic, by_link
    blow.defeated = not by_link and f.health[side][unit] == 0


cdef inline bint damage(Fight* f, int line, int side, int unit, bint heroic) noexcept nogil:
    """One damage point aimed at a unit; whether it is defeated. Of two counters the front one goes first."""
    cdef int counters = f.links[side] & (((1 << unit) | ((1 << unit) >> 1)))
    cdef int i
    if counters:
        f.links[side] &= ~(counters & -counters)
        note(f, line, side, unit, heroic, True)
        return False
    f.health[side][unit] -= 1
    note(f, line, side, unit, heroic, False)
    if f.health[side][unit]:
        return False
    f.standing[side] &= ~(1 << unit)
    for i in range(LINES):
        f.total[side][i] -= f.side[side].value[unit][i]
    return True


cdef inline int front(const Fight* f, int side) noexcept nogil:
    return first_bit(f.standing[side])


cdef void heroic_deaths(Fight* f, int line) noexcept nogil:
    """Damage that defeated units inflict, from the front; it may chain."""
    cdef int side, unit
    while f.pending[0] or f.pending[1]:
        side = ATTACKER if f.pending[0] else DEFENDER
        f.pending[side] -= 1
        if f.standing[side]:
            unit = front(f, side)
            if damage(f, line, side, unit, True):
                f.pending[1 - side] += f.side[side].heroic_death[unit]


cdef void inflict(Fight* f, int line, int side, int points) noexcept nogil:
    """The damage of a line of combat: to diverting units first, from the front; the first points are
    accurate."""
    cdef int8_t diverts[SLOTS]
    cdef int accurate = 0, diverted = 0
    cdef int i, unit
    cdef bint special = f.side[0].special or f.side[1].special
    if special:
        for i in range(f.side[1 - side].n):
            if f.standing[1 - side] >> i & 1:
                accurate += f.side[1 - side].accuracy[i]
        for i in range(f.side[side].n):
            diverts[i] = f.side[side].diversion[i] if f.standing[side] >> i & 1 else 0
            diverted += diverts[i]
    for i in range(points):
        if not f.standing[side]:
            return
        unit = front(f, side)
        if diverted:
            unit = diverting(f, side, diverts, unit)
        if damage(f, line, side, unit, False) and f.side[side].heroic_death[unit] and i >= accurate:
            f.pending[1 - side] += f.side[side].heroic_death[unit]
            heroic_deaths(f, line)


cdef inline int diverting(const Fight* f, int side, int8_t* diverts, int otherwise) noexcept nogil:
    """The first unit that still diverts damage of this line."""
    cdef int i
    for i in range(f.side[side].n):
        if diverts[i] and f.standing[side] >> i & 1:
            diverts[i] -= 1
            return i
    return otherwise


# -- the three lines of combat

cdef void fight(const Lineup* attacker, const Lineup* defender, const int8_t* attack_die,
                const int8_t* defence_die, uint8_t* standing, Report* report) noexcept nogil:
    """Fight a battle whose dice are thrown.

    :param standing: becomes, by side, the units that survive, as bits.
    :param report: what happened, unless NULL.
    """
    cdef Fight f
    cdef int line, attack, defence, side
    f.side[0], f.side[1] = attacker, defender
    f.report = report
    f.pending[0] = f.pending[1] = 0
    for side in range(2):
        f.standing[side] = (1 << f.side[side].n) - 1
        f.links[side] = f.side[side].links
        for line in range(LINES):
            f.total[side][line] = f.side[side].total[line]
        for line in range(f.side[side].n):
            f.health[side][line] = f.side[side].health[line]
    if report != NULL:
        memset(report, 0, sizeof(Report))
    for line in range(LINES):
        if not f.standing[0] or not f.standing[1]:
            break
        attack = max(f.total[0][line] + attack_die[line], 0)
        defence = max(f.total[1][line] + defence_die[line], 0)
        if report != NULL:
            report.lines = line + 1
            report.totals[line][0], report.totals[line][1] = attack, defence
        if attack > defence:
            inflict(&f, line, DEFENDER, attack - defence)
        elif defence > attack:
            inflict(&f, line, ATTACKER, defence - attack)
    standing[0], standing[1] = f.standing[0], f.standing[1]


cdef int victor(const uint8_t* standing) noexcept nogil:
    """The side with more surviving units; the attacker if they are as many, unless there are none."""
    if not standing[0] and not standing[1]:
        return NOBODY
    return ATTACKER if count_bits(standing[0]) >= count_bits(standing[1]) else DEFENDER
