import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runChecks } from "../../checks/run.ts";
import { checkBrowserSupport } from "../release/check-browser-support.ts";
import { runTool } from "../release/run-tool.ts";
import { readResults, type TestCounts } from "./results.ts";

// `npm test` runs the quick suite, `npm run test:full` everything (suites.ts). A failed step does not stop the run, so that
// one run reports every failure; the last line counts them, each step before the tests as one.

const suite = process.argv.includes("--full") ? "full" : "quick";
const started = performance.now();
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const secondsSince = (moment: number): number => Math.round((performance.now() - moment) / 1000);

/** Files of this run: Node's compile cache, the data of a filled product, Vitest's reports. */
const folder = mkdtempSync(join(tmpdir(), "marque-run-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const filled = join(folder, "filled");
const env: Record<string, string> = {
  NODE_ENV: "test",
  TEST_SUITE: suite,
  // Products and commands are started a hundred times: compiling them once saves minutes.
  NODE_COMPILE_CACHE: join(folder, "compiled"),
};
const tool = (name: string, ...args: string[]): Promise<boolean> =>
  runTool(name, args, { env, isShown: true });
const countOf = (isPassed: boolean) => ({ passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1 });

const results: (TestCounts & { readonly title: string; readonly seconds: number })[] = [];
/** Runs one step, and prints its result and its duration. */
async function step(
  title: string,
  work: () => Promise<Partial<TestCounts> & { passed: number; failed: number }>,
): Promise<void> {
  print(`\n== ${title}`);
  const begin = performance.now();
  const counts = await work();
  const seconds = secondsSince(begin);
  print(`== ${title}: ${counts.failed === 0 ? "ok" : `${counts.failed} failed`}, ${seconds} s`);
  results.push({ title, seconds, broken: counts.failed === 0 ? [] : [title], retried: [], ...counts });
}

type Part = { readonly project: string; /** A part of its files, "1/3". */ readonly shard?: string };
/** Runs one of Vitest's projects in a process of its own, so that a failed set-up affects no other project. */
function testStep({ project, shard }: Part, isLowPriority: boolean): Promise<void> {
  const title = ["tests:", project, shard].filter(Boolean).join(" ");
  return step(title, async () => {
    const report = join(folder, `${title.replaceAll(/\W+/g, "-")}.json`);
    const args = ["run", "--project", project, ...(shard ? ["--shard", shard] : [])];
    args.push("--reporter=default", "--reporter=json", `--outputFile.json=${report}`);
    return readResults(report, await runTool("vitest", args, { env, isShown: "at the end", isLowPriority }));
  });
}
/** Runs the parts that no lane has taken yet, one after another. */
async function runLane(parts: Part[], isLowPriority: boolean): Promise<void> {
  for (let next = parts.shift(); next; next = parts.shift()) await testStep(next, isLowPriority);
}

const build = step("build", async () =>
  countOf(await runTool("node", ["scripts/release/build-if-needed.ts"], { env, isShown: "at the end" })),
);
/** Fills a product once; every end-to-end project starts from a copy. */
const data = build.then(() =>
  step("data", async () => {
    const args = ["e2e/testing/demo-data.setup.ts", filled];
    const isFilled = await runTool("node", args, { env, isShown: "at the end", isLowPriority: true });
    // If it fails, each project tries for itself and reports the reason.
    if (isFilled) env["TEST_FILLED"] = filled;
    return countOf(isFilled);
  }),
);

// TypeScript reads the types of routes and of style sheets, which are generated.
await step("types", async () =>
  countOf(
    (await tool("react-router", "typegen")) &&
      (await tool("node", "scripts/css-modules/write-types.ts")) &&
      (await tool("tsc", "-b")),
  ),
);
await step("lint", async () => countOf(await tool("oxlint", "--type-aware", "--deny-warnings")));
await step("format", async () => countOf(await tool("oxfmt", "--check")));
await step("unused code", async () => countOf(await tool("knip")));
await step("checks", () => Promise.resolve(runChecks()));
await Promise.all([build, data]);
await step("built scripts", () => Promise.resolve(checkBrowserSupport()));

/** Browser tests wait more than they compute, so they share the processors with the database tests. */
const inBrowser: Part[] = [
  { project: "e2e-installations" },
  { project: "browser" },
  ...["1/3", "2/3", "3/3"].map((shard) => ({ project: "e2e", shard })),
];
const onDatabases: Part[] = [
  { project: "unit" },
  { project: "routes-postgres" },
  { project: "routes-pglite" },
];
await Promise.all([
  runLane(inBrowser, false),
  runLane(inBrowser, false),
  runLane(onDatabases, true).then(() => runLane(inBrowser, false)),
]);

const sum = (key: "passed" | "failed"): number => results.reduce((total, one) => total + one[key], 0);
/** Prints a list at the end, where a truncated log still has it. */
const printList = (title: string, lines: readonly string[]): void => {
  if (lines.length > 0) print(["", title, ...lines].join("\n"));
};
printList(
  "Seconds:",
  results.map(({ title, seconds }) => `${String(seconds).padStart(5)} ${title}`),
);
print(`${String(secondsSince(started)).padStart(5)} all of the ${suite} suite`);
printList(
  "Passed only when tried again:",
  results.flatMap(({ retried }) => retried),
);
printList(
  "Failed:",
  results.flatMap(({ broken }) => broken),
);
process.exitCode = sum("failed") === 0 ? 0 : 1;
print(`\n${sum("passed")} passed, ${sum("failed")} failed`);
