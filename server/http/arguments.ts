import type { FastifyRequest } from "fastify";
import type { Call } from "#contract/call.ts";
import { Refusal } from "#contract/errors.ts";
import { words } from "./words.ts";

const NONE: Readonly<Record<string, unknown>> = {};
/** An empty query, as all of a crowd's calls have, costs nothing. */
function givenIn(query: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const names = Object.keys(query);
  if (names.length === 0) return NONE;
  return Object.fromEntries(
    names.flatMap((name) => (query[name] === "" ? [] : [[name, query[name]] as const])),
  );
}

/** Reads arguments from path, query and body as the call declares them; an empty query value counts as absent. */
export function rawArgs(call: Call, request: FastifyRequest): Record<string, unknown> {
  const query = givenIn(request.query as Record<string, unknown>);
  const params = request.params as Record<string, unknown>;
  if (call.body === "picture") return { ...query, ...params };
  if (call.method === "GET" || call.method === "DELETE") return { ...query, ...params };
  const body = request.body ?? {};
  if (typeof body !== "object" || Array.isArray(body)) throw new Refusal("badRequest");
  const own = Object.entries(query).filter(([name]) => call.query?.includes(name));
  return own.length === 0 ? { ...body, ...params } : { ...body, ...Object.fromEntries(own), ...params };
}

/** How deep arguments may lie, deeper than any call's: beyond, whatever walks them would run out of stack. */
const DEPTH_MOST = 50;
/** Text that a database can keep, no NUL and no half of a surrogate pair, and not too deep. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (typeof value !== "object" || value === null) return true;
  if (depth > DEPTH_MOST) return false;
  for (const name of Object.keys(value))
    if (!isStorable(name) || !isStorable((value as Record<string, unknown>)[name], depth + 1)) return false;
  return true;
}

/** Judges arguments by the call's schema. @throws Refusal "invalid" with a message per field */
export function parseArgs(call: Call, raw: unknown): unknown {
  if (!isStorable(raw)) throw new Refusal("badRequest");
  const parsed = call.args.safeParse(raw);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const name = issue.path.map(String).join(".") || "_";
    // The schema's own Chinese words; a library's default text is none of the product's.
    fields[name] ??= /\p{Script=Han}/u.test(issue.message) ? issue.message : words.unclear;
  }
  throw new Refusal("invalid", { fields });
}
