// The text of a view in its box: JSON in which every field has a path, such as units[3].hex, and a place, with marks under
// what is wrong and what was chosen.

import { byId } from "./service.js";

const TOKEN = /"(?:[^"\\\n]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+|"|$/g;
const WIDTH = 56;

// A path as the service writes it.
export const named = (path) => path.map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`)).join("").replace(/^\./, "");

// The value of a text, and its fields by their named paths: { path, span }. An Error has the span of what is wrong.
export function read(text) {
  const fields = new Map(), tokens = [...text.matchAll(TOKEN)].map(({ 0: word, index }) => ({ word, span: [index, index + word.length] }));
  let at = 0;
  const take = (wanted, isRight) => {
    const { word, span } = tokens[at++];
    if (!isRight(word)) throw Object.assign(new Error(`this is no JSON: ${wanted} must stand here`), { span: [span[0], span[1] || span[0] + 1] });
    return word;
  };
  const value = (path, [from]) => {
    const open = take("a value", (word) => "{[".includes(word) ? word : isPlain(word)), end = { "{": "}", "[": "]" }[open];
    const made = open === "{" ? {} : [], isEmpty = end && tokens[at].word === end;
    const item = () => {
      const { span } = tokens[at], name = () => JSON.parse(take("a name in double quotes", (word) => word[0] === '"' && isPlain(word)));
      const key = open === "[" ? made.length : name();
      if (open === "{") take('":"', (word) => word === ":");
      made[key] = value([...path, key], span);
    };
    if (isEmpty) at++;
    else if (end) do item(); while (take(`"," or "${end}"`, (word) => word === "," || word === end) === ",");
    fields.set(named(path), { path, span: [from, tokens[at - 1].span[1]] });
    return end ? made : JSON.parse(open);
  };
  const whole = value([], tokens[0].span);
  take("nothing but the end of the view", (word) => !word);
  return { value: whole, fields };
}

// Whether a token is a string, a number, true, false or null.
function isPlain(word) {
  try {
    return JSON.parse(word) !== undefined;
  } catch {
    return false;
  }
}

// JSON with what fits on a line in one line.
export function write(value, indent = "") {
  const flat = JSON.stringify(value, null, 1).replace(/(?<=[[{])\n\s*|\n\s*(?=[\]}])/g, "").replace(/\n\s*/g, " ");
  if (value === null || typeof value !== "object" || indent.length + flat.length <= WIDTH) return flat;
  const inner = `${indent}  `;
  const rows = Object.entries(value).map(([key, one]) => `${Array.isArray(value) ? "" : `${JSON.stringify(key)}: `}${write(one, inner)}`);
  return `${flat[0]}\n${inner}${rows.join(`,\n${inner}`)}\n${indent}${flat.at(-1)}`;
}

// The field of a named path, or the nearest around it that is there.
export function fieldOf(fields, name) {
  const around = name.replace(/(^|\.|\[)[^.[]*$/, "");
  return fields.get(name) ?? (around === name ? fields.get("") : fieldOf(fields, around));
}

// The innermost field at a place of the text.
export function fieldAt(fields, at) {
  const length = ({ span: [from, to] }) => to - from;
  return [...fields.values()].filter(({ span: [from, to] }) => from <= at && at <= to).sort((one, other) => length(one) - length(other))[0];
}

export class JsonPane {
  // `edited` is called at each change by hand, `pointed` with the place of the caret when it may have moved.
  constructor({ edited, pointed }) {
    this.area = byId("json");
    this.area.oninput = () => { this.text = this.area.value; edited(); };
    for (const kind of ["click", "keyup"]) this.area.addEventListener(kind, () => pointed(this.area.selectionStart));
    byId("seek").onclick = () => this.scrollTo(byId("flaw"));
  }

  get text() {
    return this.area.value;
  }

  set text(text) {
    if (text !== this.text) this.area.value = text;
    for (const id of ["spot", "flaw"]) this.cover(byId(id), null);
  }

  // Shows what is wrong, at a span; or, without one, that nothing is.
  flaw(span, message) {
    byId("verdict").textContent = message;
    byId("verdict").classList.toggle("bad", Boolean(span));
    this.area.setAttribute("aria-invalid", Boolean(span));
    byId("flaw").dataset.message = span ? message : "";
    byId("seek").hidden = !span;
    this.cover(byId("flaw"), span);
  }

  spot(span) {
    this.cover(byId("spot"), span);
    if (span) this.area.setSelectionRange(...span);
  }

  // Puts a mark under a span, in a copy of the text, and scrolls to it unless somebody is writing.
  cover(mark, span) {
    const [from, to] = span ?? [0, 0];
    mark.hidden = !span;
    mark.textContent = this.text.slice(from, to);
    mark.parentNode.replaceChildren(this.text.slice(0, from), mark, `${this.text.slice(to)}\n `);
    if (span && document.activeElement !== this.area) this.scrollTo(mark);
  }

  scrollTo(mark) {
    const frame = byId("text");
    frame.scrollTop = mark.offsetTop - frame.clientHeight / 3;
  }
}
