import type { AppContext } from "../../core/app-context.ts";
import type { PaymentChannels } from "../channels.ts";
import type { CatchUpPorts } from "./catch-up.ts";
import { differenceDesk, type DifferenceDesk } from "./desk.ts";
import { reconciliationWorker } from "./worker.ts";

export type Reconciliation = DifferenceDesk & {
  /** Fetches bills and compares days that are due; also runs every few seconds. */
  work(): Promise<void>;
  close(): void;
};

/** Interval between looks at the days that are due, ms. */
const BILL_INTERVAL = 5_000;

/** Creates the reconciliation of the channels' bills with the ledger (requirements MA91–MA93). */
export function createReconciliation(
  context: AppContext,
  channels: PaymentChannels,
  ports: CatchUpPorts,
): Reconciliation {
  const work = reconciliationWorker(context, channels, ports);
  const working = context.tasks.schedule("payment.bills", BILL_INTERVAL, work);
  return { ...differenceDesk(context), work, close: () => working.stop() };
}
