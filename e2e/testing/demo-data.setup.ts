import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startProduct } from "./product.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder with the data of a product that was filled with the demo brand and stopped. */
    filled: string;
  }
}

/** Fills the demo brand into a new product of that folder, and stops it. */
async function makeFilled(folder: string): Promise<void> {
  const product = await startProduct({ DATA_DIR: folder });
  await product.stop();
}

/**
 * Vitest's global set-up of the project "e2e-installations": data to start from. Making the embedded
 * database and filling it is three quarters of a start's work; a copy does for each further one.
 * Where TEST_FILLED names a folder of such data, as in `npm test`, it is there already.
 */
export default async function fill(project: TestProject): Promise<() => void> {
  const given = process.env["TEST_FILLED"];
  if (given) {
    project.provide("filled", given);
    return () => {};
  }
  const folder = mkdtempSync(join(tmpdir(), "marque-filled-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await makeFilled(folder);
  } catch (error) {
    remove();
    throw error;
  }
  project.provide("filled", folder);
  return remove;
}

// `npm test` fills once for several projects: node e2e/testing/demo-data.setup.ts FOLDER.
const [, , folder] = process.argv;
if (import.meta.main && folder !== undefined) await makeFilled(folder);
