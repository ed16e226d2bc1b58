import { sql } from "kysely";
import { Refusal } from "#contract/core/errors.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { activityUpserter } from "../activity/index.ts";
import { putBenefit } from "../benefit/index.ts";
import { addVersion } from "../compose/index.ts";
import { writeAuditEntry, type AuditActor, type AuditEntry } from "../database/shared-tables/audit-log.ts";
import type { Database } from "../database/connection/database.ts";
import type { UpsertResult } from "../database/statements/upsert-row.ts";
import { flowStore, processUpserter } from "../flow/index.ts";
import type { AppContext } from "../core/app-context.ts";
import { putKocProgram } from "../koc/index.ts";
import { putOrganisation } from "../organisation/index.ts";
import type { Catalogue } from "./schema.ts";
import {
  CatalogueError,
  toActivityUpsert,
  toNewBenefit,
  toNewKocProgram,
  type CatalogueProblems,
} from "./rules.ts";
import { catalogueMessages } from "./messages.ts";

export type CatalogueContext = Pick<AppContext, "db" | "clock" | "config"> & { readonly by: AuditActor };
/** Result of importing one entry. */
export type CatalogueChange = {
  readonly kind:
    | "dealer"
    | "series"
    | "activity"
    | "banner"
    | "benefit"
    | "koc-program"
    | "process"
    | "person-field";
  readonly id: string;
  readonly outcome: UpsertResult["outcome"] | "removed";
  /** Names of the changed fields; empty unless the outcome is "changed". */
  readonly fields: readonly string[];
};

/** Advisory lock: one catalogue is imported at a time. */
const IMPORT_LOCK = 7_204_518_822;
const VERSION_AUTHOR = "catalogue";
const fieldOf = (column: string): string =>
  column.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
const SERIES_FIELDS: Readonly<Record<string, string>> = { name: "seriesName" };

/** Collects the changes and the problems of an import. */
class ImportLog {
  readonly changes: CatalogueChange[] = [];
  readonly faults: CatalogueProblems = {};

  add(
    place: string,
    kind: CatalogueChange["kind"],
    id: string,
    { outcome, columns, conflicts: faults }: UpsertResult,
  ): void {
    const named = (column: string): string =>
      (kind === "series" ? SERIES_FIELDS[column] : undefined) ?? fieldOf(column);
    for (const [column, fault] of Object.entries(faults)) this.faults[`${place}.${named(column)}`] = fault;
    this.changes.push({ kind, id, outcome, fields: outcome === "changed" ? columns.map(named) : [] });
  }
  /**
   * Stops before a step that would only report consequences of earlier problems.
   * @throws CatalogueError
   */
  judge(): void {
    if (Object.keys(this.faults).length > 0) throw new CatalogueError(this.faults);
  }
}

async function existingIds(
  db: Database,
  table: "activity" | "organisation" | "series",
  column: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select ${sql.ref(column)} as id from ${sql.table(table)}
    where ${sql.ref(column)} = any(${[...new Set(ids)]}::text[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

async function putActivities(db: Database, { activities }: Catalogue, ledger: ImportLog, now: Date) {
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
  for (const [at, one] of activities.entries()) {
    for (const [position, id] of one.dealerIds.entries())
      if (!dealers.has(id))
        ledger.faults[`activities.${at}.dealerIds.${position}`] = catalogueMessages.noSuch("dealer", id);
    for (const [position, code] of one.seriesCodes.entries())
      if (!series.has(code))
        ledger.faults[`activities.${at}.seriesCodes.${position}`] = catalogueMessages.noSuch("series", code);
  }
  ledger.judge();
  const put = activityUpserter(db, now);
  for (const [at, one] of activities.entries()) {
    const done = await put.putActivity(toActivityUpsert(one), (page) =>
      addVersion(db, { ...page, by: VERSION_AUTHOR, now }, { isGuarded: true }),
    );
    ledger.add(`activities.${at}`, "activity", one.activityId, done);
  }
  ledger.judge();
}

/** Imports benefits, KOC programmes and processes, which refer to activities. */
async function putOffers(db: Database, catalogue: Catalogue, ledger: ImportLog): Promise<void> {
  const lists = ["benefits", "kocPrograms", "processes"] as const;
  const wanted = lists.flatMap((list) => catalogue[list].map(({ activityId }) => activityId));
  const activities = await existingIds(db, "activity", "activity_id", wanted);
  for (const list of lists)
    for (const [at, { activityId }] of catalogue[list].entries())
      if (!activities.has(activityId))
        ledger.faults[`${list}.${at}.activityId`] = catalogueMessages.noSuch("activity", activityId);
  ledger.judge();
  for (const [at, one] of catalogue.benefits.entries())
    ledger.add(`benefits.${at}`, "benefit", one.benefitId, await putBenefit(db, toNewBenefit(one)));
  for (const [at, one] of catalogue.kocPrograms.entries())
    ledger.add(
      `kocPrograms.${at}`,
      "koc-program",
      one.activityId,
      await putKocProgram(db, toNewKocProgram(one)),
    );
}

async function putProcesses(
  db: Database,
  { processes, personFields }: Catalogue,
  ledger: ImportLog,
  { clock, config }: CatalogueContext,
): Promise<void> {
  const store = flowStore(db);
  const put = processUpserter(
    { clock, config, origin: () => config.publicOrigin ?? "http://localhost" },
    store,
  );
  const same = { columns: [], conflicts: {} };
  for (const [at, { nodes, ...one }] of processes.entries())
    try {
      const outcome = await put({ ...one, process: { nodes } });
      ledger.add(`processes.${at}`, "process", one.activityId, { ...same, outcome, columns: ["nodes"] });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      for (const [place, fault] of Object.entries(error.fields))
        ledger.faults[`processes.${at}.${place}`] = fault;
    }
  for (const [at, one] of personFields.entries()) {
    const asked = { userId: null, mobile: one.mobile, activityIds: [], fields: [one.field] };
    const standing = (await store.lookUp(asked)).fields[one.field] ?? null;
    const outcome = standing === one.value ? "same" : standing === null ? "added" : "changed";
    if (outcome !== "same") await store.setField(one);
    ledger.add(`personFields.${at}`, "person-field", `${one.field} ${maskMobile(one.mobile)}`, {
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
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`.execute(db);
  const now = new Date(context.clock.now());
  const ledger = new ImportLog();
  const put = activityUpserter(db, now);
  for (const [at, one] of catalogue.dealers.entries())
    ledger.add(`dealers.${at}`, "dealer", one.id, await putOrganisation(db, one));
  for (const [at, one] of catalogue.series.entries())
    ledger.add(`series.${at}`, "series", one.seriesCode, await put.putSeries(one));
  ledger.judge();
  await putActivities(db, catalogue, ledger, now);
  for (const [at, one] of catalogue.banners.entries())
    ledger.add(`banners.${at}`, "banner", one.id, await put.putBanner(one));
  for (const id of catalogue.removedBanners)
    if (await put.removeBanner(id))
      ledger.changes.push({ kind: "banner", id, outcome: "removed", fields: [] });
  await putOffers(db, catalogue, ledger);
  await putProcesses(db, catalogue, ledger, context);
  ledger.judge();
  for (const change of ledger.changes)
    if (change.outcome !== "same") await writeAuditEntry(db, entryOf(change, context.by, now));
  return ledger.changes;
}

class DryRunRollback extends Error {
  readonly changes: readonly CatalogueChange[];
  constructor(changes: readonly CatalogueChange[]) {
    super("undone");
    this.changes = changes;
  }
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
  try {
    return await context.db.transaction().execute(async (transaction) => {
      const changes = await putAll(transaction, catalogue, context);
      if (isDry) throw new DryRunRollback(changes);
      return changes;
    });
  } catch (error) {
    if (error instanceof DryRunRollback) return error.changes;
    throw error;
  }
}
