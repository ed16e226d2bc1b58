import type { FastifyInstance } from "fastify";
import type { AppContext } from "../core/app-context.ts";
import { mountConsoleOpenApi } from "../http/console/openapi.ts";
import { CONSOLE_API, OperatorRouter } from "../http/console/operator-router.ts";
import { registerAuditCalls } from "./audit/routes.ts";
import { scheduleAuditSeals } from "./audit/seal.ts";
import { registerHealthCalls } from "./health/routes.ts";
import { startHeartbeat } from "./health/heartbeat.ts";
import { createOperatorLoginParts } from "./login/dependencies.ts";
import { registerDirectoryCalls } from "./login/directory-routes.ts";
import { failureStore } from "./login/failure-store.ts";
import { registerLoginCalls } from "./login/routes.ts";
import { registerStepUpCalls } from "./login/step-up-routes.ts";
import { registerInvitationCalls } from "./operators/invitation-routes.ts";
import { registerRightsMatrix } from "./operators/matrix-routes.ts";
import { registerOperatorCalls } from "./operators/routes.ts";
import { createOperatorSeed } from "./operators/seed.ts";
import { registerSettingCalls } from "./settings/routes.ts";
import { createOperatorRequestContext } from "./request-context.ts";
import { operatorRequestStore } from "./request-store.ts";
import { createOperatorAuthenticator } from "./session/authenticator.ts";
import { registerSearch } from "./search/routes.ts";
import { registerSessionCalls } from "./session/routes.ts";
import { operatorSessionStore } from "./session/store.ts";
import { registerViewCalls } from "./views/routes.ts";

export { listOperatorsWith, scopesOfOperator } from "./operators/with-right-store.ts";

export { operatorNames } from "./operators/operator-store.ts";

export { findOperator } from "./operators/find-operator-store.ts";

const PURGE_INTERVAL = 600_000;

/** The console of a server: its calls are registered first, then mounted. */
export type Console = {
  /** Holds the handlers of the console's calls, also those that features register. */
  readonly calls: OperatorRouter;
  /** Registers the routes of all calls. */
  mount(app: FastifyInstance): void;
  /** Operators for demo data, the simulator and tests. */
  readonly operators: ReturnType<typeof createOperatorSeed>;
  close(): Promise<void>;
};

/** Creates the console: logins, sessions, rights, operators and saved views. */
export function createConsole(context: AppContext): Console {
  const { db, clock, config, tasks } = context;
  const calls = new OperatorRouter(config.isProduction);
  const parts = createOperatorLoginParts(context);
  const sessions = operatorSessionStore(db);
  const requests = operatorRequestStore(db);
  registerLoginCalls(calls, parts);
  registerDirectoryCalls(calls, parts);
  registerStepUpCalls(calls, parts);
  registerSessionCalls(context, calls, parts.cookies);
  registerOperatorCalls(context, calls);
  registerRightsMatrix(context, calls);
  registerInvitationCalls(calls, parts);
  registerViewCalls(context, calls);
  registerAuditCalls(context, calls);
  const sealing = scheduleAuditSeals(context);
  registerHealthCalls(context, calls);
  registerSettingCalls(context, calls);
  const heartbeat = startHeartbeat(context);
  registerSearch(calls);
  const purging = tasks.schedule("console.purge", PURGE_INTERVAL, async () => {
    const now = clock.now();
    await sessions.purge(now, config.consoleIdle);
    await requests.purge(now);
    await parts.ceremonies.purge(now);
    await failureStore(db).purge(now);
  });
  return {
    calls,
    operators: createOperatorSeed(context, parts.cookies),
    mount(app) {
      const authenticate = createOperatorAuthenticator(context, sessions, parts.cookies);
      const requestContext = createOperatorRequestContext(context, requests, authenticate);
      calls.mount(app, requestContext);
      mountConsoleOpenApi(app, calls.registeredCalls, CONSOLE_API, async (request) => {
        requestContext.checkNetwork(request);
        return (await authenticate(request)) !== null;
      });
    },
    async close() {
      purging.stop();
      sealing.stop();
      await heartbeat.stop();
    },
  };
}
