import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import * as z from "zod/mini";
import { cashierCss, payPage, statePage } from "./cashier-page.ts";
import { pay, type PaySimulator } from "./simulator.ts";
import type { SimulatedTrade } from "./store.ts";

const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(cashierCss).digest("base64")}'; img-src data:; form-action 'self' http: https:; base-uri 'none'; frame-ancestors 'self'`;
const choice = z.object({
  token: z.string(),
  act: z.enum(["pay", "later", "cancel"]),
});

const html = (reply: FastifyReply, body: string): FastifyReply =>
  reply
    .header("content-security-policy", policy)
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(body);

/** Title and text of a trade that cannot be paid; null: it can. */
function finalState(trade: SimulatedTrade, now: number): { title: string; text: string } | null {
  if (trade.state === "paid") return { title: "支付成功", text: "可以返回商家查看订单" };
  if (trade.state === "closed") return { title: "订单已关闭", text: "请在商家重新下单" };
  return trade.timeExpire <= now ? { title: "支付已超时", text: "请在商家重新下单" } : null;
}
/** Only addresses of pages: the signed request of the merchant named it. */
const backTo = (trade: SimulatedTrade, given: string | undefined): string | null => {
  const address = given ?? trade.returnUrl;
  return address && /^https?:\/\//.test(address) ? address : null;
};

/** Registers the page on which a person pays by H5, QR code, WAP or page: /sim/pay/cashier?token=…&redirect_url=…. */
export function addCashier(scope: FastifyInstance, simulator: PaySimulator): void {
  const { store, now, product } = simulator;
  const returns = new Map<string, string>();
  const noTrade = (reply: FastifyReply): FastifyReply => reply.code(404).send("no such payment");
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  scope.get("/sim/pay/cashier", (request, reply) => {
    const { token = "", redirect_url: back } = request.query as { token?: string; redirect_url?: string };
    const trade = store.tradeOfToken(token);
    if (trade === null) return noTrade(reply);
    if (back !== undefined) returns.set(token, back);
    const state = finalState(trade, now());
    if (state) return html(reply, statePage(trade, { ...state, back: backTo(trade, back) }));
    return html(reply, payPage(trade, product.context.config.brand.name, token));
  });
  scope.post("/sim/pay/cashier", (request, reply) => {
    const { success, data } = choice.safeParse(request.body);
    const trade = success ? store.tradeOfToken(data.token) : null;
    if (!success || trade === null) return noTrade(reply);
    const { channel, outTradeNo } = trade;
    if (data.act === "pay") pay(simulator, channel, outTradeNo);
    // Alipay knows a trade from the moment at which a person has begun to pay.
    if (data.act === "later" && trade.state === "draft") store.putTrade({ ...trade, state: "open" });
    const back = backTo(trade, returns.get(data.token));
    if (back !== null) return reply.redirect(back, 302);
    const left = { title: "未支付", text: "可以稍后在商家的订单中继续支付" };
    const current = store.trade(channel, outTradeNo) ?? trade;
    return html(reply, statePage(current, { ...(finalState(current, now()) ?? left), back: null }));
  });
}
