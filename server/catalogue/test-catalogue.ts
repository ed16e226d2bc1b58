import { readFileSync } from "node:fs";
import { CatalogueError, type CatalogueChange } from "./index.ts";

/** Folder of the example of docs/catalogue.md and its picture. */
export const exampleFolder = "docs/catalogue/";

/** A catalogue as parsed from JSON, before validation. */
export type CatalogueLists = Record<string, Record<string, unknown>[]>;
/** The example with other ids, so that tests do not share entries; `change` edits it first. */
export function exampleCatalogue(
  mark: string,
  change: (lists: CatalogueLists) => void = () => {},
): CatalogueLists {
  const text = readFileSync(`${exampleFolder}example.json`, "utf8");
  const own = text
    .replaceAll(/"([2-6]\d{3})"/g, `"${mark}$1"`)
    .replaceAll('"alpha"', `"alpha${mark}"`)
    .replaceAll('"SH01"', `"SH${mark}"`);
  const lists = JSON.parse(own) as CatalogueLists;
  change(lists);
  return lists;
}
/** Sessions of its first activity. */
export const sessionsIn = (lists: CatalogueLists) =>
  (lists["activities"]?.[0]?.["sessions"] ?? []) as object[];

/** One line per added, changed or removed entry. */
export const changeLines = (changes: readonly CatalogueChange[]): string[] =>
  changes
    .filter(({ outcome }) => outcome !== "same")
    .map(({ kind, id, outcome, fields }) => [outcome, kind, id, ...fields].join(" "));

/** Problems that an import reports; empty if it succeeds. */
export async function catalogueProblemsIn(brought: Promise<unknown>): Promise<Record<string, string>> {
  try {
    await brought;
    return {};
  } catch (error) {
    if (error instanceof CatalogueError) return error.problems;
    throw error;
  }
}
