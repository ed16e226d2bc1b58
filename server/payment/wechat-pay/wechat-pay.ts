import type { PaymentChannel } from "../channel.ts";
import { wechatBill } from "./bill.ts";
import { createWechatPayClient, type WechatPayAccount, type WechatPayNotifyUrls } from "./client.ts";
import { readWechatNotice, wechatNoticeAnswer } from "./notice.ts";
import { queryWechatRefund, requestWechatRefund } from "./refunds.ts";
import { closeWechatTrade, prepareWechatTrade, queryWechatTrade } from "./trades.ts";

/** WeChat Pay, API v3. `now` is the product's clock, ms. */
export function createWechatPay(
  account: WechatPayAccount,
  notifyUrls: WechatPayNotifyUrls,
  now: () => number,
): PaymentChannel {
  const client = createWechatPayClient(account, now);
  return {
    way: "wechat",
    merchantId: account.mchid,
    appId: null,
    prepare: (request) => prepareWechatTrade(client, request, notifyUrls.payment()),
    query: (outTradeNo) => queryWechatTrade(client, outTradeNo),
    close: (outTradeNo) => closeWechatTrade(client, outTradeNo),
    refund: (request) => requestWechatRefund(client, request, notifyUrls.refund()),
    queryRefund: ({ outRefundNo }) => queryWechatRefund(client, outRefundNo),
    readNotice: (notice) => readWechatNotice(notice, account, now()),
    answerNotice: wechatNoticeAnswer,
    bill: (day) => wechatBill(client, day),
  };
}
