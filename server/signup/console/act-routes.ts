import { addGuest, giveUpGuest, moveGuest, noteGuest, revealGuest } from "#contract/console/guest-acts.ts";
import { REVEAL_SECONDS } from "#contract/console/person-shapes.ts";
import type { OperatorRight } from "#contract/console/rights.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { trimmed } from "#contract/core/text.ts";
import type { AppContext } from "../../core/app-context.ts";
import { withAuditEntry } from "../../database/shared-tables/audit-log.ts";
import { recordReveal } from "../../database/shared-tables/person-reveals.ts";
import type { Database } from "../../database/connection/database.ts";
import {
  operatorAuditActor,
  requireOperator,
  requireScopes,
  type OperatorCaller,
} from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { signUpMessages } from "../messages.ts";
import type { SignUpPorts } from "../ports.ts";
import { guestAdder } from "./add-guest.ts";
import { giveUpSeat, guestNotFound, moveGuestTo, type GuestOperator } from "./guest-acts.ts";
import { insertGuestNote, listGuestNotes } from "./guest-detail-store.ts";
import { findGuestRow, type ConsoleGuestRow } from "./guest-list-store.ts";
import { presentNotes } from "./list-routes.ts";
import type { GuestConsolePorts } from "./ports.ts";

/** Dependencies of the acts on guests. */
export type GuestActs = {
  readonly mustPass: SignUpPorts["mustPass"];
  readonly invalidateSoldOut: (activityId: string) => void;
  readonly ports: GuestConsolePorts;
};

/** The caller as an operator who acts on guests. @throws Refusal "forbidden" */
const guestOperator = (caller: OperatorCaller, right: OperatorRight, now: number): GuestOperator => ({
  scopes: requireScopes(caller, right, "one"),
  operatorId: requireOperator(caller).operatorId,
  actor: operatorAuditActor(caller),
  now,
});
/** @throws Refusal "notFound" */
async function guestInScope(
  db: Database,
  { scopes, now }: GuestOperator,
  signUpId: string,
): Promise<ConsoleGuestRow> {
  const guest = await findGuestRow(db, scopes, signUpId, new Date(now));
  if (guest === null) throw guestNotFound();
  return guest;
}

function seatCalls(context: AppContext, calls: OperatorRouter, acts: GuestActs): void {
  const { db, clock } = context;
  const { invalidateSoldOut } = acts;
  const add = guestAdder(context, acts);
  calls.on(moveGuest, async (args, caller) => {
    const { guest, target } = await moveGuestTo(db, args, guestOperator(caller, "signup.write", clock.now()));
    invalidateSoldOut(guest.activity_id);
    return { sessionId: target.session_id, startTime: toShanghaiIso(target.start_time) };
  });
  calls.on(giveUpGuest, async ({ signUpId, reason }, caller) => {
    const operator = guestOperator(caller, "signup.write", clock.now());
    const guest = await giveUpSeat(db, { signUpId, reason: trimmed(reason) }, operator);
    invalidateSoldOut(guest.activity_id);
    return {};
  });
  calls.on(addGuest, async (args, caller) => {
    const added = await add(args, guestOperator(caller, "signup.write", clock.now()));
    invalidateSoldOut(args.activityId);
    return added;
  });
}

function personCalls({ db, clock }: AppContext, calls: OperatorRouter): void {
  calls.on(noteGuest, async ({ signUpId, key, text }, caller) => {
    const operator = guestOperator(caller, "signup.read", clock.now());
    const now = new Date(operator.now);
    const guest = await guestInScope(db, operator, signUpId);
    await withAuditEntry(
      db,
      async (transaction) => {
        const { operatorId } = operator;
        const by = requireOperator(caller).name;
        const note = { operatorId, by, key, text: trimmed(text), now };
        if (!(await insertGuestNote(transaction, guest, note)))
          throw new Refusal("tooMany", {
            message: signUpMessages.guest.tooManyNotes,
            retryAfterSeconds: 600,
          });
      },
      () => ({
        by: operator.actor,
        action: "guest.note",
        about: { kind: "sign-up", id: signUpId },
        outcome: "done",
        now,
      }),
    );
    return { notes: presentNotes(await listGuestNotes(db, guest)) };
  });
  calls.on(revealGuest, async ({ signUpId, purpose }, caller) => {
    const operator = guestOperator(caller, "person.reveal", clock.now());
    const now = new Date(operator.now);
    const { operatorId, stepUpUntil } = requireOperator(caller);
    const mobile = await withAuditEntry(
      db,
      async (transaction) => {
        const guest = await guestInScope(transaction, operator, signUpId);
        if (guest.mobile === undefined) throw guestNotFound();
        const about = { kind: "sign-up", id: signUpId };
        await recordReveal(transaction, { operatorId, stepUpUntil, about, purpose, now });
        return guest.mobile;
      },
      () => ({
        by: operator.actor,
        action: "guest.reveal",
        about: { kind: "sign-up", id: signUpId },
        outcome: purpose,
        now,
      }),
    );
    return { mobile, seconds: REVEAL_SECONDS };
  });
}

/** Registers the console's acts on one guest. */
export function guestActCalls(context: AppContext, calls: OperatorRouter, acts: GuestActs): void {
  seatCalls(context, calls, acts);
  personCalls(context, calls);
}
