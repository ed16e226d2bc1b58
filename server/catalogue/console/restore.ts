import type { ActivityContent } from "#contract/console/activity/content.ts";
import { Refusal } from "#contract/core/errors.ts";
import { readLiveActivity } from "../../activity/index.ts";
import type { Database } from "../../database/connection/database.ts";
import { writeAuditEntry } from "../../database/shared-tables/audit-log.ts";
import { changedFields, entityVersions } from "../../database/shared-tables/entity-version-store.ts";
import type { OperatorCaller } from "../../http/console/operator.ts";
import { offerSeatsNow } from "../../signup/index.ts";
import { putActivities } from "../apply.ts";
import { ImportLog } from "../import-log.ts";
import { CatalogueError } from "../rules.ts";
import type { ChangeAuthor } from "../store.ts";
import { requireStillOwn } from "./access-store.ts";
import { activityRefusal, judgeContent } from "./judge.ts";
import { overtakenBy } from "./conflicts.ts";

type Restoring = ChangeAuthor & {
  readonly activityId: string;
  readonly content: ActivityContent;
  readonly revision: number;
  /** Live revision that the operator saw. */
  readonly basedOn: number;
};
export type Restored = { readonly revision: number; readonly outcome: "done" | "same" };

/**
 * Puts an earlier content back as a new version by the rules of the catalogue file; whether it is shown stays. A draft
 * stays beside it.
 * @throws Refusal "invalid" with faults by field, "editConflict" if it was changed since; then nothing changed
 */
export const restoreVersion = (
  database: Database,
  { activityId, content, revision, basedOn, by, now }: Restoring,
  caller: OperatorCaller,
): Promise<Restored | null> =>
  database.transaction().execute(async (db) => {
    const live = await readLiveActivity(db, activityId, { isLocked: true });
    if (live === null) return null;
    if (live.revision !== basedOn) {
      const since = await entityVersions(db).changesSince({ kind: "activity", id: activityId }, basedOn);
      throw await overtakenBy(db, activityId, [...new Set(since.flatMap(({ fields }) => fields))], now);
    }
    const { isPublished, cancelReason } = live.content;
    const wanted = { ...content, isPublished, cancelReason };
    if (changedFields(live.content, wanted).length === 0) return { revision: live.revision, outcome: "same" };
    const { catalogue, faults } = await judgeContent(db, wanted, { taken: live.taken, hasBlocks: true });
    if (catalogue === null) throw new Refusal("invalid", { fields: faults });
    try {
      await putActivities(db, catalogue, new ImportLog(), { by, now });
    } catch (error) {
      throw error instanceof CatalogueError ? activityRefusal(error) : error;
    }
    await requireStillOwn(db, caller, activityId, "activity.publish");
    await offerSeatsNow(db, activityId, now.getTime());
    await writeAuditEntry(db, {
      by,
      action: "activity.restore",
      about: { kind: "activity", id: activityId },
      outcome: `version ${revision}`,
      now,
    });
    const after = await readLiveActivity(db, activityId, { isLocked: false });
    return { revision: after?.revision ?? live.revision, outcome: "done" };
  });
