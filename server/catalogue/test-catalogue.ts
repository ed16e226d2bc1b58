import { readFileSync } from "node:fs";
import { CatalogueFault, type Change } from "./index.ts";

/** Where the example of docs/catalogue.md lies with its picture. */
export const folder = "docs/catalogue/";

/** A catalogue as it is written. */
export type Lists = Record<string, Record<string, unknown>[]>;
/** The example with other ids, so that no test meets another one's; `change` makes it another one. */
export function example(mark: string, change: (lists: Lists) => void = () => {}): Lists {
  const text = readFileSync(`${folder}example.json`, "utf8");
  const own = text
    .replaceAll(/"([2-5]\d{3})"/g, `"${mark}$1"`)
    .replaceAll('"alpha"', `"alpha${mark}"`)
    .replaceAll('"SH01"', `"SH${mark}"`);
  const lists = JSON.parse(own) as Lists;
  change(lists);
  return lists;
}
/** Of its first activity. */
export const sessionsIn = (lists: Lists) => (lists["activities"]?.[0]?.["sessions"] ?? []) as object[];

/** What has become of entries, a line each; the same as before is none. */
export const linesOf = (changes: readonly Change[]): string[] =>
  changes
    .filter(({ outcome }) => outcome !== "same")
    .map(({ kind, id, outcome, fields }) => [outcome, kind, id, ...fields].join(" "));

/** What is wrong with a catalogue that is being brought in; nothing where it was taken. */
export async function faultsIn(brought: Promise<unknown>): Promise<Record<string, string>> {
  try {
    await brought;
    return {};
  } catch (error) {
    if (error instanceof CatalogueFault) return error.faults;
    throw error;
  }
}
