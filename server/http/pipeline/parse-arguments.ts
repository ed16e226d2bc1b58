import type { FastifyRequest } from "fastify";
import type { Call } from "#contract/core/call.ts";
import { Refusal } from "#contract/core/errors.ts";
import { httpMessages } from "./messages.ts";

const NONE: Readonly<Record<string, unknown>> = {};
/** Removes empty values of a query; allocates nothing for an empty query, which most calls have. */
function withoutEmptyValues(query: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = Object.keys(query);
  if (names.length === 0) return NONE;
  return Object.fromEntries(
    names.flatMap((name) => (query[name] === "" ? [] : [[name, query[name]] as const])),
  );
}

/** Arguments in the headers that the call declares. */
function argumentsOfHeaders(
  declared: Readonly<Record<string, string>>,
  request: FastifyRequest,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(declared).flatMap(([name, header]) => {
      const value = request.headers[header.toLowerCase()];
      return typeof value === "string" && value !== "" ? [[name, value] as const] : [];
    }),
  );
}

/**
 * Reads arguments from path, query, body and headers as the call declares them; an empty query value counts as absent.
 */
export function readArguments(call: Call, request: FastifyRequest): Record<string, unknown> {
  const given = readPathQueryAndBody(call, request);
  const { headerArguments } = call;
  return headerArguments === undefined
    ? given
    : { ...argumentsOfHeaders(headerArguments, request), ...given };
}

function readPathQueryAndBody(call: Call, request: FastifyRequest): Record<string, unknown> {
  const query = withoutEmptyValues(request.query as Record<string, unknown>);
  const params = request.params as Record<string, unknown>;
  if (call.body === "picture") return { ...query, ...params };
  if (call.method === "GET" || call.method === "DELETE") return { ...query, ...params };
  const body = request.body ?? {};
  if (typeof body !== "object" || Array.isArray(body)) throw new Refusal("badRequest");
  const declared = Object.entries(query).filter(([name]) => call.query?.includes(name));
  if (declared.length === 0) return { ...body, ...params };
  return { ...body, ...Object.fromEntries(declared), ...params };
}

/** Maximum nesting, more than any call needs; deeper values would overflow the stack of recursive code. */
const MAX_DEPTH = 50;
/** Whether PostgreSQL can store all texts (no NUL, no lone surrogates), and the nesting is not too deep. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  if (depth > MAX_DEPTH) return false;
  for (const name of Object.keys(value))
    if (!isStorable(name) || !isStorable((value as Record<string, unknown>)[name], depth + 1)) return false;
  return true;
}

/** Validates arguments against the schema of the call. @throws Refusal "invalid" with a message per field */
export function parseArguments(call: Pick<Call, "args">, raw: unknown): unknown {
  if (!isStorable(raw)) throw new Refusal("badRequest");
  const parsed = call.args.safeParse(raw);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const name = issue.path.map(String).join(".") || "_";
    // Only messages of our schemas are Chinese; default messages of the library are replaced.
    fields[name] ??= /\p{Script=Han}/u.test(issue.message) ? issue.message : httpMessages.invalidValue;
  }
  throw new Refusal("invalid", { fields });
}
