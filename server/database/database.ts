import { Kysely, PGliteDialect, PostgresDialect } from "kysely";
import type { PGlite } from "@electric-sql/pglite";

/** No central list of tables: each store narrows it with `withTables`. */
export type Database = Kysely<unknown>;

export type OpenDatabase = {
  readonly db: Database;
  /** "postgres": durable after commit; "pglite": embedded, safe against a killed process, not against a power cut. */
  readonly kind: "postgres" | "pglite";
};

/** Instance of PGlite to use instead of one in a directory, for tests. */
export type DatabaseSource = { url: string } | { dataDir: string } | { pglite: PGlite };

/**
 * Opens PostgreSQL by URL, or the embedded PGlite. int8 and numeric arrive as the drivers give
 * them (text or BigInt), so statements cast counts to int.
 */
export async function openDatabase(source: DatabaseSource): Promise<OpenDatabase> {
  if ("url" in source) {
    const { Pool } = (await import("pg")).default;
    const pool = new Pool({ connectionString: source.url, max: 10, connectionTimeoutMillis: 5_000 });
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    pool.on("error", () => {});
    return { db: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }), kind: "postgres" };
  }
  if ("pglite" in source)
    return {
      db: new Kysely<unknown>({ dialect: new PGliteDialect({ pglite: source.pglite }) }),
      kind: "pglite",
    };
  const { PGlite } = await import("@electric-sql/pglite");
  const pglite = await PGlite.create(source.dataDir);
  return { db: new Kysely<unknown>({ dialect: new PGliteDialect({ pglite }) }), kind: "pglite" };
}
