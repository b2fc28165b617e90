// What a drag can change in a view: found from the view's JSON Schema and the ids of things alone, for any game.
//
// A slot is a place of a view that holds names of things: a field with one name ("value"; a hex as [row, column] is one
// too), an object with a count for each name ("table"), a list of names ("list"), an object with more by each name
// ("keyed"), or a list of objects ("objects").

import { keysOf, named } from "./view_text.js";

const FIXED = ["game", "options", "seat", "to_move", "phase"];
const TRIES = 8; // numbers around a refused one
const MOST_TRIALS = 40; // of one change

export const nameOf = (id) => id.slice(id.indexOf(":") + 1);
const kindOf = (id) => id.slice(0, id.indexOf(":"));
const copy = (value) => structuredClone(value);
const under = (value, path) => path.reduce((one, key) => one?.[key], value);
const within = (path, outer) => outer.every((key, at) => path[at] === key);

export class Arranger {
  // `details` are those of `GET /v1/games/{game}` for the view's options.
  constructor({ view_schema: schema, catalogue, full_view: full, minimal_views: minimal }) {
    Object.assign(this, { schema, examples: [full, ...Object.values(minimal)] });
    this.spaces = catalogue.spaces.map(({ id }) => nameOf(id));
    this.spaceKinds = new Set(catalogue.spaces.map(({ kind }) => kind));
    this.things = [...catalogue.seats, ...catalogue.pieces, ...catalogue.cards];
    this.facts = new Map(this.things.map((one) => [nameOf(one.id), one.facts ?? {}]));
    const words = JSON.stringify(schema);
    this.palette = this.things.filter(({ id, seat }) => seat !== undefined || words.includes(`"${nameOf(id)}`));
  }

  // A schema without references; of what can be null, what else it can be.
  form(schema) {
    const { $ref, anyOf, ...rest } = schema;
    if ($ref) return { ...this.form(this.schema.$defs[$ref.split("/").at(-1)]), ...rest };
    return anyOf ? { ...this.form(anyOf.find(({ type }) => type !== "null")), ...rest, nullable: true } : schema;
  }

  slots(view) {
    const found = [];
    for (const [key, one] of Object.entries(this.schema.properties)) {
      if (!FIXED.includes(key)) this.walk(found, one, view[key], [key], null, one.description ?? "");
    }
    return found;
  }

  walk(found, schema, value, path, owner, about) {
    const form = this.form(schema);
    const slot = (kind, allowed, more) => found.push({ kind, allowed, path, owner, value, form, ...more });
    if (form.enum) slot("value", form.enum);
    else if (form.type === "boolean" || form.type === "integer") slot(form.type, []);
    else if (form.properties) {
      if (value === undefined || value === null) return;
      for (const [key, one] of Object.entries(form.properties)) {
        this.walk(found, one, value[key], [...path, key], owner, one.description ?? "");
      }
    } else if (form.propertyNames) {
      const keys = this.form(form.propertyNames).enum ?? [], inner = this.form(form.additionalProperties);
      slot(inner.type === "integer" ? "table" : "keyed", keys, { inner });
      if (inner.type === "integer") return;
      for (const key of Object.keys(value ?? {})) this.walk(found, inner, value[key], [...path, key], [...path, key], "");
    } else if (form.type === "array") this.walkList(slot, found, form, value, path, owner, about);
  }

  walkList(slot, found, form, value, path, owner, about) {
    const inner = this.form(form.items);
    const fixed = form.minItems === form.maxItems && form.maxItems !== undefined;
    const isPlace = fixed && form.maxItems === 2 && inner.type === "integer";
    if (isPlace && (about.includes("[row, column]") || [...this.spaceKinds].some((kind) => about.includes(kind)))) {
      slot("value", this.spaces, { pair: true, value: value?.join(".") });
    } else if (fixed) {
      for (let at = 0; at < form.maxItems; at++) this.walk(found, form.items, value?.[at], [...path, at], owner, about);
    } else if (inner.enum) slot("list", inner.enum);
    else if (inner.properties) {
      slot("objects", [], { inner });
      (value ?? []).forEach((one, at) => this.walk(found, inner, one, [...path, at], [...path, at], ""));
    } else if (inner.type === "array") {
      (value ?? []).forEach((one, at) => this.walk(found, inner, one, [...path, at], owner, about));
    }
  }

  // Whether a slot is about a zone: the id of a panel or of something drawn that has a number.
  matches({ path, owner }, zone) {
    const [kind, ...numbers] = zone.split(":");
    if (kind === "seat") return path.some((key, at) => key === Number(numbers[0]) && at >= (owner?.length ?? 0));
    const key = /^\d/.test(numbers[0] ?? "") ? kind : numbers[0] ?? kind;
    const at = path.findIndex((one) => typeof one === "string" && key && (one.startsWith(key) || one.endsWith(`_${key}`)));
    if (at < 0 || !/^\d/.test(numbers[0] ?? "")) return at >= 0;
    if (numbers.length === 1) return path[at + 1] === undefined || path[at + 1] === Number(numbers[0]);
    return path.includes(Number(numbers[0])) && (path[at + 1] === undefined || path[at + 1] === Number(numbers[1]) - 1);
  }

  // The slots that hold a drawn thing, the likeliest first.
  mentions(view, { id, panel }) {
    const slots = this.slots(view), name = nameOf(id);
    const worth = (slot) => 4 * this.matches(slot, panel ?? "") + 2 * (slot.owner !== null && slot.kind === "value") + (slot.kind === "keyed");
    const found = isNumbered(id) ? slots.filter((slot) => ["value", "list"].includes(slot.kind) && this.matches(slot, id) && holds(slot).length)
      : holders(slots, name);
    return found.map((slot) => ({ slot, worth: worth(slot) })).sort((one, other) => other.worth - one.worth).map(({ slot }) => slot);
  }

  // The path of what describes a drawn thing.
  placeOf(view, drawn) {
    const [slot] = this.mentions(view, drawn);
    if (kindOf(drawn.id) === "seat") return ["players", Number(nameOf(drawn.id))].filter((_, at, path) => under(view, path.slice(0, at + 1)) !== undefined);
    if (!slot) return null;
    if (slot.owner) return slot.owner;
    return slot.kind === "value" ? slot.path : [...slot.path, slot.kind === "list" ? placeIn(slot, drawn.id) : nameOf(drawn.id)];
  }

  // What a thing can be called where it goes: its name; of a piece on a place also the names of what it is.
  namesOf(view, drawn) {
    const [slot] = this.mentions(view, drawn);
    if (!slot?.owner || slot.kind !== "value") return [nameOf(drawn.id)];
    const own = this.slots(view).filter(({ kind, owner }) => kind === "value" && String(owner) === String(slot.owner)).flatMap(holds);
    return own.filter((name) => this.facts.has(name) && Number.isNaN(Number(name)));
  }

  // The view without a drawn thing.
  removed(view, drawn) {
    const [slot] = this.mentions(view, drawn);
    if (!slot) return null;
    const next = copy(view), name = nameOf(drawn.id);
    if (slot.owner) drop(next, slot.owner);
    else if (slot.kind === "keyed") drop(next, [...slot.path, name]);
    else if (slot.kind === "table") add(next, slot, name, -1);
    else if (slot.kind === "list") drop(next, [...slot.path, placeIn(slot, drawn.id)]);
    else put(next, slot, null);
    return next;
  }

  // Views in which a thing was brought to a target, the likeliest first: { view, path, name }, path being what was changed. The
  // thing is drawn, { id, panel }, or new, { id }; a target is { ids, panel, near }, ids being those of what is drawn there and
  // near those of what is drawn in its panel, or { path }.
  brought(view, thing, { ids = [], ...rest }) {
    const seen = new Set([JSON.stringify(view)]);
    const targets = [...ids].sort((one, other) => this.isSpace(other) - this.isSpace(one)).map((id) => ({ id, ...rest }));
    return (targets.length ? targets : [rest]).flatMap((target) => this.broughtTo(view, thing, target))
      .filter(({ view: one }) => !seen.has(JSON.stringify(one)) && seen.add(JSON.stringify(one)));
  }

  isSpace(id) {
    return this.spaces.includes(nameOf(id));
  }

  broughtTo(view, thing, target) {
    const isSeat = kindOf(thing.id) === "seat", isDrawn = isSeat || thing.panel !== undefined;
    const to = target.id === undefined ? null : nameOf(target.id);
    const shifted = isDrawn && to !== null ? this.shifted(view, thing, to) : [];
    const without = isDrawn && !isSeat ? this.removed(view, thing) : view;
    const inserted = without && (isSeat || !shifted.length)
      ? (isDrawn && !isSeat ? this.namesOf(view, thing) : [nameOf(thing.id)]).flatMap((name) =>
        this.inserted(without, name, kindOf(thing.id), target, to).map((change) => ({ ...change, name }))) : [];
    return [...inserted, ...shifted];
  }

  // Where the thing's own slot can name the target instead.
  shifted(view, thing, to) {
    const found = [];
    for (const slot of this.mentions(view, thing)) {
      if (!slot.allowed.map(String).includes(to)) continue;
      const next = copy(view);
      if (slot.kind === "value") put(next, slot, to);
      else if (slot.kind === "keyed" && !(to in slot.value)) {
        put(next, { path: [...slot.path, to] }, slot.value[nameOf(thing.id)]);
        drop(next, [...slot.path, nameOf(thing.id)]);
      } else if (slot.kind === "list" && isNumbered(thing.id)) {
        put(next, { path: [...slot.path, Math.min(placeIn(slot, thing.id), slot.value.length)] }, to);
      } else continue;
      found.push({ view: next, path: slot.kind === "keyed" ? [...slot.path, to] : slot.path });
    }
    return isNumbered(thing.id) ? [...found, ...this.filled(view, thing.id, to)] : found;
  }

  // Slots of a seat, or of a thing with a number, that can name the target.
  filled(view, id, to) {
    const worth = { value: 0, table: 1, list: 2 };
    const slots = this.slots(view).filter((slot) => slot.kind in worth && this.matches(slot, id) && slot.allowed.map(String).includes(to));
    slots.sort((one, other) => (worth[one.kind] - worth[other.kind]) || (holds(other).length - holds(one).length));
    return slots.map((slot) => this.with(view, slot, to));
  }

  inserted(view, name, kind, target, to) {
    const slots = this.slots(view);
    const able = slots.filter((slot) => slot.allowed.map(String).includes(name) || says(slot, name));
    const all = (some) => some.map((slot) => this.with(view, slot, name));
    const zone = this.inZone(able, target);
    zone.sort((one, other) => akin(other, kind) - akin(one, kind));
    if (to === null) return all(zone);
    const there = holders(slots, to);
    const owners = there.map((slot) => (slot.kind === "keyed" ? [...slot.path, to] : slot.owner)).filter(Boolean);
    const onto = able.filter((slot) => owners.some((owner) => within(slot.path, owner)) && !holds(slot).includes(to));
    onto.sort((one, other) => (other.kind === "list") - (one.kind === "list"));
    const marked = slots.filter((slot) => slot.kind === "value" && slot.owner === null && slot.allowed.includes(to) && says(slot, name));
    return [...all(onto), ...slots.flatMap((slot) => this.made(view, slot, name, to)), ...marked.map((slot) => this.with(view, slot, to)),
      ...all(there.filter((slot) => slot.kind === "value" && able.includes(slot))), ...all(zone)];
  }

  // Of some slots those of a panel: whose path says so, or else those that hold what is drawn there.
  inZone(slots, { id, panel, near = [], path }) {
    if (path) return slots.filter((slot) => within(slot.path, path) || within(path, slot.path));
    const drawn = new Set(near.map(nameOf));
    const said = (zone) => slots.filter((slot) => this.matches(slot, zone));
    const held = slots.filter((slot) => slot.owner === null && holds(slot).some((one) => drawn.has(one)));
    const others = id !== undefined && this.isSpace(id) ? [] : ["value", "list", "table"].flatMap((kind) => slots.filter((slot) => slot.kind === kind && slot.owner === null));
    return [[...(id ? said(id) : []), ...said(panel ?? "")], held, others].find(({ length }) => length) ?? [];
  }

  // A new object that names the thing and the target.
  made(view, slot, name, to) {
    const entry = slot.kind === "keyed" && slot.allowed.includes(to);
    if (!entry && slot.kind !== "objects") return [];
    if (entry && slot.inner.enum) return slot.inner.enum.map(String).includes(name) ? [this.with(view, { path: [...slot.path, to], kind: "value" }, name)] : [];
    if (entry && to in (slot.value ?? {})) return [];
    const fields = [];
    for (const [key, one] of Object.entries(slot.inner.properties ?? {})) this.walk(fields, one, undefined, [key], null, one.description ?? "");
    const first = (wanted) => fields.find((field) => field.kind === "value" && field.allowed.map(String).includes(wanted));
    const what = first(name), where = entry ? null : first(to);
    if (!(what || says(slot, name)) || (!entry && !where)) return [];
    const next = copy(view), object = this.fresh(slot, view, name);
    if (what) put(object, what, name);
    if (where) put(object, where, to);
    if (entry) put(next, { path: [...slot.path, to] }, object);
    else put(next, { path: slot.path }, [...(slot.value ?? []), object]);
    const path = entry ? [...slot.path, to] : [...slot.path, (slot.value ?? []).length];
    return [{ view: next, path, is_new: true, given: [what, where].filter(Boolean).map((field) => named([...path, ...field.path])) }];
  }

  // The required fields of a new object: what the catalogue says of the thing, or else as in a similar object.
  fresh(slot, view, name) {
    const others = [view, ...this.examples].flatMap((one) => Object.values(under(one, slot.path) ?? {}));
    const model = others.find((one) => Object.values(one).includes(name)) ?? others[0] ?? {};
    const facts = this.facts.get(name) ?? {};
    return Object.fromEntries((slot.inner.required ?? []).map((key) => {
      if (key === "seat") return [key, view.seat ?? 0];
      const form = this.form(slot.inner.properties[key]);
      return [key, copy(facts[key] ?? model[key] ?? form.enum?.[0] ?? form.minimum ?? null)];
    }));
  }

  with(view, slot, name) {
    const [key] = slot.path, next = copy(view);
    next[key] ??= copy(this.schema.properties[key].default);
    if (slot.kind === "table") add(next, slot, name, 1);
    else if (slot.kind === "list") put(next, slot, [...(slot.value ?? []), typed(slot, name)]);
    else if (slot.kind === "boolean") put(next, slot, true);
    else if (slot.kind === "integer") put(next, slot, (slot.value ?? 0) + 1);
    else put(next, slot, slot.pair ? name : typed(slot, name));
    return { view: next, path: slot.kind === "table" ? [...slot.path, name] : slot.path };
  }

  // The change with what else it takes until the service accepts the view, or null. `trial` gives the path of the field
  // that the service refuses, or null.
  async settled(change, trial, left = { trials: MOST_TRIALS }, problem = undefined) {
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
    const slots = this.slots(view);
    const slot = slots.find((one) => named(one.path) === problem);
    const path = slot?.path ?? keysOf(view, problem);
    const inside = within(path, change.path) || within(change.path, path);
    if (!path.length || change.given?.includes(problem)) return this.freed(view, slots, change);
    if (inside && change.is_new && slot?.kind === "value") {
      return slot.allowed.filter((one) => one !== slot.value).slice(0, 2 * TRIES).map((one) => this.set(view, slot, one));
    }
    if (inside && change.is_new && slot?.kind === "integer" && slot.value === undefined) return [this.set(view, slot, slot.form.minimum)];
    const isSize = (one) => one.path.some((key) => typeof key === "string" && key.startsWith(`${path.at(-1)}_size`));
    const numbers = slots.filter((one) => one.kind === "integer" && typeof one.value === "number"
      && (isSize(one) || (within(one.path, path) && (!inside || change.is_new))));
    const around = numbers.flatMap((one) => Array.from({ length: TRIES / numbers.length }, (_, at) => one.value + (at % 2 ? -1 : 1) * (1 + (at >> 1)))
      .filter((value) => value >= 0).map((value) => this.set(view, one, value)));
    const fields = new Set([...numbers.map((one) => one.path[0]), path[0]]);
    return [...this.freed(view, slots, change), ...around, ...[...fields].flatMap((key) => this.without(view, key, change))];
  }

  // Views without the same thing elsewhere, for it may be the only one.
  freed(view, slots, { name, path }) {
    return holders(slots, name).filter((slot) => ["table", "list"].includes(slot.kind) && !within(path, slot.path)).map((slot) => {
      const next = copy(view);
      if (slot.kind === "table") add(next, slot, name, -1);
      else drop(next, [...slot.path, slot.value.map(String).indexOf(name)]);
      return next;
    });
  }

  set(view, slot, value) {
    const next = copy(view);
    put(next, { path: slot.path }, value);
    return next;
  }

  // The view without a field that can be left out because others say it.
  without(view, key, change) {
    if (key === change.path[0] || !(this.schema.properties[key]?.description ?? "").includes("If left out:")) return [];
    const next = copy(view);
    delete next[key];
    return [next];
  }
}

// Whether a slot's field has the name of a thing: `tents` that of command_tent, `poisoned` that of poison.
function says({ kind, path }, name) {
  const key = path.findLast((one) => typeof one === "string");
  const one = key.replace(/s$/, "");
  return name === one || name.endsWith(`_${one}`) || (kind === "boolean" && key.startsWith(name));
}

// Whether a slot's field has the name of a kind of things: `relics` that of relic:II.
const akin = ({ path }, kind) => path.some((key) => typeof key === "string" && key.startsWith(kind));

// The names that a slot holds.
function holds(slot) {
  const { kind, value } = slot;
  if (value === undefined || value === null) return [];
  if (kind === "value") return [String(value)];
  if (kind === "table") return Object.keys(value).filter((name) => value[name]);
  if (kind === "list") return value.map(String);
  return kind === "keyed" ? Object.keys(value) : [];
}

// The place of a thing in a list: by its name, or by its number, which counts from 1 where the seat stands before it.
function placeIn(slot, id) {
  const numbers = id.split(":").slice(1);
  return isNumbered(id) ? Number(numbers.at(-1)) - (numbers.length > 1) : slot.value.map(String).indexOf(nameOf(id));
}

const isNumbered = (id) => /:\d+$/.test(id);
const holders = (slots, name) => slots.filter((slot) => holds(slot).includes(name));
const typed = (slot, name) => slot.allowed?.find((one) => String(one) === name) ?? name;

function put(view, slot, value) {
  const { path, pair } = slot;
  let one = view;
  path.slice(0, -1).forEach((key, at) => {
    one[key] ??= typeof path[at + 1] === "number" ? [null, null] : {};
    one = one[key];
  });
  one[path.at(-1)] = pair && value !== null ? value.split(".").map(Number) : value;
}

function drop(view, path) {
  const holder = under(view, path.slice(0, -1)), key = path.at(-1);
  if (Array.isArray(holder)) holder.splice(key, 1);
  else delete holder[key];
}

function add(view, slot, name, count) {
  const table = { ...(under(view, slot.path) ?? {}) };
  table[name] = (table[name] ?? 0) + count;
  if (table[name] <= 0) delete table[name];
  put(view, slot, table);
}
