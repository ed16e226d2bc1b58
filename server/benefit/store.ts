import { sql, type RawBuilder } from "kysely";
import type { Benefit, Coupon, CouponLapse } from "#contract/benefit/benefit.ts";
import type { CouponTerms } from "#contract/benefit/coupon-terms.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { matchesSelector, type ActivitySelector } from "../activity/index.ts";
import type { Database } from "../database/connection/database.ts";
import { upsertRow, type UpsertResult } from "../database/statements/upsert-row.ts";
import { benefitStateAt, couponStateAt, claimableUntil } from "./rules.ts";
import type { BenefitRow, CouponRow, BenefitTables, NewBenefit } from "./tables.ts";

/** A benefit with the type of its activity. */
export type OfferedBenefit = BenefitRow & {
  readonly activity_type: BenefitTables["activity"]["activity_type"];
};
/** A coupon with its printed texts. */
export type CouponDetailRow = CouponRow &
  Pick<BenefitRow, "activity_id" | "name" | "summary" | "value" | "condition" | "terms"> & {
    /** The condition that the holder does not meet any more; null: none. */
    lapsed: CouponLapse | null;
  };

/**
 * SQL expression: the condition of benefit b that the holder of coupon c does not meet any more, as `unmetCondition`.
 * Derived and not stored, so that it holds however a seat or a verification ends, and ends when it is back.
 */
export const couponLapse = sql`case
  when b.audience = 'signedUp' and not exists (select from signup s
    where s.activity_id = b.activity_id and s.user_id = c.user_id and s.status = 'confirmed') then 'signUp'
  when b.audience = 'owners' and not exists (select from app_user o where o.user_id = c.user_id and o.owner)
    then 'verification' end`;

const termsText = (terms: CouponTerms | null | undefined): string | null =>
  terms ? JSON.stringify(terms) : null;
const jsonOf = (terms: CouponTerms | null | undefined) => sql<CouponTerms | null>`${termsText(terms)}::jsonb`;

/** The remaining stock; null: no limit. */
const remainingStock = ({ stock, sent }: Pick<BenefitRow, "stock" | "sent">): number | null =>
  stock === null ? null : Math.max(0, stock - sent);

const couponTextsOf = (
  row: Pick<BenefitRow, "benefit_id" | "activity_id" | "name" | "summary" | "value" | "condition" | "terms">,
) => ({
  benefitId: row.benefit_id,
  activityId: row.activity_id,
  name: row.name,
  summary: row.summary,
  value: row.value,
  condition: row.condition,
  ...(row.terms !== null && { isForMall: true }),
});

export const toCoupon = (row: CouponDetailRow, now: number): Coupon => ({
  ...couponTextsOf(row),
  couponId: row.coupon_id,
  code: row.code,
  validFrom: toShanghaiIso(row.valid_from),
  validTo: toShanghaiIso(row.valid_to),
  state: couponStateAt(
    {
      usedTime: row.used_time?.getTime() ?? null,
      validTo: row.valid_to.getTime(),
      isLapsed: row.lapsed !== null,
    },
    now,
  ),
  ...(row.lapsed !== null && row.used_time === null && { lapsed: row.lapsed }),
  usedTime: row.used_time && toShanghaiIso(row.used_time),
  ...(row.order_id !== null && { orderId: row.order_id }),
  createdTime: toShanghaiIso(row.created_time),
});

export function toBenefit(row: BenefitRow, now: number): Benefit {
  const left = remainingStock(row);
  const toTime = claimableUntil({ toTime: row.to_time.getTime(), validTo: row.valid_to?.getTime() ?? null });
  return {
    ...couponTextsOf(row),
    state: benefitStateAt({ fromTime: row.from_time.getTime(), toTime, left }, now),
    left,
    perPerson: row.per_person,
    fromTime: toShanghaiIso(row.from_time),
    toTime: toShanghaiIso(toTime),
  };
}

/** Finds coupons with their printed texts, newest first, at most 200. */
async function findCoupons(database: Database, where: RawBuilder<unknown>): Promise<CouponDetailRow[]> {
  const { rows } = await sql<CouponDetailRow>`
    select c.*, b.activity_id, b.name, b.summary, b.value, b.condition, b.terms, ${couponLapse} as lapsed
    from coupon c join benefit b on b.benefit_id = c.benefit_id where ${where}
    order by c.created_time desc, c.coupon_id desc limit 200`.execute(database);
  return rows;
}

export const benefitStore = (database: Database) => {
  const db = database.withTables<BenefitTables>();
  return {
    /** Finds a benefit by its id, or the first benefit of an activity by the activity's id. */
    async find(id: string): Promise<OfferedBenefit | null> {
      const { rows } = await sql<OfferedBenefit>`
        select b.*, a.activity_type from benefit b join activity a on a.activity_id = b.activity_id
        where (b.benefit_id = ${id} or b.activity_id = ${id}) and a.is_published
        order by b.benefit_id <> ${id}, b.position limit 1`.execute(database);
      return rows[0] ?? null;
    },
    /** Returns the activity of a benefit; another id is returned unchanged, as that of an activity. */
    async findActivityId(id: string): Promise<string> {
      const { rows } = await sql<{ activity_id: string }>`
        select activity_id from benefit where benefit_id = ${id}`.execute(database);
      return rows[0]?.activity_id ?? id;
    },
    /** Lists a user's coupons of a benefit, oldest first. */
    listOwned: (benefitId: string, userId: string): Promise<CouponRow[]> =>
      db
        .selectFrom("coupon")
        .selectAll()
        .where("benefit_id", "=", benefitId)
        .where("user_id", "=", userId)
        .orderBy("number")
        .execute(),
    /** Lists the benefits of an activity, in display order. @returns null if there is no such activity */
    async listOfActivity(selector: ActivitySelector): Promise<BenefitRow[] | null> {
      const { rows } = await sql<BenefitRow | { readonly benefit_id: null }>`
        select b.* from (select a.activity_id from activity a where ${matchesSelector(selector)} limit 1) one
        left join benefit b on b.activity_id = one.activity_id order by b.position`.execute(database);
      return rows.length === 0 ? null : rows.filter((row) => row.benefit_id !== null);
    },
    /** Lists a user's coupons; always restricted to that user's own (requirement M17). */
    listCoupons: (
      userId: string,
      { activityId, couponId }: { activityId?: string | undefined; couponId?: string | undefined },
    ): Promise<CouponDetailRow[]> =>
      findCoupons(
        database,
        sql`c.user_id = ${userId} and (${activityId ?? null}::text is null or b.activity_id = ${activityId ?? null})
          and (${couponId ?? null}::text is null or c.coupon_id = ${couponId ?? null})`,
      ),
    /** Finds a coupon of an activity by its code. */
    async findCouponByCode(activityId: string, code: string): Promise<CouponDetailRow | null> {
      const [row] = await findCoupons(database, sql`c.code = ${code} and b.activity_id = ${activityId}`);
      return row ?? null;
    },
    async add(rows: readonly NewBenefit[]): Promise<void> {
      if (rows.length > 0)
        await db
          .insertInto("benefit")
          .values(rows.map((row) => ({ ...row, terms: jsonOf(row.terms) })))
          // An interrupted seeding is repeated.
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    },
  };
};
export type BenefitStore = ReturnType<typeof benefitStore>;

/**
 * Adds or updates a benefit. The stock cannot fall below the number sent, and printed texts and terms cannot change
 * once a coupon was sent.
 * @param db a transaction
 */
export const putBenefit = (db: Database, { sent, terms, ...row }: NewBenefit): Promise<UpsertResult> =>
  upsertRow(
    db,
    "benefit",
    { ...row, terms: termsText(terms) },
    {
      key: ["benefit_id"],
      whenAdded: { sent },
      fixed: ["activity_id"],
      fixedOnceCounted: { by: "sent", columns: ["name", "summary", "value", "condition", "terms"] },
      minimum: ["stock", "sent"],
    },
  );

/** Lists the benefits of an activity, as new rows without what was sent. */
export async function listBenefitsOf(db: Database, activityId: string): Promise<NewBenefit[]> {
  const { rows } = await sql<BenefitRow>`
    select benefit_id, activity_id, position, name, summary, value, condition, stock, 0 as sent, per_person, audience,
      from_time, to_time, valid_to, valid_days, terms
    from benefit where activity_id = ${activityId} order by position, benefit_id`.execute(db);
  return rows;
}
