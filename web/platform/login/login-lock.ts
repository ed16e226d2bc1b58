import type { Landing } from "../navigation/address.ts";

let settled: Promise<void> = Promise.resolve();
let isHeld = false;
/** Whether a login is in progress. */
export const isLoginLocked = (): boolean => isHeld;

/**
 * Resolves when no automatic login or logout is in progress. Code that asks for a login waits for this first.
 */
export const whenLoginSettled = (): Promise<void> => settled;

/** Marks a login as in progress. @returns marks it as settled */
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

/** Whether the address has login parameters, which need the login module. */
export const hasLoginParameters = ({ code, error, state, tk }: Landing): boolean =>
  code !== null || error !== null || state !== null || tk !== null;
