import type { Landing } from "../navigation/address.ts";

let settled: Promise<void> = Promise.resolve();
let isHeld = false;
/** Whether one is being worked on. */
export const isLoginLocked = (): boolean => isHeld;

/** Resolves when no login is being ended or begun by itself: whoever would ask for one waits for this first. */
export const whenLoginSettled = (): Promise<void> => settled;

/** A login is to be worked on. @returns says that it is over */
export function lockLogin(): () => void {
  let settle = (): void => {};
  isHeld = true;
  settled = new Promise((resolve) => {
    settle = () => {
      isHeld = false;
      resolve();
    };
  });
  return () => settle();
}

/** Whether the login's own module is needed for what an address brought. */
export const hasLoginParameters = ({ code, error, state, tk }: Landing): boolean =>
  code !== null || error !== null || state !== null || tk !== null;
