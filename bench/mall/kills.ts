// Kills one of two servers or the operators' process (SIGKILL) at random times while shoppers order, pay, cancel, receive
// parcels, pick up and return, on PostgreSQL with simulated payment channels; after each kill the properties of the mall are computed on the whole database. Run after a build:
//   node bench/mall/kills.ts        200 kills
//   node bench/mall/kills.ts 20
import { runUnderKills, startMallTestbed } from "../../e2e/testing/faults/mall-testbed.ts";
import { say } from "./shop.ts";

const [count = "200"] = process.argv.slice(2);
const LANES = 8;

const testbed = await startMallTestbed();
let [done, interrupted] = [0, 0];
try {
  const outcome = await runUnderKills(testbed, { kills: Number(count), lanes: LANES }, (kill, at) => {
    done = at;
    interrupted += kill.interrupted;
    const faults = [...kill.broken, ...kill.lost.map((one) => `lost: ${one}`)];
    const result = faults.length === 0 ? "every property holds" : faults.slice(0, 10).join(", ");
    say(
      `${faults.length === 0 ? "ok  " : "FAIL"} kill ${at}: ${kill.interrupted} journeys under way, ${result}`,
    );
  });
  const { broken, lost, failures, channelFen, channelsOwnFen, suspenseFen } = outcome;
  const rows = [
    ["kills", done],
    ["journeys, under way at a kill", `${outcome.shoppers}, ${interrupted}`],
    ["acknowledged facts, lost", `${outcome.acknowledged}, ${lost.length}`],
    ["broken properties", broken.length],
    ["ledger's channel, channels' own, fen", `${channelFen}, ${channelsOwnFen}`],
    ["suspense, fen", suspenseFen],
    ["failed journeys", failures.length],
  ];
  for (const [name, value] of rows) say(`  ${String(name).padEnd(38)} ${value}`);
  for (const failure of [...new Set([...broken, ...lost, ...failures])].slice(0, 20)) say(`  ${failure}`);
  const isRight =
    broken.length + lost.length + failures.length === 0 && channelFen === channelsOwnFen && suspenseFen === 0;
  if (!isRight) process.exitCode = 1;
} finally {
  await testbed.end();
}
