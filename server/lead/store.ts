import { sql } from "kysely";
import type { Organisation } from "#contract/organisation/organisation.ts";
import type { Database } from "../database/connection/database.ts";
import { withdrawLeads } from "./withdrawal-store.ts";
import type { LeadActivity } from "./rules.ts";
import type { LeadRow, LeadTables } from "./tables.ts";

/** A lead with the names of its series and dealer. */
export type LeadDetailRow = LeadRow & {
  series_name: string | null;
  dealer: Pick<Organisation, "name" | "status"> | null;
};

/** A lead with its activity. */
export type OwnLeadRow = LeadDetailRow & {
  activity_type: "localoffline" | "online";
  title: string;
  cover_url: string;
};
const MAX_OWN_LEADS = 200;

/** Whether the dealer belongs to the activity; an activity without dealers admits every existing one. */
async function isDealerOf(database: Database, activityId: string, dealerId: string): Promise<boolean> {
  const { rows } = await sql<{ is_known: boolean }>`
    select case when exists (select from activity_dealer where activity_id = ${activityId})
      then exists (select from activity_dealer where activity_id = ${activityId} and organisation_id = ${dealerId})
      else exists (select from organisation where organisation_id = ${dealerId}) end as is_known`.execute(
    database,
  );
  return rows[0]?.is_known ?? false;
}

/** Finds a dealer in the city: one of the activity, else one with a current local offline activity, else null. */
async function dealerIn(
  database: Database,
  activityId: string,
  cityCode: string,
  now: Date,
): Promise<string | null> {
  const { rows } = await sql<{ organisation_id: string }>`
    select o.organisation_id from organisation o
    join activity_dealer d on d.organisation_id = o.organisation_id
    join activity a on a.activity_id = d.activity_id
    where o.city_code = ${cityCode} and o.disabled_time is null and (a.activity_id = ${activityId}
      or (a.activity_type = 'localoffline' and a.is_published and a.close_time > ${now}))
    order by a.activity_id <> ${activityId}, o.organisation_id limit 1`.execute(database);
  return rows[0]?.organisation_id ?? null;
}

/** Lists dealers with a local offline activity that has not ended, of one city or of all. */
async function localDealers(
  database: Database,
  cityCode: string | undefined,
  now: Date,
): Promise<Organisation[]> {
  const { rows } = await sql<Organisation>`
    select o.organisation_id as id, o.code, o.name, o.status, o.address, o.phone, o.province_code as "provinceCode",
      o.city_code as "cityCode", o.longitude, o.latitude
    from organisation o
    where (${cityCode ?? null}::text is null or o.city_code = ${cityCode ?? null}) and o.disabled_time is null and exists (
      select from activity_dealer d join activity a on a.activity_id = d.activity_id
      where d.organisation_id = o.organisation_id and a.activity_type = 'localoffline' and a.is_published
        and a.close_time > ${now})`.execute(database);
  return rows;
}

/** Lists a person's leads without withdrawn ones, newest first. */
async function leadsOf(database: Database, userId: string): Promise<OwnLeadRow[]> {
  const { rows } = await sql<OwnLeadRow>`
    select l.*, a.activity_type, a.title, a.cover_url, r.name as series_name,
      case when d.organisation_id is null then null else json_build_object('name', d.name, 'status', d.status) end as dealer
    from lead l join activity a on a.activity_id = l.activity_id
    left join organisation d on d.organisation_id = l.dealer_id
    left join series r on r.series_code = l.series_code
    where l.user_id = ${userId} and l.withdrawn_time is null
    order by l.updated_time desc, l.lead_id desc limit ${MAX_OWN_LEADS}`.execute(database);
  return rows;
}

export const leadStore = (database: Database) => {
  const db = database.withTables<LeadTables>();
  return {
    async activity(id: string): Promise<LeadActivity | null> {
      const row = await db
        .selectFrom("activity")
        .selectAll()
        .where("activity_id", "=", id)
        .where("is_published", "=", true)
        .executeTakeFirst();
      if (!row) return null;
      return {
        isOffline: row.activity_type === "localoffline",
        openTime: row.open_time.getTime(),
        closeTime: row.close_time.getTime(),
        seriesCodes: row.series_codes,
        form: row.form,
      };
    },
    /** Lists the caller's leads of an activity without withdrawn ones, newest first. */
    ownLeads: (activityId: string, userId: string): Promise<LeadTables["lead"][]> =>
      db
        .selectFrom("lead")
        .selectAll()
        .where("activity_id", "=", activityId)
        .where("user_id", "=", userId)
        .where("withdrawn_time", "is", null)
        .orderBy("updated_time", "desc")
        .execute(),
    async newestOwnLead(activityId: string, userId: string): Promise<LeadDetailRow | null> {
      const { rows } = await sql<LeadDetailRow>`
        select l.*, r.name as series_name,
          case when d.organisation_id is null then null else json_build_object('name', d.name, 'status', d.status) end as dealer
        from lead l left join organisation d on d.organisation_id = l.dealer_id
        left join series r on r.series_code = l.series_code
        where l.activity_id = ${activityId} and l.user_id = ${userId} and l.withdrawn_time is null
        order by l.updated_time desc limit 1`.execute(database);
      return rows[0] ?? null;
    },
    leadsOfPerson: (userId: string) => leadsOf(database, userId),
    isDealerOf: (activityId: string, dealerId: string) => isDealerOf(database, activityId, dealerId),
    dealerInCity: (activityId: string, cityCode: string, now: Date) =>
      dealerIn(database, activityId, cityCode, now),
    localDealers: (cityCode: string | undefined, now: Date) => localDealers(database, cityCode, now),
    withdraw: (activityId: string, userId: string, leadId: string | null, now: Date): Promise<number> =>
      withdrawLeads(database, activityId, userId, { leadId, now }),
  };
};
export type LeadStore = ReturnType<typeof leadStore>;
