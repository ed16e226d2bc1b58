import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished, TestRunner } from "vitest";
import type { ArgsOf, Call, ResultOf } from "#contract/core/call.ts";
import { checkCaptcha, createCaptcha } from "#contract/captcha/captcha.ts";
import { createApp, type AppOptions, type Product } from "../app.ts";
import { readConfig } from "../config.ts";
import { sessionEnd } from "../session/rules.ts";
import { sessionStore } from "../session/store.ts";
import { userStore } from "../session/user-store.ts";
import { dataKeySettings } from "./encryption/test-keyring.ts";
import { testDatabase, type TestDatabaseSource } from "./database/test-database.ts";
import { sendCall, type CallResponse, type TestCallOptions } from "./request.ts";

export { type CallResponse, type TestCallOptions } from "./request.ts";

/** Settings of a test's server; a test may override each (names of contract section 11). */
const SETTINGS = {
  APP_ENV: "test",
  LOG_LEVEL: "silent",
  SIMULATORS: "0",
  DEMO_DATA: "0",
  CAPTCHA_TEST_X: "120",
  SMS_TEST_CODE: "246810",
  ...dataKeySettings,
};

type TestOptions = Pick<AppOptions, "extend" | "pages" | "replicaClock"> & {
  /** Uses the same database as another server: two processes of one installation. Close this one first. */
  readonly beside?: TestApp;
  /** The caller's own empty database, for runs outside of tests. */
  readonly database?: TestDatabaseSource;
  /** undefined: the setting is missing. */
  readonly settings?: Readonly<Record<string, string | undefined>>;
};
type LoginOptions = { readonly owner?: boolean; readonly nickname?: string };
/** Purpose that the captcha is solved for. */
type Purpose = ArgsOf<typeof createCaptcha>;

export type TestApp = Product & {
  readonly database: TestDatabaseSource;
  /** Makes a call over HTTP; signed calls are signed at the server's time. */
  call<C extends Call>(
    call: C,
    args: ArgsOf<C>,
    options?: TestCallOptions,
  ): Promise<CallResponse<ResultOf<C>>>;
  /** Session token of a person with that mobile, or without one; the same mobile is the same person. */
  login(
    mobile: string | null,
    options?: LoginOptions,
  ): Promise<{ token: string; userId: string; openId: string }>;
  /** Solves a captcha with CAPTCHA_TEST_X. @returns a pass for one call */
  solveCaptcha(purpose: Purpose, options?: TestCallOptions): Promise<string>;
  /**
   * Listens on a free port, for requests that the server makes to itself (the identity provider). @returns
   * the origin
   */
  listen(): Promise<string>;
  close(): Promise<void>;
};

/** Keys of the simulated merchant, five RSA key pairs: created once for all servers of a test process. */
let merchantKeys: Buffer | null = null;
const merchantFile = (dataDir: string): string => join(dataDir, "simulated-merchant.json");

/**
 * The whole server without a port, on its own database: PGlite or PostgreSQL, depending on the project that
 * runs the test. Close it in `afterAll`.
 */
export async function testApp({
  settings = {},
  beside,
  database: given,
  ...options
}: TestOptions = {}): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), "marque-test-"));
  if (merchantKeys !== null) writeFileSync(merchantFile(dataDir), merchantKeys);
  const config = readConfig({ ...SETTINGS, DATA_DIR: dataDir, ...settings });
  const database = beside?.database ?? given ?? (await testDatabase());
  const { source } = database;
  const product = await createApp(config, { ...options, database: source, isMigrated: given === undefined });
  const { app, context } = product;
  await app.ready();
  const users = userStore(context.db);
  const sessions = sessionStore(context.db, product.modules.sessions.cache);
  const call: TestApp["call"] = (wanted, args, more = {}) =>
    sendCall(app, wanted, args, config.appKey, { now: context.clock.now(), ...more });
  return {
    ...product,
    database,
    call,
    async login(mobile, { owner = false, nickname = "测试用户" } = {}) {
      const now = context.clock.now();
      const idpId = mobile ?? String(process.hrtime.bigint());
      const user = await users.upsertUser({ idpId, mobile, nickname }, new Date(now));
      if (owner && mobile !== null) await product.modules.sessions.setOwner(mobile, true);
      const token = await sessions.open(
        user.user_id,
        new Date(now),
        new Date(sessionEnd(now, now, config.sessionMaxDays)),
      );
      if (token === null) throw new Error("the person is locked");
      return { token, userId: user.user_id, openId: user.open_id };
    },
    async solveCaptcha(purpose, more) {
      const made = await call(createCaptcha, purpose, more);
      const { challengeId } = made.data;
      const x = Number(SETTINGS.CAPTCHA_TEST_X);
      const checked = await call(checkCaptcha, { challengeId, x, track: [], nonces: [] }, more);
      if (checked.code !== "00") throw new Error(`captcha not solved: ${checked.code} ${checked.message}`);
      return checked.data.captchaVerifyId;
    },
    listen: () => app.listen({ port: 0, host: "127.0.0.1" }),
    async close() {
      await app.close();
      if (!beside) await database.remove();
      // The server creates them when they are first needed.
      if (existsSync(merchantFile(dataDir))) merchantKeys ??= readFileSync(merchantFile(dataDir));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * The same, closed after the last test of the file if it is awaited at the file's top level, or at the end of the test
 * that awaits it.
 */
export async function openApp(options: TestOptions = {}): Promise<TestApp> {
  const app = await testApp(options);
  const close = () => app.close();
  // A test cannot add to the hooks of its file: the server would run on beside later files, which use its process number.
  if (TestRunner.getCurrentTest() === undefined) afterAll(close);
  else onTestFinished(close);
  return app;
}
