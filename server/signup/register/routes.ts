import { Refusal } from "#contract/core/errors.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import {
  listDates,
  showSignUp,
  signUp,
  type SignUpResult,
  type SignUpState,
} from "#contract/signup/signup.ts";
import { cancellationOf, toShanghaiIso, activityNotFound } from "../../activity/index.ts";
import { requireUser, type Caller, type User } from "../../http/pipeline/caller.ts";
import type { RpcRouter, EarlyCheck, CallHandler } from "../../http/pipeline/rpc-router.ts";
import type { Nonce } from "../../http/security/nonce-store.ts";
import { newId } from "../../core/ids.ts";
import type { AppContext } from "../../core/app-context.ts";
import { bodyHash, newReadableCode } from "../../core/secrets.ts";
import type { SignUpPorts } from "../ports.ts";
import { canCancel, isActivityCancelled, type HeldSeat } from "../self-service/rules.ts";
import { eligibilityReader } from "./eligibility-reader.ts";
import { countWhileQueued, observeSignUp, type SignUpSuccess, type SignUpObserver } from "./observer.ts";
import { mustMatchSignUpForm, mustHaveSeat, type SignUpActivity, type SignUpArgs } from "./rules.ts";
import type { TicketKeys } from "../ticket/ticket-keys.ts";
import type { SignUpStore, TicketRow } from "./store.ts";
import type { SignUpRow } from "../tables.ts";
import { withCurrentState, toWaitlistEntry } from "../waitlist/routes.ts";
import { waitlistStore, type WaitlistRow } from "../waitlist/store.ts";
import { createWaitlist } from "../waitlist/queue.ts";
import { perUserMutex } from "./per-user-mutex.ts";
import { signUpMessages } from "../messages.ts";
import { signUpWriter } from "./writer.ts";
import type { NewSignUp, OneTimeTokens } from "./bulk-insert-store.ts";

const unknownActivity = ({ db }: AppContext, id: string) =>
  activityNotFound(db, id, signUpMessages.unknownActivity);

/** The same key with another body is a mistake of the client; anything else gets the first answer again. */
function repeatAnswer(
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
/** Whoever waits is judged by everything but the seats. */
const withoutQuota = (activity: SignUpActivity): SignUpActivity => ({ ...activity, quota: null });

/** Whoever was invited fills in nothing; a session has to be known all the same, since its seats are counted. */
const withoutForm = (activity: SignUpActivity): SignUpActivity => ({
  ...activity,
  form: [],
  asks: { ...activity.asks, series: false, dealer: false },
});

/** Refused for want of a seat, and for nothing that a person or a process of its own could change. */
const isFullyBooked = (error: unknown, { process, quota, taken }: SignUpActivity): error is Refusal =>
  error instanceof Refusal &&
  error.refusal === "flowBranch" &&
  (error.data as { kind?: string } | null)?.kind === "quota" &&
  process === null &&
  quota !== null &&
  taken >= quota;

/**
 * What is left to prove with the writing: captcha's pass and nonce. Where the mobile is not the bound one, both are spent
 * before its SMS code, and nothing is left. The cheap refusals came before.
 */
async function takeOneTimeTokens(
  ports: SignUpPorts,
  args: SignUpArgs,
  { user, caller, nonce }: SignUpRequest,
  now: number,
): Promise<OneTimeTokens | null> {
  const pass = ports.captchaPassOf({
    verifyId: caller.captchaVerifyId,
    action: "signup",
    activityId: args.id,
    userId: user.userId,
    idempotencyKey: caller.idempotencyKey,
  });
  if (pass === null) throw new Refusal("captchaRequired");
  // Without a code it is the bound one, or `decide` had asked for it.
  if (args.smsCode === undefined || user.isMobile(args.mobile)) return { nonce, pass, presentedAt: now };
  await nonce?.spend();
  if (!(await pass.consume())) throw new Refusal("captchaRequired");
  const verdict = await ports.verifySms(args.mobile, "signup", args.smsCode);
  if (verdict === "locked")
    throw new Refusal("smsCodeLocked", { fields: { smsCode: signUpMessages.smsCodeLocked } });
  if (verdict === "wrong")
    throw new Refusal("smsCodeWrong", { fields: { smsCode: signUpMessages.smsCodeWrong } });
  return null;
}

function toSignUpState(row: TicketRow, now: number, key: string): SignUpState {
  const held: HeldSeat = {
    beginsTime: row.begins_time.getTime(),
    endTime: row.to_time.getTime(),
    isCancelled: false,
    isCheckedIn: row.checked_in_time !== null,
    activityCancelledTime: row.called_off_time?.getTime() ?? null,
  };
  const isFree = canCancel(held, now);
  const calledOff = isActivityCancelled(held) ? cancellationOf(row) : null;
  return {
    signed: true,
    signUpId: row.signup_id,
    ticketCode: row.ticket_code,
    status: row.status,
    ticket: {
      name: row.name,
      mobile: maskMobile(row.mobile),
      seriesName: row.series_name,
      dealerName: row.dealer && dealerDisplayName(row.dealer),
      address: row.address,
      activityType: row.activity_type,
      longitude: row.longitude,
      latitude: row.latitude,
      startTime: toShanghaiIso(row.from_time),
      endTime: toShanghaiIso(row.to_time),
      title: row.title,
      coverUrl: row.cover_url,
      createdTime: toShanghaiIso(row.created_time),
      sessionId: row.session_id,
      dealerId: row.at_dealer_id,
      key,
      checkedInTime: row.checked_in_time && toShanghaiIso(row.checked_in_time),
      canCancel: isFree,
      canChange: isFree && row.others > 0,
      ...(calledOff && { calledOff }),
    },
  };
}

/** How somebody without a seat is refused, where that is known from memory; null: to be judged. */
const cachedSoldOutRefusal = (
  { soldOut }: SignUpStore,
  { id, waitlist: mayWait = false }: SignUpArgs,
  { userId, hasMobile }: User,
): Refusal | null => (mayWait || !hasMobile ? null : soldOut.refusalOf(id, userId));

/** Who signs up, and by what request; nonce null: it is spent, or there is none. */
type SignUpRequest = { readonly user: User; readonly caller: Caller; readonly nonce: Nonce | null };

/** The queue of what is full; whatever changes there is not told from memory any more. */
function waitlistOf({ db, log }: AppContext, { soldOut }: SignUpStore) {
  const queue = createWaitlist(db);
  return {
    join: (...wish: Parameters<typeof queue.join>) =>
      queue.join(...wish).finally(() => soldOut.invalidate(wish[0])),
    /** Whoever has a seat waits no more, and one that was kept for them is the next one's. */
    async seated(activityId: string, now: number): Promise<void> {
      // They have it in any case: what cannot be done now is done with the activity's next change.
      await queue
        .advance(activityId, now)
        .catch((error: unknown) => log.warn({ err: error, activityId }, "a place on the waitlist stays"));
      soldOut.invalidate(activityId);
    },
  };
}

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

/** One sign-up, from the caller's own record to the writer's answer. @param isSealed nothing is left to prove */
export function createRegistration(
  context: AppContext,
  store: SignUpStore,
  ports: SignUpPorts,
  observer: SignUpObserver,
) {
  const writer = signUpWriter(context.db, { isLocked: true, untilPause: context.databaseKind === "pglite" });
  const queue = waitlistOf(context, store);
  const standing = eligibilityReader(context, store);
  async function decide(
    args: SignUpArgs,
    asking: SignUpRequest,
    isSealed: boolean,
  ): Promise<SignUpSuccess<SignUpResult>> {
    const { user, caller } = asking;
    // The one-time code is no part of what was filled in.
    const { smsCode: _once, waitlist: mayWait = false, ...filled } = args;
    const hash = bodyHash(filled);
    const full = cachedSoldOutRefusal(store, args, user);
    if (full) throw full;
    const { activity, own, queued } = await standing(args.id, user.userId);
    if (own) return repeatAnswer(own, caller.idempotencyKey, hash);
    const now = context.clock.now();
    // Whoever was invited wants a seat, and not to hear that they wait for one.
    if (queued && !isSealed && withCurrentState(queued, now).state !== "expired")
      return waitlistAnswer(queued, "again");
    if (!activity) throw await unknownActivity(context, args.id);
    // Whether it is open, whether they have a mobile, seats, and whatever its process asks for.
    const judged = mayWait ? withoutQuota(activity) : activity;
    const judge = (one: SignUpActivity) => ports.mustPass({ activity: one, action: "signup", caller });
    const { seatLimit: seatsMost } = await judge(judged).catch((error: unknown) => {
      // The others are told from memory; that it cannot be read is nobody's trouble.
      if (isFullyBooked(error, judged)) store.soldOut.load(args.id, error).catch(() => {});
      throw error;
    });
    if (args.smsCode === undefined && !user.isMobile(args.mobile))
      throw new Refusal("invalid", { fields: { smsCode: signUpMessages.smsCodeMissing } });
    mustMatchSignUpForm(isSealed ? withoutForm(activity) : activity, args, now);
    if (!mayWait) mustHaveSeat(activity, args);
    const proof = isSealed ? null : await takeOneTimeTokens(ports, args, asking, now);
    const wanted = { ...newSignUp(args, asking, hash, now), seats_most: seatsMost };
    const { seat, row } = await countWhileQueued(
      observer,
      args.id,
      writer.add(args.id, { ...wanted, tokens: proof }),
    );
    if (row && queued) await queue.seated(args.id, now);
    if (row) return repeatAnswer(row, caller.idempotencyKey, hash, seat === "seat" ? "accepted" : "again");
    if (seat === "nonceUsed") throw new Refusal("forbidden");
    // Spent by a second tap's first one, perhaps in another process, which has the seat.
    const made = seat === "passUsed" && (await standing(args.id, user.userId)).own;
    if (made) return repeatAnswer(made, caller.idempotencyKey, hash);
    if (seat === "passUsed") throw new Refusal("captchaRequired");
    // All are taken that its process lets in, since it did: refused as by that.
    if (seat === "limitFull") await judge({ ...judged, taken: seatsMost ?? judged.taken });
    else if (mayWait) {
      const place = await queue.join(args.id, wanted, now);
      if ("signUp" in place) return repeatAnswer(place.signUp, caller.idempotencyKey, hash);
      return waitlistAnswer(place.waiting, "waitlisted");
    }
    throw new Refusal("flowBranch", {
      remark: seat === "sessionFull" ? signUpMessages.sessionFull : signUpMessages.full,
    });
  }
  return (args: SignUpArgs, asking: SignUpRequest, isSealed = false): Promise<SignUpResult> =>
    observeSignUp(observer, { activityId: args.id, requestId: asking.caller.requestId }, () =>
      decide(args, asking, isSealed),
    );
}

/** Tells whoever has no seat that all are taken, where that is known, before the database is asked for anything. */
export const soldOutPrecheck =
  (store: SignUpStore, observer: SignUpObserver): EarlyCheck<typeof signUp> =>
  (args, caller) => {
    const full = cachedSoldOutRefusal(store, args, requireUser(caller));
    if (full === null) return;
    observer.arrived(args.id, caller.requestId);
    observer.ended(args.id, "full", "");
    throw full;
  };

type RegistrationHandlers = {
  readonly once: ReturnType<typeof createRegistration>;
  readonly tellSoldOut: EarlyCheck<typeof signUp>;
};
export function signUpRoutes(
  context: AppContext,
  calls: RpcRouter,
  store: SignUpStore,
  keys: TicketKeys,
  { once, tellSoldOut }: RegistrationHandlers,
): void {
  const take = perUserMutex<SignUpResult>();
  const signUpInTurn: CallHandler<typeof signUp> = (args, caller, nonce) => {
    const user = requireUser(caller);
    return take(args.id, user.userId, () => once(args, { user, caller, nonce }));
  };
  calls.on(signUp, signUpInTurn, null, { checkBefore: tellSoldOut, spendsNonce: true });
  calls.on(showSignUp, async ({ activityId }, caller) => {
    const now = context.clock.now();
    const row = await store.ticket(activityId, requireUser(caller).userId, new Date(now));
    if (row) return toSignUpState(row, now, await keys.keyOf(row.signup_id));
    const [found] = await waitlistStore.listOfUser(context.db, requireUser(caller).userId, activityId);
    if (found) {
      const waiting = toWaitlistEntry(withCurrentState(found, now));
      const status = waiting.state === "expired" ? null : ("waitlisted" as const);
      return { signed: false, signUpId: waiting.signUpId, ticketCode: null, status, ticket: null, waiting };
    }
    if (!(await store.isActivity(activityId))) throw await unknownActivity(context, activityId);
    return { signed: false, signUpId: null, ticketCode: null, status: null, ticket: null };
  });
  calls.on(
    listDates,
    async ({ activityId, dealerId }) => {
      if (!(await store.isActivity(activityId))) throw await unknownActivity(context, activityId);
      return store.dates(activityId, dealerId, new Date(context.clock.now()));
    },
    { freshMs: 500, staleMs: 5_000 },
  );
}
