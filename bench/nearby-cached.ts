// The list of nearby activities with a warm cache, against a bare Node server that sends the same
// bytes: requests per second, rounds in turn. Run after a build: node bench/nearby-cached.ts
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import autocannon from "autocannon";
import { startProduct } from "../e2e/product.ts";
import { freePort } from "../server/testing/postgres.ts";
import { median, verdictLeast } from "./statistics.ts";

const ROUNDS = 7;
const path =
  "/mall-api/cop-marketing-activity/api/v1/activity/page/nearby?longitude=121.48&latitude=31.22&cityCode=310100&size=20";
const rate = async (url: string): Promise<number> => {
  const result = await autocannon({ url, connections: 20, duration: 4 });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refusals, ${result.errors} errors`);
  return result.requests.average;
};

const product = await startProduct({ LOG_LEVEL: "warn" });
const folder = mkdtempSync(join(tmpdir(), "marque-bench-"));
const port = await freePort();
const bytes = Buffer.from(await (await fetch(product.origin + path)).arrayBuffer());
writeFileSync(join(folder, "body"), bytes);
const bare = spawn(process.execPath, ["bench/bare-server.ts", String(port), join(folder, "body")], {
  stdio: ["ignore", "pipe", "inherit"],
});
try {
  await once(bare.stdout, "data");
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const base = await rate(`http://127.0.0.1:${port}/`);
    const ours = await rate(product.origin + path);
    ratios.push(ours / base);
    process.stdout.write(`round ${round + 1}: bare ${base.toFixed(0)}/s, nearby ${ours.toFixed(0)}/s\n`);
  }
  process.stdout.write(
    `${bytes.length} bytes\n${verdictLeast("nearby, warm cache, of a bare server", median(ratios), 0.5, "×")}\n`,
  );
} finally {
  bare.kill();
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}
