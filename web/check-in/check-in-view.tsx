import { useRef, useState } from "react";
import type { CheckInList, Guest, PresentedCoupon } from "#contract/check-in/check-in.ts";
import { formatSpan } from "#contract/core/date-text.ts";
import { formatDeadline } from "#contract/core/moment-text.ts";
import { useFocusFallback } from "../platform/browser/use-focus-fallback.ts";
import { raiseChallenge } from "../platform/http/challenges.ts";
import { Button } from "../ui/form/button.tsx";
import { describeFailure, asRefusal } from "../ui/feedback/load-failure.ts";
import { Notice } from "../ui/feedback/notice.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { isRedeemable, undoableRedemption } from "./coupon-result.tsx";
import { GuestList } from "./guest-list.tsx";
import { couponInOutcome, CheckInResultView, pickupInOutcome } from "./check-in-result.tsx";
import { canHandOver } from "./pickup-result.tsx";
import { ScanBox } from "./scan-box.tsx";
import { CodeInput } from "./code-input.tsx";
import { useCheckInActions } from "./use-check-in-actions.ts";
import { useGuestList, useGuestSearch } from "./use-guest-list.ts";
import { checkInMessages } from "./messages.ts";
import { TitleText } from "../ui/display/title-text.tsx";
import * as checkInCss from "./check-in.module.css";
import * as contentCss from "../ui/styles/content.module.css";
import * as controlsCss from "../ui/styles/controls.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as textCss from "../ui/styles/text.module.css";

type CheckInViewProps = { link: string; by: string; onChangeName: () => void };

/** Placeholder without a guest list: loading, or the reason why it cannot be loaded. */
function MissingGuestList({ reason, onRetry }: { reason: unknown; onRetry: () => void }) {
  if (reason === null)
    return (
      <div
        className={`${checkInCss.skeleton} ${contentCss.card} ${contentCss.skeleton}`}
        aria-hidden="true"
      />
    );
  const { art, title, text } = describeFailure(reason);
  return (
    <EmptyState art={art} title={title} text={text}>
      {asRefusal(reason)?.refusal !== "notFound" && (
        <Button onClick={onRetry}>{checkInMessages.retry}</Button>
      )}
    </EmptyState>
  );
}

/** Session with its arrival count, and the staff member's name. */
const SessionCard = ({ list, by, onChangeName }: Omit<CheckInViewProps, "link"> & { list: CheckInList }) => (
  <section className={`${contentCss.card} ${contentCss.padded}`}>
    <h2 className={textCss.title3}>
      <TitleText text={list.title} />
    </h2>
    <p className={`${textCss.small} ${textCss.secondary}`}>
      {formatSpan(list.startTime, list.endTime)} · {list.dealerName ?? list.address}
    </p>
    <div className={`${layoutCss.row} ${layoutCss.spaceBetween} ${layoutCss.gap2} ${layoutCss.wrap}`}>
      <output className={`${checkInCss.count} ${textCss.numeric}`}>
        {checkInMessages.counts(list.arrived, list.total)}
      </output>
      <button type="button" className={controlsCss.link} onClick={onChangeName}>
        {checkInMessages.by(by)} · {checkInMessages.change}
      </button>
    </div>
  </section>
);

type CouponActionsProps = {
  coupon: PresentedCoupon;
  isBusy: boolean;
  onRedeem: (code: string) => void;
  /** @param usedTime of the redemption to undo */
  onUndo: (code: string, usedTime: string) => void;
};

/** Buttons of the last coupon: redeem it, or undo its redemption. */
function CouponActions({ coupon, isBusy, onRedeem, onUndo }: CouponActionsProps) {
  const redemption = undoableRedemption(coupon);
  return (
    <>
      {isRedeemable(coupon) && (
        <Button isWide isBusy={isBusy} onClick={() => onRedeem(coupon.code)}>
          {checkInMessages.coupon.redeem}
        </Button>
      )}
      {redemption !== null && (
        <Button look="quiet" size="small" disabled={isBusy} onClick={() => onUndo(coupon.code, redemption)}>
          {checkInMessages.coupon.undo}
        </Button>
      )}
    </>
  );
}

/** Scanner, code input and guest list, with the outcome of the last action. */
export function CheckInView({ link, by, onChangeName }: CheckInViewProps) {
  const { list, reason, load, updateGuest } = useGuestList(link);
  const [text, setText] = useState("");
  const isIncomplete = list !== null && list.nextCursor !== null;
  const search = useGuestSearch(link, isIncomplete ? text : null);
  const result = useRef<HTMLOutputElement>(null);
  const restoreFocus = useFocusFallback(() => result.current);
  const { outcome, isBusy, check, redeem, undo, undoCoupon, handOver } = useCheckInActions(link, by, {
    updateGuest: (guest, change) => {
      updateGuest(guest, change);
      search.updateGuest(guest);
    },
    load,
    onOutcome: restoreFocus,
  });
  const [coupon, pickup] = [couponInOutcome(outcome), pickupInOutcome(outcome)];
  if (list === null) return <MissingGuestList reason={reason} onRetry={() => void load()} />;
  const confirmCheckIn = async (guest: Guest) => {
    if (await raiseChallenge("dialog", checkInMessages.ask(guest.name)))
      await check({ signUpId: guest.signUpId });
  };
  const confirmUndo = async (guest: Guest) => {
    if (await raiseChallenge("dialog", checkInMessages.undoAsk(guest.name))) await undo(guest);
  };
  const confirmUndoCoupon = async (code: string, usedTime: string) => {
    if (await raiseChallenge("dialog", checkInMessages.coupon.undoAsk)) await undoCoupon(code, usedTime);
  };
  const confirmHandOver = async (code: string) => {
    if (await raiseChallenge("dialog", checkInMessages.pickup.handOverAsk)) await handOver(code);
  };
  const last = outcome?.result === "done" ? outcome.guest : null;
  return (
    <div className={checkInCss.desk}>
      {list.calledOff && <Notice kind="err">{checkInMessages.cancelled(list.calledOff.reason)}</Notice>}
      <SessionCard {...{ list, by, onChangeName }} />
      <CheckInResultView outcome={outcome} outputRef={result} />
      {last !== null && (
        <Button look="quiet" size="small" disabled={isBusy} onClick={() => void confirmUndo(last)}>
          {checkInMessages.undoLast}
        </Button>
      )}
      {coupon !== null && (
        <CouponActions
          {...{ coupon, isBusy }}
          onRedeem={(code) => void redeem(code)}
          onUndo={(code, usedTime) => void confirmUndoCoupon(code, usedTime)}
        />
      )}
      {pickup !== null && canHandOver(pickup) && (
        <Button isWide isBusy={isBusy} onClick={() => void confirmHandOver(pickup.code)}>
          {checkInMessages.pickup.handOver}
        </Button>
      )}
      <ScanBox
        isBusy={isBusy}
        isSecondary={(coupon !== null && isRedeemable(coupon)) || (pickup !== null && canHandOver(pickup))}
        onCode={async (code) => (await check({ code })) !== null}
      />
      <CodeInput isBusy={isBusy} onSend={(code) => check({ code })} />
      <GuestList
        {...{ list, text }}
        found={search.found}
        onText={setText}
        isBusy={isBusy}
        isClosed={list.calledOff !== undefined}
        onPick={(guest) => void confirmCheckIn(guest)}
        onUndo={(guest) => void confirmUndo(guest)}
      />
      <p className={`${textCss.caption} ${textCss.tertiary} ${textCss.center}`}>
        {checkInMessages.until(formatDeadline(list.expiresTime))}
      </p>
    </div>
  );
}
