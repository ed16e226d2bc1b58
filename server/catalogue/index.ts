import { createPictureImporter } from "../picture/index.ts";
import { applyCatalogue, type CatalogueContext } from "./apply.ts";
import type { CatalogueChange } from "./import-log.ts";
import { resolvePictures } from "./pictures.ts";
import { CatalogueError, parseCatalogue, type CatalogueProblems } from "./rules.ts";
import type { Catalogue } from "./schema.ts";

export { registerActivityConsoleCalls } from "./console/index.ts";
export { registerDealerCalls } from "./basics/dealer-routes.ts";
export { registerSeriesCalls } from "./basics/series-routes.ts";
export { activityDraftColumns } from "./draft/draft-columns-store.ts";
export { listDependentActivities } from "./dependents-store.ts";
export { CatalogueError } from "./rules.ts";
export {
  cancelActivity,
  listActivities,
  activityStatistics,
  setActivityPublished,
  type ListedActivityRow,
} from "./store.ts";
export type { CatalogueChange } from "./import-log.ts";

/**
 * Catalogue of activities, dealers and offers, imported and maintained by the maker's team
 * (docs/catalogue.md, requirement W10).
 */

/**
 * Reads a catalogue and replaces its picture paths by addresses. Reports problems of the entries and of the
 * pictures together.
 */
async function readFile(
  { config }: CatalogueContext,
  given: unknown,
  folder: string,
  isDry: boolean,
): Promise<Catalogue> {
  const { placed, problems } = await resolvePictures(given, folder, createPictureImporter(config, isDry));
  const all: CatalogueProblems = {};
  try {
    const catalogue = parseCatalogue(placed);
    if (Object.keys(problems).length === 0) return catalogue;
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    Object.assign(all, error.faults);
  }
  throw new CatalogueError({ ...all, ...problems });
}

/**
 * Reports the changes that a catalogue would make. Nothing is changed and no picture is stored.
 * @param folder folder of the file; picture paths are relative to it
 * @throws CatalogueError with the path of every problem
 */
export const checkCatalogue = async (
  context: CatalogueContext,
  given: unknown,
  folder: string,
): Promise<readonly CatalogueChange[]> =>
  applyCatalogue(context, await readFile(context, given, folder, true), true);

/** Imports a catalogue, all of it or nothing. @throws CatalogueError as `checkCatalogue` does */
export async function importCatalogue(
  context: CatalogueContext,
  given: unknown,
  folder: string,
): Promise<readonly CatalogueChange[]> {
  // Checks the whole file first, so that a rejected catalogue leaves no pictures behind.
  await checkCatalogue(context, given, folder);
  return applyCatalogue(context, await readFile(context, given, folder, false), false);
}
