import type { FastifyBaseLogger } from "fastify";
import type { Registry } from "prom-client";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Database } from "./database/database.ts";
import type { Admitting } from "./http/admission-rules.ts";

/** What every module is given. */
export type Kit = {
  readonly db: Database;
  readonly databaseKind: "postgres" | "pglite";
  readonly clock: Clock;
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  /** What is not kept yet and costs the server something, by who asks for it. */
  readonly admission: Admitting;
  /** What /metrics shows. */
  readonly metrics: Registry;
  /** scheme://host:port that people use; known once the server listens. */
  readonly origin: () => string;
};
