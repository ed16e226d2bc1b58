import { sql } from "kysely";
import { Refusal } from "#contract/core/errors.ts";
import {
  acceptInvitationCode,
  showInvitationCode,
  type InvitationCodeInfo,
} from "#contract/invitation/invitation.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import { toShanghaiIso, activityNotFound } from "../activity/index.ts";
import type { Database } from "../database/connection/database.ts";
import { requireUser } from "../http/pipeline/caller.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { sha256 } from "../core/secrets.ts";
import { runPeriodically } from "../core/run-periodically.ts";
import type { InvitedSignUp, InvitationPorts } from "./ports.ts";
import { issueInvitationCode } from "./issue.ts";
import { invitationStore, type InvitationDetailRow } from "./store.ts";
import { invitationMessages } from "./messages.ts";

export type Invitations = {
  /** Makes a code for one person; known to the caller alone. @param expires ms */
  issue(plain: InvitedSignUp, expires: number): Promise<string>;
  /** Deletes what nobody has used and is long over; by itself it does so every hour. */
  forgetUnused(): Promise<void>;
  readonly tables: readonly string[];
  /** Two users turn out to be one person. */
  mergeUsers(db: Database, from: string, to: string): Promise<void>;
  close(): void;
};

/** Until when a code that nobody has used lets somebody in, ms: a session is signed up for until it begins. */
function invitationExpiry({ expires_time, session_id, session_time }: InvitationDetailRow): number {
  if (session_id !== null && session_time === null) return 0;
  return Math.min(expires_time.getTime(), session_time?.getTime() ?? Infinity);
}
const presentInvitation = (row: InvitationDetailRow, now: number): InvitationCodeInfo => ({
  activityId: row.activity_id,
  activityMode: row.activity_type === "online" ? "online" : "offline",
  title: row.title,
  coverUrl: row.cover_url,
  startTime: toShanghaiIso(row.start_time),
  endTime: toShanghaiIso(row.end_time),
  dealerName: row.dealer && dealerDisplayName(row.dealer),
  address: row.address,
  guest: [...row.guest].slice(0, 1).join(""),
  state: row.user_id !== null ? "used" : invitationExpiry(row) <= now ? "expired" : "open",
  expiresTime: toShanghaiIso(new Date(invitationExpiry(row) || row.expires_time.getTime())),
  opensTime: toShanghaiIso(row.opens_time),
  closesTime: toShanghaiIso(row.closes_time),
  overTime: toShanghaiIso(row.over_time),
  serverTime: toShanghaiIso(now),
});
const HOUR = 3_600_000;
/** How long whoever comes too late is told so, and the guest's name is kept. */
const EXPIRED_RETENTION = 30 * 24 * HOUR;

/** Applying without a form, by the sealed code of a link or QR (contract section 6, requirements M13, M14). */
export function createInvitations(
  context: AppContext,
  calls: RpcRouter,
  ports: InvitationPorts,
): Invitations {
  const store = invitationStore(context.db);
  calls.on(showInvitationCode, async ({ activityId, sec }) => {
    const row = await store.find(activityId, sha256(sec));
    if (!row) throw await activityNotFound(context.db, activityId, invitationMessages.unknown);
    return presentInvitation(row, context.clock.now());
  });
  calls.on(acceptInvitationCode, async ({ activityId, sec }, caller) => {
    const { userId } = requireUser(caller);
    const hash = sha256(sec);
    const row = await store.find(activityId, hash);
    if (!row) throw await activityNotFound(context.db, activityId, invitationMessages.unknown);
    const now = context.clock.now();
    if (row.user_id !== userId && invitationExpiry(row) <= now)
      throw new Refusal("flowBranch", { remark: invitationMessages.expired });
    // Whoever has a seat already needs no code: one that is free stays so, for whom it was meant.
    const seat = row.user_id === null ? await ports.seatOf(activityId, userId) : null;
    if (seat) return seat;
    if (!(await store.spend(hash, userId, new Date(now))))
      throw new Refusal("flowBranch", { remark: invitationMessages.used });
    try {
      return await ports.apply(
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
  const forgetUnused = (): Promise<void> =>
    store.forgetUnused(new Date(context.clock.now() - EXPIRED_RETENTION));
  const forgetting = runPeriodically(HOUR, forgetUnused, context.log);
  return {
    forgetUnused,
    close: () => forgetting.stop(),
    issue: (plain, expires) =>
      issueInvitationCode(context.db, plain, {
        now: new Date(context.clock.now()),
        expires: new Date(expires),
      }),
    tables: ["sealed_code"],
    async mergeUsers(db, from, to) {
      await sql`update sealed_code set user_id = ${to} where user_id = ${from}`.execute(db);
    },
  };
}
