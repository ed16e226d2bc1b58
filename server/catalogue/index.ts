import { createPictureImporter } from "../picture/index.ts";
import { applyCatalogue, type CatalogueContext, type CatalogueChange } from "./apply.ts";
import { resolvePictures } from "./pictures.ts";
import { CatalogueError, parseCatalogue, type CatalogueProblems } from "./rules.ts";
import type { Catalogue } from "./schema.ts";

export { listDependentActivities } from "./dependents-store.ts";
export { CatalogueError } from "./rules.ts";
export {
  cancelActivity,
  listActivities,
  activityStatistics,
  setActivityPublished,
  type ListedActivityRow,
  type ActivityStatistics,
} from "./store.ts";
export type { CatalogueChange } from "./apply.ts";

/** What the product is about, brought in and looked after by the maker's team (docs/catalogue.md, requirement W10). */

/** A file with its pictures' addresses; its faults and those of its pictures at once. */
async function readFile(
  { config }: CatalogueContext,
  given: unknown,
  folder: string,
  isDry: boolean,
): Promise<Catalogue> {
  const { placed, faults } = await resolvePictures(given, folder, createPictureImporter(config, isDry));
  const all: CatalogueProblems = {};
  try {
    const catalogue = parseCatalogue(placed);
    if (Object.keys(faults).length === 0) return catalogue;
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    Object.assign(all, error.faults);
  }
  throw new CatalogueError({ ...all, ...faults });
}

/**
 * What a catalogue would change; nothing is changed, and no picture is kept.
 * @param folder of the file, which its pictures are beside of
 * @throws CatalogueFault with the place of everything that cannot be taken
 */
export const checkCatalogue = async (
  context: CatalogueContext,
  given: unknown,
  folder: string,
): Promise<readonly CatalogueChange[]> =>
  applyCatalogue(context, await readFile(context, given, folder, true), true);

/** Brings a catalogue in, all of it or nothing. @throws CatalogueFault as `checkCatalogue` does */
export async function importCatalogue(
  context: CatalogueContext,
  given: unknown,
  folder: string,
): Promise<readonly CatalogueChange[]> {
  // Looked through first: of what is refused no picture stays.
  await checkCatalogue(context, given, folder);
  return applyCatalogue(context, await readFile(context, given, folder, false), false);
}
