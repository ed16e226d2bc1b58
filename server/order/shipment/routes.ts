import type { FastifyInstance } from "fastify";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { expressNoticePath } from "#contract/order/express-notice.ts";
import { trackShipment } from "#contract/order/order.ts";
import type { AppContext } from "../../core/app-context.ts";
import { urlPrefixes } from "../../http/network/url-prefixes.ts";
import { SecurityLog } from "../../http/observability/security-log.ts";
import { requireUser } from "../../http/pipeline/caller.ts";
import { refuseOtherMethods, sendRefusal } from "../../http/pipeline/envelope.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import { carrierName, carriers } from "../carriers.ts";
import type { ExpressTracking } from "../express/kuaidi100.ts";
import { orderMessages } from "../messages.ts";
import { applyTrack } from "./track.ts";
import { findTrack } from "./track-store.ts";

/** Registers the call that shows the track of a parcel to the person of its order. */
export function trackRoutes({ db }: Pick<AppContext, "db">, calls: RpcRouter): void {
  calls.on(trackShipment, async ({ id }, caller) => {
    const track = await findTrack(db, requireUser(caller).userId, id);
    if (!track) throw new Refusal("notFound", { message: orderMessages.unknownShipment });
    return {
      ...track,
      carrierName: carrierName(track.carrier),
      carrierPhone: carriers.get(track.carrier)?.phone ?? "",
      nodes: track.nodes.map((node) => ({ ...node, time: toShanghaiIso(node.time) })),
    };
  });
}

/**
 * Registers the reports of the express service. They have a route of their own, since their signature covers the form as
 * it was sent, and they are answered in the service's own words: stored only after the commit, otherwise they come again.
 */
export function expressNoticeRoutes(
  { db, clock, config, log }: Pick<AppContext, "db" | "clock" | "config" | "log">,
  app: FastifyInstance,
  express: ExpressTracking | null,
): void {
  const path = urlPrefixes(config).api + expressNoticePath;
  const securityLog = new SecurityLog(log);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "buffer" },
      (_request, body, done) => done(null, body),
    );
    scope.post(path, { config: { countedAs: "lookup" } }, async (request, reply) => {
      if (express === null) return sendRefusal(reply, new Refusal("notFound"));
      const report = express.readReport(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
      if (report.kind === "refused") {
        const refusal = new Refusal(report.reason === "signature" ? "unauthenticated" : "badRequest");
        securityLog.refused({ name: "expressNotice" }, refusal, request.id, null);
        return sendRefusal(reply, refusal);
      }
      const answer = await applyTrack(db, report.track, new Date(clock.now())).then(
        () => express.answerReport("stored"),
        (error: unknown) => {
          log.warn({ err: error, reqId: request.id }, "parcel report not stored, it will come again");
          return express.answerReport("failed");
        },
      );
      return reply.status(answer.status).send(answer.body);
    });
    refuseOtherMethods(scope, path, new Set(["POST"]));
  });
}
