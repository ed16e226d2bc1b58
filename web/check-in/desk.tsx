import { useState } from "react";
import {
  checkIn,
  openCheckIn,
  redeemCoupon,
  undoCheckIn,
  type CheckInResult,
  type Guest,
  type UndoResult,
} from "#contract/check-in.ts";
import { raise } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { Button } from "../ui/button.tsx";
import { failureOf, refusalOf } from "../ui/failure.ts";
import { formatMoment } from "../ui/format.ts";
import { Empty } from "../ui/states.tsx";
import { useRenewed } from "../ui/use-renewed.ts";
import { isOpen } from "./coupon-told.tsx";
import { Guests } from "./guests.tsx";
import { couponOf, Result, type Told } from "./result.tsx";
import { ScanBox } from "./scan-box.tsx";
import { TypedCode } from "./typed-code.tsx";
import { words } from "./words.ts";

type DeskProps = { link: string; by: string; onChangeWho: () => void };
const quiet = { isSilent: true } as const;

/** Who is expected, asked again when the page is looked at again: colleagues check in too. */
function useList(link: string) {
  const renewed = useRenewed(() => send(openCheckIn, { link }, quiet));
  const { value: list, setValue: setList, reason, load } = renewed;
  /** Puts what a check-in said of one guest into the list. */
  const put = (guest: Guest) =>
    setList(
      (before) =>
        before && {
          ...before,
          guests: before.guests.map((one) => (one.signUpId === guest.signUpId ? guest : one)),
        },
    );
  return { list, reason, load, put };
}

/** Whoever is checked in no more is told so, by whomever that was done; a later check-in stands. */
function toldOf({ result, guest }: UndoResult, at: number): Told {
  if (result === "done" || result === "open") return { result: "undone", guest, at };
  return { result: result === "another" ? "already" : result, guest, at };
}

/** Checks one in after another or redeems a coupon, and says what came of each. */
function useChecks(link: string, by: string, put: (guest: Guest) => void) {
  const [told, setTold] = useState<Told | null>(null);
  const [isBusy, setBusy] = useState(false);
  const check = async (wish: { code: string } | { signUpId: string }): Promise<CheckInResult | null> => {
    setBusy(true);
    try {
      const answer = await send(checkIn, { link, by, ...wish }, quiet);
      if (answer.guest && answer.result !== "elsewhere") put(answer.guest);
      setTold({ ...answer, at: Date.now() });
      return answer;
    } catch (error) {
      setTold({ result: "failed", guest: null, text: failureOf(error).title, at: Date.now() });
      return null;
    } finally {
      setBusy(false);
    }
  };
  const redeem = async (code: string): Promise<void> => {
    setBusy(true);
    try {
      const { result, coupon } = await send(redeemCoupon, { link, by, code }, quiet);
      const at = Date.now();
      if (coupon === null) setTold({ result: "unknown", guest: null, at });
      else setTold({ result: "redeemed", guest: null, coupon, redeemed: result, at });
    } catch (error) {
      setTold({ result: "failed", guest: null, text: failureOf(error).title, at: Date.now() });
    } finally {
      setBusy(false);
    }
  };
  const undo = async ({ signUpId, checkedInTime }: Guest): Promise<void> => {
    if (checkedInTime === null) return;
    setBusy(true);
    try {
      const answer = await send(undoCheckIn, { link, signUpId, checkedInTime }, quiet);
      if (answer.guest && answer.result !== "elsewhere") put(answer.guest);
      setTold(toldOf(answer, Date.now()));
    } catch (error) {
      setTold({ result: "failed", guest: null, text: failureOf(error).title, at: Date.now() });
    } finally {
      setBusy(false);
    }
  };
  return { told, isBusy, check, redeem, undo };
}

/** Scanning, typing and picking, with what came of the last one, and the list. */
export function Desk({ link, by, onChangeWho }: DeskProps) {
  const { list, reason, load, put } = useList(link);
  const { told, isBusy, check, redeem, undo } = useChecks(link, by, put);
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
  const came = list.guests.filter(({ checkedInTime }) => checkedInTime !== null).length;
  const pick = async (guest: Guest) => {
    if (await raise("dialog", words.ask(guest.name))) await check({ signUpId: guest.signUpId });
  };
  const takeBack = async (guest: Guest) => {
    if (await raise("dialog", words.undoAsk(guest.name))) await undo(guest);
  };
  const last = told?.result === "done" ? told.guest : null;
  return (
    <div className="ci">
      <section className="card p">
        <h2 className="t3">{list.title}</h2>
        <p className="bs c2">
          {formatMoment(list.startTime)} · {list.dealerName ?? list.address}
        </p>
        <div className="row btw g2 wrap">
          <output className="ci-count num">{words.counts(came, list.guests.length)}</output>
          <button type="button" className="lk" onClick={onChangeWho}>
            {words.by(by)} · {words.change}
          </button>
        </div>
      </section>
      <Result told={told} />
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
      <ScanBox
        isBusy={isBusy}
        isSecond={toRedeem !== null}
        onCode={async (code) => (await check({ code })) !== null}
      />
      <TypedCode isBusy={isBusy} onSend={(code) => check({ code })} />
      <Guests
        guests={list.guests}
        isBusy={isBusy}
        onPick={(guest) => void pick(guest)}
        onUndo={(guest) => void takeBack(guest)}
      />
      <p className="cap c3 ctr">{words.until(formatMoment(list.expiresTime))}</p>
    </div>
  );
}
