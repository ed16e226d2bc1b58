import type { Caller } from "../http/pipeline/caller.ts";
import type { SmsScene } from "#contract/identity/identity.ts";
import type { Location } from "../location/index.ts";

/** Functions of other modules that changes of a profile need. */
export type ProfilePorts = {
  readonly pictures: {
    /** Marks a user's own uploaded picture as used; false: no such picture. */
    claim(pictureId: string, userId: string): Promise<boolean>;
    release(pictureId: string): Promise<void>;
    /** Path that shows the picture as long as it exists; null: no such picture. */
    lastingUrlOf(pictureId: string): Promise<string | null>;
  };
  /** Whether a text has a word that the club does not show either. */
  hasForbiddenWord(text: string): Promise<boolean>;
  /** @throws Refusal "flowBranch" for a person whom the club has barred */
  refuseBarred(userId: string): Promise<void>;
};
/** Functions of other modules that the session module needs. */
export type SessionPorts = {
  readonly profile: ProfilePorts;
  readonly location: Pick<Location, "cityOfAddress" | "city">;
  readonly identity: {
    verifySms(
      mobile: string,
      scene: SmsScene,
      code: string,
      caller: Caller,
    ): Promise<"ok" | "wrong" | "locked">;
    /** Ends the sessions of an account at the built-in provider; does nothing with an external provider. */
    endAccount(idpId: string): Promise<void>;
  };
};
