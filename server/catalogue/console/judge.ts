import type { ActivityContent } from "#contract/console/activity/content.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { Database } from "../../database/connection/database.ts";
import { upsertConflicts } from "../../database/statements/upsert-row.ts";
import { fault, wordFault } from "../../core/faults.ts";
import { CatalogueError, parseCatalogue, type CatalogueProblems } from "../rules.ts";
import type { Catalogue } from "../schema.ts";
import { existingIds } from "../store.ts";
import { consoleFaults } from "./messages.ts";

const PLACE = "activities.0.";
/** Faults of the only activity of a catalogue, by field and in the words of the console. */
export const activityFaults = (faults: CatalogueProblems): Record<string, string> =>
  Object.fromEntries(
    Object.entries(faults).map(([place, text]) => [
      place.startsWith(PLACE) ? place.slice(PLACE.length) : place,
      wordFault(text, consoleFaults),
    ]),
  );
/** The refusal of a catalogue with one activity. */
export const activityRefusal = ({ faults }: CatalogueError): Refusal =>
  new Refusal("invalid", { fields: activityFaults(faults) });

/**
 * An entry of a catalogue file; without blocks, those of the page stay. Empty texts of sharing are those of the page, as in a
 * file without them.
 */
function entryOf(content: ActivityContent, { hasBlocks }: { readonly hasBlocks: boolean }): object {
  const { isPublished: _shown, cancelReason: _reason, blocks, share, ...rest } = content;
  const { title, desc, imgUrl } = share;
  const shared = { title: title || rest.title, desc: desc || rest.subtitle, imgUrl: imgUrl || rest.coverUrl };
  const entry = { ...rest, share: shared };
  return hasBlocks ? { ...entry, blocks } : entry;
}

async function missingReferences(db: Database, content: ActivityContent): Promise<CatalogueProblems> {
  const faults: CatalogueProblems = {};
  const dealers = await existingIds(db, "organisation", "organisation_id", content.dealerIds);
  const series = await existingIds(db, "series", "series_code", content.seriesCodes);
  for (const id of content.dealerIds)
    if (!dealers.has(id)) faults["dealerIds"] ??= fault("noSuch", "dealer", id);
  for (const code of content.seriesCodes)
    if (!series.has(code)) faults["seriesCodes"] ??= fault("noSuch", "series", code);
  return faults;
}

export type JudgedContent = {
  /** The catalogue that publishes the content; null: it has faults */
  readonly catalogue: Catalogue | null;
  /** Faults by field, in the words of the console. */
  readonly faults: Readonly<Record<string, string>>;
};
/**
 * Judges content by the rules of the catalogue file, which the command words in English (requirement CO44).
 * @param taken seats that people have
 */
export async function judgeContent(
  db: Database,
  content: ActivityContent,
  { taken, hasBlocks = false }: { readonly taken: number; readonly hasBlocks?: boolean },
): Promise<JudgedContent> {
  const limits = { key: ["activityId"], minimum: ["quota", "taken"] } as const;
  const faults: CatalogueProblems = {
    ...(await missingReferences(db, content)),
    ...upsertConflicts({ quota: content.quota }, { quota: content.quota, taken }, limits),
  };
  try {
    const catalogue = parseCatalogue({ activities: [entryOf(content, { hasBlocks })] });
    return { catalogue: Object.keys(faults).length === 0 ? catalogue : null, faults: activityFaults(faults) };
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    return { catalogue: null, faults: activityFaults({ ...faults, ...error.faults }) };
  }
}
