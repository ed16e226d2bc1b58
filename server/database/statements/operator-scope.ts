import { sql, type RawBuilder } from "kysely";
import type { GrantScope } from "#contract/console/scope.ts";
import { provincesOf } from "#contract/activity/regions.ts";

type Condition = RawBuilder<boolean>;
const never: Condition = sql<boolean>`false`;
const always: Condition = sql<boolean>`true`;
const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? never : sql<boolean>`(${sql.join(conditions, sql` or `)})`;
const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? always : sql<boolean>`(${sql.join(conditions, sql` and `)})`;

/** Condition that a dealer, by an SQL expression of its id, belongs to one grant. */
function dealerOfGrant({ dealers, sponsorLevel2 }: GrantScope, dealerId: RawBuilder<unknown>): Condition {
  if (dealers !== "*") return sql<boolean>`${dealerId} = any(${[...dealers]}::text[])`;
  if (sponsorLevel2 === "*") return always;
  const provinces = sponsorLevel2.flatMap(provincesOf);
  return sql<boolean>`exists (
    select from organisation scope_dealer
    where scope_dealer.organisation_id = ${dealerId}
      and left(scope_dealer.province_code, 2) = any(${provinces}::text[]))`;
}
const isLimitedToDealers = ({ dealers }: GrantScope): boolean => dealers !== "*";

function businessTypeOfGrant({ businessType }: GrantScope, activity: RawBuilder<unknown>): Condition {
  return businessType === "*"
    ? always
    : sql<boolean>`${activity}.business_type = any(${[...businessType]}::int[])`;
}
function sponsorOfGrant(
  { sponsorLevel1, sponsorLevel2 }: GrantScope,
  activity: RawBuilder<unknown>,
): Condition {
  return allOf([
    sponsorLevel1 === "*"
      ? always
      : sql<boolean>`${activity}.sponsor_level1 = any(${[...sponsorLevel1]}::text[])`,
    sponsorLevel2 === "*"
      ? always
      : sql<boolean>`${activity}.sponsor_level2 = any(${[...sponsorLevel2]}::text[])`,
  ]);
}
/** Condition that an activity takes place at a dealer of the grant, or online or elsewhere for all dealers. */
const activityAtDealers = (grant: GrantScope, activity: RawBuilder<unknown>): Condition =>
  sql<boolean>`(${dealerOfGrant(grant, sql`${activity}.dealer_id`)} or exists (
    select from activity_dealer scope_activity_dealer
    where scope_activity_dealer.activity_id = ${activity}.activity_id
      and ${dealerOfGrant(grant, sql`scope_activity_dealer.organisation_id`)}))`;

/**
 * Condition that an activity may be written: its sponsor and business type are in one grant. A grant that is limited to
 * dealers writes no activity.
 * @param alias alias of the table `activity` in the statement
 */
export const ownActivityInScope = (scopes: readonly GrantScope[], alias: string): Condition => {
  const activity = sql.ref(alias);
  return anyOf(
    scopes
      .filter((grant) => !isLimitedToDealers(grant))
      .map((grant) => allOf([sponsorOfGrant(grant, activity), businessTypeOfGrant(grant, activity)])),
  );
};

/**
 * Condition that an activity may be read: it may be written, or it is headquarters' and of a business type of the grant;
 * for a grant that is limited to dealers, it takes place at one of them.
 * @param alias alias of the table `activity` in the statement
 */
export const activityInScope = (scopes: readonly GrantScope[], alias: string): Condition => {
  const activity = sql.ref(alias);
  return anyOf(
    scopes.map((grant) =>
      allOf([
        businessTypeOfGrant(grant, activity),
        isLimitedToDealers(grant)
          ? activityAtDealers(grant, activity)
          : sql<boolean>`(${activity}.sponsor_level1 = '107001' or ${sponsorOfGrant(grant, activity)})`,
      ]),
    ),
  );
};

/**
 * Condition that a dealer may be seen.
 * @param dealerId SQL expression of its id
 */
export const dealerInScope = (scopes: readonly GrantScope[], dealerId: RawBuilder<unknown>): Condition =>
  anyOf(scopes.map((grant) => dealerOfGrant(grant, dealerId)));

/** Condition that a banner's city belongs to one grant; a grant without regions reaches all cities. */
const cityOfGrant = ({ sponsorLevel2 }: GrantScope, banner: RawBuilder<unknown>): Condition =>
  sponsorLevel2 === "*"
    ? sql<boolean>`${banner}.city_code is not null`
    : sql<boolean>`left(${banner}.city_code, 2) = any(${sponsorLevel2.flatMap(provincesOf)}::text[])`;
/** Whether a grant writes what belongs to headquarters. */
const isOfHeadquarters = ({ sponsorLevel1, sponsorLevel2 }: GrantScope): boolean =>
  sponsorLevel2 === "*" && (sponsorLevel1 === "*" || sponsorLevel1.includes("107001"));

/**
 * Condition that a banner may be written: by headquarters all, by a region those of its cities alone. A grant that is
 * limited to dealers or business types writes none.
 * @param alias alias of the table `banner` in the statement
 */
export const ownBannerInScope = (scopes: readonly GrantScope[], alias: string): Condition =>
  anyOf(
    scopes
      .filter((grant) => !isLimitedToDealers(grant) && grant.businessType === "*")
      .map((grant) => (isOfHeadquarters(grant) ? always : cityOfGrant(grant, sql.ref(alias)))),
  );

/** Condition that a banner may be read: it may be written, or it is shown in all cities. */
export const bannerInScope = (scopes: readonly GrantScope[], alias: string): Condition =>
  sql<boolean>`(${sql.ref(alias)}.city_code is null or ${ownBannerInScope(scopes, alias)})`;

/**
 * Condition that a person's row (sign-up, lead, coupon) may be seen: its activity is the grant's own, or its dealer
 * belongs to the grant (requirements CO10, CO11).
 * @param alias alias of the table `activity`; `dealerId`: SQL expression of the row's dealer, which may be null
 */
export const personRowInScope = (
  scopes: readonly GrantScope[],
  alias: string,
  dealerId: RawBuilder<unknown>,
): Condition => {
  const activity = sql.ref(alias);
  return anyOf(
    scopes.map((grant) => {
      const atDealer = sql<boolean>`(${dealerId} is not null and ${dealerOfGrant(grant, dealerId)})`;
      return allOf([
        businessTypeOfGrant(grant, activity),
        isLimitedToDealers(grant)
          ? atDealer
          : sql<boolean>`(${sponsorOfGrant(grant, activity)} or ${atDealer})`,
      ]);
    }),
  );
};
