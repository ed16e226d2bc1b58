import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startGuarded } from "../../server/testing/guarded-process.ts";
import { freePort } from "../../server/testing/database/postgres-cluster.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/**
 * Timeout of a start, ms. Creating the demo brand in a new embedded database is its slowest part; only a
 * broken start takes this long.
 */
const START_TIMEOUT = 300_000;

/** Fixed settings that tests rely on; `CAPTCHA_TEST_X` also disables the judging of slider tracks. */
export const testSettings = {
  APP_ENV: "test",
  SIMULATORS: "1",
  DEMO_DATA: "1",
  CAPTCHA_TEST_X: "120",
  SMS_TEST_CODE: "246810",
} as const;

/** Node arguments of `npm start`: the young generation's size, which saves 40 MB, and the server's file. */
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as { scripts: { start: string } };
// Tests must not depend on a developer's own settings.
const startArguments = scripts.start
  .split(" ")
  .slice(1)
  .filter((word) => !word.startsWith("--env-file"));
/** The same flags for a benchmark that runs the server in its own process. */
export const startFlags: readonly string[] = startArguments.filter((word) => word.startsWith("--"));
/**
 * A product lives for seconds or minutes in tests: compiling the embedded database with the baseline compiler
 * only saves a third of a short run. Benchmarks use the normal tiers.
 */
const nodeArguments = process.env["VITEST"] ? ["--liftoff-only", ...startArguments] : startArguments;

export type RunningProduct = {
  /** http://127.0.0.1:port, without a trailing slash. */
  readonly origin: string;
  /** Output printed so far. */
  output(): string;
  /** Process id of the server, for killing it and for reading its memory. */
  readonly pid: number;
  /** Stops the product and deletes its data. */
  stop(): Promise<void>;
};

/** Environment of a product's process; `settings` may override the data folder. */
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
 * Starts a product that is expected to fail.
 * @param filled as in `startProduct`, for failures after the database is open: avoids creating one
 * @returns exit status and standard error
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
  // A process counts as closed only after its output was read.
  guarded.child.stdout?.resume();
  await Promise.race([once(guarded.child, "exit"), setTimeout(START_TIMEOUT, undefined, { ref: false })]);
  const status = await guarded.stop();
  return { status, errors };
}

/**
 * Starts a product and ends it with SIGTERM, like Ctrl-C, as soon as it prints `at`.
 * @param settings with the DATA_DIR that a later start continues with
 * @returns exit status and output
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
  const until = Date.now() + START_TIMEOUT;
  while (!output.includes(at) && guarded.child.exitCode === null && Date.now() < until) await setTimeout(20);
  return { status: await guarded.stop(), output };
}

/**
 * Starts the real product, `server/main.ts` in its own process, as `npm start` does after the build; on a
 * free port, with its data in a temporary folder.
 * @param settings override `testSettings`; an empty string unsets one
 * @param filled data folder of a stopped product, which is copied (demo-data.setup.ts)
 * @param folder another checkout of the product, with a trailing slash, which is built
 * @throws Error with the output if the product does not start
 */
export async function startProduct(
  settings: Readonly<Record<string, string>> = {},
  filled?: string,
  folder = root,
): Promise<RunningProduct> {
  if (!existsSync(`${folder}build/release.json`))
    throw new Error("the web app is not built: run `npm run build`, or `npm test`");
  const dataDir = mkdtempSync(join(tmpdir(), "marque-e2e-"));
  if (filled !== undefined) cpSync(filled, settings["DATA_DIR"] ?? dataDir, { recursive: true });
  const port = await freePort();
  const guarded = startGuarded(process.execPath, nodeArguments, {
    cwd: folder,
    env: environmentOf(settings, port, dataDir),
    after: `rm -rf '${dataDir}'`,
  });
  let output = "";
  for (const stream of [guarded.child.stdout, guarded.child.stderr])
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const stop = async () => void (await guarded.stop());
  const until = Date.now() + START_TIMEOUT;
  // The last line of a start: listening, migrated, and the demo brand created.
  while (!output.includes("Ctrl-C")) {
    if (guarded.child.exitCode !== null || Date.now() > until) {
      await stop();
      throw new Error(`the product did not start:\n${output}`);
    }
    await setTimeout(50);
  }
  return { origin: `http://127.0.0.1:${port}`, pid: await guarded.pid, output: () => output, stop };
}
