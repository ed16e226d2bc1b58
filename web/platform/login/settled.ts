import type { Landing } from "../address.ts";

let settled: Promise<void> = Promise.resolve();
let isHeld = false;

/** Resolves when no return from the provider is being worked on: whoever would ask for a login waits for this first. */
export const loginSettled = (): Promise<void> => settled;

/** A return from the provider is to be worked on. @returns says that it is over */
export function holdLogin(): () => void {
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

/** Whether the login's own module is needed for what an address brought, or for what was received before. */
export const mayBeReturn = ({ code, error }: Landing): boolean => code !== null || error !== null || isHeld;
