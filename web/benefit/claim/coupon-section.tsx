import * as couponCss from "../coupon/coupon.module.css";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { Benefit } from "#contract/benefit/benefit.ts";
import { send } from "../../platform/http/send.ts";
import { useServerNow } from "../../platform/time/use-server-now.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { loadBenefits } from "../api.ts";
import { CouponList } from "../coupon/coupon-list.tsx";
import { benefitsAt, benefitItems, couponsAt, stateChangeTimes, claimOutcome } from "./claim-outcome.ts";
import { outcomeHeading } from "./result-head.tsx";
import { useClaim } from "./use-claim.ts";
import { useUserCoupons } from "./use-user-coupons.ts";
import { benefitMessages } from "../messages.ts";
import * as controlsCss from "../../ui/styles/controls.module.css";

type CouponSectionProps = {
  activityId: string;
  /** Server-rendered benefits. */
  benefits: readonly Benefit[];
  /** The server's clock at rendering, ISO 8601. */
  serverTime: string;
  /** Preview: nothing is sent. */
  isPreview: boolean;
  /** Called once the buttons respond. */
  onInteractive: (isInteractive: true) => void;
};

/** Coupons within an activity's page: benefits, the user's coupons and the outcome of the last press. */
export default function CouponSection({
  activityId,
  benefits: rendered,
  serverTime,
  isPreview,
  onInteractive,
}: CouponSectionProps) {
  useEffect(() => onInteractive(true), [onInteractive]);
  const [known, setKnown] = useState(rendered);
  const { coupons: userCoupons, reload } = useUserCoupons(activityId);
  const { attempt, busy, claim } = useClaim(() => {
    reload();
    loadBenefits(send, activityId).then(setKnown, () => {});
  });
  const now = useServerNow(serverTime, stateChangeTimes(known, userCoupons ?? []));
  const benefits = benefitsAt(known, now);
  const coupons = couponsAt(userCoupons ?? [], now);
  const outcome = claimOutcome(attempt, coupons, benefits);
  const { title, text } = outcomeHeading(outcome);
  // Includes the reason because no list of failure details follows here.
  const noticeParts = [title, outcome.kind === "failed" ? outcome.refusal.message : "", text];
  return (
    <>
      <div className={couponCss.told} aria-live="polite">
        {attempt !== null && (
          <Notice kind={outcome.kind === "failed" ? "err" : outcome.kind === "sent" ? "ok" : "warn"}>
            {noticeParts.filter(Boolean).join(benefitMessages.between)}
            {outcome.kind === "notEligible" && outcome.missing === "verification" && (
              <Link className={controlsCss.link} to="/mine/owner" prefetch="intent">
                {benefitMessages.notEligible.verify}
              </Link>
            )}
          </Notice>
        )}
      </div>
      <CouponList
        cards={benefitItems(coupons, benefits)}
        now={now}
        busy={busy}
        isBlocked={isPreview}
        onShown={reload}
        onClaim={claim}
      />
      {coupons.length > 0 && (
        <Link className={controlsCss.link} to="/mine/coupons" prefetch="intent">
          {benefitMessages.wallet}
        </Link>
      )}
    </>
  );
}
