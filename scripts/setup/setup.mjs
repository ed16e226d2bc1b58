// Installs missing packages and tools. Runs before `npm start`, `npm run dev` and `npm test`, on the machine's
// own Node and before anything is installed: plain JavaScript without dependencies.
//   --build       build the web app if its sources changed
//   --test-tools  find, or install, the browser and PostgreSQL that tests use
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { lockFolder, withLock } from "./lock.mjs";
import { findChromium, findPostgres, HEADLESS_SHELL, MIN_POSTGRES } from "./find-tools.mjs";

const MIN_NODE = [20, 19];
const root = fileURLToPath(new URL("../..", import.meta.url));
const stamp = `${root}node_modules/.marque-setup`;
const node = `${root}node_modules/.bin/node`;

/** An error that is shown as one line. */
class SetupError extends Error {}

const say = (line) => process.stdout.write(`${line}\n`);

/** Runs a program to its end. @returns {Promise<{ status: number, output: string }>} */
function run(file, args, { isShown = false, env = process.env } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd: root,
      env,
      stdio: ["ignore", isShown ? "inherit" : "pipe", isShown ? "inherit" : "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
    child.once("error", (error) => resolve({ status: 127, output: error.message }));
    child.once("close", (status) => resolve({ status: status ?? 1, output }));
  });
}
/** Runs one step, with a line before and after it. */
async function step(title, work) {
  const started = performance.now();
  say(`setup: ${title} …`);
  await work();
  say(`setup: done in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** Runs npm, preferably the one that started this script. */
function npm(args) {
  const own = process.env["npm_execpath"];
  // Not with the project's own Node, because npm ci removes it while running.
  const runner = process.env["npm_node_execpath"] ?? process.execPath;
  return own?.endsWith("npm-cli.js") ? run(runner, [own, ...args]) : run("npm", args);
}
/** Identifies the lock file and platform of an installation; a difference requires a new one. */
const installationKey = () =>
  `${createHash("sha256")
    .update(readFileSync(`${root}package-lock.json`))
    .digest("hex")} ${process.platform}-${process.arch}\n`;
const isInstalled = () =>
  existsSync(node) && existsSync(stamp) && readFileSync(stamp, "utf8") === installationKey();

async function installPackages() {
  const target = installationKey();
  const count = Object.keys(JSON.parse(readFileSync(`${root}package-lock.json`, "utf8")).packages).length;
  await step(`installing packages (npm ci, up to ${count})`, async () => {
    // --loglevel=error: this Node may be older than some packages require; they run on the installed one.
    const { status, output } = await npm([
      "ci",
      "--include=dev",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
    ]);
    if (status !== 0) throw new SetupError(`${output.trim()}\nsetup: npm ci failed, see above`);
    // If npm is configured to skip install scripts, the project's Node must still be downloaded.
    if (!existsSync(node)) await npm(["rebuild", "node", "--ignore-scripts=false", "--loglevel=error"]);
    const { status: works } = await run(node, ["--version"]);
    if (works !== 0)
      throw new SetupError(
        "setup: node_modules/.bin/node does not run; the npm package `node` needs its install script (ignore-scripts=false)",
      );
    writeFileSync(stamp, target);
  });
}

/** Runs the build on the installed Node, because npm's shell may still use the old one. */
async function build() {
  const { status } = await run(node, ["scripts/release/build-if-needed.ts"], { isShown: true });
  if (status !== 0) throw new SetupError("setup: the build failed, see above");
}

async function apt(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await step(`installing ${packages.join(", ")} (apt-get)`, async () => {
    for (const args of [["update"], ["install", "-y", "--no-install-recommends", ...packages]]) {
      const { status, output } = await run("apt-get", args, { env });
      if (status !== 0)
        throw new SetupError(`${output.trim().slice(-2000)}\nsetup: apt-get ${args[0]} failed, see above`);
    }
  });
}
/**
 * Installs the headless shell where Debian has it, which saves a third of the browser's CPU time in tests.
 */
async function addHeadlessShell() {
  if (process.env["CHROMIUM_PATH"] || findChromium()?.endsWith(HEADLESS_SHELL)) return;
  await apt([HEADLESS_SHELL]).catch(() =>
    say(`setup: ${HEADLESS_SHELL} is not available; using ${findChromium()}`),
  );
}
async function findTestTools() {
  const missing = [];
  if (process.env["CHROMIUM_PATH"] && !findChromium())
    throw new SetupError(`setup: CHROMIUM_PATH is not executable: ${process.env["CHROMIUM_PATH"]}`);
  if (!findChromium()) missing.push("chromium", "fonts-noto-cjk");
  if (!findPostgres()) missing.push("postgresql");
  const mayInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (mayInstall && missing.length > 0) await apt(missing);
  if (mayInstall) await addHeadlessShell();
  if (!findChromium())
    throw new SetupError("setup: tests need Chromium or Chrome: install it, or set CHROMIUM_PATH to it");
  if (!findPostgres())
    throw new SetupError(
      `setup: tests need PostgreSQL ${MIN_POSTGRES} or newer: install it, with initdb and postgres in PATH or /usr/lib/postgresql`,
    );
}

async function main(flags) {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1]))
    throw new SetupError(
      `setup: Node ${MIN_NODE.join(".")} or newer is needed to start, this is ${process.versions.node}`,
    );
  await withLock(
    lockFolder(root),
    async () => {
      if (!isInstalled()) await installPackages();
      if (flags.includes("--test-tools")) await findTestTools();
      if (flags.includes("--build")) await build();
    },
    () => say("setup: waiting for another set-up to finish …"),
  );
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof SetupError ? error.message : error.stack}\n`);
  process.exitCode = 1;
}
