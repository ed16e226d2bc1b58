import type { SmsScene } from "#contract/identity/identity.ts";

/** Sends SMS codes to people's phones. */
export type SmsSender = {
  /** @throws Error if the message was not accepted for delivery; its text contains neither mobile nor code */
  send(mobile: string, scene: SmsScene, code: string): Promise<void>;
};
