// Requests to the service, the last to each address shown with its answer.

import { ask, byId } from "./service.js";

const LONGEST = 20_000; // characters shown of an answer

export class Exchanges {
  constructor() {
    this.last = new Map();
    byId("which").onchange = () => this.show(byId("which").value);
    byId("curl").onclick = () => this.copy(byId("request").textContent);
    byId("copy").onclick = () => this.copy(JSON.stringify(this.last.get(byId("which").value).body ?? {}, null, 2));
  }

  async ask(path, body) {
    const address = path.split("?")[0], made = { path, body, took: "No answer.", text: "" };
    const heard = ({ status, text, milliseconds }) => {
      const size = new Blob([text]).size.toLocaleString("en");
      Object.assign(made, { text, took: `${status}, ${Math.round(milliseconds)} ms, ${size} bytes` });
    };
    try {
      return await ask(path, body, { heard });
    } finally {
      if (!this.last.has(address)) byId("which").append(new Option(address));
      this.last.set(address, made);
      if (byId("which").value === address) this.show(address);
    }
  }

  // Shows the last exchange with an address.
  show(address) {
    const { path, body, text, took } = this.last.get(address);
    const data = body === undefined ? "" : ` -H 'Content-Type: application/json' -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`;
    byId("which").value = address;
    byId("request").textContent = `curl -s '${location.origin}${path}'${data}`;
    byId("took").textContent = took;
    byId("answer").textContent = (text.startsWith("{") ? JSON.stringify(JSON.parse(text), null, 1) : text).slice(0, LONGEST);
  }

  async copy(text) {
    await navigator.clipboard?.writeText(text); // browsers have none for a page that is neither local nor over HTTPS
    byId("took").textContent = navigator.clipboard ? "Copied." : "This browser copies from local pages and over HTTPS only.";
  }
}
