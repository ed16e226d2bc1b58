import type { ActivityEffect } from "#contract/console/activity/publication.ts";
import type { DraftFieldName } from "#contract/console/activity/content.ts";
import { Refusal } from "#contract/core/errors.ts";
import { readLiveActivity, type LiveActivity } from "../../activity/index.ts";
import type { Database } from "../../database/connection/database.ts";
import { writeAuditEntry } from "../../database/shared-tables/audit-log.ts";
import { offerSeatsNow } from "../../signup/index.ts";
import { putActivities } from "../apply.ts";
import { ImportLog } from "../import-log.ts";
import { CatalogueError } from "../rules.ts";
import { cancelActivity, setActivityPublished, writePublished, type ChangeAuthor } from "../store.ts";
import { activityUnknown } from "./access-store.ts";
import { overtakenBy } from "./conflicts.ts";
import { changedByDraft, draftAfterPlan, overtakenFields, withDraft } from "../draft/draft-rules.ts";
import { draftStore, noDraft, type DraftFieldMap } from "../draft/draft-store.ts";
import { readEffect } from "./effect-store.ts";
import { activityRefusal, judgeContent } from "./judge.ts";
import { scheduleStore } from "../../database/shared-tables/scheduled-change-store.ts";

export type PublicationOutcome = { readonly outcome: "done" | "again"; readonly effect: ActivityEffect };

/** @throws Refusal "notFound" */
export async function lockLive(db: Database, activityId: string): Promise<LiveActivity> {
  const live = await readLiveActivity(db, activityId, { isLocked: true });
  if (live === null) throw activityUnknown();
  return live;
}

type GoingLive = ChangeAuthor & {
  readonly activityId: string;
  readonly live: LiveActivity;
  /** Fields that go live. */
  readonly fields: DraftFieldMap;
};
/**
 * Publishes an activity with fields of its draft, by the rules of the catalogue file, and offers seats that are free by
 * it. The transaction holds the activity's lock.
 * @throws Refusal "editConflict" for fields that were changed elsewhere meanwhile, "invalid" with faults by field
 */
async function goLive(
  db: Database,
  { activityId, live, fields, by, now }: GoingLive,
): Promise<PublicationOutcome & { readonly changed: readonly DraftFieldName[] }> {
  const overtaken = overtakenFields(live.content, fields);
  if (overtaken.length > 0) throw await overtakenBy(db, activityId, overtaken, now);
  const changed = changedByDraft(live.content, fields);
  const { following, ...held } = await readEffect(db, activityId, now);
  if (changed.length === 0 && live.content.isPublished)
    return { outcome: "again", effect: { ...held, notified: 0, offered: 0 }, changed };
  const { catalogue, faults } = await judgeContent(db, withDraft(live.content, fields), live);
  if (catalogue === null) throw new Refusal("invalid", { fields: faults });
  try {
    const publish = (): Promise<unknown> => writePublished(db, activityId, true);
    await putActivities(db, catalogue, new ImportLog(), { by, now, thenDo: publish });
  } catch (error) {
    throw error instanceof CatalogueError ? activityRefusal(error) : error;
  }
  const isMoved = changed.includes("startTime") || changed.includes("endTime");
  const offers = await offerSeatsNow(db, activityId, now.getTime());
  const effect = { ...held, notified: isMoved ? following : 0, offered: offers.length };
  return { outcome: "done", effect, changed };
}

/** Publishes a draft, whole or as it was planned, and keeps what was edited after the plan. */
export async function publishDraft(
  db: Database,
  {
    activityId,
    planned,
    by,
    now,
  }: ChangeAuthor & { readonly activityId: string; readonly planned?: DraftFieldMap },
): Promise<PublicationOutcome> {
  const live = await lockLive(db, activityId);
  const drafts = draftStore(db);
  const draft = (await drafts.read(activityId)) ?? noDraft;
  const done = await goLive(db, { activityId, live, fields: planned ?? draft.fields, by, now });
  if (done.outcome === "again") return done;
  if (draft.revision > 0) {
    const after = await lockLive(db, activityId);
    const rest = planned === undefined ? {} : draftAfterPlan(after.content, draft.fields, planned);
    const count = changedByDraft(after.content, rest).length;
    await drafts.write(activityId, rest, { count, by: by.id ?? "", now });
  }
  await writeAuditEntry(db, {
    by,
    action: live.content.isPublished ? "catalogue.change" : "catalogue.publish",
    about: { kind: "activity", id: activityId },
    outcome: done.changed.join(", ") || "done",
    now,
  });
  return done;
}

/** Takes an activity from lists and its page. @throws Refusal "notFound" */
export async function withdraw(
  db: Database,
  activityId: string,
  acted: ChangeAuthor,
): Promise<PublicationOutcome> {
  const { following: _following, ...held } = await readEffect(db, activityId, acted.now);
  const outcome = await setActivityPublished(db, activityId, false, acted);
  if (outcome === "noActivity") throw activityUnknown();
  return { outcome, effect: { ...held, notified: 0, offered: 0 } };
}

/** Cancels an activity as the command does, and what was planned for it. @throws Refusal "notFound" */
export async function callOff(
  db: Database,
  activityId: string,
  reason: string,
  acted: ChangeAuthor,
): Promise<PublicationOutcome> {
  const { following: _following, ...held } = await readEffect(db, activityId, acted.now);
  const outcome = await cancelActivity(db, activityId, reason, acted);
  if (outcome === "noActivity") throw activityUnknown();
  if (outcome === "done")
    await scheduleStore(db, "activity").cancel(activityId, ["publish", "withdraw"], acted.now);
  const notified = outcome === "done" ? held.guests + held.waiting : 0;
  return { outcome, effect: { ...held, notified, offered: 0 } };
}
