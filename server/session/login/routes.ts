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
import type { OidcClient } from "./oidc-client.ts";
import { userInfoOf, type ProviderPerson } from "../rules.ts";
import type { UserSessionStore } from "../store.ts";
import { decryptTk } from "./tk.ts";

/** What opens sessions; see index.ts. */
export type SessionOpener = {
  open(person: ProviderPerson, caller: Caller): Promise<Session>;
  mergeUser(userId: string, person: ProviderPerson): Promise<void>;
};

export function sessionRoutes(
  context: AppContext,
  calls: RpcRouter,
  store: UserSessionStore,
  provider: OidcClient,
  { open, mergeUser: join }: SessionOpener,
): void {
  calls.on(tokenLogin, async ({ accessToken }, caller) => {
    const session = await open(await provider.personOfToken(accessToken), caller);
    return { sxToken: session.accessToken, userInfo: session.userInfo };
  });
  calls.on(sessionsCode, async ({ code, redirectUri, codeVerifier }, caller) =>
    open(await provider.personOfCode(code, redirectUri, codeVerifier), caller),
  );
  const openMarketing: CallHandler<typeof marketingSessionsCode> = async (args, caller) => {
    if (args.clientId !== context.config.brand.clientId) throw new Refusal("forbidden");
    const person = await provider.personOfCode(args.code, args.redirectUri, args.codeVerifier);
    // Only whoever went to bind a mobile wants the two to be one: another login is another person's.
    if (args.loginType === "bindMobile" && caller.user !== null) await join(caller.user.userId, person);
    return open(person, caller);
  };
  calls.on(marketingSessionsCode, openMarketing);
  calls.on(marketingSessionsCodeByGet, openMarketing);
  calls.on(tkLogin, async ({ tk: text }, caller) => {
    // A link that somebody was sent must not put them into another one's account.
    if (caller.user !== null) throw new Refusal("conflict");
    const tk = decryptTk(context.config.tkKey, text, context.clock.now());
    if (tk === null) throw new Refusal("tokenInvalid");
    const person = await provider.personOfToken(tk.token);
    // Spent last: a provider that is down costs nobody their link.
    if (!(await store.spend(tk.bytes, new Date(tk.expires)))) throw new Refusal("tokenInvalid");
    return open(person, caller);
  });
  calls.on(showUser, async (_args, caller) => {
    // Whom the session is of has been looked up already.
    const row = await store.user(requireUser(caller).userId);
    if (!row) throw new Refusal("unauthenticated");
    return { ...userInfoOf(row), idpId: row.idp_id };
  });
  calls.on(endSession, async (_args, caller) => {
    requireUser(caller);
    if (caller.token !== null) await store.end(caller.token);
    return null;
  });
}
