import { setTimeout } from "node:timers/promises";
import * as z from "zod/mini";
import type { Product } from "../server/app.ts";
import { setRawStatus } from "../server/http/pipeline/envelope.ts";
import { handleTestHook } from "./test-hooks.ts";

const fault = z.object({
  /**
   * Path of the request without query, with or without a leading slash; a "*" at its end matches any
   * continuation.
   */
  path: z.string(),
  /** Host name that it is limited to: one of the environment lab's hosts. */
  host: z.optional(z.string()),
  method: z.optional(z.string()),
  /** HTTP status, over 599 too; default 200. */
  status: z.optional(z.int().check(z.minimum(200), z.maximum(999))),
  code: z.optional(z.string()),
  headers: z.optional(z.record(z.string(), z.string())),
  message: z.optional(z.string()),
  /** Text to answer instead of an envelope, for example a proxy's page. */
  body: z.optional(z.string()),
  delayMs: z._default(z.int().check(z.minimum(0), z.maximum(120_000)), 0),
  times: z._default(z.int().check(z.minimum(1), z.maximum(1_000)), 1),
});
type FaultRule = z.output<typeof fault>;

const withoutSlash = (path: string): string => path.replace(/^\/+/, "");
const isPath = (pattern: string, path: string): boolean =>
  pattern.endsWith("*")
    ? withoutSlash(path).startsWith(withoutSlash(pattern).slice(0, -1))
    : withoutSlash(pattern) === withoutSlash(path);

/**
 * POST /sim/faults: injects faults into the next responses of a path (contract section 11). A fault with
 * neither status, code nor body only delays. An empty list removes all.
 * @returns whether any faults are pending
 */
export function addFaultInjection({ app }: Product): () => boolean {
  let faults: FaultRule[] = [];
  const take = (method: string, path: string, host: string): FaultRule | undefined => {
    const found = faults.find(
      (one) =>
        isPath(one.path, path) &&
        (one.method ?? method).toUpperCase() === method &&
        (one.host ?? host) === host,
    );
    if (found && --found.times === 0) faults = faults.filter((one) => one !== found);
    return found;
  };
  app.addHook("onRequest", async (request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "";
    if (faults.length === 0 || path.startsWith("/sim/") || request.method === "OPTIONS") return;
    const found = take(request.method, path, request.hostname);
    if (!found) return;
    if (found.delayMs > 0) await setTimeout(found.delayMs);
    if (found.status === undefined && found.code === undefined && found.body === undefined) return;
    for (const [name, value] of Object.entries(found.headers ?? {})) void reply.header(name, value);
    const status = found.status ?? 200;
    setRawStatus(reply, status);
    const envelope = JSON.stringify({
      code: found.code ?? String(status),
      message: found.message ?? "",
      data: null,
    });
    return reply
      .header(
        "content-type",
        found.body === undefined ? "application/json; charset=utf-8" : "text/html; charset=utf-8",
      )
      .send(found.body ?? envelope);
  });
  app.post("/sim/faults", (request, reply) =>
    handleTestHook(request, reply, z.array(fault), (input) => {
      faults = input.length === 0 ? [] : [...faults, ...input];
      return Promise.resolve({ waiting: faults.length });
    }),
  );
  return () => faults.length > 0;
}
