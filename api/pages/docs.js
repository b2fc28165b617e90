// The OpenAPI document as a page.

import { ask, element } from "./service.js";

const nameOf = (schema) => schema.$ref.split("/").pop();

function link(schema) {
  return element("a", { href: `#${nameOf(schema)}`, textContent: nameOf(schema) });
}

// The type of a value: a name with a link, or words.
function kind(schema) {
  if (schema.$ref) return [link(schema)];
  if (schema.anyOf) return schema.anyOf.flatMap((one, i) => i ? [" or ", ...kind(one)] : kind(one));
  if (schema.enum) return [schema.enum.join(", ")];
  if (schema.type === "array") return ["list of ", ...kind(schema.items)];
  const bounds = schema.maximum === undefined ? "" : ` ${schema.minimum}..${schema.maximum}`;
  return [`${schema.const ?? schema.type}${bounds}`];
}

function fields(schema) {
  const rows = Object.entries(schema.properties).map(([name, one]) => element("tr", {},
    element("td", {}, element("code", { textContent: name })),
    element("td", {}, ...kind(one)),
    element("td", { textContent: schema.required?.includes(name) ? "required" : "" }),
    element("td", { textContent: one.description ?? "" })));
  return element("table", {}, ...rows);
}

function request(path, method, operation) {
  const body = operation.requestBody?.content["application/json"];
  const url = location.origin + path.replace("{game}", "connect_four");
  const data = body ? ` -H 'Content-Type: application/json' -d '${JSON.stringify(Object.values(body.examples ?? {})[0]?.value ?? {})}'` : "";
  const verb = method === "get" || body ? "" : ` -X ${method.toUpperCase()}`;
  const token = operation.security ? " -H 'Authorization: Bearer TOKEN'" : "";
  const parts = [element("pre", { tabIndex: 0, textContent: `curl -s${verb} ${url}${token}${data}` })];
  const given = operation.parameters?.filter((one) => one.in !== "path") ?? [];
  if (given.length) parts.unshift(parameters(given));
  if (body) parts.unshift(element("p", {}, "Takes ", ...kind(body.schema), "."));
  return parts;
}

function parameters(given) {
  return element("table", {}, ...given.map((one) => element("tr", {},
    element("td", {}, element("code", { textContent: one.name })), element("td", { textContent: one.in }),
    element("td", {}, ...kind(one.schema)), element("td", { textContent: one.description ?? "" }))));
}

function responses(operation) {
  const rows = Object.entries(operation.responses).map(([status, one]) => {
    const [content] = Object.values(one.content ?? {});
    return element("tr", {}, element("td", { textContent: status }), element("td", { textContent: one.description }),
      element("td", {}, ...(content ? kind(content.schema) : [])));
  });
  return element("table", {}, ...rows);
}

function operations(spec) {
  return Object.entries(spec.paths).flatMap(([path, methods]) =>
    Object.entries(methods).filter(([, operation]) => operation.responses).map(([method, operation]) =>
      element("article", {},
        element("h2", {}, element("code", { textContent: `${method.toUpperCase()} ${path}` })),
        element("p", {}, element("strong", { textContent: `${operation.summary}. ` }), operation.description ?? ""),
        ...request(path, method, operation), responses(operation))));
}

function schemas(spec) {
  return Object.entries(spec.components.schemas).map(([name, schema]) => element("article", { id: name },
    element("h2", { textContent: name }), element("p", { textContent: schema.description ?? "" }),
    schema.properties ? fields(schema) : element("p", {}, ...kind(schema))));
}

const spec = await ask("/openapi.json");
document.getElementById("content").replaceChildren(
  element("p", { textContent: spec.info.description }), ...operations(spec), ...schemas(spec));
