import { startOfShanghaiDay } from "#contract/core/shanghai-date.ts";
import type { PaymentWay } from "#contract/payment/payment.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { withAuditEntry, type AuditActor } from "../../database/shared-tables/audit-log.ts";
import { closeDifference, listOpenDifferences, type DifferenceEntry } from "../difference/store.ts";
import { writeEntries } from "../ledger/store.ts";
import type { MallOperator } from "../refund/index.ts";
import { listDays, refetchDay, type BillDay } from "./day-store.ts";
import { reviewDay } from "./review.ts";
import { correctionFen } from "./rules.ts";

/** Work of operators on the days of the channels and their differences. */
export type DifferenceDesk = {
  /** Days of all channels, the newest first. */
  listDays(): Promise<BillDay[]>;
  /** Fetches the bill of a day (YYYY-MM-DD in Shanghai) again at once. @returns false if there is no such day */
  refetch(way: PaymentWay, day: string, by: AuditActor): Promise<boolean>;
  /** Open differences, the oldest first. */
  listDifferences(): Promise<DifferenceEntry[]>;
  /**
   * Resolves an open difference with a reason. One of a bill is booked to `suspense`, so that the ledger has what the
   * channel has. @returns false if it is not open, or there is none
   */
  resolve(differenceId: string, by: MallOperator, reason: string): Promise<boolean>;
};

const MOST_LISTED = 200;
const HALF_DAY = 43_200_000;

/** Books what the channel has and we have not, or the other way round, at noon of the bill's day. */
async function bookCorrection(
  db: Database,
  { differenceId, way, day, ...sums }: DifferenceEntry,
): Promise<void> {
  const fen = correctionFen(sums);
  if (day === null || fen === 0) return;
  await writeEntries(db, {
    txnId: `difference ${differenceId}`,
    entries: [
      { account: "channel", fen },
      { account: "suspense", fen: -fen },
    ],
    at: new Date(startOfShanghaiDay(new Date(`${day}T00:00:00+08:00`)) + HALF_DAY),
    way,
  });
}

/** Creates the desk of differences; each change has its audit entry. */
export const differenceDesk = ({ db, clock }: Pick<AppContext, "db" | "clock">): DifferenceDesk => ({
  listDays: () => listDays(db, MOST_LISTED),
  refetch: (way, day, by) => {
    const now = new Date(clock.now());
    return withAuditEntry(
      db,
      (transaction) => refetchDay(transaction, { way, day }, now),
      (isFound) =>
        isFound
          ? {
              by,
              action: "bill.refetch",
              about: { kind: "bill", id: `${way} ${day}` },
              outcome: "done",
              now,
            }
          : null,
    );
  },
  listDifferences: () => listOpenDifferences(db, MOST_LISTED),
  async resolve(differenceId, by, reason) {
    const now = new Date(clock.now());
    const closed = await withAuditEntry(
      db,
      async (transaction) => {
        const entry = await closeDifference(transaction, differenceId, { by: by.id, reason, now });
        if (entry === null) return null;
        await bookCorrection(transaction, entry);
        if (entry.day !== null) await reviewDay(transaction, { way: entry.way, day: entry.day }, now);
        return entry;
      },
      (entry) =>
        entry && {
          by: { kind: "operator", id: by.id, host: by.host },
          action: "difference.resolve",
          about: { kind: "difference", id: differenceId },
          outcome: "done",
          now,
        },
    );
    return closed !== null;
  },
});
