import type { FormField } from "#contract/activity/activity.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { ParsedArgsOf } from "#contract/core/call.ts";
import { findAnswerError, type signUp } from "#contract/signup/signup.ts";
import type { FlowActivity } from "../../flow/index.ts";
import { signUpMessages } from "../messages.ts";

/** The properties of an activity that sign-up rules use, in addition to those of its flow process. */
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

/** Removes the quota, for people who accept a place on the waitlist: they are judged by everything but the seats. */
export const withoutQuota = (activity: SignUpActivity): SignUpActivity => ({ ...activity, quota: null });

/** Removes the form, for invited guests. The session is still required, since its seats are counted. */
export const withoutForm = (activity: SignUpActivity): SignUpActivity => ({
  ...activity,
  form: [],
  asks: { ...activity.asks, series: false, dealer: false },
});

/** Whether the sign-up was refused only because all seats are taken, so that the refusal holds for everybody. */
export const isFullyBooked = (error: unknown, { process, quota, taken }: SignUpActivity): error is Refusal =>
  error instanceof Refusal &&
  error.refusal === "flowBranch" &&
  (error.data as { kind?: string } | null)?.kind === "quota" &&
  process === null &&
  quota !== null &&
  taken >= quota;

/**
 * Refuses a full session by the counters that were read before, so that the person need not solve the slider first.
 * The writer decides exactly. @throws Refusal "flowBranch"
 */
export function mustHaveSeat(activity: SignUpActivity, args: SignUpArgs): void {
  const session = activity.sessions.find(({ sessionId }) => sessionId === args.sessionId);
  if (session && session.taken >= session.quota)
    throw new Refusal("flowBranch", { remark: signUpMessages.sessionFull });
}

/** Validates the form against the activity. @throws Refusal "invalid" with a message per field (requirement L12) */
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
  const knownKeys = new Set(activity.form.map(({ key }) => key));
  for (const key of Object.keys(args.answers))
    if (!knownKeys.has(key)) fields[`answers.${key}`] = signUpMessages.noSuchQuestion;
  for (const field of activity.form) {
    const problem = findAnswerError(field, args.answers[field.key] ?? "");
    if (problem !== null) fields[`answers.${field.key}`] = problem;
  }
  if (Object.keys(fields).length > 0) throw new Refusal("invalid", { fields });
}
