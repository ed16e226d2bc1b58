import type { NewActivity } from "../../server/activity/index.ts";

/** Participants of a campaign as planned, for one that exists as a row: the demo has a few thousand people. */
const PARTICIPANTS_PER_ROW = 8;
const LEADS_PER_ROW = 12;

export type CountedActivities = {
  /** Activities whose counters equal the sign-ups that they get. */
  readonly activities: NewActivity[];
  /** Number of leads by activity. */
  readonly leads: ReadonlyMap<string, number>;
};

/** Most leads of an offline activity, whose invited guests have seats besides. */
const MAX_OFFLINE_LEADS = 40;

/** Turns the planned numbers of participants into numbers of rows: sign-ups, which take seats, and leads, which take none. */
export function countRows(planned: readonly NewActivity[]): CountedActivities {
  const leads = new Map<string, number>();
  const activities = planned.map((activity): NewActivity => {
    const { activityId, activityType, pageType, quota, taken } = activity;
    const takesLeads = pageType === "lead" || pageType === "localOfflineLead";
    if (activityType === "localoffline") {
      if (takesLeads) leads.set(activityId, Math.min(taken, MAX_OFFLINE_LEADS));
      return activity;
    }
    if (!takesLeads)
      return quota === null ? { ...activity, taken: Math.ceil(taken / PARTICIPANTS_PER_ROW) } : activity;
    leads.set(activityId, Math.ceil(taken / LEADS_PER_ROW));
    return { ...activity, taken: 0 };
  });
  return { activities, leads };
}
