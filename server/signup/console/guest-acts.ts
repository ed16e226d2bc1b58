import type { GrantScope } from "#contract/console/scope.ts";
import { Refusal } from "#contract/core/errors.ts";
import { withAuditEntry, type AuditActor } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { lockActivity } from "../activity-store.ts";
import { signUpMessages } from "../messages.ts";
import { createSelfService } from "../self-service/sign-up-changes.ts";
import type { TargetSessionRow } from "../self-service/store.ts";
import { findGuestRow, type ConsoleGuestRow } from "./guest-list-store.ts";

const { guest: messages } = signUpMessages;

/** An operator who acts on guests within the scopes of a right. */
export type GuestOperator = {
  readonly scopes: readonly GrantScope[];
  readonly operatorId: string;
  readonly actor: AuditActor;
  /** ms */
  readonly now: number;
};
export const guestNotFound = (): Refusal => new Refusal("notFound", { message: messages.gone });

/**
 * Locks the activity of a guest, and reads the guest within the scope under the lock, which all changes of seats take.
 * @throws Refusal "notFound" out of scope, "flowBranch" without a seat
 */
async function lockSeat(
  transaction: Database,
  { scopes, now }: GuestOperator,
  signUpId: string,
): Promise<ConsoleGuestRow> {
  const at = new Date(now);
  const found = await findGuestRow(transaction, scopes, signUpId, at);
  if (found === null) throw guestNotFound();
  await lockActivity(transaction, found.activity_id);
  const guest = await findGuestRow(transaction, scopes, signUpId, at);
  if (guest === null) throw guestNotFound();
  if (guest.state === "cancelled") throw new Refusal("flowBranch", { remark: messages.isCancelled });
  if (guest.state === "waiting" || guest.state === "offered")
    throw new Refusal("flowBranch", { remark: messages.isWaiting });
  return guest;
}

/** A move that was made, with the session before. */
export type GuestMove = { readonly guest: ConsoleGuestRow; readonly target: TargetSessionRow };
/**
 * Moves a guest to another session of the activity, under the rules of the guest's own change; the guest stays in the
 * operator's scope.
 * @throws Refusal "notFound", "flowBranch"
 */
export const moveGuestTo = (
  db: Database,
  { signUpId, sessionId }: { readonly signUpId: string; readonly sessionId: string },
  operator: GuestOperator,
): Promise<GuestMove> =>
  withAuditEntry(
    db,
    async (transaction): Promise<GuestMove> => {
      const guest = await lockSeat(transaction, operator, signUpId);
      const { activity_id, user_id } = guest;
      const { operatorId, now, scopes } = operator;
      if (guest.session_id === sessionId) throw new Refusal("flowBranch", { remark: messages.sameSession });
      const changes = createSelfService(transaction);
      const target = await changes.change(activity_id, user_id, sessionId, now, { operatorId });
      // A session of another dealer may be out of scope.
      if ((await findGuestRow(transaction, scopes, signUpId, new Date(now))) === null) throw guestNotFound();
      return { guest, target };
    },
    () => ({
      by: operator.actor,
      action: "sign-up.move",
      about: { kind: "sign-up", id: signUpId },
      outcome: "done",
      now: new Date(operator.now),
    }),
  );

/**
 * Gives the seat of a guest up, who reads the reason; everything else is as if they had cancelled themselves (requirement
 * CO56).
 * @returns the guest as they were
 * @throws Refusal "notFound", "flowBranch"
 */
export const giveUpSeat = (
  db: Database,
  { signUpId, reason }: { readonly signUpId: string; readonly reason: string },
  operator: GuestOperator,
): Promise<ConsoleGuestRow> =>
  withAuditEntry(
    db,
    async (transaction): Promise<ConsoleGuestRow> => {
      const guest = await lockSeat(transaction, operator, signUpId);
      const { operatorId, now } = operator;
      const changes = createSelfService(transaction);
      if (!(await changes.cancel(guest.activity_id, guest.user_id, now, { operatorId, reason })))
        throw guestNotFound();
      return guest;
    },
    () => ({
      by: operator.actor,
      action: "sign-up.give-up",
      about: { kind: "sign-up", id: signUpId },
      outcome: "done",
      now: new Date(operator.now),
    }),
  );
