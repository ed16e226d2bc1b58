import { expect } from "vitest";
import { showOrder } from "#contract/order/order.ts";
import { startPayment } from "#contract/payment/payment.ts";
import { contractClient } from "./contract-client.ts";

type Trade = {
  readonly channel: string;
  readonly outTradeNo: string;
  readonly state: string;
  readonly refunds: readonly { readonly status: string; readonly refundFen: number }[];
};
/** Trades of an order at the simulated channels. */
export async function tradesOf(origin: string, orderNo: string): Promise<Trade[]> {
  const { data } = (await (await fetch(`${origin}/sim/pay/trades`)).json()) as { data: Trade[] };
  return data.filter(({ outTradeNo }) => outTradeNo.startsWith(orderNo));
}

/** Acts on a trade at its channel, as the person does in the channel's own app. @param act pay, later or cancel */
export const actOnTrade = (origin: string, outTradeNo: string, act: string): Promise<Response> =>
  fetch(`${origin}/sim/pay/act`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ outTradeNo, act }),
  });

/** Pays an order by a QR code, and waits until the server knows of it. */
export async function payOrder(
  origin: string,
  token: string,
  { orderId, orderNo }: { readonly orderId: string; readonly orderNo: string },
): Promise<void> {
  const call = contractClient(origin, { token });
  await call(startPayment, { orderId, way: "wechat", host: "desktop" });
  const [trade] = await tradesOf(origin, orderNo);
  await actOnTrade(origin, trade?.outTradeNo ?? "", "pay");
  await expect
    .poll(async () => (await call(showOrder, { id: orderId })).state)
    .not.toMatch(/^(pending|closing)$/);
}
