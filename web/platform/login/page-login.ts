import { loginMessages } from "#contract/session/login-messages.ts";
import type { Landing } from "../navigation/address.ts";
import { loginValues } from "../storage/session-storage-keys.ts";
import { loginSecrets } from "./login-secrets.ts";
import { landingEventOf, receiveLoginReturn, type LoginReturn } from "./login-return.ts";
import { pendingRedirect, redirectObstacle } from "./pending-login.ts";
import { loginEffectHandlers } from "./effect-handlers.ts";
import { createLoginRunner, type LoginOutcome } from "./login-runner.ts";
import { currentSession } from "../session/session.ts";
import { lockLogin } from "./login-lock.ts";
import type { LoginPurpose } from "./login-state.ts";
import { currentLoginMethod } from "./login-method.ts";

const isLoggedIn = (): boolean => currentSession.user() !== null;
const isLeaving = (outcome: LoginOutcome | null): boolean =>
  outcome?.state.status === "redirected" || outcome?.state.status === "reloading";

/** Message of a failed login; null when it did not fail. */
export const loginFailureMessage = ({ state }: LoginOutcome): string | null =>
  state.status === "failed" ? loginMessages[state.failure] : null;

/**
 * The login of one page. Everything that begins, continues or ends a login goes through here and is decided
 * by login-reducer.ts. Continues a login that a previous page began, from the session storage.
 */
export function createPageLogin() {
  const runner = createLoginRunner(
    loginEffectHandlers,
    pendingRedirect() ?? { status: isLoggedIn() ? "loggedIn" : "visitor" },
  );
  let returned: LoginReturn | null = null;
  let settle: (() => void) | null = null;

  /** Finishes a return or a link's `tk` by an exchange (requirements F07, E04, C21). */
  async function finish(): Promise<LoginOutcome | null> {
    const event = landingEventOf(returned);
    returned = null;
    if (event) return runner.run(event);
    if (loginSecrets.tk === null) return null;
    const outcome = await runner.run({ type: "tkReceived", isLoggedIn: isLoggedIn() });
    // A rejected `tk` is treated like none.
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
    /** Reads the login parameters of the address, before the router reads it (entry.client.tsx). */
    receiveLanding(landing: Landing): void {
      returned = receiveLoginReturn(landing);
      if (returned !== null || loginSecrets.tk !== null) settle = lockLogin();
    },
    /** Finishes a login of a previous page, or begins this page's own; then settles the login lock. */
    async begin(isFirst: boolean): Promise<void> {
      settle ??= lockLogin();
      const outcome = (await finish()) ?? (isFirst ? await start() : null);
      // The page is being left: the login stays unsettled.
      if (isLeaving(outcome)) return;
      settle();
      settle = null;
    },
    /**
     * The person wants to log in, register or bind a mobile. Resolves with the outcome, unless the page is
     * left.
     */
    requestLogin: (purpose: LoginPurpose, method = currentLoginMethod()): Promise<LoginOutcome> =>
      runner.run({ type: "loginRequested", purpose, method, obstacle: redirectObstacle() }),
    /** Renews the login after a refused session token. @param isByUser false: asks the person nothing */
    renewLogin: (isByUser = true): Promise<LoginOutcome> =>
      runner.run({
        type: "sessionRefused",
        isByUser,
        method: currentLoginMethod(),
        obstacle: redirectObstacle(),
      }),
    /** Continues with the provider's token for a mobile and an SMS code. */
    acceptSmsToken(token: string): Promise<LoginOutcome> {
      loginSecrets.token = token;
      loginSecrets.refusal = null;
      return runner.run({ type: "smsReceived" });
    },
    /** Logs out (requirements G07, G09, Q14). @throws before it has done a part, if its code cannot be loaded */
    logOut: async (): Promise<void> => {
      await import("./log-out-effects.ts");
      await runner.run({ type: "logoutRequested", method: currentLoginMethod() });
    },
  };
}
