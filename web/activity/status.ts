import { activityStatusLabels } from "#contract/activity/labels.ts";
import type { Activity } from "#contract/activity/activity.ts";
import { activityMessages } from "./messages.ts";

/** What a status tag shows: the colours are those of `.tag` (mockups/DESIGN.md section 5). */
export type ShownStatus = { kind: "soon" | "live" | "full" | "ended"; word: string };

type Judged = Pick<Activity, "activityType" | "status" | "remaining">;

/**
 * An activity's status as shown: the server's (requirement K22), in the words of list A for
 * online and B for offline activities (K09–K11); one that is open but has no seat left is full.
 */
export function shownStatus({ activityType, status, remaining }: Judged): ShownStatus {
  if (status === 2 && remaining !== null && remaining <= 0)
    return { kind: "full", word: activityMessages.status.full };
  const list = activityType === "online" ? activityStatusLabels.online : activityStatusLabels.offline;
  const kind = ({ 1: "soon", 2: "live", 3: "ended" } as const)[status];
  return { kind, word: list[status] };
}

/** From this share of seats taken on, a quota is hot. */
const hotFrom = 85;

export type ShownQuota = { percent: number; isHot: boolean; remaining: number };

/** How full an activity is, whole per cent; null where it has no limit. */
export function shownQuota({ quota, remaining }: Pick<Activity, "quota" | "remaining">): ShownQuota | null {
  if (quota === null || remaining === null || quota <= 0) return null;
  const left = Math.min(Math.max(remaining, 0), quota);
  const taken = ((quota - left) / quota) * 100;
  // A single seat taken is not 0 %, a single one left not 100 %.
  const percent = left === 0 ? 100 : left === quota ? 0 : Math.min(99, Math.max(1, Math.round(taken)));
  return { percent, isHot: taken >= hotFrom, remaining: left };
}
