import { Refusal } from "#contract/errors.ts";
import type { SmsScene } from "#contract/identity.ts";
import { callLimits } from "#contract/call-limits.ts";
import { serverSecret } from "../database/server-secret.ts";
import type { Kit } from "../kit.ts";
import { newToken } from "../secrets.ts";
import type { CountStore } from "./count-store.ts";
import { smsLimits, type Sender } from "./sms-limits.ts";
import { codeEnd, hashCode, judgeBefore, judgeTry, makeCode, type Judgement } from "./sms-rules.ts";
import type { SmsSender } from "./sms-sender.ts";
import type { SmsStore } from "./sms-store.ts";
import { words } from "./words.ts";

export type Sms = {
  /** Sends a new code in place of an older one. @throws Refusal "tooMany", "unreachable" */
  send(mobile: string, scene: SmsScene, caller: Sender): Promise<void>;
  /** Counts a code that somebody else sends. @throws Refusal "tooMany" */
  count(mobile: string, caller: Sender): Promise<void>;
  /** Tries a code; a right one is spent by it, once, whatever runs in parallel. */
  verify(mobile: string, scene: SmsScene, code: string): Promise<Judgement>;
  /** As `verify`. @throws Refusal "smsCodeWrong" (with the tries left), "smsCodeLocked" */
  require(mobile: string, scene: SmsScene, code: string): Promise<void>;
};

/** What the answer to a send tells: seconds. */
export const smsTerms = { expiresIn: callLimits.sms.seconds, resendIn: callLimits.sms.resendSeconds };

const gone: Judgement = { verdict: "wrong", triesLeft: null };

export function createSms(kit: Kit, store: SmsStore, counts: CountStore, sender: SmsSender): Sms {
  const { db, clock, config, log } = kit;
  const limit = smsLimits(kit, counts);
  const pepper = (): Promise<string> => serverSecret(db, clock, "sms");

  const verify = async (mobile: string, scene: SmsScene, code: string): Promise<Judgement> => {
    const now = clock.now();
    const kept = await store.find(mobile, scene);
    if (kept === null) return gone;
    const before = judgeBefore(kept, now);
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
    return judgeBefore(await store.find(mobile, scene), now) ?? gone;
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
      await store.keep(mobile, scene, { salt, hash, now, expires: codeEnd(now) });
      try {
        await sender.send(mobile, scene, code);
      } catch (error) {
        await store.forget(mobile, scene);
        log.error({ reason: error instanceof Error ? error.message : "unknown" }, "an SMS could not be sent");
        throw new Refusal("unreachable", { message: words.smsFailed });
      }
    },
    async require(mobile, scene, code) {
      const { verdict, triesLeft } = await verify(mobile, scene, code);
      if (verdict === "locked") throw new Refusal("smsCodeLocked");
      if (verdict === "ok") return;
      const message = triesLeft === null ? words.codeGone : words.codeWrong(triesLeft);
      throw new Refusal("smsCodeWrong", { message });
    },
  };
}
