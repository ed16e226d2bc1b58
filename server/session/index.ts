import { Refusal } from "#contract/errors.ts";
import type { User } from "../http/caller.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import { every } from "../timers.ts";
import { createProvider, type ProviderAddress } from "./provider.ts";
import { sessionRoutes } from "./routes.ts";
import { judgeSession, sessionEnd } from "./rules.ts";
import { sessionStore } from "./store.ts";

export type { ProviderAddress } from "./provider.ts";

export type Sessions = {
  /** The user of a session token, null for an unknown one. @throws Refusal "sessionExpired" */
  authenticate(token: string): Promise<User | null>;
  /** Makes the users of a mobile verified car owners, or not; answers how many. */
  setOwner(mobile: string, owner: boolean): Promise<number>;
  close(): void;
};

/** The gateway's sessions (contract section 4): the provider's codes and tokens become ours. */
export function createSessions(kit: Kit, calls: Calls, address: () => Promise<ProviderAddress>): Sessions {
  const store = sessionStore(kit.db);
  sessionRoutes(kit, calls, store, createProvider(address));
  const purging = every(3_600_000, () => store.purge(new Date(kit.clock.now())), kit.log);
  return {
    async authenticate(token) {
      const row = await store.find(token);
      if (!row) return null;
      const now = kit.clock.now();
      const verdict = judgeSession(row.expires_time.getTime(), now);
      if (verdict === "expired") throw new Refusal("sessionExpired");
      if (verdict === "renew") await store.renew(token, new Date(sessionEnd(now)));
      return { userId: row.user_id, openId: row.open_id, mobile: row.mobile, owner: row.owner };
    },
    setOwner: (mobile, owner) => store.setOwner(mobile, owner),
    close: () => purging.stop(),
  };
}
