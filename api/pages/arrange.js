// What putting a thing somewhere can change in a view. Which field says where a thing is follows from the slots of the view and
// from ids; whether a change is allowed the service says.

import { drop, edited, holders, holds, isNumbered, nameOf, placeIn, release, Slots, under, write } from "./slots.js";
import { differences, keysOf, named } from "./view_text.js";

const TRIES = 8; // numbers around a refused one

const kindOf = (id) => id.slice(0, id.indexOf(":"));
const within = (path, outer) => outer.every((key, at) => path[at] === key);
const byWorth = (slots, worth) => [...slots].sort((one, other) => worth(other) - worth(one));

export class Arranger {
  // `details` are those of `GET /v1/games/{game}` for the view's options.
  constructor({ view_schema: schema, catalogue, full_view: full, minimal_views: minimal }) {
    Object.assign(this, { schema, slots: new Slots(schema, catalogue.spaces), examples: [full, ...Object.values(minimal)] });
    this.things = [...catalogue.seats, ...catalogue.pieces, ...catalogue.cards];
    this.facts = new Map(this.things.map((one) => [nameOf(one.id), one.facts ?? {}]));
    const words = JSON.stringify(schema);
    this.palette = this.things.filter(({ id, seat }) => seat !== undefined || RegExp(`"${nameOf(id)}(s|[a-z]?ed)?"`).test(words));
  }

  // The slots that hold a drawn thing, the likeliest first.
  mentions(view, { id, panel = "" }) {
    const slots = this.slots.of(view);
    const numbered = () => slots.filter((slot) => ["value", "list"].includes(slot.kind) && isAbout(slot, id) && holds(slot).length);
    const found = isNumbered(id) ? numbered() : holders(slots, nameOf(id));
    const isPiece = ({ owner, kind }) => owner !== null && kind === "value";
    return byWorth(found, (slot) => 4 * isAbout(slot, panel) + 2 * isPiece(slot) + (slot.kind === "keyed"));
  }

  // The path of what describes a drawn thing; null if nothing does.
  placeOf(view, drawn) {
    if (kindOf(drawn.id) === "seat") return this.placeOfSeat(view, drawn.id);
    const [slot] = this.mentions(view, drawn);
    if (!slot) return null;
    if (slot.owner || slot.kind === "value") return slot.owner ?? slot.path;
    return [...slot.path, slot.kind === "list" ? placeIn(slot, drawn.id) : nameOf(drawn.id)];
  }

  // The path of an object of the seat, or else of a field.
  placeOfSeat(view, id) {
    const seat = Number(nameOf(id)), own = this.slots.of(view).filter((slot) => isAbout(slot, id));
    const [slot] = byWorth(own, ({ path }) => path.at(-1) !== seat);
    return slot ? slot.path.slice(0, slot.path.indexOf(seat) + 1) : null;
  }

  // The view without a drawn thing; null if it does not say where that is, or if it is a seat.
  removed(view, drawn) {
    const [slot] = kindOf(drawn.id) === "seat" ? [] : this.mentions(view, drawn);
    return slot ? edited(view, (next) => (slot.owner ? drop(next, slot.owner) : release(next, slot, drawn.id))) : null;
  }

  // Views in which a thing was brought to a target, the likeliest first: { view, path, name }, path being what was changed. The
  // thing is drawn, { id, panel }, or new, { id }; a target is { ids, panel, near }, ids being those of what is drawn there and
  // near those of what is drawn in its panel, or { path }. Of a change that is a guess the thing and the target say little.
  brought(view, thing, { ids = [], ...rest }) {
    const targets = byWorth(ids, (id) => this.isSpace(id)).map((id) => ({ id, ...rest }));
    return (targets.length ? targets : [rest]).flatMap((target) => this.broughtTo(view, thing, target))
      .filter((change) => differences(view, change.view).length);
  }

  broughtTo(view, thing, target) {
    const isSeat = kindOf(thing.id) === "seat", isPiece = !isSeat && thing.panel !== undefined;
    const to = target.id === undefined ? null : nameOf(target.id);
    const shifted = (isSeat || isPiece) && to !== null ? this.shifted(view, thing, to) : [];
    if (shifted.length && !isSeat) return shifted;
    const without = isPiece ? this.removed(view, thing) : view;
    const names = isPiece ? this.namesOf(view, thing) : [nameOf(thing.id)];
    const inserted = without ? names.flatMap((name) =>
      this.inserted(without, name, kindOf(thing.id), target, to).map((change) => ({ ...change, name }))) : [];
    return [...inserted, ...shifted];
  }

  isSpace(id) {
    return this.slots.spaces.includes(nameOf(id));
  }

  // What a drawn thing is called elsewhere: its name; for a piece on a place the names of what it is.
  namesOf(view, drawn) {
    const [slot] = this.mentions(view, drawn);
    if (!slot?.owner || slot.kind !== "value") return [nameOf(drawn.id)];
    const own = this.slots.of(view).filter(({ kind, owner }) => kind === "value" && String(owner) === String(slot.owner)).flatMap(holds);
    return own.filter((name) => this.facts.has(name) && Number.isNaN(Number(name)));
  }

  // Where the thing's own slot, or another slot of a seat or of a thing with a number, can name the target.
  shifted(view, thing, to) {
    const found = this.mentions(view, thing).filter(({ allowed }) => allowed.includes(to)).flatMap((slot) => {
      const { kind, path, value } = slot, name = nameOf(thing.id);
      if (kind === "value") return [this.with(view, slot, to)];
      if (kind === "keyed" && !(to in value)) {
        const next = edited(view, (one) => write(one, [...path, to], value[name]));
        return [{ path: [...path, to], view: edited(next, (one) => drop(one, [...path, name])) }];
      }
      if (kind !== "list" || !isNumbered(thing.id)) return [];
      return [{ path, view: edited(view, (next) => write(next, [...path, Math.min(placeIn(slot, thing.id), value.length)], to)) }];
    });
    if (!isNumbered(thing.id)) return found;
    const worth = { value: 8, table: 4, list: 0 };
    const own = this.slots.of(view).filter((slot) => slot.kind in worth && isAbout(slot, thing.id) && slot.allowed.includes(to));
    return [...found, ...byWorth(own, (slot) => worth[slot.kind] + (holds(slot).length > 0)).map((slot) => this.with(view, slot, to))];
  }

  // Where a name can stand: in what is described at the target, in something new there, in place of it, or in its zone.
  inserted(view, name, kind, target, to) {
    const slots = this.slots.of(view), able = slots.filter((slot) => slot.allowed.includes(name) || says(slot, name));
    const all = (some) => some.map((slot) => this.with(view, slot, name));
    const known = this.inZone(able, target), saysLittle = !known.length && !target.path && !this.isSpace(target.id ?? "");
    const free = saysLittle ? able.filter(({ owner }) => owner === null) : [];
    const guesses = ["value", "list", "table"].flatMap((one) => free.filter((slot) => slot.kind === one));
    const zone = all(byWorth(known, (slot) => isOfKind(slot, kind)));
    zone.push(...all(byWorth(guesses, (slot) => isOfKind(slot, kind))).map((change) => ({ ...change, isGuess: true })));
    if (to === null) return zone;
    const there = holders(slots, to);
    const owners = there.map((slot) => (slot.kind === "keyed" ? [...slot.path, to] : slot.owner)).filter(Boolean);
    const inside = (slot) => owners.some((owner) => within(slot.path, owner));
    const onto = able.filter((slot) => inside(slot) && !holds(slot).includes(to));
    const marks = slots.filter((slot) => slot.kind === "value" && slot.owner === null && slot.allowed.includes(to) && says(slot, name));
    const numbers = slots.filter((slot) => slot.kind === "integer" && slot.path.at(-1) === kind && inside(slot));
    const without = (slot) => edited(view, (next) => release(next, slot, target.id));
    const here = there.filter((slot) => able.includes(slot));
    return [...all(byWorth(onto, (slot) => slot.kind === "list")), ...slots.flatMap((slot) => this.made(view, slot, name, to)),
      ...marks.map((slot) => this.with(view, slot, to)), ...all(here.filter((slot) => slot.kind === "value")), ...zone,
      ...numbers.map(({ path }) => ({ path, view: edited(view, (next) => write(next, path, Number(name))) })),
      ...here.filter((slot) => slot.kind === "table").map((slot) => this.with(without(slot), slot, name))];
  }

  // Of some slots those of a target's panel: whose path says so, or else those that hold what is drawn there.
  inZone(slots, { id = "", panel = "", near = [], path }) {
    if (path) return slots.filter((slot) => within(slot.path, path) || within(path, slot.path));
    const drawn = near.map(nameOf), free = slots.filter(({ owner }) => owner === null);
    const said = [id, panel].flatMap((zone) => slots.filter((slot) => isAbout(slot, zone)));
    return said.length ? said : free.filter((slot) => holds(slot).some((one) => drawn.includes(one)));
  }

  // A new item of a list or keyed object, that names the thing and the target.
  made(view, slot, name, to) {
    const { kind, path, inner, value } = slot, isKeyed = kind === "keyed";
    if (kind !== "objects" && !(isKeyed && slot.allowed.includes(to) && !(to in (value ?? {})))) return [];
    const own = [...path, isKeyed ? to : (value ?? []).length];
    const fields = [...this.slots.walk(inner, isKeyed && inner.enum ? undefined : {}, own)];
    const first = (wanted) => fields.find((field) => field.kind === "value" && field.allowed.includes(wanted));
    const what = first(name), where = isKeyed ? null : first(to);
    if (!(what || says(slot, name)) || !(isKeyed || where)) return [];
    const next = edited(view, (one) => {
      if (!isKeyed && !value) write(one, path, []);
      if (inner.properties) write(one, own, this.fresh(slot, view, name));
      if (what) this.slots.hold(one, what, name);
      if (where) this.slots.hold(one, where, to);
    });
    return [{ view: next, path: own, isNew: true, given: [what, where].filter(Boolean).map((field) => named(field.path)) }];
  }

  // The required fields of a new object: what the catalogue says of the thing, or else as in a similar object.
  fresh({ path, inner }, view, name) {
    const others = [view, ...this.examples].flatMap((one) => Object.values(under(one, path) ?? {}));
    const model = others.find((one) => Object.values(one).includes(name)) ?? others[0] ?? {};
    const known = structuredClone({ ...model, ...this.facts.get(name), seat: view.seat ?? 0 });
    const least = ({ enum: names, minimum = null }) => names?.[0] ?? minimum;
    return Object.fromEntries((inner.required ?? []).map((key) => [key, known[key] ?? least(this.slots.form(inner.properties[key]))]));
  }

  with(view, slot, name) {
    const path = slot.kind === "table" ? [...slot.path, name] : slot.path;
    return { path, view: edited(view, (next) => this.slots.hold(next, slot, name)) };
  }

  // The change with what else it takes until the service accepts the view, or null. `trial` gives the path of the field
  // that the service refuses, or null; `left` counts down how often it may still be asked.
  async settled(change, trial, left, problem = undefined) {
    const refused = problem === undefined ? await trial(change.view) : problem;
    if (refused === null) return change;
    for (const view of this.mended(change.view, refused, change)) {
      if (left.trials-- <= 0) return null;
      const again = await trial(view);
      const found = again === refused ? null : await this.settled({ ...change, view }, trial, left, again);
      if (found) return found;
    }
    return null;
  }

  // Views that may mend what a change upset elsewhere, or in a new object: `problem` is the path of a refused field.
  mended(view, problem, change) {
    const slots = this.slots.of(view), slot = slots.find(({ path }) => named(path) === problem);
    const path = slot?.path ?? keysOf(view, problem);
    if (!path.length || change.given?.includes(problem)) return this.freed(view, change);
    const inside = within(path, change.path) || within(change.path, path);
    const set = (one, values) => values.map((value) => edited(view, (next) => write(next, one.path, value)));
    if (inside && change.isNew && slot?.kind === "value") return set(slot, slot.form.enum.slice(0, 2 * TRIES));
    if (inside && change.isNew && slot?.value === undefined && slot?.kind === "integer") return set(slot, [slot.form.minimum]);
    const isSize = (one) => one.path.some((key) => String(key).startsWith(`${path.at(-1)}_size`));
    const numbers = slots.filter((one) => one.kind === "integer" && typeof one.value === "number"
      && (isSize(one) || (within(one.path, path) && one.path.length <= path.length + 1 && (!inside || change.isNew))));
    const around = ({ value }) => Array.from({ length: TRIES / numbers.length }, (_, at) => value + (at % 2 ? -1 : 1) * (1 + (at >> 1)));
    const inferred = new Set([...numbers, { path }].map((one) => one.path[0]).filter((key) => key !== change.path[0]
      && this.schema.properties[key].description?.includes("If left out:")));
    return [...this.freed(view, change), ...numbers.flatMap((one) => set(one, around(one).filter((value) => value >= 0))),
      ...[...inferred].map((key) => edited(view, (next) => delete next[key]))];
  }

  // Views without the same thing elsewhere, for it may be the only one.
  freed(view, { name, path }) {
    const others = holders(this.slots.of(view), name).filter((slot) => ["table", "list"].includes(slot.kind) && !within(path, slot.path));
    return others.map((slot) => edited(view, (next) => release(next, slot, `:${name}`)));
  }
}

// Whether a slot is about a zone: the id of a panel, of a seat, or of something that has a number.
function isAbout({ path, owner }, zone) {
  const [kind, ...numbers] = zone.split(":");
  if (kind === "seat") return path.some((key, at) => key === Number(numbers[0]) && at >= (owner?.length ?? 0));
  const word = isNumbered(zone) ? kind : numbers[0] ?? kind;
  const at = word ? path.findIndex((key) => String(key).startsWith(word) || String(key).endsWith(`_${word}`)) : -1;
  if (at < 0 || !isNumbered(zone)) return at >= 0;
  const place = path[at + 1], number = Number(numbers.at(-1)) - (numbers.length > 1);
  return (place === undefined || place === number) && (numbers.length === 1 || path.includes(Number(numbers[0])));
}

// Whether a slot's field has the name of a thing: `tents` that of command_tent, `poisoned` that of poison.
function says({ kind, path }, name) {
  const key = path.findLast((one) => typeof one === "string");
  const one = key.replace(/s$/, "");
  return name === one || name.endsWith(`_${one}`) || (kind === "boolean" && key.startsWith(name));
}

// Whether a slot's field has the name of a kind of things: `relics` that of relic:II.
const isOfKind = ({ path }, kind) => path.some((key) => String(key).startsWith(kind));
