// What happened in a match, in words.

import { element } from "./service.js";

const SAID = {
  start: "The match starts.", undo: "takes a move back.", pause: "asks for a pause.", resume: "asks to go on.",
  resign: "resigns.", flag: "is out of time.", replace: "is replaced by a bot.", join: "joins.", end: "The match is over.",
};

const PART = 60; // events that the service puts into words at once

const what = (event) => (event.move ? event.words : SAID[event.type]);

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

  // Loads what is not known yet; of a long match the end alone, the rest when it is looked at.
  async load(fetchAfter, version, seats) {
    this.fetchAfter = fetchAfter;
    if (!this.last) this.first = this.last = Math.max(0, version - PART);
    while (this.last < version) {
      const { events } = await fetchAfter(this.last);
      if (!events.length) return;
      this.hear(events, seats);
    }
  }

  // Adds events that it does not have yet.
  hear(events, seats) {
    this.seats = seats;
    for (const event of events) {
      if (event.number > this.last) this.add(event);
    }
  }

  // Loads the events before those that are known, back to one of them.
  async reach(number) {
    while (this.first && number <= this.first + 1) {
      const from = Math.max(0, this.first - PART), before = this.box.querySelector("li");
      const { events } = await this.fetchAfter(from);
      const older = events.filter((event) => event.number <= this.first);
      this.first = from;
      for (const event of older) this.add(event, before);
    }
  }

  add(event, before = null) {
    this.last = Math.max(this.last, event.number);
    this.events.set(event.number, event);
    if (event.type === "create") return;
    const line = element("li", { data: { number: event.number, seat: event.actor ?? event.seat ?? "", type: event.type } });
    line.append(element("b", { textContent: this.who(event) }), what(event));
    for (const { text } of event.changes ?? []) {
      if (text) line.append(element("small", { textContent: text }));
    }
    const atEnd = this.box.scrollTop + this.box.clientHeight >= this.box.scrollHeight - 40;
    this.box.insertBefore(line, before);
    if (atEnd && !before) this.box.scrollTop = this.box.scrollHeight;
  }

  who({ actor, seat }) {
    return this.seats[actor ?? seat] ? `${this.seats[actor ?? seat].side}: ` : "";
  }

  // An event in words.
  said(number) {
    const event = this.events.get(number);
    if (!event || event.type === "create") return "The match is made.";
    const did = (event.changes ?? []).map(({ text }) => text).filter(Boolean);
    return this.who(event) + [what(event), ...did].join("; ");
  }

  find(number) {
    return this.events.get(number);
  }

  // Whether the match started after an event that has been reached.
  isBefore(number) {
    return [...this.events.values()].some((event) => event.type === "start" && event.number > number);
  }

  // The moves and outcomes after an event.
  steps(after) {
    return [...this.events.values()].filter(({ number, move }) => move && number > after).sort((a, b) => a.number - b.number);
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
    if (line) this.box.scrollTop = Math.max(0, line.offsetTop - this.box.clientHeight + line.offsetHeight + 8);
  }
}
