import { sql, type RawBuilder } from "kysely";
import { provincesOf, type RegionCode } from "#contract/activity/regions.ts";
import { sponsorLevels2 } from "#contract/activity/sponsors.ts";
import type { FigureFilter, FigureGroup } from "#contract/console/figures.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import {
  activityInScope,
  dealerInScope,
  personRowInScope,
} from "../../database/statements/operator-scope.ts";
import type { RowSource } from "./source-store.ts";

/** Joins of rows x, needed by scope and filter: activity a, and dealer d. */
export const joined = sql`left join activity a on a.activity_id = x.activity_id
  left join organisation d on d.organisation_id = x.dealer_id`;

/** Grants that a club without regions and dealers is in scope of. */
const isEverywhere = ({ dealers, sponsorLevel2 }: GrantScope): boolean =>
  dealers === "*" && sponsorLevel2 === "*";

/** Condition that a row x, with its activity a, is in scope. */
export function rowInScope(kind: RowSource["scope"], scopes: readonly GrantScope[]): RawBuilder<boolean> {
  const dealer = sql`x.dealer_id`;
  if (kind === "club") return sql<boolean>`${scopes.some(isEverywhere)}`;
  if (kind === "dealer") return dealerInScope(scopes, dealer);
  const ofPerson = personRowInScope(scopes, "a", dealer);
  if (kind === "person") return ofPerson;
  // A coupon whose holder has no seat at a dealer belongs to all dealers of the activity.
  const everyDealer = scopes.filter(({ dealers }) => dealers === "*");
  return sql<boolean>`(${ofPerson} or (${dealer} is null and ${activityInScope(everyDealer, "a")}))`;
}

const regions = Object.keys(sponsorLevels2) as RegionCode[];
/** Region of a row: that of its dealer, else of the activity's sponsor; '' unknown. */
const region = sql`coalesce(case ${sql.join(
  regions.map(
    (code) => sql`when left(d.province_code, 2) = any(${[...provincesOf(code)]}::text[]) then ${code}::text`,
  ),
  sql` `,
)} end, a.sponsor_level2, '')`;

/** SQL expression of a row's group; of host and city only with the join `placed`. */
export const groupOf: Readonly<Record<FigureGroup, RawBuilder<unknown>>> = {
  dealer: sql`coalesce(x.dealer_id, '')`,
  businessType: sql`coalesce(a.business_type::text, '')`,
  channel: sql`x.channel`,
  host: sql`coalesce(p.host, '')`,
  city: sql`coalesce(p.city_code, '')`,
  activity: sql`coalesce(x.activity_id, '')`,
  region,
};

/** Whether a filter or group needs the person's host or city. */
export const needsPlace = (filter: FigureFilter, by?: FigureGroup | null): boolean =>
  filter.host !== undefined || filter.cityCode !== undefined || by === "host" || by === "city";

/** Conditions of a filter on rows x. */
export function filterConditions(filter: FigureFilter): RawBuilder<unknown> {
  const equals: (readonly [FigureGroup, string | undefined])[] = [
    ["activity", filter.activityId],
    ["dealer", filter.dealerId],
    ["region", filter.region],
    ["channel", filter.channel],
    ["host", filter.host],
    ["city", filter.cityCode],
    ["businessType", filter.businessType === undefined ? undefined : textOfType(filter.businessType)],
  ];
  // An id is compared with the column itself, which has an index.
  const columns: Readonly<Partial<Record<FigureGroup, RawBuilder<unknown>>>> = {
    activity: sql`x.activity_id`,
    dealer: sql`x.dealer_id`,
  };
  const conditions = equals.flatMap(([by, value]) =>
    value === undefined ? [] : [sql`${(value === "" ? null : columns[by]) ?? groupOf[by]} = ${value}`],
  );
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}
/** 0: unknown */
const textOfType = (type: number): string => (type === 0 ? "" : String(type));
