// The text of a view: JSON in which every field has a path, such as units[3].hex, and a place.

const STRING = /"(?:[^"\\\u0000-\u001f]|\\.)*"/y;
const PLAIN = /-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y;
const SPACE = /\s*/y;
const WIDTH = 56;

// A path as the service writes it.
export const named = (path) => path.map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`)).join("").replace(/^\./, "");

// The value, and where each field begins and ends, by its named path. An Error has the place `at`.
export function read(text) {
  const spans = new Map();
  let at = 0;
  const fail = (problem) => { throw Object.assign(new Error(problem), { at }); };
  const take = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const sign = (one) => {
    take(SPACE);
    if (text[at] === one) return ++at;
    return 0;
  };
  const separated = (end, item) => {
    if (sign(end)) return;
    do item(); while (sign(","));
    if (!sign(end)) fail(`this is no JSON: "," or "${end}" must stand here`);
  };
  const key = () => {
    take(SPACE);
    const found = take(STRING) ?? fail("this is no JSON: a name in double quotes must stand here");
    if (!sign(":")) fail('this is no JSON: ":" must stand here');
    return JSON.parse(found);
  };
  const value = (path, begin) => {
    take(SPACE);
    const from = begin ?? at;
    let made;
    if (sign("{")) {
      made = {};
      separated("}", () => {
        take(SPACE);
        const start = at, name = key();
        made[name] = value([...path, name], start);
      });
    } else if (sign("[")) {
      made = [];
      separated("]", () => made.push(value([...path, made.length])));
    } else {
      const word = take(STRING) ?? take(PLAIN) ?? fail("this is no JSON: a value must stand here");
      try {
        made = JSON.parse(word);
      } catch {
        fail(`this is no JSON: ${word.slice(0, 20)} is no value`);
      }
    }
    spans.set(named(path), [from, at]);
    return made;
  };
  const whole = value([]);
  take(SPACE);
  if (at < text.length) fail("this is no JSON: nothing may follow the end of the view");
  return { value: whole, spans };
}

// JSON with what fits on a line in one line.
export function write(value, indent = "") {
  const flat = line(value);
  if (value === null || typeof value !== "object" || indent.length + flat.length <= WIDTH) return flat;
  const inner = `${indent}  `;
  const items = Array.isArray(value) ? value.map((one) => write(one, inner))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${write(one, inner)}`);
  const rows = [];
  for (const item of items) {
    const last = rows.at(-1);
    const joins = indent && !Array.isArray(value) && last !== undefined && !`${last}${item}`.includes("\n");
    if (joins && inner.length + last.length + item.length < WIDTH) rows[rows.length - 1] = `${last}, ${item}`;
    else rows.push(item);
  }
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${inner}${rows.join(`,\n${inner}`)}\n${indent}${close}`;
}

function line(value) {
  if (Array.isArray(value)) return `[${value.map(line).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${line(one)}`).join(", ")}}`;
}

// The span of a named path, or of the nearest field around it that is there.
export function spanOf(spans, path) {
  for (let rest = path; rest; rest = rest.replace(/(^|\.|\[)[^.[]*$/, "")) {
    if (spans.has(rest)) return spans.get(rest);
  }
  return spans.get("");
}

// The named path of the innermost field at a place of the text.
export function pathAt(spans, at) {
  let best = "", least = Infinity;
  for (const [path, [from, to]] of spans) {
    if (from <= at && at <= to && to - from <= least) [best, least] = [path, to - from];
  }
  return best;
}

// The keys of a named path in a value, as far as they are there.
export function keysOf(value, path) {
  if (!path || value === null || typeof value !== "object") return [];
  for (const key of Object.keys(value)) {
    const name = Array.isArray(value) ? `[${key}]` : key;
    const rest = path.slice(name.length);
    if (path.startsWith(name) && (!rest || rest[0] === "." || rest[0] === "[")) {
      return [Array.isArray(value) ? Number(key) : key, ...keysOf(value[key], rest.replace(/^\./, ""))];
    }
  }
  return [];
}

// The named paths at which two values differ, the outermost that were added or removed.
export function differences(before, after, path = []) {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const open = (one) => one !== null && typeof one === "object";
  if (!open(before) || !open(after) || Array.isArray(before) !== Array.isArray(after)) return [named(path)];
  if (Array.isArray(before) && before.length !== after.length) return [named(path)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    differences(before[key], after[key], [...path, Array.isArray(after) ? Number(key) : key]));
}
