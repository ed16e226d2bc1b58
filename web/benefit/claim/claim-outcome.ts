import type { Benefit, Coupon, SentBenefit } from "#contract/benefit/benefit.ts";
import type { Refusal } from "#contract/core/errors.ts";
import { benefitMessages } from "../messages.ts";

/** Result of the last press of a claim button. */
export type ClaimAttempt = { readonly benefitId: string } & (
  | { readonly sent: SentBenefit }
  | { readonly refusal: Pick<Refusal, "message" | "code" | "requestId"> }
);

/** Outcome that the page's heading shows. */
export type ClaimOutcome =
  | { readonly kind: "sent" | "offer" | "soldOut" | "over" | "nothing" }
  /** `since`: ISO 8601 time of the newest claim; null while unknown. `limit`: limit per person. */
  | { readonly kind: "already"; readonly since: string | null; readonly limit: number | null }
  | { readonly kind: "soon"; readonly fromTime: string }
  | { readonly kind: "notEligible"; readonly remark: string; readonly missing: SentBenefit["missing"] | null }
  | {
      readonly kind: "failed";
      readonly benefitId: string;
      readonly refusal: Pick<Refusal, "message" | "code" | "requestId">;
    };

/** State of a benefit at a time, independent of when it was loaded. @param now ms, the server's clock */
function stateAt({ fromTime, toTime, left }: Benefit, now: number): Benefit["state"] {
  if (now < Date.parse(fromTime)) return "soon";
  if (now >= Date.parse(toTime)) return "over";
  return left === 0 ? "soldOut" : "open";
}
/** Benefits with their current state, so that an open page follows their start and end (requirement K22). */
export const benefitsAt = (benefits: readonly Benefit[], now: number): Benefit[] =>
  benefits.map((benefit) => ({ ...benefit, state: stateAt(benefit, now) }));

/** Coupons with their current state, since one may expire while the page is open. */
export const couponsAt = (coupons: readonly Coupon[], now: number): Coupon[] =>
  coupons.map((coupon) =>
    coupon.state !== "used" && now >= Date.parse(coupon.validTo) ? { ...coupon, state: "expired" } : coupon,
  );
/** Times at which one of them changes its state, ISO 8601. */
export const stateChangeTimes = (benefits: readonly Benefit[], coupons: readonly Coupon[]): string[] => [
  ...benefits.flatMap(({ fromTime, toTime }) => [fromTime, toTime]),
  ...coupons.map(({ validTo }) => validTo),
];

/** Codes of missing permission or eligibility: a retry gets the same answer. */
const FINAL_REFUSALS: ReadonlySet<string> = new Set(["406", "612", "613"]);
const kindByResult = { SENT: "sent", SOLD_OUT: "soldOut" } as const;

function already(coupons: readonly Coupon[], benefits: readonly Benefit[]): ClaimOutcome {
  const [newest] = coupons;
  const { perPerson } = benefits.find(({ benefitId }) => benefitId === newest?.benefitId) ?? {};
  return { kind: "already", since: newest?.createdTime ?? null, limit: perPerson ?? null };
}

/**
 * Outcome for the page's heading: the last attempt, otherwise the state of the user's coupons and the
 * benefits (requirement M17).
 */
export function claimOutcome(
  attempt: ClaimAttempt | null,
  coupons: readonly Coupon[],
  benefits: readonly Benefit[],
): ClaimOutcome {
  // Offers no retry to a user who is not eligible.
  if (attempt && "refusal" in attempt && FINAL_REFUSALS.has(attempt.refusal.code))
    return { kind: "notEligible", remark: attempt.refusal.message, missing: null };
  if (attempt && "refusal" in attempt)
    return { kind: "failed", benefitId: attempt.benefitId, refusal: attempt.refusal };
  if (attempt?.sent.result === "NOT_ELIGIBLE")
    return {
      kind: "notEligible",
      remark: attempt.sent.remark ?? "",
      missing: attempt.sent.missing ?? null,
    };
  if (attempt?.sent.result === "ALREADY")
    return already(
      coupons.filter(({ benefitId }) => benefitId === attempt.benefitId),
      benefits,
    );
  if (attempt) return { kind: kindByResult[attempt.sent.result as keyof typeof kindByResult] };
  const [newest] = coupons;
  if (newest?.lapsed !== undefined && coupons.every(({ lapsed }) => lapsed !== undefined))
    return { kind: "notEligible", remark: benefitMessages.lapsed[newest.lapsed], missing: newest.lapsed };
  if (coupons.length > 0) return already(coupons, benefits);
  if (benefits.length === 0) return { kind: "nothing" };
  if (benefits.some(({ state }) => state === "open")) return { kind: "offer" };
  const soon = benefits.find(({ state }) => state === "soon");
  if (soon) return { kind: "soon", fromTime: soon.fromTime };
  return { kind: benefits.some(({ state }) => state === "soldOut") ? "soldOut" : "over" };
}

/** Next step for a missing prerequisite: owner verification, or the sign-up on the activity's page. */
export function followUpStep(
  outcome: ClaimOutcome,
  activityPage: string,
): { to: string; text: string } | null {
  if (outcome.kind !== "notEligible" || outcome.missing === null) return null;
  const { verify, signUp } = benefitMessages.notEligible;
  return outcome.missing === "verification"
    ? { to: "/mine/owner", text: verify }
    : { to: activityPage, text: signUp };
}

/** A card of the page: a coupon of the user, or a benefit that they do not have yet. */
export type BenefitItem =
  | { readonly kind: "coupon"; readonly coupon: Coupon }
  | { readonly kind: "benefit"; readonly benefit: Benefit };

/** The user's coupons, newest first, then the benefits still available. */
export function benefitItems(coupons: readonly Coupon[], benefits: readonly Benefit[]): BenefitItem[] {
  const claimedCount = (benefitId: string) => coupons.filter((one) => one.benefitId === benefitId).length;
  return [
    ...coupons.map((coupon): BenefitItem => ({ kind: "coupon", coupon })),
    ...benefits
      .filter(({ benefitId, perPerson }) => claimedCount(benefitId) < perPerson)
      .map((benefit): BenefitItem => ({ kind: "benefit", benefit })),
  ];
}

/** Splits a value from its currency sign or unit so that those can be set smaller: ¥ 200, 8.8 折. */
export function valueParts(value: string): { before: string; number: string; after: string } {
  const match = /^(¥?)\s*([\d.,]+)\s*(.*)$/.exec(value);
  return match
    ? { before: match[1] ?? "", number: match[2] ?? "", after: match[3] ?? "" }
    : { before: "", number: value, after: "" };
}
