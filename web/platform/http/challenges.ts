import type { ActivityDetail, Series } from "#contract/activity/activity.ts";
import type { CaptchaAction } from "#contract/core/captcha-action.ts";

/**
 * What a call, or a screen, needs of the person before it can go on. The platform raises a
 * challenge and awaits its answer; web/app/challenge shows it. This is the one inversion: the
 * platform never imports screens.
 */
export type Challenges = {
  /** A sentence that goes by itself (2 s). */
  toast: { args: { text: string }; answer: void };
  dialog: { args: { title?: string; text: string; confirm: string; cancel?: string }; answer: boolean };
  /** A solved slider's id, null when given up. */
  captcha: { args: { action: CaptchaAction; activityId?: string; mobile?: string }; answer: string | null };
  /** Whether the person is logged in now; a redirect never comes back to this page. */
  login: { args: { reason: "signUp" | "expired" | "plain" }; answer: boolean };
  /** Whether the app around this page has given a new session, by itself: the person is asked nothing. */
  renewal: { args: Record<string, never>; answer: boolean };
  /** The person's own account: who is logged in, binding a mobile, logging out. */
  account: { args: Record<string, never>; answer: void };
  /** Why the person may not take part in an activity, node by node, and what to do about it. */
  eligibility: { args: { activityId: string }; answer: void };
  /** The lead form of an activity whose page has no room for it. */
  lead: { args: { activity: ActivityDetail; series: readonly Series[] }; answer: void };
  /** Points out the host's own menu, which alone can share there. */
  shareGuide: { args: Record<string, never>; answer: void };
  /** What the person should know of now (platform/notifications/reminders.ts), beside whatever they do; never over. */
  reminders: { args: Record<string, never>; answer: void };
  /** An activity's poster and the ways to share it; `path` is its plain page. */
  poster: {
    args: { activityId: string; title: string; text: string; path: string; imageUrl?: string };
    answer: void;
  };
  /** A chosen city, null when closed. */
  city: {
    args: { code: string | null };
    answer: { code: string; name: string; longitude: number; latitude: number } | null;
  };
};
export type ChallengeKind = keyof Challenges;
export type RaisedChallengeOf<K extends ChallengeKind> = {
  [Kind in K]: {
    kind: Kind;
    args: Challenges[Kind]["args"];
    answer(value: Challenges[Kind]["answer"]): void;
  };
}[K];
export type RaisedChallenge = RaisedChallengeOf<ChallengeKind>;

const waiting: RaisedChallenge[] = [];
let show: ((raised: RaisedChallenge) => void) | null = null;

/** Raises a challenge; one raised before the app listens waits for it. */
export function raiseChallenge<K extends ChallengeKind>(
  kind: K,
  args: Challenges[K]["args"],
): Promise<Challenges[K]["answer"]> {
  return new Promise((resolve) => {
    const raised = { kind, args, answer: resolve } as unknown as RaisedChallenge;
    if (show) show(raised);
    else waiting.push(raised);
  });
}
/** A toast needs no answer. */
export const showToast = (text: string): void => void raiseChallenge("toast", { text });

/** The app's part: shows every challenge. @returns stops listening */
export function onChallenge(listener: (raised: RaisedChallenge) => void): () => void {
  show = listener;
  for (const raised of waiting.splice(0)) listener(raised);
  return () => {
    if (show === listener) show = null;
  };
}
