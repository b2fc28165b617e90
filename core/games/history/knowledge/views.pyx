"""The table as JSON (RULES.md 5): the view of a state, and the state of a view."""
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from battlewise.core.bits cimport bit, count_bits
from battlewise.core.documents cimport pile_doc, set_doc, name_of, number_of
from battlewise.core.game cimport CHANCE, OVER, PUBLIC
from battlewise.core.games.history.rules.encounter cimport calling, die_of, engagement_links, relaunches
from battlewise.core.games.history.rules.restoration cimport score
from battlewise.core.games.history.rules.rewards cimport losing_seat
from battlewise.core.games.history.rules.travel cimport piled_tokens
from battlewise.core.games.history.state cimport *
from battlewise.core.piles cimport take_from_pile

from battlewise.core.games.history.cards import ERAS as ERA_NAMES
from battlewise.core.games.history.rules.restoration import SOURCES
from battlewise.core.games.history.words import PHASE_IDS, SIDE_IDS
from battlewise.core.views import Fields

_MOST_HONOUR = 99


cdef void clear(const Rules* r, Journey* s) noexcept:
    """What a state without cards has; it must be blank."""
    cdef int seat, i
    s.first = s.pending_tile = s.active_tile = s.defender = NONE
    s.wheel = r.wheel
    memset(s.open_token, NONE, SPACES)
    memset(s.line, NONE, sizeof(s.line))
    memset(s.era, NONE, SEATS)
    memset(s.looker, NONE, SEATS)
    memset(s.returned, NONE, SEATS)
    s.tiles = (<uint32_t>1 << r.tiles) - 1
    s.era_deck = r.board_cards
    for i in range(r.kinds):
        s.token_pile[i] = r.token[i].count
    for i in range(ERAS):
        s.relic_deck[i] = r.relics
    for seat in range(r.seats):
        s.deck[seat] = r.base_cards
        s.home[seat] = r.tokens


# -- describe

cdef object pouch_doc(const Rules* r, pouch_t pouch):
    return [r.prowess[i] for i in range(VALUES) for _ in range(tokens_in(pouch, i))]


cdef object face_doc(const Die* die, int face):
    """What a face adds to long, medium and close combat."""
    return [int(die.value[face][line]) for line in range(LINES)]


cdef uint64_t in_play(const Rules* r, const Journey* s) noexcept:
    """The cards of the main board that have not been dismissed."""
    cdef uint64_t cards = s.open | s.era_deck | s.era_discard
    cdef int i, k
    for i in range(r.seats):
        cards |= s.hand[i] | s.deck[i] | s.discard[i] | s.spent[i]
    for i in range(2):
        for k in range(s.size[i]):
            cards |= bit(s.line[i][k])
    return cards & r.board_cards


cdef object describe(const Rules* r, const Journey* s, int viewer, object names):
    """The view's own fields; `restore` documents them."""
    view = {
        "phase": PHASE_IDS[s.phase],
        "turn": s.turn,
        "first": number_of(s.first),
        "gears": {
            "active": name_of(names.tiles, s.active_tile),
            "pending": name_of(names.tiles, s.pending_tile),
            "wheel": s.wheel,
            "inserted": s.inserted,
            "done": [bool(s.acted & 1), bool(s.acted & 2)],
            "pile": {tile: 1 for i, tile in enumerate(names.tiles) if s.tiles >> i & 1},
        },
        "warfare": {
            "open": [name_of(names.tokens, s.open_token[i]) for i in range(SPACES)],
            "discard": pile_doc(s.token_discard, names.tokens),
        },
        "board": {
            "open": set_doc(s.open, names.units),
            "discard": set_doc(s.era_discard, names.units),
            "removed": set_doc(r.board_cards & ~in_play(r, s), names.units),
        },
        "relic_discard": pile_doc(s.relic_discard, ERA_NAMES),
        "players": [_player(r, s, seat, viewer, names) for seat in range(r.seats)],
    }
    if viewer != PUBLIC:
        view["hand"] = set_doc(s.hand[viewer], names.units)
    if s.phase == DRAW_PHASE:
        view["after"] = PHASE_IDS[s.after]
    if s.phase == DRAW_PHASE or s.phase == RELIC_PHASE:
        view["draws"] = s.draws
    if s.phase == RELIC_PHASE or s.phase == RELIC_CHOICE_PHASE:
        view["offered"] = pile_doc(s.offered, ERA_NAMES)
    if s.phase == KEEP_PHASE and s.mover == viewer:
        view["looked"] = pouch_doc(r, s.looked)
    if s.defender != NONE:
        view["battle"] = _battle(r, s, names)
    if s.phase == OVER_PHASE:
        view["points"] = [points_doc(r, s, seat) for seat in range(r.seats)]
    return view


cdef object points_doc(const Rules* r, const Journey* s, int seat):
    """A seat's victory points so far by source, prowess tokens that others cannot see too."""
    cdef int out[SCORES]
    score(r, s, seat, out)
    return {source: out[i] for i, source in enumerate(SOURCES)}


cdef object _player(const Rules* r, const Journey* s, int seat, int viewer, object names):
    cdef int owner
    shown = viewer == seat or s.phase == OVER_PHASE
    won = [pouch_doc(r, s.won[seat][owner]) for owner in range(r.seats)]
    return {
        "era": name_of(ERA_NAMES, s.era[seat]),
        "hand_size": count_bits(s.hand[seat]),
        "known": set_doc(s.known[seat], names.units),
        "cards": set_doc(s.hand[seat] | s.deck[seat], names.units),
        "discard": set_doc(s.discard[seat], names.units),
        "spent": set_doc(s.spent[seat], names.units),
        "tokens": pile_doc(s.held[seat], names.tokens),
        "relics": pile_doc(s.relics[seat], ERA_NAMES),
        "honour": s.honour[seat],
        "won": won if shown else [[None] * len(tokens) for tokens in won],
        "looker": number_of(s.looker[seat]),
        "returned": r.prowess[s.returned[seat]] if s.looker[seat] == viewer and viewer != PUBLIC else None,
    }


cdef object _battle(const Rules* r, const Journey* s, object names):
    cdef uint64_t reserves = 0
    cdef int icon = 0
    battle = {"defender": None if s.defender == BOARD else s.defender}
    if s.phase == PROWESS_PHASE or s.phase == KEEP_PHASE:
        battle.update(winner=SIDE_IDS[s.winner], deployed=s.deployed)
    if s.phase > REROLL_PHASE:
        return battle
    for side in range(2):
        battle[SIDE_IDS[side] + "s"] = [
            {"card": names.units[s.line[side][i]],
             "token": names.tokens[s.armed[side][i] - 1] if s.armed[side][i] else None}
            for i in range(s.size[side])]
    battle["links"] = [[bool(s.links[side] >> i & 1) for i in range(s.size[side] - 1)] for side in range(2)]
    battle["calls"] = [s.calls[0], s.calls[1]]
    if s.phase == REINFORCE_PHASE:
        battle["reinforces"] = SIDE_IDS[calling(r, s, &reserves, &icon)]
    if s.phase >= RELAUNCH_PHASE:
        battle["roller"] = SIDE_IDS[s.roller]
        battle["dice"] = [face_doc(&r.die[die_of(s, side)], s.die[side]) for side in range(2)]
        battle["rerolls"] = [s.rerolls[0], s.rerolls[1]]
    return battle


# -- restore

cdef object restore(const Rules* r, Journey* s, object view, int viewer, object names, Rng* rng):
    """Required: ``phase``, ``turn`` and ``first`` (the seat that began) but in the set-up, ``gears`` with the
    tiles ``active`` and ``pending`` and the ``wheel``'s position, ``board`` with the cards ``open``,
    ``players`` in seat order, a seat's own ``hand``; in a battle ``battle`` with ``defender`` (a seat,
    null for the main board), ``attackers`` and ``defenders`` from the battlefront (``card``, ``token``),
    once the dice are thrown ``dice`` (what they add to each line of combat) and ``roller``, once it is
    over ``winner`` and ``deployed`` (how many units the attacker had); when a relic is chosen
    ``offered``, when a prowess token is kept ``looked``; when cards are drawn ``draws`` and ``after``
    (the phase to go back to). From the relics on, ``battle`` is given of a challenge only: a battle with the
    main board is over then.

    Optional: of the gears ``inserted`` (how many tiles this turn), ``done`` (of the two active actions) and
    ``pile`` (by default all tiles that are not in the gears); ``warfare`` with the tokens ``open`` (by
    default dealt at random) and ``discard``; of the board ``discard`` and ``removed`` (dismissed cards);
    ``relic_discard``; of a battle ``calls`` (reinforcement icons answered), ``rerolls`` (left), ``links`` and
    ``reinforces`` (whose reinforcement comes), which follow from the cards.
    Of a player ``era``, ``hand_size`` (4 by default), ``cards`` (of hand and deck together; by default the
    base units that are nowhere else), ``known`` (cards of the hand that all have seen), ``discard``,
    ``spent`` (heroes), ``tokens``, ``relics``, ``honour``, ``won`` (by owner the prowess tokens won from
    that seat, as values that ascend, null where unknown), ``looker`` (the seat that looked at them last) and
    ``returned`` (the value that the looker put back). At the end ``points`` by seat and source, which follow.
    """
    fields = Fields(view)
    clear(r, s)
    s.phase = fields.choice("phase", PHASE_IDS)
    s.turn = fields.integer("turn", 0, r.turns, default=0 if s.phase == SETUP_PHASE else None)
    s.first = _number(fields, "first", r.seats - 1)
    if (s.first == NONE) != (s.phase == SETUP_PHASE):
        raise fields.fail("first", "is the seat that began, null in the set-up only")
    if (s.turn == r.turns) != (s.phase == OVER_PHASE):
        raise fields.fail("turn", f"{s.turn} of {r.turns} turns does not fit the phase")
    _restore_gears(r, s, fields.object("gears"), names)
    _restore_board(r, s, fields.object("board"), names)
    players = fields.objects("players", r.seats)
    if len(players) != r.seats:
        raise fields.fail("players", f"has {len(players)} items, not {r.seats}")
    battle = fields.object("battle") if fields.has("battle") else None
    if battle is not None:
        _restore_battle(r, s, battle, names)
    for seat, player in enumerate(players):
        _restore_player(r, s, player, seat, viewer, names)
    _restore_hands(r, s, fields, players, viewer, names)
    _restore_tokens(r, s, fields, names, rng)
    _restore_relics(r, s, fields)
    if battle is not None:
        _restore_dice(r, s, battle)
    _restore_phase(r, s, fields)
    if s.phase == KEEP_PHASE:
        _restore_looked(r, s, fields, viewer)
    for seat, player in enumerate(players):
        _restore_seen(r, s, player, seat, viewer)
    fields.items("points", r.seats, default=())     # follow from the rest
    fields.close()
    for player in players:
        player.close()


cdef int _number(object fields, object name, int most) except -1:
    return NONE if fields.null(name) else fields.integer(name, 0, most)


cdef int _choice(object fields, object name, object choices) except -1:
    return NONE if fields.null(name) else fields.choice(name, choices)


cdef uint64_t _cards(object fields, object name, object names, uint64_t allowed, bint optional) except? 77:
    """A set of cards, each at most once."""
    cdef uint64_t cards = 0
    cdef int i
    for i, n in enumerate(fields.counts(name, names.units, 1, default=bool(optional))):
        if n and not allowed >> i & 1:
            raise fields.fail(f"{name}.{names.units[i]}", "must be 0: it is elsewhere, or never lies there")
        cards |= <uint64_t>n << i
    return cards


cdef object _restore_gears(const Rules* r, Journey* s, object gears, object names):
    s.active_tile = _choice(gears, "active", names.tiles)
    s.pending_tile = _choice(gears, "pending", names.tiles)
    s.wheel = gears.integer("wheel", 0, 3)
    s.inserted = gears.integer("inserted", 0, 3, default=1 if INSERT_PHASE < s.phase < OVER_PHASE else 0)
    done = gears.items("done", 2, default=[False, False])
    if len(done) != 2 or any(type(one) is not bool for one in done):
        raise gears.fail("done", "is not two of true and false")
    s.acted = done[0] | done[1] << 1
    for tile in (s.active_tile, s.pending_tile):
        if tile != NONE:
            s.tiles &= ~(<uint32_t>1 << <uint32_t>tile)
    if gears.has("pile"):
        s.tiles = sum(n << i for i, n in enumerate(gears.counts("pile", names.tiles, 1)))
    gears.close()


cdef object _restore_board(const Rules* r, Journey* s, object board, object names):
    """The era decks hold what is nowhere else: cards that players have leave them later."""
    s.open = _cards(board, "open", names, r.board_cards, False)
    s.era_discard = _cards(board, "discard", names, r.board_cards, True)
    removed = _cards(board, "removed", names, r.board_cards, True)
    s.era_deck = r.board_cards & ~(s.open | s.era_discard | <uint64_t>removed)
    board.close()


cdef object _restore_battle(const Rules* r, Journey* s, object battle, object names):
    """Who fights, and the line-ups; cards on the battlefield leave the era decks."""
    cdef int side, card
    cdef bint fighting = FACE_PHASE < s.phase <= REROLL_PHASE or s.phase == DRAW_PHASE
    s.defender = _number(battle, "defender", r.seats - 1)
    if s.defender == NONE:
        s.defender = BOARD
    for side in range(2):
        name = SIDE_IDS[side] + "s"
        if not fighting or not battle.has(name):
            continue
        for unit in battle.objects(name, SHIELD if side else SLOTS):
            card = unit.choice("card", names.units)
            s.line[side][s.size[side]] = card
            token = _choice(unit, "token", names.tokens)
            s.armed[side][s.size[side]] = 0 if token == NONE else token + 1
            s.size[side] += 1
            s.era_deck &= ~bit(card)
            unit.close()
    if s.phase == PROWESS_PHASE or s.phase == KEEP_PHASE:
        s.winner = battle.choice("winner", SIDE_IDS[:2])
        s.deployed = battle.integer("deployed", 1, SLOTS)


cdef object _restore_dice(const Rules* r, Journey* s, object battle):
    """What follows from the line-ups once all are known: links; icons answered; dice thrown."""
    cdef const Die* die
    cdef int side
    battle.items("links", 2, default=())
    battle.null("reinforces")                   # follows from the line-ups too
    if s.phase <= REROLL_PHASE:
        for side, n in enumerate(battle.items("calls", 2, default=[0, 0])):
            s.calls[side] = n
    if ARM_PHASE <= s.phase <= REROLL_PHASE:
        engagement_links(r, s, s.links)
    if s.phase == RELAUNCH_PHASE or s.phase == REROLL_PHASE:
        s.roller = battle.choice("roller", SIDE_IDS[:2])
        dice = battle.items("dice", 2)
        for side in range(2):
            die = &r.die[die_of(s, side)]
            faces = [face_doc(die, i) for i in range(die.faces)]
            if dice[side] not in faces:
                raise battle.fail(f"dice[{side}]", f"must be a face of the {SIDE_IDS[side]}'s die: {faces}")
            s.die[side] = faces.index(dice[side])
        rerolls = [relaunches(r, s, 0), relaunches(r, s, 1)]
        for side, n in enumerate(battle.items("rerolls", 2, default=rerolls)):
            s.rerolls[side] = n
    battle.close()


cdef object _restore_player(const Rules* r, Journey* s, object player, int seat, int viewer, object names):
    cdef uint64_t fielded = 0
    cdef int side, i
    s.era[seat] = _choice(player, "era", ERA_NAMES)
    s.discard[seat] = _cards(player, "discard", names, r.base_cards | r.board_cards, True)
    s.spent[seat] = _cards(player, "spent", names, r.heroes, True)
    for side in range(2):
        if s.defender != NONE and seat_of(r, s, side) == seat:
            for i in range(s.size[side]):
                fielded |= bit(s.line[side][i])
    if player.has("cards"):
        s.deck[seat] = _cards(player, "cards", names, r.base_cards | r.board_cards, False)
    else:
        s.deck[seat] = r.base_cards & ~(s.discard[seat] | fielded)
    s.known[seat] = _cards(player, "known", names, s.deck[seat], True)
    s.era_deck &= ~(s.discard[seat] | s.spent[seat] | s.deck[seat])
    s.honour[seat] = player.integer("honour", 0, _MOST_HONOUR, default=0)
    for i, n in enumerate(player.counts("tokens", names.tokens, MOST_HELD, default=True)):
        s.held[seat][i] = n
    for i, n in enumerate(player.counts("relics", ERA_NAMES, r.relics, default=True)):
        s.relics[seat][i] = n
    s.looker[seat] = _number(player, "looker", r.seats - 1)
    _restore_won(r, s, player, seat, viewer)


cdef object _restore_won(const Rules* r, Journey* s, object player, int seat, int viewer):
    """Prowess tokens that a player has won; those that the viewer does not know are dealt in `_restore_seen`,
    until then there stands how many.
    """
    cdef int owner
    won = player.items("won", r.seats, default=[[]] * r.seats)
    shown = seat == viewer or s.phase == OVER_PHASE
    for owner, tokens in enumerate(won):
        if owner == seat and tokens:
            raise player.fail(f"won[{owner}]", "must be empty: nobody wins tokens of one's own")
        if not shown:
            if any(token is not None for token in tokens):
                raise player.fail(f"won[{owner}]", "must be null for each token: the seat does not know them")
            s.won[seat][owner] = len(tokens)
            continue
        for token in tokens:
            s.won[seat][owner] += _take_home(r, s, player, owner, f"won[{owner}]", token)


cdef pouch_t _take_home(const Rules* r, Journey* s, object fields, int owner, object name,
                        object token) except? 77:
    """A token of a value that its owner still has, taken from the owner."""
    cdef int value
    for value in range(VALUES):
        if type(token) is int and r.prowess[value] == token and tokens_in(s.home[owner], value):
            s.home[owner] -= a_token(value)
            return a_token(value)
    raise fields.fail(name, f"seat {owner} has no token of the value {token!r} left")


cdef object _restore_hands(const Rules* r, Journey* s, object fields, object players, int viewer,
                           object names):
    """Hands out of the cards of hand and deck; what the viewer does not know are the first that are left."""
    cdef int seat, n
    cdef uint64_t card
    for seat, player in enumerate(players):
        if seat == viewer:
            s.hand[seat] = _cards(fields, "hand", names, s.deck[seat], False)
            n = count_bits(s.hand[seat])
            if player.integer("hand_size", 0, CARDS, default=n) != n:
                raise player.fail("hand_size", f"must be {n}, as hand has so many cards")
            if s.known[seat] & ~s.hand[seat]:
                raise player.fail("known", "must be cards of the hand")
        else:
            n = count_bits(s.deck[seat])
            n = player.integer("hand_size", 0, n, default=0 if s.phase == SETUP_PHASE else min(n, <int>HAND))
            if n < count_bits(s.known[seat]):
                raise player.fail("hand_size", "must be at least the number of the cards in known")
            s.hand[seat] = s.known[seat]
            while count_bits(s.hand[seat]) < n:
                card = s.deck[seat] & ~s.hand[seat]
                s.hand[seat] |= card & (~card + 1)
        s.deck[seat] &= ~s.hand[seat]
        if not s.deck[seat]:
            s.known[seat] = s.hand[seat]


cdef object _restore_tokens(const Rules* r, Journey* s, object fields, object names, Rng* rng):
    """The pile holds the tokens that are nowhere else."""
    cdef int kind, seat, side, i
    warfare = fields.object("warfare") if fields.has("warfare") else Fields({}, "warfare")
    for i, one in enumerate(warfare.items("open", SPACES, default=[None] * SPACES)):
        s.open_token[i] = NONE if one is None else names.tokens.index(one)
    for kind, n in enumerate(warfare.counts("discard", names.tokens, 255, default=True)):
        s.token_discard[kind] = n
    for kind, token in enumerate(names.tokens):
        n = r.token[kind].count - s.token_discard[kind]
        for i in range(SPACES):
            n -= s.open_token[i] == kind
        for seat in range(r.seats):
            n -= s.held[seat][kind]
        for side in range(2):
            for i in range(s.size[side]):
                n -= s.armed[side][i] == kind + 1
        if n < 0:
            raise fields.fail("warfare", f"there are more tokens {token} than {r.token[kind].count}")
        s.token_pile[kind] = n
    if not warfare.has("open") and s.phase != SETUP_PHASE:
        _deal_open_tokens(r, s, rng)
    warfare.close()


cdef void _deal_open_tokens(const Rules* r, Journey* s, Rng* rng) noexcept:
    """Fill the spaces from the pile, but for the one whose token is being replaced."""
    cdef int space, k
    for space in range(SPACES):
        k = piled_tokens(r, s)
        if not k or (s.phase == WARFARE_PHASE and s.active_tile != NONE
                     and space == r.tile[s.active_tile].points_at):
            continue
        s.open_token[space] = take_from_pile(s.token_pile, r.kinds, k, rng)


cdef object _restore_relics(const Rules* r, Journey* s, object fields):
    """The relic deck holds the relics that are nowhere else."""
    cdef int era, seat
    for era, n in enumerate(fields.counts("relic_discard", ERA_NAMES, r.relics, default=True)):
        s.relic_discard[era] = n
    if s.phase == RELIC_PHASE or s.phase == RELIC_CHOICE_PHASE:
        for era, n in enumerate(fields.counts("offered", ERA_NAMES, 4, default=s.phase == RELIC_PHASE)):
            s.offered[era] = n
    for era in range(ERAS):
        n = r.relics - s.relic_discard[era] - s.offered[era]
        for seat in range(r.seats):
            n -= s.relics[seat][era]
        if n < 0:
            raise fields.fail("relic_discard", f"makes more than {r.relics} relics of era {ERA_NAMES[era]}")
        s.relic_deck[era] = n


cdef object _restore_phase(const Rules* r, Journey* s, object fields):
    """Who decides, and draws still to come."""
    cdef int seat = 0 if s.first == NONE else active(r, s)
    if s.phase == DRAW_PHASE:
        s.after = fields.choice("after", PHASE_IDS)
    if s.phase == DRAW_PHASE or s.phase == RELIC_PHASE:
        s.draws = fields.integer("draws", 1, 4)
    if s.phase in (DEFEND_PHASE, DEFEND_ARM_PHASE, PROWESS_PHASE, KEEP_PHASE) and not challenge(s):
        raise fields.fail("battle.defender", "must be the challenged seat")
    s.mover = OVER if s.phase == OVER_PHASE else seat
    if s.phase == SETUP_PHASE or is_chance(s.phase):
        s.mover = CHANCE
    if s.phase == DEFEND_PHASE or s.phase == DEFEND_ARM_PHASE:
        s.mover = s.defender
    elif s.phase == RELAUNCH_PHASE and s.roller == DEFENDER and challenge(s):
        s.mover = s.defender
    elif s.phase == KEEP_PHASE:
        s.mover = seat_of(r, s, s.winner)


cdef object _restore_looked(const Rules* r, Journey* s, object fields, int viewer):
    """The tokens that the winner looks at; they are set apart until `_restore_seen`."""
    cdef int loser = losing_seat(r, s)
    if s.looker[loser] != NONE:
        raise fields.fail(f"players[{loser}].looker", "must be null while tokens are being looked at")
    if s.mover != viewer:
        return
    for token in fields.items("looked", 2):
        s.looked += _take_home(r, s, fields, loser, "looked", token)


cdef object _restore_seen(const Rules* r, Journey* s, object player, int owner, int viewer):
    """Deal a player's tokens that the viewer does not know; those the viewer has seen are at home."""
    cdef int seat, n
    cdef pouch_t sure = 0
    cdef bint looking = s.phase == KEEP_PHASE and owner == losing_seat(r, s)
    if looking:
        sure = s.looked
    if s.looker[owner] == viewer and viewer != PUBLIC:
        sure = _take_home(r, s, player, owner, "returned", player.integer("returned", 0, 9))
        s.returned[owner] = lowest(sure)
    elif not player.null("returned"):
        raise player.fail("returned", "must be null, as only the looker knows it")
    for seat in range(r.seats):
        n = 0 if seat == viewer or s.phase == OVER_PHASE else s.won[seat][owner]
        if n > pouch_size(s.home[owner]):
            raise player.fail("", f"others have won more than the tokens of seat {owner}")
        if n:
            s.won[seat][owner] = 0
        while n:
            n -= 1
            s.won[seat][owner] += _first_token(s, owner)
    s.home[owner] += sure
    if s.looker[owner] != NONE and s.looker[owner] != viewer:
        if not s.home[owner]:
            raise player.fail("looker", "no token is left to be put back")
        s.returned[owner] = lowest(s.home[owner])
    if looking and s.mover != viewer:
        if pouch_size(s.home[owner]) < 2:
            raise player.fail("", "has fewer than two prowess tokens to look at")
        s.looked = _first_token(s, owner)
        s.looked += _first_token(s, owner)
        s.home[owner] += s.looked


cdef pouch_t _first_token(Journey* s, int owner) noexcept:
    cdef pouch_t token = a_token(lowest(s.home[owner]))
    s.home[owner] -= token
    return token
