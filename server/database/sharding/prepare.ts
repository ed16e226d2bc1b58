import { readFileSync } from "node:fs";
import type { Database } from "../connection/database.ts";
import { SHARDING_SUFFIX, statementsOf } from "../migrations/migrate.ts";
import { readCatalogue } from "./catalogue-store.ts";
import { changeTables, countRunningProcesses, findMark, setMark } from "./prepare-store.ts";
import { findViolations } from "./rules.ts";

/** "running": processes serve, whose writes would be missed; violations: what hinders the tables still, with nothing changed. */
type PreparationOutcome = "done" | "again" | "running" | readonly string[];
const file = new URL("./prepare.sql", import.meta.url);

/** Rolls back a preparation that left violations. */
class LeftViolations extends Error {
  readonly violations: readonly string[];
  constructor(violations: readonly string[]) {
    super("the tables still break rules of a sharded database");
    this.violations = violations;
  }
}

/**
 * Changes a migrated database so that its tables can be distributed, in one transaction: without the triggers whose work the
 * stores do, with other keys and foreign keys (docs/sharding.md). Marks it, so that earlier releases, which depend on the
 * triggers, refuse it. There is no way back but a restored backup.
 */
export async function prepareForSharding(database: Database): Promise<PreparationOutcome> {
  try {
    return await database.transaction().execute(async (db) => {
      if ((await findMark(db, SHARDING_SUFFIX)) !== null) return "again";
      if ((await countRunningProcesses(db)) > 0) return "running";
      await changeTables(db, statementsOf(readFileSync(file, "utf8")));
      const violations = findViolations(await readCatalogue(db));
      if (violations.length > 0) throw new LeftViolations(violations);
      await setMark(db, SHARDING_SUFFIX);
      return "done";
    });
  } catch (error) {
    if (error instanceof LeftViolations) return error.violations;
    throw error;
  }
}
