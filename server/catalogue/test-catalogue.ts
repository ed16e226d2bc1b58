import { readFileSync } from "node:fs";
import { CatalogueError, type CatalogueChange } from "./index.ts";

/** Where the example of docs/catalogue.md lies with its picture. */
export const exampleFolder = "docs/catalogue/";

/** A catalogue as it is written. */
export type CatalogueLists = Record<string, Record<string, unknown>[]>;
/** The example with other ids, so that no test meets another one's; `change` makes it another one. */
export function exampleCatalogue(
  mark: string,
  change: (lists: CatalogueLists) => void = () => {},
): CatalogueLists {
  const text = readFileSync(`${exampleFolder}example.json`, "utf8");
  const own = text
    .replaceAll(/"([2-5]\d{3})"/g, `"${mark}$1"`)
    .replaceAll('"alpha"', `"alpha${mark}"`)
    .replaceAll('"SH01"', `"SH${mark}"`);
  const lists = JSON.parse(own) as CatalogueLists;
  change(lists);
  return lists;
}
/** Of its first activity. */
export const sessionsIn = (lists: CatalogueLists) =>
  (lists["activities"]?.[0]?.["sessions"] ?? []) as object[];

/** What has become of entries, a line each; the same as before is none. */
export const changeLines = (changes: readonly CatalogueChange[]): string[] =>
  changes
    .filter(({ outcome }) => outcome !== "same")
    .map(({ kind, id, outcome, fields }) => [outcome, kind, id, ...fields].join(" "));

/** What is wrong with a catalogue that is being brought in; nothing where it was taken. */
export async function catalogueProblemsIn(brought: Promise<unknown>): Promise<Record<string, string>> {
  try {
    await brought;
    return {};
  } catch (error) {
    if (error instanceof CatalogueError) return error.faults;
    throw error;
  }
}
