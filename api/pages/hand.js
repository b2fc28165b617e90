// Picking things up and putting them down on a drawn table: by dragging, or by a click or Enter, then "Move to".

import { byId, element } from "./service.js";

const SVG = "http://www.w3.org/2000/svg";
const NEAR_PX = 6; // a press that moves less is a click

export class Hand {
  constructor(board, box, acts) {
    Object.assign(this, { board, box, acts, picked: null, moving: false, on: false });
    addEventListener("pointerdown", (event) => this.pressed(event));
    addEventListener("pointermove", (event) => this.dragged(event));
    addEventListener("pointerup", (event) => this.released(event));
    addEventListener("pointercancel", () => this.letGo());
    box.addEventListener("click", (event) => this.clicked(event.target));
    byId("palette").addEventListener("click", (event) => this.taken(event.target));
    box.addEventListener("keydown", (event) => this.keyed(event));
    box.addEventListener("focusin", ({ target }) => this.rove(target));
  }

  // Makes what is drawn ready to be picked up, or not.
  ready(on) {
    this.on = on;
    this.put(null);
    if (!on) return;
    for (const one of this.box.querySelectorAll("[data-id]")) one.setAttribute("tabindex", "-1");
    this.box.querySelector("[data-id]")?.setAttribute("tabindex", "0");
  }

  rove(target) {
    if (!this.on || !target.dataset.id) return;
    this.box.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    target.setAttribute("tabindex", "0");
  }

  thing(target) {
    const { id } = target.dataset, { panel = "" } = target.closest("[data-panel]")?.dataset ?? {};
    return { id, panel, title: (target.getAttribute("aria-label") ?? id).split(":")[0] };
  }

  drawn() {
    return [...this.box.querySelectorAll("[data-id]")].map((one) => this.thing(one));
  }

  // What a thing would be put down on: something drawn, a panel, or a field of the JSON; null outside of all.
  target(on, y) {
    if (on === byId("json")) return { path: this.board.fieldAt(y) };
    const panel = on?.closest?.("[data-panel]");
    if (!panel || !this.box.contains(panel)) return null;
    const near = [...panel.querySelectorAll("[data-id]")].map(({ dataset }) => dataset.id);
    const ids = [];
    for (let one = on.closest("[data-id]"); one; one = one.parentNode.closest("[data-id]")) ids.push(one.dataset.id);
    return { panel: panel.dataset.panel, near, ids };
  }

  pressed(event) {
    this.from = null;
    if (!this.box.contains(event.target)) byId("card").hidden = true;
    const one = event.target.closest?.("#picture [data-id], [data-thing]");
    if (!one || !this.on || event.button || event.pointerType === "touch") return;
    this.from = { x: event.clientX, y: event.clientY, one };
  }

  dragged(event) {
    if (!this.from) return;
    if (!this.ghost && Math.hypot(event.clientX - this.from.x, event.clientY - this.from.y) < NEAR_PX) return;
    if (!this.ghost) document.body.append(this.ghost = this.lifted(this.from.one));
    this.ghost.style.left = `${event.clientX}px`;
    this.ghost.style.top = `${event.clientY}px`;
    const on = document.elementFromPoint(event.clientX, event.clientY);
    this.board.picture.mark([on?.closest?.("#picture [data-id]")?.dataset.id].filter(Boolean), "hinted");
  }

  // A copy of what is dragged, that follows the pointer.
  lifted(one) {
    const made = element("div", { className: "ghost", ariaHidden: "true" });
    if (one.dataset.thing) made.textContent = one.textContent;
    else {
      const { x, y, width, height } = one.getBBox(), drawing = document.createElementNS(SVG, "svg"), copied = one.cloneNode(true);
      copied.removeAttribute("transform");
      copied.removeAttribute("data-id");
      drawing.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
      drawing.setAttribute("width", one.getBoundingClientRect().width);
      drawing.setAttribute("class", "picture");
      drawing.append(copied);
      made.append(drawing);
    }
    return made;
  }

  released(event) {
    const { ghost, from } = this;
    this.letGo();
    if (!ghost) return;
    addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
    setTimeout(() => dispatchEvent(new Event("click")), 0); // a drag that ends elsewhere makes no click
    const on = document.elementFromPoint(event.clientX, event.clientY);
    const thing = from.one.dataset.thing ? { id: from.one.dataset.thing } : this.thing(from.one);
    const target = this.target(on, event.clientY);
    if (target && !(thing.panel && target.ids?.includes(thing.id))) this.act(() => this.board.bring(thing, target));
    else if (!target && thing.title && !this.box.contains(on)) this.act(() => this.board.remove(thing));
  }

  letGo() {
    this.ghost?.remove();
    this.board.picture.mark([], "hinted");
    this.from = this.ghost = null;
  }

  act(action) {
    this.put(null);
    return this.board.attempt(() => this.board.checked().then(action));
  }

  clicked(target) {
    const one = target.closest("[data-id]");
    if (!this.on) return;
    if (this.moving) {
      const to = this.target(target), thing = this.picked;
      if (to) this.act(() => this.board.bring(thing, to));
    } else this.put(one && this.thing(one));
  }

  taken(target) {
    if (!target.dataset.thing || !this.on) return;
    this.put({ id: target.dataset.thing, title: target.textContent });
    this.lead();
  }

  // Picks a thing up, or puts down what is.
  put(thing) {
    Object.assign(this, { picked: thing, moving: false });
    this.board.picture.mark(thing?.panel === undefined ? [] : [thing.id], "chosen");
    this.acts.replaceChildren();
    if (thing?.panel === undefined) return;
    this.board.select(this.board.arranger.placeOf(this.board.found.value, thing));
    const remove = () => this.act(() => this.board.remove(thing));
    this.acts.append(thing.title, this.button("Move to …", () => this.lead()), this.button("Remove", remove));
  }

  // Asks where the thing that was picked up goes.
  lead() {
    const thing = this.picked;
    this.moving = true;
    const panels = [...this.box.querySelectorAll("[data-panel]")].filter((one) => one.dataset.panel !== thing.panel);
    const label = ({ dataset: { panel } }) => panel.replace(/^seat:/, "seat ").replaceAll("_", " ");
    const bring = (one) => () => this.act(() => this.board.bring(thing, this.target(one)));
    this.acts.replaceChildren(`${thing.title}: choose where it goes in the picture, or`,
      ...panels.map((one) => this.button(label(one), bring(one))), this.button("Nowhere", () => this.put(null)));
    this.box.querySelector('[tabindex="0"]')?.focus({ preventScroll: true });
    this.acts.scrollIntoView({ block: "nearest" });
  }

  button(textContent, onclick) {
    return element("button", { type: "button", textContent, onclick });
  }

  keyed(event) {
    if (!this.on || !event.target.dataset.id) return;
    const thing = this.picked;
    if (event.key === "Enter" || event.key === " ") this.clicked(event.target);
    else if (event.key === "m" && thing) this.lead();
    else if (event.key === "Delete" && thing?.panel) this.act(() => this.board.remove(thing));
    else if (event.key === "Escape") this.put(null);
    else return;
    event.preventDefault();
  }
}
