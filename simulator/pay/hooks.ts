import { createPrivateKey, createPublicKey, verify } from "node:crypto";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { Refusal } from "#contract/core/errors.ts";
import { handleTestHook } from "../test-hooks.ts";
import { pay, type PaySimulator } from "./simulator.ts";
import type { SimulatedTrade } from "./store.ts";

const channel = z.enum(["wechat", "alipay"]);
const faultKinds = [
  "down",
  "slow",
  "lost",
  "twice",
  "reordered",
  "forged",
  "otherAmount",
  "paidWhileClosing",
  "abnormal",
  "noBalance",
  "rowMissing",
  "rowWrong",
  "feeWrong",
] as const;
const faults = z.array(
  z.object({
    channel,
    at: z.enum(["prepare", "query", "close", "refund", "notice", "bill"]),
    how: z.enum(faultKinds),
    times: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 1),
  }),
);
const action = z.object({
  outTradeNo: z.string(),
  /** Needed only if both channels have the number. */
  channel: z.optional(channel),
  /** `close`: the channel closes the trade; `notify`: the notice of a paid trade comes again. */
  act: z.enum(["pay", "cancel", "later", "close", "notify"]),
});
/** Arguments of getBrandWCPayRequest and wx.requestPayment. */
const bridgeArguments = z.object({
  appId: z.string(),
  timeStamp: z.string(),
  nonceStr: z.string(),
  package: z.string(),
  signType: z.literal("RSA"),
  paySign: z.string(),
});

const noTrade = (): Refusal => new Refusal("notFound", { message: "没有这笔支付" });

/** Registers /sim/pay/faults, /sim/pay/trades, /sim/pay/act and the payment of a bridge, /sim/pay/jsapi. */
export function addPayHooks(app: FastifyInstance, simulator: PaySimulator): void {
  const { store, merchant, notifyPaid } = simulator;
  app.post("/sim/pay/faults", (request, reply) =>
    handleTestHook(request, reply, faults, (given) => {
      store.setFaults(given);
      return Promise.resolve({ waiting: given.length });
    }),
  );
  app.get("/sim/pay/trades", (request, reply) =>
    handleTestHook(request, reply, z.object({}), () =>
      Promise.resolve(
        store
          .trades()
          .map((trade) => ({ ...trade, refunds: store.refunds(trade.channel, trade.outTradeNo) })),
      ),
    ),
  );
  const find = (outTradeNo: string, wanted: SimulatedTrade["channel"] | undefined): SimulatedTrade => {
    const ways = wanted === undefined ? (["wechat", "alipay"] as const) : [wanted];
    const found = ways.map((way) => store.trade(way, outTradeNo)).find((trade) => trade !== null);
    if (!found) throw noTrade();
    return found;
  };
  app.post("/sim/pay/act", (request, reply) =>
    handleTestHook(request, reply, action, async ({ outTradeNo, act, channel: way }) => {
      const trade = find(outTradeNo, way);
      if (act === "pay") pay(simulator, trade.channel, outTradeNo);
      if (act === "later" && trade.state === "draft") store.putTrade({ ...trade, state: "open" });
      if (act === "close" && trade.state !== "paid") store.putTrade({ ...trade, state: "closed" });
      if (act === "notify" && trade.state === "paid") notifyPaid(trade);
      return store.trade(trade.channel, outTradeNo);
    }),
  );
  // WeChat's client refuses arguments that the merchant did not sign.
  app.post("/sim/pay/jsapi", (request, reply) =>
    handleTestHook(request, reply, bridgeArguments, async (given) => {
      const { appId, timeStamp, nonceStr, package: packageText, paySign } = given;
      const key = createPublicKey(createPrivateKey(merchant().keys.wechatMerchant));
      const text = Buffer.from(`${appId}\n${timeStamp}\n${nonceStr}\n${packageText}\n`);
      const trade = store.tradeOfToken(packageText.replace(/^prepay_id=/, ""));
      const isSigned = verify("sha256", text, key, Buffer.from(paySign, "base64"));
      if (!isSigned || trade?.appId !== appId) throw new Refusal("invalid", { message: "支付验证签名失败" });
      const { outTradeNo, amountFen, description, state } = trade;
      return { outTradeNo, amountFen, description, state };
    }),
  );
}
