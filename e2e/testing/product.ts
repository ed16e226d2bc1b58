import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startGuarded } from "../../server/testing/guarded-process.ts";
import { freePort } from "../../server/testing/database/postgres-cluster.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Filling the demo brand into a fresh embedded database is the slowest part of a start; only a broken one waits this long, ms. */
const START_MOST = 300_000;

/** The fixed answers that specs rely on; `CAPTCHA_TEST_X` also keeps tracks from being judged. */
export const testSettings = {
  APP_ENV: "test",
  SIMULATORS: "1",
  DEMO_DATA: "1",
  CAPTCHA_TEST_X: "120",
  SMS_TEST_CODE: "246810",
} as const;

/** What `npm start` hands to Node: a small young generation keeps 40 MB free, and the server's file. */
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as { scripts: { start: string } };
// A developer's own settings are none of the tests'.
const startArguments = scripts.start
  .split(" ")
  .slice(1)
  .filter((word) => !word.startsWith("--env-file"));
/** The same for a bench whose server is in its own process. */
export const startFlags: readonly string[] = startArguments.filter((word) => word.startsWith("--"));
/**
 * Under tests a product lives for seconds or minutes: the embedded database's code is compiled once for it, and
 * not a second time to run faster, which is a third of a short one's work. Benches have it as it is.
 */
const nodeArguments = process.env["VITEST"] ? ["--liftoff-only", ...startArguments] : startArguments;

export type RunningProduct = {
  /** http://127.0.0.1:port, without a slash at the end. */
  readonly origin: string;
  /** What it has printed so far. */
  output(): string;
  /** Of the server's own process, for killing it and for reading its memory. */
  readonly pid: number;
  /** Ends it and deletes its data. */
  stop(): Promise<void>;
};

/** What a product's process is started with; its data goes to this folder unless told. */
const environmentOf = (
  settings: Readonly<Record<string, string>>,
  port: number,
  dataDir: string,
): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: "production",
  ...testSettings,
  PORT: String(port),
  HOST: "127.0.0.1",
  DATA_DIR: dataDir,
  DATABASE_URL: "",
  ...settings,
});

/**
 * A start that is expected to fail: how the process ended, and what it said.
 * @param filled as in `startProduct`, for what fails once there is a database: one would be made for nothing
 */
export async function startExpectingFailure(
  settings: Readonly<Record<string, string>>,
  filled?: string,
): Promise<{ status: number | null; errors: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), "marque-e2e-"));
  if (filled !== undefined) cpSync(filled, dataDir, { recursive: true });
  const guarded = startGuarded(process.execPath, nodeArguments, {
    cwd: root,
    env: environmentOf(settings, await freePort(), dataDir),
    after: `rm -rf '${dataDir}'`,
  });
  let errors = "";
  guarded.child.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  // Until it is read, a process does not count as closed.
  guarded.child.stdout?.resume();
  await Promise.race([once(guarded.child, "exit"), setTimeout(START_MOST, undefined, { ref: false })]);
  const status = await guarded.stop();
  return { status, errors };
}

/**
 * A start that is ended (SIGTERM, as Ctrl-C does) as soon as it prints `at`: how the process ended, and what it said.
 * @param settings with the DATA_DIR that a later start goes on with
 */
export async function startAndInterrupt(
  settings: Readonly<Record<string, string>> & { DATA_DIR: string },
  at: string,
): Promise<{ status: number | null; output: string }> {
  const guarded = startGuarded(process.execPath, nodeArguments, {
    cwd: root,
    env: environmentOf(settings, await freePort(), settings.DATA_DIR),
  });
  let output = "";
  for (const stream of [guarded.child.stdout, guarded.child.stderr])
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const until = Date.now() + START_MOST;
  while (!output.includes(at) && guarded.child.exitCode === null && Date.now() < until) await setTimeout(20);
  return { status: await guarded.stop(), output };
}

/**
 * Starts the real product, `server/main.ts` in a process of its own, as `npm start` does after
 * the build; on a free port, its data in a temporary folder.
 * @param settings replace `testSettings`; an empty text unsets one
 * @param filled data of another one that has been stopped: this one begins with a copy of them (fill.ts)
 */
export async function startProduct(
  settings: Readonly<Record<string, string>> = {},
  filled?: string,
): Promise<RunningProduct> {
  if (!existsSync(`${root}build/release.json`))
    throw new Error("the web app is not built: run `npm run build`, or `npm test`");
  const dataDir = mkdtempSync(join(tmpdir(), "marque-e2e-"));
  if (filled !== undefined) cpSync(filled, settings["DATA_DIR"] ?? dataDir, { recursive: true });
  const port = await freePort();
  const guarded = startGuarded(process.execPath, nodeArguments, {
    cwd: root,
    env: environmentOf(settings, port, dataDir),
    after: `rm -rf '${dataDir}'`,
  });
  let output = "";
  for (const stream of [guarded.child.stdout, guarded.child.stderr])
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const stop = async () => void (await guarded.stop());
  const until = Date.now() + START_MOST;
  // The last line it prints: listening, migrated, and the demo brand filled in.
  while (!output.includes("Ctrl-C")) {
    if (guarded.child.exitCode !== null || Date.now() > until) {
      await stop();
      throw new Error(`the product did not start:\n${output}`);
    }
    await setTimeout(50);
  }
  return { origin: `http://127.0.0.1:${port}`, pid: await guarded.pid, output: () => output, stop };
}
