import { clientOf } from "#contract/host/hosts.ts";
import type { Config } from "../../config.ts";
import type { AuditActor } from "../../database/shared-tables/audit-log.ts";
import { requireUser, type Caller } from "../pipeline/caller.ts";

type HostMarkers = Pick<Config["brand"], "appMarker">;
/** The kind of host that a call comes from, by what its client says of itself. */
export const auditHost = ({ userAgent }: Caller, { appMarker }: HostMarkers): string =>
  clientOf({ userAgent, appMarker });

/** A signed-in caller, as the audit log names them. */
export const callerActor = (caller: Caller, brand: HostMarkers): AuditActor => ({
  kind: "user",
  id: requireUser(caller).userId,
  host: auditHost(caller, brand),
});
/** Somebody whom another page than ours has to do with: a user of whom only the id is known. */
export const userActor = (id: string, caller: Caller, brand: HostMarkers): AuditActor => ({
  kind: "user",
  id,
  host: auditHost(caller, brand),
});
/** Whoever has a staff link. */
export const staffActor = (linkId: string, caller: Caller, brand: HostMarkers): AuditActor => ({
  kind: "staff",
  id: linkId,
  host: auditHost(caller, brand),
});
