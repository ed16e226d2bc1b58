import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { startPostgres } from "../../server/testing/database/postgres-cluster.ts";
import { dataKeySettings } from "../../server/testing/encryption/test-keyring.ts";
import { startProduct, testSettings } from "./product.ts";

export type MallInstallation = {
  readonly origin: string;
  /** Runs an operator's command as `npm run mall` does. @returns its output @throws if it fails */
  mall(...args: string[]): Promise<string>;
  stop(): Promise<void>;
};

/** Starts the demo's mall on a PostgreSQL of its own, which operators' commands need. */
export async function startMallInstallation(): Promise<MallInstallation> {
  const dataDir = mkdtempSync(join(tmpdir(), "marque-mall-"));
  const cluster = await startPostgres(findPostgres() ?? "");
  const settings = { ...dataKeySettings, DATA_DIR: dataDir, DATABASE_URL: cluster.url("postgres") };
  const product = await startProduct({ ...settings, RATE_LIMITS: "off" });
  return {
    origin: product.origin,
    async mall(...args) {
      const { stdout } = await promisify(execFile)(process.execPath, ["scripts/commands/mall.ts", ...args], {
        env: { ...process.env, ...testSettings, ...settings },
      });
      return stdout.trim();
    },
    async stop() {
      await product.stop();
      await cluster.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
