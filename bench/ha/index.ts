// Applies the faults of docs/high-availability.md to a cluster of deploy/ha on this machine, while people sign up and
// order, and compares every acknowledgement with the primary. On Debian, as root, which installs what is missing; run after
// a build:
//   node bench/ha/index.ts                     every fault three times, about half an hour
//   node bench/ha/index.ts --small             kill -9 and switchover, once each
//   node bench/ha/index.ts --runs 1 etcd       faults whose name matches
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { clusterFaults, START, type ClusterFault } from "./faults.ts";
import { startClusterInstallation, type ClusterInstallation } from "./installation.ts";
import { RATES, runUnderLoad, type LoadOutcome } from "./load.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "3" }, small: { type: "boolean", default: false } },
});
const runs = values.small ? 1 : Number(values.runs);
const wanted = new RegExp(positionals[0] ?? (values.small ? "kill -9|switchover" : ""));
const PROCESSES = Number(process.env["PROCESSES"] ?? 4);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const countErrors = ({ errors }: LoadOutcome): number =>
  [...errors.values()].reduce((sum, times) => sum + times, 0);
/** Judges one run. @returns what does not hold */
function judgeRun({ maxGap, maxErrors }: ClusterFault, outcome: LoadOutcome): string[] {
  const errors = countErrors(outcome);
  return [
    ...outcome.faults.slice(0, 10),
    ...(outcome.lost > 0 ? [`${outcome.lost} lost`] : []),
    ...(outcome.doubled > 0 ? [`${outcome.doubled} doubled`] : []),
    ...(maxGap !== null && outcome.gap > maxGap ? [`gap over ${maxGap} s`] : []),
    ...(maxErrors !== null && errors > maxErrors ? [`${errors} failed attempts`] : []),
  ];
}
const textOfErrors = ({ errors }: LoadOutcome): string =>
  [...errors].map(([message, times]) => `${message} ×${times}`).join("; ") || "none";

async function runFault(
  installation: ClusterInstallation,
  fault: ClusterFault,
  run: number,
): Promise<LoadOutcome> {
  const outcome = await runUnderLoad(installation, fault.seconds, async () => {
    await setTimeout(START * 1_000);
    await fault.apply(installation.cluster);
  });
  const wrong = judgeRun(fault, outcome);
  if (wrong.length > 0) process.exitCode = 1;
  say(
    `${wrong.length === 0 ? "ok  " : "FAIL"} ${fault.name}, run ${run}: ${outcome.acknowledged} acknowledged, ` +
      `${outcome.lost} lost, ${outcome.doubled} doubled, longest gap ${outcome.gap.toFixed(1)} s, failed attempts: ` +
      `${textOfErrors(outcome)}${wrong.length === 0 ? "" : ` | ${wrong.join("; ")}`}`,
  );
  return outcome;
}

const rows: string[] = [];
const installation = await startClusterInstallation(PROCESSES);
try {
  const { versions } = installation.cluster;
  say(`${versions}; ${PROCESSES} processes; ${RATES.signUps} sign-ups and ${RATES.orders} orders a second`);
  for (const fault of clusterFaults.filter(({ name }) => wanted.test(name))) {
    const outcomes: LoadOutcome[] = [];
    for (let run = 1; run <= runs; run++) outcomes.push(await runFault(installation, fault, run));
    const each = (of: (outcome: LoadOutcome) => number | string): string => outcomes.map(of).join(", ");
    const cells = [
      fault.name,
      each(({ acknowledged }) => acknowledged),
      each(({ lost }) => lost),
      each(({ doubled }) => doubled),
      each(({ gap }) => gap.toFixed(1)),
      each(countErrors),
      each(({ faults }) => (faults.length === 0 ? "exact" : faults.length)),
    ];
    rows.push(`| ${cells.join(" | ")} |`);
  }
  for (const problem of installation.problems()) say(`logged: ${problem}`);
} finally {
  await installation.stop();
}
say("\n| fault | acknowledged | lost | doubled | longest gap, s | failed attempts | ledger, seats, stock |");
say("| --- | --- | --- | --- | --- | --- | --- |");
for (const row of rows) say(row);
