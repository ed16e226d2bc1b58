import type { CaptchaAction } from "#contract/core/captcha-action.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { Caller } from "../http/pipeline/caller.ts";
import { networkPrefix } from "../http/network/ip-network.ts";
import type { AppContext } from "../core/app-context.ts";
import {
  captchaLimits,
  decideChallenge,
  KNOWN_AFTER,
  NEW_DEVICE_WITHIN,
  CAPTCHA_TEST_FACTOR,
  type Counter,
  type Counts,
} from "./limits.ts";
import type { CounterBucket, CaptchaStore, CounterState } from "./store.ts";

export type ChallengeGrant = { readonly way: "pointer" | "work"; readonly risk: number };

const noCounts = Object.fromEntries(Object.keys(captchaLimits).map((counter) => [counter, 0])) as Counts;
/** The subject of a counter: address, device or user; null: the caller has none. */
function subjectOf(counter: Counter, caller: Caller): string | null {
  if (counter.endsWith("ByAddress")) return networkPrefix(caller.address);
  if (counter.endsWith("ByDevice")) return caller.device.id;
  return caller.user?.userId ?? null;
}
const isLock = (counter: Counter): boolean => counter.startsWith("fails");

/** The counters of callers in the database, which all processes share. */
function countersOf(context: AppContext, store: CaptchaStore) {
  const isDisabled = !context.config.rateLimits;
  const factor = context.config.captchaTestX === null ? 1 : CAPTCHA_TEST_FACTOR;
  const nameOf = (counter: Counter, caller: Caller): string | null => {
    const subject = subjectOf(counter, caller);
    return subject === null ? null : `${counter}:${subject}`;
  };
  const bucketsOf = (counters: readonly Counter[], caller: Caller): CounterBucket[] =>
    counters.flatMap((counter) => {
      const name = nameOf(counter, caller);
      const { most, minutes } = captchaLimits[counter];
      return name === null ? [] : [{ name, minutes, restartAt: isLock(counter) ? most * factor : null }];
    });
  const add = async (counters: readonly Counter[], caller: Caller): Promise<void> => {
    const buckets = bucketsOf(counters, caller);
    if (!isDisabled && buckets.length > 0) await store.count(buckets, [], context.clock.now());
  };
  const countOne = async (counter: Counter, caller: Caller): Promise<CounterState | undefined> => {
    const found = await store.count(bucketsOf([counter], caller), [], context.clock.now());
    return found.get(nameOf(counter, caller) ?? "");
  };
  /** Number of puzzles that the caller's device has solved. */
  const passesOf = async (caller: Caller): Promise<number> => {
    const name = nameOf("passesByDevice", caller) ?? "";
    return (await store.count([], [name], context.clock.now())).get(name)?.count ?? 0;
  };
  return { isDisabled, factor, nameOf, bucketsOf, add, countOne, passesOf };
}

/** Counts puzzles, failures and passes of callers, and refuses those above the limits. */
export function createCaptchaRateLimiter(context: AppContext, store: CaptchaStore) {
  const { isDisabled, factor, nameOf, bucketsOf, add, countOne, passesOf } = countersOf(context, store);
  const hasAccount = (caller: Caller): boolean => caller.user?.hasMobile === true;
  /** @param passes number of puzzles that the device has solved */
  const isKnown = ({ device }: Caller, passes: number): boolean =>
    context.clock.now() - device.since >= KNOWN_AFTER && passes > 0;
  const refusal = (counter: Counter, until: number | undefined, action: CaptchaAction): Refusal => {
    context.log.info({ counter, action }, "captcha rate limit exceeded");
    const now = context.clock.now();
    const retryAfterSeconds = Math.max(1, Math.ceil(((until ?? now) - now) / 1000));
    return new Refusal("tooMany", { retryAfterSeconds, data: { retryAfterSeconds } });
  };

  return {
    /**
     * Counts a requested puzzle and decides its kind.
     * @throws Refusal "tooMany" with the seconds to wait
     */
    async admit(caller: Caller, action: CaptchaAction, wantsPicture: boolean): Promise<ChallengeGrant> {
      if (isDisabled) return { way: wantsPicture ? "pointer" : "work", risk: 0 };
      const now = context.clock.now();
      const age = now - caller.device.since;
      const added: Counter[] = ["createsByAddress", "createsByDevice", "createsByUser"];
      if (age < NEW_DEVICE_WITHIN) added.push("strangersByAddress");
      const buckets = bucketsOf(added, caller);
      const all = Object.keys(captchaLimits) as Counter[];
      const read = all.flatMap((counter) => (added.includes(counter) ? [] : (nameOf(counter, caller) ?? [])));
      const found = await store.count(buckets, read, now);
      const of = (counter: Counter): CounterState | undefined => found.get(nameOf(counter, caller) ?? "");
      const counts = {
        ...noCounts,
        ...Object.fromEntries(all.map((counter) => [counter, of(counter)?.count ?? 0])),
      };
      const isKnownCaller = hasAccount(caller) || isKnown(caller, counts.passesByDevice);
      const known =
        isKnownCaller && !hasAccount(caller) ? await countOne("knownByAddress", caller) : undefined;
      const knownByAddress = known?.count ?? 0;
      const decision = decideChallenge(
        { ...counts, knownByAddress },
        { wantsPicture, action, isKnownCaller, factor },
      );
      if (decision.verdict === "refuse") throw refusal(decision.counter, of(decision.counter)?.until, action);
      if (decision.verdict === "work" && !isKnownCaller) await add(["workByAddress"], caller);
      return { way: decision.verdict === "work" ? "work" : "pointer", risk: decision.risk };
    },
    failed: (caller: Caller) => add(["failsByAddress", "failsByDevice", "failsByUser"], caller),
    /**
     * Counts a solved puzzle.
     * @throws Refusal "tooMany" with the seconds to wait, for unknown callers if the address has reached its limit of
     *   passes: puzzles that were issued earlier must not bypass it
     */
    async passed(caller: Caller, action: CaptchaAction): Promise<void> {
      if (isDisabled) return;
      if (!hasAccount(caller) && !isKnown(caller, await passesOf(caller))) {
        const all = await countOne("passesByAddress", caller);
        if ((all?.count ?? 0) > captchaLimits.passesByAddress.most * factor)
          throw refusal("passesByAddress", all?.until, action);
      }
      await add(["passesByUser", "passesByDevice"], caller);
    },
  };
}
export type CaptchaRateLimiter = ReturnType<typeof createCaptchaRateLimiter>;
