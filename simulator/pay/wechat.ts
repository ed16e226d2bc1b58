import type { FastifyInstance, FastifyReply } from "fastify";
import * as z from "zod/mini";
import { billLink, wechatBillFile } from "./bills.ts";
import { answerWechatRefund, showWechatRefund } from "./wechat-refunds.ts";
import { digits, withFault, type PaySimulator } from "./simulator.ts";
import type { SimulatedTrade } from "./store.ts";
import { wechatError, type SignedPayRequest, type WechatAnswer } from "./wechat-answer.ts";
import { wechatTransaction } from "./wechat-bodies.ts";
import { sendWechat, wechatRequestFault } from "./wechat-signature.ts";

const MINUTE = 60_000;
const order = z.object({
  appid: z.string().check(z.regex(/^wx[0-9a-zA-Z]{6,}$/)),
  mchid: z.string(),
  description: z.string().check(z.minLength(1), z.maxLength(127)),
  out_trade_no: z.string().check(z.regex(/^[\w*|-]{6,32}$/)),
  time_expire: z.string(),
  notify_url: z.string().check(z.regex(/^https?:\/\/[^?]+$/)),
  amount: z.object({ total: z.int().check(z.minimum(1)), currency: z.literal("CNY") }),
  payer: z.optional(z.object({ openid: z.string().check(z.minLength(1)) })),
  scene_info: z.optional(
    z.object({ payer_client_ip: z.string(), h5_info: z.optional(z.object({ type: z.string() })) }),
  ),
});
type Order = z.output<typeof order>;
const apis = ["jsapi", "h5", "native", "app"] as const;
type Api = (typeof apis)[number];

/** Registers the calls of WeChat Pay's API v3 below /sim/pay/wechat. */
export function addWechatPay(scope: FastifyInstance, simulator: PaySimulator): void {
  const { merchant, now } = simulator;
  // The signature holds for the bytes.
  scope.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) =>
    done(null, body),
  );
  const on = (
    method: "GET" | "POST",
    path: string,
    handle: (signed: SignedPayRequest) => FastifyReply | Promise<FastifyReply>,
  ): void => {
    scope.route({
      method,
      url: `/sim/pay/wechat/v3/${path}`,
      handler: (request, reply) => {
        const text = typeof request.body === "string" ? request.body : "";
        const fault = wechatRequestFault(request, text, merchant(), now());
        // An error of the signature is not signed itself, since the merchant is not known.
        if (fault !== null) return reply.code(401).send({ code: fault, message: "signature not valid" });
        const parameters = request.params as Record<string, string>;
        return handle({ request, reply, parameters, body: text === "" ? undefined : JSON.parse(text) });
      },
    });
  };
  for (const api of apis)
    on("POST", `pay/transactions/${api}`, ({ request, reply, body }) => {
      const { out_trade_no: number = "" } = (body ?? {}) as { out_trade_no?: string };
      return withFault(simulator, "wechat", "prepare", number, reply, (fault) =>
        sendWechat(simulator, request, reply, { ...prepare(simulator, api, body), fault }),
      );
    });
  on("GET", "pay/transactions/out-trade-no/:number", ({ request, reply, parameters }) => {
    const { number = "" } = parameters;
    return withFault(simulator, "wechat", "query", number, reply, (fault) =>
      sendWechat(simulator, request, reply, { ...query(simulator, number, fault), fault }),
    );
  });
  on("POST", "pay/transactions/out-trade-no/:number/close", ({ request, reply, parameters }) => {
    const { number = "" } = parameters;
    return withFault(simulator, "wechat", "close", number, reply, (fault) =>
      sendWechat(simulator, request, reply, { ...close(simulator, number), fault }),
    );
  });
  on("POST", "refund/domestic/refunds", (signed) => answerWechatRefund(simulator, signed));
  on("GET", "refund/domestic/refunds/:number", (signed) => showWechatRefund(simulator, signed));
  on("GET", "bill/tradebill", ({ request, reply }) => {
    const { bill_date: day = "" } = request.query as { bill_date?: string };
    return withFault(simulator, "wechat", "bill", "", reply, (fault) =>
      sendWechat(simulator, request, reply, {
        ...billLink(simulator, day, fault),
        fault: signedFault(fault),
      }),
    );
  });
  // A file is not signed; the link's answer names its hash.
  on("GET", "billdownload/file", ({ request, reply }) => {
    const { token = "" } = request.query as { token?: string };
    const file = wechatBillFile(simulator, token);
    if (file === null) return reply.code(400).send({ code: "PARAM_ERROR", message: "link expired" });
    return reply.type("application/octet-stream").send(file);
  });
}
/** Of a bill, `forged` concerns the file and `lost` its link. */
const signedFault = (fault: string | null): string | null =>
  fault === "forged" || fault === "lost" ? null : fault;

/** Refusal of a further preparation; null: the trade may be prepared again. */
function refusalOf(known: SimulatedTrade | null, { amount }: Order): WechatAnswer | null {
  if (known === null) return null;
  if (known.state === "paid") return wechatError(400, "ORDERPAID", "该订单已支付");
  if (known.state === "closed") return wechatError(400, "ORDER_CLOSED", "订单已关闭");
  return known.amountFen === amount.total ? null : wechatError(403, "OUT_TRADE_NO_USED", "商户订单号重复");
}
function newTrade(simulator: PaySimulator, api: Api, data: Order, timeExpire: number): SimulatedTrade {
  const now = simulator.now();
  return {
    channel: "wechat",
    outTradeNo: data.out_trade_no,
    tradeNo: `42000${digits(23)}`,
    tokens: [],
    scene: api,
    appId: data.appid,
    payer: data.payer?.openid ?? `sim-payer-${digits(12)}`,
    amountFen: data.amount.total,
    description: data.description,
    notifyUrl: data.notify_url,
    returnUrl: null,
    // Fixed by the first preparation.
    timeExpire,
    createdTime: now,
    state: "open",
    paidTime: null,
  };
}
/** Data with which the payer's side opens the cashier. */
function entryOf({ product }: PaySimulator, api: Api, token: string): object {
  const cashier = `${product.context.origin()}/sim/pay/cashier?token=${token}`;
  if (api === "h5") return { h5_url: `${cashier}&package=${digits(10)}` };
  return api === "native" ? { code_url: cashier } : { prepay_id: token };
}
function prepare(simulator: PaySimulator, api: Api, body: unknown): WechatAnswer {
  const { store, now, merchant } = simulator;
  const { success, data } = order.safeParse(body);
  const timeExpire = success ? Date.parse(data.time_expire) : Number.NaN;
  if (!success || data.mchid !== merchant().mchid || !data.time_expire.endsWith("+08:00"))
    return wechatError(400, "PARAM_ERROR", "参数错误");
  const lacksPayer = api === "jsapi" && data.payer === undefined;
  if (lacksPayer || (api === "h5" && data.scene_info?.h5_info === undefined))
    return wechatError(400, "PARAM_ERROR", "参数错误");
  return store.change(() => {
    const known = store.trade("wechat", data.out_trade_no);
    const refusal = refusalOf(known, data);
    if (refusal) return refusal;
    if (known === null && !(timeExpire >= now() + MINUTE))
      return wechatError(400, "PARAM_ERROR", "time_expire 应在一分钟以后");
    const trade = known ?? newTrade(simulator, api, data, timeExpire);
    const token = `wx${digits(34)}`;
    store.putTrade({ ...trade, scene: api, tokens: [...trade.tokens, token] });
    return { status: 200, content: entryOf(simulator, api, token) };
  });
}

function query({ store, merchant }: PaySimulator, number: string, fault: string | null): WechatAnswer {
  const trade = store.trade("wechat", number);
  if (trade === null) return wechatError(404, "ORDER_NOT_EXIST", "订单不存在");
  const isRefunded = store.refunds("wechat", number).some(({ status }) => status !== "closed");
  return { status: 200, content: wechatTransaction(trade, merchant().mchid, { isRefunded, fault }) };
}
/** Answers 204 for a number that it does not know too, as WeChat does. */
function close({ store }: PaySimulator, number: string): WechatAnswer {
  return store.change(() => {
    const trade = store.trade("wechat", number);
    if (trade?.state === "paid") return wechatError(400, "ORDERPAID", "该订单已支付");
    if (trade) store.putTrade({ ...trade, state: "closed" });
    return { status: 204, content: null };
  });
}
