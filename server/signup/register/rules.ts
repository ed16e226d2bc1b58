import type { FormField } from "#contract/activity/activity.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { ParsedArgsOf } from "#contract/core/call.ts";
import { findAnswerError, type signUp } from "#contract/signup/signup.ts";
import type { FlowActivity } from "../../flow/index.ts";
import { signUpMessages } from "../messages.ts";

/** What the sign-up needs to know of an activity, beside what its process is judged by. */
export type SignUpActivity = FlowActivity & {
  readonly seriesCodes: readonly string[];
  readonly dealerIds: readonly string[];
  readonly asks: { readonly series: boolean; readonly dealer: boolean; readonly session: boolean };
  readonly form: readonly FormField[];
  readonly sessions: readonly {
    sessionId: string;
    dealerId: string | null;
    startTime: number;
    quota: number;
    taken: number;
  }[];
};
export type SignUpArgs = ParsedArgsOf<typeof signUp>;

/** A session that is full by the counters read before: spares the person the slider. The writer decides exactly. */
export function mustHaveSeat(activity: SignUpActivity, args: SignUpArgs): void {
  const session = activity.sessions.find(({ sessionId }) => sessionId === args.sessionId);
  if (session && session.taken >= session.quota)
    throw new Refusal("flowBranch", { remark: signUpMessages.sessionFull });
}

/** Holds the form against what the activity asks. @throws Refusal "invalid" with a message per field (requirement L12) */
export function mustMatchSignUpForm(activity: SignUpActivity, args: SignUpArgs, now: number): void {
  const fields: Record<string, string> = {};
  const { asks } = activity;
  if (
    asks.series
      ? !activity.seriesCodes.includes(args.seriesCode ?? "")
      : args.seriesCode !== undefined && !activity.seriesCodes.includes(args.seriesCode)
  )
    fields["seriesCode"] = signUpMessages.series;
  if (
    asks.dealer
      ? !activity.dealerIds.includes(args.dealerId ?? "")
      : args.dealerId !== undefined && !activity.dealerIds.includes(args.dealerId)
  )
    fields["dealerId"] = signUpMessages.dealer;
  const session = activity.sessions.find(({ sessionId }) => sessionId === args.sessionId);
  const isOfDealer =
    session &&
    (session.dealerId === null || args.dealerId === undefined || session.dealerId === args.dealerId);
  if ((asks.session || args.sessionId !== undefined) && !isOfDealer)
    fields["sessionId"] = signUpMessages.session;
  else if (session && session.startTime <= now) fields["sessionId"] = signUpMessages.sessionBegun;
  const known = new Set(activity.form.map(({ key }) => key));
  for (const key of Object.keys(args.answers))
    if (!known.has(key)) fields[`answers.${key}`] = signUpMessages.noSuchQuestion;
  for (const field of activity.form) {
    const fault = findAnswerError(field, args.answers[field.key] ?? "");
    if (fault !== null) fields[`answers.${field.key}`] = fault;
  }
  if (Object.keys(fields).length > 0) throw new Refusal("invalid", { fields });
}

/** "limitFull": there are seats, but not for who came by this process. */
export type SeatOutcome = "seat" | "full" | "limitFull" | "sessionFull" | "again";
export type SeatCounters = {
  /** null: no limit */
  readonly quota: number | null;
  readonly taken: number;
  readonly sessions: ReadonlyMap<string, { quota: number; taken: number }>;
};

/**
 * Gives out what is left, in the order of arrival: exactly the quota, nobody beyond the limit of their process, a
 * person once (requirements L10, L11). `signedUp` are those who have a record already.
 */
export function allocateSeats(
  batch: readonly { userId: string; sessionId: string | null; seatsMost: number | null }[],
  counters: SeatCounters,
  signedUp: ReadonlySet<string>,
): SeatOutcome[] {
  const seen = new Set(signedUp);
  let taken = counters.taken;
  const sessionTaken = new Map([...counters.sessions].map(([id, session]) => [id, session.taken]));
  return batch.map(({ userId, sessionId, seatsMost }) => {
    if (seen.has(userId)) return "again";
    if (seatsMost !== null && taken >= seatsMost) return "limitFull";
    if (counters.quota !== null && taken >= counters.quota) return "full";
    const session = sessionId === null ? undefined : counters.sessions.get(sessionId);
    const inSession = sessionId === null ? 0 : (sessionTaken.get(sessionId) ?? 0);
    if (sessionId !== null && (session === undefined || inSession >= session.quota)) return "sessionFull";
    taken++;
    if (sessionId !== null) sessionTaken.set(sessionId, inSession + 1);
    seen.add(userId);
    return "seat";
  });
}
