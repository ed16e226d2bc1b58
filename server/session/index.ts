import { Refusal } from "#contract/core/errors.ts";
import { clientOf } from "#contract/host/hosts.ts";
import type { Session } from "#contract/session/session.ts";
import type { Caller, User } from "../http/pipeline/caller.ts";
import type { Authenticate } from "../http/pipeline/request-context.ts";
import type { Database } from "../database/connection/database.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { sha256 } from "../core/secrets.ts";
import { runPeriodically } from "../core/run-periodically.ts";
import { systemOf, type SessionClient } from "./devices.ts";
import type { SessionPorts } from "./ports.ts";
import { mergeUsers, type UserMergePart } from "./merge-users-store.ts";
import { SessionCache } from "./session-cache.ts";
import { ownSessionRoutes } from "./self-service/routes.ts";
import { LastUseWriter } from "./self-service/store.ts";
import type { OidcClient } from "./login/oidc-client.ts";
import { sessionRoutes } from "./login/routes.ts";
import { judgeSession, sessionEnd, userInfoOf, type ProviderPerson, type UserProfile } from "./rules.ts";
import {
  userSessionStore,
  setVerifiedOwner,
  type UserSessionStore,
  type SessionUser,
  type UserRow,
} from "./store.ts";
import { sessionMessages } from "./messages.ts";

export type { UserMergePart } from "./merge-users-store.ts";
export { createConfiguredOidcClient } from "./login/oidc-client.ts";

export type Sessions = {
  authenticate: Authenticate;
  /** What this process remembers of sessions. */
  readonly cache: SessionCache;
  /** Whose session a token is, as the provider knows them: idpId null for whom WeChat alone knows. */
  subjectOf(token: string): Promise<{ readonly idpId: string | null } | null>;
  /** A user whom the provider does not know: a person of WeChat. Nothing where there is one of this id. */
  addUser(userId: string, profile: UserProfile): Promise<void>;
  /** The user of a person of the provider, also before they first log in; answers the id. */
  upsertProviderPerson(person: ProviderPerson): Promise<string>;
  /** How the user is shown from now on, as far as the provider does not say it. */
  setProfile(userId: string, profile: UserProfile): Promise<void>;
  /** A new session of a user; null where the user is no more. @throws Refusal "forbidden" where they are locked */
  openFor(userId: string, caller?: Caller): Promise<Session | null>;
  /**
   * The person proved to be this session's too, by an SMS code: from now on the session's user has
   * their mobile. A user whom WeChat alone knows becomes one with the person's own.
   */
  bindMobile(token: string, person: ProviderPerson): Promise<void>;
  /** Ends every session of a person of the provider: their password is new. */
  endAll(idpId: string): Promise<void>;
  /** Every module that keeps something of a user says how it becomes another's. */
  onUserMerge(move: UserMergePart): void;
  /** The tables that are looked after when users are joined. */
  mergedTables(): readonly string[];
  /** Makes a mobile's person a verified owner of cars of these series, or none; also one who has never logged in. */
  setOwner(
    mobile: string,
    owner: boolean,
    seriesCodes?: readonly string[],
    transaction?: Database,
  ): Promise<void>;
  /** Writes the last uses of sessions; runs by itself. */
  flushLastUses(): Promise<void>;
  close(): void;
};

/** How exact the last use of a session is, and how often it is written, ms. */
const USED_STEP = 600_000;
const WRITE_EVERY = 30_000;

/** Judges a session's row at each use: 611 where it is over, renewed where it is half over. */
function createAuthenticator(
  { clock, config }: AppContext,
  store: UserSessionStore,
  kept: SessionCache,
  uses: LastUseWriter,
): (token: string, mayBeKept?: boolean) => Promise<SessionUser | null> {
  async function read(hash: string): Promise<SessionUser | undefined> {
    const begun = kept.begin();
    const row = await store.find(hash);
    // Whoever has just bound a mobile must not be told once more that they have none.
    if (row?.mobile_later) kept.keep(hash, row, begun);
    return row;
  }
  return async (token, mayBeKept = false) => {
    const hash = sha256(token);
    const row = (mayBeKept ? kept.find(hash) : undefined) ?? (await read(hash));
    if (!row) return null;
    const now = clock.now();
    const { isAlive, renewedUntil } = judgeSession(row, now, config.sessionMaxDays);
    if (!isAlive) throw new Refusal("sessionExpired");
    if (renewedUntil !== null) await store.renew(token, new Date(renewedUntil));
    if (now - row.used > USED_STEP) uses.note(token, new Date(now));
    return row;
  };
}

/** A class for its getter: in an object literal it would make V8 a new shape for each request (http/pipeline/request-context.ts). */
class FoundUser implements User {
  readonly userId: string;
  readonly openId: string;
  readonly hasMobile: boolean;
  readonly owner: boolean;
  readonly seriesCodes: readonly string[];
  readonly #row: SessionUser;
  constructor(row: SessionUser) {
    this.userId = row.user_id;
    this.openId = row.open_id;
    this.hasMobile = row.mobile_later !== null;
    this.owner = row.owner;
    this.seriesCodes = row.series_codes;
    this.#row = row;
  }
  get mobile(): string | null {
    return this.#row.mobile_later?.decrypt() ?? null;
  }
  isMobile(mobile: string): boolean {
    const { mobile_later, mobile_key } = this.#row;
    return mobile_later !== null && mobile_key !== null && mobile_later.matches(mobile, mobile_key);
  }
}

/**
 * Opens a session of a user, with what is kept of the browser that asks. The one that it had ends, whoever's it was:
 * the browser keeps one (ASVS 7.2.4). @throws Refusal "forbidden" where they are locked
 */
function createSessionOpener({ clock, config }: AppContext, store: UserSessionStore, ports: SessionPorts) {
  const openedBy = (caller: Caller): SessionClient => ({
    client: clientOf({ userAgent: caller.userAgent, appMarker: config.brand.appMarker }),
    system: systemOf(caller.userAgent),
    cityCode: ports.location.cityOfAddress(caller.address),
  });
  return async (user: UserRow, caller?: Caller): Promise<Session> => {
    const began = new Date(clock.now());
    const expires = new Date(sessionEnd(began.getTime(), began.getTime(), config.sessionMaxDays));
    const accessToken = await store.open(user.user_id, began, expires, caller ? openedBy(caller) : null);
    if (accessToken === null) throw new Refusal("forbidden", { message: sessionMessages.locked });
    if (caller?.user && caller.token !== null) await store.end(caller.token);
    return { accessToken, userInfo: userInfoOf(user) };
  };
}

/** The gateway's sessions (contract section 4): the provider's codes and tokens become ours. */
export function createSessions(
  context: AppContext,
  calls: RpcRouter,
  provider: OidcClient,
  ports: SessionPorts,
): Sessions {
  const { clock, db } = context;
  const kept = new SessionCache();
  const store = userSessionStore(db, kept);
  const moves: UserMergePart[] = [];
  const now = (): Date => new Date(clock.now());
  const sessionOf = createSessionOpener(context, store, ports);
  const open = async (person: ProviderPerson, caller: Caller): Promise<Session> =>
    sessionOf(await store.keepUser(person, now()), caller);
  const join = async (userId: string, person: ProviderPerson): Promise<void> =>
    void (await mergeUsers(db, moves, userId, person, now()));
  const uses = new LastUseWriter(db);
  const find = createAuthenticator(context, store, kept, uses);
  sessionRoutes(context, calls, store, provider, { open, mergeUser: join });
  ownSessionRoutes(context, calls, ports, kept);
  const timers = [
    runPeriodically(3_600_000, () => store.purge(now()), context.log),
    runPeriodically(WRITE_EVERY, () => uses.write(), context.log),
  ];
  return {
    cache: kept,
    async authenticate(token, mayBeKept) {
      const row = await find(token, mayBeKept);
      return row && new FoundUser(row);
    },
    async subjectOf(token) {
      const row = await find(token);
      return row && { idpId: row.idp_id };
    },
    addUser: (userId, profile) => store.addUser(userId, profile, now()),
    upsertProviderPerson: async (person) => (await store.keepUser(person, now())).user_id,
    setProfile: (userId, profile) => store.setProfile(userId, profile, now()),
    async openFor(userId, caller) {
      const user = await store.user(userId);
      return user ? sessionOf(user, caller) : null;
    },
    async bindMobile(token, person) {
      const row = await find(token);
      if (row) await join(row.user_id, person);
      await store.keepUser(person, now());
    },
    endAll: (idpId) => store.endAll(idpId),
    onUserMerge: (move) => void moves.push(move),
    mergedTables: () => moves.flatMap(({ tables }) => tables),
    setOwner: (mobile, owner, seriesCodes = [], transaction = db) =>
      setVerifiedOwner(transaction, mobile, owner, seriesCodes),
    flushLastUses: () => uses.write(),
    close: () => {
      for (const timer of timers) timer.stop();
    },
  };
}
