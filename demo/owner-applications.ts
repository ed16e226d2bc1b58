import { ownerConsent } from "#contract/owner/consent.ts";
import { checkDigitOf } from "#contract/owner/vin.ts";
import type { SeededOwnerApplication } from "../server/owner/index.ts";
import { HOUR } from "./calendar.ts";
import { guestsOf, type DemoGuest } from "./guests/people.ts";
import { demoId } from "./ids.ts";

/** Last digits of a chassis number that the simulated reviewer leaves under review (docs/lab.md). */
const UNDECIDED = "0003";
/** Applications: hours since they were made, series, and the reason of a declined one; "": accepted, null: under review. */
const applications: readonly (readonly [hours: number, seriesCode: string, reason: string | null])[] = [
  [2, "xingyun", null],
  [7, "yuanshan", null],
  [19, "zhiwei", null],
  [31, "xiaocheng", null],
  [46, "yuanshan", ""],
  [70, "wangye", "行驶证照片不清晰，请重新拍摄"],
  [98, "xingyun", ""],
  [121, "zhuguang", "车架号与行驶证不一致"],
  [170, "xiaocheng", ""],
];

/** Chassis number with its check digit. @param place of the application */
function vinAt(place: number, isUndecided: boolean): string {
  const vin = `LQLEV5A10R${isUndecided ? String(700 + place) + UNDECIDED : String(8_100_000 + place * 37)}`;
  return vin.slice(0, 8) + checkDigitOf(vin) + vin.slice(9);
}

/** Applications of owners: some under review, one of them for longer than a day, and some decided. @param now ms */
export const demoOwnerApplications = (guests: readonly DemoGuest[], now: number): SeededOwnerApplication[] =>
  guestsOf(guests, "owner-applications", applications.length).flatMap(({ userId, mobile }, place) => {
    const row = applications[place];
    if (row === undefined) return [];
    const [hours, series_code, reason] = row;
    const isUndecided = reason === null;
    return [
      {
        application_id: demoId("ownerApplication", place),
        user_id: userId,
        mobile,
        vin: vinAt(place, isUndecided),
        series_code,
        picture_id: null,
        consent_version: ownerConsent.version,
        created_time: new Date(now - hours * HOUR),
        status: isUndecided ? 1 : reason === "" ? 2 : 3,
        reason: reason === "" ? null : reason,
        decided_time: isUndecided ? null : new Date(now - (hours - 3) * HOUR),
      },
    ];
  });
