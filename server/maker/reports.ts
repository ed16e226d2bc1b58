import { maintenanceRecord, vipRecord, type MakerRecordResult } from "#contract/maker/maker.ts";
import type { AppContext } from "../core/app-context.ts";
import type { AuditActor } from "../database/shared-tables/audit-log.ts";
import type { MakerPorts } from "./ports.ts";
import { outcomeOf, parseRecords, refuseRecord } from "./rules.ts";
import { runMakerCall, type OnceOnly } from "./store.ts";

/** Time by which the clock of a workshop may be ahead, ms. */
const CLOCK_TOLERANCE = 5 * 60_000;

/** Source of a report: the actor of the audit log, and the request, which takes effect once; null: a command. */
type MakerSource = { readonly by: AuditActor; readonly request: OnceOnly | null };
export type Maker = {
  /** Stores visits to workshops. @returns one result for each record, in their order */
  reportMaintenance(records: readonly unknown[], source: MakerSource): Promise<MakerRecordResult[]>;
  /** Stores who is a member, and until when. @returns one result for each record, in their order */
  reportVip(records: readonly unknown[], source: MakerSource): Promise<MakerRecordResult[]>;
};

const byIndex = (results: readonly MakerRecordResult[]): MakerRecordResult[] =>
  results.toSorted((one, other) => one.index - other.index);

/** Creates the functions by which the maker's systems report, for the signed calls and the command. */
export function createMakerReports(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  ports: MakerPorts,
): Maker {
  return {
    reportMaintenance(records, { by, request }) {
      const now = clock.now();
      const { valid, refused } = parseRecords(
        records,
        maintenanceRecord,
        ({ recordId }) => recordId,
        ({ servedTime }) => (Date.parse(servedTime) > now + CLOCK_TOLERANCE ? "futureTime" : null),
      );
      const audit = { by, action: "maker.maintenance", now: new Date(now) } as const;
      return runMakerCall(db, request, audit, async (transaction) => {
        const stored = await ports.recordVisits(
          transaction,
          valid.map(({ record }) => record),
        );
        const results = valid.map(({ index, record: { recordId } }, at): MakerRecordResult => {
          const outcome = stored[at] ?? "unknownCar";
          return outcome === "unknownDealer" || outcome === "unknownCar"
            ? refuseRecord(index, recordId, outcome)
            : { index, recordId, result: outcome };
        });
        const result = byIndex([...results, ...refused]);
        return { result, outcome: outcomeOf(result) };
      });
    },
    reportVip(records, { by, request }) {
      const { valid, refused } = parseRecords(
        records,
        vipRecord,
        ({ mobile, openId }) => `${mobile ?? ""} ${openId ?? ""}`,
        () => null,
      );
      const audit = { by, action: "maker.vip", now: new Date(clock.now()) } as const;
      return runMakerCall(db, request, audit, async (transaction) => {
        const stored = await ports.recordVips(
          transaction,
          valid.map(({ record }) => record),
        );
        const results = valid.map(({ index }, at): MakerRecordResult => {
          return stored[at] === "stored"
            ? { index, recordId: null, result: "stored" }
            : refuseRecord(index, null, "unknownMember");
        });
        const result = byIndex([...results, ...refused]);
        return { result, outcome: outcomeOf(result) };
      });
    },
  };
}
