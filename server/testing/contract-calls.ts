import { readdirSync } from "node:fs";
import type { Call } from "#contract/core/call.ts";

const folder = new URL("../../contract/", import.meta.url);
const isCall = (value: unknown): value is Call =>
  typeof value === "object" && value !== null && "paths" in value && "args" in value && "audience" in value;

/** Every call of the contract, sorted by name, so that tests include new calls automatically. */
export async function contractCalls(): Promise<Call[]> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.includes(".test."),
  );
  const modules = await Promise.all(
    files.map(async (name) => (await import(new URL(name, folder).href)) as Record<string, unknown>),
  );
  return modules
    .flatMap((module) => Object.values(module).filter(isCall))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
