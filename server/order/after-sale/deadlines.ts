import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { mallTimes } from "../mall-times.ts";
import { lockOrder, type LockedOrder } from "../order-store.ts";
import { listDueCases, lockCase, setCaseDue } from "./case-store.ts";
import { endCase } from "./settle.ts";
import type { LockedCase } from "./tables.ts";

/** Cases of one look at the deadlines. */
const MOST = 200;

/**
 * Works off the deadlines of cases: operators are reminded of cases that wait for them, and returns that were not sent
 * lapse (requirement MA72). Any process does it; an order that another process has is left to it (requirement MA77).
 * @returns a function that works off what is due now
 */
export function caseDeadlines({ db, clock, log }: Pick<AppContext, "db" | "clock" | "log">) {
  /** Reminds of a case after 24 h, and again, as an alarm, after 48 h. */
  async function remind(transaction: Database, found: LockedCase, now: Date): Promise<void> {
    const alarm = found.created_time.getTime() + mallTimes.lastCaseReminder;
    const fields = { caseNo: found.case_no };
    if (now.getTime() >= alarm) log.error(fields, "after-sale case not decided for two days");
    else log.warn(fields, "after-sale case waits for a decision");
    await setCaseDue(transaction, found.after_sale_id, now.getTime() >= alarm ? null : new Date(alarm));
  }
  async function workOff(transaction: Database, order: LockedOrder, afterSaleId: string): Promise<void> {
    const found = await lockCase(transaction, afterSaleId);
    const now = new Date(clock.now());
    if (!found || found.due_time === null || found.due_time > now) return;
    if (found.state === "asked") await remind(transaction, found, now);
    else if (found.state === "agreed")
      await endCase(transaction, order, found, { event: "lapse", step: { by: "system", now } });
    else await setCaseDue(transaction, afterSaleId, null);
  }
  return async (): Promise<void> => {
    for (const { after_sale_id, order_id } of await listDueCases(db, new Date(clock.now()), MOST))
      await db
        .transaction()
        .execute(async (transaction) => {
          const order = await lockOrder(transaction, order_id, true);
          if (order) await workOff(transaction, order, after_sale_id);
        })
        .catch((error: unknown) =>
          log.warn({ err: error, orderId: order_id }, "deadline of an after-sale case not worked off"),
        );
  };
}
