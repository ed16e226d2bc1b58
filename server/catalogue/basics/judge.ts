import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { wordFault } from "../../core/faults.ts";
import type { Database } from "../../database/connection/database.ts";
import {
  changedFields,
  entityVersions,
  type EntityContent,
  type VersionedEntity,
  type WholeVersionRow,
} from "../../database/shared-tables/entity-version-store.ts";
import { consoleFaults } from "../console/messages.ts";
import { CatalogueError, parseCatalogue } from "../rules.ts";
import type { Catalogue } from "../schema.ts";

/** Interfaces of other modules that the console's calls about dealers and series depend on. */
export type BasicsConsolePorts = {
  /**
   * Names of operators by their ids.
   * @param within the transaction of the caller, without which the embedded database would wait for itself
   */
  operatorNames(ids: readonly string[], within?: Database): Promise<ReadonlyMap<string, string>>;
  /** Invalidates cached responses and pages of this process; others find the change by themselves. */
  invalidatePages(): void;
};

/** Words faults by field, as the console shows them. */
export const wordFaults = (faults: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(faults).map(([field, text]) => [field, wordFault(text, consoleFaults)]));

/**
 * Judges one entry by the rules of the catalogue file.
 * @throws Refusal "invalid" with faults by field
 */
export function judgeEntry<L extends "dealers" | "series">(list: L, entry: object): Catalogue[L][number] {
  try {
    const [judged] = parseCatalogue({ [list]: [entry] })[list];
    if (judged === undefined) throw new Error("a catalogue with an entry has none");
    return judged as Catalogue[L][number];
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    const place = `${list}.0.`;
    const faults = Object.entries(error.faults).map(([path, text]) => [
      path.startsWith(place) ? path.slice(place.length) : path,
      text,
    ]);
    throw new Refusal("invalid", { fields: wordFaults(Object.fromEntries(faults)) });
  }
}

type LiveEntity = { readonly content: EntityContent; readonly revision: number };
type Merge = {
  /** Content with the changes. */
  readonly wanted: EntityContent;
  /** Fields that a colleague changed since, and that stay. */
  readonly merged: readonly string[];
  readonly mergedBy: string | null;
};

/**
 * Merges changes into the live content by field (requirement CO86).
 * @param basedOn revision that the operator saw
 * @throws Refusal "editConflict" with who changed which fields, when both changed one to different values
 */
export async function mergeChanges(
  db: Database,
  entity: VersionedEntity,
  live: LiveEntity,
  { basedOn, changes }: { readonly basedOn: number; readonly changes: EntityContent },
  { operatorNames }: Pick<BasicsConsolePorts, "operatorNames">,
): Promise<Merge> {
  const wanted = { ...live.content, ...changes };
  if (live.revision === basedOn) return { wanted, merged: [], mergedBy: null };
  const since = await entityVersions(db).changesSince(entity, basedOn);
  const theirs = [...new Set(since.flatMap(({ fields }) => fields))];
  const mine = changedFields(live.content, wanted);
  const last = since[0];
  const author = last?.author_kind === "operator" ? last.author_id : null;
  const by = (author !== null && (await operatorNames([author], db)).get(author)) || null;
  const clash = mine.filter((field) => theirs.includes(field));
  if (clash.length > 0) {
    const at = toShanghaiIso(last?.at_time ?? new Date());
    throw new Refusal("editConflict", { data: { by, at, fields: clash } });
  }
  return { wanted, merged: theirs.filter((field) => !(field in changes)), mergedBy: by };
}

const differences = (before: EntityContent, after: EntityContent, fields: readonly string[]) =>
  fields.map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));

/** Versions of a small entity with their changes, and how each differs from the live content. */
export async function presentVersions(
  versions: readonly WholeVersionRow[],
  live: EntityContent,
  { operatorNames }: Pick<BasicsConsolePorts, "operatorNames">,
) {
  const authors = versions.flatMap(({ author_kind, author_id }) =>
    author_kind === "operator" && author_id !== null ? [author_id] : [],
  );
  const names = await operatorNames([...new Set(authors)]);
  return versions.map((row) => ({
    revision: row.revision,
    by: (row.author_id !== null && names.get(row.author_id)) || null,
    door: row.door,
    time: toShanghaiIso(row.at_time),
    changes: differences(row.old_values, row.content, row.fields),
    restored: differences(live, row.content, changedFields(live, row.content)),
  }));
}
