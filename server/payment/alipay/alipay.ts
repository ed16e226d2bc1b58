import type { PaymentChannel } from "../channel.ts";
import { alipayBill } from "./bill.ts";
import { createAlipayClient, type AlipayAccount } from "./client.ts";
import { alipayNoticeAnswer, readAlipayNotice } from "./notice.ts";
import {
  closeAlipayTrade,
  prepareAlipayTrade,
  queryAlipayRefund,
  queryAlipayTrade,
  requestAlipayRefund,
} from "./trades.ts";

/** Alipay's open platform, RSA2. `now` is the product's clock, ms. */
export function createAlipay(
  account: AlipayAccount,
  notifyUrl: () => string,
  now: () => number,
): PaymentChannel {
  const client = createAlipayClient(account, now);
  return {
    way: "alipay",
    merchantId: account.sellerId,
    appId: account.appId,
    prepare: (request) => prepareAlipayTrade(client, request, notifyUrl()),
    query: (outTradeNo) => queryAlipayTrade(client, outTradeNo),
    close: (outTradeNo) => closeAlipayTrade(client, outTradeNo),
    refund: (request) => requestAlipayRefund(client, request),
    queryRefund: (refund) => queryAlipayRefund(client, refund),
    readNotice: (notice) => readAlipayNotice(notice, account),
    answerNotice: alipayNoticeAnswer,
    bill: (day) => alipayBill(client, day),
  };
}
