import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { Registry } from "prom-client";
import type { SettableClock } from "../core/clock.ts";
import { readConfig } from "../config.ts";
import { RpcRouter } from "../http/pipeline/rpc-router.ts";
import { createHttpServer } from "../http/pipeline/create-server.ts";
import { FastPath } from "../http/fast-path/fast-path.ts";
import { builtIdentityHtml } from "../http/pages/identity-html.ts";
import { NetworkWorkQuota } from "../http/rate-limit/work-quota.ts";
import { createRequestContext } from "../http/pipeline/request-context.ts";
import type { AppContext } from "../core/app-context.ts";
import { connectDatabase, type OpenDatabase } from "../database/connection/database.ts";
import { testKeyring } from "../testing/encryption/test-keyring.ts";
import { openTestDatabase, testDatabase } from "../testing/database/test-database.ts";
import { freePort } from "../testing/database/postgres-cluster.ts";
import { createIdentity, type Identity } from "./index.ts";

export type TestServer = {
  readonly origin: string;
  readonly port: number;
  readonly identity: Identity;
  readonly context: AppContext & { readonly clock: SettableClock };
  /** Mobiles whose captcha pass was consumed, in order. */
  readonly spent: string[];
  /** Accounts whose sessions at the gateway were ended, in order. */
  readonly ended: string[];
  close(): Promise<void>;
};

/**
 * Starts the provider alone with its own database. Its captcha accepts every verify id except
 * the empty one and "bad"; its clock is stopped while it is set.
 * @param settings environment variables that replace the defaults of development
 */
export async function startIdentity(settings: Record<string, string> = {}, pages?: URL): Promise<TestServer> {
  return startOn(await openTestDatabase(), settings, pages);
}

/**
 * Starts two servers with one database, as two processes of an installation: each has its own connections
 * (PGlite has one for all) and its own memory.
 */
export async function startTwoServers(settings: Record<string, string>): Promise<[TestServer, TestServer]> {
  const { source, remove } = await testDatabase();
  const first = await connectDatabase(source, testKeyring());
  const second = "url" in source ? await connectDatabase(source, testKeyring()) : first;
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
  const fastPath = new FastPath(false);
  const app = await createHttpServer(config, () => false, fastPath);
  let fixed: number | null = null;
  const clock: SettableClock = { now: () => fixed ?? Date.now(), set: (now) => void (fixed = now) };
  const origin = config.publicOrigin ?? `http://127.0.0.1:${port}`;
  const { db, kind: databaseKind } = database;
  const { log } = app;
  const workQuota = new NetworkWorkQuota({ db, clock, config, log });
  const tasks = { schedule: () => ({ stop: () => {} }) };
  const given = { db, databaseKind, processId: randomUUID(), clock, config, log, origin: () => origin };
  const context = { ...given, reads: db, tasks, workQuota, metrics: new Registry() };
  const calls = new RpcRouter(app.log, config.isProduction, fastPath, config.brand.appMarker);
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
  const endpoints = () => Promise.reject(new Error("no external provider"));
  const modules = { consumeCaptcha: consume, gateway, endpoints };
  const identity = createIdentity(context, calls, app, modules, ...(pages ? [builtIdentityHtml(pages)] : []));
  const requestContext = await createRequestContext(context, {
    authenticate: () => Promise.resolve(null),
    markWrite: () => Promise.resolve(),
  });
  const pass = config.passBase === null ? "/pass/" : new URL(config.passBase).pathname;
  calls.mount(app, { api: "/mall-api/", pass, security: "/security/" }, requestContext);
  await app.listen({ port, host: "127.0.0.1" });
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    identity,
    context,
    spent,
    ended,
    async close() {
      identity.close();
      requestContext.close();
      workQuota.close();
      await app.close();
      await database.close();
    },
  };
}

/** Number of rows of a table. */
export async function rowCountOf({ context }: TestServer, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
    context.db,
  );
  return rows[0]?.n ?? 0;
}
