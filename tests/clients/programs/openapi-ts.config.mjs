// What @hey-api/openapi-ts generates, and from what: paths are from build/openapi/hey-api.
export default {
  input: "../../../tests/golden/openapi.json",
  output: { path: "hey", module: { extension: ".js" } },
  plugins: ["@hey-api/client-fetch", "@hey-api/sdk", "@hey-api/typescript"],
};
