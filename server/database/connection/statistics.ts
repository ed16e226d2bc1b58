import { Histogram } from "prom-client";

/** Figures of the connections of one server, for its metrics. */
export type DatabaseStatistics = {
  readonly connections: () => { readonly open: number; readonly idle: number };
  /** Callers that wait for a connection. */
  readonly waiting: () => number;
  /** Time from sending a statement to its answer. */
  readonly statementSeconds: Histogram<"database">;
};

/** Histogram of statements, in no registry yet: the registry of its server adds it. */
export const statementHistogram = (): Histogram<"database"> =>
  new Histogram({
    name: "database_statement_duration_seconds",
    help: "Time from sending a statement to the database to its answer, by database: primary or replica",
    labelNames: ["database"],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [],
  });

/** Statistics of a database without a pool. */
export const noStatistics = (): DatabaseStatistics => ({
  connections: () => ({ open: 1, idle: 1 }),
  waiting: () => 0,
  statementSeconds: statementHistogram(),
});
