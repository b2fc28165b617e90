// Streams, line by line.

/** The lines of a body, each without its end. */
export async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const parts = (rest + (done ? decoder.decode() : decoder.decode(value, { stream: true }))).split("\n");
      rest = parts.pop() ?? "";
      yield* parts;
      if (done) break;
    }
    if (rest) yield rest;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** A part of a stream of server-sent events. */
export interface Part {
  event: string;
  data: string;
}

/** The parts of a stream of server-sent events that have data. */
export async function* parts(body: ReadableStream<Uint8Array>): AsyncGenerator<Part, void, undefined> {
  let event = "message";
  let data: string[] = [];
  for await (const line of lines(body)) {
    if (line === "") {
      if (data.length) yield { event, data: data.join("\n") };
      [event, data] = ["message", []];
    } else if (line.startsWith("event:")) {
      event = line.slice(6).trim();
    } else if (line.startsWith("data:")) {
      data.push(line.slice(5).trimStart());
    }
  }
}
