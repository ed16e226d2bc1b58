import { loginMessages } from "#contract/errors.ts";
import type { Landing } from "../address.ts";
import { loginValues } from "../storage/session-values.ts";
import type { Purpose } from "./authorize-address.ts";
import { held } from "./held.ts";
import { eventOf, receiveLanding, type Returned } from "./landing.ts";
import { awayNow, obstacleNow } from "./memory.ts";
import { ports } from "./ports.ts";
import { createRunner, type Outcome } from "./runner.ts";
import { session } from "./session.ts";
import { holdLogin } from "./settled.ts";
import type { Way } from "./state.ts";
import { wayNow } from "./way.ts";

const isLoggedIn = (): boolean => session.user() !== null;
const isLeaving = (outcome: Outcome | null): boolean =>
  outcome?.state.at === "away" || outcome?.state.at === "reloading";

/** Why it ended, in words; null where it did not end in a failure. */
export const wordsOf = ({ state }: Outcome): string | null =>
  state.at === "failed" ? loginMessages[state.failure] : null;

/**
 * The login of one page: everything that begins, goes on or ends one comes through here and is
 * decided by next-login.ts. What a page before it began is taken up from the session storage.
 */
export function createPageLogin() {
  const runner = createRunner(ports, awayNow() ?? { at: isLoggedIn() ? "loggedIn" : "visitor" });
  let returned: Returned | null = null;
  let settle: (() => void) | null = null;

  /** Ends what the address brought: a return is exchanged, a link's `tk` too (requirements F07, E04, C21). */
  async function finish(): Promise<Outcome | null> {
    const event = eventOf(returned);
    returned = null;
    if (event) return runner.run(event);
    if (held.tk === null) return null;
    const outcome = await runner.run({ is: "tkFound", isLoggedIn: isLoggedIn() });
    // A bad one is as if it had not been there.
    return outcome.state.at === "loggedIn" ? outcome : null;
  }
  async function start(): Promise<Outcome> {
    if (wayNow() === "miniProgram") (await import("./mini-program.ts")).noteHostLogin(location.search);
    const isMarked = loginValues.get("wxAuthFlag") !== null || loginValues.get("loggedOut") !== null;
    const facts = { way: wayNow(), obstacle: obstacleNow(), isLoggedIn: isLoggedIn(), isMarked };
    return runner.run({ is: "started", ...facts });
  }
  return {
    /** Looks at what the address brought, before the router reads it (landing.ts). */
    receive(landing: Landing): void {
      returned = receiveLanding(landing);
      if (returned !== null || held.tk !== null) settle = holdLogin();
    },
    /** Ends what was begun before this page, or begins its own login; then whoever waits for it is told. */
    async begin(isFirst: boolean): Promise<void> {
      settle ??= holdLogin();
      const outcome = (await finish()) ?? (isFirst ? await start() : null);
      // Leaving: nobody is told that it is settled, since this page is about to go.
      if (isLeaving(outcome)) return;
      settle();
      settle = null;
    },
    /** The person wants to log in, register or bind a mobile; where it ended, unless the page is being left. */
    ask: (purpose: Purpose, way: Way = wayNow()): Promise<Outcome> =>
      runner.run({ is: "asked", purpose, way, obstacle: obstacleNow() }),
    /** The server took the session's token no more. @param isWish false: nobody is asked anything for it */
    askAgain: (isWish = true): Promise<Outcome> =>
      runner.run({ is: "expired", isWish, way: wayNow(), obstacle: obstacleNow() }),
    /** The provider gave this token for a mobile and an SMS code. */
    takeSmsToken(token: string): Promise<Outcome> {
      held.token = token;
      held.refusal = null;
      return runner.run({ is: "smsTokenFound" });
    },
    /** Logs out (requirements G07, G09, Q14). */
    logOut: async (): Promise<void> => void (await runner.run({ is: "logOutAsked", way: wayNow() })),
  };
}
