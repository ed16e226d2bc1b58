import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { OperatorCall } from "#contract/console/operator-call.ts";
import { consoleHeader } from "#contract/console/headers.ts";
import { Refusal, refusalTerms } from "#contract/core/errors.ts";
import { SchemaCollection, type Json } from "../pipeline/openapi-schemas.ts";
import { sendRefusal } from "../pipeline/envelope.ts";

/** Cookie of the session over https; another name over http on a developer's machine. */
const SESSION_COOKIE = "__Host-console";

function operationOf(call: OperatorCall, schemas: SchemaCollection): Json {
  const envelope = {
    type: "object",
    required: ["code", "message", "data"],
    properties: {
      code: { const: "00" },
      message: { type: "string" },
      data: schemas.addContract(`${call.name}.data`, call.result, "output"),
    },
  };
  const header = (name: string, required: boolean): Json => ({
    name,
    in: "header",
    required,
    schema: { type: "string" },
  });
  const words = call.refusals.map((name) => `${refusalTerms(name).code} ${refusalTerms(name).message}`);
  return {
    operationId: call.name,
    summary: `${call.kind}, right: ${call.right}${call.stepUp ? ", step-up" : ""}`,
    security: call.right === "anyone" ? [] : [{ session: [] }],
    parameters: [
      header(consoleHeader, true),
      ...(call.kind === "write" ? [header("Idempotency-Key", false)] : []),
    ],
    requestBody: {
      required: true,
      content:
        call.body === "picture"
          ? { "image/*": { schema: { type: "string", format: "binary" } } }
          : { "application/json": { schema: schemas.addContract(`${call.name}.body`, call.args, "input") } },
    },
    responses: {
      200: { description: "done", content: { "application/json": { schema: envelope } } },
      default: { description: words.join("; ") || "a refusal" },
    },
  };
}

function createDocument(calls: readonly OperatorCall[], prefix: string): Json {
  const schemas = new SchemaCollection();
  return {
    openapi: "3.1.0",
    info: {
      title: "Marque console",
      version: "1",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    paths: Object.fromEntries(
      calls.map((call) => [prefix + call.path, { post: operationOf(call, schemas) }]),
    ),
    components: {
      schemas: schemas.schemas,
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: SESSION_COOKIE } },
    },
  };
}

/**
 * Mounts GET /console-api/openapi.json for logged-in operators (requirement CO07); the public document names no call of
 * the console.
 * @param isOperator whether a request comes from one; throws for networks that may not reach the console
 */
export function mountConsoleOpenApi(
  app: FastifyInstance,
  calls: readonly OperatorCall[],
  prefix: string,
  isOperator: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>,
): void {
  let text: string | null = null;
  app.get(`${prefix}openapi.json`, { config: { countedAs: "lookup" } }, async (request, reply) => {
    if (!(await isOperator(request, reply))) return sendRefusal(reply, new Refusal("unauthenticated"));
    return reply
      .type("application/json; charset=utf-8")
      .header("cache-control", "no-store")
      .send((text ??= JSON.stringify(createDocument(calls, prefix))));
  });
}
