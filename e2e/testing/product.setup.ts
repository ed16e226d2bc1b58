import type { TestProject } from "vitest/node";
import { startProduct } from "./product.ts";

declare module "vitest" {
  interface ProvidedContext {
    /**
     * Origin of the product that all tests of the project share; a test with other settings starts its own.
     */
    origin: string;
  }
}

/**
 * Global set-up of the Vitest project "e2e"; copies prepared data from TEST_FILLED if set
 * (demo-data.setup.ts).
 */
export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct({}, process.env["TEST_FILLED"]);
  project.provide("origin", product.origin);
  return () => product.stop();
}
