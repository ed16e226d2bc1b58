import type { ActivityDetail, Series } from "#contract/activity/activity.ts";
import type { CaptchaAction } from "#contract/core/captcha-action.ts";

/**
 * What a call, or a screen, needs of the person before it can go on. The platform raises a
 * challenge and awaits its answer; web/app/challenge shows it. This is the one inversion: the
 * platform never imports screens.
 */
export type Challenges = {
  /** A sentence that goes by itself (2 s). */
  toast: { ask: { text: string }; answer: void };
  dialog: { ask: { title?: string; text: string; confirm: string; cancel?: string }; answer: boolean };
  /** A solved slider's id, null when given up. */
  captcha: { ask: { action: CaptchaAction; activityId?: string; mobile?: string }; answer: string | null };
  /** Whether the person is logged in now; a redirect never comes back to this page. */
  login: { ask: { reason: "signUp" | "expired" | "plain" }; answer: boolean };
  /** Whether the app around this page has given a new session, by itself: the person is asked nothing. */
  renewal: { ask: Record<string, never>; answer: boolean };
  /** The person's own account: who is logged in, binding a mobile, logging out. */
  account: { ask: Record<string, never>; answer: void };
  /** Why the person may not take part in an activity, node by node, and what to do about it. */
  eligibility: { ask: { activityId: string }; answer: void };
  /** The lead form of an activity whose page has no room for it. */
  lead: { ask: { activity: ActivityDetail; series: readonly Series[] }; answer: void };
  /** Points out the host's own menu, which alone can share there. */
  shareGuide: { ask: Record<string, never>; answer: void };
  /** What the person should know of now (platform/notifications/reminders.ts), beside whatever they do; never over. */
  reminders: { ask: Record<string, never>; answer: void };
  /** An activity's poster and the ways to share it; `path` is its plain page. */
  poster: {
    ask: { activityId: string; title: string; text: string; path: string; imageUrl?: string };
    answer: void;
  };
  /** A chosen city, null when closed. */
  city: {
    ask: { code: string | null };
    answer: { code: string; name: string; longitude: number; latitude: number } | null;
  };
};
export type ChallengeKind = keyof Challenges;
export type RaisedChallengeOf<K extends ChallengeKind> = {
  [Kind in K]: { kind: Kind; ask: Challenges[Kind]["ask"]; answer(value: Challenges[Kind]["answer"]): void };
}[K];
export type RaisedChallenge = RaisedChallengeOf<ChallengeKind>;

const waiting: RaisedChallenge[] = [];
let show: ((raised: RaisedChallenge) => void) | null = null;

/** Raises a challenge; one raised before the app listens waits for it. */
export function raiseChallenge<K extends ChallengeKind>(
  kind: K,
  ask: Challenges[K]["ask"],
): Promise<Challenges[K]["answer"]> {
  return new Promise((resolve) => {
    const raised = { kind, ask, answer: resolve } as unknown as RaisedChallenge;
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
