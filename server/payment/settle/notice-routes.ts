import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#contract/core/errors.ts";
import { noticePaths } from "#contract/payment/notices.ts";
import type { PaymentWay } from "#contract/payment/payment.ts";
import type { AppContext } from "../../core/app-context.ts";
import { urlPrefixes } from "../../http/network/url-prefixes.ts";
import { SecurityLog } from "../../http/observability/security-log.ts";
import { refuseOtherMethods, sendRefusal } from "../../http/pipeline/envelope.ts";
import type { NoticeEvent, PaymentChannel } from "../channel.ts";
import type { PaymentChannels } from "../channels.ts";
import type { Refunds } from "../refund/index.ts";
import type { Settle } from "./settle.ts";

type Dependencies = {
  readonly channels: Pick<PaymentChannels, "of">;
  readonly settle: Settle;
  readonly refunds: Pick<Refunds, "applyRefundEvent">;
};
const wayOf: Readonly<Record<keyof typeof noticePaths, PaymentWay>> = {
  wechat: "wechat",
  wechatRefund: "wechat",
  alipay: "alipay",
};

const answer = (
  reply: FastifyReply,
  channel: PaymentChannel,
  outcome: "stored" | "refused" | "failed",
): FastifyReply => {
  const { status, type, body } = channel.answerNotice(outcome);
  return reply.code(status).header("cache-control", "no-store").type(type).send(body);
};

/**
 * Registers the addresses at which the channels report payments and refunds. A notice is judged by its bytes as they came,
 * before anything is read of it, and acknowledged only after the commit of what it causes: anything else comes again
 * (requirements MA44–MA46). It is counted in a share of its own, which shoppers cannot use up.
 */
export function noticeRoutes(
  { config, log }: Pick<AppContext, "config" | "log">,
  app: FastifyInstance,
  { channels, settle, refunds }: Dependencies,
): void {
  const securityLog = new SecurityLog(log);
  const prefix = urlPrefixes(config).api;
  async function apply(way: PaymentWay, event: NoticeEvent): Promise<void> {
    if (event.kind === "paid") await settle(way, event.trade, event.noticeId);
    else if (event.kind !== "ignored") await refunds.applyRefundEvent(way, event);
  }
  async function handle(
    name: keyof typeof noticePaths,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const way = wayOf[name];
    const channel = channels.of(way);
    if (channel === null) return sendRefusal(reply, new Refusal("notFound"));
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const result = channel.readNotice({ headers: request.headers, body });
    if (result.kind === "refused") {
      const call = { name: `payNotice.${name}: ${result.reason}` };
      securityLog.refused(call, new Refusal("unauthenticated"), request.id, null);
      return answer(reply, channel, "refused");
    }
    try {
      await apply(way, result);
    } catch (error) {
      log.error({ err: error, way, reqId: request.id }, "payment notice not stored");
      return answer(reply, channel, "failed");
    }
    return answer(reply, channel, "stored");
  }
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Kept as bytes, which are what was signed.
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    const options = { config: { countedAs: "notice" } } as const;
    for (const name of Object.keys(noticePaths) as (keyof typeof noticePaths)[]) {
      const path = prefix + noticePaths[name];
      scope.post(path, options, (request, reply) => handle(name, request, reply));
      refuseOtherMethods(scope, path, new Set(["POST"]));
    }
  });
}
