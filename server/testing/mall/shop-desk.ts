import { connectDatabase } from "../../database/connection/database.ts";
import { commandLineActor } from "../../database/shared-tables/audit-log.ts";
import { decideCase, receiveCase, type CaseOutcome } from "../../order/after-sale/decide.ts";
import type { ReceivedUnit } from "../../order/after-sale/unit-store.ts";
import type { PaymentPort } from "../../order/index.ts";
import { shipByOperator } from "../../order/shipment/operator.ts";
import type { LineUnit } from "../../order/shipment/rules.ts";
import { requestRefund } from "../../payment/refund/request-store.ts";
import { testKeyring } from "../encryption/test-keyring.ts";

/** A step of operators, as their command does it; again: nothing more. */
export type DeskStep =
  | {
      readonly act: "ship";
      readonly orderId: string;
      /** null: everything that can be sent. */
      readonly units: readonly LineUnit[] | null;
      readonly trackingNo: string;
    }
  | { readonly act: "agree"; readonly caseNo: string }
  | { readonly act: "receive"; readonly caseNo: string; readonly units: readonly ReceivedUnit[] };

/** Sum above which a refund waits for a second operator; no order of the tests costs as much. */
const SECOND_EYES = 10_000_000;
/** States of a case whose step was done before. */
const later: Readonly<Record<"agree" | "receive", readonly string[]>> = {
  agree: ["agreed", "sent", "refunding", "done"],
  receive: ["refunding", "done"],
};

/** Opens the desk of operators on the database of a running product. */
export async function openDesk(url: string) {
  const { db } = await connectDatabase({ url }, testKeyring());
  const payments: Pick<PaymentPort, "requestRefund"> = {
    requestRefund: async (transaction, refund) =>
      void (await requestRefund(transaction, refund, SECOND_EYES)),
  };
  const shown = (act: "agree" | "receive", result: CaseOutcome): string => {
    if (result.outcome === "state" && later[act].includes(result.state)) return "again";
    if (result.outcome !== "done") throw new Error(`${act}: ${JSON.stringify(result)}`);
    return "done";
  };
  /** @returns done, again, or why an order takes no parcel now */
  return async (step: DeskStep): Promise<string> => {
    const now = new Date();
    if (step.act === "ship") {
      const { act: _act, ...parcel } = step;
      const context = { by: commandLineActor, now, isTracked: false };
      return (await shipByOperator(db, { ...parcel, carrier: "shunfeng" }, context)).outcome;
    }
    const operator = { by: commandLineActor, name: "ops-1", now };
    if (step.act === "agree")
      return shown("agree", await decideCase(db, step.caseNo, { isAgreed: true }, operator, payments));
    return shown("receive", await receiveCase(db, step.caseNo, step.units, operator, payments));
  };
}
