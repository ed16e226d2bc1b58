import type { FastifyBaseLogger } from "fastify";
import type { Registry } from "prom-client";
import type { Clock } from "./clock.ts";
import type { InstallationTasks } from "./run-periodically.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/connection/database.ts";
import type { WorkQuota } from "../http/rate-limit/work-quota-rules.ts";

/** Dependencies that every module gets. */
export type AppContext = {
  readonly db: Database;
  /** For statements whose result visitors see; may read from a replica (read-preference.ts). Never for decisions. */
  readonly reads: Database;
  readonly databaseKind: "postgres" | "pglite";
  /** Id of this process, which its lease in the database names (process_number.holder). */
  readonly processId: string;
  readonly clock: Clock;
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  /** Periodic tasks that one process runs for the installation. */
  readonly tasks: InstallationTasks;
  /** Limits expensive work that is not cached, by network. */
  readonly workQuota: WorkQuota;
  /** The metrics of /metrics. */
  readonly metrics: Registry;
  /** The public scheme://host:port; known once the server listens. */
  readonly origin: () => string;
};
