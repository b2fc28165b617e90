"""What must be true of every state, from play and from views (RULES.md 5)."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from battlewise.core.bits cimport bit, count_bits
from battlewise.core.game cimport CHANCE, MoveList, OVER
from battlewise.core.games.history.rules.encounter cimport (
    calling, die_of, engagement_links, joinable, legal_in_face, next_to_arm, relaunches,
)
from battlewise.core.games.history.rules.restoration cimport empty_era, short_hand
from battlewise.core.games.history.rules.rewards cimport losing_seat, relic_source
from battlewise.core.games.history.rules.travel cimport can_tighten_up, drawer, piled_tokens, sets_up
from battlewise.core.games.history.rules.turn cimport legal
from battlewise.core.games.history.state cimport *


cdef const char* check(const void* rules, const void* state) noexcept nogil:
    cdef const Rules* r = <const Rules*>rules
    cdef const Journey* s = <const Journey*>state
    cdef const char* problem = check_turn(r, s)
    if problem == NULL:
        problem = check_gears(r, s)
    if problem == NULL:
        problem = check_line_ups(r, s)
    if problem == NULL:
        problem = check_cards(r, s)
    if problem == NULL:
        problem = check_tokens(r, s)
    if problem == NULL:
        problem = check_relics(r, s)
    if problem == NULL:
        problem = check_prowess(r, s)
    if problem == NULL:
        problem = check_setup(r, s) if s.phase == SETUP_PHASE else check_phase(r, s)
    return problem


# -- where in the game

cdef const char* check_turn(const Rules* r, const Journey* s) noexcept nogil:
    cdef int seat
    if s.phase >= PHASES or s.turn > r.turns:
        return "turn: there is no such phase or turn; the last turn is that of the last round"
    if (s.first == NONE) != (s.phase == SETUP_PHASE) or (s.first != NONE and s.first >= r.seats):
        return "first: must be the seat that began, and null in the set-up only"
    if (s.turn == r.turns) != (s.phase == OVER_PHASE) or (s.turn and s.phase == SETUP_PHASE):
        return "turn: must be 0 in the set-up, and the number of all turns at the end only"
    if s.defender != NONE and s.defender != BOARD and (s.defender >= r.seats or s.phase == SETUP_PHASE
                                                       or s.defender == active(r, s)):
        return "battle.defender: must be a seat other than the attacker's, or null"
    for seat in range(SEATS):
        if s.era[seat] != NONE and (s.era[seat] >= ERAS or seat >= r.seats):
            return "players.era: a Sabaton is in no era: I to IV, or null before the first turn"
    return check_mover(r, s)


cdef const char* check_mover(const Rules* r, const Journey* s) noexcept nogil:
    cdef int mover = active(r, s) if s.phase != SETUP_PHASE else CHANCE
    if is_chance(s.phase):
        mover = CHANCE
    elif s.phase == OVER_PHASE:
        mover = OVER
    elif s.phase == DEFEND_PHASE or s.phase == DEFEND_ARM_PHASE:
        mover = s.defender
    elif s.phase == RELAUNCH_PHASE:
        mover = seat_of(r, s, s.roller)
    elif s.phase == KEEP_PHASE:
        mover = seat_of(r, s, s.winner)
    if s.mover != mover or mover >= r.seats:
        return "phase: must be one in which the seat to move is asked"
    return NULL


cdef const char* check_gears(const Rules* r, const Journey* s) noexcept nogil:
    cdef uint32_t all_tiles = (<uint32_t>1 << r.tiles) - 1
    cdef int phase = s.after if s.phase == DRAW_PHASE else s.phase
    cdef int seat = active(r, s) if s.first != NONE else 0
    if s.pending_tile != NONE and (s.pending_tile >= r.tiles or s.tiles >> s.pending_tile & 1):
        return "gears.pending: must be a tile that is neither active nor in the pile"
    if s.active_tile != NONE and (s.active_tile >= r.tiles or s.tiles >> s.active_tile & 1
                                  or s.active_tile == s.pending_tile):
        return "gears.active: must be a tile that is neither pending nor in the pile"
    if s.pending_tile == NONE and (s.active_tile != NONE or s.phase != SETUP_PHASE) or (
            s.active_tile == NONE and s.phase != SETUP_PHASE):
        return "gears.pile: must have all tiles that are not in the gears"
    if s.tiles & ~all_tiles or not s.tiles or s.wheel > 3:
        return "gears.pile: the gears have no such tiles or position"
    if s.phase == SETUP_PHASE or s.phase == OVER_PHASE:
        if s.inserted or s.acted:
            return "gears.inserted: must be 0 outside a turn"
    elif s.inserted > 3 - (s.phase == INSERT_PHASE) or (not s.inserted and s.phase != INSERT_PHASE):
        return "gears.inserted: must be 1 to 3 in a turn"
    if s.acted > 3 or (s.acted and phase < ACTION_PHASE):
        return "gears.done: must be false for both actions before the phase action"
    if FACE_PHASE <= phase < OVER_PHASE and (s.era[seat] == NONE or (
            s.era[seat] != r.tile[s.active_tile].era[0] and s.era[seat] != r.tile[s.active_tile].era[1])):
        return "players.era: must be one of the two eras of the active tile once the active player has jumped"
    return NULL


# -- cards

cdef const char* check_line_ups(const Rules* r, const Journey* s) noexcept nogil:
    cdef int side, i, armed
    cdef int phase = s.after if s.phase == DRAW_PHASE else s.phase
    cdef bint fighting = FACE_PHASE < phase <= REROLL_PHASE
    for side in range(2):
        armed = 0
        if s.size[side] > (SHIELD if side == DEFENDER else SLOTS) or (s.size[side] and not fighting):
            return "battle.attackers: a line-up is too long, or there is no battle"
        for i in range(SLOTS):
            if (s.line[side][i] == NONE) != (i >= s.size[side]):
                return "battle.attackers: a line-up has gaps; units stand from the battlefront back"
            if i >= s.size[side] and s.armed[side][i]:
                return "battle.attackers.token: a warfare token has no unit"
            if i < s.size[side] and s.line[side][i] >= r.units:
                return "battle.attackers.card: there is no such unit"
            if s.armed[side][i]:
                armed += 1
                if s.armed[side][i] > r.kinds or not r.battle_tokens >> (s.armed[side][i] - 1) & 1:
                    return "battle.attackers.token: a unit has a warfare token that is not for battles"
        if armed > MOST_HELD or (armed and side == DEFENDER and not challenge(s)):
            return "battle.attackers.token: a line-up has too many warfare tokens"
        if armed and side == ATTACKER and s.phase < ARM_PHASE:
            return "battle.attackers.token: must be null until all reinforcements stand"
    if fighting and s.defender == NONE or not fighting and s.defender != NONE and s.phase < PROWESS_PHASE:
        return "battle: must have a defender or defenders in a battle, and be left out at other times"
    return NULL


cdef const char* check_cards(const Rules* r, const Journey* s) noexcept nogil:
    cdef uint64_t taken = 0
    cdef int seat, i
    if (s.open | s.era_deck | s.era_discard) & ~r.board_cards:
        return "board: a card cannot be on the main board"
    if once(&taken, s.open) or once(&taken, s.era_deck) or once(&taken, s.era_discard):
        return "board: a card is in two places; each card is there once"
    for i in range(ERAS):
        if count_bits(s.open & r.of_era[i]) > SPACES:
            return "board.open: must have at most three cards of an era"
    for i in range(s.size[DEFENDER] if s.defender == BOARD else 0):
        if not r.board_cards >> s.line[DEFENDER][i] & 1 or once(&taken, bit(s.line[DEFENDER][i])):
            return "battle.defenders: a defender is in two places, or not of the main board"
    for seat in range(r.seats):
        taken &= r.board_cards
        if (s.hand[seat] | s.deck[seat] | s.discard[seat]) & ~(r.base_cards | r.board_cards):
            return "players.cards: a player has a card that does not exist"
        if s.spent[seat] & ~r.heroes or s.known[seat] & ~s.hand[seat]:
            return "players.spent: what is set aside is no hero, or what is known is not in the hand"
        if (once(&taken, s.hand[seat]) or once(&taken, s.deck[seat]) or once(&taken, s.discard[seat])
                or once(&taken, s.spent[seat])):
            return "players.cards: a card is in two places; each card is there once"
        for i in range(2):
            if s.size[i] and seat_of(r, s, i) == seat and once_each(&taken, s.line[i], s.size[i]):
                return "players.cards: a card is in two places; each card is there once"
        if not s.deck[seat] and s.known[seat] != s.hand[seat]:
            return "players.known: with an empty deck the whole hand is known"
    return NULL


cdef inline bint once(uint64_t* taken, uint64_t cards) noexcept nogil:
    """Whether some of these cards were met before."""
    cdef bint twice = (taken[0] & cards) != 0
    taken[0] |= cards
    return twice


cdef inline bint once_each(uint64_t* taken, const uint8_t* cards, int n) noexcept nogil:
    cdef int i
    for i in range(n):
        if once(taken, bit(cards[i])):
            return True
    return False


# -- tokens and relics

cdef const char* check_tokens(const Rules* r, const Journey* s) noexcept nogil:
    cdef int kind, seat, side, i, n
    for kind in range(KINDS):
        n = s.token_pile[kind] + s.token_discard[kind]
        for i in range(SPACES):
            if s.open_token[i] != NONE and s.open_token[i] >= r.kinds:
                return "warfare: there is no such warfare token"
            n += s.open_token[i] == kind
        for seat in range(SEATS):
            n += s.held[seat][kind]
        for side in range(2):
            for i in range(s.size[side]):
                n += s.armed[side][i] == kind + 1
        if n != (r.token[kind].count if kind < r.kinds else 0):
            return ("warfare: there are more or fewer of a warfare token than there must be in all "
                    "places together")
    for seat in range(r.seats):
        n = held_by(s, seat)
        for side in range(2):
            for i in range(s.size[side]):
                n += s.armed[side][i] != 0 and seat_of(r, s, side) == seat
        if n > MOST_HELD:
            return "players.tokens: must be at most three, with those bound to units"
    return NULL


cdef const char* check_relics(const Rules* r, const Journey* s) noexcept nogil:
    cdef int era, seat, n
    for era in range(ERAS):
        n = s.relic_deck[era] + s.relic_discard[era] + s.offered[era]
        for seat in range(SEATS):
            n += s.relics[seat][era]
        if n != r.relics:
            return ("players.relics: there are more or fewer relics of an era than there must be with "
                    "those of the box")
    n = relics_of(s.offered)
    if n > 4 or (n and s.phase != RELIC_PHASE and s.phase != RELIC_CHOICE_PHASE):
        return "offered: must be left out unless relics are drawn or chosen"
    if s.draws and s.phase != DRAW_PHASE and s.phase != RELIC_PHASE:
        return "draws: must be left out unless cards or relics are drawn"
    return NULL


cdef const char* check_prowess(const Rules* r, const Journey* s) noexcept nogil:
    cdef int owner, seat, value, n
    for owner in range(SEATS):
        for value in range(VALUES):
            n = tokens_in(s.home[owner], value)
            for seat in range(SEATS):
                n += tokens_in(s.won[seat][owner], value)
            if n != (tokens_in(r.tokens, value) if owner < r.seats else 0):
                return "players.won: must be tokens that the other player had at the start"
        if s.won[owner][owner]:
            return "players.won: must be empty for the player's own seat"
        if (s.looker[owner] == NONE) != (s.returned[owner] == NONE):
            return "players.returned: must be null without a looker"
        if s.looker[owner] == NONE:
            continue
        if s.looker[owner] >= r.seats or s.looker[owner] == owner or s.returned[owner] >= VALUES:
            return "players.looker: must be another seat where a token was put back"
        if not tokens_in(s.home[owner], s.returned[owner]) or not s.won[s.looker[owner]][owner]:
            return "players.looker: must have won a prowess token of the player"
    if s.phase != KEEP_PHASE and s.looked:
        return "looked: must be left out in all phases but keep"
    return NULL


# -- phases

cdef const char* check_setup(const Rules* r, const Journey* s) noexcept nogil:
    """What comes later in the set-up than the next step has not been done."""
    cdef int kind = 0, which = 0
    cdef int seat, i
    cdef uint64_t gone = s.era_discard | s.open & r.heroes
    sets_up(r, s, &kind, &which)
    for seat in range(r.seats):
        gone |= s.discard[seat] | s.spent[seat] | (s.hand[seat] | s.deck[seat]) & ~r.base_cards
        if kind == TILE or kind == WARFARE or kind == OPEN or (kind == DRAW_RELIC and seat >= which):
            if relics_of(s.relics[seat]) or s.hand[seat]:
                return "players.relics: relics or cards are dealt too early"
        if relics_of(s.relics[seat]) > 1 or count_bits(s.hand[seat]) > HAND or (
                s.hand[seat] and (kind == DRAW_RELIC or (kind == DRAW and seat > which))):
            return "players.relics: a relic or a card has been dealt too much"
        if held_by(s, seat) or s.honour[seat] or s.era[seat] != NONE or s.home[seat] != r.tokens:
            return ("players: before the first turn a player must have no token, honour or era, and all "
                    "prowess tokens")
        if count_bits(s.hand[seat] | s.deck[seat]) != r.base:
            return "players.cards: a player lacks a base unit before the first turn"
    if gone or relics_of(s.relic_discard):
        return "players.discard: a card has been used before the first turn"
    for i in range(ERAS):
        if (kind == TILE or kind == WARFARE or (kind == OPEN and i > which)) and s.open & r.of_era[i]:
            return "board.open: a card is open too early"
    for i in range(SPACES):
        if s.open_token[i] != NONE and (kind == TILE or (i and s.open_token[i - 1] == NONE)):
            return "warfare.open: a warfare token is open too early"
    for i in range(r.kinds):
        if s.token_discard[i]:
            return "warfare.discard: a warfare token has been used before the first turn"
    if s.first != NONE:
        return "phase: must be another one than setup, as the set-up is over"
    return NULL


cdef const char* check_phase(const Rules* r, const Journey* s) noexcept nogil:
    cdef const char* problem = NULL
    cdef MoveList moves
    if s.phase == DRAW_PHASE:
        problem = check_draw(r, s)
    elif s.after:
        return "after: the phase to go on with must be set during a draw only"
    if problem == NULL and (s.phase > FACE_PHASE and s.phase <= REROLL_PHASE):
        problem = check_battle(r, s)
    if problem == NULL and s.phase > REROLL_PHASE:
        problem = check_rewards(r, s)
    if problem == NULL and s.phase <= FACE_PHASE and (s.winner or s.deployed):
        return "battle.winner: must be left out until the battle is over"
    if problem == NULL:
        problem = check_piles(r, s)
    if problem != NULL or s.mover < 0:
        return problem
    if s.phase == FACE_PHASE and not s.hand[s.mover]:
        return "players.hand_size: must be 1 or more for the active player, who needs a unit for a battle"
    legal(r, s, &moves)
    if not moves.n:
        return "phase: must be one in which the seat to move has a choice"
    return NULL


cdef const char* check_piles(const Rules* r, const Journey* s) noexcept nogil:
    """A space is empty only until its token is replaced; piles were renewed before the turn."""
    cdef int phase = s.after if s.phase == DRAW_PHASE else s.phase
    cdef int space, era
    for era in range(ERAS):
        if not s.era_deck & r.of_era[era] and s.era_discard & r.of_era[era] and (
                phase < REINFORCE_PHASE or phase > RELIC_CHOICE_PHASE):
            return "board.discard: must have no card of an era whose deck is empty: it is renewed"
    if (phase <= WARFARE_PHASE or phase >= CLOSE_PHASE) and not piled_tokens(r, s):
        return "warfare.discard: must be empty where the pile would be, as the pile is renewed from it"
    if phase <= KEEP_PHASE or phase >= HAND_PHASE or challenge(s):
        for era in range(ERAS):
            if (s.era_deck | s.era_discard) & r.of_era[era] and shown_of(r, s, era) < SPACES:
                return "board.open: of an era with cards left three lie open, but for those being fought"
    for space in range(SPACES):
        if (s.open_token[space] == NONE) != (
                s.phase == WARFARE_PHASE and space == r.tile[s.active_tile].points_at):
            return "warfare.open: must have a token at each space, and null where one is being replaced"
    return NULL


cdef int shown_of(const Rules* r, const Journey* s, int era) noexcept nogil:
    """How many cards of an era lie open or fight for the main board."""
    cdef int i, n = count_bits(s.open & r.of_era[era])
    for i in range(s.size[DEFENDER] if s.defender == BOARD else 0):
        n += r.unit[s.line[DEFENDER][i]].era == era
    return n


cdef const char* check_draw(const Rules* r, const Journey* s) noexcept nogil:
    cdef MoveList moves
    moves.n = 0
    if (s.after != TRAVEL_PHASE and s.after != ACTION_PHASE and s.after != CLOSE_PHASE
            and (s.after < FACE_PHASE or s.after > DEPLOY_PHASE or s.after == DEFEND_ARM_PHASE)):
        return "after: must be a phase in which cards are drawn"
    if s.after == DEFEND_PHASE and not challenge(s):
        return "battle.defender: must be the challenged seat"
    if not 0 < s.draws <= 2 or s.draws > count_bits(s.deck[drawer(r, s)]):
        return "draws: there are not as many cards to draw: 1 or 2, of those left in the deck"
    if s.after == FACE_PHASE:
        legal_in_face(r, s, &moves)
        if not moves.n:
            return "board.open: must have a card, or another player be there, to face in the era"
    return check_battle(r, s) if FACE_PHASE < s.after < CLOSE_PHASE else NULL


cdef const char* check_battle(const Rules* r, const Journey* s) noexcept nogil:
    cdef int phase = s.after if s.phase == DRAW_PHASE else s.phase
    cdef int seat = active(r, s)
    if challenge(s):
        if s.era[s.defender] != s.era[seat]:
            return "battle.defender: the challenged player must be in the era of the attacker"
        if phase == CHAIN_PHASE:
            return "battle.defender: must be null, as cards of the main board are being chosen"
        if s.size[DEFENDER] > DEFENDERS and phase < REINFORCE_PHASE:
            return "battle.defenders: must be at most three units of a challenged player"
    else:
        if phase == DEFEND_PHASE or phase == DEFEND_ARM_PHASE:
            return "battle.defender: must be a seat, as the main board decides nothing"
        if not s.size[DEFENDER] or not is_chain(r, s):
            return "battle.defenders: each must link with the next one, or be a reinforcement"
        if not here(r, s):
            return "battle.defenders: one must be of the era that the attacker is in"
    if s.winner or s.deployed:
        return "battle.winner: must be left out until the battle is over"
    if phase < DEPLOY_PHASE and s.size[ATTACKER]:
        return "battle.attackers: must be empty until the defender's units stand"
    if phase < DEPLOY_PHASE and not s.hand[seat]:
        return "players.hand_size: must be 1 or more for the attacker, who has to deploy a unit"
    if phase > DEFEND_PHASE and not s.size[DEFENDER] or phase > DEPLOY_PHASE and not s.size[ATTACKER]:
        return "battle.attackers: must have a unit, as must defenders"
    if phase < REINFORCE_PHASE:
        return check_deployment(r, s, phase)
    return check_engagement(r, s)


cdef bint is_chain(const Rules* r, const Journey* s) noexcept nogil:
    """Whether the units that were chosen link; reinforcements need not."""
    cdef int n = linked_units(r, s)
    return s.phase >= REINFORCE_PHASE or (n == s.size[DEFENDER] and n <= DEFENDERS)


cdef bint here(const Rules* r, const Journey* s) noexcept nogil:
    """Whether one of the linked units is of the attacker's era."""
    cdef int i
    for i in range(linked_units(r, s)):
        if r.unit[s.line[DEFENDER][i]].era == s.era[active(r, s)]:
            return True
    return False


cdef int linked_units(const Rules* r, const Journey* s) noexcept nogil:
    """How many defenders from the battlefront on link, each with the next."""
    cdef int n = 1
    while n < s.size[DEFENDER] and r.joins[s.line[DEFENDER][n - 1]] >> s.line[DEFENDER][n] & 1:
        n += 1
    return n


cdef const char* check_deployment(const Rules* r, const Journey* s, int phase) noexcept nogil:
    cdef int side = ATTACKER if phase == DEPLOY_PHASE else DEFENDER
    cdef int seat = seat_of(r, s, side)
    cdef int i
    if s.calls[0] or s.calls[1] or s.links[0] or s.links[1]:
        return "battle.links: must be left out until all units are deployed, as calls must be 0"
    for i in range(s.size[DEFENDER]):
        if s.armed[DEFENDER][i] and phase < DEFEND_ARM_PHASE:
            return "battle.defenders.token: must be null until all defenders stand"
    if phase == CHAIN_PHASE:
        if s.size[DEFENDER] >= DEFENDERS or not (joinable(r, s, JOIN_FRONT) | joinable(r, s, JOIN_BACK)):
            return "board.open: must have a card that links with the chain"
        return NULL
    if phase == DEFEND_ARM_PHASE:
        return check_arming(r, s, DEFENDER)
    if s.size[side] >= (DEFENDERS if side == DEFENDER else DEPLOYED):
        return "battle: must have room for another unit on the side that deploys"
    if s.phase != DRAW_PHASE and not s.hand[seat] and not can_tighten_up(r, s, seat):
        return "players.hand_size: must be 1 or more for the seat that deploys"
    return NULL


cdef const char* check_arming(const Rules* r, const Journey* s, int side) noexcept nogil:
    if not holds(r, s, seat_of(r, s, side), r.battle_tokens) or next_to_arm(s, side) >= s.size[side]:
        return "players.tokens: must have a warfare token for a unit that has none"
    return NULL


cdef const char* check_engagement(const Rules* r, const Journey* s) noexcept nogil:
    """Reinforcements are due, or have all come; links follow from the line-ups."""
    cdef uint8_t links[2]
    cdef uint64_t reserves = 0
    cdef int icon = 0
    if s.calls[0] > 3 * SLOTS or s.calls[1] > 3 * SLOTS:
        return "battle.calls: must be at most the reinforcements of the units"
    if s.phase == REINFORCE_PHASE:
        if calling(r, s, &reserves, &icon) == NOBODY or s.links[0] or s.links[1]:
            return "battle.calls: must be less than the reinforcements of the units while one comes"
        return NULL
    engagement_links(r, s, links)
    if links[0] != s.links[0] or links[1] != s.links[1] or s.calls[0] or s.calls[1]:
        return "battle.links: must be those that the units make, and calls must be 0 after reinforcements"
    if s.phase == ARM_PHASE:
        return check_arming(r, s, ATTACKER)
    return check_dice(r, s) if s.phase > DICE_PHASE else NULL


cdef const char* check_dice(const Rules* r, const Journey* s) noexcept nogil:
    cdef int side
    if s.roller > DEFENDER or not s.rerolls[s.roller]:
        return "battle.roller: must be a side that may roll again"
    for side in range(2):
        if s.die[side] >= r.die[die_of(s, side)].faces or s.rerolls[side] > relaunches(r, s, side):
            return "battle.dice: must be faces of the dice, and rerolls at most the relaunch icons"
    if s.roller == ATTACKER:
        if s.rerolls[DEFENDER]:
            return "battle.roller: the defender rolls again first"
        return NULL
    if not challenge(s) and (s.phase == RELAUNCH_PHASE
                             or not r.die[die_of(s, DEFENDER)].negative[s.die[DEFENDER]]):
        return "battle.dice: the main board rolls again what is negative, and nothing else"
    return NULL


cdef const char* check_rewards(const Rules* r, const Journey* s) noexcept nogil:
    cdef int era, several = 0
    cdef int which
    if s.phase == PROWESS_PHASE or s.phase == KEEP_PHASE:
        return check_looks(r, s)
    if s.winner or s.deployed or s.defender == BOARD:
        return "battle: a battle that is over must leave no winner, no units and no defender behind"
    if s.phase == RELIC_PHASE and (not 0 < s.draws <= 4 - relics_of(s.offered)
                                   or not relics_of(relic_source(r, s))):
        return "draws: must be at most the relics that are left"
    if s.phase == RELIC_CHOICE_PHASE:
        for era in range(ERAS):
            several += s.offered[era] != 0
        if several < 2:
            return "offered: must have relics of two eras or more to choose from"
    which = empty_era(r, s)
    if s.phase == OPEN_PHASE and (which == NONE or not s.era_deck & r.of_era[which]):
        return "board.open: must lack a card of an era that has some left"
    if s.phase == HAND_PHASE:
        which = short_hand(r, s)
        if which == NONE or not s.deck[which] or empty_era(r, s) != NONE:
            return "players.hand_size: must be less than 4 for a player with cards left"
    if s.phase == OVER_PHASE and s.defender != NONE:
        return "battle: must be left out at the end"
    return NULL


cdef const char* check_looks(const Rules* r, const Journey* s) noexcept nogil:
    cdef int value, loser
    if not challenge(s) or s.winner > DEFENDER or not 0 < s.deployed <= SLOTS:
        return "battle.winner: must be the side that has won the challenge"
    if s.era[s.defender] != s.era[active(r, s)]:
        return "battle.defender: the challenged player must be in the era of the attacker"
    loser = losing_seat(r, s)
    if pouch_size(s.home[loser]) < 2 or s.looker[loser] != NONE:
        return "players.won: there are no two prowess tokens to look at; the loser must still have two"
    if s.phase == PROWESS_PHASE:
        return NULL
    for value in range(VALUES):
        if tokens_in(s.looked, value) > tokens_in(s.home[loser], value):
            return "looked: must be tokens that the loser has"
    if pouch_size(s.looked) != 2:
        return "looked: must be two prowess tokens"
    return NULL
