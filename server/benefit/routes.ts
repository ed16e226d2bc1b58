import { listBenefits, listCoupons, sendBenefit, type SentBenefit } from "#contract/benefit.ts";
import { Refusal } from "#contract/errors.ts";
import { notThere, wantedBy } from "../activity/index.ts";
import { userOf, type Caller, type User } from "../http/caller.ts";
import type { Calls } from "../http/calls.ts";
import { newId } from "../ids.ts";
import type { Kit } from "../kit.ts";
import { newReadableCode } from "../secrets.ts";
import type { BenefitDoors } from "./doors.ts";
import { hindrance, validTo, type Hindrance } from "./rules.ts";
import { toBenefit, toCoupon, type BenefitStore, type OfferedBenefit } from "./store.ts";
import type { CouponRow } from "./tables.ts";
import { words } from "./words.ts";
import { couponWriter } from "./writer.ts";

type Sending = { readonly kit: Kit; readonly store: BenefitStore; readonly doors: BenefitDoors };

/** What the person has of it already, before anything else is judged: a lost answer asked for again. */
async function ownAnswer(
  { kit, store }: Sending,
  benefit: OfferedBenefit,
  user: User,
  caller: Caller,
): Promise<SentBenefit | null> {
  const owned = await store.owned(benefit.benefit_id, user.userId);
  const answer = (result: "SENT" | "ALREADY", row: CouponRow): SentBenefit => ({
    result,
    coupon: toCoupon({ ...benefit, ...row }, kit.clock.now()),
  });
  const again = owned.find(
    ({ idempotency_key }) => idempotency_key !== null && idempotency_key === caller.idempotencyKey,
  );
  if (again) return answer("SENT", again);
  const last = owned.at(-1);
  return last && owned.length >= benefit.per_person ? answer("ALREADY", last) : null;
}

async function mustBeSolved({ doors }: Sending, asked: string, benefit: OfferedBenefit, caller: Caller) {
  // The slider may have been bound to the benefit or to its activity.
  for (const activityId of new Set([asked, benefit.activity_id, benefit.benefit_id])) {
    const isSolved = await doors.consumeCaptcha({
      verifyId: caller.captchaVerifyId,
      action: "benefit",
      activityId,
      userId: userOf(caller).userId,
      idempotencyKey: caller.idempotencyKey,
    });
    if (isSolved) return;
  }
  throw new Refusal("captchaRequired");
}

/** Why the activity's process leaves the caller out, in words; null where it does not. @throws Refusal for its other ways */
async function objection({ doors }: Sending, activityId: string, caller: Caller): Promise<Hindrance | null> {
  try {
    await doors.mustPass(activityId, "benefit", caller);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal) || error.refusal !== "notEligible") throw error;
    const { remark } = (error.data ?? {}) as { remark?: string };
    return { remark: remark ?? error.message };
  }
}

export function benefitRoutes(kit: Kit, calls: Calls, store: BenefitStore, doors: BenefitDoors): void {
  const writer = couponWriter(kit.db, { isGuarded: true, isDelivered: kit.config.couponSystem !== null });
  const sending: Sending = { kit, store, doors };

  calls.on(sendBenefit, async ({ id, channel }, caller): Promise<SentBenefit> => {
    const user = userOf(caller);
    const benefit = await store.find(id);
    if (!benefit) throw await notThere(kit.db, await store.activityOf(id), words.unknown);
    const own = await ownAnswer(sending, benefit, user, caller);
    if (own) return own;
    if (benefit.activity_type === "localoffline" && !user.hasMobile)
      throw new Refusal("mobileRequired", { taskLink: doors.bindLink() });
    const now = kit.clock.now();
    const { state } = toBenefit(benefit, now);
    const isSignedUp =
      benefit.audience === "signedUp" && (await doors.isSignedUp(benefit.activity_id, user.userId));
    const hindered =
      hindrance(state, benefit.audience, { isOwner: user.owner, isSignedUp }) ??
      (await objection(sending, benefit.activity_id, caller));
    if (hindered !== null) return { result: "NOT_ELIGIBLE", ...hindered };
    // By the counter read before: spares the person the slider. The writer decides exactly.
    if (state === "soldOut") return { result: "SOLD_OUT" };
    await mustBeSolved(sending, id, benefit, caller);
    const rule = { validTo: benefit.valid_to?.getTime() ?? null, validDays: benefit.valid_days };
    const { kind, row } = await writer.add(benefit.benefit_id, {
      user_id: user.userId,
      coupon_id: newId(),
      code: newReadableCode(),
      valid_from: new Date(now),
      valid_to: new Date(validTo(rule, now)),
      channel,
      idempotency_key: caller.idempotencyKey,
      created_time: new Date(now),
    });
    if (!row) return { result: "SOLD_OUT" };
    return { result: kind === "already" ? "ALREADY" : "SENT", coupon: toCoupon({ ...benefit, ...row }, now) };
  });
  calls.on(
    listBenefits,
    async ({ activityId, ...draft }) => {
      const rows = await store.ofActivity(wantedBy({ id: activityId, ...draft }));
      if (!rows) throw await notThere(kit.db, activityId, words.unknown);
      const now = kit.clock.now();
      return rows.map((row) => toBenefit(row, now));
    },
    { freshMs: 500, staleMs: 5_000 },
  );
  calls.on(listCoupons, async (wanted, caller) => {
    const rows = await store.coupons(userOf(caller).userId, wanted);
    return rows.map((row) => toCoupon(row, kit.clock.now()));
  });
}
