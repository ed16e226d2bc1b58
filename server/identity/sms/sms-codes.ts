import { Refusal } from "#contract/core/errors.ts";
import type { SmsScene } from "#contract/identity/identity.ts";
import { callLimits } from "#contract/core/call-limits.ts";
import { serverSecret } from "../../database/shared-tables/server-secret.ts";
import type { AppContext } from "../../core/app-context.ts";
import { newToken } from "../../core/secrets.ts";
import type { RateLimitStore } from "../rate-limit-store.ts";
import { smsLimits, type SmsRequester } from "./sms-limits.ts";
import { codeExpiry, hashCode, judgeBeforeTry, judgeTry, createCode, type SmsCodeVerdict } from "./rules.ts";
import type { SmsSender } from "./sms-sender.ts";
import type { SmsStore } from "./store.ts";
import { identityMessages } from "../messages.ts";

export type SmsCodes = {
  /** Sends a new code, which replaces an older one. @throws Refusal "tooMany", "unreachable" */
  send(mobile: string, scene: SmsScene, caller: SmsRequester): Promise<void>;
  /** Counts a code that an external provider sends. @throws Refusal "tooMany" */
  count(mobile: string, caller: SmsRequester): Promise<void>;
  /** Verifies a code; a correct one is consumed, by only one of parallel requests. */
  verify(mobile: string, scene: SmsScene, code: string): Promise<SmsCodeVerdict>;
  /**
   * Verifies a code as `verify` does.
   * @throws Refusal "smsCodeWrong" (with the tries left), "smsCodeLocked"
   */
  require(mobile: string, scene: SmsScene, code: string): Promise<void>;
};

/** Result of a send; seconds. */
export const smsTimings = { expiresIn: callLimits.sms.seconds, resendIn: callLimits.sms.resendSeconds };

const noCode: SmsCodeVerdict = { verdict: "wrong", triesLeft: null };

export function createSmsCodes(
  context: AppContext,
  store: SmsStore,
  rateLimits: RateLimitStore,
  sender: SmsSender,
): SmsCodes {
  const { db, clock, config, log } = context;
  const limit = smsLimits(context, rateLimits);
  const pepper = (): Promise<string> => serverSecret(db, clock, "sms");

  const verify = async (mobile: string, scene: SmsScene, code: string): Promise<SmsCodeVerdict> => {
    const now = clock.now();
    const stored = await store.find(mobile, scene);
    if (stored === null) return noCode;
    const before = judgeBeforeTry(stored, now);
    if (before !== null) return before;
    const hash = hashCode(await pepper(), stored.salt, code);
    const tried = await store.tryHash(mobile, scene, stored.salt, hash, now);
    if (tried !== null) return judgeTry(tried);
    // A parallel request consumed, locked or replaced the code between the two statements.
    return judgeBeforeTry(await store.find(mobile, scene), now) ?? noCode;
  };
  return {
    verify,
    count: limit,
    async send(mobile, scene, caller) {
      await limit(mobile, caller);
      const now = clock.now();
      const code = createCode(config.smsTestCode);
      const salt = newToken();
      const hash = hashCode(await pepper(), salt, code);
      await store.save(mobile, scene, { salt, hash, now, expires: codeExpiry(now) });
      try {
        await sender.send(mobile, scene, code);
      } catch (error) {
        await store.remove(mobile, scene);
        log.error({ reason: error instanceof Error ? error.message : "unknown" }, "SMS sending failed");
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
