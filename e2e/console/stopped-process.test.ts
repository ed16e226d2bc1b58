import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { startPostgres, type PostgresCluster } from "../../server/testing/database/postgres-cluster.ts";
import { dataKeySettings } from "../../server/testing/encryption/test-keyring.ts";
import { launch } from "../testing/chromium.ts";
import { openConsoleAs } from "../testing/console.ts";
import { startProduct, type RunningProduct } from "../testing/product.ts";

let cluster: PostgresCluster;
let browser: Browser;
let folder: string;
const products: RunningProduct[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "marque-stopped-"));
  browser = await launch();
  cluster = await startPostgres(findPostgres() ?? "");
  // Both decrypt with the same keys, as the machines of an installation.
  const settings = { ...dataKeySettings, DEMO_DATA: "0", DATABASE_URL: cluster.url("postgres") };
  for (const name of ["one", "two"])
    products.push(await startProduct({ ...settings, DATA_DIR: join(folder, name) }));
});
afterAll(async () => {
  await browser.close();
  for (const product of products) await product.stop();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("CO104 of two processes the killed one is shown within half a minute, with what to do; a stopped one is gone", async () => {
  const [first, second] = products;
  if (!first || !second) throw new Error("two products are needed");
  const { context, page } = await openConsoleAs(browser, first.origin, "sysadmin");
  await page.goto(`${first.origin}/console/system/health`);
  const row = page.getByRole("table", { name: "进程列表" }).getByRole("row");
  await row
    .filter({ hasText: `· ${second.pid}` })
    .filter({ hasText: "正常" })
    .waitFor();
  process.kill(second.pid, "SIGKILL");
  const killedAt = Date.now();
  await row
    .filter({ hasText: `· ${second.pid}` })
    .filter({ hasText: "已停止" })
    .waitFor({ timeout: 45_000 });
  // The signs of life are ten seconds apart, so the last one may be that old.
  expect(Date.now() - killedAt).toBeLessThan(35_000);
  await page.getByText(`· ${second.pid} 已停止`).waitFor();
  await page
    .getByText(/systemctl status/)
    .first()
    .waitFor();
  await context.close();
});
