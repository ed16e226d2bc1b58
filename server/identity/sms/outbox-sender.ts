import type { AppContext } from "../../core/app-context.ts";
import type { SmsOutboxStore } from "./outbox-store.ts";
import type { SmsSender } from "./sms-sender.ts";

/** Creates a sender that stores messages for the simulator; without simulators it stores nothing. */
export const createOutboxSender = ({ config, clock }: AppContext, store: SmsOutboxStore): SmsSender => ({
  async send(mobile, scene, code) {
    if (config.simulators) return store.add(mobile, scene, code, clock.now());
    if (config.smsTestCode === null) throw new Error("no SMS provider is configured (SMS_PROVIDER)");
  },
});
