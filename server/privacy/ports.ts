import type { Caller } from "../http/pipeline/caller.ts";
import type { SmsScene } from "#contract/identity/identity.ts";

/** Dependencies of the privacy feature on other modules. */
export type PrivacyPorts = {
  readonly uploads: {
    /** Returns paths that show pictures for ten minutes, by picture id. */
    urlsOf(pictureIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
    /** Deletes the files of deleted pictures and waits a limited time for it. */
    deleteDueFiles(): Promise<void>;
  };
  readonly orders: {
    /** Waits a moment until the payment channels of an unpaid order that is cancelled have answered. */
    finishClosing(orderId: string): Promise<void>;
  };
  readonly identity: {
    /** Verifies an SMS code of a scene; a correct code is consumed. */
    verifySms(
      mobile: string,
      scene: SmsScene,
      code: string,
      caller: Caller,
    ): Promise<"ok" | "wrong" | "locked">;
  };
};
