import { toast } from "../http/challenges.ts";
import { wayNow } from "./way.ts";

/**
 * Leaves for the binding of a mobile, and comes back with it: the mini-program's own page, elsewhere
 * the provider's (requirements E16, I01). @returns what keeps it from that, in words; null where nothing does
 */
export async function bindMobile(): Promise<string | null> {
  const { ask, wordsOf } = await import("./login.ts");
  return wordsOf(await ask("bindMobile", wayNow() === "miniProgram" ? "miniProgram" : "sso"));
}
/** The same; what keeps it from that is said. */
export async function bindMobileOrSay(): Promise<void> {
  const words = await bindMobile();
  if (words !== null) toast(words);
}
