import { withAuditEntry, type AuditActor } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { correctParcel, type CorrectOutcome } from "./correct.ts";
import { MAX_PARCELS, readParcel, rowFaultText } from "./parcel-file.ts";
import { shipParcel, type SentParcel, type ShipContext, type ShipOutcome } from "./ship.ts";
import type { ParcelNumber } from "./store.ts";

export type OperatorContext = ShipContext & { readonly by: AuditActor };

/** Sends a parcel, with an audit entry. */
export const shipByOperator = (
  db: Database,
  parcel: SentParcel,
  { by, ...context }: OperatorContext,
): Promise<ShipOutcome> =>
  withAuditEntry(
    db,
    (transaction) => shipParcel(transaction, parcel, context),
    (result) => {
      if (result.outcome !== "done") return null;
      const about = { kind: "shipment", id: result.shipmentId };
      return { by, action: "order.ship", about, outcome: "done", now: context.now };
    },
  );

/** Corrects a parcel's number, with an audit entry. */
export const correctByOperator = (
  db: Database,
  correction: ParcelNumber & { readonly shipmentId: string },
  { by, ...context }: OperatorContext,
): Promise<CorrectOutcome> =>
  withAuditEntry(
    db,
    (transaction) => correctParcel(transaction, correction, context),
    (outcome) => {
      if (outcome !== "done") return null;
      const about = { kind: "shipment", id: correction.shipmentId };
      return { by, action: "order.correct", about, outcome, now: context.now };
    },
  );

/** Reason why a parcel was not sent, for the operator; null: it is sent, now or before. */
export function shipFault(result: ShipOutcome): string | null {
  switch (result.outcome) {
    case "done":
    case "again":
      return null;
    case "noOrder":
      return "no such order";
    case "noCarrier":
      return "unknown carrier";
    case "badNumber":
      return "a tracking number has 6 to 32 letters, digits and hyphens";
    case "otherUnits":
      return "this parcel was entered before with other units";
    case "state":
      return `the order is ${result.state}`;
    case "units": {
      const { problem, caseNo } = result;
      const shown = caseNo === null ? "" : `; see case ${caseNo}`;
      if (problem.kind === "unknownLine") return "the order has no such SKU";
      return problem.kind === "nothing"
        ? `nothing is left to send${shown}`
        : `only ${problem.left} units of this SKU can be sent${shown}`;
    }
  }
}

/** Result of a row: sent now, sent before, or what is wrong with it. */
export type RowResult = {
  readonly line: number;
  readonly result: "done" | "again" | { readonly fault: string };
};

/**
 * Sends the parcels of a file, each in a transaction of its own: a bad row does not revert the others, and the same file
 * again changes nothing (requirement MA75).
 * @throws RangeError for more than MAX_PARCELS rows
 */
export async function shipFile(
  db: Database,
  records: readonly { readonly line: number; readonly record: unknown }[],
  context: OperatorContext,
): Promise<RowResult[]> {
  if (records.length > MAX_PARCELS) throw new RangeError(`at most ${MAX_PARCELS} rows`);
  const results: RowResult[] = [];
  for (const { line, record } of records) {
    const parcel = await readParcel(db, record);
    if ("fault" in parcel) {
      results.push({ line, result: { fault: rowFaultText(parcel) } });
      continue;
    }
    const outcome = await shipByOperator(db, parcel, context);
    const fault = shipFault(outcome);
    results.push({ line, result: fault === null ? (outcome.outcome as "done" | "again") : { fault } });
  }
  return results;
}
