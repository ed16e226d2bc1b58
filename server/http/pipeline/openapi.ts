import type { FastifyInstance } from "fastify";
import { toJSONSchema } from "zod/mini";
import type { CallBase, Call } from "#contract/core/call.ts";
import { refusals, type RefusalName } from "#contract/core/errors.ts";
import { headers as names } from "#contract/core/headers.ts";

type Json = Readonly<Record<string, unknown>>;
/** What a schema says, as JSON Schema; what it cannot say there, a check in code, is left out. */
const toSchema = (schema: Call["args"], io: "input" | "output"): Json => {
  const { $schema: _draft, ...rest } = toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
};
const headerParameter = (name: string, isNeeded: boolean): Json => ({
  name,
  in: "header",
  required: isNeeded,
  schema: { type: "string" },
});
const signatureHeaderNames = {
  activity: [names.activityMobile, names.activityTimestamp, names.activityNonce, names.activitySignature],
  community: [names.copTimestamp, names.copNonce, names.copSignature],
} as const;

/** The headers that a call is made with. */
const headerParameters = ({ who, captcha, signature }: Call): Json[] => [
  headerParameter(names.accessToken, who !== "anyone"),
  ...(captcha ? [headerParameter(names.captchaVerifyId, true)] : []),
  ...(signature ? signatureHeaderNames[signature].map((name) => headerParameter(name, true)) : []),
];

/** What is answered with success. A schema that names itself does so within this one, hence the id. */
function envelopeSchema({ name, success, result }: Call): Json {
  const { $defs = {}, ...data } = JSON.parse(
    JSON.stringify(toSchema(result, "output")).replaceAll('"$ref":"#"', '"$ref":"#/$defs/data"'),
  ) as Json & { $defs?: Json };
  const isWoven = JSON.stringify(data).includes('"$ref"');
  return {
    ...(isWoven && { $id: `urn:marque:${name}`, $defs: { ...$defs, data } }),
    type: "object",
    required: ["code", "message", "data"],
    properties: {
      code: { const: success ?? "00" },
      message: { type: "string" },
      data: isWoven ? { $ref: "#/$defs/data" } : data,
    },
  };
}

function callResponses(call: Call): Json {
  const json = (schema: Json): Json => ({ "application/json": { schema } });
  const told = (name: RefusalName): string => `${refusals[name].code} ${refusals[name].message}`;
  return {
    200: { description: call.name, content: json(envelopeSchema(call)) },
    default: { description: ["refused", ...call.refusals.map(told)].join("; ") },
  };
}

function callOperation(call: Call, path: string, at: number): Json {
  const { properties = {}, required = [] } = toSchema(call.args, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
  const isInQuery = (name: string): boolean =>
    call.method === "GET" ||
    call.method === "DELETE" ||
    call.body === "picture" ||
    (call.query?.includes(name) ?? false);
  const parameters: Json[] = [];
  const body: Record<string, Json> = {};
  for (const [name, schema] of Object.entries(properties))
    if (inPath.includes(name)) parameters.push({ name, in: "path", required: true, schema });
    else if (isInQuery(name))
      parameters.push({ name, in: "query", required: required.includes(name), schema });
    else body[name] = schema;
  const isPicture = call.body === "picture";
  const schema = { type: "object", properties: body, required: required.filter((name) => name in body) };
  const picture = { "image/*": { schema: { type: "string", format: "binary" } } };
  return {
    operationId: at === 0 ? call.name : `${call.name}${at + 1}`,
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

/** Every call with its arguments and its answer, as OpenAPI 3.1 (requirement U40). @param prefixes where each base's calls are mounted */
export function createOpenApiDocument(
  calls: readonly Call[],
  prefixes: Readonly<Record<CallBase, string>>,
): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const call of calls)
    for (const [at, path] of call.paths.entries()) {
      const url = prefixes[call.base] + path.replace(/:(\w+)/g, "{$1}");
      (paths[url] ??= {})[call.method.toLowerCase()] = callOperation(call, path, at);
    }
  return { openapi: "3.1.0", info: { title: "Marque", version: "1" }, paths };
}

/** GET `openapi.json` below the api base: what every call takes and answers; put together when it is first asked for. */
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
