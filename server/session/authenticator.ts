import { Refusal } from "#contract/core/errors.ts";
import type { User } from "../http/pipeline/caller.ts";
import type { AppContext } from "../core/app-context.ts";
import { sha256 } from "../core/secrets.ts";
import { judgeSession } from "./rules.ts";
import type { LastUseWriter } from "./self-service/store.ts";
import type { EndingSessions } from "./ending-sessions.ts";
import type { SessionCache } from "./session-cache.ts";
import type { SessionStore, SessionUser } from "./store.ts";

/** Precision of a session's last use, ms. */
const LAST_USE_PRECISION = 600_000;

/**
 * Creates the look-up of a token's session: an expired one is refused with 611, one whose time is half over
 * is renewed.
 * @returns a function whose second argument allows a session of the cache; it returns null for an unknown
 * token
 */
export function createAuthenticator(
  { clock, config }: AppContext,
  store: SessionStore,
  { cache, ending }: { readonly cache: SessionCache; readonly ending: Pick<EndingSessions, "has"> },
  lastUses: LastUseWriter,
): (token: string, isCacheAllowed?: boolean) => Promise<SessionUser | null> {
  async function read(hash: string): Promise<SessionUser | undefined> {
    const version = cache.beginRead();
    const row = await store.find(hash);
    // Users without a mobile are not cached, since a person who has just bound one must be seen with it at
    // once.
    if (row?.mobile_later) cache.set(hash, { ...row, since_write: null }, version);
    return row;
  }
  return async (token, isCacheAllowed = false) => {
    const hash = sha256(token);
    if (ending.has(hash)) return null;
    const row = (isCacheAllowed ? cache.get(hash) : undefined) ?? (await read(hash));
    if (!row) return null;
    const now = clock.now();
    const { isAlive, renewedUntil } = judgeSession(row, now, config.sessionMaxDays);
    if (!isAlive) throw new Refusal("sessionExpired");
    if (renewedUntil !== null) await store.renew(token, new Date(renewedUntil));
    if (now - row.used > LAST_USE_PRECISION) lastUses.note(token, new Date(now));
    return row;
  };
}

/** Class because of its getter: in an object literal V8 would create a new shape for each request. */
export class AuthenticatedUser implements User {
  readonly userId: string;
  readonly openId: string;
  readonly hasMobile: boolean;
  readonly owner: boolean;
  readonly seriesCodes: readonly string[];
  readonly msSinceWrite: number | null;
  readonly #row: SessionUser;
  constructor(row: SessionUser) {
    this.userId = row.user_id;
    this.openId = row.open_id;
    this.hasMobile = row.mobile_later !== null;
    this.owner = row.owner;
    this.seriesCodes = row.series_codes;
    this.msSinceWrite = row.since_write;
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
