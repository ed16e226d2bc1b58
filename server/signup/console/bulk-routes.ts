import { bulkGiveUp, bulkMove, planGuestBulk, type GuestSelection } from "#contract/console/guest-acts.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import { Refusal } from "#contract/core/errors.ts";
import { trimmed } from "#contract/core/text.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Database } from "../../database/connection/database.ts";
import { requireScopes } from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import {
  MAX_JOB_ROWS,
  mustBeOfJobSize,
  mustBeUnchanged,
  type Jobs,
  type NewJobRow,
} from "../../job/index.ts";
import { signUpMessages } from "../messages.ts";
import { giveUpSeat, guestNotFound, moveGuestTo } from "./guest-acts.ts";
import { findGuestRow, listSelectedGuests, type SelectedGuest } from "./guest-list-store.ts";
import { bulkFault, groupFaults, type GuestAct } from "./rules.ts";
import { findTargetSession, type TargetSession } from "./target-session-store.ts";

/**
 * Reads the guests of a selection within the scopes, whatever ids were sent (requirements CO35, CO36).
 * @throws Refusal "listChanged" if a filter finds another number than the page showed
 */
export async function selectGuests(
  db: Database,
  scopes: readonly GrantScope[],
  selection: GuestSelection,
  now: number,
): Promise<SelectedGuest[]> {
  const found = await listSelectedGuests(db, scopes, selection, new Date(now), MAX_JOB_ROWS);
  mustBeOfJobSize(found.length);
  if ("filter" in selection) mustBeUnchanged(selection.count, found.length);
  return found;
}
type Target = TargetSession | null;
/** Rows of a job, with the faults that are known before. */
export const guestJobRows = (guests: readonly SelectedGuest[], act: GuestAct, target: Target): NewJobRow[] =>
  guests.map((guest) => ({ subjectId: guest.signup_id, fault: bulkFault(act, guest, target) }));

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Defines the jobs that move guests and give seats up; a seat that was given up belongs to others and is not put back. */
function defineJobs(jobs: Jobs, invalidateSoldOut: (activityId: string) => void): void {
  jobs.define({
    name: "guest.move",
    right: "signup.write",
    async run(transaction, { subjectId, jobArguments, ...operator }) {
      const sessionId = textOf(jobArguments["sessionId"]);
      const { guest } = await moveGuestTo(transaction, { signUpId: subjectId, sessionId }, operator);
      return { from: guest.session_id, to: sessionId };
    },
    async undo(transaction, { subjectId, ...operator }, { from, to }) {
      const guest = await findGuestRow(transaction, operator.scopes, subjectId, new Date(operator.now));
      if (guest === null) throw guestNotFound();
      if (guest.session_id !== to)
        throw new Refusal("stateChanged", { message: signUpMessages.guest.movedSince });
      await moveGuestTo(transaction, { signUpId: subjectId, sessionId: textOf(from) }, operator);
    },
  });
  jobs.define({
    name: "guest.giveUp",
    right: "signup.write",
    async run(transaction, { subjectId, words, ...operator }) {
      const { activity_id } = await giveUpSeat(
        transaction,
        { signUpId: subjectId, reason: words.reason ?? "" },
        operator,
      );
      // The cache is of this process; those of others end within seconds.
      invalidateSoldOut(activity_id);
      return null;
    },
    undo: null,
  });
}

/** Registers bulk acts on guests (requirement CO37). */
export function guestBulkCalls(
  context: AppContext,
  calls: OperatorRouter,
  {
    jobs,
    invalidateSoldOut,
  }: { readonly jobs: Jobs; readonly invalidateSoldOut: (activityId: string) => void },
): void {
  const { db, clock } = context;
  defineJobs(jobs, invalidateSoldOut);
  calls.on(planGuestBulk, async ({ act, target: wanted, selection }, caller) => {
    const scopes = requireScopes(caller, act === "checkIn" ? "signup.checkIn" : "signup.write");
    const now = clock.now();
    const guests = await selectGuests(db, scopes, selection, now);
    const target = wanted ? await findTargetSession(db, scopes, wanted, new Date(now)) : null;
    const faults = guestJobRows(guests, act, target).flatMap(({ fault }) => fault ?? []);
    return { count: guests.length, able: guests.length - faults.length, refused: groupFaults(faults) };
  });
  calls.on(bulkMove, ({ selection, target: wanted }, caller) =>
    jobs.start(caller, "guest.move", async (transaction, scopes) => {
      const now = clock.now();
      const guests = await selectGuests(transaction, scopes, selection, now);
      const target = await findTargetSession(transaction, scopes, wanted, new Date(now));
      return { arguments: { sessionId: wanted.sessionId }, rows: guestJobRows(guests, "move", target) };
    }),
  );
  calls.on(bulkGiveUp, ({ selection, reason }, caller) =>
    jobs.start(caller, "guest.giveUp", async (transaction, scopes) => ({
      arguments: {},
      reason: trimmed(reason),
      rows: guestJobRows(await selectGuests(transaction, scopes, selection, clock.now()), "giveUp", null),
    })),
  );
}
