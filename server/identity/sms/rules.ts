import { createHash, randomInt } from "node:crypto";
import { callLimits } from "#contract/core/call-limits.ts";

/** Six random digits, or the fixed code of an automated test. */
export const makeCode = (testCode: string | null): string =>
  testCode ?? String(randomInt(10 ** callLimits.sms.digits)).padStart(callLimits.sms.digits, "0");

/** What is kept of a code: the pepper is the installation's secret, so a stolen table alone does not give the codes away. */
export const hashCode = (pepper: string, salt: string, code: string): string =>
  createHash("sha256").update(`${pepper}:${salt}:${code}`).digest("hex");

/** When a code sent now ends; ms. */
export const codeExpiry = (now: number): number => now + callLimits.sms.seconds * 1000;

/** What became of a try. `triesLeft` tells the person; null where there is no code to try. */
export type SmsCodeVerdict = {
  readonly verdict: "ok" | "wrong" | "locked";
  readonly triesLeft: number | null;
};

export type StoredSmsCode = { readonly tries: number; readonly isSpent: boolean; readonly expires: number };

/** Judges what can be judged before the code itself: null means that the code has to be tried. */
export function judgeBeforeTry(kept: StoredSmsCode | null, now: number): SmsCodeVerdict | null {
  if (kept === null || kept.isSpent || kept.expires <= now) return { verdict: "wrong", triesLeft: null };
  return kept.tries >= callLimits.sms.tries ? { verdict: "locked", triesLeft: 0 } : null;
}

/** Judges a try that was counted: the last wrong one locks the code (requirement F22). */
export function judgeTry({ tries, isSpent }: Pick<StoredSmsCode, "tries" | "isSpent">): SmsCodeVerdict {
  const triesLeft = Math.max(0, callLimits.sms.tries - tries);
  if (isSpent) return { verdict: "ok", triesLeft };
  return { verdict: triesLeft === 0 ? "locked" : "wrong", triesLeft };
}
