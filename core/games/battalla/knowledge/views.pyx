"""The table as JSON (RULES.md 9): the view of a state, and the state of a view."""
from libc.stdint cimport uint8_t, uint32_t

from battlewise.core.game cimport CHANCE, OVER, PUBLIC
from battlewise.core.games.battalla.knowledge.check cimport check_combat, check_numbers
from battlewise.core.games.battalla.rules.field cimport atk_of, cost_of, hp_of
from battlewise.core.games.battalla.state cimport *
from battlewise.core.games.battalla.rules.turn cimport go_on, result_of

from battlewise.core.games.battalla import words
from battlewise.core.views import Fields

_SQUARES = words.squares(LANES)
_NUMBERS = ("damage", "poison", "grown", "stronger")
_SET_UP = words.PHASES[:DRAW_PHASE]


cdef object square_doc(int square):
    """Such as "b3": lane b, row 3 of 5 from seat 0's side; None for no square."""
    return None if square == NONE else _SQUARES[square]


cdef void clear(const Rules* r, Table* s) noexcept:
    """What a state without cards in play and without a question has; it must be blank but for decks."""
    cdef int seat, i
    s.attacker = s.defender = s.answered = s.playing = NONE
    for seat in range(2):
        for i in range(HEROES):
            s.hero[seat][i] = r.hero[seat][i]


# -- describe

cdef object describe(const Rules* r, const Table* s, int viewer, object names):
    """The view's own fields (`documents.form`)."""
    view = {
        "phase": words.PHASES[s.phase],
        "active": active(s),
        "turn": s.turn,
        "cards": [_piece(r, s, square, names) for square in range(SQUARES) if (taken(s) >> square) & 1],
        "fields": [names[s.field[seat] - 1] if s.field[seat] else None for seat in range(2)],
        "hero_decks": [[names[s.hero[seat][i]] for i in range(HEROES) if s.hero[seat][i] != NONE]
                       for seat in range(2)],
        "heroes_out": _pair(s.heroes_out),
        "hand_sizes": _pair(s.hand_size),
        "known": [_pile(&s.known[seat], names) for seat in range(2)],
        "discard": [_pile(&s.discard[seat], names) for seat in range(2)],
        "deck_sizes": _pair(s.deck_size),
        "top_sizes": _pair(s.top_size),
        "penalty_sizes": _pair(s.penalty_size),
        "stamina": _pair(s.stamina),
        "searched": [bool(s.searched[seat]) for seat in range(2)],
    }
    if viewer != PUBLIC:
        view["hand"] = _pile(&s.hand[viewer], names)
        view["costs"] = {name: cost_of(r, s, viewer, kind) for kind, name in enumerate(names)
                         if holds(&s.hand[viewer], kind)}
        view["top"] = [names[s.top[viewer][i]] for i in range(s.top_size[viewer])]
        if s.searched[viewer]:
            view["penalty"] = _kinds(s.penalty[viewer], s.penalty_size[viewer], names)
    if s.phase == OVER_PHASE:
        view["winner"] = None if s.result == 3 else s.result - 1
    elif s.stage <= PENALTIES:
        view["set_up"] = {"stage": words.STAGES[s.stage], "winner": s.winner, "exchanged": _pair(s.exchanged),
                          "draws": _pair(s.draws)}
        return view
    view["this_turn"] = {
        "moves": s.moves,
        "units_lost": [bool(s.lost[seat]) for seat in range(2)],
        "used": [[names[kind] for kind in range(r.kinds) if was_used(s, seat, kind)] for seat in range(2)],
        "hero_summoned": bool(s.heroes_summoned),
    }
    if s.phase != TURN_PHASE and s.phase != OVER_PHASE:
        view["pending"] = _pending(r, s, names)
    return view


cdef object _pair(const uint8_t* numbers):
    return [numbers[0], numbers[1]]


cdef object _pile(const Pile* pile, object names):
    return {name: count_of(pile, kind) for kind, name in enumerate(names) if count_of(pile, kind)}


cdef object _kinds(const uint8_t* kinds, int n, object names):
    counts = {}
    for i in range(n):
        counts[names[kinds[i]]] = counts.get(names[kinds[i]], 0) + 1
    return counts


cdef object _piece(const Rules* r, const Table* s, int square, object names):
    cdef const Piece* p = &s.at[square]
    return {
        "seat": seat_at(s, square),
        "card": names[p.card - 1],
        "square": square_doc(square),
        "atk": atk_of(r, s, square),
        "hp": hp_of(r, s, square),
        "damage": p.damage, "poison": p.poison, "grown": p.grown, "stronger": p.stronger,
        "copied": names[p.copied - 1] if p.copied else None,
        "items": [names[s.item[i].kind] for i in range(s.items) if s.item[i].square == square],
        "frozen": p.frozen, "stunned": p.stunned,
        **{name: bool(p.flags & flag) for name, flag in words.FLAGS.items()},
    }


cdef object _pending(const Rules* r, const Table* s, object names):
    chain = []
    for i in range(s.links):
        link = &s.link[i]
        kind = r.effect[link.effect].kind
        chain.append({
            "card": names[kind],
            "effect": link.effect - _first_effect(r, kind),
            "seat": link.seat,
            "source": square_doc(link.source),
            "subject": square_doc(link.subject),
            "step": link.step,
        })
    return {
        "stage": words.STAGES[s.stage],
        "chain": chain,
        "attacker": square_doc(s.attacker),
        "defender": square_doc(s.defender),
        "answered": None if s.answered == NONE else names[s.answered],
        "resolving": [names[s.resolving[seat] - 1] if s.resolving[seat] else None for seat in range(2)],
        "window": bool(s.window),
        "todo": [_place_name(place) for place in range(32) if (s.todo >> place) & 1],
        "draws": _pair(s.draws),
        "hero_due": bool(s.hero_due),
        "placing": None if s.playing == NONE else {
            "card": names[s.playing], "from": words.ZONES[s.playing_from], "seat": s.placer},
    }


cdef object _place_name(int place):
    return "hero" if place == TOP else "field" if place == ZONE else square_doc(place)


cdef int _first_effect(const Rules* r, int kind) noexcept:
    """All effects of a card follow one another: on the field, ability, price, given as an item."""
    return r.card[kind].first


cdef int _effects_of(const Rules* r, int kind) noexcept:
    cdef const Card* card = &r.card[kind]
    return (card.effects + card.abilities + (card.price != NONE)
            + (card.given if card.type != ITEM else 0))


# -- restore

cdef object restore(const Rules* r, Table* s, object view, int viewer, object names):
    """What `documents.form` says follows from the rest is worked out here."""
    fields = Fields(view)
    clear(r, s)
    s.phase = fields.choice("phase", words.PHASES)
    cdef int active = fields.integer("active", 0, 1)
    name = words.PHASES[s.phase]
    s.turn = fields.integer("turn", 0, r.turn_limit, default=active if name not in _SET_UP else 0)
    s.first = (s.turn & 1) ^ active
    _restore_pieces(r, s, fields, names)
    _restore_heroes(r, s, fields, names)
    _restore_fields(r, s, fields, names)
    _restore_numbers(r, s, fields, name)
    if name in _SET_UP or fields.has("set_up"):
        _restore_set_up(s, fields.object("set_up"))
    elif s.phase == OVER_PHASE:
        s.stage = ACTING
        fields.null("winner")
        _restore_turn(r, s, fields, names)
    else:
        s.stage = ACTING
        _restore_turn(r, s, fields, names)
        if name != "turn":
            _restore_pending(r, s, fields.object("pending"), names)
    _restore_cards(r, s, fields, viewer, names)
    fields.close()
    _find_mover(r, s, fields)


cdef int _square(const Rules* r, object fields, object name) except -1:
    text = fields.text(name, 2)
    for square, known in _SQUARES.items():
        if text == known and (r.on >> <int>square) & 1:
            return square
    raise fields.fail(name, f"{text!r} is no square of the board such as 'b3'")


cdef int _square_or_none(const Rules* r, object fields, object name) except -1:
    return NONE if fields.null(name) else _square(r, fields, name)


cdef object _two(object fields, object name, int most, object default):
    """Two whole numbers, one a seat."""
    items = fields.items(name, 2, default=default)
    if len(items) != 2 or any(type(n) is not int or not 0 <= n <= most for n in items):
        raise fields.fail(name, f"is not two whole numbers in 0..{most}")
    return items


cdef object _two_flags(object fields, object name):
    items = fields.items(name, 2, default=[False, False])
    if len(items) != 2 or any(type(n) is not bool for n in items):
        raise fields.fail(name, "is not two of true and false")
    return items


cdef object _two_names(object fields, object name, object names):
    """A card or null for each seat."""
    given = fields.items(name, 2, default=[None, None])
    if len(given) != 2:
        raise fields.fail(name, "is not two of a card's name and null")
    for seat, one in enumerate(given):
        if one is not None and one not in names:
            raise fields.fail(f"{name}[{seat}]", f"{str(one)[:40]!r} is no card")
    return given


cdef object _two_piles(object fields, object name, Pile* piles, object names):
    items = fields.items(name, 2, default=[{}, {}])
    if len(items) != 2:
        raise fields.fail(name, "is not two objects")
    for seat in range(2):
        counts = Fields({"cards": items[seat]}, f"{name}[{seat}]").counts("cards", names, 3)
        for kind, n in enumerate(counts):
            for _ in range(n):
                put_in(&piles[seat], kind)


cdef object _restore_pieces(const Rules* r, Table* s, object fields, object names):
    cdef Piece* p
    cdef int square, seat, i
    for one in fields.objects("cards", SQUARES):
        square = _square(r, one, "square")
        if (taken(s) >> square) & 1:
            raise one.fail("square", "is another card's too")
        if taken(s) >> square:
            raise one.fail("square", "comes after a later one: the order is a1, b1, ..., a2, b2, ...")
        seat = one.integer("seat", 0, 1)
        s.cards[seat] |= bit(square)
        p = &s.at[square]
        p.card = 1 + one.choice("card", names)
        if r.card[p.card - 1].type != UNIT and r.card[p.card - 1].type != HERO:
            raise one.fail("card", "is neither a unit nor a hero")
        if (r.card[p.card - 1].has >> ALWAYS) & 1:
            s.auras |= bit(square)
        p.damage, p.poison, p.grown, p.stronger = [
            one.integer(name, 0, MOST_COUNTED, default=0) for name in _NUMBERS]
        p.copied = 0 if one.null("copied") else 1 + one.choice("copied", names)
        p.frozen, p.stunned = [one.integer(name, 0, 2, default=0) for name in ("frozen", "stunned")]
        p.flags = sum(flag for name, flag in words.FLAGS.items() if one.flag(name))
        for i, item in enumerate(one.items("items", ITEMS, default=())):
            if item not in names:
                raise one.fail(f"items[{i}]", f"{item!r} is no card")
            if s.items == ITEMS:
                raise one.fail(f"items[{i}]", f"there are more than {ITEMS} items in play")
            attach(s, square, names.index(item))
        one.null("atk")
        one.null("hp")
        one.close()


cdef object _restore_heroes(const Rules* r, Table* s, object fields, object names):
    """Hero decks as they were at the start, and how many heroes have left them."""
    default = [[names[r.hero[seat][i]] for i in range(HEROES) if r.hero[seat][i] != NONE]
               for seat in range(2)]
    decks = fields.items("hero_decks", 2, default=default)
    if len(decks) != 2:
        raise fields.fail("hero_decks", "is not two lists")
    for seat in range(2):
        path = f"hero_decks[{seat}]"
        if not isinstance(decks[seat], list) or len(decks[seat]) > HEROES:
            raise fields.fail(path, f"is no list of at most {HEROES} heroes")
        for i in range(HEROES):
            s.hero[seat][i] = NONE
        for i, hero in enumerate(decks[seat]):
            if hero not in names or r.card[<int>names.index(hero)].type != HERO or hero in decks[seat][:i]:
                raise fields.fail(f"{path}[{i}]", f"{str(hero)[:40]!r} is no hero, or there twice")
            s.hero[seat][i] = names.index(hero)
        if r.known_list[seat] and decks[seat] != default[seat]:
            raise fields.fail(path, "is not the hero deck of this game's options")


cdef object _restore_fields(const Rules* r, Table* s, object fields, object names):
    for seat, name in enumerate(_two_names(fields, "fields", names)):
        if name is not None:
            if r.card[<int>names.index(name)].type != FIELD:
                raise fields.fail(f"fields[{seat}]", f"{name!r} is no field")
            s.field[seat] = 1 + names.index(name)


cdef object _restore_numbers(const Rules* r, Table* s, object fields, object phase):
    none = [0, 0] if phase in _SET_UP or fields.has("set_up") else None
    stamina = _two(fields, "stamina", MOST_COUNTED, none)
    penalty = _two(fields, "penalty_sizes", r.penalty, none or [r.penalty, r.penalty])
    tops = _two(fields, "top_sizes", LOOKED, [0, 0])
    searched = _two_flags(fields, "searched")
    for seat in range(2):
        s.stamina[seat] = stamina[seat]
        s.penalty_size[seat] = penalty[seat]
        s.top_size[seat] = tops[seat]
        s.searched[seat] = searched[seat]


cdef object _restore_set_up(Table* s, object fields):
    s.stage = fields.choice("stage", words.STAGES[:PENALTIES + 1])
    s.winner = fields.integer("winner", 0, 1, default=0)
    exchanged = _two(fields, "exchanged", HAND, [0, 0])
    draws = _two(fields, "draws", HAND, [0, 0])
    for seat in range(2):
        s.exchanged[seat] = exchanged[seat]
        s.draws[seat] = draws[seat]
    fields.close()


cdef object _restore_turn(const Rules* r, Table* s, object fields, object names):
    """What was done this turn; by default nothing."""
    if not fields.has("this_turn"):
        return
    turn = fields.object("this_turn")
    s.moves = turn.integer("moves", 0, MOST_COUNTED, default=0)
    lost = _two_flags(turn, "units_lost")
    used = turn.items("used", 2, default=[[], []])
    if len(used) != 2 or any(not isinstance(one, list) for one in used):
        raise turn.fail("used", "is not two lists of cards")
    for seat in range(2):
        s.lost[seat] = lost[seat]
        for name in used[seat]:
            if name not in names:
                raise turn.fail("used", f"{str(name)[:40]!r} is no card")
            mark_used(s, seat, names.index(name))
    s.heroes_summoned = turn.flag("hero_summoned")
    turn.close()


cdef object _restore_pending(const Rules* r, Table* s, object fields, object names):
    """The attack, the effects that wait and the cards that are under way."""
    cdef int place
    s.stage = STARTING + fields.choice("stage", words.STAGES[STARTING:], "acting")
    s.attacker = _square_or_none(r, fields, "attacker")
    s.defender = _square_or_none(r, fields, "defender")
    s.answered = NONE if fields.null("answered") else fields.choice("answered", names)
    for seat, name in enumerate(_two_names(fields, "resolving", names)):
        s.resolving[seat] = 0 if name is None else 1 + names.index(name)
    s.window = fields.flag("window", s.phase == REACT_PHASE)
    for i, name in enumerate(fields.items("todo", 32, default=())):
        places = [place for place in range(32) if _place_name(place) == name and (
            place >= SQUARES or (r.on >> place) & 1)] if isinstance(name, str) else []
        if not places:
            raise fields.fail(f"todo[{i}]", f"{str(name)[:40]!r} is no square, nor 'hero' or 'field'")
        place = places[0]
        s.todo |= <uint32_t>1 << place
    draws = _two(fields, "draws", max(1, r.most_drawn), [0, 0])
    if draws[0] and draws[1]:
        raise fields.fail("draws", "both players draw at once")
    s.draws[0], s.draws[1] = draws
    s.hero_due = fields.flag("hero_due")
    if not fields.null("placing"):
        placing = fields.object("placing")
        s.playing = placing.choice("card", names)
        s.playing_from = placing.choice("from", words.ZONES)
        s.placer = placing.integer("seat", 0, 1)
        placing.close()
    if fields.has("chain"):
        for one in fields.objects("chain", LINKS):
            _restore_link(r, s, one, names)
    fields.close()


cdef object _restore_link(const Rules* r, Table* s, object fields, object names):
    cdef Link* link = &s.link[s.links]
    cdef int kind = fields.choice("card", names)
    cdef int most = _effects_of(r, kind)
    if not most:
        raise fields.fail("card", "has no effects")
    link.effect = _first_effect(r, kind) + fields.integer("effect", 0, most - 1, default=0)
    link.seat = fields.integer("seat", 0, 1)
    link.source = _square_or_none(r, fields, "source")
    link.subject = _square_or_none(r, fields, "subject")
    link.step = fields.integer("step", 0, 120, default=0)
    fields.close()
    s.links += 1


# -- restore: piles

cdef object _restore_cards(const Rules* r, Table* s, object fields, int viewer, object names):
    """The piles; what the viewer does not know gets the first cards that are left."""
    cdef int seat
    _two_piles(fields, "discard", s.discard, names)
    _two_piles(fields, "known", s.known, names)
    out = [0, 0]
    for seat in range(2):
        for kind in range(len(names)):
            if r.card[<int>kind].type == HERO:
                out[seat] += count_of(&s.discard[seat], kind)
        out[seat] += sum(r.card[kind].type == HERO for kind in _in_play(s, seat))
    out = _two(fields, "heroes_out", HEROES, out)
    own = fields.counts("hand", names, COPIES) if viewer != PUBLIC else []
    fields.null("costs") if viewer != PUBLIC else None      # follows from the rest, as the caller checks
    sizes = fields.items("hand_sizes", 2, default=[sum(own)] * 2 if own and _is_set_up(s) else None)
    if len(sizes) != 2 or any(type(n) is not int or not 0 <= n <= 60 for n in sizes):
        raise fields.fail("hand_sizes", "is not two whole numbers in 0..60")
    for seat in range(2):
        s.heroes_out[seat] = out[seat]
        s.hand_size[seat] = sizes[seat]
    if viewer != PUBLIC and sum(own) != sizes[viewer]:
        raise fields.fail("hand", f"has {sum(own)} cards, not {sizes[viewer]}")
    decks = fields.items("deck_sizes", 2, default=[None, None])
    if len(decks) != 2:
        raise fields.fail("deck_sizes", "is not two numbers")
    for seat in range(2):
        _restore_seat(r, s, fields, viewer, seat, decks[seat], own, names)


cdef bint _is_set_up(const Table* s) noexcept:
    return s.stage <= PENALTIES


cdef object _restore_seat(const Rules* r, Table* s, object fields, int viewer, int seat, object deck_size,
                          object own, object names):
    cdef int kind, i
    left = _left(r, s, fields, viewer, seat, deck_size, names)
    if seat == viewer:
        for kind, n in enumerate(own):
            _take(fields, "hand", left, kind, n, names)
            for _ in range(n):
                put_in(&s.hand[seat], kind)
        top = fields.items("top", LOOKED, default=[])
        if len(top) != s.top_size[seat] or any(name not in names for name in top):
            raise fields.fail("top", f"is not the {s.top_size[seat]} cards that are known of the deck")
        for i in range(s.top_size[seat]):
            s.top[seat][i] = names.index(top[i])
            _take(fields, "top", left, s.top[seat][i], 1, names)
        if s.searched[seat]:
            penalty = fields.counts("penalty", names, 3)
            if sum(penalty) != s.penalty_size[seat]:
                raise fields.fail("penalty", f"has {sum(penalty)} cards, not {s.penalty_size[seat]}")
            i = 0
            for kind, n in enumerate(penalty):
                _take(fields, "penalty", left, kind, n, names)
                for _ in range(n):
                    s.penalty[seat][i] = kind
                    i += 1
    else:
        s.hand[seat] = s.known[seat]
        unknown = s.hand_size[seat] - size_of(&s.known[seat])
        if unknown < 0:
            raise fields.fail("known", f"has more cards than the hand of seat {seat}")
        for kind in range(len(names)):
            _take(fields, "known", left, kind, count_of(&s.known[seat], kind), names)
        for _ in range(unknown):
            put_in(&s.hand[seat], _first(fields, "hand_sizes", left))
        for i in range(s.top_size[seat]):
            s.top[seat][i] = _first(fields, "top_sizes", left)
    if seat != viewer or not s.searched[seat]:
        kinds = sorted(_first(fields, "penalty_sizes", left) for _ in range(s.penalty_size[seat]))
        for i in range(s.penalty_size[seat]):
            s.penalty[seat][i] = kinds[i]
    for kind, n in enumerate(left):
        for _ in range(n):
            put_in(&s.deck[seat], kind)
    s.deck_size[seat] = sum(left) + s.top_size[seat]
    if deck_size is not None and deck_size != s.deck_size[seat]:
        raise fields.fail("deck_sizes", f"of seat {seat} is {s.deck_size[seat]} by its list")


cdef object _take(object fields, object name, object left, int kind, int n, object names):
    if left[kind] < n:
        raise fields.fail(name, f"there are more {names[kind]} than the deck has")
    left[kind] -= n


cdef int _first(object fields, object name, object left) except -1:
    for kind, n in enumerate(left):
        if n:
            left[kind] -= 1
            return kind
    raise fields.fail(name, "there are more cards than the deck has")


cdef object _in_play(const Table* s, int seat):
    """The kinds of a seat's cards on the squares and of their items."""
    kinds = [s.at[square].card - 1 for square in range(SQUARES) if (s.cards[seat] >> square) & 1]
    return kinds + [s.item[i].kind for i in range(s.items) if seat_at(s, s.item[i].square) == seat]


cdef object _left(const Rules* r, Table* s, object fields, int viewer, int seat, object deck_size,
                  object names):
    """What is not in sight of a seat's list, known or made up."""
    shown = [count_of(&s.discard[seat], kind) * (r.card[<int>kind].type != HERO)
             for kind in range(len(names))]
    for kind in _in_play(s, seat):
        shown[kind] += r.card[<int>kind].type != HERO
    for card in (s.field[seat], s.resolving[seat]):
        if card:
            shown[card - 1] += 1
    if r.known_list[seat]:
        left = [count_of(&r.list[seat], kind) for kind in range(len(names))]
        for kind, n in enumerate(shown):
            _take(fields, "cards", left, kind, n, names)
        return left
    if seat == viewer:
        raise fields.fail("seat", "this game's options hide the seat's own deck")
    if type(deck_size) is not int or not 0 <= deck_size <= 60:
        raise fields.fail("deck_sizes", f"must have the number of cards of seat {seat}'s deck")
    return _made_up(r, s, fields, seat, deck_size, shown)


cdef object _made_up(const Rules* r, const Table* s, object fields, int seat, int deck_size, object shown):
    """Any cards, none more than three times with those in sight."""
    hidden = s.hand_size[seat] + s.penalty_size[seat] + deck_size
    left = [count_of(&s.known[seat], kind) for kind in range(len(shown))]
    for kind in range(len(shown)):
        if r.card[<int>kind].type != HERO:
            more = max(0, min(COPIES - shown[kind] - left[kind], hidden - sum(left)))
            left[kind] += more
    if sum(left) != hidden:
        raise fields.fail("known", f"has more cards than the hand of seat {seat}")
    return left


# -- restore: which seat is to move

cdef object _find_mover(const Rules* r, Table* s, object fields):
    """Which seat decides follows from the rest, and must be what the phase says."""
    cdef Table again
    cdef const char* problem = check_numbers(r, s)
    if problem != NULL:
        raise fields.fail("", problem.decode())
    if s.phase == ROLL_PHASE or s.phase == SEAT_PHASE:
        s.mover = CHANCE if s.phase == ROLL_PHASE else s.winner
        return
    if s.phase == OVER_PHASE:
        s.mover = OVER
        s.result = result_of(s) if s.turn == r.turn_limit else 1 + active(s)
        return
    if s.heroes_summoned and not (s.heroes_out[active(s)] or s.hero_due or s.playing_from == FROM_HEROES):
        raise fields.fail("this_turn.hero_summoned", "the active player has no hero that was summoned")
    if s.stage == OPENING and not s.draws[0] and not s.draws[1]:
        raise fields.fail("set_up", "no player draws an opening hand")
    problem = check_combat(r, s)
    if problem != NULL:
        raise fields.fail("pending", problem.decode())
    again = s[0]
    again.phase = TURN_PHASE
    go_on(r, &again)
    if again.phase != s.phase:
        raise fields.fail("phase", f"the rest of the view makes it {words.PHASES[again.phase]!r}")
    s.mover = again.mover
