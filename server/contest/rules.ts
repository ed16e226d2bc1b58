import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { statusAt } from "../activity/index.ts";
import { contestMessages } from "./messages.ts";
import type { ContestDetailRow, ContestRow } from "./tables.ts";

/** Key of the period that a vote belongs to: its Shanghai date, or "once". */
export const votingPeriodOf = ({ period }: Pick<ContestRow, "period">, now: number): string =>
  period === "day" ? toShanghaiDate(new Date(now)) : "once";

/** Whether a vote for another entry moves the only vote. */
export const canMoveVote = ({ period, votes }: Pick<ContestRow, "period" | "votes">): boolean =>
  period === "once" && votes === 1;

/** Votes are given, and entries added or withdrawn, while the activity runs. @throws Refusal "flowBranch" */
export function requireRunning(
  { start_time, end_time }: Pick<ContestDetailRow, "start_time" | "end_time">,
  now: number,
): void {
  const status = statusAt(start_time.getTime(), end_time.getTime(), now);
  if (status === 2) return;
  throw new Refusal("flowBranch", {
    remark: status === 1 ? contestMessages.notStarted : contestMessages.over,
  });
}

/** Position after an entry in a list: its order key and its id. */
export type EntryPosition = { readonly key: number; readonly id: string };

export const toEntryCursor = ({ key, id }: EntryPosition): string =>
  Buffer.from(`e${key}.${id}`).toString("base64url");

/** @throws Refusal "invalid" for text that `toEntryCursor` did not create */
export function parseEntryCursor(cursor: string): EntryPosition {
  const found = /^e(\d{1,9})\.(\d{1,19})$/.exec(Buffer.from(cursor, "base64url").toString());
  if (!found) throw new Refusal("invalid", { fields: { cursor: contestMessages.invalidCursor } });
  return { key: Number(found[1]), id: found[2] ?? "" };
}
