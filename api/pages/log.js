// What happened in a match, in words.

import { element } from "./service.js";

const SAID = {
  start: "The match starts.", undo: "takes a move back.", pause: "asks for a pause.", resume: "asks to go on.",
  resign: "resigns.", flag: "is out of time.", replace: "is replaced by a bot.", join: "joins.", end: "The match is over.",
};

export class Log {
  constructor(box, look, light) {
    Object.assign(this, { box, seats: [] });
    this.clear();
    box.onclick = (event) => event.target.closest("li") && look(Number(event.target.closest("li").dataset.number));
    box.onpointerover = (event) => {
      const said = this.events.get(Number(event.target.closest("li")?.dataset.number));
      if (said?.move) light(said.move.touches ?? []);
    };
  }

  clear() {
    Object.assign(this, { events: new Map(), last: 0 });
    this.box.replaceChildren();
  }

  // Loads what is not known yet; of a long match the end alone.
  async load(fetchAfter, version, seats) {
    this.seats = seats;
    if (!this.last) this.last = Math.max(0, version - 60);
    while (this.last < version) {
      const { events } = await fetchAfter(this.last);
      if (!events.length) return;
      for (const event of events) this.add(event);
    }
  }

  add(event) {
    this.last = event.number;
    this.events.set(event.number, event);
    if (event.type === "create") return;
    const actor = event.actor ?? event.seat;
    const what = event.move ? event.words : SAID[event.type];
    const line = element("li", { data: { number: event.number, seat: actor ?? "", type: event.type } });
    if (typeof actor === "number") line.append(element("b", { textContent: `${this.seats[actor].side}: ` }));
    line.append(what);
    for (const { text } of event.changes ?? []) {
      if (text) line.append(element("small", { textContent: text }));
    }
    const atEnd = this.box.scrollTop + this.box.clientHeight >= this.box.scrollHeight - 40;
    this.box.append(line);
    if (atEnd) this.box.scrollTop = this.box.scrollHeight;
  }

  find(number) {
    return this.events.get(number);
  }

  // The moves and outcomes after an event.
  steps(after) {
    return [...this.events.values()].filter(({ number, move }) => move && number > after);
  }

  // The number of the last event of one of these seats; 0 if there is none.
  ownLast(seats) {
    return Math.max(0, ...this.steps(0).filter(({ actor }) => seats.has(actor)).map(({ number }) => number));
  }

  // What the moves after one event, up to another, were about; at least those of the last one.
  touched(after, until) {
    const shown = this.steps(Math.min(after, until - 1)).filter(({ number, type }) => number <= until && type === "move");
    return new Set(shown.flatMap(({ move }) => move.touches ?? []));
  }

  light(number) {
    this.box.querySelector(".now")?.classList.remove("now");
    const line = this.box.querySelector(`[data-number="${number}"]`);
    line?.classList.add("now");
    if (line) this.box.scrollTop = Math.max(0, line.offsetTop - this.box.offsetTop - this.box.clientHeight + line.offsetHeight + 8);
  }
}
