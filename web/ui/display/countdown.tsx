import { useEffect, useEffectEvent, useState } from "react";
import { serverTime } from "../../platform/time/server-time.ts";
import { uiMessages } from "../messages.ts";
import * as contentCss from "../styles/content.module.css";

type CountdownProps = {
  /** Target moment and the server's clock at the time of the answer: ISO 8601. */
  until: string;
  from: string;
  /** Called once at zero; the page then reloads its status. */
  onEnd?: () => void;
};

export type RemainingTime = { days: number; hours: number; minutes: number; seconds: number };

/** Splits a duration in ms, never below zero. A started second counts as whole, so zero means over. */
export function splitDuration(duration: number): RemainingTime {
  const seconds = Math.max(0, Math.ceil(duration / 1000));
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
}

const twoDigits = (number: number): string => String(number).padStart(2, "0");

/**
 * Counts down by the server's clock as soon as it is known, because the phone's clock may be wrong
 * (requirement K22). Screen readers do not announce each second.
 */
export function Countdown({ until, from, onEnd }: CountdownProps) {
  const end = Date.parse(until);
  const [now, setNow] = useState(() => Date.parse(from));
  const notifyEnd = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    serverTime.initialize(from);
    const timer = setInterval(() => {
      setNow(serverTime.now());
      if (serverTime.now() < end) return;
      clearInterval(timer);
      notifyEnd();
    }, 1000);
    // An API answer carries a more exact time than a cached page.
    const stop = serverTime.subscribe(() => setNow(serverTime.now()));
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [end, from]);
  const { days, hours, minutes, seconds } = splitDuration(end - now);
  return (
    <span
      className={contentCss.countdown}
      role="timer"
      aria-live="off"
      aria-label={uiMessages.remaining(days, hours, minutes, seconds)}
    >
      {days > 0 && (
        <>
          <b>{twoDigits(days)}</b>
          <i>{uiMessages.days}</i>
        </>
      )}
      {(days > 0 || hours > 0) && (
        <>
          <b>{twoDigits(hours)}</b>
          <i>:</i>
        </>
      )}
      <b>{twoDigits(minutes)}</b>
      <i>:</i>
      <b>{twoDigits(seconds)}</b>
    </span>
  );
}
