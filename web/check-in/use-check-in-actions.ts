import { useState } from "react";
import {
  checkIn,
  handOverPickup,
  redeemCoupon,
  undoCheckIn,
  undoRedeem,
  type CheckInResult,
  type Guest,
  type RedeemResult,
  type PresentedCoupon,
  type UndoCheckInResult,
} from "#contract/check-in/check-in.ts";
import { send } from "../platform/http/send.ts";
import { describeFailure, asRefusal } from "../ui/feedback/load-failure.ts";
import type { CheckInOutcome } from "./check-in-result.tsx";

const quiet = { isSilent: true } as const;

/** Outcome of an undo: also "undone" if a colleague did it; a later check-in stays. */
function undoOutcome({ result, guest }: UndoCheckInResult, at: number): CheckInOutcome {
  if (result === "done" || result === "open") return { result: "undone", guest, at };
  return { result: result === "another" ? "already" : result, guest, at };
}

type GuestListActions = {
  /** @param change of the arrival count: 1, 0 or -1 */
  updateGuest: (guest: Guest, change: number) => void;
  /** Reloads the list. */
  load: () => Promise<void>;
  /** Called when an outcome is displayed. */
  onOutcome: () => void;
};
/** Actions with the code of a coupon or of a pick-up order. */
function useCodeActions({
  link,
  by,
  run,
  setOutcome,
}: {
  link: string;
  by: string;
  run: <T>(request: () => Promise<T>) => Promise<T | null>;
  setOutcome: (outcome: CheckInOutcome) => void;
}) {
  const showCoupon = (coupon: PresentedCoupon | null, redeemed: RedeemResult["result"] | "undone") => {
    const at = Date.now();
    if (coupon === null) setOutcome({ result: "unknown", guest: null, at });
    else setOutcome({ result: "redeemed", guest: null, coupon, redeemed, at });
  };
  const redeem = (code: string) =>
    run(async () => {
      const { result, coupon } = await send(redeemCoupon, { link, by, code }, quiet);
      showCoupon(coupon, result);
    });
  const undoCoupon = (code: string, usedTime: string) =>
    run(async () => {
      const { result, coupon } = await send(undoRedeem, { link, code, usedTime }, quiet);
      // A later redemption stays and is shown as such.
      showCoupon(coupon, result === "done" || result === "open" ? "undone" : "already");
    });
  const handOver = (code: string) =>
    run(async () => {
      const { result, pickup } = await send(handOverPickup, { link, code }, quiet);
      const at = Date.now();
      if (pickup === null) setOutcome({ result: "unknown", guest: null, at });
      else setOutcome({ result: "handedOver", guest: null, pickup, handed: result, at });
    });
  return { redeem, undoCoupon, handOver };
}
/** Checks guests in and redeems coupons one after another, with the outcome of the last action. */
export function useCheckInActions(
  link: string,
  by: string,
  { updateGuest, load, onOutcome }: GuestListActions,
) {
  const [outcome, setOutcome] = useState<CheckInOutcome | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** Runs a request and shows its failure. */
  const run = async <T>(request: () => Promise<T>): Promise<T | null> => {
    setBusy(true);
    try {
      return await request();
    } catch (error) {
      const text = describeFailure(error).title;
      const isRefused = asRefusal(error)?.refusal === "flowBranch";
      setOutcome({ result: isRefused ? "refused" : "failed", guest: null, text, at: Date.now() });
      // Cancelled since the list was loaded: reloads the list so that its head shows it.
      if (isRefused) void load();
      return null;
    } finally {
      setBusy(false);
      onOutcome();
    }
  };
  const check = (guestRef: { code: string } | { signUpId: string }): Promise<CheckInResult | null> =>
    run(async () => {
      const answer = await send(checkIn, { link, by, ...guestRef }, quiet);
      if (answer.guest && answer.result !== "elsewhere")
        updateGuest(answer.guest, Number(answer.result === "done"));
      setOutcome({ ...answer, at: Date.now() });
      return answer;
    });
  const undo = ({ signUpId, checkedInTime }: Guest) =>
    run(async () => {
      if (checkedInTime === null) return;
      const answer = await send(undoCheckIn, { link, signUpId, checkedInTime }, quiet);
      if (answer.guest && answer.result !== "elsewhere")
        updateGuest(answer.guest, -Number(answer.result === "done"));
      setOutcome(undoOutcome(answer, Date.now()));
    });
  return { outcome, isBusy, check, undo, ...useCodeActions({ link, by, run, setOutcome }) };
}
