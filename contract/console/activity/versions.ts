import * as z from "zod/mini";
import { id, timestamp } from "../../core/fields.ts";
import { defineOperatorCall } from "../operator-call.ts";

const revision = z.int().check(z.gte(0));
const version = z.object({
  revision,
  /** Changed fields; none: the content before the first kept change, or a new activity. */
  fields: z.array(z.string()),
  /** Operator's name; null: a command, a staff link or the server, as `door` says. */
  by: z.nullable(z.string()),
  door: z.string(),
  time: timestamp,
});
export type ActivityVersion = z.output<typeof version>;

/** Live changes of an activity, the newest first (requirement CO88). */
export const listActivityVersions = defineOperatorCall({
  name: "listActivityVersions",
  path: "activities/versions",
  kind: "read",
  right: "activity.read",
  args: z.object({ activityId: id, before: z.optional(revision) }),
  /** `next`: `before` of the next page; null: the last page */
  result: z.object({ versions: z.array(version), next: z.nullable(revision), liveRevision: revision }),
  refusals: ["notFound"],
});

const difference = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });
/** One version: what it changed, and how it differs from what is live. */
export const showActivityVersion = defineOperatorCall({
  name: "showActivityVersion",
  path: "activities/versions/show",
  kind: "read",
  right: "activity.read",
  args: z.object({ activityId: id, revision }),
  result: z.object({
    ...version.shape,
    changes: z.array(difference),
    /** `before`: live now, `after`: restored. */
    restored: z.array(difference),
  }),
  refusals: ["notFound"],
});

/** Puts an earlier content back as a new version, judged by today's rules; published or not stays as it is. */
export const restoreActivityVersion = defineOperatorCall({
  name: "restoreActivityVersion",
  path: "activities/versions/restore",
  kind: "write",
  right: "activity.publish",
  args: z.object({ activityId: id, revision, basedOn: revision }),
  result: z.object({ revision, outcome: z.enum(["done", "same"]) }),
  refusals: ["notFound", "editConflict", "invalid"],
});
