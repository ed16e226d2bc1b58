import { refusals, taskMessages, type Refusal } from "#contract/core/errors.ts";
import type { FlowStatus } from "#contract/flow/flow.ts";

/** Why the process of an activity keeps somebody out. */
export type EligibilityBlock = {
  /** ineligible: nothing they can do here; barred: something to do or to wait for; unknown: it could not be found out. */
  readonly kind: "ineligible" | "barred" | "unknown";
  readonly text: string;
};

/** Conditions that every activity has (time, seats, a mobile) are told by the page itself. */
const isOfEveryActivity = ({ node }: FlowStatus): boolean => node?.nodeKey.startsWith("base-") ?? true;

const inWords = (headline: string, remark: string | undefined): string =>
  remark === undefined ? headline : `${headline} ${remark}`;

/** What the node that refused says, which the flow engine sends along; null for a refusal of another origin. */
export function remarkOf({ data }: Refusal): string | null {
  const { nodeKey, remark } = (data ?? {}) as { nodeKey?: unknown; remark?: unknown };
  return typeof nodeKey === "string" && typeof remark === "string" ? remark : null;
}

/** A refused attempt in a task's words, with the condition that is not met (requirements V07, N11). */
export function attemptText(refusal: Refusal): string {
  const headline = taskMessages[refusal.code] ?? refusal.message;
  const isBare = refusal.refusal === "notEligible" || refusal.refusal === "noPermission";
  return inWords(headline, isBare ? (remarkOf(refusal) ?? undefined) : undefined);
}

/** What stands in the way of a logged-in person; null where nothing is known to. */
export function eligibilityBlockOf({
  status,
  refusal,
}: {
  status: FlowStatus | null;
  refusal: Refusal | null;
}): EligibilityBlock | null {
  // A code of the flow engine's; without a network there are other words for it.
  if (refusal !== null && refusal.status >= 600)
    return { kind: "unknown", text: taskMessages[refusal.code] ?? refusal.message };
  if (status === null || isOfEveryActivity(status)) return null;
  const { remark } = status;
  switch (status.status) {
    case "ineligible":
      return { kind: "ineligible", text: inWords(refusals.notEligible.message, remark) };
    case "forbidden":
      return {
        kind: "ineligible",
        text: inWords(taskMessages[refusals.noPermission.code] ?? refusals.noPermission.message, remark),
      };
    case "task":
    case "branch":
      return { kind: "barred", text: remark ?? refusals.taskRequired.message };
    default:
      return null;
  }
}
