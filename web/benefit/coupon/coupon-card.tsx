import * as couponCss from "./coupon.module.css";
import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import type { Benefit, Coupon } from "#contract/benefit/benefit.ts";
import { whenIdle } from "../../platform/page-load/hydration.ts";
import { Button } from "../../ui/form/button.tsx";
import { classNames } from "../../ui/styles/class-names.ts";
import { formatCount } from "../../ui/display/format.ts";
import { Tag } from "../../ui/display/tag.tsx";
import { couponEndText } from "./coupon-dates.ts";
import { valueParts } from "../claim/claim-outcome.ts";
import { benefitMessages } from "../messages.ts";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/** Sheet with a coupon's code: a large chunk that is needed only after a press. */
const loadCode = async () => ({ default: (await import("./coupon-code.tsx")).CouponCode });
const CouponCode = lazy(loadCode);

type CouponFace = Pick<Coupon, "name" | "summary" | "value" | "condition">;

/** Most characters that fit into the stub in the large size; texts without digits are set smaller. */
const MAX_LARGE_LENGTH = 6;
const MAX_LARGE_TEXT_LENGTH = 3;

function Stub({ value, condition }: Pick<CouponFace, "value" | "condition">) {
  const { before, number, after } = valueParts(value);
  return (
    <div className={couponCss.stub}>
      <b
        className={classNames(
          [...value].length > (/\d/.test(value) ? MAX_LARGE_LENGTH : MAX_LARGE_TEXT_LENGTH) && couponCss.long,
        )}
      >
        {before !== "" && <small>{before}</small>}
        {number}
        {after !== "" && ` ${after}`}
      </b>
      <span>{condition}</span>
    </div>
  );
}

type FrameProps = { face: CouponFace; look?: string | false; note: ReactNode; children: ReactNode };

const Frame = ({ face, look, note, children }: FrameProps) => (
  <div className={classNames(couponCss.coupon, look)}>
    <Stub value={face.value} condition={face.condition} />
    <div className={couponCss.body}>
      <p className={textCss.medium}>{face.name}</p>
      <p className={`${textCss.caption} ${textCss.secondary} ${layoutCss.marginTop1}`}>{face.summary}</p>
      <div className={`${layoutCss.row} ${layoutCss.spaceBetween} ${layoutCss.gap2}`}>
        {note}
        {children}
      </div>
    </div>
  </div>
);

type CouponCardProps = {
  coupon: Coupon;
  now: number;
  /** Called when the code was displayed, since the coupon may have been redeemed. */
  onShown: () => void;
};

/** State of a coupon whose code cannot be used now; null: it can. */
function spentStateOf({ state, lapsed, orderId }: Coupon): "used" | "expired" | "lapsed" | "held" | null {
  if (state === "used") return state;
  if (orderId !== undefined) return "held";
  if (lapsed !== undefined) return "lapsed";
  return state === "expired" ? state : null;
}

/** A coupon of the user; its button shows the code. */
export function CouponCard({ coupon, now, onShown }: CouponCardProps) {
  const [isOpen, setOpen] = useState(false);
  const { state } = coupon;
  const spent = spentStateOf(coupon);
  // Preloads the sheet because a dealer's showroom may have no network.
  useEffect(() => whenIdle(() => void loadCode().catch(() => {})), []);
  return (
    <Frame
      face={coupon}
      look={spent !== null ? couponCss.gone : state === "soon" && couponCss.warm}
      note={
        <span
          className={classNames(
            textCss.caption,
            state === "soon" ? `${textCss.accent} ${textCss.medium}` : textCss.tertiary,
          )}
        >
          {couponEndText(coupon, now)}
        </span>
      }
    >
      {spent !== null ? (
        <Tag kind="ended">{benefitMessages.state[spent]}</Tag>
      ) : (
        <Button
          look="tonal"
          size="tiny"
          aria-label={benefitMessages.useNamed(coupon.name)}
          onClick={() => setOpen(true)}
        >
          {benefitMessages.use}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <CouponCode
            coupon={coupon}
            onClose={() => {
              setOpen(false);
              onShown();
            }}
          />
        </Suspense>
      )}
    </Frame>
  );
}

type BenefitCardProps = { benefit: Benefit; isBusy: boolean; isBlocked: boolean; onClaim: () => void };

/** A benefit with its claim button, or the reason why it cannot be claimed. */
export const BenefitCard = ({ benefit, isBusy, isBlocked, onClaim }: BenefitCardProps) => (
  <Frame
    face={benefit}
    look={benefit.state !== "open" && benefit.state !== "soon" && couponCss.gone}
    note={
      <span className={`${textCss.caption} ${textCss.tertiary}`}>
        {benefit.state === "open" &&
          benefit.left !== null &&
          benefitMessages.leftOver(formatCount(benefit.left))}
      </span>
    }
  >
    {benefit.state === "open" ? (
      <Button
        size="tiny"
        aria-label={benefitMessages.claimNamed(benefit.name)}
        data-tap="press"
        suppressHydrationWarning
        isBusy={isBusy}
        disabled={isBlocked && !isBusy}
        onClick={onClaim}
      >
        {benefitMessages.claim}
      </Button>
    ) : (
      <Tag kind={benefit.state === "soon" ? "soon" : "ended"}>{benefitMessages.state[benefit.state]}</Tag>
    )}
  </Frame>
);
