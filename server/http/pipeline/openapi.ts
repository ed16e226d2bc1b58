import type { FastifyInstance } from "fastify";
import { toJSONSchema } from "zod/mini";
import type { CallBase, Call } from "#contract/core/call.ts";
import { refusals, type RefusalName } from "#contract/core/errors.ts";
import { headers as names } from "#contract/core/headers.ts";

type Json = Readonly<Record<string, unknown>>;
/** Converts a schema to JSON Schema; leaves out checks in code, which it cannot express. */
const toSchema = (schema: Call["args"], io: "input" | "output"): Json => {
  const { $schema: _draft, ...rest } = toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
};
const headerParameter = (name: string, required: boolean): Json => ({
  name,
  in: "header",
  required,
  schema: { type: "string" },
});
const signatureHeaderNames = {
  activity: [names.activityMobile, names.activityTimestamp, names.activityNonce, names.activitySignature],
  community: [names.copTimestamp, names.copNonce, names.copSignature],
} as const;

/** The request headers of a call. */
const headerParameters = ({ audience, captcha, signature }: Call): Json[] => [
  headerParameter(names.accessToken, audience !== "anyone"),
  ...(captcha ? [headerParameter(names.captchaVerifyId, true)] : []),
  ...(signature ? signatureHeaderNames[signature].map((name) => headerParameter(name, true)) : []),
];

/** The envelope of a success. A recursive schema refers to itself by `$ref`, which needs an `$id` of the envelope. */
function envelopeSchema({ name, success, result }: Call): Json {
  const { $defs = {}, ...data } = JSON.parse(
    JSON.stringify(toSchema(result, "output")).replaceAll('"$ref":"#"', '"$ref":"#/$defs/data"'),
  ) as Json & { $defs?: Json };
  const isRecursive = JSON.stringify(data).includes('"$ref"');
  return {
    ...(isRecursive && { $id: `urn:marque:${name}`, $defs: { ...$defs, data } }),
    type: "object",
    required: ["code", "message", "data"],
    properties: {
      code: { const: success ?? "00" },
      message: { type: "string" },
      data: isRecursive ? { $ref: "#/$defs/data" } : data,
    },
  };
}

function callResponses(call: Call): Json {
  const json = (schema: Json): Json => ({ "application/json": { schema } });
  const describe = (name: RefusalName): string => `${refusals[name].code} ${refusals[name].message}`;
  return {
    200: { description: call.name, content: json(envelopeSchema(call)) },
    default: { description: ["refused", ...call.refusals.map(describe)].join("; ") },
  };
}

function callOperation(call: Call, path: string, index: number): Json {
  const { properties = {}, required = [] } = toSchema(call.args, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  const pathParameters = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
  const isInQuery = (name: string): boolean =>
    call.method === "GET" ||
    call.method === "DELETE" ||
    call.body === "picture" ||
    (call.query?.includes(name) ?? false);
  const parameters: Json[] = [];
  const body: Record<string, Json> = {};
  for (const [name, schema] of Object.entries(properties))
    if (pathParameters.includes(name)) parameters.push({ name, in: "path", required: true, schema });
    else if (isInQuery(name))
      parameters.push({ name, in: "query", required: required.includes(name), schema });
    else body[name] = schema;
  const isPicture = call.body === "picture";
  const schema = { type: "object", properties: body, required: required.filter((name) => name in body) };
  const picture = { "image/*": { schema: { type: "string", format: "binary" } } };
  return {
    operationId: index === 0 ? call.name : `${call.name}${index + 1}`,
    parameters: [...parameters, ...headerParameters(call)],
    ...((isPicture || Object.keys(body).length > 0) && {
      requestBody: {
        required: true,
        content: isPicture ? picture : { "application/json": { schema } },
      },
    }),
    responses: callResponses(call),
  };
}

/** Describes all calls as an OpenAPI 3.1 document (requirement U40). @param prefixes path prefixes of the calls of each base */
function createOpenApiDocument(calls: readonly Call[], prefixes: Readonly<Record<CallBase, string>>): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const call of calls)
    for (const [index, path] of call.paths.entries()) {
      const url = prefixes[call.base] + path.replace(/:(\w+)/g, "{$1}");
      (paths[url] ??= {})[call.method.toLowerCase()] = callOperation(call, path, index);
    }
  return { openapi: "3.1.0", info: { title: "Marque", version: "1" }, paths };
}

/** Mounts GET `openapi.json` below the api base; creates the document on the first request. */
export function mountOpenApi(
  app: FastifyInstance,
  calls: readonly Call[],
  prefixes: Readonly<Record<CallBase, string>>,
): void {
  let text: string | null = null;
  app.get(`${prefixes.api}openapi.json`, (_request, reply) =>
    reply
      .type("application/json; charset=utf-8")
      .header("cache-control", "public, max-age=300")
      .send((text ??= JSON.stringify(createOpenApiDocument(calls, prefixes)))),
  );
}
