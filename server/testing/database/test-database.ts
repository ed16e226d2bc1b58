import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import pg from "pg";
import { inject } from "vitest";
import { connectDatabase, type DatabaseSource } from "../../database/connection/database.ts";
import { migrate } from "../../database/migrations/migrate.ts";
import { testKeyring } from "../encryption/test-keyring.ts";

/** Database that the project's global set-up has prepared. */
type TestDatabase = { kind: "pglite"; dump: string } | { kind: "postgres"; server: string; template: string };

declare module "vitest" {
  interface ProvidedContext {
    testDatabase: TestDatabase;
    /** Folder of PostgreSQL's programs, in the project with a server. */
    postgresBin: string | undefined;
  }
}

export type TestDatabaseSource = { source: DatabaseSource; remove(): Promise<void> };

/** Connection of this process to the maintenance database, until the process ends. */
let maintenance: Promise<pg.Client> | null = null;
async function connectMaintenance(server: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server });
  // PostgreSQL may end before this process.
  client.on("error", () => {});
  await client.connect();
  return client;
}
async function statement(server: string, text: string): Promise<void> {
  const client = await (maintenance ??= connectMaintenance(server));
  await client.query(text);
}

type Start = Pick<PGliteOptions, "loadDataDir" | "fsBundle" | "pgliteWasmModule" | "startParams">;
/** Part of the platform; the types of Node leave it out. */
type Compiler = {
  WebAssembly: { compile(bytes: Uint8Array): Promise<NonNullable<Start["pgliteWasmModule"]>> };
};

/**
 * Start data of every PGlite of a test file: read and compiled once, which halves the time of each further
 * one.
 */
let start: Promise<Start> | null = null;
async function prepareStart(dump: string): Promise<Start> {
  const dist = import.meta.resolve("@electric-sql/pglite");
  const read = (name: string) => readFileSync(fileURLToPath(new URL(name, dist)));
  return {
    loadDataDir: new Blob([readFileSync(dump)]),
    fsBundle: new Blob([read("pglite.data")]),
    // Little memory starts faster; full page writes only matter for power failures.
    startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB", "-c", "full_page_writes=off"],
    pgliteWasmModule: await (globalThis as unknown as Compiler).WebAssembly.compile(read("pglite.wasm")),
  };
}

/** Creates a PGlite and migrates it, if the project has prepared no database. */
async function newDatabase(): Promise<TestDatabaseSource> {
  const pglite = await PGlite.create();
  const { db } = await connectDatabase({ pglite });
  await migrate(db);
  return { source: { pglite }, remove: () => (pglite.closed ? Promise.resolve() : pglite.close()) };
}

/** Time that a test's caller waits for a connection, ms. */
const CONNECTION_WAIT = 50_000;
let made = 0;
/**
 * Creates a separate migrated, empty database: PGlite or PostgreSQL, depending on the project that runs the
 * test. Close its users before `remove`.
 */
export async function testDatabase(): Promise<TestDatabaseSource> {
  const given = inject("testDatabase") as TestDatabase | undefined;
  if (given === undefined) return newDatabase();
  if (given.kind === "pglite") {
    const pglite = await PGlite.create(await (start ??= prepareStart(given.dump)));
    return {
      source: { pglite },
      remove: async () => {
        if (!pglite.closed) await pglite.close();
      },
    };
  }
  const name = `test_${process.pid}_${process.env["VITEST_POOL_ID"] ?? 0}_${++made}_${Date.now()}`;
  // Copies files, which is half the work of the default, writing each block to the log.
  await statement(given.server, `create database ${name} template ${given.template} strategy file_copy`);
  const url = new URL(given.server);
  url.pathname = `/${name}`;
  return {
    // Hundreds of calls at once are a race to judge, not an overload, however slow the machine is.
    source: { url: url.href, connectionWait: CONNECTION_WAIT },
    remove: () => statement(given.server, `drop database if exists ${name} with (force)`),
  };
}

/** The same, connected. */
export async function openTestDatabase() {
  const { source, remove } = await testDatabase();
  const opened = await connectDatabase(source, testKeyring());
  return {
    ...opened,
    async close() {
      await opened.db.destroy();
      await remove();
    },
  };
}
