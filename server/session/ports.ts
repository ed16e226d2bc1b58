import type { Caller } from "../http/pipeline/caller.ts";
import type { SmsScene } from "#contract/identity/identity.ts";
import type { Location } from "../location/index.ts";

/** Functions of other modules that the session module needs. */
export type SessionPorts = {
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
