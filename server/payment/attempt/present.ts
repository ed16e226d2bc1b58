import type { StartedPayment } from "#contract/payment/payment.ts";
import type { LockedOrder } from "../../order/index.ts";
import type { CashierEntry } from "../channel.ts";
import { expiresIn } from "./rules.ts";
import type { Attempt } from "./store.ts";

/** Page of the app that pays; an app without it answers E0003, and the payment is started again for a browser (MA41). */
const APP_PAY_PAGE = "pay";

/** The part of the result by which the cashier is opened. */
function cashierOf(
  entry: CashierEntry,
  { order_id: orderId, out_trade_no: outTradeNo, way }: Attempt,
): Partial<StartedPayment> {
  const pageOf = (params: Readonly<Record<string, string>>) => ({
    page: { name: APP_PAY_PAGE, params: { orderId, outTradeNo, way, ...params } },
  });
  switch (entry.kind) {
    case "jsapi":
      return { jsapi: entry.jsapi };
    case "h5":
      return { h5Url: entry.h5Url };
    case "native":
      return { codeUrl: entry.codeUrl };
    case "form":
      return { formUrl: entry.formUrl };
    case "wechatApp":
      return pageOf(entry.app);
    case "orderString":
      return pageOf({ orderString: entry.orderString });
    case "tradeNo":
      return pageOf({ tradeNo: entry.tradeNo });
  }
}

/** The answer for a prepared attempt. */
export const startedPayment = (
  attempt: Attempt,
  { pay_before }: Pick<LockedOrder, "pay_before">,
  entry: CashierEntry,
  now: number,
): StartedPayment => ({
  paymentId: attempt.payment_id,
  way: attempt.way,
  ...cashierOf(entry, attempt),
  expiresIn: expiresIn(entry.kind, pay_before, now),
});
