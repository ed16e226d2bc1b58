import { createHash, randomInt } from "node:crypto";
import { callLimits } from "#contract/core/call-limits.ts";

/** Creates a code of six random digits; automated tests use a fixed one. */
export const createCode = (testCode: string | null): string =>
  testCode ?? String(randomInt(10 ** callLimits.sms.digits)).padStart(callLimits.sms.digits, "0");

/**
 * Hash by which a code is stored. The pepper is the installation's secret: a stolen table alone does not
 * reveal codes.
 */
export const hashCode = (pepper: string, salt: string, code: string): string =>
  createHash("sha256").update(`${pepper}:${salt}:${code}`).digest("hex");

/** Expiry of a code that is sent now; ms. */
export const codeExpiry = (now: number): number => now + callLimits.sms.seconds * 1000;

/** Result of a try. `triesLeft` is shown to the person; null if there is no code to try. */
export type SmsCodeVerdict = {
  readonly verdict: "ok" | "wrong" | "locked";
  readonly triesLeft: number | null;
};

export type StoredSmsCode = { readonly tries: number; readonly isSpent: boolean; readonly expires: number };

/** Evaluates a stored code before the try itself; null: the code has to be tried. */
export function judgeBeforeTry(stored: StoredSmsCode | null, now: number): SmsCodeVerdict | null {
  if (stored === null || stored.isSpent || stored.expires <= now)
    return { verdict: "wrong", triesLeft: null };
  return stored.tries >= callLimits.sms.maxAttempts ? { verdict: "locked", triesLeft: 0 } : null;
}

/** Evaluates a try that was counted: the last wrong one locks the code (requirement F22). */
export function judgeTry({ tries, isSpent }: Pick<StoredSmsCode, "tries" | "isSpent">): SmsCodeVerdict {
  const triesLeft = Math.max(0, callLimits.sms.maxAttempts - tries);
  if (isSpent) return { verdict: "ok", triesLeft };
  return { verdict: triesLeft === 0 ? "locked" : "wrong", triesLeft };
}
