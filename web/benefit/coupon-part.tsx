import "./coupon.css";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { Benefit } from "#contract/benefit.ts";
import { send } from "../platform/http/send.ts";
import { useServerNow } from "../platform/use-server-now.ts";
import { Notice } from "../ui/notice.tsx";
import { loadBenefits } from "./api.ts";
import { CouponCards } from "./coupon-cards.tsx";
import { benefitsAt, cardsOf, couponsAt, momentsOf, outcomeOf } from "./outcome.ts";
import { headOf } from "./result-head.tsx";
import { useClaim } from "./use-claim.ts";
import { useCoupons } from "./use-coupons.ts";
import { words } from "./words.ts";

type CouponPartProps = {
  activityId: string;
  /** As they were rendered. */
  benefits: readonly Benefit[];
  /** The server's clock then, ISO 8601. */
  serverTime: string;
  /** Nothing is sent. */
  isPreview: boolean;
  /** Told once presses reach it. */
  onAlive: (isAlive: true) => void;
};

/** An activity's coupons within its page: what there is, what one has, and what came of a press. */
export default function CouponPart({
  activityId,
  benefits: rendered,
  serverTime,
  isPreview,
  onAlive,
}: CouponPartProps) {
  useEffect(() => onAlive(true), [onAlive]);
  const [known, setKnown] = useState(rendered);
  const { coupons: own, reload } = useCoupons(activityId);
  const { attempt, busy, claim } = useClaim(() => {
    reload();
    loadBenefits(send, activityId).then(setKnown, () => {});
  });
  const now = useServerNow(serverTime, momentsOf(known, own ?? []));
  const benefits = benefitsAt(known, now);
  const coupons = couponsAt(own ?? [], now);
  const outcome = outcomeOf(attempt, coupons, benefits);
  const { title, text } = headOf(outcome);
  // Here no list of facts follows: the reason itself stands beside what came of it.
  const told = [title, outcome.kind === "failed" ? outcome.refusal.message : "", text];
  return (
    <>
      <div className="cp-told" aria-live="polite">
        {attempt !== null && (
          <Notice kind={outcome.kind === "failed" ? "err" : outcome.kind === "sent" ? "ok" : "warn"}>
            {told.filter(Boolean).join(words.between)}
            {outcome.kind === "notEligible" && outcome.missing === "verification" && (
              <Link className="lk" to="/mine/owner" prefetch="intent">
                {words.notEligible.verify}
              </Link>
            )}
          </Notice>
        )}
      </div>
      <CouponCards
        cards={cardsOf(coupons, benefits)}
        now={now}
        busy={busy}
        isBlocked={isPreview}
        onShown={reload}
        onClaim={claim}
      />
      {coupons.length > 0 && (
        <Link className="lk" to="/mine/coupons" prefetch="intent">
          {words.wallet}
        </Link>
      )}
    </>
  );
}
