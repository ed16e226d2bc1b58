// Measures the resident memory of an idle server after its start, some pages and some searches, on PGlite and
// on PostgreSQL. Run after a build: node bench/memory.ts
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { findPostgres } from "../scripts/setup/find-tools.mjs";
import { startProduct } from "../e2e/testing/product.ts";
import { startPostgres } from "../server/testing/database/postgres-cluster.ts";
import { compareToMaximum } from "./measure/statistics.ts";

/** Waiting time until the server is idle, ms. */
const IDLE_AFTER = 90_000;
const megabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

async function measure(name: string, settings: Record<string, string>, max: number): Promise<void> {
  const product = await startProduct(settings);
  try {
    const page = "/marketing/area/activity/";
    for (let at = 0; at < 50; at++) {
      await (
        await fetch(`${product.origin}${page}${at % 2 ? "list" : ""}?cityCode=310100&status=${(at % 3) + 1}`)
      ).text();
      await (
        await fetch(
          `${product.origin}/mall-api/cop-profile/api/v1/amap/location-log?longitude=${100 + at / 10}&latitude=30`,
        )
      ).text();
    }
    await setTimeout(IDLE_AFTER);
    process.stdout.write(
      `${compareToMaximum(`memory at rest, ${name}`, megabytes(product.pid), max, "MB")}\n`,
    );
  } finally {
    await product.stop();
  }
}

await measure("PGlite", {}, 550);
const cluster = await startPostgres(findPostgres() ?? "");
try {
  await measure("PostgreSQL", { DATABASE_URL: cluster.url("postgres") }, 300);
} finally {
  await cluster.stop();
}
