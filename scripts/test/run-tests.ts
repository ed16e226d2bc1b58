import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { runChecks } from "../../checks/run.ts";
import { checkBrowserSupport } from "../release/check-browser-support.ts";
import { readResults, type TestCounts } from "./results.ts";
import { runTool } from "../release/run-tool.ts";

// `npm test`: everything that must hold. Goes on to the end whatever fails, so that one run tells
// all of it; the last line counts, each step before the tests as one.

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** What the run keeps to its end: compiled scripts, a product's data, results. */
const folder = mkdtempSync(join(tmpdir(), "marque-run-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
const filled = join(folder, "filled");
const env: Record<string, string> = {
  NODE_ENV: "test",
  // Products and commands are started a hundred times: Node keeps what it has compiled.
  NODE_COMPILE_CACHE: join(folder, "compiled"),
};
const tool = (name: string, ...args: string[]): Promise<boolean> =>
  runTool(name, args, { env, isShown: true });
type Numbers = Pick<TestCounts, "passed" | "failed">;
const asCount = (isPassed: boolean): Numbers => ({ passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1 });

async function step(title: string, work: () => Promise<TestCounts | Numbers> | Numbers): Promise<TestCounts> {
  say(`\n== ${title}`);
  const started = performance.now();
  const count = await work();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(`== ${title}: ${count.failed === 0 ? "ok" : `${count.failed} failed`}, ${seconds} s`);
  return { broken: count.failed === 0 ? [] : [title], retried: [], ...count };
}

type Manner = {
  /** Another one is shown meanwhile: it is told at its end. */
  readonly isBeside?: boolean;
  /** It gives way to what runs beside it. */
  readonly isPatient?: boolean;
};
/** One of Vitest's projects or a part of its files, "1/3". */
type Share = readonly [project: string, part?: string];
/** Each in a run of its own, so that one whose set-up fails leaves the others be. */
async function runTests(
  [project, part]: Share,
  { isBeside = false, isPatient = false }: Manner,
): Promise<TestCounts> {
  const results = join(folder, `${project}-${part?.replace("/", "-") ?? "all"}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
  const args = ["run", "--project", project, ...(part ? ["--shard", part] : []), ...reporters];
  const isShown = isBeside ? "at the end" : true;
  return readResults(results, await runTool("vitest", args, { env, isShown, isPatient }));
}

const testStep = (share: Share, manner: Manner = {}): Promise<TestCounts> =>
  step(`tests: ${share.join(" ")}`, () => runTests(share, manner));

/** One process at work, and so is the next: beside steps that leave a processor free at times. */
const build = step("build", async () =>
  asCount(await runTool("node", ["scripts/release/build-if-needed.ts"], { env, isShown: "at the end" })),
);
/** What end-to-end tests begin with. */
const data = build.then(() =>
  step("data", async () => {
    const isFilled = await runTool("node", ["e2e/testing/demo-data.setup.ts", filled], {
      env,
      isShown: "at the end",
      isPatient: true,
    });
    // Where it fails, each project tries for itself, and says why.
    if (isFilled) env["TEST_FILLED"] = filled;
    return asCount(isFilled);
  }),
);
/** Components wait for more than they work: they take what a processor has left beside all other tests. */
const components =
  availableParallelism() > 1 ? data.then(() => testStep(["browser"], { isBeside: true })) : null;
const counts = [
  // Route types first: TypeScript reads what it writes.
  await step("types", async () =>
    asCount((await tool("react-router", "typegen")) && (await tool("tsc", "-b"))),
  ),
  await step("lint", async () => asCount(await tool("oxlint", "--type-aware", "--deny-warnings"))),
  await step("format", async () => asCount(await tool("oxfmt", "--check"))),
  await step("checks", runChecks),
  await build,
  await step("built scripts", checkBrowserSupport),
  await data,
  await testStep(["unit"]),
];
/** What goes through a browser to a product, the longest first; it is waiting in part. */
const before: Share[] = [["e2e-installations"], ["e2e", "1/3"], ["e2e", "2/3"], ["e2e", "3/3"]];
/** What takes the time that those leave, and helps with what is left of them. */
const behind: Share[] = [["routes-pglite"], ["routes-postgres"]];
if (components !== null) {
  /** Takes whichever is next; told at its end, since others run beside it. */
  const take = async (queue: Share[], isPatient: boolean): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift())
      counts.push(await testStep(next, { isBeside: true, isPatient }));
  };
  const first = () => take(before, false).then(() => take(behind, true));
  const behindThem = take(behind, true).then(() => take(before, false));
  const [count] = await Promise.all([components, first(), first(), behindThem]);
  counts.push(count);
} else
  for (const share of [["e2e"], ["e2e-installations"], ["browser"], ...behind] satisfies Share[])
    counts.push(await testStep(share));
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
process.exitCode = failed === 0 ? 0 : 1;
/** At the end, where a log that is cut still has it. */
const tell = (title: string, lines: readonly string[]): void => {
  if (lines.length > 0) say(["", title, ...lines].join("\n"));
};
tell(
  "Passed only when tried again:",
  counts.flatMap((count) => count.retried),
);
tell(
  "Failed:",
  counts.flatMap((count) => count.broken),
);
say(`\n${passed} passed, ${failed} failed`);
