import type { SignUpResult } from "#contract/signup/signup.ts";
import { requireUser, type Caller } from "../http/pipeline/caller.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import type { Database } from "../database/connection/database.ts";
import type { OperatorRouter } from "../http/console/operator-router.ts";
import type { Jobs } from "../job/index.ts";
import { registerGuestConsoleCalls } from "./console/index.ts";
import type { GuestConsolePorts } from "./console/ports.ts";
import { mergeSignUps } from "./merge-users-store.ts";
import type { SignUpPorts } from "./ports.ts";
import { answerPictureStore } from "./register/answer-picture-store.ts";
import { handleSignUp } from "./register/handler.ts";
import { SignUpMetrics, type SignUpObserver } from "./register/observer.ts";
import { createRegistration } from "./register/registration.ts";
import { SoldOutCache } from "./register/sold-out-cache.ts";
import { signUpStore } from "./register/store.ts";
import { seedSignUps, type SeededSignUp, type SeededWaiting } from "./seed-store.ts";
import { selfServiceRoutes } from "./self-service/routes.ts";
import { handleListDates } from "./sessions/handler.ts";
import { handleShowSignUp } from "./ticket/handler.ts";
import { ticketKeys, type TicketKeys } from "./ticket/ticket-keys.ts";
import { createWaitlist } from "./waitlist/queue.ts";
import { waitlistRoutes } from "./waitlist/routes.ts";

/** The data of a sign-up without a form, for invited guests. */
type FormlessSignUp = {
  readonly activityId: string;
  readonly name: string;
  readonly seriesCode: string | null;
  readonly dealerId: string | null;
  readonly sessionId: string | null;
};
export type SignUps = {
  /** Adds sign-ups and waitlist entries of the demo, which the counters of seats contain already. */
  seed(signUps: readonly SeededSignUp[], waiting: readonly SeededWaiting[]): Promise<void>;
  /** Whether a person has a seat of an activity. */
  isSignedUp(activityId: string, userId: string): Promise<boolean>;
  /** @returns a person's sign-up for an activity; null without a seat */
  seatOf(activityId: string, userId: string): Promise<SignUpResult | null>;
  /** Signs the caller up with their own mobile, without form and captcha. @throws Refusal as a sign-up */
  signUpInvitedGuest(data: FormlessSignUp, caller: Caller): Promise<SignUpResult>;
  /** Filters uploaded pictures to those that answer a question of a sign-up. */
  picturesInUse(pictureIds: readonly string[]): Promise<string[]>;
  readonly tables: readonly string[];
  /** Moves the sign-ups of a user to another user, who turned out to be the same person. */
  mergeUsers(db: Database, from: string, to: string): Promise<void>;
  /** @see TicketKeys.verify */
  verifyTicketCode: TicketKeys["verify"];
  /** Invalidates the sold-out cache of an activity that has a free seat again. */
  invalidateSoldOut(activityId: string): void;
  /** Sets the secondary observer of all sign-up attempts, beside /metrics; there is at most one. */
  observe(observer: SignUpObserver): void;
  /** Registers the operator console's calls about guests. */
  registerConsoleCalls(calls: OperatorRouter, ports: GuestConsolePorts & { readonly jobs: Jobs }): void;
  close(): void;
};
/** Maximum delay with which an expired offer is made to the next person, ms. */
const WAITLIST_INTERVAL = 10_000;
const HOUR = 3_600_000;

/** Registers a guest with an invitation code, who needs no captcha and answers no questions. */
const invitedGuestRegistration =
  (register: ReturnType<typeof createRegistration>): SignUps["signUpInvitedGuest"] =>
  ({ activityId, name, seriesCode, dealerId, sessionId }, caller) => {
    const user = requireUser(caller);
    const args = {
      id: activityId,
      name,
      mobile: user.mobile ?? "",
      ...(seriesCode !== null && { seriesCode }),
      ...(dealerId !== null && { dealerId }),
      ...(sessionId !== null && { sessionId }),
      answers: {},
      consent: true as const,
      channel: {},
    };
    // Copies `device` by name, since it is a getter that spreading leaves out.
    const guest = { ...caller, device: caller.device, idempotencyKey: null };
    return register(args, { user, caller: guest, nonce: null }, true);
  };

/** Creates the sign-up for activities with tickets, sessions and waitlist (contract section 6). */
export function createSignUps(context: AppContext, calls: RpcRouter, ports: SignUpPorts): SignUps {
  const store = signUpStore(context.db);
  const soldOut = new SoldOutCache(context.db);
  const invalidateSoldOut = (activityId: string): void => soldOut.invalidate(activityId);
  const keys = ticketKeys(context);
  const observer = new SignUpMetrics(context.metrics);
  const register = createRegistration(context, { store, soldOut, ports, observer });
  handleSignUp(calls, { register, soldOut, observer });
  handleShowSignUp(context, calls, keys);
  handleListDates(context, calls);
  selfServiceRoutes(context, calls, invalidateSoldOut);
  waitlistRoutes(context, calls, invalidateSoldOut);
  const waitlist = createWaitlist(context.db);
  const { clock, tasks } = context;
  const timers = [
    tasks.schedule("sign-up.waitlist", WAITLIST_INTERVAL, () => waitlist.advanceAll(clock.now())),
    tasks.schedule("sign-up.purge", HOUR, () => answers.removeOrphans(new Date(clock.now() - 24 * HOUR))),
  ];
  const answers = answerPictureStore(context.db);
  const seatOf: SignUps["seatOf"] = async (activityId, userId) => {
    const row = await store.findSignUp(activityId, userId);
    if (row?.status !== "confirmed") return null;
    return { signUpId: row.signup_id, ticketCode: row.ticket_code, status: row.status };
  };
  return {
    seed: (rows, waiting) => seedSignUps(context.db, rows, waiting),
    seatOf,
    isSignedUp: async (activityId, userId) => (await seatOf(activityId, userId)) !== null,
    signUpInvitedGuest: invitedGuestRegistration(register),
    picturesInUse: (ids) => answers.findInUse(ids),
    tables: ["signup", "signup_cancelled", "waitlist", "signup_picture", "signup_event", "guest_note"],
    mergeUsers: mergeSignUps,
    verifyTicketCode: (text, now) => keys.verify(text, now),
    invalidateSoldOut,
    observe: (secondary) => {
      observer.secondaryObserver = secondary;
    },
    registerConsoleCalls: (consoleCalls, { jobs, ...consolePorts }) =>
      registerGuestConsoleCalls(context, consoleCalls, {
        jobs,
        mustPass: ports.mustPass,
        invalidateSoldOut,
        ports: consolePorts,
      }),
    close: () => {
      for (const timer of timers) timer.stop();
    },
  };
}

export type { SeededSignUp, SeededWaiting } from "./seed-store.ts";
export type { SignUpPorts } from "./ports.ts";
export type { SignUpObserver, SignUpOutcome } from "./register/observer.ts";
export { effectiveDealerId } from "./session-dealer-store.ts";
export { cancelUpcomingSignUps, createSelfService } from "./self-service/sign-up-changes.ts";
export { createWaitlist } from "./waitlist/queue.ts";
export { endSessionWaits, listSessionHolders } from "./session-holders-store.ts";
export { offerSeatsNow, type SeatOffer } from "./waitlist/offers.ts";
export { countAffectedGuests } from "./affected-guests-store.ts";
export { signUpWriter, type NewSignUp } from "./register/writer.ts";
export { guestJobRows, selectGuests } from "./console/bulk-routes.ts";
export { maskGuestName } from "./console/rules.ts";
