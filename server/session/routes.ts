import { Refusal } from "#contract/errors.ts";
import {
  endSession,
  marketingSessionsCode,
  sessionsCode,
  showUser,
  tokenLogin,
  type Session,
} from "#contract/session.ts";
import { userOf } from "../http/caller.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import type { Provider } from "./provider.ts";
import { sessionEnd, userInfoOf, type Person } from "./rules.ts";
import type { SessionStore } from "./store.ts";

export function sessionRoutes(kit: Kit, calls: Calls, store: SessionStore, provider: Provider): void {
  const open = async (person: Person): Promise<Session> => {
    const now = kit.clock.now();
    const user = await store.keepUser(person, new Date(now));
    const accessToken = await store.open(user.user_id, new Date(now), new Date(sessionEnd(now)));
    return { accessToken, userInfo: userInfoOf(user) };
  };
  calls.on(tokenLogin, async ({ accessToken }) => {
    const session = await open(await provider.personOfToken(accessToken));
    return { sxToken: session.accessToken, userInfo: session.userInfo };
  });
  calls.on(sessionsCode, async ({ code, redirectUri, codeVerifier }) =>
    open(await provider.personOfCode(code, redirectUri, codeVerifier)),
  );
  calls.on(marketingSessionsCode, async ({ code, redirectUri, codeVerifier, clientId }) => {
    if (clientId !== kit.config.brand.clientId) throw new Refusal("forbidden");
    return open(await provider.personOfCode(code, redirectUri, codeVerifier));
  });
  calls.on(showUser, async (_args, caller) => {
    const row = caller.token === null ? undefined : await store.find(caller.token);
    if (!row) throw new Refusal("unauthenticated");
    return { ...userInfoOf(row), idpId: row.idp_id };
  });
  calls.on(endSession, async (_args, caller) => {
    userOf(caller);
    if (caller.token !== null) await store.end(caller.token);
    return null;
  });
}
