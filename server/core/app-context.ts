import type { FastifyBaseLogger } from "fastify";
import type { Registry } from "prom-client";
import type { Clock } from "./clock.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/connection/database.ts";
import type { WorkQuota } from "../http/rate-limit/work-quota-rules.ts";

/** What every module is given. */
export type AppContext = {
  readonly db: Database;
  readonly databaseKind: "postgres" | "pglite";
  readonly clock: Clock;
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  /** What is not kept yet and costs the server something, by who asks for it. */
  readonly workQuota: WorkQuota;
  /** What /metrics shows. */
  readonly metrics: Registry;
  /** scheme://host:port that people use; known once the server listens. */
  readonly origin: () => string;
};
