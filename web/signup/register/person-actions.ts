import type { UserInfo } from "#contract/session/session.ts";
import { raiseChallenge } from "../../platform/http/challenges.ts";
import { currentSession } from "../../platform/session/session.ts";

/** Actions of the form that involve the person; tests pass their own. */
export type PersonActions = {
  /** Person logged in at this moment. */
  person(): UserInfo | null;
  /**
   * Starts a login. A login by redirect leaves the page and returns to it.
   * @returns whether the person is logged in
   */
  login(): Promise<boolean>;
  /** Leaves for the binding of a mobile and returns. */
  bind(): Promise<void>;
  /** Shows why the person may not take part and how to change that. */
  explain(activityId: string): Promise<void>;
  /** Captcha result for one SMS to this number; null if the person gave up. */
  solveCaptcha(mobile: string): Promise<string | null>;
};

export const personActions: PersonActions = {
  person: () => currentSession.user(),
  login: () => raiseChallenge("login", { reason: "signUp" }),
  async bind() {
    await (await import("../../platform/login/bind-mobile.ts")).startMobileBindingOrToast();
  },
  explain: (activityId) => raiseChallenge("eligibility", { activityId }),
  solveCaptcha: (mobile) => raiseChallenge("captcha", { action: "sms", mobile }),
};
