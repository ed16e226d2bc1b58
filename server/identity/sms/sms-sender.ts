import type { SmsScene } from "#contract/identity/identity.ts";

/** The way out to the person's phone. */
export type SmsSender = {
  /** @throws Error where the message was not taken over for delivery; it names neither mobile nor code */
  send(mobile: string, scene: SmsScene, code: string): Promise<void>;
};
