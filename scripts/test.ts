import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { runChecks } from "../checks/run.ts";
import { readResults, type Count } from "./results.ts";
import { runTool } from "./run-tool.ts";

// `npm test`: everything that must hold. Goes on to the end whatever fails, so that one run tells
// all of it; the last line counts, each step before the tests as one.

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const env = { NODE_ENV: "test" };
const tool = (name: string, ...args: string[]): Promise<boolean> =>
  runTool(name, args, { env, isShown: true });
const asCount = (isPassed: boolean): Count => ({ passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1 });

async function step(title: string, work: () => Promise<Count> | Count): Promise<Count> {
  say(`\n== ${title}`);
  const started = performance.now();
  const count = await work();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(`== ${title}: ${count.failed === 0 ? "ok" : `${count.failed} failed`}, ${seconds} s`);
  return count;
}

type Manner = {
  /** Another one is shown meanwhile: it is told at its end. */
  readonly isBeside?: boolean;
  /** It gives way to what runs beside it. */
  readonly isPatient?: boolean;
};
/** One of Vitest's projects; each in a run of its own, so that one whose set-up fails leaves the others be. */
async function runTests(project: string, { isBeside = false, isPatient = false }: Manner): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), "marque-results-"));
  try {
    const results = join(folder, "results.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
    const args = ["run", "--project", project, ...reporters];
    const isShown = isBeside ? "at the end" : true;
    return readResults(results, await runTool("vitest", args, { env, isShown, isPatient }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Projects one after another. */
async function lane(projects: readonly string[], manner: Manner = {}): Promise<Count[]> {
  const done: Count[] = [];
  for (const project of projects) done.push(await step(`tests: ${project}`, () => runTests(project, manner)));
  return done;
}

const counts = [
  // Route types first: TypeScript reads what it writes.
  await step("build", async () => asCount(await tool("node", "scripts/build-if-needed.ts"))),
  await step("types", async () =>
    asCount((await tool("react-router", "typegen")) && (await tool("tsc", "-b"))),
  ),
  await step("lint", async () => asCount(await tool("oxlint", "--type-aware", "--deny-warnings"))),
  await step("format", async () => asCount(await tool("oxfmt", "--check"))),
  await step("checks", runChecks),
];
counts.push(...(await lane(["unit"])));
// A person's way through a browser is waiting for the most part: the others take what it leaves, and
// at their end the other half of such ways.
const others = ["routes-pglite", "routes-postgres", "browser"];
if (availableParallelism() > 1) {
  const beside = async () => [
    ...(await lane(others, { isBeside: true, isPatient: true })),
    ...(await lane(["e2e-installations"], { isBeside: true })),
  ];
  const both = await Promise.all([lane(["e2e"]), beside()]);
  counts.push(...both.flat());
} else counts.push(...(await lane([...others, "e2e", "e2e-installations"])));
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
process.exitCode = failed === 0 ? 0 : 1;
say(`\n${passed} passed, ${failed} failed`);
