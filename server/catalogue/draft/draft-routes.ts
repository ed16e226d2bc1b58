import { withAuthorNames } from "../console/conflicts.ts";
import {
  createDraftPreview,
  discardActivityDraft,
  PRESENCE_END_SECONDS,
  saveActivityDraft,
  showActivityDraft,
  touchActivityPresence,
  type ActivityDraft,
} from "#contract/console/activity/draft.ts";
import type { DraftFieldName } from "#contract/console/activity/content.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { previewLinks, readLiveActivity } from "../../activity/index.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { operatorAuditActor, requireOperator } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { activityUnknown, requireOwn, requireReadable } from "../console/access-store.ts";
import { changedByDraft, draftValues, withDraft } from "./draft-rules.ts";
import { draftStore, noDraft, type DraftField, type DraftFieldMap } from "./draft-store.ts";
import { judgeContent } from "../console/judge.ts";
import type { ActivityConsolePorts } from "../console/ports.ts";
import { presenceStore } from "./presence-store.ts";
import { discardDraft, saveDraft } from "./save-draft.ts";

const PREVIEW_MINUTES = 30;
const MINUTES_OF_DAY = 1_440;
/** An operator's name, or null if it is unknown. */
const nameOf = (names: ReadonlyMap<string, string>, id: string | null): string | null =>
  (id === null ? undefined : names.get(id)) ?? null;

/** Describes the draft of an activity beside its live content. */
async function describeDraft(
  db: Database,
  activityId: string,
  { operatorNames }: Pick<ActivityConsolePorts, "operatorNames">,
): Promise<ActivityDraft> {
  const live = await readLiveActivity(db, activityId, { isLocked: false });
  if (live === null) throw activityUnknown();
  const row = await draftStore(db).read(activityId);
  const fields: DraftFieldMap = row?.fields ?? noDraft.fields;
  const changed = changedByDraft(live.content, fields);
  const shown = (Object.entries(fields) as [DraftFieldName, DraftField][]).filter(
    ([name]) => live.isUnseen || changed.includes(name),
  );
  const names = await operatorNames([
    ...new Set([...shown.map(([, { by }]) => by), ...(row ? [row.changed_by] : [])]),
  ]);
  return {
    activityId,
    revision: row?.revision ?? noDraft.revision,
    liveRevision: live.revision,
    live: live.content,
    values: draftValues(Object.fromEntries(shown)),
    authors: Object.fromEntries(shown.map(([name, { by, time }]) => [name, { by: nameOf(names, by), time }])),
    savedTime: row && toShanghaiIso(row.changed_time),
    savedBy: row && nameOf(names, row.changed_by),
    faults: { ...(await judgeContent(db, withDraft(live.content, fields), live)).faults },
    taken: live.taken,
    wasPublished: !live.isUnseen,
  };
}

/** Registers the calls of drafts, their previews, and who edits them. */
export function draftRoutes(
  { db, clock, origin }: Pick<AppContext, "db" | "clock" | "origin">,
  calls: OperatorRouter,
  ports: ActivityConsolePorts,
): void {
  calls.on(showActivityDraft, async ({ activityId }, caller) => {
    await requireReadable(db, caller, activityId);
    return describeDraft(db, activityId, ports);
  });
  calls.on(saveActivityDraft, async (args, caller) => {
    await requireOwn(db, caller, args.activityId, "activity.write");
    const now = new Date(clock.now());
    const names = (id: string | null) => ports.operatorNames(id === null ? [] : [id]);
    const { conflict, merged } = await saveDraft(db, args, caller, now);
    if (conflict !== null) {
      const by = nameOf(await names(conflict.by), conflict.by);
      throw new Refusal("editConflict", { data: { by, at: conflict.time, fields: conflict.fields } });
    }
    const mergedBy = merged && nameOf(await names(merged.by), merged.by);
    return {
      draft: await describeDraft(db, args.activityId, ports),
      merged: merged && { by: mergedBy, fields: [...merged.fields] },
    };
  });
  calls.on(discardActivityDraft, async ({ activityId, basedOn }, caller) => {
    await requireOwn(db, caller, activityId, "activity.write");
    const discarding = { activityId, basedOn, by: operatorAuditActor(caller), now: new Date(clock.now()) };
    await withAuthorNames(ports, () => discardDraft(db, discarding));
    return { draft: await describeDraft(db, activityId, ports) };
  });
  calls.on(createDraftPreview, async ({ activityId }, caller) => {
    await requireReadable(db, caller, activityId);
    const links = previewLinks({ db, clock, by: operatorAuditActor(caller) });
    const issued = await links.add(activityId, PREVIEW_MINUTES / MINUTES_OF_DAY, { showsDraft: true });
    if (issued === null) throw activityUnknown();
    const expiresTime = toShanghaiIso(clock.now() + PREVIEW_MINUTES * 60_000);
    return { url: origin() + issued.path, path: issued.path, expiresTime };
  });
  calls.on(touchActivityPresence, async ({ activityId, isLeaving }, caller) => {
    await requireReadable(db, caller, activityId);
    const { operatorId } = requireOperator(caller);
    const store = presenceStore(db);
    const now = clock.now();
    if (isLeaving) await store.leave({ activityId, operatorId });
    else await store.touch({ activityId, operatorId, now: new Date(now) });
    const after = new Date(now - PRESENCE_END_SECONDS * 1_000);
    const others = await store.others({ activityId, operatorId }, after);
    const names = await ports.operatorNames(others.map(({ operator_id }) => operator_id));
    const live = await readLiveActivity(db, activityId, { isLocked: false });
    return {
      others: others.flatMap(({ operator_id, seen_time }) => {
        const name = names.get(operator_id);
        return name === undefined ? [] : [{ name, seenTime: toShanghaiIso(seen_time) }];
      }),
      revision: (await draftStore(db).read(activityId))?.revision ?? noDraft.revision,
      liveRevision: live?.revision ?? 0,
    };
  });
}
