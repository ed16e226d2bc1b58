import { endSessions, listSessions } from "#contract/session/active-sessions.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { requireUser } from "../../http/pipeline/caller.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import type { AppContext } from "../../core/app-context.ts";
import { sha256 } from "../../core/secrets.ts";
import type { SessionPorts } from "../ports.ts";
import type { SessionCache } from "../session-cache.ts";
import { ownSessionsStore } from "./store.ts";
import { requireReauthentication } from "./reauthentication.ts";

const DAY = 86_400_000;

/** Registers the calls by which people list and end their own sessions (ASVS 7.5.2). */
export function ownSessionRoutes(
  { db, clock, config }: AppContext,
  calls: RpcRouter,
  ports: SessionPorts,
  cache: Pick<SessionCache, "invalidate">,
): void {
  const store = ownSessionsStore(db);
  calls.on(listSessions, async (_args, caller) => {
    const now = clock.now();
    const began = new Date(now - config.sessionMaxDays * DAY);
    const rows = await store.list(requireUser(caller).userId, new Date(now), began);
    const own = sha256(caller.token ?? "");
    const list = rows.map((row) => ({
      sessionId: row.session_id,
      client: row.client,
      system: row.system,
      city: row.city_code === null ? null : (ports.location.city(row.city_code)?.shortName ?? null),
      createdTime: toShanghaiIso(row.created_time),
      usedTime: toShanghaiIso(row.used_time),
      isThis: row.token_hash === own,
    }));
    return list.toSorted((one, other) => Number(other.isThis) - Number(one.isThis));
  });
  calls.on(endSessions, async ({ sessionId, smsCode }, caller) => {
    await requireReauthentication({ store, clock }, ports, caller, smsCode);
    const { userId } = requireUser(caller);
    const hashes = await store.end(userId, sessionId ?? null, caller.token ?? "").catch((error: unknown) => {
      // The statement may have taken effect, for which sessions is unknown.
      cache.invalidate();
      throw error;
    });
    const ended = hashes.length;
    for (const hash of hashes) cache.invalidate(hash);
    // Ends the sessions at the provider too, where that device could log in again without a prompt.
    const idpId = ended > 0 ? await store.idpIdOf(userId) : null;
    if (idpId !== null) await ports.identity.endAccount(idpId);
    return { ended };
  });
}
