// Picking things up and putting them down on a drawn table: by dragging, or by a click or Enter, then "Move to".

import { byId, element } from "./service.js";

const NEAR_PX = 6; // a press that moves less is a click
const KEYS = { Enter: "click", " ": "click", m: "lead", Delete: "remove", Escape: "drop" };

export class Hand {
  constructor(board, box, acts) {
    Object.assign(this, { board, box, acts, picked: null, moving: false, on: false });
    addEventListener("pointerdown", (event) => this.pressed(event));
    addEventListener("pointermove", (event) => this.dragged(event));
    addEventListener("pointerup", (event) => this.released(event));
    addEventListener("pointercancel", () => this.letGo());
    box.addEventListener("click", (event) => this.clicked(event.target));
    byId("palette").addEventListener("click", ({ target }) => target.dataset.thing && this.on && this.lead(this.thing(target)));
    box.addEventListener("keydown", (event) => this.keyed(event), { capture: true });
    box.addEventListener("focusin", ({ target }) => this.rove(target));
  }

  // Makes what is drawn ready to be picked up, or not.
  ready(on) {
    this.on = on;
    this.put(null);
    if (!on) return;
    for (const one of this.box.querySelectorAll("[data-id]")) one.setAttribute("tabindex", "-1");
    this.rove(this.box.querySelector("[data-id]"));
  }

  rove(target) {
    if (!this.on || !target?.dataset.id) return;
    this.box.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    target.setAttribute("tabindex", "0");
  }

  // What is drawn, or, without a panel, what lies in the box.
  thing(one) {
    const { id, thing } = one.dataset, { panel = "" } = one.closest("[data-panel]")?.dataset ?? {};
    return thing ? { id: thing, title: one.textContent } : { id, panel, title: (one.ariaLabel ?? id).split(":")[0] };
  }

  drawn() {
    return [...this.box.querySelectorAll("[data-id]")].map((one) => this.thing(one));
  }

  // What a thing would be put down on: something drawn, a panel, or a field of the JSON; null outside of all.
  target(on, { clientX, clientY } = {}) {
    if (on === byId("json")) return { path: this.board.pathAt(clientX, clientY) };
    const panel = on?.closest?.("#picture [data-panel]"), ids = [];
    if (!panel) return null;
    for (let one = on.closest("[data-id]"); one; one = one.parentNode.closest("[data-id]")) ids.push(one.dataset.id);
    return { panel: panel.dataset.panel, near: [...panel.querySelectorAll("[data-id]")].map(({ dataset }) => dataset.id), ids };
  }

  pressed(event) {
    if (!this.box.contains(event.target)) byId("card").hidden = true;
    const one = event.target.closest?.("#picture [data-id], [data-thing]");
    const isDrag = one && this.on && !event.button && event.pointerType !== "touch";
    this.from = isDrag ? { x: event.clientX, y: event.clientY, one } : null;
  }

  dragged({ clientX: x, clientY: y }) {
    if (!this.from || (!this.ghost && Math.hypot(x - this.from.x, y - this.from.y) < NEAR_PX)) return;
    if (!this.ghost) document.body.append(this.ghost = this.lifted(this.from.one));
    Object.assign(this.ghost.style, { left: `${x}px`, top: `${y}px` });
    const on = document.elementFromPoint(x, y)?.closest("#picture [data-id]");
    this.board.picture.mark(on ? [on.dataset.id] : [], "hinted");
  }

  // A copy of what is dragged, that follows the pointer.
  lifted(one) {
    if (one.dataset.thing) return element("div", { className: "ghost", ariaHidden: "true", textContent: one.textContent });
    const { x, y, width, height } = one.getBBox(), wide = one.getBoundingClientRect().width;
    const innerHTML = `<svg class="picture" width="${wide}" viewBox="${x} ${y} ${width} ${height}">${one.innerHTML}</svg>`;
    return element("div", { className: "ghost", ariaHidden: "true", innerHTML });
  }

  released(event) {
    const { ghost, from } = this;
    this.letGo();
    if (!ghost) return;
    const on = document.elementFromPoint(event.clientX, event.clientY), thing = this.thing(from.one), target = this.target(on, event);
    if (target && !target.ids?.includes(thing.panel && thing.id)) this.bring(thing, target);
    else if (!target && thing.panel !== undefined && !this.box.contains(on)) this.remove(thing);
  }

  letGo() {
    this.ghost?.remove();
    this.board.picture.mark([], "hinted");
    this.from = this.ghost = null;
  }

  bring(thing, target) {
    this.put(null);
    this.board.bring(thing, target);
  }

  remove(thing) {
    this.put(null);
    this.board.remove(thing);
  }

  clicked(target) {
    const one = target.closest("[data-id]"), to = this.moving && this.target(target);
    if (to) this.bring(this.picked, to);
    else if (this.on && !this.moving) this.put(one && this.thing(one));
  }

  // Picks a thing up, or puts down what is.
  put(thing) {
    Object.assign(this, { picked: thing, moving: false });
    this.board.picture.mark(thing ? [thing.id] : [], "chosen");
    this.acts.replaceChildren();
    if (!thing) return;
    this.board.select(thing);
    this.acts.append(thing.title, this.button("Move to …", () => this.lead(thing)), this.button("Remove", () => this.remove(thing)));
  }

  // Asks where a thing goes.
  lead(thing) {
    Object.assign(this, { picked: thing, moving: true });
    const panels = [...this.box.querySelectorAll("[data-panel]")].filter(({ dataset }) => dataset.panel !== thing.panel);
    this.acts.replaceChildren(`${thing.title}: choose where it goes in the picture, or`,
      ...panels.map((one) => this.button(one.dataset.panel.replace(/[:_]/g, " "), () => this.bring(thing, this.target(one)))),
      this.button("Nowhere", () => this.put(null)));
    this.box.querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
    this.acts.scrollIntoView({ block: "nearest" });
  }

  button(textContent, onclick) {
    return element("button", { type: "button", textContent, onclick });
  }

  keyed(event) {
    const act = KEYS[event.key], thing = this.picked;
    if (!this.on || !act || !event.target.dataset.id) return;
    if (act === "click") this.clicked(event.target);
    else if (act === "drop") this.put(null);
    else if (thing) this[act](thing);
    event.preventDefault();
    event.stopPropagation();
  }
}
