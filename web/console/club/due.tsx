import { useSyncExternalStore } from "react";
import { formatDateTime } from "#contract/core/date-text.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { ShareBar } from "../kit/display/badge.tsx";
import * as clubCss from "./club.module.css";
import { clubPageMessages as texts } from "./messages.ts";
import { complaintMessages } from "./complaints/messages.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Remaining time from which it is shown in amber, ms. */
const SOON = 4 * HOUR;
const subscribe = (onChange: () => void): (() => void) => {
  const timer = setInterval(onChange, MINUTE / 2);
  return () => clearInterval(timer);
};
const steppedNow = (): number => Math.floor(Date.now() / (MINUTE / 2)) * (MINUTE / 2);

type DueState = { readonly words: string; readonly tone: "late" | "soon" | "open"; readonly share: number };
/** Words and tone of a time limit, and how much of it has passed (0 to 1). Times in ms. */
function dueState(since: number, due: number, now: number): DueState {
  const left = due - now;
  if (left <= 0) return { words: texts.late(Math.floor(-left / HOUR)), tone: "late", share: 1 };
  const words =
    left < HOUR ? texts.leftMinutes(Math.ceil(left / MINUTE)) : texts.leftHours(Math.floor(left / HOUR));
  const share = Math.min(1, Math.max(0, (now - since) / Math.max(1, due - since)));
  return { words, tone: left <= SOON ? "soon" : "open", share };
}
const tones = { late: clubCss.late, soon: clubCss.soon, open: clubCss.open };

/** Time until a complaint or an application is overdue, in red once it is. */
export function DueCell({ since, due }: { since: string; due: string }) {
  const now = useSyncExternalStore(subscribe, steppedNow);
  const { words, tone, share } = dueState(Date.parse(since), Date.parse(due), now);
  return (
    <div
      className={classNames(clubCss.due, tones[tone])}
      title={formatDateTime(toShanghaiIso(Date.parse(since)))}
    >
      <p>{words}</p>
      <ShareBar label={complaintMessages.columns.since} value={share} max={1} />
    </div>
  );
}
