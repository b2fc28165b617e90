// A drawn table that can be clicked: it knows the ids of things and the legal moves' touches, and no game.

import { byId, element, plain } from "./service.js";

const LONG_PRESS_MS = 500;
const MOVE_MS = 200;
const ROLL_MS = 350;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Picture {
  // `play` is called with the text of a move; `putOff` with the id of a thing that is asked about later;
  // `explain` with an id, and answers sentences.
  constructor(box, buttons, { play, putOff, explain }) {
    Object.assign(this, { box, buttons, play, putOff, explain, moves: [], chosen: [], hinted: [], kept: "", focused: null });
    for (const place of [box, buttons]) place.addEventListener("click", (event) => this.ignoreSecond(event), { capture: true });
    box.addEventListener("click", (event) => this.clicked(event));
    box.addEventListener("keydown", (event) => this.keyed(event));
    box.addEventListener("pointerdown", (event) => this.pressed(event));
    box.addEventListener("pointerup", (event) => this.released(event));
    for (const kind of ["pointermove", "pointercancel"]) box.addEventListener(kind, () => clearTimeout(this.hold));
    box.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.inform(event.target));
    box.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.inform(null));
    box.addEventListener("focusin", ({ target }) => target.matches(":focus-visible") && this.inform(target));
    box.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  // Shows a drawing and what can be done: `moves` have `text`, `words` and `touches`.
  show(drawing, moves = []) {
    const focus = document.activeElement;
    if (this.box.contains(focus) || this.buttons.contains(focus)) this.focused = focus.dataset.id ?? "";
    else if (focus !== document.body) this.focused = null; // the player is elsewhere on the page
    if (drawing !== this.kept) this.box.innerHTML = this.kept = drawing;
    for (const title of this.box.querySelectorAll("[data-id] > title, g > title")) {
      title.parentNode.setAttribute("aria-label", title.textContent);
      title.parentNode.setAttribute("role", "group");
      title.remove(); // the card of `inform` shows it
    }
    Object.assign(this, { moves, chosen: [], hinted: [] });
    while (this.options().length > 1 && this.next().size === 1 && !this.complete().length) {
      this.chosen.push([...this.next()][0]); // there is no choice in what all moves have in common
    }
    this.light();
    for (const thing of this.focused === null ? [] : [this.find(this.focused), this.first()]) {
      if (document.activeElement === document.body) thing?.focus({ preventScroll: true }); // nothing happens where nothing is lit
    }
  }

  // Scrolls to what is lit if none of it is in sight.
  reveal() {
    const lit = [...this.box.querySelectorAll(".lit")];
    const isSeen = (thing) => {
      const { left, top, width, height } = thing.getBoundingClientRect();
      return thing.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    };
    if (!lit.some(isSeen)) lit[0]?.scrollIntoView({ block: "nearest" });
  }

  find(id) {
    return id ? this.box.querySelector(`[data-id="${CSS.escape(id)}"]`) : null;
  }

  first() {
    return this.box.querySelector(".lit") ?? this.buttons.querySelector("button");
  }

  options() {
    return this.moves.filter(({ touches }) => this.chosen.every((id, at) => touches[at] === id));
  }

  complete() {
    return this.options().filter(({ touches }) => touches.length === this.chosen.length);
  }

  next() {
    return new Set(this.options().map(({ touches }) => touches[this.chosen.length]).filter(Boolean));
  }

  // Lights up what can be clicked, and makes buttons for what has no place.
  light() {
    for (const lit of this.box.querySelectorAll(".lit, .chosen")) {
      lit.classList.remove("lit", "chosen");
      lit.setAttribute("role", "group");
      lit.removeAttribute("tabindex");
    }
    const homeless = [];
    for (const id of this.next()) {
      const thing = this.find(id);
      if (thing) this.makeButton(thing);
      else homeless.push(id);
    }
    for (const id of this.chosen) this.find(id)?.classList.add("chosen");
    const made = [
      ...this.complete().map(({ text, words }) => this.button(`move:${text}`, words ?? text, () => this.play(text))),
      ...homeless.map((id) => this.button(id, plain(id), () => this.choose(id))),
    ];
    if (this.chosen.length && this.canUnchoose()) made.push(this.button("", "Choose another", () => this.unchoose()));
    this.buttons.replaceChildren(...made);
    this.mark(this.hinted, "hinted");
  }

  makeButton(thing) {
    thing.classList.add("lit");
    thing.setAttribute("role", "button");
    thing.setAttribute("tabindex", "0");
  }

  button(id, words, onclick) {
    return element("button", { type: "button", className: id ? "lit" : "", textContent: words, data: id ? { id } : {}, onclick });
  }

  canUnchoose() {
    return new Set(this.moves.map(({ touches }) => touches[0])).size > 1;
  }

  unchoose() {
    this.chosen = [];
    this.light();
    this.first()?.focus();
  }

  choose(id) {
    this.chosen.push(id);
    const left = this.options();
    if (left.length === 1 && left[0].touches.length === this.chosen.length) {
      this.play(left[0].text);
      return;
    }
    this.light();
    this.reveal();
    if (this.buttons.contains(document.activeElement) || document.activeElement === document.body) this.first()?.focus();
  }

  // Stops the second half of a double click whose first half led to another position. Quick taps are all meant.
  ignoreSecond(event) {
    if (event.pointerType === "mouse" && event.detail === 2 && this.clickedOn !== this.kept) event.stopPropagation();
    else this.clickedOn = this.kept;
  }

  clicked({ target, pointerType }) {
    if (this.read) return; // the end of a long press
    if (pointerType && this.pressedOn !== this.kept) return; // it began on another position
    const lit = target.closest?.(".lit");
    if (lit) {
      this.choose(lit.dataset.id);
      return;
    }
    const later = target.closest?.("[data-later]");
    const thing = target.closest?.("[data-id]");
    if (later && this.moves.length) this.putOff(later.dataset.id);
    else if (thing && this.chosen.includes(thing.dataset.id) && this.canUnchoose()) this.unchoose();
    else if (thing) this.inform(thing, true);
  }

  keyed(event) {
    const lit = event.target.closest(".lit");
    if (event.key === "Escape") this.unchoose();
    else if (lit && (event.key === "Enter" || event.key === " ")) this.choose(lit.dataset.id);
    else if (event.key.startsWith("Arrow")) this.step(event.target, event.key.slice(5));
    else return;
    event.preventDefault();
  }

  // Moves the focus to the nearest thing that can be clicked, in a direction.
  step(from, direction) {
    const at = (thing) => {
      const { left, top, width, height } = thing.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    };
    const [x, y] = at(from);
    let best = null, least = Infinity;
    for (const thing of this.box.querySelectorAll("[tabindex]")) {
      const [dx, dy] = [at(thing)[0] - x, at(thing)[1] - y];
      const [ahead, aside] = { Right: [dx, dy], Left: [-dx, dy], Down: [dy, dx], Up: [-dy, dx] }[direction];
      const far = ahead + 2 * Math.abs(aside);
      if (ahead > 1 && far < least) [best, least] = [thing, far];
    }
    best?.focus();
  }

  // Dragging is a press on one lit thing and a release on another.
  pressed(event) {
    this.grabbed = event.target.closest(".lit")?.dataset.id;
    if (event.target.releasePointerCapture) event.target.releasePointerCapture(event.pointerId);
    clearTimeout(this.hold);
    Object.assign(this, { read: false, pressedOn: this.kept });
    if (event.pointerType === "mouse") return;
    this.inform(null);
    this.hold = setTimeout(() => {
      this.read = true;
      this.inform(event.target, true);
    }, LONG_PRESS_MS);
  }

  released(event) {
    clearTimeout(this.hold);
    const on = document.elementFromPoint(event.clientX, event.clientY);
    const grabbed = this.pressedOn === this.kept && this.grabbed;
    this.grabbed = null;
    if (!grabbed || on?.closest(`[data-id="${CSS.escape(grabbed)}"]`) || !this.box.contains(on)) return;
    this.choose(grabbed);
    const lit = on.closest(".lit");
    if (lit) this.choose(lit.dataset.id);
  }

  // Shows what a thing is; with `why` also why it cannot be used now.
  async inform(target, why = false) {
    const card = byId("card");
    const thing = target?.closest?.("[aria-label]:not(svg)");
    card.hidden = !thing || !this.box.contains(thing);
    if (card.hidden) return;
    const text = thing.querySelector(":scope > desc")?.textContent ?? "";
    card.replaceChildren(element("strong", { textContent: thing.getAttribute("aria-label") }), element("p", { textContent: text }));
    const { left, bottom, top } = thing.getBoundingClientRect();
    const below = bottom + card.offsetHeight + 8 < innerHeight;
    card.style.left = `${Math.max(4, Math.min(left, innerWidth - card.offsetWidth - 8))}px`;
    card.style.top = `${Math.max(4, below ? bottom + 6 : top - card.offsetHeight - 6)}px`;
    const id = thing.dataset.id;
    if (!why || !id || thing.classList.contains("lit")) return;
    const reasons = await this.explain(id);
    card.append(...reasons.map((line) => element("p", { className: "why", textContent: line })));
  }

  // Marks things and buttons, such as those that the last moves were about.
  mark(ids, state) {
    const buttons = [...this.buttons.children];
    for (const one of [...this.box.querySelectorAll(`.${state}`), ...buttons]) one.classList.remove(state);
    for (const id of ids) (this.find(id) ?? buttons.find(({ dataset }) => dataset.id === id))?.classList.add(state);
  }

  // Marks a move that is advised, and its buttons when they come.
  advise({ text, touches }) {
    this.hinted = [...touches, `move:${text}`];
    this.mark(this.hinted, "hinted");
  }

  where(id) {
    return this.find(id)?.getBoundingClientRect();
  }

  // Lets the dice on the table roll to where they lie.
  roll() {
    if (calm.matches) return;
    const steps = { rotate: ["-200deg", "0deg"], scale: [0.6, 1.15, 1] };
    for (const die of this.box.querySelectorAll("[data-rolled]")) die.animate(steps, { duration: ROLL_MS, easing: "ease-out" });
  }

  // Moves what stood on one place before to where it stands now: `from` is where it was drawn.
  slide(touches, from) {
    if (calm.matches || !from || touches.length < 2) return;
    const moved = this.find(`${touches[0].split(":")[0]}:${touches.at(-1).split(":").slice(1).join(":")}`);
    if (!moved) return;
    const to = moved.getBoundingClientRect(), scale = moved.getScreenCTM()?.a || 1;
    const shift = `translate(${(from.left - to.left) / scale}px, ${(from.top - to.top) / scale}px)`;
    const now = moved.getAttribute("transform") ? new DOMMatrix(getComputedStyle(moved).transform).toString() : "";
    moved.animate([{ transform: `${shift} ${now}` }, { transform: now || "none" }], { duration: MOVE_MS, easing: "ease-out" });
  }
}
