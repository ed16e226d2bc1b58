import { sql } from "kysely";
import { Refusal } from "#contract/errors.ts";
import { applySealed, showSealed, type Sealed } from "#contract/seal.ts";
import { shownName } from "#contract/shown-name.ts";
import { momentOf, notThere } from "../activity/index.ts";
import type { Database } from "../database/database.ts";
import { userOf } from "../http/caller.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import { sha256 } from "../secrets.ts";
import { every } from "../timers.ts";
import type { Plain, SealDoors } from "./doors.ts";
import { issueCode } from "./issue.ts";
import { sealStore, type ShownSealed } from "./store.ts";
import { words } from "./words.ts";

export type Seals = {
  /** Makes a code for one person; known to the caller alone. @param expires ms */
  issue(plain: Plain, expires: number): Promise<string>;
  /** Deletes what nobody has used and is long over; by itself it does so every hour. */
  forgetUnused(): Promise<void>;
  readonly tables: readonly string[];
  /** Two users turn out to be one person. */
  move(db: Database, from: string, to: string): Promise<void>;
  close(): void;
};

/** Until when a code that nobody has used lets somebody in, ms: a session is signed up for until it begins. */
function endOf({ expires_time, session_id, session_time }: ShownSealed): number {
  if (session_id !== null && session_time === null) return 0;
  return Math.min(expires_time.getTime(), session_time?.getTime() ?? Infinity);
}
const toSealed = (row: ShownSealed, now: number): Sealed => ({
  activityId: row.activity_id,
  activityMode: row.activity_type === "online" ? "online" : "offline",
  title: row.title,
  coverUrl: row.cover_url,
  startTime: momentOf(row.start_time),
  endTime: momentOf(row.end_time),
  dealerName: row.dealer && shownName(row.dealer),
  address: row.address,
  guest: [...row.guest].slice(0, 1).join(""),
  state: row.user_id !== null ? "used" : endOf(row) <= now ? "expired" : "open",
  expiresTime: momentOf(new Date(endOf(row) || row.expires_time.getTime())),
  opensTime: momentOf(row.opens_time),
  closesTime: momentOf(row.closes_time),
  overTime: momentOf(row.over_time),
  serverTime: momentOf(now),
});
const HOUR = 3_600_000;
/** How long whoever comes too late is told so, and the guest's name is kept. */
const TOLD = 30 * 24 * HOUR;

/** Applying without a form, by the sealed code of a link or QR (contract section 6, requirements M13, M14). */
export function createSeals(kit: Kit, calls: Calls, doors: SealDoors): Seals {
  const store = sealStore(kit.db);
  calls.on(showSealed, async ({ activityId, sec }) => {
    const row = await store.find(activityId, sha256(sec));
    if (!row) throw await notThere(kit.db, activityId, words.unknown);
    return toSealed(row, kit.clock.now());
  });
  calls.on(applySealed, async ({ activityId, sec }, caller) => {
    const { userId } = userOf(caller);
    const hash = sha256(sec);
    const row = await store.find(activityId, hash);
    if (!row) throw await notThere(kit.db, activityId, words.unknown);
    const now = kit.clock.now();
    if (row.user_id !== userId && endOf(row) <= now)
      throw new Refusal("flowBranch", { remark: words.expired });
    // Whoever has a seat already needs no code: one that is free stays so, for whom it was meant.
    const seat = row.user_id === null ? await doors.seatOf(activityId, userId) : null;
    if (seat) return seat;
    if (!(await store.spend(hash, userId, new Date(now))))
      throw new Refusal("flowBranch", { remark: words.used });
    try {
      return await doors.apply(
        {
          activityId,
          name: row.guest,
          seriesCode: row.series_code,
          dealerId: row.dealer_id,
          sessionId: row.session_id,
        },
        caller,
      );
    } catch (error) {
      // What was refused has used nothing up; what broke may have: the person may come again.
      if (error instanceof Refusal && row.user_id === null) await store.giveBack(hash, userId);
      throw error;
    }
  });
  const forgetUnused = (): Promise<void> => store.forgetUnused(new Date(kit.clock.now() - TOLD));
  const forgetting = every(HOUR, forgetUnused, kit.log);
  return {
    forgetUnused,
    close: () => forgetting.stop(),
    issue: (plain, expires) =>
      issueCode(kit.db, plain, { now: new Date(kit.clock.now()), expires: new Date(expires) }),
    tables: ["sealed_code"],
    async move(db, from, to) {
      await sql`update sealed_code set user_id = ${to} where user_id = ${from}`.execute(db);
    },
  };
}
