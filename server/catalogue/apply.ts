import { Refusal } from "#contract/core/errors.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import {
  activityUpserter,
  deleteBanner,
  putBanner,
  putSeries,
  withActivityVersion,
} from "../activity/index.ts";
import { putBenefit } from "../benefit/index.ts";
import { addVersion } from "../compose/index.ts";
import { writeAuditEntry, type AuditActor, type AuditEntry } from "../database/shared-tables/audit-log.ts";
import type { Database } from "../database/connection/database.ts";
import { flowStore, processUpserter } from "../flow/index.ts";
import type { AppContext } from "../core/app-context.ts";
import { putKocProgram } from "../koc/index.ts";
import { putContest } from "../contest/index.ts";
import { putOrganisation } from "../organisation/index.ts";
import type { Catalogue } from "./schema.ts";
import { toActivityUpsert, toNewBanner, toNewBenefit, toNewContest, toNewKocProgram } from "./rules.ts";
import { ImportLog, type CatalogueChange } from "./import-log.ts";
import { dryRun } from "./dry-run.ts";
import { putMall } from "./mall.ts";
import { fault } from "../core/faults.ts";
import { existingIds, lockImports } from "./store.ts";

export type CatalogueContext = Pick<AppContext, "db" | "clock" | "config"> & { readonly by: AuditActor };
const VERSION_AUTHOR = "catalogue";
type ActivityImport = {
  readonly by: AuditActor;
  readonly now: Date;
  /** A further change that belongs to the same version. */
  readonly thenDo?: (activityId: string) => Promise<unknown>;
};
/** Adds or updates activities in the caller's transaction. @throws CatalogueError */
export async function putActivities(
  db: Database,
  { activities }: Pick<Catalogue, "activities">,
  importLog: ImportLog,
  { by, now, thenDo }: ActivityImport,
): Promise<void> {
  const dealers = await existingIds(
    db,
    "organisation",
    "organisation_id",
    activities.flatMap(({ dealerIds }) => dealerIds),
  );
  const series = await existingIds(
    db,
    "series",
    "series_code",
    activities.flatMap(({ seriesCodes }) => seriesCodes),
  );
  for (const [at, entry] of activities.entries()) {
    for (const [position, id] of entry.dealerIds.entries())
      if (!dealers.has(id))
        importLog.problems[`activities.${at}.dealerIds.${position}`] = fault("noSuch", "dealer", id);
    for (const [position, code] of entry.seriesCodes.entries())
      if (!series.has(code))
        importLog.problems[`activities.${at}.seriesCodes.${position}`] = fault("noSuch", "series", code);
  }
  importLog.throwIfInvalid();
  const put = activityUpserter(db, now);
  for (const [at, entry] of activities.entries()) {
    const { activityId } = entry;
    // Unchanged entries lock no row, since an import takes long and a crowd may be signing up.
    const result = await withActivityVersion(db, { activityId, by, now, isLocked: false }, async () => {
      const done = await put.putActivity(toActivityUpsert(entry), (page) =>
        addVersion(db, { ...page, by: VERSION_AUTHOR, now }, { isGuarded: true }),
      );
      await thenDo?.(activityId);
      return done;
    });
    importLog.add(`activities.${at}`, "activity", activityId, result);
  }
  importLog.throwIfInvalid();
}

/** Imports benefits, KOC programmes and contests, which refer to activities. */
async function putOffers(db: Database, catalogue: Catalogue, importLog: ImportLog, now: Date): Promise<void> {
  const lists = ["benefits", "kocPrograms", "contests", "processes"] as const;
  const activityIds = lists.flatMap((list) => catalogue[list].map(({ activityId }) => activityId));
  const activities = await existingIds(db, "activity", "activity_id", activityIds);
  for (const list of lists)
    for (const [at, { activityId }] of catalogue[list].entries())
      if (!activities.has(activityId))
        importLog.problems[`${list}.${at}.activityId`] = fault("noSuch", "activity", activityId);
  importLog.throwIfInvalid();
  for (const [at, entry] of catalogue.benefits.entries())
    importLog.add(`benefits.${at}`, "benefit", entry.benefitId, await putBenefit(db, toNewBenefit(entry)));
  for (const [at, entry] of catalogue.kocPrograms.entries())
    importLog.add(
      `kocPrograms.${at}`,
      "koc-program",
      entry.activityId,
      await putKocProgram(db, toNewKocProgram(entry)),
    );
  for (const [at, entry] of catalogue.contests.entries())
    importLog.add(
      `contests.${at}`,
      "contest",
      entry.activityId,
      await putContest(db, toNewContest(entry), now),
    );
}

async function putProcesses(
  db: Database,
  { processes, personFields }: Catalogue,
  importLog: ImportLog,
  { clock, config }: CatalogueContext,
): Promise<void> {
  const store = flowStore(db);
  const put = processUpserter(
    { clock, config, origin: () => config.publicOrigin ?? "http://localhost" },
    store,
  );
  const same = { columns: [], conflicts: {} };
  for (const [at, { nodes, ...entry }] of processes.entries())
    try {
      const outcome = await put({ ...entry, process: { nodes } });
      importLog.add(`processes.${at}`, "process", entry.activityId, { ...same, outcome, columns: ["nodes"] });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      for (const [place, problem] of Object.entries(error.fields))
        importLog.problems[`processes.${at}.${place}`] = problem;
    }
  for (const [at, entry] of personFields.entries()) {
    const query = { userId: null, mobile: entry.mobile, activityIds: [], fields: [entry.field] };
    const current = (await store.lookUp(query)).fields[entry.field] ?? null;
    const outcome = current === entry.value ? "same" : current === null ? "added" : "changed";
    if (outcome !== "same") await store.setField(entry);
    importLog.add(`personFields.${at}`, "person-field", `${entry.field} ${maskMobile(entry.mobile)}`, {
      ...same,
      outcome,
      columns: ["value"],
    });
  }
}

/** Audit entry of a change; it names no person. */
const entryOf = ({ kind, id, outcome, fields }: CatalogueChange, by: AuditActor, now: Date): AuditEntry => ({
  by,
  action: outcome === "added" ? "catalogue.add" : "catalogue.change",
  about: { kind, id: kind === "person-field" ? (id.split(" ")[0] ?? "") : id },
  outcome: outcome === "removed" ? outcome : fields.join(", ") || "done",
  now,
});

async function putAll(
  db: Database,
  catalogue: Catalogue,
  context: CatalogueContext,
): Promise<CatalogueChange[]> {
  await lockImports(db);
  const now = new Date(context.clock.now());
  const importLog = new ImportLog();
  for (const [at, entry] of catalogue.dealers.entries())
    importLog.add(
      `dealers.${at}`,
      "dealer",
      entry.id,
      await putOrganisation(db, entry, { by: context.by, now }),
    );
  for (const [at, entry] of catalogue.series.entries())
    importLog.add(
      `series.${at}`,
      "series",
      entry.seriesCode,
      await putSeries(db, entry, { by: context.by, now }),
    );
  importLog.throwIfInvalid();
  await putActivities(db, catalogue, importLog, { by: context.by, now });
  for (const [at, entry] of catalogue.banners.entries())
    importLog.add(
      `banners.${at}`,
      "banner",
      entry.id,
      await putBanner(db, toNewBanner(entry), { by: context.by, now }),
    );
  for (const id of catalogue.removedBanners)
    if (await deleteBanner(db, id))
      importLog.changes.push({ kind: "banner", id, outcome: "removed", fields: [] });
  await putOffers(db, catalogue, importLog, now);
  await putProcesses(db, catalogue, importLog, context);
  await putMall(db, catalogue, importLog, { by: context.by, now });
  importLog.throwIfInvalid();
  for (const change of importLog.changes)
    if (change.outcome !== "same") await writeAuditEntry(db, entryOf(change, context.by, now));
  return importLog.changes;
}

/**
 * Imports a catalogue, all of it or nothing, and writes an audit entry for each added or changed entry.
 * @param isDry rolls everything back and only reports what would change
 * @throws CatalogueError with the path of every problem
 */
export async function applyCatalogue(
  context: CatalogueContext,
  catalogue: Catalogue,
  isDry: boolean,
): Promise<readonly CatalogueChange[]> {
  const run = (transaction: Database) => putAll(transaction, catalogue, context);
  return isDry ? dryRun(context.db, run) : context.db.transaction().execute(run);
}
