import type { SmsScene } from "#contract/identity/identity.ts";
import type { Location } from "../location/index.ts";

/** What sessions ask of their neighbours. */
export type SessionPorts = {
  readonly location: Pick<Location, "cityOfAddress" | "city">;
  readonly identity: {
    verifySms(mobile: string, scene: SmsScene, code: string): Promise<"ok" | "wrong" | "locked">;
    /** Ends what is open of an account at the built-in provider; nothing where another provider knows it. */
    endAccount(idpId: string): Promise<void>;
  };
};
