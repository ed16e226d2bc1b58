import { sql, type Generated } from "kysely";
import type { Organisation } from "#contract/organisation/organisation.ts";
import { fault } from "../core/faults.ts";
import type { Database } from "../database/connection/database.ts";
import { announceContent } from "../database/shared-tables/change-announcement-store.ts";
import { noteFigureScope } from "../database/shared-tables/figure-change-store.ts";
import { inTransaction, type AuditActor } from "../database/shared-tables/audit-log.ts";
import { addEntityVersion } from "../database/shared-tables/entity-version-store.ts";
import { upsertRow, type UpsertResult } from "../database/statements/upsert-row.ts";

type Tables = {
  organisation: {
    organisation_id: string;
    code: string;
    name: string;
    status: string;
    address: string;
    phone: string;
    province_code: string;
    city_code: string;
    longitude: number;
    latitude: number;
    disabled_time: Generated<Date | null>;
  };
  activity_dealer: { activity_id: string; organisation_id: string };
  activity: { activity_id: string; is_published: boolean };
};

type OrganisationRow = Omit<Tables["organisation"], "disabled_time">;
const toOrganisation = (row: OrganisationRow): Organisation => ({
  id: row.organisation_id,
  code: row.code,
  name: row.name,
  status: row.status,
  address: row.address,
  phone: row.phone,
  provinceCode: row.province_code,
  cityCode: row.city_code,
  longitude: row.longitude,
  latitude: row.latitude,
});
const organisationRowOf = ({ id, provinceCode, cityCode, ...rest }: Organisation): OrganisationRow => ({
  ...rest,
  organisation_id: id,
  province_code: provinceCode,
  city_code: cityCode,
});
const CHUNK = 500;

export const organisationStore = (database: Database) => {
  const db = database.withTables<Tables>();
  return {
    async find(id: string): Promise<Organisation | null> {
      const row = await db
        .selectFrom("organisation")
        .selectAll()
        .where("organisation_id", "=", id)
        .executeTakeFirst();
      return row ? toOrganisation(row) : null;
    },
    /** The dealers of an activity; null if the activity does not exist. */
    async listByActivity(activityId: string): Promise<Organisation[] | null> {
      const rows = await db
        .selectFrom("activity")
        .leftJoin("activity_dealer", "activity_dealer.activity_id", "activity.activity_id")
        .leftJoin("organisation", "organisation.organisation_id", "activity_dealer.organisation_id")
        .selectAll("organisation")
        .where("activity.activity_id", "=", activityId)
        .where("activity.is_published", "=", true)
        .execute();
      if (rows.length === 0) return null;
      return rows.flatMap((row) =>
        row.organisation_id === null || row.disabled_time !== null
          ? []
          : [toOrganisation(row as OrganisationRow)],
      );
    },
    async add(organisations: readonly Organisation[]): Promise<void> {
      for (let at = 0; at < organisations.length; at += CHUNK)
        await inTransaction(database, async (transaction) => {
          await transaction
            .withTables<Tables>()
            .insertInto("organisation")
            .values(organisations.slice(at, at + CHUNK).map(organisationRowOf))
            // Makes an interrupted seeding repeatable.
            .onConflict((conflict) => conflict.doNothing())
            .execute();
          await announceContent(transaction, "organisation_told");
          await noteFigureScope(transaction, "organisation_figure_scope");
        });
    },
  };
};

/** Author of a change of a dealer, and its time. */
export type DealerAuthor = { readonly by: AuditActor; readonly now: Date };
/** A dealer as it is live: its content for versions, without the id. */
export type LiveDealer = {
  readonly content: Omit<Organisation, "id"> & { readonly isDisabled: boolean };
  readonly revision: number;
  readonly changedTime: Date | null;
  /** Operator who changed it last; null: another door. */
  readonly changedBy: string | null;
};
type LiveDealerRow = OrganisationRow & {
  disabled_time: Date | null;
  revision: number;
  changed_time: Date | null;
  changed_by: string | null;
  changed_door: string | null;
};

/** Reads a dealer. @param isLocked locks the row for a change @returns null: no such dealer */
export async function readLiveDealer(
  db: Database,
  dealerId: string,
  { isLocked }: { readonly isLocked: boolean },
): Promise<LiveDealer | null> {
  const { rows } = await sql<LiveDealerRow>`
    select * from organisation where organisation_id = ${dealerId} ${isLocked ? sql`for update` : sql``}`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { id: _id, ...fields } = toOrganisation(row);
  return {
    content: { ...fields, isDisabled: row.disabled_time !== null },
    revision: row.revision,
    changedTime: row.changed_time,
    changedBy: row.changed_door === "console" ? row.changed_by : null,
  };
}

/**
 * Runs a change of a dealer and keeps a version of it if it changed anything (requirement CO88); every door uses it.
 * @param db a transaction
 */
async function withDealerVersion<T>(
  db: Database,
  dealerId: string,
  { by, now }: DealerAuthor,
  run: () => Promise<T>,
  isUnchanged: (result: T) => boolean = () => false,
): Promise<T> {
  const before = await readLiveDealer(db, dealerId, { isLocked: true });
  const result = await run();
  if (isUnchanged(result)) return result;
  const after = await readLiveDealer(db, dealerId, { isLocked: false });
  if (after === null) return result;
  const change = {
    before: before?.content ?? null,
    after: after.content,
    revision: after.revision,
    by,
    now,
  };
  const fields = await addEntityVersion(db, { kind: "dealer", id: dealerId }, change);
  if (fields.length > 0) {
    await sql`update organisation set revision = revision + ${before === null ? 0 : 1}, changed_time = ${now},
      changed_by = ${by.id}, changed_door = ${by.host} where organisation_id = ${dealerId}`.execute(db);
    await announceContent(db, "organisation_told");
    if (before?.content.provinceCode !== after.content.provinceCode)
      await noteFigureScope(db, "organisation_figure_scope");
  }
  return result;
}

/** Disables a dealer, or enables it again. @param db a transaction */
export const setDealerDisabled = (
  db: Database,
  dealerId: string,
  isDisabled: boolean,
  author: DealerAuthor,
): Promise<unknown> =>
  withDealerVersion(db, dealerId, author, () =>
    sql`update organisation set disabled_time = ${isDisabled ? author.now : null}
      where organisation_id = ${dealerId}`.execute(db),
  );

/** Adds a dealer, or changes the one with the same id; keeps a version of it. @param db a transaction */
export const putOrganisation = (
  db: Database,
  dealer: Organisation,
  author: DealerAuthor,
): Promise<UpsertResult> =>
  withDealerVersion(
    db,
    dealer.id,
    author,
    () => upsertDealer(db, dealer),
    ({ outcome }) => outcome === "same",
  );

async function upsertDealer(db: Database, dealer: Organisation): Promise<UpsertResult> {
  const { rows } = await sql<{ organisation_id: string }>`select organisation_id from organisation
    where code = ${dealer.code} and organisation_id <> ${dealer.id}`.execute(db);
  const [other] = rows;
  if (other)
    return {
      outcome: "same",
      columns: [],
      conflicts: { code: fault("takenCode", other.organisation_id) },
    };
  return upsertRow(db, "organisation", organisationRowOf(dealer), { key: ["organisation_id"] });
}
