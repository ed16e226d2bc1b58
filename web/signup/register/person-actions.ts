import type { UserInfo } from "#contract/session/session.ts";
import { raiseChallenge } from "../../platform/http/challenges.ts";
import { currentSession } from "../../platform/session/session.ts";

/** What the form asks of the person, and of whoever knows them; tests give their own. */
export type PersonActions = {
  /** Who is logged in at this moment. */
  person(): UserInfo | null;
  /** Whether they are logged in then; a login by redirect leaves the page and comes back to it. */
  login(): Promise<boolean>;
  /** Leaves for the binding of a mobile, and comes back. */
  bind(): Promise<void>;
  /** Shows why they may not take part, and what to do about it. */
  explain(activityId: string): Promise<void>;
  /** A pass for one SMS to this number; null when given up. */
  solveCaptcha(mobile: string): Promise<string | null>;
};

export const personActions: PersonActions = {
  person: () => currentSession.user(),
  login: () => raiseChallenge("login", { reason: "signUp" }),
  bind: async () => (await import("../../platform/login/bind-mobile.ts")).startMobileBindingOrToast(),
  explain: (activityId) => raiseChallenge("eligibility", { activityId }),
  solveCaptcha: (mobile) => raiseChallenge("captcha", { action: "sms", mobile }),
};
