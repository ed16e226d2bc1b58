import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { requestRefund, type NewRefund, type RequestedRefund } from "./request-store.ts";

export type { NewRefund, RefundCause, RequestedRefund } from "./request-store.ts";

export type Refunds = {
  /** Writes a refund in the transaction that causes it, with the order's row locked (requirement MA65). */
  request(db: Database, refund: NewRefund): Promise<RequestedRefund>;
};

/** Creates the refunds of the payments. */
export function createRefunds({ config }: AppContext): Refunds {
  return { request: (db, refund) => requestRefund(db, refund, config.secondEyesFen) };
}
