import { activityStatusLabels } from "#contract/activity/labels.ts";
import type { Activity } from "#contract/activity/activity.ts";
import { activityMessages } from "./messages.ts";

/** Content of a status tag; the kinds are classes of `.tag` (design guide section 5). */
export type ShownStatus = { kind: "soon" | "live" | "full" | "ended"; label: string };

type StatusFields = Pick<Activity, "activityType" | "status" | "remaining">;

/**
 * Displayed status of an activity: the server's (requirement K22), with labels of list A for online and B for
 * offline activities (K09–K11); an open one without free seats is full.
 */
export function shownStatus({ activityType, status, remaining }: StatusFields): ShownStatus {
  if (status === 2 && remaining !== null && remaining <= 0)
    return { kind: "full", label: activityMessages.status.full };
  const labels = activityType === "online" ? activityStatusLabels.online : activityStatusLabels.offline;
  const kind = ({ 1: "soon", 2: "live", 3: "ended" } as const)[status];
  return { kind, label: labels[status] };
}

/** Percentage of seats taken at which a quota is hot. */
const HOT_PERCENTAGE = 85;

export type ShownQuota = { percent: number; isHot: boolean; remaining: number };

/** Percentage of seats taken, a whole number; null without a limit. */
export function shownQuota({ quota, remaining }: Pick<Activity, "quota" | "remaining">): ShownQuota | null {
  if (quota === null || remaining === null || quota <= 0) return null;
  const left = Math.min(Math.max(remaining, 0), quota);
  const taken = ((quota - left) / quota) * 100;
  // One seat taken is not 0 %, and one seat left is not 100 %.
  const percent = left === 0 ? 100 : left === quota ? 0 : Math.min(99, Math.max(1, Math.round(taken)));
  return { percent, isHot: taken >= HOT_PERCENTAGE, remaining: left };
}
