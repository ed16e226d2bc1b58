import type { CheckInResult } from "#contract/check-in.ts";
import { classes } from "../ui/classes.ts";
import { formatDate, formatMoment, wallClock } from "../ui/format.ts";
import { CheckCircleIcon, WarningIcon } from "../ui/icons.tsx";
import { words } from "./words.ts";

/** What came of one; `at` tells two of the same kind apart. */
export type Told = { readonly at: number } & (
  | CheckInResult
  | { readonly result: "failed"; readonly guest: null; readonly text: string }
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
    default:
      return words.results[told.result];
  }
}

/** What came of the last one, large: read from an arm's length, and read out. */
export function Result({ told }: { told: Told | null }) {
  const isDone = told?.result === "done";
  const startTime = told?.guest?.startTime;
  const isOtherDay = isDone && startTime !== undefined && formatDate(startTime) !== formatDate(told?.at ?? 0);
  return (
    <output className={classes("ci-result", told && (isDone ? "ok" : "bad"))}>
      {told && (
        <div key={told.at}>
          {isDone ? <CheckCircleIcon size={24} /> : <WarningIcon size={24} />}
          <div className="f1">
            <b className="t2">{textOf(told)}</b>
            {told.guest && told.result !== "unknown" && (
              <p>
                {told.guest.name} <span className="num">{told.guest.mobile}</span> ·{" "}
                {wallClock(told.guest.startTime).time}
              </p>
            )}
            {told.result === "unknown" && <p>{words.results.unknownNext}</p>}
            {isOtherDay && <p>{words.otherDay(formatMoment(startTime))}</p>}
          </div>
        </div>
      )}
    </output>
  );
}
