import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import type { Database } from "../database/connection/database.ts";
import { COPY_HOURS } from "#contract/console/watch/rights-requests.ts";
import type { OperatorRouter } from "../http/console/operator-router.ts";
import { deleteCopiesBefore, mergeRightsRequests } from "./console/request-store.ts";
import { registerPrivacyConsoleCalls, type OperatorNames } from "./console/routes.ts";
import type { PrivacyPorts } from "./ports.ts";
import { privacyRoutes } from "./routes.ts";

export type { PrivacyPorts } from "./ports.ts";

export type Privacy = {
  /** Registers the operator console's calls about requests of people about their data. */
  registerConsoleCalls(calls: OperatorRouter, ports: { readonly operatorNames: OperatorNames }): void;
  readonly tables: readonly string[];
  mergeUsers(db: Database, from: string, to: string): Promise<void>;
  close(): void;
};
const HOUR = 3_600_000;
const PURGE_INTERVAL = HOUR / 6;

/** Rights of people to their data: export and erasure (PIPL articles 44–47). */
export function createPrivacy(context: AppContext, calls: RpcRouter, ports: PrivacyPorts): Privacy {
  privacyRoutes(context, calls, ports);
  const { db, clock, tasks } = context;
  const purging = tasks.schedule("rights-request.purge", PURGE_INTERVAL, () =>
    deleteCopiesBefore(db, new Date(clock.now() - COPY_HOURS * HOUR)),
  );
  return {
    registerConsoleCalls: (consoleCalls, { operatorNames }) =>
      registerPrivacyConsoleCalls({ context, ports, operatorNames }, consoleCalls),
    tables: ["rights_request"],
    mergeUsers: mergeRightsRequests,
    close: () => purging.stop(),
  };
}
