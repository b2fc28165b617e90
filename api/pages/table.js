// The table of a match: what the service knows of it, shown and acted on.

import { advise, review } from "./hints.js";
import { Log } from "./log.js";
import { forget, keep } from "./matches.js";
import { playOn } from "./past.js";
import { Picture } from "./picture.js";
import { ask, byId, element, follow } from "./service.js";
import { play } from "./sound.js";
import { Guide } from "./tutorial.js";

const NARROW = matchMedia("(max-width: 760px)");
const MOST_SHOWN_AGAIN = 40; // steps that are shown one by one
const LONGEST_WALK_MS = 8000;
const SHOWN_AGAIN_MS = 350; // at least, for each step
const LATER_AT_MOST = 12;
const NEWS = 3; // events that are said below the prompt: at most the last ones since the player's move
const RETRY_MS = 1000;
const SHAPES = ["●", "■", "◆", "▲", "⬟"];
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const speed = () => Number(byId("speed").value);

export class Table {
  constructor(kept) {
    Object.assign(this, { kept, tokens: new Map(), match: null, at: 0, wanted: 0, drawings: new Map(), closing: new AbortController() });
    byId("picture").replaceWith(element("div", { id: "picture" })); // without the listeners of another table
    this.picture = new Picture(byId("picture"), byId("buttons"), {
      play: (text) => this.attempt(() => this.act("move", { move: text })), putOff: (id) => this.putOff(id), explain: (id) => this.explain(id),
    });
    this.log = new Log(byId("log"), (number) => this.goTo(number), (ids) => this.picture.mark(ids, "last"));
    const act = (name, action) => { byId(name).onclick = () => this.attempt(action); };
    act("undo", () => this.act("undo"));
    act("hint", () => advise(this));
    act("resign", () => confirm("Resign this match?") && this.act("resign"));
    act("leave", () => confirm("Leave, and let a bot play on for you?") && this.leave());
    act("invite", () => this.invite());
    act("back", () => this.goTo(this.log.steps(0).findLast(({ number }) => number < this.at)?.number ?? 1));
    act("step", () => this.goTo(this.log.steps(this.at)[0]?.number ?? this.match.version));
    act("pause", () => (this.follows ? this.halt() : this.showAgain()));
    act("now", () => this.goTo(this.match.version));
    act("on", () => playOn(this, this.at, Number(byId("mine").value)));
    byId("scrub").oninput = () => this.attempt(() => this.goTo(Number(byId("scrub").value)));
    byId("viewer").onchange = () => this.attempt(() => this.seenBy(Number(byId("viewer").value)));
    byId("analyse").onclick = () => this.match?.view && sessionStorage.setItem("battlewise.board", JSON.stringify({ game: this.match.game, view: this.match.view }));
    byId("filter").oninput = () => this.list();
    const { signal } = this.closing;
    NARROW.addEventListener("change", () => this.wanted && this.attempt(() => this.look(this.wanted)), { signal });
    addEventListener("keydown", (event) => this.keyed(event), { signal });
    this.ticking = setInterval(() => this.tick(), 1000);
  }

  close() {
    this.closing.abort();
    clearInterval(this.ticking);
    byId("curtain").close();
    for (const name of ["undo", "hint", "resign", "leave", "invite", "guide"]) byId(name).hidden = true;
    byId("seats").replaceChildren();
  }

  get token() {
    const mover = this.viewer ?? this.match?.to_move;
    return this.tokens.get(this.tokens.has(mover) ? mover : this.match?.seat) ?? [...this.tokens.values()][0] ?? this.kept.host;
  }

  // Whether the table changes by itself: steps are shown, or bots play against each other.
  get follows() {
    return this.walking || (!this.tokens.size && this.match.status === "running" && !this.held);
  }

  own(rest, body, more = {}) {
    return ask(`/v1/matches/${this.kept.id}${rest}`, body, { token: this.token, signal: this.closing.signal, ...more });
  }

  async start() {
    for (const token of this.kept.tokens) await this.sit(token);
    this.match = await this.own("").catch((error) => {
      if (error.status === 404) forget(this.kept.id);
      throw error;
    });
    this.kept = keep({ ...this.kept, tokens: [...this.tokens.values()], game: this.match.game });
    byId("advice").replaceChildren();
    byId("review").replaceChildren();
    if ("step" in this.kept) await this.attempt(() => this.learn());
    else await this.goOn(true);
    return this;
  }

  // Takes the seat of a token; one that is not valid here, or not any more, counts for nothing.
  async sit(token) {
    const seen = await this.own("", undefined, { token }).catch((error) => {
      if (![401, 404].includes(error.status)) throw error;
    });
    if (!seen) return;
    this.tokens.set(seen.seat, token);
    if (seen.status === "waiting" && !seen.seats[seen.seat].joined) await this.own("/join", { seed: crypto.randomUUID?.() ?? String(Math.random()) }, { token });
  }

  // Shows the past of the match as a tutorial, which goes on with the match at its end.
  async learn() {
    this.guide = await Guide.of(this);
    this.showSeats();
    await this.guide.show();
  }

  // Shows the match as it is now, and follows it.
  async goOn(first) {
    Object.assign(this, { guide: null, held: false });
    this.match.version = 0; // nothing of it is shown yet
    await this.attempt(() => this.update(first));
    this.listen();
  }

  async listen() {
    const { signal } = this.closing;
    while (!signal.aborted && this.match.status !== "over") {
      try {
        await follow(`/v1/matches/${this.kept.id}/events`, this.token, () => this.attempt(() => this.update()), signal);
      } catch (error) {
        if (signal.aborted || (error.status && error.status < 500)) return;
      }
      await wait(RETRY_MS); // the service is down for a while, or the stream has come to its end
    }
  }

  async attempt(action) {
    try {
      const done = await action();
      byId("problem").hidden = true;
      return done;
    } catch (error) {
      if (this.closing.signal.aborted) return undefined;
      byId("problem").textContent = error.message;
      byId("problem").hidden = false;
      if (error.status === 401 || error.status === 404) forget(this.kept.id);
      return undefined;
    }
  }

  async act(action, more = {}) {
    if (action !== "move") await this.updating; // the version that an undo is about may be on its way
    if (this.acting) return;
    this.still();
    if (this.guide) {
      await this.attempt(() => this.guide.next());
      return;
    }
    const headers = { "If-Match": `"${this.match.version}"` };
    this.acting = this.own("/actions", { action, ...more }, { headers });
    const known = await this.acting.catch((error) => error);
    this.acting = null;
    if (known instanceof Error && known.status !== 412) { // 412: somebody was faster
      await this.look(this.at); // for another try
      throw known;
    }
    await this.update(false, known instanceof Error ? undefined : known);
  }

  // Nothing can be chosen until something else is shown: what is lit belongs to another position.
  still() {
    this.picture.show(this.picture.kept);
    byId("moves").replaceChildren();
  }

  // A bot takes the seat, whose token is not valid any more.
  async leave() {
    this.closing.abort();
    try {
      await this.own("/actions", { action: "replace", seat: this.match.seat }, { signal: undefined });
    } catch {
      location.reload();
      return;
    }
    if (this.tokens.size > 1) { // others go on at this screen
      location.reload();
      return;
    }
    forget(this.kept.id);
    location.hash = "";
  }

  // Asks about other things first, until the one that was clicked is asked about.
  async putOff(id) {
    if (this.guide) return this.picture.inform(this.picture.find(id), true);
    const asked = this.match.prompt;
    for (let tries = 0; tries < LATER_AT_MOST && !this.picture.next().has(id) && !this.picture.chosen.includes(id); tries++) {
      const later = this.match.moves.find(({ doc }) => doc.kind === "later");
      if (!later || this.match.prompt !== asked) return;
      await this.attempt(() => this.act("move", { move: later.text }));
    }
  }

  async explain(id) {
    const { match } = this;
    if (this.guide || !match.view || match.view.seat === null || match.status === "over") return [];
    if (this.at !== match.version) return []; // what is clicked may be gone since
    const found = await this.attempt(() => ask(`/v1/games/${match.game}/explain`, { view: match.view, thing: id }));
    return found?.reasons?.map((one) => one.text ?? one) ?? [];
  }

  // Brings the page to what the service knows, or is known of it; what others did is shown step by step.
  update(first = false, known) {
    const updated = (this.updating ?? Promise.resolve()).then(() => this.fetchNews(first, known));
    this.updating = updated.catch(() => {});
    return updated;
  }

  async fetchNews(first, known) {
    const match = known ?? await this.own(""), newer = match.version - this.match.version || match.rematch !== this.match.rematch;
    if (!known) await this.acting?.catch(() => {}); // until it is answered nothing else can be chosen
    if (this.closing.signal.aborted || (!first && newer <= 0)) return;
    this.still();
    await this.curtain(match);
    const own = this.tokens.has(match.to_move) && match.to_move !== match.seat ? await this.own("", undefined, { token: this.tokens.get(match.to_move) }) : match;
    if (own.version !== this.match.version) byId("advice").replaceChildren(); // it was about another position
    this.match = own;
    const before = this.log.last;
    await this.log.load((after) => this.own(`/events?words=true&after=${after}`), own.version, own.seats);
    const news = this.log.steps(before).filter(({ actor }) => !this.tokens.has(actor));
    this.sound(first ? [] : news);
    if (this.tokens.has(own.to_move)) this.held = false;
    byId("scrub").max = own.version;
    this.showSeats();
    if (this.held) return;
    if (!first && (!this.tokens.size || news.length <= MOST_SHOWN_AGAIN)) await this.walk(news.slice(0, -1));
    if (!this.held) await this.look(own.version);
    if (own.status === "over" && own.rematch && this.tokens.size === 1) this.enter(own.rematch);
  }

  sound(news) {
    if (!news.length) return;
    const { status, to_move: mover } = this.match;
    if (status === "over") play("end");
    else if (this.tokens.has(mover)) play("turn");
    else play(news.at(-1).type === "outcome" ? "chance" : "move");
  }

  async curtain(match) {
    const mover = match.to_move;
    if (this.tokens.size < 2 || !this.tokens.has(mover) || mover === this.match.seat || match.status === "over") return;
    const dialog = byId("curtain");
    dialog.firstElementChild.textContent = `${match.seats[mover].name} is to move. Hand over the screen.`;
    this.picture.show("");
    dialog.showModal();
    await new Promise((done) => {
      dialog.lastElementChild.onclick = done;
      dialog.onclose = done;
    });
    dialog.close();
    this.drawings.clear();
    this.log.clear(); // the next player has seen other things
  }

  // Shows steps one after another, those that touch something on the table, until another is asked for.
  async walk(steps, pace = speed()) {
    const shown = steps.filter(({ move }) => move.touches?.length);
    const pause = this.tokens.size && this.match.status !== "over" ? Math.min(pace, LONGEST_WALK_MS / shown.length) : pace;
    this.walking = true;
    for (const { number } of shown) {
      if (!pace || !this.walking) break;
      await this.draw(number, []);
      byId("now").hidden = false;
      await Promise.race([wait(pause), new Promise((skip) => { this.skip = skip; })]);
    }
    this.walking = false;
  }

  halt() {
    this.held = true;
    this.walking = false;
    this.skip?.();
    this.showStatus();
  }

  // Shows the table after an event and stays there; after the last one it goes on with what comes.
  async goTo(number) {
    this.halt();
    this.held = number !== this.match.version;
    await this.look(number);
  }

  // From a past position on, or, at the last one, what happened since the player's last move.
  async showAgain() {
    const latest = this.at === this.match.version;
    const steps = this.log.steps(latest && this.match.status !== "over" ? this.log.ownLast(this.tokens) : latest ? 0 : this.at);
    this.held = false;
    await this.walk(latest && this.match.status !== "over" ? steps.slice(-MOST_SHOWN_AGAIN) : steps, Math.max(SHOWN_AGAIN_MS, speed()));
    if (!this.held) await this.look(this.match.version);
  }

  // Shows a match that is over as another of its seats saw it.
  async seenBy(seat) {
    this.viewer = seat;
    this.drawings.clear();
    this.log.clear();
    this.held = true;
    await this.update(true);
    await this.goTo(this.at);
  }

  // Shows the table after an event; only the last one has moves.
  async look(number) {
    if (this.guide) return this.guide.show();
    const latest = number === this.match.version;
    await this.log.reach(number);
    await this.draw(number, latest ? this.match.moves : []);
    if (latest) {
      this.list();
      this.picture.reveal();
    }
    this.showEnd();
    byId("now").hidden = latest;
  }

  async draw(number, moves) {
    if (!this.match.view) {
      this.showStatus();
      this.showInvitations();
      return;
    }
    const step = this.log.find(number);
    const from = step?.move?.touches?.length > 1 && this.picture.where(step.move.touches[0]);
    this.wanted = number;
    const drawing = await this.drawing(number);
    if (this.wanted !== number) return; // another one was asked for meanwhile
    const forward = number > this.at;
    this.at = number;
    this.picture.show(drawing, this.acting ? [] : moves);
    if (step?.move && forward) this.picture.slide(step.move.touches ?? [], from);
    if (step?.type === "outcome" && forward) this.picture.roll();
    const since = this.tokens.size ? this.log.ownLast(this.tokens) : number - 1;
    this.picture.mark(this.log.touched(since, number), "last");
    this.log.light(number);
    byId("scrub").max = this.match.version;
    byId("scrub").value = number;
    this.showStatus();
  }

  // The drawing after an event that fits the screen as it is when the drawing comes.
  async drawing(number) {
    const narrow = NARROW.matches, key = `${number} ${narrow} ${this.token}`;
    if (!this.drawings.has(key)) this.drawings.set(key, this.log.isBefore(number) ? "" : await this.own(`/picture?layout=${narrow ? "narrow" : "wide"}&version=${number}`));
    if (this.drawings.size > 60) this.drawings.delete(this.drawings.keys().next().value);
    return narrow === NARROW.matches ? this.drawings.get(key) : this.drawing(number);
  }

  showStatus() {
    if (this.guide) return this.guide.say();
    const { match } = this, mover = match.seats[match.to_move];
    const late = match.spectators === "delayed" && !this.token ? ` You see the match ${match.delay_s} seconds late.` : "";
    const says = {
      waiting: late ? "Nothing is to be seen yet." : "Waiting for players to join.", paused: "The match is paused.",
      over: match.result && ended(match),
    }[match.status] ?? match.prompt;
    const past = this.at !== match.version && match.view ? `${this.at} of ${match.version}: ${this.log.said(this.at)}` : "";
    const who = mover && !this.tokens.has(match.to_move) && match.status === "running" ? `${mover.side} is to move.` : "";
    byId("status").textContent = (past || who || says) + late;
    const since = this.log.steps(Math.max(this.log.ownLast(this.tokens) - 1, this.at - NEWS)).filter(() => !past);
    byId("news").textContent = since.map(({ number }) => this.log.said(number)).join(" · ");
    byId("news").hidden = !since.length;
    Object.assign(byId("prompt").dataset, { seat: match.to_move, status: match.status });
    document.title = this.tokens.has(match.to_move) && match.status === "running" ? "Your turn: Battlewise" : "Battlewise";
    const mine = match.seat !== null && match.status === "running";
    byId("undo").hidden = !(mine && match.can_undo);
    byId("hint").hidden = !(mine && match.hints && this.tokens.has(match.to_move));
    byId("leave").hidden = !mine;
    byId("resign").hidden = !mine || match.seats.length > 2; // of more, a bot takes the seat, as for those who leave
    byId("invite").hidden = !this.kept.invitations?.length || match.status === "over";
    byId("replay").hidden = !match.view;
    const plays = this.follows ? ["‖", "Pause"] : this.at === match.version ? ["↺", "Show again"] : ["▶", "Play"];
    Object.assign(byId("pause"), { textContent: plays[0], title: plays[1], ariaLabel: plays[1] });
    this.showPast();
  }

  // What can be done with a match that is over: see it as another seat, play on from the position that is shown.
  showPast() {
    const { match } = this, over = match.status === "over" && match.view;
    byId("past").hidden = !over || !this.token;
    if (!over) return;
    const options = (seats, chosen) => seats.map((seat) => new Option(match.seats[seat].side, seat, false, seat === chosen));
    byId("seen").hidden = this.tokens.size < 2;
    byId("viewer").replaceChildren(...options([...this.tokens.keys()], match.seat));
    const next = this.log.steps(this.at).find(({ type }) => type === "move");
    byId("on").disabled = byId("mine").disabled = !next;
    byId("mine").replaceChildren(...options([...match.seats.keys()], next?.actor));
  }

  showSeats() {
    const chips = this.match.seats.map(({ name, side, bot }, seat) => element("li", { data: { seat } },
      element("span", { className: "shape", textContent: SHAPES[seat], ariaHidden: "true" }),
      element("span", { className: "who", textContent: this.match.seat === seat ? `${side} (you)` : name === side ? side : `${side}: ${bot ? "bot" : name}` }),
      element("time", {})));
    byId("seats").replaceChildren(...chips);
    this.tick();
  }

  tick() {
    const clock = this.match?.clock;
    if (!clock) return;
    [...byId("seats").children].forEach((chip, seat) => {
      const runs = seat === this.match.to_move && clock.deadline !== null;
      const left = Math.max(0, runs ? Math.min(clock.left_ms[seat], clock.deadline - Date.now()) : clock.left_ms[seat]);
      chip.lastElementChild.textContent = `${Math.floor(left / 60000)}:${String(Math.floor(left / 1000) % 60).padStart(2, "0")}`;
    });
  }

  showEnd() {
    if (this.match.status !== "over") return;
    const again = async () => {
      const { match: next } = await this.own("/rematch", {});
      if (next) this.enter(next);
      else byId("status").textContent = "You have asked for a rematch. Waiting for the others.";
    };
    const save = async () => {
      const record = new Blob([JSON.stringify(await this.own("/record"))], { type: "application/json" });
      element("a", { href: URL.createObjectURL(record), download: "record.json" }).click();
    };
    const button = (textContent, action) => element("button", { type: "button", textContent, onclick: () => this.attempt(action) });
    const buttons = [button("Review", () => review(this)), button("Record", save)];
    if (this.tokens.size === 1) buttons.unshift(button("Rematch", again));
    byId("buttons").replaceChildren(...buttons);
  }

  enter(next) {
    keep({ ...this.kept, id: next, made: Date.now(), tokens: [...this.tokens.values()], invitations: [] });
    location.hash = next;
  }

  // The moves as a list, for players who prefer words.
  list() {
    const wanted = byId("filter").value.toLowerCase();
    const found = (this.acting ? [] : this.match.moves).filter(({ words }) => words.toLowerCase().includes(wanted));
    byId("moves").replaceChildren(...found.map(({ text, words }) => element("button", {
      type: "button", textContent: words, title: text, onclick: () => this.attempt(() => this.act("move", { move: text })),
    })));
    byId("all").hidden = !this.match.moves.length;
  }

  showInvitations() {
    byId("buttons").replaceChildren(...(this.kept.invitations ?? []).map(({ side, link }) => element("button", {
      type: "button", textContent: `Copy the link for ${side}`, onclick: () => this.attempt(() => this.copy(`The link for ${side}`, link)),
    })));
  }

  invite() {
    return this.copy("The list of invitations", this.kept.invitations.map(({ side, link }) => `${side}: ${link}`).join("\n"));
  }

  async copy(what, text) {
    if (!navigator.clipboard) return prompt(`${what}, to copy:`, text); // the service is not on https
    await navigator.clipboard.writeText(text);
    byId("status").textContent = `${what} is copied.`;
  }

  keyed(event) {
    if (event.target.closest("input, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    const name = { u: "undo", h: "hint" }[event.key];
    if (name && !byId(name).hidden) byId(name).click();
  }
}

function ended({ result, seats }) {
  const why = { finished: "", resigned: " by resignation", time: " on time", aborted: " (aborted)", expired: " (expired)" }[result.reason];
  if (!result.returns) return `The match is over${why}.`;
  const best = Math.max(...result.returns);
  const winners = seats.filter((_, seat) => result.returns[seat] === best).map(({ side }) => side);
  return winners.length === 1 ? `${winners[0]} wins${why}.` : `The match is a tie of ${winners.join(" and ")}${why}.`;
}
