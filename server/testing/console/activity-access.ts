import {
  cloneActivity,
  countConsoleActivities,
  createActivity,
  listConsoleActivities,
  listEditorChoices,
  showConsoleActivity,
} from "#contract/console/activity/activities.ts";
import {
  bulkCloneActivities,
  bulkTagActivities,
  bulkWithdrawActivities,
  planActivityBulk,
} from "#contract/console/activity/bulk.ts";
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
} from "#contract/console/activity/publication.ts";
import {
  checkActivitySessions,
  listActivitySessions,
  saveActivitySessions,
} from "#contract/console/activity/sessions.ts";
import {
  listActivityVersions,
  restoreActivityVersion,
  showActivityVersion,
} from "#contract/console/activity/versions.ts";
import type { ConsoleThings, Place } from "./things.ts";
import { accessRow, type AccessRow } from "./access-row.ts";

const UNKNOWN = "1";
const FOLDER = "server/catalogue/console";
const none = { scope: "none" } as const;
const read = { scope: "record", reads: "activity" } as const;
const draft = { ...none, scopeShownIn: `${FOLDER}/activities.routes.test.ts` } as const;
const publication = { ...none, scopeShownIn: `${FOLDER}/publication.routes.test.ts` } as const;
const seats = { ...none, scopeShownIn: `${FOLDER}/sessions.routes.test.ts` } as const;
const BULK = "server/catalogue/bulk/activity-bulk.routes.test.ts";
const bulk = { ...none, scopeShownIn: BULK, auditShownIn: BULK } as const;
const selection = { ids: [UNKNOWN] };
const about = (things: ConsoleThings, place: Place) => ({ activityId: things[place].activityId });
const unknown = { activityId: UNKNOWN };
const noSeats = { ...unknown, changed: [], added: [], removed: [] };
const sponsor = { sponsorLevel1: "107001", sponsorLevel2: null } as const;

const reads: readonly AccessRow[] = [
  accessRow({
    call: listConsoleActivities,
    scope: "list",
    reads: "activity",
    args: () => ({ filter: {} }),
    shows: ({ rows }, things, place) =>
      rows.some(({ activityId }) => activityId === things[place].activityId),
  }),
  accessRow({ ...draft, call: countConsoleActivities, args: () => ({ filter: {} }) }),
  accessRow({ ...draft, call: listEditorChoices, args: () => ({}) }),
  accessRow({ ...read, call: showConsoleActivity, args: about }),
  accessRow({ ...read, call: showActivityDraft, args: about }),
  accessRow({ ...read, call: touchActivityPresence, args: about }),
  accessRow({ ...read, call: listActivitySessions, args: about }),
  accessRow({ ...read, call: listActivityVersions, args: about }),
  accessRow({
    ...publication,
    call: showActivityImpact,
    args: () => ({ ...unknown, action: "publish" as const }),
  }),
  accessRow({
    ...none,
    scopeShownIn: `${FOLDER}/versions.routes.test.ts`,
    call: showActivityVersion,
    args: () => ({ ...unknown, revision: 1 }),
  }),
  accessRow({ ...seats, call: checkActivitySessions, args: () => noSeats }),
];

const bulkActs: readonly AccessRow[] = [
  accessRow({
    ...none,
    scopeShownIn: BULK,
    call: planActivityBulk,
    args: () => ({ act: { kind: "clone" as const }, selection }),
  }),
  accessRow({ ...bulk, call: bulkWithdrawActivities, args: () => ({ selection }) }),
  accessRow({
    ...bulk,
    call: bulkTagActivities,
    args: () => ({ selection, change: "add" as const, tag: "亲子" }),
  }),
  accessRow({ ...bulk, call: bulkCloneActivities, args: () => ({ selection, parts: [], shiftDays: 7 }) }),
];

/** Access of the calls of activities. */
export const activityAccess: readonly AccessRow[] = [
  ...reads,
  ...bulkActs,
  accessRow({
    ...draft,
    auditShownIn: draft.scopeShownIn,
    call: createActivity,
    args: () => ({
      title: "",
      activityType: "localoffline" as const,
      pageType: "signup" as const,
      businessType: 1 as const,
      ...sponsor,
      cityCode: "310100",
    }),
  }),
  accessRow({
    ...none,
    scopeShownIn: `${FOLDER}/clone.routes.test.ts`,
    auditShownIn: `${FOLDER}/clone.routes.test.ts`,
    call: cloneActivity,
    args: () => ({ ...unknown, title: "副本", parts: [], shiftDays: 0, ...sponsor }),
  }),
  accessRow({
    ...draft,
    auditShownIn: draft.scopeShownIn,
    call: saveActivityDraft,
    args: () => ({ ...unknown, basedOn: 0, basedOnLive: 0, changes: {} }),
  }),
  accessRow({
    ...draft,
    auditShownIn: draft.scopeShownIn,
    call: discardActivityDraft,
    args: () => ({ ...unknown, basedOn: 0 }),
  }),
  accessRow({ ...draft, auditShownIn: draft.scopeShownIn, call: createDraftPreview, args: () => unknown }),
  accessRow({
    ...publication,
    auditShownIn: publication.scopeShownIn,
    call: publishActivity,
    args: () => ({ ...unknown, basedOn: 0 }),
  }),
  accessRow({
    ...publication,
    auditShownIn: publication.scopeShownIn,
    call: withdrawActivity,
    args: () => unknown,
  }),
  accessRow({
    ...publication,
    auditShownIn: publication.scopeShownIn,
    call: callOffActivity,
    args: () => ({ ...unknown, reason: "台风", title: "活动" }),
  }),
  accessRow({
    ...publication,
    auditShownIn: publication.scopeShownIn,
    call: cancelActivityPlan,
    args: () => ({ ...unknown, changeId: UNKNOWN }),
  }),
  accessRow({ ...seats, auditShownIn: seats.scopeShownIn, call: saveActivitySessions, args: () => noSeats }),
  accessRow({
    ...none,
    scopeShownIn: `${FOLDER}/versions.routes.test.ts`,
    auditShownIn: `${FOLDER}/versions.routes.test.ts`,
    call: restoreActivityVersion,
    args: () => ({ ...unknown, revision: 1, basedOn: 0 }),
  }),
];
