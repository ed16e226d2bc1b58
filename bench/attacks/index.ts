// Attacks a running product with its default limits and the real captcha, and prints what held. Run after a build:
// node bench/attacks/index.ts [--nginx] [names, such as work streams pools]
import { attackPools } from "./pools.ts";
import { attackSettings } from "./settings.ts";
import { attackStreams } from "./streams.ts";
import { attackWork } from "./work.ts";
import { formatResult, type AttackResult } from "./table.ts";
import { startTarget, type Target } from "./target.ts";

const attacks: Readonly<Record<string, (target: Target) => Promise<AttackResult[]>>> = {
  work: attackWork,
  streams: attackStreams,
  pools: attackPools,
  settings: attackSettings,
};
const given = process.argv.slice(2);
const names = given.filter((word) => !word.startsWith("--"));
const target = await startTarget(given.includes("--nginx"));
let open = 0;
for (const [name, attack] of Object.entries(attacks)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const results = await attack(target).catch((error: unknown): AttackResult[] => [
    { name: `${name} (attack failed)`, threshold: "", got: String(error), isHeld: false },
  ]);
  for (const result of results) {
    if (!result.isHeld) open++;
    process.stdout.write(`${formatResult(result)}\n`);
  }
}
await target.stop();
process.stdout.write(`${open === 0 ? "all held" : `${open} open`}\n`);
process.exitCode = open === 0 ? 0 : 1;
