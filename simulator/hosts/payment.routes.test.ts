import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { openPayments } from "../pay/test-payments.ts";

const payments = await openPayments();
type HostPayment = {
  ofBridge(given: object): Promise<string>;
  ofPage(outTradeNo: string): Promise<boolean>;
};
const script = readFileSync(new URL("payment.js", import.meta.url), "utf8");
const origin = payments.app.context.origin();
/** The payments of a host whose person makes this choice. */
function hostWith(choice: "pay" | "later" | "cancel"): HostPayment {
  const host = { screens: { ask: () => Promise.resolve(choice) }, payment: null as HostPayment | null };
  runInNewContext(script, {
    window: { __marqueHost: host },
    location: { href: `${origin}/mall` },
    fetch,
    URL,
  });
  if (host.payment === null) throw new Error("no payments");
  return host.payment;
}
const channel = payments.channelOf("wechat");
async function preparedArguments(outTradeNo: string): Promise<object> {
  const result = await channel.prepare({
    outTradeNo,
    amountFen: 100,
    description: "随行杯",
    payBefore: payments.app.context.clock.now() + 1_800_000,
    scene: "jsapi",
    appId: "wx0123456789abcdef",
    openId: "oUpF8uMuAJO",
  });
  if (result.state !== "prepared" || result.entry.kind !== "jsapi") throw new Error("not prepared");
  return result.entry.jsapi;
}

test("MA39 WeChat's client pays what the merchant signed, and nothing else", async () => {
  const given = await preparedArguments("M27030800000001_1");
  expect(await hostWith("cancel").ofBridge(given)).toBe("get_brand_wcpay_request:cancel");
  expect(await channel.query("M27030800000001_1")).toEqual({ state: "open" });
  const changed = { ...given, timeStamp: "1" };
  expect(await hostWith("pay").ofBridge(changed)).toBe("get_brand_wcpay_request:fail");
  expect(await hostWith("pay").ofBridge(given)).toBe("get_brand_wcpay_request:ok");
  expect(await channel.query("M27030800000001_1")).toMatchObject({ state: "paid" });
});

test("MA40 the pay page of a mini-program or app pays the trade of its address", async () => {
  await preparedArguments("M27030800000002_1");
  expect(await hostWith("later").ofPage("M27030800000002_1")).toBe(false);
  expect(await hostWith("pay").ofPage("M27030800000002_1")).toBe(true);
  expect(await hostWith("pay").ofPage("M27030800000009_1")).toBe(false);
});
