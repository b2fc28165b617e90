"""The table as JSON (RULES.md 9): the view of a state, and the state of a view."""
from libc.stdint cimport uint8_t, uint32_t

from battlewise.core.game cimport CHANCE, OVER, PUBLIC
from battlewise.core.games.battalla.knowledge.check cimport check_combat, check_waiting, check_numbers
from battlewise.core.games.battalla.rules.field cimport atk_of, cost_of, hp_of
from battlewise.core.games.battalla.state cimport *
from battlewise.core.games.battalla.rules.turn cimport go_on, result_of

from battlewise.core.errors import ViewError
from battlewise.core.games.battalla import words

_SQUARES = words.squares(LANES)
_SQUARE_NUMBERS = {name: square for square, name in _SQUARES.items()}
_PLACE_NUMBERS = {**_SQUARE_NUMBERS, "hero": TOP, "field": ZONE}
_NUMBERS = ("damage", "poison", "grown", "stronger", "frozen", "stunned")
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
            **_progress(&r.effect[link.effect], link.step),
        })
    return {
        "stage": words.STAGES[s.stage],
        "chain": chain,
        "attacker": square_doc(s.attacker),
        "defender": square_doc(s.defender),
        "answered": None if s.answered == NONE else names[s.answered],
        "resolving": [names[s.resolving[seat] - 1] if s.resolving[seat] else None for seat in range(2)],
        "window": bool(s.window) and s.stage != STARTING,
        "stamina_due": bool(s.window) and s.stage == STARTING,
        "todo": [_place_name(place) for place in range(32) if (s.todo >> place) & 1],
        "draws": _pair(s.draws),
        "hero_due": bool(s.hero_due),
        "placing": None if s.playing == NONE else {
            "card": names[s.playing], "from": words.ZONES[s.playing_from], "seat": s.placer},
    }


cdef object _progress(const Effect* e, int step):
    """How far an effect has come, where it takes several steps."""
    if e.verb == DISCARD:
        return {"discarded": step}
    if e.verb == UNDO_MOVE:
        return {"moved_from": square_doc(step)}
    return {"chosen": bool(step)} if SIDESTEP <= e.verb <= SWAP else {}


cdef object _place_name(int place):
    return "hero" if place == TOP else "field" if place == ZONE else square_doc(place)


cdef int _first_effect(const Rules* r, int kind) noexcept:
    """All effects of a card follow one another: on the field, ability, price, given as an item."""
    return r.card[kind].first


cdef int _effects_of(const Rules* r, int kind) noexcept:
    cdef const Card* card = &r.card[kind]
    return (card.effects + card.abilities + (card.price != NONE)
            + (card.given if card.type != ITEM else 0))


# -- restore: the view is of the game's form, so that here is only what the form cannot know

cdef object restore(const Rules* r, Table* s, object view, int viewer, object names):
    """What `documents.form` says follows from the rest is worked out here."""
    cdef int active = view["active"]
    phase = view["phase"]
    clear(r, s)
    s.phase = words.PHASES.index(phase)
    s.turn = view.get("turn", 0 if phase in _SET_UP else active)
    s.first = (s.turn & 1) ^ active
    _restore_pieces(r, s, view["cards"], names)
    _restore_heroes(r, s, view, names)
    for seat, name in enumerate(view.get("fields", ())):
        s.field[seat] = _kind(name, names)
    _restore_numbers(r, s, view)
    if phase in _SET_UP or "set_up" in view:
        _restore_set_up(s, _given(view, "set_up"))
    else:
        s.stage = ACTING
        _restore_turn(s, view.get("this_turn", {}), names)
        if phase != "turn" and s.phase != OVER_PHASE:
            _restore_pending(r, s, _given(view, "pending"), names)
    _restore_cards(r, s, view, viewer, names)
    _find_mover(r, s, view["cards"])


cdef object _given(object view, object name):
    """A field that a view need not have always, but here."""
    if name not in view:
        raise ViewError(name, "is missing")
    return view[name]


cdef int _kind(object name, object names) except -1:
    """The number of a card, from 1; 0 for null."""
    return 0 if name is None else 1 + names.index(name)


cdef int _square(object name) except -1:
    return NONE if name is None else _SQUARE_NUMBERS[name]


cdef object _restore_pieces(const Rules* r, Table* s, object cards, object names):
    cdef Piece* p
    cdef int square
    for i, card in enumerate(cards):
        square = _SQUARE_NUMBERS[card["square"]]
        p = &s.at[square]
        if p.card:
            raise ViewError(f"cards[{i}].square",
                            f"{card['square']} has two cards, {names[p.card - 1]} and {card['card']}")
        s.cards[<int>card["seat"]] |= bit(square)
        p.card = _kind(card["card"], names)
        if (r.card[p.card - 1].has >> ALWAYS) & 1:
            s.auras |= bit(square)
        p.damage, p.poison, p.grown, p.stronger, p.frozen, p.stunned = [
            card.get(name, 0) for name in _NUMBERS]
        p.copied = _kind(card.get("copied"), names)
        p.flags = sum(flag for name, flag in words.FLAGS.items() if card.get(name))
        for item in card.get("items", ()):
            if s.items == ITEMS:
                raise ViewError(f"cards[{i}].items", f"there are more than {ITEMS} items in play")
            if not (r.card[<int>names.index(item)].onto >> (p.card - 1)) & 1:
                raise ViewError(f"cards[{i}].items", f"{item} cannot be attached to {card['card']}")
            attach(s, square, names.index(item))


cdef object _restore_heroes(const Rules* r, Table* s, object view, object names):
    """Hero decks as they were at the start, and how many heroes have left them."""
    cdef int seat, i
    listed = [[names[r.hero[seat][i]] for i in range(HEROES) if r.hero[seat][i] != NONE] for seat in range(2)]
    for seat, deck in enumerate(view.get("hero_decks", listed)):
        if r.known_list[seat] and deck != listed[seat]:
            raise ViewError(f"hero_decks[{seat}]",
                            f"is not the hero deck of this game's options: {', '.join(listed[seat])}")
        if len(set(deck)) < len(deck):
            raise ViewError(f"hero_decks[{seat}]", "has a hero twice")
        for i in range(HEROES):
            s.hero[seat][i] = names.index(deck[i]) if i < len(deck) else NONE


cdef object _restore_numbers(const Rules* r, Table* s, object view):
    cdef bint early = view["phase"] in _SET_UP or "set_up" in view
    penalty = view.get("penalty_sizes", [0 if early else r.penalty] * 2)
    stamina = view.get("stamina", [0, 0]) if early else _given(view, "stamina")
    for seat in range(2):
        s.stamina[seat], s.penalty_size[seat] = stamina[seat], penalty[seat]
        s.top_size[seat] = view.get("top_sizes", [0, 0])[seat]
        s.searched[seat] = view.get("searched", [False, False])[seat]


cdef object _restore_set_up(Table* s, object set_up):
    s.stage = words.STAGES.index(set_up["stage"])
    s.winner = set_up.get("winner", 0)
    for seat in range(2):
        s.exchanged[seat] = set_up.get("exchanged", [0, 0])[seat]
        s.draws[seat] = set_up.get("draws", [0, 0])[seat]


cdef object _restore_turn(Table* s, object turn, object names):
    s.moves = turn.get("moves", 0)
    s.heroes_summoned = turn.get("hero_summoned", False)
    for seat in range(2):
        s.lost[seat] = turn.get("units_lost", [False, False])[seat]
        for name in turn.get("used", [[], []])[seat]:
            mark_used(s, seat, names.index(name))


cdef object _restore_pending(const Rules* r, Table* s, object pending, object names):
    """The attack, the effects that wait and the cards that are under way."""
    s.stage = words.STAGES.index(pending.get("stage", "acting"))
    s.attacker, s.defender = [_square(pending.get(name)) for name in ("attacker", "defender")]
    for i, link in enumerate(pending.get("chain", ())):
        _restore_link(r, s, link, f"pending.chain[{i}]", pending.get("defender"), names)
    for seat, name in enumerate(pending.get("resolving", _assists(r, pending, names))):
        s.resolving[seat] = _kind(name, names)
    answered = pending["answered"] if "answered" in pending else _answered(s, names)
    s.answered = NONE if answered is None else names.index(answered)
    if (answered is None) == (s.stage == PLAYED_CARD or s.stage == USED_EFFECT):
        says = "the card that was played or used" if answered is None else "null"
        raise ViewError("pending.answered", f"must be {says}, as the stage is {words.STAGES[s.stage]}")
    s.window = pending.get("stamina_due", False) if s.stage == STARTING else pending.get(
        "window", s.phase == REACT_PHASE)
    for place in pending.get("todo", ()):
        s.todo |= <uint32_t>1 << <int>_PLACE_NUMBERS[place]
    for seat in range(2):
        s.draws[seat] = pending.get("draws", [0, 0])[seat]
    if s.draws[0] and s.draws[1]:
        raise ViewError("pending.draws", "both players draw at once")
    s.hero_due = pending.get("hero_due", False)
    placing = pending.get("placing")
    if placing is not None:
        s.playing = names.index(placing["card"])
        s.playing_from, s.placer = words.ZONES.index(placing["from"]), placing["seat"]


cdef object _assists(const Rules* r, object pending, object names):
    """The assists whose effects wait."""
    found = [None, None]
    for link in pending.get("chain", ()):
        if r.card[<int>names.index(link["card"])].type == ASSIST:
            found[link["seat"]] = link["card"]
    return found


cdef object _answered(const Table* s, object names):
    """The card that was played or used its effect: the one at the square given, or the assist, or of the last
    effect that waits.
    """
    cdef int seat = active(s)
    if s.stage != PLAYED_CARD and s.stage != USED_EFFECT:
        return None
    if s.attacker != NONE and s.at[s.attacker].card:
        return names[s.at[s.attacker].card - 1]
    return names[s.resolving[seat] - 1] if s.resolving[seat] else None


cdef object _restore_link(const Rules* r, Table* s, object given, object path, object moved_from,
                          object names):
    cdef Link* link = &s.link[s.links]
    cdef int kind = names.index(given["card"])
    cdef int most = _effects_of(r, kind)
    cdef int effect = given.get("effect", 0)
    if effect >= most:
        raise ViewError(f"{path}.effect", f"{given['card']} has {most} effects" if most
                        else f"{given['card']} has no effect")
    link.effect = _first_effect(r, kind) + effect
    link.seat = given["seat"]
    link.source, link.subject = _square(given.get("source")), _square(given.get("subject"))
    verb = r.effect[link.effect].verb
    if verb == UNDO_MOVE:
        link.step = _square(given.get("moved_from", moved_from))
    else:
        link.step = given.get("discarded", 0) if verb == DISCARD else given.get("chosen", False)
    s.links += 1


# -- restore: piles

cdef object _restore_cards(const Rules* r, Table* s, object view, int viewer, object names):
    """The piles; what the viewer does not know gets the first cards that are left."""
    cdef int seat
    for seat in range(2):
        _put(&s.discard[seat], view.get("discard", [{}, {}])[seat], names)
        _put(&s.known[seat], view.get("known", [{}, {}])[seat], names)
    _restore_heroes_out(r, s, view, names)
    own = _given(view, "hand") if viewer != PUBLIC else {}
    size = sum(own.values())
    if "hand_sizes" not in view and viewer != PUBLIC and s.stage <= PENALTIES:
        sizes = [size, size]
    else:
        sizes = _given(view, "hand_sizes")
    if viewer != PUBLIC and size != sizes[viewer]:
        raise ViewError("hand", f"has {size} cards, not {sizes[viewer]} as hand_sizes says")
    for seat in range(2):
        s.hand_size[seat] = sizes[seat]
        _restore_seat(r, s, view, viewer, seat, own if seat == viewer else None, names)


cdef object _put(Pile* pile, object counts, object names):
    for name, n in counts.items():
        for _ in range(n):
            put_in(pile, names.index(name))


cdef object _restore_heroes_out(const Rules* r, Table* s, object view, object names):
    """The heroes on the table and in the discard pile are those that have left the hero deck."""
    for seat in range(2):
        out = [names[kind] for kind in _in_play(s, seat) if r.card[<int>kind].type == HERO]
        out += [name for name in view.get("discard", [{}, {}])[seat]
                if r.card[<int>names.index(name)].type == HERO]
        s.heroes_out[seat] = view["heroes_out"][seat] if "heroes_out" in view else len(out)
        left = [names[s.hero[seat][i]] for i in range(HEROES) if i < s.heroes_out[seat]
                and s.hero[seat][i] != NONE]
        if sorted(out) != sorted(left):
            raise ViewError("heroes_out", f"the heroes of seat {seat} that left its deck are "
                            f"{', '.join(left) or 'none'}, and those on the table and discarded are "
                            f"{', '.join(out) or 'none'}")


cdef object _restore_seat(const Rules* r, Table* s, object view, int viewer, int seat, object own,
                          object names):
    cdef int i, unknown = s.hand_size[seat]
    deck_size = view["deck_sizes"][seat] if "deck_sizes" in view else None
    left = _left(r, s, seat, viewer, deck_size, names)
    if seat == viewer:
        _take(left, own, seat, "hand", names)
        _put(&s.hand[seat], own, names)
        top = view.get("top", [])
        if len(top) != s.top_size[seat]:
            raise ViewError("top", f"has {len(top)} cards, not {s.top_size[seat]} as top_sizes says")
        for i, name in enumerate(top):
            _take(left, {name: 1}, seat, "top", names)
            s.top[seat][i] = names.index(name)
    else:
        s.hand[seat] = s.known[seat]
        unknown -= size_of(&s.known[seat])
        if unknown < 0:
            raise ViewError(f"known[{seat}]", f"has more cards than the {s.hand_size[seat]} of the hand")
        _take(left, view.get("known", [{}, {}])[seat], seat, f"known[{seat}]", names)
        for _ in range(unknown):
            put_in(&s.hand[seat], _first(left, "hand_sizes", seat))
        for i in range(s.top_size[seat]):
            s.top[seat][i] = _first(left, "top_sizes", seat)
    _restore_penalty(s, view, viewer, seat, left, names)
    for kind, n in enumerate(left):
        for _ in range(n):
            put_in(&s.deck[seat], kind)
    s.deck_size[seat] = sum(left) + s.top_size[seat]
    if deck_size is not None and deck_size != s.deck_size[seat]:
        raise ViewError(f"deck_sizes[{seat}]", f"is {s.deck_size[seat]} by the list of the deck")


cdef object _restore_penalty(Table* s, object view, int viewer, int seat, object left, object names):
    """The penalty cards in the order of their numbers."""
    if seat == viewer and s.searched[seat]:
        known = _given(view, "penalty")
        if sum(known.values()) != s.penalty_size[seat]:
            raise ViewError("penalty", f"has {sum(known.values())} cards, not {s.penalty_size[seat]} as"
                            " penalty_sizes says")
        _take(left, known, seat, "penalty", names)
        kinds = [names.index(name) for name, n in known.items() for _ in range(n)]
    else:
        kinds = [_first(left, "penalty_sizes", seat) for _ in range(s.penalty_size[seat])]
    for i, kind in enumerate(sorted(kinds)):
        s.penalty[seat][i] = kind


cdef object _take(object left, object cards, int seat, object field, object names):
    """Take cards out of those that a seat's deck has left, by kind."""
    for name, n in cards.items():
        kind = names.index(name)
        if left[kind] < n:
            raise ViewError(field, f"has {n} {name}, and the deck of seat {seat} has {left[kind]} besides "
                            "those named elsewhere")
        left[kind] -= n


cdef int _first(object left, object field, int seat) except -1:
    for kind, n in enumerate(left):
        if n:
            left[kind] -= 1
            return kind
    raise ViewError(field, f"the deck of seat {seat} has no more cards for it")


cdef object _in_play(const Table* s, int seat):
    """The kinds of a seat's cards on the squares and of their items."""
    kinds = [s.at[square].card - 1 for square in range(SQUARES) if (s.cards[seat] >> square) & 1]
    return kinds + [s.item[i].kind for i in range(s.items) if seat_at(s, s.item[i].square) == seat]


cdef object _left(const Rules* r, Table* s, int seat, int viewer, object deck_size, object names):
    """By kind, what is not in sight of a seat's list, known or made up."""
    shown = [count_of(&s.discard[seat], kind) for kind in range(len(names))]
    for kind in _in_play(s, seat):
        shown[kind] += 1
    for card in (s.field[seat], s.resolving[seat]):
        if card:
            shown[card - 1] += 1
    cards = {names[kind]: n for kind, n in enumerate(shown) if n and r.card[<int>kind].type != HERO}
    if r.known_list[seat]:
        left = [count_of(&r.list[seat], kind) for kind in range(len(names))]
        _take(left, cards, seat, "cards", names)
        return left
    if seat == viewer:
        raise ViewError("seat", "this game's options hide the seat's own deck")
    if deck_size is None:
        raise ViewError("deck_sizes", f"must have the number of cards of seat {seat}'s deck")
    return _made_up(r, s, seat, deck_size, shown)


cdef object _made_up(const Rules* r, const Table* s, int seat, int deck_size, object shown):
    """Any cards, none more than three times with those in sight."""
    hidden = s.hand_size[seat] + s.penalty_size[seat] + deck_size
    left = [count_of(&s.known[seat], kind) for kind in range(len(shown))]
    whole = hidden
    for kind in range(len(shown)):
        if r.card[<int>kind].type != HERO:
            whole += shown[kind]
            left[kind] += max(0, min(COPIES - shown[kind] - left[kind], hidden - sum(left)))
    if sum(left) != hidden:
        raise ViewError(f"known[{seat}]", f"has more cards than the hand of seat {seat}")
    if not SMALLEST <= whole <= LARGEST:
        raise ViewError(f"deck_sizes[{seat}]",
                        f"makes a list of {whole} cards, and lists have {SMALLEST} to {LARGEST}")
    return left


# -- restore: which seat is to move

cdef object _find_mover(const Rules* r, Table* s, object cards):
    """Which seat decides follows from the rest, and must be what the phase says."""
    cdef Table again
    cdef const char* problem
    cdef int i
    for i in range(s.links):
        problem = check_waiting(r, s, i)
        if problem != NULL:
            raise _error(problem, "pending.chain", f"pending.chain[{i}]")
    problem = check_numbers(r, s)
    if problem != NULL:
        raise _error(problem)
    if s.phase == ROLL_PHASE or s.phase == SEAT_PHASE:
        s.mover = CHANCE if s.phase == ROLL_PHASE else s.winner
        return
    if s.phase == OVER_PHASE:
        s.mover = OVER
        s.result = result_of(s) if s.turn == r.turn_limit else 1 + active(s)
        return
    if s.heroes_summoned and not (s.heroes_out[active(s)] or s.hero_due or s.playing_from == FROM_HEROES):
        raise ViewError("this_turn.hero_summoned", "the active player has no hero that was summoned")
    if s.stage == OPENING and not s.draws[0] and not s.draws[1]:
        raise ViewError("set_up.draws", "must be the cards that the seats still draw for the opening hands")
    problem = check_combat(r, s)
    if problem != NULL:
        squares = [card["square"] for card in cards]
        at = squares.index(square_doc(s.attacker)) if square_doc(s.attacker) in squares else 0
        raise _error(problem, "cards", f"cards[{at}]")
    again = s[0]
    again.phase = TURN_PHASE
    go_on(r, &again)
    if again.phase != s.phase:
        raise ViewError("phase", f"the rest of the view makes it {words.PHASES[again.phase]!r}")
    s.mover = again.mover


cdef object _error(const char* problem, object element="", object path=""):
    """What `check` has found, a field before a colon.

    :param element: how the field begins where it names all elements of a list.
    :param path: what stands there of the one that was looked at.
    """
    field, _, text = problem.decode().partition(": ")
    return ViewError(path + field.removeprefix(element) if field.startswith(element) else field, text)
