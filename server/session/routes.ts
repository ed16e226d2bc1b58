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
import { userInfoOf, type Person } from "./rules.ts";
import type { SessionStore } from "./store.ts";

/** What opens sessions; see index.ts. */
export type Opening = {
  open(person: Person): Promise<Session>;
  join(userId: string, person: Person): Promise<void>;
};

export function sessionRoutes(
  kit: Kit,
  calls: Calls,
  store: SessionStore,
  provider: Provider,
  { open, join }: Opening,
): void {
  calls.on(tokenLogin, async ({ accessToken }) => {
    const session = await open(await provider.personOfToken(accessToken));
    return { sxToken: session.accessToken, userInfo: session.userInfo };
  });
  calls.on(sessionsCode, async ({ code, redirectUri, codeVerifier }) =>
    open(await provider.personOfCode(code, redirectUri, codeVerifier)),
  );
  calls.on(
    marketingSessionsCode,
    async ({ code, redirectUri, codeVerifier, clientId, loginType }, caller) => {
      if (clientId !== kit.config.brand.clientId) throw new Refusal("forbidden");
      const person = await provider.personOfCode(code, redirectUri, codeVerifier);
      // Only whoever went to bind a mobile wants the two to be one: another login is another person's.
      if (loginType === "bindMobile" && caller.user !== null) await join(caller.user.userId, person);
      return open(person);
    },
  );
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
