import { clientOf } from "#contract/hosts.ts";
import type { Config } from "../config.ts";
import type { Actor } from "../database/audit.ts";
import { userOf, type Caller } from "./caller.ts";

type Brand = Pick<Config["brand"], "appMarker">;
/** The kind of host that a call comes from, by what its client says of itself. */
export const hostOf = ({ userAgent }: Caller, { appMarker }: Brand): string =>
  clientOf({ userAgent, appMarker });

/** A signed-in caller, as the audit log names them. */
export const theCaller = (caller: Caller, brand: Brand): Actor => ({
  kind: "user",
  id: userOf(caller).userId,
  host: hostOf(caller, brand),
});
/** Somebody whom another page than ours has to do with: a user of whom only the id is known. */
export const aPerson = (id: string, caller: Caller, brand: Brand): Actor => ({
  kind: "user",
  id,
  host: hostOf(caller, brand),
});
/** Whoever has a staff link. */
export const theStaff = (linkId: string, caller: Caller, brand: Brand): Actor => ({
  kind: "staff",
  id: linkId,
  host: hostOf(caller, brand),
});
