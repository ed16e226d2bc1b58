import type { QueryClient } from "@tanstack/react-query";
import {
  cloneActivity,
  countConsoleActivities,
  createActivity,
  listEditorChoices,
  listConsoleActivities,
  showConsoleActivity,
  type ActivityFilter,
} from "#contract/console/activity/activities.ts";
import {
  createDraftPreview,
  discardActivityDraft,
  saveActivityDraft,
  showActivityDraft,
  touchActivityPresence,
} from "#contract/console/activity/draft.ts";
import {
  callOffActivity,
  cancelActivityPlan,
  publishActivity,
  showActivityImpact,
  withdrawActivity,
  type PublicationAction,
} from "#contract/console/activity/publication.ts";
import {
  checkActivitySessions,
  listActivitySessions,
  saveActivitySessions,
  type SeatChanges,
} from "#contract/console/activity/sessions.ts";
import {
  listActivityVersions,
  restoreActivityVersion,
  showActivityVersion,
} from "#contract/console/activity/versions.ts";
import { showCityOutline } from "#contract/console/content/cities.ts";
import type { OperatorArgs } from "#contract/console/operator-call.ts";
import { send } from "../shell/index.ts";

/** Calls of the activities' pages. */
export const loadActivities = (args: OperatorArgs<typeof listConsoleActivities>) =>
  send(listConsoleActivities, args);
export const loadCounts = (filter: ActivityFilter) => send(countConsoleActivities, { filter });
export const showActivity = (activityId: string) => send(showConsoleActivity, { activityId });
export const addActivity = (args: OperatorArgs<typeof createActivity>) => send(createActivity, args);
export const copyActivity = (args: OperatorArgs<typeof cloneActivity>) => send(cloneActivity, args);
export const listChoices = (args: OperatorArgs<typeof listEditorChoices>) => send(listEditorChoices, args);

export const loadCityOutline = (cityCode: string) => send(showCityOutline, { cityCode });

export const showDraft = (activityId: string) => send(showActivityDraft, { activityId });
export const storeDraft = (args: OperatorArgs<typeof saveActivityDraft>) => send(saveActivityDraft, args);
export const abandonDraft = (activityId: string, basedOn: number) =>
  send(discardActivityDraft, { activityId, basedOn });
export const createPreview = (activityId: string) => send(createDraftPreview, { activityId });
/** The page asks by itself, so that it does not keep an unused session alive. */
export const touchPresence = (activityId: string, isLeaving = false) =>
  send(touchActivityPresence, { activityId, isLeaving }, { isBackground: true });

export const showImpact = (activityId: string, action: PublicationAction) =>
  send(showActivityImpact, { activityId, action });
export const requestPublication = (args: OperatorArgs<typeof publishActivity>) => send(publishActivity, args);
export const requestWithdrawal = (args: OperatorArgs<typeof withdrawActivity>) =>
  send(withdrawActivity, args);
export const requestCallOff = (args: OperatorArgs<typeof callOffActivity>) => send(callOffActivity, args);
export const takeBackPlan = (activityId: string, changeId: string) =>
  send(cancelActivityPlan, { activityId, changeId });

export const loadSeats = (activityId: string) => send(listActivitySessions, { activityId });
export const checkSeats = (changes: SeatChanges) => send(checkActivitySessions, changes);
export const saveSeats = (changes: SeatChanges) => send(saveActivitySessions, changes);

export const listVersions = (activityId: string, before?: number) =>
  send(listActivityVersions, { activityId, ...(before !== undefined && { before }) });
export const showVersion = (activityId: string, revision: number) =>
  send(showActivityVersion, { activityId, revision });
export const restoreOldVersion = (activityId: string, revision: number, basedOn: number) =>
  send(restoreActivityVersion, { activityId, revision, basedOn });

/** Keys of the cache. */
export const activityKeys = {
  list: listConsoleActivities.name,
  counts: countConsoleActivities.name,
  activity: (id: string) => [showConsoleActivity.name, id] as const,
  draft: (id: string) => [showActivityDraft.name, id] as const,
  sessions: (id: string) => [listActivitySessions.name, id] as const,
  versions: (id: string) => [listActivityVersions.name, id] as const,
};
/** Reads everything about an activity again after a write. */
export async function refreshActivity(client: QueryClient, id: string): Promise<void> {
  await Promise.all(
    [
      activityKeys.activity(id),
      activityKeys.draft(id),
      activityKeys.sessions(id),
      activityKeys.versions(id),
      [activityKeys.list],
      [activityKeys.counts],
    ].map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })),
  );
}
