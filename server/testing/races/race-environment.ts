import { createServer, type Server } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { sql } from "kysely";
import type { ArgsOf, Call, ResultOf } from "#contract/core/call.ts";
import type { NewActivity } from "../../activity/index.ts";
import { createApp, type Product } from "../../app.ts";
import { readConfig } from "../../config.ts";
import { connectDatabase, type Database, type DatabaseSource } from "../../database/connection/database.ts";
import { newId } from "../../core/ids.ts";
import type { CallResponse, TestCallOptions } from "../request.ts";
import { dataKeySettings, testKeyring } from "../encryption/test-keyring.ts";
import { sampleActivity } from "../samples/sample-activity.ts";
import { createRaceHttpClient } from "./race-http-client.ts";
import { addPasses, addPeople, type RacePerson, type PassPurpose } from "./race-people.ts";
import {
  unguardedDialect,
  type ActiveGuardRemoval,
  type GuardRemoval,
  type RaceDatabaseSource,
} from "./guard-removal.ts";

type RaceServer = Product & { readonly origin: string };

/** Two servers of one installation, with helpers to set up a race and count its results. */
export type RaceEnvironment = {
  readonly servers: readonly [RaceServer, RaceServer];
  /** The database with all its guards, for setting up and counting. */
  readonly db: Database;
  /** Makes a call over HTTP; an even or odd number selects the server. */
  call<C extends Call>(
    at: number,
    call: C,
    args: ArgsOf<C>,
    options?: TestCallOptions,
  ): Promise<CallResponse<ResultOf<C>>>;
  /** Adds logged-in people. */
  people(count: number): Promise<RacePerson[]>;
  /** Adds captcha passes, one for each purpose. */
  passes(purposes: readonly PassPurpose[], mobile?: string): Promise<string[]>;
  /** Adds an activity. @returns its id */
  open(over?: Partial<NewActivity>): Promise<string>;
  /** Applications that the reviewer was asked about; it accepts all of them unless `isWaiting`. */
  readonly reviewer: { asked: string[]; isWaiting: boolean };
  /** Removes a guard while `work` runs, if this environment is unguarded. */
  without<T>(opening: GuardRemoval, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

const SECRET = "a secret of both sides";

async function startReviewer(reviewer: RaceEnvironment["reviewer"]): Promise<Server> {
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      reviewer.asked.push((body as { applicationId: string }).applicationId);
      const status = reviewer.isWaiting ? "review" : "accepted";
      // A real reviewer takes its time; until then no other server may ask about the same application.
      setTimeout(() => {
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ status }));
      }, 30);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

/** Starts a server of the product as `main.ts` does, without demo data. */
async function startServer(
  database: DatabaseSource,
  dataDir: string,
  reviewer: Server,
  settings: Readonly<Record<string, string>>,
): Promise<RaceServer> {
  const { port } = reviewer.address() as AddressInfo;
  const config = readConfig({
    APP_ENV: "test",
    LOG_LEVEL: "silent",
    SIMULATORS: "0",
    DEMO_DATA: "0",
    RATE_LIMITS: "off",
    SMS_TEST_CODE: "246810",
    DATA_DIR: dataDir,
    ...dataKeySettings,
    OWNER_REVIEW_URL: `http://127.0.0.1:${port}/owners`,
    OWNER_REVIEW_SECRET: SECRET,
    ...settings,
  });
  const product = await createApp(config, { database, isMigrated: true });
  const origin = await product.app.listen({ port: 0, host: "127.0.0.1" });
  return { ...product, origin };
}

/**
 * Two servers on one migrated database, empty except for rows of races.
 * @param isGuarded false: `without` removes guards, and there are no transactions
 * @param settings replace those of races
 */
export async function openRaceEnvironment(
  source: RaceDatabaseSource,
  isGuarded: boolean,
  settings: Readonly<Record<string, string>> = {},
): Promise<RaceEnvironment> {
  const hand: ActiveGuardRemoval = { opening: null };
  const dataDir = mkdtempSync(join(tmpdir(), "marque-race-"));
  const reviewer: RaceEnvironment["reviewer"] = { asked: [], isWaiting: false };
  const outside = await startReviewer(reviewer);
  const kind = "url" in source ? ("postgres" as const) : ("pglite" as const);
  const start = () =>
    startServer(
      isGuarded ? source : { dialect: unguardedDialect(source, hand), kind },
      dataDir,
      outside,
      settings,
    );
  const servers = [await start(), await start()] as const;
  const { db } = await connectDatabase(source, testKeyring());
  const http = createRaceHttpClient(servers[0].context.config.appKey);
  await sql`insert into series (series_code, name, image_url, position) values ('e7', '青岚 E7', '/e7', 1)
    on conflict do nothing`.execute(db);
  const run = async (statements: readonly string[] = []): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  };
  return {
    servers,
    db,
    call: (at, call, args, options) => http.call(servers[at % 2 === 0 ? 0 : 1].origin, call, args, options),
    people: (count) => addPeople(db, count),
    passes: (purposes, mobile) => addPasses(db, purposes, mobile),
    async open(over = {}) {
      const activityId = newId();
      const activity = sampleActivity(Date.now(), { activityId, quota: null, ...over });
      await servers[0].modules.activities.addActivities([activity]);
      return activityId;
    },
    reviewer,
    async without(opening, work) {
      if (isGuarded) return work();
      await run(opening.away);
      hand.opening = opening;
      try {
        return await work();
      } finally {
        hand.opening = null;
        await run(opening.back);
      }
    },
    async close() {
      http.close();
      for (const { app } of servers) await app.close();
      outside.close();
      // PGlite belongs to the caller, and is shared by all.
      if (kind === "postgres") await db.destroy();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
