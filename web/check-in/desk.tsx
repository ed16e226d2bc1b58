import { useRef, useState } from "react";
import {
  checkIn,
  redeemCoupon,
  undoCheckIn,
  undoRedeem,
  type CheckInResult,
  type Guest,
  type RedeemResult,
  type ShownCoupon,
  type UndoResult,
} from "#contract/check-in.ts";
import { useFocusKept } from "../platform/focus-kept.ts";
import { raise } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { Button } from "../ui/button.tsx";
import { failureOf, refusalOf } from "../ui/failure.ts";
import { formatMoment } from "../ui/format.ts";
import { Notice } from "../ui/notice.tsx";
import { Empty } from "../ui/states.tsx";
import { isOpen, redemptionOf } from "./coupon-told.tsx";
import { Guests } from "./guests.tsx";
import { couponOf, Result, type Told } from "./result.tsx";
import { ScanBox } from "./scan-box.tsx";
import { TypedCode } from "./typed-code.tsx";
import { useList, useSearch } from "./use-list.ts";
import { words } from "./words.ts";

type DeskProps = { link: string; by: string; onChangeWho: () => void };
const quiet = { isSilent: true } as const;

/** Whoever is checked in no more is told so, by whomever that was done; a later check-in stands. */
function toldOf({ result, guest }: UndoResult, at: number): Told {
  if (result === "done" || result === "open") return { result: "undone", guest, at };
  return { result: result === "another" ? "already" : result, guest, at };
}

type Checking = {
  /** @param more of those who are there: 1, 0 or -1 */
  put: (guest: Guest, more: number) => void;
  /** The list again. */
  load: () => Promise<void>;
  /** What came of one is on show. */
  onTold: () => void;
};
/** Checks one in after another or redeems a coupon, and says what came of each. */
function useChecks(link: string, by: string, { put, load, onTold }: Checking) {
  const [told, setTold] = useState<Told | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** Says so where it comes to nothing. */
  const work = async <T,>(run: () => Promise<T>): Promise<T | null> => {
    setBusy(true);
    try {
      return await run();
    } catch (error) {
      const text = failureOf(error).title;
      const isRefused = refusalOf(error)?.refusal === "flowBranch";
      setTold({ result: isRefused ? "refused" : "failed", guest: null, text, at: Date.now() });
      // Called off since the list was loaded: its head says so.
      if (isRefused) void load();
      return null;
    } finally {
      setBusy(false);
      onTold();
    }
  };
  const tellCoupon = (coupon: ShownCoupon | null, redeemed: RedeemResult["result"] | "undone") => {
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
      setTold(toldOf(answer, Date.now()));
    });
  const redeem = (code: string) =>
    work(async () => {
      const { result, coupon } = await send(redeemCoupon, { link, by, code }, quiet);
      tellCoupon(coupon, result);
    });
  const undoCoupon = (code: string, usedTime: string) =>
    work(async () => {
      const { result, coupon } = await send(undoRedeem, { link, code, usedTime }, quiet);
      // A later redemption stands, and is told as such.
      tellCoupon(coupon, result === "done" || result === "open" ? "undone" : "already");
    });
  return { told, isBusy, check, redeem, undo, undoCoupon };
}

/** Scanning, typing and picking, with what came of the last one, and the list. */
export function Desk({ link, by, onChangeWho }: DeskProps) {
  const { list, reason, load, put } = useList(link);
  const [text, setText] = useState("");
  const isCut = list !== null && list.nextCursor !== null;
  const search = useSearch(link, isCut ? text : null);
  const result = useRef<HTMLOutputElement>(null);
  const kept = useFocusKept(() => result.current);
  const { told, isBusy, check, redeem, undo, undoCoupon } = useChecks(link, by, {
    put: (guest, more) => {
      put(guest, more);
      search.put(guest);
    },
    load,
    onTold: kept,
  });
  const coupon = couponOf(told);
  const toRedeem = coupon !== null && isOpen(coupon) ? coupon : null;
  if (list === null) {
    if (reason === null) return <div className="ci-sk card sk" aria-hidden="true" />;
    const { art, title, text } = failureOf(reason);
    return (
      <Empty art={art} title={title} text={text}>
        {refusalOf(reason)?.refusal !== "notFound" && (
          <Button onClick={() => void load()}>{words.retry}</Button>
        )}
      </Empty>
    );
  }
  const pick = async (guest: Guest) => {
    if (await raise("dialog", words.ask(guest.name))) await check({ signUpId: guest.signUpId });
  };
  const takeBack = async (guest: Guest) => {
    if (await raise("dialog", words.undoAsk(guest.name))) await undo(guest);
  };
  const redemption = coupon && redemptionOf(coupon);
  const takeCouponBack = async (code: string, usedTime: string) => {
    if (await raise("dialog", words.coupon.undoAsk)) await undoCoupon(code, usedTime);
  };
  const last = told?.result === "done" ? told.guest : null;
  return (
    <div className="ci">
      {list.calledOff && <Notice kind="err">{words.calledOff(list.calledOff.reason)}</Notice>}
      <section className="card p">
        <h2 className="t3">{list.title}</h2>
        <p className="bs c2">
          {formatMoment(list.startTime)} · {list.dealerName ?? list.address}
        </p>
        <div className="row btw g2 wrap">
          <output className="ci-count num">{words.counts(list.arrived, list.total)}</output>
          <button type="button" className="lk" onClick={onChangeWho}>
            {words.by(by)} · {words.change}
          </button>
        </div>
      </section>
      <Result told={told} place={result} />
      {last !== null && (
        <Button look="quiet" size="small" disabled={isBusy} onClick={() => void takeBack(last)}>
          {words.undoLast}
        </Button>
      )}
      {toRedeem !== null && (
        <Button isWide isBusy={isBusy} onClick={() => void redeem(toRedeem.code)}>
          {words.coupon.redeem}
        </Button>
      )}
      {coupon !== null && redemption !== null && (
        <Button
          look="quiet"
          size="small"
          disabled={isBusy}
          onClick={() => void takeCouponBack(coupon.code, redemption)}
        >
          {words.coupon.undo}
        </Button>
      )}
      <ScanBox
        isBusy={isBusy}
        isSecond={toRedeem !== null}
        onCode={async (code) => (await check({ code })) !== null}
      />
      <TypedCode isBusy={isBusy} onSend={(code) => check({ code })} />
      <Guests
        {...{ list, text }}
        found={search.found}
        onText={setText}
        isBusy={isBusy}
        isClosed={list.calledOff !== undefined}
        onPick={(guest) => void pick(guest)}
        onUndo={(guest) => void takeBack(guest)}
      />
      <p className="cap c3 ctr">{words.until(formatMoment(list.expiresTime))}</p>
    </div>
  );
}
