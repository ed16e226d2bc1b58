import { Refusal } from "#contract/core/errors.ts";
import { clientOf } from "#contract/host/hosts.ts";
import type { Session } from "#contract/session/session.ts";
import type { Caller } from "../http/pipeline/caller.ts";
import type { AppContext } from "../core/app-context.ts";
import { systemOf, type SessionClient } from "./devices.ts";
import type { EndingSessions } from "./ending-sessions.ts";
import { sessionMessages } from "./messages.ts";
import type { SessionPorts } from "./ports.ts";
import { sessionEnd, userInfoOf } from "./rules.ts";
import type { SessionStore } from "./store.ts";
import type { UserRow } from "./user-store.ts";

/**
 * Creates the function that opens a session with the data of the caller's browser. It ends the session that
 * the browser had, of whatever user, since a browser holds only one (ASVS 7.2.4).
 * @returns a function that throws Refusal "forbidden" for a locked user; its last argument is the provider's access
 *   token by which the person logs in, if the caller holds one
 */
export function createSessionOpener(
  { clock, config }: AppContext,
  {
    open,
    ending,
    isRevocable,
  }: Pick<SessionStore, "open"> & {
    readonly ending: Pick<EndingSessions, "end">;
    readonly isRevocable: () => Promise<boolean>;
  },
  ports: SessionPorts,
): (user: UserRow, caller?: Caller, providerToken?: string) => Promise<Session> {
  const clientOfCaller = (caller: Caller): SessionClient => ({
    client: clientOf({ userAgent: caller.userAgent, appMarker: config.brand.appMarker }),
    system: systemOf(caller.userAgent),
    cityCode: ports.location.cityOfAddress(caller.address),
  });
  return async (user, caller, providerToken) => {
    const began = new Date(clock.now());
    const expires = new Date(sessionEnd(began.getTime(), began.getTime(), config.sessionMaxDays));
    const client = caller ? clientOfCaller(caller) : null;
    const accessToken = await open(user.user_id, began, expires, {
      client,
      providerToken: providerToken ?? null,
      isTokenKept: config.oidc !== null && providerToken !== undefined && (await isRevocable()),
    });
    if (accessToken === null) throw new Refusal("forbidden", { message: sessionMessages.locked });
    // Users without a mobile cost nothing to create, so their logins prove nothing.
    if (user.mobile !== null) caller?.proveDevice("login");
    if (caller?.user && caller.token !== null) await ending.end(caller.token);
    return { accessToken, userInfo: userInfoOf(user, began.getTime()) };
  };
}
