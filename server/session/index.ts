import type { Session } from "#contract/session/session.ts";
import type { Caller } from "../http/pipeline/caller.ts";
import type { Authenticate } from "../http/pipeline/request-context.ts";
import type { Database } from "../database/connection/database.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { runPeriodically } from "../core/run-periodically.ts";

import { AuthenticatedUser, createAuthenticator } from "./authenticator.ts";
import { EndingSessions } from "./ending-sessions.ts";
import type { SessionPorts } from "./ports.ts";
import { mergeUsers, type UserMergePart } from "./merge-users-store.ts";
import { SessionCache } from "./session-cache.ts";
import { createSessionOpener } from "./session-opener.ts";
import { ownSessionRoutes } from "./self-service/routes.ts";
import { LastUseWriter } from "./self-service/store.ts";
import type { OidcClient } from "./login/oidc-client.ts";
import { sessionRoutes } from "./login/routes.ts";
import { revocationWorker } from "./revocation/worker.ts";
import { profileRoutes } from "./profile/routes.ts";
import { findAvatarsAmong } from "./profile/store.ts";
import type { ProviderPerson, UserProfile } from "./rules.ts";
import { seedUsers, type SeededUser } from "./seed-store.ts";
import { sessionStore } from "./store.ts";
import { setVerifiedOwner, userStore } from "./user-store.ts";
import { writeMarks } from "./write-mark-store.ts";
import { recordVips, type VipOutcome, type VipReport } from "./vip-store.ts";

export { cleanNickname } from "./rules.ts";
export type { ProfilePorts } from "./ports.ts";
export type { UserMergePart } from "./merge-users-store.ts";
export { createConfiguredOidcClient } from "./login/oidc-client.ts";

export type { SeededUser } from "./seed-store.ts";

export { findUserByMobile } from "./user-by-mobile-store.ts";

export type Sessions = {
  /** Adds users of the demo. */
  seed(users: readonly SeededUser[]): Promise<void>;
  authenticate: Authenticate;
  /** Marks the person of a session as one who writes, who reads from the primary for a while. */
  markWrite(token: string): Promise<void>;
  /** Sessions that this process has looked up. */
  readonly cache: SessionCache;
  /** Finds the user of a token; idpId null: a WeChat user without an account at the provider. */
  subjectOf(token: string): Promise<{ readonly idpId: string | null } | null>;
  /** Adds a WeChat user, who has no account at the provider; does nothing if the id exists. */
  addUser(userId: string, profile: UserProfile): Promise<void>;
  /**
   * Creates or updates the user of a person at the provider, also before their first login.
   * @returns the user id
   */
  upsertProviderPerson(person: ProviderPerson): Promise<string>;
  /** Sets nickname and avatar, as far as the provider does not define them. */
  setProfile(userId: string, profile: UserProfile): Promise<void>;
  /** Opens a session; null if the user was deleted. @throws Refusal "forbidden" if they are locked */
  openFor(userId: string, caller?: Caller): Promise<Session | null>;
  /**
   * Records that the user of a session has verified a mobile by an SMS code. A WeChat user without an account
   * is merged with the mobile's person.
   */
  bindMobile(token: string, person: ProviderPerson): Promise<void>;
  /** Ends every session of a person at the provider, whose password was changed. */
  endAll(idpId: string): Promise<void>;
  /** Registers the part of a module in merging two users. */
  onUserMerge(part: UserMergePart): void;
  /** Tables of all registered parts. */
  mergedTables(): readonly string[];
  /**
   * Makes the holder of a mobile a verified owner with cars of these series, or no longer one; also before a
   * login.
   */
  setOwner(
    mobile: string,
    owner: boolean,
    seriesCodes?: readonly string[],
    transaction?: Database,
  ): Promise<void>;
  /** Stores memberships in the transaction. @returns one outcome for each, in their order */
  recordVips(db: Database, reports: readonly VipReport[]): Promise<VipOutcome[]>;
  /** Returns those of the given uploads that are a person's picture. */
  picturesInUse(pictureIds: readonly string[]): Promise<string[]>;
  /** Writes the last uses of sessions; also runs periodically. */
  flushLastUses(): Promise<void>;
  /** Revokes tokens of ended sessions at an external identity provider; also runs every few seconds there. */
  revokeTokens(): Promise<void>;
  close(): void;
};

/** Intervals, ms. */
const PURGE_INTERVAL = 3_600_000;
const LAST_USE_WRITE_INTERVAL = 30_000;
const REVOCATION_INTERVAL = 2_000;

/** Registers the calls about the caller's own sessions and profile. */
function personRoutes(context: AppContext, calls: RpcRouter, ports: SessionPorts, cache: SessionCache): void {
  ownSessionRoutes(context, calls, ports, cache);
  profileRoutes(context, calls, ports.profile);
}

type PeriodicWork = Readonly<Record<"revokeTokens" | "purge" | "writeUses", () => Promise<void>>>;
/** Starts the work in the background; only an external provider is asked to revoke tokens. */
function startTimers({ config, log, tasks }: AppContext, { revokeTokens, purge, writeUses }: PeriodicWork) {
  return [
    ...(config.oidc === null ? [] : [tasks.schedule("token.revocation", REVOCATION_INTERVAL, revokeTokens)]),
    tasks.schedule("session.purge", PURGE_INTERVAL, purge),
    runPeriodically(LAST_USE_WRITE_INTERVAL, writeUses, log),
  ];
}

/** Creates the gateway's sessions (contract section 4), which replace the provider's codes and tokens. */
export function createSessions(
  context: AppContext,
  calls: RpcRouter,
  provider: OidcClient,
  ports: SessionPorts,
): Sessions {
  const { clock, db } = context;
  const cache = new SessionCache();
  const users = userStore(db);
  const sessions = sessionStore(db, cache);
  const mergeParts: UserMergePart[] = [];
  const now = (): Date => new Date(clock.now());
  const ending = new EndingSessions((hashes) => sessions.end(hashes, now()), context.log);
  const { isRevocable } = provider;
  const openSession = createSessionOpener(context, { open: sessions.open, ending, isRevocable }, ports);
  const open = async (person: ProviderPerson, caller: Caller, providerToken?: string): Promise<Session> =>
    openSession(await users.upsertUser(person, now()), caller, providerToken);
  const mergeUser = async (userId: string, person: ProviderPerson): Promise<void> =>
    void (await mergeUsers(db, mergeParts, userId, person, now()));
  const lastUses = new LastUseWriter(db);
  const find = createAuthenticator(context, sessions, { cache, ending }, lastUses);
  sessionRoutes(context, calls, { users, sessions }, provider, { open, ending, mergeUser });
  personRoutes(context, calls, ports, cache);
  const revokeTokens = revocationWorker(context, provider);
  const purge = (): Promise<void> => sessions.purge(now());
  const timers = startTimers(context, { revokeTokens, purge, writeUses: () => lastUses.write() });
  return {
    seed: (seeded) => seedUsers(db, seeded),
    cache,
    authenticate: (token, isCacheAllowed) =>
      find(token, isCacheAllowed).then((row) => row && new AuthenticatedUser(row)),
    markWrite: writeMarks(db),
    subjectOf: async (token) => find(token).then((row) => row && { idpId: row.idp_id }),
    addUser: (userId, profile) => users.addUser(userId, profile, now()),
    upsertProviderPerson: async (person) => (await users.upsertUser(person, now())).user_id,
    setProfile: (userId, profile) => users.setProfile(userId, profile, now()),
    async openFor(userId, caller) {
      const user = await users.findUser(userId);
      return user ? openSession(user, caller) : null;
    },
    async bindMobile(token, person) {
      const row = await find(token);
      if (row) await mergeUser(row.user_id, person);
      await users.upsertUser(person, now());
    },
    endAll: (idpId) => sessions.endAll(idpId),
    onUserMerge: (part) => void mergeParts.push(part),
    mergedTables: () => mergeParts.flatMap(({ tables }) => tables),
    setOwner: (mobile, owner, seriesCodes = [], transaction = db) =>
      setVerifiedOwner(transaction, mobile, owner, seriesCodes),
    recordVips,
    picturesInUse: (pictureIds) => findAvatarsAmong(db, pictureIds),
    flushLastUses: () => lastUses.write(),
    revokeTokens,
    close: () => {
      for (const timer of timers) timer.stop();
      ending.close();
    },
  };
}
