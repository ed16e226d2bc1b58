import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { ArgsOf, Call, ResultOf } from "#contract/call.ts";
import { checkCaptcha, createCaptcha } from "#contract/captcha.ts";
import { createApp, type Options, type Product } from "../app.ts";
import { readConfig } from "../config.ts";
import { sessionEnd } from "../session/rules.ts";
import { sessionStore } from "../session/store.ts";
import { dataKeySettings } from "./data-keys.ts";
import { testDatabase, type TestSource } from "./database.ts";
import { sendCall, type Answer, type CallOptions } from "./request.ts";

export { signatureHeaders, type Answer, type CallOptions } from "./request.ts";

/** Settings of a test's server; a test may replace any (names of contract section 11). */
const SETTINGS = {
  APP_ENV: "test",
  LOG_LEVEL: "silent",
  SIMULATORS: "0",
  DEMO_DATA: "0",
  CAPTCHA_TEST_X: "120",
  SMS_TEST_CODE: "246810",
  ...dataKeySettings,
};

type TestOptions = Pick<Options, "extend" | "pages"> & {
  /** The same database as another server's: two processes of one installation. Close this one first. */
  readonly beside?: TestApp;
  /** An empty database of the caller's own, for what runs outside of a test. */
  readonly database?: TestSource;
  /** undefined: the setting is not there. */
  readonly settings?: Readonly<Record<string, string | undefined>>;
};
type LoginOptions = { readonly owner?: boolean; readonly nickname?: string };
/** A challenge's purpose: what the captcha is solved for. */
type Purpose = ArgsOf<typeof createCaptcha>;

export type TestApp = Product & {
  readonly database: TestSource;
  /** Makes a call over HTTP; signed calls are signed at the server's time. */
  call<C extends Call>(call: C, args: ArgsOf<C>, options?: CallOptions): Promise<Answer<ResultOf<C>>>;
  /** A session token of a person with that mobile, or without one; the same mobile is the same person. */
  login(
    mobile: string | null,
    options?: LoginOptions,
  ): Promise<{ token: string; userId: string; openId: string }>;
  /** A pass for one call, solved as with CAPTCHA_TEST_X set. */
  solveCaptcha(purpose: Purpose, options?: CallOptions): Promise<string>;
  /** Listens on a free port, for what the server asks itself (the identity provider); answers the origin. */
  listen(): Promise<string>;
  close(): Promise<void>;
};

/**
 * The whole server without a port, on a database of its own: PGlite or PostgreSQL, by the
 * project that runs the test. Close it in `afterAll`.
 */
export async function testApp({
  settings = {},
  beside,
  database: given,
  ...options
}: TestOptions = {}): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), "marque-test-"));
  const config = readConfig({ ...SETTINGS, DATA_DIR: dataDir, ...settings });
  const database = beside?.database ?? given ?? (await testDatabase());
  const { source } = database;
  const product = await createApp(config, { ...options, database: source, isMigrated: given === undefined });
  const { app, kit } = product;
  await app.ready();
  const sessions = sessionStore(kit.db, product.doors.sessions.kept);
  const call: TestApp["call"] = (wanted, args, more = {}) =>
    sendCall(app, wanted, args, config.appKey, { now: kit.clock.now(), ...more });
  return {
    ...product,
    database,
    call,
    async login(mobile, { owner = false, nickname = "测试用户" } = {}) {
      const now = kit.clock.now();
      const idpId = mobile ?? String(process.hrtime.bigint());
      const user = await sessions.keepUser({ idpId, mobile, nickname }, new Date(now));
      if (owner && mobile !== null) await product.doors.sessions.setOwner(mobile, true);
      const token = await sessions.open(
        user.user_id,
        new Date(now),
        new Date(sessionEnd(now, now, config.sessionMostDays)),
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
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The same for a whole file of tests: awaited at its top, and closed after its last one. */
export async function openApp(options: TestOptions = {}): Promise<TestApp> {
  const app = await testApp(options);
  afterAll(() => app.close());
  return app;
}
