// The lobby: a new match, and the matches of this browser.

import { all, forget, keep } from "./matches.js";
import { replay } from "./past.js";
import { ask, byId, element, plain } from "./service.js";
import { learn } from "./tutorial.js";

const COMMON = 3; // options that are shown at once
const ME = "me", LINK = "link", SHARED = "shared";
const STRENGTH = {
  beginner: "plays almost anything", easy: "for your first games", medium: "a fair opponent", hard: "thinks ahead", expert: "strong and quick", master: "the strongest, takes two seconds a move",
};
const CLOCKS = { "": "none", 300: "5 minutes and 5 seconds a move", 900: "15 minutes and 10 seconds a move", 3600: "1 hour" };

export async function lobby(box) {
  const { games, levels } = await ask("/v1/games");
  const setup = new Setup(games, levels);
  const listed = element("ul", { className: "matches" });
  box.replaceChildren(
    ...(all().length ? [] : [welcome()]),
    element("section", {}, element("h2", { textContent: "New match" }), setup.form),
    element("p", {}, "Or set up a position on the ", element("a", { href: "/board", textContent: "analysis board" }), " and ask for its best move."),
    element("section", {}, element("h2", { textContent: "My matches in this browser" }), listed, record()));
  const titles = Object.fromEntries(games.map(({ id, title }) => [id, title]));
  listed.append(...all().map((one) => shown(one, titles)));
  if (!listed.children.length) listed.append(element("li", { textContent: "None yet." }));
}

// Shows the game of a record: that of a match, or of a tournament.
function record() {
  const show = ({ target }) => attempt(async () => replay(JSON.parse(await target.files[0].text())));
  return label("Look at a record", element("input", { type: "file", accept: "application/json", onchange: show }));
}

const tutorial = (className, textContent, game) =>
  element("button", { type: "button", className, textContent, onclick: () => attempt(() => learn(game())) });

// What the first start offers.
const welcome = () => element("section", { className: "welcome" },
  element("h2", { textContent: "New here?" }),
  element("p", { textContent: "Play the first two turns of BattleLore, and learn on the way what you see. It takes about five minutes." }),
  tutorial("main", "Start the tutorial", () => "battlelore"));

let busy = false; // the second click of a double click finds it so

async function attempt(action) {
  if (busy) return;
  busy = byId("problem").hidden = true;
  await action().catch((error) => {
    byId("problem").textContent = error.message;
    byId("problem").hidden = false;
  });
  busy = false;
}

function shown(one, titles) {
  const line = element("li", {});
  const note = element("span", { className: "note", textContent: one.made ? new Date(one.made).toLocaleString() : "" });
  const drop = element("button", { type: "button", textContent: "Forget", onclick: () => { forget(one.id); line.remove(); } });
  line.append(element("a", { href: `#${one.id}`, textContent: titles[one.game] ?? "A match" }), note, drop);
  ask(`/v1/matches/${one.id}`, undefined, { token: one.tokens[0] ?? one.host }).then(
    ({ status, to_move: mover, seat }) => note.prepend(status === "running" && mover === seat && seat !== null ? "your turn, " : `${status}, `),
    () => note.prepend("gone, "));
  return line;
}

export const choice = (pairs, chosen, properties = {}) => {
  const select = element("select", properties);
  select.append(...pairs.map(([value, text]) => new Option(text, value, false, value === chosen)));
  return select;
};

class Setup {
  constructor(games, levels) {
    Object.assign(this, { games, levels });
    this.game = choice(games.map(({ id, title }) => [id, title]), "battlelore", { name: "game", onchange: () => this.showOptions() });
    this.options = element("span", {});
    this.more = element("details", {}, element("summary", { textContent: "More options" }));
    this.lesson = element("div", {});
    this.guide = element("details", { className: "guide", ontoggle: () => this.explain() },
      element("summary", { textContent: "How to play in five minutes" }), this.lesson);
    this.seats = element("span", {});
    this.clock = choice(Object.entries(CLOCKS), "", { name: "clock" });
    this.watch = choice([["none", "nobody"], ["open", "everybody with the link"], ["delayed", "with a minute's delay"]], "none");
    this.form = element("form", { ariaLabel: "New match", onsubmit: (event) => this.make(event) },
      label("Game", this.game), this.options, this.seats, label("Clock", this.clock), label("Spectators", this.watch), this.more, this.guide,
      element("button", { className: "main", textContent: "Start" }), tutorial("", "Tutorial", () => this.game.value));
    this.showOptions();
  }

  get chosen() {
    return this.games.find(({ id }) => id === this.game.value);
  }

  showOptions() {
    const made = this.chosen.options.map(optional);
    this.options.replaceChildren(...made.slice(0, COMMON));
    this.more.replaceChildren(this.more.firstElementChild, ...made.slice(COMMON));
    this.more.hidden = made.length <= COMMON;
    this.form.querySelector("[name=players]")?.addEventListener("input", () => this.showSeats());
    this.showSeats();
    this.explain();
  }

  async explain() {
    const { id } = this.chosen;
    if (!this.guide.open || this.lesson.dataset.game === id) return;
    this.lesson.dataset.game = id;
    this.lesson.replaceChildren("Loading …");
    const text = await ask(`/v1/games/${id}`).then((game) => game.how_to_play || "There is no such text for this game.", (error) => error.message);
    if (this.lesson.dataset.game === id) this.lesson.replaceChildren(...guide(text));
  }

  showSeats() {
    const players = this.form.querySelector("[name=players]") ?? this.options.querySelector("[name=players]");
    const count = Number(players?.value ?? this.chosen.seats);
    const kinds = [[ME, "me"], ...this.levels.map(({ name }) => [name, `bot, ${name}: ${STRENGTH[name] ?? ""}`]),
      [LINK, "a person, by link"], [SHARED, "a person at this screen"]];
    this.seats.replaceChildren(...Array.from({ length: count }, (_, seat) =>
      label(this.chosen.seat_names[seat] ?? `Seat ${seat + 1}`, choice(kinds, seat ? "easy" : ME, { name: "seat" }))));
  }

  read() {
    const fields = [...this.form.querySelectorAll("[data-option]")];
    const kinds = [...this.form.querySelectorAll("[name=seat]")].map(({ value }) => value);
    const seconds = Number(this.clock.value);
    return {
      kinds,
      body: {
        game: this.chosen.id,
        options: Object.fromEntries(fields.map(({ name, value }) => [name, JSON.parse(value)])),
        seats: kinds.map((kind) => ([ME, LINK, SHARED].includes(kind) ? { kind: "person" } : { kind: "bot", level: kind })),
        spectators: kinds.some((kind) => kind === ME || kind === SHARED) ? this.watch.value : "open",
        ...(seconds && { clock: { initial_ms: 1000 * seconds, increment_ms: seconds > 900 ? 0 : seconds > 300 ? 10_000 : 5_000 } }),
      },
    };
  }

  async make(event) {
    event.preventDefault();
    const { kinds, body } = this.read();
    await attempt(async () => {
      const made = await ask("/v1/matches", body);
      const here = ({ seat }) => kinds[seat] === ME || kinds[seat] === SHARED;
      const side = ({ seat }) => made.match.seats[seat].side;
      const link = ({ seat, token }) => ({ side: side({ seat }), link: `${location.origin}/#${made.match.id}.${token}` });
      keep({
        id: made.match.id, game: body.game, made: Date.now(), host: made.host_token,
        tokens: made.invitations.filter(here).map(({ token }) => token),
        invitations: made.invitations.filter((one) => !here(one)).map(link),
      });
      location.hash = made.match.id;
    });
  }
}

// The headings (##) and paragraphs of a text.
const guide = (text) => text.trim().split("\n\n").map((part) => part.startsWith("## ")
  ? element("h3", { textContent: part.slice(3) }) : element("p", { textContent: part }));

const label = (text, control, ...more) => element("label", {}, text, control, ...more);

// A field for an option of a game, with what it means.
export function optional(option) {
  const name = plain(option.name[0].toUpperCase() + option.name.slice(1));
  return label(name, field(option), element("small", { textContent: option.doc }));
}

const shownAs = (value) => ({ true: "yes", false: "no" }[value] ?? plain(String(value)));

function field(option) {
  const data = { option: "" };
  if (option.low !== null) {
    return element("input", { type: "number", name: option.name, min: option.low, max: option.high, value: option.default, required: true, data });
  }
  return choice(option.choices.map((one) => [JSON.stringify(one), shownAs(one)]), JSON.stringify(option.default), { name: option.name, data });
}
