import { Refusal } from "#contract/core/errors.ts";
import type { SignUpResult } from "#contract/signup/signup.ts";
import { activityNotFound } from "../../activity/index.ts";
import { newId } from "../../core/ids.ts";
import type { AppContext } from "../../core/app-context.ts";
import { bodyHash, newReadableCode } from "../../core/secrets.ts";
import { signUpMessages } from "../messages.ts";
import type { SignUpPorts } from "../ports.ts";
import type { SignUpRow } from "../tables.ts";
import { createWaitlist } from "../waitlist/queue.ts";
import { withCurrentState } from "../waitlist/rules.ts";
import type { WaitlistRow } from "../waitlist/store.ts";
import { withAnswerPictures, type AttachPictures } from "./answer-pictures.ts";
import type { NewSignUp } from "./bulk-insert-store.ts";
import { eligibilityReader } from "./eligibility-reader.ts";
import { countWhileQueued, observeSignUp, type SignUpObserver, type SignUpSuccess } from "./observer.ts";
import { takeOneTimeTokens, type SignUpRequest } from "./one-time-tokens.ts";
import {
  isFullyBooked,
  mustHaveSeat,
  mustMatchSignUpForm,
  withoutForm,
  withoutQuota,
  type SignUpActivity,
  type SignUpArgs,
} from "./rules.ts";
import { cachedSoldOutRefusal, type SoldOutCache } from "./sold-out-cache.ts";
import type { SignUpStore } from "./store.ts";
import { signUpWriter } from "./writer.ts";

type RegistrationDependencies = {
  readonly store: SignUpStore;
  readonly soldOut: SoldOutCache;
  readonly ports: SignUpPorts;
  readonly observer: SignUpObserver;
};

/**
 * Answers with a sign-up that is stored.
 * @throws Refusal "conflict" if the idempotency key was used with another body, which is a mistake of the client
 */
function signUpAnswer(
  row: SignUpRow,
  key: string | null,
  hash: string,
  outcome: "accepted" | "again" = "again",
): SignUpSuccess<SignUpResult> {
  if (key !== null && row.idempotency_key === key && row.body_hash !== hash) throw new Refusal("conflict");
  return {
    outcome,
    result: { signUpId: row.signup_id, ticketCode: row.ticket_code, status: row.status },
  };
}

const waitlistAnswer = ({ signup_id, ticket_code }: WaitlistRow, outcome: "waitlisted" | "again") => ({
  outcome,
  result: { signUpId: signup_id, ticketCode: ticket_code, status: "waitlisted" as const },
});

const newSignUp = (
  args: SignUpArgs,
  { user, caller }: SignUpRequest,
  hash: string,
  now: number,
): NewSignUp => ({
  user_id: user.userId,
  signup_id: newId(),
  ticket_code: newReadableCode(),
  name: args.name,
  mobile: args.mobile,
  series_code: args.seriesCode ?? null,
  dealer_id: args.dealerId ?? null,
  session_id: args.sessionId ?? null,
  answers: args.answers,
  channel: args.channel,
  idempotency_key: caller.idempotencyKey,
  body_hash: hash,
  created_time: new Date(now),
});

const fullRefusal = (isSession: boolean) =>
  new Refusal("flowBranch", { remark: isSession ? signUpMessages.sessionFull : signUpMessages.full });

/** The waitlist as registration uses it: every change invalidates the sold-out cache. */
function registrationWaitlist({ db, log }: AppContext, soldOut: SoldOutCache) {
  const waitlist = createWaitlist(db);
  return {
    join: (...entry: Parameters<typeof waitlist.join>) =>
      waitlist.join(...entry).finally(() => soldOut.invalidate(entry[0])),
    /** Removes the entry of a person who has a seat now and offers a seat that was reserved for them to the next. */
    async removeSeated(activityId: string, now: number): Promise<void> {
      // An error is logged only: the person has the seat, and the next change of the waitlist removes the entry.
      await waitlist
        .advance(activityId, now)
        .catch((error: unknown) => log.warn({ err: error, activityId }, "waitlist entry not removed"));
      soldOut.invalidate(activityId);
    },
  };
}

/** Creates the sign-up of one person: from the caller's own record through the rules to the writer's answer. */
export function createRegistration(
  context: AppContext,
  { store, soldOut, ports, observer }: RegistrationDependencies,
) {
  const writer = signUpWriter(context.db);
  const waitlist = registrationWaitlist(context, soldOut);
  const readEligibility = eligibilityReader(context, store);
  const withPictures = withAnswerPictures(context, ports);
  async function registerOnce(
    args: SignUpArgs,
    request: SignUpRequest,
    isInvited: boolean,
    attachPictures: AttachPictures,
  ): Promise<SignUpSuccess<SignUpResult>> {
    const { user, caller } = request;
    // The one-time SMS code is not part of the body that an idempotency key stands for.
    const { smsCode: _smsCode, waitlist: mayWait = false, ...body } = args;
    const hash = bodyHash(body);
    const cachedRefusal = cachedSoldOutRefusal(soldOut, args, user);
    if (cachedRefusal) throw cachedRefusal;
    const { activity, own, queued } = await readEligibility(args.id, user.userId);
    if (own) return signUpAnswer(own, caller.idempotencyKey, hash);
    const now = context.clock.now();
    // Invited guests get a seat even if they are on the waitlist.
    if (queued && !isInvited && withCurrentState(queued, now).state !== "expired")
      return waitlistAnswer(queued, "again");
    if (!activity) throw await activityNotFound(context.db, args.id, signUpMessages.unknownActivity);
    // The flow checks the sign-up time, the mobile, seats and the conditions of the activity's process.
    const checked = mayWait ? withoutQuota(activity) : activity;
    const approve = (one: SignUpActivity) => ports.mustPass({ activity: one, action: "signup", caller });
    const { seatLimit } = await approve(checked).catch((error: unknown) => {
      // Loads the cache without waiting for it; an error only leaves the cache empty.
      if (isFullyBooked(error, checked)) soldOut.load(args.id, error).catch(() => {});
      throw error;
    });
    if (args.smsCode === undefined && !user.isMobile(args.mobile))
      throw new Refusal("invalid", { fields: { smsCode: signUpMessages.smsCodeMissing } });
    mustMatchSignUpForm(isInvited ? withoutForm(activity) : activity, args, now);
    if (!mayWait) mustHaveSeat(activity, args);
    const tokens = isInvited ? null : await takeOneTimeTokens(ports, args, request, now);
    const entry = { ...newSignUp(args, request, hash, now), seats_most: seatLimit };
    await attachPictures(args.id, entry, activity.form);
    const writing = writer.add(args.id, { ...entry, tokens });
    const { seat, row } = await countWhileQueued(observer, args.id, writing);
    if (row && queued) await waitlist.removeSeated(args.id, now);
    if (row) return signUpAnswer(row, caller.idempotencyKey, hash, seat === "seat" ? "accepted" : "again");
    if (seat === "nonceUsed") throw new Refusal("forbidden");
    // The pass may have been spent by the same person's parallel request, which has the seat then.
    const parallel = seat === "passUsed" && (await readEligibility(args.id, user.userId)).own;
    if (parallel) return signUpAnswer(parallel, caller.idempotencyKey, hash);
    if (seat === "passUsed") throw new Refusal("captchaRequired");
    // The process's limit was reached since it approved: refuses with the process's own answer.
    if (seat === "limitFull") await approve({ ...checked, taken: seatLimit ?? checked.taken });
    else if (mayWait) {
      const joined = await waitlist.join(args.id, entry, now);
      if ("signUp" in joined) return signUpAnswer(joined.signUp, caller.idempotencyKey, hash);
      return waitlistAnswer(joined.waiting, "waitlisted");
    }
    throw fullRefusal(seat === "sessionFull");
  }
  /**
   * Signs a person up, or returns what they have already.
   * @param isInvited skips form, captcha and nonce
   * @throws Refusal
   */
  return (args: SignUpArgs, request: SignUpRequest, isInvited = false): Promise<SignUpResult> => {
    const attempt = () => withPictures((attach) => registerOnce(args, request, isInvited, attach));
    return observeSignUp(observer, { activityId: args.id, requestId: request.caller.requestId }, attempt);
  };
}
export type Register = ReturnType<typeof createRegistration>;
