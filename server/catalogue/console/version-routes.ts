import type { ActivityContent } from "#contract/console/activity/content.ts";
import {
  listActivityVersions,
  restoreActivityVersion,
  showActivityVersion,
  type ActivityVersion,
} from "#contract/console/activity/versions.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { readLiveActivity } from "../../activity/index.ts";
import type { AppContext } from "../../core/app-context.ts";
import {
  changedFields,
  entityVersions,
  type EntityContent,
  type EntityVersionRow,
} from "../../database/shared-tables/entity-version-store.ts";
import { operatorAuditActor } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { activityUnknown, requireOwn, requireReadable } from "./access-store.ts";
import { withAuthorNames } from "./conflicts.ts";
import { consoleActivityMessages } from "./messages.ts";
import type { ActivityConsolePorts } from "./ports.ts";
import { restoreVersion } from "./restore.ts";

const PAGE = 50;
const unknownVersion = (): Refusal =>
  new Refusal("notFound", { message: consoleActivityMessages.unknownVersion });

const presentVersion = (row: EntityVersionRow, names: ReadonlyMap<string, string>): ActivityVersion => ({
  revision: row.revision,
  fields: row.fields,
  by: (row.author_kind === "operator" ? names.get(row.author_id ?? "") : undefined) ?? null,
  door: row.door,
  time: toShanghaiIso(row.at_time),
});
const operatorsOf = (rows: readonly EntityVersionRow[]): string[] => [
  ...new Set(
    rows.flatMap(({ author_kind, author_id }) =>
      author_kind === "operator" && author_id ? [author_id] : [],
    ),
  ),
];
const differences = (before: EntityContent, after: EntityContent, fields: readonly string[]) =>
  fields.map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
/** Content without whether it is shown, which is not restored. */
function contentAlone(content: ActivityContent): EntityContent {
  const { isPublished: _shown, cancelReason: _reason, ...rest } = content;
  return rest;
}

/** Registers the history of activities (requirement CO88). */
export function versionRoutes(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  calls: OperatorRouter,
  ports: ActivityConsolePorts,
): void {
  const versions = entityVersions(db);
  calls.on(listActivityVersions, async ({ activityId, before }, caller) => {
    await requireReadable(db, caller, activityId);
    const live = await readLiveActivity(db, activityId, { isLocked: false });
    const found = await versions.list({ kind: "activity", id: activityId }, before ?? null);
    const rows = found.slice(0, PAGE);
    const names = await ports.operatorNames(operatorsOf(rows));
    return {
      versions: rows.map((row) => presentVersion(row, names)),
      next: found.length > PAGE ? (rows.at(-1)?.revision ?? null) : null,
      liveRevision: live?.revision ?? 0,
    };
  });
  calls.on(showActivityVersion, async ({ activityId, revision }, caller) => {
    await requireReadable(db, caller, activityId);
    const row = await versions.find({ kind: "activity", id: activityId }, revision);
    const live = await readLiveActivity(db, activityId, { isLocked: false });
    if (row === null || live === null) throw unknownVersion();
    const now = contentAlone(live.content);
    const then = contentAlone(row.content as ActivityContent);
    const names = await ports.operatorNames(operatorsOf([row]));
    return {
      ...presentVersion(row, names),
      changes: differences(row.old_values, row.content, row.fields),
      restored: differences(now, then, changedFields(now, then)),
    };
  });
  calls.on(restoreActivityVersion, async ({ activityId, revision, basedOn }, caller) => {
    await requireOwn(db, caller, activityId, "activity.publish");
    const by = operatorAuditActor(caller);
    const now = new Date(clock.now());
    const row = await versions.find({ kind: "activity", id: activityId }, revision);
    if (row === null) throw unknownVersion();
    const content = row.content as ActivityContent;
    const restoring = { activityId, content, revision, basedOn, by, now };
    const result = await withAuthorNames(ports, () => restoreVersion(db, restoring, caller));
    if (result === null) throw activityUnknown();
    ports.invalidatePages();
    return result;
  });
}
