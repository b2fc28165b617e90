// What @hey-api/openapi-ts generates, and from what: paths are from build/openapi/hey-api.
import { readFileSync } from "node:fs";

const document = JSON.parse(readFileSync("../../../tests/golden/openapi.json", "utf-8"));

// The generator takes an operation that can also answer with a stream for one that always does.
for (const operations of Object.values(document.paths)) {
  for (const { responses } of Object.values(operations)) {
    for (const { content } of Object.values(responses ?? {})) {
      if (content?.["application/json"]) delete content["text/event-stream"];
    }
  }
}

export default {
  input: document,
  output: { path: "hey", module: { extension: ".js" } },
  plugins: ["@hey-api/client-fetch", "@hey-api/sdk", "@hey-api/typescript"],
};
