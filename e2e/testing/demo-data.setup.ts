import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startProduct } from "./product.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder with the data of a stopped product that contains the demo brand. */
    filled: string;
  }
}

/** Starts a product in the folder, which creates the demo brand there, and stops it. */
async function makeFilled(folder: string): Promise<void> {
  const product = await startProduct({ DATA_DIR: folder });
  await product.stop();
}

/**
 * Global set-up of the Vitest project "e2e-installations": provides data to start from. Creating and filling
 * the embedded database takes three quarters of a start, so that each later start copies it. `npm test` names
 * a prepared folder in TEST_FILLED.
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

// `npm test` creates the data once for several projects: node e2e/testing/demo-data.setup.ts FOLDER.
const [, , folder] = process.argv;
if (import.meta.main && folder !== undefined) await makeFilled(folder);
