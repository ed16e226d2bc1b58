import { sql } from "kysely";
import { Registry } from "prom-client";
import type { SettableClock } from "../clock.ts";
import { readConfig } from "../config.ts";
import { Calls } from "../http/calls.ts";
import { createEdge } from "../http/edge.ts";
import { HotAnswers } from "../http/hot-answers.ts";
import { builtShell } from "../http/shell.ts";
import { Admission } from "../http/admission.ts";
import { createGate } from "../http/gate.ts";
import type { Kit } from "../kit.ts";
import { openDatabase, type OpenDatabase } from "../database/database.ts";
import { testVault } from "../testing/data-keys.ts";
import { openTestDatabase, testDatabase } from "../testing/database.ts";
import { freePort } from "../testing/postgres.ts";
import { createIdentity, type Identity } from "./index.ts";

export type TestServer = {
  readonly origin: string;
  readonly port: number;
  readonly identity: Identity;
  readonly kit: Kit & { readonly clock: SettableClock };
  /** The mobiles whose captcha was spent, in order. */
  readonly spent: string[];
  /** The accounts whose sessions at the gateway were ended, in order. */
  readonly ended: string[];
  close(): Promise<void>;
};

/**
 * The provider alone, listening, on a database of its own. Its captcha takes every verify id but
 * the empty one and "bad"; its clock stands still while it is set.
 * @param settings environment variables over the defaults of a development machine
 */
export async function startIdentity(settings: Record<string, string> = {}, pages?: URL): Promise<TestServer> {
  return startOn(await openTestDatabase(), settings, pages);
}

/**
 * Two of them on one database, as two processes of an installation: each with its own connections
 * (PGlite has one for all) and whatever it keeps in memory.
 */
export async function startTwo(settings: Record<string, string>): Promise<[TestServer, TestServer]> {
  const { source, remove } = await testDatabase();
  const first = await openDatabase(source, testVault());
  const second = "url" in source ? await openDatabase(source, testVault()) : first;
  const close = async () => {
    await first.db.destroy();
    if (second !== first) await second.db.destroy();
    await remove();
  };
  return [
    await startOn({ ...first, close: () => Promise.resolve() }, settings),
    await startOn({ ...second, close }, settings),
  ];
}

async function startOn(
  database: OpenDatabase & { close(): Promise<void> },
  settings: Record<string, string>,
  pages?: URL,
): Promise<TestServer> {
  const port = await freePort();
  const config = readConfig({ PORT: String(port), LOG_LEVEL: "silent", ...settings });
  const hot = new HotAnswers(false);
  const app = await createEdge(config, () => false, hot);
  let fixed: number | null = null;
  const clock: SettableClock = { now: () => fixed ?? Date.now(), set: (now) => void (fixed = now) };
  const origin = config.publicOrigin ?? `http://127.0.0.1:${port}`;
  const { db, kind: databaseKind } = database;
  const { log } = app;
  const admission = new Admission({ db, clock, config, log });
  const metrics = new Registry();
  const kit = { db, databaseKind, clock, config, log, admission, metrics, origin: () => origin };
  const calls = new Calls(app.log, config.isProduction, hot);
  const spent: string[] = [];
  const ended: string[] = [];
  const consume = ({ verifyId, mobile }: { verifyId: string; mobile: string }) => {
    if (verifyId === "bad") return Promise.resolve(false);
    spent.push(mobile);
    return Promise.resolve(true);
  };
  const gateway = {
    subjectOf: () => Promise.resolve(null),
    bind: () => Promise.resolve(),
    endAll: (idpId: string) => {
      ended.push(idpId);
      return Promise.resolve();
    },
  };
  const endpoints = () => Promise.reject(new Error("there is no other provider"));
  const doors = { consume, gateway, endpoints };
  const identity = createIdentity(kit, calls, app, doors, ...(pages ? [builtShell(pages)] : []));
  const gate = await createGate(kit, () => Promise.resolve(null));
  const pass = config.passBase === null ? "/pass/" : new URL(config.passBase).pathname;
  calls.mount(app, { api: "/mall-api/", pass, security: "/security/" }, gate);
  await app.listen({ port, host: "127.0.0.1" });
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    identity,
    kit,
    spent,
    ended,
    async close() {
      identity.close();
      gate.close();
      admission.close();
      await app.close();
      await database.close();
    },
  };
}

/** How many rows a table has. */
export async function rowsOf({ kit }: TestServer, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
    kit.db,
  );
  return rows[0]?.n ?? 0;
}
