import { accessSync, constants, statfsSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { migrate } from "../../database/migrations/migrate.ts";
import { prepareForSharding } from "../../database/sharding/prepare.ts";
import { connectDatabase } from "../../database/connection/database.ts";
import { startPostgres } from "./postgres-cluster.ts";

const MEMORY_FOLDER = "/dev/shm";
const GIB = 2 ** 30;
/**
 * Linux' folder in memory, if there is plenty: hundreds of databases are created and dropped, which costs half there.
 * undefined: the usual temporary folder
 */
function memoryFolder(): string | undefined {
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return Math.min(bavail * bsize, process.availableMemory()) > 6 * GIB ? MEMORY_FOLDER : undefined;
  } catch {
    return undefined;
  }
}

/** Vitest's global set-up of the project "routes-postgres": one PostgreSQL, one migrated template. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { postgresBin } = project.config.provide as { postgresBin?: string };
  if (!postgresBin)
    throw new Error("PostgreSQL 15 or newer is not installed; `npm test` installs it, or says how");
  // No test of this project cuts the power; end-to-end tests that kill a database use durable settings.
  const settings = {
    fsync: "off",
    full_page_writes: "off",
    synchronous_commit: "off",
    // Databases live for seconds, and are small.
    autovacuum: "off",
    jit: "off",
    max_wal_size: "512MB",
  };
  const parent = memoryFolder();
  const cluster = await startPostgres(postgresBin, { settings, ...(parent !== undefined && { parent }) });
  try {
    await cluster.execute("create database template_migrated");
    const { db } = await connectDatabase({ url: cluster.url("template_migrated") });
    await migrate(db);
    // Runs any file on a database that is prepared for sharding (docs/sharding.md).
    if (process.env["TEST_SHARDING"] === "on" && (await prepareForSharding(db)) !== "done")
      throw new Error("the database was not prepared for sharding");
    await db.destroy();
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  project.provide("testDatabase", {
    kind: "postgres",
    server: cluster.url("postgres"),
    template: "template_migrated",
  });
  return () => cluster.stop();
}
