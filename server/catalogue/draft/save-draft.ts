import type { ActivityContent, DraftFieldName, DraftFields } from "#contract/console/activity/content.ts";
import type { saveActivityDraft } from "#contract/console/activity/draft.ts";
import type { ParsedOperatorArgs } from "#contract/console/operator-call.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { activityUpserter } from "../../activity/index.ts";
import type { Database } from "../../database/connection/database.ts";
import { writeAuditEntry, type AuditActor } from "../../database/shared-tables/audit-log.ts";
import { entityVersions } from "../../database/shared-tables/entity-version-store.ts";
import { operatorAuditActor, type OperatorCaller } from "../../http/console/operator.ts";
import { toActivityUpsert } from "../rules.ts";
import type { ActivityEntry } from "../schema.ts";
import type { ChangeAuthor } from "../store.ts";
import { requireStillOwn } from "../console/access-store.ts";
import { changedByDraft, mergeDraft, withDraft, type OtherChange } from "./draft-rules.ts";
import { draftStore, noDraft, type DraftFieldMap } from "./draft-store.ts";
import { judgeContent } from "../console/judge.ts";
import { editConflict } from "../console/conflicts.ts";
import { lockLive } from "../console/publication.ts";

type SaveArgs = ParsedOperatorArgs<typeof saveActivityDraft>;
/** Changes of others; `by`: the operator's id, null for another door. */
type OthersFields = { readonly by: string | null; readonly time: string; readonly fields: readonly string[] };
export type SavedDraft = { readonly conflict: OthersFields | null; readonly merged: OthersFields | null };

/** The last of some changes, with the names of all. */
function lastOf(changes: Readonly<Partial<Record<string, OtherChange>>>): OthersFields | null {
  const last = Object.values(changes)
    .flatMap((one) => one ?? [])
    .toSorted((one, other) => other.time.localeCompare(one.time))[0];
  return last === undefined ? null : { ...last, fields: Object.keys(changes) };
}

/** Fields that went live since a revision, with who changed each last. */
async function changesSince(
  db: Database,
  activityId: string,
  revision: number,
): Promise<Record<string, OtherChange>> {
  const changes: Record<string, OtherChange> = {};
  for (const row of await entityVersions(db).changesSince({ kind: "activity", id: activityId }, revision))
    for (const field of row.fields)
      changes[field] ??= {
        by: row.author_kind === "operator" ? row.author_id : null,
        time: toShanghaiIso(row.at_time),
      };
  return changes;
}

/** An entry with its times as numbers; other values are taken as they are. */
const toEntry = (content: ActivityContent): ActivityEntry =>
  ({
    ...content,
    startTime: Date.parse(content.startTime),
    endTime: Date.parse(content.endTime),
    signUpStartTime: Date.parse(content.signUpStartTime),
    signUpEndTime: Date.parse(content.signUpEndTime),
    blocks: undefined,
    sessions: content.sessions.map((session) => ({
      ...session,
      startTime: Date.parse(session.startTime),
      endTime: Date.parse(session.endTime),
    })),
  }) as ActivityEntry;

/**
 * Lets the row of an activity that nobody has seen follow its draft, as far as the draft has no faults, so that lists,
 * boards and scope know its title, place and times.
 */
async function followDraft(
  db: Database,
  live: { readonly content: ActivityContent; readonly taken: number },
  fields: DraftFieldMap,
  now: Date,
): Promise<void> {
  const { faults } = await judgeContent(db, withDraft(live.content, fields), live);
  const faulty = new Set(Object.keys(faults).map((place) => place.split(".")[0]));
  const sound = Object.fromEntries(Object.entries(fields).filter(([name]) => !faulty.has(name)));
  const keepsBlocks = (): Promise<void> => Promise.resolve();
  const entry = toActivityUpsert(toEntry(withDraft(live.content, sound)));
  await activityUpserter(db, now).putActivity(entry, keepsBlocks);
}

/** Author of a draft, with the check that the activity is still theirs after it. */
export type DraftAuthor = ChangeAuthor & { readonly requireOwn: (db: Database) => Promise<void> };

/**
 * Merges changes into a draft, in the caller's transaction with the audit entry; nothing is written if there is a
 * conflict.
 */
export async function mergeIntoDraft(
  db: Database,
  { activityId, basedOn, basedOnLive, changes }: SaveArgs,
  { by: actor, now, requireOwn }: DraftAuthor,
): Promise<SavedDraft> {
  const by = actor.id ?? "";
  const live = await lockLive(db, activityId);
  const drafts = draftStore(db);
  const draft = (await drafts.read(activityId)) ?? noDraft;
  const edit = {
    changes: changes as Partial<DraftFields>,
    basedOn,
    wentLive: await changesSince(db, activityId, basedOnLive),
    by,
    time: toShanghaiIso(now),
  };
  const { fields, conflicts, merged } = mergeDraft(live.content, draft.fields, edit, draft.revision + 1);
  const conflict = lastOf(conflicts);
  if (conflict !== null) return { conflict, merged: null };
  if (live.isUnseen) {
    await followDraft(db, live, fields, now);
    await requireOwn(db);
  }
  const { content } = live.isUnseen ? await lockLive(db, activityId) : live;
  const count = changedByDraft(content, fields).length;
  await drafts.write(activityId, fields, { count, by, now });
  await writeAuditEntry(db, {
    by: actor,
    action: "draft.save",
    about: { kind: "activity", id: activityId },
    outcome: (Object.keys(changes) as DraftFieldName[]).join(", ") || "done",
    now,
  });
  return { conflict: null, merged: lastOf(merged) };
}

/** Merges changes of an operator into a draft, in a transaction of its own. */
export const saveDraft = (
  database: Database,
  args: SaveArgs,
  caller: OperatorCaller,
  now: Date,
): Promise<SavedDraft> =>
  database.transaction().execute((db) =>
    mergeIntoDraft(db, args, {
      by: operatorAuditActor(caller),
      now,
      requireOwn: (within) => requireStillOwn(within, caller, args.activityId, "activity.write"),
    }),
  );

type Discard = {
  readonly activityId: string;
  readonly basedOn: number;
  readonly by: AuditActor;
  readonly now: Date;
};
/** Discards a draft. @throws Refusal "editConflict" if somebody changed it meanwhile */
export const discardDraft = (database: Database, { activityId, basedOn, by, now }: Discard): Promise<void> =>
  database.transaction().execute(async (db) => {
    await lockLive(db, activityId);
    const drafts = draftStore(db);
    const draft = await drafts.read(activityId);
    if (draft === null) return;
    if (draft.revision !== basedOn)
      throw editConflict(Object.keys(draft.fields), {
        by: draft.changed_by,
        at: toShanghaiIso(draft.changed_time),
      });
    await drafts.write(activityId, {}, { count: 0, by: by.id ?? "", now });
    await writeAuditEntry(db, {
      by,
      action: "draft.discard",
      about: { kind: "activity", id: activityId },
      outcome: "done",
      now,
    });
  });
