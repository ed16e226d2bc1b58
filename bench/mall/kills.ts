// Kills the server (SIGKILL) at random times while shoppers order, pay and cancel, on PostgreSQL with simulated payment
// channels; after each restart the properties of the mall are computed on the whole database. Run after a build:
//   node bench/mall/kills.ts        200 kills
//   node bench/mall/kills.ts 20
import { runUnderKills, startMallTestbed } from "../../e2e/testing/faults/mall-testbed.ts";
import { median, quantile } from "../measure/statistics.ts";
import { say } from "./shop.ts";

const [count = "200"] = process.argv.slice(2);
const LANES = 8;

const testbed = await startMallTestbed();
const restarts: number[] = [];
let interrupted = 0;
try {
  const outcome = await runUnderKills(testbed, { kills: Number(count), lanes: LANES }, (kill, at) => {
    restarts.push(kill.restart / 1_000);
    interrupted += kill.interrupted;
    const faults = [...kill.broken, ...kill.lost.map((one) => `lost: ${one}`)];
    say(
      `${faults.length === 0 ? "ok  " : "FAIL"} kill ${at}: ${kill.interrupted} journeys interrupted, restarted after ` +
        `${(kill.restart / 1_000).toFixed(1)} s${faults.length === 0 ? "" : `: ${faults.slice(0, 10).join(", ")}`}`,
    );
  });
  const { broken, lost, failures, channelFen, channelsOwnFen, suspenseFen } = outcome;
  const rows = [
    ["kills", restarts.length],
    ["journeys, interrupted", `${outcome.shoppers}, ${interrupted}`],
    ["acknowledged facts, lost", `${outcome.acknowledged}, ${lost.length}`],
    ["broken properties", broken.length],
    ["ledger's channel, channels' own, fen", `${channelFen}, ${channelsOwnFen}`],
    ["suspense, fen", suspenseFen],
    ["failed journeys", failures.length],
    ["restart, s", `median ${median(restarts).toFixed(1)}, p95 ${quantile(restarts, 0.95).toFixed(1)}`],
  ];
  for (const [name, value] of rows) say(`  ${String(name).padEnd(38)} ${value}`);
  for (const failure of [...new Set([...broken, ...lost, ...failures])].slice(0, 20)) say(`  ${failure}`);
  const isRight =
    broken.length + lost.length + failures.length === 0 && channelFen === channelsOwnFen && suspenseFen === 0;
  if (!isRight) process.exitCode = 1;
} finally {
  await testbed.end();
}
