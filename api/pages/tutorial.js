// A tutorial: the first turns of a match, which are played already, shown step by step with what they mean.

import { keep } from "./matches.js";
import { begin } from "./past.js";
import { ask, byId } from "./service.js";

// Begins the tutorial of a game.
export async function learn(game) {
  const { options, seat, seats, moves } = await ask(`/v1/games/${game}/tutorial`);
  const kinds = Array.from({ length: seats }, (_, one) => (one === seat ? { kind: "person" } : { kind: "bot", level: "beginner" }));
  await begin({ game, options, moves, seats: kinds }, { step: 0 });
}

// Guides a table through the past of its match: the learner makes the moves that were made, and reads.
export class Guide {
  constructor(table, lesson, events) {
    Object.assign(this, { table, events, steps: lesson.steps, seat: lesson.seat, number: table.kept.step });
    this.start = events.find(({ type }) => type === "start").number;
    byId("earlier").onclick = () => table.attempt(() => this.go(this.number - 1));
    byId("later").onclick = () => table.attempt(() => this.next());
    byId("leave-off").onclick = () => table.attempt(() => this.end());
  }

  static async of(table) {
    const lesson = await ask(`/v1/games/${table.match.game}/tutorial`);
    const events = [], until = lesson.moves.length;
    while (events.filter(({ move }) => move).length < until) {
      const more = await table.own(`/events?words=true&after=${events.length}`);
      if (!more.events.length) throw new Error("The tutorial has changed. Begin it again in the lobby.");
      events.push(...more.events);
    }
    return new Guide(table, lesson, events);
  }

  get step() {
    return this.steps[this.number];
  }

  get last() {
    return this.number === this.steps.length - 1;
  }

  // The number of the event after which a step stands.
  when(number) {
    return this.start + this.steps[number].at;
  }

  // The move that the learner makes at this step, if it is the learner's turn.
  get asked() {
    const event = this.last ? undefined : this.events[this.when(this.number)];
    return event?.actor === this.seat ? [{ ...event.move, words: event.words }] : [];
  }

  async go(number) {
    this.number = number;
    this.table.kept = keep({ ...this.table.kept, step: number });
    await this.show();
  }

  async show() {
    const { table, asked, step } = this;
    this.tell(this.number);
    await table.draw(this.when(this.number), asked);
    const lit = new Set(asked.flatMap(({ touches }) => touches));
    table.picture.mark(step.light.filter((id) => !lit.has(id)), "hinted");
    table.picture.first()?.scrollIntoView({ block: "nearest" });
  }

  // The log has what happened until a step.
  tell(number) {
    this.table.log.hear(this.events.slice(0, this.when(number)), this.table.match.seats);
  }

  // Shows what happens until the next step, one by one; at once if it is asked for meanwhile.
  async next() {
    const { table } = this;
    if (table.walking) table.halt();
    else if (this.last) await this.end();
    else {
      this.tell(this.number + 1);
      await table.walk(this.events.slice(this.when(this.number), this.when(this.number + 1) - 1));
      await this.go(this.number + 1);
    }
  }

  // Says the step's sentences, or on the way to it what happens.
  say() {
    const { actor, words } = this.events[this.table.at - 1], { seats } = this.table.match;
    const happens = typeof actor === "number" ? `${seats[actor].side}: ${words}` : words;
    byId("status").textContent = this.table.walking ? happens : this.step.say;
    byId("prompt").dataset.seat = this.seat;
    byId("earlier").disabled = this.number === 0;
    byId("later").textContent = this.last ? "Play on" : "Next";
    byId("leave-off").hidden = this.last;
    byId("steps").textContent = `${this.number + 1} of ${this.steps.length}`;
    for (const name of ["replay", "all"]) byId(name).hidden = true;
    byId("guide").hidden = false;
  }

  async end() {
    const { step, ...kept } = this.table.kept;
    this.tell(this.steps.length - 1);
    this.table.kept = keep(kept);
    byId("guide").hidden = true;
    await this.table.goOn(false);
  }
}
