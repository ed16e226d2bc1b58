import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import type { TestProject } from "vitest/node";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/database.ts";

/** Vitest's global set-up of the project "routes-pglite": one migrated data directory, copied by each test file. */
export default async function setUp(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "marque-pglite-"));
  const pglite = await PGlite.create();
  const { db } = await openDatabase({ pglite });
  await migrate(db);
  const dump = await pglite.dumpDataDir("none");
  const file = join(folder, "migrated.tar");
  writeFileSync(file, Buffer.from(await dump.arrayBuffer()));
  await db.destroy();
  project.provide("testDatabase", { kind: "pglite", dump: file });
  return () => rmSync(folder, { recursive: true, force: true });
}
