// Requests to the service, the last to each address shown with its answer.

import { ask, byId } from "./service.js";

const LONGEST = 20_000; // characters shown of an answer

export class Exchanges {
  constructor() {
    this.last = new Map();
    byId("which").onchange = () => this.show();
    byId("curl").onclick = () => this.copy(this.command());
    byId("copy").onclick = () => this.copy(JSON.stringify(this.shown.body ?? {}, null, 2));
  }

  get shown() {
    return this.last.get(byId("which").value);
  }

  async ask(path, body) {
    const address = path.split("?")[0];
    const made = { path, body };
    try {
      return await ask(path, body, { heard: (answer) => Object.assign(made, answer) });
    } finally {
      if (!this.last.has(address)) byId("which").append(new Option(address));
      this.last.set(address, made);
      if (byId("which").value === address) this.show();
    }
  }

  // Shows the last exchange with the address that ends so.
  open(end) {
    byId("which").value = [...this.last.keys()].findLast((address) => address.endsWith(end));
    this.show();
  }

  command() {
    const { path, body } = this.shown;
    const data = body === undefined ? "" : ` -H 'Content-Type: application/json' -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`;
    return `curl -s '${location.origin}${path}'${data}`;
  }

  show() {
    const { status, text = "", milliseconds } = this.shown;
    byId("request").textContent = this.command();
    const size = new Blob([text]).size.toLocaleString("en");
    byId("took").textContent = status === undefined ? "No answer." : `${status}, ${Math.round(milliseconds)} ms, ${size} bytes`;
    byId("answer").textContent = (text.startsWith("{") ? JSON.stringify(JSON.parse(text), null, 1) : text).slice(0, LONGEST);
  }

  async copy(text) {
    await navigator.clipboard?.writeText(text); // browsers have none for a page that is neither local nor over HTTPS
    byId("took").textContent = navigator.clipboard ? "Copied." : "This browser copies from local pages and over HTTPS only.";
  }
}
