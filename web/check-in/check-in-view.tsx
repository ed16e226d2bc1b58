import { useRef, useState } from "react";
import {
  checkIn,
  redeemCoupon,
  undoCheckIn,
  undoRedeem,
  type CheckInResult,
  type Guest,
  type RedeemResult,
  type PresentedCoupon,
  type UndoCheckInResult,
} from "#contract/check-in/check-in.ts";
import { useFocusFallback } from "../platform/browser/use-focus-fallback.ts";
import { raiseChallenge } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { Button } from "../ui/form/button.tsx";
import { describeFailure, asRefusal } from "../ui/feedback/load-failure.ts";
import { formatMoment } from "../ui/display/format.ts";
import { Notice } from "../ui/feedback/notice.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { isRedeemable, undoableRedemption } from "./coupon-result.tsx";
import { GuestList } from "./guest-list.tsx";
import { couponInOutcome, CheckInResultView, type CheckInOutcome } from "./check-in-result.tsx";
import { ScanBox } from "./scan-box.tsx";
import { CodeInput } from "./code-input.tsx";
import { useGuestList, useGuestSearch } from "./use-guest-list.ts";
import { checkInMessages } from "./messages.ts";
import * as checkInCss from "./check-in.module.css";
import * as contentCss from "../ui/styles/content.module.css";
import * as controlsCss from "../ui/styles/controls.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as textCss from "../ui/styles/text.module.css";

type CheckInViewProps = { link: string; by: string; onChangeWho: () => void };
const quiet = { isSilent: true } as const;

/** Outcome of an undo: also "undone" if somebody else did it; a later check-in stays. */
function undoOutcome({ result, guest }: UndoCheckInResult, at: number): CheckInOutcome {
  if (result === "done" || result === "open") return { result: "undone", guest, at };
  return { result: result === "another" ? "already" : result, guest, at };
}

type Checking = {
  /** @param more change of the arrival count: 1, 0 or -1 */
  put: (guest: Guest, more: number) => void;
  /** Reloads the list. */
  load: () => Promise<void>;
  /** Called when an outcome is displayed. */
  onTold: () => void;
};
/** Checks guests in and redeems coupons one after another, with the outcome of the last action. */
function useChecks(link: string, by: string, { put, load, onTold }: Checking) {
  const [told, setTold] = useState<CheckInOutcome | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** Runs a request and shows its failure. */
  const work = async <T,>(run: () => Promise<T>): Promise<T | null> => {
    setBusy(true);
    try {
      return await run();
    } catch (error) {
      const text = describeFailure(error).title;
      const isRefused = asRefusal(error)?.refusal === "flowBranch";
      setTold({ result: isRefused ? "refused" : "failed", guest: null, text, at: Date.now() });
      // Cancelled since the list was loaded: reloads the list so that its head shows it.
      if (isRefused) void load();
      return null;
    } finally {
      setBusy(false);
      onTold();
    }
  };
  const tellCoupon = (coupon: PresentedCoupon | null, redeemed: RedeemResult["result"] | "undone") => {
    const at = Date.now();
    if (coupon === null) setTold({ result: "unknown", guest: null, at });
    else setTold({ result: "redeemed", guest: null, coupon, redeemed, at });
  };
  const check = (wish: { code: string } | { signUpId: string }): Promise<CheckInResult | null> =>
    work(async () => {
      const answer = await send(checkIn, { link, by, ...wish }, quiet);
      if (answer.guest && answer.result !== "elsewhere") put(answer.guest, Number(answer.result === "done"));
      setTold({ ...answer, at: Date.now() });
      return answer;
    });
  const undo = ({ signUpId, checkedInTime }: Guest) =>
    work(async () => {
      if (checkedInTime === null) return;
      const answer = await send(undoCheckIn, { link, signUpId, checkedInTime }, quiet);
      if (answer.guest && answer.result !== "elsewhere") put(answer.guest, -Number(answer.result === "done"));
      setTold(undoOutcome(answer, Date.now()));
    });
  const redeem = (code: string) =>
    work(async () => {
      const { result, coupon } = await send(redeemCoupon, { link, by, code }, quiet);
      tellCoupon(coupon, result);
    });
  const undoCoupon = (code: string, usedTime: string) =>
    work(async () => {
      const { result, coupon } = await send(undoRedeem, { link, code, usedTime }, quiet);
      // A later redemption stays and is shown as such.
      tellCoupon(coupon, result === "done" || result === "open" ? "undone" : "already");
    });
  return { told, isBusy, check, redeem, undo, undoCoupon };
}

/** Scanner, code input and guest list, with the outcome of the last action. */
export function CheckInView({ link, by, onChangeWho }: CheckInViewProps) {
  const { list, reason, load, put } = useGuestList(link);
  const [text, setText] = useState("");
  const isCut = list !== null && list.nextCursor !== null;
  const search = useGuestSearch(link, isCut ? text : null);
  const result = useRef<HTMLOutputElement>(null);
  const kept = useFocusFallback(() => result.current);
  const { told, isBusy, check, redeem, undo, undoCoupon } = useChecks(link, by, {
    put: (guest, more) => {
      put(guest, more);
      search.put(guest);
    },
    load,
    onTold: kept,
  });
  const coupon = couponInOutcome(told);
  const toRedeem = coupon !== null && isRedeemable(coupon) ? coupon : null;
  if (list === null) {
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
          <Button onClick={() => void load()}>{checkInMessages.retry}</Button>
        )}
      </EmptyState>
    );
  }
  const pick = async (guest: Guest) => {
    if (await raiseChallenge("dialog", checkInMessages.ask(guest.name)))
      await check({ signUpId: guest.signUpId });
  };
  const takeBack = async (guest: Guest) => {
    if (await raiseChallenge("dialog", checkInMessages.undoAsk(guest.name))) await undo(guest);
  };
  const redemption = coupon && undoableRedemption(coupon);
  const takeCouponBack = async (code: string, usedTime: string) => {
    if (await raiseChallenge("dialog", checkInMessages.coupon.undoAsk)) await undoCoupon(code, usedTime);
  };
  const last = told?.result === "done" ? told.guest : null;
  return (
    <div className={checkInCss.desk}>
      {list.calledOff && <Notice kind="err">{checkInMessages.calledOff(list.calledOff.reason)}</Notice>}
      <section className={`${contentCss.card} ${contentCss.padded}`}>
        <h2 className={textCss.title3}>{list.title}</h2>
        <p className={`${textCss.small} ${textCss.secondary}`}>
          {formatMoment(list.startTime)} · {list.dealerName ?? list.address}
        </p>
        <div className={`${layoutCss.row} ${layoutCss.spaceBetween} ${layoutCss.gap2} ${layoutCss.wrap}`}>
          <output className={`${checkInCss.count} ${textCss.numeric}`}>
            {checkInMessages.counts(list.arrived, list.total)}
          </output>
          <button type="button" className={controlsCss.link} onClick={onChangeWho}>
            {checkInMessages.by(by)} · {checkInMessages.change}
          </button>
        </div>
      </section>
      <CheckInResultView told={told} place={result} />
      {last !== null && (
        <Button look="quiet" size="small" disabled={isBusy} onClick={() => void takeBack(last)}>
          {checkInMessages.undoLast}
        </Button>
      )}
      {toRedeem !== null && (
        <Button isWide isBusy={isBusy} onClick={() => void redeem(toRedeem.code)}>
          {checkInMessages.coupon.redeem}
        </Button>
      )}
      {coupon !== null && redemption !== null && (
        <Button
          look="quiet"
          size="small"
          disabled={isBusy}
          onClick={() => void takeCouponBack(coupon.code, redemption)}
        >
          {checkInMessages.coupon.undo}
        </Button>
      )}
      <ScanBox
        isBusy={isBusy}
        isSecond={toRedeem !== null}
        onCode={async (code) => (await check({ code })) !== null}
      />
      <CodeInput isBusy={isBusy} onSend={(code) => check({ code })} />
      <GuestList
        {...{ list, text }}
        found={search.found}
        onText={setText}
        isBusy={isBusy}
        isClosed={list.calledOff !== undefined}
        onPick={(guest) => void pick(guest)}
        onUndo={(guest) => void takeBack(guest)}
      />
      <p className={`${textCss.caption} ${textCss.tertiary} ${textCss.center}`}>
        {checkInMessages.until(formatMoment(list.expiresTime))}
      </p>
    </div>
  );
}
