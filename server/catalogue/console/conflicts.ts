import { Refusal } from "#contract/core/errors.ts";
import { editConflictData } from "#contract/console/activity/draft.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { Database } from "../../database/connection/database.ts";
import { entityVersions } from "../../database/shared-tables/entity-version-store.ts";
import type { ActivityConsolePorts } from "./ports.ts";

/** The refusal of a change by what others changed meanwhile. */
export const editConflict = (
  fields: readonly string[],
  { by, at }: { readonly by: string | null; readonly at: string },
): Refusal => new Refusal("editConflict", { data: { by, at, fields: [...fields] } });

/** Field of a version that a place belongs to: “12.quota” is a cell of the sessions. */
const fieldOf = (place: string): string => (place.includes(".") ? "sessions" : place);

/**
 * The refusal of a change of an activity by its last version that changed one of the fields. Its author is an operator's
 * id, which `withAuthorNames` replaces by the name.
 */
export async function overtakenBy(
  db: Database,
  activityId: string,
  places: readonly string[],
  now: Date,
): Promise<Refusal> {
  const fields = new Set(places.map(fieldOf));
  const versions = await entityVersions(db).list({ kind: "activity", id: activityId }, null);
  const last = versions.find((version) => version.fields.some((field) => fields.has(field))) ?? versions[0];
  const by = last?.author_kind === "operator" && last.door === "console" ? last.author_id : null;
  return editConflict(places, { by, at: toShanghaiIso(last?.at_time ?? now) });
}

/** Runs work whose conflicts name an operator's id, and replaces it by the name. */
export async function withAuthorNames<T>(
  { operatorNames }: Pick<ActivityConsolePorts, "operatorNames">,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.refusal !== "editConflict") throw error;
    const { by, at, fields } = editConflictData.parse(error.data);
    const name = by === null ? null : ((await operatorNames([by])).get(by) ?? null);
    throw editConflict(fields, { by: name, at });
  }
}
