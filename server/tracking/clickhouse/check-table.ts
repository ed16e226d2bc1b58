import type { FastifyBaseLogger } from "fastify";
import { processRole, SettingError, type Config } from "../../config.ts";
import { ClickhouseError, createClickhouseClient } from "./client.ts";
import { clickhouseTableStore } from "./table-store.ts";

const ADVICE = "apply deploy/clickhouse/tracked_event.sql to it";

/** @returns what an operator has to repair; null: nothing, or ClickHouse does not answer now */
async function findFault(config: Config, log: Pick<FastifyBaseLogger, "warn">): Promise<string | null> {
  if (config.eventsClickhouse === null) return null;
  const client = createClickhouseClient(config.eventsClickhouse);
  try {
    const faults = await clickhouseTableStore(client).findFaults();
    return faults.length === 0 ? null : `the database ${faults.join(", ")}: ${ADVICE}`;
  } catch (error) {
    if (!(error instanceof ClickhouseError)) throw error;
    if (error.isLoginRefused) return "ClickHouse refuses the user or the password";
    // Events wait in the spool, and nobody else has to.
    log.warn({ err: error }, "event store unavailable, events wait in the spool");
    return null;
  }
}

/**
 * Checks the table of EVENTS_CLICKHOUSE_URL at the start. A further process of a running server only logs what is wrong,
 * since its sign-ups need no ClickHouse.
 * @throws SettingError that names what to repair
 */
export async function checkEventTable(
  config: Config,
  log: Pick<FastifyBaseLogger, "warn" | "error">,
  role = processRole(),
): Promise<void> {
  const fault = await findFault(config, log);
  if (fault === null) return;
  if (role !== "further") throw new SettingError(`EVENTS_CLICKHOUSE_URL: ${fault}`);
  log.error({ reason: fault }, "event store not usable, events wait in the spool");
}
