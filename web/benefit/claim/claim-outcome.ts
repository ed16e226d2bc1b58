import type { Benefit, Coupon, SentBenefit } from "#contract/benefit/benefit.ts";
import type { Refusal } from "#contract/core/errors.ts";
import { benefitMessages } from "../messages.ts";

/** What came of the last press of a claim button. */
export type ClaimAttempt = { readonly benefitId: string } & (
  | { readonly sent: SentBenefit }
  | { readonly refusal: Pick<Refusal, "message" | "code" | "requestId"> }
);

/** What the page's head says (mockups 07-*). */
export type ClaimOutcome =
  | { readonly kind: "sent" | "offer" | "soldOut" | "over" | "nothing" }
  /** `since`: when the newest was had, ISO 8601; null while that is not known. `most`: how many each may have. */
  | { readonly kind: "already"; readonly since: string | null; readonly most: number | null }
  | { readonly kind: "soon"; readonly fromTime: string }
  | { readonly kind: "notEligible"; readonly remark: string; readonly missing: SentBenefit["missing"] | null }
  | {
      readonly kind: "failed";
      readonly benefitId: string;
      readonly refusal: Pick<Refusal, "message" | "code" | "requestId">;
    };

/** Where a benefit stands by the clock, however long ago it was asked for. @param now ms, the server's clock */
function stateAt({ fromTime, toTime, left }: Benefit, now: number): Benefit["state"] {
  if (now < Date.parse(fromTime)) return "soon";
  if (now >= Date.parse(toTime)) return "over";
  return left === 0 ? "soldOut" : "open";
}
/** Benefits as they stand by now: a page that stays open begins and ends with them (requirement K22). */
export const benefitsAt = (benefits: readonly Benefit[], now: number): Benefit[] =>
  benefits.map((benefit) => ({ ...benefit, state: stateAt(benefit, now) }));

/** The person's coupons as they stand by now: one ends while the page is open, too. */
export const couponsAt = (coupons: readonly Coupon[], now: number): Coupon[] =>
  coupons.map((coupon) =>
    coupon.state !== "used" && now >= Date.parse(coupon.validTo) ? { ...coupon, state: "expired" } : coupon,
  );
/** When any of them becomes something else. */
export const stateChangeTimes = (benefits: readonly Benefit[], coupons: readonly Coupon[]): string[] => [
  ...benefits.flatMap(({ fromTime, toTime }) => [fromTime, toTime]),
  ...coupons.map(({ validTo }) => validTo),
];

/** No permission, or no eligibility: asked again, the answer is the same (specification section 8). */
const FINAL_REFUSALS: ReadonlySet<string> = new Set(["406", "612", "613"]);
const kinds = { SENT: "sent", SOLD_OUT: "soldOut" } as const;

function already(coupons: readonly Coupon[], benefits: readonly Benefit[]): ClaimOutcome {
  const [newest] = coupons;
  const { perPerson } = benefits.find(({ benefitId }) => benefitId === newest?.benefitId) ?? {};
  return { kind: "already", since: newest?.createdTime ?? null, most: perPerson ?? null };
}

/** The head of the result page: what was just done, else where the person and the benefits stand (requirement M17). */
export function claimOutcome(
  attempt: ClaimAttempt | null,
  coupons: readonly Coupon[],
  benefits: readonly Benefit[],
): ClaimOutcome {
  // Whoever may not have it is not told to try again.
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
  if (attempt) return { kind: kinds[attempt.sent.result as keyof typeof kinds] };
  if (coupons.length > 0) return already(coupons, benefits);
  if (benefits.length === 0) return { kind: "nothing" };
  if (benefits.some(({ state }) => state === "open")) return { kind: "offer" };
  const soon = benefits.find(({ state }) => state === "soon");
  if (soon) return { kind: "soon", fromTime: soon.fromTime };
  return { kind: benefits.some(({ state }) => state === "soldOut") ? "soldOut" : "over" };
}

/** The next step of whoever lacks something: owners are verified, others sign up on the activity's page. */
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

/** One card of the page: a coupon of the person's, or a benefit that they do not have. */
export type BenefitItem =
  | { readonly kind: "coupon"; readonly coupon: Coupon }
  | { readonly kind: "benefit"; readonly benefit: Benefit };

/** The person's coupons first, newest first; then what there still is to be had. */
export function benefitItems(coupons: readonly Coupon[], benefits: readonly Benefit[]): BenefitItem[] {
  const had = (benefitId: string) => coupons.filter((one) => one.benefitId === benefitId).length;
  return [
    ...coupons.map((coupon): BenefitItem => ({ kind: "coupon", coupon })),
    ...benefits
      .filter(({ benefitId, perPerson }) => had(benefitId) < perPerson)
      .map((benefit): BenefitItem => ({ kind: "benefit", benefit })),
  ];
}

/** A value with its currency sign or unit apart, so that they can be set smaller: ¥ 200, 8.8 折. */
export function valueParts(value: string): { before: string; number: string; after: string } {
  const found = /^(¥?)\s*([\d.,]+)\s*(.*)$/.exec(value);
  return found
    ? { before: found[1] ?? "", number: found[2] ?? "", after: found[3] ?? "" }
    : { before: "", number: value, after: "" };
}
