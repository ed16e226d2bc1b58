import { showOrderPayments } from "#contract/console/mall/order-payments.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { AppContext } from "../../core/app-context.ts";
import { requireScopes } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { consolePaymentMessages } from "./messages.ts";
import { readOrderPayments } from "./order-payments-store.ts";

const iso = (time: string): string => toShanghaiIso(time);
const isoOrNull = (time: string | null): string | null => (time === null ? null : toShanghaiIso(time));

/** Registers the console's call about an order's payments. */
export function orderPaymentCalls({ db }: Pick<AppContext, "db">, calls: OperatorRouter): void {
  calls.on(showOrderPayments, async ({ orderId }, caller) => {
    const scopes = requireScopes(caller, "mall.read", "one");
    const found = await readForOperator(db, (reading) => readOrderPayments(reading, scopes, orderId));
    if (found === null) throw new Refusal("notFound", { message: consolePaymentMessages.unknownOrder });
    return {
      attempts: found.attempts.map((one) => ({
        ...one,
        createdTime: iso(one.createdTime),
        paidTime: isoOrNull(one.paidTime),
        noticeTime: isoOrNull(one.noticeTime),
        queryTime: isoOrNull(one.queryTime),
      })),
      refunds: found.refunds.map((one) => ({
        ...one,
        createdTime: iso(one.createdTime),
        successTime: isoOrNull(one.successTime),
      })),
      leftFen: found.left_fen,
      ledger: found.ledger.map((entry) => ({ ...entry, time: iso(entry.time) })),
    };
  });
}
