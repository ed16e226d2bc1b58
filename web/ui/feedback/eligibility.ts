import { refusals, taskMessages, type Refusal } from "#contract/core/errors.ts";
import type { FlowStatus } from "#contract/flow/flow.ts";

/** Reason why the flow of an activity refuses a person. */
export type EligibilityBlock = {
  /**
   * ineligible: the person can do nothing; barred: something to do or to wait for; unknown: the check failed.
   */
  readonly kind: "ineligible" | "barred" | "unknown";
  readonly text: string;
};

/** Conditions that every activity has (time, seats, a mobile): the page shows them itself. */
const isCommonCondition = ({ node }: FlowStatus): boolean => node?.nodeKey.startsWith("base-") ?? true;

const withRemark = (headline: string, remark: string | undefined): string =>
  remark === undefined ? headline : `${headline} ${remark}`;

/** Remark of the node that refused, which the flow engine sends; null for a refusal of another origin. */
export function remarkOf({ data }: Refusal): string | null {
  const { nodeKey, remark } = (data ?? {}) as { nodeKey?: unknown; remark?: unknown };
  return typeof nodeKey === "string" && typeof remark === "string" ? remark : null;
}

/** Text of a refused attempt in a task, with the condition that is not met (requirements V07, N11). */
export function attemptText(refusal: Refusal): string {
  const headline = taskMessages[refusal.code] ?? refusal.message;
  const isBare = refusal.refusal === "notEligible" || refusal.refusal === "noPermission";
  return withRemark(headline, isBare ? (remarkOf(refusal) ?? undefined) : undefined);
}

/** Obstacle of a logged-in person; null if none is known. */
export function eligibilityBlockOf({
  status,
  refusal,
}: {
  status: FlowStatus | null;
  refusal: Refusal | null;
}): EligibilityBlock | null {
  // Codes of the flow engine start at 600; a missing network has its own message.
  if (refusal !== null && refusal.status >= 600)
    return { kind: "unknown", text: taskMessages[refusal.code] ?? refusal.message };
  if (status === null || isCommonCondition(status)) return null;
  const { remark } = status;
  switch (status.status) {
    case "ineligible":
      return { kind: "ineligible", text: withRemark(refusals.notEligible.message, remark) };
    case "forbidden":
      return {
        kind: "ineligible",
        text: withRemark(taskMessages[refusals.noPermission.code] ?? refusals.noPermission.message, remark),
      };
    case "task":
    case "branch":
      return { kind: "barred", text: remark ?? refusals.taskRequired.message };
    default:
      return null;
  }
}
