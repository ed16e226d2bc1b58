import { loginMessages } from "#contract/core/errors.ts";
import type { Landing } from "../navigation/address.ts";
import { loginValues } from "../storage/session-storage-keys.ts";
import { loginSecrets } from "./login-secrets.ts";
import { landingEventOf, receiveLoginReturn, type LoginReturn } from "./login-return.ts";
import { pendingRedirect, redirectObstacle } from "./pending-login.ts";
import { loginEffectHandlers } from "./effect-handlers.ts";
import { createLoginRunner, type LoginOutcome } from "./login-runner.ts";
import { currentSession } from "../session/session.ts";
import { lockLogin } from "./login-lock.ts";
import type { LoginMethod, LoginPurpose } from "./login-state.ts";
import { currentLoginMethod } from "./login-method.ts";

const isLoggedIn = (): boolean => currentSession.user() !== null;
const isLeaving = (outcome: LoginOutcome | null): boolean =>
  outcome?.state.status === "redirected" || outcome?.state.status === "reloading";

/** Why it ended, in words; null where it did not end in a failure. */
export const loginFailureMessage = ({ state }: LoginOutcome): string | null =>
  state.status === "failed" ? loginMessages[state.failure] : null;

/**
 * The login of one page: everything that begins, goes on or ends one comes through here and is
 * decided by next-login.ts. What a page before it began is taken up from the session storage.
 */
export function createPageLogin() {
  const runner = createLoginRunner(
    loginEffectHandlers,
    pendingRedirect() ?? { status: isLoggedIn() ? "loggedIn" : "visitor" },
  );
  let returned: LoginReturn | null = null;
  let settle: (() => void) | null = null;

  /** Ends what the address brought: a return is exchanged, a link's `tk` too (requirements F07, E04, C21). */
  async function finish(): Promise<LoginOutcome | null> {
    const event = landingEventOf(returned);
    returned = null;
    if (event) return runner.run(event);
    if (loginSecrets.tk === null) return null;
    const outcome = await runner.run({ type: "tkReceived", isLoggedIn: isLoggedIn() });
    // A bad one is as if it had not been there.
    return outcome.state.status === "loggedIn" ? outcome : null;
  }
  async function start(): Promise<LoginOutcome> {
    if (currentLoginMethod() === "miniProgram")
      (await import("../login-methods/mini-program.ts")).rememberHostLogin(location.search);
    const isAttempted = loginValues.get("wxAuthFlag") !== null || loginValues.get("loggedOut") !== null;
    const facts = {
      method: currentLoginMethod(),
      obstacle: redirectObstacle(),
      isLoggedIn: isLoggedIn(),
      isAttempted,
    };
    return runner.run({ type: "pageOpened", ...facts });
  }
  return {
    /** Looks at what the address brought, before the router reads it (landing.ts). */
    receiveLanding(landing: Landing): void {
      returned = receiveLoginReturn(landing);
      if (returned !== null || loginSecrets.tk !== null) settle = lockLogin();
    },
    /** Ends what was begun before this page, or begins its own login; then whoever waits for it is told. */
    async begin(isFirst: boolean): Promise<void> {
      settle ??= lockLogin();
      const outcome = (await finish()) ?? (isFirst ? await start() : null);
      // Leaving: nobody is told that it is settled, since this page is about to go.
      if (isLeaving(outcome)) return;
      settle();
      settle = null;
    },
    /** The person wants to log in, register or bind a mobile; where it ended, unless the page is being left. */
    requestLogin: (
      purpose: LoginPurpose,
      method: LoginMethod = currentLoginMethod(),
    ): Promise<LoginOutcome> =>
      runner.run({ type: "loginRequested", purpose, method, obstacle: redirectObstacle() }),
    /** The server took the session's token no more. @param isRequestedByUser false: nobody is asked anything for it */
    renewLogin: (isRequestedByUser = true): Promise<LoginOutcome> =>
      runner.run({
        type: "sessionRefused",
        isRequestedByUser,
        method: currentLoginMethod(),
        obstacle: redirectObstacle(),
      }),
    /** The provider gave this token for a mobile and an SMS code. */
    acceptSmsToken(token: string): Promise<LoginOutcome> {
      loginSecrets.token = token;
      loginSecrets.refusal = null;
      return runner.run({ type: "smsTokenReceived" });
    },
    /** Logs out (requirements G07, G09, Q14). */
    logOut: async (): Promise<void> =>
      void (await runner.run({ type: "logoutRequested", method: currentLoginMethod() })),
  };
}
