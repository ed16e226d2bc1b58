import type { ActivityDetail, ActivityStatus } from "#contract/activity/activity.ts";
import type { UserInfo } from "#contract/session/session.ts";
import type { SignUpState } from "#contract/signup/signup.ts";
import { formatDateTime } from "#contract/core/date-text.ts";
import type { EligibilityBlock } from "../../ui/feedback/eligibility.ts";
import { detailMessages } from "../detail/detail-messages.ts";
import { formatCount } from "../../ui/display/format.ts";

type ActivityTimes = Pick<
  ActivityDetail,
  "activityType" | "signUpStartTime" | "signUpEndTime" | "startTime" | "endTime"
>;

/** Possible states of the bar (mockup 03-offline-states). */
export type SignUpBarKind =
  | "preview"
  | "asking"
  | "signed"
  | "offered"
  | "waiting"
  | "busy"
  | "ended"
  | "ineligible"
  | "barred"
  | "soon"
  | "full"
  | "visitor"
  | "open";
export type SignUpBarState = {
  readonly kind: SignUpBarKind;
  readonly label: string;
  /** Second, smaller line. */
  readonly note: string | null;
};

const earlier = (one: string, other: string): string => (Date.parse(other) < Date.parse(one) ? other : one);

/**
 * Period that the status follows: the sign-up's for offline, the activity's own for online activities
 * (requirements K09, K10).
 */
export const signUpStatusWindow = (activity: ActivityTimes): { open: string; close: string } =>
  activity.activityType === "online"
    ? { open: activity.startTime, close: activity.endTime }
    : { open: activity.signUpStartTime, close: earlier(activity.signUpEndTime, activity.endTime) };

/** Status at a moment of the server's clock, so that an open page updates by itself (requirement K22). */
export function activityStatusAt(activity: ActivityTimes, now: number): ActivityStatus {
  const { open, close } = signUpStatusWindow(activity);
  if (now < Date.parse(open)) return 1;
  return now < Date.parse(close) ? 2 : 3;
}

type Facts = {
  readonly activity: ActivityTimes & Pick<ActivityDetail, "remaining" | "waiting">;
  /** Null for a visitor, and until it is known. */
  readonly user: UserInfo | null;
  /** The person's state is not known yet and the bar still waits for it. */
  readonly isAsking: boolean;
  /** Null until it is known. */
  readonly signUpState: Pick<SignUpState, "signed" | "waiting"> | null;
  /** The server's time, ms. */
  readonly now: number;
  /** A tap is in progress: login, binding, or navigation to the form. */
  readonly isSubmitting: boolean;
  /** Reason that excludes this person, if known. */
  readonly block: EligibilityBlock | null;
  readonly isPreview: boolean;
  /** A favourite, for which this browser reminds of the opening. */
  readonly isFavourite: boolean;
};

const opensAt = (moment: string): string => detailMessages.bar.opens(formatDateTime(moment));

/**
 * State of the sign-up bar. Past events precede possible ones: a ticket stays reachable after the end, an
 * ended activity is not “full”, and only an open one asks for a login.
 */
export function signUpBarState(facts: Facts): SignUpBarState {
  const { activity, now, block } = facts;
  const state = (kind: SignUpBarKind, label: string, note: string | null = null) => ({ kind, label, note });
  if (facts.isPreview) return state("preview", detailMessages.bar.preview);
  if (facts.isAsking) return state("asking", detailMessages.bar.asking);
  if (facts.signUpState?.signed) return state("signed", detailMessages.bar.signed);
  const waiting = facts.signUpState?.waiting;
  if (waiting?.state === "offered") return state("offered", detailMessages.bar.offered);
  if (waiting?.state === "waiting") return state("waiting", detailMessages.bar.waiting(waiting.position));
  if (facts.isSubmitting) return state("busy", detailMessages.bar.busy);
  const status = activityStatusAt(activity, now);
  // An online activity may last longer than its sign-up.
  if (status === 3 || now >= Date.parse(activity.signUpEndTime))
    return state(
      "ended",
      now < Date.parse(activity.endTime) ? detailMessages.bar.signUpEnded : detailMessages.bar.ended,
    );
  if (block?.kind === "ineligible") return state("ineligible", detailMessages.bar.ineligible);
  const opening = status === 1 ? signUpStatusWindow(activity).open : activity.signUpStartTime;
  if (now < Date.parse(opening))
    return state(
      "soon",
      facts.isFavourite ? detailMessages.bar.reminded : detailMessages.bar.remind,
      opensAt(opening),
    );
  if (activity.remaining !== null && activity.remaining <= 0)
    return state("full", detailMessages.bar.wait(activity.waiting), detailMessages.bar.full);
  if (facts.user === null) return state("visitor", detailMessages.bar.login);
  if (block?.kind === "barred") return state("barred", detailMessages.bar.barred);
  return state(
    "open",
    activity.remaining === null
      ? detailMessages.bar.apply
      : detailMessages.bar.applyLeft(formatCount(activity.remaining)),
  );
}
