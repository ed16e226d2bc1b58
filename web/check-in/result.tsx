import type { Ref } from "react";
import type { CheckInResult, Guest, RedeemResult, ShownCoupon } from "#contract/check-in.ts";
import { formatDate, formatMoment, wallClock } from "../ui/format.ts";
import { CheckCircleIcon, WarningIcon } from "../ui/icons.tsx";
import { CouponTold } from "./coupon-told.tsx";
import { words } from "./words.ts";

/** What came of one; `at` tells two of the same kind apart. */
export type Told = { readonly at: number } & (
  | CheckInResult
  | { readonly result: "undone"; readonly guest: Guest | null }
  | { readonly result: "failed" | "refused"; readonly guest: null; readonly text: string }
  | {
      readonly result: "redeemed";
      readonly guest: null;
      readonly coupon: ShownCoupon;
      readonly redeemed: RedeemResult["result"] | "undone";
    }
);

const timeOf = (moment: string | null): string => (moment === null ? "" : formatMoment(moment));

function textOf(told: Told): string {
  const { guest } = told;
  switch (told.result) {
    case "already":
      return words.results.already(timeOf(guest?.checkedInTime ?? null), guest?.checkedInBy ?? "");
    case "elsewhere":
      return words.results.elsewhere(timeOf(guest?.startTime ?? null));
    case "failed":
      return `${words.results.failed}（${told.text}）`;
    case "refused":
      return told.text;
    case "done":
    case "undone":
    case "stale":
      return words.results[told.result];
    default:
      return words.results.unknown;
  }
}

/** The coupon that the last one was about; null where it was about none. */
export const couponOf = (told: Told | null): ShownCoupon | null =>
  told?.result === "coupon" || told?.result === "redeemed" ? (told.coupon ?? null) : null;

/** What came of the last one, large: read from an arm's length, and read out. */
export function Result({ told, place }: { told: Told | null; place: Ref<HTMLOutputElement> }) {
  const coupon = couponOf(told);
  const redeemed = told?.result === "redeemed" ? told.redeemed : null;
  return (
    <output className="ci-result" ref={place} tabIndex={-1}>
      {told && coupon && <CouponTold key={told.at} {...{ coupon, redeemed }} />}
      {told && !coupon && <GuestTold key={told.at} told={told} />}
    </output>
  );
}

/** What came of a ticket, or of a row of the list. */
function GuestTold({ told }: { told: Told }) {
  const { guest } = told;
  const isFine = told.result === "done" || told.result === "undone";
  // By the server's clock, as it noted the check-in: a phone's may be wrong (requirement K22).
  const came = told.result === "done" ? (guest?.checkedInTime ?? null) : null;
  const isOtherDay = guest !== null && came !== null && formatDate(guest.startTime) !== formatDate(came);
  return (
    <div className={isFine ? "ok" : "bad"}>
      {isFine ? <CheckCircleIcon size={24} /> : <WarningIcon size={24} />}
      <div className="f1">
        <b className="t2">{textOf(told)}</b>
        {guest && told.result !== "unknown" && (
          <p>
            {guest.name} <span className="num">{guest.mobile}</span> · {wallClock(guest.startTime).time}
          </p>
        )}
        {told.result === "unknown" && <p>{words.results.unknownNext}</p>}
        {isOtherDay && <p>{words.otherDay(formatMoment(guest.startTime))}</p>}
      </div>
    </div>
  );
}
