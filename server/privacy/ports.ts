import type { SmsScene } from "#contract/identity/identity.ts";

/** What a person's rights ask of other modules. */
export type PrivacyPorts = {
  readonly uploads: {
    /** Addresses that show pictures for ten minutes, by their ids. */
    urlsOf(pictureIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
    /** Deletes the files of pictures whose rows are gone, and waits for it for a moment. */
    deleteDueFiles(): Promise<void>;
  };
  readonly identity: {
    /** Tries an SMS code of a scene; a right one is spent by it. */
    verifySms(mobile: string, scene: SmsScene, code: string): Promise<"ok" | "wrong" | "locked">;
  };
};
