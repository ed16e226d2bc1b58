import { sql } from "kysely";
import { Refusal } from "#contract/errors.ts";
import { maskMobile } from "#contract/mask-mobile.ts";
import { activityPutter } from "../activity/index.ts";
import { putBenefit } from "../benefit/index.ts";
import { addVersion } from "../compose/index.ts";
import { note, type Actor, type AuditEntry } from "../database/audit.ts";
import type { Database } from "../database/database.ts";
import type { Put } from "../database/put-row.ts";
import { flowStore, processPutter } from "../flow/index.ts";
import type { Kit } from "../kit.ts";
import { putKocProgram } from "../koc/index.ts";
import { putOrganisation } from "../organisation/index.ts";
import type { Catalogue } from "./file.ts";
import { CatalogueFault, toActivity, toBenefit, toKocProgram, type Faults } from "./rules.ts";
import { words } from "./words.ts";

export type CatalogueKit = Pick<Kit, "db" | "clock" | "config"> & { readonly by: Actor };
/** What became of an entry. */
export type Change = {
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
  readonly outcome: Put["outcome"] | "removed";
  /** What of it is another now. */
  readonly fields: readonly string[];
};

/** One catalogue at a time. */
const PUTTING = 7_204_518_822;
const VERSION_BY = "catalogue";
const fieldOf = (column: string): string =>
  column.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
const SERIES_FIELDS: Readonly<Record<string, string>> = { name: "seriesName" };

/** What has become of the entries so far. */
class Ledger {
  readonly changes: Change[] = [];
  readonly faults: Faults = {};

  add(place: string, kind: Change["kind"], id: string, { outcome, columns, faults }: Put): void {
    const named = (column: string): string =>
      (kind === "series" ? SERIES_FIELDS[column] : undefined) ?? fieldOf(column);
    for (const [column, fault] of Object.entries(faults)) this.faults[`${place}.${named(column)}`] = fault;
    this.changes.push({ kind, id, outcome, fields: outcome === "changed" ? columns.map(named) : [] });
  }
  /** @throws CatalogueFault before what would only be wrong because something else is */
  judge(): void {
    if (Object.keys(this.faults).length > 0) throw new CatalogueFault(this.faults);
  }
}

/** Those of these that there are. */
async function known(
  db: Database,
  table: "activity" | "organisation" | "series",
  column: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select ${sql.ref(column)} as id from ${sql.table(table)}
    where ${sql.ref(column)} = any(${[...new Set(ids)]}::text[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

async function putActivities(db: Database, { activities }: Catalogue, ledger: Ledger, now: Date) {
  const dealers = await known(
    db,
    "organisation",
    "organisation_id",
    activities.flatMap(({ dealerIds }) => dealerIds),
  );
  const series = await known(
    db,
    "series",
    "series_code",
    activities.flatMap(({ seriesCodes }) => seriesCodes),
  );
  for (const [at, one] of activities.entries()) {
    for (const [position, id] of one.dealerIds.entries())
      if (!dealers.has(id))
        ledger.faults[`activities.${at}.dealerIds.${position}`] = words.noSuch("dealer", id);
    for (const [position, code] of one.seriesCodes.entries())
      if (!series.has(code))
        ledger.faults[`activities.${at}.seriesCodes.${position}`] = words.noSuch("series", code);
  }
  ledger.judge();
  const put = activityPutter(db, now);
  for (const [at, one] of activities.entries()) {
    const done = await put.activity(toActivity(one), (page) =>
      addVersion(db, { ...page, by: VERSION_BY, now }, { isGuarded: true }),
    );
    ledger.add(`activities.${at}`, "activity", one.activityId, done);
  }
  ledger.judge();
}

/** What belongs to activities that stand by now. */
async function putOffers(db: Database, catalogue: Catalogue, ledger: Ledger): Promise<void> {
  const lists = ["benefits", "kocPrograms", "processes"] as const;
  const wanted = lists.flatMap((list) => catalogue[list].map(({ activityId }) => activityId));
  const activities = await known(db, "activity", "activity_id", wanted);
  for (const list of lists)
    for (const [at, { activityId }] of catalogue[list].entries())
      if (!activities.has(activityId))
        ledger.faults[`${list}.${at}.activityId`] = words.noSuch("activity", activityId);
  ledger.judge();
  for (const [at, one] of catalogue.benefits.entries())
    ledger.add(`benefits.${at}`, "benefit", one.benefitId, await putBenefit(db, toBenefit(one)));
  for (const [at, one] of catalogue.kocPrograms.entries())
    ledger.add(
      `kocPrograms.${at}`,
      "koc-program",
      one.activityId,
      await putKocProgram(db, toKocProgram(one)),
    );
}

async function putProcesses(
  db: Database,
  { processes, personFields }: Catalogue,
  ledger: Ledger,
  { clock, config }: CatalogueKit,
): Promise<void> {
  const store = flowStore(db);
  const put = processPutter(
    { clock, config, origin: () => config.publicOrigin ?? "http://localhost" },
    store,
  );
  const same = { columns: [], faults: {} };
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

/** The log's line; a person is none of it. */
const entryOf = ({ kind, id, outcome, fields }: Change, by: Actor, now: Date): AuditEntry => ({
  by,
  action: outcome === "added" ? "catalogue.add" : "catalogue.change",
  about: { kind, id: kind === "person-field" ? (id.split(" ")[0] ?? "") : id },
  outcome: outcome === "removed" ? outcome : fields.join(", ") || "done",
  now,
});

async function putAll(db: Database, catalogue: Catalogue, kit: CatalogueKit): Promise<Change[]> {
  await sql`select pg_advisory_xact_lock(${PUTTING})`.execute(db);
  const now = new Date(kit.clock.now());
  const ledger = new Ledger();
  const put = activityPutter(db, now);
  for (const [at, one] of catalogue.dealers.entries())
    ledger.add(`dealers.${at}`, "dealer", one.id, await putOrganisation(db, one));
  for (const [at, one] of catalogue.series.entries())
    ledger.add(`series.${at}`, "series", one.seriesCode, await put.series(one));
  ledger.judge();
  await putActivities(db, catalogue, ledger, now);
  for (const [at, one] of catalogue.banners.entries())
    ledger.add(`banners.${at}`, "banner", one.id, await put.banner(one));
  for (const id of catalogue.removedBanners)
    if (await put.removeBanner(id))
      ledger.changes.push({ kind: "banner", id, outcome: "removed", fields: [] });
  await putOffers(db, catalogue, ledger);
  await putProcesses(db, catalogue, ledger, kit);
  ledger.judge();
  for (const change of ledger.changes)
    if (change.outcome !== "same") await note(db, entryOf(change, kit.by, now));
  return ledger.changes;
}

class Undone extends Error {
  readonly changes: readonly Change[];
  constructor(changes: readonly Change[]) {
    super("undone");
    this.changes = changes;
  }
}

/**
 * Brings a catalogue in: all of it or nothing, with a line in the audit log for each entry that is new or another.
 * @param isDry takes all of it back, and only says what it would do
 * @throws CatalogueFault with the place of everything that cannot be taken
 */
export async function applyCatalogue(
  kit: CatalogueKit,
  catalogue: Catalogue,
  isDry: boolean,
): Promise<readonly Change[]> {
  try {
    return await kit.db.transaction().execute(async (transaction) => {
      const changes = await putAll(transaction, catalogue, kit);
      if (isDry) throw new Undone(changes);
      return changes;
    });
  } catch (error) {
    if (error instanceof Undone) return error.changes;
    throw error;
  }
}
