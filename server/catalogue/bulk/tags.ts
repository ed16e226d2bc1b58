import type { LiveActivity } from "../../activity/index.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { Database } from "../../database/connection/database.ts";
import { writeAuditEntry } from "../../database/shared-tables/audit-log.ts";
import { putActivities } from "../apply.ts";
import { judgeContent } from "../console/judge.ts";
import { lockLive } from "../console/publication.ts";
import { changedByDraft } from "../draft/draft-rules.ts";
import { draftStore, noDraft, type DraftRow } from "../draft/draft-store.ts";
import { mergeIntoDraft, type DraftAuthor } from "../draft/save-draft.ts";
import { ImportLog } from "../import-log.ts";
import { activityBulkMessages as messages } from "./messages.ts";
import { currentTags, hasOtherDraftTags } from "./rules.ts";

type LockedTags = {
  readonly live: LiveActivity;
  readonly draft: DraftRow | typeof noDraft;
  readonly tags: readonly string[];
};
/**
 * Locks an activity and reads its tags, those of the draft while nobody else has seen it.
 * @throws Refusal "stateChanged" if the draft beside a published activity has tags of its own
 */
export async function readTags(db: Database, activityId: string): Promise<LockedTags> {
  const live = await lockLive(db, activityId);
  const draft: DraftRow | typeof noDraft = (await draftStore(db).read(activityId)) ?? noDraft;
  const { tags } = live.content;
  const { isUnseen } = live;
  const field = "tags" in draft.fields ? draft.fields.tags : undefined;
  const draftTags = field === undefined ? null : (field.value as readonly string[]);
  const state = { isUnseen, tags, draftTags };
  if (hasOtherDraftTags(state)) throw new Refusal("stateChanged", { message: messages.draftTags });
  return { live, draft, tags: currentTags(state) };
}

/** Lets a draft forget tags that were the same as the live ones, so that publishing it does not bring those back. */
async function forgetDraftTags(
  db: Database,
  { live, draft }: LockedTags,
  { by, now }: DraftAuthor,
): Promise<void> {
  if (!("tags" in draft.fields)) return;
  const { tags: _same, ...fields } = draft.fields;
  const count = changedByDraft(live.content, fields).length;
  await draftStore(db).write(live.content.activityId, fields, { count, by: by.id ?? "", now });
}

/**
 * Writes the tags of an activity that `readTags` locked: into its draft while nobody else has seen it, else into what
 * visitors see, as a version and by the rules of the catalogue file. Whether it is published stays.
 * @throws Refusal "invalid" with faults by field
 */
export async function writeTags(
  db: Database,
  locked: LockedTags,
  tags: readonly string[],
  author: DraftAuthor,
): Promise<void> {
  const { live, draft } = locked;
  const { activityId } = live.content;
  if (live.isUnseen) {
    const seen = { activityId, basedOn: draft.revision, basedOnLive: live.revision };
    await mergeIntoDraft(db, { ...seen, changes: { tags: [...tags] } }, author);
    return;
  }
  const wanted = { ...live.content, tags: [...tags] };
  const { catalogue, faults } = await judgeContent(db, wanted, live);
  if (catalogue === null) throw new Refusal("invalid", { fields: faults });
  const { by, now } = author;
  await putActivities(db, catalogue, new ImportLog(), { by, now });
  await forgetDraftTags(db, locked, author);
  await writeAuditEntry(db, {
    by,
    action: "catalogue.change",
    about: { kind: "activity", id: activityId },
    outcome: "tags",
    now,
  });
}
