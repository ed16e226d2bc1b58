import type { FastifyBaseLogger } from "fastify";
import type { Registry } from "prom-client";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Database } from "./database/database.ts";

/** What every module is given. */
export type Kit = {
  readonly db: Database;
  readonly databaseKind: "postgres" | "pglite";
  readonly clock: Clock;
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  /** What /metrics shows. */
  readonly metrics: Registry;
  /** scheme://host:port that people use; known once the server listens. */
  readonly origin: () => string;
};
