import { isOffline } from "./network.ts";

/** Pauses between polls, ms: short while a change is likely, then growing. */
const FIRST_PAUSE = 4_000;
const LONGEST_PAUSE = 30_000;
const GROWTH = 1.3;
/** @param polls number of polls since the page was last shown @returns ms */
export const pollDelay = (polls: number): number => Math.min(LONGEST_PAUSE, FIRST_PAUSE * GROWTH ** polls);

/**
 * Polls again and again with growing pauses. Stops while the page is hidden or there is no network; when the
 * page is shown again, it polls at once and starts over.
 * @param poll a failed poll is followed by the next one too
 * @returns stops polling
 */
export function pollWithBackoff(poll: () => Promise<unknown>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let polls = 0;
  /** Number of the current polling loop: an older loop ends when a newer one has started. */
  let loop = 0;
  const mayPoll = (): boolean => !document.hidden && !isOffline();
  const schedule = (ownLoop: number): void => {
    timer = setTimeout(() => void run(ownLoop), pollDelay(polls++));
  };
  const run = async (ownLoop: number): Promise<void> => {
    if (!mayPoll()) return;
    await poll().catch(() => {});
    if (ownLoop === loop && mayPoll()) schedule(ownLoop);
  };
  const restart = (isNow: boolean): void => {
    clearTimeout(timer);
    loop++;
    polls = 0;
    if (!mayPoll()) return;
    if (isNow) void run(loop);
    else schedule(loop);
  };
  const resume = (): void => restart(true);
  restart(false);
  addEventListener("online", resume);
  document.addEventListener("visibilitychange", resume);
  return () => {
    loop++;
    clearTimeout(timer);
    removeEventListener("online", resume);
    document.removeEventListener("visibilitychange", resume);
  };
}
