import { Refusal } from "#contract/core/errors.ts";
import type { SmsScene } from "#contract/identity/identity.ts";
import { callLimits } from "#contract/core/call-limits.ts";
import { serverSecret } from "../../database/shared-tables/server-secret.ts";
import type { AppContext } from "../../core/app-context.ts";
import { newToken } from "../../core/secrets.ts";
import type { RateLimitStore } from "../rate-limit-store.ts";
import { smsLimits, type SmsRequester } from "./sms-limits.ts";
import { codeExpiry, hashCode, judgeBeforeTry, judgeTry, makeCode, type SmsCodeVerdict } from "./rules.ts";
import type { SmsSender } from "./sms-sender.ts";
import type { SmsStore } from "./store.ts";
import { identityMessages } from "../messages.ts";

export type SmsCodes = {
  /** Sends a new code in place of an older one. @throws Refusal "tooMany", "unreachable" */
  send(mobile: string, scene: SmsScene, caller: SmsRequester): Promise<void>;
  /** Counts a code that somebody else sends. @throws Refusal "tooMany" */
  count(mobile: string, caller: SmsRequester): Promise<void>;
  /** Tries a code; a right one is spent by it, once, whatever runs in parallel. */
  verify(mobile: string, scene: SmsScene, code: string): Promise<SmsCodeVerdict>;
  /** As `verify`. @throws Refusal "smsCodeWrong" (with the tries left), "smsCodeLocked" */
  require(mobile: string, scene: SmsScene, code: string): Promise<void>;
};

/** What the answer to a send tells: seconds. */
export const smsTimings = { expiresIn: callLimits.sms.seconds, resendIn: callLimits.sms.resendSeconds };

const gone: SmsCodeVerdict = { verdict: "wrong", triesLeft: null };

export function createSmsCodes(
  context: AppContext,
  store: SmsStore,
  counts: RateLimitStore,
  sender: SmsSender,
): SmsCodes {
  const { db, clock, config, log } = context;
  const limit = smsLimits(context, counts);
  const pepper = (): Promise<string> => serverSecret(db, clock, "sms");

  const verify = async (mobile: string, scene: SmsScene, code: string): Promise<SmsCodeVerdict> => {
    const now = clock.now();
    const kept = await store.find(mobile, scene);
    if (kept === null) return gone;
    const before = judgeBeforeTry(kept, now);
    if (before !== null) return before;
    const tried = await store.tryHash(
      mobile,
      scene,
      kept.salt,
      hashCode(await pepper(), kept.salt, code),
      now,
    );
    if (tried !== null) return judgeTry(tried);
    // Somebody else spent, locked or replaced it between the two statements.
    return judgeBeforeTry(await store.find(mobile, scene), now) ?? gone;
  };
  return {
    verify,
    count: limit,
    async send(mobile, scene, caller) {
      await limit(mobile, caller);
      const now = clock.now();
      const code = makeCode(config.smsTestCode);
      const salt = newToken();
      const hash = hashCode(await pepper(), salt, code);
      await store.keep(mobile, scene, { salt, hash, now, expires: codeExpiry(now) });
      try {
        await sender.send(mobile, scene, code);
      } catch (error) {
        await store.forget(mobile, scene);
        log.error({ reason: error instanceof Error ? error.message : "unknown" }, "an SMS could not be sent");
        throw new Refusal("unreachable", { message: identityMessages.smsFailed });
      }
    },
    async require(mobile, scene, code) {
      const { verdict, triesLeft } = await verify(mobile, scene, code);
      if (verdict === "locked") throw new Refusal("smsCodeLocked");
      if (verdict === "ok") return;
      const message = triesLeft === null ? identityMessages.codeGone : identityMessages.codeWrong(triesLeft);
      throw new Refusal("smsCodeWrong", { message });
    },
  };
}
