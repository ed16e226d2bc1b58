import type { TestProject } from "vitest/node";
import { startProduct } from "./product.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Of the product that all specs share; one that needs other settings starts its own. */
    origin: string;
  }
}

/** Vitest's global set-up of the project "e2e"; its data begin as a copy where there are some (fill.ts). */
export default async function serve(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct({}, process.env["TEST_FILLED"]);
  project.provide("origin", product.origin);
  return () => product.stop();
}
