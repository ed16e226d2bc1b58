import { Refusal } from "#contract/core/errors.ts";
import type { SmsScene } from "#contract/identity/identity.ts";
import { callLimits } from "#contract/core/call-limits.ts";
import { serverSecret } from "../../database/shared-tables/server-secret.ts";
import type { AppContext } from "../../core/app-context.ts";
import { newToken, signHmac } from "../../core/secrets.ts";
import type { RateLimitStore } from "../rate-limit-store.ts";
import { requesterOf, type RequestingCaller } from "../requester.ts";
import type { VerifiedDeviceStore } from "../verified-device-store.ts";
import { smsLimits } from "./sms-limits.ts";
import { codeExpiry, hashCode, judgeBeforeTry, judgeTry, createCode, type SmsCodeVerdict } from "./rules.ts";
import type { SmsSender } from "./sms-sender.ts";
import type { RequesterHashes, SmsPurpose, SmsStore } from "./store.ts";
import { identityMessages } from "../messages.ts";

/** A code belongs to its purpose and to the browser or app that requested it (`requesterOf`). */
export type SmsCodes = {
  /** Sends a new code, which replaces an older one of the requester. @throws Refusal "tooMany", "unreachable" */
  send(mobile: string, scene: SmsScene, caller: RequestingCaller): Promise<void>;
  /** Verifies a code; a correct one is consumed, by only one of parallel requests, and makes the device a verified one. */
  verify(mobile: string, scene: SmsScene, code: string, caller: RequestingCaller): Promise<SmsCodeVerdict>;
  /**
   * Verifies a code as `verify` does.
   * @throws Refusal "smsCodeWrong" (with the tries left), "smsCodeLocked"
   */
  require(mobile: string, scene: SmsScene, code: string, caller: RequestingCaller): Promise<void>;
  /** Runs the calls of a provider that sends and verifies the codes itself. */
  readonly external: {
    /** Counts a code and remembers its requester. @throws Refusal "tooMany" */
    request(mobile: string, scene: SmsScene, caller: RequestingCaller): Promise<void>;
    /**
     * Counts a try of its requester, so that strangers cannot use up the tries that the provider allows.
     * @throws Refusal "smsCodeWrong" if the caller has requested no code, "smsCodeLocked"
     */
    countTry(mobile: string, scene: SmsScene, caller: RequestingCaller): Promise<void>;
    /** Records that the provider accepted the code. */
    accepted(mobile: string, caller: RequestingCaller): Promise<void>;
  };
};

/** Result of a send; seconds. */
export const smsTimings = { expiresIn: callLimits.sms.seconds, resendIn: callLimits.sms.resendSeconds };

/** Verdict, and whether the code was tried for it. */
type JudgedTry = { readonly verdict: SmsCodeVerdict; readonly isTried: boolean };
const noCode: SmsCodeVerdict = { verdict: "wrong", triesLeft: null };
const untried = (verdict: SmsCodeVerdict | null): JudgedTry => ({
  verdict: verdict ?? noCode,
  isTried: false,
});
type StoredCode = { readonly salt: string; readonly hash: string };
/** Row of a code that a provider sent. No code has its hash, so a try is only counted. */
const EXTERNAL_CODE: StoredCode = { salt: "", hash: "" };
const NO_HASH = "-";

function requireOk({ verdict, triesLeft }: SmsCodeVerdict): void {
  if (verdict === "locked") throw new Refusal("smsCodeLocked");
  if (verdict === "ok") return;
  const message = triesLeft === null ? identityMessages.codeGone : identityMessages.codeWrong(triesLeft);
  throw new Refusal("smsCodeWrong", { message });
}

export type SmsCodeStores = {
  readonly codes: SmsStore;
  readonly rateLimits: RateLimitStore;
  readonly devices: VerifiedDeviceStore;
};

/** Finds the requester's code and tries it. */
function codeJudge(context: AppContext, codes: SmsStore) {
  const { db, clock } = context;
  const pepper = (): Promise<string> => serverSecret(db, clock, "sms");
  const hashesOf = async (
    caller: RequestingCaller,
  ): Promise<RequesterHashes & { readonly isUnmarked: boolean }> => {
    const { keys, network, isUnmarked } = requesterOf(caller);
    const secret = await pepper();
    const hash = (key: string): string => signHmac(secret, key);
    return { keys: keys.map(hash), networkKey: hash(`network ${network}`), isUnmarked };
  };
  return {
    pepper,
    /** Stores a code for its requester. @returns its id */
    async save(purpose: SmsPurpose, caller: RequestingCaller, code: StoredCode): Promise<string> {
      const now = clock.now();
      return codes.save(purpose, await hashesOf(caller), { ...code, now, expires: codeExpiry(now) });
    },
    /** @param hashOf of the code that is tried, by its salt */
    async judge(
      purpose: SmsPurpose,
      caller: RequestingCaller,
      hashOf: (salt: string) => Promise<string>,
    ): Promise<JudgedTry> {
      const now = clock.now();
      const requester = await hashesOf(caller);
      const stored = await codes.find(purpose, requester);
      if (stored === null) return untried(noCode);
      const before = judgeBeforeTry(stored, now);
      if (before !== null) return untried(before);
      const tried = await codes.tryHash(stored, await hashOf(stored.salt), now);
      if (tried !== null) return { verdict: judgeTry(tried), isTried: true };
      // A parallel request consumed, locked or replaced the code between the two statements.
      return untried(judgeBeforeTry(await codes.find(purpose, requester), now));
    },
  };
}

export function createSmsCodes(
  context: AppContext,
  { codes, rateLimits, devices }: SmsCodeStores,
  sender: SmsSender,
): SmsCodes {
  const { clock, config, log } = context;
  const limit = smsLimits(context, rateLimits, devices);
  const { pepper, save, judge } = codeJudge(context, codes);
  const accepted = (mobile: string, caller: RequestingCaller): Promise<void> =>
    devices.add(mobile, requesterOf(caller).deviceKeys, clock.now());
  const verify: SmsCodes["verify"] = async (mobile, scene, code, caller) => {
    const hashOf = async (salt: string) => hashCode(await pepper(), salt, code);
    const { verdict } = await judge({ mobile, scene }, caller, hashOf);
    if (verdict.verdict === "ok") await accepted(mobile, caller);
    return verdict;
  };
  return {
    verify,
    async send(mobile, scene, caller) {
      await limit({ mobile, scene }, caller);
      const code = createCode(config.smsTestCode);
      const salt = newToken();
      const hash = hashCode(await pepper(), salt, code);
      const requestId = await save({ mobile, scene }, caller, { salt, hash });
      try {
        await sender.send(mobile, scene, code);
      } catch (error) {
        await codes.remove(requestId);
        log.error({ reason: error instanceof Error ? error.message : "unknown" }, "SMS sending failed");
        throw new Refusal("unreachable", { message: identityMessages.smsFailed });
      }
    },
    require: async (mobile, scene, code, caller) => requireOk(await verify(mobile, scene, code, caller)),
    external: {
      accepted,
      async request(mobile, scene, caller) {
        await limit({ mobile, scene }, caller);
        await save({ mobile, scene }, caller, EXTERNAL_CODE);
      },
      async countTry(mobile, scene, caller) {
        const { verdict, isTried } = await judge({ mobile, scene }, caller, () => Promise.resolve(NO_HASH));
        // A counted try is the provider's to judge.
        if (!isTried) requireOk(verdict);
      },
    },
  };
}
