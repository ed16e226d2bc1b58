import { Refusal } from "#contract/core/errors.ts";
import {
  endSession,
  marketingSessionsCode,
  marketingSessionsCodeByGet,
  sessionsCode,
  showUser,
  tkLogin,
  tokenLogin,
  type Session,
} from "#contract/session/session.ts";
import { requireUser, type Caller } from "../../http/pipeline/caller.ts";
import type { RpcRouter, CallHandler } from "../../http/pipeline/rpc-router.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { CodeLogin, OidcClient } from "./oidc-client.ts";
import { userInfoOf, type ProviderPerson } from "../rules.ts";
import type { EndingSessions } from "../ending-sessions.ts";
import type { SessionStore } from "../store.ts";
import type { UserStore } from "../user-store.ts";
import { decryptTk } from "./tk.ts";

/** Functions by which logins open sessions and merge users; see index.ts. */
export type SessionLogin = {
  /** @param providerToken the provider's access token, if the caller holds one; a logout revokes it */
  open(person: ProviderPerson, caller: Caller, providerToken?: string): Promise<Session>;
  readonly ending: Pick<EndingSessions, "end">;
  mergeUser(userId: string, person: ProviderPerson): Promise<void>;
};

export function sessionRoutes(
  context: AppContext,
  calls: RpcRouter,
  { users, sessions }: { readonly users: UserStore; readonly sessions: SessionStore },
  provider: OidcClient,
  { open, ending, mergeUser }: SessionLogin,
): void {
  /** The built-in provider's token of a code is held by this server alone, and not kept. */
  const openByCode = async ({ person, accessToken }: CodeLogin, caller: Caller): Promise<Session> =>
    open(person, caller, context.config.oidc === null ? undefined : accessToken);
  calls.on(tokenLogin, async ({ accessToken }, caller) => {
    const session = await open(await provider.personOfToken(accessToken), caller, accessToken);
    return { sxToken: session.accessToken, userInfo: session.userInfo };
  });
  calls.on(sessionsCode, async ({ code, redirectUri, codeVerifier }, caller) =>
    openByCode(await provider.personOfCode(code, redirectUri, codeVerifier), caller),
  );
  const openMarketing: CallHandler<typeof marketingSessionsCode> = async (args, caller) => {
    if (args.clientId !== context.config.brand.clientId) throw new Refusal("forbidden");
    const login = await provider.personOfCode(args.code, args.redirectUri, args.codeVerifier);
    const { person } = login;
    // Users are merged only when a mobile is bound; any other login may be another person's.
    if (args.loginType === "bindMobile" && caller.user !== null) await mergeUser(caller.user.userId, person);
    return openByCode(login, caller);
  };
  calls.on(marketingSessionsCode, openMarketing);
  calls.on(marketingSessionsCodeByGet, openMarketing);
  calls.on(tkLogin, async ({ tk: text }, caller) => {
    // A link that a person was sent must not replace their session with another person's account.
    if (caller.user !== null) throw new Refusal("conflict");
    const tk = decryptTk(context.config.tkKey, text, context.clock.now());
    if (tk === null) throw new Refusal("tokenInvalid");
    const person = await provider.personOfToken(tk.token);
    // Consumed last, so that an unreachable provider does not use up the link.
    if (!(await sessions.consumeTk(tk.bytes, new Date(tk.expires)))) throw new Refusal("tokenInvalid");
    return open(person, caller, tk.token);
  });
  calls.on(showUser, async (_args, caller) => {
    const row = await users.findUser(requireUser(caller).userId);
    if (!row) throw new Refusal("unauthenticated");
    return { ...userInfoOf(row, context.clock.now()), idpId: row.idp_id };
  });
  calls.on(endSession, async (_args, caller) => {
    requireUser(caller);
    if (caller.token === null) return null;
    try {
      // First, so that no login with it can come between.
      await sessions.revokeProviderToken(caller.token, new Date(context.clock.now()));
    } finally {
      await ending.end(caller.token);
    }
    return null;
  });
}
