import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#contract/core/errors.ts";
import { makerBody, makerHeaders, makerPaths } from "#contract/maker/maker.ts";
import type { AppContext } from "../core/app-context.ts";
import type { AuditActor } from "../database/shared-tables/audit-log.ts";
import { urlPrefixes } from "../http/network/url-prefixes.ts";
import { SecurityLog } from "../http/observability/security-log.ts";
import { refuseOtherMethods, sendRefusal, sendResult } from "../http/pipeline/envelope.ts";
import type { Maker } from "./reports.ts";
import { makerMessages } from "./messages.ts";
import { countFaults } from "./rules.ts";
import { verifyMakerSignature } from "./signature.ts";

/** Actor of the audit log for a signed call. */
const makerActor: AuditActor = { kind: "system", id: null, host: "maker" };

const headerOf = ({ headers }: FastifyRequest, name: string): string => {
  const value = headers[name.toLowerCase()];
  return typeof value === "string" ? value : "";
};
/** Text of a body. @throws Refusal "badRequest" for another encoding than UTF-8 */
function textOf(body: unknown): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    );
  } catch {
    throw new Refusal("badRequest", { message: makerMessages.noJson });
  }
}
/** Reads the records of a verified body. @throws Refusal "badRequest" or "invalid" */
function recordsOf(body: string): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(body.replace(/^\uFEFF/, ""));
  } catch {
    throw new Refusal("badRequest", { message: makerMessages.noJson });
  }
  const parsed = makerBody.safeParse(value);
  if (!parsed.success) throw new Refusal("invalid", { message: makerMessages.body });
  return parsed.data.records;
}

/**
 * Registers the calls of the maker's systems. They have routes of their own, since their signature covers the body as it
 * was sent, which the router of the web app's calls has parsed by then.
 * @param secrets empty: the maker has no such systems, and the paths do not exist
 */
export function makerRoutes(
  { clock, config, log }: Pick<AppContext, "clock" | "config" | "log">,
  app: FastifyInstance,
  secrets: readonly string[],
  reports: Maker,
): void {
  const securityLog = new SecurityLog(log);
  const prefix = urlPrefixes(config).api;
  const handle = async (
    name: keyof typeof makerPaths,
    report: Maker["reportMaintenance"],
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    try {
      if (secrets.length === 0) throw new Refusal("notFound");
      const body = textOf(request.body);
      const timestamp = headerOf(request, makerHeaders.timestamp);
      const signature = headerOf(request, makerHeaders.signature);
      const once = verifyMakerSignature({ timestamp, signature, body }, secrets, clock.now());
      const results = await report(recordsOf(body), { by: makerActor, request: once });
      const faults = countFaults(results);
      if (Object.keys(faults).length > 0)
        log.warn({ kind: name, faults, reqId: request.id }, "maker records refused");
      return sendResult(reply, { results });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      securityLog.refused({ name: `maker.${name}` }, error, request.id, null);
      return sendRefusal(reply, error);
    }
  };
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Kept as bytes, which are what was signed.
    scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );
    const options = { config: { countedAs: "lookup" } } as const;
    scope.post(prefix + makerPaths.maintenance, options, (request, reply) =>
      handle("maintenance", reports.reportMaintenance, request, reply),
    );
    scope.post(prefix + makerPaths.vip, options, (request, reply) =>
      handle("vip", reports.reportVip, request, reply),
    );
    for (const path of Object.values(makerPaths)) refuseOtherMethods(scope, prefix + path, new Set(["POST"]));
  });
}
