import type { FastifyInstance } from "fastify";
import type { AppContext } from "../core/app-context.ts";
import { runPeriodically } from "../core/run-periodically.ts";
import { OperatorRouter } from "../http/console/operator-router.ts";
import { createOperatorSeed } from "./operators/seed.ts";
import { createOperatorRequestContext } from "./request-context.ts";
import { operatorRequestStore } from "./request-store.ts";
import { createOperatorAuthenticator } from "./session/authenticator.ts";
import { consoleCookies } from "./session/cookie.ts";
import { registerSessionCalls } from "./session/routes.ts";
import { operatorSessionStore } from "./session/store.ts";

const PURGE_INTERVAL = 600_000;

/** The console of a server: its calls are registered first, then mounted. */
export type Console = {
  /** Holds the handlers of the console's calls, also those that features register. */
  readonly calls: OperatorRouter;
  /** Registers the routes of all calls. */
  mount(app: FastifyInstance): void;
  /** Operators for demo data, the simulator and tests. */
  readonly operators: ReturnType<typeof createOperatorSeed>;
  close(): void;
};

/** Creates the console: logins, sessions, rights and operators. */
export function createConsole(context: AppContext): Console {
  const { db, clock, config, log } = context;
  const calls = new OperatorRouter(config.isProduction);
  const cookies = consoleCookies(config.isProduction);
  const sessions = operatorSessionStore(db);
  const requests = operatorRequestStore(db);
  registerSessionCalls(context, calls, cookies);
  const purging = runPeriodically(
    PURGE_INTERVAL,
    async () => {
      await sessions.purge(clock.now(), config.consoleIdle);
      await requests.purge(clock.now());
    },
    log,
  );
  return {
    calls,
    operators: createOperatorSeed(context),
    mount(app) {
      const authenticate = createOperatorAuthenticator(context, sessions, cookies);
      calls.mount(app, createOperatorRequestContext(context, requests, authenticate));
    },
    close: () => purging.stop(),
  };
}
