// Requests to the service. A problem document becomes an Error with its detail and status; `heard` gets the answer's
// status, text and time.

export async function ask(path, body, { token, method, headers = {}, heard, signal } = {}) {
  const begun = performance.now();
  const request = { method: method ?? (body === undefined ? "GET" : "POST"), headers: { ...headers }, signal };
  if (token) request.headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) {
    request.headers["Content-Type"] = "application/json";
    request.body = JSON.stringify(body);
  }
  const response = await fetch(path, request).catch((error) => {
    throw signal?.aborted ? error : new Error("The service cannot be reached.");
  });
  const text = await response.text();
  heard?.({ status: response.status, text, milliseconds: performance.now() - begun });
  const answer = response.headers.get("Content-Type")?.startsWith("image/svg") ? text : JSON.parse(text);
  if (!response.ok) throw Object.assign(new Error(answer.detail), { status: response.status, problem: answer });
  return answer;
}

// Follows a stream of server-sent events; calls `heard` after each batch until the stream ends.
export async function follow(path, token, heard, signal) {
  const headers = { Accept: "text/event-stream", ...(token && { Authorization: `Bearer ${token}` }) };
  const response = await fetch(path, { headers, signal });
  if (response.status === 204) return;
  if (!response.ok) throw Object.assign(new Error((await response.json()).detail), { status: response.status });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part; !(part = await reader.read()).done;) {
    if (part.value.includes("data:")) heard();
  }
}

// An element with attributes or properties, and children that are elements or text.
export function element(tag, properties = {}, ...children) {
  const { data, ...plain } = properties;
  const made = Object.assign(document.createElement(tag), plain);
  Object.assign(made.dataset, data);
  made.append(...children);
  return made;
}

export const byId = (id) => document.getElementById(id);
export const percent = (share) => `${Math.round(100 * share)} %`;
export const plain = (id) => id.replace(/^[^:]*:/, "").replaceAll("_", " ");
