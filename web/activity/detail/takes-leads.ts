import type { ActivityDetail } from "#contract/activity/activity.ts";

/** Page types that ask for contact data instead of a sign-up (requirement C16). */
export const takesLeads = ({ pageType }: Pick<ActivityDetail, "pageType">): boolean =>
  pageType === "lead" || pageType === "localOfflineLead";
