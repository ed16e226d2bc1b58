import type { FastifyInstance } from "fastify";
import type { CallBase, Call } from "#contract/core/call.ts";
import { refusalTerms, type RefusalName } from "#contract/core/errors.ts";
import { headers as names } from "#contract/core/headers.ts";
import { jsonSchemaOf, SchemaCollection, type Json } from "./openapi-schemas.ts";

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

/** The request headers of a call, without that of the session, which is its security scheme. */
const headerParameters = ({ captcha, signature, headerArguments = {} }: Call): Json[] => [
  ...(captcha ? [headerParameter(names.captchaVerifyId, true)] : []),
  ...(signature ? signatureHeaderNames[signature].map((name) => headerParameter(name, true)) : []),
  ...Object.values(headerArguments).map((name) => headerParameter(name, false)),
];

/** The envelope of a success. */
const envelopeSchema = ({ name, success, result }: Call, schemas: SchemaCollection): Json => ({
  type: "object",
  required: ["code", "message", "data"],
  properties: {
    code: { const: success ?? "00" },
    message: { type: "string" },
    data: schemas.addContract(`${name}.data`, result, "output"),
  },
});
/** The envelope of every refusal; `code` says which, `message` is a text for people. */
const REFUSAL_SCHEMA = {
  type: "object",
  required: ["code", "message"],
  properties: { code: { type: "string" }, message: { type: "string" } },
} as const;
/** Refusals that any call can have, beside those that it declares. */
const GENERAL_REFUSALS: readonly RefusalName[] = ["badRequest", "tooMany", "unreachable"];
/** Statuses that OpenAPI can name; those of the flow engine above 599 are described by "default". */
const isHttpStatus = (status: number): boolean => status >= 400 && status <= 599;

function refusalResponses(call: Call, refusal: Json): Json {
  const all = [...new Set([...GENERAL_REFUSALS, ...impliedRefusals(call), ...call.refusals])];
  const content = { "application/json": { schema: refusal } };
  const byStatus = Map.groupBy(all, (name) => refusalTerms(name).status);
  const describe = (listed: readonly RefusalName[]): string =>
    listed.map((name) => `${refusalTerms(name).code} ${refusalTerms(name).message}`).join("; ");
  const rest = all.filter((name) => !isHttpStatus(refusalTerms(name).status));
  return {
    ...Object.fromEntries(
      [...byStatus]
        .filter(([status]) => isHttpStatus(status))
        .map(([status, listed]) => [status, { description: describe(listed), content }]),
    ),
    default: { description: describe(rest) || "a refusal of another kind", content },
  };
}
/** Refusals that follow from what a call asks of its caller. */
const impliedRefusals = ({ audience, captcha, signature }: Call): readonly RefusalName[] => [
  "invalid",
  ...(audience === "anyone" ? [] : (["unauthenticated", "sessionExpired"] as const)),
  ...(audience === "userWithMobile" ? (["mobileRequired"] as const) : []),
  ...(captcha ? (["captchaRequired"] as const) : []),
  ...(signature ? (["forbidden"] as const) : []),
];

/** Divides the arguments of a call into parameters and the properties of its body. */
function callArguments(call: Call, path: string) {
  const { properties = {}, required = [] } = jsonSchemaOf(call.args, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  const pathParameters = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
  const isInQuery = (name: string): boolean =>
    call.method === "GET" ||
    call.method === "DELETE" ||
    call.body === "picture" ||
    (call.query?.includes(name) ?? false);
  const inHeader = new Set(Object.keys(call.headerArguments ?? {}));
  const parameters: Json[] = [];
  const body: string[] = [];
  for (const [name, schema] of Object.entries(properties))
    if (pathParameters.includes(name)) parameters.push({ name, in: "path", required: true, schema });
    else if (isInQuery(name))
      parameters.push({
        name,
        in: "query",
        required: required.includes(name) && !inHeader.has(name),
        schema,
      });
    else body.push(name);
  return { parameters, body };
}

function requestBody(call: Call, body: readonly string[], schemas: SchemaCollection): Json {
  if (call.body === "picture")
    return { required: true, content: { "image/*": { schema: { type: "string", format: "binary" } } } };
  const name = `${call.name}.body`;
  const whole = schemas.addContract(name, call.args, "input");
  const {
    properties = {},
    required = [],
    ...rest
  } = schemas.schemas[name] as Json & {
    properties?: Record<string, Json>;
    required?: string[];
  };
  // Arguments of the path or the query are no part of the body.
  const isInBody = (argument: string): boolean => body.includes(argument);
  schemas.add(name, {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([argument]) => isInBody(argument))),
    required: required.filter(isInBody),
  });
  return { required: true, content: { "application/json": { schema: whole } } };
}

function callOperation(call: Call, path: string, index: number, schemas: SchemaCollection): Json {
  const { parameters, body } = callArguments(call, path);
  const success = { "application/json": { schema: envelopeSchema(call, schemas) } };
  return {
    operationId: index === 0 ? call.name : `${call.name}${index + 1}`,
    summary: call.name,
    tags: [call.base],
    security: call.audience === "anyone" ? [{}, { session: [] }] : [{ session: [] }],
    parameters: [...parameters, ...headerParameters(call)],
    ...((call.body === "picture" || body.length > 0) && { requestBody: requestBody(call, body, schemas) }),
    responses: {
      200: { description: "done", content: success },
      ...refusalResponses(call, { $ref: "#/components/schemas/refusal" }),
    },
  };
}

/** Groups of calls by their base address. */
const TAGS = [
  { name: "api", description: "The gateway: activities, club, sessions and the rest." },
  { name: "pass", description: "The identity provider's calls." },
  { name: "security", description: "The slider captcha." },
] as const;

/** Describes all calls as an OpenAPI 3.1 document (requirement U40). @param prefixes path prefixes of the calls of each base */
function createOpenApiDocument(calls: readonly Call[], prefixes: Readonly<Record<CallBase, string>>): Json {
  const paths: Record<string, Record<string, Json>> = {};
  const schemas = new SchemaCollection();
  schemas.add("refusal", REFUSAL_SCHEMA);
  for (const call of calls)
    for (const [index, path] of call.paths.entries()) {
      const url = prefixes[call.base] + path.replace(/:(\w+)/g, "{$1}");
      (paths[url] ??= {})[call.method.toLowerCase()] = callOperation(call, path, index, schemas);
    }
  const session = { type: "apiKey", in: "header", name: names.accessToken };
  return {
    openapi: "3.1.0",
    info: { title: "Marque", version: "1", license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    servers: [{ url: "/" }],
    tags: TAGS,
    paths,
    components: { schemas: schemas.schemas, securitySchemes: { session } },
  };
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
