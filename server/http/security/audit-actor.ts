import { clientOf } from "#contract/host/hosts.ts";
import type { Config } from "../../config.ts";
import type { AuditActor } from "../../database/shared-tables/audit-log.ts";
import { requireUser, type Caller } from "../pipeline/caller.ts";

type HostMarkers = Pick<Config["brand"], "appMarker">;
/** The kind of host app of a call, by its user agent. */
export const auditHost = ({ userAgent }: Caller, { appMarker }: HostMarkers): string =>
  clientOf({ userAgent, appMarker });

/** A signed-in caller as the actor of an audit log entry. */
export const callerActor = (caller: Caller, brand: HostMarkers): AuditActor => ({
  kind: "user",
  id: requireUser(caller).userId,
  host: auditHost(caller, brand),
});
/** The holder of a staff link. */
export const staffActor = (linkId: string, caller: Caller, brand: HostMarkers): AuditActor => ({
  kind: "staff",
  id: linkId,
  host: auditHost(caller, brand),
});
