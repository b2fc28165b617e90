// The places of a view that hold names of things, found from the view's JSON Schema alone, for any game.
//
// A slot is a field with one name ("value"; a place as [row, column] is one too), an object with a count for each name
// ("table"), a list of names ("list"), an object with more by each name ("keyed"), a list of objects ("objects"), or a field
// without names ("boolean", "integer"). Its `owner` is the path of the list's or keyed object's item that it is a part of.

const FIXED = ["game", "options", "seat", "to_move", "phase"];

export const nameOf = (id) => id.slice(id.indexOf(":") + 1);
export const isNumbered = (id) => /:\d+$/.test(id);
export const under = (value, path) => path.reduce((one, key) => one?.[key], value);
export const holders = (slots, name) => slots.filter((slot) => holds(slot).includes(name));

export class Slots {
  // `spaces` are those of the catalogue.
  constructor(schema, spaces) {
    Object.assign(this, { schema, spaces: spaces.map(({ id }) => nameOf(id)), read: new WeakMap() });
    this.kinds = new Set(spaces.map(({ kind }) => kind));
  }

  // All slots of a view, also of fields that it lacks.
  of(view) {
    if (!this.read.has(view)) this.read.set(view, [...this.walk(this.schema, view)].filter(({ path }) => !FIXED.includes(path[0])));
    return this.read.get(view);
  }

  // A schema without references; of what can be null, what else it can be.
  form(schema) {
    const { $ref, anyOf, ...rest } = schema;
    if ($ref) return { ...this.form(this.schema.$defs[$ref.split("/").at(-1)]), ...rest };
    return anyOf ? { ...this.form(anyOf.find(({ type }) => type !== "null")), ...rest } : schema;
  }

  *walk(schema, value, path = [], owner = null, about = "") {
    const form = this.form(schema), slot = { form, path, owner, value, allowed: [] };
    if (form.enum) yield { ...slot, kind: "value", allowed: form.enum.map(String) };
    else if (form.type === "boolean" || form.type === "integer") yield { ...slot, kind: form.type };
    else if (form.properties) {
      for (const [key, one] of Object.entries(value ? form.properties : {})) {
        yield* this.walk(one, value[key], [...path, key], owner, one.description);
      }
    } else if (form.propertyNames) {
      const inner = this.form(form.additionalProperties), kind = inner.type === "integer" ? "table" : "keyed";
      yield { ...slot, kind, inner, allowed: this.form(form.propertyNames).enum ?? [] };
      for (const key of Object.keys((kind === "keyed" && value) || {})) yield* this.walk(inner, value[key], [...path, key], [...path, key]);
    } else if (form.type === "array") yield* this.walkList(slot, about);
  }

  *walkList(slot, about) {
    const { form, path, owner, value } = slot, inner = this.form(form.items);
    const length = form.minItems === form.maxItems ? form.maxItems : undefined;
    const isPlace = length === 2 && inner.type === "integer" && [...this.kinds, "[row, column]"].some((word) => about.includes(word));
    if (isPlace) yield { ...slot, kind: "value", allowed: this.spaces, value: value?.join("."), isPlace };
    else if (inner.enum && length === undefined) yield { ...slot, kind: "list", allowed: inner.enum.map(String), inner };
    else {
      const isOwner = length === undefined && inner.properties;
      if (isOwner) yield { ...slot, kind: "objects", inner };
      for (let at = 0; at < (length ?? value?.length ?? 0); at++) {
        yield* this.walk(form.items, value?.[at], [...path, at], isOwner ? [...path, at] : owner, about);
      }
    }
  }

  // Lets a slot of a view hold a name too, or instead of its own.
  hold(view, slot, name) {
    const { kind, path, value } = slot;
    view[path[0]] ??= structuredClone(this.schema.properties[path[0]].default);
    const typed = (one) => one.enum?.find((it) => String(it) === name) ?? name;
    if (kind === "table") write(view, [...path, name], (value?.[name] ?? 0) + 1);
    else if (kind === "list") write(view, path, [...(value ?? []), typed(slot.inner)]);
    else if (kind === "boolean") write(view, path, true);
    else if (kind === "integer") write(view, path, (value ?? 0) + 1);
    else write(view, path, slot.isPlace ? name.split(".").map(Number) : typed(slot.form));
  }
}

// A view that was changed; the one given stays as it is.
export function edited(view, edit) {
  const next = structuredClone(view);
  edit(next);
  return next;
}

// The names that a slot holds.
export function holds({ kind, value }) {
  if (value === undefined || value === null) return [];
  if (kind === "table") return Object.keys(value).filter((name) => value[name]);
  return { value: () => [String(value)], list: () => value.map(String), keyed: () => Object.keys(value) }[kind]?.() ?? [];
}

// Takes a thing out of a slot of a view.
export function release(view, slot, id) {
  const { kind, path, value } = slot, name = nameOf(id);
  if (kind === "value") write(view, path, null);
  else if (kind === "table" && value[name] > 1) write(view, [...path, name], value[name] - 1);
  else drop(view, [...path, kind === "list" ? placeIn(slot, id) : name]);
}

// The place of a thing in a list: by its name, or by its number, which counts from 1 where the seat stands before it.
export function placeIn({ value }, id) {
  const numbers = id.split(":").slice(1);
  return isNumbered(id) ? Number(numbers.at(-1)) - (numbers.length > 1) : value.map(String).indexOf(nameOf(id));
}

export function write(view, path, value) {
  const holder = path.slice(0, -1).reduce((one, key, at) => (one[key] ??= typeof path[at + 1] === "number" ? [null, null] : {}), view);
  holder[path.at(-1)] = value;
}

export function drop(view, path) {
  const holder = under(view, path.slice(0, -1)), key = path.at(-1);
  if (Array.isArray(holder)) holder.splice(key, 1);
  else delete holder[key];
}
