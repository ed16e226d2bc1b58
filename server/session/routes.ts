import { Refusal } from "#contract/errors.ts";
import {
  endSession,
  marketingSessionsCode,
  marketingSessionsCodeByGet,
  sessionsCode,
  showUser,
  tkLogin,
  tokenLogin,
  type Session,
} from "#contract/session.ts";
import { userOf, type Caller } from "../http/caller.ts";
import type { Calls, Handler } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import type { Provider } from "./provider.ts";
import { userInfoOf, type Person } from "./rules.ts";
import type { SessionStore } from "./store.ts";
import { openTk } from "./tk.ts";

/** What opens sessions; see index.ts. */
export type Opening = {
  open(person: Person, caller: Caller): Promise<Session>;
  join(userId: string, person: Person): Promise<void>;
};

export function sessionRoutes(
  kit: Kit,
  calls: Calls,
  store: SessionStore,
  provider: Provider,
  { open, join }: Opening,
): void {
  calls.on(tokenLogin, async ({ accessToken }, caller) => {
    const session = await open(await provider.personOfToken(accessToken), caller);
    return { sxToken: session.accessToken, userInfo: session.userInfo };
  });
  calls.on(sessionsCode, async ({ code, redirectUri, codeVerifier }, caller) =>
    open(await provider.personOfCode(code, redirectUri, codeVerifier), caller),
  );
  const openMarketing: Handler<typeof marketingSessionsCode> = async (args, caller) => {
    if (args.clientId !== kit.config.brand.clientId) throw new Refusal("forbidden");
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
    const tk = openTk(kit.config.tkKey, text, kit.clock.now());
    if (tk === null) throw new Refusal("tokenInvalid");
    const person = await provider.personOfToken(tk.token);
    // Spent last: a provider that is down costs nobody their link.
    if (!(await store.spend(tk.bytes, new Date(tk.expires)))) throw new Refusal("tokenInvalid");
    return open(person, caller);
  });
  calls.on(showUser, async (_args, caller) => {
    // Whom the session is of has been looked up already.
    const row = await store.user(userOf(caller).userId);
    if (!row) throw new Refusal("unauthenticated");
    return { ...userInfoOf(row), idpId: row.idp_id };
  });
  calls.on(endSession, async (_args, caller) => {
    userOf(caller);
    if (caller.token !== null) await store.end(caller.token);
    return null;
  });
}
