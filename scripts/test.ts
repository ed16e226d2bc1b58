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

const testStep = (project: string, manner: Manner = {}): Promise<Count> =>
  step(`tests: ${project}`, () => runTests(project, manner));

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
counts.push(await testStep("unit"));
/** The longest first, so that what is left for the end is short. */
const others: readonly [project: string, manner: Manner][] = [
  ["routes-pglite", { isPatient: true }],
  ["e2e-installations", {}],
  ["routes-postgres", { isPatient: true }],
  ["browser", { isPatient: true }],
];
if (availableParallelism() > 1) {
  // A person's way through a browser is waiting in part: the others take what it leaves, whichever
  // is next going to whoever of the two is free, and are told at their end.
  const waiting = [...others];
  const takeNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      counts.push(await testStep(next[0], { ...next[1], isBeside: true }));
  };
  const first = async (): Promise<void> => {
    counts.push(await testStep("e2e"));
    await takeNext();
  };
  await Promise.all([first(), takeNext()]);
} else for (const project of ["e2e", ...others.map(([name]) => name)]) counts.push(await testStep(project));
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
process.exitCode = failed === 0 ? 0 : 1;
say(`\n${passed} passed, ${failed} failed`);
