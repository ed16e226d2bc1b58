import { BenefitCard, CouponCard } from "./coupon-card.tsx";
import type { BenefitItem } from "../claim/claim-outcome.ts";
import * as couponCss from "./coupon.module.css";

type CouponListProps = {
  cards: readonly BenefitItem[];
  /** The server's clock, ms. */
  now: number;
  /** The benefit that is being claimed. */
  busy: string | null;
  /** Nothing can be claimed. */
  isBlocked?: boolean;
  /** A coupon's code was on show: it may have been redeemed. */
  onShown: () => void;
  onClaim: (benefitId: string) => void;
};

/** What one has of an activity's coupons, and what one can claim. */
export const CouponList = ({ cards, now, busy, isBlocked = false, onShown, onClaim }: CouponListProps) => (
  <div className={couponCss.coupons} data-coupons>
    {cards.map((card) =>
      card.kind === "coupon" ? (
        <CouponCard key={card.coupon.couponId} coupon={card.coupon} now={now} onShown={onShown} />
      ) : (
        <BenefitCard
          key={card.benefit.benefitId}
          benefit={card.benefit}
          isBusy={busy === card.benefit.benefitId}
          isBlocked={isBlocked || busy !== null}
          onClaim={() => onClaim(card.benefit.benefitId)}
        />
      ),
    )}
  </div>
);
