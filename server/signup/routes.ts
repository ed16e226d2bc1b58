import { Refusal } from "#contract/errors.ts";
import { maskMobile } from "#contract/mask-mobile.ts";
import { shownName } from "#contract/shown-name.ts";
import { listDates, showSignUp, signUp, type SignUpResult, type SignUpState } from "#contract/signup.ts";
import { calledOffOf, momentOf, notThere } from "../activity/index.ts";
import { userOf, type Caller, type User } from "../http/caller.ts";
import type { Calls, Early, Handler } from "../http/calls.ts";
import type { Nonce } from "../http/nonce.ts";
import { newId } from "../ids.ts";
import type { Kit } from "../kit.ts";
import { bodyHash, newReadableCode } from "../secrets.ts";
import type { SignUpDoors } from "./doors.ts";
import { canCancel, isCalledOff, type Held } from "./own-rules.ts";
import { standingReader } from "./reader.ts";
import { inQueue, observed, type Granted, type SignUpObserver } from "./observer.ts";
import { mustFit, mustHaveSeat, type SignUpActivity, type SignUpArgs } from "./rules.ts";
import type { TicketKeys } from "./ticket-keys.ts";
import type { SignUpStore, TicketRow } from "./store.ts";
import type { SignUpRow } from "./tables.ts";
import { asOf, toWaiting } from "./waitlist-routes.ts";
import { waitlistStore, type WaitRow } from "./waitlist-store.ts";
import { waitlist } from "./waitlist.ts";
import { inTurn } from "./in-turn.ts";
import { words } from "./words.ts";
import { signUpWriter } from "./writer.ts";
import type { NewSignUp, Proof } from "./write-all.ts";

const unknownActivity = ({ db }: Kit, id: string) => notThere(db, id, words.unknownActivity);

/** The same key with another body is a mistake of the client; anything else gets the first answer again. */
function answerAgain(
  row: SignUpRow,
  key: string | null,
  hash: string,
  outcome: "accepted" | "again" = "again",
): Granted<SignUpResult> {
  if (key !== null && row.idempotency_key === key && row.body_hash !== hash) throw new Refusal("conflict");
  return {
    outcome,
    result: { signUpId: row.signup_id, ticketCode: row.ticket_code, status: row.status },
  };
}

const answerQueued = ({ signup_id, ticket_code }: WaitRow, outcome: "waitlisted" | "again") => ({
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
const isFullFor = (error: unknown, { process, quota, taken }: SignUpActivity): error is Refusal =>
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
async function proofOf(
  doors: SignUpDoors,
  args: SignUpArgs,
  { user, caller, nonce }: Asking,
  now: number,
): Promise<Proof | null> {
  const pass = doors.passOf({
    verifyId: caller.captchaVerifyId,
    action: "signup",
    activityId: args.id,
    userId: user.userId,
    idempotencyKey: caller.idempotencyKey,
  });
  if (pass === null) throw new Refusal("captchaRequired");
  // Without a code it is the bound one, or `decide` had asked for it.
  if (args.smsCode === undefined || user.isMobile(args.mobile)) return { nonce, pass, shown: now };
  await nonce?.spend();
  if (!(await pass.spend())) throw new Refusal("captchaRequired");
  const verdict = await doors.verifySms(args.mobile, "signup", args.smsCode);
  if (verdict === "locked") throw new Refusal("smsCodeLocked", { fields: { smsCode: words.smsCodeLocked } });
  if (verdict === "wrong") throw new Refusal("smsCodeWrong", { fields: { smsCode: words.smsCodeWrong } });
  return null;
}

function toState(row: TicketRow, now: number, key: string): SignUpState {
  const held: Held = {
    beginsTime: row.begins_time.getTime(),
    endTime: row.to_time.getTime(),
    isCancelled: false,
    isCheckedIn: row.checked_in_time !== null,
    calledOffTime: row.called_off_time?.getTime() ?? null,
  };
  const isFree = canCancel(held, now);
  const calledOff = isCalledOff(held) ? calledOffOf(row) : null;
  return {
    signed: true,
    signUpId: row.signup_id,
    ticketCode: row.ticket_code,
    status: row.status,
    ticket: {
      name: row.name,
      mobile: maskMobile(row.mobile),
      seriesName: row.series_name,
      dealerName: row.dealer && shownName(row.dealer),
      address: row.address,
      activityType: row.activity_type,
      longitude: row.longitude,
      latitude: row.latitude,
      startTime: momentOf(row.from_time),
      endTime: momentOf(row.to_time),
      title: row.title,
      coverUrl: row.cover_url,
      createdTime: momentOf(row.created_time),
      sessionId: row.session_id,
      dealerId: row.at_dealer_id,
      key,
      checkedInTime: row.checked_in_time && momentOf(row.checked_in_time),
      canCancel: isFree,
      canChange: isFree && row.others > 0,
      ...(calledOff && { calledOff }),
    },
  };
}

/** How somebody without a seat is refused, where that is known from memory; null: to be judged. */
const fullFor = (
  { soldOut }: SignUpStore,
  { id, waitlist: mayWait = false }: SignUpArgs,
  { userId, hasMobile }: User,
): Refusal | null => (mayWait || !hasMobile ? null : soldOut.refusalOf(id, userId));

/** Who signs up, and by what request; nonce null: it is spent, or there is none. */
type Asking = { readonly user: User; readonly caller: Caller; readonly nonce: Nonce | null };

/** The queue of what is full; whatever changes there is not told from memory any more. */
function queueOf({ db, log }: Kit, { soldOut }: SignUpStore) {
  const queue = waitlist(db);
  return {
    join: (...wish: Parameters<typeof queue.join>) =>
      queue.join(...wish).finally(() => soldOut.forget(wish[0])),
    /** Whoever has a seat waits no more, and one that was kept for them is the next one's. */
    async seated(activityId: string, now: number): Promise<void> {
      // They have it in any case: what cannot be done now is done with the activity's next change.
      await queue
        .settle(activityId, now)
        .catch((error: unknown) => log.warn({ err: error, activityId }, "a place on the waitlist stays"));
      soldOut.forget(activityId);
    },
  };
}

const newSignUp = (args: SignUpArgs, { user, caller }: Asking, hash: string, now: number): NewSignUp => ({
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
export function signUpper(kit: Kit, store: SignUpStore, doors: SignUpDoors, observer: SignUpObserver) {
  const writer = signUpWriter(kit.db, { isGuarded: true, untilPause: kit.databaseKind === "pglite" });
  const queue = queueOf(kit, store);
  const standing = standingReader(kit, store);
  async function decide(args: SignUpArgs, asking: Asking, isSealed: boolean): Promise<Granted<SignUpResult>> {
    const { user, caller } = asking;
    // The one-time code is no part of what was filled in.
    const { smsCode: _once, waitlist: mayWait = false, ...filled } = args;
    const hash = bodyHash(filled);
    const full = fullFor(store, args, user);
    if (full) throw full;
    const { activity, own, queued } = await standing(args.id, user.userId);
    if (own) return answerAgain(own, caller.idempotencyKey, hash);
    const now = kit.clock.now();
    // Whoever was invited wants a seat, and not to hear that they wait for one.
    if (queued && !isSealed && asOf(queued, now).state !== "expired") return answerQueued(queued, "again");
    if (!activity) throw await unknownActivity(kit, args.id);
    // Whether it is open, whether they have a mobile, seats, and whatever its process asks for.
    const judged = mayWait ? withoutQuota(activity) : activity;
    const judge = (one: SignUpActivity) => doors.mustPass({ activity: one, action: "signup", caller });
    const { seatsMost } = await judge(judged).catch((error: unknown) => {
      // The others are told from memory; that it cannot be read is nobody's trouble.
      if (isFullFor(error, judged)) store.soldOut.remember(args.id, error).catch(() => {});
      throw error;
    });
    if (args.smsCode === undefined && !user.isMobile(args.mobile))
      throw new Refusal("invalid", { fields: { smsCode: words.smsCodeMissing } });
    mustFit(isSealed ? withoutForm(activity) : activity, args, now);
    if (!mayWait) mustHaveSeat(activity, args);
    const proof = isSealed ? null : await proofOf(doors, args, asking, now);
    const wanted = { ...newSignUp(args, asking, hash, now), seats_most: seatsMost };
    const { seat, row } = await inQueue(observer, args.id, writer.add(args.id, { ...wanted, proof }));
    if (row && queued) await queue.seated(args.id, now);
    if (row) return answerAgain(row, caller.idempotencyKey, hash, seat === "seat" ? "accepted" : "again");
    if (seat === "nonceUsed") throw new Refusal("forbidden");
    // Spent by a second tap's first one, perhaps in another process, which has the seat.
    const made = seat === "passUsed" && (await standing(args.id, user.userId)).own;
    if (made) return answerAgain(made, caller.idempotencyKey, hash);
    if (seat === "passUsed") throw new Refusal("captchaRequired");
    // All are taken that its process lets in, since it did: refused as by that.
    if (seat === "limitFull") await judge({ ...judged, taken: seatsMost ?? judged.taken });
    else if (mayWait) {
      const place = await queue.join(args.id, wanted, now);
      if ("signUp" in place) return answerAgain(place.signUp, caller.idempotencyKey, hash);
      return answerQueued(place.waiting, "waitlisted");
    }
    throw new Refusal("flowBranch", { remark: seat === "sessionFull" ? words.sessionFull : words.full });
  }
  return (args: SignUpArgs, asking: Asking, isSealed = false): Promise<SignUpResult> =>
    observed(observer, { activityId: args.id, requestId: asking.caller.requestId }, () =>
      decide(args, asking, isSealed),
    );
}

/** Tells whoever has no seat that all are taken, where that is known, before the database is asked for anything. */
export const soldOutTeller =
  (store: SignUpStore, observer: SignUpObserver): Early<typeof signUp> =>
  (args, caller) => {
    const full = fullFor(store, args, userOf(caller));
    if (full === null) return;
    observer.arrived(args.id, caller.requestId);
    observer.ended(args.id, "full", "");
    throw full;
  };

type Signing = {
  readonly once: ReturnType<typeof signUpper>;
  readonly tellSoldOut: Early<typeof signUp>;
};
export function signUpRoutes(
  kit: Kit,
  calls: Calls,
  store: SignUpStore,
  keys: TicketKeys,
  { once, tellSoldOut }: Signing,
): void {
  const take = inTurn<SignUpResult>();
  const signUpInTurn: Handler<typeof signUp> = (args, caller, nonce) => {
    const user = userOf(caller);
    return take(args.id, user.userId, () => once(args, { user, caller, nonce }));
  };
  calls.on(signUp, signUpInTurn, null, { early: tellSoldOut, spendsNonce: true });
  calls.on(showSignUp, async ({ activityId }, caller) => {
    const now = kit.clock.now();
    const row = await store.ticket(activityId, userOf(caller).userId, new Date(now));
    if (row) return toState(row, now, await keys.keyOf(row.signup_id));
    const [found] = await waitlistStore.own(kit.db, userOf(caller).userId, activityId);
    if (found) {
      const waiting = toWaiting(asOf(found, now));
      const status = waiting.state === "expired" ? null : ("waitlisted" as const);
      return { signed: false, signUpId: waiting.signUpId, ticketCode: null, status, ticket: null, waiting };
    }
    if (!(await store.isActivity(activityId))) throw await unknownActivity(kit, activityId);
    return { signed: false, signUpId: null, ticketCode: null, status: null, ticket: null };
  });
  calls.on(
    listDates,
    async ({ activityId, dealerId }) => {
      if (!(await store.isActivity(activityId))) throw await unknownActivity(kit, activityId);
      return store.dates(activityId, dealerId, new Date(kit.clock.now()));
    },
    { freshMs: 500, staleMs: 5_000 },
  );
}
