import { listBenefits, listCoupons, sendBenefit, type SentBenefit } from "#contract/benefit/benefit.ts";
import { Refusal } from "#contract/core/errors.ts";
import { activityNotFound, activitySelectorOf } from "../activity/index.ts";
import { requireUser, type Caller, type User } from "../http/pipeline/caller.ts";
import type { CallHandler, RpcRouter } from "../http/pipeline/rpc-router.ts";
import { newId } from "../core/ids.ts";
import type { AppContext } from "../core/app-context.ts";
import { newReadableCode } from "../core/secrets.ts";
import type { BenefitPorts } from "./ports.ts";
import { ineligibilityOf, couponExpiry, unmetCondition, type Ineligibility } from "./rules.ts";
import { benefitStore, toBenefit, toCoupon, type BenefitStore, type OfferedBenefit } from "./store.ts";
import type { CouponRow } from "./tables.ts";
import { benefitMessages } from "./messages.ts";
import { couponWriter } from "./writer-store.ts";

const SHORT_CACHE = { freshMs: 500, staleMs: 5_000 };

type Dependencies = {
  readonly context: AppContext;
  readonly store: BenefitStore;
  readonly ports: BenefitPorts;
};

/** Repeats the answer for coupons that the person has already, since the first answer may have been lost. */
async function previousAnswer(
  { context, store }: Dependencies,
  benefit: OfferedBenefit,
  user: User,
  caller: Caller,
): Promise<SentBenefit | null> {
  const owned = await store.listOwned(benefit.benefit_id, user.userId);
  const answer = (result: "SENT" | "ALREADY", row: CouponRow): SentBenefit => ({
    result,
    coupon: toCoupon({ ...benefit, ...row, lapsed: null }, context.clock.now()),
  });
  const again = owned.find(
    ({ idempotency_key }) => idempotency_key !== null && idempotency_key === caller.idempotencyKey,
  );
  if (again) return answer("SENT", again);
  const last = owned.at(-1);
  return last && owned.length >= benefit.per_person ? answer("ALREADY", last) : null;
}

async function requireBenefitCaptcha(
  { ports }: Dependencies,
  requestedId: string,
  benefit: OfferedBenefit,
  caller: Caller,
) {
  // The captcha may have been bound to the benefit or to its activity.
  for (const activityId of new Set([requestedId, benefit.activity_id, benefit.benefit_id])) {
    const isSolved = await ports.consumeCaptcha({
      verifyId: caller.captchaVerifyId,
      action: "benefit",
      activityId,
      userId: requireUser(caller).userId,
      idempotencyKey: caller.idempotencyKey,
    });
    if (isSolved) return;
  }
  throw new Refusal("captchaRequired");
}

/** @returns why the caller is not eligible by the activity's process; null if they are @throws its other refusals */
async function processIneligibility(
  { ports }: Dependencies,
  activityId: string,
  caller: Caller,
): Promise<Ineligibility | null> {
  try {
    await ports.mustPass(activityId, "benefit", caller);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal) || error.refusal !== "notEligible") throw error;
    const { remark } = (error.data ?? {}) as { remark?: string };
    return { remark: remark ?? error.message };
  }
}

export function benefitRoutes(
  context: AppContext,
  calls: RpcRouter,
  store: BenefitStore,
  ports: BenefitPorts,
): void {
  const isDelivered = context.config.couponSystem !== null;
  const writer = couponWriter(context.db, { isLocked: true, isDelivered });
  const dependencies: Dependencies = { context, store, ports };

  calls.on(sendBenefit, async ({ id, channel }, caller): Promise<SentBenefit> => {
    const user = requireUser(caller);
    const benefit = await store.find(id);
    if (!benefit)
      throw await activityNotFound(context.db, await store.findActivityId(id), benefitMessages.unknown);
    const isSignedUp =
      benefit.audience === "signedUp" && (await ports.isSignedUp(benefit.activity_id, user.userId));
    const missing = unmetCondition(benefit.audience, { isOwner: user.owner, isSignedUp });
    // A coupon whose condition has ended is no answer: the person reads what is missing.
    const previous = missing === null ? await previousAnswer(dependencies, benefit, user, caller) : null;
    if (previous) return previous;
    if (benefit.activity_type === "localoffline" && !user.hasMobile)
      throw new Refusal("mobileRequired", { taskLink: ports.bindLink() });
    const now = context.clock.now();
    const { state } = toBenefit(benefit, now);
    const ineligibility =
      ineligibilityOf(state, missing) ??
      (await processIneligibility(dependencies, benefit.activity_id, caller));
    if (ineligibility !== null) return { result: "NOT_ELIGIBLE", ...ineligibility };
    // Uses the counter that was read before, so that the person need not solve a captcha. The writer decides exactly.
    if (state === "soldOut") return { result: "SOLD_OUT" };
    await requireBenefitCaptcha(dependencies, id, benefit, caller);
    const rule = { validTo: benefit.valid_to?.getTime() ?? null, validDays: benefit.valid_days };
    const { kind, row } = await writer.add(benefit.benefit_id, {
      user_id: user.userId,
      coupon_id: newId(),
      code: newReadableCode(),
      valid_from: new Date(now),
      valid_to: new Date(couponExpiry(rule, now)),
      channel,
      idempotency_key: caller.idempotencyKey,
      created_time: new Date(now),
    });
    if (!row) return { result: "SOLD_OUT" };
    return {
      result: kind === "already" ? "ALREADY" : "SENT",
      coupon: toCoupon({ ...benefit, ...row, lapsed: null }, now),
    };
  });
  const shown = benefitStore(context.reads);
  const listOffers: CallHandler<typeof listBenefits> = async ({ activityId, ...draft }) => {
    const now = context.clock.now();
    const rows = await shown.listOfActivity(activitySelectorOf({ id: activityId, ...draft }, now));
    if (!rows) throw await activityNotFound(context.db, activityId, benefitMessages.unknown);
    return rows.map((row) => toBenefit(row, now));
  };
  calls.on(listBenefits, listOffers, SHORT_CACHE);
  calls.on(listCoupons, async (filter, caller) => {
    const rows = await store.listCoupons(requireUser(caller).userId, filter);
    return rows.map((row) => toCoupon(row, context.clock.now()));
  });
}
