import { sql } from "kysely";
import type { Organisation } from "#contract/organisation/organisation.ts";
import { fault } from "../core/faults.ts";
import type { Database } from "../database/connection/database.ts";
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
  };
  activity_dealer: { activity_id: string; organisation_id: string };
  activity: { activity_id: string; is_published: boolean };
};

const toOrganisation = (row: Tables["organisation"]): Organisation => ({
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
const organisationRowOf = ({
  id,
  provinceCode,
  cityCode,
  ...rest
}: Organisation): Tables["organisation"] => ({
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
        row.organisation_id === null ? [] : [toOrganisation(row as Tables["organisation"])],
      );
    },
    async add(organisations: readonly Organisation[]): Promise<void> {
      for (let at = 0; at < organisations.length; at += CHUNK)
        await db
          .insertInto("organisation")
          .values(organisations.slice(at, at + CHUNK).map(organisationRowOf))
          // Makes an interrupted seeding repeatable.
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    },
  };
};

/** Adds a dealer, or changes the one with the same id. @param db a transaction */
export async function putOrganisation(db: Database, dealer: Organisation): Promise<UpsertResult> {
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
