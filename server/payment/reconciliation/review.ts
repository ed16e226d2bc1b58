import type { Database } from "../../database/connection/database.ts";
import { inTransaction } from "../../database/shared-tables/audit-log.ts";
import { writeEntries } from "../ledger/store.ts";
import { lockDay, setDayState, type BillDayState, type LeasedDay } from "./day-store.ts";
import { compareDay, listUnbookedFees, recordDifferences, sumDay } from "./review-store.ts";
import { BILL_RETRY } from "./rules.ts";

/** Fees that are booked in one transaction. */
const FEES = 500;

/** Books the fees of a day's bill, each once. */
export async function bookFees(db: Database, day: Pick<LeasedDay, "way" | "day">): Promise<void> {
  const { way } = day;
  for (let isMore = true; isMore;)
    isMore = await db.transaction().execute(async (transaction) => {
      await lockDay(transaction, day);
      const fees = await listUnbookedFees(transaction, day, FEES);
      for (const { kind, number, feeFen, at } of fees)
        await writeEntries(transaction, {
          txnId: `fee ${way} ${kind} ${number}`,
          entries: [
            { account: "channel", fen: -feeFen },
            { account: "fee", fen: feeFen },
          ],
          at,
          way,
        });
      return fees.length === FEES;
    });
}

/** State of a day after its comparison. */
export type ReviewedDay = { readonly state: BillDayState; readonly open: number; readonly sumFen: number };
/**
 * Compares a day whose bill was read: it is clean when no difference is open and the sums of bill and ledger are equal
 * (requirements MA91, P14).
 */
export const reviewDay = (
  db: Database,
  day: Pick<LeasedDay, "way" | "day">,
  now: Date,
): Promise<ReviewedDay> =>
  inTransaction(db, async (transaction) => {
    await lockDay(transaction, day);
    const found = await compareDay(transaction, day);
    const open = await recordDifferences(transaction, day, found, now);
    const { bill, ledger } = await sumDay(transaction, day);
    const sumFen = bill - ledger;
    const state = open === 0 && sumFen === 0 ? "clean" : "open";
    await setDayState(transaction, day, {
      state,
      problem: state === "clean" ? "" : `open ${open}, sums differ by ${sumFen} fen`,
      due: new Date(now.getTime() + BILL_RETRY),
    });
    return { state, open, sumFen };
  });
