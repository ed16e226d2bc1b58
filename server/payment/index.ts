import type { FastifyInstance } from "fastify";
import type { AppContext } from "../core/app-context.ts";
import type { OperatorRouter } from "../http/console/operator-router.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import { finishCase, type PaymentPort, type SeededOrder, type SeedOrders } from "../order/index.ts";
import { createAttemptQuestions } from "./attempt/ask.ts";
import { miniProgramTrades } from "./attempt/mini-program-trade.ts";
import { closeAttempts } from "./attempt/close-attempts.ts";
import { paymentRoutes } from "./attempt/routes.ts";
import { queryWorker } from "./attempt/worker.ts";
import { createPaymentChannels, type PaymentChannels } from "./channels.ts";
import { orderPaymentCalls } from "./console/order-payments-routes.ts";
import type { PaymentConsolePorts } from "./console/ports.ts";
import { reconciliationCalls } from "./console/reconciliation-routes.ts";
import { refundCalls } from "./console/refund-routes.ts";
import { bookRevenue } from "./ledger/revenue.ts";
import type { PayerPort } from "./ports.ts";
import { createReconciliation, type Reconciliation } from "./reconciliation/index.ts";
import { createRefunds, type Refunds } from "./refund/index.ts";
import { noticeRoutes } from "./settle/notice-routes.ts";
import { seedAttempts, seedSettlement, type SeededBills } from "./seed.ts";
import { createSettle, type Settle } from "./settle/settle.ts";

export type { PaymentChannels } from "./channels.ts";
export type { PayerPort } from "./ports.ts";
export type { SeededBills } from "./seed.ts";

/** Payments of orders, with the channels of this installation. */
export type Payments = PaymentChannels &
  PaymentPort & {
    /** Settles a payment that a channel reports, also from a bill. */
    readonly settle: Settle;
    /** Asks the channels about attempts that are due; also runs every few seconds. */
    workQueries(): Promise<void>;
    readonly refunds: Refunds;
    readonly reconciliation: Reconciliation;
    /** Registers the console's calls about refunds and bills. */
    registerConsoleCalls(calls: OperatorRouter, ports: PaymentConsolePorts): void;
    /** Adds the orders of the demo brand with their payments, ends their refunds, and adds the channels' bills. */
    seedShop(seedOrders: SeedOrders, orders: readonly SeededOrder[], bills: SeededBills): Promise<void>;
    close(): void;
  };

/** Interval between looks at the attempts that are due: a lost notice is found 20 s after the payment, ms. */
const QUERY_INTERVAL = 2_000;

/** Creates the payments: attempts, their settlement by notice and query, refunds, the ledger and the bills. */
export function createPayments(
  context: AppContext,
  calls: RpcRouter,
  app: FastifyInstance,
  payers: PayerPort,
): Payments {
  const channels = createPaymentChannels(context);
  const refunds = createRefunds(context, channels, finishCase);
  const settle = createSettle(context, { channels, refunds });
  const reconciliation = createReconciliation(context, channels, { settle, refunds: refunds.reports });
  const questions = createAttemptQuestions(context, channels, settle);
  paymentRoutes(context, calls, { channels, payers, questions });
  noticeRoutes(context, app, { channels, settle, refunds });
  const workQueries = queryWorker(context, questions);
  const working = context.tasks.schedule("payment.queries", QUERY_INTERVAL, workQueries);
  return {
    ...channels,
    settle,
    closeAttempts: closeAttempts(context, questions),
    bookRevenue,
    miniProgramTrade: miniProgramTrades(context, channels),
    refunds,
    reconciliation,
    requestRefund: async (db, refund) => void (await refunds.request(db, refund)),
    workQueries,
    async seedShop(seedOrders, orders, bills) {
      await seedOrders(orders, seedAttempts);
      await seedSettlement(context, bills);
    },
    registerConsoleCalls: (operatorCalls, ports) => {
      refundCalls(context, operatorCalls, refunds.desk, ports);
      orderPaymentCalls(context, operatorCalls);
      reconciliationCalls(context, operatorCalls, reconciliation, ports);
    },
    close: () => {
      working.stop();
      refunds.close();
      reconciliation.close();
    },
  };
}
