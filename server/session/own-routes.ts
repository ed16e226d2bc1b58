import { endSessions, listSessions } from "#contract/own-sessions.ts";
import { momentOf } from "../activity/index.ts";
import { userOf } from "../http/caller.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import { sha256 } from "../secrets.ts";
import type { SessionDoors } from "./doors.ts";
import type { KeptSessions } from "./kept-sessions.ts";
import { ownStore } from "./own-store.ts";
import { mustBeProved } from "./proof.ts";

const DAY = 86_400_000;

/** What a person sees of their sessions, and how they end them (ASVS 7.5.2). */
export function ownSessionRoutes(
  { db, clock, config }: Kit,
  calls: Calls,
  doors: SessionDoors,
  kept: Pick<KeptSessions, "forget">,
): void {
  const store = ownStore(db);
  calls.on(listSessions, async (_args, caller) => {
    const now = clock.now();
    const began = new Date(now - config.sessionMostDays * DAY);
    const rows = await store.of(userOf(caller).userId, new Date(now), began);
    const own = sha256(caller.token ?? "");
    const list = rows.map((row) => ({
      sessionId: row.session_id,
      client: row.client,
      system: row.system,
      city: row.city_code === null ? null : (doors.location.city(row.city_code)?.shortName ?? null),
      createdTime: momentOf(row.created_time),
      usedTime: momentOf(row.used_time),
      isThis: row.token_hash === own,
    }));
    return list.toSorted((one, other) => Number(other.isThis) - Number(one.isThis));
  });
  calls.on(endSessions, async ({ sessionId, smsCode }, caller) => {
    await mustBeProved({ db, clock }, doors, caller, smsCode);
    const { userId } = userOf(caller);
    const hashes = await store.end(userId, sessionId ?? null, caller.token ?? "");
    const ended = hashes.length;
    for (const hash of hashes) kept.forget(hash);
    // Whoever has that device is logged in at the provider too, and would be let in again unasked.
    const idpId = ended > 0 ? await store.idpIdOf(userId) : null;
    if (idpId !== null) await doors.identity.endAccount(idpId);
    return { ended };
  });
}
