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

/**
 * Vitest's global set-up of the project "e2e-installations": data to start from. Making the embedded
 * database and filling it is three quarters of a start's work; a copy does for each further one.
 */
export default async function fill(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "marque-filled-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const product = await startProduct({ DATA_DIR: folder });
    await product.stop();
  } catch (error) {
    remove();
    throw error;
  }
  project.provide("filled", folder);
  return remove;
}
