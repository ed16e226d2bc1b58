import { picturePutter } from "../images/index.ts";
import { applyCatalogue, type CatalogueKit, type Change } from "./apply.ts";
import { placePictures } from "./pictures.ts";
import { CatalogueFault, readCatalogue, type Faults } from "./rules.ts";
import type { Catalogue } from "./file.ts";

export { listAskingFor } from "./asked-for.ts";
export { CatalogueFault } from "./rules.ts";
export { callOff, listActivities, numbersOf, showActivity, type ListedRow, type Numbers } from "./store.ts";
export type { Change } from "./apply.ts";

/** What the product is about, brought in and looked after by the maker's team (docs/catalogue.md, requirement W10). */

/** A file with its pictures' addresses; its faults and those of its pictures at once. */
async function readFile(
  { config }: CatalogueKit,
  given: unknown,
  folder: string,
  isDry: boolean,
): Promise<Catalogue> {
  const { placed, faults } = await placePictures(given, folder, picturePutter(config, isDry));
  const all: Faults = {};
  try {
    const catalogue = readCatalogue(placed);
    if (Object.keys(faults).length === 0) return catalogue;
  } catch (error) {
    if (!(error instanceof CatalogueFault)) throw error;
    Object.assign(all, error.faults);
  }
  throw new CatalogueFault({ ...all, ...faults });
}

/**
 * What a catalogue would change; nothing is changed, and no picture is kept.
 * @param folder of the file, which its pictures are beside of
 * @throws CatalogueFault with the place of everything that cannot be taken
 */
export const checkCatalogue = async (
  kit: CatalogueKit,
  given: unknown,
  folder: string,
): Promise<readonly Change[]> => applyCatalogue(kit, await readFile(kit, given, folder, true), true);

/** Brings a catalogue in, all of it or nothing. @throws CatalogueFault as `checkCatalogue` does */
export async function bringCatalogue(
  kit: CatalogueKit,
  given: unknown,
  folder: string,
): Promise<readonly Change[]> {
  // Looked through first: of what is refused no picture stays.
  await checkCatalogue(kit, given, folder);
  return applyCatalogue(kit, await readFile(kit, given, folder, false), false);
}
