import type * as z from "zod/mini";
import type { MakerFault, MakerRecordResult } from "#contract/maker/maker.ts";
import { makerMessages } from "./messages.ts";

/** A valid record and its place in the call. */
type PlacedRecord<T> = { readonly index: number; readonly record: T };
type ParsedRecords<T> = {
  readonly valid: readonly PlacedRecord<T>[];
  readonly refused: readonly MakerRecordResult[];
};

const idOf = (record: unknown): string | null => {
  const { recordId } = (record ?? {}) as { recordId?: unknown };
  return typeof recordId === "string" && recordId.length <= 64 ? recordId : null;
};

/** Result of a refused record. @param detail the invalid field and its message */
export const refuseRecord = (
  index: number,
  recordId: string | null,
  fault: MakerFault,
  detail: { readonly field?: string; readonly message?: string } = {},
): MakerRecordResult => ({
  index,
  recordId,
  result: "refused",
  fault,
  message: makerMessages.faults[fault],
  ...detail,
});

/**
 * Validates the records of a call one by one. The first of several with the same key is kept, since the order in which the
 * others would apply is not defined.
 * @param keyOf what tells two records of a call apart
 * @param faultOf further rules of a valid record
 */
export function parseRecords<S extends z.ZodMiniType>(
  records: readonly unknown[],
  schema: S,
  keyOf: (record: z.output<S>) => string,
  faultOf: (record: z.output<S>) => MakerFault | null,
): ParsedRecords<z.output<S>> {
  const valid: PlacedRecord<z.output<S>>[] = [];
  const refused: MakerRecordResult[] = [];
  const keys = new Set<string>();
  for (const [index, input] of records.entries()) {
    const { success, data, error } = schema.safeParse(input);
    if (!success) {
      const [issue] = error.issues;
      const field = issue?.path.join(".") ?? "";
      const detail = { ...(field !== "" && { field }), ...(issue && { message: issue.message }) };
      refused.push(refuseRecord(index, idOf(input), "invalid", detail));
      continue;
    }
    const key = keyOf(data);
    const fault = keys.has(key) ? "repeated" : faultOf(data);
    if (fault === null) valid.push({ index, record: data });
    else refused.push(refuseRecord(index, idOf(data), fault));
    keys.add(key);
  }
  return { valid, refused };
}

/** Outcome of a call for the audit log: how many records had which result. */
export function outcomeOf(results: readonly MakerRecordResult[]): string {
  const counts = Map.groupBy(results, ({ result }) => result);
  return [...counts].map(([result, { length }]) => `${length} ${result}`).join(", ");
}

/** Number of refused records by fault, for the log. */
export const countFaults = (results: readonly MakerRecordResult[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(results, ({ fault }) => fault ?? "")].flatMap(([fault, { length }]) =>
      fault === "" ? [] : [[fault, length]],
    ),
  );
