import type { AppContext } from "../../core/app-context.ts";
import type { OperatorCaller } from "../../http/console/operator.ts";
import { consoleCookies, type ConsoleCookies } from "../session/cookie.ts";
import { createAttempts, type RunAttempt } from "./attempts.ts";
import { CEREMONY_LIFETIME, ceremonyStore, type Ceremony, type CeremonyStore } from "./ceremony-store.ts";
import { operatorCredentialStore, type OperatorCredentialStore } from "./credential-store.ts";
import { failureStore } from "./failure-store.ts";
import { createOperatorSessionOpener, type OpenSession } from "./session-opener.ts";

/** Parts that all ways of logging in share. */
export type OperatorLoginParts = {
  readonly context: AppContext;
  readonly cookies: ConsoleCookies;
  readonly ceremonies: CeremonyStore;
  readonly credentials: OperatorCredentialStore;
  readonly attempt: RunAttempt;
  readonly openSession: OpenSession;
  /** Begins a ceremony and names it by the browser's cookie. */
  begin(caller: OperatorCaller, ceremony: Ceremony): Promise<void>;
  /** Token of the ceremony that the browser has under way. */
  ceremonyToken(caller: OperatorCaller): string | null;
};

export function createOperatorLoginParts(context: AppContext): OperatorLoginParts {
  const { db, clock, config } = context;
  const cookies = consoleCookies(config.isProduction);
  const ceremonies = ceremonyStore(db);
  return {
    context,
    cookies,
    ceremonies,
    credentials: operatorCredentialStore(db),
    attempt: createAttempts(context, failureStore(db)),
    openSession: createOperatorSessionOpener(context, cookies),
    async begin(caller, ceremony) {
      const token = await ceremonies.begin(ceremony, clock.now());
      cookies.set("ceremony", caller.request, caller.reply, token, CEREMONY_LIFETIME / 1000);
    },
    ceremonyToken: ({ request }) => cookies.read("ceremony", request),
  };
}

/** Site of a passkey: the page's own origin, which the router has compared with ours. */
export const siteOf = ({ request }: OperatorCaller): { origin: string } => ({
  origin: request.headers.origin ?? "",
});
