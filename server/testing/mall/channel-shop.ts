import { paymentWays, type PaymentWay } from "#contract/payment/payment.ts";
import type { AppContext } from "../../core/app-context.ts";
import { caseDeadlines } from "../../order/after-sale/deadlines.ts";
import { caseRequests } from "../../order/after-sale/request.ts";
import { finishCase, type OrderPorts, type PaymentPort } from "../../order/index.ts";
import { closingWorker } from "../../order/life/closing.ts";
import { deadlineWorker } from "../../order/life/deadlines.ts";
import { createAttemptQuestions } from "../../payment/attempt/ask.ts";
import { closeAttempts } from "../../payment/attempt/close-attempts.ts";
import { queryWorker } from "../../payment/attempt/worker.ts";
import { bookRevenue } from "../../payment/ledger/revenue.ts";
import { catchUp } from "../../payment/reconciliation/catch-up.ts";
import { replaceLines } from "../../payment/reconciliation/line-store.ts";
import { bookFees, reviewDay, type ReviewedDay } from "../../payment/reconciliation/review.ts";
import { createRefunds } from "../../payment/refund/index.ts";
import { createSettle } from "../../payment/settle/settle.ts";
import { FakeChannel } from "./fake-channel.ts";

const pictures: OrderPorts["pictures"] = {
  claim: () => Promise.resolve(true),
  release: () => Promise.resolve(),
  urlsOf: () => Promise.resolve(new Map()),
};
const wechatShipping: OrderPorts["wechatShipping"] = {
  isOn: () => false,
  upload: () => Promise.resolve({ state: "silent" }),
};

/**
 * Orders and payments of a product, wired to channels in memory; nothing runs by itself.
 * @param soldOut of the product
 */
export function openChannelShop(context: AppContext, soldOut: OrderPorts["soldOut"]) {
  const { db, clock } = context;
  const now = (): number => clock.now();
  const byWay: Readonly<Record<PaymentWay, FakeChannel>> = {
    wechat: new FakeChannel("wechat", now),
    alipay: new FakeChannel("alipay", now),
  };
  const channels = { of: (way: PaymentWay): FakeChannel => byWay[way] };
  const refunds = createRefunds(context, channels, finishCase);
  refunds.close();
  const settle = createSettle(context, { channels, refunds });
  const questions = createAttemptQuestions(context, channels, settle);
  const payments: PaymentPort = {
    closeAttempts: closeAttempts(context, questions),
    bookRevenue,
    requestRefund: async (transaction, refund) => void (await refunds.request(transaction, refund)),
    miniProgramTrade: () => Promise.resolve("none"),
  };
  const ports: OrderPorts = { payments, pictures, soldOut, wechatShipping, captchaPassOf: () => null };
  const closing = closingWorker(context, ports);
  const [workOrders, workCases] = [deadlineWorker(context, ports, closing), caseDeadlines(context)];
  return {
    channels: paymentWays.map((way) => byWay[way]),
    channelOf: channels.of,
    payments,
    refunds,
    settle,
    closing,
    requestCase: caseRequests(context, ports),
    workQueries: queryWorker(context, questions),
    async workDeadlines(): Promise<void> {
      await workOrders();
      await workCases();
    },
    /** Compares a day's bill with the ledger, as the reconciliation does. */
    async reconcile(channel: FakeChannel, day: string): Promise<ReviewedDay> {
      const leased = { way: channel.way, day };
      await replaceLines(db, leased, channel.rowsOf(day), new Date(now()));
      await catchUp(db, channel, leased, { settle, refunds: refunds.reports });
      await bookFees(db, leased);
      return reviewDay(db, leased, new Date(now()));
    },
  };
}
export type ChannelShop = ReturnType<typeof openChannelShop>;
