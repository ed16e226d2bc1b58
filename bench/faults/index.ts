// Injects faults into real processes during sign-ups: each fault lasts for a while, and every client retries
// until it gets a response, as the web client does. Then all responses are compared with the database. Prints
// one table. Run after a build; as root the full disk too (a small disk in memory is mounted for it):
//   node bench/faults/index.ts              200 kills, 30 s of each other fault
//   node bench/faults/index.ts 10 12        10 kills, 12 s
//   node bench/faults/index.ts 10 12 disk   only the faults whose name matches
import * as faults from "../../e2e/testing/faults/faults.ts";
import {
  startTestbed,
  runUnderFault,
  type SystemFault,
  type FaultOutcome,
  type Testbed,
} from "../../e2e/testing/faults/testbed.ts";
import { median } from "../measure/statistics.ts";
import { diskFull, smallDisk } from "./disk.ts";

const [kills = "200", seconds = "30", pattern = ""] = process.argv.slice(2);
const half = Math.ceil(Number(kills) / 2);
const ms = Number(seconds) * 1_000;
const wanted = new RegExp(pattern);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const inSeconds = (time: number): string => (time / 1_000).toFixed(1);

let isPassed = true;
const width = [44, 6, 7, 8, 8, 6, 8];
const row = (cells: readonly (string | number)[], messages: string): void =>
  say(
    `${cells.map((cell, at) => (at === 0 ? String(cell).padEnd(44) : String(cell).padStart(width[at] ?? 8))).join(" ")}  ${messages}`,
  );

/** Messages shown to people, with their counts. */
function messagesOf(outcomes: readonly FaultOutcome[]): string {
  const all = new Map<string, number>();
  for (const { said } of outcomes)
    for (const [message, times] of said) all.set(message, (all.get(message) ?? 0) + times);
  return [...all].map(([message, times]) => `${message} ×${times}`).join("; ") || "none: only slower";
}
function show(name: string, outcomes: readonly FaultOutcome[]): void {
  const sum = (of: (one: FaultOutcome) => number): number =>
    outcomes.reduce((total, one) => total + of(one), 0);
  const recoveries = outcomes.flatMap(({ recovery }) => (recovery === null ? [] : [recovery]));
  const [lost, doubled] = [sum((one) => one.lost), sum((one) => one.doubled)];
  if (lost + doubled > 0) isPassed = false;
  const longest = inSeconds(Math.max(...outcomes.map((one) => one.longest)));
  const recovery = recoveries.length === 0 ? "-" : inSeconds(median(recoveries));
  row(
    [name, outcomes.length, sum((one) => one.people), longest, recovery, lost, doubled],
    messagesOf(outcomes),
  );
}
async function repeat(
  stage: Testbed,
  name: string,
  fault: SystemFault,
  times: number,
  people: number,
): Promise<void> {
  if (!wanted.test(name)) return;
  const outcomes: FaultOutcome[] = [];
  while (outcomes.length < times) outcomes.push(await runUnderFault(stage, fault, people));
  show(name, outcomes);
}
/** Fault of a dependency, and the messages shown meanwhile. */
async function down(
  name: string,
  run: () => Promise<{ meanwhile: (string | null)[]; after: string | null }>,
): Promise<void> {
  if (!wanted.test(name)) return;
  const { meanwhile, after } = await run();
  if (meanwhile.includes(null) || after !== null) isPassed = false;
  row(
    [name, meanwhile.length, "-", "-", after === null ? "at once" : "FAILED", 0, 0],
    [...new Set(meanwhile)].join("; "),
  );
}

/** Runs on a separate disk that is filled. */
async function onSmallDisk(name: string, settings: Readonly<Record<string, string>>): Promise<void> {
  if (!wanted.test(name)) return;
  const disk = smallDisk(900);
  if (disk === null) return say(`${name}: not run, only root may mount a small disk`);
  const pictures: (string | null)[] = [];
  let stage: Testbed | null = null;
  try {
    const small = { max_wal_size: "64MB", min_wal_size: "32MB" };
    stage = await startTestbed(settings, { parent: disk.folder, isKept: true, settings: small });
    const report = (meanwhile: string | null, after: string | null): void =>
      void pictures.push(meanwhile, after);
    show(name, [await runUnderFault(stage, diskFull(disk, ms, report), 30)]);
    say(`${" ".repeat(44)} a picture meanwhile: ${pictures[0] ?? "taken"}; after: ${pictures[1] ?? "taken"}`);
    if (pictures[0] === null || pictures[1] !== null) isPassed = false;
  } finally {
    disk.empty();
    await stage?.end();
    disk.remove();
  }
}

row(
  ["fault", "times", "people", "longest", "recovery", "lost", "doubled"],
  "messages shown meanwhile (times in s)",
);
const stage = await startTestbed();
try {
  await repeat(stage, "server killed (-9)", faults.appKilled, half, 8);
  await repeat(stage, "database killed (-9, all its processes)", faults.databaseKilled, half, 8);
  await repeat(stage, "database frozen", faults.databaseFrozen(ms), 1, 40);
  await repeat(stage, "server frozen", faults.appFrozen(ms), 1, 40);
  await repeat(stage, "slow disk: 100 ms a commit", faults.diskSlow(ms), 1, 40);
  await repeat(stage, "clock jumps, by hours and days", faults.clockJumps(ms), 1, 40);
  await repeat(stage, "connections cut in the middle of a body", faults.connectionsCut(200), 1, 40);
  await down("identity provider down", () => faults.providerDown(stage));
  await down("captcha down", () => faults.captchaDown(stage));
} finally {
  await stage.cluster.signal("SIGCONT");
  await stage.end();
}
await onSmallDisk("disk full, PostgreSQL", {});
await onSmallDisk("disk full, embedded PGlite", { DATABASE_URL: "" });
say(isPassed ? "\nno acknowledged sign-up was lost or doubled" : "\nFAILED");
process.exitCode = isPassed ? 0 : 1;
