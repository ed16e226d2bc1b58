import type { BannerFieldName, BannerFields } from "#contract/console/content/banners.ts";
import { Refusal } from "#contract/core/errors.ts";
import { wordFault } from "../../core/faults.ts";
import { changedFields } from "../../database/shared-tables/entity-version-store.ts";
import { cityOf } from "../../location/index.ts";
import { bannerFaults } from "./messages.ts";
import { CatalogueError, parseCatalogue, toNewBanner } from "../rules.ts";

const PLACE = "banners.0.";
/**
 * Judges a banner by the rules of the catalogue file (requirement CO44).
 * @returns it as the activity module takes it
 * @throws Refusal "invalid" with a fault by field
 */
export function judgeBanner(
  bannerId: string,
  place: number,
  fields: BannerFields,
): ReturnType<typeof toNewBanner> {
  if (fields.cityCode !== null && cityOf(fields.cityCode) === undefined)
    throw new Refusal("invalid", { fields: { cityCode: bannerFaults.division() } });
  try {
    const { banners } = parseCatalogue({ banners: [{ ...fields, id: bannerId, place }] });
    const [banner] = banners;
    if (banner === undefined) throw new Error("a catalogue with one banner has none");
    return toNewBanner(banner);
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    const faults = Object.entries(error.faults).map(([at, text]) => [
      at.startsWith(PLACE) ? at.slice(PLACE.length) : at,
      wordFault(text, bannerFaults),
    ]);
    throw new Refusal("invalid", { fields: Object.fromEntries(faults) as Record<string, string> });
  }
}

export type MergedBanner = {
  readonly fields: BannerFields;
  /** Fields that both sides changed to different values. */
  readonly conflicts: readonly string[];
  /** Fields that only others changed. */
  readonly merged: readonly string[];
};
/**
 * Merges changes into a banner by field (requirement CO86).
 * @param others fields that were changed since the revision that the operator saw
 */
export function mergeBanner(
  live: BannerFields,
  changes: Partial<BannerFields>,
  others: ReadonlySet<string>,
): MergedBanner {
  const fields = { ...live, ...changes };
  const wanted = new Set(changedFields(live, fields));
  const changed = new Set(Object.keys(changes));
  return {
    fields,
    conflicts: [...wanted].filter((name) => others.has(name)),
    merged: [...others].filter((name) => !changed.has(name)),
  };
}

/** Fields of a banner's content, as versions keep it. */
export const bannerFieldsOf = (content: Readonly<Record<string, unknown>>): BannerFields =>
  content as Record<BannerFieldName, unknown> as BannerFields;
