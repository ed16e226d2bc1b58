import type { CaptchaAction } from "#contract/captcha-action.ts";
import { Refusal } from "#contract/errors.ts";
import type { Caller } from "../http/caller.ts";
import { networkOf } from "../http/network.ts";
import type { Kit } from "../kit.ts";
import {
  captchaLimits,
  decide,
  KNOWN_AFTER,
  STRANGER_WITHIN,
  TEST_FACTOR,
  type Counter,
  type Counts,
} from "./limits.ts";
import type { Bucket, CaptchaStore, Count } from "./store.ts";

export type Grant = { readonly way: "pointer" | "work"; readonly risk: number };

const noCounts = Object.fromEntries(Object.keys(captchaLimits).map((counter) => [counter, 0])) as Counts;
/** Whose counter it is; null where the caller has none. */
function subjectOf(counter: Counter, caller: Caller): string | null {
  if (counter.endsWith("ByAddress")) return networkOf(caller.address);
  if (counter.endsWith("ByDevice")) return caller.device.id;
  return caller.user?.userId ?? null;
}
const isLock = (counter: Counter): boolean => counter.startsWith("fails");

/** Counts what callers do and says what they may; counters are in the database, shared by all processes. */
export function createLimiter(kit: Kit, store: CaptchaStore) {
  const isOff = !kit.config.rateLimits;
  const factor = kit.config.captchaTestX === null ? 1 : TEST_FACTOR;

  const nameOf = (counter: Counter, caller: Caller): string | null => {
    const subject = subjectOf(counter, caller);
    return subject === null ? null : `${counter}:${subject}`;
  };
  const bucketsOf = (counters: readonly Counter[], caller: Caller): Bucket[] =>
    counters.flatMap((counter) => {
      const name = nameOf(counter, caller);
      const { most, minutes } = captchaLimits[counter];
      return name === null ? [] : [{ name, minutes, restartAt: isLock(counter) ? most * factor : null }];
    });
  const add = async (counters: readonly Counter[], caller: Caller): Promise<void> => {
    const buckets = bucketsOf(counters, caller);
    if (!isOff && buckets.length > 0) await store.count(buckets, [], kit.clock.now());
  };

  return {
    /**
     * Counts a puzzle that somebody wants.
     * @throws Refusal "tooMany" with the seconds to wait
     */
    async admit(caller: Caller, action: CaptchaAction, wantsPicture: boolean): Promise<Grant> {
      if (isOff) return { way: wantsPicture ? "pointer" : "work", risk: 0 };
      const now = kit.clock.now();
      const age = now - caller.device.since;
      const added: Counter[] = ["createsByAddress", "createsByDevice", "createsByUser"];
      if (age < STRANGER_WITHIN) added.push("strangersByAddress");
      const buckets = bucketsOf(added, caller);
      const all = Object.keys(captchaLimits) as Counter[];
      const read = all.flatMap((counter) => (added.includes(counter) ? [] : (nameOf(counter, caller) ?? [])));
      const found = await store.count(buckets, read, now);
      const of = (counter: Counter): Count | undefined => found.get(nameOf(counter, caller) ?? "");
      const counts = {
        ...noCounts,
        ...Object.fromEntries(all.map((counter) => [counter, of(counter)?.count ?? 0])),
      };
      const isKnown = age >= KNOWN_AFTER && counts.passesByDevice > 0;
      const isOwn = isKnown || caller.user?.hasMobile === true;
      const decision = decide(counts, { wantsPicture, action, isOwn, factor });
      if (decision.verdict === "refuse") {
        kit.log.info({ counter: decision.counter, action }, "captcha limit reached");
        const wait = (of(decision.counter)?.until ?? now) - now;
        const retryAfterSeconds = Math.max(1, Math.ceil(wait / 1000));
        throw new Refusal("tooMany", { retryAfterSeconds, data: { retryAfterSeconds } });
      }
      if (decision.verdict === "work" && !isOwn) await add(["workByAddress"], caller);
      return { way: decision.verdict === "work" ? "work" : "pointer", risk: decision.risk };
    },
    failed: (caller: Caller) => add(["failsByAddress", "failsByDevice", "failsByUser"], caller),
    passed: (caller: Caller) => add(["passesByUser", "passesByDevice"], caller),
  };
}
export type Limiter = ReturnType<typeof createLimiter>;
