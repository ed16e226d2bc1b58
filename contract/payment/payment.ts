import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { id } from "../core/fields.ts";
import "../mall/refusals.ts";
import { mallPath } from "../mall/product.ts";
import { orderState } from "../order/order-state.ts";

export const paymentWays = ["wechat", "alipay"] as const;
export type PaymentWay = (typeof paymentWays)[number];
/**
 * The page's host, as its host script found it: the way to the cashier differs. It decides only
 * which cashier is opened.
 */
export const paymentHosts = [
  "wechat",
  "wechatMini",
  "alipayMini",
  "app",
  "otherMini",
  "phone",
  "desktop",
] as const;
export type PaymentHost = (typeof paymentHosts)[number];

/** Starts a payment; an open attempt of another way is closed first (requirement MA51). */
export const startPayment = defineCall({
  name: "startPayment",
  method: "POST",
  base: "api",
  paths: [`${mallPath}/pay/start`],
  audience: "user",
  args: z.object({
    orderId: id,
    way: z.enum(paymentWays, "请选择支付方式"),
    host: z.enum(paymentHosts),
    /** Code with which WeChat returned from `authorizeUrl`. */
    code: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{8,512}$/))),
    /** Payer's openid at the mini-program, from its own pay page; only that person can then pay. */
    openId: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{6,128}$/))),
  }),
  result: z.object({
    /** null: a step comes before, `authorizeUrl` or the page of a mini-program. */
    paymentId: z.nullable(id),
    way: z.enum(paymentWays),
    /** For WeixinJSBridge getBrandWCPayRequest. */
    jsapi: z.optional(
      z.object({
        appId: z.string(),
        timeStamp: z.string(),
        nonceStr: z.string(),
        package: z.string(),
        signType: z.string(),
        paySign: z.string(),
      }),
    ),
    h5Url: z.optional(z.string()),
    /** Content of a QR code. */
    codeUrl: z.optional(z.string()),
    formUrl: z.optional(z.string()),
    /** Page of the mini-program or of the app, with its parameters. */
    page: z.optional(z.object({ name: z.string(), params: z.record(z.string(), z.string()) })),
    /**
     * The openid of the official account is missing: go there, come back with `code` and `state=pay`, and start again with
     * the code.
     */
    authorizeUrl: z.optional(z.string()),
    /** Seconds for which the cashier can be opened; 0 with a step before. */
    expiresIn: z.int(),
  }),
  refusals: ["notFound", "orderState", "payHost", "payDown", "codeSpent", "unreachable"],
});
export type StartedPayment = z.output<typeof startPayment.result>;

/** Whether an order is paid; asks the channel itself, at most every 3 s (requirement MA50). */
export const showPayment = defineCall({
  name: "showPayment",
  method: "GET",
  base: "api",
  paths: [`${mallPath}/pay/status/:id`],
  audience: "user",
  args: z.object({
    /** Id of the order. */
    id,
  }),
  result: z.object({ state: z.enum(["waiting", "paid", "closed"]), orderState }),
  refusals: ["notFound"],
});
