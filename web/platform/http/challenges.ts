import type { ActivityDetail, Series } from "#contract/activity/activity.ts";
import type { Refusal } from "#contract/core/errors.ts";
import type { CaptchaAction } from "#contract/core/captcha-action.ts";

/** Values that another page has chosen for a lead form. */
export type LeadPreset = {
  readonly dealerId: string;
  readonly cityCode?: string;
  readonly cityName?: string;
};

/**
 * The challenges that a call or a screen can raise when it needs the person before it can continue. The
 * platform raises a challenge and awaits its answer; web/app/challenge shows it. This is the only inversion:
 * the platform never imports screens.
 */
export type Challenges = {
  /** A message that disappears by itself after 2 s. */
  toast: { args: { text: string }; answer: void };
  dialog: { args: { title?: string; text: string; confirm: string; cancel?: string }; answer: boolean };
  /** The id of a solved captcha, null when it was cancelled. */
  captcha: { args: { action: CaptchaAction; activityId?: string; mobile?: string }; answer: string | null };
  /** Whether the person is logged in now. A redirect never returns to this page. */
  login: { args: { reason: "signUp" | "expired" | "plain" }; answer: boolean };
  /** Whether the app around this page has provided a new session by itself, without asking the person. */
  renewal: { args: Record<string, never>; answer: boolean };
  /** Whether the person has a mobile now, after the host's page for binding one; `refusal` asked for it. */
  mobile: { args: { refusal: Refusal }; answer: boolean };
  /** The person's own account: login state, mobile binding, logout. */
  account: { args: Record<string, never>; answer: void };
  /** The conditions that the person does not meet for an activity, node by node, with the next steps. */
  eligibility: { args: { activityId: string }; answer: void };
  /** The lead form of an activity whose page does not contain it; `preset` is chosen in the form. */
  lead: {
    args: { activity: ActivityDetail; series: readonly Series[]; preset?: LeadPreset };
    answer: void;
  };
  /** Offers a next step at an allowed address beside the page, until it is taken or closed. */
  task: { args: { link: string }; answer: void };
  /** Points at the host's own menu, which is the only way to share there. */
  shareGuide: { args: Record<string, never>; answer: void };
  /** Shows urgent reminders (platform/notifications/reminders.ts) beside the page; never answered. */
  reminders: { args: Record<string, never>; answer: void };
  /** An activity's poster with the ways to share it; `path` is its page without the poster. */
  poster: {
    args: { activityId: string; title: string; text: string; path: string; imageUrl?: string };
    answer: void;
  };
  /** A chosen city, with the district that was chosen in it; null when closed. */
  city: {
    args: { code: string | null };
    answer: {
      code: string;
      name: string;
      longitude: number;
      latitude: number;
      districtCode?: string;
    } | null;
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

/** Whether a challenge is answered by yes or no; closing it is no. */
export const isYesNo = (
  raised: RaisedChallenge,
): raised is RaisedChallengeOf<"dialog" | "login" | "renewal" | "mobile"> =>
  ["dialog", "login", "renewal", "mobile"].includes(raised.kind);

const queue: RaisedChallenge[] = [];
let showChallenge: ((raised: RaisedChallenge) => void) | null = null;

/** Raises a challenge. Challenges raised before the app listens are queued. */
export function raiseChallenge<K extends ChallengeKind>(
  kind: K,
  args: Challenges[K]["args"],
): Promise<Challenges[K]["answer"]> {
  return new Promise((resolve) => {
    const challenge = { kind, args, answer: resolve } as unknown as RaisedChallenge;
    if (showChallenge) showChallenge(challenge);
    else queue.push(challenge);
  });
}
/** Shows a toast, which needs no answer. */
export const showToast = (text: string): void => void raiseChallenge("toast", { text });

/** Registers the app's handler of all challenges. @returns unregisters it */
export function onChallenge(listener: (raised: RaisedChallenge) => void): () => void {
  showChallenge = listener;
  for (const raised of queue.splice(0)) listener(raised);
  return () => {
    if (showChallenge === listener) showChallenge = null;
  };
}
