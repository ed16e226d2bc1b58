import { useEffect, useEffectEvent, useState } from "react";
import { twoDigits } from "#contract/core/date-text.ts";
import { serverTime } from "../../platform/time/server-time.ts";
import { countdownMessages } from "./countdown-messages.ts";
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

/** Listeners of the page's only timer: countdowns to one moment change together and never disagree. */
const listeners = new Set<(now: number) => void>();
let timer: ReturnType<typeof setInterval> | undefined;
function onEachSecond(listener: (now: number) => void): () => void {
  const update = () => {
    const now = serverTime.now();
    for (const each of listeners) each(now);
  };
  // An API answer carries a more exact time than a cached page.
  const stop = serverTime.subscribe(update);
  listeners.add(listener);
  timer ??= setInterval(update, 1000);
  return () => {
    stop();
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * Time until a moment by the server's clock, each second. During rendering and hydration it counts from the time of the
 * server's answer, because the phone's clock may be wrong (requirement K22). The only rounding of such times.
 */
export function useRemainingTime({ until, from, onEnd }: CountdownProps): RemainingTime {
  const end = Date.parse(until);
  const [now, setNow] = useState(() => Date.parse(from));
  const notifyEnd = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    serverTime.initialize(from);
    const stop = onEachSecond((time) => {
      setNow(time);
      if (time < end) return;
      stop();
      notifyEnd();
    });
    return stop;
  }, [end, from]);
  return splitDuration(end - now);
}

/** Counts down in days, hours, minutes and seconds. Screen readers do not announce each second. */
export function Countdown(props: CountdownProps) {
  const { days, hours, minutes, seconds } = useRemainingTime(props);
  return (
    <span
      className={contentCss.countdown}
      role="timer"
      aria-live="off"
      aria-label={countdownMessages.remaining(days, hours, minutes, seconds)}
    >
      {days > 0 && (
        <>
          <b>{twoDigits(days)}</b>
          <i>{countdownMessages.days}</i>
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
