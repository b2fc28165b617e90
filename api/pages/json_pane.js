// The text of a view in its box, with marks under it: what is wrong, and what was chosen.

import { byId } from "./service.js";

export class JsonPane {
  // `edited` is called at each change by hand, `pointed` when the caret may have moved, `opened` with the text of a file.
  constructor({ edited, pointed, opened }) {
    Object.assign(this, { frame: byId("text"), area: byId("json"), opened });
    this.area.oninput = edited;
    for (const kind of ["click", "keyup"]) this.area.addEventListener(kind, pointed);
    for (const kind of ["dragover", "drop"]) this.frame.addEventListener(kind, (event) => this.dropped(event));
    byId("seek").onclick = () => this.scrollTo(byId("flaw"));
  }

  get text() {
    return this.area.value;
  }

  set text(text) {
    this.area.value = text;
    this.spot(null);
  }

  // Makes the area as large as its text, so that the frame scrolls it with its marks.
  fit() {
    const lines = this.text.split("\n");
    this.area.rows = lines.length + 1;
    this.area.cols = Math.max(...lines.map(({ length }) => length)) + 2;
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

  // Puts a mark under a span, and scrolls to it unless somebody is writing.
  cover(mark, span) {
    mark.hidden = !span;
    if (!span) return;
    const before = this.text.slice(0, span[0]).split("\n"), lines = this.text.slice(...span).split("\n"), isBlock = lines.length > 1;
    mark.style.top = `calc(var(--pad) + ${before.length - 1} * var(--row))`;
    mark.style.height = `calc(${lines.length} * var(--row))`;
    mark.style.setProperty("--left", isBlock ? "0px" : `calc(var(--pad) + ${before.at(-1).length}ch)`);
    mark.style.width = isBlock ? "100%" : `${Math.max(1, lines[0].length)}ch`;
    if (document.activeElement !== this.area) this.scrollTo(mark);
  }

  scrollTo(mark) {
    this.frame.scrollTop = mark.offsetTop - this.frame.clientHeight / 3;
  }

  // Where in the text the line begins that is drawn at a height.
  placeAt(y) {
    const lines = this.text.split("\n"), { top, height } = this.area.getBoundingClientRect();
    const row = Math.max(0, Math.min(lines.length - 1, Math.floor(((y - top) / height) * this.area.rows)));
    const indent = lines[row].length - lines[row].trimStart().length;
    return lines.slice(0, row).reduce((sum, { length }) => sum + length + 1, indent);
  }

  async dropped(event) {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    if (event.type === "drop") this.opened(await event.dataTransfer.files[0].text());
  }
}
