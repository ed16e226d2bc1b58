import { BillDamaged, type BillResult } from "./channel.ts";
import { SHANGHAI_OFFSET } from "#contract/core/date-text.ts";

/** Largest file of a bill, bytes: some 500,000 lines. */
export const MAX_BILL = 200_000_000;
/** Hour in Shanghai from which the channels have the bill of the day before. */
const READY_HOUR = 10;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Times that a damaged bill, or one whose link has expired, is fetched. */
const ATTEMPTS = 3;

const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(\.\d{1,3})?$/;
/** Time of a text "yyyy-MM-dd HH:mm:ss" of Beijing, on a server of any time zone; null: no such time. */
export function parseBeijingTime(text: string): number | null {
  const [, day, time, fraction = ""] = LOCAL_TIME.exec(text) ?? [];
  const parsed = Date.parse(`${day}T${time}${fraction}+08:00`);
  return Number.isNaN(parsed) ? null : parsed;
}
/** “yyyy-MM-dd HH:mm:ss” of Beijing, on a server of any time zone. */
export const toBeijingTime = (time: number): string =>
  new Date(time + SHANGHAI_OFFSET).toISOString().slice(0, 19).replace("T", " ");

/** Whether the bill of a day (YYYY-MM-DD in Shanghai) can exist. */
export function isBillDue(day: string, now: number): boolean {
  const start = parseBeijingTime(`${day} 00:00:00`);
  return start !== null && now >= start + DAY + READY_HOUR * HOUR;
}

/** Fetches a bill again with a new link while it is damaged. @throws BillDamaged after the last attempt */
export async function fetchUndamaged(fetchBill: () => Promise<BillResult>): Promise<BillResult> {
  for (let attempt = 1; ; attempt++)
    try {
      return await fetchBill();
    } catch (error) {
      if (!(error instanceof BillDamaged) || attempt >= ATTEMPTS) throw error;
    }
}

/** A line of a bill by the names of its columns. @throws BillDamaged for a column that it does not have */
export type BillLine = (column: string) => string;
export const lineReader =
  (columns: readonly string[], values: readonly string[]): BillLine =>
  (column) => {
    const value = values[columns.indexOf(column)];
    if (value === undefined) throw new BillDamaged(`no value of ${column}`);
    return value;
  };

/** A parsed value. @throws BillDamaged if there is none */
export function present<T>(value: T | null, what: string): T {
  if (value === null) throw new BillDamaged(`${what} is not valid`);
  return value;
}
