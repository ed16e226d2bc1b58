import * as z from "zod/mini";
import { id, timestamp } from "../../core/fields.ts";
import { activityContent, draftFields } from "./content.ts";
import { defineOperatorCall } from "../operator-call.ts";

const revision = z.int().check(z.gte(0));
const changes = z.partial(draftFields);
/** Data of the refusal editConflict: the last author, the time, and the fields that both sides changed. */
export const editConflictData = z.object({
  by: z.nullable(z.string()),
  at: timestamp,
  fields: z.array(z.string()),
});
export type EditConflict = z.output<typeof editConflictData>;

const draftState = z.object({
  activityId: id,
  /** Revision of the draft; 0: none yet. */
  revision,
  /** Revision of the live content. */
  liveRevision: revision,
  /** Content that visitors see, or would see. */
  live: activityContent,
  values: changes,
  /** Author and time of each changed field. */
  authors: z.record(z.string(), z.object({ by: z.nullable(z.string()), time: timestamp })),
  savedTime: z.nullable(timestamp),
  savedBy: z.nullable(z.string()),
  /** Faults by field, as publishing would find them. */
  faults: z.record(z.string(), z.string()),
  taken: z.int(),
  /** false: created and never published */
  wasPublished: z.boolean(),
});
export type ActivityDraft = z.output<typeof draftState>;

/** The draft of an activity beside its live content (requirement CO45). */
export const showActivityDraft = defineOperatorCall({
  name: "showActivityDraft",
  path: "activities/draft",
  kind: "read",
  right: "activity.read",
  args: z.object({ activityId: id }),
  result: draftState,
  refusals: ["notFound"],
});

/**
 * Keeps changes of a draft. Fields that only others changed since `basedOn` are merged and named; if both sides changed
 * one, nothing is kept and the refusal names it (requirement CO86).
 */
export const saveActivityDraft = defineOperatorCall({
  name: "saveActivityDraft",
  path: "activities/save",
  kind: "write",
  right: "activity.write",
  args: z.object({
    activityId: id,
    /** Revisions of the draft and of the live content that the operator saw. */
    basedOn: revision,
    basedOnLive: revision,
    changes,
  }),
  result: z.object({
    draft: draftState,
    /** Changes of others that were merged. */
    merged: z.nullable(z.object({ by: z.nullable(z.string()), fields: z.array(z.string()) })),
  }),
  refusals: ["notFound", "editConflict"],
});

/** Discards a draft: what visitors see stays. */
export const discardActivityDraft = defineOperatorCall({
  name: "discardActivityDraft",
  path: "activities/discard",
  kind: "write",
  right: "activity.write",
  args: z.object({ activityId: id, basedOn: revision }),
  result: z.object({ draft: draftState }),
  refusals: ["notFound", "editConflict"],
});

/** Creates an address that shows the page of the draft for 30 minutes (requirement CO46). */
export const createDraftPreview = defineOperatorCall({
  name: "createDraftPreview",
  path: "activities/preview-link",
  kind: "write",
  right: "activity.read",
  args: z.object({ activityId: id }),
  result: z.object({ url: z.string(), path: z.string(), expiresTime: timestamp }),
  refusals: ["notFound"],
});

/** Seconds between two reports that an operator has something open, and until a report counts no more. */
export const PRESENCE_SECONDS = 15;
export const PRESENCE_END_SECONDS = 45;
/** Reports that the operator edits an activity, or no more; returns who else does (requirement CO87). */
export const touchActivityPresence = defineOperatorCall({
  name: "touchActivityPresence",
  path: "activities/presence",
  kind: "read",
  right: "activity.read",
  args: z.object({ activityId: id, isLeaving: z._default(z.boolean(), false) }),
  result: z.object({
    others: z.array(z.object({ name: z.string(), seenTime: timestamp })),
    /** Revisions, so that an open editor notices changes of others. */
    revision,
    liveRevision: revision,
  }),
  refusals: ["notFound"],
});
