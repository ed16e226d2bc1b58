import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { digits, type PaySimulator } from "./simulator.ts";
import type { SimulatedTrade } from "./store.ts";
import { fenOfYuan, type AlipayCall } from "./alipay-call.ts";

const timeOf = (text: string): number => Date.parse(`${text.replace(" ", "T")}+08:00`);

const scenes: Readonly<Record<string, string>> = {
  "alipay.trade.wap.pay": "wap",
  "alipay.trade.page.pay": "page",
  "alipay.trade.create": "miniProgram",
  "alipay.trade.app.pay": "app",
};
/** A trade of a request; null: an amount or a time is missing. */
export function newAlipayTrade(
  { merchant, now }: PaySimulator,
  { parameters, content, outTradeNo }: AlipayCall,
  method: string,
  state: "draft" | "open",
): SimulatedTrade | null {
  const amountFen = fenOfYuan(content["total_amount"]);
  const timeExpire = timeOf(content["time_expire"] ?? "");
  if (amountFen === null || amountFen === 0 || Number.isNaN(timeExpire) || outTradeNo === "") return null;
  return {
    channel: "alipay",
    outTradeNo,
    tradeNo: `${toShanghaiIso(now()).slice(0, 10).replaceAll("-", "")}22001${digits(15)}`,
    tokens: [`ap${digits(34)}`],
    scene: scenes[method] ?? "page",
    appId: merchant().alipayAppId,
    payer: content["buyer_open_id"] || `sim-payer-${digits(12)}`,
    amountFen,
    description: content["subject"] ?? "",
    notifyUrl: parameters["notify_url"] ?? "",
    returnUrl: parameters["return_url"] ?? null,
    timeExpire,
    createdTime: now(),
    state,
    paidTime: null,
  };
}

/**
 * Opens the cashier for a signed request: Alipay knows a trade only when the person has confirmed in it. @returns the
 * cashier's token; null: the number is paid or closed already, or the request is not whole
 */
export function beginDraft(simulator: PaySimulator, call: AlipayCall, method: string): string | null {
  const { store } = simulator;
  const made = newAlipayTrade(simulator, call, method, "draft");
  if (made === null) return null;
  return store.change(() => {
    const known = store.trade("alipay", call.outTradeNo);
    if (known?.state === "paid" || known?.state === "closed") return null;
    store.putTrade(known ? { ...known, tokens: [...known.tokens, ...made.tokens] } : made);
    return made.tokens[0] ?? null;
  });
}
