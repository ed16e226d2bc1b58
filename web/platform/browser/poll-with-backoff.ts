import { isOffline } from "./network.ts";

/** Pauses between askings, ms: short while somebody may be acting on it just now, then ever longer. */
const FIRST = 4_000;
const LONGEST = 30_000;
const GROWTH = 1.3;
/** @param asked how often it has been asked since the page was last looked at @returns ms */
export const pollDelay = (asked: number): number => Math.min(LONGEST, FIRST * GROWTH ** asked);

/**
 * Asks again and again, ever less often. While the page is not on show, or there is no network, nothing is
 * asked; come back to, it asks at once and begins anew.
 * @param ask an asking that fails is followed by the next all the same
 * @returns stops it
 */
export function pollWithBackoff(ask: () => Promise<unknown>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  /** Counts beginnings: an asking under way when another began leads to none. */
  let turn = 0;
  const mayAsk = (): boolean => !document.hidden && !isOffline();
  const wait = (of: number): void => {
    timer = setTimeout(() => void run(of), pollDelay(asked++));
  };
  const run = async (of: number): Promise<void> => {
    if (!mayAsk()) return;
    await ask().catch(() => {});
    if (of === turn && mayAsk()) wait(of);
  };
  const begin = (isNow: boolean): void => {
    clearTimeout(timer);
    turn++;
    asked = 0;
    if (!mayAsk()) return;
    if (isNow) void run(turn);
    else wait(turn);
  };
  const look = (): void => begin(true);
  begin(false);
  addEventListener("online", look);
  document.addEventListener("visibilitychange", look);
  return () => {
    turn++;
    clearTimeout(timer);
    removeEventListener("online", look);
    document.removeEventListener("visibilitychange", look);
  };
}
