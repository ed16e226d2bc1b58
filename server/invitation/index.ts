import { Refusal } from "#contract/core/errors.ts";
import {
  acceptInvitationCode,
  showInvitationCode,
  type InvitationCodeInfo,
} from "#contract/invitation/invitation.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { activityNotFound } from "../activity/index.ts";
import type { Database } from "../database/connection/database.ts";
import { systemActor } from "../database/shared-tables/audit-log.ts";
import { requireUser } from "../http/pipeline/caller.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { sha256 } from "../core/secrets.ts";
import type { InvitedSignUp, InvitationPorts } from "./ports.ts";
import { issueInvitationCode } from "./issue.ts";
export { issueInvitations } from "./issue.ts";
export type { InvitedSignUp } from "./ports.ts";
export { registerInvitationConsoleCalls } from "./console/routes.ts";
import { invitationStore, type InvitationDetailRow } from "./store.ts";
import { mergeInvitations } from "./merge-users-store.ts";
import { invitationMessages } from "./messages.ts";

export type Invitations = {
  /** Issues a code for one person; only its hash is stored. @param expires ms */
  issue(invited: InvitedSignUp, expires: number): Promise<string>;
  /** Deletes unused codes some time after they expired; also runs every hour. */
  deleteUnused(): Promise<void>;
  readonly tables: readonly string[];
  /** Moves the rows of one user to another when both are the same person. */
  mergeUsers(db: Database, from: string, to: string): Promise<void>;
  close(): void;
};

/** Returns when an unused code expires, ms: at the latest when its session begins. */
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
/** Retention of expired codes with the guest's name, so that late guests see that the code has expired, ms. */
const EXPIRED_RETENTION = 30 * 24 * HOUR;

/** Sign-up without a form by the invitation code of a link or QR (contract section 6, requirements M13, M14). */
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
    // A caller who already has a seat must not consume an unused code of another guest.
    const seat = row.user_id === null ? await ports.seatOf(activityId, userId) : null;
    if (seat) return seat;
    if (!(await store.consume(hash, userId, new Date(now))))
      throw new Refusal("flowBranch", { remark: invitationMessages.used });
    try {
      return await ports.signUp(
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
      // A refusal has taken no seat, so the code is released. After any other error a seat may be taken, and the
      // code stays bound to the caller, who may retry.
      if (error instanceof Refusal && row.user_id === null) await store.release(hash, userId);
      throw error;
    }
  });
  const deleteUnused = (): Promise<void> =>
    store.deleteUnused(new Date(context.clock.now() - EXPIRED_RETENTION));
  const cleanup = context.tasks.schedule("invitation.purge", HOUR, deleteUnused);
  return {
    deleteUnused,
    close: () => cleanup.stop(),
    issue: (invited, expires) =>
      issueInvitationCode(context.db, invited, {
        by: systemActor,
        now: new Date(context.clock.now()),
        expires: new Date(expires),
      }),
    tables: ["sealed_code"],
    mergeUsers: mergeInvitations,
  };
}
