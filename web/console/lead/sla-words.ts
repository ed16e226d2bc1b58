import { formatShort } from "#contract/core/date-text.ts";
import type { LeadListRow } from "#contract/console/leads.ts";
import { leadPageMessages as texts } from "./messages.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Time before the due time from which the remaining time is shown, ms. */
const SOON = 3 * HOUR;

type SlaTone = "late" | "soon" | "open" | "done";
/** Words and tone of a lead's first call, and how much of its time has passed (0 to 1). */
export type SlaState = { readonly words: string; readonly tone: SlaTone; readonly share: number };

/** State of the time limit of a lead. @param now ms */
export function slaState(
  { state, updatedTime, dueTime, contactedTime, isOverdue }: LeadListRow,
  now: number,
): SlaState {
  const [left, due] = [Date.parse(updatedTime), Date.parse(dueTime)];
  if (state === "reached" || state === "declined") {
    const hours = contactedTime === null ? null : (Date.parse(contactedTime) - left) / HOUR;
    const words = hours === null ? texts.contacted : texts.contactedIn(Math.max(0, hours).toFixed(1));
    return { words, tone: "done", share: 1 };
  }
  const share = Math.min(1, Math.max(0, (now - left) / Math.max(1, due - left)));
  if (isOverdue) return { words: texts.late(Math.floor((now - due) / HOUR)), tone: "late", share: 1 };
  const remaining = due - now;
  if (remaining > SOON) return { words: texts.before(formatShort(dueTime)), tone: "open", share };
  const words =
    remaining < HOUR
      ? texts.leftMinutes(Math.max(1, Math.ceil(remaining / MINUTE)))
      : texts.leftHours(Math.floor(remaining / HOUR));
  return { words, tone: "soon", share };
}
