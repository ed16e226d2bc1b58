import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import type { TestProject } from "vitest/node";
import { migrate } from "../../database/migrations/migrate.ts";
import { connectDatabase } from "../../database/connection/database.ts";

/**
 * Vitest's global set-up of the project "routes-pglite": one migrated data directory, which each test file
 * copies.
 */
export default async function setUp(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "marque-pglite-"));
  // Write-ahead log segments of 1 MB instead of 16 MB, since each file copies them.
  const pglite = await PGlite.create({ initDbStartParams: ["--wal-segsize=1"] });
  const { db } = await connectDatabase({ pglite });
  await migrate(db);
  // Template databases are not needed, and are two thirds of the files that each start unpacks.
  await pglite.exec("update pg_database set datistemplate = false where datname like 'template%'");
  for (const name of ["template0", "template1"]) await pglite.exec(`drop database ${name}`);
  // Without a checkpoint each start would replay the write-ahead log.
  await pglite.exec("checkpoint");
  const dump = await pglite.dumpDataDir("none");
  const file = join(folder, "migrated.tar");
  writeFileSync(file, Buffer.from(await dump.arrayBuffer()));
  await db.destroy();
  project.provide("testDatabase", { kind: "pglite", dump: file });
  return () => rmSync(folder, { recursive: true, force: true });
}
