import type { CaptchaAction } from "#contract/core/captcha-action.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { Caller } from "../http/pipeline/caller.ts";
import { networkPrefix } from "../http/network/ip-network.ts";
import { isLoginDevice } from "../http/security/device-proof.ts";
import type { AppContext } from "../core/app-context.ts";
import {
  captchaLimits,
  decideChallenge,
  KNOWN_AFTER,
  NEW_DEVICE_WITHIN,
  CAPTCHA_TEST_FACTOR,
  maxWork,
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
  const bucketsOf = (counters: readonly Counter[], caller: Caller, amount = 1): CounterBucket[] =>
    counters.flatMap((counter) => {
      const name = nameOf(counter, caller);
      const { most, minutes } = captchaLimits[counter];
      return name === null
        ? []
        : [{ name, minutes, restartAt: isLock(counter) ? most * factor : null, amount }];
    });
  /** Adds one to some counters, takes one back of others, reads further ones, in one statement. */
  const count = async (
    caller: Caller,
    change: { added?: readonly Counter[]; returned?: readonly Counter[]; read?: readonly Counter[] },
  ): Promise<(counter: Counter) => CounterState | undefined> => {
    const { added = [], returned = [], read = [] } = change;
    const names = read.flatMap((counter) => nameOf(counter, caller) ?? []);
    const buckets = [...bucketsOf(added, caller), ...bucketsOf(returned, caller, -1)];
    if (buckets.length + names.length === 0) return () => undefined;
    const found = await store.count(buckets, names, context.clock.now());
    return (counter) => found.get(nameOf(counter, caller) ?? "");
  };
  const refusal = (counter: Counter, until: number | undefined, action: CaptchaAction | null): Refusal => {
    context.log.info({ counter, action }, "captcha rate limit exceeded");
    const now = context.clock.now();
    const retryAfterSeconds = Math.max(1, Math.ceil(((until ?? now) - now) / 1000));
    return new Refusal("tooMany", { retryAfterSeconds, data: { retryAfterSeconds } });
  };
  /** @throws Refusal "tooMany" if one of these counters, which count this event too, is over its limit */
  const requireWithin = (
    counters: readonly Counter[],
    of: (counter: Counter) => CounterState | undefined,
    action: CaptchaAction | null,
    mostOf = (counter: Counter): number => captchaLimits[counter].most * factor,
  ): void => {
    for (const counter of counters) {
      const state = of(counter);
      if (state && state.count > mostOf(counter)) throw refusal(counter, state.until, action);
    }
  };
  return { isDisabled, factor, count, refusal, requireWithin };
}

/** The failures that a try counts as until it has passed. */
const fails = ["failsByAddress", "failsByDevice", "failsByUser"] as const;
const locks = ["failsByDevice", "failsByUser"] as const;
/** A counted try of a puzzle. */
export type CaptchaAttempt = {
  /** Takes back the count of a try that was no guess. */
  giveBack(): Promise<void>;
  /**
   * Takes back the count of the try and counts a solved puzzle.
   * @throws Refusal "tooMany" with the seconds to wait; puzzles that were issued earlier must not bypass the limits
   */
  passed(): Promise<void>;
};
const uncounted: CaptchaAttempt = { giveBack: () => Promise.resolve(), passed: () => Promise.resolve() };

/** Counts puzzles, failures and passes of callers, and refuses those above the limits. */
export function createCaptchaRateLimiter(context: AppContext, store: CaptchaStore) {
  const { isDisabled, factor, count, refusal, requireWithin } = countersOf(context, store);
  const hasAccount = (caller: Caller): boolean => caller.user?.hasMobile === true;
  /** @param passes number of puzzles that the device has solved */
  const isKnown = ({ device }: Caller, passes: number): boolean =>
    isLoginDevice(device, context.clock.now()) ||
    (context.clock.now() - device.since >= KNOWN_AFTER && passes > 0);

  return {
    /**
     * Counts a requested puzzle and decides its kind.
     * @throws Refusal "tooMany" with the seconds to wait
     */
    async admit(caller: Caller, action: CaptchaAction, wantsPicture: boolean): Promise<ChallengeGrant> {
      if (isDisabled) return { way: wantsPicture ? "pointer" : "work", risk: 0 };
      const age = context.clock.now() - caller.device.since;
      const added: Counter[] = ["createsByAddress", "createsByDevice", "createsByUser"];
      if (age < NEW_DEVICE_WITHIN) added.push("strangersByAddress");
      const all = Object.keys(captchaLimits) as Counter[];
      const of = await count(caller, { added, read: all.filter((counter) => !added.includes(counter)) });
      const counts = {
        ...noCounts,
        ...Object.fromEntries(all.map((counter) => [counter, of(counter)?.count ?? 0])),
      };
      const isKnownCaller = hasAccount(caller) || isKnown(caller, counts.passesByDevice);
      const isKnownVisitor = isKnownCaller && !hasAccount(caller);
      const known = isKnownVisitor ? await count(caller, { added: ["knownByAddress"] }) : undefined;
      const decision = decideChallenge(
        { ...counts, knownByAddress: known?.("knownByAddress")?.count ?? 0 },
        { wantsPicture, action, isKnownCaller, hasAccount: hasAccount(caller), factor },
      );
      if (decision.verdict === "refuse") throw refusal(decision.counter, of(decision.counter)?.until, action);
      if (decision.verdict === "work" && !isKnownCaller) {
        const work = await count(caller, { added: ["workByAddress"] });
        requireWithin(["workByAddress"], work, action, () => maxWork(action, factor));
      }
      return { way: decision.verdict === "work" ? "work" : "pointer", risk: decision.risk };
    },
    /**
     * Counts a try as a failure before it is evaluated.
     * @param action null: of an unknown puzzle
     * @throws Refusal "tooMany" with the seconds to wait
     */
    async attempt(caller: Caller, action: CaptchaAction | null): Promise<CaptchaAttempt> {
      if (isDisabled) return uncounted;
      const of = await count(caller, { added: fails, read: ["passesByDevice"] });
      requireWithin(locks, of, action);
      return {
        async giveBack() {
          await count(caller, { returned: fails });
        },
        async passed() {
          const shared = isKnown(caller, of("passesByDevice")?.count ?? 0)
            ? ("knownPassesByAddress" as const)
            : ("passesByAddress" as const);
          const added: Counter[] = ["passesByUser", "passesByDevice"];
          if (!hasAccount(caller)) added.push(shared);
          requireWithin(added, await count(caller, { added, returned: fails }), action);
        },
      };
    },
  };
}
export type CaptchaRateLimiter = ReturnType<typeof createCaptchaRateLimiter>;
