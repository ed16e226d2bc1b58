import { BenefitCard, CouponCard } from "./coupon-card.tsx";
import type { BenefitItem } from "../claim/claim-outcome.ts";
import * as couponCss from "./coupon.module.css";

type CouponListProps = {
  cards: readonly BenefitItem[];
  /** The server's clock, ms. */
  now: number;
  /** Id of the benefit being claimed. */
  busy: string | null;
  /** Disables claiming. */
  isBlocked?: boolean;
  /** Called when a coupon's code was displayed, since it may have been redeemed. */
  onShown: () => void;
  onClaim: (benefitId: string) => void;
};

/** The user's coupons of an activity and the benefits that can be claimed. */
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
