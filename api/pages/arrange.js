// What bringing a thing somewhere can change in a view, found from the view's JSON Schema and from ids alone, for any game.
// Whether a change is allowed the service says.
//
// A change is a list of edits [path, value]; one without a value removes. A slot is a field that can hold names: one ("value"; a
// place as [row, column] is one too), a count for each ("table"), several ("list"), more by each ("keyed"); or a list of
// objects ("objects"), a "boolean" or an "integer". Its `owner` is the path of the list's or keyed object's item that it is in.

import { named } from "./json_pane.js";

const FIXED = ["game", "options", "seat", "to_move", "phase"];
const MOST_NAMES = 16; // tried in a refused field of a new object
const SHIFTS = { value: 3, table: 2, list: 1 }; // where a seat or numbered thing is said to be, the likeliest highest

const kindOf = (id) => id.slice(0, id.indexOf(":"));
const nameOf = (id) => id.slice(id.indexOf(":") + 1);
const isNumbered = (id) => /:\d+$/.test(id);
const under = (value, path) => path.reduce((one, key) => one?.[key], value);
const within = (path, outer) => outer.every((key, at) => path[at] === key);
const byWorth = (slots, worth) => [...slots].sort((one, other) => worth(other) - worth(one));

export class Arranger {
  // `details` are those of `GET /v1/games/{game}` for the view's options.
  constructor({ view_schema: schema, catalogue, full_view: full, minimal_views: minimal }) {
    Object.assign(this, { schema, examples: [full, ...Object.values(minimal)], read: new WeakMap() });
    this.spaces = catalogue.spaces.map(({ id }) => nameOf(id));
    this.placing = ["[row, column]", ...new Set(catalogue.spaces.map(({ kind }) => kind))];
    const things = [...catalogue.seats, ...catalogue.pieces, ...catalogue.cards], words = JSON.stringify(schema);
    this.facts = new Map(things.map(({ id, facts = {} }) => [nameOf(id), facts]));
    this.palette = things.filter(({ id, seat }) => seat !== undefined || RegExp(`"${nameOf(id)}(s|[a-z]?ed)?"`).test(words));
  }

  // All slots of a view, also of fields that it lacks.
  slots(view) {
    if (!this.read.has(view)) this.read.set(view, [...this.walk(this.schema, view)].filter(({ path }) => !FIXED.includes(path[0])));
    return this.read.get(view);
  }

  // A schema without references; of what can be null, what else it can be.
  form({ $ref, anyOf, ...rest }) {
    const other = $ref ? this.schema.$defs[$ref.split("/").at(-1)] : anyOf?.find(({ type }) => type !== "null");
    return other ? { ...this.form(other), ...rest } : rest;
  }

  *walk(schema, value, path = [], owner = null, about = "") {
    const form = this.form(schema), slot = { form, path, owner, value, allowed: [] };
    if (form.enum) yield { ...slot, kind: "value", allowed: form.enum.map(String) };
    else if (form.type === "boolean" || form.type === "integer") yield { ...slot, kind: form.type };
    else if (form.type === "array") yield* this.walkList(slot, this.form(form.items), about);
    else if (form.properties) {
      for (const [key, one] of Object.entries(value ? form.properties : {})) {
        yield* this.walk(one, value[key], [...path, key], owner, one.description);
      }
    } else if (form.propertyNames) {
      const inner = this.form(form.additionalProperties), kind = inner.type === "integer" ? "table" : "keyed";
      yield { ...slot, kind, inner, allowed: this.form(form.propertyNames).enum ?? [] };
      for (const key of Object.keys((kind === "keyed" && value) || {})) yield* this.walk(inner, value[key], [...path, key], [...path, key]);
    }
  }

  *walkList(slot, inner, about) {
    const { form, path, owner, value } = slot, length = form.minItems === form.maxItems ? form.maxItems : undefined;
    const isPlace = length === 2 && inner.type === "integer" && this.placing.some((word) => about.includes(word));
    if (isPlace) yield { ...slot, kind: "value", allowed: this.spaces, value: value?.join("."), isPlace };
    else if (inner.enum && length === undefined) yield { ...slot, kind: "list", allowed: inner.enum.map(String), inner };
    else {
      const isOwner = length === undefined && inner.properties;
      if (isOwner) yield { ...slot, kind: "objects", inner };
      for (let at = 0; at < (length ?? value?.length ?? 0); at++) {
        yield* this.walk(inner, value?.[at], [...path, at], isOwner ? [...path, at] : owner, about);
      }
    }
  }

  // A view with a change; the one given stays as it is.
  applied(view, edits) {
    const next = structuredClone(view);
    for (const [path, value] of edits) {
      next[path[0]] ??= structuredClone(this.schema.properties[path[0]].default);
      const holder = path.slice(0, -1).reduce((one, key, at) => (one[key] ??= typeof path[at + 1] === "number" ? [] : {}), next);
      if (value !== undefined) holder[path.at(-1)] = value;
      else if (Array.isArray(holder)) holder.splice(path.at(-1), 1);
      else delete holder[path.at(-1)];
    }
    return next;
  }

  // The slots that hold a drawn thing, the likeliest first.
  mentions(view, { id, panel = "" }) {
    const found = this.slots(view).filter((slot) => (isNumbered(id)
      ? ["value", "list"].includes(slot.kind) && isAbout(slot, id) && holds(slot).length : holds(slot).includes(nameOf(id))));
    return byWorth(found, (slot) => 4 * isAbout(slot, panel) + 2 * isPiece(slot) + (slot.kind === "keyed"));
  }

  // The path of what describes a drawn thing, or of what is the seat's; null if nothing does.
  placeOf(view, drawn) {
    if (kindOf(drawn.id) === "seat") {
      const number = Number(nameOf(drawn.id)), { path } = this.slots(view).find((slot) => isAbout(slot, drawn.id)) ?? {};
      return path ? path.slice(0, path.indexOf(number) + 1) : null;
    }
    const [slot] = this.mentions(view, drawn);
    if (!slot) return null;
    return slot.owner ?? (slot.kind === "value" ? slot.path : [...slot.path, slot.kind === "list" ? placeIn(slot, drawn.id) : nameOf(drawn.id)]);
  }

  // The change without a drawn thing; null if the view does not say where that is, or if it is a seat.
  removed(view, drawn) {
    const [slot] = kindOf(drawn.id) === "seat" ? [] : this.mentions(view, drawn);
    return slot ? [isPiece(slot) ? [slot.owner] : taken(slot, drawn.id)] : null;
  }

  // The changes that may say that a thing was brought to a target, the likeliest first. The thing is drawn, { id, panel }, or
  // new, { id }; a target is { ids, panel, near }, ids being those of what is drawn there and near those of what is drawn
  // in its panel, or { path }.
  brought(view, thing, { ids = [], ...zone }) {
    const isDrawn = thing.panel !== undefined && kindOf(thing.id) !== "seat";
    const targets = byWorth(ids, (id) => this.spaces.includes(nameOf(id)));
    const shifted = thing.panel === undefined && !isNumbered(thing.id) ? [] : targets.flatMap((id) => this.shifted(view, thing, nameOf(id)));
    if (isDrawn && shifted.length) return shifted;
    const before = isDrawn ? this.removed(view, thing) : [];
    if (!before) return [];
    const without = this.applied(view, before), names = isDrawn ? this.namesOf(view, thing) : [nameOf(thing.id)];
    const inserted = (targets.length ? targets : [""]).flatMap((id) =>
      names.flatMap((name) => this.inserted(without, name, kindOf(thing.id), { id, ...zone })));
    return [...inserted.map((edits) => [...before, ...edits]), ...shifted];
  }

  // What a drawn thing is called elsewhere: its name; for a piece on a place the names of what it is.
  namesOf(view, drawn) {
    const [slot] = this.mentions(view, drawn);
    if (!isPiece(slot)) return [nameOf(drawn.id)];
    const own = this.slots(view).filter(({ kind, owner }) => kind === "value" && String(owner) === String(slot.owner)).flatMap(holds);
    return own.filter((name) => this.facts.has(name) && Number.isNaN(Number(name)));
  }

  // Where the thing's own slot, or another slot of a seat or of a thing with a number, can name the target.
  shifted(view, thing, to) {
    const name = nameOf(thing.id), isAble = ({ allowed }) => allowed.includes(to);
    const moved = this.mentions(view, thing).filter(isAble).flatMap((slot) => {
      const { kind, path, value } = slot;
      if (kind === "value") return [[put(slot, to)]];
      if (kind === "keyed" && !(to in value)) return [[[[...path, name]], [[...path, to], value[name]]]];
      return kind === "list" && isNumbered(thing.id) ? [[[[...path, Math.min(placeIn(slot, thing.id), value.length)], to]]] : [];
    });
    const own = isNumbered(thing.id) ? this.slots(view).filter((slot) => SHIFTS[slot.kind] && isAble(slot) && isAbout(slot, thing.id)) : [];
    return [...moved, ...byWorth(own, ({ kind }) => SHIFTS[kind]).map((slot) => [put(slot, to)])];
  }

  // Where a name can stand: in what is described at the target, in something new there, in place of it, or in its zone.
  inserted(view, name, kind, target) {
    const slots = this.slots(view), to = nameOf(target.id), isNumber = ({ kind: one, path }) => one === "integer" && path.at(-1) === kind;
    const able = slots.filter((slot) => slot.allowed.includes(name) || says(slot, name) || isNumber(slot));
    const here = slots.filter((slot) => holds(slot).includes(to));
    const owners = here.map((slot) => (slot.kind === "keyed" ? [...slot.path, to] : slot.owner)).filter(Boolean);
    const onto = able.filter((slot) => owners.some((owner) => within(slot.path, owner)) && !holds(slot).includes(to));
    const marks = slots.filter((slot) => slot.kind === "value" && !slot.owner && slot.allowed.includes(to) && says(slot, name));
    const instead = able.filter((slot) => here.includes(slot) && ["value", "table"].includes(slot.kind));
    const zone = byWorth(able.filter((slot) => !isNumber(slot) && isIn(slot, target)),
      (slot) => 2 * isAbout(slot, target.panel ?? "") + slot.path.some((key) => String(key).startsWith(kind)));
    return [...byWorth(onto, (slot) => slot.kind === "list").map((slot) => [isNumber(slot) ? [slot.path, Number(name)] : put(slot, name)]),
      ...slots.flatMap((slot) => this.made(view, slot, name, to)), ...marks.map((slot) => [put(slot, to)]),
      ...instead.map((slot) => [taken(slot, target.id), put(slot, name)]), ...zone.map((slot) => [put(slot, name)])];
  }

  // A new item of a list or keyed object, that names the thing and the target.
  made(view, { kind, path, inner, value, allowed }, name, to) {
    const isKeyed = kind === "keyed";
    if (kind !== "objects" && !(isKeyed && allowed.includes(to) && !(to in (value ?? {})))) return [];
    const own = [...path, isKeyed ? to : (value ?? []).length];
    const fields = [...this.walk(inner, inner.enum ? undefined : {}, own)].filter((slot) => slot.kind === "value");
    const what = fields.find((field) => field.allowed.includes(name)), where = fields.find((field) => field.allowed.includes(to));
    if (!what || !(isKeyed || where)) return [];
    if (inner.enum) return [[put(what, name)]];
    const edits = [[own, this.fresh(view, path, inner, name)], put(what, name), ...(isKeyed ? [] : [put(where, to)])];
    return [[[own, under(this.applied(view, edits), own)]]];
  }

  // The required fields of a new object: what the catalogue says of the thing, or else as in a similar object.
  fresh(view, path, inner, name) {
    const others = [view, ...this.examples].flatMap((one) => Object.values(under(one, path) ?? {}));
    const model = others.find((one) => Object.values(one).includes(name)) ?? others[0] ?? {};
    const known = structuredClone({ ...model, ...this.facts.get(name), seat: view.seat ?? 0 });
    const least = ({ enum: names, minimum = null }) => names?.[0] ?? minimum;
    return Object.fromEntries((inner.required ?? []).map((key) => [key, known[key] ?? least(this.form(inner.properties[key]))]));
  }

  // Edits that may mend what a change upset at a refused field: one more or less where it counts, another name in a new object,
  // the same thing taken from elsewhere, for it may be the only one.
  mends(view, edits, refused, { id }) {
    const [own] = edits.at(-1), slots = this.slots(view), [slot] = slots.filter(({ path }) => named(path) === refused);
    const isCount = ({ kind, path, value }) => kind === "integer" && typeof value === "number"
      && (named(path) === refused || path.some((key) => String(key).startsWith(`${refused}_size`)));
    const counts = slots.filter(isCount).flatMap(({ path, value }) => [[path, value - 1], [path, value + 1]]);
    const isFree = slot?.kind === "value" && slot.path.length > own.length && within(slot.path, own);
    const others = slots.filter((one) => ["table", "list"].includes(one.kind) && holds(one).includes(nameOf(id)) && !within(own, one.path));
    return [...counts, ...(isFree ? slot.allowed.slice(0, MOST_NAMES).map((name) => put(slot, name)) : []), ...others.map((one) => taken(one, id))];
  }
}

const isPiece = ({ owner, kind }) => owner !== null && kind === "value";

// The names that a slot holds.
function holds({ kind, value }) {
  if (value === undefined || value === null) return [];
  if (kind === "table") return Object.keys(value).filter((name) => value[name]);
  return { value: () => [String(value)], list: () => value.map(String), keyed: () => Object.keys(value) }[kind]?.() ?? [];
}

// The edit that lets a slot hold a name too, or instead of its own.
function put({ kind, path, value, form, inner, isPlace }, name) {
  const typed = (one) => one.enum?.find((it) => String(it) === name) ?? name;
  if (kind === "table") return [[...path, name], (value?.[name] ?? 0) + 1];
  if (kind === "list") return [path, [...(value ?? []), typed(inner)]];
  if (kind === "boolean") return [path, true];
  if (kind === "integer") return [path, (value ?? 0) + 1];
  return [path, isPlace ? name.split(".").map(Number) : typed(form)];
}

// The edit that takes a thing out of a slot.
function taken(slot, id) {
  const { kind, path, value } = slot, name = nameOf(id);
  if (kind === "value") return [path, null];
  if (kind === "table" && value[name] > 1) return [[...path, name], value[name] - 1];
  return [[...path, kind === "list" ? placeIn(slot, id) : name]];
}

// The place of a thing in a list: by its name, or by its number, which counts from 1 where the seat stands before it.
function placeIn({ value }, id) {
  const numbers = id.split(":").slice(1);
  return isNumbered(id) ? Number(numbers.at(-1)) - (numbers.length > 1) : value.map(String).indexOf(nameOf(id));
}

// Whether a slot is of a target: around its path, or of its id or panel by its name, or holds what is drawn in its panel.
function isIn(slot, { id, panel, near, path }) {
  if (path) return within(slot.path, path) || within(path, slot.path);
  return isAbout(slot, id) || isAbout(slot, panel) || (!slot.owner && holds(slot).some((name) => near.some((one) => nameOf(one) === name)));
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
  const key = path.findLast((one) => typeof one === "string"), one = key.replace(/s$/, "");
  return name === one || name.endsWith(`_${one}`) || (kind === "boolean" && key.startsWith(name));
}
