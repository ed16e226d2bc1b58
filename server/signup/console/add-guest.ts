import type { ParsedOperatorArgs } from "#contract/console/operator-call.ts";
import type { addGuest } from "#contract/console/guest-acts.ts";
import { Refusal } from "#contract/core/errors.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { AppContext } from "../../core/app-context.ts";
import { newId } from "../../core/ids.ts";
import { newReadableCode } from "../../core/secrets.ts";
import { withAuditEntry } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { visitor, type User } from "../../http/pipeline/caller.ts";
import { signUpMessages } from "../messages.ts";
import type { SignUpPorts } from "../ports.ts";
import {
  mustHaveSeat,
  mustMatchSignUpForm,
  type SignUpActivity,
  type SignUpArgs,
} from "../register/rules.ts";
import { signUpStore } from "../register/store.ts";
import { writeSignUps, type NewSignUp } from "../register/writer.ts";
import { findSignUps } from "../seat-counters-store.ts";
import { waitlistStore } from "../waitlist/store.ts";
import { withCurrentState } from "../waitlist/rules.ts";
import { guestNotFound, type GuestOperator } from "./guest-acts.ts";
import { findAddableActivity, markAdded } from "./guest-scope-store.ts";
import type { GuestConsolePorts } from "./ports.ts";

const { guest: messages } = signUpMessages;
const DAY = 86_400_000;
/** Longest validity of an invitation code that an operator hands on, ms. */
const INVITATION_TIME = 7 * DAY;

export type AddGuestArgs = ParsedOperatorArgs<typeof addGuest>;
export type AddedGuest =
  | { readonly kind: "signedUp"; readonly signUpId: string }
  | { readonly kind: "invited"; readonly link: string; readonly expiresTime: string };
type Dependencies = {
  readonly mustPass: SignUpPorts["mustPass"];
  readonly ports: GuestConsolePorts;
};

const toSignUpArgs = (args: AddGuestArgs): SignUpArgs => ({
  id: args.activityId,
  name: args.name,
  mobile: args.mobile,
  seriesCode: args.seriesCode,
  dealerId: args.dealerId,
  sessionId: args.sessionId,
  answers: args.answers,
  consent: true,
  channel: {},
});
/** Leaves out questions for pictures, which only the person can upload. */
const answerable = (activity: SignUpActivity): SignUpActivity => ({
  ...activity,
  form: activity.form.filter(({ kind }) => kind !== "picture"),
});
const newSignUp = (args: AddGuestArgs, user: User, now: number, seatLimit: number | null): NewSignUp => ({
  user_id: user.userId,
  signup_id: newId(),
  ticket_code: newReadableCode(),
  name: args.name,
  mobile: args.mobile,
  series_code: args.seriesCode ?? null,
  dealer_id: args.dealerId ?? null,
  session_id: args.sessionId ?? null,
  answers: args.answers,
  channel: {},
  idempotency_key: null,
  body_hash: "",
  created_time: new Date(now),
  seats_most: seatLimit,
});

/** Refuses a person who has a seat or a current waitlist entry. @throws Refusal "stateChanged" */
async function mustBeNew(db: Database, activityId: string, userId: string, now: number): Promise<void> {
  if ((await findSignUps(db, activityId, [userId])).size > 0)
    throw new Refusal("stateChanged", { message: messages.isThere });
  const queued = (await waitlistStore.findByUsers(db, activityId, [userId])).get(userId);
  if (queued && withCurrentState(queued, now).state !== "expired")
    throw new Refusal("stateChanged", { message: messages.isInQueue });
}

const seatRefusal = (seat: string): Refusal =>
  seat === "again"
    ? new Refusal("stateChanged", { message: messages.isThere })
    : new Refusal("flowBranch", {
        remark: seat === "sessionFull" ? signUpMessages.sessionFull : signUpMessages.full,
      });

/**
 * Creates 代报名 (requirement CO57): a number with an account gets a seat under all rules of a sign-up but the slider; another
 * one an invitation code.
 */
export function guestAdder(context: AppContext, { mustPass, ports }: Dependencies) {
  const { db } = context;
  const store = signUpStore(db);
  /** Writes seat, mark and audit entry in one transaction, and takes exactly one seat. @throws Refusal */
  const write = (args: AddGuestArgs, entry: NewSignUp, operator: GuestOperator): Promise<string> =>
    withAuditEntry(
      db,
      async (transaction): Promise<string> => {
        const [written] = await writeSignUps(transaction, args.activityId, [entry], { isLocked: true });
        if (written?.seat !== "seat") throw seatRefusal(written?.seat ?? "full");
        const { operatorId } = operator;
        await markAdded(transaction, entry.signup_id, { operatorId, consent: args.consent });
        return entry.signup_id;
      },
      (signUpId) => ({
        by: operator.actor,
        action: "sign-up.add",
        about: { kind: "sign-up", id: signUpId },
        outcome: args.consent,
        now: new Date(operator.now),
      }),
    );
  async function signUp(args: AddGuestArgs, user: User, operator: GuestOperator): Promise<AddedGuest> {
    const { now } = operator;
    const { activity } = await store.findEligibility(args.activityId, []);
    if (activity === null) throw guestNotFound();
    await mustBeNew(db, args.activityId, user.userId, now);
    // Judges the conditions of the process for the person; the place of the operator's network is not theirs.
    const { seatLimit } = await mustPass({ activity, action: "signup", caller: { ...visitor, user } });
    const form = answerable(activity);
    mustMatchSignUpForm(form, toSignUpArgs(args), now);
    mustHaveSeat(form, toSignUpArgs(args));
    return { kind: "signedUp", signUpId: await write(args, newSignUp(args, user, now, seatLimit), operator) };
  }
  return async (args: AddGuestArgs, operator: GuestOperator): Promise<AddedGuest> => {
    const { activityId, sessionId = null, dealerId = null } = args;
    const { scopes, now, actor } = operator;
    const found = await findAddableActivity(db, scopes, activityId, { sessionId, dealerId });
    if (found === null) throw new Refusal("notFound", { message: messages.noActivity });
    if (sessionId !== null && !found.has_session)
      throw new Refusal("invalid", { fields: { sessionId: signUpMessages.session } });
    if (found.session_time !== null && found.session_time.getTime() <= now)
      throw new Refusal("invalid", { fields: { sessionId: signUpMessages.sessionBegun } });
    const user = await ports.findUserByMobile(db, args.mobile);
    if (user !== null) return signUp(args, user, operator);
    const { activity } = await store.findEligibility(activityId, []);
    if (activity?.asks.session && sessionId === null)
      throw new Refusal("invalid", { fields: { sessionId: signUpMessages.session } });
    const expires = new Date(Math.min(now + INVITATION_TIME, found.end_time.getTime()));
    const guest = { activityId, name: args.name, seriesCode: args.seriesCode ?? null, dealerId, sessionId };
    const code = await ports.invite(db, guest, { by: actor, now: new Date(now), expires });
    return {
      kind: "invited",
      link: `${context.origin()}${WEB_BASE}invited/${activityId}?sec=${code}`,
      expiresTime: toShanghaiIso(expires),
    };
  };
}
