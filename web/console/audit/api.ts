import {
  checkAuditDay,
  downloadAuditDay,
  listAuditChoices,
  listAuditEntries,
  listAuditSeals,
  type DayCheck,
} from "#contract/console/watch/audit.ts";
import type { OperatorArgs, OperatorResult } from "#contract/console/operator-call.ts";
import { send } from "../shell/index.ts";

export const loadAuditEntries = (
  args: OperatorArgs<typeof listAuditEntries>,
): Promise<OperatorResult<typeof listAuditEntries>> => send(listAuditEntries, args);
export type AuditChoices = OperatorResult<typeof listAuditChoices>;
export const loadAuditChoices = (): Promise<AuditChoices> => send(listAuditChoices, {});
export type SealPage = OperatorResult<typeof listAuditSeals>;
export const loadSeals = (before?: string): Promise<SealPage> =>
  send(listAuditSeals, before === undefined ? {} : { before });
export const loadDayCheck = (day: string): Promise<DayCheck> => send(checkAuditDay, { day });

/** The whole file of a sealed day. */
export async function downloadDay(day: string): Promise<string> {
  let text = "";
  for (let after: number | null = 0; after !== null;) {
    const part: OperatorResult<typeof downloadAuditDay> = await send(downloadAuditDay, { day, after });
    text += part.text;
    after = part.next;
  }
  return text;
}

/** Keys of this area in the cache. */
export const auditKeys = {
  list: listAuditEntries.name,
  choices: [listAuditChoices.name],
  seals: [listAuditSeals.name],
};
