"""Odds of battles: exact over every result of the two dice, each rolled again up to twice where allowed.

Not exact are reinforcements still to come, for which one card stands, and a third roll again. Who may
roll again goes by `advantage`, the main board by its rule.
Alike faces count once, so that 24 fights stand for the 36 results. `fill_trials` makes the table of single
cards against base units once, when the game is made. `glance` is for weighing moves: six results in which
each face of either die comes once.
"""
from libc.math cimport expf, logf
from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset

from battlewise.core.bits cimport bit, count_bits, nth_bit, take_bit
from battlewise.core.games.history.rules.battle cimport Lineup, fight, line_up, link_bits, victor
from battlewise.core.games.history.rules.encounter cimport engagement_links, relaunches
from battlewise.core.games.history.state cimport *
from battlewise.core.memo cimport recall, remember
from battlewise.core.rng cimport mix

cdef enum:
    FACES = 6
    MOST_REROLLS = 2             # of a side that are looked at

cdef struct Table:
    Odds at[FACES][FACES]        # by the attacker's face, then the defender's
    const Die* die[2]


cdef inline float worth_of(const Rules* r, int card) noexcept nogil:
    """Points of a unit for its conqueror."""
    return 3 if r.heroes >> card & 1 else <float>(r.board_cards >> card & 1)


cdef inline void judge(const Rules* r, const Lineup* side, const float* worth, const uint8_t* standing,
                       Odds* o) noexcept nogil:
    cdef int i, winner = victor(standing)
    o.win, o.hold = winner == ATTACKER, winner == DEFENDER
    o.fallen = side[0].n - count_bits(standing[0])
    o.honour = (<int>o.fallen // r.honour_units) * r.honour_points if winner == ATTACKER else 0
    o.gain = 0
    for i in range(side[1].n):
        if not standing[1] >> i & 1:
            o.gain += worth[i]


cdef void fight_all(const Rules* r, const Lineup* side, const float* worth, bint strong,
                    Table* t) noexcept nogil:
    """Fight the battle with every pair of faces. The attacker has the strong die, or the risky one."""
    cdef uint8_t standing[2]
    cdef int a, d
    t.die[0], t.die[1] = &r.die[0 if strong else 1], &r.die[1 if strong else 0]
    for a in range(t.die[0].faces):
        for d in range(t.die[1].faces):
            fight(&side[0], &side[1], t.die[0].value[a], t.die[1].value[d], standing, NULL)
            judge(r, side, worth, standing, &t.at[a][d])


cdef inline void add_odds(Odds* total, const Odds* o, float p) noexcept nogil:
    total.win += p * o.win
    total.hold += p * o.hold
    total.gain += p * o.gain
    total.fallen += p * o.fallen
    total.honour += p * o.honour


cdef inline float advantage(const Odds* o) noexcept nogil:
    """What a side that may roll again goes by, as the attacker sees it."""
    return o.win - o.hold + o.gain


cdef void attacker_rerolls(Table* t) noexcept nogil:
    """The roller rolls again what is worse than the average of the faces of the die."""
    cdef Odds mean
    cdef int a, d
    for d in range(t.die[1].faces):
        mean = Odds(0, 0, 0, 0, 0)
        for a in range(t.die[0].faces):
            add_odds(&mean, &t.at[a][d], t.die[0].weight[a] / <float>6)
        for a in range(t.die[0].faces):
            if advantage(&t.at[a][d]) < advantage(&mean):
                t.at[a][d] = mean


cdef void defender_rerolls(Table* t, bint board) noexcept nogil:
    """The same for the defender; the main board rolls again what is negative."""
    cdef Odds mean
    cdef int a, d
    for a in range(t.die[0].faces):
        mean = Odds(0, 0, 0, 0, 0)
        for d in range(t.die[1].faces):
            add_odds(&mean, &t.at[a][d], t.die[1].weight[d] / <float>6)
        for d in range(t.die[1].faces):
            if (board and t.die[1].negative[d] != 0) or (
                    not board and advantage(&t.at[a][d]) > advantage(&mean)):
                t.at[a][d] = mean


cdef void average(const Table* t, Odds* out) noexcept nogil:
    cdef int a, d
    out[0] = Odds(0, 0, 0, 0, 0)
    for a in range(t.die[0].faces):
        for d in range(t.die[1].faces):
            add_odds(out, &t.at[a][d], t.die[0].weight[a] * t.die[1].weight[d] / <float>36)


cdef void average_again(const Table* t, const uint8_t* shown, int roller, Odds* out) noexcept nogil:
    """When one side's die is being rolled again and the other's stays."""
    cdef int face
    out[0] = Odds(0, 0, 0, 0, 0)
    for face in range(t.die[roller].faces):
        add_odds(out, &t.at[face][shown[DEFENDER]] if roller == ATTACKER else &t.at[shown[ATTACKER]][face],
                 t.die[roller].weight[face] / <float>6)


cdef void glance_at(const Rules* r, const Lineup* side, const float* worth, bint strong,
                    Odds* out) noexcept nogil:
    cdef uint8_t standing[2]
    cdef Odds one
    cdef int i, attack = 0 if strong else 1
    out[0] = Odds(0, 0, 0, 0, 0)
    for i in range(FACES):
        fight(&side[0], &side[1], r.die[attack].value[r.glance[i][attack]],
              r.die[1 - attack].value[r.glance[i][1 - attack]], standing, NULL)
        judge(r, side, worth, standing, &one)
        add_odds(out, &one, 1 / <float>6)


# -- a battle on the table

cdef uint64_t reserves_of(const Rules* r, const Journey* s, int side) noexcept nogil:
    """What a side's reinforcement may be, as everybody knows it but for the attacker's own deck."""
    cdef int seat = seat_of(r, s, side)
    if seat == BOARD:
        return s.era_deck & r.of_era[r.unit[s.line[side][0]].era]
    if side == ATTACKER:
        return s.deck[seat]
    return (s.hand[seat] | s.deck[seat]) & ~s.known[seat] if s.deck[seat] else 0


cdef int icons_left(const Rules* r, const Journey* s, int side) noexcept nogil:
    """Reinforcements still to come, if they have not all come."""
    cdef int i, n = -<int>s.calls[side]
    if s.phase > REINFORCE_PHASE and s.phase <= REROLL_PHASE:
        return 0
    for i in range(s.size[side]):
        n += r.unit[s.line[side][i]].reinforcements
    return n


cdef int expected_size(const Rules* r, const Journey* s) noexcept nogil:
    """How many units the attacker board will hold; reinforcements that call others are not looked at."""
    cdef int icons = min(icons_left(r, s, ATTACKER), <int>count_bits(reserves_of(r, s, ATTACKER)))
    return min(s.size[ATTACKER] + max(icons, 0), <int>SLOTS)


cdef void lay(const Rules* r, const Journey* s, Journey* t) noexcept nogil:
    """The units on the boards as if nothing more were deployed.

    A card from the middle of its deck stands for a reinforcement that has not come yet.
    """
    cdef uint64_t reserves
    cdef int i, k
    t.defender, t.first, t.turn = s.defender, s.first, s.turn
    for i in range(2):
        t.size[i] = s.size[i]
        for k in range(s.size[i]):
            t.line[i][k], t.armed[i][k] = s.line[i][k], s.armed[i][k]
        if icons_left(r, s, i) <= 0 or t.size[i] >= (SHIELD if i else SLOTS):
            continue
        reserves = reserves_of(r, s, i)
        if reserves:
            t.line[i][t.size[i]] = nth_bit(reserves, count_bits(reserves) >> 1)
            t.armed[i][t.size[i]] = 0
            t.size[i] += 1


cdef void prepare(const Rules* r, Journey* t, Lineup* side, float* worth) noexcept nogil:
    """The line-ups that fight."""
    cdef int i
    engagement_links(r, t, t.links)
    for i in range(2):
        line_up(r, t.line[i], t.armed[i], t.size[i], t.links[i], &side[i])
    for i in range(t.size[DEFENDER]):
        worth[i] = worth_of(r, t.line[DEFENDER][i]) if t.defender == BOARD else 0


cdef void odds_of(const Rules* r, const Journey* s, Odds* out) noexcept nogil:
    """The odds of a battle in which both sides have deployed something, from dice already thrown on."""
    cdef Journey t
    cdef Lineup side[2]
    cdef float worth[SLOTS]
    cdef Table table
    cdef bint thrown = s.phase == RELAUNCH_PHASE or s.phase == REROLL_PHASE
    cdef int left[2]
    cdef int i, _again
    lay(r, s, &t)
    prepare(r, &t, side, worth)
    fight_all(r, side, worth, t.size[ATTACKER] <= 3, &table)
    for i in range(2):
        left[i] = s.rerolls[i] if thrown else relaunches(r, &t, i)
    if s.phase == REROLL_PHASE:
        left[s.roller] -= 1
    for _again in range(min(left[ATTACKER], <int>MOST_REROLLS)):
        attacker_rerolls(&table)
    for _again in range(min(left[DEFENDER], <int>MOST_REROLLS)):
        defender_rerolls(&table, s.defender == BOARD)
    if s.phase == REROLL_PHASE:
        average_again(&table, s.die, s.roller, out)
    elif thrown:
        out[0] = table.at[s.die[ATTACKER]][s.die[DEFENDER]]
    else:
        average(&table, out)


cdef uint64_t key_of(const Journey* t) noexcept nogil:
    """A hash of all that a glance depends on."""
    cdef uint64_t key = mix(0, t.size[0] | t.size[1] << 8 | (t.defender == BOARD) << 16)
    cdef uint64_t units, tokens
    cdef int i, k
    for i in range(2):
        units = tokens = 0
        for k in range(t.size[i]):
            units |= <uint64_t>t.line[i][k] << 8 * k
            tokens |= <uint64_t>t.armed[i][k] << 8 * k
        key = mix(mix(key, units), tokens)
    return key


cdef void glance(const Rules* r, const Journey* s, Odds* out) noexcept nogil:
    """The same, roughly and in a quarter of the time; nothing is rolled again. Kept, for playouts fight the
    same few battles again and again."""
    cdef Journey t
    cdef Lineup side[2]
    cdef float worth[SLOTS]
    cdef uint64_t kept[ODDS_WORDS]
    cdef uint64_t key
    lay(r, s, &t)
    key = key_of(&t)
    if recall(&r.glances, key, kept):
        memcpy(out, kept, sizeof(Odds))
        return
    prepare(r, &t, side, worth)
    glance_at(r, side, worth, t.size[ATTACKER] <= 3, out)
    memset(kept, 0, sizeof(kept))
    memcpy(kept, out, sizeof(Odds))
    remember(&r.glances, key, kept)


cdef float prize(const Rules* r, const Journey* s, int seat, const uint8_t* source, int draws) noexcept nogil:
    """Points that a seat may expect of the best of some relics drawn from a source, as if put back."""
    cdef float total = relics_of(source)
    cdef float share = 0, before = 0, now, expected = 0
    cdef int step[ERAS]
    cdef int era, gain, most = 0
    if total == 0 or draws <= 0:
        return 0
    for era in range(ERAS):
        step[era] = step_of(r, s, seat, era)
        most = max(most, step[era])
    for gain in range(most + 1):
        for era in range(ERAS):
            if step[era] == gain:
                share += source[era] / total
        now = power(share, draws)
        expected += gain * (now - before)
        before = now
    return expected


cdef inline float power(float x, int n) noexcept nogil:
    cdef float y = 1
    cdef int _i
    for _i in range(n):
        y *= x
    return y


# -- the table

cdef float defeated(const Rules* r, const uint8_t* cards, int n, const uint8_t* defenders,
                    int m) noexcept nogil:
    """The chance that base units defeat the first of some defenders."""
    cdef Lineup side[2]
    cdef uint8_t unarmed[SLOTS]
    cdef float worth[SLOTS]
    cdef Table table
    cdef Odds odds
    cdef int i
    for i in range(SLOTS):
        unarmed[i] = 0
        worth[i] = i == 0
    line_up(r, cards, unarmed, n, 0, &side[0])
    line_up(r, defenders, unarmed, m, link_bits(r, defenders, m, DEFENDER), &side[1])
    fight_all(r, side, worth, True, &table)
    average(&table, &odds)
    return odds.gain


cdef float trial(const Rules* r, int card, int n) noexcept nogil:
    """The average over all sets of n base units; reinforcements are every third elite unit of the era."""
    cdef uint8_t units[SLOTS]
    cdef uint8_t defenders[2]
    cdef uint64_t reserves = r.of_era[r.unit[card].era] & ~r.heroes & ~bit(card)
    cdef double total = 0
    cdef int battles = 0
    cdef int subset, i, k
    for subset in range(1 << r.base):
        if count_bits(subset) != n:
            continue
        for i in range(n):
            units[i] = nth_bit(subset, i)
        defenders[0] = card
        if not r.unit[card].reinforcements:
            total += defeated(r, units, n, defenders, 1)
            battles += 1
            continue
        for k in range(0, count_bits(reserves), 3):
            defenders[1] = nth_bit(reserves, k)
            total += defeated(r, units, n, defenders, 2)
            battles += 1
    return total / battles


cdef inline float log_odds(float power) noexcept nogil:
    """What power adds to the log odds against a card: fitted to 672 hands, the best of four orders each."""
    return <float>0.52 * power


cdef void fill_trials(Rules* r) noexcept nogil:
    """Each card's power; the chances that three base units defeat each card of the main board."""
    cdef int card, line
    cdef float likely, base = 0
    for card in range(r.units):
        r.power[card] = r.unit[card].health
        for line in range(LINES):
            r.power[card] += r.unit[card].value[line]
        r.power[card] += <float>0.5 * (r.unit[card].reinforcements + r.unit[card].assault
                                       + r.unit[card].heroic_death + r.unit[card].accuracy
                                       + r.unit[card].diversion + r.unit[card].relaunch)
        if r.base_cards >> card & 1:
            base += r.power[card] * TRIALS / r.base
    for card in range(r.units):
        if r.board_cards >> card & 1:
            likely = min(max(trial(r, card, TRIALS), <float>0.02), <float>0.98)
            r.footing[card] = logf(likely / (1 - likely)) - log_odds(base)


# -- a hand against what it might face

cdef float strength_of(const Rules* r, uint64_t cards) noexcept nogil:
    """The power of the three strongest of some cards."""
    cdef float best[TRIALS]
    cdef float one
    cdef int i
    for i in range(TRIALS):
        best[i] = 0
    while cards:
        one = r.power[take_bit(&cards)]
        for i in range(TRIALS):
            if one > best[i]:
                best[i], one = one, best[i]
    return best[0] + best[1] + best[2]


cdef float chance_against(const Rules* r, int card, float strength) noexcept nogil:
    """The chance, roughly, that a hand of some strength defeats a card of the main board."""
    return 1 / (1 + expf(-r.footing[card] - log_odds(strength)))


cdef float chance_between(float attack, float defence) noexcept nogil:
    """The chance, roughly, that a hand of some strength wins against another."""
    return 1 / (1 + expf(log_odds(defence - attack)))
